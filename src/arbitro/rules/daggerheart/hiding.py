"""Who is seen where somebody has come to: what ends the Hidden on the move (DHP-COND-02)."""

from collections.abc import Iterator

from arbitro.rules.daggerheart.conditions import release
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import anybody, condition_entry, foes_left, heroes_up
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import Foe, Hero


def find_hidden(play: Play, who: str) -> None:
    """Whoever comes up to somebody who hides sees them, unless a wall is between or their cloak says otherwise."""
    for other in tuple(_face_to_face(play, who)):
        _give_away(play, other, "met")


def step_out(play: Play, who: str) -> None:
    """Whoever hides and walks up to an enemy is seen; on the way to a blow it is the blow that gives them away."""
    one = anybody(play.state, who)
    if one is not None and one.cover != "total" and any(True for _ in _face_to_face(play, who)):
        _give_away(play, one, "met", "sight")


def stir(play: Play, who: str) -> None:
    """What hides only those who stand still ends as they move."""
    one = anybody(play.state, who)
    if one is not None:
        _give_away(play, one, "moving")


def _face_to_face(play: Play, who: str) -> Iterator[Hero | Foe]:
    """The enemies within Melee of somebody, with nothing between."""
    one = anybody(play.state, who)
    if one is None:
        return
    enemies = foes_left(play.state) if isinstance(one, Hero) else heroes_up(play.state)
    for other in enemies:
        if other.cover != "total" and is_near(play.rules.books, play.state, one, other, "melee"):
            yield other


def _give_away(play: Play, one: Hero | Foe, *by: str) -> None:
    """End what hides somebody, as far as this ends it; an adversary's own feature says itself what does."""
    shown = (
        held
        for held in one.conditions
        if held.until == "hidden"
        and condition_entry(play.rules.books, held.name).shown in by
        and not (isinstance(one, Foe) and held.source == one.id)
    )
    release(play, one.id, *shown)

"""Adversaries join the scene."""

from msgspec.structs import replace

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import IMPROVISED
from arbitro.rules.daggerheart.countdown import start_count
from arbitro.rules.daggerheart.gm_turn import open_turn
from arbitro.rules.daggerheart.numbers import passive_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import PLACE, current_scene
from arbitro.rules.daggerheart.state import Block, Condition, Foe, Place


def enter(play: Play, foe: Foe, *, granted: bool = False, together: int = 1) -> None:
    """The GM learns the stat block, everybody sees who has come; what is disguised comes Hidden."""
    made_up = ("DHP-ADVSTAT-12",) if foe.block.id.startswith(IMPROVISED) else ()
    rules = ("DHP-ADVSTAT-01", "DHP-ADVSTAT-02", *made_up)
    if passive_of(foe, "disguise") is not None:
        foe = replace(foe, conditions=(*foe.conditions, Condition("hidden", foe.id, "hidden")))
    play.happen(e.FoeJoined(foe, granted, rules=rules, audience=REFEREE_ONLY))
    play.happen(e.FoeAppeared(foe.id, foe.name, foe.at, together, rules=("DHP-ADVSTAT-01",)))


def join_scene(
    play: Play, block: Block, at: int, *, granted: bool = False, count: int = 1, called_by: str = ""
) -> None:
    """Adversaries of a stat block join, numbered after those of its name; whoever is the only one needs no number.

    `called_by` is whose feature brings them, where one does.
    """
    if granted and count and current_scene(play.state).turn is None:
        open_turn(play, "feature", 0, owner=called_by)
    present = current_scene(play.state).foes.values()
    alike = sum(foe.block.id == block.id for foe in present)
    namesakes = sum(
        foe.block.name == block.name for foe in present
    )  # those made up on the spot share an id, not a name
    for number in range(1, count + 1):
        name = block.name if namesakes + count == 1 else replace(block.name, number=namesakes + number)
        foe = Foe(f"{block.id}-{alike + number}", block, name, at)
        enter(play, foe, granted=granted, together=count if number == 1 else 0)


def take_place(play: Play, place: Place) -> None:
    """A place is there: its stat block is the GM's, everybody sees where they are, its countdowns start."""
    play.happen(e.PlaceSet(place, rules=("DHP-ENV-01", "DHP-ENV-02"), audience=REFEREE_ONLY))
    play.happen(e.PlaceSeen(place.name, rules=("DHP-ENV-01",)))
    for feature in place.features:
        if feature.count is not None and (
            feature.kind == "passive" or (feature.kind == "reaction" and not feature.when)
        ):
            start_count(play, PLACE, feature)

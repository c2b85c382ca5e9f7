"""Those who stay in the enemy's power when the others flee, in the game of Hope and Fear.

The text has no rule for flight. Our reading: whoever is held fast, cannot act or has surrendered stays; whoever lies
unconscious is carried; both by the option `flight_leaves`. What becomes of them is told in `walking/captives`.
"""

from typing import Final

from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart.party import inner_state, own_state, party_level, people
from arbitro.play.state import CampaignState
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.events import LevelGained, StatusChanged
from arbitro.rules.daggerheart.growing import raised
from arbitro.rules.daggerheart.presence import condition_entry
from arbitro.rules.daggerheart.prisoners import freed

HELD: Final = ("DH-SOFT-04", "DHP-COND-03")
"""The captured are held by the adversary; whoever is Restrained stays put."""


def held_fast(books: Library, state: CampaignState, who: str) -> bool:
    """Whether somebody has a condition that keeps them where they are."""
    hero = inner_state(state).party.get(who)
    return hero is not None and any(condition_entry(books, each.name).keeps for each in hero.conditions)


def left_behind(books: Library, state: CampaignState) -> tuple[str, ...]:
    """Those whom a flight leaves in the enemy's power."""
    leaves = state.options["flight_leaves"]
    if leaves == "nobody":
        return ()
    party = inner_state(state).party
    fallen = {who for who in people(state) if leaves == "fallen" and party[who].status != "up"}
    gone = {*fallen, *surrendered(state)}
    return tuple(who for who in people(state) if who in gone or held_fast(books, state, who))


def surrendered(state: CampaignState) -> tuple[str, ...]:
    """Those who have laid down their arms and are nobody's captives yet."""
    party, held = inner_state(state).party, own_state(state).captives
    return tuple(who for who in people(state) if party[who].prisoner and who not in held)


def let_go(scene: Scene) -> None:
    """Whoever has surrendered and is not kept takes up arms again."""
    for who in surrendered(scene.state):
        scene.happen(freed(inner_state(scene.state).party[who]))


def rejoined(scene: Scene, who: str) -> None:
    """Free, and of the party's level: levels are the party's, not somebody's own (DHP-LEVEL-01)."""
    if inner_state(scene.state).party[who].prisoner:
        scene.happen(freed(inner_state(scene.state).party[who]))
    sheet = inner_state(scene.state).party[who].sheet
    for reached in range(sheet.level + 1, party_level(scene.state) + 1):
        sheet = raised(sheet, reached)
        scene.happen(LevelGained(reached, {who: sheet}, who, rules=("DHP-LEVEL-01", "DHP-LEVEL-02")))


def slain(scene: Scene, who: str) -> None:
    """The captors kill somebody."""
    scene.happen(StatusChanged(who, "dead", rules=("DHP-DEATH-01",)))

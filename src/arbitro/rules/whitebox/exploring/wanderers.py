"""Who comes by: checks for wandering monsters by the turn and by the day, and the encounter tables."""

from typing import Final, cast

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Dice, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring.clock import at_leisure, undisturbed
from arbitro.rules.whitebox.exploring.commands import CheckWandering
from arbitro.rules.whitebox.exploring.events import EncounterOpen, EncounterRolled, WanderingRolled
from arbitro.rules.whitebox.exploring.meetings import come_upon
from arbitro.rules.whitebox.exploring.state import Expedition, Troop, place
from arbitro.rules.whitebox.exploring.strangers import party_by_lot, state_troop
from arbitro.rules.whitebox.people.records import TURN
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.roll_tables import Encounter, Terrain
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene

MOST_REROLLS: Final = 20
OPEN: Final[Terrain] = "open"
"""What country is where nobody has said."""


DEEPEST: Final = 10
"""Dungeon levels beyond this use its row."""


def turns_passed(scene: Scene) -> None:
    """Every so many turns somebody may come by; never in the middle of a fight."""
    while True:
        out = scene.state.expedition
        if out is None or not scene.rules.wandering_due(scene.rules, out):
            return
        if fighting(scene.state) or not undisturbed(scene.state):
            return
        scene.rules.check_for_wanderers(scene, out, out.checked + wandering_turns(scene.rules, out))


def wandering_due(rules: Rules, out: Expedition) -> bool:
    """Whether so many turns have passed since the last check."""
    return out.turns - out.checked >= wandering_turns(rules, out)


def wandering_turns(rules: Rules, out: Expedition) -> int:
    """Turns from one check to the next: the site's own, or the usual ones."""
    return out.wandering.turns or rules.content.exploration.wandering_turns


def wandering_on(rules: Rules, out: Expedition) -> int:
    """The chance in six that somebody comes by: the site's own, or the usual one."""
    return out.wandering.chance if out.wandering.chance >= 0 else rules.content.exploration.wandering_on


def wandering_check(scene: Scene, chance: int) -> Check | None:
    """A die in secret against the chance that somebody comes by; without a chance none is thrown."""
    if chance <= 0:
        return None
    die = scene.dice.stream(REFEREE).roll(scene.rules.content.exploration.wandering_die, "wandering")
    return held_against((die,), (), "<=", chance, "wandering")


def roll_for_wanderers(scene: Scene, out: Expedition, turn: int) -> bool:
    """A die in secret; whether somebody comes."""
    check = wandering_check(scene, wandering_on(scene.rules, out))
    scene.happen(WanderingRolled(check, turn, out.under_sky, rules=("WB-CORE-01", "WB-CORE-03"), audience=REFEREE_ONLY))
    return check is not None and check.success


def check_for_wanderers(scene: Scene, out: Expedition, turn: int) -> None:
    """Whoever comes by in this turn is met at once."""
    if scene.rules.roll_for_wanderers(scene, out, turn):
        somebody_comes(scene, place(out).level)


def is_haunted(out: Expedition) -> bool:
    """Whether the party is where somebody may come upon it by the turn."""
    return not (out.over or place(out).safe or place(out).outdoors)


def time_until_met(scene: Scene, minutes: int) -> tuple[int, bool]:
    """How many of so many minutes go by before somebody comes, and whether anybody does: the checks are made ahead."""
    until = scene.state.minutes + minutes
    while (out := scene.state.expedition) is not None and undisturbed(scene.state) and is_haunted(out):
        turns = range(out.turns + 1, (until - out.began) // TURN + 1)
        due = next((turn for turn in turns if scene.rules.wandering_due(scene.rules, replace(out, turns=turn))), None)
        if due is None:
            break
        if scene.rules.roll_for_wanderers(scene, out, out.checked + wandering_turns(scene.rules, out)):
            return max(out.began + due * TURN - scene.state.minutes, 0), True
    return minutes, False


def check_wandering(scene: Scene, command: CheckWandering) -> Refusal | None:
    """The referee checks by hand: under the sky by the odds of the country, else by those of the place."""
    del command
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    if place(out).outdoors:
        scene.rules.check_in_the_open(scene, cast(Terrain, place(out).terrain or OPEN))
    else:
        scene.rules.check_for_wanderers(scene, out, out.turns)
    return None


def somebody_comes(scene: Scene, level: int) -> None:
    """Somebody of a level that the depth of the dungeon makes likely (table 38 and after)."""
    table = scene.rules.content.dungeon_levels[f"dungeon_level_{min(max(level, 1), DEEPEST)}"]
    row, lookup = table.roll(scene.dice.stream(REFEREE), (), "encounter")
    scene.happen(EncounterRolled(lookup, row.result.value, rules=("WB-CORE-01",), audience=REFEREE_ONLY))
    from_table(scene, f"dungeon_{row.result.value}", outdoors=False)


def day_passed(scene: Scene, terrain: Terrain) -> None:
    """A day in the open, which may have brought somebody."""
    scene.rules.check_in_the_open(scene, terrain)


def check_in_the_open(scene: Scene, terrain: Terrain, rules: tuple[str, ...] = ("WB-CORE-01", "WB-CORE-03")) -> None:
    """A chance in six by the terrain (table 34); in safety nobody comes."""
    odds = scene.rules.content.exploration.terrains[terrain]
    out = scene.state.expedition
    safe = out is not None and place(out).safe
    check = wandering_check(scene, 0 if safe else odds.encounter)
    turn = 0 if out is None else out.turns
    scene.happen(WanderingRolled(check, turn, turn, rules=rules, audience=REFEREE_ONLY))
    if check is not None and check.success and undisturbed(scene.state):
        from_table(scene, odds.table, outdoors=True)


def from_table(scene: Scene, name: str, *, outdoors: bool) -> None:
    """Roll on encounter tables until one names somebody."""
    for _ in range(MOST_REROLLS):
        row, lookup = scene.rules.content.encounter_tables[name].roll(scene.dice.stream(REFEREE), (), "encounter")
        scene.happen(EncounterRolled(lookup, rules=("WB-CORE-01",), audience=REFEREE_ONLY))
        if row.result.table:
            name = row.result.table
        elif not row.result.reroll:
            appear(scene, row.result, outdoors=outdoors)
            return


def appear(scene: Scene, who: Encounter, *, outdoors: bool) -> None:
    """Those whom a table names; for whom it knows no numbers the referee is asked to supply them."""
    if who.unlisted is not None:
        scene.happen(EncounterOpen(who.unlisted.it, who.unlisted.en, rules=("WB-CORE-02",), audience=REFEREE_ONLY))
        return
    out = scene.state.expedition
    number = 1 + (out.met if out is not None else 0)
    place = out.at if out is not None else ""
    if who.party:
        party, fallen = party_by_lot(scene, f"met-{number}", place, outdoors=outdoors)
        state_troop(scene, party, len(party.members), fallen)
        come_upon(scene, party)
        return
    dice = scene.dice.stream(REFEREE)
    thrown: list[Die] = []
    as_printed = bool(who.printed) and scene.state.options["misprints"] == "printed"
    monster = one_of(dice, who.printed if as_printed else who.monsters, thrown)
    level = 1
    if who.class_id and who.level is not None:
        faces = who.level.roll(dice, "encounter")
        thrown += faces
        level = max(who.level.total(faces), 1)
    amount = who.count
    if amount is None:
        usual = scene.rules.content.monsters[monster].appearing if monster else None
        amount = Amount(plus=1) if usual is None else usual.wilderness if outdoors else usual.dungeon
    faces = amount.roll(dice, "appearing")
    thrown += faces
    count, modifiers = rolled(amount, faces, "WB-CORE-01", least=1)
    troop = Troop(
        id=f"met-{number}",
        monster=monster,
        class_id=who.class_id,
        level=level,
        count=Amount(plus=count),
        place=place,
        point=scene.state.post,
        light=bool(who.class_id) and not outdoors,
    )
    state_troop(scene, troop, count, tuple(thrown), len(faces), modifiers)
    come_upon(scene, troop)


def one_of(dice: Dice, among: tuple[str, ...], thrown: list[Die]) -> str:
    """One of several monsters that a row names."""
    if len(among) < 2:
        return among[0] if among else ""
    die = dice.roll(len(among), "encounter")
    thrown.append(die)
    return among[die.face - 1]

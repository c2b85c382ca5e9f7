"""Who is put into a fight: the party against others, creatures of the bestiary against anybody."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.commands import StartFight
from arbitro.rules.whitebox.people.battle import party_members
from arbitro.rules.whitebox.people.commands import PartyFight
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.powers.creatures import raised
from arbitro.rules.whitebox.rounds import start_fight
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Side

MOST_TOGETHER: Final = 300


FOES: Final = "foes"


def party_fight(scene: Scene, command: PartyFight) -> Refusal | None:
    """Let the party meet others: a fight like any other, with its members as their sheets have them."""
    state = scene.state
    if fighting(state):
        return Refusal("fight_already")
    members = party_members(scene)
    if not members:
        return Refusal("empty_side", {"side": PARTY})
    for foe in command.foes:
        if foe.profile.side != FOES:
            return Refusal("no_such_side", {"who": foe.profile.id, "side": foe.profile.side})
    sides = (Side(PARTY, state.party.name, command.light), Side(FOES, command.name, command.foes_light))
    return start_fight(scene, StartFight(sides, (*members, *command.foes), command.may_surprise))


def muster(scene: Scene, command: Muster) -> Refusal | None:
    """Let creatures of the bestiary meet others: what is not said of them is rolled in secret."""
    refused = may_muster(scene, command)
    if refused is not None:
        return refused
    members = list(command.members)
    if command.party:
        members += party_members(scene, command.party)
    names: dict[str, int] = {}
    for band in command.bands:
        members += raised(scene, band, names)
    return start_fight(scene, StartFight(command.sides, tuple(members), command.may_surprise, command.setting))


def may_band(here: Here, band: Band, sides: set[str]) -> Refusal | None:
    """Whether so many of a creature, as they are described, can stand on one of these sides."""
    entry = here.rules.content.monsters.get(band.monster)
    if entry is None:
        return Refusal("no_monster", {"monster": band.monster})
    if entry.ac is None:
        return Refusal("no_combatant", {"monster": f"@monster:{band.monster}"})
    if band.side not in sides:
        return Refusal("no_such_side", {"who": band.monster, "side": band.side})
    if not 0 <= band.count <= MOST_TOGETHER or not -1 <= band.rank < len(entry.hd) or not 0 <= band.age <= 8:
        return Refusal("bad_band", {"monster": f"@monster:{band.monster}", "most": MOST_TOGETHER})
    if band.variety and band.variety not in entry.varieties:
        known = ", ".join(entry.varieties) or "–"
        return Refusal("no_variety", {"monster": f"@monster:{band.monster}", "known": known})
    return None


def may_muster(here: Here, command: Muster) -> Refusal | None:
    """Whether these creatures exist and can be met like this."""
    if fighting(here.state):
        return Refusal("fight_already")
    sides = {side.id for side in command.sides}
    if len(sides) < 2:
        return Refusal("two_sides", {"count": len(sides)}, ("WB-SEQ-01",))
    for band in command.bands:
        refused = may_band(here, band, sides)
        if refused is not None:
            return refused
    if command.party:
        if command.party not in sides:
            return Refusal("no_such_side", {"who": command.party, "side": command.party})
        if not party_members(here, command.party):
            return Refusal("empty_side", {"side": command.party})
    filled = {band.side for band in command.bands} | {member.profile.side for member in command.members}
    for side in sides - filled - {command.party}:
        return Refusal("empty_side", {"side": side})
    return None

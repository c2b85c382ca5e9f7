"""Morale (chapter «Morale», Table 20 of this game): what weighs on it, and those who fight to the last or pursue."""

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.commands import WeighMorale
from arbitro.rules.infausta.events import MoraleWeighed
from arbitro.rules.infausta.state import MoraleWeights, own
from arbitro.rules.whitebox import basics, manoeuvres, tactics
from arbitro.rules.whitebox import morale as whitebox_morale
from arbitro.rules.whitebox.basics import distance
from arbitro.rules.whitebox.commands import CheckMorale, Run, Surrender
from arbitro.rules.whitebox.events import MoraleStands
from arbitro.rules.whitebox.morale import MOST_WEIGHT
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State


def morale_modifiers(here: Here, members: tuple[Combatant, ...]) -> tuple[Modifier, ...]:
    """A leader steadies, the loss of more than half shakes, and whatever the referee adds (IS-MORALE-04)."""
    found: list[Modifier] = []
    group = members[0].profile.group
    weights = own(here.state).weights.get(group, MoraleWeights())
    everybody = whitebox_morale.group(basics.fight(here.state), group)
    if weights.leader and any(one.profile.leader and one.condition == "up" for one in everybody):
        found.append(Modifier(weights.leader, "IS-MORALE-04", "leader"))
    lost = sum(1 for one in everybody if one.condition != "up")
    if weights.losses and 2 * lost > len(everybody):
        found.append(Modifier(weights.losses, "IS-MORALE-04", "losses"))
    if weights.other:
        found.append(Modifier(weights.other, "IS-MORALE-04", "circumstances"))
    return tuple(found)


def weigh_morale(scene: Scene, command: WeighMorale) -> Refusal | None:
    """The referee says what weighs on a group's morale from now on (IS-MORALE-04)."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return Refusal("no_fight")
    if not command.group or not whitebox_morale.group(fight, command.group):
        return Refusal("no_group", {"group": command.group}, ("IS-MORALE-04",))
    if max(abs(command.leader), abs(command.losses), abs(command.other)) > MOST_WEIGHT:
        return Refusal("bad_weight", {"most": MOST_WEIGHT}, ("IS-MORALE-04",))
    weights = MoraleWeights(command.leader, command.losses, command.other)
    scene.happen(MoraleWeighed(command.group, weights, rules=("IS-MORALE-04",), audience=REFEREE_ONLY))
    return None


def check_morale(scene: Scene, command: CheckMorale) -> Refusal | None:
    """Those who fight to the last are not asked again (IS-MORALE-05)."""
    fight = scene.state.fight
    if fight is not None and fight.phase != "over":
        standing = [one for one in whitebox_morale.group(fight, command.group) if one.condition == "up"]
        if standing and all(one.morale == "fanatic" or one.profile.fearless for one in standing):
            rules = ("IS-MORALE-05",) if any(one.morale == "fanatic" for one in standing) else ("IS-MORALE-01",)
            scene.happen(MoraleStands(command.group, rules=rules, audience=REFEREE_ONLY))
            return None
    return whitebox_morale.check_morale(scene, command)


def run(scene: Scene, command: Run) -> Refusal | None:
    """Whoever fights to the last does not run (IS-MORALE-05)."""
    return fanatical(scene.state, command.who) or manoeuvres.run(scene, command)


def surrender(scene: Scene, command: Surrender) -> Refusal | None:
    """Whoever fights to the last does not give up (IS-MORALE-05)."""
    return fanatical(scene.state, command.who) or manoeuvres.surrender(scene, command)


def fanatical(state: State, who: str) -> Refusal | None:
    """The refusal that keeps somebody in the fight to the last."""
    one = state.fight.combatants.get(who) if state.fight is not None else None
    if one is None or one.morale != "fanatic":
        return None
    return Refusal("fanatic", {"who": f"@{who}"}, ("IS-MORALE-05",))


def worth_chasing(fight: Fight, one: Combatant, foe: Combatant) -> bool:
    """Those whom morale sends in pursuit go after runners, but only a little way (IS-MORALE-05)."""
    if tactics.worth_chasing(fight, one, foe):
        return True
    return one.morale == "pursue" and distance(fight, one, foe) <= MELEE_REACH + combat_move(one)

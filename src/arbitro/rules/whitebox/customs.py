"""What White Box has to say about deeds (`deeds`): whom they can be pointed at, and what they do to the unseen."""

from arbitro.kernel.command import Command, Refusal
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.basics import gifted
from arbitro.rules.whitebox.deeds import ATTACKS, HEARD, UNNOTICED, Act, Deed
from arbitro.rules.whitebox.powers import commands as power_commands
from arbitro.rules.whitebox.powers.aiming import chosen, effects_of
from arbitro.rules.whitebox.powers.devices import device_of, device_parts, inner_parts
from arbitro.rules.whitebox.powers.lookups import usable_powers
from arbitro.rules.whitebox.powers.registry import aims_at_foes
from arbitro.rules.whitebox.powers.unseen import betray_oneself, invisible, show_oneself
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, State


def act_of(here: Here, command: Command, deed: Deed) -> Act | None:
    """What a command is to those who watch; none where nobody minds."""
    if deed in UNNOTICED:
        return None
    state = here.state
    who, target = str(getattr(command, "who", "")), str(getattr(command, "target", ""))
    if isinstance(command, c.Cast) and not target and state.fight is not None:
        one = state.fight.combatants.get(who)
        target = one.aim if one is not None else ""
    harms = deed in ATTACKS or meant_to_harm(here, command, target)
    return Act(deed, who, target, harms)


def meant_to_harm(here: Here, command: Command, target: str) -> bool:
    """Whether a spell, a power or a thing is used against somebody, by what it does in the manner that was named."""
    fight = here.state.fight
    one = fight.combatants.get(str(getattr(command, "who", ""))) if fight is not None else None
    if fight is None or one is None:
        return False
    match command:
        case c.Cast():
            spell = next((known for known in one.profile.spells if known.id == one.prepared), None)
            if spell is None or spell.threat is not None:
                return spell is not None
            return any(aims_at_foes(here.rules, part) for part in chosen(effects_of(here.rules, spell), command.manner))
        case c.Prepare() | c.Close():
            return False
        case power_commands.UseDevice():
            device = device_of(one, command.device)
            parts = () if device is None else chosen(device_parts(here.rules, device, command.manner), command.manner)
            inside = (inner for part in parts for inner in inner_parts(here.rules, part, command.manner))
            return any(aims_at_foes(here.rules, inner) for inner in inside)
        case power_commands.UsePower():
            usable = usable_powers(here.rules, one).get(command.power)
            if usable is None or usable.use.harms is None:
                return usable is not None and not usable.use.peaceful
            return usable.use.harms(usable.power, here.rules)
        case power_commands.TurnUndead():
            return True
        case _:  # whatever else is pointed at a foe is meant for it
            foe = fight.combatants.get(target)
            return foe is not None and foe.profile.side != one.profile.side


def foe_of(state: State, act: Act) -> tuple[Combatant, Combatant] | None:
    """Whoever does something in a fight, and the foe at whom it is pointed; none where it is pointed at no foe."""
    fight = state.fight
    if fight is None or fight.phase == "over":
        return None
    one, target = fight.combatants.get(act.who), fight.combatants.get(act.target)
    if one is None or target is None or one.profile.side == target.profile.side:
        return None
    return one, target


def needs_a_direction(here: Here, act: Act) -> Refusal | None:
    """Nothing is pointed at an unseen foe without an idea of where it is (WB-INVIS-01)."""
    pair = foe_of(here.state, act)
    if pair is None or pair[1].condition != "up" or here.rules.can_strike(here, *pair):
        return None
    return Refusal("unseen", {"who": f"@{act.target}"}, ("WB-INVIS-01",))


def is_heard(scene: Scene, act: Act) -> None:
    """Words and cries tell where an unseen one is (WB-INVIS-01)."""
    one = doer(scene.state, act) if act.deed in HEARD and not act.harms else None
    if one is not None and invisible(scene, one):
        betray_oneself(scene, one)


def shows_oneself(scene: Scene, act: Act) -> None:
    """Whoever attacks is seen where the magic ends with it, and given away in any case."""
    one = doer(scene.state, act) if act.harms else None
    if one is not None:
        show_oneself(scene, one)


def doer(state: State, act: Act) -> Combatant | None:
    """Whoever does something in a fight, while they stand."""
    fight = state.fight
    one = fight.combatants.get(act.who) if fight is not None and fight.phase != "over" else None
    return one if one is not None and one.condition == "up" else None


def out_of_the_ordinary(state: State) -> bool:
    """Whether anybody is in a state that deeds have to do with: plain people in a plain fight are not."""
    if state.effects:
        return True
    fight = state.fight
    return fight is not None and not fight.plain and fight.phase != "over" and gifted(fight)

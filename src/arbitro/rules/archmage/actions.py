"""The actions of a turn: one standard, one move, one quick, and what can serve as what (chapter «Azioni»)."""

from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.rules.archmage.commands import FreeAction
from arbitro.rules.archmage.events import ActionsSpent, FreeActionTaken
from arbitro.rules.archmage.people import can_act, ongoing_battle
from arbitro.rules.archmage.power import Cost
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State

_SERVES: dict[Cost, tuple[Cost, ...]] = {
    "standard": ("standard",),
    "move": ("move", "standard"),
    "quick": ("quick", "move", "standard"),
}
"""What may pay for an action, the cheapest first: nothing converts upwards (AE-ACTION-03, AE-ACTION-04)."""
_RULES: dict[Cost, str] = {"standard": "AE-ACTION-01", "move": "AE-ACTION-03", "quick": "AE-ACTION-04"}
ALL: Final[tuple[Cost, ...]] = ("standard", "move", "quick")
"""The actions of a whole turn (AE-ACTION-01)."""


def own_turn(scene: Scene, who: str) -> Refusal | None:
    """Whether it is somebody's turn and they can act."""
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    one = fight.combatants.get(who)
    if one is None:
        return Refusal("nobody", {"who": who})
    if fight.current != who:
        return Refusal("not_your_turn", {"who": f"@{who}"}, ("AE-ACTION-01", "AE-INIT-03"))
    if not can_act(one):
        return Refusal("cannot_act", {"who": f"@{who}"}, ("AE-COND-10", "AE-DYING-01"))
    return None


def may_spend(one: Combatant, cost: Cost) -> Refusal | None:
    """Whether something is left to pay for an action."""
    if cost in ("free", "interrupt") or any(each in one.actions for each in _SERVES[cost]):
        return None
    return Refusal(f"no_{cost}_action", {"who": f"@{one.id}"}, ("AE-ACTION-01", _RULES[cost]))


def spend(
    scene: Scene, who: str, cost: Cost, rules: tuple[str, ...] = (), *, keep_standard: bool = False
) -> Cost | Literal[""]:
    """Pay for an action with the cheapest that can serve (AE-ACTION-01, AE-ACTION-03, AE-ACTION-04); with which."""
    one = scene.one(who)
    if cost in ("free", "interrupt"):
        return ""
    for payment in _SERVES[cost]:
        if payment in one.actions and not (keep_standard and payment == "standard"):
            left = without_one(one.actions, payment)
            cited = ("AE-ACTION-01", _RULES[cost]) if payment != cost else ("AE-ACTION-01",)
            scene.happen(ActionsSpent(who, (payment,), left, rules=(*rules, *cited)))
            return payment
    return ""


def without_one(actions: tuple[Cost, ...], spent: Cost) -> tuple[Cost, ...]:
    """The actions left when one of a sort is gone; by a power there may be two of a sort."""
    place = actions.index(spent)
    return (*actions[:place], *actions[place + 1 :])


def give_back(scene: Scene, who: str, cost: Cost, rules: tuple[str, ...]) -> None:
    """An action that others made impossible before it began may be put to another use (AE-READY-03)."""
    left = tuple(each for each in ALL if each == cost or each in scene.one(who).actions)
    scene.happen(ActionsSpent(who, (), left, rules=rules))


def spend_all(scene: Scene, who: str, rules: tuple[str, ...]) -> None:
    """Give up everything of the turn at once (AE-COUP-02)."""
    one = scene.one(who)
    scene.happen(ActionsSpent(who, one.actions, (), rules=rules))


def may_take_free(state: State, one: Combatant) -> Refusal | None:
    """Whether the referee's limit leaves room for another free action (AE-ACTION-02)."""
    cap = int(state.options["free_action_cap"])
    if cap and one.free_actions >= cap:
        return Refusal("free_action_cap", {"who": f"@{one.id}", "cap": cap}, ("AE-ACTION-02",))
    return None


def free_action(scene: Scene, command: FreeAction) -> Refusal | None:
    """Speak, drop something and the like: costs nothing, as often as the referee allows (AE-ACTION-02)."""
    one = scene.one(command.who)
    refused = may_take_free(scene.state, one)
    if refused is not None:
        return refused
    scene.happen(FreeActionTaken(one.id, command.what[:80], rules=("AE-ACTION-02",)))
    return None

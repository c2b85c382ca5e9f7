"""Whose turn it is in a fight, who has something to do in it, and what the round has room for."""

from collections.abc import Collection
from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.moment import once
from arbitro.rules.whitebox import basics, surprise
from arbitro.rules.whitebox.basics import able, in_melee, members, opponents
from arbitro.rules.whitebox.powers.lookups import has_usable_power
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight, Intent, IntentKind, Phase, State
from arbitro.rules.whitebox.terms import Weapon

STANDARD: Final[tuple[Phase, ...]] = ("act",)

ALTERNATE: Final[tuple[Phase, ...]] = ("prepared", "missiles", "melee", "movement")

FOR_SOME: Final[tuple[Phase, ...]] = ("prepared", "missiles", "melee")
"""Phases in which not everybody has something to do."""

PHASE_RULES: Final[dict[Phase, tuple[str, ...]]] = {
    "declare": ("WB-INTENT-01", "WB-SPELL-01"),
    "free": ("WB-SURPRISE-03",),
    "act": ("WB-SEQ-02", "WB-ALTSEQ-10"),
    "prepared": ("WB-ALTSEQ-01", "WB-ALTSEQ-04", "WB-ALTSEQ-10"),
    "missiles": ("WB-ALTSEQ-01", "WB-ALTSEQ-07", "WB-ALTSEQ-10"),
    "melee": ("WB-ALTSEQ-01", "WB-ALTSEQ-08", "WB-ALTSEQ-10"),
    "movement": ("WB-ALTSEQ-01", "WB-ALTSEQ-09", "WB-ALTSEQ-10"),
}


def sides_to_declare(state: State, number: int) -> tuple[str, ...]:
    """Sides that commit themselves before the round: all by the option, else those with a spell to announce."""
    fight = state.fight or basics.fight(state)
    intent = state.options["declare_intent"]
    if not intent and state.options["combat_sequence"] == "alternate":
        return ()
    declaring: list[str] = []
    for one in fight.combatants.values():
        announces = one.profile.spells or intent
        if announces and one.condition == "up" and one.held_until < number and (intent or castable(one)):
            declaring.append(one.profile.side)
    return tuple(filter(declaring.__contains__, fight.sides)) if declaring else ()


def sides_not_done(fight: Fight) -> list[str]:
    """The sides whose turn it is and that have not finished it."""
    return [side for side in fight.acting if side not in fight.done]


def has_use_for(rules: Rules, fight: Fight, sides: Collection[str], phase: Phase, number: int) -> bool:
    """Whether anybody of these sides could do something in a phase."""
    for one in fight.combatants.values():
        if one.condition != "up" or one.profile.side not in sides:
            continue
        if one.held_until >= number or (number == 0 and surprise.caught(fight, one.id)):
            continue
        if phase not in FOR_SOME or useful_in(rules, fight, one, phase, number):
            return True
    return False


def useful_in(rules: Rules, fight: Fight, one: Combatant, phase: Phase, number: int) -> bool:
    """Whether a phase that is `FOR_SOME` has a use for somebody."""
    if phase == "prepared":
        return bool(one.prepared or castable(one))
    if one.busy == number:
        return False
    if phase == "missiles":
        shoots = any(weapon.kind == "missile" for weapon in one.profile.weapons)
        return shoots or (one.profile.powers is not None and has_usable_power(rules, one))
    return any(in_melee(fight, one, foe) for foe in opponents(fight, one))


def acting_on(here: Here, who: str, target: str) -> tuple[Combatant, Combatant] | Refusal:
    """Somebody whose turn it is and somebody else in the fight, or why not."""
    one = acting(here, who)
    if isinstance(one, Refusal):
        return one
    other = basics.known(here.state, target)
    return other if isinstance(other, Refusal) else (one, other)


def acting(here: Here, who: str, running: bool = False) -> Combatant | Refusal:
    """Somebody whose turn it is and who can act, or why not."""
    fight = here.state.fight
    if fight is None or (phase := fight.phase) == "over":
        return Refusal("no_fight")
    one, now = fight.combatants.get(who), fight.round
    if one is None:
        return Refusal("nobody", {"who": who})
    if one.condition != "up" or one.held_until >= now:
        return Refusal("cannot_act", why_unable(one), ("WB-SEQ-03",))
    if phase == "declare":
        return Refusal("declare_first", {"who": f"@{who}"}, ("WB-INTENT-01", "WB-SPELL-01"))
    side, done = one.profile.side, fight.done
    if side not in fight.order[fight.turn] or (done and side in done):
        return Refusal("not_your_turn", {"who": f"@{who}"}, ("WB-SEQ-02", "WB-SEQ-03"))
    if not now and surprise.caught(fight, who):
        return Refusal("surprised", {"who": f"@{who}"}, ("WB-SURPRISE-03",))
    if one.morale == "flee" and not running:
        return Refusal("fleeing", {"who": f"@{who}"}, ("WB-MORALE-04",))
    return one


def may_attack_now(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether the round has room for this attack: the phase, the free action, the declaration, the spell."""
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": f"@{one.id}"}, rules_of_a_whole_round(here.state))
    if here.state.options["combat_sequence"] == "alternate":
        wanted: Phase = "missiles" if weapon.kind == "missile" else "melee"
        if fight.phase != wanted:
            return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, PHASE_RULES[wanted])
        if weapon.kind == "missile" and one.weapon != weapon.id:
            return Refusal("not_ready", {"who": f"@{one.id}", "weapon": weapon.id}, ("WB-ALTSEQ-07",))
    elif one.prepared:
        return Refusal("casting", {"who": f"@{one.id}"}, ("WB-SPELL-01", "WB-SEQ-02"))
    if fight.round == 0:
        if fight.phase == "free" and one.moved == 0:
            return Refusal("one_of_two", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
        if fight.phase == "free" and one.attacked == 0:  # one attack, however many a round would have
            return Refusal("attacked_already", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
    return None if one.intent is None else as_declared(here.state, one.intent, one, target, weapon)


def rules_of_a_whole_round(state: State) -> tuple[str, ...]:
    """Why nobody does anything beside what takes a whole round: by either sequence, whichever is played."""
    return ("WB-SEQ-02", "WB-ALTSEQ-06") if state.options["combat_sequence"] == "alternate" else ("WB-SEQ-02",)


def why_unable(one: Combatant) -> dict[str, str | int]:
    """Who cannot act and what keeps them from it, for a refusal."""
    condition = one.condition if one.condition != "up" else "held"
    return {"who": f"@{one.id}", "fault": f"condition.{condition}"}


def as_declared(state: State, intent: Intent, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether an attack is the one that was declared, where declarations bind (WB-INTENT-01)."""
    if not state.options["declare_intent"]:
        return None
    if intent.kind != weapon.kind or intent.target not in ("", target.id):
        values: dict[str, str | int] = {"who": f"@{one.id}", "fault": f"intent.{intent.kind}"}
        return Refusal("declared_otherwise", values, ("WB-INTENT-01",))
    return None


def member_order(fight: Fight, side: str) -> tuple[Combatant, ...]:
    """The members of a side, the nimbler first, for when the order among them matters (WB-ALTSEQ-10)."""
    return tuple(sorted(members(fight, side), key=lambda one: -one.profile.dexterity_score))


def still_to_act(rules: Rules, state: State, side: str) -> tuple[str, ...]:
    """Who of a side could still do, or declare, something in this turn, and has not said that they are done."""
    return once(state, ("still to act", side), lambda: _still_to_act(rules, state, side))


def _still_to_act(rules: Rules, state: State, side: str) -> tuple[str, ...]:
    fight = basics.fight(state)
    found = []
    for one in members(fight, side):
        if one.id in fight.held_back or not able(fight, one) or has_acted(fight, one):
            continue
        if fight.phase == "declare":
            bound = one.intent is not None or bool(one.prepared or one.preparing)
            waits = not bound and (bool(state.options["declare_intent"]) or bool(castable(one)))
        else:
            caught = fight.round == 0 and surprise.caught(fight, one.id)
            for_all = fight.phase not in FOR_SOME
            waits = not caught and (for_all or useful_in(rules, fight, one, fight.phase, fight.round))
        if waits:
            found.append(one.id)
    return tuple(found)


def has_acted(fight: Fight, one: Combatant) -> bool:
    """Whether somebody has struck, or given the round to something.

    Further blows apart, what stands in place of a blow or takes a whole round is refused to them from then on
    (`may_act_instead`, `may_use_whole_round`).
    """
    return fight.round in (one.attacked, one.busy)


def others_still_acting(rules: Rules, fight: Fight, side: str) -> bool:
    """Whether another side of the same moment has not finished."""
    others = [other for other in sides_not_done(fight) if other != side]
    if not others:
        return False
    return fight.phase == "declare" or has_use_for(rules, fight, others, fight.phase, fight.round)


def may_use_whole_round(state: State, one: Combatant, declared: IntentKind = "other") -> Refusal | None:
    """Whether somebody can still give the round to one thing alone, and declared it where declarations bind."""
    fight, round_ = basics.fight(state), basics.fight(state).round
    if fight.phase == "free" and declared != "flee":
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
    if one.busy == round_ or one.attacked == round_ or one.moved == round_:
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-SEQ-02",))
    if one.intent is not None and one.intent.kind != declared and one.morale != "flee":
        return Refusal(
            "declared_otherwise", {"who": f"@{one.id}", "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",)
        )
    return None


def may_act_instead(state: State, fight: Fight, one: Combatant, missile: str = "") -> Refusal | None:
    """Whether somebody can do something else than strike in this moment, in place of an attack.

    `missile` is whoever it is thrown at, for what is thrown: whoever declared a shot may throw.
    """
    who = f"@{one.id}"
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": who}, ("WB-SEQ-02",))
    if one.attacked == fight.round:
        return Refusal("attacked_already", {"who": who}, ("WB-SEQ-02",))
    if fight.phase == "free":
        return Refusal("not_in_this_phase", {"who": who}, ("WB-SURPRISE-03",))
    if state.options["combat_sequence"] == "alternate" and fight.phase not in ("missiles", "melee"):
        return Refusal("not_in_this_phase", {"who": who}, ("WB-ALTSEQ-01",))
    if one.prepared and state.options["combat_sequence"] == "standard":
        return Refusal("casting", {"who": who}, ("WB-SPELL-01",))
    if one.intent is not None and one.intent.kind != "other" and not as_good_as(one.intent, missile):
        return Refusal("declared_otherwise", {"who": who, "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",))
    return None


def as_good_as(intent: Intent, missile: str) -> bool:
    """Whether a declared shot covers what is thrown at somebody: the same one, if one was named."""
    return intent.kind == "missile" and bool(missile) and intent.target in ("", missile)

"""Spells in a fight (chapter «Incantesimi»): announced with the round, or prepared a round ahead."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, in_the_field
from arbitro.rules.whitebox.commands import Cast, Prepare
from arbitro.rules.whitebox.damage import land_held_blows
from arbitro.rules.whitebox.events import SpellCast, SpellDelayed, SpellPrepared, SpellStruck
from arbitro.rules.whitebox.people.records import out_of_mind
from arbitro.rules.whitebox.powers.aiming import can_be_aimed_at, may_release
from arbitro.rules.whitebox.powers.magic import spell_in_fight
from arbitro.rules.whitebox.prepared_spells import spell_of
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Peril
from arbitro.rules.whitebox.whose_turn import acting, may_use_whole_round


def prepare(scene: Scene, command: Prepare) -> Refusal | None:
    """Alternative sequence: preparing takes a full round, from its first phase on (WB-ALTSEQ-05, WB-ALTSEQ-06)."""
    state, rules = scene.state, ("WB-ALTSEQ-05", "WB-ALTSEQ-06", "WB-SPELL-05")
    if state.options["combat_sequence"] != "alternate":
        return Refusal("option_off", {"option": "combat_sequence"}, rules)
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    if basics.fight(state).phase != "prepared":
        return Refusal("prepare_first", {"who": f"@{one.id}"}, rules)
    if one.prepared or one.preparing:
        return Refusal("one_spell", {"who": f"@{one.id}"}, rules)
    refused = may_use_whole_round(state, one, "cast")
    if refused is not None:
        return refused
    found = out_of_mind(state, one.id) or spell_of(one, command.spell)
    if isinstance(found, Refusal):
        return found
    if command.target not in basics.fight(state).combatants:
        return Refusal("nobody", {"who": command.target})
    if one.intent is not None and (command.spell, command.target) != (one.intent.spell, one.intent.target):
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{one.intent.target}"}
        return Refusal("declared_target", values, ("WB-INTENT-01", "WB-SPELL-01"))
    scene.happen(SpellPrepared(one.id, command.spell, command.target, ready=False, rules=rules))
    return None


def cast(scene: Scene, command: Cast) -> Refusal | None:
    """Release a spell: in its caster's turn, or in the first phase of the alternative sequence."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(state)
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-SEQ-02", "WB-MOVE-06"))
    alternate = state.options["combat_sequence"] == "alternate"
    if fight.phase != ("prepared" if alternate else "act"):
        rules: tuple[str, ...] = ("WB-ALTSEQ-04",) if alternate and fight.round else ("WB-SURPRISE-03",)
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, rules)
    if one.intent is not None and one.intent.kind != "cast":
        return Refusal(
            "declared_otherwise", {"who": f"@{one.id}", "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",)
        )
    witless = out_of_mind(state, one.id)
    if witless is not None:
        return witless
    if not one.prepared:
        rules = ("WB-SPELL-01", "WB-ALTSEQ-04") if alternate else ("WB-SPELL-01",)
        return Refusal("nothing_prepared", {"who": f"@{one.id}"}, rules)
    declared = one.intent.target if one.intent is not None else ""
    if command.target and declared and command.target != declared:  # where declarations bind, it stays with its target
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{declared}"}
        return Refusal("declared_target", values, ("WB-INTENT-01", "WB-SPELL-01"))
    target = fight.combatants.get(command.target or one.aim)
    spell = next(spell for spell in one.profile.spells if spell.id == one.prepared)
    if target is None or not can_be_aimed_at(scene, one, target, spell):
        return Refusal("no_target", {"who": f"@{command.target or one.aim}"})
    refused = may_release(scene, one, target, spell, command.manner)
    if refused is not None:
        return refused
    rules = ("WB-ALTSEQ-04", "WB-SPELL-05") if alternate else ("WB-SPELL-04",)
    scene.happen(SpellCast(one.id, spell.id, target.id, rules=rules))
    if spell.threat is None:
        spell_in_fight(scene, one, target, spell, command.manner)
    elif spell.moment == "end_of_round":
        peril = Peril(target.id, spell.threat, one.id)
        scene.happen(SpellDelayed(one.id, peril, rules=("WB-SPELL-04",), audience=one.profile.side))
    else:
        scene.rules.endanger(scene, target, spell.threat, one.id)
    return None


def can_still_cast(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether a spell that somebody has begun is still to come and would reach the target (WB-SPELL-01)."""
    fight, begun = basics.fight(here.state), one.prepared or one.preparing
    spell = next((known for known in one.profile.spells if known.id == begun), None)
    if spell is None or not able(fight, one) or out_of_mind(here.state, one.id) is not None:
        return False
    to_come = fight.order[fight.turn + fight.landing :]
    if here.state.options["combat_sequence"] != "alternate" and not any(one.profile.side in group for group in to_come):
        return False
    aimed = can_be_aimed_at(here, one, target, spell)
    return aimed and may_release(here, one, target, spell, "") is None


def strike_with_delayed_spells(scene: Scene) -> None:
    """End of a round: spells that waited for it take effect on whoever is still there (WB-SPELL-04)."""
    for peril in basics.fight(scene.state).delayed:
        scene.happen(SpellStruck(peril.who, rules=("WB-SPELL-04",)))
        target = basics.fight(scene.state).combatants[peril.who]
        if in_the_field(target):
            scene.rules.endanger(scene, target, peril.threat, peril.source)
    land_held_blows(scene)

"""Spells in a fight (chapter «Incantesimi»): announced with the round, or prepared a round ahead."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, in_the_field, opponents
from arbitro.rules.whitebox.commands import Cast, Prepare
from arbitro.rules.whitebox.damage import may_use_whole_round
from arbitro.rules.whitebox.events import SpellCast, SpellDelayed, SpellPrepared, SpellStruck
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Peril, State
from arbitro.rules.whitebox.terms import Spell


def castable(one: Combatant) -> tuple[Spell, ...]:
    """Spells that somebody still has."""
    return tuple(spell for spell in one.profile.spells if spell.id not in one.cast)


def spell_of(one: Combatant, wanted: str) -> Spell | Refusal:
    """A spell that somebody still has, or the refusal."""
    for spell in castable(one):
        if spell.id == wanted:
            return spell
    return Refusal("no_spell", {"who": f"@{one.id}", "spell": wanted}, ("WB-SPELL-01",))


def may_announce(here: Here, one: Combatant, spell: str, target: str) -> Refusal | None:
    """Whether somebody has the spell, and the target is there."""
    found = spell_of(one, spell)
    if isinstance(found, Refusal):
        return found
    return None if target in basics.fight(here.state).combatants else Refusal("nobody", {"who": target})


def announce(scene: Scene, one: Combatant, spell: str, target: str) -> None:
    """Standard sequence: a spell is begun with the round, an enemy in reach or not (WB-SPELL-01, WB-SPELL-02)."""
    scene.happen(SpellPrepared(one.id, spell, target, ready=True, rules=("WB-SPELL-01", "WB-SPELL-02")))


def prepare(scene: Scene, command: Prepare) -> Refusal | None:
    """Alternative sequence: preparing takes a full round, from its first phase on (WB-ALTSEQ-05, WB-ALTSEQ-06)."""
    state = scene.state
    one = scene.rules.acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    rules = ("WB-ALTSEQ-05", "WB-ALTSEQ-06", "WB-SPELL-05")
    if basics.fight(state).phase != "prepared":
        return Refusal("prepare_first", {"who": f"@{one.id}"}, rules)
    if one.prepared or one.preparing:
        return Refusal("one_spell", {"who": f"@{one.id}"}, rules)
    refused = may_use_whole_round(state, one, "cast")
    if refused is not None:
        return refused
    found = spell_of(one, command.spell)
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
    one = scene.rules.acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    if not one.prepared:
        return Refusal("nothing_prepared", {"who": f"@{one.id}"}, ("WB-SPELL-01", "WB-ALTSEQ-04"))
    fight = basics.fight(state)
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-SEQ-02", "WB-MOVE-06"))
    if one.intent is not None and one.intent.kind != "cast":
        return Refusal(
            "declared_otherwise", {"who": f"@{one.id}", "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",)
        )
    alternate = state.options["combat_sequence"] == "alternate"
    if fight.phase != ("prepared" if alternate else "act"):
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, ("WB-ALTSEQ-04", "WB-SURPRISE-03"))
    declared = one.intent.target if one.intent is not None else ""
    if command.target and declared and command.target != declared:  # where declarations bind, it stays with its target
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{declared}"}
        return Refusal("declared_target", values, ("WB-INTENT-01", "WB-SPELL-01"))
    target = fight.combatants.get(command.target or one.aim)
    spell = next(spell for spell in one.profile.spells if spell.id == one.prepared)
    if target is None or not scene.rules.can_be_aimed_at(scene, one, target, spell):
        return Refusal("no_target", {"who": f"@{command.target or one.aim}"})
    refused = scene.rules.may_release(scene, one, target, spell, command.manner)
    if refused is not None:
        return refused
    rules = ("WB-ALTSEQ-04", "WB-SPELL-05") if alternate else ("WB-SPELL-04",)
    scene.happen(SpellCast(one.id, spell.id, target.id, rules=rules))
    if spell.threat is None:
        scene.rules.spell_in_fight(scene, one, target, spell, command.manner)
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
    if spell is None or not able(fight, one):
        return False
    to_come = fight.order[fight.turn + fight.landing :]
    if here.state.options["combat_sequence"] != "alternate" and not any(one.profile.side in group for group in to_come):
        return False
    aimed = here.rules.can_be_aimed_at(here, one, target, spell)
    return aimed and here.rules.may_release(here, one, target, spell, "") is None


def can_be_aimed_at(here: Here, one: Combatant, target: Combatant, spell: Spell) -> bool:
    """Whether a spell can be cast at somebody: whoever is in the field."""
    del here, one, spell
    return in_the_field(target)


def spell_targets(here: Here, one: Combatant, spell: Spell) -> tuple[Combatant, ...]:
    """At whom a spell is sensibly cast: the enemy."""
    del spell
    return tuple(opponents(basics.fight(here.state), one))


def may_release(here: Here, one: Combatant, target: Combatant, spell: Spell, manner: str) -> Refusal | None:
    """Whether a spell can be released like this; one that is a plain danger has only one manner."""
    del here, target
    if manner and spell.threat is not None:
        return Refusal("no_manner", {"who": f"@{one.id}", "manner": manner}, ("WB-SPELL-01",))
    return None


def strike_with_delayed_spells(scene: Scene) -> None:
    """End of a round: spells that waited for it take effect on whoever is still there (WB-SPELL-04)."""
    for peril in basics.fight(scene.state).delayed:
        scene.happen(SpellStruck(peril.who, rules=("WB-SPELL-04",)))
        target = basics.fight(scene.state).combatants[peril.who]
        if in_the_field(target):
            scene.rules.endanger(scene, target, peril.threat, peril.source)
    scene.rules.land_held_blows(scene)


def lapsing(state: State) -> tuple[str, ...]:
    """Casters of the standard sequence who announced a spell for the round and did not release it."""
    if state.options["combat_sequence"] == "alternate":
        return ()
    return tuple([one.id for one in basics.fight(state).combatants.values() if one.prepared])

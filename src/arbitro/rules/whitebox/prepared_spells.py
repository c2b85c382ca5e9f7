"""Spells that somebody has for a fight: those that are left, that were announced, that are lost."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.events import SpellLost, SpellPrepared
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Combatant, State
from arbitro.rules.whitebox.terms import Spell


def castable(one: Combatant) -> tuple[Spell, ...]:
    """Spells that somebody still has."""
    return tuple(spell for spell in one.profile.spells if spell.id not in one.cast)


def spell_of(one: Combatant, wanted: str) -> Spell | Refusal:
    """A spell that somebody still has, or the refusal."""
    for spell in castable(one):
        if spell.id == wanted:
            return spell
    return Refusal("no_spell", {"who": f"@{one.id}", "spell": f"@spell:{wanted}"}, ("WB-SPELL-01",))


def announce(scene: Scene, one: Combatant, spell: str, target: str) -> None:
    """Standard sequence: a spell is begun with the round, an enemy in reach or not (WB-SPELL-01, WB-SPELL-02)."""
    scene.happen(SpellPrepared(one.id, spell, target, ready=True, rules=("WB-SPELL-01", "WB-SPELL-02")))


def lapsing(state: State) -> tuple[str, ...]:
    """Casters of the standard sequence who announced a spell for the round and did not release it."""
    if state.options["combat_sequence"] == "alternate":
        return ()
    fight = state.fight or basics.fight(state)
    return tuple([one.id for one in fight.combatants.values() if one.prepared])


def spoil(scene: Scene, one: Combatant) -> None:
    """A caster hurt while preparing loses the spell (WB-SPELL-03); a finished one, kept for its phase, is safe."""
    rules: tuple[str, ...] = ("WB-SPELL-03",)
    if scene.state.options["combat_sequence"] == "alternate":
        rules = ("WB-SPELL-03", "WB-ALTSEQ-05")
    scene.happen(SpellLost(one.id, one.preparing or one.prepared, rules=rules))

"""Declarations before initiative (chapter «Intento»): of one, of several at once, and being freed from one."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, known
from arbitro.rules.whitebox.commands import AllowSubstitute, Declare, DeclareTogether
from arbitro.rules.whitebox.declared import each_declared, may_be_declared
from arbitro.rules.whitebox.events import Declared, Released
from arbitro.rules.whitebox.powers.aiming import may_announce
from arbitro.rules.whitebox.prepared_spells import announce
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Intent
from arbitro.rules.whitebox.whose_turn import why_unable


def declare(scene: Scene, command: Declare) -> Refusal | None:
    """Commit somebody to an action before initiative; a spell is announced this way by everybody."""
    refused = may_declare(scene, command)
    if refused is None:
        commit(scene, (command,))
    return refused


def declare_together(scene: Scene, command: DeclareTogether) -> Refusal | None:
    """Commit several of a side to an action before initiative; where one of them may not, nobody is committed."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return Refusal("no_fight")
    if command.side not in fight.sides:
        return Refusal("no_such_side", {"who": command.side, "side": command.side})
    said: list[Declare] = []
    for one in each_declared(command):
        if isinstance(one, str):
            return Refusal("unreadable_declaration", {"part": one}, ("WB-INTENT-01",))
        refused = may_declare(scene, one)
        if refused is not None:
            return refused
        if fight.combatants[one.who].profile.side != command.side:
            return Refusal("of_another_side", {"who": f"@{one.who}", "side": f"@{command.side}"}, ("WB-INTENT-01",))
        if any(before.who == one.who for before in said):
            return Refusal("declared_already", {"who": f"@{one.who}"}, ("WB-INTENT-01",))
        said.append(one)
    commit(scene, tuple(said))
    return None


def may_declare(here: Here, command: Declare) -> Refusal | None:
    """Whether somebody may be committed to an action now."""
    state = here.state
    one = known(state, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(state)
    if fight.phase != "declare" or one.profile.side not in fight.acting or one.profile.side in fight.done:
        return Refusal("too_late", {"who": f"@{one.id}"}, ("WB-INTENT-01", "WB-SPELL-01"))
    if not able(fight, one):
        return Refusal("cannot_act", why_unable(one))
    if one.intent is not None or (one.prepared and state.options["combat_sequence"] != "alternate"):
        return Refusal("declared_already", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    if not state.options["declare_intent"] and command.kind != "cast":
        return Refusal("option_off", {"option": "declare_intent"}, ("WB-INTENT-01",))
    if command.target and command.target not in fight.combatants:
        return Refusal("nobody", {"who": command.target})
    if command.act and not may_be_declared(command.act, here.rules.rulings):
        return Refusal("no_such_act", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    return may_announce(here, one, command.spell, command.target) if command.kind == "cast" else None


def commit(scene: Scene, said: tuple[Declare, ...]) -> None:
    """What may be declared is: spells are begun first, then everybody is bound."""
    # By the alternative sequence the declaration only binds: the spell itself is prepared in its phase.
    if scene.state.options["combat_sequence"] != "alternate":
        for one in said:
            if one.kind == "cast":
                announce(scene, basics.fight(scene.state).combatants[one.who], one.spell, one.target)
    if scene.state.options["declare_intent"]:
        for one in said:
            intent = Intent(one.kind, one.target, one.spell, one.act)
            heard = scene.rules.told_of_intent(basics.fight(scene.state).combatants[one.who])
            scene.happen(Declared(one.who, intent, rules=("WB-INTENT-01",), audience=heard))


def told_of_intent(one: Combatant) -> str:
    """Who hears what somebody declares: everybody."""
    del one
    return ""


def allow_substitute(scene: Scene, command: AllowSubstitute) -> Refusal | None:
    """The referee frees somebody from a declaration that has become impossible (WB-INTENT-01)."""
    one = known(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if basics.fight(scene.state).phase == "declare":
        return Refusal("declare_first", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    if one.intent is None:
        return Refusal("nothing_declared", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    scene.happen(Released(one.id, rules=("WB-INTENT-01",)))
    return None

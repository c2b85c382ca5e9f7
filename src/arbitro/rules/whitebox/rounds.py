"""The sequence of a fight (chapters «Combattimento», «Intento», «Iniziativa», «Sequenza alternativa»)."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, contested, gifted, in_melee, known, members, opponents, standing_sides
from arbitro.rules.whitebox.casting import announce, castable, lapsing, strike_with_delayed_spells
from arbitro.rules.whitebox.commands import (
    AllowSubstitute,
    Declare,
    EndFight,
    EndTurn,
    HoldBack,
    Member,
    ReadyWeapon,
    StartFight,
)
from arbitro.rules.whitebox.damage import may_use_whole_round
from arbitro.rules.whitebox.declared import may_be_declared
from arbitro.rules.whitebox.events import (
    Appeared,
    BeyondTables,
    Declared,
    Fell,
    FightBegan,
    FightEnded,
    HeldBack,
    InitiativeRolled,
    Joined,
    Released,
    RoundEnded,
    Seen,
    SideDone,
    SpellLapsed,
    TurnBegan,
    WeaponReadied,
    Yielded,
)
from arbitro.rules.whitebox.morale import remind_of_morale
from arbitro.rules.whitebox.numbers import TOP_LEVEL
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight, Intent, Phase, State
from arbitro.rules.whitebox.surprise import sides_with_the_advantage
from arbitro.rules.whitebox.terms import Weapon

STANDARD: Final[tuple[Phase, ...]] = ("act",)
ALTERNATE: Final[tuple[Phase, ...]] = ("prepared", "missiles", "melee", "movement")
FOR_SOME: Final[tuple[Phase, ...]] = ("prepared", "missiles", "melee")
"""Phases in which not everybody has something to do."""
_PHASE_RULES: Final[dict[Phase, tuple[str, ...]]] = {
    "declare": ("WB-INTENT-01", "WB-SPELL-01"),
    "free": ("WB-SURPRISE-03",),
    "act": ("WB-SEQ-02", "WB-ALTSEQ-10"),
    "prepared": ("WB-ALTSEQ-01", "WB-ALTSEQ-04", "WB-ALTSEQ-10"),
    "missiles": ("WB-ALTSEQ-01", "WB-ALTSEQ-07", "WB-ALTSEQ-10"),
    "melee": ("WB-ALTSEQ-01", "WB-ALTSEQ-08", "WB-ALTSEQ-10"),
    "movement": ("WB-ALTSEQ-01", "WB-ALTSEQ-09", "WB-ALTSEQ-10"),
}


# ---------------------------------------------------------------- beginning


def start_fight(scene: Scene, command: StartFight) -> Refusal | None:
    """Let sides meet: surprise first, then initiative, then the rounds (WB-SEQ-01)."""
    refused = scene.rules.may_start(scene, command)
    if refused is not None:
        return refused
    scene.happen(FightBegan(command.sides, command.setting, rules=("WB-SEQ-01",)))
    for side in command.sides:
        join(scene, side.id, [member for member in command.members if member.profile.side == side.id])
    if scene.rules.settle_surprise(scene, command):
        scene.rules.after_surprise(scene)
    if gifted(basics.fight(scene.state)):
        scene.rules.advise(scene)
    return None


def may_start(here: Here, command: StartFight) -> Refusal | None:
    """Whether a fight can be set up like this."""
    if here.state.fight is not None and here.state.fight.phase != "over":
        return Refusal("fight_already")
    sides = [side.id for side in command.sides]
    if len(sides) < 2 or len(set(sides)) < len(sides):
        return Refusal("two_sides", {"count": len(set(sides))}, ("WB-SEQ-01",))
    seen: set[str] = set()
    for member in command.members:
        profile = member.profile
        if profile.id in seen or profile.id in sides:
            return Refusal("same_id", {"who": profile.id})
        seen.add(profile.id)
        if profile.side not in sides:
            return Refusal("no_such_side", {"who": profile.id, "side": profile.side})
        if len(member.prepared) > 1:
            return Refusal("one_spell", {"who": profile.id}, ("WB-ALTSEQ-05",))
        if member.prepared and member.prepared[0] not in [known.id for known in profile.spells]:
            return Refusal("no_spell", {"who": profile.id, "spell": member.prepared[0]}, ("WB-ALTSEQ-05",))
    manned = {member.profile.side for member in command.members}
    for side in sides:
        if side not in manned:
            return Refusal("empty_side", {"side": side})
    return None


def join(scene: Scene, side: str, members: Iterable[Member]) -> None:
    """Put the members of a side into the fight; hit points given as dice are rolled in secret."""
    alternate = scene.state.options["combat_sequence"] == "alternate"
    thrown: list[Die] = []
    joined: list[Combatant] = []
    secret = scene.dice.stream(REFEREE)
    for member in members:
        dice = member.hp.roll(secret, "hit_points")
        thrown += dice
        hp = max(member.hp.total(dice), 1)
        profile = member.profile
        if profile.max_hp < hp:
            profile = replace(profile, max_hp=hp)
        prepared = member.prepared[0] if member.prepared and alternate else ""
        weapon = member.weapon or (profile.weapons[0].id if profile.weapons else "")
        joined.append(Combatant(profile, hp, member.at, hp, prepared=prepared, weapon=weapon))
    scene.happen(Joined(tuple(joined), tuple(thrown), audience=side))
    scene.happen(Appeared(side, tuple([Seen(one.profile.id, one.profile.name, one.at) for one in joined])))
    for one in joined:
        if one.profile.level > TOP_LEVEL and (rules := scene.rules.beyond_tables(scene.rules, one)):
            scene.happen(BeyondTables(one.id, one.profile.level, rules=rules, audience=REFEREE_ONLY))


def beyond_tables(rules: Rules, one: Combatant) -> tuple[str, ...]:
    """The rules whose tables end before somebody's level; none for those who stand on no table."""
    return ("WB-ATK-04", "WB-SAVE-03") if one.profile.class_id in rules.numbers.attack else ()


def after_surprise(scene: Scene) -> None:
    """Free actions for the unsurprised, or straight to the first round."""
    free = sides_with_the_advantage(basics.fight(scene.state), basics.fight(scene.state).surprised)
    if not free:
        if not scene.rules.begin_round(scene, 1):
            end_round(scene, 1)
    else:
        alternate = scene.state.options["combat_sequence"] == "alternate"
        next_turn(scene, 0, ALTERNATE if alternate else ("free",), (free,))


# ---------------------------------------------------------------- rounds and turns


def begin_round(scene: Scene, number: int) -> bool:
    """Declarations if any are due, then initiative, then the first turn; False when nobody can do anything."""
    declaring = sides_to_declare(scene.state, number)
    if declaring:
        rules = _PHASE_RULES["declare"]
        scene.happen(TurnBegan(number, "declare", (declaring,), 0, rules=rules))
        return True
    return go_on(scene, number)


def sides_to_declare(state: State, number: int) -> tuple[str, ...]:
    """Sides that commit themselves before the round: all by the option, else those with a spell to announce."""
    fight = basics.fight(state)
    intent = state.options["declare_intent"]
    if not intent and state.options["combat_sequence"] == "alternate":
        return ()
    declaring = [
        one.profile.side
        for one in fight.combatants.values()
        if (intent or one.profile.spells)
        and one.condition == "up"
        and one.held_until < number
        and (intent or castable(one))
    ]
    return tuple([side for side in fight.sides if side in declaring]) if declaring else ()


def go_on(scene: Scene, number: int) -> bool:
    """Initiative where it is due, then the turns of the round; False when nobody can do anything in it."""
    state = scene.state
    if number == 1 or state.options["initiative_frequency"] == "every_round":
        roll_initiative(scene)
    phases = ALTERNATE if state.options["combat_sequence"] == "alternate" else STANDARD
    return next_turn(scene, number, phases, basics.fight(scene.state).initiative)


def roll_initiative(scene: Scene) -> None:
    """One d6 a side, the higher first; equal dice act together, or by the option are thrown again (WB-INIT-01)."""
    fight = basics.fight(scene.state)
    standing = standing_sides(fight)
    sides = [side for side in fight.sides if side in standing]
    options = scene.state.options
    reroll = options["initiative_tie"] == "reroll"
    frequent = options["initiative_frequency"] == "every_round"
    rules = ("WB-INIT-01", "WB-SEQ-04") if frequent else ("WB-INIT-01",)
    if options["combat_sequence"] == "alternate":
        rules = (*rules, "WB-ALTSEQ-03")
    while True:
        dice: dict[str, Die] = {side: scene.dice.roll(6, "initiative") for side in sides}
        faces = sorted({die.face for die in dice.values()}, reverse=True)
        order = tuple([tuple([side for side in sides if dice[side].face == face]) for face in faces])
        tied = len(order) < len(sides)
        why = (*rules, "WB-INIT-04") if tied and reroll else (*rules, "WB-INIT-02") if tied else rules
        scene.happen(InitiativeRolled(dice, order, tied and reroll, rules=why))
        if not (tied and reroll):
            return


def next_turn(
    scene: Scene,
    number: int,
    phases: tuple[Phase, ...],
    order: tuple[tuple[str, ...], ...],
    phase: int = 0,
    turn: int = 0,
) -> bool:
    """Go to the next turn, from a phase and turn on, in which somebody has something to do; False without one."""
    fight = basics.fight(scene.state)
    for name in phases[phase:]:
        for at in range(turn, len(order)):
            if has_use_for(scene.rules, fight, order[at], name, number):
                rules = _PHASE_RULES[name]
                if name == "act" and at:
                    rules = ("WB-SEQ-03", "WB-ALTSEQ-10")
                if len(order[at]) > 1:
                    rules = ("WB-INIT-02", "WB-INIT-03", "WB-ALTSEQ-10")
                scene.happen(TurnBegan(number, name, order, at, rules=rules))
                if scene.state.effects:
                    scene.rules.turn_begins(scene)
                return True
        turn = 0
    return False


def has_use_for(rules: Rules, fight: Fight, sides: Collection[str], phase: Phase, number: int) -> bool:
    """Whether anybody of these sides could do something in a phase."""
    for one in fight.combatants.values():
        if one.condition != "up" or one.profile.side not in sides:
            continue
        if one.held_until >= number or (number == 0 and rules.caught(fight, one.id)):
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
        return shoots or (one.profile.powers is not None and rules.has_usable_power(rules, one))
    return any(in_melee(fight, one, foe) for foe in opponents(fight, one))


def end_round(scene: Scene, number: int) -> None:
    """A minute has passed: the wounded bleed, and the next round keeps the order (WB-SEQ-04)."""
    while True:  # rounds in which nobody can act pass one after the other
        if basics.fight(scene.state).delayed:
            strike_with_delayed_spells(scene)
            if end_if_decided(scene):
                return
        if number:
            scene.rules.bleed(scene)
        lapsed = lapsing(scene.state) if number else ()
        for who in lapsed:
            spell = basics.fight(scene.state).combatants[who].prepared
            scene.happen(SpellLapsed(who, spell, rules=("WB-SPELL-01",)))
        scene.happen(RoundEnded(number, lapsed, rules=("WB-SEQ-04", "WB-TIME-02")))
        number += 1
        if scene.rules.begin_round(scene, number):
            return


# ---------------------------------------------------------------- whose turn it is


def acting(here: Here, who: str, *, running: bool = False) -> Combatant | Refusal:
    """Somebody whose turn it is and who can act, or why not."""
    fight = here.state.fight
    if fight is None or fight.phase == "over":
        return Refusal("no_fight")
    one = fight.combatants.get(who)
    if one is None:
        return Refusal("nobody", {"who": who})
    side = one.profile.side
    if one.condition != "up" or one.held_until >= fight.round:
        return Refusal("cannot_act", why_unable(one), ("WB-SEQ-03",))
    if fight.phase == "declare":
        return Refusal("declare_first", {"who": f"@{who}"}, ("WB-INTENT-01", "WB-SPELL-01"))
    if side not in fight.order[fight.turn] or side in fight.done:
        return Refusal("not_your_turn", {"who": f"@{who}"}, ("WB-SEQ-02", "WB-SEQ-03"))
    if fight.round == 0 and here.rules.caught(fight, who):
        return Refusal("surprised", {"who": f"@{who}"}, ("WB-SURPRISE-03",))
    if one.morale == "flee" and not running:
        return Refusal("fleeing", {"who": f"@{who}"}, ("WB-MORALE-04",))
    return one


def may_attack_now(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether the round has room for this attack: the phase, the free action, the declaration, the spell."""
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-SEQ-02", "WB-ALTSEQ-06"))
    if here.state.options["combat_sequence"] == "alternate":
        wanted: Phase = "missiles" if weapon.kind == "missile" else "melee"
        if fight.phase != wanted:
            return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, _PHASE_RULES[wanted])
        if weapon.kind == "missile" and one.weapon != weapon.id:
            return Refusal("not_ready", {"who": f"@{one.id}", "weapon": weapon.id}, ("WB-ALTSEQ-07",))
    elif one.prepared:
        return Refusal("casting", {"who": f"@{one.id}"}, ("WB-SPELL-01", "WB-SEQ-02"))
    if fight.round == 0:
        if fight.phase == "free" and one.moved == 0:
            return Refusal("one_of_two", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
        if fight.phase == "free" and one.attacked == 0:  # one attack, however many a round would have
            return Refusal("attacked_already", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
        if not here.rules.caught(fight, target.id):
            return Refusal("not_surprised", {"who": f"@{target.id}"}, ("WB-SURPRISE-03",))
    return None if one.intent is None else as_declared(here.state, one.intent, one, target, weapon)


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


# ---------------------------------------------------------------- commands


def declare(scene: Scene, command: Declare) -> Refusal | None:
    """Commit somebody to an action before initiative; a spell is announced this way by everybody."""
    state = scene.state
    one = known(state, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(state)
    if fight.phase != "declare" or one.profile.side not in fight.acting or one.profile.side in fight.done:
        return Refusal("too_late", {"who": f"@{one.id}"}, ("WB-INTENT-01", "WB-SPELL-01"))
    if not able(fight, one):
        return Refusal("cannot_act", why_unable(one))
    alternate = state.options["combat_sequence"] == "alternate"
    if one.intent is not None or (one.prepared and not alternate):
        return Refusal("declared_already", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    if not state.options["declare_intent"] and command.kind != "cast":
        return Refusal("option_off", {"option": "declare_intent"}, ("WB-INTENT-01",))
    if command.target and command.target not in fight.combatants:
        return Refusal("nobody", {"who": command.target})
    if command.act and not may_be_declared(command.act, scene.rules.rulings):
        return Refusal("no_such_act", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    if command.kind == "cast":
        # By the alternative sequence the declaration only binds: the spell itself is prepared in its phase.
        refused = scene.rules.may_announce(scene, one, command.spell, command.target)
        if refused is not None:
            return refused
        if not alternate:
            announce(scene, one, command.spell, command.target)
    if state.options["declare_intent"]:
        intent = Intent(command.kind, command.target, command.spell, command.act)
        scene.happen(Declared(one.id, intent, rules=("WB-INTENT-01",), audience=scene.rules.told_of_intent(one)))
    return None


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


def ready_weapon(scene: Scene, command: ReadyWeapon) -> Refusal | None:
    """Alternative sequence: a weapon not in hand takes the rest of the round to make ready (WB-ALTSEQ-07)."""
    state = scene.state
    one = scene.rules.acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    if state.options["combat_sequence"] != "alternate":
        return Refusal("option_off", {"option": "combat_sequence"}, ("WB-ALTSEQ-07",))
    if command.weapon == one.weapon or not any(weapon.id == command.weapon for weapon in one.profile.weapons):
        return Refusal("no_weapon", {"who": f"@{one.id}", "weapon": command.weapon}, ("WB-ALTSEQ-07",))
    refused = may_use_whole_round(state, one)
    if refused is not None:
        return refused
    scene.happen(WeaponReadied(one.id, command.weapon, rules=("WB-ALTSEQ-07",)))
    return None


def end_turn(scene: Scene, command: EndTurn) -> Refusal | None:
    """A side is done; when all of the moment are, the next turn begins."""
    fight, side = scene.state.fight, command.side
    if fight is None or fight.phase == "over":
        return Refusal("no_fight")
    if side not in fight.sides:
        return Refusal("no_such_side", {"who": side, "side": side})
    if side not in fight.acting or side in fight.done:
        return Refusal("not_your_turn", {"who": f"@{side}"}, ("WB-SEQ-02",))
    if fight.phase == "declare" and scene.state.options["declare_intent"]:
        for one in members(fight, side):
            if able(fight, one) and one.intent is None:
                return Refusal("declare_all", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    scene.rules.closing_turn(scene, side)
    if len(fight.acting) > 1 and others_still_acting(scene.rules, fight, side):
        rules = ("WB-INIT-02",) if fight.simultaneous else _PHASE_RULES[fight.phase]
        scene.happen(SideDone(side, rules=rules))
    else:
        finish_turn(scene)
    return None


def hold_back(scene: Scene, command: HoldBack) -> Refusal | None:
    """Somebody is done; the turn of the side ends with the last of them."""
    one = known(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    fight, side = basics.fight(scene.state), one.profile.side
    if fight.phase == "over":
        return Refusal("no_fight")
    if side not in fight.acting or side in fight.done:
        return Refusal("not_your_turn", {"who": f"@{one.id}"}, ("WB-SEQ-02",))
    if not able(fight, one):
        return Refusal("cannot_act", why_unable(one))
    if one.id in fight.held_back:
        return Refusal("done_already", {"who": f"@{one.id}"}, ("WB-SEQ-02",))
    if fight.phase == "declare" and scene.state.options["declare_intent"] and one.intent is None:
        return Refusal("declare_all", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    scene.happen(HeldBack(one.id, rules=("WB-SEQ-02",)))
    return None if still_to_act(scene.rules, scene.state, side) else end_turn(scene, EndTurn(side))


def still_to_act(rules: Rules, state: State, side: str) -> tuple[str, ...]:
    """Who of a side could still do, or declare, something in this turn, and has not said that they are done."""
    fight = basics.fight(state)
    found = []
    for one in members(fight, side):
        if one.id in fight.held_back or not able(fight, one) or fight.round in (one.attacked, one.busy):
            continue
        if fight.phase == "declare":
            bound = one.intent is not None or bool(one.prepared or one.preparing)
            waits = not bound and (bool(state.options["declare_intent"]) or bool(castable(one)))
        else:
            caught = fight.round == 0 and rules.caught(fight, one.id)
            for_all = fight.phase not in FOR_SOME
            waits = not caught and (for_all or useful_in(rules, fight, one, fight.phase, fight.round))
        if waits:
            found.append(one.id)
    return tuple(found)


def others_still_acting(rules: Rules, fight: Fight, side: str) -> bool:
    """Whether another side of the same moment has not finished."""
    others = [other for other in fight.acting if other != side and other not in fight.done]
    if not others:
        return False
    return fight.phase == "declare" or has_use_for(rules, fight, others, fight.phase, fight.round)


def finish_turn(scene: Scene) -> None:
    """Everybody of the moment is done: held blows land, then the next turn."""
    fight = basics.fight(scene.state)
    if fight.phase == "declare":
        if not go_on(scene, fight.round):
            end_round(scene, fight.round)
        return
    if fight.simultaneous:
        scene.rules.land_held_blows(scene)
        if end_if_decided(scene):
            return
    phases: tuple[Phase, ...] = (fight.phase,)
    if fight.phase in ALTERNATE:  # a sequence changed in mid-fight takes hold with the next round
        phases = ALTERNATE[ALTERNATE.index(fight.phase) :]
    if not next_turn(scene, fight.round, phases, fight.order, 0, fight.turn + 1):
        end_round(scene, fight.round)


def end_fight(scene: Scene, command: EndFight) -> Refusal | None:
    """The referee breaks the fight off."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return Refusal("no_fight")
    for side in command.winners:
        if side not in fight.sides:
            return Refusal("no_such_side", {"who": side, "side": side})
    end(scene, command.winners, ("WB-CORE-01", "WB-TIME-02"))
    return None


# ---------------------------------------------------------------- afterwards


def aftermath(scene: Scene) -> None:
    """What follows when somebody fell or gave up: reminders of morale, the end, a turn with nobody left in it."""
    if scene.state.effects:
        scene.rules.let_go(scene)
    told = 0
    while told < len(scene.events):
        gone = [event.who for event in scene.events[told:] if type(event) is Fell or type(event) is Yielded]
        told = len(scene.events)  # finishing a turn may bring down more
        if not gone or end_if_decided(scene):
            return
        for who in gone:
            remind_of_morale(scene, basics.fight(scene.state).combatants[who])
        fight = basics.fight(scene.state)
        left = [side for side in fight.acting if side not in fight.done]
        if not has_use_for(scene.rules, fight, left, fight.phase, fight.round):
            finish_turn(scene)


def end_if_decided(scene: Scene) -> bool:
    """End the fight when at most one side has anybody in the field; simultaneous blows are waited for."""
    fight = basics.fight(scene.state)
    if fight.phase == "over":
        return True
    if fight.blows or contested(fight):
        return False
    standing = standing_sides(fight)
    winners = tuple(side for side in fight.sides if side in standing)
    end(scene, winners, (*what_settled_it(fight, winners), "WB-TIME-02"))
    return True


SETTLES: Final[dict[str, str]] = {
    "dead": "WB-DEATH-01",
    "out": "WB-DEATH-03",
    "fled": "WB-MOVE-06",
    "surrendered": "WB-MORALE-02",
}
"""By which rule somebody is no longer in a fight; what magic takes out of it has its own."""


def what_settled_it(fight: Fight, winners: tuple[str, ...]) -> tuple[str, ...]:
    """The rules by which those who hold the field no longer have opponents."""
    lost = (one.condition for one in fight.combatants.values() if one.profile.side not in winners)
    return tuple(dict.fromkeys(SETTLES[how] for how in lost if how in SETTLES))


class Ending(NamedTuple):
    """How a fight ended."""

    winners: tuple[str, ...]
    """The sides that hold the field, as far as any were named."""
    rules: tuple[str, ...]
    before: State
    """As all stood when it was about to end."""


def end(scene: Scene, winners: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """The fight is over; a round that was cut short has taken its minute too, one only declared has not."""
    stood = standing_sides(basics.fight(scene.state))
    scene.rules.fight_ends(scene, rules)
    fight = basics.fight(scene.state)
    fallen = stood - standing_sides(fight)
    ending = Ending(tuple(side for side in winners if side not in fallen), rules, scene.state)
    rounds = fight.round - 1 if fight.phase == "declare" else fight.round
    scene.happen(FightEnded(ending.winners, max(rounds, 0), 1 if 0 < fight.round == rounds else 0, rules=rules))
    scene.rules.fight_ended(scene, ending)

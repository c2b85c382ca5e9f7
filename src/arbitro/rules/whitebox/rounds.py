"""The sequence of a fight (chapters «Combattimento», «Intento», «Iniziativa», «Sequenza alternativa»)."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import Ending, able, contested, gifted, known, members, standing_sides
from arbitro.rules.whitebox.casting import strike_with_delayed_spells
from arbitro.rules.whitebox.commands import (
    EndFight,
    EndTurn,
    HoldBack,
    JudgeSurprise,
    ReadyWeapon,
    StartFight,
)
from arbitro.rules.whitebox.damage import land_held_blows
from arbitro.rules.whitebox.events import (
    Fell,
    FightBegan,
    FightEnded,
    HeldBack,
    InitiativeRolled,
    RoundEnded,
    SideDone,
    SpellLapsed,
    TurnBegan,
    WeaponReadied,
    Yielded,
)
from arbitro.rules.whitebox.exploring.doors import let_doors_fall
from arbitro.rules.whitebox.joining import join
from arbitro.rules.whitebox.morale import remind_of_morale
from arbitro.rules.whitebox.powers.creatures import tell_of_powers
from arbitro.rules.whitebox.powers.effects import let_go
from arbitro.rules.whitebox.powers.oil import advise_on_oil, burns_on, turn_begins
from arbitro.rules.whitebox.powers.perils import auras, place_undoes
from arbitro.rules.whitebox.powers.shapes import take_forms
from arbitro.rules.whitebox.powers.unseen import advise_on_senses
from arbitro.rules.whitebox.powers.walls import walls_fall
from arbitro.rules.whitebox.prepared_spells import lapsing
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Fight, Phase
from arbitro.rules.whitebox.surprise import give_free_actions, settle_surprise, sides_with_the_advantage
from arbitro.rules.whitebox.whose_turn import (
    ALTERNATE,
    PHASE_RULES,
    STANDARD,
    acting,
    has_use_for,
    may_use_whole_round,
    others_still_acting,
    sides_not_done,
    sides_to_declare,
    still_to_act,
    why_unable,
)

# ---------------------------------------------------------------- beginning


def start_fight(scene: Scene, command: StartFight) -> Refusal | None:
    """Let sides meet: surprise first, then initiative, then the rounds (WB-SEQ-01)."""
    refused = scene.rules.may_start(scene, command)
    if refused is not None:
        return refused
    scene.happen(FightBegan(command.sides, command.setting, rules=("WB-SEQ-01",)))
    for side in command.sides:
        join(scene, side.id, [member for member in command.members if member.profile.side == side.id])
    if settle_surprise(scene, command):
        after_surprise(scene)
    if gifted(basics.fight(scene.state)):
        take_forms(scene)
        tell_of_powers(scene)
        advise_on_senses(scene)
        advise_on_oil(scene)
    return None


def after_surprise(scene: Scene) -> None:
    """Free actions for the unsurprised, or straight to the first round."""
    free = sides_with_the_advantage(basics.fight(scene.state), basics.fight(scene.state).surprised)
    if not free:
        if not begin_round(scene, 1):
            end_round(scene, 1)
    else:
        alternate = scene.state.options["combat_sequence"] == "alternate"
        next_turn(scene, 0, ALTERNATE if alternate else ("free",), (free,))


# ---------------------------------------------------------------- rounds and turns


def begin_round(scene: Scene, number: int) -> bool:
    """Declarations if any are due, then initiative, then the first turn; False when nobody can do anything.

    Before that the light of day and deadly presences have their say, doors fall shut (WB-DOOR-05), and durations that
    are counted in turns go on (WB-TIME-03).
    """
    fight = scene.state.fight or basics.fight(scene.state)
    if not fight.plain and gifted(fight):
        place_undoes(scene)
        auras(scene)
    if scene.state.expedition is not None:
        if number > 1:
            let_doors_fall(scene)
        scene.rules.keep_books(scene)
    declaring = sides_to_declare(scene.state, number)
    if declaring:
        rules = PHASE_RULES["declare"]
        scene.happen(TurnBegan(number, "declare", (declaring,), 0, rules=rules))
        return True
    return go_on(scene, number)


def go_on(scene: Scene, number: int) -> bool:
    """Initiative where it is due, then the turns of the round; False when nobody can do anything in it."""
    state = scene.state
    if number == 1 or state.options["initiative_frequency"] == "every_round":
        roll_initiative(scene)
    phases = ALTERNATE if state.options["combat_sequence"] == "alternate" else STANDARD
    fight = scene.state.fight or basics.fight(scene.state)
    return next_turn(scene, number, phases, fight.initiative)


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
    fight = scene.state.fight or basics.fight(scene.state)
    for name in phases[phase:]:
        for at in range(turn, len(order)):
            if has_use_for(scene.rules, fight, order[at], name, number):
                rules = PHASE_RULES[name]
                if name == "act" and at:
                    rules = ("WB-SEQ-03", "WB-ALTSEQ-10")
                if len(order[at]) > 1:
                    rules = ("WB-INIT-02", "WB-INIT-03", "WB-ALTSEQ-10")
                scene.happen(TurnBegan(number, name, order, at, rules=rules))
                if scene.state.effects:
                    turn_begins(scene)
                return True
        turn = 0
    return False


def end_round(scene: Scene, number: int) -> None:
    """A minute has passed: the wounded bleed, and the next round keeps the order (WB-SEQ-04)."""
    while True:  # rounds in which nobody can act pass one after the other
        fight = scene.state.fight or basics.fight(scene.state)
        if fight.delayed:
            strike_with_delayed_spells(scene)
            if end_if_decided(scene):
                return
        if number:
            for part in scene.rules.bleed.parts:
                part(scene)
        lapsed = lapsing(scene.state) if number else ()
        for who in lapsed:
            spell = basics.fight(scene.state).combatants[who].prepared
            scene.happen(SpellLapsed(who, spell, rules=("WB-SPELL-01",)))
        scene.happen(RoundEnded(number, lapsed, rules=("WB-SEQ-04", "WB-TIME-02")))
        number += 1
        if begin_round(scene, number):
            return


# ---------------------------------------------------------------- whose turn it is


# ---------------------------------------------------------------- commands


def ready_weapon(scene: Scene, command: ReadyWeapon) -> Refusal | None:
    """Alternative sequence: a weapon not in hand takes the rest of the round to make ready (WB-ALTSEQ-07)."""
    state = scene.state
    one = acting(scene, command.who)
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
    moment = fight.acting
    if side not in moment or side in fight.done:
        return Refusal("not_your_turn", {"who": f"@{side}"}, ("WB-SEQ-02",))
    if fight.phase == "declare" and scene.state.options["declare_intent"]:
        for one in members(fight, side):
            if able(fight, one) and one.intent is None:
                return Refusal("declare_all", {"who": f"@{one.id}"}, ("WB-INTENT-01",))
    for part in scene.rules.closing_turn.parts:
        part(scene, side)
    if len(moment) > 1 and others_still_acting(scene.rules, fight, side):
        rules = ("WB-INIT-02",) if basics.simultaneous(fight) else PHASE_RULES[fight.phase]
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


def finish_turn(scene: Scene) -> None:
    """Everybody of the moment is done: held blows land, then the next turn."""
    fight = scene.state.fight or basics.fight(scene.state)
    if fight.phase == "declare":
        if not go_on(scene, fight.round):
            end_round(scene, fight.round)
        return
    if basics.simultaneous(fight):
        land_held_blows(scene)
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
        let_go(scene)
    events, told = scene.events, 0
    while told < len(events):
        gone: list[str] = []
        for event in events[told:] if told else events:
            if type(event) is Fell or type(event) is Yielded:
                gone.append(event.who)  # noqa: PERF401 - asked after every blow
        if not gone or end_if_decided(scene):
            return
        told = len(events)  # finishing a turn may bring down more
        for who in gone:
            remind_of_morale(scene, basics.fight(scene.state).combatants[who])
        fight = scene.state.fight or basics.fight(scene.state)
        left = sides_not_done(fight)
        if not has_use_for(scene.rules, fight, left, fight.phase, fight.round):
            finish_turn(scene)


def end_if_decided(scene: Scene) -> bool:
    """End the fight when at most one side has anybody in the field; simultaneous blows are waited for."""
    fight = scene.state.fight or basics.fight(scene.state)
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


def end(scene: Scene, winners: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """The fight is over; a round that was cut short has taken its minute too, one only declared has not."""
    stood = standing_sides(basics.fight(scene.state))
    burns_on(scene)
    walls_fall(scene, rules)
    fight = basics.fight(scene.state)
    fallen = stood - standing_sides(fight)
    ending = Ending(tuple(side for side in winners if side not in fallen), rules, scene.state)
    rounds = fight.round - 1 if fight.phase == "declare" else fight.round
    scene.happen(FightEnded(ending.winners, max(rounds, 0), 1 if 0 < fight.round == rounds else 0, rules=rules))
    scene.rules.fight_ended(scene, ending)


def judge_surprise(scene: Scene, command: JudgeSurprise) -> Refusal | None:
    """The referee's answer (WB-SURPRISE-01)."""
    fight = basics.fight(scene.state)
    named = tuple(part.strip() for part in command.surprised.split(",") if part.strip())
    for who in named:
        if who not in fight.sides and who not in fight.combatants:
            return Refusal("nobody", {"who": who}, ("WB-SURPRISE-01",))
    give_free_actions(scene, named, judged=True)
    after_surprise(scene)
    return None

"""The order of a battle: initiative, rounds, turns, delaying, ambushes, the escalation die (chapter «Sequenza»)."""

from fractions import Fraction
from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import ALL, spend
from arbitro.rules.archmage.condition_table import CONDITIONS, HELPLESS
from arbitro.rules.archmage.conditions import run_out
from arbitro.rules.archmage.end_of_turn import other_saves, suffer_ongoing
from arbitro.rules.archmage.entry import join, may_join
from arbitro.rules.archmage.events import (
    AmbushActing,
    AmbushLaid,
    Answered,
    BattleBegan,
    BattleEnded,
    Delayed,
    DelayedTurnTaken,
    DelayLost,
    InterruptRegained,
    Prompted,
    RanOut,
    ReadiedLost,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    TurnPassed,
    Woke,
    WoundTaken,
)
from arbitro.rules.archmage.healing import death_save, dying
from arbitro.rules.archmage.initiative import roll_initiative
from arbitro.rules.archmage.moments import answer
from arbitro.rules.archmage.people import can_act, decided, in_battle, in_order, party_side
from arbitro.rules.archmage.power import Cost
from arbitro.rules.archmage.reactions import shruggable
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.specials import slows_escalation
from arbitro.rules.archmage.state import Combatant, Fight, Result, State
from arbitro.rules.archmage.states import lost_in_fog
from arbitro.rules.archmage.step import Offer, TurnEnd, TurnNext, TurnStart

TURN: Final = ("AE-SEQ-02", "AE-ACTION-01")


# ---------------------------------------------------------------- beginning


def start_battle(scene: Scene, command: c.StartBattle) -> Refusal | None:
    """Let two sides meet: ambush if there is one, initiative, round 1 (AE-SEQ-01)."""
    refused = may_start(scene.state, command)
    if refused is not None:
        return refused
    hold = scene.state.options["escalation_hold"] == "hold"
    scene.happen(BattleBegan(command.sides, command.difficulty, command.room, hold, rules=("AE-SEQ-01",)))
    alike: dict[tuple[str, str], tuple[c.Member, ...]] = {}
    for member in command.members:
        kind = (member.profile.side, member.profile.category)
        alike[kind] = (*alike.get(kind, ()), member)
    for member in command.members:
        join(scene, member, alike[member.profile.side, member.profile.category])
    if command.ambush is not None:
        _lay_ambush(scene, command)
    else:
        roll_initiative(scene, [one.id for one in scene.state.battle.combatants.values() if one.present])
        _next_round(scene)
    for who in scene.state.battle.order:
        answer(scene, who, "battle_begins", who)
    scene.then(TurnNext(asked=True))
    for who in scene.state.battle.order:
        scene.occur("rolls_initiative", who)
    return None


def may_start(state: State, command: c.StartBattle) -> Refusal | None:
    """Whether a battle can be set up like this."""
    if state.fight is not None and state.fight.phase != "over":
        return Refusal("battle_already")
    sides = [side.id for side in command.sides]
    if len(sides) != 2 or len(set(sides)) < 2:
        return Refusal("two_sides", {"count": len(set(sides))}, ("AE-SEQ-01",))
    seen: set[str] = set()
    for member in command.members:
        refused = may_join(state, member, sides, seen)
        if refused is not None:
            return refused
        seen.add(member.profile.id)
    for side in sides:
        if not any(member.profile.side == side and member.present for member in command.members):
            return Refusal("empty_side", {"side": side})
    ambush = command.ambush
    if ambush is not None:
        fitting = [m for m in command.members if m.profile.id == ambush.starter and m.profile.side == ambush.side]
        if not fitting or not fitting[0].present:
            return Refusal("no_starter", {"who": ambush.starter}, ("AE-AMBUSH-01",))
    return None


# ---------------------------------------------------------------- ambush


def _lay_ambush(scene: Scene, command: c.StartBattle) -> None:
    """The ambushers name a starter and roll; the starter and the quickest ally act (AE-AMBUSH-01 to -03)."""
    ambush = command.ambush
    if ambush is None:
        return
    rules = ("AE-AMBUSH-01", "AE-AMBUSH-02")
    scene.happen(AmbushLaid(ambush.side, ambush.starter, ambush, rules=rules))
    lurking = [one.id for one in scene.state.battle.combatants.values() if one.side == ambush.side and one.present]
    roll_initiative(scene, lurking)
    allies = [who for who in scene.state.battle.order if who != ambush.starter and can_act(scene.one(who))]
    acting = (ambush.starter, *allies[:1])
    scene.happen(AmbushActing(acting, rules=("AE-AMBUSH-03",)))


# ---------------------------------------------------------------- rounds


def _next_round(scene: Scene) -> None:
    """A new round: the escalation die appears in the second and grows to 6, unless held or reset."""
    fight, options = scene.state.battle, scene.state.options
    number, value = fight.round + 1, fight.escalation
    rules: tuple[str, ...] = ("AE-INIT-03",)
    held, reset, die = False, False, None
    if number == 1:
        ambushed = fight.ambush is not None
        value = 1 if ambushed and options["ambush_advances_escalation"] else 0
        rules = (*rules, *(("AE-AMBUSH-05",) if ambushed else ()), "AE-AMBUSH-04" if value else "AE-ESC-01")
    elif options["escalation_reset"] == "reset" and not fight.reset:
        value, reset, rules = 0, True, (*rules, "AE-ESC-06")
    elif fight.hold or options["escalation_hold"] == "hold":
        held, rules = True, (*rules, "AE-ESC-05")
    else:
        if slows_escalation(fight):
            die = scene.dice.roll(2, "cold_escalation")
            held, rules = die.face == 1, (*rules, "AE-ATK-06")
        value = value if held else min(value + 1, fight.top)
        rules = rules if held else (*rules, "AE-ESC-01" if number == 2 else "AE-ESC-03")
    scene.happen(RoundBegan(number, value, held, reset, die, rules=rules))
    decided_already = reset or fight.hold or options["escalation_hold"] == "hold"
    if number > 1 and not fight.pressed and not decided_already:
        rules = ("AE-ESC-05", "AE-ESC-06")
        scene.hint(Prompted("escalation", rules=rules, audience=REFEREE_ONLY))


# ---------------------------------------------------------------- turns


def turn_next(scene: Scene, step: TurnNext) -> None:
    """Whose turn it is: those who delay may come in between; then the next in order; then a new round."""
    result = decided(scene.state)
    if result:
        end_battle(scene, result)
        return
    fight = scene.state.battle
    if fight.phase == "ambush":
        acting = [who for who in fight.acting if scene.one(who).in_field]
        if acting:
            scene.then(TurnStart(acting[0]))
            return
        rest = [one.id for one in fight.combatants.values() if one.present and not one.rolled_initiative]
        roll_initiative(scene, rest)
        _next_round(scene)
        scene.then(TurnNext(asked=True))
        for who in rest:
            scene.occur("rolls_initiative", who)
        return
    if not step.asked:
        waiting = (one for one in fight.combatants.values() if one.delaying and one.id != fight.last)
        offers = [Offer("delayed", one.id) for one in in_order(fight, waiting)]
        if offers:
            scene.then(*offers, TurnNext(asked=True))
            return
    for who in fight.order:
        one = fight.combatants[who]
        if one.turn_round < fight.round:
            if one.in_field or _goes_on_suffering(scene.state, one):
                scene.then(TurnStart(who))
                return
            _count_goes_by(scene, who)
    _next_round(scene)
    scene.then(TurnNext(asked=True))


def _goes_on_suffering(state: State, one: Combatant) -> bool:
    """Whether a prisoner has a turn in which nothing is done but suffered: fire knows no surrender (AE-SEQ-02)."""
    if not one.captive or not one.can_suffer:
        return False
    gasps = any(mark.kind == "last_gasp" for mark in one.marks)
    return bool(one.ongoing) or gasps or any(each.save for each in one.afflictions) or dying(state, one)


def _count_goes_by(scene: Scene, who: str) -> None:
    """Whoever has fallen or left has no turns, but what was to end with their next one does (AE-COND-01)."""
    one = scene.one(who)
    turn = one.turns + scene.state.battle.round - one.turn_round  # the number that the turn would have
    run_out(scene, "start", who, turn)
    run_out(scene, "end", who, turn)


def turn_start(scene: Scene, step: TurnStart) -> None:
    """A turn begins: what is lost, what runs out, what grows back, and the death save of the dying (AE-SEQ-02)."""
    who = step.who
    if step.shrugged:
        _tell_unable(scene, who)
        return
    if step.saving:
        _hold_on(scene, who)
        return
    one = scene.one(who)
    if one.delaying:
        scene.happen(DelayLost(who, rules=("AE-DELAY-03",)))
        scene.then(TurnEnd(who, forfeited=True), step)
        return
    if not one.in_field and not _goes_on_suffering(scene.state, one):
        scene.then(TurnNext(asked=True))
        return
    if one.readied is not None:
        scene.happen(ReadiedLost(who, rules=("AE-READY-05",)))
    late = any(mark.kind == "lose_move" for mark in one.marks)
    actions = () if one.captive else tuple(cost for cost in ALL if not (late and cost == "move"))
    if late:
        scene.happen(RanOut(who, one.boosts, tuple(mark for mark in one.marks if mark.kind != "lose_move")))
    actions = (*actions, *extra_actions(scene, who))
    cited = TURN if one.conscious else TURN[:1]  # whoever is out cold has no use of actions
    scene.happen(TurnBegan(who, scene.state.battle.round, actions, loses_move=late, resumed=step.resumed, rules=cited))
    run_out(scene, "start", who)
    for special in scene.one(who).profile.specials:
        begins = scene.rules.traits[special.code].turn
        if begins is not None:
            begins(scene, who, special)
    answer(scene, who, "turn_begins", who)
    if dying(scene.state, scene.one(who)):
        scene.then(TurnStart(who, saving=True))
        scene.occur("ally_death_save", who)
        return
    _goes_on(scene, who)


def _hold_on(scene: Scene, who: str) -> None:
    """The death save of the dying, and the turn of whoever is up again by it."""
    if not dying(scene.state, scene.one(who)):  # somebody has helped meanwhile
        _goes_on(scene, who)
        return
    if death_save(scene, who):
        _goes_on(scene, who)
    else:
        scene.then(TurnEnd(who), TurnNext())
    answer(scene, who, "death_save", who)


def _goes_on(scene: Scene, who: str) -> None:
    """What answers a turn that has begun; then it is its owner's."""
    scene.occur("ally_turn_begins", who)
    if shruggable(scene.one(who)):
        scene.then(Offer("shrug", who), TurnStart(who, shrugged=True))
        return
    _tell_unable(scene, who)


def extra_actions(scene: Scene, who: str) -> tuple[Cost, ...]:
    """What powers have given somebody beyond the actions of a turn; it is used up by this one (AE-ACTION-01)."""
    one = scene.one(who)
    given = [mark for mark in one.marks if mark.kind == "extra"]
    if not given or one.captive:
        return ()
    scene.happen(RanOut(who, one.boosts, tuple(mark for mark in one.marks if mark.kind != "extra")))
    return tuple(cost for cost in ALL for mark in given if mark.attack == cost)


def _tell_unable(scene: Scene, who: str) -> None:
    """Say of whoever can do nothing in this turn why the turn goes by (AE-COND-07, AE-COND-10)."""
    one = scene.one(who)
    if not one.present:
        return
    if one.awareness in ("asleep", "unconscious", "coma"):
        deeper = ("AE-MEANINGFUL-02",) if one.awareness == "coma" else ()
        scene.happen(TurnPassed(who, one.awareness, rules=(*deeper, *CONDITIONS["helpless"].rules)))
        return
    for each in one.afflictions:
        if each.name in HELPLESS:
            scene.happen(TurnPassed(who, each.name, rules=CONDITIONS[each.name].rules))
            return


def turn_end(scene: Scene, step: TurnEnd) -> None:
    """A turn ends: ongoing damage with its saves, the other saves, what runs out (AE-SEQ-02, AE-SEQ-03)."""
    who = step.who
    if scene.one(who).conscious and not step.forfeited:
        answer(scene, who, "turn_ends", who)
    suffer_ongoing(scene, who)
    other_saves(scene, who)
    run_out(scene, "end", who)
    one = scene.one(who)
    if 0 <= one.interrupt_spent <= one.turns and not step.forfeited:
        scene.happen(InterruptRegained(who, rules=("AE-ACTION-05",)))
    if not step.forfeited:
        scene.happen(TurnEnded(who, rules=("AE-SEQ-02", "AE-SEQ-03")))
        if scene.one(who).conscious:
            scene.occur("foe_turn_ends", who)


def end_turn(scene: Scene, command: c.EndTurn) -> Refusal | None:
    """Nothing more in this turn."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if scene.state.battle.current != one.id:
        return Refusal("not_your_turn", {"who": f"@{one.id}"}, ("AE-INIT-03",))
    scene.then(TurnEnd(one.id), TurnNext())
    return None


# ---------------------------------------------------------------- delaying


def delay(scene: Scene, command: c.Delay) -> Refusal | None:
    """Let the turn pass, to take it later between two others' (AE-DELAY-01)."""
    one = scene.one(command.who)
    if one.acted or one.free_actions or scene.state.battle.phase == "ambush":
        return Refusal("too_late_to_delay", {"who": f"@{one.id}"}, ("AE-DELAY-01",))
    if lost_in_fog(scene, one.id):
        spend(scene, one.id, "standard", ("AE-DELAY-01", "AE-ATK-06"))
        return None
    scene.happen(Delayed(one.id, rules=("AE-DELAY-01",)))
    scene.then(TurnNext())
    return None


def take_delayed_turn(scene: Scene, command: c.TakeDelayedTurn) -> Refusal | None:
    """Take the delayed turn after whoever has just acted; initiative is that count from now on (AE-DELAY-02)."""
    step = scene.offered(command.who, "delayed")
    if isinstance(step, Refusal):
        return step
    scene.resume()
    scene.happen(Answered(command.who, "delayed", command.word, rules=("AE-DELAY-01",)))
    if command.word == "no":
        return None
    fight, one = scene.state.battle, scene.one(command.who)
    order = [who for who in fight.order if who != one.id]
    after = fight.last if fight.last in order else ""
    order.insert(order.index(after) + 1 if after else 0, one.id)
    count = fight.combatants[after].initiative if after else one.initiative
    rules: tuple[str, ...] = ("AE-DELAY-01", "AE-DELAY-02")
    if one.turn_round < fight.round:
        rules = (*rules, "AE-DELAY-04")
    scene.happen(DelayedTurnTaken(one.id, count, tuple(order), rules=rules))
    scene.agenda = []
    scene.then(TurnStart(one.id, resumed=True))
    return None


# ---------------------------------------------------------------- the end


def battle_weight(state: State, fight: Fight) -> Fraction:
    """What a battle counts towards a full heal-up: an average one 1, harder ones more (AE-FULLHEAL-02)."""
    step = Fraction(str(state.options["battle_weights"]))
    weights = {"easy": 1 - step, "average": Fraction(1), "hard": 1 + step, "very_hard": 1 + 2 * step}
    return max(weights[fight.difficulty], Fraction(0))


def end_battle(scene: Scene, result: Result) -> None:
    """The battle is over: lasting wounds are entered, and everything goes that lasts for a battle (AE-SEQ-01)."""
    scene.agenda = []
    for who in scene.state.battle.order:
        answer(scene, who, "battle_ends", who)
    scene.agenda = []
    state = scene.state
    if state.options["lasting_wounds"]:
        for one in list(scene.state.battle.combatants.values()):
            if one.profile.kind == "pc" and one.dropped and one.awareness != "dead":
                wounds = one.wounds + 1
                unhurt, toll = one.profile.max_hp, 2 + one.profile.level
                most = max(unhurt - wounds * toll, 1)
                hp = min(one.hp, most)
                if one.awareness == "unconscious":  # marking the wound can never kill
                    hp = min(max(hp, 1 - most // 2), 0)
                rules = ("AE-LASTING-01", "AE-LASTING-02", "AE-LASTING-03")
                scene.happen(WoundTaken(one.id, wounds, most, hp, unhurt, toll, rules=rules))
    freeing = ("victory", "fled") if state.options["flight_prisoners"] == "along" else ("victory",)
    for one in list(scene.state.battle.combatants.values()):
        if result in freeing and one.captive and one.side == party_side(scene.state.battle):
            by = () if result == "victory" else ("AE-FLEE-03",)
            scene.happen(Woke(one.id, freed=True, rules=("AE-FLEE-01", *by)))
    fight = scene.state.battle
    counts = result == "victory" or state.options["heal_up_counts"] == "fought"
    weight = Fraction(state.weight) + (battle_weight(state, fight) if counts else 0)
    ends = ("AE-SEQ-01", "AE-ONGOING-03", "AE-TEMPHP-04", "AE-FULLHEAL-01", "AE-FULLHEAL-02", "AE-REST-01")
    scene.happen(BattleEnded(result, fight.round, str(weight), rules=ends))
    if weight >= int(state.options["full_heal_battles"]):
        scene.hint(Prompted("full_heal", rules=("AE-FULLHEAL-01",), audience=REFEREE_ONLY))


def finished(state: State) -> bool:
    """Whether the battle has come to its end, and the quick rest after it if the party has one."""
    fight = state.fight
    if fight is None or fight.phase != "over":
        return False
    alive = any(not one.beyond_help for one in state.party.values())
    return not (state.resting and alive and fight.result != "defeat")

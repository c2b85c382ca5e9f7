"""An automatic player and referee: plain, sensible, always legal, and ignorant of what its seat may not know.

How it thinks, in this order:

* It strikes at every opening, steps in the way of foes that go for someone weaker while it is sound itself, rolls
  every natural 2 again, uses its interrupts and readied actions, and agrees to flee when half of the party is down.
* In its turn it first looks after the fallen and the badly hurt (healing powers, potions, a hand on the wound), then
  after itself: a staggered character rallies once, and again if things are bad.
* Shooters and casters in melee try to get out of it first. Fighters without a foe engage one: the foe of a
  hard-pressed friend, one that looks staggered, or the next.
* Of its attacks it takes the one with the best expected damage, by its own numbers only; it spreads no thought on
  defences it cannot know. Limited powers come out once the escalation die is there, at once against large foes, and
  what would provoke counts for less. Of targets it prefers the staggered, then mooks for attacks on several, then
  whoever an ally fights too.
* What makes it stronger for a while (a rage, a song, a focus, creatures called up) it uses as soon as it is time for
  limited powers; a song goes on as long as it can be sustained.
* Creatures that flee when hurt do so: out of melee, far, away.
* After a battle whoever is staggered uses recoveries, then the rest ends; a full heal-up is taken when it is earned.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import NOBODY, Question, awaited
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import may_spend
from arbitro.rules.archmage.appraisal import expected, fights_in_melee, hopeless, proof
from arbitro.rules.archmage.blow import riders_of, triggered_flexible
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.choices import target_sets
from arbitro.rules.archmage.effects import AddDamage, AddToRoll, Boost, Parry
from arbitro.rules.archmage.free_moves import may_take_move
from arbitro.rules.archmage.healing import dying
from arbitro.rules.archmage.interrupts import interrupts, trigger_of
from arbitro.rules.archmage.magic_effects import Flip
from arbitro.rules.archmage.moving import interceptors
from arbitro.rules.archmage.natures import appeal, lure, own_nature, prefers_range, takes_flight
from arbitro.rules.archmage.numbers import defence_of, is_staggered
from arbitro.rules.archmage.occasions import fitting
from arbitro.rules.archmage.people import can_act, foes_of, nearby, pinning_foes, stuck
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.preparing import heals, preparations, time_for_powers
from arbitro.rules.archmage.reactions import may_strike
from arbitro.rules.archmage.rests import must_heal
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.states import KEPT, ROUTED, state_of
from arbitro.rules.archmage.step import Bewildered, Blow, Occasion, Walk
from arbitro.rules.archmage.targets import (
    available,
    cost_of,
    flexible_attacks,
    may_use,
    must_turn_on_allies,
    provoked_by,
)

GOOD_ROLL, BAD_ROLL = 15, 7
"""From where on a die is worth giving to a friend, and up to where to a foe."""


def suggest(game: Ruleset[State], state: State, seat: Seat) -> Command | None:
    """A legal command for this seat, or None where nothing is asked of it."""
    if state.awaiting:
        question = state.awaiting[0]
        return _answer(state, question) if seat.may_act_for(question.who) else None
    fight = state.fight
    if fight is None or fight.phase == "over":
        return suggest_rest(game, state, seat)
    if not fight.current or not seat.may_act_for(fight.current):
        return None
    one = fight.combatants[fight.current]
    if can_act(one):
        for command in _ideas(books_of(game), state, fight, one):
            if game.allows(state, command):
                return command
    return c.EndTurn(one.id)


def next_to_act(game: Ruleset[State], state: State) -> frozenset[str]:
    """Whoever is asked, whoever's turn it is; after a battle all who may still rest."""
    if state.awaiting:
        return awaited(state)
    fight = state.fight
    if fight is None or game.finished(state):
        return NOBODY
    if fight.phase != "over":
        return frozenset((fight.current,)) if fight.current else NOBODY
    resting = (*(c.UseRecovery(who) for who in state.party), c.FullHealUp(), c.QuickRest())
    return frozenset(game.owner(state, command) for command in resting if game.allows(state, command))


# ---------------------------------------------------------------- answers


SIMPLY_YES: Final[Mapping[str, Callable[[str, Literal["yes"]], Command]]] = {
    "opportunity": c.Opportunity,
    "readied": c.UseReadied,
    "delayed": c.TakeDelayedTurn,
    "reroll": c.Reroll,
    "turn_hit": c.TurnHit,
    "shrug": c.ShrugOff,
}
"""Questions that are always answered with yes."""


def _answer(state: State, question: Question) -> Command:
    fight, who, kind = state.battle, question.who, question.kind
    if kind in SIMPLY_YES:
        return SIMPLY_YES[kind](who, "yes")
    match kind, fight.asked:
        case "intercept", _:
            goal = str(question.values.get("goal", ""))[1:].partition(",")[0]
            return c.Intercept(who, "yes" if _worth_blocking(state, fight, who, goal) else "no")
        case "interrupt", Blow() as step:
            return c.Interrupt(who, "yes" if _worth_interrupting(state, fight.combatants[who], step) else "no")
        case "interrupt", Occasion() as step:
            return _answer_occasion(state, fight.combatants[who], step)
        case "free_move", _:
            return _free_move(state, fight, fight.combatants[who])
        case "flight", _:
            return c.VoteFlight(who, "yes" if hopeless(fight, fight.combatants[who].side) else "no")
        case "flexible", Blow() as step:
            picks = triggered_flexible(state, step)
            return c.PickFlexible(who, picks[0].id if picks else "")
        case "going_past", Walk() as step:
            return c.JudgePassing(",".join(one.id for one in interceptors(state, step)))
        case "confused_target", Bewildered() as step:
            return c.NameVictim(step.allies[0])
        case _:
            return c.NameStray()


def _free_move(state: State, fight: Fight, one: Combatant) -> Command:
    """A move that costs nothing: out of a melee that goes badly, into one for whoever strikes by hand."""
    shoots = not fights_in_melee(one)
    if pinning_foes(fight, one):
        away = c.TakeMove(one.id, "away", checked=True)
        if (shoots or is_staggered(state, one)) and may_take_move(state, away) is None:
            return away
    elif not shoots:
        for foe in foes_of(fight, one):
            into = c.TakeMove(one.id, "engage", foe.id)
            if foe.conscious and may_take_move(state, into) is None:
                return into
    return c.TakeMove(one.id)


def _worth_blocking(state: State, fight: Fight, who: str, goal: str) -> bool:
    """Somebody sound with a weapon in hand shields whoever is softer; both are of the own side."""
    one, friend = fight.combatants[who], fight.combatants.get(goal)
    if is_staggered(state, one) or not fights_in_melee(one):
        return False
    if friend is None or friend.side != one.side:
        return True
    return is_staggered(state, friend) or one.max_hp >= friend.max_hp


def _worth_interrupting(state: State, one: Combatant, step: Blow) -> bool:
    """A parry is kept for a blow that it can turn: one's own side's defences and the total rolled are known."""
    target = state.battle.combatants[step.target]
    _, trigger = trigger_of(state, step)
    for power in [each for each in interrupts(state, one, trigger, step) if not each.sure][:1]:
        parries = [effect for rider in power.riders for effect in rider.effects if isinstance(effect, Parry)]
        if any(isinstance(effect, Flip) for rider in power.riders for effect in rider.effects):
            return _flip_helps(state, step)
        shifts = [
            effect
            for rider in power.riders
            for effect in rider.effects
            if isinstance(effect, AddToRoll) and effect.natural
        ]
        if shifts and "strikes" in trigger:
            return _shift_helps(state, step)
        if any(isinstance(effect, AddDamage) and effect.shared for rider in power.riders for effect in rider.effects):
            return not is_staggered(state, one)  # what hurts its user too is for the sound
        if not parries:
            helped = state.battle.combatants[step.volley.attacker] if "strikes" in trigger else target
            return not heals(power) or is_staggered(state, helped)
        attack = state.battle.combatants[step.volley.attacker].profile.known(step.volley.attack)
        needed = defence_of(state, target, attack.defence) + parries[0].amount.plus
        return step.outcome == "hit" and step.total < needed
    return False


def _flip_helps(state: State, step: Blow) -> bool:
    """Whether a blow sets off more with its number even for odd, or odd for even."""
    people = state.battle.combatants
    one, target = people[step.volley.attacker], people[step.target]
    attack = one.profile.known(step.volley.attack)
    turned = replace(step, flipped=not step.flipped)
    return len(riders_of(state, turned, one, attack, target)) > len(riders_of(state, step, one, attack, target))


def _shift_helps(state: State, step: Blow) -> bool:
    """Whether a natural number higher by one is worth a point: a miss may hit by it, or more follows from the roll."""
    return step.outcome == "miss" or _flip_helps(state, step)


def _answer_occasion(state: State, one: Combatant, step: Occasion) -> Command:
    """The dearest power that is of use: healing for whoever is staggered or down, all else whenever it fits."""
    about = state.battle.combatants[step.about]
    needy = is_staggered(state, about) or not about.conscious
    useful = [power for power in fitting(state, one, step) if needy or not heals(power)]
    if step.trigger == "rolls_initiative":
        useful = [power for power in useful if _late(state, one)]
    if step.trigger == "attack_due":
        useful = [power for power in useful if _decides_well(one, about)]
    chosen = max(useful, key=lambda power: power.price, default=None)
    return c.Interrupt(one.id, "no") if chosen is None else c.Interrupt(one.id, "yes", chosen.id)


def _late(state: State, one: Combatant) -> bool:
    """Whether most of the foes will act before somebody, of what is open to all."""
    foes = [foe for foe in foes_of(state.battle, one) if foe.rolled_initiative]
    return 2 * sum(foe.initiative > one.initiative for foe in foes) > len(foes)


def _decides_well(one: Combatant, about: Combatant) -> bool:
    """Whether a die that was kept is high enough for a friend's attack, or low enough for a foe's."""
    kept = state_of(one, KEPT)
    if kept is None:
        return False
    return kept.amount >= GOOD_ROLL if about.side == one.side else kept.amount <= BAD_ROLL


# ---------------------------------------------------------------- the own turn


def _ideas(books: Books, state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    if one.profile.kind == "pc" and fight.proposed != fight.round and hopeless(fight, one.side):
        yield c.ProposeFlight(one.id)
    if takes_flight(books, state, fight, one):
        yield from _flight_of_the_timid(books, state, fight, one)
    yield from _help_others(state, fight, one)
    yield from _help_oneself(state, fight, one)
    yield from preparations(state, fight, one)
    shoots = not fights_in_melee(one) or prefers_range(books, one)
    if shoots and "move" in one.actions and pinning_foes(fight, one) and not one.grabbed_by:
        yield c.Disengage(one.id)
    if shoots:
        yield from strikes(books, state, fight, one)
        yield from approaches(books, state, fight, one)
    else:  # a fighter closes in first
        yield from approaches(books, state, fight, one)
        yield from strikes(books, state, fight, one)


def _flight_of_the_timid(books: Books, state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    """Away; whoever is held fast and has a mind lays down their arms."""
    routed = any(mark.attack == ROUTED for mark in one.marks)
    if pinning_foes(fight, one) and routed and "move" not in one.actions:
        yield c.Move(one.id, "away")  # having tried in vain it provokes nobody
    if pinning_foes(fight, one):
        yield c.Disengage(one.id, goal="far")
    yield c.Move(one.id, "far")
    yield c.Leave(one.id)
    if (one.grabbed_by or stuck(state, one)) and own_nature(books, one) in ("cowardly", "cunning"):
        yield c.Surrender(one.id)


def _help_others(state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    friends = [each for each in fight.combatants.values() if each.side == one.side and each.in_field]
    needy = sorted(
        (each for each in friends if each.profile.kind != "monster" and _in_need(state, each)),
        key=lambda each: (each.awareness == "awake", each.hp),
    )
    for power in one.profile.attacks:
        if power.friendly and heals(power) and power.action != "interrupt":
            for each in needy:
                yield c.Attack(one.id, power.id, each.id)
    fallen = [each for each in needy if dying(state, each) and each.id != one.id]
    for each in fallen:
        if one.potions:
            yield c.GivePotion(one.id, each.id)
        if not each.stable and each.death_fails >= 1:
            yield c.Stabilise(one.id, each.id)
    if fallen and not pinning_foes(fight, one) and (one.potions or _can_heal(one)):
        yield c.Move(one.id, "beside", fallen[0].id)
    for power in one.profile.attacks:
        if power.friendly and power.action == "quick" and not heals(power) and not power.teleports:
            for each in friends:
                if not each.temp_hp and is_staggered(state, each):
                    yield c.Attack(one.id, power.id, each.id)


def _in_need(state: State, one: Combatant) -> bool:
    return dying(state, one) or (one.conscious and is_staggered(state, one) and one.recoveries > 0)


def _can_heal(one: Combatant) -> bool:
    return any(power.friendly and heals(power) and available(one, power) for power in one.profile.attacks)


def _help_oneself(state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    if one.profile.kind != "pc" or not one.recoveries or not is_staggered(state, one):
        return
    bad = 3 * one.hp <= one.max_hp
    if (one.rallies == 0 and (bad or fight.round > 1)) or 4 * one.hp <= one.max_hp:
        yield c.Rally(one.id)
    if one.potions and bad:
        yield c.GivePotion(one.id, one.id)


def strikes(books: Books, state: State, fight: Fight, one: Combatant, *, limited: bool = True) -> Iterator[Command]:
    """Attacks of the own turn, the best first; those that can be used only so often where they are wanted."""
    if must_turn_on_allies(state, one):
        for attack in one.profile.attacks:
            if may_use(state, one, attack) is None and not attack.friendly:
                yield c.Attack(one.id, attack.id)
    ranked: list[tuple[bool, float, Command]] = []
    for attack in one.profile.attacks:
        if attack.friendly or attack.action == "interrupt" or may_use(state, one, attack) is not None:
            continue
        if may_spend(one, cost_of(fight, one, attack)) is not None:
            continue
        first = _prepares(one, attack)
        if cost_of(fight, one, attack) == "quick" and "quick" not in one.actions and not (first and one.engaged):
            continue  # a better action is not spent on a small blow
        if attack.usage != "at_will" and not (limited and time_for_powers(fight, one)):
            continue
        for targets in target_sets(state, fight, one, attack):
            score = _score(books, state, fight, one, attack, targets)
            if score > 0:
                ranked.append((first, score, _blow(one, attack, targets)))
    ranked.sort(key=lambda each: (-each[0], -each[1]))
    for _, _, command in ranked:
        yield command


def _prepares(one: Combatant, attack: Attack) -> bool:
    """Whether a small blow helps a greater one that is still to come this turn: it goes before that."""
    helps = (effect for rider in attack.riders for effect in rider.effects if isinstance(effect, Boost))
    return "standard" in one.actions and any(each.on == "self" and each.until == "turn" for each in helps)


def _blow(one: Combatant, attack: Attack, targets: tuple[str, ...]) -> Command:
    flexible = bool(flexible_attacks(one, attack))
    return c.Attack(one.id, attack.id, ",".join(targets), flexible=flexible)


def _score(books: Books, state: State, fight: Fight, one: Combatant, attack: Attack, targets: tuple[str, ...]) -> float:
    base = expected(books, one, attack)
    total = 0.0
    for target in targets:
        other = fight.combatants[target]
        if not other.conscious and other.awareness != "asleep":
            continue
        worth = expected(books, one, attack, other) if proof(other) else base
        value = worth * lure(books, state, fight, one, other, attack)
        if other.profile.category == "mook" and len(targets) > 1:
            value *= 1.2
        if target in one.grabbed_by:
            value *= 1.3
        total += value
    if not total and not base and attack.riders and any(fight.combatants[each].conscious for each in targets):
        total = 1.0
    provoked = sum(1 for foe in provoked_by(state, one, attack, targets) if may_strike(state, foe, one))
    spread = attack.targets.count * (attack.targets.sides + 1) / 2 if attack.targets.count else 1
    return total * max(spread, 1) * (0.7**provoked)


def approaches(books: Books, state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    """Get at a foe: engage one that is nearby, or come closer; shooters only if they have nothing to shoot with."""
    if "move" not in one.actions or pinning_foes(fight, one):
        return
    if prefers_range(books, one) and "standard" not in one.actions:
        return
    foes = [foe for foe in foes_of(fight, one) if foe.conscious]

    melee = fights_in_melee(one) or not prefers_range(books, one)
    for foe in sorted(foes, key=lambda foe: appeal(books, state, fight, one, foe)):
        if melee and nearby(one, foe):
            yield c.Move(one.id, "engage", foe.id)
    if one.band == "far" and melee:
        yield c.Move(one.id, "nearby")
    for foe in foes:
        if melee and not nearby(one, foe):
            yield c.Move(one.id, "toward", foe.id)


# ---------------------------------------------------------------- between battles


def suggest_rest(game: Ruleset[State], state: State, seat: Seat) -> Command | None:
    """After a battle: heal until no longer staggered, then end the rest; a full heal-up when it is earned."""
    if state.fight is None or game.finished(state):
        return None
    for one in state.party.values():
        hurt = must_heal(state, one) or (one.recoveries > 0 and 2 * one.hp <= one.max_hp)
        if seat.may_act_for(one.id) and hurt and game.allows(state, c.UseRecovery(one.id)):
            return c.UseRecovery(one.id)
    for command in (c.FullHealUp(), c.QuickRest()):
        if seat.may_act_for(game.owner(state, command)) and game.allows(state, command):
            return command
    return None

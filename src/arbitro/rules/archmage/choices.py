"""What a seat may do now: every choice offered here is one that the rules accept."""

from collections.abc import Iterator
from itertools import combinations

from arbitro.kernel.choice import RETREAT, Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import may_spend, may_take_free
from arbitro.rules.archmage.answer_choices import Values, answers, pick, picks
from arbitro.rules.archmage.declaring import CLOSE
from arbitro.rules.archmage.destinations import MOST_PICKS, goals
from arbitro.rules.archmage.moving import REACHING, may_intercept
from arbitro.rules.archmage.people import can_act, foes_of, groups_of, has, pinning_foes
from arbitro.rules.archmage.places import MOVE_RULES, left_behind
from arbitro.rules.archmage.power import SPELLS, Attack
from arbitro.rules.archmage.reactions import NO_OPPORTUNITY, attends, may_strike, provoked_by_readied
from arbitro.rules.archmage.referee_choices import referee_choices
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.step import Walk
from arbitro.rules.archmage.targets import (
    allies_in_reach,
    basic_melee,
    cost_of,
    flexible_attacks,
    may_leave_place,
    may_target,
    may_use,
    most_targets,
    must_turn_on_allies,
    provoked_by,
)


def _about(people: tuple[str, ...]) -> tuple[Parameter, ...]:
    """Whom a move is about, where it is about somebody."""
    return (Parameter("target", picks=tuple(picks(tuple(each.split(","))) for each in people)),) if people else ()


def provoking(label: Label, foes: tuple[str, ...]) -> Label:
    """A label that says whom a choice provokes, before it is taken (AE-OPP-03, AE-OPP-04)."""
    return Label(f"{label.key}_provoking", {**label.values, "foes": f"@{','.join(foes)}"}) if foes else label


def choices(game: Ruleset[State], state: State, seat: Seat) -> Iterator[Choice]:
    """What a seat may do now, lazily."""
    if state.awaiting:
        for question in state.awaiting:
            if seat.may_act_for(question.who):
                yield from answers(state, question)
        return
    fight = state.fight
    if fight is None or fight.phase == "over":
        yield from _between(game, state, seat)
        return
    if fight.current and seat.may_act_for(fight.current):
        yield from _turn(game, state, fight, fight.combatants[fight.current], seat)
    yield from _others(game, state, fight, seat)
    if seat.role == "referee":
        yield from referee_choices(game, state, fight)


# ---------------------------------------------------------------- the own turn


def _turn(game: Ruleset[State], state: State, fight: Fight, one: Combatant, seat: Seat) -> Iterator[Choice]:
    who: Values = {"who": one.id}
    named: Values = {"who": f"@{one.id}"}
    if can_act(one):
        if one.actions:
            for attack in one.profile.attacks:
                yield from _attacks(game, state, fight, one, attack)
            yield from _moves(game, state, fight, one)
            if seat.role == "referee":
                yield from _judged_moves(state, fight, one)
            yield from _help(game, state, fight, one)
            yield from _waiting(game, state, fight, one)
        for victim in one.grabbing:
            label = Label("choice.release", {**named, "target": f"@{victim}"})
            if game.allows(state, c.Release(one.id, victim)):
                fixed: Values = {**who, "victim": victim}
                yield Choice(f"release/{one.id}/{victim}", "release", label, fixed, (), ("AE-GRAB-02",))
        if may_take_free(state, one) is None:
            words = (Parameter("what", "text"),)
            label = Label("choice.free_action", named)
            yield Choice(f"free/{one.id}", "free_action", label, who, words, ("AE-ACTION-02",))
        if game.allows(state, c.Surrender(one.id)):
            yield Choice(f"surrender/{one.id}", "surrender", Label("choice.surrender", named), who, (), ("AE-FLEE-01",))
    struck = not can_act(one) or "standard" not in one.actions  # then the end of the turn is what one thinks of
    yield Choice(f"end/{one.id}", "end_turn", Label("choice.end_turn", named), who, (), ("AE-SEQ-02",), main=struck)


def target_sets(state: State, fight: Fight, one: Combatant, attack: Attack) -> list[tuple[str, ...]]:
    """Ways to choose the targets of an attack: each alone, then several where the attack has several."""
    fitting = [other.id for other in fight.combatants.values() if may_target(state, one, attack, other) is None]
    if attack.each_engaged:
        every = tuple(foe for foe in one.engaged if foe in fitting)
        return [every] if every and len(every) == len([f for f in one.engaged if fight.combatants[f].in_field]) else []
    if attack.everybody:
        return [tuple(fitting)] if fitting else []
    sets = [(each,) for each in fitting]
    most = most_targets(attack, fight.escalation)
    dice = attack.targets.count or attack.times.count
    if most < 2 or dice or len(fitting) < 2:
        return list(sets)
    found: list[tuple[str, ...]] = list(sets)
    if attack.in_group:
        for group in groups_of(fight, fight.combatants[fitting[0]].side):
            for size in range(2, most + 1):
                for start in range(len(group) - size + 1):
                    run = group[start : start + size]
                    if all(each in fitting for each in run) and run not in found:
                        found.append(run)
    else:
        for size in range(2, min(most, len(fitting)) + 1):
            found += combinations(fitting, size)
    return found[:MOST_PICKS]


def _attacks(game: Ruleset[State], state: State, fight: Fight, one: Combatant, attack: Attack) -> Iterator[Choice]:
    if attack.action == "interrupt" or may_use(state, one, attack) is not None:
        return
    if may_spend(one, cost_of(fight, one, attack)) is not None:
        return
    thing = f"@{one.id}/{attack.id}"
    fixed: Values = {"who": one.id, "attack": attack.id}
    name = "choice.help" if attack.friendly else "choice.cast" if attack.kind in SPELLS else f"choice.{attack.kind}"
    label = Label(name, {"who": f"@{one.id}", "attack": thing})
    rules: tuple[str, ...] = ("AE-ATK-07", "AE-ATK-08") if attack.kind in SPELLS else ("AE-ATK-07", "AE-ATK-02")
    if not attack.friendly and must_turn_on_allies(state, one) and allies_in_reach(state, one, attack):
        foes = tuple(foe.id for foe in provoked_by(state, one, attack, ()) if may_strike(state, foe, one))
        label = provoking(Label("choice.confused", {"who": f"@{one.id}", "attack": thing}), foes)
        yield Choice(f"attack/{one.id}/{attack.id}", "attack", label, fixed, (), ("AE-COND-04",))
        return
    sets = target_sets(state, fight, one, attack)
    if not sets:
        return
    if any(not attends(state, foe) for foe in provoked_by(state, one, attack, ())):
        rules = (*rules, NO_OPPORTUNITY)
    if attack.kind in CLOSE and one.engaged:
        rules = (*rules, "AE-OPP-05")
    for foes, some in _by_provoked(state, one, attack, sets):
        part = Parameter("targets", picks=tuple(picks(each) for each in some))
        warning = "/provoking" if foes else ""
        yield Choice(f"attack/{one.id}/{attack.id}{warning}", "attack", provoking(label, foes), fixed, (part,), rules)
        if flexible_attacks(one, attack):
            named = Label("choice.flexible_attack", {"who": f"@{one.id}", "attack": thing})
            flexible: Values = {**fixed, "flexible": True}
            cited = ("AE-FLEX-01", "AE-FLEX-04")
            yield Choice(
                f"flexible/{one.id}/{attack.id}{warning}",
                "attack",
                provoking(named, foes),
                flexible,
                (part,),
                cited,
            )
        yield from _merciful(state, one, attack, part, foes)
    yield from _special_blows(game, state, fight, one, attack)


def _by_provoked(
    state: State, one: Combatant, attack: Attack, sets: list[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """Ways to choose targets, by whom an attack at them would provoke; those that provoke nobody first."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for targets in sets:
        foes = provoked_by(state, one, attack, targets)
        able = tuple(foe.id for foe in foes if may_strike(state, foe, one))
        found.setdefault(able, []).append(targets)
    yield from sorted(found.items(), key=lambda each: len(each[0]))


def _merciful(state: State, one: Combatant, attack: Attack, part: Parameter, foes: tuple[str, ...]) -> Iterator[Choice]:
    word = state.options["merciful_blow"]
    merciful = attack.kind == "melee" if word == "melee_if_declared" else word == "any_if_declared"
    if merciful and attack.basic and one.profile.kind == "pc":
        label = provoking(Label("choice.merciful", {"who": f"@{one.id}", "attack": f"@{one.id}/{attack.id}"}), foes)
        kind: Values = {"who": one.id, "attack": attack.id, "merciful": True}
        name = f"merciful/{one.id}/{attack.id}{'/provoking' if foes else ''}"
        yield Choice(name, "attack", label, kind, (part,), ("AE-DMG-09",))


def _special_blows(
    game: Ruleset[State], state: State, fight: Fight, one: Combatant, attack: Attack
) -> Iterator[Choice]:
    fixed: Values = {"who": one.id, "attack": attack.id}
    helpless: list[tuple[str, ...]] = [
        (foe,)
        for foe in one.engaged
        if has(state, fight.combatants[foe], "helpless") and game.allows(state, c.CoupDeGrace(one.id, attack.id, foe))
    ]
    for foes, some in _by_provoked(state, one, attack, helpless):
        label = provoking(Label("choice.coup", {"who": f"@{one.id}", "attack": f"@{one.id}/{attack.id}"}), foes)
        target = (Parameter("target", picks=tuple(picks(each) for each in some)),)
        name = f"coup/{one.id}/{attack.id}{'/provoking' if foes else ''}"
        yield Choice(name, "coup_de_grace", label, fixed, target, ("AE-COUP-01",))
    if attack.basic and attack.kind == "melee":
        holdable = tuple(pick(foe) for foe in one.engaged if game.allows(state, c.Grab(one.id, foe)))
        if holdable and attack == basic_melee(one):
            label = Label("choice.grab", {"who": f"@{one.id}"})
            target = (Parameter("target", picks=holdable),)
            yield Choice(f"grab/{one.id}", "grab", label, {"who": one.id}, target, ("AE-GRAB-01",))


def _moves(game: Ruleset[State], state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
    if may_spend(one, "move") is not None:
        return
    named: Values = {"who": f"@{one.id}"}
    pinning = pinning_foes(fight, one)
    if may_leave_place(state, one, checked=False) is None:
        found = goals(state, fight, one, free=False)
        for goal, about in sorted(found, key=lambda place: not place[1]):  # to somebody, then away from all
            fixed: Values = {"who": one.id, "goal": goal}
            warned = bool(pinning) and bool(about)  # whoever walks out of melee to somebody else provokes
            label = Label(f"choice.provoking_{goal}" if warned else f"choice.move_{goal}", named)
            yield Choice(f"move/{one.id}/{goal}", "move", label, fixed, _about(about), MOVE_RULES[goal])
    if pinning and may_leave_place(state, one, checked=True) is None:
        rules = ("AE-DISENGAGE-02", "AE-DISENGAGE-03", "AE-DISENGAGE-04", "AE-DISENGAGE-05")
        some = _some_foes(one, pinning)
        for goal, about in goals(state, fight, one, free=True):
            if goal == "nearby":
                continue
            fixed = {"who": one.id, "goal": goal}
            label = Label(f"choice.disengage_{goal}", named)
            yield Choice(f"disengage/{one.id}/{goal}", "disengage", label, fixed, _about(about), rules)
            if some:
                label = Label(f"choice.disengage_some_{goal}", named)
                parts = (Parameter("foes", picks=tuple(picks(each) for each in some)), *_about(about))
                yield Choice(f"disengage_some/{one.id}/{goal}", "disengage", label, fixed, parts, rules)
    if game.allows(state, c.Leave(one.id)):
        yield Choice(f"leave/{one.id}", "leave", Label("choice.leave", named), {"who": one.id}, (), ("AE-POS-04",))


def _some_foes(one: Combatant, pinning: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Some of the foes in melee, to leave cleanly while the others may strike; holders must be among them."""
    found: list[tuple[str, ...]] = []
    for size in range(1, len(pinning)):
        found += [each for each in combinations(pinning, size) if all(by in each for by in one.grabbed_by)]
    return found[:MOST_PICKS]


def _judged_moves(state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Moves with the referee's word on whom they go past (AE-INTERCEPT-04)."""
    if may_spend(one, "move") is not None or may_leave_place(state, one, checked=False) is not None:
        return
    leaving = left_behind(fight, one, ())
    for goal, about in goals(state, fight, one, free=False):
        walks = [Walk(one.id, goal, (target.split(",")[0],), leaving) for target in about]
        able = tuple(
            foe.id
            for foe in foes_of(fight, one)
            if goal in REACHING and any(may_intercept(state, foe, one, walk) for walk in walks)
        )
        if not able:
            continue
        passed = (Pick("none", Label("word.going_past.nobody")), *(pick(each) for each in able))
        label = Label(f"choice.past_{goal}", {"who": f"@{one.id}"})
        fixed: Values = {"who": one.id, "goal": goal}
        parts = (*_about(about), Parameter("past", picks=passed))
        yield Choice(f"past/{one.id}/{goal}", "move", label, fixed, parts, ("AE-INTERCEPT-04",))


def _help(game: Ruleset[State], state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
    named: Values = {"who": f"@{one.id}"}
    who: Values = {"who": one.id}
    may_rally = one.profile.kind == "pc" and one.rally_barred != fight.round and one.hp < one.max_hp
    if may_rally and may_spend(one, "standard") is None:
        key = "choice.rally_again" if one.rallies else "choice.rally"
        yield Choice(f"rally/{one.id}", "rally", Label(key, named), who, (), ("AE-RALLY-01", "AE-RALLY-02"))
    fallen = [
        other.id
        for other in fight.combatants.values()
        if other.awareness == "unconscious" and game.allows(state, c.Stabilise(one.id, other.id))
    ]
    if fallen:
        part = Parameter("patient", picks=tuple(pick(each) for each in fallen))
        label = Label("choice.stabilise", named)
        yield Choice(f"stabilise/{one.id}", "stabilise", label, who, (part,), ("AE-DYING-09", "AE-DYING-10"))
    if one.potions:
        drinkers = [each for each in fight.combatants if game.allows(state, c.GivePotion(one.id, each))]
        if drinkers:
            part = Parameter("patient", picks=tuple(pick(each) for each in drinkers))
            label = Label("choice.give_potion", named)
            yield Choice(f"potion/{one.id}", "give_potion", label, who, (part,), ("AE-DYING-12",))


def _waiting(game: Ruleset[State], state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
    named: Values = {"who": f"@{one.id}"}
    who: Values = {"who": one.id}
    if not one.acted and not one.free_actions and fight.phase == "rounds":
        yield Choice(f"delay/{one.id}", "delay", Label("choice.delay", named), who, (), ("AE-DELAY-01",))
    commands: list[tuple[str, Values]] = [
        (f"attack/{attack.id}", {"action": "attack", "attack": attack.id})
        for attack in one.profile.attacks
        if attack.basic and not attack.triggered
    ]
    commands.append(("engage", {"action": "engage"}))
    if may_spend(one, "standard") is None:
        for name, more in commands:
            for trigger in ("attacks", "moves", "casts"):
                fixed: Values = {**who, **more, "trigger": trigger}
                if game.allows(state, game.command({"type": "ready", **fixed})):
                    thing = f"@{one.id}/{more['attack']}" if "attack" in more else ""
                    key = f"choice.ready_{more['action']}_{trigger}"
                    label = Label(key, {**named, "attack": thing} if thing else named)
                    label = provoking(label, provoked_by_readied(state, one, str(more.get("attack", "")), ()))
                    yield Choice(f"ready/{one.id}/{name}/{trigger}", "ready", label, fixed, (), ("AE-READY-02",))
        yield from _waiting_for_a_word(game, state, fight, one)
    declared = state.options["intercept_eligibility"] == "declared_blockers"
    for on in (True, False) if declared else ():
        if game.allows(state, c.BarTheWay(one.id, on)):
            label = Label("choice.bar_the_way" if on else "choice.stop_barring", named)
            yield Choice(f"bar/{one.id}", "bar_the_way", label, {**who, "on": on}, (), ("AE-INTERCEPT-01",))


def _waiting_for_a_word(game: Ruleset[State], state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Ready an attack for a moment in one's own words, which the referee calls."""
    foes = tuple(pick(foe.id) for foe in foes_of(fight, one) if foe.conscious)
    for attack in one.profile.attacks:
        if not attack.basic or attack.triggered or not foes:
            continue
        probe = c.Ready(one.id, "attack", "word", attack=attack.id, target=foes[0].value, words="…")
        if game.allows(state, probe):
            label = Label("choice.ready_attack_word", {"who": f"@{one.id}", "attack": f"@{one.id}/{attack.id}"})
            label = provoking(label, provoked_by_readied(state, one, attack.id, ()))
            fixed: Values = {"who": one.id, "action": "attack", "trigger": "word", "attack": attack.id}
            parts = (Parameter("target", picks=foes), Parameter("words", "text"))
            yield Choice(f"ready/{one.id}/{attack.id}/word", "ready", label, fixed, parts, ("AE-READY-02",))


# ---------------------------------------------------------------- out of turn


def _others(game: Ruleset[State], state: State, fight: Fight, seat: Seat) -> Iterator[Choice]:
    proposers = sorted(
        (one for one in fight.combatants.values() if one.profile.kind == "pc" and seat.may_act_for(one.id)),
        key=lambda one: one.id != fight.current,
    )
    for one in proposers[:1]:  # whoever plays several speaks once for all of them
        if game.allows(state, c.ProposeFlight(one.id)):
            label = Label("choice.propose_flight", {"who": f"@{one.id}"})
            fixed: Values = {"who": one.id}
            yield Choice(f"flee/{one.id}", "propose_flight", label, fixed, (), ("AE-FLEE-01",), group=RETREAT)
    for one in fight.combatants.values():
        if one.profile.kind != "pc" or one.conscious or not seat.may_act_for(one.id):
            continue
        allies = tuple(
            pick(ally) for ally in fight.combatants if game.allows(state, c.FightInSpirit(one.id, ally, "attack"))
        )
        if allies:
            stats = tuple(Pick(stat, Label(f"stat.{stat}")) for stat in ("attack", "ac", "pd", "md"))
            label = Label("choice.spirit", {"who": f"@{one.id}"})
            parts = (Parameter("ally", picks=allies), Parameter("stat", picks=stats), Parameter("story", "text"))
            fixed = {"who": one.id}
            yield Choice(f"spirit/{one.id}", "fight_in_spirit", label, fixed, parts, ("AE-SPIRIT-02",))


# ---------------------------------------------------------------- between battles


def _healing_in_rest(game: Ruleset[State], state: State, seat: Seat, one: Combatant) -> Iterator[Choice]:
    """Powers that heal, for whoever is hurt (AE-REST-03)."""
    if not seat.may_act_for(one.id):
        return
    for power in one.profile.attacks:
        hurt = [each for each in state.party if game.allows(state, c.HealInRest(one.id, power.id, each))]
        if hurt:
            label = Label("choice.help", {"who": f"@{one.id}", "attack": f"@{one.id}/{power.id}"})
            fixed: Values = {"who": one.id, "attack": power.id}
            part = (Parameter("patient", picks=tuple(pick(each) for each in hurt)),)
            yield Choice(f"rest_heal/{one.id}/{power.id}", "heal_in_rest", label, fixed, part, ("AE-REST-03",))


def _between(game: Ruleset[State], state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.party.values():
        if seat.may_act_for(one.id) and game.allows(state, c.UseRecovery(one.id)):
            label = Label("choice.use_recovery", {"who": f"@{one.id}"})
            yield Choice(f"recover/{one.id}", "use_recovery", label, {"who": one.id}, (), ("AE-REST-02",))
        yield from _healing_in_rest(game, state, seat, one)
    simple: tuple[tuple[str, Command, str, Values], ...] = (
        ("rest", c.QuickRest(), "AE-REST-01", {}),
        ("withdraw", c.Withdraw(), "AE-FULLHEAL-05", {}),
        ("full_heal", c.FullHealUp(), "AE-FULLHEAL-01", {}),
        ("grant_full_heal", c.FullHealUp(granted=True), "AE-FULLHEAL-02", {"granted": True}),
    )
    for name, command, rule, fixed in simple:
        if seat.may_act_for(game.owner(state, command)) and game.allows(state, command):
            tag = str(type(command).__struct_config__.tag)
            yield Choice(name, tag, Label(f"choice.{name}"), fixed, (), (rule,))
    if seat.role != "referee":
        return
    for number, text in enumerate(state.losses, 1):
        if not text:
            label = Label("choice.describe_loss", {"number": number})
            part = Parameter("text", "text")
            yield Choice(f"loss/{number}", "describe_loss", label, {"number": number}, (part,), ("AE-FLEE-04",))
    for one in state.party.values():
        if game.allows(state, c.Revive(one.id)):
            label = Label("choice.revive", {"who": f"@{one.id}"})
            yield Choice(f"revive/{one.id}", "revive", label, {"who": one.id}, (), ("AE-MEANINGFUL-02",))
        if game.allows(state, c.FreeCaptive(one.id)):
            label = Label("choice.free_captive", {"who": f"@{one.id}"})
            yield Choice(f"free_captive/{one.id}", "free_captive", label, {"who": one.id}, (), ("AE-FLEE-01",))

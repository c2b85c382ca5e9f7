"""Action rolls of the players' side: the pool, the dice, the outcome and what it brings (DHP-DUAL-01 to 07)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, shed_all, walk_to
from arbitro.rules.daggerheart.attacking import power_of
from arbitro.rules.daggerheart.conditions import end_conditions, release
from arbitro.rules.daggerheart.countdown import climb_dice, slip_back, ticks
from arbitro.rules.daggerheart.dice_pool import (
    advantage_rules,
    advantage_sources,
    difficulty_made_of,
    double_of,
    experience_parts,
    experiences_of,
    pay_for_experiences,
    pending_roll,
    roll_modifiers,
    secret_of,
    shared_experiences,
    throw_pool,
    use_edge,
)
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.feature_words import Harm, Release
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, watched
from arbitro.rules.daggerheart.landing import struck
from arbitro.rules.daggerheart.numbers import passive_of, place_passive
from arbitro.rules.daggerheart.offers import Occasion, after, of_everybody, offered
from arbitro.rules.daggerheart.play import Play, ask, resume, set_off
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts
from arbitro.rules.daggerheart.power_price import fill_tokens
from arbitro.rules.daggerheart.power_terms import PassiveWord
from arbitro.rules.daggerheart.presence import (
    able_hero,
    afflictions,
    can_suffer,
    condition_entry,
    current_scene,
    due_step,
    heroes_up,
)
from arbitro.rules.daggerheart.reaction_rolls import rethink
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_hope,
    clear_stress,
    gain_fear,
    hope_limit,
    mark_stress,
    short_of_stress,
)
from arbitro.rules.daggerheart.state import (
    Aftermath,
    Agenda,
    Apply,
    Close,
    Discover,
    Hero,
    Hit,
    Power,
    Request,
    Resolve,
    Rethink,
    Retry,
)
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.teamwork import tag_alone, tag_rolled
from arbitro.rules.daggerheart.wearing_off import wear_off
from arbitro.rules.daggerheart.words import (
    FEAR_SIDES,
    OUTCOME_RULES,
    SUCCESSES,
    WITH_FEAR,
    Outcome,
    Until,
    ids,
    outcome_of,
)


def roll(play: Play, command: c.Roll) -> Refusal | None:
    """Roll the whole pool (DHP-DUAL-01, DHP-DUAL-02)."""
    request = pending_roll(play.state, command.who)
    if isinstance(request, Refusal):
        return request
    hero = able_hero(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    bought = experiences_of(
        hero,
        command.experiences,
        doubled=command.doubled,
        means=request.means,
        shared=shared_experiences(play.state, request) if request.helping or request.helpers else (),
    )
    if isinstance(bought, Refusal):
        return bought
    names = ids(command.experiences)
    if barred := bar_to_rolling(play.rules.books, hero, 0 if command.doubled else len(names)):
        return barred
    resume(play, "roll")
    if names:
        pay_for_experiences(play, hero.id, len(names), doubled=command.doubled)
        request = replace(request, doubled=command.doubled)
    _before_roll(play, hero, request)
    if play.state.party[hero.id].status != "up":
        play.happen(e.RollDropped(hero.id, rules=("DHP-HP-01",)))
        if request.first is not None:  # the starter's roll stands for both
            tag_alone(play, request)
        return None
    throw(play, request, names, bought)
    return None


def _before_roll(play: Play, hero: Hero, request: Request) -> None:
    """Poison and bonds take their toll of whoever acts (DHP-COND-06); tokens are given up (DHP-SPOT-03)."""
    if play.state.options["spotlight_tracker"]:
        _give_token(play, hero.id)
    for name in dict.fromkeys(held.name for held in hero.conditions):
        entry = condition_entry(play.rules.books, name)
        if entry.poison:
            die = play.dice.roll(6, "poison")
            play.happen(e.PoisonRolled(hero.id, die, die.face <= entry.poison, rules=entry.rules))
            if die.face <= entry.poison:
                mark_stress(play, hero.id, 1, name, entry.rules)
        sheds = request.kind == "shed" and request.condition == name
        mark_stress(play, hero.id, entry.roll_stress + entry.shed_stress * sheds, name, entry.rules)
        if entry.lapses and not play.state.party[hero.id].hope:
            release(play, hero.id, *(held for held in hero.conditions if held.name == name))
        elif hope := entry.roll_hope + min(entry.shed_hope * sheds, play.state.party[hero.id].hope):
            change_hope(play, hero.id, -hope, name, entry.rules)


def _give_token(play: Play, who: str) -> None:
    state = play.state
    left = max(state.party[who].tokens - 1, 0)
    play.happen(e.TokensChanged({who: left}, rules=("DHP-SPOT-03",)))
    if not any(hero.tokens for hero in heroes_up(play.state)):
        full = dict.fromkeys(state.party, int(state.options["spotlight_tokens"]))
        play.happen(e.TokensChanged(full, refilled=True, rules=("DHP-SPOT-03",)))


def throw(
    play: Play,
    request: Request,
    experiences: tuple[str, ...],
    bought: tuple[Modifier, ...],
    *,
    again: bool = False,
) -> None:
    """Throw the pool of a roll, tell what it comes to, and let powers and features look at it."""
    request = replace(use_edge(play, request), experienced=bool(experiences))
    hero = play.state.party[request.actor]
    modifiers = (*roll_modifiers(hero, request), *bought)
    sources = advantage_sources(play.rules.books, play.state, hero, request)
    hope, fear, extra, modifiers = throw_pool(play.rules.books, play.state, play.dice, request, modifiers, sources)
    total = hope.face + fear.face + sum(each.amount for each in modifiers)
    needed = request.difficulty or 0
    outcome = outcome_of(hope.face, fear.face, total, needed)
    made_of = difficulty_made_of(play.rules.books, play.state, request)
    shown = (*modifiers, *double_of(hope, fear, "DHP-DUAL-07"))
    check = Check((hope, fear), total, ">=", needed, outcome in SUCCESSES, shown, "difficulty", made_of)
    rules = (*OUTCOME_RULES[outcome], "DHP-TRAIT-02", *(("DHP-GEN-02",) if again else ()))
    rules = (*rules, *advantage_rules(play.rules.books, *sources, modifiers))
    if len(modifiers) > 1:
        rules = (*rules, "DHP-GEN-03")
    told = e.ActionRolled(
        request.actor,
        request.kind,
        request.trait,
        check,
        outcome,
        extra,
        secret_of(request),
        again,
        rules=rules,
    )
    play.happen(told)
    resolve = Resolve(request, outcome, total, hope=hope.face, fear=fear.face, experiences=experiences)
    if not again and _second_thought(play, resolve):
        return
    words: tuple[PassiveWord, ...] = ("patterns", "fear_die")  # what looks at its faces, beside what may change it
    looked_at = watched(play.state.party, "rolled", "ally_rolled", passives=words)
    play.first(*_turning(play, request, outcome, total), resolve if looked_at else Resolve(request, outcome, total))


def _turning(play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
    """What can turn a roll with Hope before anything comes of it."""
    if outcome not in ("success_hope", "failure_hope"):
        return []
    return set_off(play, "pc_hope", "", request.actor, _as_hit(request, total))


def _as_hit(request: Request, total: int) -> Hit:
    """A roll as something that features watch for."""
    return Hit(request.actor, 0, "physical", attack=False, total=total, roll=request.trait)


def _second_thought(play: Play, rolled: Resolve) -> bool:
    """A feature that works on a known total may be used before the results play out (DHP-DUAL-10)."""
    hero = play.state.party[rolled.request.actor]
    again = bool(hero.sheet.adaptable and rolled.experiences) and rolled.outcome not in SUCCESSES
    flip = rolled.outcome in WITH_FEAR and not hero.flipped and place_passive(play.state, "flip") is not None
    if not (again or flip) or short_of_stress(hero, 1) is not None:
        return False
    rules = ("DHP-GEN-02", "DHP-DUAL-10") if again else ("DHP-ENV-01", "DHP-DUAL-10")
    step = Retry(
        rolled.request, rolled.experiences, rolled.outcome, rolled.total, not again, hope=rolled.hope, fear=rolled.fear
    )
    ask(play, Question("reroll", hero.id, {"who": f"@{hero.id}"}, rules), step)
    return True


def reroll(play: Play, command: c.Reroll) -> Refusal | None:
    """Mark a Stress to roll again (the new result counts, DHP-GEN-02) or to turn Fear into Hope; or let it be."""
    step = due_step(play.state)
    if isinstance(step, Rethink):
        return rethink(play, command, step)
    if not isinstance(step, Retry) or step.request.actor != command.who:
        return Refusal("not_asked")
    if command.use and (short := short_of_stress(play.state.party[command.who], 1)):
        return short
    resume(play, "reroll")
    play.agenda.pop(0)
    if not command.use:
        play.first(_as_rolled(step, step.outcome))
        return None
    mark_stress(play, command.who, 1, "reroll", ("DHP-GEN-02",))
    if step.flip:
        turned: Outcome = "success_hope" if step.outcome in SUCCESSES else "failure_hope"
        play.happen(e.BoonChanged(command.who, "flipped", 1, rules=("DHP-ENV-01",)))
        play.first(_as_rolled(step, turned))
        return None
    shared = shared_experiences(play.state, step.request)
    bought = experience_parts(
        play.state.party[command.who], step.experiences, doubled=step.request.doubled, shared=shared
    )
    throw(play, step.request, step.experiences, bought, again=True)
    return None


def _as_rolled(step: Retry, outcome: Outcome) -> Resolve:
    """The roll that stands, with the faces that powers and features may still look at."""
    return Resolve(step.request, outcome, step.total, hope=step.hope, fear=step.fear, experiences=step.experiences)


def settle_resolve(play: Play, step: Resolve) -> None:
    """The outcome takes effect: Hope, Fear and Stress, then what was attempted, then the spotlight."""
    request, outcome = step.request, step.outcome
    if request.partner and not request.rolled:
        tag_rolled(play, step)
        return
    if step.hope and not request.partner and offered(play, step, *_second_looks(play, step)):
        return
    answer = play.rules.books.guidance.outcomes[outcome]
    play.happen(e.RollClosed(request.actor, outcome, step.total, request.kind, rules=(*answer.rules, "DH-MOVE-20")))
    involved = (request.actor, request.partner) if request.partner else (request.actor,)
    if answer.pc_hope:
        for who in involved:
            _hope_of_a_roll(play, who)
    if answer.gm_fear:
        rules = ("DH-FEAR-02", "DHP-TAG-02") if request.partner else ("DH-FEAR-02",)
        gain_fear(play, answer.gm_fear * len(involved), "roll", rules)
    if outcome == "critical_success":
        both = play.state.options["tag_crit_stress"] == "both"
        for who in involved if both or not request.partner else (step.double,):
            clear_stress(play, who, 1, ("DHP-DUAL-07",))
    for who in involved:
        _lessons(play, who, outcome, (step.hope, step.fear))
        end_conditions(play, who, *_over(request, outcome))
    wear_off(play, request, outcome, involved)
    tolls = _tolls(play, request)
    steps: list[Agenda] = carry_out(play, request, outcome, step.total, step.fear)
    if request.feature:  # a roll to find something out
        steps.append(Discover(request.actor, request.feature, outcome, request.experienced))
    steps += tolls
    steps += _landings(play, lambda: ticks(play, request, outcome))
    steps += _noticed(play, request, outcome, step.total)
    play.first(*steps, Close(request.actor, outcome, request.unavoidable_stress))


def _second_looks(play: Play, step: Resolve) -> Iterator[tuple[Hero, Power]]:
    """The powers that could change a roll before anything comes of it: the roller's, and those of allies."""
    request = step.request
    means = {"attack": ("attack", "weapon", request.means), "power": ("spell",)}.get(request.kind, ())
    hero = play.state.party[request.actor]
    spell = power_of(hero, request.means) if request.kind == "power" else None
    about = Occasion(
        "rolled",
        trait=request.trait,
        outcome=step.outcome,
        means=frozenset(means),
        hope=step.hope,
        foe=current_scene(play.state).foes.get(request.against),
        domain=spell.domain if spell is not None else "",
        helpers=frozenset(helpers_of(request)),
    )
    return of_everybody(play.rules.books, play.state, hero, about, "ally_rolled")


def _over(request: Request, outcome: Outcome) -> tuple[Until, ...]:
    """What a roll puts an end to; an attack gives the Hidden away (DHP-COND-02)."""
    ends: dict[Until, bool] = {
        "act": True,
        "hope": outcome not in WITH_FEAR,
        "heartened": outcome in ("success_hope", "critical_success"),
        "shaken": outcome in WITH_FEAR,
        "hidden": request.is_attack,
    }
    return tuple(until for until, so in ends.items() if so)


def _lessons(play: Play, who: str, outcome: Outcome, faces: tuple[int, int]) -> None:
    """What a PC's own features make of a roll of theirs, whatever it was for (DHP-CHAR-02)."""
    hero = play.state.party[who]
    fill_tokens(play, who, "fear" if outcome in WITH_FEAR else "hope" if outcome != "critical_success" else "")
    if outcome == "failure_fear" and (brave := has_passive(hero, "courage")) is not None:
        change_hope(play, who, 1, "feature", (GIFT,), brave.id)
    reader = has_passive(hero, "patterns")
    if reader is not None and int(hero.sheet.chosen.get(reader.id, "7")) in faces:
        play.happen(e.PowerUsed(who, reader.id, rules=(GIFT,)))
        if hero.stress_marked and hero.hope >= hope_limit(hero):
            clear_stress(play, who, 1, (GIFT,))
        else:
            change_hope(play, who, 1, "feature", (GIFT,), reader.id)


def _tolls(play: Play, request: Request) -> list[Agenda]:
    """Damage that a roll costs whoever makes it: on fire, or tearing at thorns (DHP-COND-06)."""
    steps: list[Agenda] = []
    for held in {each.name: each for each in play.state.party[request.actor].conditions}.values():
        entry = condition_entry(play.rules.books, held.name)
        if entry.roll_harm is not None:
            steps.append(Apply(held.source, "", request.actor, (Harm(entry.roll_harm, entry.roll_harm_kind),)))
        if entry.shed_harm is not None and request.kind == "shed" and request.condition == held.name:
            steps.append(Apply(held.source, "", request.actor, (Harm(entry.shed_harm),)))
    return steps


def _hope_of_a_roll(play: Play, who: str) -> None:
    """A result with Hope brings a Hope, unless a condition keeps it from the roller (DHP-COND-06)."""
    hero = play.state.party[who]
    barred = [entry for entry in afflictions(play.rules.books, hero) if entry.no_hope]
    if barred:
        play.happen(e.HopeChanged(who, 0, hero.hope, "withheld", rules=("DHP-HOPE-04", *barred[0].rules)))
    else:
        change_hope(play, who, 1, "roll", ("DHP-HOPE-04",))


def _landings(play: Play, ticking: Callable[[], list[Agenda]]) -> list[Agenda]:
    """Whoever was dropped and has not been caught by this action hits the ground (DHP-COND-06).

    How deep a climber falls goes by the height at which the hold was lost. The action that did not save them counts for
    the climb first; only then, on the ground, do they bring the top farther away.
    """
    steps: list[Agenda] = []
    climbers: list[str] = []
    for hero in (one for one in play.state.party.values() if can_suffer(one)):
        for held in {each.name: each for each in hero.conditions}.values():
            entry = condition_entry(play.rules.books, held.name)
            if entry.fall is None:
                continue
            fall = entry.fall
            if entry.by_climb:
                fall = replace(fall, count=climb_dice(play.state))
                climbers.append(hero.id)
            steps.append(Apply(held.source, "", hero.id, (Release(held.name), Harm(fall))))
    steps += ticking()
    for who in climbers:
        slip_back(play, who)
    return steps


def _noticed(play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
    """Features that watch for rolls of the PCs."""
    steps: list[Agenda] = []
    rolled = _as_hit(request, total)
    moments: dict[Moment, bool] = {
        "pc_fear": outcome in WITH_FEAR,
        "pc_failed": outcome not in SUCCESSES,
        "pc_failed_roll": outcome not in SUCCESSES,
        "pc_succeeded": outcome in SUCCESSES,
        "pc_failed_fear": outcome == "failure_fear",
        "pc_attacks": request.is_attack,
    }
    for moment, so in moments.items():
        steps += set_off(play, moment, "", request.actor, rolled) if so else []
    if request.against and request.kind == "action":
        steps += set_off(play, "rolled_against", request.against, request.actor, rolled)
    if request.trait == "presence" and outcome not in SUCCESSES:
        snub(play, request)
    if request.trait == "presence" and request.against and total <= 14:
        steps += set_off(play, "presence_low", request.against, request.actor)
    return steps


def snub(play: Play, request: Request) -> None:
    """Some remember a failed haggle: further Presence rolls of that PC against them have disadvantage."""
    foe = current_scene(play.state).foes.get(request.against)
    feature = passive_of(foe, "haggle") if foe is not None else None
    if foe is None or feature is None or foe.counters.get(f"snubbed/{request.actor}"):
        return
    play.happen(e.FeatureUsed(foe.id, feature.id, feature.name, 0, rules=("DHP-ADVSTAT-05",)))
    play.happen(e.CounterChanged(foe.id, f"snubbed/{request.actor}", 1, audience=REFEREE_ONLY))


def carry_out(play: Play, request: Request, outcome: Outcome, total: int, fear: int = 0) -> list[Agenda]:
    """What was attempted comes about, or not."""
    if outcome not in SUCCESSES:
        return [*_missed(play, request, total)]
    if request.kind == "move":
        walk_to(play, request.actor, request.to)
    elif request.kind == "shed":
        shed_all(play, request.actor, request.condition)
    elif request.is_attack:
        cast = after(play.state, Aftermath("cast", request.actor, request.against)) if request.kind == "power" else []
        return [*struck(play, request, outcome, total, fear), *cast]
    elif request.kind == "action":
        _found_out(play, request, outcome, total)
    return []


def _missed(play: Play, request: Request, total: int) -> list[Agenda]:
    """What comes of a roll that has failed: a power that does something all the same, or that answers a miss."""
    hero = play.state.party[request.actor]
    power = power_of(hero, request.means) if request.kind == "power" else None
    steps: list[Agenda] = []
    if power is not None and power.miss:
        steps += carry_out_parts(play, PowerDeed(hero.id, power, request.spent, total), power.miss, request.targets)
    if request.kind != "attack":
        return steps
    return [*steps, *after(play.state, Aftermath("missed", hero.id, request.against, means=("attack", "weapon")))]


def _found_out(play: Play, request: Request, outcome: Outcome, total: int) -> None:
    """A roll against an adversary ends what the roll of a PC can end, as hiding among the leaves (DHP-COND-06)."""
    foe = current_scene(play.state).foes.get(request.against)
    if foe is None:
        return
    enough = (held for held in foe.conditions if outcome == "critical_success" or total >= held.difficulty)
    release(play, foe.id, *(held for held in enough if request.trait in held.traits))


def take_spotlight(play: Play, command: c.TakeSpotlight) -> Refusal | None:
    """A PC comes into focus (DHP-SPOT-01)."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if current_scene(play.state).holder == hero.id:
        return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-SPOT-01",))
    play.happen(e.SpotlightPassed(hero.id, rules=("DHP-SPOT-01",)))
    return None


def note_change(play: Play, command: c.NoteChange) -> Refusal | None:
    """Write down what the roll changed (DHP-DUAL-13)."""
    scene = current_scene(play.state)
    if scene.last is None or scene.last.told:
        return Refusal("nothing_rolled", {}, ("DHP-DUAL-13",))
    play.happen(e.ChangeNoted(command.text, rules=("DHP-DUAL-13",)))
    return None


def give_edge(play: Play, command: c.GiveEdge) -> Refusal | None:
    """One more opening after a critical success: a note, or advantage on the next roll (DH-MOVE-11)."""
    awaited = play.state.awaiting
    if not awaited or awaited[0].values.get("who") != f"@{command.who}":
        return Refusal("no_critical", {"who": f"@{command.who}"}, ("DH-MOVE-11",))
    resume(play, "opening")
    give_opening(play, command.who, command.form, command.text)
    return None


def give_opening(play: Play, who: str, form: str = "", text: str = "") -> None:
    """The opening after a critical success, by default as the table has it."""
    form = form or ("note" if play.state.options["gm_crit_bonus"] == "note" else "advantage")
    play.happen(e.EdgeGiven(who, form == "advantage", text, rules=("DH-MOVE-11",)))
    if text:
        play.happen(e.ChangeNoted(text, rules=("DHP-DUAL-13",)))


def roll_fate(play: Play, command: c.RollFate) -> Refusal | None:
    """One Duality Die, where the table leaves things to chance (DHP-FATE-01)."""
    if not play.state.options["fate_rolls"]:
        return Refusal("option_off", {"option": "fate_rolls"}, ("DHP-FATE-01",))
    if command.who not in play.state.party:
        return Refusal("nobody", {"who": command.who})
    die = play.dice.roll(FEAR_SIDES, "fate")
    happens = die.face <= command.limit
    play.happen(e.FateRolled(command.who, die, command.limit, happens, command.text, rules=("DHP-FATE-01",)))
    return None

"""What a seat that is asked may answer: one choice for each answer, all of which the rules accept."""

from collections.abc import Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.state import Question
from arbitro.rules.archmage.blow import triggered_flexible
from arbitro.rules.archmage.commands import TakeMove
from arbitro.rules.archmage.destinations import goals
from arbitro.rules.archmage.free_moves import may_take_move
from arbitro.rules.archmage.interrupts import interrupts, trigger_of
from arbitro.rules.archmage.moving import interceptors
from arbitro.rules.archmage.occasions import fitting, most_points
from arbitro.rules.archmage.people import pinning_foes
from arbitro.rules.archmage.reactions import readied_in_words
from arbitro.rules.archmage.state import State
from arbitro.rules.archmage.step import Bewildered, Blow, Occasion, Stray, Walk

Values = dict[str, str | int]
YES_NO = {
    "opportunity": "opportunity",
    "intercept": "intercept",
    "readied": "use_readied",
    "delayed": "take_delayed_turn",
    "reroll": "reroll",
    "turn_hit": "turn_hit",
    "shrug": "shrug_off",
    "flight": "vote_flight",
}
"""Questions that are answered with yes or no, and the command that answers."""


def pick(who: str) -> Pick:
    """Somebody, by name."""
    return Pick(who, Label("name", {"who": f"@{who}"}))


def picks(several: tuple[str, ...]) -> Pick:
    """Several together, by name."""
    if len(several) == 1:
        return pick(several[0])
    return Pick(",".join(several), Label("names", {"who": f"@{','.join(several)}"}))


def answers(state: State, question: Question) -> Iterator[Choice]:
    """Every answer to a question."""
    kind, who = question.kind, question.who
    fixed: Values = {"who": who}
    if kind in YES_NO:
        for word in ("yes", "no"):
            label = Label(f"word.{kind}.{word}", question.values)
            if (kind, word) == ("readied", "yes"):
                label = _using_readied(state, question)
            yield Choice(f"{kind}/{who}/{word}", YES_NO[kind], label, {**fixed, "word": word}, (), question.rules)
    elif kind == "interrupt":
        yield from _interrupting(state, question)
    elif kind == "flexible":
        yield from _flexible(state, question)
    elif kind == "free_move":
        yield from _moving(state, question)
    else:
        yield from _named_by_the_referee(state, question)


def _using_readied(state: State, question: Question) -> Label:
    """What was readied, by name, and whom using it would provoke (AE-OPP-02 to AE-OPP-04)."""
    about = str(question.values["target"]).removeprefix("@")
    key, values = readied_in_words(state, state.battle.combatants[question.who], about)
    return Label(f"word.readied.{key or 'yes'}", {**question.values, **values})


def _interrupting(state: State, question: Question) -> Iterator[Choice]:
    fight, who = state.battle, question.who
    step, one = fight.asked, fight.combatants[who]
    if isinstance(step, Occasion):
        powers = fitting(state, one, step)
    elif isinstance(step, Blow):
        _, trigger = trigger_of(state, step)
        powers = interrupts(state, one, trigger, step)
    else:
        return
    for power in powers:
        if power.sure:
            continue
        label = Label("word.interrupt.yes", {**question.values, "attack": f"@{who}/{power.id}"})
        fixed: Values = {"who": who, "word": "yes", "attack": power.id}
        yield Choice(f"interrupt/{who}/{power.id}", "interrupt", label, fixed, (), question.rules)
        for points in range(1, most_points(state, one, power) + 1):
            values: Values = {**question.values, "attack": f"@{who}/{power.id}", "count": points}
            forced = Label("word.interrupt.forced", values)
            name = f"interrupt/{who}/{power.id}/{points}"
            yield Choice(name, "interrupt", forced, {**fixed, "points": points}, (), question.rules)
    own = isinstance(step, Occasion) or question.values.get("by") == f"@{who}"  # nobody's blow is to be let pass
    key = "word.interrupt.pass" if own else "word.interrupt.no"
    label = Label(key, question.values)
    yield Choice(f"interrupt/{who}/no", "interrupt", label, {"who": who, "word": "no"}, (), question.rules)


def _moving(state: State, question: Question) -> Iterator[Choice]:
    """Where somebody may go whom a power lets move at once: by a check, or as things stand; or nowhere."""
    fight, who = state.battle, question.who
    one = fight.combatants[who]
    named: Values = {"who": f"@{who}"}
    for checked in (True, False) if pinning_foes(fight, one) else (False,):
        for goal, about in goals(state, fight, one, free=checked):
            there = [
                each for each in about or ("",) if may_take_move(state, TakeMove(who, goal, each, checked)) is None
            ]
            if not there:
                continue
            fixed: Values = {"who": who, "goal": goal, "checked": checked}
            label = Label(f"choice.disengage_{goal}" if checked else f"choice.move_{goal}", named)
            part = (Parameter("target", picks=tuple(picks(tuple(each.split(","))) for each in there)),) if about else ()
            name = f"free_move/{who}/{'checked_' if checked else ''}{goal}"
            yield Choice(name, "take_move", label, fixed, part, question.rules)
    label = Label("word.free_move.no", named)
    yield Choice(f"free_move/{who}/no", "take_move", label, {"who": who, "goal": ""}, (), question.rules)


def _flexible(state: State, question: Question) -> Iterator[Choice]:
    step, who = state.battle.asked, question.who
    if not isinstance(step, Blow):
        return
    for each in triggered_flexible(state, step):
        label = Label("word.flexible.use", {"who": f"@{who}", "attack": f"@{who}/{each.id}"})
        fixed: Values = {"who": who, "attack": each.id}
        yield Choice(f"flexible/{who}/{each.id}", "pick_flexible", label, fixed, (), question.rules)
    label = Label("word.flexible.none", {"who": f"@{who}"})
    yield Choice(f"flexible/{who}/none", "pick_flexible", label, {"who": who}, (), question.rules)


def _named_by_the_referee(state: State, question: Question) -> Iterator[Choice]:
    """Questions that are answered with a name."""
    step = state.battle.asked
    label = Label(f"choice.{question.kind}", question.values)
    if question.kind == "going_past" and isinstance(step, Walk):
        able = [one.id for one in interceptors(state, step)]
        options = [Pick("", Label("word.going_past.nobody")), *(pick(each) for each in able)]
        if len(able) > 1:
            options.append(picks(tuple(able)))
        part = Parameter("passed", picks=tuple(options))
        yield Choice("going_past", "judge_passing", label, {}, (part,), question.rules)
    elif question.kind == "stray" and isinstance(step, Stray):
        options = [Pick("", Label("word.stray.chance")), *(pick(each) for each in step.allies)]
        if state.options["stray_shot"] == "gm_decides":
            options.append(Pick("none", Label("word.stray.none")))
        part = Parameter("victim", picks=tuple(options))
        yield Choice("stray", "name_stray", label, {}, (part,), question.rules)
    elif isinstance(step, Bewildered):
        part = Parameter("victim", picks=tuple(pick(each) for each in step.allies))
        yield Choice("confused_target", "name_victim", label, {}, (part,), question.rules)

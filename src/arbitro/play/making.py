"""Making characters in town, one by one and step by step, in whatever game.

The campaign knows only that there are steps; which, and what may be answered, its side's `Maker` says. A draft is
part of the state, every answer an event: it can be taken back, explained, and looked at by everybody at the table.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.card import Milestone, Progress
from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Refusal
from arbitro.kernel.named import slug
from arbitro.play import commands as c
from arbitro.play.events import (
    DraftAnswered,
    DraftBegan,
    DraftDropped,
    DraftFinished,
    DraftReconsidered,
)
from arbitro.play.maker import MOST, TEXTS, Maker, MakingStep, due, planned, steps, title, value_text
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, CampaignState, Draft
from arbitro.signs import is_one_line, letters
from arbitro.text import Language

LONGEST: Final = {"name": 40, "words": 500}
USUAL: Final = 60
"""Letters of an answer in words of one's own, by step, and of any other."""
RESERVED: Final = (GROUP, "referee", "surface", "all")
"""Ids that nobody can have."""


def _settled(maker: Maker, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
    """The steps before the open one."""
    for step in steps(maker, state, draft):
        if not step.settled(draft):
            return
        yield step


def _titled(step: MakingStep) -> Label:
    return Label(f"making.step.{step.words}", {"number": step.number})


def may_make(side: Side, state: CampaignState) -> Refusal | None:
    """Whether a character can be begun now."""
    if not state.at_home:
        return Refusal("party_not_in_town")
    if side.meetings.busy(state):
        return Refusal("busy_now")
    if state.draft is not None:
        return Refusal("draft_open")
    return Refusal("party_full", {"most": MOST}) if len(side.party.people(state)) >= MOST else None


def begin_character(scene: Scene, command: c.BeginCharacter) -> Refusal | None:
    """A blank sheet."""
    del command
    refused = may_make(scene.side, scene.state)
    if refused is None:
        scene.happen(DraftBegan())
    return refused


def decide_character(scene: Scene, command: c.DecideCharacter) -> Refusal | None:
    """One answer; what follows of itself is answered at once."""
    draft = scene.state.draft
    if draft is None:
        return Refusal("no_draft")
    step = due(scene.side.maker, scene.state)
    if step is None or step.id != command.step:
        return Refusal("other_step", {"step": command.step, "due": "" if step is None else step.id})
    value = " ".join(command.value.split())
    refused = _bad_answer(step, value)
    if refused is not None:
        return refused
    who = draft.id or _free_id(scene.side, scene.state, value)
    scene.happen(DraftAnswered(who, step.id, value, rules=step.rules))
    _obvious(scene)
    return None


def _free_id(side: Side, state: CampaignState, name: str) -> str:
    base = slug(name)
    taken = {*side.maker.known(state), *RESERVED, *state.dungeon.spaces}
    number = 1
    while (who := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return who


def _obvious(scene: Scene) -> None:
    """Where only one answer is possible nobody is asked."""
    while (step := due(scene.side.maker, scene.state)) is not None:
        if step.kind != "pick" or step.optional or len(step.picks) != 1 or scene.state.draft is None:
            return
        scene.happen(DraftAnswered(scene.state.draft.id, step.id, step.picks[0], rules=step.rules))


def throw_for_character(scene: Scene, command: c.ThrowForCharacter) -> Refusal | None:
    """The dice that are due."""
    del command
    draft = scene.state.draft
    if draft is None:
        return Refusal("no_draft")
    step = due(scene.side.maker, scene.state)
    dice = scene.side.maker.dice
    if step is None or step.kind != "throw" or dice is None:
        return Refusal("nothing_to_throw")
    dice.throw(scene, draft)
    _obvious(scene)
    return None


def reconsider_character(scene: Scene, command: c.ReconsiderCharacter) -> Refusal | None:
    """Back to an earlier step."""
    draft = scene.state.draft
    if draft is None:
        return Refusal("no_draft")
    if command.step not in dict(draft.answers):
        return Refusal("not_answered", {"step": command.step})
    scene.happen(DraftReconsidered(draft.id, command.step))
    return None


def finish_character(scene: Scene, command: c.FinishCharacter) -> Refusal | None:
    """Somebody new is there."""
    del command
    draft = scene.state.draft
    if draft is None:
        return Refusal("no_draft")
    step = due(scene.side.maker, scene.state)
    if step is not None:
        return Refusal("draft_unfinished", {"step": step.id})
    refused = scene.side.maker.enter(scene, draft)
    if refused is None:
        scene.happen(DraftFinished(draft.id, draft.value("words")))
    return refused


def drop_character(scene: Scene, command: c.DropCharacter) -> Refusal | None:
    """Given up."""
    del command
    if scene.state.draft is None:
        return Refusal("no_draft")
    scene.happen(DraftDropped(scene.state.draft.name))
    return None


def _bad_answer(step: MakingStep, value: str) -> Refusal | None:
    if step.kind == "throw":
        return Refusal("throw_first", {"step": step.id})
    if not value:
        return None if step.optional else Refusal("answer_needed", {"step": step.id})
    if step.kind == "pick" and value not in step.picks:
        return Refusal("answer_unknown", {"answer": value, "known": ", ".join(step.picks)})
    most = LONGEST.get(step.id, USUAL)
    if step.kind == "text" and (letters(value) > most or not is_one_line(value)):
        return Refusal("bad_words", {"most": most})
    return None


# -------------------------------------------------------------------- what is offered and shown


def offers(side: Side, state: CampaignState) -> Iterator[Choice]:
    """The step that is due, the way back, and giving up."""
    draft = state.draft
    if draft is None:
        return
    maker = side.maker
    step = due(maker, state)
    if step is None:
        label = Label("choice.finish_character", {"name": draft.name})
        yield Choice("finish_character", "finish_character", label, main=True)
    elif step.kind == "throw":
        label = Label(f"choice.throw_for_character.{step.words}")
        yield Choice("throw_for_character", "throw_for_character", label, {}, (), step.rules, main=True)
    else:
        picks = tuple(Pick(value, Label("name", {"who": f"@making:{step.id}:{value}"})) for value in step.picks)
        parameter = Parameter("value", step.kind, picks, optional=step.kind == "text" and step.optional)
        name, fixed = f"decide_character/{step.id}", {"step": step.id}  # type: tuple[str, dict[str, str | int]]
        yield Choice(name, "decide_character", _titled(step), fixed, (parameter,), step.rules, main=True)
        if picks and step.optional:  # a choice of its own, since nothing stands for nothing in a list
            label = Label("choice.leave_step.more" if draft.values(step.id) else "choice.leave_step")
            yield Choice(f"{name}/leave", "decide_character", label, {**fixed, "value": ""}, main=True)
    answered = dict(draft.answers)
    back = tuple(Pick(each.id, _titled(each)) for each in _settled(maker, state, draft) if each.id in answered)
    if back:
        label = Label("choice.reconsider_character")
        parameters = (Parameter("step", picks=back),)
        yield Choice("reconsider_character", "reconsider_character", label, {}, parameters, main=True)
    yield Choice("drop_character", "drop_character", Label("choice.drop_character"))


def progress(side: Side, state: CampaignState, language: Language) -> Progress | None:
    """The sheet so far: what has been said, what is asked now, what is still to come."""
    draft = state.draft
    if draft is None:
        return None
    maker = side.maker
    say = maker.texts.say
    told: list[Milestone] = []
    seen: set[str] = set()
    hint = say(language, "making.hint.finish")
    for step in steps(maker, state, draft):
        seen.add(step.words)
        if not step.settled(draft):
            told.append(Milestone(title(maker, step, language), _said(side, draft, step, language), "now"))
            hint = say(language, f"making.hint.{step.words}")
            break
        if step.kind == "throw":
            value = "" if maker.dice is None else maker.dice.thrown(state, draft, language)
        else:
            value = _said(side, draft, step, language)
        if value and step.id != "name":  # it stands over the rest
            told.append(Milestone(title(maker, step, language), value))
    else:
        return Progress(draft.name, hint, tuple(told))
    plan = ("name", "gender", *maker.plan, "words")
    last = max((at for at, key in enumerate(plan) if key in seen), default=-1)
    later = tuple(Milestone(planned(maker, key, language), "", "later") for key in plan[last + 1 :])
    return Progress(draft.name or say(language, "making.nobody"), hint, (*told, *later))


def _said(side: Side, draft: Draft, step: MakingStep, language: Language) -> str:
    return ", ".join(value_text(side.maker, step.id, value, language) for value in draft.values(step.id))


def picture(shown: Progress, language: Language) -> list[str]:
    """The sheet so far in lines, for the terminal."""
    lines = [shown.title]
    for one in shown.steps:
        if one.state != "later":
            sign = "→" if one.state == "now" else "✓"
            lines.append(f"  {sign} {one.title}{': ' if one.value else ''}{one.value}")
    later = " · ".join(one.title for one in shown.steps if one.state == "later")
    return [*lines, f"  {shown.line}", *([f"  {TEXTS.say(language, 'making.later', steps=later)}"] if later else [])]

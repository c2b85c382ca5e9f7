"""A character made in one go, in whatever game: what somebody says of it, and the rest by lot, with sense.

The steps are those that a table asks one after the other (`making`), and each answer goes through the same command.
What is sensible the game's `Maker` says; what it says nothing of is drawn among all that may be answered.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct

from arbitro.dice.stream import AuditedDice, Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play.campaign import Campaign
from arbitro.play.commands import BeginCharacter, DecideCharacter, FinishCharacter, Gather, ThrowForCharacter
from arbitro.play.maker import ENROLLED, TEXTS, Maker, MakingStep, due, value_text
from arbitro.play.opening import cannot_begin
from arbitro.play.state import CampaignState, Draft
from arbitro.text import Fault, Language, Words

STREAM: Final = "draft"
"""The stream of the dice that draw what nobody has said."""
Answers = Mapping[str, Sequence[str]]
"""What is said of a character: by step or by its sentences, the answers in their order."""

Seen = Callable[[MakingStep, str], None]
"""Told of every step that was asked, with its answer."""


class Lots(Struct, frozen=True, forbid_unknown_fields=True):
    """What names and pasts are drawn from."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    pasts: tuple[Phrase, ...]


@cache
def lots() -> Lots:
    """The names and pasts of the house."""
    return open_packaged("arbitro.play", "by_lot.yaml").read(Lots)


def make_character(
    table: Table[CampaignState], said: Answers, lot: str, language: Language, seen: Seen | None = None
) -> str:
    """Let a new character enter at a table; the id. A fault says what of what was said cannot be, and what could."""
    campaign = campaign_at(table)
    before = set(campaign.side.party.people(table.state))
    left = {step: list(answers) for step, answers in said.items()}
    dice = AuditedDice.from_text(lot).stream(STREAM)
    left.setdefault("gender", [("f", "m")[dice.roll(2, STREAM).face - 1]])
    _do(table, BeginCharacter())
    for step in open_steps(campaign.side.maker, table):
        if step.kind == "throw":
            _do(table, ThrowForCharacter())
            continue
        draft = table.state.draft or Draft()
        value = _said(campaign.side.maker, left, step)
        if value is None:
            value = _drawn(campaign.side.maker, draft, step, left["gender"], dice, language)
        if seen is not None:
            seen(step, value)
        _do(table, DecideCharacter(step.id, value))
    _do(table, FinishCharacter())
    unused = [step for step, answers in left.items() if answers and step != "gender"]
    if unused:
        known = ", ".join(("name", "gender", *campaign.side.maker.plan, "words"))
        raise Fault(Words(TEXTS, "drafting.no_step", step=unused[0], answer=left[unused[0]][0], known=known))
    return next(who for who in campaign.side.party.people(table.state) if who not in before)


def open_steps(maker: Maker, table: Table[CampaignState]) -> Iterator[MakingStep]:
    """The steps of the draft at a table, one after the other, as they are answered."""
    while (step := due(maker, table.state)) is not None:
        yield step


def campaign_at(table: Table[CampaignState]) -> Campaign:
    """The campaign that a table plays."""
    if not isinstance(table.ruleset, Campaign):
        raise TypeError("characters are made at the table of a campaign")
    return table.ruleset


def enter(table: Table[CampaignState], sheets: Collection[Any]) -> None:
    """Finished characters come together at a table."""
    maker = campaign_at(table).side.maker
    for sheet in sheets:
        _do(table, maker.enlisting(sheet))
    _do(table, Gather(ENROLLED))


def settle(table: Table[CampaignState]) -> None:
    """What people have still to choose with their levels is chosen sensibly: sheets have no room for open choices."""
    sense = campaign_at(table).side.maker.sense
    while sense is not None and (command := next(sense.choose_rest(table.state), None)) is not None:
        _do(table, command)


def _do(table: Table[CampaignState], command: Command) -> None:
    answer = table.submit(command, REFEREE)
    if isinstance(answer, Refusal):
        raise cannot_begin(table.ruleset, table.state, answer)


def _said(maker: Maker, left: dict[str, list[str]], step: MakingStep) -> str | None:
    """What was said to a step, as the id of the answer; None: nothing (more)."""
    answers = left.get(step.id) or left.get(step.words)
    if not answers:
        return None
    said = answers.pop(0)
    if step.kind == "text" or said in step.picks or (not said and step.optional):
        return said
    for pick in step.picks:
        if said.casefold() in {value_text(maker, step.id, pick, language).casefold() for language in ("it", "en")}:
            return pick
    raise Fault(Words(TEXTS, "drafting.no_answer", step=step.words, answer=said, known=", ".join(step.picks)))


def _drawn(maker: Maker, draft: Draft, step: MakingStep, gender: Sequence[str], dice: Dice, language: Language) -> str:
    """An answer by lot: among what is sensible, or among all there is; what may be left is left."""
    if step.id == "name":
        names = lots().women if next(iter(gender), "m") == "f" else lots().men
        return names[dice.roll(len(names), STREAM).face - 1]
    liked = () if maker.sense is None else maker.sense.likes(draft, step)
    if not liked and step.optional:
        return ""
    if step.kind == "text":
        pasts = [words for past in lots().pasts if (words := past.in_(language)) not in dict(draft.answers).values()]
        return pasts[dice.roll(len(pasts), STREAM).face - 1]
    picks = liked or step.picks
    return picks[dice.roll(len(picks), STREAM).face - 1]

"""What is offered is done: by its id, as it was shown; what ends something is asked back once, with what follows."""

from typing import TYPE_CHECKING, Final

import msgspec

from arbitro.kernel.choice import DESK
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.help import what_it_does
from arbitro.kernel.owed_dice import waits_for
from arbitro.kernel.sentence import label_text
from arbitro.web import messages as say
from arbitro.web.fitting import misfit

if TYPE_CHECKING:
    from arbitro.web.answering import Answerer
    from arbitro.web.tables import Decide

UNSURE: Final = "web.unsure"
"""The refusal of what ends something, as long as nobody has said that it is meant."""


async def do(asked: "Answerer", message: say.Do) -> say.Answer:
    """Something that is offered."""
    given: list[Command] = []

    async def decide() -> Command | Refusal:
        since = (await asked.room.chronicle(asked.seat)).since(message.at)
        chosen = await asked.room.choose(lambda: _chosen(asked, message, since))
        unsure = message.ask and isinstance(chosen, Command) and chosen.for_good
        if isinstance(chosen, Command):
            given.append(chosen)
        return Refusal(UNSURE) if unsure else chosen

    answer = await asked.submit(message.ref, decide, message.faces)
    while isinstance(answer, say.Done) and given and (yes := _agreed(asked, given[-1])) is not None:
        answer = await asked.submit(message.ref, _always(yes))
    unsure = isinstance(answer, say.Refused) and answer.code == UNSURE
    return _sure_asked(asked, message) if unsure else answer


def _agreed(asked: "Answerer", given: Command) -> Command | None:
    """The yes that a seat has given already for another whom it plays: who decides for several is asked once."""
    session, seat = asked.room.session, asked.seat
    question = next(iter(session.state.awaiting), None)
    if question is None or question.kind != given.agrees or not seat.may_act_for(question.who):
        return None
    yes = next((one for one in session.choices(seat) if one.fixed.get("word") == "yes"), None)
    return None if yes is None else session.ruleset.command(yes.fill())


def _always(command: Command) -> "Decide":
    """A decision that was made before."""
    return lambda: command


def _sure_asked(asked: "Answerer", message: say.Do) -> say.SureAsked:
    """What would follow from a choice that ends something."""
    session, language = asked.room.session, asked.language
    choice = session.choices(asked.seat)[message.choice]
    title = label_text(session.ruleset, session.state, choice.label, language)
    return say.SureAsked(title, what_it_does(session.ruleset, choice, language), ref=message.ref)


def _chosen(asked: "Answerer", message: say.Do, since: tuple[int, ...] | None) -> Command | Refusal:
    """What a choice comes to, if it still means what it meant when it was shown."""
    session = asked.room.session
    if session.ledger.owed is not None:
        return waits_for(session.ledger.owed)
    try:
        choice = session.choices(asked.seat)[message.choice]
    except KeyError:
        return Refusal("web.choice_gone")
    by_hand = choice.group == DESK and not message.mark  # a desk names what it works on; programs know no mark of it
    mark = asked.room.moment(asked.eyes, asked.language).wording.mark
    if since is None or not (by_hand or mark(choice) == message.mark):
        return Refusal("web.choice_changed")
    fault = misfit(choice, message.values)
    if fault is not None:
        return fault
    try:
        command = session.ruleset.command(choice.fill(**message.values))
    except msgspec.ValidationError:
        return Refusal("web.bad_values")
    return Refusal("web.done_already") if command in asked.room.commands_of(since) else command

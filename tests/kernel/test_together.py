"""Like events of one entry are told together, whoever reads them, and each keeps its reasons."""

import re
from collections.abc import Iterator
from itertools import groupby
from types import SimpleNamespace

import pytest
from tests.logs import archive
from tests.logs.playing import reopened

from arbitro import __version__
from arbitro.kernel.event import Event
from arbitro.kernel.seat import EVERYBODY, REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import names_of
from arbitro.kernel.then import Now, Then
from arbitro.kernel.together import FEW, explained_together, in_runs, told_together
from arbitro.library import Table
from arbitro.rules.whitebox.events import Moved, Yielded
from arbitro.rules.whitebox.people.events import CharacterMade, PartyFormed, SheetWritten
from arbitro.text import LANGUAGES, load_catalogue
from arbitro.web.story import Chronicle

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
ONE_BY_ONE = {
    "party_moved": "each place has its own sight",
    "damage_dealt": "blow after blow on the same one",
    "freed": "each captive has a fate of their own",
    "hero_fell": "each of the fallen has last words of their own",
}
"""What is told line by line however often it comes, and why."""


def skeletons() -> Now:
    table = Table.new("whitebox", "skeletons", seed="3")
    return Now(table.ruleset, table.state)


def every_kind(base: type[Event]) -> Iterator[type[Event]]:
    for kind in base.__subclasses__():
        yield kind
        yield from every_kind(kind)


def fled(*numbers: int) -> list[Event]:
    return [Yielded(f"skeleton-{number}", "fled") for number in numbers]


def test_three_who_do_the_same_are_told_in_one_sentence():
    then = skeletons()
    (run,) = in_runs(then, fled(1, 2, 3))
    assert told_together(then, run, "en") == "Skeleton 1, 2 and 3 have fled."
    assert told_together(then, run, "it") == "Lo scheletro 1, il 2 e il 3 sono fuggiti."


def test_those_who_differ_by_their_number_are_told_by_it_in_whatever_order_it_befell_them():
    then = skeletons()
    (run,) = in_runs(then, fled(4, 5, 6, 1))
    assert told_together(then, run, "en") == "Skeleton 1, 4, 5 and 6 have fled."
    met = ("skeleton-2", "skeleton-1", "skeleton-3")
    assert str(names_of(then, met, "it")) == "Scheletro 1, 2, 3"
    assert str(names_of(then, met, "it", as_they_stand=True)) == "Scheletro 2, 1, 3"


def test_an_order_that_is_meant_is_told_as_it_stands():
    kinds = sorted(kind.__name__ for kind in every_kind(Event) if kind.sequences)
    assert kinds == ["CampMade", "OrderSet", "PartyFormed"], "turns, marches and watches have an order; what else?"
    assert all(set(kind.sequences) <= set(kind.people) for kind in every_kind(Event))


def test_few_are_told_one_by_one_and_so_is_what_differs():
    then = skeletons()
    assert [len(run) for run in in_runs(then, fled(1, 2))] == [1, 1]
    other = Yielded("skeleton-3", "surrendered")
    assert [len(run) for run in in_runs(then, [*fled(1, 2), other])] == [1, 1, 1]
    assert [len(run) for run in in_runs(then, [other, *fled(1, 2, 3)])] == [1, 3]


def test_what_not_everybody_may_know_is_never_told_with_what_others_know():
    then = skeletons()
    secret = [Yielded(f"skeleton-{number}", "fled", audience=REFEREE_ONLY) for number in (1, 2, 3)]
    assert [len(run) for run in in_runs(then, secret)] == [3]
    assert [len(run) for run in in_runs(then, [*fled(4, 5, 6), *secret])] == [3, 3]
    assert [len(run) for run in in_runs(then, [*fled(4, 5), *secret[:2]])] == [1, 1, 1, 1]


def test_why_says_of_each_what_stands_behind_it():
    then = skeletons()
    events = tuple(Yielded(f"skeleton-{number}", "fled", rules=("WB-MORALE-01",)) for number in (1, 2, 3))
    explanation = explained_together(then, events, "en")
    assert [line for line in explanation.numbers if "fled" in line] == [
        f"Skeleton {number} has fled." for number in (1, 2, 3)
    ]
    assert len(explanation.rules) == 1


@pytest.mark.parametrize("package", [*(f"arbitro.rules.{game}" for game in GAMES), "arbitro.play"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_for_several_stands_beside_the_one_for_one(package, language):
    said = load_catalogue(package, language)
    together = [key for key in said if key.startswith("together.")]
    assert together
    for key in together:
        one = key.removeprefix("together.")
        assert one in said, key
        assert ("{each}" in said[key]) == (f"each.{one}" in said), key


def bare(then: Then, event: Event, line: str) -> str:
    """A line without the people it is about."""
    for field in event.people:
        people = getattr(event, field)
        for one in (people,) if isinstance(people, str) else people or ():
            line = re.sub(re.escape(str(then.name(one, "en"))), "…", line, flags=re.IGNORECASE)
    return line


@pytest.mark.parametrize("game", GAMES)
def test_no_entry_of_any_log_tells_the_same_of_many_line_by_line(game):
    logs = [log for log in archive.read(__version__, game) if not log.head.log.startswith("found ")]
    gathered, many = 0, []
    for log in logs:
        table = Table.restore(reopened(log).ruleset, log.records(), None)
        seat = table.ruleset.seats(table.state)[0]
        lines = list(table._told(seat, "en"))
        gathered += sum(len(run) > 1 for _, run, _ in lines)
        plain = [(then, run[0], line) for then, run, line in lines if len(run) == 1 and run[0].audience == EVERYBODY]
        for (_, kind, line), alike in groupby(plain, lambda one: (id(one[0]), type(one[1]), bare(*one))):
            told = len(list(alike))
            if told > FEW and kind.__struct_config__.tag not in ONE_BY_ONE:
                many.append(f"{log.name}: {told} × {line} [{kind.__struct_config__.tag}]")
    assert gathered
    assert not many, "\n".join(many)


def test_a_page_shows_one_line_with_one_number_and_reads_on_behind_it():
    table = Table.new("archmage", "bridge", seed="3")
    chronicle = Chronicle(table.ruleset, REFEREE)
    for entry, _ in table.seen(REFEREE):
        assert chronicle.read(entry)
    lines = chronicle.lines(SimpleNamespace(language="en"), 1, chronicle.last)
    rolled = [line for line in lines if line.kind == "initiative_rolled"]
    assert len(rolled) == 1
    assert rolled[0].text.startswith("Initiative: ")
    assert rolled[0].dice == ()
    after = lines[lines.index(rolled[0]) + 1]
    assert after.number > rolled[0].number + FEW
    assert [line.text for line in lines] == table.story(REFEREE, "en")


def test_lines_that_only_go_on_say_what_goes_on():
    """Steps, rounds and a party coming together: a page folds such lines behind the last of them."""
    table = Table.new("whitebox", "skeletons", seed="3")
    chronicle = Chronicle(table.ruleset, REFEREE)
    for entry, _ in table.seen(REFEREE):
        assert chronicle.read(entry)
    lines = chronicle.lines(SimpleNamespace(language="en"), 1, chronicle.last)
    goes_on = {line.kind: line.passing for line in lines}
    assert goes_on["turn_began"] == "round"
    assert goes_on["table_opened"] == ""
    assert Moved.kept_last == "step"
    assert SheetWritten.kept_last == CharacterMade.kept_last == PartyFormed.kept_last == "party"

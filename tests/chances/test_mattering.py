"""Which option matters most: each set otherwise, one at a time, held against the fight as it is."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.chances.fights import PLAIN, duel, orcs
from tests.terminal import Run

from arbitro.chances.bout import fight_dice, first_state
from arbitro.chances.derived import derive
from arbitro.chances.mattering import FIRST_LOOK, what_matters
from arbitro.chances.outcome import Unfit
from arbitro.chances.work import FightWork, WorkProgress
from arbitro.text import LANGUAGES, Fault


def test_what_can_be_counted_out_is_exact_and_the_rest_meets_the_same_dice() -> None:
    bout = orcs()
    found = what_matters(bout, fights=150, options=("initiative_tie", "natural_extremes"))
    assert (found.asked, found.odds.method) == ("wins/party", "derived")
    ways = {(each.changed.name, each.changed.then): each.difference for each in found.effects}
    together = ways["initiative_tie", "simultaneous"]
    assert together.how == "bonett_price"
    assert together.low < together.value < together.high
    counted = derive(orcs({"natural_extremes": True}))
    assert not isinstance(counted, Unfit)
    exactly = abs(counted.estimates["wins/party"].value - found.odds.estimate)
    assert exactly < 1e-9
    assert ("natural_extremes", True) in {(each.name, each.then) for each in found.unmoved}


def test_an_option_that_no_fight_asks_for_is_left_at_a_first_look() -> None:
    bout = duel(3, 3, {"surprise_method": "roll"})
    told: list[WorkProgress] = []
    work = FightWork(on_progress=told.append)
    found = what_matters(bout, fights=FIRST_LOOK + 50, options=("dark_meeting_feet", "initiative_tie"), work=work)
    assert {each.name for each in found.unmoved} == {"dark_meeting_feet"}
    assert {each.changed.name for each in found.effects} == {"initiative_tie"}
    assert {each.most for each in told} == {(FIRST_LOOK + 50) * (len(found.effects) + len(found.unmoved) + 1)}
    assert [each.count for each in told] == sorted(each.count for each in told)


def test_many_that_are_looked_at_at_once_are_not_sure_as_soon_as_one_would_be() -> None:
    bout = duel(3, 3)
    some = ("initiative_tie", "dark_meeting_feet", "turning_limit", "initiative_frequency")
    among, alone = (what_matters(bout, fights=100, options=names) for names in (some, some[:1]))
    widths = [
        next(each.difference.width for each in found.effects if each.changed.name == "initiative_tie")
        for found in (among, alone)
    ]
    assert widths[0] > widths[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_by_how_much_and_how_surely(language: str) -> None:
    found = what_matters(orcs(), fights=100, options=("combat_sequence", "natural_extremes", "death_rule"))
    told = "\n".join(found.lines(language))  # type: ignore[arg-type]
    assert "chances." not in told
    assert "{" not in told
    assert "combat_sequence" in told
    assert all(row[2] for row in found.rows(language))  # type: ignore[arg-type]
    assert "<table>" in found._repr_html_()
    sure, luck = found.ranked
    assert [*sure, *luck] == list(found.effects)
    values = [abs(each.difference.value) for each in sure]
    assert values == sorted(values, reverse=True)


def test_a_fight_that_has_begun_goes_on_under_the_other_option() -> None:
    bout = duel(3, 3)
    state = first_state(bout, fight_dice("s", 1).play)
    begun = replace(bout, state=state, start=(), options={})
    found = what_matters(begun, fights=60, options=("death_rule",))
    now = {each.changed.now for each in found.effects} | {each.now for each in found.unmoved}
    assert now == {state.options["death_rule"]}


def test_an_option_that_there_is_not_is_named() -> None:
    with pytest.raises(Fault, match="death_rule"):
        what_matters(duel(), options=("deth_rule",))
    with pytest.raises(Fault):
        what_matters(duel(), "weather")


def test_it_is_asked_at_the_terminal(run: Run, tmp_path: Path) -> None:
    plain = [word for name, value in PLAIN.items() for word in ("--set", f"{name}={value}")]
    names = "natural_extremes,death_rule"
    code, said = run("sweep", "orcs", "--matters", names, "--runs", "60", "--seed", "3", *plain, "--lang", "en")
    assert (code, "As it is: The party: victory 68.5498 %" in said) == (0, True)
    code, said = run("sweep", "orcs", "--matters", names, "--runs", "60", "--seed", "3", *plain, "--json")
    told = json.loads(said)
    assert {each["option"] for each in (*told["effects"], *told["unmoved"])} == set(names.split(","))
    file = tmp_path / "matters.csv"
    assert run("sweep", "orcs", "--matters", names, "--runs", "60", *plain, "--out", str(file))[0] == 0
    assert file.read_text(encoding="utf-8").startswith("option,from,to,wins/party")
    assert run("sweep", "orcs", "--matters", "all", "--vary", "set:death_rule=a,b")[0] != 0
    assert run("sweep", "orcs", "--matters", "nothing_of_that")[0] != 0


def test_few_fights_are_as_many_as_were_asked_for() -> None:
    found = what_matters(duel(3, 3, {"surprise_method": "roll"}), fights=20, options=("death_rule",))
    assert (found.fights, found.odds.count) == (20, 20)

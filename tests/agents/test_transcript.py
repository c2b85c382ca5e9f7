"""The transcript in the docs is one of the tools as they are."""

import json
import re

import pytest
from tests.agents.transcript import HEADS, PAGES

from arbitro.agents.catalogue import TOOLS
from arbitro.text import Language

_CALL = re.compile(r"^> (\w+) (\{.*\})$", re.MULTILINE)


@pytest.mark.parametrize("language", PAGES)
def test_a_whole_fight_and_ten_steps_stand_in_the_docs(language: Language) -> None:
    """Only tools that there are, asked in their own words; the fight comes to its end, and the steps are ten."""
    text = PAGES[language].read_text(encoding="utf-8")
    fight, campaign = text.partition(HEADS[language][1])[2].split(HEADS[language][2])
    calls = {part: [(name, json.loads(asked)) for name, asked in _CALL.findall(part)] for part in (fight, campaign)}
    assert {name for made in calls.values() for name, _ in made} <= set(TOOLS)
    for made in calls.values():
        assert all({"choice", "values", "seq"} == set(asked) for name, asked in made if name == "do")
    assert sum(name == "do" for name, _ in calls[campaign]) == 10
    assert [name for name, _ in calls[fight]][-2:] == ["story", "why"]


def test_both_languages_tell_the_same_calls() -> None:
    asked = [_CALL.findall(page.read_text(encoding="utf-8")) for page in PAGES.values()]
    assert asked[0] == asked[1]

"""Templates become code of our own: it must write what Jinja's own would write."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import TemplateError
from markupsafe import Markup
from tests.web.test_live import dungeon_of, room_of
from tests.web.test_shared_work import FIVE

from arbitro.kernel.card import Card, Tag
from arbitro.web import rendering
from arbitro.web.compiling import CodeGenerator, QuickEnvironment, escaped
from arbitro.web.page_moment import PageMoment
from arbitro.web.room import rendered

CACHES: tuple[Callable[..., Any], ...] = (
    rendering.environment, rendering._template, rendering._macros, rendering.part,
)  # fmt: skip


def forget() -> None:
    """Compile everything anew."""
    for kept in CACHES:
        kept.cache_clear()  # type: ignore[attr-defined]


async def pages() -> list[dict[str, str]]:
    """All fragments of five pages in a fight and in a dungeon."""
    found: list[dict[str, str]] = []
    for made in (room_of, dungeon_of):
        _, room = await made(*FIVE)
        for sitting in FIVE:
            moment: PageMoment = room.moment(sitting, "it")
            found.append(rendered(moment))
    return found


def test_pages_are_written_as_jinja_itself_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    ours = asyncio.run(pages())
    monkeypatch.setattr(QuickEnvironment, "code_generator_class", CodeGenerator)
    forget()
    try:
        assert asyncio.run(pages()) == ours
    finally:
        forget()
    assert sum(map(len, ours)) > 50


def test_what_is_told_is_escaped_wherever_it_stands() -> None:
    nasty = "<b>\"'&"
    card = Card(nasty, nasty, "own", nasty, (), (Tag(nasty, "bad", nasty),))
    html = str(rendering.part("fragments/card.html", "it", card))
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&#34;&#39;&amp;") >= 6


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("a<b", "a&lt;b"),
        (Markup("<b>"), "<b>"),
        (7, "7"),
        (None, "None"),
        (True, "True"),
        (1.5, "1.5"),
        ("<" * 300, "&lt;" * 300),
    ],
)
def test_a_value_is_escaped_unless_it_is_html(value: object, written: str) -> None:
    assert str(escaped(value)) == written


def test_macros_take_defaults_and_names() -> None:
    made = QuickEnvironment(autoescape=True).from_string(
        "{% macro told(one, more='!') %}{{ one }}{{ more }}{% endmacro %}"
        "{{ told('<') }}{{ told('a', '?') }}{{ told(one='b') }}"
    )
    assert made.render() == "&lt;!a?b!"


def test_a_template_that_hands_on_arguments_it_does_not_name_is_refused() -> None:
    with pytest.raises(TemplateError):
        QuickEnvironment().from_string("{{ f(*given) }}")

"""The page on the API names everything that there is: addresses, messages and answers, in both languages."""

import re
from pathlib import Path

import pytest

from arbitro.web.app import create_app
from arbitro.web.messages import ANSWERS, MESSAGES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "api.md", DOCS / "it" / "api.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_message_and_answer_is_documented_with_its_fields(page):
    text = page.read_text(encoding="utf-8")
    for kind in MESSAGES:
        tag = str(kind.__struct_config__.tag)
        rows = [line for line in text.splitlines() if line.startswith("|") and f"`{tag}`" in line.split("|")[1]]
        assert rows, tag
        for name in kind.__struct_fields__:
            assert name == "ref" or f"`{name}`" in rows[0], f"{tag}.{name}"
    for kind in ANSWERS:
        tag = str(kind.__struct_config__.tag)
        assert f"`{tag}`" in text or f'"type": "{tag}"' in text, tag


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_address_is_documented(page):
    text = page.read_text(encoding="utf-8")
    paths = create_app().openapi_schema.to_schema()["paths"]
    assert len(paths) > 20
    for path in paths:
        last = re.sub(r"/\{\w+\}", "", path).rpartition("/")[2]
        assert re.search(rf"/{re.escape(last)}\b", text), path

"""What can be read without being asked for: rulebooks, options, rulings and guides, as pages of Markdown."""

from typing import Final

from mcp import types

from arbitro.agents import TEXTS
from arbitro.agents.guest import Guest
from arbitro.client import calls
from arbitro.client.data import OptionData, RuleData

ROOT: Final = "arbitro://"
MARKDOWN: Final = "text/markdown"


async def listed(guest: Guest) -> list[types.Resource]:
    """Every page that can be read."""
    found: list[types.Resource] = []
    for game in await guest.ask(calls.games()):
        for kind in ("rules", "options"):
            title = TEXTS.say(guest.language, f"resource.{kind}", game=game.source)
            found.append(types.Resource(name=f"{kind}/{game.id}", title=title, uri=f"{ROOT}{kind}/{game.id}"))
    found += (
        types.Resource(name=f"guides/{page.name}", title=page.title, uri=f"{ROOT}guides/{page.name}")
        for page in await guest.ask(calls.guides())
    )
    return [one.model_copy(update={"mime_type": MARKDOWN}) for one in found]


async def read(guest: Guest, uri: str) -> str | None:
    """A page; None where there is no such page."""
    kind, _, name = uri.removeprefix(ROOT).partition("/")
    if not uri.startswith(ROOT) or not name:
        return None
    if kind == "rules":
        return _rules(await guest.ask(calls.rules(name)))
    if kind == "options":
        return _options(await guest.ask(calls.options(name)))
    if kind == "guides":
        return (await guest.ask(calls.guide(name))).text
    return None


def _rules(rules: list[RuleData]) -> str:
    lines: list[str] = []
    where = ""
    for rule in rules:
        if rule.where != where:
            where = rule.where
            lines += ["", f"## {where}", ""]
        lines.append(f"- **{rule.id}** {rule.title}: {rule.text}")
    return "\n".join(lines).strip()


def _options(options: list[OptionData]) -> str:
    lines = []
    for one in options:
        values = "".join(f"\n  - `{value}`: {text}" for value, text in one.values.items())
        lines.append(f"- **{one.name}** = `{one.default}` – {one.title}. {one.text} {' '.join(one.rules)}{values}")
    return "\n".join(lines)

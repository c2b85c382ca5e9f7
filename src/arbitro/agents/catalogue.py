"""Which tools there are, for whom, and what they take and give; what they are for is in the catalogues of texts."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from arbitro.agents import TEXTS, aids, shapes, tools
from arbitro.agents.guest import Guest, Standing
from arbitro.agents.tools import ToolAnswer
from arbitro.client.data import HelpData, StoryData
from arbitro.text import Language

Power = Literal["open", "watch", "act", "tell", "referee", "host"]
"""Who may: anybody, all at a table, players and the referee, the narrator, the referee, whoever runs the server."""


class Tool(Struct, frozen=True):
    """A tool: what it takes and gives, who may use it, and whether it changes anything."""

    name: str
    takes: type[Struct]
    gives: type[Struct]
    work: Callable[[Guest, Any], Awaitable[ToolAnswer]]
    power: Power = "watch"
    final: bool = False
    """Whether what it does cannot simply be done again: it spends a turn, throws dice."""

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.power in ("open", "watch")


TOOLS: Final[dict[str, Tool]] = {
    tool.name: tool
    for tool in (
        Tool("tables", shapes.Nothing, shapes.TablesFound, tools.tables, "open"),
        Tool("games", shapes.Nothing, shapes.GamesFound, tools.games, "open"),
        Tool("open_table", shapes.Opening, shapes.SeatTaken, tools.open_table, "host"),
        Tool("take_seat", shapes.AtTable, shapes.SeatTaken, tools.take_seat, "host"),
        Tool("look", shapes.AtTable, shapes.Looked, tools.look),
        Tool("choices", shapes.AtTable, shapes.Offered, tools.choices),
        Tool("story", shapes.Since, StoryData, tools.story),
        Tool("sheet", shapes.AboutSomebody, shapes.SheetRead, tools.sheet),
        Tool("map", shapes.AtTable, shapes.MapShown, tools.show_map),
        Tool("why", shapes.AboutLine, shapes.Because, tools.why),
        Tool("help", shapes.AboutChoice, HelpData, tools.help_with),
        Tool("do", shapes.Doing, shapes.Outcome, tools.do, "act", final=True),
        Tool("say", shapes.Speaking, shapes.SaidSo, tools.say, "act", final=True),
        Tool("why_not", shapes.Wishing, shapes.Refusing, tools.why_not),
        Tool("pursue", shapes.Pursuing, shapes.Outcome, tools.pursue, "act", final=True),
        Tool("undo", shapes.TakingBack, shapes.Outcome, tools.undo, "act", final=True),
        Tool("note", shapes.Noting, shapes.Outcome, tools.note, "act"),
        Tool("throw", shapes.Throwing, shapes.Thrown, aids.throw, "act"),
        Tool("oracle", shapes.Consulting, shapes.OracleSaid, aids.consult, "act"),
        Tool("odds", shapes.Weighing, shapes.Chances, aids.odds),
        Tool("search_rules", shapes.Searching, shapes.RulesFound, aids.search_rules, "open"),
        Tool("show_rule", shapes.AboutRule, shapes.RulesFound, aids.show_rule, "open"),
        Tool("journal", shapes.AtTable, shapes.JournalRead, aids.journal),
        Tool("tell", shapes.Narrating, shapes.ToldSo, tools.tell, "tell"),
        Tool("send", shapes.Sending, shapes.Outcome, tools.send, "referee", final=True),
    )
}
"""Every tool by its name."""


def offered(role: Standing, host: bool) -> tuple[Tool, ...]:
    """The tools that a seat is offered: a tool that it may not use is not there."""
    return tuple(tool for tool in TOOLS.values() if _may(tool.power, role, host))


def _may(power: Power, role: Standing, host: bool) -> bool:
    if power == "open":
        return True
    if power == "host":
        return host
    if power == "act":
        return role in ("player", "referee")
    if power == "tell":
        return role == "narrator"
    return role == "referee" or (power == "watch" and role != "nobody")


@cache
def input_schema(tool: str, language: Language) -> dict[str, Any]:
    """The schema of what a tool takes, each field with what it is for."""
    schema = _schema(TOOLS[tool].takes)
    for name, field in schema.get("properties", {}).items():
        field["description"] = TEXTS.find(language, f"arg.{tool}.{name}") or TEXTS.say(language, f"arg.{name}")
    return schema


@cache
def output_schema(tool: str) -> dict[str, Any]:
    """The schema of what a tool gives."""
    return _schema(TOOLS[tool].gives)


def _schema(kind: type[Struct]) -> dict[str, Any]:
    """A schema whose root is the object itself: not every client follows a reference there."""
    (root,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    own: dict[str, Any] = dict(definitions.pop(str(root["$ref"]).rpartition("/")[2]))
    own.pop("description", None)
    return {**own, "$defs": definitions} if definitions else own

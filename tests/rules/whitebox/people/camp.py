"""A camp between fights: characters on a bare state, fixed dice that must be used up, the fold checked each time."""

from collections.abc import Sequence
from typing import Any

import msgspec
from tests.rules.carrying import Throw, carried_out, is_explained, is_told, turned_down
from tests.rules.whitebox.arena import RULES

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.rules.whitebox.people.commands import CreateCharacter
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named

PLAIN = {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10}


def draft(who: str = "berto", **more: Any) -> CreateCharacter:
    """A plain human fighter whose scores are all 10, without gold; `more` says what differs."""
    scores = {**PLAIN, **more.pop("scores", {})}
    given: dict[str, Any] = {
        "name": Named(who.title(), who.title()),
        "folk": "human",
        "class_id": "fighter",
        "alignment": "law",
        "abilities": scores,
        "gold": 0,
    }
    given |= more
    if "hit_dice" not in given and given["class_id"] in RULES.content.classes:
        given["hit_dice"] = (4,) * class_row(RULES.rules, given["class_id"], given.get("level", 1)).dice
    return CreateCharacter(who=who, **given)


class Camp:
    """A table between fights, through `ruleset.decide`."""

    def __init__(self, *drafts: CreateCharacter, **options: Any) -> None:
        self.state = State(options=RULES.options.effective(options))
        for each in drafts:
            self.do(each)

    def do(self, command: Command, *dice: Throw) -> list[Event]:
        """Carry out a command with exactly these dice; every event is told in both languages."""
        resolved = carried_out(RULES, self.state, command, dice)
        self.state = resolved.state
        assert msgspec.json.decode(msgspec.json.encode(self.state), type=State) == self.state
        is_told(RULES, self.state, resolved.events)
        return resolved.events

    def refused(self, command: Command) -> str:
        """Try a command that must be refused: no die, no change, a reason in both languages. Its code."""
        answer = turned_down(RULES, self.state, command)
        is_explained(RULES, self.state, answer)
        return answer.code

    def change(self, who: str, **fields: Any) -> None:
        """Set some fields of a sheet by hand, to begin a test from there."""
        changed = msgspec.structs.replace(self.state.characters[who], **fields)
        self.state = msgspec.structs.replace(self.state, characters={**self.state.characters, who: changed})

    def __getitem__(self, who: str) -> Character:
        return self.state.characters[who]


def found(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[Event]) -> Any:
    """The one event of a kind."""
    (event,) = found(events, kind)
    return event

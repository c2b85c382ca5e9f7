"""A camp between fights: characters on a bare state, fixed dice that must be used up, the fold checked each time."""

from collections.abc import Sequence
from typing import Any

import msgspec
from tests.rules.whitebox.arena import RULES, Throw

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.explain import explain, explain_refusal, tell
from arbitro.kernel.fold import dice_of
from arbitro.rules.whitebox.events import Joined
from arbitro.rules.whitebox.people.commands import CreateCharacter
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

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
        given["hit_dice"] = (4,) * RULES.row(given["class_id"], given.get("level", 1)).dice
    return CreateCharacter(who=who, **given)


class Camp:
    """A table between fights, through `ruleset.decide`."""

    def __init__(self, *drafts: CreateCharacter, **options: Any) -> None:
        self.state = State(options=RULES.options.effective(options))
        for each in drafts:
            self.do(each)

    def do(self, command: Command, *dice: Throw) -> list[Event]:
        """Carry out a command with exactly these dice; every event is told in both languages."""
        assert RULES.may_begin(self.state, command) is None, command
        with ScriptedDice(*dice) as scripted:
            resolved = RULES.decide(self.state, command, scripted)
        assert not isinstance(resolved, Refusal), (command, resolved)
        folded = self.state
        for event in resolved.events:
            folded = RULES.evolve(folded, event)
        assert folded == resolved.state
        again = msgspec.json.decode(msgspec.json.encode(folded), type=State)
        assert again == folded
        shown = [(die.sides, die.face) for die in dice_of(resolved.events)]
        assert sorted(shown) == sorted(dice), "every die thrown stands in an event, once"
        self.state = resolved.state
        for event in resolved.events:
            for language in LANGUAGES:
                quiet = isinstance(event, Joined) or event.variant() == TOLD_WITH_ANOTHER
                assert quiet or tell(RULES, self.state, event, language), event
                assert all(rule.id in RULES.rulebook for rule in explain(RULES, self.state, event, language).rules)
        return resolved.events

    def refused(self, command: Command) -> str:
        """Try a command that must be refused: no die, no change, a reason in both languages. Its code."""
        before = msgspec.json.encode(self.state)
        answer = RULES.may_begin(self.state, command) or RULES.decide(self.state, command, ScriptedDice())
        assert isinstance(answer, Refusal), (command, answer.events)
        assert msgspec.json.encode(self.state) == before
        assert not RULES.allows(self.state, command)
        for language in LANGUAGES:
            assert "{" not in explain_refusal(RULES, self.state, answer, language).sentence
        assert all(rule in RULES.rulebook for rule in answer.rules)
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

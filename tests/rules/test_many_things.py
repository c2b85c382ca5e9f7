"""Whoever carries a great deal is offered a great deal, and no more than that: nothing grows with its square."""

from typing import Any

import pytest
from msgspec.structs import replace

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox import deciding
from arbitro.web.shelf import ready_scenes


def laden(game: Any, scene: str, many: int) -> Any:
    """A party of which one carries so many things more."""
    setup = game.read_setup(ready_scenes(game.id)[scene])
    table: Table[Any] = Table.open(game, "laden", seed_from_text("laden"), game.options.meant(setup.options))
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    state = table.state
    who, one = next(iter(state.characters.items()))
    thing = next(item for item in one.items.values() if item.sort == "gear")
    items = one.items | {f"more{number}": thing for number in range(many)}
    return replace(state, characters=state.characters | {who: replace(one, items=items)})


@pytest.mark.parametrize(("name", "scene"), [("whitebox", "expeditions/cellar"), ("infausta", "expeditions/crypt")])
def test_choices_grow_as_what_is_carried_does(name: str, scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_ruleset(name)
    asked = [0]
    decide = deciding.decide

    def counting(*own: Any, **named: Any) -> Any:
        asked[0] += 1
        return decide(*own, **named)

    monkeypatch.setattr(deciding, "decide", counting)

    def work(many: int) -> tuple[int, int]:
        asked[0] = 0
        choices = list(game.choices(laden(game, scene, many), REFEREE))
        return sum(1 + sum(len(one.picks) for one in choice.parameters) for choice in choices), asked[0]

    few, more = work(200), work(800)
    none = work(0)
    for least, some, many in zip(none, few, more, strict=True):  # what 800 bring is four times what 200 bring
        assert some > least
        assert many - least <= 4 * (some - least)

"""Every cursed thing and every curse × what people try against it, in both games: one sweep for each law.

Laying aside, giving, selling, throwing away; magic that lifts curses; the bearer's death; two curses at once.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.infausta.camp import Dungeon, one, place
from tests.rules.whitebox.arena import RULES as WHITEBOX
from tests.rules.whitebox.exploring.delve import Delve, draft

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.exploring.commands import TakeFrom
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import Carry, CastSpell, Give, Sell, UseUp
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.text import LANGUAGES

GAMES: dict[str, Any] = {"whitebox": WHITEBOX, "infausta": INFAUSTA}
BEARER, FRIEND = "berto", "carla"
LIFTED = ("cursed", "rotting", "lycanthropy")
"""Whatever lies on people that lifting a curse ends."""
over_games = pytest.mark.parametrize("game", GAMES)


def party(game: str) -> Any:
    """A fighter and a cleric who knows how to lift curses, at a place as safe as a town."""
    safe = (place("hall", safe=True),)
    if game == "whitebox":
        table: Any = Delve(draft(BEARER), draft(FRIEND, class_id="cleric", level=7), places=safe)
    else:
        table = Dungeon(one(BEARER), one(FRIEND, class_id="cleric", level=7), places=safe)
    table.change(FRIEND, prepared=("remove_curse",))
    return table


def cursed_things(game: str) -> Iterator[tuple[str, Item]]:
    """Every cursed thing of the books as it clings to somebody, and cursed arms of each penalty."""
    for name, entry in GAMES[game].content.magic_items.items():
        if entry.cursed:
            yield name, Item("magic", name, where="worn" if entry.wearable else "hand")
    for plus in (-1, -2, -3):
        yield f"sword {plus}", Item("weapon", "long_sword", where="hand", plus=plus)
        yield f"chain {plus}", Item("armour", "chain", where="worn", plus=plus)
        yield f"shield {plus}", Item("armour", "shield", where="hand", plus=plus)


def decided(table: Any, game: str, command: Command, seed: int = 3) -> Any:
    """What comes of a command with any dice; whatever happens is told."""
    rules = GAMES[game]
    answer = rules.decide(table.state, command, QuickDice(seed))
    if not isinstance(answer, Refusal):
        for event in answer.events:
            for language in LANGUAGES:
                tell(rules, answer.state, event, language)
        table.state = answer.state
    return answer


def bearing(game: str, *things: Item) -> Any:
    """The party whose fighter has these things on them."""
    table = party(game)
    table.change(BEARER, items={f"thing-{number}": thing for number, thing in enumerate(things)})
    return table


@pytest.mark.rule("WB-CORE-02")
@over_games
def test_what_is_cursed_is_neither_laid_aside_nor_given_sold_or_thrown_away(game: str) -> None:
    faults = []
    for name, thing in cursed_things(game):
        table, key = bearing(game, thing), "thing-0"
        for command in (
            *(Carry(BEARER, key, where) for where in ("pack", "elsewhere")),
            *(Give(BEARER, key, FRIEND), Sell(BEARER, key), UseUp(BEARER, key)),
        ):
            answer = decided(table, game, command)
            if not isinstance(answer, Refusal) or answer.code != "cursed_thing":
                faults.append((name, command, answer))
    assert faults == []


@pytest.mark.rule("WB-CORE-02", "WB-SPELL-04")
@over_games
def test_once_the_curse_is_lifted_every_thing_comes_off_and_its_curse_is_gone(game: str) -> None:
    faults = []
    for name, thing in cursed_things(game):
        table = bearing(game, thing)
        lifted = decided(table, game, CastSpell(FRIEND, "remove_curse", BEARER))
        kept = table[BEARER].items["thing-0"].where
        left = [effect.kind for effect in table.state.effects.get(BEARER, ()) if effect.kind in LIFTED]
        given = decided(table, game, Give(BEARER, "thing-0", FRIEND))
        if isinstance(lifted, Refusal) or kept != "pack" or left or isinstance(given, Refusal):
            faults.append((name, kept, left, given))
    assert faults == []


@pytest.mark.rule("WB-CORE-02", "WB-DEATH-02", "IS-DEATH-02")
@over_games
def test_death_frees_the_thing_and_whoever_takes_it_is_not_cursed_by_taking(game: str) -> None:
    faults = []
    for name, thing in cursed_things(game):
        table = bearing(game, thing)
        table.change(BEARER, health="dead", hp=-9, lies=table.state.expedition.at)
        before = table.state.effects.get(FRIEND, ())
        answer = decided(table, game, TakeFrom(FRIEND, BEARER))
        taken = [item.where for item in table[FRIEND].items.values() if item.of == thing.of]
        if isinstance(answer, Refusal) or taken != ["pack"] or table.state.effects.get(FRIEND, ()) != before:
            faults.append((name, answer, taken))
    assert faults == []


@pytest.mark.rule("WB-CORE-02", "WB-SPELL-04")
@over_games
def test_one_spell_lifts_curses_of_two_sources(game: str) -> None:
    things = [thing for _, thing in cursed_things(game)]
    table = bearing(game, *things)
    curses = tuple(Ongoing(kind=kind, source=source) for kind in LIFTED for source in ("item:a", "monster:mummy"))
    table.state = replace(table.state, effects={BEARER: (*curses, Ongoing(kind="bonus", source="spell:bless"))})
    decided(table, game, CastSpell(FRIEND, "remove_curse", BEARER))
    assert {item.where for item in table[BEARER].items.values()} == {"pack"}
    assert [effect.kind for effect in table.state.effects[BEARER]] == ["bonus"]


@pytest.mark.rule("WB-CORE-02")
@over_games
def test_a_curse_that_is_used_lies_on_the_user_alone_and_can_be_lifted(game: str) -> None:
    """Scrolls and flasks of curses: read or opened, they curse whoever does it, and the same spell helps."""
    found = 0
    for name, entry in GAMES[game].content.magic_items.items():
        if not entry.cursed:
            continue
        for seed in range(4):
            table = bearing(game, Item("magic", name))
            decided(table, game, UseThing(BEARER, "thing-0"), seed)
            assert not table.state.effects.get(FRIEND), name
            if any(effect.kind == "cursed" for effect in table.state.effects.get(BEARER, ())):
                found += 1
                table.state = replace(table.state, awaiting=())
                decided(table, game, CastSpell(FRIEND, "remove_curse", BEARER))
                assert not any(effect.kind in LIFTED for effect in table.state.effects.get(BEARER, ())), name
    assert found

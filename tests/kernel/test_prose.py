"""The moments that matter are told as a referee tells them: the same fact, always in the same words."""

import re
from string import Formatter
from typing import Any

import pytest
from tests.play.watching import watched

from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.prose import prose, told_prose
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.sentence import key_of, told
from arbitro.play import find_campaign
from arbitro.play.players import PLAYERS
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, SaveRolled, SpellCast
from arbitro.rules.whitebox.exploring.events import TrapSprung
from arbitro.text import LANGUAGES, Texts, load_catalogue

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
SPEAKERS = (
    "play",
    "play.sides.archmage",
    "play.sides.walking",
    "rules.whitebox",
    "rules.archmage",
    "rules.daggerheart",
)


def moments(game: str, seed: int, commands: int = 220) -> Any:
    """Each entry of a campaign with its moment and what the party's seat saw of it."""
    for step in watched(game, seed, commands, PLAYERS["plain"]):
        campaign = step.table.ruleset
        seat = campaign.seats(step.after)[0] if campaign.seats(step.after) else None
        if seat is None:
            continue
        entry: Entry[Any, Any] = step.entry
        kept = Entry(1, "", entry.events, then=witness_of(campaign, entry, step.before, step.after))
        then = moment_of(campaign, kept)
        yield then, tuple(seen for event in entry.events if (seen := shown_then(then, event, seat)) is not None)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_moments_and_tells_them_the_same_for_ever(game: str) -> None:
    found: dict[str, set[str]] = {}
    for then, seen in moments(game, 3 if game == "infausta" else 1):
        for event in seen:
            for language in LANGUAGES:
                said = told_prose(then, seen, (event,), language)
                if said:
                    found.setdefault(key_of(event), set()).add(said)
                    assert said == prose(then, seen, event, language)
                    assert said != told(then, event, language)
                    assert not re.search(r"[{}]|met-\d|  |\.\.$", said)
    assert "event.stage_reached.dungeon" in found
    assert any("dead" in key or "defeated" in key for key in found)
    assert any("won" in key or "victory" in key for key in found)


@pytest.mark.parametrize("package", SPEAKERS)
def test_every_variant_tells_a_fact_that_has_a_plain_line(package: str) -> None:
    texts = Texts(f"arbitro.{package}")
    speakers = [texts, *(Texts(f"arbitro.{each}") for each in SPEAKERS)]
    keys = [key for key in load_catalogue(f"arbitro.{package}", "it") if key.startswith("prose.")]
    assert keys
    for key in keys:
        base, number = key.removeprefix("prose.").rsplit(".", 1)
        assert number.isdigit()
        plain = next(plain for plain in _shorter(base) if any(one.find("it", plain) for one in speakers))
        for language in LANGUAGES:
            sentence = next(found for one in speakers if (found := one.find(language, plain)))
            blow = {"by", "means"} if ".by." in key else set()
            last = {"words"} if ".hero_fell." in key else set()  # a referee remembers last words
            assert gaps(texts.find(language, key) or "") <= gaps(sentence) | blow | last, key


def _shorter(key: str) -> list[str]:
    parts = key.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 1, -1)]


def gaps(sentence: str) -> set[str]:
    return {gap.partition(".")[0] for _, gap, _, _ in Formatter().parse(sentence) if gap}


def test_the_blow_is_told_to_those_who_saw_it_and_to_nobody_else() -> None:
    """What a seat was not shown has no part in its line: neither in the words nor in which words they are."""
    for then, seen in moments("whitebox", 1):
        for event in seen:
            blows = [one for one in seen if isinstance(one, AttackRolled | DamageDealt) and one is not event]
            if isinstance(event, Fell) and event.condition == "dead" and blows:
                striker = then.name(next(one for one in blows if isinstance(one, AttackRolled)).attacker, "en")
                without = tuple(one for one in seen if one not in blows)
                assert striker.casefold() in prose(then, seen, event, "en").casefold()
                assert striker.casefold() not in prose(then, without, event, "en").casefold()
                return
    pytest.fail("nobody died")


def test_a_miss_is_no_cause() -> None:
    for then, seen in moments("whitebox", 1):
        for missed in seen:
            if isinstance(missed, AttackRolled) and not missed.hit:
                fall = Fell(missed.target, "dead")
                said = prose(then, (missed, fall), fall, "en").casefold()
                assert then.name(missed.attacker, "en").casefold() not in said
                return
    pytest.fail("nobody missed")


def test_after_a_throw_of_the_victims_own_it_was_not_the_blow_that_decided() -> None:
    """Poison kills by the saving throw: whoever bit is not said to have struck somebody dead."""
    for then, seen in moments("whitebox", 1):
        for struck in seen:
            if isinstance(struck, AttackRolled) and struck.hit:
                save = SaveRolled(struck.target, None, struck.check, False)
                fall = Fell(struck.target, "dead")
                striker = then.name(struck.attacker, "en").casefold()
                assert striker in prose(then, (struck, fall), fall, "en").casefold()
                assert striker not in prose(then, (struck, save, fall), fall, "en").casefold()
                return
    pytest.fail("nobody hit")


def test_a_death_is_told_by_the_spell_or_the_trap_that_brought_it() -> None:
    for then, seen in moments("whitebox", 1):
        for struck in seen:
            if isinstance(struck, AttackRolled) and struck.hit:
                one, other = struck.target, struck.attacker
                fall, spell = Fell(one, "dead"), SpellCast(other, "sleep", one)
                trap, elsewhere = TrapSprung(one, "pit"), TrapSprung(other, "pit")
                assert "spell" in prose(then, (spell, fall), fall, "en")
                assert "incantesimo" in prose(then, (spell, fall), fall, "it")
                assert re.search("trap|[Ss]tone", prose(then, (trap, fall), fall, "en"))
                for led in ((elsewhere, fall), (fall,)):  # a trap that another stepped on, and none at all
                    assert not re.search("spell|trap|[Ss]tone", prose(then, led, fall, "en"))
                blow = prose(then, (spell, struck, fall), fall, "en").casefold()
                assert then.name(other, "en").casefold() in blow  # the blow came after the spell
                return
    pytest.fail("nobody hit")


def test_an_event_without_such_words_has_none() -> None:
    campaign = find_campaign("whitebox")
    assert campaign.texts.find("it", "prose.event.attack_rolled.hit.1") is None
    for then, seen in moments("whitebox", 1, 40):
        assert all(told_prose(then, seen, (event,), "it") == "" for event in seen if isinstance(event, AttackRolled))
        assert told_prose(then, seen, (*seen, *seen), "it") == ""

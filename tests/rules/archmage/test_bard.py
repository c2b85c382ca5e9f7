"""The bard: cries that help others, songs that go on while they are sustained, and spells that need two saves."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.choosing import power_options, powers_due
from arbitro.rules.archmage.events import DamageDealt, HoldLoosened, PoppedFree
from arbitro.rules.archmage.numbers import boosts_to, in_state
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile

BOOKS = load_books()
SCORES = {"str": 14, "con": 12, "dex": 14, "int": 10, "wis": 10, "cha": 18}


def bard(*powers: str, level: int = 1, talents: tuple[str, ...] = ("bard_battle_skald",), **more: object) -> Profile:
    """A bard called Ada, who knows these powers."""
    made = Hero("ada", Named("Ada", "Ada", "f"), "bard", level, dict(SCORES), melee=Weapon("light"))
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


@pytest.mark.rule("AE-ATK-06", "AE-STACK-04")
def test_a_song_goes_on_while_it_is_sustained_and_ends_with_its_last_verse(game: Archmage) -> None:
    play = Play(game).begin(bard("bard_song_of_heroes"), pc("bea"), foe("orc"))
    play.do(c.Attack("ada", "bard-song-of-heroes", "ada"))
    assert [each.amount for each in boosts_to(play.state, play.one("bea"), "attack")] == [1]
    assert play.refused(c.Attack("ada", "bard-song-of-heroes-sustain", "ada")) == "not_as_things_stand"
    for who in ("ada", "bea", "orc"):
        play.do(c.EndTurn(who))
    assert not list(boosts_to(play.state, play.one("bea"), "attack")), "it lasts until the singer's next turn"
    play.do(c.Attack("ada", "bard-song-of-heroes-sustain", "ada"), (20, 11))
    assert [each.amount for each in boosts_to(play.state, play.one("bea"), "attack")] == [1]
    for who in ("ada", "bea", "orc"):
        play.do(c.EndTurn(who))
    play.do(c.Attack("ada", "bard-song-of-heroes-sustain", "ada"), (20, 10))
    assert not in_state(play.one("ada"), "bard-song-of-heroes")
    assert [each.amount for each in boosts_to(play.state, play.one("bea"), "attack")] == [2], "the last verse"


@pytest.mark.rule("AE-ATK-06")
def test_whoever_does_not_sustain_a_song_lets_it_fade(game: Archmage) -> None:
    play = Play(game).begin(bard("bard_song_of_heroes"), foe("orc"))
    play.do(c.Attack("ada", "bard-song-of-heroes", "ada"))
    for who in ("ada", "orc", "ada", "orc"):
        play.do(c.EndTurn(who))
    assert play.refused(c.Attack("ada", "bard-song-of-heroes-final", "ada")) == "not_in_state"


@pytest.mark.rule("AE-ATK-05", "AE-DMG-07")
def test_a_song_of_thunder_strikes_when_it_begins_and_when_it_is_sustained(game: Archmage) -> None:
    play = Play(game).begin(bard("bard_song_of_thunder", level=3), foe("orc", hp=90), foe("ogre", hp=90))
    play.do(c.Attack("ada", "bard-song-of-thunder", "ada"), (4, 1), (20, 15), *[(6, 2)] * 5, (20, 2))
    assert play.find(DamageDealt).amount == 10 + 4
    for who in ("ada", "orc", "ogre"):
        play.do(c.EndTurn(who))
    sustained = ((20, 16), (4, 1), (20, 15), *[(6, 3)] * 5, (20, 16))
    play.do(c.Attack("ada", "bard-song-of-thunder-sustain", "ada"), *sustained)
    assert [each.amount for each in play.all(DamageDealt)] == [19, 19]


@pytest.mark.rule("AE-FLEX-01", "AE-FLEX-03")
def test_battle_chant_serves_for_a_cry_that_helps_an_ally(game: Archmage) -> None:
    ada = bard("bard_battle_chant", "bard_move_it")
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90)).engage("bea", "orc")
    play.do(c.Attack("ada", "bard-battle-chant", "orc", flexible=True), (20, 16))
    play.do(c.PickFlexible("ada", "bard-move-it"), (4, 3), (20, 12))
    assert play.find(PoppedFree).who == "bea"


@pytest.mark.rule("AE-FLEX-01")
def test_some_cries_come_sooner_once_the_escalation_die_is_high(game: Archmage) -> None:
    ada = bard("bard_battle_chant", "bard_victory_is_ours", level=5)
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=300))
    play.do(c.Attack("ada", "bard-battle-chant", "orc", flexible=True), (20, 17), *[(4, 2)] * 4)
    assert not play.state.awaiting


@pytest.mark.rule("AE-SAVE-02")
def test_what_needs_two_saves_is_loosened_by_the_first(game: Archmage) -> None:
    play = Play(game).begin(bard("bard_discombobulate", level=5), foe("orc", hp=90, md=5))
    play.do(c.Attack("ada", "bard-discombobulate", "orc"), (20, 15))
    play.do(c.EndTurn("ada"))
    play.do(c.EndTurn("orc"), (20, 11))
    assert play.find(HoldLoosened).needed == 1
    assert [each.saves for each in play.one("orc").afflictions] == [1]
    play.do(c.EndTurn("ada"))
    play.do(c.EndTurn("orc"), (20, 11))
    assert play.one("orc").afflictions == ()


def test_talents_give_more_powers_to_know() -> None:
    made = Hero("ada", Named("Ada", "Ada"), "bard", 1, dict(SCORES), melee=Weapon("light"))
    assert powers_due(BOOKS, replace(made, talents=("bard_battle_skald",)), "cries") == 3
    assert powers_due(BOOKS, replace(made, talents=("bard_spellsinger",)), "spells") == 3
    assert "bard_song_of_thunder" not in power_options(BOOKS, made, "spells")

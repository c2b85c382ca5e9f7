"""Cards, sheets and chances: what a seat is shown, and that no secret is in it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, special, strike, sword
from tests.rules.exhaustive import share_of_success

from arbitro.dice.amount import Amount
from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.events import AttackRolled, BlindChance, MoveLost, Rallied, SkillChecked
from arbitro.rules.archmage.narration import class_name
from arbitro.rules.archmage.ongoing_effects import Boost, Until
from arbitro.rules.archmage.power import Special
from arbitro.rules.archmage.state import Item
from arbitro.text import LANGUAGES

ADA = Seat("ada", "player", frozenset({"party", "ada"}))
PARTY = Seat("party", "player", frozenset({"party", "ada", "bea"}))
BOTH = Seat("solo", "player", frozenset({"party", "foes"}))


def chance(play: Play, seat: Seat, command: Command) -> Fraction | None:
    """The chance, the same in both languages."""
    told = [play.game.chance(play.state, seat, command, language) for language in LANGUAGES]
    shares = {None if one is None else one.success for one in told}
    assert len(shares) == 1
    assert all(one is None or (one.label and "{" not in one.label) for one in told)
    return shares.pop()


def card(play: Play, seat: Seat, who: str) -> Card:
    cards = {one.id: one for one in play.game.cards(play.state, seat, "en")}
    msgspec.json.encode(tuple(cards.values()))
    return cards[who]


def tags(shown: Card) -> set[str]:
    return {tag.text for tag in shown.tags}


def gauges(shown: Card) -> dict[str, tuple[int, int | None]]:
    return {gauge.label: (gauge.value, gauge.maximum) for gauge in shown.gauges}


def hit(events: list[Event]) -> bool:
    return any(type(event) is AttackRolled and event.outcome in ("hit", "crit") for event in events)


def exact(play: Play, command: Command, succeeded: Any = hit, *matters: str) -> Fraction:
    return share_of_success(play.game, play.state, command, succeeded, matters=matters or ("attack", "invisible"))


# -------------------------------------------------------------------- attacks


@pytest.mark.rule("AE-ATK-03", "AE-CRIT-04", "AE-FUMBLE-01")
@pytest.mark.parametrize("ac", [3, 12, 16, 21, 30])
@pytest.mark.parametrize("wide", [0, 6])
@pytest.mark.parametrize("always", [False, True])
def test_the_chance_to_hit_is_the_rolls(play: Play, ac: int, wide: int, always: bool) -> None:
    play.options(expanded_crit_always_hits=always)
    play.begin(pc("ada", level=2, crit_range=wide), foe(ac=ac), first="ada").engage("ada", "orc")
    play.set(escalation=3)
    command = c.Attack("ada", "sword", "orc")
    assert chance(play, REFEREE, command) == exact(play, command)
    assert chance(play, BOTH, command) == chance(play, REFEREE, command)


@pytest.mark.rule("AE-INVIS-02")
def test_half_of_it_is_lost_on_the_invisible(play: Play) -> None:
    play.begin(pc("ada", bow()), foe(), first="ada").change("orc", invisible=True)
    command = c.Attack("ada", "bow", "orc")
    found = chance(play, REFEREE, command)
    assert found == exact(play, command) == Fraction(1, 2) * Fraction(6, 20)
    play.do(command, (100, 60), (20, 3))
    assert any(type(event) is BlindChance for event in play.events)


@pytest.mark.rule("AE-TWOWEAPON-02")
def test_a_two_that_misses_is_rolled_once_more(play: Play) -> None:
    play.begin(pc("ada", sword(two_weapons=True), two_weapons=True), foe(), first="ada").engage("ada", "orc")
    command = c.Attack("ada", "sword", "orc")
    once = exact(play, command)
    assert chance(play, REFEREE, command) == once + once / 20
    easy = Play(play.game).begin(pc("ada", sword(two_weapons=True), two_weapons=True), foe(ac=3), first="ada")
    easy.engage("ada", "orc")
    assert chance(easy, REFEREE, command) == Fraction(19, 20)  # a 2 that hits is kept


def test_a_player_is_told_nothing_that_hangs_on_the_foes_defences(play: Play) -> None:
    command = c.Attack("ada", "sword", "orc")
    told = set()
    for defences in ({"ac": 16}, {"ac": 20, "vulnerabilities": ("weapon",)}):
        world = Play(play.game).begin(pc("ada"), foe(**defences), first="ada").engage("ada", "orc")
        assert chance(world, SPECTATOR, command) is None
        told |= {world.game.chance(world.state, seat, command, "en") for seat in (ADA, PARTY)}
    (one,) = told
    assert one.estimate
    assert "estimate" in one.label


def test_several_rolls_and_wild_ones_have_no_single_chance(play: Play) -> None:
    twice = strike(id="twice", times=Amount(plus=2), bonus=5)
    wild = strike(id="wild", random_type=("fire", "cold"))
    play.begin(foe("orc", twice, wild), pc("ada"), first="orc").engage("ada", "orc")
    assert chance(play, REFEREE, c.Attack("orc", "twice", "ada")) is None
    assert chance(play, REFEREE, c.Attack("orc", "wild", "ada")) is None


def test_what_needs_no_roll_is_certain(play: Play) -> None:
    play.begin(pc("ada", sword(), bow(id="bolt", automatic=True)), foe(), first="ada")
    assert chance(play, ADA, c.Attack("ada", "bolt", "orc")) == 1


@pytest.mark.rule("AE-GRAB-01")
def test_a_grab_is_a_basic_attack(play: Play) -> None:
    play.options(pc_grab=True).begin(pc("ada"), foe(), first="ada").engage("ada", "orc")
    command = c.Grab("ada", "orc")
    assert chance(play, REFEREE, command) == exact(play, command) > 0
    assert chance(play, ADA, command) is None


# -------------------------------------------------------------------- saves and checks


@pytest.mark.rule("AE-DISENGAGE-03", "AE-SAVE-03")
@pytest.mark.parametrize("foes", [1, 2, 3])
@pytest.mark.parametrize("bonus", [0, 2])
def test_disengaging(play: Play, foes: int, bonus: int) -> None:
    items = (Item("ring", "save", bonus),) if bonus else ()
    names = [f"orc-{number}" for number in range(foes)]
    play.begin(pc("ada", items=items), *(foe(name) for name in names), first="ada")
    for name in names:
        play.engage("ada", name)
    command = c.Disengage("ada")
    free = exact(play, command, lambda events: not any(type(e) is MoveLost for e in events), "save_disengage")
    assert chance(play, ADA, command) == free == Fraction(10 - (foes - 1) + bonus, 20)


@pytest.mark.rule("AE-RALLY-01", "AE-RALLY-02")
def test_rallying_once_is_sure_and_then_takes_a_save(play: Play) -> None:
    play.begin(pc("ada"), foe(), first="ada").change("ada", hp=10)
    assert chance(play, ADA, c.Rally("ada")) == 1
    play.change("ada", rallies=1)
    found = exact(play, c.Rally("ada"), lambda events: any(type(e) is Rallied for e in events), "save_rally")
    assert chance(play, ADA, c.Rally("ada")) == found == Fraction(1, 2)


@pytest.mark.rule("AE-DYING-09")
def test_stabilising(play: Play) -> None:
    play.begin(pc("ada", abilities={"wis": 14}), pc("bea"), foe(), first="ada")
    play.change("bea", hp=0, awareness="unconscious", beside=("ada",)).change("ada", beside=("bea",))
    command = c.Stabilise("ada", "bea")
    found = exact(play, command, _checked, "stabilise")
    assert chance(play, ADA, command) == found > Fraction(1, 2)


def _checked(events: list[Event]) -> bool:
    return any(type(event) is SkillChecked and event.check.success for event in events)


@pytest.mark.rule("AE-POS-12", "AE-INVIS-01")
def test_skill_checks_but_not_against_a_silence_that_one_does_not_know(play: Play) -> None:
    play.begin(pc("ada", abilities={"dex": 16}), foe("orc", specials=(special("silent", value=5),)), first="ada")
    play.change("ada", invisible=True)
    for command in (
        c.CheckSkill("ada", "dex", 15),
        c.CheckSkill("ada", "dex", 15, "stealth"),
        c.CheckSkill("ada", "wis", 15, "other", 2, listener_of="orc"),
    ):
        assert chance(play, REFEREE, command) == exact(play, command, _checked, "skill")
    assert chance(play, ADA, c.CheckSkill("ada", "dex", 15)) is not None
    assert chance(play, ADA, c.CheckSkill("ada", "wis", 15, listener_of="orc")) is None
    quiet = Play(play.game).begin(pc("ada"), foe("orc"), first="ada")
    assert chance(quiet, ADA, c.CheckSkill("ada", "wis", 15, listener_of="orc")) is None


def test_what_is_not_allowed_has_no_chance(play: Play) -> None:
    play.begin(pc("ada"), foe(), first="ada")
    assert chance(play, REFEREE, c.Attack("ada", "sword", "orc")) is None  # not engaged
    assert chance(play, REFEREE, c.EndTurn("ada")) is None


# -------------------------------------------------------------------- cards and sheets


def meeting(play: Play, **orc: Any) -> Play:
    play.begin(pc("ada", level=2), pc("bea"), foe("orc", **orc), first="ada")
    return play.engage("ada", "orc")


def test_own_then_allies_then_foes_then_the_battle(play: Play) -> None:
    meeting(play)
    shown = play.game.cards(play.state, ADA, "en")
    assert [(one.id, one.group) for one in shown] == [
        ("ada", "own"),
        ("bea", "ally"),
        ("orc", "foe"),
        ("battle", "place"),
    ]
    assert [one.id for one in shown if one.active] == ["ada"]
    ada = card(play, ADA, "ada")
    assert gauges(ada) == {"Hit points": (30, 30), "Recoveries": (8, 8)}
    assert {"engaged with 1", "AC 16"} <= tags(ada)
    assert [tag.note for tag in ada.tags if tag.text == "engaged with 1"] == ["orc"]
    play.set(escalation=4)
    assert gauges(card(play, ADA, "battle"))["Escalation die"] == (4, 6)
    assert [one.group for one in play.game.cards(play.state, REFEREE, "en")] == ["ally", "ally", "foe", "place"]


def test_a_foe_shows_the_same_card_in_every_world_that_looks_alike(play: Play) -> None:
    worlds = [
        meeting(Play(play.game)),
        meeting(Play(play.game), ac=22, pd=20, md=19, hp=90, level=7, specials=(special("fly"),), initiative=0),
    ]
    for seat in (ADA, SPECTATOR):
        for language in LANGUAGES:
            assert play.game.cards(worlds[0].state, seat, language) == play.game.cards(worlds[1].state, seat, language)
    orc = card(worlds[1], ADA, "orc")
    assert (orc.gauges, orc.has_sheet, orc.line) == ((), False, "")
    assert play.game.sheet(worlds[1].state, ADA, "orc", "en") is None
    assert gauges(card(worlds[1], REFEREE, "orc")) == {"Hit points": (90, 90)}


@pytest.mark.rule("AE-STAGGER-01")
def test_a_staggered_foe_looks_staggered(play: Play) -> None:
    meeting(play).change("orc", hp=14)
    assert "staggered" in {tag.text for tag in card(play, ADA, "orc").tags}


def test_conditions_boosts_and_the_dying(play: Play) -> None:
    meeting(play)
    play.change("ada", boosts=(Boost("blessing", "attack", 2, Until("battle")),), invisible=True, temp_hp=4)
    play.change("bea", hp=0, awareness="unconscious", death_fails=2)
    ada, bea = card(play, ADA, "ada"), card(play, ADA, "bea")
    assert any(text.endswith(" +2") for text in tags(ada))
    assert "invisible" in tags(ada)
    assert gauges(ada)["Temporary hit points"] == (4, None)
    assert any("2" in tag.text and tag.tone == "bad" for tag in bea.tags)
    assert bea.gauges[0].low


def test_sheets_tell_attacks_as_they_are_rolled(play: Play) -> None:
    play.begin(
        pc(
            "ada",
            sword(bonus=-1),
            abilities={"str": 16},
            level=5,
            items=(Item("blade", "attack", 1), Item("blade", "damage", 1)),
        ),
        foe("orc", resistances={"fire": 16}, specials=(special("pack_attack", value=2),)),
        first="ada",
    )
    sheet = play.game.sheet(play.state, ADA, "ada", "en")
    assert sheet is not None
    told = {word: value for section in sheet.sections for word, value in section.pairs}
    assert told["sword"] == "+8 against AC; damage 5d8+7 (weapon)"
    assert told["Strength"] == "16 (+3)"
    assert told["A recovery heals"] == "5d8"
    block = play.game.sheet(play.state, REFEREE, "orc", "it")
    assert block is not None
    assert {"resiste: fuoco", "attacca in branco"} <= {word for part in block.sections for word, _ in part.pairs}
    msgspec.json.encode((sheet, block))


def test_every_trait_and_every_class_has_its_words(game: Archmage) -> None:
    codes = msgspec.inspect.type_info(Special).fields[0].type.values
    for language in LANGUAGES:
        assert all(game.texts.find(language, f"special.{code}") for code in codes)
        for name in load_books().classes:
            assert class_name(load_books(), pc("ada", class_id=name), language)


def test_between_battles_the_party_stays(play: Play) -> None:
    meeting(play)
    play.do(c.EndBattle("victory"))
    shown = {one.id: one for one in play.game.cards(play.state, ADA, "en")}
    assert set(shown) == {"ada", "bea", "battle"}
    assert not any(one.active for one in shown.values())
    assert play.game.sheet(play.state, ADA, "bea", "en") is not None

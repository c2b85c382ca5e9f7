"""Cards, sheets and chances: what a seat is shown, and that no secret is in it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import RULES, Bench, acting, foe, hero, play
from tests.rules.exhaustive import share_of_success

from arbitro.dice.amount import Amount
from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.sheets import foe_sheet
from arbitro.rules.daggerheart.state import Condition, Countdown, Power
from arbitro.rules.daggerheart.words import BANDS, SUCCESSES, Named
from arbitro.text import LANGUAGES

ADA = Seat("ada", "player", frozenset({"ada"}))


def chance(bench: Bench, seat: Seat, command: Command) -> Fraction | None:
    """The chance, the same in both languages."""
    told = [RULES.chance(bench.state, seat, command, language) for language in LANGUAGES]
    shares = {None if one is None else one.success for one in told}
    assert len(shares) == 1
    assert all(one is None or (one.label and "{" not in one.label) for one in told)
    return shares.pop()


def card(bench: Bench, seat: Seat, who: str) -> Card:
    cards = {one.id: one for one in RULES.cards(bench.state, seat, "en")}
    msgspec.json.encode(tuple(cards.values()))
    return cards[who]


def gauges(shown: Card) -> dict[str, tuple[int, int | None]]:
    return {gauge.label: (gauge.value, gauge.maximum) for gauge in shown.gauges}


def tags(shown: Card) -> set[str]:
    return {tag.text for tag in shown.tags}


def due(difficulty: int = 14, *, hidden: bool = False, actor: Any = None, **more: Any) -> Bench:
    """A roll that is due: Agility against a Difficulty that is told, or not."""
    bench = play(actor or hero(agility=1), hero("bea"), foe(at=60), **more.pop("scene", {}))
    bench.do(c.Describe("ada", "leaps", "agility"))
    return bench.do(c.RequestRoll("agility", difficulty, hidden, **more))


def succeeded(events: list[Event]) -> bool:
    return any(type(event) is e.ActionRolled and event.outcome in SUCCESSES for event in events)


def exact(bench: Bench, command: Command, success: Any, *matters: str) -> Fraction:
    return share_of_success(RULES, bench.state, command, success, matters=matters)


# -------------------------------------------------------------------- rolls of the players


@pytest.mark.rule("DHP-DUAL-08")
@pytest.mark.parametrize("difficulty", [5, 14, 20, 30])
@pytest.mark.parametrize("edge", [0, 1])
@pytest.mark.parametrize("burden", [0, 1])
def test_a_roll_against_a_difficulty_that_is_told(difficulty, edge, burden):
    bench = due(difficulty, advantages=edge, disadvantages=burden)
    for experiences in ("", "one", "one,two"):
        command = c.Roll("ada", experiences)
        found = chance(bench, ADA, command)
        assert found == exact(bench, command, succeeded, "hope", "fear", "advantage", "disadvantage")
        assert found == chance(bench, REFEREE, command) == chance(bench, SPECTATOR, command)


@pytest.mark.rule("DHP-ADV-04", "DHP-HOPE-05")
@pytest.mark.parametrize("rule", ["add", "highest_of_all"])
@pytest.mark.parametrize("own", [-1, 0, 1])
def test_help_that_lies_on_the_table_counts_as_it_fell(rule, own):
    options = {} if rule == "add" else {"help_with_own_advantage": rule}
    bench = due(18, advantages=max(own, 0), disadvantages=max(-own, 0), scene={"options": options})
    bench.do(c.GiveHelp("bea"), (6, 4))
    command = c.Roll("ada")
    assert chance(bench, ADA, command) == exact(bench, command, succeeded, "hope", "fear", "advantage", "disadvantage")


def test_a_difficulty_that_is_not_told_is_estimated_for_whoever_rolls():
    told = set()
    for difficulty in (8, 14, 22):
        bench = due(difficulty, hidden=True)
        assert chance(bench, SPECTATOR, c.Roll("ada")) is None
        told.add(RULES.chance(bench.state, ADA, c.Roll("ada"), "en"))
        assert chance(bench, REFEREE, c.Roll("ada")) == exact(bench, c.Roll("ada"), succeeded, "hope", "fear")
    (one,) = told
    assert one.estimate
    assert "estimate" in one.label


def test_an_attack_is_rolled_against_a_number_that_only_the_gm_knows():
    told = set()
    for difficulty in (8, 16):
        bench = play(hero(), foe(difficulty=difficulty)).do(c.Attack("ada", "orc"))
        told.add(RULES.chance(bench.state, ADA, c.Roll("ada"), "en"))
        assert chance(bench, REFEREE, c.Roll("ada")) == exact(bench, c.Roll("ada"), succeeded, "hope", "fear")
    assert len(told) == 1


def test_what_is_not_allowed_has_no_chance():
    bench = play(hero(), foe())
    assert chance(bench, REFEREE, c.Roll("ada")) is None
    assert chance(bench, REFEREE, c.LookToGm("ada")) is None


def test_poison_that_may_fell_before_the_dice_leaves_the_chance_open():
    poisons = [name for name, entry in load_library().conditions.items() if entry.poison]
    weak = hero(agility=1, conditions=(Condition(poisons[0]),), stress_marked=6, hp_marked=5)
    assert chance(due(actor=weak), ADA, c.Roll("ada")) is None
    sound = hero(agility=1, conditions=(Condition(poisons[0]),))
    assert chance(due(actor=sound), ADA, c.Roll("ada")) is not None


@pytest.mark.rule("DHP-REACT-01", "DHP-REACT-02")
def test_reactions_are_the_gms_to_reckon():
    bench = play(hero(finesse=2), foe()).do(c.CallReaction("ada", "finesse", 13))
    command = c.React("ada", "finesse", "one")
    found = exact(
        bench,
        command,
        lambda events: any(type(event) is e.ReactionRolled and event.check.success for event in events),
        "hope",
        "fear",
    )
    assert chance(bench, REFEREE, command) == found
    assert chance(bench, ADA, command) is None


@pytest.mark.rule("DHP-DEATH-03", "DHP-DEATH-04")
@pytest.mark.parametrize("level", [1, 4])
def test_death_moves(level):
    bench = play(hero(hp_marked=6, level=level), foe())
    events = RULES.settle(bench.state)
    for event in events:
        bench.state = RULES.evolve(bench.state, event)
    risk, avoid = c.DeathMove("ada", "risk_it_all"), c.DeathMove("ada", "avoid_death")
    stands = exact(
        bench, risk, lambda all_: any(type(x) is e.StatusChanged and x.status == "up" for x in all_), "hope", "fear"
    )
    assert chance(bench, ADA, risk) == stands == Fraction(13, 24)
    whole = exact(bench, avoid, lambda all_: not any(type(x) is e.Scarred for x in all_), "hope")
    assert chance(bench, ADA, avoid) == whole == Fraction(12 - level, 12)
    assert chance(bench, ADA, c.DeathMove("ada", "blaze_of_glory")) is None


# -------------------------------------------------------------------- the GM's attacks


@pytest.mark.rule("DH-ATK-01", "DH-CRIT-01")
@pytest.mark.parametrize("bonus", [Amount(0, 6, 1), Amount(0, 6, -3), Amount(1, 4, 0)])
@pytest.mark.parametrize("net", [-1, 0, 1])
@pytest.mark.parametrize("evasion", [9, 14, 30])
def test_the_chance_of_an_adversarys_attack(bonus, net, evasion):
    bench = play(hero(evasion=evasion), foe(bonus=bonus), turn=acting(), fear=3)
    command = c.FoeAttack("orc", "ada", advantages=max(net, 0), disadvantages=max(-net, 0))
    found = exact(
        bench,
        command,
        lambda events: any(type(event) is e.AttackRolled and event.hit for event in events),
        "gm_die",
        "attack_modifier",
    )
    assert chance(bench, REFEREE, command) == found
    assert chance(bench, ADA, command) is None


@pytest.mark.rule("DHP-COND-04")
def test_a_vulnerable_target_is_easier_to_hit():
    open_ = play(hero(stress_marked=6), foe(), turn=acting())
    command = c.FoeAttack("orc", "ada")
    found = exact(open_, command, lambda events: any(type(x) is e.AttackRolled and x.hit for x in events), "gm_die")
    assert chance(open_, REFEREE, command) == found > Fraction(1, 2)


# -------------------------------------------------------------------- cards and sheets


def test_the_party_the_adversaries_the_fear_and_the_place():
    bench = play(hero(hope=3, stress_marked=6), hero("bea"), foe(hp_marked=1), fear=4, goal=Named("meta", "goal"))
    shown = RULES.cards(bench.state, ADA, "en")
    assert [(one.id, one.group) for one in shown] == [
        ("ada", "own"),
        ("bea", "ally"),
        ("orc", "foe"),
        ("referee", "foe"),
        ("place", "place"),
    ]
    ada = card(bench, ADA, "ada")
    assert gauges(ada) == {
        "Hit Points marked": (0, 6),
        "Stress marked": (6, 6),
        "Hope": (3, 6),
        "Armor Slots marked": (0, 3),
    }
    assert [gauge.label for gauge in ada.gauges if gauge.low] == ["Stress marked"]
    assert ada.has_sheet
    assert {"Evasion 12", "nearest foe: Melee"} <= tags(ada)
    assert gauges(card(bench, ADA, "referee")) == {"Fear": (4, 12)}
    assert card(bench, ADA, "place").line == "goal"
    assert next(one.id for one in RULES.cards(bench.state, REFEREE, "en")) == "referee"


def test_whoever_is_asked_or_holds_the_spotlight_is_active():
    bench = due()
    assert [one.id for one in RULES.cards(bench.state, ADA, "en") if one.active] == ["ada"]
    gm = play(hero(), foe(), turn=acting(), holder="orc")
    assert [one.id for one in RULES.cards(gm.state, ADA, "en") if one.active] == ["orc", "referee"]


def test_an_adversary_shows_the_same_card_in_every_world_that_looks_alike():
    worlds = [
        play(hero(), foe(hp_marked=1)),
        play(hero(), foe(hp_marked=2, hp=9, difficulty=19, stress=6, major=12, severe=30, tier=3, type="solo"), fear=0),
    ]
    for seat in (ADA, SPECTATOR):
        for language in LANGUAGES:
            assert RULES.cards(worlds[0].state, seat, language) == RULES.cards(worlds[1].state, seat, language)
    orc = card(worlds[1], ADA, "orc")
    assert (orc.gauges, orc.has_sheet, orc.line) == ((), False, "")
    assert RULES.sheet(worlds[1].state, ADA, "orc", "en") is None
    assert gauges(card(worlds[1], REFEREE, "orc")) == {"Hit Points marked": (2, 9), "Stress marked": (0, 6)}
    block = RULES.sheet(worlds[1].state, REFEREE, "orc", "en")
    assert block is not None
    assert block.line == "Solo, tier 3"
    assert dict(block.sections[0].pairs)["Damage thresholds"] == "12 / 30"


def test_a_hidden_countdown_and_a_hidden_difficulty_stay_with_the_gm():
    clocks = {
        "seen": Countdown("seen", Named("fuoco", "fire"), "standard", 4, 3),
        "unseen": Countdown("unseen", Named("tradimento", "betrayal"), "standard", 4, 1, hidden=True),
    }
    bench = due(17, hidden=True, scene={"countdowns": clocks})
    assert gauges(card(bench, ADA, "place")) == {"fire": (3, None)}
    assert set(gauges(card(bench, REFEREE, "place"))) == {"fire", "betrayal"}
    assert not any("Difficulty" in text for text in tags(card(bench, ADA, "place")))
    assert any("Difficulty 17" in text for text in tags(card(bench, REFEREE, "place")))


def test_conditions_and_those_who_are_down():
    bench = play(hero(conditions=(Condition("hidden"),), cover="partial"), hero("bea", status="dead"), foe())
    ada = card(bench, ADA, "ada")
    assert ("good", True) in {(tag.tone, "hid" in tag.text.lower()) for tag in ada.tags}
    assert "partly in cover" in tags(ada)
    bea = card(bench, ADA, "bea")
    assert bea.out
    assert "dead" in tags(bea)


def test_a_sheet_is_open_to_the_table():
    bench = play(hero(agility=2, powers=(Power("bolt", Named("dardo", "bolt"), hope=1),), scars=1), foe())
    for seat in (ADA, SPECTATOR, Seat("bea", "player", frozenset({"bea"}))):
        sheet = RULES.sheet(bench.state, seat, "ada", "en")
        assert sheet is not None
        msgspec.json.encode(sheet)
        told = {word: value for section in sheet.sections for word, value in section.pairs}
        assert told["Agility"] == "+2"
        assert told["Damage thresholds"] == "7 / 14"
        assert told["sword"] == "Agility +2, Melee, 1d8+1 (physical damage)"
        assert told["bolt"] == "1 Hope"
        assert told["One"] == "+2"
    assert RULES.sheet(bench.state, ADA, "nobody", "en") is None


def test_every_kind_of_adversary_and_range_has_its_words():
    for language in LANGUAGES:
        for block in load_library().adversaries.values():
            printed = replace(foe(), block=block)
            assert "{" not in str(foe_sheet(RULES, printed, language))
        assert all(RULES.texts.find(language, f"band.{band}") for band in BANDS)

"""Invisible foes: who can be struck at, at what price, and who notices them."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, caster, hero, magic

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.commands import Attack, Cast, Close, Declare, EndTurn, JudgeSurprise, Move
from arbitro.rules.whitebox.events import AttackRolled, Moved
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.commands import EndEffect, LightOil, Locate, Sense, ThrowOil, UseDevice
from arbitro.rules.whitebox.powers.events import EffectEnded, OilThrown, SenseAdvised, UnseenSensed
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.powers.unseen import located
from arbitro.rules.whitebox.view import view

PARTY = Seat("A", "player", frozenset({"A", "a", "m"}))


def odds(arena: Arena) -> Fraction:
    """The chance of a blow at b, by full enumeration."""
    hits = 0
    for face in range(1, 21):
        fresh = Arena.__new__(Arena)
        fresh.state, fresh.events = arena.state, []
        try:
            events = fresh.do(Attack("a", "b"), d20(face))
        except AssertionError:
            events = fresh.do(Attack("a", "b"), d20(face), d6(1))
        hits += only(events, AttackRolled).hit
    return Fraction(hits, 20)


@pytest.mark.rule("WB-INVIS-01")
def test_no_attack_without_an_idea_of_where_it_is() -> None:
    arena = fight_with(hero("a"), beast("pixie", "b"))
    refused = arena.refused(Attack("a", "b"))
    assert (refused.code, refused.rules) == ("unseen", ("WB-INVIS-01",))
    assert arena.refused(Close("a", "b")).code == "unseen"
    arena.do(Locate("b"))
    assert only(arena.do(Attack("a", "b"), d20(1)), AttackRolled).check.modifiers[-1].amount == -4


@pytest.mark.rule("WB-INVIS-01")
def test_whoever_attacks_unseen_gives_the_place_away_for_a_while() -> None:
    arena = fight_with(hero("a"), beast("pixie", "b"), first="B")
    arena.do(Attack("b", "a"), d20(1))
    arena.end("B")
    arena.do(Attack("a", "b"), d20(1))
    arena.end("A", "B", "A", "B")
    assert arena.refused(Attack("a", "b")).code == "unseen"


@pytest.mark.rule("WB-INVIS-02")
@pytest.mark.parametrize(
    ("gifts", "armour", "chance"),
    [
        ({"class_id": "fighter", "level": 1}, 10, Fraction(7, 20)),
        ({"class_id": "fighter", "level": 9}, 10, Fraction(13, 20)),
        ({"class_id": "cleric", "level": 2}, 17, Fraction(0)),
    ],
)
def test_blows_at_the_unseen_are_four_worse(gifts: dict[str, object], armour: int, chance: Fraction) -> None:
    arena = fight_with(hero("a", **gifts), beast("pixie", "b", armour=armour))
    arena.do(Locate("b"))
    assert odds(arena) == chance


@pytest.mark.rule("WB-INVIS-03")
@pytest.mark.parametrize(
    ("monster", "prompted"),
    [
        ("troll", True),
        ("giant_hill", True),
        ("basilisk", True),
        ("demon_succubus", False),
        ("wolf", True),
        ("orc", False),
    ],
)
def test_the_referee_is_prompted_for_formidable_and_keen_creatures(monster: str, prompted: bool) -> None:
    arena = fight_with(beast("pixie", "a", "A"), beast(monster, "b"))
    told = found(arena.events, SenseAdvised)
    assert bool(told) == prompted
    assert all((event.chance, event.audience, event.rules) == (4, "referee", ("WB-INVIS-03",)) for event in told)


@pytest.mark.rule("WB-INVIS-03")
def test_the_chance_is_the_referees_and_rolled_in_secret() -> None:
    arena = fight_with(beast("pixie", "a", "A"), beast("giant_hill", "b"), first="B")
    assert arena.refused(Sense("b", "a", 7)).code == "bad_chance"
    told = only(arena.do(Sense("b", "a", 4), d6(5)), UnseenSensed)
    assert (told.check.success, told.audience) == (False, "referee")
    assert arena.refused(Sense("b", "a", 4)).code == "sensed_already"
    assert arena.refused(Attack("b", "a")).code == "unseen"
    arena.end("B", "A")
    assert only(arena.do(Sense("b", "a", 4), d6(4)), UnseenSensed).check.success
    # It only satisfies the first rule: the penalty stays.
    assert only(arena.do(Attack("b", "a"), d20(1)), AttackRolled).check.modifiers[-1].amount == -4


@pytest.mark.rule("WB-INVIS-01", "WB-INVIS-02")
def test_the_spell_ends_with_the_first_blow_and_detection_sees_through_it() -> None:
    arena = Arena(caster("m", "invisibility"), hero("a"), beast("orc", "b"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "a", "invisibility"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    arena.do(Cast("m"))
    assert view(arena.state, Seat("B", "player", frozenset({"B", "b"}))).fight.people[1].at is None
    assert view(arena.state, PARTY).fight.people[1].at == 0
    told = arena.do(Attack("a", "b"), d20(1))
    assert only(told, EffectEnded).kind == "invisible"
    arena.end("A")
    arena.do(Attack("b", "a"), d20(1))


@pytest.mark.rule("WB-INVIS-01")
def test_the_steps_of_the_unseen_are_known_to_their_own_side_alone() -> None:
    arena = fight_with(hero("a"), beast("pixie", "b"), first="B")
    assert only(arena.do(Move("b", 0)), Moved).audience == "B"
    seen = view(arena.state, PARTY).fight
    assert seen is not None
    assert [person.at for person in seen.people] == [0, None]
    assert view(arena.state, REFEREE).fight.people[1].at == 0


def test_the_referee_may_end_what_lasts() -> None:
    arena = fight_with(hero("a"), beast("pixie", "b"))
    arena.do(Locate("b"))
    arena.do(EndEffect("b", "located"))
    assert arena.refused(EndEffect("b", "located")).code == "no_effect"
    assert not located(arena.state, arena["a"], arena["b"])


@pytest.mark.rule("WB-INVIS-01", "WB-OIL-01")
def test_whoever_lights_oil_is_seen_and_whoever_drinks_is_not() -> None:
    gifts = {"devices": (OIL, TORCH, magic("potion_healing", 1))}
    members = (hero("a", gifts=gifts), beast("ogre", "b"))
    for command, dice, seen in (
        (ThrowOil("a", "b"), (d20(1),), True),
        (LightOil("a", "b"), (d6(2),), True),
        (UseDevice("a", "potion_healing", "a"), (d6(1),), False),
    ):
        arena = fight_with(*members)
        veil = Ongoing(kind="invisible", ends_on_attack=True)
        oil = Ongoing(kind="oiled", by="a", magical=False)
        arena.state = replace(arena.state, effects={"a": (veil,), "b": (oil,)})
        arena.do(command, *dice)
        assert (under(arena.state, "a", "invisible") is None) is seen
        arena.end("A")
        assert RULES.allows(arena.state, Attack("b", "a")) is seen


@pytest.mark.rule("WB-INVIS-01", "WB-INVIS-02")
def test_oil_is_thrown_at_the_unseen_only_with_a_direction_and_four_worse() -> None:
    arena = fight_with(hero("a", gifts={"devices": (OIL, TORCH)}), beast("pixie", "b"))
    assert arena.refused(ThrowOil("a", "b")).code == "unseen"
    arena.do(Locate("b"))
    told = only(arena.do(ThrowOil("a", "b"), d20(14)), OilThrown)
    assert (told.check.total, told.hit) == (10, False)


@pytest.mark.rule("WB-INVIS-01", "WB-SPELL-01")
def test_words_of_the_unseen_tell_where_they_are_and_they_stay_unseen() -> None:
    arena = Arena(caster("m", "light"), beast("orc", "b"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "m", "light"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    arena.state = replace(arena.state, effects={"m": (Ongoing(kind="invisible", ends_on_attack=True),)})
    arena.do(Cast("m"))
    assert under(arena.state, "m", "invisible") is not None
    assert located(arena.state, arena["b"], arena["m"])

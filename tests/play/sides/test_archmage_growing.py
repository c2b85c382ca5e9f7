"""A new level of the archmages brings choices: they are the player's, and nobody sets out without them by accident."""

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, in_the_hall, of, refused, told

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.sides.archmage.events import LevelReached
from arbitro.play.sides.archmage.growing import owing
from arbitro.play.sides.archmage.growth import (
    ChangePower,
    ChoicesFilled,
    ChoicesPutOff,
    ChoiceTaken,
    LetChoose,
    PowerChanged,
    PutOffChoices,
    TakeChoice,
)
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import TOP_LEVEL, make, risen
from arbitro.rules.archmage.choosing import filled, owed
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.owning import prepared, slots_of
from arbitro.rules.archmage.setup import hero as read_hero
from arbitro.rules.archmage.setup import ready_party
from arbitro.rules.archmage.state import PARTY
from arbitro.text import Fault

GAME = "archmage"
BOOKS = load_books()
INN = {"party": "ready:inn-1"}
HOME = {"stage": "road", "at": "", "homeward": True, "options": {"road_days": 0}}


def in_town(**changes):
    return in_the_hall(GAME, **{**INN, "stage": "town", "at": "", "options": {"road_days": 0}, **changes})


def risen_party(**options):
    home = {**HOME, "options": {**HOME["options"], **options}}
    return told(GAME, in_the_hall(GAME, progress="12", **INN, **home), c.EnterTown())


@pytest.mark.rule("AE-FULLHEAL-01")
def test_nobody_sets_out_with_choices_owed_unless_they_are_put_off():
    after, events = risen_party()
    (rise,) = of(LevelReached, events)
    assert rise.growing
    assert set(owing(BOOKS, after)) == set(rise.growing)
    assert refused(GAME, after, c.SetOut()) == "choices_owed"
    for who in owing(BOOKS, after):
        after, events = told(GAME, after, PutOffChoices(who))
        assert of(ChoicesPutOff, events)
    assert do(GAME, after, c.SetOut()).stage in ("road", "dungeon")
    who = rise.growing[0]
    assert owed(BOOKS, after.heroes[who])  # what was put off can still be chosen
    assert refused(GAME, after, PutOffChoices(who)) == "nothing_to_choose"


@pytest.mark.rule("AE-FULLHEAL-01")
def test_a_feat_is_taken_by_the_player_and_counts_at_once():
    after, _ = risen_party()
    who = next(each for each in owing(BOOKS, after) if any(o.kind == "feat" for o in owed(BOOKS, after.heroes[each])))
    open_ = next(each for each in owed(BOOKS, after.heroes[who]) if each.kind == "feat")
    chosen, events = told(GAME, after, TakeChoice(who, "feat", open_.options[0]))
    (taken,) = of(ChoiceTaken, events)
    assert open_.options[0] in chosen.heroes[who].feats
    assert chosen.game.party[who].profile == make(BOOKS, chosen.heroes[who], PARTY) == taken.combatant.profile
    assert refused(GAME, after, TakeChoice(who, "feat", "nothing/epic")) == "not_to_choose"
    assert refused(GAME, after, TakeChoice(who, "raise", "str")) == "nothing_to_choose"
    assert refused(GAME, after, TakeChoice("nobody", "feat", open_.options[0])) == "cannot_now"


@pytest.mark.rule("AE-FULLHEAL-01")
def test_what_is_left_to_the_program_is_chosen_whole_and_told():
    after, _ = risen_party()
    for who in owing(BOOKS, after):
        after, events = told(GAME, after, LetChoose(who))
        (all_,) = of(ChoicesFilled, events)
        assert all_.taken
        for language in ("it", "en"):
            line = tell(find_campaign(GAME), after, all_, language)
            assert line
            assert "_" not in line
    assert not owing(BOOKS, after)
    assert do(GAME, after, c.SetOut()).stage in ("road", "dungeon")


def test_by_the_option_everything_is_chosen_with_the_level():
    after, events = risen_party(level_choices="sense")
    (rise,) = of(LevelReached, events)
    assert not rise.growing
    assert not owing(BOOKS, after)
    assert do(GAME, after, c.SetOut()).stage in ("road", "dungeon")


def test_the_choices_are_offered_with_their_words_and_an_automatic_party_takes_them():
    after, _ = risen_party()
    game = find_campaign(GAME)
    offered = list(game.choices(after, REFEREE))
    who = owing(BOOKS, after)[0]
    wanted = {each.command for each in offered if each.fixed.get("who") == who}
    assert {"take_choice", "let_choose", "put_off_choices"} <= wanted
    for choice in offered:
        if choice.command in ("take_choice", "let_choose", "put_off_choices", "change_power"):
            for language in ("it", "en"):
                assert "{" not in choice_text(game, after, choice, language)
            for filling in choice.fillings():
                assert game.allows(after, game.command(filling)), filling
    assert next(iter(game.side.wishes.care(after))) == LetChoose(who)
    cards = {card.id: card for card in game.cards(after, REFEREE, "it")}
    assert any(tag.text == "da scegliere" for tag in cards[who].tags)


@pytest.mark.rule("AE-HP-01")
def test_three_different_abilities_rise_at_the_fourth_level():
    hero = next(each for each in map(read_hero, ready_party("inn-1")) if each.class_id == "barbarian")
    for _ in range(3):
        hero = risen(BOOKS, hero)
    assert (hero.level, hero.raises) == (4, 3)
    after = in_town()
    after = replace(after, heroes={**after.heroes, hero.id: hero}, growing=(hero.id,))
    for ability in ("str", "con"):
        after = do(GAME, after, TakeChoice(hero.id, "raise", ability))
    assert refused(GAME, after, TakeChoice(hero.id, "raise", "con")) == "not_to_choose"
    after = do(GAME, after, TakeChoice(hero.id, "raise", "wis"))
    now = after.heroes[hero.id]
    assert (now.raises, now.raised) == (0, ())
    assert [now.abilities[each] - hero.abilities[each] for each in ("str", "con", "dex", "wis")] == [1, 1, 0, 1]


@pytest.mark.parametrize("party", ["inn-1", "inn-5", "inn-8"])
def test_whoever_is_raised_level_by_level_owes_nothing_once_all_is_chosen(party):
    for text in ready_party(party):
        hero = read_hero(text)
        while hero.level < TOP_LEVEL:
            hero = filled(BOOKS, risen(BOOKS, hero))
            assert not owed(BOOKS, hero), (hero.id, hero.level)
            make(BOOKS, hero, PARTY)


# -------------------------------------------------------------------- powers chosen anew


def caster(level=5):
    """A sorcerer with everything chosen, in a town party."""
    base = read_hero(ready_party("inn-1")[0])
    made = replace(
        base,
        class_id="sorcerer",
        level=level,
        talents=(),
        feats=(),
        powers=(),
        details={},
        melee=None,
        abilities={**base.abilities, "cha": 18},
    )
    return filled(BOOKS, made)


def with_caster(**changes):
    hero = caster()
    state = in_town()
    one = replace(state.game.party[hero.id], profile=make(BOOKS, hero, PARTY), **changes)
    game = replace(state.game, party={**state.game.party, hero.id: one})
    return hero, replace(state, heroes={**state.heroes, hero.id: hero}, game=game)


def test_each_spell_has_the_level_of_its_slot():
    hero = prepared(BOOKS, caster())
    held = sorted(hero.spell_levels.values())
    assert held == [3, 3, 3, 5, 5, 5, 5]
    assert slots_of(BOOKS, "sorcerer", "spells", 5) == {3: 3, 5: 4}
    for name, level in hero.spell_levels.items():
        assert BOOKS.powers[name].level <= level


def test_a_low_slot_gives_the_low_numbers():
    growing = next(
        name
        for name, each in BOOKS.powers.items()
        if each.class_id == "sorcerer" and each.group == "spells" and each.level == 1 and {3, 5} <= set(each.damage)
    )
    hero = replace(caster(), powers=(growing,), feats=())
    for level in (3, 5):
        attack = make(BOOKS, replace(hero, spell_levels={growing: level}), PARTY).known(growing.replace("_", "-"))
        assert attack.damage == BOOKS.powers[growing].damage[level]
    with pytest.raises(Fault, match="7"):
        make(BOOKS, replace(hero, spell_levels={growing: 7}), PARTY)


def test_spells_are_chosen_anew_after_a_full_heal_up_and_not_once_one_is_spent():
    hero, state = with_caster()
    old = hero.powers[0]
    choices = [each for each in find_campaign(GAME).choices(state, REFEREE) if each.command == "change_power"]
    offer = next(each for each in choices if each.fixed == {"who": hero.id, "old": old})
    new = next(pick.value for pick in offer.parameters[0].picks if pick.value not in hero.powers)
    after, events = told(GAME, state, ChangePower(hero.id, old, new))
    (changed,) = of(PowerChanged, events)
    assert new in after.heroes[hero.id].powers
    assert old not in after.heroes[hero.id].powers
    assert after.game.party[hero.id].profile.attack(new.replace("_", "-")) or BOOKS.powers[new].plays == "told"
    assert tell(find_campaign(GAME), after, changed, "en")
    assert refused(GAME, state, ChangePower(hero.id, old, "wizard_fireball")) == "not_to_change"
    _, spent = with_caster(powers={old.replace("_", "-"): Spent(1)})
    assert refused(GAME, spent, ChangePower(hero.id, old, new)) == "no_time_to_change"
    fought = replace(state, game=replace(state.game, weight="1"))
    assert refused(GAME, fought, ChangePower(hero.id, old, new)) == "no_time_to_change"


def test_two_known_spells_change_their_levels():
    hero, state = with_caster()
    levels = prepared(BOOKS, hero).spell_levels
    high, low = next(
        (a, b) for a in levels for b in levels if levels[a] == 5 and levels[b] == 3 and BOOKS.powers[a].level <= 3
    )
    after, events = told(GAME, state, ChangePower(hero.id, high, low))
    assert of(PowerChanged, events)[0].levels
    now = after.heroes[hero.id].spell_levels
    assert (now[high], now[low]) == (3, 5)


def test_maneuvers_are_chosen_anew_with_a_level_only():
    base = read_hero(ready_party("inn-1")[0])
    fighter = filled(
        BOOKS, replace(base, class_id="fighter", level=2, talents=(), feats=(), powers=(), details={}, raises=0)
    )
    state = in_town()
    state = replace(state, heroes={**state.heroes, fighter.id: fighter})
    assert refused(GAME, state, ChangePower(fighter.id, fighter.powers[0], "fighter_x")) == "not_to_change"
    grown = replace(state, risen=(fighter.id,))
    offers = [
        each
        for each in find_campaign(GAME).choices(grown, REFEREE)
        if each.command == "change_power" and each.fixed["who"] == fighter.id
    ]
    assert offers
    new = offers[0].parameters[0].picks[0].value
    after = do(GAME, grown, ChangePower(fighter.id, str(offers[0].fixed["old"]), new))
    assert new in after.heroes[fighter.id].powers
    assert do(GAME, grown, c.SetOut()).risen == ()

"""Characters of every class with choices drawn at random fight: no fault, and every line can be told and explained."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.archmage.test_random import _pick, check

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, make
from arbitro.rules.archmage.characters import details_of as choices_with
from arbitro.rules.archmage.choosing import (
    chooses,
    feat_options,
    feats_due,
    filled,
    known_groups,
    power_options,
    powers_due,
    talent_options,
    talents_due,
)
from arbitro.rules.archmage.owning import open_details
from arbitro.rules.archmage.power import ABILITIES, Named
from arbitro.rules.archmage.state import FOES, PARTY, Side, State
from arbitro.text import LANGUAGES

BOOKS = load_books()
CLASSES = [name for name in BOOKS.classes if chooses(BOOKS, name)]
LEVELS = {"adventurer": (1, 3, 4), "champion": (5, 7), "epic": (8, 10)}
ARMS = ((Weapon("heavy"), None, True), (Weapon("light"), Weapon("light"), False), (Weapon("heavy", 2), None, False))


def recruit(class_id: str, level: int, random: Random, number: int = 1) -> Hero:
    """A character with arms, talents, powers and feats by lot."""
    melee, second, shield = random.choice(ARMS)
    scores = dict(zip(ABILITIES, random.sample((18, 16, 14, 14, 12, 10), 6), strict=True))
    bow = Bow("light", "bow") if random.random() < 0.7 else None
    name = f"{class_id}-{number}"
    hero = Hero(
        name,
        Named(name, name),
        class_id,
        level,
        scores,
        "light",
        shield,
        melee,
        second,
        bow,
        people=random.choice(list(BOOKS.peoples)),
    )
    while talents_due(BOOKS, hero) and talent_options(BOOKS, hero):
        talent = random.choice(talent_options(BOOKS, hero))
        details = choices_with(BOOKS, talent, level)
        chosen = {**hero.details, talent: random.choice(details)} if details else hero.details
        hero = replace(hero, talents=(*hero.talents, talent), details=chosen)
    for group in known_groups(BOOKS, hero):
        while powers_due(BOOKS, hero, group) and power_options(BOOKS, hero, group):
            hero = replace(hero, powers=(*hero.powers, random.choice(power_options(BOOKS, hero, group))))
    while feats_due(BOOKS, hero) and feat_options(BOOKS, hero):
        feat = random.choice(feat_options(BOOKS, hero))
        hero = replace(hero, feats=(*hero.feats, feat))
        if borrowed := open_details(BOOKS, hero, feat):
            hero = replace(hero, details={**hero.details, feat: random.choice(borrowed)})
    return hero


def fight(game: Archmage, class_id: str, level: int, seed: int, *, told: bool) -> None:
    """One battle of three of a class, by the automatic player with now and then a choice at random."""
    random = Random(f"{class_id}{level}{seed}")
    party = [recruit(class_id, level, random, number) for number in (1, 2, 3)]
    members = [c.Member(make(BOOKS, hero, PARTY)) for hero in party]
    near = [name for name, each in BOOKS.monsters.items() if abs(each.level - level) <= 2]
    for number, race in enumerate(random.sample(near, min(3, len(near)))):
        count = 3 if BOOKS.monsters[race].category == "mook" else 1
        several = (f"{race}-{number}{which}" for which in range(count))
        members += [c.Member(bestiary.creature(BOOKS, race, FOES, who, at)) for at, who in enumerate(several, 1)]
    table: Table[State] = Table.open(game, "t", seed_from_text(f"{class_id}{level}{seed}"), {})
    sides = (Side(PARTY, Named("a", "a")), Side(FOES, Named("b", "b")))
    assert not isinstance(table.submit(c.StartBattle(sides, tuple(members)), REFEREE), Refusal)
    for turn in range(400):
        state = table.state
        if state.fight is None or state.fight.phase == "over":
            break
        check(game, state)
        command = game.suggest(state, REFEREE)
        if command is None or random.random() < 0.25:
            offered = [each for each in game.choices(state, REFEREE) if each.command in PLAYED]
            command = game.command(_pick(random, offered)) if offered else command
        assert command is not None
        entry = table.submit(command, REFEREE)
        assert not isinstance(entry, Refusal), (command, entry)
        if told and turn < 25:
            for event in entry.events:
                for language in LANGUAGES:
                    tell(game, table.state, event, language)
                    explain(game, table.state, event, language)


PLAYED = ("attack", "move", "disengage", "rally", "end_turn", "interrupt", "pick_flexible", "reroll", "take_move")


BY_TURNS = [(class_id, list(LEVELS)[at % len(LEVELS)]) for at, class_id in enumerate(CLASSES)]
"""Every class at one of the tiers: in every run; all of them in the slow set."""


@pytest.mark.parametrize(("class_id", "tier"), BY_TURNS)
def test_characters_of_a_class_fight_without_a_fault(game: Archmage, class_id: str, tier: str) -> None:
    fight(game, class_id, LEVELS[tier][0], 0, told=True)


@pytest.mark.slow
@pytest.mark.parametrize("tier", LEVELS)
@pytest.mark.parametrize("class_id", CLASSES)
def test_two_hundred_battles_of_a_class_and_tier(game: Archmage, class_id: str, tier: str) -> None:
    for seed in range(200):
        fight(game, class_id, LEVELS[tier][seed % len(LEVELS[tier])], seed, told=seed % 10 == 0)


@pytest.mark.parametrize("class_id", CLASSES)
def test_a_sensible_choice_is_whole_at_every_level(class_id: str) -> None:
    for level in range(1 + CLASSES.index(class_id) % 3, 11, 3):
        random = Random(level)
        hero = replace(recruit(class_id, level, random), talents=(), powers=(), feats=(), details={})
        made = filled(BOOKS, hero)
        assert not talents_due(BOOKS, made)
        assert not feats_due(BOOKS, made) or not feat_options(BOOKS, made)
        make(BOOKS, made, PARTY)


def test_what_the_rules_do_not_play_has_words() -> None:
    for name, entry in BOOKS.powers.items():
        if entry.plays != "runs":
            assert entry.words, name
        for tier, feat in entry.feats.items():
            assert feat.plays == "runs" or feat.words, (name, tier)

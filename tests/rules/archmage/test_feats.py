"""Feats: every one can be taken by somebody, has words, and does what it says; some of them with scripted dice."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import SCORES as PLAIN
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.rules.archmage.test_true_powers import hero, in_state

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import TIERS, PowerEntry, load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, armed_for, make
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY
from arbitro.text import LANGUAGES

BOOKS = load_books()
OF_CLASSES = [
    name
    for name, entry in BOOKS.powers.items()
    if entry.class_id and entry.feats and entry.sort in ("feature", "talent", "power")
]


def owner(name: str, entry: PowerEntry) -> Hero:
    """Somebody who has an entry, at the tenth level."""
    known = BOOKS.classes[entry.class_id]
    category, kinds = next(iter(known.ranged.items()))
    talents = (entry.requires, name) if entry.requires else (name,)
    return Hero(
        "ada",
        Named("Ada", "Ada", "f"),
        entry.class_id,
        10,
        PLAIN,
        entry.armoured or "light" if entry.armoured != "none" else "none",
        entry.needs_shield,
        Weapon(next(iter(known.melee))),
        Weapon(next(iter(known.melee))) if entry.two_weapons else None,
        Bow(category, next(iter(kinds))),
        powers=(name,) if entry.sort == "power" else (),
        talents=tuple(each for each in talents if each) if entry.sort == "talent" else (),
    )


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize("class_id", BOOKS.classes)
def test_every_feat_of_a_class_can_be_had_one_after_the_other(class_id: str) -> None:
    for name in OF_CLASSES:
        entry = BOOKS.powers[name]
        if entry.class_id != class_id:
            continue
        tiers = [tier for tier in TIERS if tier in entry.feats]
        own = owner(name, entry)
        details = {name: entry.choose[0]} if entry.choose else {}
        if not armed_for(own, entry) or entry.borrows is not None:
            continue
        feats = tuple(f"{name}/{tier}" for tier in tiers)
        for many in range(1, len(feats) + 1):
            assert make(BOOKS, replace(own, feats=feats[:many], details=details), PARTY).attacks


def test_no_two_feats_of_one_thing_read_the_same() -> None:
    """Whoever chooses between the tiers of a power must see what each brings: in its own words, in both languages."""
    for name, entry in BOOKS.powers.items():
        if entry.sort != "part":
            for language in LANGUAGES:
                told = [feat.words.in_(language) if feat.words else "" for feat in entry.feats.values()]
                assert all(told), name
                assert len(set(told)) == len(told) or name in SAME, (name, told)


SAME = {"sorcerer_familiar", "feat_further_backgrounding"}
"""What the first tier and the last bring is the same again."""


def test_what_a_feat_changes_in_a_part_can_be_chosen() -> None:
    """A part has the feats of what it comes with: a tier that this lacks could never be taken."""
    lost = [
        f"{name}/{tier}"
        for name, entry in BOOKS.powers.items()
        if entry.sort == "part" and (of := BOOKS.owner_of_part.get(name)) is not None
        for tier in entry.feats
        if tier not in BOOKS.powers[of].feats
    ]
    assert lost == []


@pytest.mark.rule("AE-ATK-06", "AE-DMG-02")
@pytest.mark.parametrize(("feats", "again"), [((), 1), (("fighter_deadly_assault/adventurer",), 2)])
def test_a_deadly_assault_throws_ones_again_and_with_the_feat_twos(game: Archmage, feats, again: int) -> None:
    ada = hero("fighter", "fighter_deadly_assault", level=2, feats=feats, melee=Weapon("heavy"))
    play = Play(game).begin(ada, foe(hp=60)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 16))
    play.do(c.PickFlexible("ada", "fighter-deadly-assault"), (8, 1), (8, 2), *((8, 7),) * again)
    assert len(play.find(e.DamageRolled).dropped) == again


@pytest.mark.rule("AE-ATK-06", "AE-MISS-01")
@pytest.mark.parametrize(("hands", "more"), [(1, 2), (2, 3)])
def test_heavy_blows_of_the_epic_tier_count_the_die_twice_or_three_times(game: Archmage, hands: int, more: int) -> None:
    feats = ("fighter_heavy_blows/champion", "fighter_heavy_blows/epic")
    ada = hero("fighter", "fighter_heavy_blows", level=8, feats=feats, melee=Weapon("heavy", hands))
    play = Play(game).begin(ada, foe(hp=90, ac=40)).engage("ada", "orc").set(escalation=4)
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 4)).do(c.PickFlexible("ada", "fighter-heavy-blows"))
    assert play.find(e.DamageDealt).amount == 8 + more * 4
    if hands == 2:
        odd = Play(game).begin(ada, foe(hp=90, ac=40)).engage("ada", "orc").set(escalation=1)
        odd.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 5)).do(c.PickFlexible("ada", "fighter-heavy-blows"))
        assert odd.find(e.DamageDealt).amount == 8 + 3, "with both hands any miss will do"


@pytest.mark.rule("AE-ATK-06", "AE-DMG-02")
@pytest.mark.parametrize(("hands", "feats", "die"), [(1, 1, 4), (2, 1, 6), (1, 3, 6), (2, 3, 8)])
def test_a_power_attack_keeps_what_its_feats_bring_in_both_hands(hands: int, feats: int, die: int) -> None:
    own = tuple(f"fighter_power_attack/{tier}" for tier in TIERS[:feats])
    ada = hero("fighter", level=8, talents=("fighter_power_attack",), feats=own, melee=Weapon("heavy", hands))
    riders = ada.known("fighter-power-attack").riders
    assert {rider.outcome: rider.effects[0].amount.sides for rider in riders} == {"hit": die, "miss": die}


@pytest.mark.rule("AE-COND-05", "AE-ATK-06")
@pytest.mark.parametrize(("hp", "face", "dazed"), [(60, 16, False), (32, 16, True), (32, 17, False)])
def test_a_ray_of_frost_dazes_whom_an_even_hit_leaves_staggered(
    game: Archmage, hp: int, face: int, dazed: bool
) -> None:
    feats = ("wizard_ray_of_frost/adventurer",)
    ada = hero("wizard", "wizard_ray_of_frost", feats=feats)
    play = Play(game).begin(ada, foe(hp=60)).change("orc", hp=hp)
    play.do(c.Attack("ada", "wizard-ray-of-frost", "orc"), (20, face), (6, 1), (6, 1), (6, 1))
    assert bool(play.all(e.Afflicted)) == dazed


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("face", "harm"), [(19, 7), (20, 14)])
def test_magic_missiles_of_a_champion_are_doubled_by_a_20(game: Archmage, face: int, harm: int) -> None:
    feats = ("wizard_magic_missile/adventurer", "wizard_magic_missile/champion")
    ada = hero("wizard", "wizard_magic_missile", level=5, feats=feats)
    play = Play(game).begin(ada, foe(hp=90))
    dice = tuple((6, each) for each in (1, 2, 2, 2))
    play.do(c.Attack("ada", "wizard-magic-missile", "orc"), (20, face), *dice)
    assert 90 - play.one("orc").hp == harm


@pytest.mark.rule("AE-ATK-06", "AE-ONGOING-01")
def test_a_bleeding_strike_wants_a_target_that_does_not_bleed_until_the_epic_feat(game: Archmage) -> None:
    lower = ("rogue_bleeding_strike/adventurer", "rogue_bleeding_strike/champion")
    for feats, code in ((lower, "not_such_a_target"), ((*lower, "rogue_bleeding_strike/epic"), "")):
        ada = hero("rogue", "rogue_bleeding_strike", level=8, feats=feats, melee=Weapon("small"))
        play = Play(game).begin(ada, foe(hp=90)).engage("ada", "orc")
        play.do(c.Impose("orc", "ongoing", points=5, damage_type="fire"))
        cut = c.Attack("ada", "rogue-bleeding-strike", "orc")
        assert (play.refused(cut) if code else "") == code
        assert play.game.allows(play.state, cut) == (not code)


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("feats", "harm"), [((), 0), (("champion",), 10), (("champion", "epic"), 15)])
def test_spikes_while_staggered_need_the_feat_and_hurt_more_with_the_next(game: Archmage, feats, harm: int) -> None:
    own = tuple(f"rogue_spiky_bastard/{tier}" for tier in feats)
    ada = hero("rogue", "rogue_spiky_bastard", level=8, feats=own, melee=Weapon("small"))
    play = (
        Play(game).begin(ada, foe("orc", strike(bonus=30), hp=90), first="orc").engage("ada", "orc").set(escalation=3)
    )
    in_state(play, "spikes").change("ada", hp=10)
    play.do(c.Attack("orc", "strike", "ada"), (20, 11))
    assert 90 - play.one("orc").hp == harm


@pytest.mark.rule("AE-COND-11")
def test_a_staggered_foe_that_misses_the_murderous_is_vulnerable_to_them(game: Archmage) -> None:
    feats = tuple(f"rogue_murderous/{tier}" for tier in TIERS)
    ada = hero("rogue", level=8, talents=("rogue_murderous",), feats=feats, melee=Weapon("small"))
    for hp, told in ((20, 1), (90, 0)):
        play = Play(game).begin(ada, foe(hp=90), pc("bea"), first="orc").engage("ada", "orc").change("orc", hp=hp)
        play.do(c.Attack("orc", "strike", "ada"), (20, 2))
        assert [each.name for each in play.one("orc").afflictions] == ["vulnerable"] * told


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("level", "dice"), [(1, 1), (5, 2), (8, 4)])
def test_a_javelin_hurts_the_unhurt_more_by_tier(game: Archmage, level: int, dice: int) -> None:
    ada = hero("cleric", "cleric_javelin_of_faith", level=level, feats=("cleric_javelin_of_faith/adventurer",))
    (bonus,) = (each for each in ada.bonuses if each.source == "cleric_javelin_at_the_unhurt")
    assert (bonus.amount.count, bonus.when) == (dice, ("target_unhurt",))

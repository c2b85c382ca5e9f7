"""True magic items: the usual bonus of their place, powers that run as powers do, and how many somebody may have."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import SIDES, Play, foe, pc, strike, sword

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, make
from arbitro.rules.archmage.numbers import defence_of, save_bonuses, standing_defence
from arbitro.rules.archmage.ongoing_effects import Ongoing, Spent
from arbitro.rules.archmage.power import Attack, Named, Rider
from arbitro.rules.archmage.state import PARTY, Profile, Worn
from arbitro.rules.archmage.states import flies
from arbitro.rules.archmage.wearing import load_of
from arbitro.text import Fault

BOOKS = load_books()
SCORES = {"str": 16, "con": 14, "dex": 14, "int": 10, "wis": 10, "cha": 10}
FLAT = dict.fromkeys(SCORES, 10)


def hero(*wears: Worn, level: int = 1, hands: int = 1, **more) -> Hero:
    made = {"armour": "heavy", "shield": hands == 1, "ranged": Bow("light"), "class_id": "fighter", **more}
    return Hero(
        "ada",
        Named("Ada", "Ada", "f"),
        made.pop("class_id"),
        level,
        made.pop("abilities", SCORES),
        melee=Weapon("heavy", hands),
        wears=wears,
        **made,
    )


def worn(*wears: Worn, **more) -> Profile:
    return make(BOOKS, hero(*wears, **more), PARTY)


def gear(item: str, tier="adventurer") -> Worn:
    return Worn(item, tier=tier)


# -------------------------------------------------------------------- the usual bonus


@pytest.mark.rule("AE-STACK-02")
@pytest.mark.parametrize(("tier", "more"), [("adventurer", 1), ("champion", 2), ("epic", 3)])
def test_what_is_worn_has_the_usual_bonus_of_its_place_and_tier(tier, more):
    bare = worn()
    for chakra, defence in (("armor", "ac"), ("cloak", "pd"), ("helmet", "md")):
        one = worn(Worn(chakra=chakra, tier=tier))
        assert standing_defence(one, defence) == standing_defence(bare, defence) + more
    assert worn(Worn(chakra="belt", tier=tier)).recoveries == bare.recoveries + more
    assert worn(Worn(chakra="shield", tier=tier)).max_hp == bare.max_hp + {1: 4, 2: 10, 3: 25}[more]
    assert worn(gear("stone_flesh", tier)).items[-1].stat == "pd"
    assert standing_defence(worn(gear("iron_will", tier)), "md") == standing_defence(bare, "md") + more


@pytest.mark.rule("AE-STACK-02")
def test_a_magic_weapon_helps_what_is_struck_with_it(game: Archmage):
    ada = worn(Worn(chakra="melee_weapon"))
    play = Play(game).begin(ada, foe(ac=19)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc"), (20, 14), (8, 5))  # 3 + 1 + 1 and 14: 19
    roll = play.find(e.AttackRolled)
    assert roll.check.total == 19
    assert roll.outcome == "hit"
    assert play.find(e.DamageDealt).amount == 5 + 3 + 1
    bow = Play(game).begin(ada, foe(ac=30)).do(c.Attack("ada", "ranged", "orc"), (20, 14))
    assert bow.find(e.AttackRolled).check.total == 17


@pytest.mark.rule("AE-SAVE-03")
def test_a_necklace_helps_to_save_when_few_hit_points_are_left(game: Archmage):
    play = Play(game).begin(worn(Worn(chakra="necklace")), foe())
    assert sum(each.amount for each in save_bonuses(play.state, play.one("ada"))) == 0
    play.change("ada", hp=10)
    assert sum(each.amount for each in save_bonuses(play.state, play.one("ada"))) == 1


def test_one_item_in_a_place_two_rings_and_any_number_of_wonders():
    worn(gear("ring_defense"), gear("ring_resilience"), Worn(chakra="wondrous"), Worn(chakra="wondrous"))
    for bad in (
        (gear("ring_defense"), gear("ring_resilience"), gear("ring_cheap_shot")),
        (gear("belt_last_word"), Worn(chakra="belt")),
        (Worn(chakra="bracers"), Worn(chakra="melee_weapon")),
        (gear("wand_of_infighting"),),
        (gear("gauntlets_of_clobbering"),),
        (gear("no_such_thing"),),
        (Worn(),),
        (Worn(chakra="nose"),),
        (gear("crown_of_the_mighty_strike"),),
        (Worn("ring_defense", chakra="belt"),),
    ):
        with pytest.raises(Fault) as raised:
            worn(*bad)
        for language in ("it", "en"):
            assert "{" not in raised.value.words.in_(language)
    worn(gear("ring_defense"), gear("ring_resilience"), Worn("ring_cheap_shot", off=True))


def test_items_of_a_higher_tier_count_for_more_and_too_many_have_their_way(game: Archmage):
    assert load_of(hero(gear("ring_defense"))) == 1
    assert load_of(hero(gear("ring_defense", "champion"))) == 2
    assert load_of(hero(gear("ring_defense", "epic"))) == 3
    assert load_of(hero(gear("ring_defense", "epic"), level=5)) == 2
    assert load_of(hero(Worn("ring_defense", off=True))) == 0
    play = Play(game).begin(worn(gear("ring_defense"), gear("cloak_recovery")), foe())
    for language, word in (("it", "comandano"), ("en", "take over")):
        sheet = game.sheet(play.state, REFEREE, "ada", language)
        items = dict(sheet.sections[-1].pairs)
        assert any(word in text for text in items.values())
        assert any(BOOKS.items["ring_defense"].quirk.in_(language) in text for text in items.values())


# -------------------------------------------------------------------- powers of items


@pytest.mark.rule("AE-ATK-06", "AE-REST-05")
def test_the_ring_of_defence_takes_ten_off_a_hit_and_is_spent(game: Archmage):
    play = Play(game).begin(worn(gear("ring_defense")), foe("orc", strike(damage=Amount(plus=14))), first="orc")
    play.engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, 19))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes", "ring-defense"))
    dealt = play.find(e.DamageDealt)
    assert dealt.amount == 4
    assert play.one("ada").powers["ring-defense"].used == 1


@pytest.mark.rule("AE-ATK-06")
def test_by_the_skin_of_the_teeth_a_bare_hit_misses(game: Archmage):
    ada = worn(gear("ring_skin_of_your_teeth"))
    needed = standing_defence(ada, "ac") - 5
    play = Play(game).begin(ada, foe(), first="orc").engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, needed))
    play.do(c.Interrupt("ada", "yes"))
    assert play.find(e.RollChanged).outcome == "miss"
    assert not play.all(e.DamageDealt)
    for language in ("it", "en"):
        assert tell(game, play.state, play.find(e.RollChanged), language)
    sure = Play(game).begin(ada, foe(), first="orc").engage("ada", "orc")
    sure.do(c.Attack("orc", "strike", "ada"), (20, needed + 2)).do(c.Interrupt("ada", "yes"))
    assert sure.find(e.DamageDealt).amount == 6


def test_the_cloak_of_the_inviolable_spoils_a_hit_on_physical_defence_only(game: Archmage):
    ada = worn(gear("cloak_inviolability", "epic"), level=8)
    gas = strike(defence="pd", bonus=30, id="gas")
    play = Play(game).begin(ada, foe("orc", strike(bonus=40), gas), first="orc").engage("ada", "orc")
    play.do(c.Attack("orc", "gas", "ada"), (20, 12)).do(c.Interrupt("ada", "yes"))
    assert play.find(e.RollChanged).outcome == "miss"
    assert not play.all(e.DamageDealt)
    other = Play(game).begin(ada, foe("orc", strike(bonus=40), gas), first="orc").engage("ada", "orc")
    other.do(c.Attack("orc", "strike", "ada"), (20, 12))
    assert not other.state.awaiting


def test_the_helm_of_retribution_answers_a_miss_against_the_mind(game: Archmage):
    spell = strike(defence="md", bonus=0, id="gaze", damage=Amount(plus=9))
    play = Play(game).begin(
        worn(gear("helm_of_psychic_retribution", "champion"), level=5), foe("orc", spell, hp=90), first="orc"
    )
    play.engage("ada", "orc").do(c.Attack("orc", "gaze", "ada"), (20, 3)).do(c.Interrupt("ada", "yes"))
    assert play.find(e.DamageDealt).amount == 25
    assert play.one("orc").hp == 65


def test_a_shield_of_resilience_rides_along_with_a_basic_attack_hit_or_miss(game: Archmage):
    play = Play(game).begin(worn(gear("shield_resilience")), foe(ac=30, hp=50)).engage("ada", "orc")
    play.change("ada", hp=5)
    play.do(c.Attack("ada", "melee", "orc"), (20, 4))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"), (10, 6))
    assert play.find(e.RecoveryUsed)
    assert play.one("ada").hp == 5 + 6 + 2


def test_splendour_hinders_foes_who_turn_on_others(game: Archmage):
    ada, bea = worn(gear("splendor")), replace(worn(), id="bea", name=Named("Bea", "Bea"))
    play = Play(game).begin(ada, bea, foe(), first="orc").engage("ada", "orc").engage("bea", "orc")
    play.do(c.Attack("orc", "strike", "bea"), (20, 10))
    assert play.find(e.AttackRolled).check.total == 10 + 5 - 2
    own = Play(game).begin(ada, bea, foe(), first="orc").engage("ada", "orc").engage("bea", "orc")
    own.do(c.Attack("orc", "strike", "ada"), (20, 10))
    assert own.find(e.AttackRolled).check.total == 15


def test_heedlessness_is_for_the_first_turn(game: Archmage):
    play = Play(game).begin(worn(gear("heedlessness")), foe())
    plain = standing_defence(play.one("ada").profile, "ac")
    assert defence_of(play.state, play.one("ada"), "ac") == plain + 4
    play.end()
    assert defence_of(play.state, play.one("ada"), "ac") == plain
    play.end()
    assert defence_of(play.state, play.one("ada"), "ac") == plain


@pytest.mark.rule("AE-RALLY-01")
def test_belts_answer_a_rally_in_the_same_turn(game: Archmage):
    play = Play(game).begin(worn(gear("belt_glorious_rally")), foe())
    play.change("ada", hp=5)
    assert play.refused(c.Attack("ada", "belt-glorious-rally", "ada")) == "not_as_things_stand"
    play.do(c.Rally("ada"), (10, 6)).do(c.Attack("ada", "belt-glorious-rally", "ada"))
    assert play.one("ada").temp_hp == 4
    play.end().end()
    assert play.refused(c.Attack("ada", "belt-glorious-rally", "ada")) == "not_as_things_stand"


def test_the_undaunted_helm_saves_at_the_start_of_a_turn_only_where_there_is_something(game: Archmage):
    play = Play(game).begin(worn(gear("helm_of_the_undaunted_hero")), foe()).end()
    play.end()  # the turn of ada begins without a die
    assert not play.one("ada").powers
    play.end().change("ada", ongoing=(Ongoing("fire", 5, "fire", 11, "orc"),))
    play.end((20, 15))
    assert not play.one("ada").ongoing


def test_a_blade_of_vengeance_and_one_against_dragons(game: Archmage):
    play = Play(game).begin(worn(gear("weapon_vengeance")), foe(hp=90)).engage("ada", "orc")
    play.change("ada", hp=5).do(c.Attack("ada", "melee", "orc"), (20, 15), (8, 5), (6, 4))
    assert play.find(e.DamageDealt).amount == 5 + 3 + 1 + 4
    wyrm = foe("dragon-1", family="dragon", hp=200)
    slain = Play(game).begin(worn(gear("weapon_wyrm_chopping", "epic")), wyrm).engage("ada", "dragon-1")
    slain.do(c.Attack("ada", "melee", "dragon-1"), (20, 15), (8, 5))
    assert slain.find(e.DamageDealt).amount == 5 + 3 + 3 + 40


def test_the_first_attack_of_a_battle_is_abandoned(game: Archmage):
    play = Play(game).begin(worn(gear("weapon_abandon")), foe(hp=90)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc"), (20, 15), (8, 5), (6, 3), (6, 4))
    assert play.find(e.DamageDealt).amount == 5 + 3 + 1 + 7
    play.until("orc").until("ada")
    play.do(c.Attack("ada", "melee", "orc"), (20, 15), (8, 5))
    assert play.find(e.DamageDealt).amount == 5 + 3 + 1


def test_a_wand_casts_a_spell_of_another_class():
    wizard = make(
        BOOKS,
        hero(gear("wand_of_the_invisible_aegis"), class_id="sorcerer", armour="light", shield=False, hands=1),
        PARTY,
    )
    power = wizard.known("wand-of-the-invisible-aegis")
    assert (power.usage, power.recharge) == ("recharge", 16)
    assert (
        power.riders
        == make(BOOKS, hero(class_id="wizard", shield=False, armour="light", powers=("wizard_shield",)), PARTY)
        .known("wizard-shield")
        .riders
    )


@pytest.mark.rule("AE-REST-04")
@pytest.mark.parametrize(("turns", "face", "back"), [(0, 16, True), (0, 15, False), (1, None, False)])
def test_a_scroll_rolls_for_what_was_used_in_this_very_turn(game: Archmage, turns: int, face, back: bool) -> None:
    ring = Attack("ring", Named("ring", "ring"), kind="close", action="free", usage="recharge", recharge=16,
                  friendly=True, includes_self=True, self_only=True, reach="beside")  # fmt: skip
    reader = worn(gear("scroll_of_the_fortuitous_outlook"), class_id="wizard", shield=False, armour="light")
    play = Play(game).begin(replace(reader, attacks=(*reader.attacks, ring)), foe())
    play.do(c.Attack("ada", "ring", "ada"))
    for _ in range(turns):
        play.end().end()
    play.do(c.Attack("ada", "scroll-of-the-fortuitous-outlook", "ada"), *([] if face is None else [(20, face)]))
    assert bool(play.one("ada").powers["ring"].used) != back


@pytest.mark.rule("AE-REST-04")
def test_a_paragon_uses_the_power_of_the_people_twice(game: Archmage) -> None:
    dwarf = worn(gear("necklace_paragon"), gear("cloak_recovery"), people="dwarf", talents=("fighter_cleave",))
    own = next(each for each in dwarf.attacks if each.id.startswith("dwarf"))
    play = Play(game).begin(dwarf, foe())
    play.change("ada", powers={own.id: Spent(used=1), "cloak-recovery": Spent(used=1)})
    play.do(c.Attack("ada", "necklace-paragon", "ada"))
    assert not play.one("ada").powers[own.id].used
    assert play.one("ada").powers["cloak-recovery"].used == 1, "an item is no power of a people"


@pytest.mark.rule("AE-TEMPHP-01", "AE-ATK-06")
def test_whoever_strides_on_walls_flies_and_glory_comes_with_daily_spells(game: Archmage) -> None:
    walker = worn(gear("sandals_of_wall_striding", "champion"), level=5)
    play = Play(game).begin(walker, foe()).do(c.Attack("ada", "sandals-of-wall-striding", "ada"))
    assert flies(play.state, play.one("ada"))
    for tier, dice in (("adventurer", 2), ("champion", 4), ("epic", 7)):
        own = {
            "class_id": "cleric",
            "level": 8,
            "powers": ("cleric_judgment", "cleric_javelin_of_faith", "cleric_bless"),
        }
        priest = worn(gear("symbol_of_godlike_glory", tier), **own)
        riders = {each.id: [r for r in each.riders if r.source == "symbol-of-godlike-glory"] for each in priest.attacks}
        assert [rider.effects[0].amount.count for rider in riders["cleric-judgment"]] == [dice]
        assert len(riders["cleric-bless"]) == 1, "what is meant for friends is cast too"
        assert not riders["cleric-javelin-of-faith"]


@pytest.mark.rule("AE-ATK-06")
def test_a_bonus_to_the_next_attack_that_a_friend_gives_is_for_one_attack_and_help_does_not_use_it_up(game: Archmage):
    cheer = Attack(
        "cheer",
        Named("cheer", "cheer"),
        kind="close",
        friendly=True,
        reach="nearby",
        action="quick",
        riders=(Rider((do.Boost(Amount(plus=2), "next_attack"),)),),
    )
    play = Play(game).begin(pc("ada", sword(), cheer), pc("bea", sword(), cheer), foe(ac=30, hp=90))
    play.engage("bea", "orc").do(c.Attack("ada", "cheer", "bea")).end()
    play.do(c.Attack("bea", "cheer", "ada"))
    assert [boost.value for boost in play.one("bea").boosts] == [2]
    play.do(c.Attack("bea", "sword", "orc"), (20, 5))
    assert play.find(e.AttackRolled).check.total == 5 + 1 + 2
    assert not play.one("bea").boosts


# -------------------------------------------------------------------- all of them


def test_every_item_has_words_and_a_quirk_in_both_languages():
    for name, entry in BOOKS.items.items():
        for language in ("it", "en"):
            assert entry.told(language), name
            assert entry.quirk.in_(language), name
        assert entry.chakra in BOOKS.chakras


def bearers() -> list[tuple[str, Hero]]:
    """Somebody who can wear each item."""
    shapes = [
        hero(level=8),
        hero(level=8, hands=2),
        hero(level=8, armour="light"),
        *(hero(level=8, class_id=each, armour="light", shield=False) for each in ("sorcerer", "cleric", "monk")),
    ]
    found = []
    for name in BOOKS.items:
        for shape in shapes:
            try:
                make(BOOKS, replace(shape, wears=(gear(name, "epic"),)), PARTY)
            except Fault:
                continue
            found.append((name, replace(shape, wears=(gear(name, "epic"),))))
            break
    return found


def test_every_item_can_be_worn_by_somebody_and_a_battle_with_it_runs(game: Archmage):
    worn_by = bearers()
    assert [name for name, _ in worn_by] == list(BOOKS.items)
    random = Random(7)
    for number in range(0, len(worn_by), 3):
        members = [
            c.Member(replace(make(BOOKS, one, PARTY), id=f"hero-{place}"))
            for place, (_, one) in enumerate(worn_by[number : number + 3])
        ]
        members += [c.Member(foe(f"orc-{each}", strike(bonus=14), hp=60, level=6)) for each in range(3)]
        play = Play(game).options()
        dice = QuickDice(number)
        state = game.decide(play.state, c.StartBattle(SIDES, tuple(members)), dice).state
        for _ in range(160):
            if game.finished(state) or (state.fight is not None and state.fight.phase == "over"):
                break
            choices = list(game.choices(state, REFEREE))
            suggestion = game.suggest(state, REFEREE)
            if suggestion is None or random.random() < 0.25:
                choice = random.choice([each for each in choices if each.command not in ("end_battle", "impose")])
                filling = random.choice(list(choice.fillings())[:20])
                suggestion = game.command(filling)
            answer = game.decide(state, suggestion, dice)
            if isinstance(answer, Refusal):
                continue
            state = answer.state
            for event in answer.events:
                tell(game, state, event, "it")

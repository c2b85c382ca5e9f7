"""Powers of classes and weapons of magic, each as its entry says; and what a natural 1 leaves of an attack."""

import pytest
from tests.rules.archmage.fixed import hero
from tests.rules.archmage.table import Play, foe, pc, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import attack_modifiers, crit_from
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, make
from arbitro.rules.archmage.events import (
    Afflicted,
    AttackRolled,
    AutomaticHit,
    BlindChance,
    CountRolled,
    CoupStruck,
    DamageDealt,
    DamageRolled,
    FlexiblePicked,
    OngoingBegan,
    PoppedFree,
)
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike, condition_penalty
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.power import SPELLS, Attack, Flexible, Named, Rider
from arbitro.rules.archmage.setup import READY_PARTIES, ready_party
from arbitro.rules.archmage.setup import hero as hero_of
from arbitro.rules.archmage.state import FOES, Item
from arbitro.rules.archmage.targets import must_turn_on_allies

CARVE = "fighter-carve-opening"


def fighter(level: int = 1) -> Play:
    play = Play(Archmage()).begin(hero("fighter", "gaia", level=level), foe("ogre", hp=900, ac=99), foe("imp"))
    return play.engage("gaia", "ogre")


def lowest_crit(play: Play, attack: str) -> int:
    one, ogre = play.one("gaia"), play.one("ogre")
    chosen = one.profile.attack(attack)
    assert chosen is not None
    return crit_from(RULES, Strike(play.state, one, chosen, ogre, "weapon"))[0]


def carve(play: Play, natural: int) -> Play:
    play.change("gaia", actions=("standard",)).do(c.Attack("gaia", "melee", "ogre", flexible=True), (20, natural))
    return play.do(c.PickFlexible("gaia", CARVE))


@pytest.mark.rule("AE-CRIT-04", "AE-FLEX-01")
def test_carving_an_opening_grows_until_a_melee_critical(game: Archmage) -> None:
    play = carve(carve(fighter(), 5), 7)
    assert lowest_crit(play, "melee") == 18
    assert lowest_crit(play, "ranged") == 20, "it is for melee"
    play.change("gaia", actions=("standard",))
    play.do(c.Attack("gaia", "melee", "ogre"), (20, 18), (4, 3))
    assert play.find(AttackRolled).outcome == "crit"
    assert lowest_crit(play, "melee") == 20


@pytest.mark.rule("AE-CRIT-04", "AE-COUP-01")
def test_a_ranged_critical_leaves_it_and_a_coup_de_grace_does_not(game: Archmage) -> None:
    play = carve(fighter(), 5)
    play.change("gaia", actions=("standard",)).do(c.Attack("gaia", "ranged", "ogre"), (20, 20), (4, 3))
    assert lowest_crit(play, "melee") == 19
    play.change("ogre", awareness="asleep").change("gaia", actions=("standard", "move", "quick"))
    play.do(c.CoupDeGrace("gaia", "melee", "ogre"), (4, 3))
    assert lowest_crit(play, "melee") == 20


@pytest.mark.rule("AE-FUMBLE-01", "AE-FLEX-01")
def test_on_a_natural_1_only_what_spares_the_target_is_offered(game: Archmage) -> None:
    play = fighter().do(c.Attack("gaia", "melee", "ogre", flexible=True), (20, 1))
    offered = [choice.fixed.get("attack", "") for choice in game.choices(play.state, REFEREE)]
    assert offered == [CARVE, ""]
    play.do(c.PickFlexible("gaia", CARVE))
    assert lowest_crit(play, "melee") == 19
    marking = Attack(
        "mark", Named("m", "m"), flexible=Flexible(natural="odd"),
        riders=(Rider((do.Condition(names=("dazed",)),), outcome="any"),),
    )  # fmt: skip
    plain = Play(game).begin(pc("ada", sword(), marking), foe(), foe("imp")).engage("ada", "orc")
    plain.do(c.Attack("ada", "sword", "orc", flexible=True), (20, 1))
    assert not plain.state.awaiting
    assert plain.find(FlexiblePicked).attack == ""
    assert not plain.all(Afflicted)


@pytest.mark.rule("AE-FUMBLE-01")
def test_a_natural_1_spares_the_target_and_not_oneself(game: Archmage) -> None:
    play = Play(game).begin(hero("wizard", "alcide", level=1), foe("ogre", level=3, hp=90), foe("imp"))
    play.engage("alcide", "ogre").do(c.Attack("alcide", "wizard-shocking-grasp", "ogre"), (20, 1))
    assert [(event.target, event.amount) for event in play.all(DamageDealt)] == [("alcide", 3)]


@pytest.mark.rule("AE-COUP-01")
def test_a_coup_de_grace_with_what_hits_by_itself_is_a_critical(game: Archmage) -> None:
    play = Play(game).begin(hero("wizard", "alcide", level=1), foe("ogre", hp=90), foe("imp"))
    play.engage("alcide", "ogre").change("ogre", awareness="asleep")
    play.do(c.CoupDeGrace("alcide", "wizard-magic-missile", "ogre"), (4, 3), (4, 2))
    assert play.find(CoupStruck).target == "ogre"
    assert not play.all(AutomaticHit)
    assert (play.find(DamageDealt).amount, play.find(DamageDealt).multiplier) == (10, 2)


@pytest.mark.rule("AE-STACK-02", "AE-ATK-02", "AE-ATK-08")
def test_a_magic_weapon_helps_only_attacks_made_with_it(game: Archmage) -> None:
    made = make(load_books(),
        Hero(
            "ada", Named("Ada", "Ada", "f"), "ranger", 1,
            {"str": 14, "con": 10, "dex": 14, "int": 10, "wis": 10, "cha": 10},
            melee=Weapon("light"), second=Weapon("small"), ranged=Bow("light"),
            items=(
                Item("blade", "attack", 1, "melee"),
                Item("blade", "damage", 1, "melee"),
                Item("bow", "attack", 2, "ranged"),
            ),
        ),
        "party",
    )  # fmt: skip
    play = Play(game).begin(made, foe("orc", hp=90), foe("imp"))
    one, orc = play.one("ada"), play.one("orc")

    def bonus(name: str) -> int:
        attack = made.attack(name)
        assert attack is not None
        notes = attack_modifiers(RULES, Strike(play.state, one, attack, orc, attack.type))
        return sum(each.amount for each in notes if each.note == "magic_item")

    assert [bonus(name) for name in ("melee", "second", "ranged", "unarmed")] == [1, 0, 2, 0]
    play.engage("ada", "orc").do(c.Attack("ada", "unarmed", "orc"), (20, 19), (3, 2))
    assert all(each.note != "magic_item" for each in play.find(DamageRolled).modifiers)


@pytest.mark.rule("AE-STACK-02")
@pytest.mark.parametrize("name", READY_PARTIES)
def test_every_magic_weapon_of_the_ready_parties_is_one_weapon(game: Archmage, name: str) -> None:
    for text in ready_party(name):
        made = make(load_books(), hero_of(text), "party")
        for item in made.items:
            assert bool(item.of) is (item.stat in ("attack", "damage"))
            if item.of:
                wielders = [
                    each
                    for each in made.attacks
                    if (each.kind in SPELLS and item.of == "implement") or each.wields == item.of
                ]
                assert wielders, (made.id, item)


@pytest.mark.rule("AE-MISS-01", "AE-ONGOING-01")
@pytest.mark.parametrize(("race", "attack", "dice"), [("wight", "sword", ()), ("ochre_jelly", "pseudopod", ((4, 1),))])
@pytest.mark.parametrize(("natural", "harmed"), [(2, True), (3, False), (16, True), (17, False)])
def test_wights_and_jellies_harm_on_natural_even_hit_or_miss(
    game: Archmage, race: str, attack: str, dice: tuple[tuple[int, int], ...], natural: int, harmed: bool
) -> None:
    play = Play(game).begin(
        bestiary.creature(load_books(), race, FOES, race), pc("ada", hp=90, ac=12, pd=12), pc("bea")
    )
    play.engage(race, "ada").do(c.Attack(race, attack, "ada"), *dice, (20, natural))
    assert bool(play.all(OngoingBegan)) is harmed
    assert (play.find(AttackRolled).outcome in ("hit", "crit")) is (natural > 3)


@pytest.mark.rule("AE-ATK-06")
def test_the_free_spike_of_a_manticore_is_one_roll(game: Archmage) -> None:
    people = [pc(name, hp=200, ac=0) for name in ("ada", "bea", "cia")]
    play = (
        Play(game)
        .begin(bestiary.creature(load_books(), "manticore", FOES, "manticore"), *people)
        .engage("manticore", "ada")
    )
    play.do(c.Attack("manticore", "paws", "ada"), (20, 16), (6, 3), (20, 10), (20, 4))
    rolls = [(event.attack, event.target) for event in play.all(AttackRolled)]
    assert rolls == [("paws", "ada"), ("tail-spikes", "bea"), ("paws", "ada")]
    assert not play.all(CountRolled)


@pytest.mark.rule("AE-COND-11", "AE-CRIT-04")
def test_whoever_a_ghoul_bit_is_vulnerable_to_the_undead_alone(game: Archmage) -> None:
    play = Play(game).begin(bestiary.creature(load_books(), "ghoul", FOES, "ghoul"), pc("ada", hp=90, ac=0), foe("orc"))
    play.engage("ghoul", "ada").engage("orc", "ada").do(c.Attack("ghoul", "claws-and-bite", "ada"), (20, 10))
    ada = play.one("ada")
    for who, needed in (("ghoul", 18), ("orc", 20)):
        one = play.one(who)
        assert crit_from(RULES, Strike(play.state, one, one.profile.attacks[0], ada, "weapon"))[0] == needed


@pytest.mark.rule("AE-FLEX-01", "AE-MISS-01", "AE-ESC-02")
def test_heavy_blows_add_the_escalation_die_to_a_miss(game: Archmage) -> None:
    play = fighter(level=3).set(escalation=4).do(c.Attack("gaia", "melee", "ogre", flexible=True), (20, 2))
    play.do(c.PickFlexible("gaia", "fighter-heavy-blows"))
    assert play.find(DamageDealt).amount == 3 + 4


@pytest.mark.rule("AE-FLEX-01")
def test_a_deadly_assault_may_be_a_shot(game: Archmage) -> None:
    play = Play(game).begin(hero("fighter", "gaia", level=2), foe("ogre", hp=900, ac=5), foe("imp"))
    play.do(c.Attack("gaia", "ranged", "ogre", flexible=True), (20, 16))
    play.do(c.PickFlexible("gaia", "fighter-deadly-assault"), (4, 1), (4, 3), (4, 2))
    assert play.find(DamageRolled).dropped == (0,)


@pytest.mark.rule("AE-ATK-06", "AE-GRAB-03")
def test_an_evasive_strike_pops_free_of_the_target_alone(game: Archmage) -> None:
    play = Play(game).begin(hero("rogue", "lin", level=1), foe("orc", hp=90), foe("imp", hp=90))
    play.engage("lin", "orc").engage("lin", "imp")
    die = next(each.weapon_die for each in play.one("lin").profile.attacks if each.id == "rogue-evasive-strike")
    play.do(c.Attack("lin", "rogue-evasive-strike", "orc"), (20, 19), (die, 1))
    assert play.find(PoppedFree).foes == ("orc",)
    assert play.one("lin").engaged == ("imp",)


@pytest.mark.rule("AE-DMG-08")
def test_the_energy_of_a_chaos_bolt_is_rolled_once_a_battle(game: Archmage) -> None:
    play = Play(game).begin(hero("sorcerer", "tizzo", level=1), foe("ogre", hp=900), foe("imp"))
    play.do(c.Attack("tizzo", "sorcerer-chaos-bolt", "ogre"), (4, 3), (20, 2))
    assert play.find(CountRolled).word == "lightning"
    play.change("tizzo", actions=("standard",)).do(c.Attack("tizzo", "sorcerer-chaos-bolt", "ogre"), (20, 2))
    assert play.find(DamageDealt).kind == "lightning"
    play.do(c.EndBattle()).begin(hero("sorcerer", "tizzo", level=1), foe("ogre", hp=900), foe("imp"))
    play.do(c.Attack("tizzo", "sorcerer-chaos-bolt", "ogre"), (4, 1), (20, 2))


@pytest.mark.rule("AE-INVIS-02", "AE-INVIS-03")
def test_automatic_attacks_and_the_invisible(game: Archmage) -> None:
    def cast(word: str, *dice: tuple[int, int]) -> Play:
        play = Play(game).options(invisible_automatic=word)
        play.begin(hero("wizard", "alcide", level=1), foe("ogre", hp=90)).change("ogre", invisible=True)
        return play.do(c.Attack("alcide", "wizard-magic-missile", "ogre"), *dice)

    missed = cast("miss_chance", (100, 50))
    assert missed.find(BlindChance).missed
    assert not missed.all(DamageDealt)
    found = cast("miss_chance", (100, 51), (4, 2), (4, 1))
    assert found.find(DamageDealt).amount == 3
    assert cast("always_hits", (4, 2), (4, 1)).find(DamageDealt).amount == 3


@pytest.mark.rule("AE-COND-04")
def test_a_new_confusion_turns_one_on_friends_again(game: Archmage) -> None:
    play = Play(game).options(confused_all_attacks=False)
    play.begin(foe("orc", strike(), hp=90), foe("imp", hp=90), pc("ada", hp=90)).engage("orc", "ada").engage(
        "imp", "ada"
    )
    play.do(c.Impose("orc", "condition", condition="confused", save=11)).do(c.Attack("orc", "strike"), (20, 2))
    assert not must_turn_on_allies(play.state, play.one("orc"))
    play.do(c.Impose("orc", "end_condition", condition="confused"))
    play.do(c.Impose("orc", "condition", condition="confused", save=11))
    assert must_turn_on_allies(play.state, play.one("orc"))


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-02")
@pytest.mark.parametrize("asked", [True, False])
def test_the_vote_of_whoever_lost_their_character(game: Archmage, asked: bool) -> None:
    play = Play(game).options(fallen_players_vote=asked).begin(pc("ada"), pc("bea"), pc("cia"), foe())
    play.change("cia", awareness="dead", hp=-20)
    if asked:
        play.do(c.ProposeFlight("cia")).do(c.VoteFlight("ada", "yes")).do(c.VoteFlight("bea", "no"))
    else:
        assert play.refused(c.ProposeFlight("cia")) == "characters_only"
    play.do(c.ProposeFlight("ada")).do(c.VoteFlight("bea", "yes"))
    if asked:
        assert play.asked == ("cia", "flight")
        play.do(c.VoteFlight("cia", "yes"))
    assert play.state.fight is not None
    assert play.state.fight.result == "fled"


@pytest.mark.rule("AE-FULLHEAL-01", "AE-FULLHEAL-02")
@pytest.mark.parametrize(("word", "weights"), [("fought", ["1", "2", "3"]), ("won", ["0", "0", "1"])])
def test_which_battles_count_towards_a_full_heal_up(game: Archmage, word: str, weights: list[str]) -> None:
    play = Play(game).options(heal_up_counts=word)
    found = []
    for result in ("defeat", "broken_off", "victory"):
        play.begin(pc("ada"), foe()).do(c.EndBattle(result))  # type: ignore[arg-type]
        found.append(play.state.weight)
    assert found == weights


@pytest.mark.rule("AE-STACK-03", "AE-COND-05", "AE-COND-09")
def test_a_penalty_cites_its_condition_and_several_the_rule_of_the_worst(play: Play) -> None:
    play.begin(pc("ada"), foe(hp=90)).engage("ada", "orc").set(escalation=2)
    for names, rule in ((("dazed",), "AE-COND-05"), (("fear",), "AE-COND-09"), (("dazed", "weakened"), "AE-STACK-03")):
        play.change("ada", afflictions=tuple(Affliction(name, "") for name in names))  # type: ignore[arg-type]
        penalty = condition_penalty(play.state, play.one("ada"), "attack")
        assert penalty is not None
        assert (penalty.amount, penalty.rule) == (-4, rule)
    play.change("ada", afflictions=(Affliction("fear", ""),)).do(c.Attack("ada", "sword", "orc"), (20, 2))
    rules = play.find(AttackRolled).rules
    assert "AE-COND-09" in rules
    assert "AE-ESC-04" not in rules


@pytest.mark.rule("AE-DISENGAGE-01", "AE-DISENGAGE-03", "AE-DISENGAGE-04")
def test_a_clean_getaway_does_not_cite_the_careless_one(play: Play) -> None:
    play.begin(pc("ada"), foe()).engage("ada", "orc").do(c.Disengage("ada"), (20, 15))
    cited = {rule for event in play.events for rule in event.rules}
    assert "AE-DISENGAGE-04" in cited
    assert not cited & {"AE-DISENGAGE-01", "AE-DISENGAGE-03", "AE-DISENGAGE-05"}


def test_amounts_that_grow_with_the_escalation_die_are_read_when_they_count(play: Play) -> None:
    grim = strike(riders=(Rider((do.More(escalation=True),)),), damage=Amount(plus=6))
    play.begin(foe("orc", grim), pc("ada", hp=90)).engage("orc", "ada").set(escalation=5)
    play.do(c.Attack("orc", "strike", "ada"), (20, 19))
    assert play.find(DamageDealt).amount == 11

"""The creatures of the catalogue, each special at work, and creatures of one's own."""

import pytest
from tests.rules.archmage.fixed import attacks, everybody
from tests.rules.archmage.table import Play, bow, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.attack import crit_from
from arbitro.rules.archmage.blow import fits
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.events import (
    Afflicted,
    Appeared,
    AttackRolled,
    Boosted,
    CountRolled,
    DamageDealt,
    Fell,
    Grabbed,
    Healed,
    Marked,
    MobFelled,
    MobThinned,
    OngoingBegan,
    PoppedFree,
    PowerDrained,
    Prompted,
    RanOut,
    RoundBegan,
    SaveRolled,
    SkillChecked,
    SpecialWorked,
    TurnBegan,
)
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike, defence_of
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.people import has
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import FOES
from arbitro.rules.archmage.step import Blow, Volley
from arbitro.text import with_article

HUGE_HP = 500


def beast(race: str, who: str = "", *, nastier: bool = False):
    return bestiary.creature(load_books(), race, FOES, who or race, nastier=nastier)


def meet(game: Archmage, *creatures, hero=None, friends: int = 1, first: str = "foes") -> Play:
    """Creatures in melee with ada (500 hp, easy to hit); bea stands by."""
    ada = hero or pc("ada", sword(), bow(), hp=HUGE_HP, ac=0, pd=0, md=0)
    others = [pc(f"bea-{number}" if number else "bea", hp=HUGE_HP, ac=0) for number in range(friends)]
    people = (*creatures, ada, *others) if first == "foes" else (ada, *others, *creatures)
    play = Play(game).begin(*people)
    for one in creatures:
        play.engage("ada", one.id)
    return play


def bite(play: Play, who: str, attack: str, *dice, target: str = "ada") -> Play:
    return play.until(who).do(c.Attack(who, attack, target), *dice)


def test_there_are_forty_six_with_names_in_both_languages():
    assert len(load_books().monsters) == 46
    for race, entry in load_books().monsters.items():
        assert entry.name.it
        assert entry.name.en
        assert entry.source
        assert entry.attacks[0].name.it, race
        assert any(attack.basic for attack in entry.attacks) or entry.attacks[0].kind == "close", race


@pytest.mark.rule("AE-ATK-02", "AE-DEF-05")
def test_a_plain_hit_is_the_printed_damage(game):
    play = bite(meet(game, beast("orc_warrior")), "orc_warrior", "sword", (20, 10))
    assert (play.find(AttackRolled).check.total, play.find(DamageDealt).amount) == (16, 6)


def test_ongoing_damage_of_ants_rats_and_scorpions(game):
    ant = bite(meet(game, beast("giant_ant")), "giant_ant", "mandibles", (20, 16), (3, 2))
    assert ant.find(OngoingBegan).ongoing.amount == 2
    rat = bite(meet(game, beast("dire_rat")), "dire_rat", "bite", (20, 10))
    assert (rat.find(OngoingBegan).ongoing.amount, rat.all(DamageDealt)) == (4, [])
    scorpion = meet(game, beast("giant_scorpion"))
    for _ in range(2):
        bite(scorpion, "giant_scorpion", "pincer", (20, 10))
    bite(scorpion, "giant_scorpion", "stinger", (20, 10))
    assert scorpion.find(AttackRolled).check.total == 10 + 6 + 4
    assert scorpion.refused(c.Attack("giant_scorpion", "pincer", "ada")) == "enough_this_round"


def test_goblins_hit_harder_in_numbers_and_slip_away(game):
    many = bite(meet(game, beast("goblin_grunt", "g1"), beast("goblin_grunt", "g2"), friends=0), "g1", "club", (20, 10))
    few = bite(meet(game, beast("goblin_grunt", "g1"), friends=2), "g1", "club", (20, 10))
    assert (many.find(DamageDealt).amount, few.find(DamageDealt).amount) == (6, 4)
    few.do(c.Disengage("g1"), (20, 6))
    assert few.find(SaveRolled).check.total == 11


@pytest.mark.rule("AE-CRIT-04")
def test_orcs_crit_until_they_are_staggered(game):
    play = bite(meet(game, beast("orc_warrior")), "orc_warrior", "sword", (20, 17))
    assert play.find(AttackRolled).outcome == "crit"
    hurt = meet(game, beast("orc_warrior")).change("orc_warrior", hp=15)
    assert bite(hurt, "orc_warrior", "sword", (20, 17)).find(AttackRolled).outcome == "hit"


@pytest.mark.rule("AE-MISS-01")
def test_kobolds(game):
    play = bite(meet(game, beast("kobold_warrior")), "kobold_warrior", "spear", (20, 2))
    assert play.find(PoppedFree).who == "kobold_warrior"
    hero = pc("ada", sword(miss=Amount(plus=5)), hp=90)
    missed = meet(game, beast("kobold_warrior"), hero=hero, first="party")
    missed.do(c.Attack("ada", "sword", "kobold_warrior"), (20, 2))
    assert missed.one("kobold_warrior").hp == 22
    timid = meet(game, beast("kobold_warrior"), beast("wolf")).change("kobold_warrior", hp=5).until("kobold_warrior")
    assert game.suggest(timid.state, REFEREE) == c.Disengage("kobold_warrior", goal="far")
    timid.do(c.Disengage("kobold_warrior", goal="far"), (20, 15)).do(c.Leave("kobold_warrior"))
    assert timid.find(Fell).awareness == "gone"
    archer = meet(game, beast("kobold_archer"), beast("kobold_warrior")).until("kobold_warrior")
    archer.change("ada", engaged=("kobold_archer",)).change("kobold_warrior", engaged=())
    archer.do(c.Move("kobold_warrior", "engage", "ada"))
    while archer.state.awaiting:
        archer.do(c.Intercept(archer.asked[0], "no"))
    assert archer.one("kobold_archer").engaged == ()


def test_a_thug_saves_up_for_the_next_blow(game):
    play = bite(meet(game, beast("human_thug")), "human_thug", "mace", (20, 10))
    assert play.find(DamageDealt).amount == 4
    play.end().end().end()
    play.do(c.Attack("human_thug", "mace", "ada"), (20, 11))
    assert play.find(DamageDealt).amount == 10
    play.end().end().end()
    play.do(c.Attack("human_thug", "mace", "ada"), (20, 11))
    assert play.find(DamageDealt).amount == 4


def test_packs_and_swarms(game):
    wolves = [beast("wolf", f"w{number}") for number in range(4)]
    play = bite(meet(game, *wolves), "w0", "bite", (20, 10))
    assert (play.find(AttackRolled).check.total, play.find(DamageDealt).amount) == (19, 9)
    rats = [beast("dire_rat", f"r{number}", nastier=True) for number in range(3)]
    assert bite(meet(game, *rats), "r0", "bite", (20, 10)).find(AttackRolled).check.total == 17
    plain = [beast("dire_rat", f"r{number}") for number in range(3)]
    assert bite(meet(game, *plain), "r0", "bite", (20, 10)).find(AttackRolled).check.total == 15


@pytest.mark.rule("AE-RESIST-04", "AE-DMG-08", "AE-CRIT-03")
def test_the_lesser_dead(game):
    ada = pc("ada", sword(12), spell(type="holy"), hp=90)
    bones = meet(game, beast("skeleton_warrior"), hero=ada, first="party").set(escalation=6)
    bones.do(c.Attack("ada", "sword", "skeleton_warrior"), (20, 12), (12, 11))
    assert bones.find(DamageDealt).amount == 5
    holy = Strike(bones.state, bones.one("ada"), ada.attacks[1], bones.one("skeleton_warrior"), "holy")
    assert crit_from(RULES, holy)[0] == 18
    shuffler = meet(game, beast("zombie_shuffler", "z1"), beast("zombie_shuffler", "z2"), hero=ada, first="party")
    shuffler.do(c.Attack("ada", "sword", "z1"), (20, 20), (12, 5))
    assert shuffler.find(DamageDealt).amount == 15
    assert [event.who for event in shuffler.all(Fell)] == ["z1"]
    zombie = meet(game, beast("human_zombie"), beast("wolf"), hero=ada, first="party")
    zombie.do(c.Attack("ada", "sword", "human_zombie"), (20, 20), (12, 1))
    assert zombie.find(Fell).who == "human_zombie"
    both = bite(meet(game, beast("human_zombie")), "human_zombie", "fist", (20, 16), (6, 4))
    assert [(event.target, event.amount) for event in both.all(DamageDealt)] == [
        ("ada", 6),
        ("human_zombie", 4),
        ("ada", 4),  # thrown once for both
    ]
    both.cites("AE-DMG-02")


@pytest.mark.rule("AE-ONGOING-01", "AE-ONGOING-02")
def test_two_poisons_of_one_bite_go_on_side_by_side(game):
    play = meet(game, beast("giant_web_spider")).change(
        "ada", afflictions=(Affliction("dazed", "giant_web_spider", 11),)
    )
    play = bite(play, "giant_web_spider", "bite", (20, 18), (6, 3), (6, 4))
    assert [each.amount for each in play.one("ada").ongoing] == [5, 7]
    play.until("ada").end((20, 12), (20, 4), (20, 3))
    assert [event.amount for event in play.all(DamageDealt)] == [5, 7]
    assert [each.amount for each in play.one("ada").ongoing] == [7]


@pytest.mark.rule("AE-RESIST-01")
@pytest.mark.parametrize(("face", "amount"), [(16, 2), (18, 4)])
def test_what_a_blow_does_besides_is_resisted_by_its_natural_number(game, face, amount):
    play = meet(game, beast("human_zombie"), hero=pc("ada", hp=300, resistances={"weapon": 18}))
    play = bite(play, "human_zombie", "fist", (20, face), (6, 4))
    assert [event.amount for event in play.all(DamageDealt) if event.target == "ada"][-1] == amount


@pytest.mark.rule("AE-TARGET-01")
def test_mooks_share_their_hit_points(game):
    mob = [beast("kobold_archer", f"k{number}") for number in range(4)]
    play = meet(game, *mob, beast("wolf"), first="party")
    play.do(c.Impose("k1", "damage", Amount(plus=4)))
    assert play.find(MobThinned).left == 2
    assert [play.one(f"k{number}").hp for number in range(4)] == [2, 2, 2, 2]
    play.do(c.Impose("k1", "damage", Amount(plus=9)))
    assert [event.who for event in play.all(Fell)] == ["k1", "k2"]
    assert (play.one("k0").hp, play.one("k3").hp) == (5, 5)
    felled = play.find(MobFelled)
    assert (felled.first, felled.members, play.one("k2").hp) == ("k1", ("k2",), 0)
    assert explain(game, play.state, felled, "it").numbers == (
        "Abbattuti: 9 danni +4 danni già subiti dalla marmaglia = 13; ÷6 punti ferita a testa = 2",
    )
    play.do(c.Impose("k3", "damage", Amount(plus=90)))
    assert not play.one("k0").in_field
    (line,) = explain(game, play.state, play.find(MobFelled), "en").numbers
    assert line.endswith("= 91; ÷6 hit points each = 15; at most 2 (all that were left) = 2")


@pytest.mark.rule("AE-TARGET-01", "AE-DMG-09")
def test_a_mook_knocked_out_by_damage_left_over_has_no_hit_points(game):
    """A further blow, which kills it, is reckoned from 0."""
    mob = [beast("kobold_archer", f"k{number}") for number in range(3)]
    hero = pc("ada", strike(bonus=60, damage=Amount(plus=12)), hp=90)
    play = meet(game, *mob, hero=hero, first="party")
    play.do(c.Attack("ada", "strike", "k0", merciful=True), (20, 10))
    assert [play.one(who).awareness for who in ("k0", "k1")] == ["unconscious", "unconscious"]
    play.do(c.Impose("k1", "damage", Amount(plus=2)))
    dealt = play.find(DamageDealt)
    assert (dealt.before, dealt.left) == (0, 0)
    assert play.one("k1").awareness == "dead"


def test_hobgoblins_shrug_off_a_hit_for_every_two(game):
    pair = [beast("hobgoblin_warrior", f"h{number}") for number in range(2)]
    play = meet(game, *pair, first="party").set(escalation=6)
    play.do(c.Attack("ada", "sword", "h0"), (20, 15))
    assert play.asked == ("h0", "turn_hit")
    play.do(c.TurnHit("h0", "yes"))
    assert play.one("h0").hp == 32
    play.end().until("ada").set(escalation=6).do(c.Attack("ada", "sword", "h0"), (20, 15), (8, 4))
    assert play.one("h0").hp == 28


def test_the_goblin_curse_hurts_whenever_an_enemy_comes_or_goes(game):
    shaman = beast("goblin_shaman")
    play = Play(game).begin(shaman, beast("wolf"), pc("ada", hp=90, pd=0, ac=30), pc("bea", hp=90, pd=0))
    play.do(c.Attack("goblin_shaman", "curse", "ada"), (20, 10))
    assert [event.who for event in play.all(Marked)] == ["ada", "bea"]
    assert play.one("ada").hp == 82
    play.end().do(c.Move("wolf", "engage", "ada")).do(c.Intercept("bea", "no"))
    assert play.one("ada").hp == 80
    play.do(c.Move("wolf", "away")).do(c.Opportunity("ada", "no"))
    assert play.one("ada").hp == 78


@pytest.mark.rule("AE-ATK-06")
def test_a_push_an_attack_that_is_open_and_a_turn_of_ones_own_are_said_plainly(game):
    pushed = bite(meet(game, beast("ogre")), "ogre", "shove", (20, 16), (6, 3))
    assert tell(game, pushed.state, pushed.find(PoppedFree), "en") == "The ogre pushes ada away."
    slippery = bite(meet(game, beast("kobold_warrior")), "kobold_warrior", "spear", (20, 16))
    assert tell(game, slippery.state, slippery.find(PoppedFree), "en") == "The kobold warrior pops free of ada."
    wyvern = bite(meet(game, beast("wyvern")), "wyvern", "jaws", (20, 16))
    assert tell(game, wyvern.state, wyvern.find(Marked), "it").endswith("potrà usare «puntura» nel prossimo turno.")
    scorpion = bite(meet(game, beast("giant_scorpion")), "giant_scorpion", "pincer", (20, 16))
    assert tell(game, scorpion.state, scorpion.find(Boosted), "it").endswith("fino alla fine del proprio turno.")
    (boost,) = scorpion.one("giant_scorpion").boosts
    over = RanOut("giant_scorpion", (), (), over=(boost, boost))
    assert tell(game, scorpion.state, over, "en").count("(attacks: stinger)") == 1


def test_a_berserkers_last_stand(game):
    play = meet(game, beast("orc_berserker"), beast("wolf"), first="party")
    play.do(c.Impose("orc_berserker", "damage", Amount(plus=50)), (6, 3), (6, 4))
    assert (play.one("orc_berserker").hp, play.one("orc_berserker").temp_hp) == (0, 7)
    play.do(c.Impose("orc_berserker", "damage", Amount(plus=6)))
    assert play.one("orc_berserker").conscious
    play.do(c.Impose("orc_berserker", "damage", Amount(plus=1)))
    assert play.find(Fell).awareness == "dead"


def test_the_war_curse_of_an_orc_shaman(game):
    play = (
        Play(game)
        .begin(beast("orc_shaman"), beast("orc_warrior"), pc("ada", hp=90, md=0, ac=0))
        .engage("orc_warrior", "ada")
    )
    play.do(c.Attack("orc_shaman", "battle-curse", "ada"), (3, 1), (20, 10))
    assert play.find(CountRolled).count == 1
    play.end().do(c.Attack("orc_warrior", "sword", "ada"), (20, 10), (4, 3))
    assert play.find(DamageDealt).amount == 9


def test_bears_and_lizards(game):
    bear = bite(meet(game, beast("bear")), "bear", "bite", (20, 10), (6, 5))
    assert bear.find(DamageDealt).amount == 11
    lizard = meet(game, beast("lizardman_savage"))
    assert lizard.refused(c.Attack("lizardman_savage", "frenzy", "ada")) == "not_by_itself"
    bite(lizard, "lizardman_savage", "spear", (20, 16), (20, 11))
    assert [event.amount for event in lizard.all(DamageDealt)] == [7, 5]
    lizard.end().end().end()
    lizard.do(c.Attack("lizardman_savage", "frenzy", "ada"), (20, 5), (20, 6), (20, 7))
    assert len(lizard.all(AttackRolled)) == 3
    lizard.end().end().end()
    assert lizard.refused(c.Attack("lizardman_savage", "frenzy", "ada")) == "not_by_itself"


def test_a_spider_in_its_web(game):
    play = meet(game, beast("giant_web_spider"))
    play.do(c.Attack("giant_web_spider", "web", "ada"), (20, 18))
    assert [event.affliction.name for event in play.all(Afflicted)] == ["dazed", "stuck"]
    play.change("giant_web_spider", actions=("standard",))
    play.do(c.Attack("giant_web_spider", "bite", "ada"), (20, 10), (6, 6), (6, 5))
    assert [each.amount for each in play.one("ada").ongoing] == [5, 11]  # the second comes too


def test_ghouls(game):
    play = bite(meet(game, beast("ghoul", nastier=True)), "ghoul", "claws-and-bite", (20, 10))
    assert play.find(Afflicted).affliction.name == "vulnerable"
    assert play.find(DamageDealt).amount == 8
    play.change("ghoul", actions=("standard",))
    play.do(c.Attack("ghoul", "claws-and-bite", "ada"), (20, 12))
    assert play.find(DamageDealt).amount == 12
    assert "stunned" in [event.affliction.name for event in play.all(Afflicted)]
    killed = meet(game, beast("ghoul"), hero=pc("ada", hp=5, ac=0))
    bite(killed, "ghoul", "claws-and-bite", (20, 11))
    assert "spawn" in [event.kind for event in killed.all(Prompted)]


def test_bugbears_gnolls_and_ogres_hurt_when_they_miss(game):
    hard = pc("ada", hp=HUGE_HP, ac=40)
    two = meet(game, beast("bugbear"), beast("wolf"), hero=hard)
    assert bite(two, "bugbear", "oversized-weapon", (20, 5), (8, 6)).find(DamageDealt).amount == 6
    even = bite(meet(game, beast("bugbear")), "bugbear", "oversized-weapon", (20, 10))
    assert even.find(DamageDealt).amount == 15
    pack = meet(game, beast("gnoll_savage", "g1"), beast("gnoll_savage", "g2"), hero=hard)
    assert bite(pack, "g1", "spear", (20, 5)).find(DamageDealt).amount == 5
    alone = bite(meet(game, beast("gnoll_savage"), hero=hard), "gnoll_savage", "spear", (20, 5))
    assert alone.all(DamageDealt) == []
    assert bite(meet(game, beast("ogre"), hero=hard), "ogre", "club", (20, 5)).find(DamageDealt).amount == 9


def test_an_ogre_shoves_everybody_and_has_a_thick_hide(game):
    play = meet(game, beast("ogre")).engage("ogre", "bea")
    assert play.one("ogre").actions == ("standard", "move", "quick")
    play.set(escalation=2).do(c.Attack("ogre", "shove"), (20, 10), (6, 3), (20, 10))
    assert play.one("ogre").engaged == ()
    assert play.one("ogre").actions == ("standard", "move")
    tough = meet(game, beast("ogre", nastier=True), first="party").set(escalation=6)
    tough.do(c.Attack("ada", "sword", "ogre"), (20, 15), (8, 7), (8, 5))
    assert tough.find(DamageDealt).amount == 2


def test_dire_wolves_howl_over_the_fallen(game):
    wolves = [beast("dire_wolf", f"w{number}") for number in range(2)]
    play = meet(game, *wolves, hero=pc("ada", hp=5, ac=0)).until("w0")
    base = defence_of(play.state, play.one("bea"), "ac")
    play.do(c.Attack("w0", "bite", "ada"), (20, 9))
    assert play.all(Boosted)[0].boost.value == -2
    assert defence_of(play.state, play.one("bea"), "ac") == base - 2


def test_hounds_and_dragons_breathe(game):
    hound = bite(meet(game, beast("hellhound")), "hellhound", "bite", (20, 10), (3, 1), (20, 11))
    assert [event.kind for event in hound.all(DamageDealt)] == ["weapon", "fire"]
    white = meet(game, beast("white_dragon_large"))
    bite(white, "white_dragon_large", "claws-and-bite", (20, 16), (3, 1), (20, 7), (4, 2), (4, 3), (20, 4))
    kinds = [(event.target, event.kind, event.amount) for event in white.all(DamageDealt)]
    assert kinds[:3] == [("ada", "weapon", 12), ("ada", "cold", 10), ("white_dragon_large", "cold", 5)]


def test_a_red_dragon_has_few_breaths_and_frightens(game):
    dragon = beast("red_dragon_large")
    people = (c.Member(dragon), c.Member(pc("ada", hp=HUGE_HP, ac=0, pd=40)), c.Member(pc("bea", hp=60, ac=0, pd=40)))
    play = (
        Play(game).start(people, (4, 1), (20, 20), (20, 10), (20, 9)).engage("ada", dragon.id).engage("bea", dragon.id)
    )
    assert has(play.state, play.one("bea"), "fear")
    assert not has(play.state, play.one("ada"), "fear")
    play.do(c.Attack(dragon.id, "fire-breath", "ada"), (3, 1), (3, 1), (20, 2), (20, 2))
    assert [event.amount for event in play.all(DamageDealt)] == [20, 20]
    play.end().end().end()
    assert play.refused(c.Attack(dragon.id, "fire-breath", "ada")) == "power_spent"
    play.do(c.Attack(dragon.id, "fangs-claws-and-tail", "ada"), (20, 10), (20, 12), (20, 14))
    assert len(play.all(AttackRolled)) == 3


def test_a_jelly_splits(game):
    play = meet(game, beast("ochre_jelly"), hero=pc("ada", sword(12), level=3, hp=90), first="party").set(escalation=6)
    dice = (12, 12), (12, 6), (12, 2), (6, 1), (6, 2), (6, 3), (6, 4)
    play.do(c.Attack("ada", "sword", "ochre_jelly"), (20, 19), *dice)
    jellies = [one for one in play.fight.combatants.values() if one.profile.race == "ochre_jelly"]
    assert sorted(one.hp for one in jellies) == [38, 42]
    assert {one.profile.category for one in jellies} == {"normal"}
    assert play.find(Appeared).who in play.fight.order


def test_wights_and_wraiths(game):
    play = bite(meet(game, beast("wight")), "wight", "sword", (20, 10))
    assert play.find(OngoingBegan).ongoing.amount == 8
    hurt = meet(game, beast("wight")).change("wight", hp=10)
    assert bite(hurt, "wight", "sword", (20, 10)).all(OngoingBegan) == []
    wraith = bite(meet(game, beast("wraith")), "wraith", "ghost-blade", (20, 16))
    assert (wraith.find(Afflicted).affliction.name, wraith.find(Afflicted).affliction.save) == ("weakened", 11)
    free = Play(game).begin(beast("wraith"), pc("ada", hp=90, pd=0), pc("bea", hp=90, pd=0))
    assert free.refused(c.Attack("wraith", "spiral", "bea")) == "only_if_even"
    free.set(escalation=2).do(c.Attack("wraith", "spiral", "bea"), (3, 2), (20, 9), (20, 9))
    assert free.one("wraith").engaged == ("bea",)
    resist = beast("wraith").resistances
    assert (resist["fire"], resist["weapon"], "mana" in resist) == (16, 16, False)


def test_trolls_grow_back_unless_burned(game):
    play = meet(game, beast("troll"), beast("wolf"), first="party").change("troll", hp=50)
    play.end().end()
    assert (play.find(Healed).amount, play.one("troll").hp) == (10, 60)
    play.until("ada").do(c.Impose("troll", "damage", Amount(plus=60)))
    assert play.one("troll").awareness == "unconscious"
    play.until("troll")
    assert (play.one("troll").awareness, play.one("troll").hp) == ("awake", 10)
    ada = pc("ada", spell(damage=Amount(plus=9), damage_ability=None), hp=90)
    fire = (
        meet(game, beast("troll"), hero=ada, first="party").change("troll", hp=50, engaged=()).change("ada", engaged=())
    )
    fire.do(c.Attack("ada", "spell", "troll"), (20, 19))
    assert fire.one("troll").specials_used["regenerate"] == 1
    fire.until("troll")
    assert fire.one("troll").hp == 41
    killed = meet(game, beast("troll"), first="party").change("troll", hp=0, awareness="unconscious")
    killed.do(c.CoupDeGrace("ada", "sword", "troll"), (8, 4))
    assert killed.fight.result == "victory"


@pytest.mark.rule("AE-STAGGER-03")
def test_a_minotaur_charges_and_hunts_the_staggered(game):
    play = Play(game).begin(beast("minotaur"), pc("ada", hp=HUGE_HP, ac=0))
    play.do(c.Move("minotaur", "engage", "ada")).do(c.Attack("minotaur", "axe-or-horns", "ada"), (20, 10))
    assert (play.find(AttackRolled).check.total, play.find(DamageDealt).amount) == (19, 40)
    play.end().end().change("ada", hp=100)
    play.do(c.Attack("minotaur", "axe-or-horns", "ada"), (20, 10))
    assert (play.find(AttackRolled).check.total, play.find(DamageDealt).amount) == (23, 27)


def test_owlbears_tear_and_come_in_silence(game):
    play = meet(game, beast("owlbear")).set(escalation=2)
    bite(play, "owlbear", "rip", (20, 10), (20, 5))
    assert len(play.all(AttackRolled)) == 2
    assert has(play.state, play.one("ada"), "hampered")
    play.do(c.CheckSkill("ada", "wis", 10, listener_of="owlbear"), (20, 12))
    assert play.find(SkillChecked).check.total == 8


def test_gargoyles_rage_three_times_at_most(game):
    play = bite(meet(game, beast("gargoyle")), "gargoyle", "claws-and-fangs", (20, 12), (20, 15), (20, 16))
    assert len(play.all(AttackRolled)) == 3
    assert len(bite(meet(game, beast("gargoyle")), "gargoyle", "claws-and-fangs", (20, 10)).all(AttackRolled)) == 1


@pytest.mark.rule("AE-GRAB-01")
def test_a_cube_engulfs_and_dissolves(game):
    play = bite(meet(game, beast("gelatinous_cube")), "gelatinous_cube", "engulf", (20, 10))
    assert play.find(Grabbed).who == "ada"
    play.end().end().end()
    assert play.all(DamageDealt)[0].amount == 30
    assert play.refused(c.Attack("gelatinous_cube", "engulf", "ada")) == "no_target"


def test_a_hydra_sprouts_heads_and_shrugs(game):
    play = meet(game, beast("hydra_five"), first="party")
    play.do(c.Impose("hydra_five", "damage", Amount(plus=80)))
    assert (play.one("hydra_five").hp, play.one("hydra_five").profile.attacks[0].times.plus) == (110, 6)
    play.do(c.Impose("hydra_five", "damage", Amount(plus=60))).do(c.Impose("hydra_five", "damage", Amount(plus=60)))
    assert (play.one("hydra_five").hp, play.one("hydra_five").profile.attacks[0].times.plus) == (30, 7)
    play.do(c.Impose("hydra_five", "condition", condition="stunned")).end().end()
    assert play.asked == ("hydra_five", "shrug")
    play.do(c.ShrugOff("hydra_five", "yes"))
    assert (play.one("hydra_five").afflictions, play.one("hydra_five").hp) == ((), 25)
    assert play.fight.current == "hydra_five"
    hard = meet(game, beast("hydra_five"), hero=pc("ada", hp=HUGE_HP, ac=60))
    bite(hard, "hydra_five", "teeth", *[(20, 5)] * 5)
    assert [event.amount for event in hard.all(DamageDealt)] == [5] * 5


def test_wyverns_manticores_and_giants(game):
    wyvern = bite(meet(game, beast("wyvern")), "wyvern", "jaws", (20, 10))
    assert wyvern.find(DamageDealt).amount == 35
    wyvern.end().end().end().do(c.Attack("wyvern", "sting", "ada"), (20, 10))
    assert wyvern.find(OngoingBegan).ongoing.save == 16
    manticore = meet(game, beast("manticore"))
    bite(manticore, "manticore", "tail-spikes", (6, 4), (3, 1), (20, 10))
    assert [(event.target, event.amount) for event in manticore.all(DamageDealt)] == [("manticore", 4)]
    manticore.change("manticore", actions=("standard",)).do(c.Attack("manticore", "jaws", "ada"), (20, 9))
    assert manticore.find(DamageDealt).amount == 50
    hard = pc("ada", hp=HUGE_HP, ac=60)
    assert (
        bite(meet(game, beast("hill_giant"), hero=hard), "hill_giant", "club", (20, 6)).find(DamageDealt).amount == 22
    )
    assert bite(meet(game, beast("hill_giant"), hero=hard), "hill_giant", "club", (20, 5)).all(DamageDealt) == []


def test_a_medusa_turns_to_stone(game):
    ada = pc("ada", sword(), hp=HUGE_HP, ac=0, md=0)
    play = meet(game, beast("medusa"), hero=ada, first="party")
    play.do(c.Attack("ada", "sword", "medusa"), (20, 2), (20, 10))
    assert play.find(SpecialWorked).code == "answer_fumble"
    assert play.find(Marked).mark.kind == "last_gasp"
    play.end((20, 3))
    assert has(play.state, play.one("ada"), "helpless")
    assert play.fight.current == "bea"
    play.end().end((20, 3))
    assert (play.one("ada").marks[0].amount, play.fight.current) == (2, "bea")
    play.end().end((20, 3)).end().end((20, 3))
    assert play.one("ada").awareness == "dead"


def test_a_frost_giant_slows_the_escalation_die(game):
    play = meet(game, beast("frost_giant"), first="party")
    play.end().end().end((2, 1))
    assert (play.find(RoundBegan).held, play.fight.escalation) == (True, 0)
    assert play.find(RoundBegan).rules == ("AE-INIT-03", "AE-ATK-06")  # what stays does not cite the rise
    play.end().end().end((2, 2))
    assert play.fight.escalation == 1
    assert beast("frost_giant").attack("slam") is None, "only a giant worse than usual slams"
    giant = bite(meet(game, beast("frost_giant", nastier=True)), "frost_giant", "war-axe", (20, 10), (20, 10))
    assert giant.all(DamageDealt)[1].kind == "cold"
    assert has(giant.state, giant.one("ada"), "hampered")
    giant.do(c.Attack("frost_giant", "slam", "ada"), (20, 10))
    assert giant.one("ada").engaged == ()
    giant.end()
    assert giant.find(TurnBegan).actions == ("standard", "quick")


def test_orc_ragers_die_fighting_and_golems_feel_nothing(game):
    mob = [beast("orc_rager", f"o{number}") for number in range(3)]
    play = meet(game, *mob, hero=pc("ada", sword(), hp=HUGE_HP, ac=0), first="party").set(escalation=6)
    play.change("o0", hp=1).change("o1", hp=1).change("o2", hp=1)
    play.do(c.Attack("ada", "sword", "o0"), (20, 18), (8, 1), (20, 10))
    assert [event.attacker for event in play.all(AttackRolled)] == ["ada", "o0"]
    golem = meet(game, beast("stone_golem"), first="party")
    assert golem.refused(c.Impose("stone_golem", "condition", condition="dazed")) == "no_change"
    assert golem.until("stone_golem").refused(c.Attack("stone_golem", "finishing-smash", "ada")) == "not_such_a_target"


def test_a_vampire(game):
    power = sword(id="power", usage="battle", basic=False)
    ada = pc("ada", sword(), power, hp=HUGE_HP, ac=0, pd=0, md=0)
    play = bite(meet(game, beast("vampire"), hero=ada), "vampire", "deathly-touch", (20, 12))
    assert play.find(PowerDrained).attack == "power"
    play.until("ada").do(c.Attack("ada", "sword", "vampire"), (20, 4), (20, 10))
    assert {event.affliction.name for event in play.all(Afflicted)} == {"confused", "vulnerable"}
    play.do(c.Impose("vampire", "damage", Amount(plus=300)))
    assert play.find(Fell).awareness == "gone"
    assert play.fight.result == "victory"


# -------------------------------------------------------------------- of one's own


def test_the_baseline_has_sixty_rows():
    assert {name: len(entry.rows) for name, entry in load_books().baselines.items()} == dict.fromkeys(
        ("normal", "large", "huge", "mook"), 15
    )


@pytest.mark.parametrize(
    ("category", "level", "numbers"),
    [
        ("normal", 3, (8, 10, 45, 19)),
        ("large", 5, (10, 36, 144, 21)),
        ("huge", 14, (19, 405, 1728, 30)),
        ("mook", 0, (5, 3, 5, 16)),
    ],
)
def test_a_creature_from_the_baseline(category, level, numbers):
    made = bestiary.build(load_books(), bestiary.Custom(Named("x", "x"), level, category, better="md"), FOES, "x")
    strike_ = made.attacks[0]
    assert (strike_.bonus, strike_.damage.plus, made.max_hp, made.ac) == numbers
    assert made.md - made.pd == 4


def test_templates_bend_the_baseline():
    def built(**more):
        return bestiary.build(load_books(), bestiary.Custom(Named("x", "x"), 3, **more), FOES, "x")

    assert (built(template="scrapper").attacks[0].bonus, built(template="scrapper").max_hp) == (9, 40)
    assert (built(template="lunk", strength=3).max_hp, built(template="lunk", strength=3).ac) == (63, 16)
    assert built(adjust={"hp": 5, "attack": -2}).max_hp == 50
    assert built(frightening=True).special("fear").value == 15
    with pytest.raises(ValueError, match="not in the table"):
        bestiary.build(load_books(), bestiary.Custom(Named("x", "x"), 15), FOES, "x")
    with pytest.raises(ValueError, match="1 to 3"):
        built(template="oaf", strength=9)


def test_every_creature_has_a_name_for_several_in_both_languages():
    for name, entry in load_books().monsters.items():
        assert entry.name.plural is not None, name
        assert entry.name.many("en") != entry.name.in_("en"), name
    assert load_books().monsters["giant_ant"].name.many("it") == "formiche giganti"


def test_one_alone_takes_an_article_and_one_of_several_a_number():
    alone, second = (bestiary.creature(load_books(), "wraith", FOES, f"wraith-{n}", n).name.in_("it") for n in (0, 2))
    assert (with_article(alone, "to", "it"), alone) == ("all'apparizione", "Apparizione")
    assert with_article(second, "to", "it") == "all'apparizione 2"


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(
    ("name", "attack", "rider"),
    [
        pytest.param(name, attack, rider, id=f"{name}-{attack.id}-{rider.at_least}")
        for name, attack in attacks()
        for rider in attack.riders
        if rider.at_least and rider.natural == "any" and rider.outcome != "miss" and everybody()[name].kind == "monster"
    ],
)
def test_a_natural_number_alone_counts_on_a_miss_too(name, attack, rider):
    """Where a creature's effect asks for a number and not for a hit, a miss with that number sets it off."""
    rolled = Blow(Volley(name, attack.id, ("ada",)), "ada", rider.at_least, 0, "miss")
    assert fits(rolled, rider.natural, rider.at_least, rider.outcome)
    low = Blow(Volley(name, attack.id, ("ada",)), "ada", rider.at_least - 1, 0, "hit")
    assert not fits(low, rider.natural, rider.at_least, rider.outcome)

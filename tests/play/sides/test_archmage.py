"""The engine of the archmages in a campaign: checks, traps, battles, rests, levels, with the book's own numbers."""

from functools import partial

import pytest
from msgspec.structs import replace
from tests.play.sides import ground
from tests.play.sides.ground import do, dwellers, gathered, in_the_hall, of, play_on, refused, told, walker

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.dungeon.events import Effect
from arbitro.dungeon.knowledge import knows
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.events import ClockMoved, HeroFell, MissileFlew
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import harms, roster
from arbitro.play.sides.archmage.events import (
    DrinkUp,
    LevelReached,
    Mustered,
    PotionDrunk,
    PotionFound,
    PrisonerRobbed,
    TrapAttacked,
    TrapSensed,
    TrySkill,
    Unafraid,
)
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.state import GROUP
from arbitro.rules.archmage import commands as a
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.choosing import owed
from arbitro.rules.archmage.events import BattleEnded, CampaignLost, DamageDealt, HealedUp, SkillChecked
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.power import Bonus, Special

GAME = "archmage"


def side():
    return find_campaign(GAME).side


suffers = partial(ground.suffers, GAME)


def member(state, who):
    return state.game.party[who]


# -------------------------------------------------------------------- the party


def test_ready_parties_stand_before_their_first_battle():
    state = gathered(GAME, "ready:level-1", ())
    assert side().party.people(state) == ("brando", "ilaria", "nino", "sibilla", "corvo")
    brando = member(state, "brando")
    assert (brando.hp, brando.max_hp) == (33, 33)  # (8 + 3) times 3
    assert brando.recoveries == brando.recoveries_max > 0
    assert state.purses["brando"] == 25
    assert side().stores.stocker(state).party_size == 5


@pytest.mark.rule("AE-HP-01")
def test_characters_by_lot_have_the_level_that_was_asked_for():
    state = in_the_hall(GAME, stage="town", at="")
    after, events = told(GAME, state, c.Gather("random:2:4"), (10, 1), (9, 3))
    (mustered,) = of(Mustered, events)
    assert len(mustered.who) == 2
    assert all(after.heroes[who].level == 4 for who in mustered.who)
    assert len(mustered.dice) == 2
    for who in mustered.who:
        hero = after.heroes[who]
        assert hero.talents, "whoever comes by lot has chosen"
        assert not owed(load_books(), hero)
        sheet = find_campaign(GAME).sheet(after, REFEREE, who, "it")
        (chosen,) = (part for part in sheet.sections if part.title == "Talenti e doti")
        assert len(chosen.pairs) == len(hero.talents) + len(hero.feats)
        assert all(word and words for word, words in chosen.pairs)
    assert refused(GAME, state, c.Gather("random:9:1")) == "bad_lot"
    assert refused(GAME, state, c.Gather("random:1:11")) == "bad_lot"
    assert refused(GAME, state, c.Gather("a:b")) == "bad_party"
    assert refused(GAME, state, c.Gather("ready:level-1")) == "nobody_new"


@pytest.mark.parametrize("level", range(1, 11))
def test_every_character_can_be_made_at_every_level(level):
    for name in ("level-1", "level-5", "level-8"):
        for hero in roster.ready(name):
            other = roster.at_level(load_books(), hero, level)
            made = roster.fresh(load_books(), other, 8)
            assert made.profile.level == level
            assert made.hp == made.profile.max_hp > 0
            low, high = sorted((level, hero.level))
            steps = sum(low < step <= high for step in (4, 7, 10))
            assert abs(sum(other.abilities.values()) - sum(hero.abilities.values())) == 3 * steps
            assert level >= hero.level or not (other.items or other.potions)


# -------------------------------------------------------------------- checks


@pytest.mark.rule("AE-POS-12")
@pytest.mark.parametrize(("face", "opens"), [(5, True), (4, False)])
def test_a_stuck_door_is_a_check_against_the_surroundings(face, opens):
    state = in_the_hall(GAME, doors={"door": False})
    # d20 + Strength 4 + level 1 + guard 5 against 15.
    after, events = told(GAME, state, w.TryDoor("brando", "door"), (20, face))
    (checked,) = of(SkillChecked, events)
    assert (checked.check.total, checked.check.needed) == (face + 10, 15)
    assert after.dungeon.doors["door"].open is opens
    assert after.minutes == 13
    assert walker(GAME).best_for(state, "door") == "brando"


@pytest.mark.rule("AE-POS-12")
def test_in_the_dark_the_check_is_a_hard_one():
    state = in_the_hall(GAME, doors={"door": False}, light=0)
    assert not do(GAME, state, w.TryDoor("brando", "door"), (20, 9)).dungeon.doors["door"].open
    assert do(GAME, state, w.TryDoor("brando", "door"), (20, 10)).dungeon.doors["door"].open


@pytest.mark.parametrize(
    ("depth", "dc"), [(1, 15), (4, 15), (5, 15), (6, 20), (7, 20), (8, 20), (9, 25), (10, 25), (14, 25)]
)
def test_the_depth_says_how_hard_the_surroundings_are(depth, dc):
    state = in_the_hall(GAME)
    hall = replace(state.dungeon.spaces["hall"], level=depth)
    deep = replace(state, dungeon=replace(state.dungeon, spaces={**state.dungeon.spaces, "hall": hall}))
    assert harms.obstacle(load_books(), deep).dc == dc


@pytest.mark.rule("AE-POS-12", "DA-EXIT-07")
def test_searching_finds_hidden_doors():
    state = in_the_hall(GAME)
    # Sibilla: Intelligence 4, level 1, scholar 5.
    found, events = told(GAME, state, w.SearchPlace("sibilla"), (20, 5))
    assert of(e.PlaceSearched, events)[0].found == ("panel",)
    assert knows(found.dungeon, GROUP, "panel")
    nothing, events = told(GAME, state, w.SearchPlace("sibilla"), (20, 4))
    assert of(e.PlaceSearched, events)[0].found == ()
    assert not knows(nothing.dungeon, GROUP, "panel")
    assert refused(GAME, nothing, w.SearchPlace("sibilla")) == "searched_already"
    assert knows(do(GAME, nothing, w.SearchPlace("ilaria"), (20, 20)).dungeon, GROUP, "panel")


@pytest.mark.parametrize(("face", "there", "heard"), [(15, True, True), (15, False, False), (5, True, False)])
def test_listening_hears_who_is_there(face, there, heard):
    state = in_the_hall(GAME, slots=[dwellers(GAME)] if there else [])
    after, events = told(GAME, state, w.ListenAt("nino", "door"), (20, face))  # Wisdom 0, level 1, acrobat 5
    assert of(e.ListenedAt, events)[0].heard is heard
    assert after.heard == (("door",) if heard else ())
    assert after.minutes == 4


@pytest.mark.rule("DA-TRAP-02", "DA-TRAP-07")
def test_checks_that_the_dungeon_asks_for():
    campaign = find_campaign(GAME)
    scene = Scene(campaign.side, in_the_hall(GAME), ScriptedDice((20, 5), (20, 4), (20, 5)))
    assert side().perils.noticed(scene, "sibilla")
    assert not side().perils.forced(scene)
    assert side().perils.forced(scene)


# -------------------------------------------------------------------- traps


@pytest.mark.rule("DA-TRAP-03", "AE-DMG-01", "AE-REST-01", "AE-ATK-02")
def test_a_pit_attacks_and_hurts_by_the_tier():
    state = in_the_hall(GAME)
    nino = member(state, "nino")
    needed = defence_of(state.game, nino, "pd")
    pit = Effect("fall", ("nino",), amount=10, dice="1d6")
    scene = suffers(state, pit, (20, needed - 5), (6, 3), (6, 4))
    (struck,) = of(TrapAttacked, scene.events)
    assert (struck.check.total, struck.hit) == (needed, True)
    assert member(scene.state, "nino").hp == nino.hp - 7
    assert scene.state.game.resting  # a quick rest may follow, as after a battle
    assert member(suffers(state, pit, (20, needed - 6)).state, "nino").hp == nino.hp
    spikes = replace(pit, dice="1d6+1d6")
    assert member(suffers(state, spikes, (20, 19), (6, 3), (6, 4), (6, 5)).state, "nino").hp == nino.hp - 12


@pytest.mark.rule("AE-ATK-02", "AE-ATK-06")
@pytest.mark.parametrize(("first", "again"), [(19, True), (18, False)])
def test_a_rogue_who_senses_a_trap_makes_an_odd_blow_of_it_roll_again(first: int, again: bool):
    state = in_the_hall(GAME)
    nino = member(state, "nino")
    sense = (Bonus("trap_sense", Amount(plus=1), source="rogue_trap_sense"),)
    wary = replace(nino, profile=replace(nino.profile, bonuses=sense))
    state = replace(state, game=replace(state.game, party={**state.game.party, "nino": wary}))
    pit = Effect("fall", ("nino",), dice="1d6")
    dice = ((20, first), (20, 2)) if again else ((20, first), (6, 3), (6, 4))
    scene = suffers(state, pit, *dice)
    assert bool(of(TrapSensed, scene.events)) is again
    assert [event.hit for event in of(TrapAttacked, scene.events)] == [not again]


@pytest.mark.rule("AE-DMG-01", "AE-ATK-06")
def test_traps_do_half_to_a_rogue_who_knows_them_all():
    state = in_the_hall(GAME)
    nino = member(state, "nino")
    guard = (Bonus("trap_guard", Amount(plus=1), source="rogue_trap_sense"),)
    wary = replace(nino, profile=replace(nino.profile, bonuses=guard))
    state = replace(state, game=replace(state.game, party={**state.game.party, "nino": wary}))
    scene = suffers(state, Effect("fall", ("nino",), dice="1d6"), (20, 18), (6, 3), (6, 4))
    assert member(scene.state, "nino").hp == nino.hp - 3


@pytest.mark.rule("AE-DMG-10", "AE-DYING-01", "AE-DYING-07")
@pytest.mark.parametrize(
    ("hp", "option", "awareness"),
    [(8, False, "awake"), (7, False, "unconscious"), (-3, False, "dead"), (-3, True, "coma")],
)
def test_whoever_has_no_hit_points_left_falls(hp, option, awareness):
    state = in_the_hall(GAME, options={"meaningful_death": option})
    nino = replace(member(state, "nino"), hp=hp, awareness="awake" if hp > 0 else "unconscious")
    hurt = replace(state, game=replace(state.game, party={**state.game.party, "nino": nino}))
    scene = suffers(hurt, Effect("fall", ("nino",), dice="1d6"), (20, 19), (6, 3), (6, 4))
    assert member(scene.state, "nino").awareness == awareness
    assert member(scene.state, "nino").hp == hp - 7


@pytest.mark.rule("DA-TRAP-09")
def test_missiles_fly_at_somebody_by_lot():
    state = in_the_hall(GAME)
    arrows = Effect("missiles", dice="1d6", missiles=(True, False))
    scene = suffers(state, arrows, (5, 3), (20, 19), (10, 6), (10, 2), (5, 1), (20, 1))
    first, second = of(MissileFlew, scene.events)
    assert (first.who, first.variant(), second.who, second.variant()) == ("nino", "poisoned", "brando", "missed")
    assert [event.kind for event in of(DamageDealt, scene.events)] == ["weapon", "poison"]
    assert member(scene.state, "nino").hp == member(state, "nino").hp - 8


@pytest.mark.rule("DA-GAS-04")
def test_gas_that_frightens_drives_whoever_it_strikes_back():
    state = in_the_hall(GAME)
    scene = suffers(state, Effect("flee", ("nino",), save=True, amount=120), (20, 20))
    assert (scene.state.at, scene.state.waiting) == ("hall", {"nino": "gallery"})
    brave = suffers(state, Effect("flee", ("nino",), save=True, amount=120), (20, 1)).state
    assert (brave.at, brave.waiting) == ("hall", {})


@pytest.mark.rule("DA-GAS-07")
def test_other_gases_and_what_they_leave():
    state = in_the_hall(GAME)
    asleep = suffers(state, Effect("asleep", ("nino",), until=3))
    assert of(ClockMoved, asleep.events)[-1].minute == 3 + 30
    assert not of(ClockMoved, suffers(state, Effect("obscured", ("nino",))).events)
    sick = suffers(state, Effect("sick_until_surface", ("nino",)))
    assert sick.state.ailments[0].kind == "sick"
    poison = suffers(state, Effect("death", ("nino",), save=True), (20, 19), (6, 1), (6, 1), (6, 1))
    assert member(poison.state, "nino").hp == member(state, "nino").hp - 3


@pytest.mark.rule("DA-GAS-06")
def test_borrowed_strength_goes_again():
    state = in_the_hall(GAME)
    assert "brando" in side().party.fighters(state)
    assert "sibilla" not in side().party.fighters(state)
    strong = suffers(state, Effect("stronger", ("brando",), amount=3, until=6)).state
    assert strong.heroes["brando"].abilities["str"] == 21
    later = do(GAME, strong, w.LetTimePass(6))
    assert later.heroes["brando"].abilities["str"] == 18
    assert later.ailments == ()


def test_pools_change_people_gold_and_fates():
    state = in_the_hall(GAME)
    weaker = suffers(state, Effect("ability", ("brando",), amount=-2, detail="CON")).state
    assert weaker.heroes["brando"].abilities["con"] == 14
    assert member(weaker, "brando").max_hp == 30  # (8 + 2) times 3
    rich = suffers(state, Effect("gold_to_platinum", ("brando",), amount=25, detail="5")).state
    assert rich.purses["brando"] == 125
    poor = suffers(state, Effect("gold_to_lead", ("brando",), amount=25, detail="0")).state
    assert poor.purses["brando"] == 0
    wish = suffers(state, Effect("wish", ("brando",)))
    assert len(of(HealedUp, wish.events)) == 1
    burned = suffers(state, Effect("damage", ("brando",), amount=9), (10, 4)).state
    assert member(burned, "brando").hp == 29


@pytest.mark.rule("AE-RESIST-01", "AE-CRIT-01", "AE-DMG-01")
@pytest.mark.parametrize(
    ("depth", "face", "dice", "harm"),
    [
        (1, 15, ((6, 3), (6, 4)), 3),
        (1, 16, ((6, 3), (6, 4)), 7),
        (9, 15, ((20, 9), (20, 8)), 8),
        (9, 20, ((20, 9), (20, 8)), 34),
    ],
)
def test_the_tier_says_how_hard_a_pit_hurts_and_the_natural_number_whether_it_is_resisted(depth, face, dice, harm):
    state = in_the_hall(GAME)
    hall = replace(state.dungeon.spaces["hall"], level=depth)
    nino = replace(member(state, "nino"), hp=90, max_hp=90)
    nino = replace(nino, profile=replace(nino.profile, resistances={"weapon": 16}))
    state = replace(
        state,
        dungeon=replace(state.dungeon, spaces={**state.dungeon.spaces, "hall": hall}),
        game=replace(state.game, party={**state.game.party, "nino": nino}),
    )
    scene = suffers(state, Effect("fall", ("nino",), dice="1d6"), (20, face), *dice)
    (dealt,) = of(DamageDealt, scene.events)
    assert (dealt.amount, dealt.halved) == (harm, face < 16)
    assert member(scene.state, "nino").hp == 90 - harm


def test_a_trap_that_fells_everybody_is_a_defeat():
    state = in_the_hall(GAME)
    down = {who: replace(one, hp=0, awareness="unconscious") for who, one in state.game.party.items() if who != "nino"}
    last = replace(member(state, "nino"), hp=1)
    state = replace(state, game=replace(state.game, party={**state.game.party, **down, "nino": last}))
    scene = suffers(state, Effect("fall", ("nino",), dice="1d6"), dice=_Twenties())
    assert scene.state.stage == "road"
    assert side().party.able(scene.state)
    assert scene.state.game.losses == ("",)


class _Twenties(QuickDice):
    """Attacks that hit; everything else falls as it falls."""

    def __init__(self):
        super().__init__(1)

    def roll(self, sides, purpose="", /):
        die = super().roll(sides, purpose)
        return replace(die, face=20) if purpose == "attack" else die


# -------------------------------------------------------------------- battles


def into_the_vault(**changes):
    state = in_the_hall(GAME, slots=[dwellers(GAME, treasure=(("coins/gold", 10),))], doors={"door": True}, **changes)
    return do(GAME, state, c.Follow("door"))


@pytest.mark.rule("AE-AMBUSH-01", "AE-AMBUSH-02")
def test_the_quickest_springs_the_partys_ambush():
    met = into_the_vault(heard=("door",))
    fight = do(GAME, met, w.Confront(), dice=QuickDice(1)).game.fight
    assert (fight.ambush.side, fight.ambush.starter) == ("party", "nino")  # Dexterity 18, like Corvo, who stands behind
    other = do(GAME, met, w.Confront("party"), dice=QuickDice(1)).game.fight
    assert (other.ambush.side, other.ambush.starter) == ("foes", "goblin-grunt-1")


@pytest.mark.rule("AE-FULLHEAL-02")
def test_a_battle_counts_by_how_hard_it_is():
    met = into_the_vault()
    fight = do(GAME, met, w.Confront(), dice=QuickDice(1)).game.fight
    assert fight.difficulty == "easy"  # two for five
    won = _ended(do(GAME, met, w.Confront(), dice=QuickDice(1)), "victory")
    assert won.progress == "1/2"
    assert won.game.weight == "1/2"
    assert won.dungeon.slots["den"].state == "gone"
    assert won.game.resting


def _ended(state, result):
    return do(GAME, state, a.EndBattle(result), dice=QuickDice(1))


@pytest.mark.rule("AE-FLEE-03", "AE-FLEE-04")
def test_flight_is_a_campaign_loss_and_the_foes_stay():
    fight = do(GAME, into_the_vault(), w.Confront(), dice=QuickDice(1))
    campaign = find_campaign(GAME)
    while fight.game.fight.current not in fight.game.party:
        command = campaign.suggest(fight, REFEREE)
        fight = do(GAME, fight, command, dice=QuickDice(2))
    fight = do(GAME, fight, a.ProposeFlight(fight.game.fight.current))
    events = []
    while fight.awaiting:
        fight, more = told(GAME, fight, a.VoteFlight(fight.awaiting[0].who, "yes"))
        events += more
    assert fight.at == "hall"
    assert len(of(CampaignLost, events)) == 1
    assert of(e.MeetingOver, events)[0].how == "fled"
    den = fight.dungeon.slots["den"]
    assert den.state == "met"
    assert den.items[-1] == ("coins/gold", 10)
    assert fight.progress == "0"


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-03")
def test_those_who_flee_leave_their_prisoners_who_are_robbed_and_let_go():
    fight = do(GAME, into_the_vault(), w.Confront(), dice=QuickDice(1))
    campaign = find_campaign(GAME)
    while fight.game.fight.current not in fight.game.party:
        fight = do(GAME, fight, campaign.suggest(fight, REFEREE), dice=QuickDice(2))
    ada = fight.game.fight.current
    fight = replace(fight, purses={**fight.purses, ada: 7})
    fight = do(GAME, fight, a.Surrender(ada), dice=QuickDice(3))
    while fight.game.fight.current not in fight.game.party:
        fight = do(GAME, fight, campaign.suggest(fight, REFEREE), dice=QuickDice(2))
    fight = do(GAME, fight, a.ProposeFlight(fight.game.fight.current))
    events = []
    while fight.awaiting:
        fight, more = told(GAME, fight, a.VoteFlight(fight.awaiting[0].who, "yes"))
        events += more
    (robbed,) = of(PrisonerRobbed, events)
    assert (robbed.who, robbed.gold) == (ada, 7)
    assert fight.purses[ada] == 0
    assert (fight.game.party[ada].captive, fight.game.party[ada].potions) == (False, 0)
    assert fight.at == "hall"


@pytest.mark.rule("AE-CRIT-01", "AE-FUMBLE-01")
def test_the_natural_number_of_a_trap_decides_too():
    state = in_the_hall(GAME)
    pit = Effect("fall", ("nino",), amount=10, dice="1d6")
    (dealt,) = of(DamageDealt, suffers(state, pit, (20, 20), (6, 3), (6, 4)).events)
    assert (dealt.multiplier, dealt.amount) == (2, 14)
    assert "AE-CRIT-01" in dealt.rules
    (struck,) = of(TrapAttacked, suffers(state, pit, (20, 20), (6, 3), (6, 4)).events)
    assert "AE-CRIT-01" in struck.rules
    nino = member(state, "nino")
    open_to_all = replace(nino, profile=replace(nino.profile, pd=-40))
    bare = replace(state, game=replace(state.game, party={**state.game.party, "nino": open_to_all}))
    missed = suffers(bare, pit, (20, 1))
    assert not of(DamageDealt, missed.events)
    assert of(TrapAttacked, missed.events)[0].check.modifiers[-1].note == "natural_1"
    assert "AE-FUMBLE-01" in of(TrapAttacked, missed.events)[0].rules


@pytest.mark.rule("AE-COND-09", "DA-GAS-04")
@pytest.mark.parametrize("save", [True, False])
def test_fear_has_no_hold_on_whoever_knows_none(save):
    state = in_the_hall(GAME)
    nino = member(state, "nino")
    bold = replace(nino, profile=replace(nino.profile, specials=(Special("fearless"),)))
    state = replace(state, game=replace(state.game, party={**state.game.party, "nino": bold}))
    scene = suffers(state, Effect("flee", ("nino",), save=save, amount=120))
    assert [event.who for event in of(Unafraid, scene.events)] == ["nino"]
    assert (scene.state.at, scene.state.waiting) == ("hall", {})
    assert tell(find_campaign(GAME), scene.state, of(Unafraid, scene.events)[0], "it").endswith(
        "non conosce paura e resta dov'è."
    )


def test_a_defeat_leaves_the_survivors_robbed_and_the_foes_where_they_are():
    fight = do(GAME, into_the_vault(), w.Confront(), dice=QuickDice(1))
    felled = {
        who: replace(one, hp=-1, awareness="unconscious") if one.side == "party" else one
        for who, one in fight.game.fight.combatants.items()
    }
    fight = replace(fight, game=replace(fight.game, fight=replace(fight.game.fight, combatants=felled)))
    after, events = told(GAME, fight, a.EndBattle("defeat"), dice=QuickDice(1))
    assert of(BattleEnded, events)[0].result == "defeat"
    assert (after.stage, after.at, sum(after.purses.values())) == ("road", "", 0)
    assert len(side().party.able(after)) == 5
    assert after.dungeon.slots["den"].items[0] == ("goblin_grunt", 2)


def test_a_battle_that_is_broken_off_leaves_everybody_where_they_are():
    fight = do(GAME, into_the_vault(), w.Confront(), dice=QuickDice(1))
    after = _ended(fight, "broken_off")
    assert (after.at, after.meeting) == ("vault", None)
    assert after.dungeon.slots["den"].state == "met"


def test_the_dead_are_dead_for_the_campaign_too():
    state = in_the_hall(GAME)
    dead = replace(member(state, "nino"), awareness="dead", hp=-30)
    state = replace(state, game=replace(state.game, party={**state.game.party, "nino": dead}))
    after, events = told(GAME, state, w.LetTimePass())
    assert [event.who for event in of(HeroFell, events)] == ["nino"]
    assert "nino" not in side().party.people(after)


# -------------------------------------------------------------------- rests, heal-ups, levels


@pytest.mark.rule("AE-REST-02", "AE-REST-03")
def test_a_plain_party_heals_and_ends_its_rest():
    state = in_the_hall(GAME)
    party = dict(state.game.party)
    party["nino"] = replace(party["nino"], hp=-2, awareness="unconscious")
    party["brando"] = replace(party["brando"], hp=10)
    state = replace(state, game=replace(state.game, party=party, resting=True))
    campaign = find_campaign(GAME)
    seen = []
    while (command := campaign.suggest(state, REFEREE)) and not isinstance(command, c.Follow | w.TryDoor):
        seen.append(type(command))
        state = do(GAME, state, command, dice=QuickDice(4))
    assert a.UseRecovery in seen
    assert seen[-1] is a.QuickRest
    assert member(state, "nino").awareness == "awake"


@pytest.mark.rule("AE-FULLHEAL-01")
def test_an_earned_heal_up_is_the_partys_to_take():
    campaign = find_campaign(GAME)
    state = in_the_hall(GAME)
    party, *_ = campaign.seats(state)
    assert "full_heal" not in [choice.id for choice in campaign.choices(state, party)]
    earned = replace(state, game=replace(state.game, weight="4"))
    assert "full_heal" in [choice.id for choice in campaign.choices(earned, party)]
    assert campaign.owner(earned, a.FullHealUp()) == GROUP
    assert campaign.owner(earned, a.FullHealUp(granted=True)) == "referee"
    assert campaign.suggest(earned, party) == a.FullHealUp()
    assert do(GAME, earned, a.FullHealUp()).game.weight == "0"


@pytest.mark.rule("AE-FULLHEAL-03", "AE-FULLHEAL-05", "AE-MEANINGFUL-02")
@pytest.mark.parametrize(("word", "weight", "losses"), [("granted", "1", 0), ("loss", "1", 1), ("loss", "4", 0)])
def test_days_at_the_inn_bring_a_full_heal_up(word, weight, losses):
    state = in_the_hall(GAME, stage="town", at="", options={"town_heal_up": word})
    party = dict(state.game.party)
    party["nino"] = replace(party["nino"], hp=-9, awareness="coma", recoveries=0)
    party["brando"] = replace(party["brando"], hp=1, recoveries=2)
    state = replace(state, game=replace(state.game, party=party, weight=weight))
    assert side().wishes.weary(state)
    after = do(GAME, state, c.Lodge(2))
    assert after.minutes == 3 + 2 * 24 * 60
    assert len(after.game.losses) == losses
    for who in ("nino", "brando"):
        assert member(after, who).hp == member(after, who).max_hp
        assert member(after, who).recoveries == member(after, who).recoveries_max
    assert member(after, "nino").awareness == "awake"
    assert not side().wishes.weary(after)


@pytest.mark.rule("AE-FULLHEAL-01", "AE-HP-01")
def test_a_level_comes_with_the_battles_of_three_heal_ups():
    home = {"stage": "road", "at": "", "homeward": True, "options": {"road_days": 0}}
    short = do(GAME, in_the_hall(GAME, progress="23/2", **home), c.EnterTown())
    assert short.heroes["brando"].level == 1
    after, events = told(GAME, in_the_hall(GAME, progress="12", **home), c.EnterTown())
    (reached,) = of(LevelReached, events)
    assert reached.level == 2
    assert after.progress == "0"
    assert (member(after, "brando").max_hp, member(after, "brando").hp) == (44, 44)  # 11 times 4
    home["options"] = {"road_days": 0, "heal_ups_per_level": 1}
    assert do(GAME, in_the_hall(GAME, progress="4", **home), c.EnterTown()).heroes["nino"].level == 2


def test_at_the_fourth_level_the_best_three_abilities_rise():
    hero = roster.at_level(load_books(), roster.ready("level-1")[0], 3)
    raised = roster.raised(load_books(), hero)
    grown = {ability for ability, score in raised.abilities.items() if score > hero.abilities[ability]}
    assert grown == set(roster.lead_abilities(load_books(), hero)) == {"str", "con", "dex"}


def test_other_treasure_is_a_potion_for_whoever_has_fewest():
    campaign = find_campaign(GAME)
    scene = Scene(campaign.side, in_the_hall(GAME, options={"true_items": False}), ScriptedDice())
    campaign.side.purse.receive(scene, (("magic_item", 2), ("coins/silver", 50)))
    assert [event.who for event in of(PotionFound, scene.events)] == ["brando", "nino"]  # Ilaria has one already
    assert of(e.GoldShared, scene.events)[0].gold == 5


def test_a_worn_party_turns_back():
    state = in_the_hall(GAME)
    assert not side().wishes.weary(state)
    spent = {who: replace(one, recoveries=2) for who, one in state.game.party.items()}
    assert side().wishes.weary(replace(state, game=replace(state.game, party=spent)))
    hurt = {**state.game.party, "nino": replace(member(state, "nino"), hp=5)}
    assert side().wishes.weary(replace(state, game=replace(state.game, party=hurt)))


def test_a_battle_is_played_to_its_end_by_the_games_own_tactics():
    met = do(GAME, into_the_vault(), w.Confront(), dice=QuickDice(1))
    assert len(met.game.fight.combatants) == 7
    after = play_on(GAME, met, 400)
    assert after.game.fight.phase == "over"
    assert after.meeting is None


@pytest.mark.rule("AE-DYING-12", "AE-RECOVERY-02")
def test_a_potion_is_drunk_between_battles_and_handed_on():
    state = in_the_hall(GAME)
    who, patient = side().party.people(state)[:2]
    one = state.game.party[patient]
    party = {
        **state.game.party,
        who: replace(state.game.party[who], potions=2),
        patient: replace(one, hp=1, potions=0),
    }
    hurt = replace(state, game=replace(state.game, party=party))
    assert "drink_up" in {choice.command for choice in find_campaign(GAME).choices(hurt, REFEREE)}
    after, events = told(GAME, hurt, DrinkUp(who, patient), dice=QuickDice(1))
    assert (after.game.party[who].potions, of(PotionDrunk, events)[0].variant()) == (1, "")
    assert after.game.party[patient].hp > 1
    assert after.game.party[patient].recoveries == one.recoveries - 1
    handed, events = told(GAME, hurt, w.HandOver(who, patient, "potion", 2))
    assert (handed.game.party[who].potions, handed.game.party[patient].potions) == (0, 2)
    assert [tell(find_campaign(GAME), handed, event, "en") for event in events] == [
        "Brando hands Ilaria 2 healing potions (none left)."
    ]
    assert refused(GAME, handed, DrinkUp(who, patient)) == "no_potion"
    assert refused(GAME, hurt, DrinkUp(who, who)) == "no_thirst"
    assert refused(GAME, hurt, DrinkUp("nobody", patient)) == "cannot_now"


@pytest.mark.rule("AE-POS-12")
def test_anything_else_is_a_skill_check_of_the_players_own_choosing():
    state = in_the_hall(GAME)
    who = side().party.people(state)[0]
    after, events = told(GAME, state, TrySkill(who, "cha"), (20, 20))
    assert (of(SkillChecked, events)[0].ability, after.minutes) == ("cha", 4)
    assert refused(GAME, state, TrySkill("nobody", "cha")) == "cannot_now"
    assert refused(GAME, in_the_hall(GAME, stage="town", at=""), TrySkill(who, "cha")) == "not_underground"

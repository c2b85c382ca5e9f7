"""Cards, sheets and chances: what a seat is shown, and that no secret is in it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.exhaustive import share_of_success
from tests.rules.whitebox.arena import BOW, Arena, fight_with, someone
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, of_folk, place, trap
from tests.rules.whitebox.people.camp import Camp
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, hero

from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules.whitebox.commands import Attack, EndTurn, JudgeSurprise
from arbitro.rules.whitebox.events import AttackRolled
from arbitro.rules.whitebox.exploring.commands import (
    Charge,
    KindleLight,
    Listen,
    OpenDoor,
    PickLock,
    Search,
    StartJoust,
)
from arbitro.rules.whitebox.exploring.events import DoorTried, LanceCouched, Listened, LockTried, Searched
from arbitro.rules.whitebox.exploring.joust import plain_lance
from arbitro.rules.whitebox.exploring.state import Rider
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.arms import armour_class
from arbitro.rules.whitebox.people.commands import Grant
from arbitro.rules.whitebox.people.state import PARTY, Item, LoyaltyRecord
from arbitro.rules.whitebox.powers.commands import LightOil, SizeUp, ThrowOil, TurnUndead
from arbitro.rules.whitebox.powers.events import OilLit, OilThrown, TurnAttempted
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

SIDE_A = Seat("A", "player", frozenset({"A", "a", "c"}))
OWN = Seat("berto", "player", frozenset({"berto"}))
PLAYERS = Seat(PARTY, "player", frozenset({PARTY, "berto", "dalia"}))


def chance(state: State, seat: Seat, command: Command) -> Fraction | None:
    """The chance, the same in both languages."""
    told = [RULES.chance(state, seat, command, language) for language in LANGUAGES]
    shares = {None if one is None else one.success for one in told}
    assert len(shares) == 1
    assert all(one is None or (one.label and "{" not in one.label) for one in told)
    return shares.pop()


def card(state: State, seat: Seat, who: str) -> Card:
    """Somebody's card, in English; encoded once, as a page would have it."""
    cards = {one.id: one for one in RULES.cards(state, seat, "en")}
    msgspec.json.encode(tuple(cards.values()))
    return cards[who]


def gauges(shown: Card) -> dict[str, int]:
    return {gauge.label: gauge.value for gauge in shown.gauges}


def tags(shown: Card) -> set[str]:
    return {tag.text for tag in shown.tags}


def told(state: State, seat: Seat, who: str) -> dict[str, str]:
    """Every pair of a sheet, in English."""
    sheet = RULES.sheet(state, seat, who, "en")
    assert sheet is not None
    msgspec.json.encode(sheet)
    return {word: value for section in sheet.sections for word, value in section.pairs}


# -------------------------------------------------------------------- the chance to hit


def hits(target: str) -> Any:
    return lambda events: any(type(event) is AttackRolled and event.hit and event.target == target for event in events)


@pytest.mark.rule("WB-ATK-01", "WB-ATK-05")
@pytest.mark.parametrize("system", ["ascending", "descending"])
@pytest.mark.parametrize("extremes", [False, True])
@pytest.mark.parametrize("armour", [10, 14, 21, 33])
def test_the_referee_knows_the_chance_to_hit(system, extremes, armour):
    one = someone("a", class_id="fighter", level=4, strength=1)
    arena = fight_with(one, someone("b", "B", armour=armour), ac_system=system, natural_extremes=extremes)
    command = Attack("a", "b")
    assert chance(arena.state, REFEREE, command) == share_of_success(
        RULES, arena.state, command, hits("b"), matters={"attack"}
    )


@pytest.mark.rule("WB-RANGED-02")
def test_a_shot_into_a_melee_may_go_astray():
    archer = someone("a", class_id="fighter", weapons=(BOW,), at=-100)
    arena = fight_with(
        archer, someone("c", class_id="fighter", at=0), someone("b", "B", at=10), someone("d", "B", at=5)
    )
    command = Attack("a", "b")
    found = chance(arena.state, REFEREE, command)
    assert found == share_of_success(RULES, arena.state, command, hits("b"), matters={"attack", "stray_shot"})
    assert found == Fraction(11, 20) / 3


@pytest.mark.rule("WB-ATK-01")
def test_a_stranger_s_armour_is_estimated_and_the_estimate_tells_nothing_of_it():
    told = set()
    for armour in (10, 15, 19):
        arena = fight_with(someone("a", class_id="fighter"), someone("b", "B", armour=armour))
        found = RULES.chance(arena.state, SIDE_A, Attack("a", "b"), "en")
        assert "estimate" in found.label
        told.add(found)
    (one,) = told
    assert (one.estimate, one.success) == (True, Fraction(7, 20))


def test_nobody_else_is_told_a_chance_that_hangs_on_the_foes_armour():
    for armour in (10, 15, 19):
        arena = fight_with(someone("a", class_id="fighter"), someone("b", "B", armour=armour))
        assert chance(arena.state, SPECTATOR, Attack("a", "b")) is None
    both = Seat("solo", "player", frozenset({"A", "B"}))
    assert chance(arena.state, both, Attack("a", "b")) == Fraction(1, 20) * 2  # whoever plays both sides knows it


def test_what_is_not_allowed_has_no_chance():
    arena = fight_with(someone("a"), someone("b", "B", at=60))
    assert chance(arena.state, REFEREE, Attack("a", "b")) is None
    assert chance(arena.state, REFEREE, EndTurn("A")) is None


def test_eyes_that_kill_leave_the_chance_open():
    arena = fight_with(hero("a"), beast("medusa", "b"))
    assert RULES.allows(arena.state, Attack("a", "b"))
    assert chance(arena.state, REFEREE, Attack("a", "b")) is None


@pytest.mark.rule("WB-OIL-02", "WB-OIL-04")
def test_oil_asks_for_no_armour_so_that_its_chance_is_known():
    for armour in (10, 19):
        arena = fight_with(hero("a", gifts={"devices": (OIL, TORCH)}), someone("b", "B", armour=armour))
        command = ThrowOil("a", "b")
        exact = share_of_success(
            RULES,
            arena.state,
            command,
            lambda events: any(type(event) is OilThrown and event.hit for event in events),
            matters={"attack"},
        )
        assert chance(arena.state, SIDE_A, command) == chance(arena.state, REFEREE, command) == exact == Fraction(1, 2)
        arena.do(SizeUp("b", 4))
        assert chance(arena.state, SIDE_A, command) == Fraction(1, 2)  # the size is the referee's
        assert chance(arena.state, REFEREE, command) == Fraction(7, 10)


@pytest.mark.rule("WB-OIL-01")
@pytest.mark.parametrize("second", [False, True])
def test_the_chance_to_light_oil(second):
    arena = fight_with(hero("a", gifts={"devices": (OIL, TORCH)}), someone("b", "B"), oil_second_roll=second)
    arena.do(ThrowOil("a", "b"), (20, 20))
    arena.end("A", "B")
    command = LightOil("a", "b")
    exact = share_of_success(
        RULES, arena.state, command, lambda events: any(type(e) is OilLit and e.lit for e in events), matters={"attack"}
    )
    assert chance(arena.state, SIDE_A, command) == exact


def test_turning_the_undead():
    cleric = hero("a", class_id="cleric", level=3, alignment="law", gifts={"turns": True})
    arena = fight_with(cleric, beast("ghoul", "b"))
    command = TurnUndead("a", "ghoul")
    exact = share_of_success(
        RULES,
        arena.state,
        command,
        lambda events: any(type(e) is TurnAttempted and e.outcome != "nothing" for e in events),
        matters={"turning"},
    )
    assert chance(arena.state, REFEREE, command) == exact
    assert 0 < exact < 1
    assert chance(arena.state, SIDE_A, command) is None


# -------------------------------------------------------------------- exploring


@pytest.mark.rule("WB-DOOR-01", "WB-DOOR-02")
@pytest.mark.parametrize(("folk", "sixths"), [("human", 2), ("elf", 2), ("dwarf", 1), ("halfling", 1)])
def test_the_chance_to_open_a_door(folk, sixths):
    delve = Delve(of_folk("berto", folk), doors=(door(),))
    command = OpenDoor("berto", "oak")
    exact = share_of_success(
        RULES,
        delve.state,
        command,
        lambda events: any(type(e) is DoorTried and e.opened for e in events),
        matters={"door"},
    )
    assert chance(delve.state, OWN, command) == exact == Fraction(sixths, 6)


@pytest.mark.rule("WB-DOOR-01")
def test_a_lock_that_nobody_has_found_changes_nothing():
    free, locked = (Delve("berto", doors=(door(locked=lock),)) for lock in (False, True))
    command = OpenDoor("berto", "oak")
    assert chance(free.state, OWN, command) == chance(locked.state, OWN, command) == Fraction(1, 3)
    assert chance(locked.state, REFEREE, command) is None  # the referee will have to say
    tried = Delve("berto", doors=(door(locked=True, tried=True),))
    assert chance(tried.state, OWN, command) is None


def test_picking_a_lock():
    delve = Delve(of_folk("berto", "human", "thief"), doors=(door(locked=True, tried=True),))
    command = PickLock("berto", "oak")
    exact = share_of_success(
        RULES,
        delve.state,
        command,
        lambda events: any(type(e) is LockTried and e.check.success for e in events),
        matters={"lock"},
    )
    assert chance(delve.state, OWN, command) == exact > 0


@pytest.mark.rule("WB-LISTEN-01")
def test_listening_is_the_same_whether_or_not_there_is_anything_to_hear():
    noises = {"silence": {}, "noise": {"noise": Named("x", "x")}, "din": {"noise": Named("x", "x"), "loud": True}}
    command = Listen("berto", "oak")
    for name, facts in noises.items():
        delve = Delve(of_folk("berto", "elf"), doors=(door(),), places=(place("cell", **facts),))
        assert chance(delve.state, OWN, command) == Fraction(2, 6)
        exact = share_of_success(
            RULES,
            delve.state,
            command,
            lambda events: any(type(e) is Listened and e.heard for e in events),
            matters={"listen"},
        )
        assert chance(delve.state, REFEREE, command) == exact == {"silence": 0, "noise": Fraction(1, 3), "din": 1}[name]


@pytest.mark.rule("WB-SEARCH-02", "WB-SECRET-01", "WB-SECRET-02")
@pytest.mark.parametrize(("folk", "sixths"), [("human", 2), ("elf", 4)])
def test_a_search_tells_the_plain_chance_and_nothing_of_what_is_there(folk, sixths):
    hidden: tuple[dict[str, Any], ...] = (
        {},
        {"doors": (door("one", secret=True),)},
        {"doors": (door("one", secret=True, modifier=-1), door("two", secret=True, modifier=1))},
        {"traps": (trap("pit", "hall"),), "doors": (door("one", secret=True),)},
    )
    command = Search("berto")
    for facts in hidden:
        delve = Delve(of_folk("berto", folk), **facts)
        assert chance(delve.state, OWN, command) == Fraction(sixths, 6)
        exact = share_of_success(
            RULES,
            delve.state,
            command,
            lambda events: any(type(e) is Searched and e.found for e in events),
            matters={"search"},
        )
        assert chance(delve.state, REFEREE, command) == exact


@pytest.mark.rule("WB-JOUST-08")
@pytest.mark.parametrize("mount", ["riding_horse", "warhorse_heavy"])
def test_the_chance_of_the_lance(mount):
    camp = Camp()
    riders = tuple(
        Rider(
            id=who,
            name=Named(who, who),
            mount=mount,
            lance=plain_lance(RULES.rules),
            hp=12,
            max_hp=12,
            armour=armour,
            class_id="fighter",
        )
        for who, armour in (("one", 12), ("two", 16))
    )
    camp.do(StartJoust(riders))
    camp.do(Charge("two"))
    command = Charge("one")
    exact = share_of_success(
        RULES,
        camp.state,
        command,
        lambda events: any(type(e) is LanceCouched and e.rider == "one" and e.hit for e in events),
        matters={"lance"},
    )
    assert chance(camp.state, REFEREE, command) == exact
    assert chance(camp.state, Seat("one", "player", frozenset({"one"})), command) is None
    mine = card(camp.state, Seat("one", "player", frozenset({"one"})), "one")
    other = card(camp.state, Seat("one", "player", frozenset({"one"})), "two")
    assert (mine.group, mine.active, gauges(mine)) == ("own", True, {"Hit points": 12, "Points": 0})
    assert (other.group, other.active, other.has_sheet, gauges(other)) == ("foe", False, False, {"Points": 0})
    assert told(camp.state, REFEREE, "two")["Armour class"] == "3 [16]"


# -------------------------------------------------------------------- cards of a fight


def skirmish(**foe: Any) -> Arena:
    """Two of side A, the first of whom may act, against a monster out of reach of the second."""
    return fight_with(
        someone("a", class_id="fighter", level=2, hp=8),
        someone("c", class_id="cleric", hp=6, at=-40),
        someone("b", "B", **{"hp": 8, **foe}),
    )


def test_own_people_come_first_with_their_numbers():
    arena = skirmish()
    player = Seat("a", "player", frozenset({"a"}))
    shown = RULES.cards(arena.state, player, "en")
    assert [(one.id, one.group) for one in shown] == [("a", "own"), ("c", "ally"), ("b", "foe")]
    assert [(one.id, one.active, one.out, one.has_sheet) for one in shown] == [
        ("a", True, False, True),
        ("c", True, False, False),
        ("b", False, False, False),
    ]
    mine = card(arena.state, player, "a")
    assert gauges(mine) == {"Hit points": 8}
    assert mine.line == "fighter, level 2"
    assert {"AC 9 [10]", "in melee with 1"} <= tags(mine)
    side = RULES.cards(arena.state, SIDE_A, "en")
    assert [(one.id, one.group, one.has_sheet) for one in side] == [
        ("a", "own", True),
        ("c", "own", True),
        ("b", "foe", False),
    ]


def test_a_foe_shows_no_number_and_the_same_card_in_every_world_that_looks_alike():
    worlds = [
        skirmish(),
        skirmish(hp=20, armour=17, to_hit=5, save=12, xp=200, level=6, attacks=3, fearless=True, strength=2),
    ]
    for seat in (SIDE_A, SPECTATOR):
        for language in LANGUAGES:
            shown = [RULES.cards(arena.state, seat, language) for arena in worlds]
            assert shown[0] == shown[1]
    foe = card(worlds[1].state, SIDE_A, "b")
    assert not foe.gauges
    assert RULES.texts.say("en", "wounds.none", who="b") in tags(foe)
    assert RULES.sheet(worlds[1].state, SIDE_A, "b", "en") is None
    assert gauges(card(worlds[1].state, REFEREE, "b")) == {"Hit points": 20}
    assert told(worlds[1].state, REFEREE, "b")["Experience if slain"] == "200"


def test_wounds_show_as_they_look():
    arena = skirmish()
    fight = arena.fight
    for hp, looks in ((7, "light"), (2, "grave")):
        hurt = replace(fight.combatants["b"], hp=hp)
        state = replace(arena.state, fight=replace(fight, combatants={**fight.combatants, "b": hurt}))
        assert RULES.texts.say("en", f"wounds.{looks}", who="b") in tags(card(state, SIDE_A, "b"))
    fallen = replace(fight.combatants["a"], hp=-3, condition="dead")
    state = replace(arena.state, fight=replace(fight, combatants={**fight.combatants, "a": fallen}))
    mine = card(state, SIDE_A, "a")
    assert (mine.out, mine.active, mine.gauges[0].low) == (True, False, True)


@pytest.mark.rule("WB-INVIS-01")
def test_an_unseen_foe_stands_nowhere_and_in_nobodys_melee():
    def arena(at: int) -> State:
        made = fight_with(hero("a", at=0), beast("goblin", "b", at=at))
        unseen = (Ongoing(kind="invisible", source="spell:invisibility"),)
        return replace(made.state, effects={"b": unseen})

    near, far = arena(5), arena(200)
    for seat in (SIDE_A, SPECTATOR):
        assert RULES.cards(near, seat, "en") == RULES.cards(far, seat, "en")
    assert "in melee with 1" in tags(card(near, REFEREE, "b"))
    assert "nearest foe 200 ft away" in tags(card(far, REFEREE, "b"))
    assert not any("ft" in text for text in tags(card(far, SIDE_A, "b")))


def test_the_surprised_and_the_helpless_are_marked():
    arena = Arena(someone("a", class_id="fighter"), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise("B"))
    assert "surprised" in tags(card(arena.state, SIDE_A, "b"))
    assert card(arena.state, SIDE_A, "a").active
    assert not card(arena.state, SIDE_A, "b").active


# -------------------------------------------------------------------- the party and its sheets


def test_the_party_under_way():
    delve = Delve("berto", "dalia", doors=(door(), door("back", secret=True)), torches=1)
    torch = next(iter(delve.state.characters["berto"].items))
    delve.do(KindleLight("berto", torch))
    shown = RULES.cards(delve.state, PLAYERS, "en")
    assert [(one.id, one.group) for one in shown] == [("berto", "own"), ("dalia", "own"), ("hall", "place")]
    berto = card(delve.state, PLAYERS, "berto")
    assert gauges(berto)["Turns of light"] == 6
    assert gauges(berto)["Hit points"] == delve.state.characters["berto"].hp
    assert tags(shown[2]) == {f"oak: {RULES.texts.say('en', 'door.shut')}"}  # the secret door is not there
    many = Delve("berto", doors=(door(), door("ash"), door("elm")), torches=1)
    place = RULES.cards(many.state, PLAYERS, "en")[-1]
    assert "3 doors shut" in tags(place)
    assert {each.note for each in place.tags if each.text == "3 doors shut"} == {"oak, ash, elm"}
    other = card(delve.state, OWN, "dalia")
    assert (other.group, other.has_sheet, other.gauges) == ("ally", False, ())
    assert RULES.sheet(delve.state, OWN, "dalia", "en") is None
    dark = Delve("berto")
    assert "dark" in tags(card(dark.state, OWN, "hall"))


@pytest.mark.rule("WB-MOVE-01")
def test_load_is_a_gauge_that_warns_at_half_speed():
    camp = Camp(draft("berto"))
    light = next(gauge for gauge in card(camp.state, OWN, "berto").gauges if gauge.label == "Load in pounds")
    assert (light.value, light.maximum, light.low) == (0, 300, False)
    camp.do(Grant("berto", "weapon", "long_sword", 14))
    heavy = next(gauge for gauge in card(camp.state, OWN, "berto").gauges if gauge.label == "Load in pounds")
    assert heavy.low
    assert heavy.value > 100


def test_a_sheet_tells_everything_that_its_player_may_know():
    camp = Camp(draft("berto", scores={"str": 15}))
    camp.do(Grant("berto", "weapon", "long_sword"))
    pairs = told(camp.state, OWN, "berto")
    assert pairs["Strength"] == "15 (+1)"
    assert pairs["Armour class"] == "9 [10]"
    assert pairs["Level"] == "1"
    assert pairs["Opening doors"] == "2 in 6"
    assert pairs["Alignment"] == "Law"
    assert "long sword" in pairs
    assert {section.title for section in RULES.sheet(camp.state, OWN, "berto", "it").sections} >= {"Cose", "Attacchi"}


def with_sword(plus: int) -> State:
    """Somebody with a sword that nobody has found out about, in a fight with somebody of their own seat."""
    camp = Camp(draft("berto"))
    sword = Item("magic", "sword_plus", where="hand", plus=plus, base="long_sword", base_sort="weapon", known=False)
    berto = replace(camp.state.characters["berto"], items={"blade": sword})
    return replace(camp.state, characters={"berto": berto})


def test_a_thing_that_nobody_has_found_out_looks_ordinary():
    plain, strong = with_sword(0), with_sword(3)
    for language in LANGUAGES:
        assert RULES.sheet(plain, OWN, "berto", language) == RULES.sheet(strong, OWN, "berto", language)
        assert RULES.cards(plain, OWN, language) == RULES.cards(strong, OWN, language)
    assert told(plain, REFEREE, "berto") != told(strong, REFEREE, "berto")


def test_a_suit_that_nobody_has_found_out_does_not_show_in_a_fight_either():
    def world(plus: int) -> State:
        suit = Item("magic", "armour_plus", where="worn", plus=plus, base="chain", base_sort="armour", known=False)
        sheet = replace(Camp(draft("berto")).state.characters["berto"], items={"suit": suit})
        arena = fight_with(
            someone("berto", class_id="fighter", armour=armour_class(RULES.rules, sheet)), someone("b", "B")
        )
        return replace(arena.state, characters={"berto": sheet})

    plain, strong = world(0), world(2)
    own = Seat("A", "player", frozenset({"A", "berto"}))
    assert RULES.cards(plain, own, "en") == RULES.cards(strong, own, "en")
    assert RULES.sheet(plain, own, "berto", "en") == RULES.sheet(strong, own, "berto", "en")
    assert RULES.cards(plain, REFEREE, "en") != RULES.cards(strong, REFEREE, "en")


@pytest.mark.parametrize(
    "thing",
    [
        Item("magic", "sword_plus", where="hand", base="long_sword", base_sort="weapon", known=False),
        Item("weapon", "hand_axe", where="hand", known=False),
        Item("armour", "shield", where="hand", known=False),
        Item("magic", "armour_plus", where="worn", base="chain", base_sort="armour", known=False),
    ],
    ids=lambda thing: thing.of,
)
def test_the_view_of_a_fight_gives_away_no_plus_that_nobody_has_found_out(thing: Item):
    def world(plus: int) -> State:
        camp = Camp(draft("berto"))
        sheet = replace(camp.state.characters["berto"], items={"thing": replace(thing, plus=plus)})
        arena = fight_with(someone("berto", class_id="fighter"), someone("b", "B"))
        fight = arena.state.fight
        assert fight is not None
        berto = replace(fight.combatants["berto"], profile=RULES.rules.profile_of(RULES.rules, sheet, "A"))
        there = replace(fight, combatants={**fight.combatants, "berto": berto})
        return replace(arena.state, fight=there, characters={"berto": sheet})

    plain, strong = world(1), world(2)  # that magic armour is light, whoever lifts it feels
    own = Seat("A", "player", frozenset({"A", "berto"}))
    assert RULES.view(plain, own) == RULES.view(strong, own)
    assert RULES.picture(plain, own, "en") == RULES.picture(strong, own, "en")
    assert RULES.cards(plain, own, "en") == RULES.cards(strong, own, "en")
    assert RULES.sheet(plain, own, "berto", "en") == RULES.sheet(strong, own, "berto", "en")
    assert RULES.view(plain, REFEREE) != RULES.view(strong, REFEREE)
    ordinary = RULES.view(world(0), REFEREE).fight.people[0].numbers
    seen = RULES.view(plain, own).fight.people[0].numbers
    assert (seen.armour, seen.weapons) == (ordinary.armour, ordinary.weapons)


def test_an_unknown_blade_in_hand_leaves_the_chance_to_hit_open():
    both = Seat("solo", "player", frozenset({"A", "B", "berto"}))
    arena = fight_with(someone("berto", class_id="fighter"), someone("b", "B"))
    assert chance(arena.state, both, Attack("berto", "b")) is not None
    for plus in (0, 3):
        state = replace(arena.state, characters=with_sword(plus).characters)
        assert chance(state, both, Attack("berto", "b")) is None
        assert chance(state, REFEREE, Attack("berto", "b")) is not None


@pytest.mark.rule("WB-LOYAL-05")
def test_loyalty_is_the_referees_alone():
    camp = Camp(draft("berto"), draft("dalia"))
    states = []
    for status in ("", "traitor"):
        servant = replace(
            camp.state.characters["dalia"], kind="retainer", employer="berto", loyalty=LoyaltyRecord(-2, status, 1)
        )
        states.append(replace(camp.state, characters={**camp.state.characters, "dalia": servant}))
    for seat in (OWN, PLAYERS):
        assert RULES.sheet(states[0], seat, "dalia", "en") == RULES.sheet(states[1], seat, "dalia", "en")
        assert RULES.cards(states[0], seat, "en") == RULES.cards(states[1], seat, "en")
    assert told(states[1], REFEREE, "dalia")["Loyalty"] == "traitor; next check -2, treatment +1"
    assert "serves Berto" in tags(card(states[1], OWN, "dalia"))

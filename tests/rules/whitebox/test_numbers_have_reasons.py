"""Every kind of event whose sentence tells a number says how it comes about, or stands here with why it need not."""

import re
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from tests.rules.sums import adds_up
from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft, only

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.events import Banked, SentFar
from arbitro.rules import find_ruleset
from arbitro.rules.infausta.wilderness.events import Marched
from arbitro.rules.whitebox.exploring.events import PointsScored, Travelled
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people.events import (
    Bought,
    LevelGained,
    SheetWritten,
    Sold,
    TreasureFound,
    WagesPaid,
    XpCounted,
    XpDivided,
    XpGained,
)
from arbitro.rules.whitebox.people.state import Coins, Hoard, Valuable
from arbitro.rules.whitebox.reckoning import March
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES, Language, Texts, load_catalogue

GAMES = ("whitebox", "infausta")

PLAIN = {
    # what somebody is, owns or has come to, as it stood before
    "beyond_tables": "the level somebody has",
    "character_made": "the level somebody has",
    "level_barred": "the level somebody has",
    "class_chosen": "the level of the class that is taken up",
    "talk_heard": "ways and levels that somebody at the inn has counted",
    "came_home": "the hit points that the fight left",
    "rider_home": "the hit points that the joust left",
    "sheet_drained": "what the fight left of level and hit points",
    "attribute_changed": "a score as a card or an elixir makes it",
    "draw_asked": "points that were told one by one",
    "vows_recalled": "what is in the purse",
    "zeal_restored": "all the zeal there is",
    # one number of the book, or of whoever decides
    "library_paid": "a time of the book for the spell's level",
    "xp_priced": "the referee's word",
    "ransom_named": "the referee's word",
    "ransom_paid": "the ransom that was demanded",
    "purse_taken": "what is in the purse",
    "sense_advised": "a chance that is proposed to the referee",
    "weary": "a row of the book for so many nights",
    "stance_taken": "a number of the book",
    "heat_seen": "a reach of the book",
    "spell_turned": "read off a die of its own",
    # what was counted up, in the sentence itself or by the clock
    "things_unknown": "a count of things",
    "trophies_taken": "a count of things",
    "findings_asked": "a count of things",
    "facts_told": "how much a creature tells",
    "creature_drawn": "how many, and the row of the bestiary",
    "turn_began": "the clock",
    "round_ended": "the clock",
    "fight_ended": "the clock",
    "turn_kept": "the clock",
    "turn_noted": "the clock",
    "time_went": "the clock",
    "turns_booked": "the clock",
    "expedition_ended": "the clock",
    "day_began": "the clock",
    "journey_ended": "the clock",
    "pass_began": "the clock",
    "rest_due": "the clock",
    "busy": "how long something takes",
    "searched": "how long something takes",
    "looked_over": "how long something takes",
    "guard_advised": "how long something takes",
    "magic_delayed": "how long something takes",
    "weapon_shot": "a round of the clock",
    "light_kindled": "how long the book's light burns",
    "light_doused": "what is left of it by the clock",
    "light_went_out": "how many of the kind are left",
    "zeal_spent": "the points that somebody chose to spend",
    # where something is
    "walked": "a way and its time",
    "wall_raised": "a place",
    "thrown_back": "a place",
    "meeting_fights": "a distance that was told",
    "trap_sprung": "how deep it is drawn",
    "had_a_fall": "how deep it is drawn",
    "old_place_sought": "which dungeon of the campaign",
    "led_astray": "the miles of the hexes told before it",
    # the making of characters of other games
    "draft_thrown": "scores of which the lowest die is dropped, shown with all their dice",
}
"""Kinds of events that tell a number which nothing was added up for, and what it is."""


def sentences(texts: Texts, tag: str, language: Language) -> list[str]:
    """Everything that may be said of a kind of event."""
    found: dict[str, str] = {}
    each: Texts | None = texts
    while each is not None:
        found = {**load_catalogue(each.package, language), **found}
        each = each.parent
    return [line for key, line in found.items() if key == f"event.{tag}" or key.startswith(f"event.{tag}.")]


def holds(hint: Any, wanted: type) -> bool:
    """Whether a type is this one, or made of it."""
    return hint is wanted or any(holds(part, wanted) for part in get_args(hint))


def told(kind: type[Event], texts: Texts) -> set[str]:
    """The numbers of an event that its sentences tell."""
    hints = get_type_hints(kind)
    gaps = {gap for language in LANGUAGES for line in sentences(texts, tag_of(kind), language) for gap in gaps_in(line)}
    return {
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name in gaps and hints[field.name] is not bool and holds(hints[field.name], int)
    }


def gaps_in(line: str) -> list[str]:
    return re.findall(r"\{(\w+)", line)


def explained(kind: type[Event]) -> bool:
    """Whether a kind of event says how its numbers come about."""
    hints = get_type_hints(kind).values()
    return kind.sums is not Event.sums or any(holds(hint, Check) or holds(hint, Lookup) for hint in hints)


def kinds() -> dict[str, tuple[type[Event], Texts]]:
    """Every kind of event of these games and of their campaigns."""
    both: list[Any] = [*map(find_ruleset, GAMES), *map(find_campaign, GAMES)]
    return {tag_of(kind): (kind, ruleset.texts) for ruleset in both for kind in ruleset.event_types}


@pytest.mark.parametrize("tag", sorted(kinds()))
def test_a_told_number_says_how_it_comes_about(tag: str) -> None:
    kind, texts = kinds()[tag]
    numbers = told(kind, texts)
    assert not numbers or explained(kind) or tag in PLAIN, (tag, numbers)


def test_no_reason_is_given_in_vain() -> None:
    found = kinds()
    for tag in PLAIN:
        kind, texts = found[tag]
        assert told(kind, texts), tag
        assert not explained(kind), tag


# ------------------------------------------------------------ numbers that could not be derived


def lines(event: Event, language: Language = "en", game: Any = RULES) -> tuple[str, ...]:
    for reckoned in event.sums():
        adds_up(reckoned)
    return explain(game, game.initial(), event, language).numbers


@pytest.mark.rule("WB-JOUST-07")
def test_points_of_a_joust_name_those_of_earlier_passes() -> None:
    scored = PointsScored("a", 1, 2, 3, 7)
    assert lines(scored) == (
        (
            "1 of earlier passes +1 for an attack of 12 or more +2 for the damage inflicted "
            "+3 for the opponent's defeat = 7"
        ),
    )


@pytest.mark.rule("WB-XP-05", "WB-XP-06")
def test_experience_names_what_there_was_and_the_bonus() -> None:
    assert lines(XpGained("a", 100, 5, 5, 305)) == ("200 before +100 award +5 for attributes = 305",)
    assert lines(XpGained("a", 100, None, 5, None)) == ()


@pytest.mark.rule("WB-XP-01", "WB-XP-03")
def test_a_share_is_derived_from_the_whole() -> None:
    divided = XpDivided(100, 50, 42, ("a", "b", "c", "d"), (2, 7))
    assert lines(divided) == (
        "A full share: 100 for monsters +50 for treasure = 150; ×2 = 300; ÷7 shares (remainders are dropped) = 42",
    )
    assert lines(XpDivided(30, 0, 30, ("a",), (1, 1))) == ("A full share: 30 for monsters",)


@pytest.mark.rule("WB-XP-01")
def test_experience_of_the_slain_names_each_of_them() -> None:
    counted = XpCounted(75, (), ((15, ("orc-1", "orc-2", "orc-3")), (30, ("ogre",))))
    assert lines(counted) == ("45 at 15 each (orc-1, orc-2, orc-3) +30 ogre = 75",)
    assert lines(XpCounted(0, ("ogre",))) == ()


@pytest.mark.rule("WB-OUTDOOR-01", "WB-OUTDOOR-02", "WB-OUTDOOR-04")
def test_a_days_march_names_the_slowest_and_what_is_made_of_the_pace() -> None:
    march = March("aldo", "9", "1/2", "2/3", 2)
    travelled = Travelled(6, "swamp", True, "1/3", 18, march)
    assert lines(travelled) == (
        (
            "Today's march, in miles: 9 the pace of the slowest, with their load (aldo), ×2 forced march = 18; "
            "×2 weather = 36; ÷2 ground = 18; ÷3 weather = 6"
        ),
        "In all: 12 of the days before +6 today = 18",
    )
    assert march.miles() == 6


@pytest.mark.rule("IS-OUT-01", "IS-OUT-04")
def test_a_march_of_a_fraction_of_a_mile_adds_up_too() -> None:
    told = Marched("mill", "9/2", False, March("aldo", "9", "1/2"))
    line = "9 the pace of the slowest, with their load (aldo), ÷2 ground = 4.5"
    assert lines(told, "en", find_ruleset("infausta")) == (f"Today's march, in miles: {line}",)


@pytest.mark.rule("DA-POOL-11", "WB-OUTDOOR-01")
@pytest.mark.parametrize(
    ("a_day", "days", "rest"), [(9, 12, " +1 for the rest of the way = 12"), (10, 10, " = 10"), (0, 7, "")]
)
def test_the_long_road_to_the_entrance_is_miles_by_those_of_a_day(a_day: int, days: int, rest: str) -> None:
    told = SentFar(("aldo",), 100, days, 0, a_day, rules=("DA-POOL-11", "WB-OUTDOOR-01"))
    whole = f"Days of walking: 100 miles to the entrance, ÷{a_day} miles a day, at the pace of the slowest{rest}"
    assert lines(told, "en", find_campaign("whitebox")) == ((whole,) if a_day else ())


@pytest.mark.rule("WB-XP-02")
def test_treasure_is_worth_what_its_coins_and_stones_are() -> None:
    hoard = Hoard(Coins(288, 4800, 19250), (Valuable("gem", 50, 2),))
    assert lines(TreasureFound(hoard, hoard.copper // 100)) == (
        (
            "In copper pieces: 28800 in gold +48000 in silver +19250 in copper +10000 in gems = 106050; "
            "÷100 copper pieces for a gold piece = 1060"
        ),
    )


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize(("share", "price"), [("1/2", 250), ("1/3", 166), ("0", 0)])
def test_what_used_things_fetch_is_told_in_parts(share: str, price: int) -> None:
    camp = Camp(draft("aldo", gold=50), resale_share=share)
    bought = only(camp.do(p.Buy("aldo", "crowbar", 2)), Bought)
    sold = only(camp.do(p.Sell("aldo", "crowbar", 1)), Sold)
    assert lines(bought) == ("In gold pieces: 5 list price, ×2 pieces = 10",)
    assert sold.price == price
    assert lines(sold)[0].startswith("In gold pieces: 5 list price, ")


def test_wages_name_who_is_paid() -> None:
    camp = Camp(draft("aldo", gold=500))
    trade = next(name for name, facts in RULES.content.hirelings.items() if facts.wage > 1)
    wage = RULES.content.hirelings[trade].wage
    camp.do(p.Hire("aldo", trade, 2), (6, 4), (6, 4))
    camp.do(p.Rest(7))
    paid = only(camp.do(p.PayWages("aldo")), WagesPaid)
    name = RULES.name_of(camp.state, f"trade:{trade}", "en")
    assert lines(paid) == (f"In gold pieces: {2 * wage} wages of 2 ({name})",)


def test_a_strongbox_names_what_was_in_it() -> None:
    campaign: Any = find_campaign("whitebox")
    assert lines(Banked("a", -20, 30), "en", campaign) == ("50 already in the strongbox -20 moved = 30",)


@pytest.mark.rule("WB-CORE-01")
def test_a_new_sheet_says_what_every_die_was_for() -> None:
    scores = [(6, face) for face in (3, 3, 3, 4, 4, 4, 5, 5, 5, 3, 3, 3, 2, 2, 2, 1, 1, 1)]
    dice = (*scores, (6, 4), (6, 1), (6, 2), (6, 3))
    named = Named("Ada", "Ada", "f")
    command = p.CreateCharacter(
        who="ada",
        name=named,
        folk="human",
        class_id="fighter",
        alignment="neutrality",
    )
    (written,) = (event for event in Camp().do(command, *dice) if isinstance(event, SheetWritten))
    told_in = {reckoned.of: reckoned.total for reckoned in written.sums()}
    assert told_in["hit_points"] == written.character.max_hp == 4 + 1 + 1  # constitution 15, and the fighter's +1
    assert told_in["gold"] == written.character.coins.gp == 60
    assert [told_in[f"score_{each}"] for each in ("str", "dex", "con")] == [9, 12, 15]
    shown = [re.sub(r" \([a-z]*:?-?\d*\)", "", line) for line in lines(written)]
    assert "hit points: d6=4 +1 from attributes +1 of the level = 6" in shown
    assert "starting gold: d6=1 + d6=2 + d6=3 = 6; ×10 pieces for each point = 60" in shown


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_sheets_and_levels_by_lot_add_up(game: str, seed: int) -> None:
    ruleset = find_ruleset(game)
    table: Table[Any] = Table.open(ruleset, "t", seed_from_text(f"sheets {seed}"))
    table.submit(p.RandomParty(size=6, level=1 + seed), REFEREE)
    assert table.last is not None
    sheets = [event for event in table.last.events if isinstance(event, SheetWritten)]
    assert len(sheets) == 6
    for sheet in sheets:
        lines(sheet, "it", ruleset)
        totals = {reckoned.of: reckoned.total for reckoned in sheet.sums()}
        assert totals["hit_points"] == sheet.character.max_hp
        assert totals["gold"] == sheet.character.coins.gp
        table.submit(p.GiveXp(sheet.who, 20_000), REFEREE)
        for event in table.last.events:
            lines(event, "it", ruleset)
            if isinstance(event, LevelGained):
                assert [reckoned.total for reckoned in event.sums()] == [event.max_hp]

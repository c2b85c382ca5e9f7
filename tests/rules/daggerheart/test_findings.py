"""What places tell and give to those who try, outcome by outcome, and gold that changes hands."""

from typing import get_args

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, duality, foe, hero, play

from arbitro.kernel.choice import Choice
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, question_text, tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import findings
from arbitro.rules.daggerheart.feature import Feature, lacking
from arbitro.rules.daggerheart.words import Outcome
from arbitro.text import LANGUAGES

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
DICE = {
    "critical_success": (12, 12),
    "success_hope": (12, 11),
    "success_fear": (11, 12),
    "failure_hope": (2, 1),
    "failure_fear": (1, 2),
}
PLACES = {(name, one.id): one for name, place in BOOKS.places.items() for one in place.features if one.findings}
BOOK = {
    ("abandoned_grove", "overgrown_battlefield"): {
        "critical_success": {"details": 3},
        "success_hope": {"details": 3},
        "success_fear": {"details": 2},
        "failure_hope": {"lead": {"details": 1, "edge": True}},
        "failure_fear": {"lead": {"details": 1, "edge": True}},
    },
    ("local_tavern", "talk_of_the_town"): {
        "critical_success": {"details": 3},
        "success_hope": {"details": 2},
        "success_fear": {"details": 2},
        "failure_hope": {"details": 1, "stress": 1},
        "failure_fear": {"details": 1, "stress": 1},
    },
    ("local_tavern", "sing_for_your_supper"): {
        "critical_success": {"gold": "2d4"},
        "success_hope": {"gold": "1d4"},
        "success_fear": {"gold": "1d4"},
        "failure_hope": {"stress": 1},
        "failure_fear": {"stress": 1},
    },
    ("hallowed_temple", "divine_guidance"): {
        "critical_success": {"tells": "clear_answer", "hope": "1d4"},
        "success_hope": {"tells": "clear_answer"},
        "success_fear": {"tells": "glimpses"},
        "failure_hope": {"tells": "blur", "lead": {"tells": "image"}},
        "failure_fear": {"tells": "blur", "lead": {"tells": "image"}},
    },
    ("haunted_city", "buried_knowledge"): {
        "critical_success": {"tells": "knowledge_and_item"},
        "success_hope": {"tells": "knowledge"},
        "success_fear": {"tells": "vague"},
        "failure_hope": {"lead": {"tells": "lead"}},
        "failure_fear": {"lead": {"tells": "lead"}},
    },
    ("mountain_pass", "engraved_sigils"): {
        "critical_success": {"tells": "sigils_and_style"},
        "success_hope": {"tells": "sigils"},
        "success_fear": {"tells": "sigils"},
        "failure_hope": {},
        "failure_fear": {},
    },
    ("castle_siege", "secret_entrance"): {
        "critical_success": {"tells": "entrance"},
        "success_hope": {"tells": "entrance"},
        "success_fear": {"tells": "entrance"},
        "failure_hope": {},
        "failure_fear": {},
    },
    ("outpost_town", "rumors_abound"): {
        "critical_success": {"tells": "rumours_and_answer"},
        "success_hope": {"tells": "rumours"},
        "success_fear": {"tells": "alarming"},
        "failure_hope": {"lead": {"tells": "rumour"}},
        "failure_fear": {"lead": {"tells": "rumour"}},
    },
    ("burning_heart_of_the_woods", "the_indigo_flame"): {
        "critical_success": {"details": 3},
        "success_hope": {"details": 3},
        "success_fear": {"details": 2},
        "failure_hope": {"lead": {"details": 1, "edge": True}},
        "failure_fear": {"lead": {"details": 1, "edge": True}},
    },
    ("necromancers_ossuary", "centuries_of_knowledge"): {
        "critical_success": {"tells": "knowledge_and_item"},
        "success_hope": {"tells": "knowledge"},
        "success_fear": {"tells": "vague"},
        "failure_hope": {},
        "failure_fear": {},
    },
}
"""By the stat blocks: what each outcome of a try brings."""


def tried(place: str, feature: str, outcome: str, *dice: tuple[int, int], **marks: int) -> Bench:
    """A try that comes out so; +9 and a bad trait make sure of success and failure."""
    trait = findings.ways_of(PLACES[place, feature])[0]
    one = hero(flipped=True, **{"hope": 2, "stress_marked": 1, **marks}, **{trait: 0 if "failure" in outcome else 9})
    bench = play(one, hero("bea"), place=place, in_danger=False).do(c.Investigate("ada", feature))
    pending = bench.scene.pending
    assert pending is not None
    assert (pending.trait, pending.difficulty) == (trait, BOOKS.places[place].difficulty)
    return bench.do(c.Roll("ada"), *duality(*DICE[outcome]), *dice)


def test_every_offer_of_a_place_has_its_table_here_and_all_outcomes():
    assert set(BOOK) == set(PLACES)
    assert all(set(PLACES[key].findings) == set(OUTCOMES) == set(table) for key, table in BOOK.items())
    assert lacking(Feature(passive="investigate")) == "findings"
    assert all(
        one.findings for place in BOOKS.places.values() for one in place.features if one.passive == "investigate"
    )


@pytest.mark.rule("DHP-ENV-01")
@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize(("place", "feature"), BOOK)
def test_each_outcome_of_a_try_brings_what_the_stat_block_says(place, feature, outcome):
    found = BOOK[place, feature][outcome]
    gained = {"1d4": [(4, 3)], "2d4": [(4, 3), (4, 2)]}
    dice = gained.get(found.get("hope") or found.get("gold", ""), [])
    bench = tried(place, feature, outcome, *dice)
    told = [one.tells for one in bench.found(e.Found)]
    assert told == ([found["tells"]] if "tells" in found else ["nothing"] if told else [])
    cleared = outcome == "critical_success"  # a critical clears a Stress
    assert bench.hero().stress_marked == 1 - cleared + found.get("stress", 0)
    assert bench.hero().gold == (sum(face for _, face in dice) if "gold" in found else 0)
    fear = outcome in ("success_fear", "failure_fear")
    assert bench.hero().hope == 2 + (not fear) + (sum(face for _, face in dice) if "hope" in found else 0)
    wanted = found.get("details", 0)
    known = [detail for event in bench.found(e.Learned) for detail in event.details]
    while bench.asked == "learn":
        (choice, *_) = RULES.choices(bench.state, REFEREE)
        bench.do(c.Learn("ada", choice.fixed["detail"]))
        known += [detail for event in bench.found(e.Learned) for detail in event.details]
    assert len(known) == len(set(known)) == wanted
    assert (bench.asked == "lead") == ("lead" in found)


@pytest.mark.rule("DHP-ENV-01", "DHP-STRESS-03")
@pytest.mark.parametrize("outcome", ["failure_hope", "failure_fear"])
@pytest.mark.parametrize(("place", "feature"), [key for key in BOOK if "lead" in BOOK[key]["failure_hope"]])
def test_a_failure_turns_up_a_lead_for_a_stress_or_nothing(place, feature, outcome):
    lead = BOOK[place, feature][outcome]["lead"]
    bench = tried(place, feature, outcome)
    assert bench.do(c.PayForLead("ada", use=False)).hero().stress_marked == 1
    assert not bench.found(e.Learned)
    assert not bench.found(e.Found)
    bench = tried(place, feature, outcome).do(c.PayForLead("ada", use=True))
    assert bench.hero().stress_marked == 2
    assert [one.tells for one in bench.found(e.Found)] == ([lead["tells"]] if "tells" in lead else [])
    assert sum(len(one.details) for one in bench.found(e.Learned)) == lead.get("details", 0)
    assert tried(place, feature, outcome, stress_marked=6).asked == ""  # no slot, no offer


@pytest.mark.rule("DHP-ENV-01", "DHP-ADV-01")
def test_a_lead_gives_advantage_on_the_next_try_and_on_no_other_roll():
    bench = tried("abandoned_grove", "overgrown_battlefield", "failure_hope").do(c.PayForLead("ada", use=True))
    bench.do(c.EndTurn())
    again = c.Investigate("ada", "overgrown_battlefield")
    assert not bench.hero().edge
    bench.do(again)
    assert bench.scene.pending.advantages == 1
    bench.do(c.DropRoll("ada")).do(again)  # not made, not used up
    assert bench.scene.pending.advantages == 1
    bench.do(c.Roll("ada"), *duality(12, 11, (6, 4)))
    assert len(bench.only(e.Learned).details) == 2  # the third is known
    bench.do(again)
    assert bench.scene.pending.advantages == 0


@pytest.mark.rule("DHP-ENV-01", "DHP-EXP-01")
def test_an_experience_adds_a_detail_where_there_is_one_more():
    one = hero(instinct=9, hope=2)
    bench = play(one, place="abandoned_grove", in_danger=False).do(c.Investigate("ada", "overgrown_battlefield"))
    bench.do(c.Roll("ada", "one"), *duality(11, 12))
    assert len(bench.only(e.Learned).details) == 3


@pytest.mark.rule("DHP-ENV-01")
def test_each_pc_performs_once_and_a_dropped_try_does_not_count():
    song = c.Investigate("ada", "sing_for_your_supper")
    bench = play(hero(presence=9), hero("bea"), place="local_tavern", in_danger=False).do(song).do(c.DropRoll("ada"))
    bench.do(song).do(c.Roll("ada"), *duality(12, 11, (4, 4)))
    bench.no(song, "used_up")
    bench.do(c.Investigate("bea", "sing_for_your_supper"))


@pytest.mark.rule("DHP-ENV-01")
def test_a_try_needs_what_the_place_offers_and_a_trait_that_it_names():
    bench = play(place="haunted_city", in_danger=False)
    bench.no(c.Investigate("ada", "ghostly_form"), "no_feature")
    bench.no(c.Investigate("ada", "buried_knowledge", "agility"), "wrong_trait")
    assert bench.do(c.Investigate("ada", "buried_knowledge", "knowledge")).scene.pending.trait == "knowledge"
    play().no(c.Investigate("ada", "buried_knowledge"), "no_feature")


@pytest.mark.rule("DHP-ENV-01", "DHP-ADV-01", "DHP-GEN-04")
def test_a_handful_of_gold_buys_advantage_on_a_presence_roll_at_the_market():
    merchant = foe("merchant")

    def asking(trait="presence", gold=1, place="bustling_marketplace"):
        bench = play(hero(gold=gold), merchant, place=place, in_danger=False)
        return bench.do(c.Describe("ada", "", trait, "merchant")).do(c.RequestRoll(trait))

    bench = asking()
    assert "offer_gold/ada" in {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    bench.do(c.OfferGold("ada"))
    assert (bench.hero().gold, bench.scene.pending.advantages) == (0, 1)
    bench.no(c.OfferGold("ada"), "gold_twice")
    assert bench.do(c.DropRoll("ada")).hero().gold == 1
    bench = asking().do(c.OfferGold("ada")).do(c.Roll("ada"), *duality(5, 4, (6, 6)))
    assert bench.only(e.ActionRolled).check.total == 15
    asking(gold=0).no(c.OfferGold("ada"), "no_gold")
    asking(trait="agility").no(c.OfferGold("ada"), "no_gold_here")
    asking(place="local_tavern").no(c.OfferGold("ada"), "no_gold_here")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("place", "feature"), BOOK)
def test_what_is_found_reads_well(place, feature, language):
    for outcome in OUTCOMES:
        found = BOOK[place, feature][outcome]
        dice = [(4, 3)] * (2 if found.get("gold") == "2d4" else "hope" in found or "gold" in found)
        bench = tried(place, feature, outcome, *dice)
        lines = [tell(RULES, bench.state, event, language) for event in bench.events]
        offered = [one for one in RULES.choices(bench.state, REFEREE) if isinstance(one, Choice)]
        lines += [choice_text(RULES, bench.state, one, language) for one in offered]
        if bench.state.awaiting:
            lines.append(question_text(RULES, bench.state, bench.state.awaiting[0], language))
        assert not [line for line in lines if "{" in line or "@" in line or "overgrown_" in line]

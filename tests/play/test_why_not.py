"""«Why can't I …?»: the choice that does it or the rule that forbids it, and never more than the seat may know."""

from typing import Any

import msgspec
import pytest
from tests.kernel.tables import ORCS, PARTY, WHITEBOX, begun, done, play
from tests.play.watching import expedition, other_world

from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import SPECTATOR, Seat
from arbitro.kernel.why_not import WhyNot, why_not, wishes
from arbitro.play import campaigns, find_campaign
from arbitro.text import LANGUAGES, Language


def asked(table: Any, seat: Seat, said: str, language: Language = "en") -> WhyNot:
    return why_not(table.ruleset, table.state, seat, table.choices(seat), said, language)


def answers(ruleset: Ruleset[Any], state: Any, seat: Seat, choices: Any, language: Language) -> list[WhyNot]:
    """The answer to every wish that there is."""
    return [why_not(ruleset, state, seat, choices, wish.command, language) for wish in wishes(ruleset, language)]


def test_what_can_be_done_is_led_to():
    table = begun("why not")
    play(table, 4)
    found = asked(table, PARTY, "why can't I strike the orcs?")
    offered = {choice.id for choice in table.choices(PARTY)}
    assert found.can
    assert not found.cannot
    assert {one.choice for one in found.can if not one.aim} <= offered
    assert {one.choice for one in found.can if one.aim} <= {aim.id for aim in WHITEBOX.aims(table.state, PARTY)}


def test_what_cannot_be_done_is_refused_by_the_rules_themselves():
    table = begun("why not")
    play(table, 4)
    for language, said in (("en", "cast fireball"), ("it", "perché non posso lanciare palla di fuoco?")):
        found = asked(table, PARTY, said, language)
        assert not found.can
        assert any("WB-SPELL-01" in [rule.id for rule in one.why.rules] for one in found.cannot), found


def test_words_that_nobody_knows_lead_to_what_may_be_asked():
    table = begun("why not")
    found = asked(table, PARTY, "xyzzy plugh")
    assert not found.can
    assert not found.cannot
    assert any(wish.command == "attack" for wish in found.known)
    assert all(WHITEBOX.texts.find("en", f"choice.{wish.command}") != wish.command for wish in found.known)


def test_what_is_the_referees_is_said_to_be():
    table = begun("why not")
    found = asked(table, PARTY, "end_fight")
    assert [one.why.sentence for one in found.cannot] == ["Only whoever plays the referee may do this."]


def test_asking_changes_nothing_and_throws_no_die():
    table = begun("why not")
    play(table, 4)
    before = table.state, table.ledger
    answers(WHITEBOX, table.state, PARTY, list(table.choices(PARTY)), "en")
    assert (table.state, table.ledger) == before


@pytest.mark.parametrize("seat", [PARTY, SPECTATOR], ids=lambda seat: seat.name)
@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("fight.combatants.orc-5.profile.armour", (11, 14)),
        ("fight.combatants.orc-5.hp", (2, 3)),
        ("fight.combatants.orc-6.morale", ("hold", "attack")),
        ("fight.due", ([], ["orcs-orc"])),
    ],
)
def test_two_fights_that_differ_in_a_secret_are_answered_alike(path, values, seat):
    told = []
    for value in values:
        table = begun("secret wish")
        done(table, Override(path, value, "so it is"))
        told.append(answers(WHITEBOX, table.state, seat, list(table.choices(seat)), "it"))
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])


@pytest.mark.parametrize("game", campaigns())
def test_two_dungeons_that_differ_where_nobody_has_looked_are_answered_alike(game):
    compared = 0
    for number, step in enumerate(expedition(game, 5, 80)):
        state = step.after
        if number % 40 or not state.at:
            continue
        campaign, other = step.table.ruleset, other_world(state)
        for seat in campaign.seats(state)[:1]:
            pair = [answers(campaign, each, seat, list(campaign.choices(each, seat)), "en") for each in (state, other)]
            assert msgspec.json.encode(pair[0]) == msgspec.json.encode(pair[1])
            compared += 1
    assert compared or game not in ("whitebox", "infausta")


@pytest.mark.parametrize("game", campaigns())
def test_every_wish_has_a_name_in_both_languages_that_reads_like_one(game):
    campaign = find_campaign(game)
    names = {language: wishes(campaign, language) for language in LANGUAGES}
    for wishes_told in names.values():
        assert len(wishes_told) > 40
        for wish in wishes_told:
            assert not set("{}|@") & set(wish.title), wish
    by_tag = [{wish.command for wish in told} for told in names.values()]
    assert len(by_tag[0] ^ by_tag[1]) < 12  # those whose titles two commands share in one language


def test_no_wish_is_offered_for_others_people():
    table = begun("why not")
    for said in ("attack", "cast"):
        for one in asked(table, ORCS, said).can:
            choice = table.choices(ORCS)[one.choice]
            assert ORCS.may_act_for(WHITEBOX.owner(table.state, WHITEBOX.command(next(choice.fillings()))))


def test_an_answer_is_no_promise_the_command_itself_is_refused_the_same():
    table = begun("why not")
    play(table, 4)
    command = WHITEBOX.command({"type": "cast", "who": "berto", "spell": "fireball", "target": "orc-1"})
    refused = table.submit(command, PARTY)
    assert isinstance(refused, Refusal)
    told = asked(table, PARTY, "berto cast fireball").cannot
    assert told

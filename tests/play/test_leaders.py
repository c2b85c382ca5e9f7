"""Those who lead others are called by name, in both languages, and no die is thrown for it."""

import pytest
from tests.play.test_preparing import Desk

from arbitro.kernel.name_lists import leader_called, leader_names, name_lists
from arbitro.kernel.named import Named
from arbitro.play import commands as c
from arbitro.play import find_game
from arbitro.text import with_article

SPEAKING = {"whitebox": "goblin", "infausta": "dvergar", "archmage": "orc_warrior", "daggerheart": "pirate_captain"}


def met(game: str, kind: str, number: int) -> dict[str, tuple[str, str]]:
    """The names of those whom a party meets and fights, in English and Italian."""
    desk = Desk(game).gather().underground()
    desk.do(c.SpringEncounter(kind, number, "hostile"))
    meetings = desk.campaign.side.meetings
    desk.go(lambda state: meetings.fighting(state) and meetings.foes(state))
    name = desk.campaign.name_of
    return {
        who: (str(name(desk.state, who, "en")), str(name(desk.state, who, "it"))) for who in meetings.foes(desk.state)
    }


def test_every_name_list_is_one_of_the_house():
    known = set(name_lists().people)
    for package in ("arbitro.rules.whitebox", "arbitro.play.sides.archmage", "arbitro.play.sides.daggerheart"):
        said = leader_names(package)
        assert {*said.kinds.values(), *said.creatures.values()} <= known, package
    bestiary = {*find_game("whitebox").rules.content.monsters, *find_game("infausta").rules.content.monsters}
    assert set(leader_names("arbitro.rules.whitebox").creatures) <= bestiary


def test_a_leader_keeps_kind_and_grammar_and_the_same_words_give_the_same_name():
    orc = Named("orco", "orc", "m", grammar="one")
    named = leader_called(orc, "harsh", "room-3 orc 40")
    assert named == leader_called(orc, "harsh", "room-3 orc 40")
    assert named != leader_called(orc, "harsh", "room-4 orc 40")
    name = named.en.removeprefix("orc ")
    assert name in name_lists().people["harsh"]
    assert with_article(named.in_("it"), "the", "it") == f"l'orco {name}"
    assert with_article(named.in_("en"), "the", "en") == f"the orc {name}"


@pytest.mark.parametrize("game", SPEAKING)
def test_the_first_of_those_who_are_met_bears_a_name(game):
    every = {name for names in name_lists().people.values() for name in names}
    found = met(game, SPEAKING[game], 3)
    (first_en, first_it), *others = found.values()
    assert first_en.split()[-1] == first_it.split()[-1]
    assert first_en.split()[-1] in every
    assert all(name.split()[-1].isdecimal() for pair in others for name in pair)
    assert met(game, SPEAKING[game], 3) == found


@pytest.mark.parametrize("kind", ["rat_giant", "skeleton"])
def test_beasts_and_the_mindless_stay_one_of_many(kind):
    assert kind in find_game("whitebox").rules.content.monsters
    assert all(name.split()[-1].isdecimal() for pair in met("whitebox", kind, 2).values() for name in pair)

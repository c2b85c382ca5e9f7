"""Characters are made in town, one by one and step by step, in every game; and travel in files."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.making import answer, campaign, do, main, make, offer, opened, seat

from arbitro.kernel.command import Refusal, Undo
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, label_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.play import commands as c
from arbitro.play.events import DraftThrown
from arbitro.play.maker import ENROLLED, PartyFile, read_people
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.whitebox.people.events import ScoresRolled, SheetWritten
from arbitro.text import load_catalogue

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")


def refused(table, command, by=None):
    answered = table.submit(command, by or seat(table))
    assert isinstance(answered, Refusal), command
    for language in ("it", "en"):
        assert refusal_text(table.ruleset, table.state, answered, language)
    return answered.code


def file_of(table) -> str:
    rules = campaign(table)
    kept = PartyFile(rules.game.id, rules.side.maker.sheets(table.state, rules.side.party.people(table.state)))
    return msgspec.json.format(msgspec.json.encode(kept), indent=1).decode()


# -------------------------------------------------------------------- in every game


@pytest.mark.parametrize("game", GAMES)
def test_a_party_of_two_is_made_and_sets_out(game):
    table = opened(game)
    assert make(table, name="Bruna") == "bruna"
    assert table.state.stage == "gathering"
    assert make(table, name="Ùgo il Nero") == "ugo-il-nero"
    do(table, "gather/enrolled")
    assert campaign(table).side.party.people(table.state) == ("bruna", "ugo-il-nero")
    assert (table.state.stage, table.state.minutes) == ("town", 8 * 60)
    do(table, "set_out")
    assert table.state.stage == "road"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_step_is_asked_shown_and_told_in_words(game, language):
    table = opened(game)
    rules = campaign(table)
    do(table, "begin_character")
    while True:
        shown = rules.progress(table.state, seat(table), language)
        assert shown.title
        assert shown.line
        assert [one.title for one in shown.steps].count("") == 0
        for choice in rules.choices(table.state, seat(table)):
            assert "@" not in choice_text(rules, table.state, choice, language)
            for parameter in choice.parameters:
                assert all(label_text(rules, table.state, pick.label, language) for pick in parameter.picks)
        choice = main(table)
        if choice.command == "finish_character":
            break
        assert [one.state for one in shown.steps].count("now") == 1
        assert any(shown.line in line for line in rules.picture(table.state, seat(table), language))
        if choice.command == "throw_for_character":
            came = do(table, choice.id)
        else:
            kind = choice.parameters[0].kind
            value = "word" if kind == "text" else choice.parameters[0].picks[-1].value
            came = do(table, choice.id, value=value)
        if choice.fixed.get("step") != "words":  # which are told when all is done
            assert all(tell(rules, table.state, event, language) for event in came.events)
    assert {one.state for one in rules.progress(table.state, seat(table), language).steps} == {"done"}
    do(table, "finish_character")
    assert rules.progress(table.state, seat(table), language) is None
    sheet = rules.sheet(table.state, seat(table), "word", language)
    assert any("word" in section.lines for section in sheet.sections)  # what the player has written


@pytest.mark.parametrize("game", GAMES)
def test_nothing_else_happens_in_town_while_somebody_is_made(game):
    table = opened(game)
    make(table)
    do(table, "gather/enrolled")
    do(table, "begin_character")
    assert {one.id for one in table.ruleset.choices(table.state, seat(table))} == {
        "decide_character/name",
        "drop_character",
    }
    for command in (c.SetOut(), c.Lodge(1), c.Gather("random:1:1"), c.BeginCharacter()):
        assert refused(table, command) == "draft_open"
    assert table.ruleset.suggest(table.state, REFEREE) == c.DropCharacter()
    do(table, "drop_character")
    assert table.state.draft is None
    do(table, "set_out")
    assert refused(table, c.BeginCharacter()) == "party_not_in_town"


@pytest.mark.parametrize("game", GAMES)
def test_a_new_character_takes_the_place_of_the_fallen(game):
    table = opened(game)
    make(table, name="Bruna")
    do(table, "gather/enrolled")
    before = campaign(table).side.party.people(table.state)
    make(table, name="Bruna")  # a namesake
    assert campaign(table).side.party.people(table.state) == (*before, "bruna-2")
    assert table.state.stage == "town"


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_answered_is_refused_and_changes_nothing(game):
    table = opened(game)
    assert refused(table, c.DecideCharacter("name", "Bruna")) == "no_draft"
    assert refused(table, c.FinishCharacter()) == "no_draft"
    assert refused(table, c.DropCharacter()) == "no_draft"
    assert refused(table, c.ThrowForCharacter()) == "no_draft"
    assert refused(table, c.ReconsiderCharacter("name")) == "no_draft"
    do(table, "begin_character")
    state = table.state
    assert refused(table, c.DecideCharacter("name", "   ")) == "answer_needed"
    assert refused(table, c.DecideCharacter("name", "x" * 41)) == "bad_words"
    assert refused(table, c.DecideCharacter("name", "e\u0301" * 41)) == "bad_words"
    assert refused(table, c.DecideCharacter("name", "a\u0007b")) == "not_text"
    assert refused(table, c.DecideCharacter("class", "fighter")) == "other_step"
    assert refused(table, c.ThrowForCharacter()) == "nothing_to_throw"
    assert refused(table, c.FinishCharacter()) == "draft_unfinished"
    assert refused(table, c.ReconsiderCharacter("name")) == "not_answered"
    assert table.state == state
    do(table, "decide_character/name", value="Bruna")
    assert refused(table, c.DecideCharacter("gender", "x")) == "answer_unknown"
    assert refused(table, c.BeginCharacter(), Seat("Anna", "player", frozenset({"somebody"}))) == "not_yours"


def test_eight_are_enough():
    table = opened("daggerheart")
    for _ in range(8):
        make(table)
    assert refused(table, c.BeginCharacter()) == "party_full"
    assert "begin_character" not in {one.id for one in table.ruleset.choices(table.state, seat(table))}


def test_a_step_back_opens_what_followed_but_what_was_thrown_stands():
    table = opened("whitebox")
    do(table, "begin_character")
    answer(table, people="dwarf", **{"class": "fighter"})
    scores = table.state.game.drafts["bruna"]
    do(table, "reconsider_character", step="people")
    assert [step for step, _ in table.state.draft.answers] == ["name", "gender"]
    assert table.state.game.drafts["bruna"] == scores
    answer(table, people="human", **{"class": "cleric"})
    do(table, "reconsider_character", step="name")
    answer(table, name="Berta")
    do(table, "finish_character")
    one = table.state.game.characters["bruna"]  # the id stays; the dice belong to it
    assert one.name.it == "Berta"
    assert {**one.abilities} == scores


def test_who_gives_up_and_begins_anew_finds_the_same_dice():
    table = opened("whitebox")
    do(table, "begin_character")
    answer(table)
    scores = table.state.game.drafts["bruna"]
    do(table, "drop_character")
    do(table, "begin_character")
    do(table, "decide_character/name", value="Bruna")
    do(table, "decide_character/gender", value="f")
    assert main(table).id == "decide_character/people"
    assert table.state.game.drafts["bruna"] == scores


def test_an_answer_can_be_taken_back():
    table = opened("archmage")
    do(table, "begin_character")
    do(table, "decide_character/name", value="Bruna")
    before = table.state
    do(table, "decide_character/gender", value="m")
    assert not isinstance(table.submit(Undo(), REFEREE), Refusal)
    assert table.state == before


@pytest.mark.parametrize("game", GAMES)
def test_an_automatic_party_takes_those_who_were_made(game):
    table = opened(game)
    make(table)
    assert table.ruleset.suggest(table.state, REFEREE) == c.Gather(ENROLLED)
    assert not isinstance(table.submit(c.Gather(ENROLLED), REFEREE), Refusal)
    assert table.state.stage == "town"


def test_a_bow_comes_back_from_a_party_file_as_it_went_in():
    table = opened("archmage")
    make(table, ranged="light/bow")
    copy = opened("archmage")
    for command in read_people(Document("p.json", file_of(table)), campaign(table).side.maker, "archmage"):
        assert not isinstance(copy.submit(command, REFEREE), Refusal)
    assert file_of(copy) == file_of(table)


@settings(max_examples=12, deadline=None)
@given(data=st.data(), game=st.sampled_from(GAMES))
def test_whatever_is_offered_leads_to_a_character(data, game):
    table = opened(game)
    do(table, "begin_character")
    for _ in range(60):
        choice = main(table)
        if choice.command == "finish_character":
            break
        values = {}
        for parameter in choice.parameters:
            texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40)
            picks = st.sampled_from([pick.value for pick in parameter.picks] or ["…"])
            values[parameter.name] = data.draw(texts if parameter.kind == "text" else picks)
            if parameter.optional and data.draw(st.booleans()):
                values[parameter.name] = ""
        leave = [one.id for one in table.ruleset.choices(table.state, seat(table)) if one.id.endswith("/leave")]
        if leave and data.draw(st.booleans()):
            do(table, leave[0])
        else:
            do(table, choice.id, **values)
    do(table, "finish_character")
    assert len(campaign(table).side.party.people(table.state)) == 1
    copy = opened(game)
    for command in read_people(Document("p.json", file_of(table)), campaign(table).side.maker, game):
        assert not isinstance(copy.submit(command, REFEREE), Refusal)
    assert file_of(copy) == file_of(table)


# -------------------------------------------------------------------- White Box and its variant


@pytest.mark.rule("WB-CORE-01", "WB-CORE-03", "WB-XP-06")
def test_a_mage_of_the_white_box_by_the_book():
    table = opened("whitebox", 5)
    do(table, "begin_character")
    do(table, "decide_character/name", value="Celsa")
    do(table, "decide_character/gender", value="f")
    thrown = do(table, "throw_for_character")
    (scores,) = [event for event in thrown.events if isinstance(event, ScoresRolled)]
    assert len(scores.dice) == 18
    faces = [die.face for die in scores.dice]
    assert list(scores.abilities) == ["str", "dex", "con", "int", "wis", "cha"]  # 3d6 each, in order
    assert list(scores.abilities.values()) == [sum(faces[at : at + 3]) for at in range(0, 18, 3)]
    assert [pick.value for pick in main(table).parameters[0].picks] == ["human", "dwarf", "elf", "halfling"]
    do(table, "decide_character/people", value="human")
    do(table, "decide_character/class", value="magic_user")
    prime = scores.abilities["int"]
    donors = [pick.value for pick in main(table).parameters[0].picks]
    assert all(scores.abilities[donor] - 2 >= 9 for donor in donors)  # none falls below 9
    do(table, "decide_character/trade", value=donors[0])
    do(table, "decide_character/trade/leave")
    answer(table, spell=("sleep", "read_magic"), outfit="gold")
    came = do(table, "finish_character")
    (written,) = [event for event in came.events if isinstance(event, SheetWritten)]
    one = table.state.game.characters["celsa"]
    assert one.abilities["int"] == prime + 1
    assert one.abilities[donors[0]] == scores.abilities[donors[0]] - 2
    assert one.book == ("sleep", "read_magic")  # twice what a day has room for
    assert not one.items
    assert one.coins.gp == 10 * sum(die.face for die in written.dice[1:4])  # after the one hit die
    assert one.prepared  # the first spells are in memory
    assert written.rules == ("WB-XP-06",) or one.xp_bonus == 0


@pytest.mark.rule("IS-GEN-01", "IS-XP-05")
def test_in_the_variant_a_people_may_be_a_calling_and_is_then_not_asked_for():
    table = opened("infausta")
    do(table, "begin_character")
    answer(table, people="dvergar")
    assert table.state.draft.value("class") == "dvergar"
    answered = [event for _, event in _events(table) if type(event).__name__ == "DraftAnswered"]
    rules = {event.step: event.rules for event in answered}
    assert rules["people"] == ("IS-GEN-01",)
    assert rules["class"] == ("IS-XP-05",)
    do(table, "finish_character")
    assert table.state.game.characters["bruna"].class_id == "dvergar"


def _events(table):
    return [(entry.seq, event) for entry in table.entries() for event in entry.events]


def test_the_players_see_the_dice_of_those_whom_they_make():
    table = opened("whitebox")
    do(table, "begin_character")
    do(table, "decide_character/name", value="Bruna")
    do(table, "decide_character/gender", value="f")
    do(table, "throw_for_character")
    party = seat(table)
    (scores,) = [event for _, event in _events(table) if isinstance(event, ScoresRolled)]
    assert party.knows(scores.audience)
    onlooker = Seat("Teo", "spectator")
    assert not onlooker.knows(scores.audience)
    rules = campaign(table)
    told = rules.progress(table.state, party, "en").steps[1].value
    assert told in "\n".join(rules.picture(table.state, party, "en"))
    assert rules.progress(table.state, onlooker, "en") is None
    assert told not in "\n".join(rules.picture(table.state, onlooker, "en"))
    assert told not in str(rules.view(table.state, onlooker))


# -------------------------------------------------------------------- the other two


@pytest.mark.rule("AE-HP-01", "AE-DEF-01", "AE-RECOVERY-01", "AE-WEAPON-03", "AE-TWOWEAPON-01")
def test_a_rogue_of_the_archmages_gets_both_bonuses_and_the_powers_of_the_class():
    table = opened("archmage")
    who = make(
        table,
        people="wood_elf",
        origin="wis",
        **{"class": "rogue", "calling": "dex"},
        method="able",
        **{"place-1": "dex", "place-2": "con", "place-3": "wis", "place-4": "cha", "place-5": "str"},
        armour="light",
        hand="free",
        melee="light/1",
        second="small/1",
        ranged="small/thrown",
    )
    hero, one = table.state.heroes[who], table.state.game.party[who]
    assert hero.abilities == {"str": 10, "con": 14, "dex": 18, "int": 8, "wis": 16, "cha": 12}
    assert hero.backgrounds == {"soldier": 5, "baker": 3}
    assert len(set(hero.powers)) == 4
    assert all(name.startswith("rogue_") for name in (*hero.powers, *hero.talents))
    assert (len(set(hero.talents)), len(hero.feats)) == (3, 1)
    assert one.max_hp == (6 + 2) * 3
    assert one.profile.two_weapons
    assert (one.recoveries, one.profile.level) == (8, 1)
    assert table.state.purses[who] == load_books().building.starting_gold


def test_scores_of_the_archmages_are_four_dice_without_the_lowest_and_placed_at_will():
    table = opened("archmage", 3)
    do(table, "begin_character")
    answer(table, method="thrown")
    (thrown,) = [event for _, event in _events(table) if isinstance(event, DraftThrown)]
    faces = [die.face for die in thrown.dice]
    six = [faces[at : at + 4] for at in range(0, 24, 4)]
    assert list(thrown.scores) == sorted((sum(four) - min(four) for four in six), reverse=True)


def test_every_ready_spread_costs_all_the_points_and_every_people_raises_something():
    rules = load_books().building
    for spread in rules.ability_spreads.values():
        assert sum(rules.ability_costs[score] for score in spread) == rules.ability_points == 28
        assert len(spread) == 6
        assert list(spread) == sorted(spread, reverse=True)
    assert all(len(one.bonus) in (2, 6) for one in load_books().peoples.values())


def test_a_newcomer_of_the_archmages_is_of_the_partys_level():
    table = opened("archmage")
    assert not isinstance(table.submit(c.Gather("random:2:5"), REFEREE), Refusal)
    who = make(table)
    assert table.state.heroes[who].level == 5


@pytest.mark.rule("DHP-CHAR-01", "DHP-TRAIT-01", "DHP-EXP-01", "DHP-ATK-02", "DHP-ARM-01", "DH-FEAR-01")
def test_a_seraph_has_the_array_two_experiences_and_two_cards():
    table = opened("daggerheart")
    who = make(
        table,
        **{"class": "seraph"},
        subclass="winged_sentinel",
        ancestry="human",
        mixed="dwarf",
        community="orderborne",
        best="strength",
        good=("presence", "instinct"),
        weak="knowledge",
        weapon="hallowed_axe",
        second="round_shield",
        armour="chainmail_armor",
        experience=("pilgrim", "healer"),
        card=("bolt_beacon", "mending_touch"),
    )
    sheet = table.state.game.party[who].sheet
    assert sheet.traits == {
        "agility": 0,
        "strength": 2,
        "finesse": 0,
        "instinct": 1,
        "presence": 1,
        "knowledge": -1,
    }
    assert (sheet.evasion, sheet.hp, sheet.stress, sheet.proficiency, sheet.level) == (9, 7, 7, 1, 1)
    assert [one.bonus for one in sheet.experiences] == [2, 2]
    assert [one.id for one in sheet.weapons] == ["hallowed_axe", "round_shield"]
    assert (sheet.armour.id, sheet.adaptable) == ("chainmail_armor", False)  # the second feature is the dwarf's
    gifts = ["life_support", "prayer_dice", "wings_of_light", "high_stamina", "increased_fortitude", "dedicated"]
    assert [one.id for one in sheet.powers] == [*gifts, "bolt_beacon", "mending_touch"]
    assert table.state.game.party[who].hope == 2
    assert table.state.game.fear.held == 1
    make(table)
    assert table.state.game.fear.held == 2  # one for each of those who begin together


@pytest.mark.rule("DHP-ATK-02")
def test_magic_weapons_are_for_those_who_cast_and_two_hands_hold_no_second():
    table = opened("daggerheart")
    do(table, "begin_character")
    answer(table, **{"class": "warrior"}, weapon="longsword")
    assert table.state.draft.value("second") == ""
    do(table, "reconsider_character", step="weapon")
    offered = {pick.value for pick in main(table).parameters[0].picks}
    assert {"longsword", "dagger"} <= offered
    assert not offered & {"wand", "hallowed_axe", "round_shield", "improved_longsword"}


@pytest.mark.rule("DHP-LEVEL-01")
def test_a_newcomer_of_hope_and_fear_is_of_the_partys_level_and_brings_no_fear():
    table = opened("daggerheart")
    assert not isinstance(table.submit(c.Gather("random:2:3"), REFEREE), Refusal)
    fear = table.state.game.fear.held
    who = make(table)
    hero = table.state.game.party[who]
    assert (hero.sheet.level, hero.sheet.proficiency, hero.advances, hero.cards) == (3, 2, 4, 2)
    assert table.state.game.fear.held == fear


# -------------------------------------------------------------------- files


@pytest.mark.parametrize("game", GAMES)
def test_a_party_that_was_made_is_kept_and_brought_to_another_table(game):
    table = opened(game)
    make(table, name="Bruna")
    make(table, name="Ugo", gender="m")
    text = file_of(table)
    commands = read_people(Document("party.json", text), campaign(table).side.maker, game)
    other = Table.open(campaign(table), "u", bytes(32))
    for command in (*commands, c.Gather(ENROLLED)):
        assert not isinstance(other.submit(command, REFEREE), Refusal)
    assert other.state.stage == "town"
    assert file_of(other) == text


@pytest.mark.parametrize("game", GAMES)
def test_a_player_lets_nobody_in_by_hand(game):
    table = opened(game)
    make(table)
    (command,) = read_people(Document("party.json", file_of(table)), campaign(table).side.maker, game)
    assert refused(opened(game), command, Seat("party", "player", frozenset({"party"}))) == "not_yours"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_comes_twice_nor_anywhere_but_in_town(game):
    table = opened(game)
    make(table)
    (command,) = read_people(Document("party.json", file_of(table)), campaign(table).side.maker, game)
    assert refused(table, command, REFEREE) in ("id_taken", "hero_known")


GINO = """\
game: archmage
characters:
  - id: gino
    name: {it: Gino, en: Gino}
    class: fighter
    level: 1
    abilities: {str: 16, con: 14, dex: 14, int: 12, wis: 10, cha: 8}
    melee: {category: heavy}
"""
SHEET = """\
game: daggerheart
characters:
  - id: gina
    name: {it: Gina, en: Gina}
    class_id: warrior
    traits: {agility: 2, strength: 1, finesse: 1, instinct: 0, presence: 0, knowledge: -1}
    evasion: 11
    hp: 6
    weapons: []
"""


@pytest.mark.parametrize(
    ("game", "text", "line", "said"),
    [
        ("archmage", GINO.replace("archmage", "whitebox"), 1, "archmage"),
        ("archmage", GINO.replace("fighter", "figter"), 3, "figter"),
        ("archmage", GINO.replace("level: 1", "level: one"), 6, ""),
        ("archmage", GINO.replace("level: 1", "levl: 1"), 6, "level"),
        ("archmage", GINO.replace("id: gino", "id: Gino Primo"), 3, "Gino Primo"),
        ("archmage", GINO.replace("category: heavy", "category: huge"), 3, "huge"),
        ("archmage", GINO.replace("    melee", "    people: orc\n    melee"), 3, "orc"),
        ("archmage", GINO + GINO.partition("characters:\n")[2], 9, "gino"),
        ("archmage", "game: archmage\ncharacters: []\n", 2, "8"),
        ("archmage", "game: archmage\ncharacters: {", 3, ""),
        ("daggerheart", SHEET.replace("warrior", "warior"), 3, "warrior"),
        ("daggerheart", SHEET.replace(", knowledge: -1", ""), 3, "Gina"),
        ("daggerheart", SHEET + "    level: 11\n", 3, "Gina"),
        ("whitebox", '{"game": "whitebox",\n "characters": [\n {"id": "x"}]}', 3, ""),
    ],
)
def test_a_bad_file_is_told_with_its_line_in_both_languages(game, text, line, said):
    rules = campaign(opened(game))
    with pytest.raises(FileFault) as caught:
        read_people(Document("party.yaml", text), rules.side.maker, game)
    assert caught.value.line == line
    for language in ("it", "en"):
        words = caught.value.in_(language)
        assert words.startswith("party.yaml")
        assert said in words


def test_good_files_are_good():
    for game, text in (("archmage", GINO), ("daggerheart", SHEET)):
        table = opened(game)
        for command in read_people(Document("party.yaml", text), campaign(table).side.maker, game):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        assert offer(table, "gather/enrolled")


def test_a_sheet_that_breaks_the_rules_is_refused_at_the_door():
    table = opened("daggerheart")
    text = SHEET.replace("agility: 2", "agility: 3")
    (command,) = read_people(Document("party.yaml", text), campaign(table).side.maker, "daggerheart")
    assert refused(table, command, REFEREE) == "bad_traits"
    archmage = opened("archmage")
    (hero,) = read_people(Document("party.yaml", GINO), campaign(archmage).side.maker, "archmage")
    bent = msgspec.structs.replace(hero, hero=msgspec.structs.replace(hero.hero, class_id="clerk"))
    assert refused(archmage, bent, REFEREE) == "bad_hero"


# -------------------------------------------------------------------- whose words they are


def test_the_campaign_speaks_only_of_the_steps_that_every_game_asks():
    """A step of one game's own is told in that game's words: a class brings other things in each."""
    kinds, everywhere = ("making.step.", "making.hint.", "making.plan."), {"name", "gender", "words", "finish"}
    for language in ("it", "en"):
        said = load_catalogue("arbitro.play", language)
        assert {key.rpartition(".")[2] for key in said if key.startswith(kinds)} == everywhere

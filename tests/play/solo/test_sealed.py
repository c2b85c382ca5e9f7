"""Sealed rooms and specials: read strictly, closed, opened once at their moment, frozen for the log."""

import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from zlib import compress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.__main__ import main
from arbitro.appendix_a.generic_stocker import GenericStocker
from arbitro.appendix_a.level import begin, explore
from arbitro.dice.stream import AuditedDice, QuickDice, ScriptedDice
from arbitro.dungeon.events import Seen
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.play.solo.room import Outcome, RoomWords, WholeRoom, do, open_questions, read_room
from arbitro.play.solo.sealed import FIRST, OpenedRoom, SealedStock, close, open_room, read_stock, unclose
from arbitro.play.solo.settle import effects_of, foes_of, for_game, look_ahead, treasure_of
from arbitro.play.solo.specials import SPECIALS, draw_special, our_specials, read_specials
from arbitro.play.stocking import stocker_for
from arbitro.rules import games
from arbitro.text import LANGUAGES, Fault

FORGE = """\
title: La fucina spenta
aloud: {it: "Un'incudine fredda.", en: "A cold anvil."}
hidden: ["Il fabbro dorme dietro la parete."]
foes: {whitebox: {orc: 1d4+1}, any: {wandering: 1d4}}
treasure: {whitebox: {coins/gold: 3d6, gem/50: 2}, any: {gold: 2d6}}
questions:
  anvil:
    ask: Battete sull'incudine?
    if_yes: {told: "Il fabbro si sveglia.", foes: {any: {wandering: 1}}}
    if_no: {told: "Tutto tace.", ends: false}
  ashes:
    ask: Che cosa fate con la cenere?
    choices:
      dig:
        label: scavare
        table: {dice: d6, rows: [{at: 1-4, result: {harm: {dice: 1d4}}}, {at: 5-6, result: {healing: 1d4}}]}
      leave: {label: lasciarla stare}
"""
SLOT = Slot("m1", 2, "s1", "special", "SPECIAL_OR_EMPTY")


def forge(changed: str = "", to: str = "") -> WholeRoom:
    assert changed in FORGE
    return read_room(Document("room.yaml", FORGE.replace(changed, to, 1) if changed else FORGE))


# -------------------------------------------------------------------- reading


def test_a_room_is_read_with_its_words_in_one_language_or_two():
    room = forge()
    assert room.title.in_("it") == room.title.in_("en") == "La fucina spenta"
    assert room.aloud.in_("en") == "A cold anvil."
    assert [question.id for question in room.questions] == ["anvil", "ashes"]
    assert [doing.id for doing in room.questions[0].doings] == ["yes", "no"]
    assert room.questions[0].doings[0].label == RoomWords("Sì", "Yes")


@pytest.mark.parametrize(
    ("changed", "to", "line", "told"),
    [
        ("hidden:", "hiden:", 3, "did you mean “hidden”"),
        ("orc:", "orco:", 4, "in whitebox: “orco” is not known here; did you mean “orc”"),
        ("whitebox: {orc", "whitbox: {orc", 4, "did you mean “whitebox”"),
        ("1d4+1", "1dx", 4, "an amount of dice"),
        ("wandering: 1d4", "goblin: 1d4", 4, "wandering"),
        ("coins/gold", "coins/platinum", 5, "“coins/platinum” is no treasure"),
        ("gem/50", "gem/large", 5, "such as gem/50"),
        ("any: {gold", "any: {oro", 5, "copper, silver, gold, gem"),
        ("    if_no:", "    if_not:", 10, "if_no"),
        ("1-4, result", "1-3, result", 16, "4"),
        ("1-4, result", "1-5, result", 16, "5"),
        ("{harm: {dice: 1d4}}", "{harm: {dice: fire}}", 16, "an amount of dice"),
        ("label: lasciarla stare", "told: niente", 17, "words are needed"),
        ("La fucina spenta", "''", 1, "words are needed"),
    ],
)
def test_whatever_is_wrong_is_named_with_file_and_line(changed, to, line, told):
    with pytest.raises(FileFault) as raised:
        forge(changed, to)
    assert raised.value.file == "room.yaml"
    assert raised.value.line == line
    assert told in raised.value.in_("en")
    assert raised.value.in_("it") != raised.value.in_("en")


def test_a_question_is_yes_or_no_or_a_choice_never_both_nor_half():
    half = FORGE.replace('    if_no: {told: "Tutto tace.", ends: false}\n', "")
    with pytest.raises(FileFault, match="if_yes and if_no together"):
        read_room(Document("room.yaml", half))
    both = FORGE.replace("    if_no:", "    choices: {no: {label: x}}\n    if_no:")
    with pytest.raises(FileFault):
        read_room(Document("room.yaml", both))


@pytest.mark.parametrize(
    ("item", "good"),
    [
        ("magic/potion_of_healing", None),
        ("weapon/long_sword/+1", True),
        ("weapon/long_sword", False),
        ("armour/spoon/+1", False),
        ("scroll/sleep", True),
        ("scroll/cursed", True),
        ("scroll/nonsense", False),
        ("jewelry/200", True),
        ("magic_item", False),
    ],
)
def test_treasure_is_checked_against_the_game(item, good):
    if good is None:
        item = f"magic/{next(iter(_whitebox().magic_items))}"
    text = FORGE.replace("gem/50", item)
    if good is False:
        with pytest.raises(FileFault):
            read_room(Document("room.yaml", text))
    else:
        assert item in read_room(Document("room.yaml", text)).treasure["whitebox"]


def _whitebox():
    from arbitro.rules.whitebox.content import load_content

    return load_content()


def test_people_of_a_class_may_wait_in_a_room():
    assert "class/fighter/3" in forge("orc:", "class/fighter/3:").foes["whitebox"]
    with pytest.raises(FileFault, match="class/<class>/<level>"):
        forge("orc:", "class/fighter:")
    with pytest.raises(FileFault, match="fighter"):
        forge("orc:", "class/figther/3:")


# -------------------------------------------------------------------- playing a room


def test_what_follows_is_certain_or_thrown_as_its_author_wrote():
    room = forge()
    with ScriptedDice() as none:
        assert do(room, "anvil", "no", none).outcome.told.in_("it") == "Tutto tace."
    with ScriptedDice((6, 4)) as dice:
        done = do(room, "ashes", "dig", dice)
    assert done.outcome.harm is not None
    assert done.lookup is not None
    assert (done.lookup.table, done.lookup.total, done.lookup.row) == ("special.ashes.dig", 4, "1")
    with ScriptedDice((6, 5)) as dice:
        assert do(room, "ashes", "dig", dice).outcome.healing == "1d4"


def test_an_answer_closes_its_question_unless_it_says_otherwise():
    room = forge()
    no = do(room, "anvil", "no", QuickDice(1))
    left = open_questions(room, (no,))
    assert [[doing.id for doing in question.doings] for question in left] == [["yes"], ["dig", "leave"]]
    yes = do(room, "anvil", "yes", QuickDice(1))
    assert [question.id for question in open_questions(room, (no, yes))] == ["ashes"]


def test_only_what_the_game_in_play_uses_is_kept():
    white, other = for_game(forge(), "whitebox"), for_game(forge(), "archmage")
    assert white.foes == {"whitebox": {"orc": "1d4+1"}}
    assert other.foes == {"any": {"wandering": "1d4"}}
    assert white.questions[0].doings[0].then.foes == {"any": {"wandering": "1"}}
    bare = FORGE.replace(", any: {wandering: 1d4}", "")
    assert for_game(read_room(Document("r", bare)), "archmage").foes == {}


def test_foes_and_treasure_come_with_their_dice():
    room = for_game(forge(), "whitebox")
    with ScriptedDice((4, 3)) as dice:
        stock = foes_of(room.foes, SLOT, GenericStocker(), dice)
    assert stock.items == (("orc", 4),)
    assert [(roll.table, roll.total) for roll in stock.rolls] == [("orc", 4)]
    assert "DA-SOLO-05" in stock.rules
    with ScriptedDice((6, 1), (6, 2), (6, 3)) as dice:
        assert treasure_of(room.treasure, SLOT, GenericStocker(), dice).items == (("coins/gold", 6), ("gem/50", 2))


def test_what_is_meant_for_any_game_is_filled_by_the_game_and_coins_by_depth():
    room = for_game(forge(), "daggerheart")
    with ScriptedDice((4, 2)) as dice:
        assert foes_of(room.foes, SLOT, GenericStocker(), dice).items == (("monster/2", 2),)
    with ScriptedDice((6, 5), (6, 4)) as dice:
        assert treasure_of(room.treasure, SLOT, GenericStocker(), dice).items == (("gold", 18),)


def test_hurt_and_healing_are_effects_for_the_game_to_apply():
    outcome = read_room(Document("r", FORGE.replace("{dice: 1d4}", "{dice: 1d4, save: true, everybody: true}")))
    rows = outcome.questions[1].doings[0].rows
    (harm,) = effects_of(rows[0].outcome, "anna", ("anna", "bruno"))
    assert (harm.kind, harm.who, harm.save, harm.dice) == ("damage", ("anna", "bruno"), True, "1d4")
    (healing,) = effects_of(rows[1].outcome, "anna", ("anna", "bruno"))
    assert (healing.kind, healing.who, healing.dice) == ("healing", ("anna",), "1d4")
    assert effects_of(Outcome(), "anna", ("anna",)) == ()


def test_looking_ahead_works_out_a_way_as_walking_there_would():
    dice = AuditedDice.from_text("ahead")
    dungeon = evolve_all(Dungeon(), begin(dice, group="party"))
    here = next(iter(dungeon.leads.values())).space
    shown = look_ahead(dungeon, here, "party", dice)
    seen = [event.known.thing for event in shown if type(event) is Seen]
    assert seen
    lead = next(iter(dungeon.leads))
    walked = explore(dungeon, lead, AuditedDice.from_text("ahead"), "party")
    after_look, after_walk = evolve_all(dungeon, shown), evolve_all(dungeon, walked)
    assert after_look.spaces == after_walk.spaces
    assert look_ahead(Dungeon(spaces=dungeon.spaces), here, "party", dice) == ()


# -------------------------------------------------------------------- closing and opening


@pytest.mark.rule("DA-SOLO-05")
def test_a_closed_room_shows_nothing_and_opens_whole():
    room = forge()
    text = close(room)
    assert text.startswith(f"{FIRST}\n")
    for word in ("fucina", "incudine", "orc", "fabbro"):
        assert word not in text
    assert unclose(text, "room.sealed") == room


def test_a_changed_letter_is_noticed():
    text = close(forge())
    place = len(text) // 2
    for changed in ("A", "B"):
        spoiled = text[:place] + changed + text[place + 1 :]
        if spoiled != text:
            with pytest.raises(Fault, match="is damaged"):
                unclose(spoiled, "room.sealed")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title: x\n", "is no sealed room"),
        ("", "is no sealed room"),
        ("arbitro sealed room 2\nabc\n", "another version"),
        (f"{FIRST}\nabc\n", "is damaged"),
        (f"{FIRST}\nabc\n!!!\n", "is damaged"),
    ],
)
def test_what_is_no_sealed_room_is_said_so(text, told):
    with pytest.raises(Fault, match=told):
        unclose(text, "x.sealed")


def test_a_room_cannot_be_a_bomb():
    plain = b" " * 50_000_000
    packed = b64encode(compress(plain)).decode()
    with pytest.raises(Fault, match="is damaged"):
        unclose(f"{FIRST}\n{sha256(plain).hexdigest()}\n{packed}\n", "x.sealed")


said = st.builds(RoomWords, st.text(max_size=20), st.text(max_size=20))


@given(st.builds(WholeRoom, said, said, st.lists(said, max_size=3).map(tuple)))
def test_whatever_is_closed_opens_the_same(room):
    assert unclose(close(room), "x") == room


@pytest.fixture
def stock(tmp_path: Path) -> SealedStock:
    for name in ("anna", "bruno", "carla"):
        (tmp_path / f"{name}.sealed").write_text(close(forge("La fucina spenta", f"Di {name}")), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a room", encoding="utf-8")
    return read_stock(tmp_path)


@pytest.mark.rule("DA-SOLO-05")
def test_a_folder_of_rooms_is_a_stock_whose_rooms_are_frozen_when_opened(stock):
    assert [name.partition("@")[0] for name in stock.ids] == ["anna", "bruno", "carla"]
    opened = open_room(stock, stock.ids[1], "archmage")
    assert opened.room.title.in_("it") == "Di bruno"
    assert opened.room.foes == {"any": {"wandering": "1d4"}}
    kept = msgspec.json.encode(opened)
    assert msgspec.json.decode(kept, type=OpenedRoom) == opened


def test_a_room_that_was_changed_after_the_dungeon_began_is_no_longer_that_room(stock, tmp_path):
    before = stock.ids[0]
    (tmp_path / "anna.sealed").write_text(close(forge("La fucina spenta", "Altro")), encoding="utf-8")
    changed = read_stock(tmp_path)
    assert before not in changed.ids
    with pytest.raises(Fault, match="has changed since"):
        open_room(changed, before, "whitebox")


def test_a_folder_that_is_not_there_or_holds_a_broken_room_is_a_fault(tmp_path):
    with pytest.raises(Fault, match="There is no folder"):
        read_stock(tmp_path / "none")
    (tmp_path / "x.sealed").write_text("hello", encoding="utf-8")
    with pytest.raises(Fault, match=r"x\.sealed” is no sealed room"):
        read_stock(tmp_path)


@pytest.mark.rule("DA-SOLO-05")
def test_the_dungeon_draws_from_the_stock_and_each_room_once(stock):
    """A stock of 3: each special drawn leaves one fewer, never the same again."""
    dice = AuditedDice.from_text("stock-of-rooms")
    dungeon = evolve_all(Dungeon(), begin(dice, sealed=stock.ids, group="party"))
    for _ in range(400):
        lead = next((lead for lead in dungeon.leads.values() if lead.kind != "search"), None)
        if lead is None or not dungeon.sealed:
            break
        dungeon = evolve_all(dungeon, explore(dungeon, lead.id, dice, "party"))
    drawn = [slot.item for slot in dungeon.slots.values() if slot.supplier == "sealed_room_stock"]
    assert drawn
    assert len(drawn) == len(set(drawn))
    assert set(drawn) | set(dungeon.sealed) == set(stock.ids)
    assert open_room(stock, drawn[0], "whitebox").game == "whitebox"


# -------------------------------------------------------------------- our own specials


@pytest.mark.rule("DA-SOLO-05")
def test_there_are_thirty_specials_each_as_likely_in_both_languages():
    found = our_specials()
    assert len(found.rooms) == 30
    assert len(set(found.table.odds().values())) == 1
    for room in found.rooms.values():
        for said_ in (room.title, room.aloud, *room.hidden, *(question.ask for question in room.questions)):
            assert said_.it
            assert said_.en
            assert said_.it != said_.en
        assert room.questions


def outcomes(room: WholeRoom) -> list[Outcome]:
    return [
        outcome
        for question in room.questions
        for doing in question.doings
        for outcome in ([row.outcome for row in doing.rows] or [doing.then])
    ]


def test_every_special_tells_what_comes_of_it_and_all_kinds_of_things_come():
    every = [outcome for room in our_specials().rooms.values() for outcome in outcomes(room)]
    for outcome in every:
        assert all(outcome.told.in_(language) for language in LANGUAGES)
    for part in ("harm", "healing", "foes", "treasure", "ahead"):
        assert sum(bool(getattr(outcome, part)) for outcome in every) >= 8
    assert sum(outcome == Outcome(told=outcome.told) for outcome in every) >= 5


@pytest.mark.parametrize("game", games())
def test_every_special_can_be_filled_by_every_game(game):
    stocker = stocker_for(game)
    dice = QuickDice(5)
    for room in our_specials().rooms.values():
        for outcome in outcomes(for_game(room, game)):
            assert bool(foes_of(outcome.foes, SLOT, stocker, dice).items) == bool(outcome.foes)
            assert bool(treasure_of(outcome.treasure, SLOT, stocker, dice).items) == bool(outcome.treasure)


def test_a_special_is_drawn_with_its_die():
    with ScriptedDice((30, 27)) as dice:
        opened, lookup = draw_special(dice, "whitebox")
    assert opened.id == "specials/riddle_door"
    assert (lookup.table, lookup.row, lookup.total) == (SPECIALS, "riddle_door", 27)


def test_a_table_of_ones_own_needs_a_room_for_each_row_and_a_row_for_each_room():
    room = "    title: x\n    aloud: y\n"
    table = "table: {dice: d2, rules: [DA-SOLO-05], rows: [{at: 1, id: one}, {at: 2, id: two}]}\nrooms:\n"
    good = f"{table}  one:\n{room}  two:\n{room}"
    assert set(read_specials(Document("mine.yaml", good)).rooms) == {"one", "two"}
    with pytest.raises(FileFault, match="two"):
        read_specials(Document("mine.yaml", f"{table}  one:\n{room}"))
    with pytest.raises(FileFault, match="no row of the table leads to the room “three”"):
        read_specials(Document("mine.yaml", f"{good}  three:\n{room}"))


# -------------------------------------------------------------------- the command


def run(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["arbitro", "sealed", *words])
    code = 0
    try:
        main()
    except SystemExit as left:
        code = int(left.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_closes_checks_and_opens(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("room.yaml").write_text(FORGE, encoding="utf-8")
    code, out, _ = run(monkeypatch, capsys, "close", "room.yaml", "--out", "forge.sealed", "--lang", "en")
    assert (code, out) == (0, "Closed: forge.sealed\n")
    code, out, _ = run(monkeypatch, capsys, "check", "forge.sealed", "--lang", "en")
    assert code == 0
    assert "fucina" not in out
    code, out, _ = run(monkeypatch, capsys, "open", "forge.sealed", "--rules", "whitebox", "--lang", "it")
    assert "orc (1d4+1)" in out
    assert "wandering (1d4)" not in out
    assert "(Nascosto) Il fabbro dorme" in out
    code, out, _ = run(monkeypatch, capsys, "open", "forge.sealed", "--json")
    assert msgspec.json.decode(out, type=WholeRoom) == forge()


def test_a_closed_file_is_not_written_over_and_a_bad_room_leaves_none(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("room.yaml").write_text(FORGE.replace("orc:", "orco:"), encoding="utf-8")
    code, _, err = run(monkeypatch, capsys, "close", "room.yaml", "--lang", "it")
    assert code == 2
    assert err.startswith("room.yaml, riga 4: ")
    assert not Path("room.sealed").exists()
    Path("room.yaml").write_text(FORGE, encoding="utf-8")
    assert run(monkeypatch, capsys, "close", "room.yaml")[0] == 0
    code, _, err = run(monkeypatch, capsys, "close", "room.yaml", "--lang", "en")
    assert code == 2
    assert "--force" in err
    assert run(monkeypatch, capsys, "close", "room.yaml", "--force")[0] == 0


def test_an_unknown_game_is_said_with_the_known_ones(monkeypatch, capsys, tmp_path):
    file = tmp_path / "room.yaml"
    file.write_text(FORGE, encoding="utf-8")
    code, out, err = run(monkeypatch, capsys, "open", str(file), "--rules", "chess", "--json", "--lang", "en")
    assert code == 2
    assert "whitebox" in err
    assert "chess" in msgspec.json.decode(out)["error"]["message"]

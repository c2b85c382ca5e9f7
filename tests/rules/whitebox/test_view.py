"""Who may know what: a viewer's view, history, choices and explanations hold nothing of what is hidden from them."""

from typing import Any

import msgspec
import pytest
from tests.rules.whitebox.arena import BOW, RULES, SWORD, fight_with, someone, spell, threat, weapon

from arbitro.dice.stream import DieNeeded, seed_from_text
from arbitro.kernel.command import Command, Override, Refusal
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import choice_text, label_text, refusal_text
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import (
    Attack,
    CallSave,
    Cast,
    CheckMorale,
    Declare,
    EndTurn,
    JudgeSurprise,
    Member,
    StartFight,
)
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named, SaveBonus
from arbitro.text import LANGUAGES

PLAYER = Seat("Anna", "player", frozenset({"A", "a", "a2"}))
OPPONENT = Seat("Bruno", "player", frozenset({"B"}))


def table_with(*monsters: Member, options: dict[str, Any] | None = None) -> Table[Any]:
    """Two characters against some monsters; the dice are typed in, so that two worlds can have the same."""
    table = Table.open(RULES, "t", seed_from_text("view"), {"surprise_method": "judgement", **(options or {})})
    heroes = (
        someone("a", class_id="fighter", hp=12, weapons=(SWORD, BOW)),
        someone(
            "a2", class_id="magic_user", hp=7, spells=(spell("spark", threat("damage", "1d6", on_success="half")),)
        ),
    )
    sides = tuple(Side(name, Named(name, name)) for name in "AB")
    assert not isinstance(table.submit(StartFight(sides, (*heroes, *monsters)), REFEREE), Refusal)
    return table


def play(table: Table[Any], *steps: tuple[Command, Seat, tuple[int, ...]]) -> None:
    """Carry out commands with these faces."""
    for command, seat, faces in steps:
        try:
            entry = table.submit(command, REFEREE if faces else seat, faces=faces or None)
        except DieNeeded as needed:
            pytest.fail(f"{command}: {needed}")
        assert not isinstance(entry, Refusal), (command, entry)


def known(table: Table[Any], seat: Seat) -> bytes:
    """Everything that reaches a seat, as bytes: view, history, offers with their words, explanations, pictures."""
    state = table.state
    history = list(table.history(seat))
    choices = list(table.choices(seat))
    words: list[Any] = []
    for language in LANGUAGES:
        words += [explain(RULES, state, event, language) for entry in history for event in entry.events]
        words += [choice_text(RULES, state, choice, language) for choice in choices]
        words += [
            label_text(RULES, state, pick.label, language)
            for choice in choices
            for parameter in choice.parameters
            for pick in parameter.picks
        ]
        words += [*RULES.picture(state, seat, language), str(RULES.drawing(state, seat, language))]
        for command in (Attack("a", "b"), Attack("b", "a"), CheckMorale("B"), EndTurn("B"), Cast("a2", "b")):
            if seat.may_act_for(RULES.owner(state, command)) and table.ruleset.allows(state, command):
                continue  # an accepted one would change the table
            answer = table.submit(command, seat)
            assert isinstance(answer, Refusal)
            words.append((answer, refusal_text(RULES, state, answer, language)))
    proposed = RULES.suggest(state, seat)
    return msgspec.json.encode((table.view(seat), history, choices, words, proposed))


def monsters(**more: Any) -> tuple[Member, ...]:
    """Two monsters alike, and a third that stays in the back."""
    return (someone("b", "B", **more), someone("c", "B", **more), someone("d", "B", at=200, **more))


PLAIN: dict[str, Any] = {"hp": 20, "armour": 12, "to_hit": 0, "save": 15}
# What may differ without a player noticing, as long as the same things happen.
SECRETS: dict[str, dict[str, Any]] = {
    "hit points": {"hp": 26},
    "armour": {"armour": 9},
    "to hit": {"to_hit": 3},
    "strength": {"strength": 2, "dexterity": 1},
    "saving throw": {"save": 11},
    "bonus on saves": {"save_bonuses": (SaveBonus(1, "magic"),)},
    "fear": {"fearless": True},
    "level": {"level": 5},
    "loyalty": {"loyalty": -2},
    "leader": {"leader": True},
    "attacks": {"attacks": 2},
    "other weapons": {"weapons": (SWORD, weapon("hidden-knife", "1d4"))},
}
R = REFEREE
STEPS: tuple[tuple[Command, Seat, tuple[int, ...]], ...] = (
    (JudgeSurprise(""), R, ()),
    (Declare("a2", "cast", "b", "spark"), PLAYER, ()),
    (EndTurn("A"), PLAYER, (5, 2)),
    (Attack("a", "b", "sword"), PLAYER, (15, 2)),
    (Cast("a2"), PLAYER, (16, 5)),
    (EndTurn("A"), PLAYER, ()),
    (Attack("b", "a"), R, (18, 3)),
    (Attack("c", "a"), R, (2,)),
    (EndTurn("B"), R, ()),
    (Attack("a", "b", "sword"), PLAYER, (3,)),
    (EndTurn("A"), PLAYER, ()),
)
"""The dice hit or miss, save or fail, in all of these worlds alike."""


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("system", ["descending", "ascending"])
def test_two_worlds_that_differ_in_what_is_hidden_are_the_same_to_a_player_and_a_spectator(
    name: str, system: str
) -> None:
    worlds = []
    for more in (PLAIN, {**PLAIN, **SECRETS[name]}):
        table = table_with(*monsters(**more), options={"ac_system": system})
        play(table, *STEPS)
        worlds.append(table)
    for seat in (PLAYER, SPECTATOR):
        assert known(worlds[0], seat) == known(worlds[1], seat)
    assert known(worlds[0], REFEREE) != known(worlds[1], REFEREE)


@pytest.mark.rule("WB-MORALE-04", "WB-MORALE-02")
@pytest.mark.parametrize("faces", [(3, 3), (6, 5), (6, 6)])
def test_a_morale_check_and_its_reminders_leave_no_trace_for_players(faces: tuple[int, int]) -> None:
    fall = CallSave("c", threat("death", save=False))
    before = table_with(*monsters(**PLAIN))
    play(before, *STEPS[:8], (fall, R, ()), *STEPS[8:])
    after = table_with(*monsters(**PLAIN))
    play(after, *STEPS[:8], (fall, R, ()), (CheckMorale("B"), R, faces), *STEPS[8:])
    for seat in (PLAYER, SPECTATOR):
        assert known(before, seat) == known(after, seat)
    assert "MoraleDue" in {type(event).__name__ for entry in after.history(REFEREE) for event in entry.events}


@pytest.mark.rule("WB-MORALE-02", "WB-DEATH-05")
def test_reminders_leave_no_gap_in_what_causes_what() -> None:
    """The fearless bring no reminder: what follows in the same entry must not be counted differently for it."""
    worlds = []
    for fearless in (False, True):
        options = {"death_rule": "unconscious_at_zero", "initiative_tie": "simultaneous"}
        table = table_with(*monsters(**PLAIN, fearless=fearless), options=options)
        play(
            table,
            (JudgeSurprise(""), R, ()),
            (EndTurn("A"), PLAYER, (4, 4)),
            (CallSave("a", threat("damage", "13", save=False)), R, ()),
            (CallSave("c", threat("death", save=False)), R, ()),
            (EndTurn("A"), PLAYER, ()),
            (EndTurn("B"), R, ()),
        )
        worlds.append(table)
    for seat in (PLAYER, SPECTATOR):
        assert known(worlds[0], seat) == known(worlds[1], seat)


@pytest.mark.rule("WB-SPELL-01", "WB-SPELL-04")
@pytest.mark.parametrize("sequence", ["standard", "alternate"])
def test_spells_not_yet_shown_are_not_known(sequence: str) -> None:
    """One shaman has one kind of spell, the other two of another kind: as long as none is begun, nobody can tell."""
    books = ((spell("curse"),), (spell("doom", threat("death", danger="spells_staves")), spell("hush")))
    worlds = []
    for spells in books:
        shaman = someone("b", "B", hp=20, spells=spells, prepared=(spells[0].id,))
        table = table_with(shaman, options={"combat_sequence": sequence})
        if sequence == "standard":
            play(table, (JudgeSurprise(""), R, ()), (EndTurn("B"), R, ()), (EndTurn("A"), PLAYER, (6, 1)))
        else:
            play(table, (JudgeSurprise(""), R, (6, 1)), (EndTurn("A"), PLAYER, ()), (EndTurn("B"), R, ()))
        worlds.append(table)
    for seat in (PLAYER, SPECTATOR):
        assert known(worlds[0], seat) == known(worlds[1], seat)
    play(worlds[1], (EndTurn("A"), PLAYER, ()))
    assert known(worlds[0], PLAYER) != known(worlds[1], PLAYER)


@pytest.mark.rule("WB-CORE-01")
def test_hit_points_rolled_in_secret_do_not_shift_the_dice_that_players_see() -> None:
    seen = []
    for hp in ("4", "3d6"):
        table = Table.open(RULES, "t", seed_from_text("secret"), {"surprise_method": "judgement"})
        sides = tuple(Side(name, Named(name, name)) for name in "AB")
        start = StartFight(sides, (someone("a", class_id="fighter"), someone("b", "B", hp=hp)))
        for command in (start, JudgeSurprise("")):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        seen.append(msgspec.json.encode((table.view(PLAYER), list(table.history(PLAYER)))))
    assert seen[0] == seen[1]


@pytest.mark.rule("WB-CORE-01")
def test_one_knows_the_numbers_of_the_own_side_and_how_the_others_look() -> None:
    table = table_with(*monsters(**PLAIN))
    play(table, *STEPS)
    people = {person.id: person for person in table.view(PLAYER).fight.people}
    assert people["a"].numbers.hp == 9
    assert people["a2"].numbers.spells == ()
    assert people["b"].numbers is None
    assert people["b"].wounds == "light"
    assert people["c"].wounds == "none"
    assert {person.numbers for person in table.view(SPECTATOR).fight.people} == {None}
    theirs = {person.id: person for person in table.view(OPPONENT).fight.people}
    assert theirs["b"].numbers.armour == 12
    assert theirs["a"].numbers is None
    assert all(person.numbers for person in table.view(REFEREE).fight.people)


@pytest.mark.rule("WB-CORE-01")
def test_wounds_show_in_four_steps() -> None:
    shown = []
    for damage in (0, 3, 4, 7, 8):
        arena = fight_with(someone("a"), someone("b", "B", hp=8), someone("c", "B"))
        arena.do(CallSave("b", threat("damage", str(damage), save=False)))
        view = RULES.view(arena.state, SPECTATOR)
        shown.append(next(person.wounds for person in view.fight.people if person.id == "b"))
    assert shown == ["none", "light", "grave", "grave", "down"]


@pytest.mark.rule("WB-CORE-02")
def test_an_override_of_a_monster_is_told_as_a_fact_without_its_number() -> None:
    seen = []
    for value in (3, 4):
        table = table_with(*monsters(**PLAIN))
        play(table, *STEPS)
        table.submit(Override("fight.combatants.d.hp", 26, "before"), REFEREE)
        table.submit(Override("fight.combatants.d.hp", value, "a wound"), REFEREE)
        seen.append(known(table, PLAYER))
    assert seen[0] == seen[1]


@pytest.mark.rule("WB-ATK-04", "WB-SAVE-01")
def test_of_a_monsters_roll_a_player_sees_the_die_and_the_outcome() -> None:
    table = table_with(*monsters(**{**PLAIN, "to_hit": 3, "strength": 1}), options={"ac_system": "ascending"})
    play(table, *STEPS)
    rolled = {
        (event.attacker, event.hit): event.check
        for entry in table.history(PLAYER)
        for event in entry.events
        if type(event).__name__ == "AttackRolled"
    }
    own, theirs = rolled["a", True], rolled["b", True]
    assert (own.total, own.needed) == (15, None)
    assert (theirs.dice[0].face, theirs.total, theirs.needed, theirs.modifiers) == (18, 18, None, ())


@pytest.mark.rule("WB-CORE-01")
def test_pictures_are_drawn_for_their_reader() -> None:
    table = table_with(*monsters(**PLAIN))
    play(table, *STEPS)
    mine = "\n".join(RULES.picture(table.state, PLAYER, "en"))
    assert "9/12" in mine
    assert "20" not in mine.replace("200", "")
    assert RULES.picture(RULES.initial(), PLAYER, "it") == []

"""A table: one door for every command, nothing is ever erased, and no die comes back."""

from random import Random

import msgspec
import pytest
from tests.kernel.tables import (
    ORCS,
    PARTY,
    WHITEBOX,
    begun,
    done,
    fight,
    open_table,
    orcs,
    play,
    play_until,
    refused,
    state_bytes,
    step,
    suggested,
)

from arbitro import __version__
from arbitro.dice.stream import DieNeeded, commitment, face_at, seed_from_text, stir, stream_key
from arbitro.kernel.command import (
    Annotate,
    ChangeOptions,
    HandOut,
    Override,
    OverrideRolls,
    Redo,
    Refusal,
    RevealSeed,
    SayAside,
    Stir,
    Undo,
)
from arbitro.kernel.event import (
    Annotated,
    Branched,
    OptionsChanged,
    Overridden,
    Redone,
    RollsOverridden,
    SeedRevealed,
    Stirred,
    TableOpened,
)
from arbitro.kernel.fold import RECENT
from arbitro.kernel.path import PathFault, set_path
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of
from arbitro.rules.whitebox.commands import Attack, EndTurn, JudgeSurprise, Move
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, FightEnded
from arbitro.text import LANGUAGES, Fault

# -------------------------------------------------------------------- opening and submitting


def test_the_first_entry_says_what_is_played_and_seals_the_seed():
    table = Table.open(WHITEBOX, "friday", seed_from_text("s"), {"death_rule": "unconscious_at_zero"}, at="2026-11-15")
    (entry,) = table.entries()
    assert (entry.seq, entry.by, entry.command, entry.parent, entry.at) == (0, "referee", None, -1, "2026-11-15")
    (opened,) = entry.events
    assert isinstance(opened, TableOpened)
    assert (opened.table, opened.game) == ("friday", "whitebox")
    assert opened.versions == {"arbitro": __version__, "log": "1", "whitebox": WHITEBOX.rulebook.edition}
    assert opened.options == {**WHITEBOX.options.defaults(), "death_rule": "unconscious_at_zero"}
    assert opened.commitment == commitment(seed_from_text("s"))
    assert table.state.options == opened.options


def test_a_table_does_not_open_under_settings_that_cannot_be():
    with pytest.raises(Fault, match=r"deth_rule.*death_rule"):
        open_table(deth_rule="dead_at_zero")
    with pytest.raises(Fault, match="death_floor_number"):
        open_table(death_floor_number=-5)


def test_an_accepted_command_is_an_entry_with_its_author_its_parent_and_its_moment():
    table = begun()
    head = table.ledger.head
    before = state_bytes(table)
    command = suggested(table)
    entry = done(table, command, at="2026-11-15T21:00:00Z")
    assert (entry.seq, entry.by, entry.command, entry.parent) == (head + 1, "referee", command, head)
    assert entry.at == "2026-11-15T21:00:00Z"
    assert table.ledger.length == entry.seq + 1
    assert table.ledger.head == entry.seq
    assert state_bytes(table) != before
    assert table.last == list(table.entries())[-1]
    assert table.last == msgspec.structs.replace(entry, then=table.last.then)


def test_a_refusal_says_what_would_be_legal_and_leaves_no_trace():
    table = begun()
    acting = fight(table).acting[0]
    seat, other = (PARTY, ORCS) if acting == "party" else (ORCS, PARTY)
    wrong = refused(table, EndTurn(acting), other)
    assert wrong.code == "not_yours"
    assert wrong.values == {"who": f"@{acting}"}
    assert wrong.instead == tuple(choice.id for choice in table.choices(other))
    unknown = refused(table, Attack(min(seat.controls - {acting}), "nobody-here"), seat)
    assert unknown.instead == tuple(choice.id for choice in table.choices(seat))
    assert f"end_turn/{acting}" in unknown.instead
    for choice_id in unknown.instead:
        choice = table.choices(seat)[choice_id]
        assert all(WHITEBOX.command(plain) in table.choices(seat) for plain in choice.fillings())


@pytest.mark.parametrize("beyond", [10**9, -(10**9)])
def test_a_number_beyond_all_sense_is_refused_before_any_rule_is_asked(beyond):
    table = begun()
    refusal = refused(table, Move("berto", beyond))
    assert refusal.code == "number_beyond"
    for language in LANGUAGES:
        assert str(beyond) in refusal_text(WHITEBOX, table.state, refusal, language)


def test_a_refusal_of_the_rules_cites_them():
    table = begun()
    acting = fight(table).acting[0]
    attacker = "orc-1" if acting == "party" else "berto"
    target = "berto" if acting == "party" else "orc-1"
    refusal = refused(table, Attack(attacker, target))
    assert refusal.code == "not_your_turn"
    assert refusal.rules
    assert all(rule in WHITEBOX.rulebook for rule in refusal.rules)


def test_nobody_but_whoever_plays_a_side_or_the_referee_may_act_for_it():
    table = begun()
    acting = fight(table).acting[0]
    assert refused(table, EndTurn(acting), SPECTATOR).code == "not_yours"
    assert refused(table, EndTurn(acting), Seat("watcher", "spectator", frozenset({acting}))).code == "not_yours"
    assert refused(table, EndTurn(acting), SPECTATOR).instead == ()
    done(table, EndTurn(acting), PARTY if acting == "party" else ORCS)


def test_an_answer_nobody_asked_for_and_a_command_while_somebody_is_awaited_are_refused():
    table = open_table(surprise_method="judgement")
    assert refused(table, JudgeSurprise("")).code == "not_asked"
    done(table, orcs().start[0])
    waiting = refused(table, EndTurn("party"))
    assert waiting.code == "awaiting"
    assert waiting.values == {"who": "@referee", "kind": "surprise"}
    assert waiting.instead == ("judge_surprise",)
    done(table, JudgeSurprise(""))


# -------------------------------------------------------------------- undo, redo


def test_undo_goes_back_entry_by_entry_and_redo_comes_forward_again():
    table = begun()
    states = {table.ledger.head: state_bytes(table)}
    for _ in range(8):
        step(table)
        states[table.ledger.head] = state_bytes(table)
    heads = list(states)
    for earlier, later in zip(reversed(heads[:-1]), reversed(heads[1:]), strict=True):
        (told,) = done(table, Undo()).events
        assert (told.undone, told.to, told.who) == (later, earlier, "referee")
        assert table.ledger.head == earlier
        assert state_bytes(table) == states[earlier]
    for later in heads[1:]:
        (told,) = done(table, Redo()).events
        assert told == Redone(later)
        assert state_bytes(table) == states[later]
    assert refused(table, Redo()).code == "nothing_to_redo"


def test_undo_erases_nothing():
    table = begun()
    play(table, 5)
    before = list(table.records())
    done(table, Undo())
    done(table, Undo())
    assert list(table.records())[: len(before)] == before
    assert len(list(table.records())) == len(before) + 2


def test_the_opening_of_a_table_cannot_be_undone():
    table = open_table()
    assert refused(table, Undo()).code == "nothing_to_undo"
    table = begun()
    while not isinstance(table.submit(Undo(), REFEREE), Refusal):
        pass
    assert table.ledger.head == 0
    assert table.state.fight is None
    assert table.state.options == open_table(surprise_method="judgement", initiative_tie="reroll").state.options


def test_a_new_command_ends_what_can_be_redone_but_a_note_or_a_stir_does_not():
    table = begun()
    play(table, 4)
    target = state_bytes(table)
    done(table, Undo())
    done(table, Annotate(1, "wait"))
    done(table, Stir("luck"), PARTY)
    done(table, Redo())
    assert state_bytes(table) == target
    done(table, Undo())
    step(table)
    assert refused(table, Redo()).code == "nothing_to_redo"


@pytest.mark.parametrize(
    "command",
    [
        Redo(),
        Override("minutes", 3, "because"),
        OverrideRolls((1,), "because"),
        ChangeOptions({"natural_extremes": True}),
        RevealSeed(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_the_log_is_the_referees_to_bend(command):
    table = begun()
    step(table)
    assert refused(table, command, PARTY).code == "referee_only"
    assert refused(table, command, SPECTATOR).code == "referee_only"


def test_no_die_comes_back_by_undoing():
    table = begun()
    entry = play_until(table, AttackRolled)
    seen = dice_of(entry.events)
    done(table, Undo())
    again = done(table, entry.command)
    redrawn = dice_of(again.events)
    assert {die.at for die in seen}.isdisjoint(die.at for die in redrawn)
    assert min(die.at for die in redrawn) > max(die.at for die in seen)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_undone_and_redone_positions_never_fall_and_no_address_is_dealt_twice(seed):
    table, chance = begun(f"undo {seed}"), Random(seed)
    positions = dict(table.ledger.positions)
    for _ in range(80):
        command = chance.choice([Undo(), Undo(), Redo(), None, None, None, None])
        if command is None:
            if not WHITEBOX.finished(table.state):
                step(table)
        else:
            table.submit(command, REFEREE)
        for stream, position in table.ledger.positions.items():
            assert position >= positions.get(stream, 0)
        positions = dict(table.ledger.positions)
    addresses = [(die.stream, die.at) for entry in table.entries() for die in dice_of(entry.events)]
    assert len(addresses) > 20
    assert len(set(addresses)) == len(addresses)


def test_undo_reaches_back_beyond_the_states_kept_at_hand():
    table = begun()
    states = [state_bytes(table)]
    for amount in range(2, RECENT + 60):
        done(table, ChangeOptions({"rest_hp_per_day": str(1 + amount % 97)}))
        states.append(state_bytes(table))
    for restored in (table, Table.restore(WHITEBOX, list(table.records()), table.seed)):
        for state in reversed(states[:-1]):
            done(restored, Undo())
            assert state_bytes(restored) == state
        for state in states[1:]:
            done(restored, Redo())
            assert state_bytes(restored) == state


def test_undo_takes_back_a_change_of_house_rules():
    table = begun()
    (told,) = done(table, ChangeOptions({"natural_extremes": True})).events
    assert told == OptionsChanged({"natural_extremes": True})
    step(table)
    assert table.state.options["natural_extremes"] is True
    done(table, Undo())
    assert table.state.options["natural_extremes"] is True
    done(table, Undo())
    assert table.state.options["natural_extremes"] is False
    done(table, Redo())
    assert table.state.options["natural_extremes"] is True


def test_house_rules_that_cannot_be_are_refused_during_play_too():
    table = begun()
    assert refused(table, ChangeOptions({"natural_extreme": True})).values["near"] == "natural_extremes"
    assert refused(table, ChangeOptions({"natural_extremes": "often"})).code == "option"
    contradiction = refused(table, ChangeOptions({"death_floor": "fixed"}))
    assert contradiction.values["name"] == "death_floor"
    assert contradiction.values["other"] == "death_rule"
    done(table, ChangeOptions({"death_floor": "fixed", "death_rule": "unconscious_at_zero"}))


# -------------------------------------------------------------------- overrides


def test_the_referee_sets_a_number_by_its_path_with_a_reason():
    table = begun()
    entry = done(table, Override("fight.combatants.orc-2.hp", 1, "it fell down the stairs"))
    assert entry.events == (Overridden("fight.combatants.orc-2.hp", 4, 1, "it fell down the stairs"),)
    assert fight(table).combatants["orc-2"].hp == 1
    done(table, Undo())
    assert fight(table).combatants["orc-2"].hp == 4


def test_what_follows_from_an_overridden_number_happens_of_itself():
    table = begun()
    entry = done(table, Override("fight.combatants.orc-1.hp", 0, "a falling rock"))
    assert isinstance(entry.events[0], Overridden)
    fell = entry.events[1]
    assert isinstance(fell, Fell)
    assert (fell.who, fell.condition, fell.cause) == ("orc-1", "dead", 0)
    assert fight(table).combatants["orc-1"].condition == "dead"
    for number in range(2, 7):
        entry = done(table, Override(f"fight.combatants.orc-{number}.hp", -3, "an avalanche"))
    assert isinstance(entry.events[-1], FightEnded)
    assert WHITEBOX.finished(table.state)


def test_an_override_needs_a_reason_a_path_and_a_value_that_fits():
    table = begun()
    assert refused(table, Override("minutes", 3, "  ")).code == "reason_needed"
    nowhere = refused(table, Override("fight.combatants.orc-9.hp", 3, "x"))
    assert nowhere.code == "no_such_path"
    assert nowhere.values == {"path": "fight.combatants.orc-9.hp", "detail": "fight.combatants"}
    assert refused(table, Override("", 3, "x")).code == "no_such_path"
    assert refused(table, Override("fight.order.9", ["party"], "x")).code == "no_such_path"
    assert refused(table, Override("fight.order.²", ["party"], "x")).code == "no_such_path"
    assert refused(table, Override("fight.combatants.orc-1.hp", "many", "x")).code == "bad_value"
    assert refused(table, Override("fight.combatants.orc-1.condition", "sleepy", "x")).code == "bad_value"


def test_an_override_of_an_option_obeys_what_the_option_allows():
    table = begun()
    wrong = refused(table, Override("options.death_rule", "sometimes", "x"))
    assert wrong.code == "option"
    assert wrong.values["name"] == "death_rule"
    done(table, Override("options.death_rule", "unconscious_at_zero", "we are kind today"))
    assert table.state.options["death_rule"] == "unconscious_at_zero"


class _Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    gold: int = 0
    gems: tuple[int, ...] = (10, 20)


class _Hero(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    purse: _Purse = _Purse()
    scores: tuple[int, ...] = (9, 9, 9)
    notes: dict[str, int] = msgspec.field(default_factory=dict)
    levels: dict[int, str] = msgspec.field(default_factory=dict)


def test_a_path_leads_to_what_is_counted_too():
    """The keys of a mapping may be numbers, as the levels of a dungeon are; in a log they are words."""
    hero = _Hero("Dalia", levels={1: "crypt", 2: "caves"})
    assert set_path(hero, "levels.2", "lake") == ("caves", _Hero("Dalia", levels={1: "crypt", 2: "lake"}))
    assert set_path(hero, "levels", {"3": "hall"})[1] == _Hero("Dalia", levels={3: "hall"})
    with pytest.raises(PathFault, match="no_such_path"):
        set_path(hero, "levels.3", "hall")


def test_a_path_leads_into_parts_that_hold_their_default():
    hero = _Hero("Dalia")
    assert set_path(hero, "purse.gold", 7) == (0, _Hero("Dalia", _Purse(7)))
    assert set_path(hero, "scores.1", 18) == (9, _Hero("Dalia", scores=(9, 18, 9)))
    assert set_path(hero, "purse.gems.0", 5) == (10, _Hero("Dalia", _Purse(gems=(5, 20))))
    assert set_path(hero, "notes", {"debt": 3}) == ({}, _Hero("Dalia", notes={"debt": 3}))
    with pytest.raises(PathFault, match="no_such_path"):
        set_path(hero, "notes.debt", 3)
    with pytest.raises(PathFault, match="bad_value"):
        set_path(hero, "purse.gold", "seven")
    assert hero == _Hero("Dalia")


def test_overruled_dice_are_marked_and_the_ones_that_fell_stay_in_the_log():
    table = begun()
    entry = play_until(table, AttackRolled)
    attack = entry.events[0]
    fallen = dice_of(entry.events)
    victim = fight(table).combatants[attack.target].id
    before = table.ledger
    overruled = done(table, OverrideRolls((20, 6), "the table saw it land on the floor"))
    told, rolled, dealt = overruled.events[:3]
    assert told == RollsOverridden(entry.seq, entry.parent, "the table saw it land on the floor")
    assert isinstance(rolled, AttackRolled)
    assert isinstance(dealt, DamageDealt)
    assert (rolled.attacker, rolled.target, rolled.hit, dealt.target) == (attack.attacker, attack.target, True, victim)
    assert [(die.sides, die.face, die.how) for die in dice_of(overruled.events)] == [
        (20, 20, "overridden"),
        (6, 6, "overridden"),
    ]
    assert overruled.parent == entry.parent
    assert dice_of(list(table.entries())[entry.seq].events) == fallen
    assert all(die.how == "rolled" for die in fallen)
    assert table.ledger.positions == before.positions
    done(table, Undo())
    assert table.ledger.head == entry.parent


def test_overruled_dice_must_fit():
    table = begun()
    play_until(table, AttackRolled)
    assert refused(table, OverrideRolls((20, 6), "")).code == "reason_needed"
    missing = refused(table, OverrideRolls((20,), "x"))
    assert (missing.code, missing.values) == ("faces_missing", {"number": 2, "sides": 6, "purpose": "damage"})
    wrong = refused(table, OverrideRolls((21,), "x"))
    assert (wrong.code, wrong.values) == ("wrong_face", {"face": 21, "sides": 20, "number": 1})
    many = refused(table, OverrideRolls((1, 6), "x"))
    assert (many.code, many.values) == ("too_many_faces", {"needed": 1, "given": 2})


def test_there_is_nothing_to_overrule_where_no_die_fell_for_a_command():
    table = open_table()
    assert refused(table, OverrideRolls((), "x")).code == "nothing_to_overrule"
    table = begun()
    play_until(table, AttackRolled)
    done(table, Override("minutes", 2, "x"))
    assert refused(table, OverrideRolls((), "x")).code == "nothing_to_overrule"
    while dice_of(done(table, suggested(table)).events):
        pass
    assert refused(table, OverrideRolls((), "x")).code == "nothing_to_overrule"


# -------------------------------------------------------------------- notes, stirring, revealing


def test_a_note_stands_beside_an_entry_and_changes_nothing():
    table = begun()
    step(table)
    before = state_bytes(table), table.ledger.head, table.ledger.undone
    (told,) = done(table, Annotate(2, "here Berto lost his hat"), PARTY).events
    assert isinstance(told, Annotated)
    assert told.text == "here Berto lost his hat"
    assert (state_bytes(table), table.ledger.head, table.ledger.undone) == before
    length = table.ledger.length
    assert refused(table, Annotate(length, "x")).values == {"entry": length, "last": length - 1}
    assert refused(table, Annotate(-1, "x")).code == "no_such_entry"
    assert refused(table, Annotate(0, "x", audience="orcs"), PARTY).code == "not_yours"


@pytest.mark.parametrize("command", [Annotate(0, "\udcff"), Stir("\ud800"), Override("minutes", 1, "\udc80")])
def test_a_text_that_cannot_be_written_down_is_refused_before_it_does_anything(command):
    assert refused(begun(), command).code == "not_text"


@pytest.mark.parametrize("text", ["\x1b]0;mine\x07", "a\x00b", "\x1b[2J", "\x9b2J", "a\x7f", "\x85"])
def test_no_text_steers_the_terminal_of_whoever_reads_it(text):
    table = begun()
    for command in (Annotate(0, text), Stir(text), SayAside(text), HandOut("x", text), Override("minutes", 1, text)):
        assert refused(table, command).code == "not_text"
    assert refused(table, Attack(text, "orc-1")).code == "not_text"  # nor one that a rule of the game would read


@pytest.mark.parametrize("text", ["è così\tà\n— «sì» 👨\u200d👩", "\\u0007 \\x1b", "a\r\nb", "שלום"])
def test_any_other_text_is_written_as_it_is(text):
    (told,) = done(begun(), Annotate(0, text)).events
    assert told.text == text


def test_what_was_said_cannot_be_changed_afterwards():
    table = begun()
    said = {"natural_extremes": True}
    order = [["party"], ["orcs"]]
    done(table, ChangeOptions(said))
    done(table, Override("fight.order", order, "so be it"))
    said["natural_extremes"] = False
    order.clear()
    restored = Table.restore(WHITEBOX, list(table.records()), table.seed)
    assert state_bytes(restored) == state_bytes(table)
    assert restored.state.options["natural_extremes"] is True
    assert fight(restored).order == (("party",), ("orcs",))


def test_a_stirred_text_changes_the_dice_that_follow_and_none_before():
    plain, stirred = begun("stir"), begun("stir")
    (told,) = done(stirred, Stir("my lucky number is 7"), PARTY).events
    assert told == Stirred("anna", "my lucky number is 7")
    key = stream_key(seed_from_text("stir"), stir(bytes(32), "anna", "my lucky number is 7"), "play")
    play(plain)
    play(stirred)
    fallen = [die for entry in stirred.entries(4) for die in dice_of(entry.events) if die.stream == "play"]
    assert fallen
    assert all(face_at(key, die.at, die.sides) == die.face for die in fallen)
    assert list(plain.entries(0, 2)) == list(stirred.entries(0, 2))
    assert [dice_of(e.events) for e in plain.entries(3)] != [dice_of(e.events) for e in stirred.entries(4)]


def test_with_the_revealed_seed_every_die_can_be_checked_and_none_falls_any_more():
    table = begun()
    play(table, 20)
    command = suggested(table)
    assert table.choices(REFEREE)
    (told,) = done(table, RevealSeed()).events
    assert told == SeedRevealed(seed_from_text("kernel").hex())
    opened = next(table.entries()).events[0]
    seed = bytes.fromhex(told.seed)
    assert commitment(seed) == opened.commitment
    keys = {name: stream_key(seed, bytes(32), name) for name in ("play", "referee")}
    dice = [die for entry in table.entries() for die in dice_of(entry.events)]
    assert all(face_at(keys[die.stream], die.at, die.sides) == die.face for die in dice)
    for again in (table, Table.restore(WHITEBOX, list(table.records()), table.seed)):
        assert refused(again, command).code == "revealed"
        assert refused(again, command, faces=(3,)).code == "revealed"
        assert refused(again, Stir("late"), PARTY).code == "revealed"
        assert refused(again, RevealSeed()).code == "revealed"
        assert not again.choices(REFEREE)
        assert command not in again.choices(REFEREE)


# -------------------------------------------------------------------- a person's own dice


def test_a_person_types_their_dice_one_after_the_other():
    table = begun()
    while not isinstance(command := suggested(table), Attack):
        step(table)
    before = table.ledger, state_bytes(table)
    with pytest.raises(DieNeeded) as needed:
        table.submit(command, REFEREE, faces=())
    assert (needed.value.sides, needed.value.purpose, needed.value.position) == (20, "attack", 0)
    with pytest.raises(DieNeeded) as needed:
        table.submit(command, REFEREE, faces=(20,))
    assert (needed.value.sides, needed.value.purpose, needed.value.position) == (6, "damage", 1)
    assert (table.ledger, state_bytes(table)) == before
    entry = done(table, command, faces=(20, 3))
    assert [(die.sides, die.face, die.how, die.at) for die in dice_of(entry.events)] == [
        (20, 20, "typed", -1),
        (6, 3, "typed", -1),
    ]
    assert table.ledger.positions == before[0].positions


def test_a_face_that_a_die_does_not_have_or_nobody_asked_for_is_refused():
    table = begun()
    while not isinstance(command := suggested(table), Attack):
        step(table)
    wrong = refused(table, command, faces=(20, 7))
    assert (wrong.code, wrong.values) == ("wrong_face", {"face": 7, "sides": 6, "number": 2})
    assert refused(table, command, faces=(0,)).code == "wrong_face"
    many = refused(table, command, faces=(20, 3, 1))
    assert (many.code, many.values) == ("too_many_faces", {"needed": 2, "given": 3})
    side = fight(table).acting[0]
    other = "orcs" if side == "party" else "party"
    assert refused(table, EndTurn(other), faces=(3,)).code == "not_your_turn"


# -------------------------------------------------------------------- seeds and branches


def test_a_copy_without_the_seed_is_read_and_played_with_own_dice_only():
    table = begun()
    while not isinstance(command := suggested(table), Attack):
        step(table)
    copy = Table.restore(WHITEBOX, list(table.records()), None)
    assert refused(copy, command).code == "no_seed"
    assert refused(copy, Stir("x"), PARTY).code == "no_seed"
    assert refused(copy, RevealSeed()).code == "no_seed"
    done(copy, command, faces=(20, 3))
    done(copy, Undo())


def test_a_table_does_not_go_on_with_a_seed_that_it_did_not_commit_to():
    table = begun()
    with pytest.raises(Fault) as fault:
        Table.restore(WHITEBOX, list(table.records()), seed_from_text("another"))
    assert fault.value.in_("it") != fault.value.in_("en")


def test_a_branch_shares_the_past_and_goes_on_with_dice_of_its_own():
    table = begun()
    play(table, 10)
    past = list(table.records())
    made = table.branch("what if", seed_from_text("other"), at="2026-11-16")
    assert list(table.records()) == past
    assert list(made.records())[: len(past)] == past
    (told,) = list(made.entries())[-1].events
    assert told == Branched("what if", "test", len(past) - 1, past[-1][0], commitment(seed_from_text("other")))
    assert (made.ledger.table, table.ledger.table) == ("what if", "test")
    assert state_bytes(made) == state_bytes(table)
    step(table)
    step(made)
    key = stream_key(seed_from_text("other"), bytes(32), "play")
    play(made)
    own = [die for entry in made.entries(len(past)) for die in dice_of(entry.events) if die.stream == "play"]
    assert own[0].at in range(3)
    assert all(face_at(key, die.at, die.sides) == die.face for die in own)
    restored = Table.restore(WHITEBOX, list(made.records()), made.seed)
    assert (restored.ledger, state_bytes(restored)) == (made.ledger, state_bytes(made))


def test_a_branch_can_leave_from_any_point_of_the_log():
    table = begun()
    play(table, 12)
    records = list(table.records())
    for length in range(1, len(records) + 1, 3):
        earlier = Table.restore(WHITEBOX, records[:length], table.seed)
        made = earlier.branch("what if", seed_from_text("other"))
        assert state_bytes(made) == state_bytes(earlier)
        assert list(made.records())[:length] == records[:length]


def test_what_was_undone_before_a_branch_can_be_redone_in_it():
    table = begun()
    play(table, 6)
    target = state_bytes(table)
    done(table, Undo())
    made = table.branch("what if", seed_from_text("other"))
    done(made, Redo())
    assert state_bytes(made) == target
    done(made, Undo())
    done(made, Undo())


def test_a_revealed_table_goes_on_as_a_branch():
    table = begun()
    done(table, Stir("salt"), PARTY)
    done(table, RevealSeed())
    made = table.branch("sequel", seed_from_text("other"))
    step(made)
    restored = Table.restore(WHITEBOX, list(made.records()), made.seed)
    assert restored.ledger == made.ledger
    step(made)
    step(restored)
    assert list(made.records()) == list(restored.records())

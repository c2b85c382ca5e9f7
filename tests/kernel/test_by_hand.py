"""Dice that players throw with their own hands: no oracle. Asking commits, and only for dice of one's own people."""

from random import Random
from typing import Any

import msgspec
import pytest
from tests.games import PLAYABLE, ready_of
from tests.kernel.tables import ORCS, PARTY, WHITEBOX, begun, done, fight, refused, step

from arbitro.dice.stream import PLAY, seed_from_text
from arbitro.kernel.audit import replay, verify
from arbitro.kernel.byhand import thrower
from arbitro.kernel.command import (
    Annotate,
    Command,
    Override,
    Redo,
    Refusal,
    RevealSeed,
    RollOwed,
    Stir,
    TellFaces,
    ThrowDice,
    Undo,
)
from arbitro.kernel.event import ATTACK, DiceAsked
from arbitro.kernel.log import FIRST_CHAIN, link, write_lines
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_fields, dice_of
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import find_campaign
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import Attack, EndTurn
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt

STEPS = 40
SEED = seed_from_text("by hand")


def at_a_blow() -> tuple[Table[Any], Attack]:
    """A table at which one of the party is about to strike."""
    table = begun("by hand")
    for _ in range(200):
        command = WHITEBOX.suggest(table.state, REFEREE)
        assert command is not None
        if isinstance(command, Attack) and command.who in PARTY.controls:
            return table, command
        step(table)
    raise AssertionError("nobody strikes")


def asked(entry: Any) -> DiceAsked:
    (event,) = entry.events
    assert isinstance(event, DiceAsked)
    return event


def test_asking_commits_and_the_answer_completes() -> None:
    table, blow = at_a_blow()
    before = (msgspec.json.encode(table.state), table.ledger.head, table.ledger.positions)
    first = asked(done(table, blow, PARTY, faces=()))
    assert (first.who, first.sides, first.purpose, first.typed) == ("anna", 20, "attack", ())
    assert (msgspec.json.encode(table.state), table.ledger.head, table.ledger.positions) == before
    assert table.ledger.owed is not None
    second = asked(done(table, TellFaces((20,)), PARTY))
    assert (second.purpose, [face for _, face in second.typed]) == ("damage", [20])
    entry = done(table, TellFaces((3,)), PARTY)
    assert entry.command == blow
    assert (entry.by, [face for _, face in entry.typed]) == ("anna", [20, 3])
    struck, hurt = (next(one for one in entry.events if isinstance(one, kind)) for kind in (AttackRolled, DamageDealt))
    assert [(die.face, die.how, die.at) for die in (*dice_of(struck), *dice_of(hurt))] == [
        (20, "typed", -1),
        (3, "typed", -1),
    ]
    assert table.ledger.owed is None
    assert table.ledger.positions == before[2]


def test_faces_sent_at_once_are_taken_as_far_as_they_are_needed_and_no_further() -> None:
    table, blow = at_a_blow()
    entry = done(table, blow, PARTY, faces=(1, 6, 6, 6, 6))  # a miss needs one die: what is too much tells nothing
    assert [face for _, face in entry.typed] == [1]
    table, blow = at_a_blow()
    owed = asked(done(table, blow, PARTY, faces=(20, 99)))
    assert (owed.purpose, len(owed.typed)) == ("damage", 1)


def test_a_face_that_a_die_does_not_have_does_not_call_the_deed_off() -> None:
    table, blow = at_a_blow()
    asked(done(table, blow, PARTY, faces=(25,)))
    assert refused(table, TellFaces((0,)), PARTY).code == "wrong_face"
    assert refused(table, TellFaces(()), PARTY).code == "dice_owed"
    asked(done(table, TellFaces((20,)), PARTY))


@pytest.mark.parametrize("by", [PARTY, REFEREE], ids=lambda seat: seat.name)
def test_whoever_thinks_better_of_it_lets_the_engine_roll(by: Seat) -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=(20,))
    entry = done(table, RollOwed(), by)
    assert (entry.by, entry.command, [face for _, face in entry.typed]) == ("anna", blow, [20])
    hurt = next(one for one in entry.events if isinstance(one, DamageDealt))
    assert [(die.how, die.stream) for die in dice_of(hurt)] == [("rolled", PLAY)]
    assert table.ledger.owed is None
    assert refused(table, RollOwed(), by).code == "nothing_owed"
    assert refused(table, TellFaces((1,)), by).code == "nothing_owed"


MEANWHILE: tuple[Command, ...] = (
    Undo(),
    Redo(),
    Override("fight.combatants.orc-1.hp", 1, "x"),
    Stir("luck"),
    ThrowDice("1d6"),
    RevealSeed(),
)


@pytest.mark.parametrize("seat", [PARTY, ORCS, REFEREE], ids=lambda seat: seat.name)
def test_while_dice_are_owed_everything_waits_and_says_for_whom(seat: Seat) -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=())
    side = fight(table).acting[0]
    for command in (*MEANWHILE, EndTurn(side), blow):
        answer = refused(table, command, seat)
        assert (answer.code, answer.values, answer.instead) == ("dice_owed", {"who": "anna", "sides": 20}, ()), command
    assert list(table.choices(seat)) == []
    said = [refusal_text(WHITEBOX, table.state, refused(table, Undo(), seat), language) for language in ("it", "en")]
    assert said == ["Anna deve un d20: il tavolo aspetta quel dado.", "Anna owes a d20: the table waits for that die."]
    assert refused(table, TellFaces((20,)), ORCS).code == "dice_owed"
    assert refused(table, RollOwed(), ORCS).code == "dice_owed"
    assert refused(table, RollOwed(), SPECTATOR).code == "dice_owed"
    done(table, Annotate(0, "we wait"), seat)


def test_what_was_begun_survives_a_restart_and_is_taken_back_whole() -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=(20,))
    snapshot = msgspec.json.decode(msgspec.json.encode(table.snapshot()), type=type(table.snapshot()))
    assert snapshot.ledger == table.ledger
    again = Table.restore(WHITEBOX, list(table.records()), table.seed)
    assert again.ledger == table.ledger
    for one in (table, again):
        done(one, TellFaces((3,)), PARTY)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.ledger.positions == table.ledger.positions
    before = table.ledger.length
    done(table, Undo())
    assert (table.ledger.owed, table.ledger.length) == (None, before + 1)
    assert table.branch("b", SEED).ledger.owed is None


def test_a_branch_has_no_deed_that_was_begun_elsewhere() -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=())
    branch = table.branch("b", SEED)
    assert branch.ledger.owed is None
    assert Table.restore(WHITEBOX, list(branch.records()), SEED).ledger.owed is None
    step(branch)


def test_others_are_told_who_owes_what_and_not_for_which_deed() -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=(20,))
    for seat in (ORCS, SPECTATOR):
        entry = list(table.history(seat))[-1]
        shown = asked(entry)
        assert (shown.who, shown.sides, shown.deed, shown.typed, shown.plays) == ("anna", 6, "", (), ())
        assert entry.typed == ()
        assert tell(WHITEBOX, table.state, shown, "en") == "Anna has begun, and owes a d6 (damage)."
        assert tell(WHITEBOX, table.state, shown, "it") == "Anna ha cominciato e deve un d6 (danno)."
    own = asked(list(table.history(PARTY))[-1])
    assert (own.number, own.typed) == (1, ((0, 20),))  # her own dice, counted without those that fall unseen


def test_a_hidden_number_changes_nothing_of_what_is_asked_first() -> None:
    seen = []
    for armour in (10, 19):
        table, blow = at_a_blow()
        done(table, Override(f"fight.combatants.{blow.target}.profile.armour", armour, "because"))
        done(table, blow, PARTY, faces=())
        seen.append(msgspec.json.encode([list(table.history(PARTY)), list(table.choices(PARTY))]))
        assert refused(table, blow, PARTY, faces=()).code == "dice_owed"  # there is no second question
    assert seen[0] == seen[1]


# ---------------------------------------------------------------- sweeps


def played_by_hand(table: Table[Any], seat: Seat, steps: int = STEPS) -> int:
    """Play on, the seat's people with real dice; how many were typed. Whatever is typed is of their own people's."""
    ruleset, chance, typed = table.ruleset, Random(7), 0
    for _ in range(steps):
        command = ruleset.suggest(table.state, REFEREE)
        if command is None or ruleset.finished(table.state):
            break
        cut = next((one for one in ruleset.seats(table.state) if one.name == seat.name), seat)
        if not cut.may_act_for(ruleset.owner(table.state, command)):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
            continue
        entry = table.submit(command, cut, faces=())
        assert not isinstance(entry, Refusal), (command, entry)
        while isinstance(entry.events[0], DiceAsked):
            entry = table.submit(TellFaces((chance.randint(1, entry.events[0].sides),)), cut)
            assert not isinstance(entry, Refusal)
        after = next((one for one in ruleset.seats(table.state) if one.name == seat.name), cut)
        for event in entry.events:
            for die in dice_of(event):
                if die.how == "typed" and not die.again:
                    typed += 1
                    assert event.thrown_by
                    assert cut.knows(event.audience) or after.knows(event.audience)
                    assert thrower(entry.events, event, die) in cut.controls | after.controls, event
                elif die.at >= 0 and die.stream == PLAY and cut.knows(event.audience) and not die.again:
                    assert thrower(entry.events, event, die) not in cut.controls, event
    return typed


def holds(table: Table[Any]) -> None:
    """Whether a log with typed dice is checked, and decided again, to the same."""
    assert table.seed is not None
    verdict = verify(write_lines(table.records()), [table.seed])
    assert verdict.fault is None, verdict.fault.in_("en")
    assert verdict.by_hand or verdict.dice
    assert replay(table.ruleset, table.records(), table.seed) is None


@pytest.mark.parametrize("game", PLAYABLE)
def test_only_dice_of_ones_own_people_are_ever_asked_for(game: str) -> None:
    ruleset, typed = find_ruleset(game), 0
    for folder, name in ready_of(game)[:4]:
        setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
        table = Table.open(ruleset, "hand", seed_from_text(f"{name} hand"), setup.options)
        for command in setup.start:
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        typed += played_by_hand(table, next(iter(ruleset.seats(table.state))))
        holds(table)
    assert typed > 10


@pytest.mark.parametrize("game", PLAYABLE)
def test_in_a_campaign_the_dungeon_and_the_hidden_stay_the_engines(game: str) -> None:
    typed = 0
    for seed in ("1", "2"):
        table = Table.open(find_campaign(game), "hand", seed_from_text(f"hand {seed}"), {"road_days": 0})
        typed += played_by_hand(table, next(iter(table.ruleset.seats(table.state))), 70)
        holds(table)
    assert typed


def test_a_deed_that_is_carried_out_otherwise_than_it_was_begun_does_not_hold() -> None:
    table, blow = at_a_blow()
    done(table, blow, PARTY, faces=(20,))
    done(table, TellFaces((3,)), PARTY)
    lines = list(write_lines(table.records()))
    assert verify(lines, [SEED]).fault is None
    changes = ((b'"typed":[[0,20],', b'"typed":[[0,19],'), (b'"command":{"type":"attack"', b'"command":{"type":"att"'))
    for before, after in changes:
        chain, forged = FIRST_CHAIN, []
        for _, body in table.records():
            changed = body.replace(before, after) if b'"typed":[[0,20],[' in body else body
            chain = link(chain, changed)
            forged.append((chain, changed))
        verdict = verify(write_lines(forged), [SEED])
        assert verdict.fault is not None, before
        assert (verdict.line, "begun" in verdict.fault.in_("en")) == (len(lines), True)


# ---------------------------------------------------------------- whose dice


ENGINES = frozenset(
    [
        "SectionSearched",
        "SlotFilled",
        "StepHeld",
        "TableRolled",
        "DungeonBrought",
        "LockSettled",
        "MissileFlew",
        "OracleSpoke",
        "PromptDrawn",
        "RoomDone",
        "RoomOpened",
        "SceneryDrawn",
        "WatchKept",
        "Mustered",
        "TrapAttacked",
        "TrapSensed",
        "LotsDrawn",
        "LandDrawn",
        "DoorPushed",
        "WanderersDrawn",
        "WanderingChecked",
        "Joined",
        "RoundBegan",
        "TieRolled",
        "SpeedChecked",
        "ResistRolled",
        "FearGained",
        "FoeRose",
        "GoldChanged",
        "Asked",
        "PoisonRolled",
        "RollRequested",
        "CountdownStarted",
        "FeatureUsed",
        "FoeRolled",
        "WayChecked",
        "WeatherAnnounced",
        "WildernessChecked",
        "MoraleRolled",
        "Paralysed",
        "Astray",
        "LedAstray",
        "EncounterRolled",
        "EvasionRolled",
        "MetSomebody",
        "PursuitRolled",
        "ReactionRolled",
        "TroopStated",
        "WanderingRolled",
        "Busy",
        "LoyaltyRolled",
        "WayRolled",
        "WeatherTurned",
        "ListenRolled",
        "SearchRolled",
        "Perished",
        "TrapTrodden",
        "ItemGained",
        "ItemFound",
        "PotionFound",
        "WoundSuffered",
        "AlignmentChanged",
        "ArmourSundered",
        "DarknessPierced",
        "Exposed",
        "SpellTurned",
        "Bewildered",
        "CreatureDrawn",
        "EffectBegan",
        "HpRegained",
        "LevelsDrained",
        "MagicEnded",
        "MagicResisted",
        "TreasureRolled",
        "Unaffected",
        "UnseenSensed",
        "DamageDealt",
    ]
)
"""Kinds whose dice nobody is asked for: the hidden, the dungeon's, the weather's, those of foes and of bad luck."""


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_kind_of_event_with_dice_says_whose_they_are(game: str) -> None:
    for kind in (*find_ruleset(game).event_types, *find_campaign(game).event_types):
        if dice_fields(kind) and not kind.thrown_by:
            assert kind.__name__ in ENGINES, f"{kind.__name__}: whose dice are these? Say it with `thrown_by`"
        elif kind.thrown_by not in ("", ATTACK):
            assert kind.thrown_by in kind.__struct_fields__

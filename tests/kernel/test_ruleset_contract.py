"""The contract of every game: one suite over all that are registered, whatever their rules.

A game joins by being plugged in (`arbitro.rules.games`); its ready scenes (``fights/*.yaml``) are played here at random
and by its own automatic player.
"""

from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from tests.games import PLAYABLE, scenes_of
from tests.sampling import sampled

from arbitro.dice.stream import AuditedDice, Die, seed_from_text
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Annotate, Command, Override, Refusal, Undo
from arbitro.kernel.event import KERNEL_EVENTS, TOLD_WITH_ANOTHER, Event
from arbitro.kernel.explain import explain, explain_refusal
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text, question_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import thrown_in
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset, games, package_of
from arbitro.text import LANGUAGES, Texts, load_catalogue

STEPS = 20
"""How long a random game goes on; long enough to see several rounds of a fight."""


SCENES_EACH = 4
"""So many scenes of each game are played in every run, the others in the slow set."""
SCENES = [
    pytest.param(
        game,
        name,
        id=f"{game}-{name.removesuffix('.yaml')}",
        marks=[pytest.mark.slow] if number >= SCENES_EACH else [],
    )
    for game in PLAYABLE
    for number, name in enumerate(scenes_of(game))
]
over_scenes = pytest.mark.parametrize(("game", "scene"), SCENES)
over_games = pytest.mark.parametrize("game", PLAYABLE)


@cache
def setup_of(game: str, scene: str) -> Setup:
    ruleset = find_ruleset(game)
    return ruleset.read_setup(open_packaged(ruleset.package, "fights", scene))


def begun(game: str, scene: str, seed: str) -> Table[Any]:
    setup = setup_of(game, scene)
    table = Table.open(find_ruleset(game), scene, seed_from_text(seed), setup.options)
    for command in setup.start:
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), answer
    return table


def seats(table: Table[Any]) -> tuple[Seat, ...]:
    """Everybody at the table: the referee, the players that the scene offers, and somebody who looks on."""
    return (REFEREE, *table.ruleset.seats(table.state), SPECTATOR)


def offered(table: Table[Any], seat: Seat) -> list[tuple[Choice, Command]]:
    """Every command that the choices of a seat can become."""
    return [(choice, table.ruleset.command(plain)) for choice in table.choices(seat) for plain in choice.fillings()]


def random_step(table: Table[Any], chance: Random) -> Command | None:
    """Take one of all the commands on offer; None when nobody is offered any."""
    players = list(table.ruleset.seats(table.state))
    chance.shuffle(players)
    # The referee may do everything, the end of the scene included: let the players come first, mostly.
    for seat in (REFEREE, *players) if chance.random() < 0.15 else (*players, REFEREE):
        choices = list(table.choices(seat))
        if not choices:
            continue
        choice = chance.choice(choices)
        command = table.ruleset.command(chance.choice(list(choice.fillings())))
        answer = table.submit(command, seat)
        assert not isinstance(answer, Refusal), (choice, command, answer)
        return command
    return None


def random_game(game: str, scene: str, seed: int, steps: int = STEPS) -> Iterator[tuple[Table[Any], Command]]:
    """Games in which everybody does whatever comes to mind, command by command; when one is over, the next begins."""
    table, chance = begun(game, scene, f"contract {seed}"), Random(seed)
    for count in range(steps):
        if table.ruleset.finished(table.state):
            table = begun(game, scene, f"contract {seed} {count}")
        command = random_step(table, chance)
        assert command is not None, "nobody is offered anything, and the scene is not finished"
        yield table, command


@cache
def suggested_game(game: str, scene: str) -> Table[Any]:
    """A game played out by the automatic player, once: whoever looks at it does not touch it."""
    return played_out(game, scene, "one")


def played_out(game: str, scene: str, seed: str) -> Table[Any]:
    """A game played out by the automatic player."""
    table = begun(game, scene, seed)
    for _ in range(3_000):
        if table.ruleset.finished(table.state):
            return table
        command = table.ruleset.suggest(table.state, REFEREE)
        assert command is not None, "the automatic player is at a loss"
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), (command, answer)
    raise AssertionError("the automatic player comes to no end")


class CountedDice:
    """Audited dice that remember what they showed."""

    def __init__(self, seed: str) -> None:
        self.thrown: list[Die] = []
        self._dice = AuditedDice.from_text(seed)
        self._name = "play"

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        die = self._dice.stream(self._name).roll(sides, purpose)
        self.thrown.append(die)
        return die

    def stream(self, name: str, /) -> "CountedDice":
        other = CountedDice.__new__(CountedDice)
        other.thrown, other._dice, other._name = self.thrown, self._dice, name
        return other


def encoded(part: object) -> bytes:
    return msgspec.json.encode(part)


# -------------------------------------------------------------------- the game as such


@pytest.mark.parametrize("game", list(games()))
def test_a_registered_game_can_be_imported_and_brings_a_scene_to_play(game):
    assert import_module(package_of(game))
    assert scenes_of(game)


@over_games
def test_a_game_is_known_by_its_own_name_and_lies_where_it_says(game):
    ruleset = find_ruleset(game)
    assert isinstance(ruleset, Ruleset)
    assert (ruleset.id, ruleset.package) == (game, package_of(game))
    assert ruleset.rulebook.game == game
    assert len(ruleset.options) > 0


@over_games
def test_no_event_or_command_hides_another(game):
    ruleset = find_ruleset(game)
    tags = [str(kind.__struct_config__.tag) for kind in (*KERNEL_EVENTS, *ruleset.event_types)]
    assert len(set(tags)) == len(tags)
    assert ruleset.entry_decoder is not None
    for kind in ruleset.event_types:
        fields = set(kind.__struct_fields__)
        assert set(kind.people) <= fields
        assert set(kind.entries) <= fields
        assert {path.partition(".")[0] for path in kind.secrets} | set(kind.secrets.values()) <= fields


@over_games
def test_the_initial_state_is_plain_and_offers_nothing_that_is_refused(game):
    table = Table.open(find_ruleset(game), "empty", seed_from_text("empty"))
    for seat in (REFEREE, SPECTATOR):
        assert encoded(table.view(seat))
        for _, command in offered(table, seat):
            assert command in table.choices(seat)


@over_scenes
def test_a_ready_scene_has_a_title_in_both_languages_and_options_that_hold(game, scene):
    setup = setup_of(game, scene)
    assert all(setup.title.in_(language).strip() for language in LANGUAGES)
    assert setup.start
    assert find_ruleset(game).options.faults(setup.options) == {}
    assert begun(game, scene, "x").state.options.items() >= setup.options.items()


# -------------------------------------------------------------------- choices and refusals


@over_scenes
@pytest.mark.parametrize("seed", sampled(range(2), 1))
def test_what_is_offered_is_accepted(game, scene, seed):
    for count, (table, _) in enumerate(random_game(game, scene, seed)):
        assert not table.choices(SPECTATOR)
        if count % 6:
            continue
        for seat in seats(table):
            ids = [choice.id for choice in table.choices(seat)]
            assert len(set(ids)) == len(ids)
            for choice, command in offered(table, seat):
                assert command in table.choices(seat), (choice, command)


@over_scenes
def test_what_is_remembered_is_what_would_be_worked_out_anew(game, scene):
    """A server keeps what it worked out of a table's state, for all seats; nobody is shown another's, or old."""
    moment = PresentMoment[Any]()
    for count, (table, _) in enumerate(random_game(game, scene, 7)):
        if count % 8:
            continue
        ruleset, state = table.ruleset, table.state
        anew = msgspec.structs.replace(state)  # the same, of which nothing is kept
        moment.at(state)
        for seat in seats(table):
            for _ in range(2):
                assert tuple(ruleset.choices(state, seat)) == tuple(ruleset.choices(anew, seat))
                assert ruleset.cards(state, seat, "it") == ruleset.cards(anew, seat, "it")
                assert ruleset.picture(state, seat, "it") == ruleset.picture(anew, seat, "it")
                assert ruleset.drawing(state, seat, "it") == ruleset.drawing(anew, seat, "it")
            for _, command in offered(table, seat):
                odds = ruleset.chance(anew, seat, command, "it")
                assert odds == ruleset.chance(state, seat, command, "it")
                assert odds is None or ruleset.may_have_odds(command), command
                assert ruleset.allows(state, command) == ruleset.allows(anew, command)
        assert state.follows or ruleset.finished(state)
        assert anew.follows is None


@over_scenes
def test_a_refused_command_throws_no_die_and_changes_nothing(game, scene):
    chance = Random(5)
    pool: list[Command] = []
    refusals = 0
    for table, command in random_game(game, scene, 10, steps=40):
        pool.append(command)
        before = table.ledger, encoded(table.state)
        for old in chance.sample(pool, min(len(pool), 4)):
            for seat in seats(table):
                if old in table.choices(seat):
                    continue
                answer = table.submit(old, seat)
                assert isinstance(answer, Refusal), (old, seat)
                assert answer.instead == tuple(choice.id for choice in table.choices(seat))
                assert (table.ledger, encoded(table.state)) == before
                for language in LANGUAGES:
                    assert explain_refusal(table.ruleset, table.state, answer, language).sentence
                refusals += 1
            dice = CountedDice("refused")
            if table.ruleset.may_begin(table.state, old) is None and isinstance(
                table.ruleset.decide(table.state, old, dice), Refusal
            ):
                assert not dice.thrown
    assert refusals > 50


@over_scenes
def test_an_automatic_player_proposes_only_what_its_seat_may_do(game, scene):
    for table, _ in random_game(game, scene, 77, steps=40):
        for seat in seats(table):
            command = table.ruleset.suggest(table.state, seat)
            if command is not None:
                assert command in table.choices(seat), (seat.name, command)


@over_scenes
def test_automatic_players_bring_a_scene_to_its_end(game, scene):
    table = suggested_game(game, scene)
    assert table.ruleset.finished(table.state)
    assert table.ruleset.suggest(table.state, REFEREE) is None


# -------------------------------------------------------------------- deciding and folding


@over_scenes
def test_deciding_is_pure_and_folding_its_events_gives_its_state(game, scene):
    ruleset = find_ruleset(game)
    for table, _ in random_game(game, scene, 20):
        state = table.state
        for choice in table.choices(REFEREE):
            command = ruleset.command(next(iter(choice.fillings())))
            before = encoded(state)
            dice = CountedDice("pure")
            resolved = ruleset.decide(state, command, dice)
            again = ruleset.decide(state, command, CountedDice("pure"))
            assert not isinstance(resolved, Refusal)
            assert not isinstance(again, Refusal)
            assert encoded(state) == before
            assert encoded(resolved.events) == encoded(again.events)
            assert resolved.events, command
            folded = reduce(ruleset.evolve, resolved.events, state)
            assert encoded(folded) == encoded(resolved.state)
            told = [(die.stream, die.at, die.sides, die.face) for die in thrown_in(resolved.events)]
            assert sorted(told) == sorted((die.stream, die.at, die.sides, die.face) for die in dice.thrown), command
            if len(resolved.events) > 3:
                break


@over_scenes
def test_a_log_folds_to_the_live_state_and_the_state_survives_its_encoding(game, scene):
    ruleset = find_ruleset(game)
    table = None
    for table, _ in random_game(game, scene, 30):
        state = encoded(table.state)
        assert encoded(msgspec.json.decode(state, type=ruleset.state_type)) == state
    assert table is not None
    for played in (table, suggested_game(game, scene)):
        records = list(played.records())
        restored = Table.restore(ruleset, records, played.seed)
        assert encoded(restored.state) == encoded(played.state)
        assert restored.ledger == played.ledger


@over_scenes
def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_game(game, scene):
    first, second = suggested_game(game, scene), played_out(game, scene, "one")
    assert list(first.records()) == list(second.records())
    other = played_out(game, scene, "two")
    assert list(other.records())[2:] != list(first.records())[2:]


@over_scenes
def test_undo_leads_back_through_a_whole_game(game, scene):
    table = begun(game, scene, "undo")
    states = [encoded(table.state)]
    for _ in range(12):
        if table.ruleset.finished(table.state):
            break
        table.submit(table.ruleset.suggest(table.state, REFEREE), REFEREE)
        states.append(encoded(table.state))
    for state in reversed(states[:-1]):
        table.submit(Undo(), REFEREE)
        assert encoded(table.state) == state


# -------------------------------------------------------------------- words and rules


@over_scenes
def test_everything_is_told_in_both_languages_and_cites_rules_of_the_book(game, scene):
    ruleset = find_ruleset(game)
    for count, (table, _) in enumerate(random_game(game, scene, 40)):
        for question in table.state.awaiting:
            assert all(question_text(ruleset, table.state, question, language) for language in LANGUAGES)
            assert all(rule in ruleset.rulebook for rule in question.rules)
        if count % 4:
            continue
        for seat in seats(table):
            for language in LANGUAGES:
                assert all(isinstance(line, str) for line in ruleset.picture(table.state, seat, language))
                drawing = ruleset.drawing(table.state, seat, language)
                if drawing is not None:
                    root = ElementTree.fromstring(drawing.svg())
                    assert root.get("aria-label")
                    keys = [piece.key for piece in drawing.pieces()]
                    assert len(keys) == len(set(keys)), "a piece is found again by its key"
                    assert len(keys) == sum(map(len, root)), "a page counts the same pieces, layer by layer"
            for choice in table.choices(seat):
                assert all(rule in ruleset.rulebook for rule in choice.rules), choice
                labels = [choice.label, *(pick.label for parameter in choice.parameters for pick in parameter.picks)]
                for label in labels:
                    said = {language: label_text(ruleset, table.state, label, language) for language in LANGUAGES}
                    assert all(said.values()), label
    table = suggested_game(game, scene)
    known = (event for seat in seats(table) for entry in table.history(seat) for event in entry.events)
    for event in {encoded(event): event for event in known}.values():  # most seats know the same
        for language in LANGUAGES:
            told = explain(ruleset, table.state, event, language)
            assert "{" not in told.sentence
            assert told.sentence or silent(ruleset, event), event
            assert not [rule.id for rule in told.rules if rule.id not in ruleset.rulebook]


@cache
def beginnings(package: str) -> frozenset[str]:
    """The first two words of every key that a package has a text for."""
    return frozenset(".".join(key.split(".")[:2]) for key in load_catalogue(package, "en"))


def silent(ruleset: Ruleset[Any], event: Event) -> bool:
    """Whether no sentence was ever meant for events of this kind, or the sentence of another tells of it."""
    if event.variant() == TOLD_WITH_ANOTHER:
        return True
    beginning = f"event.{event.__struct_config__.tag}"
    texts: Texts | None = ruleset.texts
    while texts is not None:
        if beginning in beginnings(texts.package):
            return False
        texts = texts.parent
    return True


# -------------------------------------------------------------------- secrecy


@over_scenes
def test_nobody_is_shown_what_is_meant_for_others(game, scene):
    table = suggested_game(game, scene)
    ruleset = table.ruleset
    for seat in seats(table):
        shown = list(table.history(seat))
        assert [entry.seq for entry in shown] == list(range(len(shown)))
        for entry in shown:
            if seat.role != "referee":
                assert entry.command is None
            for place, event in enumerate(entry.events):
                assert seat.knows(event.audience)
                assert -1 <= event.cause < place
                for path, owner in event.secrets.items():
                    if not ruleset.knows_numbers(table.state, seat, getattr(event, owner)):
                        held = _at(event, path)
                        assert held is None or (isinstance(held, Check) and held == held.bare()), (seat.name, event)


def _at(event: Event, path: str) -> object:
    found: Any = event
    for step in path.split("."):
        found = getattr(found, step) if found is not None else None
    return found


def seen(table: Table[Any], seat: Seat) -> bytes:
    """All that reaches a seat."""
    ruleset, state = table.ruleset, table.state
    history = list(table.history(seat))
    told = [tell(ruleset, state, event, "it") for entry in history for event in entry.events]
    choices = list(table.choices(seat))
    labels = [label_text(ruleset, state, choice.label, "en") for choice in choices]
    pictures = [ruleset.picture(state, seat, "it"), ruleset.drawing(state, seat, "it")]
    return encoded([history, table.view(seat), told, choices, labels, *pictures])


@over_scenes
def test_what_only_the_referee_knows_of_leaves_no_trace(game, scene):
    plain, hidden = begun(game, scene, "trace"), begun(game, scene, "trace")
    for _ in range(25):
        if plain.ruleset.finished(plain.state):
            break
        command = plain.ruleset.suggest(plain.state, REFEREE)
        assert command is not None
        hidden.submit(Annotate(0, "between us", "referee"), REFEREE)
        for table in (plain, hidden):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
    for seat in seats(plain)[1:]:
        assert seen(hidden, seat) == seen(plain, seat)


@over_scenes
def test_an_onlooker_knows_no_more_than_a_player(game, scene):
    table = suggested_game(game, scene)
    public = [event for entry in table.history(SPECTATOR) for event in entry.events]
    for player in table.ruleset.seats(table.state):
        known = {type(event) for entry in table.history(player) for event in entry.events}
        assert {type(event) for event in public} <= known
        assert len(encoded(table.view(SPECTATOR))) <= len(encoded(table.view(player)))


@over_scenes
def test_players_are_offered_seats_and_none_takes_part_of_another(game, scene):
    table = begun(game, scene, "seats")
    offered_seats = table.ruleset.seats(table.state)
    assert offered_seats
    names = [seat.name for seat in offered_seats]
    assert len(set(names)) == len(names)
    for one in offered_seats:
        assert "referee" not in one.controls
        for other in offered_seats:
            shared = one.controls & other.controls
            whole = one.controls <= other.controls or other.controls <= one.controls
            # A side's seat holds its characters' seats; these have nothing in common but the side they belong to.
            assert whole or len(shared) <= 1, (one.name, other.name)
    assert isinstance(table.submit(Override("options", {}, "x"), offered_seats[0]), Refusal)

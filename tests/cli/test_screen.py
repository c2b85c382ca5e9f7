"""The full-screen game as a person at the keyboard meets it: keys in, panes out."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from arbitro.__main__ import main
from arbitro.cli.screen import paper
from arbitro.cli.screen.app import DARK, LIGHT, GameApp, first_theme
from arbitro.cli.screen.dialogs import Confirm, EntryDialog, PickOne, ReadingDialog
from arbitro.cli.screen.game import Game, percent
from arbitro.cli.screen.menu import Fold, by_actor, lay_out, matches, opened
from arbitro.cli.screen.panes import DoingPane, PartyPane, StoryPane
from arbitro.cli.screen.table import TableScreen
from arbitro.cli.sessions import PlayRequest, find_scene
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import RevealSeed
from arbitro.kernel.event import Undone
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.play.commands import Gather
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.store.session import Session

SMALL = (80, 24)


class Play:
    """A hand on the keyboard and eyes on the screen."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.app: Any = pilot.app

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def doing(self) -> DoingPane:
        return self.table.query_one(DoingPane)

    @property
    def menu(self) -> list[str]:
        return [str(option.prompt) for option in self.doing.menu.options]

    @property
    def story(self) -> list[str]:
        return [str(option.prompt) for option in self.table.query_one(StoryPane).options]

    @property
    def party(self) -> str:
        return "\n".join(str(option.prompt) for option in self.table.query_one(PartyPane).options)

    def seen(self, selector: str) -> str:
        """The words of a line on the screen on top."""
        return str(self.app.screen.query_one(selector, Static).content)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when what came before has come to rest."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until the table waits for the person, or a dialog does."""
        still = 0  # a key that was pressed may not have been heard yet: once is not enough
        for _ in range(400):
            await self.pilot.pause()
            at_rest = self.table.waiting or self.app.screen is not self.table or not self.app.is_running
            still = still + 1 if at_rest else 0
            if still > 1:
                return
        raise AssertionError("the table never comes to rest")

    async def write(self, words: str) -> None:
        """Write something in the dialog that is open, and send it."""
        self.app.screen.query_one(Input).value = words
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """Press the key of the line of the menu that holds these words."""
        row = next((row for row in self.menu if words in row), None)
        assert row is not None, f"{words!r} is not among {self.menu}"
        await self.press(row[0])


@asynccontextmanager
async def sat_down(session: Session[Any], size: tuple[int, int] = SMALL, **settings: Any) -> AsyncIterator[Play]:
    """A person at a table."""
    seats = session.ruleset.seats(session.state)
    game = Game(session, next(iter(seats), REFEREE), settings.pop("language", "en"), **settings)
    async with GameApp(game).run_test(size=size) as pilot:
        play = Play(pilot)
        await pilot.pause()
        await play.settle()
        yield play


async def fight(store: Store, game: str = "whitebox", scene: str = "orcs", seed: str = "3") -> Session[Any]:
    ruleset = find_game(game)
    _, setup = find_scene(ruleset, PlayRequest(game, scene, "en"))
    table = Table.open(ruleset, "t", seed_from_text(seed), ruleset.options.meant(dict(setup.options)), at="")
    for command in setup.start:
        table.submit(command, REFEREE, at="")
    return await store.create(table)


async def campaign(store: Store, party: str = "ready:novices") -> Session[Any]:
    ruleset = find_game("campaign-whitebox")
    table = Table.open(ruleset, "t", seed_from_text("7"), ruleset.options.meant({}), at="")
    if party:
        table.submit(Gather(party), REFEREE, at="")
    return await store.create(table)


def on_screen(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an asynchronous test with a store of its own."""

    def run(*arguments: Any) -> None:
        async def whole() -> None:
            async with MemoryStore(find_game) as store:
                await test(store, *arguments)

        asyncio.run(whole())

    run.__name__, run.__doc__ = getattr(test, "__name__", "test"), test.__doc__
    return run


# -------------------------------------------------------------------- a fight


@on_screen
async def test_a_fight_is_played_by_keys_alone(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        assert play.menu[0] == "1 End the turn: the party"
        assert [row[:9] for row in play.menu[1:5]] == ["2 Berto …", "3 Dalia …", "4 Guido …", "5 Livia …"]
        assert play.menu[5].startswith("6 Leave the fight …")
        await play.choose("Berto")
        await play.choose("strike (sword)")
        assert isinstance(play.app.screen, PickOne)
        await play.press("2")
        assert play.story[-1].startswith("• Berto attacks Orc 2")
        assert play.doing.path == [], "after an act everybody is offered again"
        before = session.ledger.length
        await play.choose("End the turn")
        assert session.ledger.length > before + 1, "the orcs have acted by themselves"
        assert "Orc 6" in play.party
        assert "Berto HP" in play.party


@on_screen
async def test_escape_goes_back_without_doing_anything(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        before = session.ledger.length
        await play.choose("Berto")
        await play.choose("strike (sword)")
        await play.press("escape")
        assert play.app.screen is play.table
        assert play.doing.path == [("actor", "berto")]
        await play.press("escape")
        assert play.doing.path == []
        assert session.ledger.length == before


@on_screen
async def test_numbers_are_asked_for_until_they_will_do(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        await play.choose("Berto")
        await play.choose("move ahead")
        assert isinstance(play.app.screen, EntryDialog)
        await play.press("9", "9", "9", "9", "enter")
        assert "A whole number is needed" in play.seen(".hint")
        play.app.screen.query_one(Input).value = "-"
        await play.press("enter")
        assert "A whole number is needed" in play.seen(".hint")
        play.app.screen.query_one(Input).value = "10"
        await play.press("enter")
        assert play.app.screen is play.table
        assert any("Berto" in line for line in play.story[-1:])


@on_screen
async def test_why_shows_dice_numbers_and_rules_of_the_marked_line(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        await play.choose("Berto")
        await play.choose("strike (sword)")
        await play.press("1", "question_mark")
        assert isinstance(play.app.screen, ReadingDialog)
        page = play.seen("#page-text")
        assert "d20=" in page
        assert "WB-ATK-01" in page
        await play.press("left")
        assert play.seen("#page-text") != page, "the line before"
        await play.press("right", "right")
        assert play.seen("#page-text") == page, "there is none after the last"
        await play.press("escape")
        play.table.query_one(StoryPane).focus()
        await play.press("home", "enter")
        assert play.seen("#page-text").startswith(play.story[0].removeprefix("• ").strip())


@on_screen
async def test_a_die_that_was_owed_when_one_left_is_asked_for_again_and_may_be_left_to_the_engine(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session, typed=True) as play:
        await play.choose("Berto")
        await play.choose("strike (sword)")
        await play.press("1")
        assert "Your d20" in play.seen(".asked")
    assert session.ledger.owed is not None
    async with sat_down(session) as play:
        assert "Your d20" in play.seen(".asked")
        await play.press("escape")
        assert session.ledger.owed is None
        (struck,) = [e for e in await session.entries() if e.command is not None and e.by == "party"][-1:]
        assert all(die.how == "rolled" for event in struck.events for die in _dice(event))


@on_screen
async def test_one_s_own_dice_are_asked_for_one_by_one(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session, typed=True) as play:
        assert "your own dice" in play.seen("#head")
        await play.choose("Berto")
        await play.choose("strike (sword)")
        await play.press("1")
        assert "Your d20" in play.seen(".asked")
        await play.press("2", "1", "enter")
        assert "A d20 shows 1 to 20" in play.seen(".hint")
        await play.press("backspace", "0", "enter")
        assert "Your d" in play.seen(".asked"), "a hit throws for damage"
        begun = session.ledger
        assert begun.owed is not None, "what is asked for is begun"
        assert [face for _, face in begun.owed.typed] == [20]
        await play.press("4", "enter")
        told = [" ".join(line.split()) for line in play.story[-2:]]
        assert told == ["• Orc 1 loses 4 hit points.", "• Berto strikes home (sword), and Orc 1 falls dead."]
        dice = [die for entry in await session.entries(begun.length) for event in entry.events for die in _dice(event)]
        assert [(die.face, die.how) for die in dice[:2]] == [(20, "typed"), (4, "typed")]
        await play.press("D")
        assert "your own dice" not in play.seen("#head")


def _dice(event: Any) -> list[Any]:
    from arbitro.kernel.thrown import dice_of

    return list(dice_of(event))


@on_screen
async def test_undo_and_redo(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        start = play.menu
        await play.press("U")
        assert play.menu == start, "nothing to take back"
        await play.choose("Leave the fight")
        await play.choose("Berto: surrender")
        assert "Berto: surrender" not in " ".join(play.menu)
        await play.press("escape")
        after = play.menu
        await play.press("U")
        assert play.menu == start
        await play.press("Y")
        assert play.menu == after
        entries = await session.entries()
        assert any(isinstance(event, Undone) for entry in entries for event in entry.events)


@on_screen
async def test_the_language_changes_everywhere_at_once(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        english = list(play.story)
        await play.press("L")
        assert play.table.query_one("#story").border_title == "Storia"
        assert play.menu[0] == "1 Finisci il turno: la compagnia"
        assert "Berto PF" in play.party
        assert len(play.story) == len(english)
        assert not set(english) & set(play.story)
        await play.press("H")
        assert play.seen("#page-text").startswith("I tasti")
        await play.press("escape", "L")
        assert play.story == english


@on_screen
async def test_sheets_turn_from_one_person_to_the_next(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        await play.press("S")
        assert play.seen("#page-text").startswith("Berto")
        await play.press("right")
        assert play.seen("#page-text").startswith("Dalia")
        await play.press("escape")
        play.table.query_one(PartyPane).focus()
        await play.press("down", "down", "enter")
        assert play.seen("#page-text").startswith("Guido")


@on_screen
async def test_the_rules_behind_a_choice(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        await play.choose("Berto")
        await play.press("R")
        page = play.seen("#page-text")
        assert page.startswith("Berto: strike (sword)")
        assert "WB-" in page


@on_screen
async def test_a_sentence_is_done_and_a_wish_is_answered(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        before = play.game.session.ledger.length
        await play.press("N")
        await play.write("flee")
        assert "No expedition is under way" in play.seen("#page-text")
        await play.press("escape")
        await play.press("N")
        await play.write("xyzzy")
        assert "no rule" in play.seen("#page-text")
        await play.press("escape")
        await play.press("N")
        await play.write("attack")
        assert "You can" in play.seen("#page-text")
        await play.press("escape")
        assert play.game.session.ledger.length == before  # asking costs nothing
        await play.press("W", "escape")
        assert play.game.session.ledger.length == before
        await play.press("W")
        await play.write("Berto attacks orc 1 with the sword")
        while isinstance(play.app.screen, PickOne | Confirm | ReadingDialog):
            await play.press("enter")
        assert play.game.session.ledger.length > before


@on_screen
async def test_a_filter_finds_choices_in_every_fold(store: Store) -> None:
    session = await fight(store)
    async with sat_down(session) as play:
        await play.press("slash", "l", "i", "v", "i", "a", "space", "s", "u", "r")
        assert [row[2:] for row in play.menu] == ["Livia: surrender"]
        await play.press("enter")
        assert "surrender" in " ".join(str(entry.command) for entry in await session.entries(1)).lower()
        await play.press("slash", "x", "x", "x")
        assert play.menu == []
        await play.press("escape")
        assert play.menu != []


@on_screen
async def test_watching_needs_nobody_and_can_be_hurried(store: Store) -> None:
    session = await fight(store)
    game = Game(session, None, "en", pace=60.0)
    async with GameApp(game).run_test(size=SMALL) as pilot:
        play = Play(pilot)
        await pilot.pause(0.2)
        assert not play.table.waiting, "a line stands to be read"
        length = session.ledger.length
        await pilot.press("1", "U")
        assert session.ledger.length == length, "nothing can be done while the others act"
        await pilot.press("space")
        for _ in range(100):
            if play.table.waiting:
                break
            await pilot.pause(0.1)
        assert session.ruleset.finished(session.state)
        assert "It is over" in play.seen("#question")


@on_screen
async def test_a_table_that_throws_no_more_dice_says_so(store: Store) -> None:
    session = await fight(store)
    await session.submit(RevealSeed(), REFEREE, at="")
    async with sat_down(session) as play:
        assert play.menu == []
        assert "Nobody knows how to go on" in play.seen("#question")
        play.game.seat = None
        await play.press("U")
        assert "seed" in play.seen("#question"), "an automatic player says why it cannot go on"


@on_screen
async def test_somebody_else_wrote_to_the_table(store: Store) -> None:
    session = await fight(store)
    other = await store.open_table(session.id)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("arbitro.cli.screen.table.HEED", 600.0)  # the person acts before the screen looks by itself
        async with sat_down(session) as play:
            command = session.ruleset.suggest(session.state, REFEREE)
            assert command is not None
            await other.submit(command, REFEREE, at="")
            await play.choose("Leave the fight")
            await play.choose("Dalia: surrender")
            assert session.ledger.length == other.ledger.length, "it was read again"
            await play.choose("Dalia: surrender")
            assert session.ledger.length > other.ledger.length


@on_screen
async def test_every_size_shows_every_pane(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        for size in (SMALL, (60, 20), (160, 50), (100, 30)):
            await play.pilot.resize_terminal(*size)
            await play.settle()
            for name in ("scene", "party", "story", "doing"):
                region = play.table.query_one(f"#{name}").region
                assert region.width > 10, (size, name)
                assert region.height > 3, (size, name)
                assert region.right <= size[0], (size, name)
                assert region.bottom <= size[1], (size, name)
        assert "fighter, level 1" not in play.party
        assert [row.count("\n") for row in play.party.split("► ")[1:4]] == [1, 1, 1], "a line each: everybody is seen"
        await play.pilot.resize_terminal(160, 50)
        await play.settle()
        assert "fighter, level 1" in play.party
        assert "Hit points" in play.party


@on_screen
async def test_a_pane_can_be_made_large(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        play.table.query_one(StoryPane).focus()
        await play.press("Z")
        assert play.table.query_one("#story").region.width == SMALL[0]
        assert not play.table.query_one("#above").display
        await play.press("Z")
        assert play.table.query_one("#above").display


@on_screen
async def test_the_ground_is_dark_or_light(store: Store) -> None:
    async with sat_down(await fight(store)) as play:
        first = play.app.theme
        await play.press("T")
        assert play.app.theme != first
        await play.press("T")
        assert play.app.theme == first


def test_the_first_theme_suits_the_terminal() -> None:
    assert first_theme({}) == DARK
    assert first_theme({"COLORFGBG": "15;0"}) == DARK
    assert first_theme({"COLORFGBG": "0;15"}) == LIGHT
    assert first_theme({"COLORFGBG": "12;default"}) == DARK


# -------------------------------------------------------------------- a campaign


@on_screen
async def test_an_expedition_leaves_town_and_walks_by_the_map(store: Store) -> None:
    session = await campaign(store, party="")
    async with sat_down(session) as play:
        await play.choose("Call a party")
        await play.press("1")
        assert "in town" in play.seen("#head")
        await play.choose("Set out")
        for _ in range(4):
            if any("Go down" in row for row in play.menu):
                break
            await play.choose("March for a day")
            if play.doing.path:
                await play.press("1")
        await play.choose("Go down")
        assert "in the dungeon" in play.seen("#head")
        assert play.table.has_class("mapped")
        assert "@" in play.seen("#map-text")
        assert play.table.query_one("#map").display
        await play.press("M")
        assert not play.table.query_one("#map").display
        assert "unexplored" not in play.seen("#map-text")
        await play.press("M")
        known = play.seen("#map-text")
        await play.choose("unexplored")
        await play.press("1")
        assert play.seen("#map-text") != known


@on_screen
async def test_what_takes_two_answers_is_shown_before_it_is_done(store: Store) -> None:
    session = await campaign(store)
    async with sat_down(session) as play:
        before = session.ledger.length
        await play.choose("Oracle")
        assert play.doing.path == [("group", "oracle")]
        await play.choose("Ask the oracle")
        await play.press("enter")
        assert "At least one word" in play.seen(".hint")
        await play.press(*"bears", "enter")
        assert isinstance(play.app.screen, PickOne)
        assert "bears" in play.seen(".asked")
        await play.press("escape")
        assert isinstance(play.app.screen, EntryDialog), "one answer back"
        await play.press(*"wolves", "enter", "1")
        assert isinstance(play.app.screen, Confirm)
        assert "wolves" in play.seen(".asked")
        await play.press("escape")
        assert isinstance(play.app.screen, PickOne)
        assert session.ledger.length == before
        await play.press("1", "enter")
        assert session.ledger.length == before + 1
        assert any("wolves" in line for line in play.story[-3:])
        assert play.doing.path == [("group", "oracle")], "a group stays open"


@on_screen
async def test_leaving_keeps_everything_and_resuming_goes_on_from_there(store: Store) -> None:
    session = await campaign(store)
    async with sat_down(session) as play:
        await play.choose("Set out")
        menu, story = play.menu, [line[2:] for line in play.story]
        await play.pilot.press("Q")
        await play.pilot.pause()
    again = await store.open_table("t")
    assert again.ledger.length == session.ledger.length
    async with sat_down(again) as play:
        assert play.menu == menu
        assert [line[2:] for line in play.story] == story


@on_screen
async def test_whoever_sits_down_for_the_first_time_is_told_what_to_do(store: Store) -> None:
    async with sat_down(await campaign(store, party="")) as play:
        assert "Every choice has a key in front of it" in play.seen("#words-text")
        await play.choose("Call a party")
        await play.press("1")
        assert "Every choice has a key" not in play.seen("#words-text")


@on_screen
async def test_a_fault_of_the_program_gives_the_terminal_back_first(store: Store) -> None:
    session = await campaign(store)
    async with sat_down(session) as play:

        async def break_down() -> None:
            raise RuntimeError("broken")

        play.table.wish(break_down)
        for _ in range(200):
            if not play.app.is_running:
                break
            await play.pilot.pause()
        assert isinstance(play.app.return_value, RuntimeError), "whoever started the game hears of it"


# -------------------------------------------------------------------- every game


@pytest.mark.parametrize(("game", "scene"), [("infausta", "goblins"), ("archmage", "bridge"), ("daggerheart", "rats")])
def test_every_game_plays_on_the_same_screen(game: str, scene: str) -> None:
    async def whole() -> None:
        async with MemoryStore(find_game) as store:
            session = await fight(store, game, scene)
            async with sat_down(session, (100, 30)) as play:
                start = session.ledger.length
                for _ in range(30):
                    if session.ledger.length > start + 3 or session.ruleset.finished(session.state):
                        break
                    await play.press("1")
                    if isinstance(play.app.screen, EntryDialog):
                        await play.press("escape", "escape", "2")
                assert session.ledger.length > start
                assert play.story
                await play.press("L", "S")

    asyncio.run(whole())


# -------------------------------------------------------------------- the menu by itself


def choice(name: str, who: str = "", group: str = "") -> Choice:
    return Choice(name, "act", Label("x"), {"who": who} if who else {}, group=group)


def test_a_short_menu_stays_open_and_groups_are_folded() -> None:
    go, look, buy, sell = choice("go"), choice("look", "a"), choice("buy", "a", "shop"), choice("sell", "b", "shop")
    assert lay_out([buy, go, look, sell]) == [go, look, Fold("group", "shop", (buy, sell))]


def test_a_long_menu_is_folded_by_who_would_act() -> None:
    of = {who: tuple(choice(f"{who}{number}", who) for number in range(7)) for who in "ab"}
    go, lone = choice("go"), choice("c1", "c")
    laid = by_actor([*of["a"], go, *of["b"], lone])
    assert laid == [go, Fold("actor", "a", of["a"]), Fold("actor", "b", of["b"]), lone]
    together = [choice(f"march{number}", "party") for number in range(3)]
    assert by_actor([*together, *of["a"], *of["b"]], "party")[:3] == together, "what all do together stays open"
    alone = [choice(f"a{number}", "a") for number in range(40)]
    assert by_actor(alone) == alone, "one actor's choices have nothing to be folded by"


def test_an_open_fold_that_is_gone_closes() -> None:
    buy, go = choice("buy", "a", "shop"), choice("go")
    assert opened([buy, go], [("group", "shop")]) == ([buy], [Fold("group", "shop", (buy,))])
    assert opened([go], [("group", "shop")]) == ([go], [])


def test_words_are_found_in_any_order_and_case() -> None:
    assert matches("Berto: colpisci (spada)", "SPADA bert")
    assert not matches("Berto: colpisci (spada)", "spada dalia")


def test_lines_that_are_too_long_go_on_under_their_first_letter() -> None:
    assert paper.keyed("1", "take the long way", "", 12).plain == "1 take the\n  long way"
    assert paper.keyed("1", "take", "33%", 12).plain == "1 take 33%"
    assert paper.keyed("1", "take it all", "33%", 14).plain == "1 take it all\n  33%"
    assert paper.story_line("They meet at dawn.", new=True, width=12).plain == "• They meet\n  at dawn."
    assert paper.story_line("They meet at dawn.", new=False).plain == "  They meet at dawn."


HERO = Card(
    "b",
    "Bruno",
    line="fighter, level 1",
    gauges=(
        Gauge("Hit points", 6, 6, short="HP"),
        Gauge("Load in pounds", 86, 300, short="Load"),
        Gauge("Light", 1, low=True),
    ),
    tags=(Tag("at 10 feet"), Tag("blessed", "good")),
    active=True,
)


def test_the_closer_people_stand_the_less_is_shown_of_each() -> None:
    assert paper.card(HERO).plain.splitlines() == [
        "► Bruno  fighter, level 1",
        "  Hit points █████ 6/6 · Load in pounds ██░░░ 86/300 · Light 1! · at 10 feet · +blessed",
    ]
    assert paper.card(HERO, "short", 34, 7).plain.splitlines() == [
        "► Bruno   HP █████ 6/6",
        "  Load 86/300 · Light 1!",
        "  at 10 feet · +blessed",
    ]
    assert paper.card(HERO, "brief", 60, 7).plain == "► Bruno   HP █████ 6/6 · Light 1! · +blessed"
    gone = Card("o", "Orc 1", "foe", tags=(Tag("dead", "bad"), Tag("at 10 feet")), out=True)
    assert paper.card(gone, "full", 60).plain == "× Orc 1 · !dead"


def test_only_what_is_sure_is_said_to_be() -> None:
    from fractions import Fraction

    assert [percent(Fraction(n, 1000)) for n in (0, 1, 550, 999, 1000)] == ["0%", "<1%", "55%", ">99%", "100%"]


# -------------------------------------------------------------------- from the command line


@pytest.fixture
def at_terminal(tmp_path, monkeypatch) -> list[dict[str, Any]]:
    """A terminal on which the full-screen game is opened, but not drawn; what it was opened with."""
    opened_with: list[dict[str, Any]] = []

    async def run_screen(session: Session[Any], seat: Any, language: str, **settings: Any) -> None:
        opened_with.append({"table": session.id, "game": session.ruleset.id, "seat": seat, "language": language})
        opened_with[-1] |= settings

    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setattr("arbitro.cli.screen.run_screen", run_screen)
    monkeypatch.setattr("arbitro.cli.playing.on_terminal", lambda: True)
    monkeypatch.setattr("arbitro.cli.play.on_terminal", lambda: True)
    return opened_with


def arbitro(monkeypatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["arbitro", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code


def test_a_campaign_opens_on_the_whole_screen(at_terminal, monkeypatch, capsys) -> None:
    arbitro(monkeypatch, "play", "--lang", "en", "--party", "ready:novices", "--table", "ours", "--typed")
    (shown,) = at_terminal
    assert (shown["table"], shown["game"], shown["language"]) == ("ours", "campaign-whitebox", "en")
    assert shown["seat"].name == "party"
    assert shown["typed"] is True
    assert "arbitro play --table ours" in capsys.readouterr().out


def test_a_fight_opens_on_the_whole_screen_when_asked(at_terminal, monkeypatch, capsys) -> None:
    arbitro(monkeypatch, "fight", "orcs", "--screen", "--auto", "--no-save")
    (shown,) = at_terminal
    assert shown["seat"] is None
    assert capsys.readouterr().out == ""

"""The table on the screen: the loop that lets things happen, and what every key does."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from arbitro.cli.aiming import pursue, pursuit_of
from arbitro.cli.screen import paper
from arbitro.cli.screen.asking import Asking
from arbitro.cli.screen.chart import signs
from arbitro.cli.screen.dialogs import Confirm, ReadingDialog
from arbitro.cli.screen.game import Game
from arbitro.cli.screen.menu import Fold
from arbitro.cli.screen.panes import DoingPane, PartyPane, ScenePane, StoryPane
from arbitro.kernel.aim import aim_in
from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.fold import Owed
from arbitro.kernel.owed_dice import waits_for
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.sentence import refusal_text
from arbitro.store.fault import StoreFault

if TYPE_CHECKING:
    from arbitro.cli.screen.app import GameApp

Wish = Callable[[], Awaitable[None]]
"""Something that the person wants done at their turn."""
HEED: Final = 1.0
"""Seconds after which a look is taken whether somebody else has gone on with the table."""
PANES: Final = ("scene", "party", "story", "doing")
HELP: Final = ("choose", "words", "panes", "why", "why_not", "rules", "sheet", "undo", "hurry", "dice", "look", "leave")


class TableScreen(Screen[None]):
    """One table, from the first command to the last."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (38, "-tall")]  # noqa: RUF012 - the library's own way
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "why"),
        Binding("slash", "filter"),
        Binding("space", "hurry"),
        Binding("U", "undo"),
        Binding("Y", "redo"),
        Binding("A", "ask_back"),
        Binding("R", "rules"),
        Binding("W", "words"),
        Binding("N", "why_not"),
        Binding("S", "sheet"),
        Binding("M", "turn_map"),
        Binding("Z", "enlarge"),
        Binding("D", "dice"),
        Binding("L", "language"),
        Binding("T", "theme"),
        Binding("H,f1", "help"),
        Binding("Q", "leave"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.asking = Asking(game, self.open)
        self.hurry = asyncio.Event()
        self.wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self.waiting = False
        """Whether the table waits for the person."""
        self.stopped = False
        """Whether the person has stopped a party that walks."""
        self.order: Pursuit[Any] | None = None
        """An order in a fight that waits for an answer."""

    def compose(self) -> ComposeResult:
        """Four panes between two lines."""
        yield Static(id="head")
        with Horizontal(id="above"):
            yield ScenePane(id="scene", classes="pane")
            yield PartyPane()
        with Horizontal(id="below"):
            yield StoryPane()
            yield DoingPane(self.game)
        yield Static(id="foot")

    @property
    def doing(self) -> DoingPane:
        """The pane of choices."""
        return self.query_one(DoingPane)

    async def on_mount(self) -> None:
        """Tell what has happened so far and begin to play."""
        self.doing.menu.focus()
        await self.game.recall()
        self.run_worker(self.play_on(), group="play", exclusive=True)

    # ---------------------------------------------------------------- what happens

    async def play_on(self) -> None:
        """Play; a fault of the program's own ends it, and is told once the terminal is the person's again."""
        try:
            await self.play()
        except Exception as error:
            cast("GameApp", self.app).exit(error)

    async def play(self) -> None:
        """Let automatic players act at a readable pace, and the person whenever it is theirs to act."""
        while True:
            if self.game.session.ledger.owed is not None:
                await self.settle(self.game.session.ledger.owed)
                continue
            command = self.game.next_by_itself()
            if command is None:
                await self.turn()
                continue
            if self.doing.choices:  # the person's menu still stands there
                self.show()
            try:
                heard = await self.game.play_by_itself(command)
            except StoreFault as fault:
                await self.fell_behind(fault)
                continue
            if isinstance(heard, str):  # nobody would propose anything else: a table whose seed is revealed, say
                await self.turn(stuck=heard)
            elif heard:
                self.show()
                await self.breathe()

    async def settle(self, owed: Owed) -> None:
        """A die was owed when the person came: it is theirs to say what it shows, or somebody else's."""
        game = self.game
        if game.seat is None:
            await game.roll_owed()
        elif game.eyes.role == "referee" or game.eyes.name == owed.who:
            await game.settle(owed, self.asking.face)
        else:
            ruleset, state = game.session.ruleset, game.session.state
            why = refusal_text(ruleset, state, waits_for(owed), game.language)
            agreed = await self.open(Confirm([why], game.text("screen.owed_other")))
            await game.session.reload()
            if agreed and not game.eyes.refereed:
                await game.roll_owed()
        self.show()

    async def breathe(self) -> None:
        """Let what just happened be read, unless the person is in a hurry."""
        if self.hurry.is_set() or not self.game.pace:
            await asyncio.sleep(0)  # keys are heard all the same
            return
        try:
            await asyncio.wait_for(self.hurry.wait(), self.game.pace)
        except TimeoutError:
            return

    async def turn(self, *, stuck: str = "") -> None:
        """Offer what may be done, and wait until the person wants something."""
        self.hurry.clear()
        self.waiting = True
        self.show(stuck=stuck)
        wish = await self.wished()
        if wish is None:
            return
        try:
            await wish()
        except StoreFault as fault:
            await self.fell_behind(fault)

    async def wished(self) -> Wish | None:
        """What the person wants; nothing, where somebody else has gone on with the table meanwhile."""
        while True:
            try:
                return await asyncio.wait_for(self.wishes.get(), HEED)
            except TimeoutError:
                with suppress(StoreFault):  # who acts is told what is wrong with the store
                    if await self.game.catch_up():
                        self.waiting = False
                        return None

    async def fell_behind(self, fault: StoreFault) -> None:
        """Somebody else has written to the table: hear what they did, and say so."""
        self.notify(fault.in_(self.game.language), severity="warning", markup=False)
        with suppress(StoreFault):  # it has just been said
            await self.game.catch_up()

    def wish(self, wish: Wish) -> None:
        """Do something at the person's turn; nothing while others act."""
        if self.waiting:
            self.waiting = False
            self.wishes.put_nowait(wish)

    # ---------------------------------------------------------------- what is shown

    def show(self, *, stuck: str = "") -> None:
        """Everything as it stands."""
        game = self.game
        picture = game.picture()
        moment = picture[0] if picture else ""
        dice = f" · {game.text('screen.own_dice')}" if game.typed else ""
        self.query_one("#head", Static).update(Content(f"{game.session.id} · {moment}{dice}"))
        self.query_one("#foot", Static).update(self.keys())
        self.query_one(ScenePane).show(game, picture)
        self.query_one(PartyPane).show(game)
        self.query_one(StoryPane).show(game)
        if not self.waiting:
            self.doing.offer([], [game.text("screen.others")])
            return
        choices = game.choices()
        said = game.questions()
        if game.finished:
            said.append(game.text("screen.over"))
        elif stuck or not choices:
            said.append(stuck or game.text("screen.stuck"))
        self.doing.offer(choices, said)

    def keys(self) -> Content:
        """The line of keys at the bottom."""
        parts = []
        for pair in self.game.text("screen.keys").split("|"):
            key, _, what = pair.partition(" ")
            parts.append(Content.assemble((key, paper.KEY), f" {what}"))
        return Content("  ").join(parts)

    def on_resize(self) -> None:
        """Lay out anew what depends on the room there is."""
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """The people, the map around the party and the end of the story, as the panes now have room for them."""
        self.query_one(StoryPane).show(self.game)
        self.query_one(StoryPane).scroll_to_highlight()
        self.query_one(PartyPane).show(self.game)
        self.doing.lay()
        self.query_one(ScenePane).show(self.game, self.game.picture())

    # ---------------------------------------------------------------- choosing

    def on_key(self, event: events.Key) -> None:
        """A key of the menu takes its line, whatever pane the person is in; Escape stops a party that walks."""
        self.stopped = self.stopped or event.key == "escape"
        if self.waiting and event.character and len(event.character) == 1 and self.doing.press(event.character):
            event.stop()

    @on(DoingPane.Chosen)
    def chosen(self, event: DoingPane.Chosen) -> None:
        """Do what was chosen."""
        self.wish(lambda: self.carry_out(event.choice))

    async def carry_out(self, choice: Choice) -> None:
        """Ask for what is still open of a choice, and do it; say why not where the rules refuse."""
        if aim_in(choice):
            await self.pursue(pursuit_of(self.game.session, self.game.eyes, aim_in(choice)))
            return
        command = await self.asking.fill(choice)
        if command is not None:
            await self.carry_out_command(command)

    async def carry_out_command(self, command: Command) -> None:
        """Do something of which nothing is open any more; say why not where the rules refuse."""
        before = self.game.round
        refused = await self.game.act(command, self.asking.face)
        if self.game.round != before:
            self.doing.acted()
        if refused is not None:
            words = self.game.text("screen.refused")
            await self.read(lambda: Content.assemble((f"{words} ", paper.BAD), paper.explained(refused, (), "")))
        elif self.order is not None:
            await self.pursue(self.order)

    async def pursue(self, pursuit: Pursuit[Any]) -> None:
        """Walk or fight on by one word, at a readable pace, until the person should decide or presses Escape."""
        game = self.game
        self.waiting, self.stopped = False, False

        async def give(command: Command, by_itself: bool) -> bool:
            if by_itself:
                done = not isinstance(await game.play_by_itself(command), str)
            else:
                done = await game.act(command, self.asking.face) is None
            self.show()
            await self.breathe()
            return done

        halted = await pursue(game.session, game.eyes, pursuit, give, lambda: self.stopped)
        self.order = pursuit if pursuit.waits else None
        self.doing.acted()
        self.app.notify(game.label(halted.reason))

    async def read(self, page: Callable[[], Content]) -> None:
        """Let the person read something."""
        await self.open(ReadingDialog([page], 0, self.game.text("screen.close")))

    async def open(self, dialog: Screen[Any]) -> Any:
        """Open a dialog and wait for what comes of it."""
        return await self.app.push_screen_wait(dialog)

    @on(OptionList.OptionSelected, "#story")
    def line_selected(self) -> None:
        """Enter on a line of the story asks why, too."""
        self.action_why()

    @on(OptionList.OptionSelected, "#party")
    def person_selected(self) -> None:
        """Enter on somebody opens their sheet."""
        self.action_sheet()

    # ---------------------------------------------------------------- keys

    def action_why(self) -> None:
        """Why the marked line of the story happened; arrows go on to other lines."""
        game, lines = self.game, list(self.game.lines)
        if not lines:
            return
        at = self.query_one(StoryPane).highlighted
        nothing = game.text("screen.no_reason")
        pages = [lambda line=line: paper.explained(*game.why(line), nothing) for line in lines]
        at = len(lines) - 1 if at is None else min(at, len(lines) - 1)
        self.app.push_screen(ReadingDialog(pages, at, game.text("screen.turn_lines")))

    def action_rules(self) -> None:
        """What the marked choice does and costs, its odds and its rules."""
        item = self.doing.marked()
        if item is None or isinstance(item, Fold):
            return
        page = paper.help_page(self.game.help(item), self.game.text("screen.no_rules"))
        self.app.push_screen(ReadingDialog([lambda: page], 0, self.game.text("screen.close")))

    def action_words(self) -> None:
        """Say what to do in one's own words."""
        self.wish(self.in_words)

    async def in_words(self) -> None:
        """Do what a sentence means; where that is not clear ask, or show what forbids it."""
        said = await self.asking.sentence("screen.say")
        if not said or self.game.seat is None:
            return
        found = self.game.heard(said)
        meant = found.meant[0] if found.kind in ("deed", "aim") else await self.asking.which(found.meant)
        if meant is not None and meant.aim:
            self.notify(meant.text, markup=False)
            await self.pursue(pursuit_of(self.game.session, self.game.eyes, meant.choice))
        elif meant is not None:
            choice = next(one for one in self.game.choices() if one.id == meant.choice)
            command = await self.asking.fill(choice) if meant.missing else self.game.command(choice, {**meant.values})
            if command is not None:
                self.notify(meant.text, markup=False)
                await self.carry_out_command(command)
        if meant is not None and found.then:
            self.notify(self.game.text("screen.then", text=found.then), markup=False)
        if not found.meant:
            await self.read(lambda: paper.why_not_page(found.why_not, self.game.text))

    def action_why_not(self) -> None:
        """Ask why something cannot be done."""
        self.wish(self.ask_why_not)

    async def ask_why_not(self) -> None:
        """The choice that does what is wished for, or the rule that forbids it."""
        said = await self.asking.sentence("screen.why_not")
        if said:
            found = self.game.why_cannot(said)
            await self.read(lambda: paper.why_not_page(found, self.game.text))

    def action_sheet(self) -> None:
        """Somebody's whole sheet; arrows go on to the others."""
        game = self.game
        cards = game.people()
        if not cards:
            return
        at = self.query_one(PartyPane).subject(cards)
        pages = [lambda card=card: self.sheet_page(card) for card in cards]
        self.app.push_screen(ReadingDialog(pages, at, game.text("screen.turn_people")))

    def sheet_page(self, card: Card) -> Content:
        """A sheet, or the card where there is no more to tell."""
        sheet = self.game.sheet(card.id) if card.has_sheet else None
        return paper.card(card) if sheet is None else paper.sheet(sheet)

    def action_filter(self) -> None:
        """Find a choice by its words."""
        if self.waiting:
            self.doing.open_filter()

    def action_hurry(self) -> None:
        """Let the others act without a pause until it is the person's turn."""
        if not self.waiting:
            self.hurry.set()

    def action_undo(self) -> None:
        """Take the last command back; an order that waits is over with it."""
        self.order = None
        self.wish(self.take_back)

    def action_ask_back(self) -> None:
        """Ask the referee to take back one's last move."""
        self.wish(self.ask_back)

    async def ask_back(self) -> None:
        """Ask, or say why that may not be."""
        if self.game.seat is not None and (why_not := await self.game.ask_back()) is not None:
            self.notify(why_not.sentence, markup=False)

    def action_redo(self) -> None:
        """Put back what was undone."""
        self.wish(self.put_back)

    async def take_back(self) -> None:
        """Undo, or say why not."""
        if self.game.seat is None:
            self.notify(self.game.text("screen.nothing_to_undo"), markup=False)
        elif (why_not := await self.game.take_back()) is not None:
            self.notify(why_not.sentence, markup=False)

    async def put_back(self) -> None:
        """Redo, or say that there is nothing."""
        if self.game.seat is None or not await self.game.put_back():
            self.notify(self.game.text("screen.nothing_to_redo"), markup=False)

    def action_turn_map(self) -> None:
        """Turn between the map or picture and the words of the scene."""
        self.toggle_class("wordy")
        self.query_one(ScenePane).show(self.game, self.game.picture())

    def action_enlarge(self) -> None:
        """Give the pane with the focus the whole screen, or the others their place back."""
        large = [name for name in PANES if self.has_class(f"large-{name}")]
        for name in large:
            self.remove_class(f"large-{name}")
        if large or self.focused is None:
            return
        above = [node.id for node in self.focused.ancestors_with_self if isinstance(node, Widget)]
        self.add_class(*(f"large-{name}" for name in PANES if name in above))

    def action_dice(self) -> None:
        """One's own dice, or the program's."""
        self.game.typed = not self.game.typed
        self.notify(self.game.text("screen.dice_typed" if self.game.typed else "screen.dice_thrown"), markup=False)
        self.show()

    def action_language(self) -> None:
        """The other language, for everything on the screen."""
        self.game.switch_language()
        self.show()

    def action_theme(self) -> None:
        """Dark or light ground."""
        cast("GameApp", self.app).switch_theme()

    def action_help(self) -> None:
        """What every key does, and what the signs mean."""
        game = self.game
        rows = [Content.styled(game.text("screen.help"), paper.STRONG), Content("")]
        for topic in HELP:
            keys, _, what = game.text(f"screen.help.{topic}").partition(": ")
            rows.append(Content.assemble((f"{keys}  ", paper.KEY), what))
        rows += [Content(""), Content(game.text("screen.help.signs")), Content(signs(game.language))]
        page = paper.lines(rows)
        self.app.push_screen(ReadingDialog([lambda: page], 0, game.text("screen.close")))

    def action_leave(self) -> None:
        """Leave; everything is kept already."""
        self.app.exit()

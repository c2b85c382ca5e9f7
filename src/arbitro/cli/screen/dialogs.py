"""Small windows over the table: something to read, one of a list, a word or number, yes or no."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from arbitro.cli.screen import paper
from arbitro.cli.screen.menu import KEYS

Page = Callable[[], Content]


class ReadingDialog(ModalScreen[None]):
    """Pages to read, one at a time: arrows turn them, Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,Q,question_mark", "close", priority=True),
        Binding("left", "turn(-1)", priority=True),
        Binding("right", "turn(1)", priority=True),
    ]

    def __init__(self, pages: Sequence[Page], at: int, hint: str) -> None:
        super().__init__()
        self.pages = pages
        self.at = at
        self.hint = hint

    def compose(self) -> ComposeResult:
        """A box with the page and what the keys do."""
        with Vertical(classes="box"):
            with VerticalScroll(id="page"):
                yield Static(self.pages[self.at](), id="page-text")
            yield Static(Content(self.hint), classes="hint")

    def on_mount(self) -> None:
        """Arrows up and down scroll."""
        self.query_one("#page").focus()

    def action_turn(self, by: int) -> None:
        """Go to another page, if there is one."""
        self.at = max(0, min(len(self.pages) - 1, self.at + by))
        self.query_one("#page-text", Static).update(self.pages[self.at]())
        self.query_one("#page").scroll_home(animate=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class PickOne(ModalScreen[int | None]):
    """One of a list, by its key or with the arrows; Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,backspace", "back", priority=True)]

    def __init__(self, title: str, rows: Sequence[tuple[str, str]], hint: str) -> None:
        super().__init__()
        self.asked = title
        self.rows = rows
        """What each is, and how likely it makes what is being chosen."""
        self.hint = hint

    def compose(self) -> ComposeResult:
        """A box with the list."""
        keys = KEYS + " " * len(self.rows)
        with Vertical(classes="box"):
            yield Static(Content.styled(self.asked, paper.STRONG), classes="asked")
            yield OptionList(
                *(Option(paper.keyed(key, text, after)) for key, (text, after) in zip(keys, self.rows, strict=False)),
                id="picks",
            )
            yield Static(Content(self.hint), classes="hint")

    def on_key(self, event: events.Key) -> None:
        """A key of the list takes its line."""
        at = KEYS.find(event.character) if event.character else -1
        if 0 <= at < len(self.rows):
            event.stop()
            self.dismiss(at)

    @on(OptionList.OptionSelected)
    def picked(self, event: OptionList.OptionSelected) -> None:
        """Enter takes the line that is marked."""
        self.dismiss(event.option_index)

    def action_back(self) -> None:
        """Think better of it."""
        self.dismiss(None)


class EntryDialog(ModalScreen[str | None]):
    """A word or a number; `wrong` says what is the matter with it, or nothing. Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", priority=True)]

    def __init__(self, title: str, hint: str, wrong: Callable[[str], str]) -> None:
        super().__init__()
        self.asked = title
        self.hint = hint
        self.wrong = wrong

    def compose(self) -> ComposeResult:
        """A box with a line to write on."""
        with Vertical(classes="box"):
            yield Static(Content.styled(self.asked, paper.STRONG), classes="asked")
            yield Input(id="entry")
            yield Static(Content(self.hint), classes="hint")

    @on(Input.Submitted)
    def given(self, event: Input.Submitted) -> None:
        """Take it, or say what is wrong with it."""
        event.stop()
        fault = self.wrong(event.value.strip())
        if fault:
            self.query_one(".hint", Static).update(Content.styled(fault, paper.BAD))
        else:
            self.dismiss(event.value.strip())

    def action_back(self) -> None:
        """Think better of it."""
        self.dismiss(None)


class Confirm(ModalScreen[bool]):
    """Yes or no, before something is done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y,s,1", "answer(True)", priority=True),
        Binding("escape,backspace,n", "answer(False)", priority=True),
    ]

    def __init__(self, rows: Sequence[str], hint: str) -> None:
        super().__init__()
        self.rows = rows
        self.hint = hint

    def compose(self) -> ComposeResult:
        """A box with what is about to be done."""
        with Vertical(classes="box"):
            first, *others = self.rows
            yield Static(paper.lines([Content.styled(first, paper.STRONG), *map(Content, others)]), classes="asked")
            yield Static(Content(self.hint), classes="hint")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)

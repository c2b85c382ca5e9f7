"""The four panes of the table: the scene, the people, the story, and what may be done."""

from collections.abc import Sequence
from textwrap import shorten
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from arbitro.cli.screen import paper
from arbitro.cli.screen.game import Game, percent
from arbitro.cli.screen.menu import KEYS, Fold, Item, matches, opened
from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice

WIDE: Final = 48
"""From how many columns on the people's pane may have room for who they are."""
GLIMPSE: Final = 8
"""How many columns there must be for a glimpse of what somebody may do."""


class ScenePane(Vertical):
    """The map, if there is one; else the picture of a fight or a meeting; and the scene in words."""

    def compose(self) -> ComposeResult:
        """Map and words; the style sheet says which is seen."""
        with ScrollableContainer(id="map"):
            yield Static(id="map-text")
        with VerticalScroll(id="words"):
            yield Static(id="words-text")

    def show(self, game: Game, picture: Sequence[str]) -> None:
        """Draw the scene as it stands."""
        self.border_title = game.text("screen.scene")
        found = game.chart()
        self.screen.set_class(found is not None, "mapped")
        sketch = None if self.screen.has_class("wordy") else game.sketch()
        if sketch is not None:
            room = self.query_one("#words").scrollable_content_region.width
            self.query_one("#words-text", Static).update(paper.sketch(sketch, room))
        else:
            head = picture[0] if picture else ""  # it stands over the panes, with the clock in it
            cards = (one for one in game.cards() if one.group == "place" and one.name not in head)
            places = [Content(f"{one.name} · {one.line}".rstrip(" ·")) for one in cards]
            self.query_one("#words-text", Static).update(paper.lines([*places, *map(Content, picture[1:])]))
        if found is not None:
            rows = [Content(line) for line in found.lines]
            column, row = found.here
            rows[row] = rows[row].stylize(f"reverse {paper.STRONG}", column, column + 1)
            self.query_one("#map-text", Static).update(paper.lines(rows))
            self.call_after_refresh(self._go_to, column, row)

    def _go_to(self, column: int, row: int) -> None:
        """Bring the party into the middle of the pane."""
        pane = self.query_one("#map", ScrollableContainer)
        pane.scroll_to(column - pane.size.width // 2, row - pane.size.height // 2, animate=False)


class PartyPane(OptionList):
    """Everybody whom the person may see; Enter opens a sheet."""

    def __init__(self) -> None:
        super().__init__(id="party", classes="pane")
        self._shown: tuple[object, ...] = ()

    def show(self, game: Game) -> None:
        """Show the people as they stand; where the mark is stays while somebody reads, else it is on whoever acts."""
        self.border_title = game.text("screen.party")
        cards = game.people()
        room = (self.scrollable_content_region.width, self.size.height)
        if self._shown == (game.language, cards, room):
            return
        self._shown = (game.language, cards, room)
        at = self.highlighted if self.has_focus else next((at for at, card in enumerate(cards) if card.active), None)
        self.set_options(_party_rows(cards, *room))
        if at is not None and at < self.option_count:
            self.highlighted = at

    def subject(self, cards: Sequence[Card]) -> int:
        """Which of the cards is marked; the first that is about to act where none is."""
        if self.has_focus and self.highlighted is not None:
            return min(self.highlighted, len(cards) - 1)
        return next((at for at, card in enumerate(cards) if card.active and card.has_sheet), 0)


def _party_rows(cards: Sequence[Card], width: int, height: int) -> list[Option | None]:
    """A row for each card, with a line between the sides: as much of everybody as lets everybody be seen."""
    longest = max((len(card.name) for card in cards if card.group != "foe"), default=0)
    ways: tuple[paper.Closeness, ...] = ("full", "short", "brief") if width >= WIDE else ("short", "brief")
    rows: list[Option | None] = []
    for how in ways:
        shown = [paper.card(card, how, width, longest if card.group != "foe" else 0) for card in cards]
        rows, used = [], 0
        for at, (card, text) in enumerate(zip(cards, shown, strict=True)):
            if at and card.group != cards[at - 1].group:
                rows.append(None)
                used += 1
            rows.append(Option(text))
            used += text.plain.count("\n") + 1
        if used <= height:
            break
    return rows


class StoryPane(OptionList):
    """What happened, line by line; the marked line is the one that "why" is about."""

    def __init__(self) -> None:
        super().__init__(id="story", classes="pane")
        self._shown: tuple[object, ...] = ()

    def show(self, game: Game) -> None:
        """Tell what is new; somebody who is reading further up is left there."""
        self.border_title = game.text("screen.story")
        last = game.lines[-1] if game.lines else None
        width = self.scrollable_content_region.width
        if self._shown == (game.language, id(last), game.round, width):
            return
        self._shown = (game.language, id(last), game.round, width)
        reading = self.highlighted if self.has_focus and (self.highlighted or 0) < self.option_count - 1 else None
        self.set_options(
            Option(paper.story_line(game.line_text(line), new=line.round == game.round, width=width))
            for line in game.lines
        )
        if game.lines:
            self.highlighted = len(game.lines) - 1 if reading is None else min(reading, len(game.lines) - 1)


class DoingPane(Vertical):
    """What may be done: a question of the rules, the menu, and a line to filter it by."""

    class Chosen(Message):
        """The person wants this."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "up"),
        Binding("backspace", "up"),
        Binding("down", "into_list"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(id="doing", classes="pane")
        self.game = game
        self.choices: list[Choice] = []
        self.items: list[Item] = []
        self.path: list[tuple[str, str]] = []
        """The folds that are open, from the outside in."""

    def compose(self) -> ComposeResult:
        """Question, menu and filter."""
        yield Static(id="question")
        yield OptionList(id="choices")
        yield Input(id="filter")

    @property
    def menu(self) -> OptionList:
        """The list itself."""
        return self.query_one("#choices", OptionList)

    @property
    def filter(self) -> Input:
        """The line to filter by."""
        return self.query_one("#filter", Input)

    def offer(self, choices: list[Choice], above: Sequence[str]) -> None:
        """Show choices, under what is asked or said; folds that are still there stay open."""
        self.border_title = self.game.text("screen.choices")
        self.choices = choices
        question = self.query_one("#question", Static)
        question.update(paper.lines(map(Content, above)))
        question.set_class(bool(above), "asked")
        self.close_filter()
        self.lay()

    def lay(self) -> None:
        """Lay the menu out: the page that is open, or whatever the filter finds."""
        wanted = self.filter.value if self.filter.has_class("open") else ""
        if wanted:
            self.items = [choice for choice in self.choices if matches(self.game.label(choice.label), wanted)]
        else:
            self.items, way = opened(self.choices, self.path, self.game.eyes.name)
            self.path = [(fold.by, fold.name) for fold in way]
        self.border_subtitle = " › ".join(self.fold_name(*step) for step in self.path)
        keys = KEYS + " " * len(self.items)
        self.menu.set_options(Option(self._row(key, item)) for key, item in zip(keys, self.items, strict=False))
        if self.items:
            self.menu.highlighted = 0

    def fold_name(self, by: str, name: str) -> str:
        """What a fold is called."""
        return self.game.group(name) if by == "group" else self.game.name(name)

    def _row(self, key: str, item: Item) -> Content:
        width = self.menu.scrollable_content_region.width
        if isinstance(item, Fold):
            name = self.fold_name(item.by, item.name)
            after = f"({len(item.choices)})"
            if item.by == "actor":  # a glimpse of what somebody may do, as far as the line goes
                labels = (self.game.label(one.label) for one in item.choices[:3])
                glimpse = ", ".join(label.removeprefix(name).lstrip(": ") for label in labels)
                room = width - len(f"{key} {name} … {after} ")
                after = f"{after} {shorten(glimpse, room, placeholder='…')}" if room > GLIMPSE else after
            return paper.keyed(key, f"{name} …", after, width)
        chance = None if item.parameters else self.game.chance(item, {})
        text = self.game.label(item.label)
        more = " …" if item.parameters and not text.endswith("…") else ""
        return paper.keyed(key, text + more, "" if chance is None else percent(chance.success), width)

    def press(self, character: str) -> bool:
        """Take the line of a key; whether there is one."""
        at = KEYS.find(character)
        if not 0 <= at < len(self.items):
            return False
        self.take(self.items[at])
        return True

    def take(self, item: Item) -> None:
        """Open a fold, or want a choice."""
        if isinstance(item, Fold):
            self.path.append((item.by, item.name))
            self.close_filter()
            self.lay()
        else:
            self.post_message(self.Chosen(item))

    def acted(self) -> None:
        """Somebody has acted: the others are offered beside them again, while a group (a shop, say) stays open."""
        if self.path and self.path[0][0] == "actor":
            self.path.clear()

    def marked(self) -> Item | None:
        """The line that is marked."""
        at = self.menu.highlighted
        return self.items[at] if at is not None and at < len(self.items) else None

    @on(OptionList.OptionSelected, "#choices")
    def selected(self, event: OptionList.OptionSelected) -> None:
        """Enter takes the marked line."""
        event.stop()
        if event.option_index < len(self.items):
            self.take(self.items[event.option_index])

    def open_filter(self) -> None:
        """Begin to filter."""
        self.filter.add_class("open")
        self.filter.placeholder = self.game.text("screen.filter")
        self.filter.focus()

    def close_filter(self) -> None:
        """Back to the whole menu."""
        if self.filter.has_class("open"):
            self.filter.remove_class("open")
            self.filter.value = ""
            self.menu.focus()

    @on(Input.Changed, "#filter")
    def filtered(self) -> None:
        """Show what is found so far."""
        if self.filter.has_class("open"):
            self.lay()

    @on(Input.Submitted, "#filter")
    def found(self) -> None:
        """A lone find is taken; of several, one is picked in the list."""
        if len(self.items) == 1:
            self.take(self.items[0])
        else:
            self.menu.focus()

    def action_into_list(self) -> None:
        """From the filter down into what it found."""
        self.menu.focus()

    def action_up(self) -> None:
        """Close the filter, else the innermost fold."""
        if self.filter.has_class("open"):
            self.close_filter()
        elif self.path:
            self.path.pop()
        self.lay()

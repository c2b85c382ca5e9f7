"""The fragments of a table's page: which there are, who may see them, and what each template is given.

A table's page is a set of named fragments. Each is rendered on the server from a `PageMoment`, a table as one seat may
know it, in one language; nothing else reaches a template, so that a template cannot show what its reader may not know.
A fragment travels only when it has changed for that reader, and then without what the page shows already (see
`room.py`); the page replaces the element with ``id="fragment-<name>"`` by it.

Templates lie in ``templates/fragments/``. Beside what is listed at each function below, every template gets ``say``,
``language`` and ``kept`` (see `rendering.py`).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, Literal

from markupsafe import escape
from msgspec import Struct

from arbitro.kernel.card import Card
from arbitro.kernel.drawing import Drawing, Plan
from arbitro.kernel.event import Event
from arbitro.kernel.orders import STRIKE, is_order
from arbitro.kernel.seat import EVERYBODY
from arbitro.kernel.then import Then
from arbitro.kernel.why_not import WhyNot
from arbitro.text import Language
from arbitro.web.drawing import changes_in
from arbitro.web.offering import choices_html, choices_patch
from arbitro.web.page_moment import PageMoment, StoryLine, sides_among
from arbitro.web.rendering import FrameSlot, frame, part, render
from arbitro.web.talk_fragments import overview_context, scratch_context, talk_context

# ---------------------------------------------------------------- what each template is given


def choices_context(moment: PageMoment) -> dict[str, Any]:
    """``laid`` (`Board`: the offers, by who would do them), ``offered`` (whether there are any), ``questions`` (str…).

    ``finished``, and ``accomplished`` where people may go on; ``fates``: how the party is at the end, as (what, names);
    ``table``: its id; ``game`` and ``scene``: what it was opened with; ``spectator``: nothing is ever offered here;
    ``watching``: the table plays itself, and may be stopped.
    """
    return {
        "laid": moment.laid_out(),
        "offered": moment.may_act,
        "questions": moment.questions,
        "finished": moment.finished,
        "accomplished": moment.accomplished,
        "fates": _fates(moment.cards) if moment.accomplished else (),
        "table": moment.table,
        "game": moment.ruleset.id,
        "scene": moment.arrangement.scene,
        "spectator": not moment.sitting.has_hands,
        "watching": moment.paused.running,
    }


def _fates(cards: tuple[Card, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who of the party stands at the end, who is out of it, and who is dead; how many foes were laid low."""
    own = [card for card in cards if card.group in ("own", "ally")]
    foes = sum(card.out or card.dead for card in cards if card.group == "foe")
    return (
        ("standing", tuple(card.name for card in own if not (card.out or card.dead))),
        ("down", tuple(card.name for card in own if card.out and not card.dead)),
        ("dead", tuple(card.name for card in own if card.dead)),
        ("foes", (str(foes),) if foes else ()),
    )


FEW_DOORS: Final = 2
"""So many doors to push at have a button each; more stand in a list."""


def aims_context(moment: PageMoment) -> dict[str, Any]:
    """``aims`` (`AimShown`…): what one word is enough for; ``ways``: those of them that are ways not taken yet.

    ``doors``: those that push at a door, where there are many; few stand among the others.
    In a fight they are orders (``orders``), and ``foes`` those that name a foe; ``intents`` (str…): who declared what.
    """
    doors = tuple(aim for aim in moment.aims if aim.id.startswith("push/"))
    doors = doors if len(doors) > FEW_DOORS else ()
    listed = tuple(aim for aim in moment.aims if not aim.about and aim not in doors)
    return {
        "aims": listed,
        "doors": doors,
        "ways": tuple(aim for aim in moment.aims if aim.id.startswith("take/")),
        "orders": any(is_order(aim.id) for aim in listed),
        "foes": tuple(aim for aim in moment.aims if aim.id.startswith(f"{STRIKE}/")),
        "intents": moment.intents,
    }


def cards_context(moment: PageMoment) -> dict[str, Any]:
    """``own``, ``allies``, ``foes``: `Card`… with gauges and tags; ``has_sheet``: there is more to ask for.

    ``fallen``: those of the party who are dead.
    """
    groups: dict[str, list[Card]] = {"own": [], "ally": [], "foe": [], "fallen": []}
    for card in moment.cards:
        group = "fallen" if card.dead and card.group in ("own", "ally") else card.group
        if group in groups:
            groups[group].append(card)
    return {"own": groups["own"], "allies": groups["ally"], "foes": groups["foe"], "fallen": groups["fallen"]}


def clock_context(moment: PageMoment) -> dict[str, Any]:
    """``places``: the cards of group ``place``: where the party is, the time, the light, the weather."""
    return {"places": tuple(card for card in moment.cards if card.group == "place")}


def scene_context(moment: PageMoment) -> dict[str, Any]:
    """``drawing`` (`Drawing`, or None), ``picture`` (HTML: lines of text, the alternative, always there), ``plans``.

    Elements of the drawing with ``data-choice="<id>"`` stand for the choice of that id; ``data-here`` marks the party.
    """
    lines = moment.picture if moment.pictured is not None else _beside_cards(moment.picture, moment.cards)
    picture = "".join(_line(line) for line in lines)
    return {"drawing": moment.pictured, "picture": picture, "plans": moment.plans}


def _beside_cards(lines: list[str], cards: tuple[Card, ...]) -> list[str]:
    """The lines of a scene without those of people who have a card beside it, and without the heads of such alone."""
    known = {card.name for card in cards if card.group != "place"}
    kept = [line for line in lines if not (line.startswith(" ") and line.strip().partition(",")[0] in known)]
    after = [*kept[1:], ""]  # where no line is kept, there is none after it either
    return [line for line, then in zip(kept, after, strict=False) if not line.endswith(":") or then.startswith(" ")]


@lru_cache(maxsize=4096)  # most lines stay as they are, and most seats are told the same
def _line(line: str) -> str:
    bare = line.strip()
    return f'<p class="depth-{(len(line) - len(line.lstrip())) // 2 if bare else 0}">{escape(bare)}</p>'


def ink_context(moment: PageMoment) -> dict[str, Any]:
    """``ink``: the patterns of SVG that the drawing refers to; sent when they change, which is rare."""
    return {"ink": moment.ink}


def progress_context(moment: PageMoment) -> dict[str, Any]:
    """``progress`` (`Progress`, or None): something that takes several steps, as far as it has come."""
    return {"progress": moment.ruleset.progress(moment.state, moment.seat, moment.language)}


def asked_context(moment: PageMoment) -> dict[str, Any]:
    """``awaited`` (`Awaited`…), ``finished``, ``offered`` (whether the reader may act), ``paused`` (`Paused`).

    ``spectator``: nobody waits for the reader, nor they for anybody.
    """
    return {
        "awaited": moment.awaited,
        "finished": moment.finished,
        "offered": moment.may_act,
        "spectator": not moment.sitting.has_hands,
        "paused": moment.paused,
        "may_pause": moment.may_take_back,
        "pace": moment.arrangement.pace,
    }


def seats_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee. ``seats`` (`SeatShown`…), and what a new seat may play: ``sides``, whole ones, as (id, name).

    ``people``: single ones, as (id, name, the side for which they may speak, or nothing); ``speakers``: to decide what
    a whole side does together, as (id, name).
    """
    whole = [side for side in moment.sides if side.name in sides_among(moment.sides)]
    speakers = [side.name for side in whole if side.name in side.controls]
    speaks = {one: side.name for side in whole if side.name in speakers for one in side.controls}
    people = sorted({one for side in moment.sides for one in side.controls} - {side.name for side in whole})
    return {
        "seats": moment.seats,
        "sides": [(side.name, moment.owner_name(side.name)) for side in whole],
        "people": [(one, moment.owner_name(one), speaks.get(one, "")) for one in people],
        "speakers": [(one, moment.owner_name(one)) for one in speakers],
    }


def tools_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee, and in part for whoever plays alone.

    ``referee`` (bool), ``can_undo``, ``can_redo``, ``switches``, ``away`` and ``decisions`` (`Switch`…),
    ``arrangement`` (`Arrangement`), ``last_dice`` (`Die`…: what may be overruled), ``desk`` (whether there is anything
    to prepare by hand: see `preparing.py`).
    """
    return {
        "referee": moment.is_referee,
        "can_undo": moment.can_undo,
        "can_redo": moment.can_redo,
        "switches": moment.switches if moment.is_referee else (),
        "away": moment.away if moment.is_referee else (),
        "decisions": moment.decisions if moment.is_referee else (),
        "arrangement": moment.arrangement,
        "last_dice": moment.last_dice,
        "desk": moment.is_referee and moment.has_desk,
    }


def back_context(moment: PageMoment) -> dict[str, Any]:
    """``mine``: the reader may take back what they did, or ask for it; ``asked``: they have asked already.

    ``can_ask``: there is a referee to ask; ``requests``: for the referee, who asks, as (name of the seat, name).
    """
    return {
        "mine": moment.may_regret,
        "asked": any(who == moment.sitting.name for who, _ in moment.asked_back),
        "can_ask": moment.has_referee,
        "requests": moment.asked_back if moment.is_referee else (),
    }


def going_back_context(moment: PageMoment) -> dict[str, Any]:
    """``rule`` (`BackRule`): how far anybody goes back here; ``gone`` (`GoneBack`…): who has, and how often.

    ``referee``: whether a person sits in the referee's chair.
    """
    return {"rule": moment.back_rule, "gone": moment.gone_back, "referee": moment.has_referee}


def telling_context(moment: PageMoment) -> dict[str, Any]:
    """``email``: where the reader is told by mail that it is their turn; ``mails``: whether letters are sent at all.

    For the referee, ``hooks`` (whether the table may name an address on the web) and ``arrangement``.
    """
    return {
        "mails": moment.around.mails and moment.sitting.role == "player",
        "email": moment.sitting.email,
        "hooks": moment.around.hooks and moment.is_referee,
        "arrangement": moment.arrangement if moment.is_referee else None,
    }


def title_context(moment: PageMoment) -> dict[str, Any]:
    """``title``: what the table is called."""
    return {"title": moment.arrangement.called(moment.language) or moment.table}


def owed_context(moment: PageMoment) -> dict[str, Any]:
    """``owed`` (`OwedShown`, or None): the die that the table waits for."""
    return {"owed": moment.owed}


def typing_context(moment: PageMoment) -> dict[str, Any]:
    """``typed``: whether the reader may type the dice that they threw by hand."""
    return {"typed": moment.arrangement.may_type(moment.sitting)}


def audiences_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee. ``players``: whom a note may be told to alone, as (audience, name)."""
    return {"players": [(f"seat:{one.name}", one.name) for one in moment.seats if one.role == "player"]}


Context = dict[str, Any]


# ---------------------------------------------------------------- what of it a page has already
#
# Each function is given what a fragment was filled with when the page was sent it, and what fills it now. It returns
# what the page must replace: pieces of the fragment by their names, or the fragment itself. In place of what the page
# shows already, HTML may hold an element with ``data-keep`` (the ids of elements, with spaces between), and a drawing
# one with ``data-keep-drawn`` (see `drawing.py`).


def cards_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The cards that have changed; if others come or go, the list of all."""
    old = {card.id: card for group in before.values() for card in group}
    new = {card.id: card for group in now.values() for card in group}
    if any([card.id for card in before[name]] != [card.id for card in group] for name, group in now.items()):
        kept = frozenset(f"fragment-card-{who}" for who, card in new.items() if old.get(who) == card)
        return {"cards": render("fragments/cards.html", moment.language, **now, kept=kept)}
    dead = {card.id for card in now["fallen"]}
    fresh = [card for who, card in new.items() if old[who] != card]
    return {f"card-{card.id}": _card(moment.language, old[card.id], card, grave=card.id in dead) for card in fresh}


def _card(language: Language, old: Card, new: Card, *, grave: bool) -> str:
    """A card without what it has in common with the one that the page shows in its place."""
    if grave:
        return str(part("fragments/grave.html", language, new))
    kept = []
    if new.token is not None and old.token == new.token and old.group == new.group:
        kept.append("token")
    if old.name == new.name and old.has_sheet == new.has_sheet:
        kept.append("buttons")
    if new.gauges and old.gauges == new.gauges:
        kept.append("gauges")
    return str(part("fragments/card.html", language, new, tuple(kept)))


def scene_html(moment: PageMoment, context: Context) -> str:
    """The whole scene."""
    return _scene(moment.language, context["drawing"], context["picture"], context["plans"])


def scene_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The scene, without what is already drawn."""
    old, new = before["drawing"], now["drawing"]
    if not old or not new:
        return {"scene": scene_html(moment, now)}
    kept = () if old.still or new.still else ("map-tools",)
    changes = moment.wording.memory.made("changes", (old, new), lambda: changes_in(old, new))
    return {"scene": _scene(moment.language, changes, now["picture"], now["plans"], kept)}


_DRAWN, _TOLD = FrameSlot("\0drawn\0"), FrameSlot("\0told\0")


def _scene(
    language: Language, drawing: Drawing | None, picture: str, plans: tuple[Plan, ...], kept: tuple[str, ...] = ()
) -> str:
    if drawing is None:
        before, after = _scene_around(language, None, plans, kept)
        return f"{before}{picture}{after}"
    before, between, after = _scene_around(language, drawing.still, plans, kept)
    return f"{before}{drawing.__html__()}{between}{picture}{after}"


class _Undrawn(FrameSlot):
    """Stands for a drawing in the frame around it."""

    still: bool


@lru_cache(maxsize=64)  # it stays as it is while the scene changes
def _scene_around(
    language: Language, still: bool | None, plans: tuple[Plan, ...], kept: tuple[str, ...]
) -> tuple[str, ...]:
    """What stands around the drawing and the picture in words; `still` is what the drawing is, None where none is."""
    drawing = None
    if still is not None:
        drawing = _Undrawn(_DRAWN)
        drawing.still = still
    slots = (_TOLD,) if drawing is None else (_DRAWN, _TOLD)
    return frame("fragments/scene.html", language, slots, drawing=drawing, picture=_TOLD, plans=plans, kept=kept)


def tools_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The dice that may be overruled, which are others after almost every command."""
    if {**before, "last_dice": ()} == {**now, "last_dice": ()} and now["referee"]:
        return {"overrule": str(part("fragments/overrule.html", moment.language, now["last_dice"]))}
    return {"tools": render("fragments/tools.html", moment.language, **now)}


class Fragment(Struct, frozen=True):
    """A part of the page: its template, what fills it, and who gets it at all."""

    template: str
    context: Callable[[PageMoment], Context]
    who: Literal["all", "taking_back", "referee"] = "all"
    patch: Callable[[PageMoment, Context, Context], dict[str, str]] | None = None
    written: Callable[[PageMoment, Context], str] | None = None
    """What writes the whole fragment, where that is more than filling in its template."""

    def render(self, moment: PageMoment, context: Context) -> str:
        """The HTML of the whole fragment."""
        if self.written is not None:
            return self.written(moment, context)
        return render(self.template, moment.language, **context)

    def changes(self, name: str, moment: PageMoment, before: Context | None, now: Context) -> dict[str, str]:
        """What a page that shows the fragment as it was before must replace: pieces of it, or all."""
        if before is not None and self.patch is not None:
            return self.patch(moment, before, now)
        return {name: self.render(moment, now)}


FRAGMENTS: Final[dict[str, Fragment]] = {
    "title": Fragment("fragments/title.html", title_context),
    "cards": Fragment("fragments/cards.html", cards_context, patch=cards_patch),
    "clock": Fragment("fragments/clock.html", clock_context),
    "ink": Fragment("fragments/ink.html", ink_context),
    "scene": Fragment("fragments/scene.html", scene_context, patch=scene_patch, written=scene_html),
    "choices": Fragment("fragments/choices.html", choices_context, patch=choices_patch, written=choices_html),
    "aims": Fragment("fragments/aims.html", aims_context),
    "progress": Fragment("fragments/progress.html", progress_context),
    "asked": Fragment("fragments/asked.html", asked_context),
    "seats": Fragment("fragments/seats.html", seats_context, "referee"),
    "back": Fragment("fragments/back.html", back_context),
    "going_back": Fragment("fragments/going_back.html", going_back_context),
    "telling": Fragment("fragments/telling.html", telling_context),
    "owed": Fragment("fragments/owed.html", owed_context),
    "typing": Fragment("fragments/typing.html", typing_context),
    "audiences": Fragment("fragments/audiences.html", audiences_context, "referee"),
    "talk": Fragment("fragments/talk.html", talk_context),
    "scratch": Fragment("fragments/scratch.html", scratch_context),
    "overview": Fragment("fragments/overview.html", overview_context, "referee"),
    "tools": Fragment("fragments/tools.html", tools_context, "taking_back", patch=tools_patch),
}
"""Every fragment. The story is not among them: it only grows, line by line."""


def fragments_of(moment: PageMoment) -> dict[str, Fragment]:
    """Those of them that the reader of a moment gets."""
    return _fragments_for(moment.is_referee, moment.may_take_back)


@cache
def _fragments_for(referee: bool, takes_back: bool) -> dict[str, Fragment]:
    kinds = {"all", *(("referee",) if referee else ()), *(("taking_back",) if takes_back else ())}
    return {name: fragment for name, fragment in FRAGMENTS.items() if fragment.who in kinds}


def render_line(moment: PageMoment, line: StoryLine) -> str:
    """A line of the story. The page appends it to the list."""
    return render_numbered(moment, line, line.number, line.entry)


def render_numbered(moment: PageMoment, line: StoryLine, number: int, entry: int) -> str:
    """A line of the story with the numbers by which its reader counts it and its entry."""
    return _line_around(moment.language, line).replace(_NUMBER, str(number)).replace(_ENTRY, str(entry))


_NUMBER, _ENTRY = FrameSlot("\0number\0"), FrameSlot("\0entry\0")


@lru_cache(maxsize=4096)  # all who know it alike are told the same, but for the numbers
def _line_around(language: Language, line: StoryLine) -> str:
    """What stands around the numbers of a line, from ``fragments/line.html``: ``line`` (`StoryLine`).

    ``number`` and ``entry`` stand for the numbers by which a reader counts the line and its entry.
    """
    return render("fragments/line.html", language, line=line, number=_NUMBER, entry=_ENTRY)


def render_why(moment: PageMoment, number: int, then: Then[Any], run: tuple[Event, ...]) -> str:
    """The answer to "why?", from ``fragments/why.html``.

    ``number`` of the line, ``explanation`` (`Explanation`: sentence, numbers, rules), ``odds`` (`Likelihood`…),
    ``players``: to whom the referee may tell a line that not everybody knows, as (audience, name); empty: to nobody.
    """
    explanation, odds = moment.why(then, run)
    alone = run[0] if len(run) == 1 else None
    secret = alone is not None and moment.is_referee and (alone.audience != EVERYBODY or bool(alone.secrets))
    players = audiences_context(moment)["players"] if secret else ()
    return render(
        "fragments/why.html",
        moment.language,
        number=number,
        explanation=explanation,
        odds=odds,
        secret=secret,
        players=players,
    )


def render_help(moment: PageMoment, choice: str) -> str | None:
    """What a choice would be, from ``fragments/help.html``: ``help`` (`Help`); None where it is not offered."""
    found = moment.help(choice)
    return None if found is None else render("fragments/help.html", moment.language, help=found)


def render_why_not(moment: PageMoment, said: str) -> tuple[WhyNot, str]:
    """Why something cannot be done, from ``fragments/why_not.html``: ``found`` (`WhyNot`), ``said``.

    ``wishes``: what may be asked for by name.
    """
    found = moment.why_not(said)
    wishes = tuple(wish.title for wish in moment.wishes)
    return found, render("fragments/why_not.html", moment.language, found=found, said=said, wishes=wishes)


def render_glance(moment: PageMoment) -> str:
    """A table in a few words, from ``fragments/glance.html``: ``people`` and ``places`` (`Card`…), ``drawn``."""
    return render(
        "fragments/glance.html",
        moment.language,
        table=moment.table,
        people=[card for card in moment.cards if card.group == "own"],
        drawn=moment.drawing is not None,
        **clock_context(moment),
    )


def render_sheet(moment: PageMoment, subject: str) -> str | None:
    """A character's sheet, from ``fragments/sheet.html``: ``table``, ``subject`` (ids) and ``sheet`` (`Sheet`).

    ``may``: the reader may set a picture for them; ``pictured``: they have one.
    """
    sheet = moment.sheet(subject)
    if sheet is None:
        return None
    pictured = any(who == subject for who, _ in moment.arrangement.pictures)
    may = moment.may_picture(subject)
    own = {"subject": subject, "sheet": sheet, "table": moment.table}
    return render("fragments/sheet.html", moment.language, may=may, pictured=pictured, **own)

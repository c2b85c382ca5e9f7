"""Who sits where: the seats that a table has handed out, and how the table is arranged around them.

Both live beside the log, not in it: they say who may come in, not what happened. A seat plays whole sides of the scene
(with whoever joins them), single characters, or nothing; a token opens it, of which only the hash is kept.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.client.data import SeatRole
from arbitro.kernel.event import BackRule
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import State
from arbitro.play.calendar import Diary
from arbitro.text import Language
from arbitro.web.talk_messages import Stroke

UNGIVEN: Final = "nobody"
"""To whom a picture was given that still lies on the referee's desk."""


class Sitting(Struct, frozen=True, omit_defaults=True):
    """A seat that was handed out."""

    id: str
    name: str
    role: SeatRole = "player"
    sides: tuple[str, ...] = ()
    """The seats of the scene (`Ruleset.seats`) that it plays, each with all it controls at the moment.

    A narrator sees with their eyes and does nothing for them; where none is named, with those of the first side."""
    controls: tuple[str, ...] = ()
    """Single characters that it plays."""
    solo: bool = False
    """Whether there is no other person: who plays alone may take back and type dice, and still sees as a player."""
    email: str = ""
    """Where the person wants to be told by mail that it is their turn; empty: nowhere."""
    language: Language = "en"
    """In which language."""
    links: int = 0
    """How often its link was made anew: pages that came by an older one are closed, whichever process serves them."""

    @property
    def has_hands(self) -> bool:
        """Whether it may do anything at the table: a referee and players may."""
        return self.role in ("referee", "player")

    @property
    def leads(self) -> bool:
        """Whether how the table is run is theirs to say: a referee's, and whoever's who plays alone."""
        return self.role == "referee" or self.solo

    @property
    def may_play(self) -> bool:
        """Whether a person in this seat decides anything of the game."""
        return self.role == "player" and bool(self.sides or self.controls)

    def seat(self, ruleset: Ruleset[State], state: State) -> Seat:
        """The seat as the engine knows it, cut as the scene now cuts it."""
        if self.role == "referee" or self.role == "spectator":
            return Seat(self.name, self.role)
        controls, sides = set(self.controls), self.sides
        if self.role == "narrator" and not controls and not sides:
            sides = tuple(side.name for side in ruleset.seats(state)[:1])
        if sides:
            for side in ruleset.seats(state):
                if side.name in sides:
                    controls |= side.controls
        return Seat(self.name, "player", frozenset(controls))

    def at(self, ruleset: Ruleset[State], state: State, arrangement: "Arrangement", all_: Iterable["Sitting"]) -> Seat:
        """The seat as the engine knows it, among those who sit there."""
        seat = self.seat(ruleset, state)
        return replace(seat, refereed=True) if self.role == "player" and arrangement.has_referee(all_) else seat


ONLOOKER: Final = Sitting("screen", "spectator", "spectator")
"""The eyes of a players' screen: it sees what everybody may see, whoever opened it, and does nothing."""


class Arrangement(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a table is run, where it is not the log's business."""

    title: str = ""
    automatic: tuple[str, ...] = ()
    """What the engine plays: sides of the scene, seats by id (whose person is away), and ``referee`` for the rest."""
    demo: bool = False
    """Whether the engine plays for everybody, at a pace to be watched."""
    paused: bool = False
    typed: bool = False
    """Whether players may type the dice that they threw by hand; the referee and who plays alone always may."""
    pace: int = 1500
    """Milliseconds between two commands of a table that plays itself."""
    back: Literal["", "free", "unrevealed", "strict"] = ""
    """How far anybody goes back: freely; past no die and nothing that came to light, but for a referee who sits there;
    past none of these, whoever it is. Where nothing is said: freely for who plays alone, the second at other tables."""
    webhook: str = ""
    """The address on the web that is told whose turn it is; empty: none."""
    hook_form: Literal["generic", "discord"] = "generic"
    hook_language: Language = "en"
    former: tuple[str, ...] = ()
    """Names of seats that are gone: what was told to them alone bears their name, and must not become another's."""
    scene: str = ""
    """The ready scene that it was opened with, by its id; empty where nobody noted it."""
    titles: Phrase | None = None
    """What its scene is called in each language; a `title` that somebody gave it comes before."""

    pictures: tuple[tuple[str, str], ...] = ()
    """Who has a picture of their own on their token, and a short word for it."""

    screen_numbers: bool = False
    """Whether the players' screen shows hit points and the like of the players' people."""

    whispers: bool = True
    """Whether players may say something to one of them alone; the referee can read it, and they are told so."""

    handouts: tuple[tuple[str, str], ...] = ()
    """The pictures that were brought to be handed out, by their short words, and whom each was given to (`UNGIVEN`:
    nobody yet); the same one twice, where two people have it."""

    scratch: tuple[Stroke, ...] = ()
    """What people have drawn on the maps."""

    diary: Diary | None = None
    """The calendar of the table with what was noted in it; none, unless somebody has set one."""

    narrator_asked: int = 0
    """How often a model was asked to narrate here (`Seats.may_ask_narrator`); arranging a table does not change it."""

    def handed(self, picture: str, audience: str) -> "Arrangement":
        """The arrangement once a picture was given to an audience."""
        others = tuple(one for one in self.handouts if one not in ((picture, UNGIVEN), (picture, audience)))
        return replace(self, handouts=(*others, (picture, audience)))

    def called(self, language: Language) -> str:
        """The title for a reader; empty where it has none."""
        return self.title or ("" if self.titles is None else self.titles.in_(language))

    def plays(self, name: str) -> bool:
        """Whether the engine plays a side (or the referee) by itself."""
        return self.demo or name in self.automatic

    def back_rule(self, sittings: Iterable[Sitting]) -> BackRule:
        """How far anybody goes back at a table with these seats."""
        several = sum(one.has_hands for one in sittings) > 1
        return self.back or ("unrevealed" if several else "free")

    def has_referee(self, sittings: Iterable[Sitting]) -> bool:
        """Whether a person sits in the referee's chair."""
        return not self.plays(REFEREE_ONLY) and any(one.role == "referee" for one in sittings)

    def may_type(self, sitting: Sitting) -> bool:
        """Whether a seat may type its dice."""
        if not sitting.has_hands:
            return False
        return self.typed or sitting.role == "referee" or sitting.solo


def is_there(name: str, arrangement: Arrangement, sittings: Iterable[Sitting]) -> bool:
    """Whether a person sits in the seat of a name, and plays it themselves."""
    there = (one for one in sittings if one.name == name and one.id not in arrangement.automatic)
    return not arrangement.demo and any(there)

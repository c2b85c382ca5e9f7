"""What may be asked for where the campaign itself provides the exploring."""

from typing import Final, Literal

from arbitro.kernel.command import Command

BeatenFate = Literal["robbed", "dead"]
"""What becomes of those whom a lost fight has left alive."""


class TryDoor(Command, frozen=True, tag="try_door"):
    """Open a door; one that sticks must be forced."""

    who: str
    way: str


class WorkOpen(Command, frozen=True, tag="work_open"):
    """Work a door that sticks open with patience instead of strength."""

    who: str
    way: str


class StrikeFirst(Command, frozen=True, tag="strike_first"):
    """The party attacks those whom it has met."""


class CreepUp(Command, frozen=True, tag="creep_up"):
    """Somebody leads the party close to those whom it has met: an ambush, if they notice nothing."""

    who: str


class TalkRound(Command, frozen=True, tag="talk_round"):
    """Somebody talks to those whom the party has met."""

    who: str


class SlipAway(Command, frozen=True, tag="slip_away"):
    """Somebody leads the party back before it comes to blows; whoever is slower is run down."""

    who: str


class HandOver(Command, frozen=True, tag="hand_over"):
    """Somebody hands something to another."""

    who: str
    to: str
    what: str = "gold"
    count: int = 1


class SearchBody(Command, frozen=True, tag="search_body"):
    """Take what somebody who has died here had on them."""

    who: str
    dead: str


class ListenAt(Command, frozen=True, tag="listen_at"):
    """Listen at a door or into a passage before going there."""

    who: str
    way: str


class SearchPlace(Command, frozen=True, tag="search_place"):
    """Look for hidden doors here; takes a turn."""

    who: str


class KindleTorch(Command, frozen=True, tag="kindle_torch"):
    """Light a torch of the party's."""

    who: str


class LetTimePass(Command, frozen=True, tag="let_time_pass"):
    """Wait, turn by turn, as long as nobody comes."""

    turns: int = 1


class GoInFront(Command, frozen=True, tag="go_in_front"):
    """Somebody takes the lead of the marching order."""

    who: str


class March(Command, frozen=True, tag="march"):
    """A day on the road."""


class BuyTorches(Command, frozen=True, tag="buy_torches"):
    """Buy bundles of torches in town."""

    who: str
    bundles: int = 1


class Confront(Command, frozen=True, tag="confront"):
    """The referee lets those whom the party has met attack, or be attacked.

    `surprise` says who is caught unawares; ``""``: by the stated default (those who were heard beforehand).
    """

    surprise: Literal["", "nobody", "party", "foes"] = ""


class LetThemPass(Command, frozen=True, tag="let_them_pass"):
    """The referee lets the party and those whom it has met go their ways."""


class JudgeBeaten(Command, frozen=True, tag="judge_beaten"):
    """The referee says what becomes of those who still live where a fight has left nobody on their feet."""

    fate: BeatenFate


REFEREES: Final = (Confront, LetThemPass, JudgeBeaten)
"""The referee's decisions about those who are met."""

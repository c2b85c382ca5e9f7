"""Before it comes to blows the party has the first word, in games without rules for meetings.

Our rulings: it may strike, creep up first (a check: those who notice nothing are ambushed), talk (a check: whoever is
talked round lets the party be; the mindless do not listen) or slip away (a check: whoever is slower is run down, and
it comes to a fight where they stand). Those who have not noticed the party can be struck or left without any check.
"""

from typing import Literal

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.endings import MEETING, fight_over
from arbitro.play.sides.walking.ground import walking_state
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.sides.walking.walker import Surprised, Walker
from arbitro.play.state import CampaignState


def just_met(side: Walker, state: CampaignState, who: str | None = None) -> Meeting | Refusal:
    """The meeting that nobody has decided on yet, for somebody who can act; None: for the whole party."""
    walking = walking_state(state)
    if walking.meeting is None or walking.meeting.joined:
        return Refusal("no_meeting", {}, MEETING)
    if walking.errand is not None or state.awaiting:
        return Refusal("busy_now")
    if not side.able(state):
        return Refusal("nobody_stands")
    if who is not None and who not in side.able(state):
        return Refusal("cannot_now", {"who": f"@{who}"})
    return walking.meeting


def rests_now(side: Walker, state: CampaignState, command: str) -> bool:
    """Whether a command of the game's would be a rest before those whom the party has just met."""
    meeting = walking_state(state).meeting
    return command in side.restful and meeting is not None and not meeting.joined


def not_before_strangers(side: Walker, scene: Scene, command: Command) -> Refusal | None:
    """Nobody rests before those whom the party has met: first it is said how the meeting goes."""
    if rests_now(side, scene.state, tag_of(type(command))):
        return Refusal("no_rest_before_strangers", {}, MEETING)
    return None


def come_to_blows(side: Walker, scene: Scene, surprised: Surprised) -> None:
    """The fight begins."""
    meeting = walking_state(scene.state).meeting
    if meeting is not None:
        scene.happen(e.FightJoined(surprised, rules=MEETING))
        side.start_fight(side, scene, meeting, surprised)


def strike_first(side: Walker, scene: Scene, command: walking_commands.StrikeFirst) -> Refusal | None:
    """Whoever has not noticed the party is caught unawares."""
    del command
    meeting = just_met(side, scene.state)
    if isinstance(meeting, Refusal):
        return meeting
    come_to_blows(side, scene, "foes" if meeting.heard else "")
    return None


def creep_up(side: Walker, scene: Scene, command: walking_commands.CreepUp) -> Refusal | None:
    """Somebody leads the others close, unheard or not."""
    meeting = just_met(side, scene.state, command.who)
    if isinstance(meeting, Refusal):
        return meeting
    if meeting.heard:
        return Refusal("unaware_already", {}, MEETING)
    side.attempt(side, scene, Errand("creep", command.who))
    return None


def talk_round(side: Walker, scene: Scene, command: walking_commands.TalkRound) -> Refusal | None:
    """Somebody finds the right words, or not."""
    meeting = just_met(side, scene.state, command.who)
    if isinstance(meeting, Refusal):
        return meeting
    if not listens(side, meeting):
        return Refusal("deaf_to_words", {}, MEETING)
    side.attempt(side, scene, Errand("talk", command.who))
    return None


def listens(side: Walker, meeting: Meeting) -> bool:
    """Whether anybody among them can be talked to."""
    return not all(side.mindless(name) for name, _ in meeting.foes)


def slip_away(side: Walker, scene: Scene, command: walking_commands.SlipAway) -> Refusal | None:
    """Back to where the party came from; from those who have noticed nothing, without a sound."""
    meeting = just_met(side, scene.state, command.who)
    if isinstance(meeting, Refusal):
        return meeting
    if meeting.heard:
        fight_over(side, scene, "fled", meeting.foes)
    else:
        side.attempt(side, scene, Errand("slip", command.who))
    return None


def settle_first_word(side: Walker, scene: Scene, errand: Errand, *, success: bool) -> None:
    """What came of creeping up, talking or slipping away."""
    meeting = walking_state(scene.state).meeting
    if meeting is None:
        return
    deaf = {name for name, _ in meeting.foes if side.mindless(name)}
    apart = deaf and success and errand.kind == "talk"
    heeded = tuple(name for name, _ in meeting.foes if name not in deaf) if apart else ()
    scene.happen(e.FirstWordSpoken(errand.who, errand.kind, success, heeded, rules=MEETING))
    if errand.kind == "creep":
        come_to_blows(side, scene, "foes" if success else "")
    elif success:
        fight_over(side, scene, "parted" if errand.kind == "talk" else "fled", meeting.foes)
    else:
        come_to_blows(side, scene, "")


def confront(side: Walker, scene: Scene, command: walking_commands.Confront) -> Refusal | None:
    """The party lets it come to a fight."""
    meeting = walking_state(scene.state).meeting
    if meeting is None or meeting.joined:
        return Refusal("no_meeting", {}, ("DA-SOLO-02",))
    if walking_state(scene.state).errand is not None:
        return Refusal("busy_now")
    surprised: Literal["", "party", "foes"] = ""
    if command.surprise in ("party", "foes"):
        surprised = command.surprise
    elif not command.surprise and meeting.heard:
        surprised = "foes"
    come_to_blows(side, scene, surprised)
    return None


def let_them_pass(side: Walker, scene: Scene, command: walking_commands.LetThemPass) -> Refusal | None:
    """Both sides go their ways."""
    del command
    meeting = walking_state(scene.state).meeting
    if meeting is None or meeting.joined:
        return Refusal("no_meeting", {}, ("DA-SOLO-02",))
    if walking_state(scene.state).errand is not None:
        return Refusal("busy_now")
    fight_over(side, scene, "parted", meeting.foes)
    return None

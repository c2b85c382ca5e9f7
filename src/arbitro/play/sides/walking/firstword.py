"""Before it comes to blows the party has the first word, in games without rules for meetings.

Our rulings: it may strike, creep up first (a check: those who notice nothing are ambushed), talk (a check: whoever is
talked round lets the party be; the mindless do not listen) or slip away (a check: whoever is slower is run down, and
it comes to a fight where they stand). Those who have not noticed the party can be struck or left without any check.
"""

from abc import abstractmethod
from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.parting import Parting
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import CampaignState

MEETING: Final = ("DA-SOLO-02",)
Surprised = Literal["", "party", "foes"]


class FirstWord(Parting):
    """What the party does about those whom it has met."""

    @abstractmethod
    def attempt(self, scene: Scene, errand: Errand) -> None:
        """The game's own check begins; `settle_errand` says what came of it, at once or when the dice have fallen."""

    @abstractmethod
    def start_fight(self, scene: Scene, meeting: Meeting, surprised: Surprised) -> None:
        """The game's own fight begins."""

    @abstractmethod
    def fight_over(
        self, scene: Scene, how: e.Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
    ) -> None:
        """What a meeting leaves behind, in the dungeon and for the party."""

    @abstractmethod
    def mindless(self, name: str) -> bool:
        """Whether a creature of the game's content has no mind to be talked to."""

    def just_met(self, state: CampaignState, who: str = "") -> Meeting | Refusal:
        """The meeting that nobody has decided on yet, for somebody who can act."""
        walking = self.walking(state)
        if walking.meeting is None or walking.meeting.joined:
            return Refusal("no_meeting", {}, MEETING)
        if walking.errand is not None or state.awaiting:
            return Refusal("busy_now")
        if not self.able(state) or (who and who not in self.able(state)):
            return Refusal("cannot_act", {"who": f"@{who}"}) if who else Refusal("nobody_stands")
        return walking.meeting

    def come_to_blows(self, scene: Scene, surprised: Surprised) -> None:
        """The fight begins."""
        meeting = self.walking(scene.state).meeting
        if meeting is not None:
            scene.happen(e.FightJoined(surprised, rules=MEETING))
            self.start_fight(scene, meeting, surprised)

    def strike_first(self, scene: Scene, command: w.StrikeFirst) -> Refusal | None:
        """Whoever has not noticed the party is caught unawares."""
        del command
        meeting = self.just_met(scene.state)
        if isinstance(meeting, Refusal):
            return meeting
        self.come_to_blows(scene, "foes" if meeting.heard else "")
        return None

    def creep_up(self, scene: Scene, command: w.CreepUp) -> Refusal | None:
        """Somebody leads the others close, unheard or not."""
        meeting = self.just_met(scene.state, command.who)
        if isinstance(meeting, Refusal):
            return meeting
        if meeting.heard:
            return Refusal("unaware_already", {}, MEETING)
        self.attempt(scene, Errand("creep", command.who))
        return None

    def talk_round(self, scene: Scene, command: w.TalkRound) -> Refusal | None:
        """Somebody finds the right words, or not."""
        meeting = self.just_met(scene.state, command.who)
        if isinstance(meeting, Refusal):
            return meeting
        if not self.listens(meeting):
            return Refusal("deaf_to_words", {}, MEETING)
        self.attempt(scene, Errand("talk", command.who))
        return None

    def listens(self, meeting: Meeting) -> bool:
        """Whether anybody among them can be talked to."""
        return not all(self.mindless(name) for name, _ in meeting.foes)

    def slip_away(self, scene: Scene, command: w.SlipAway) -> Refusal | None:
        """Back to where the party came from; from those who have noticed nothing, without a sound."""
        meeting = self.just_met(scene.state, command.who)
        if isinstance(meeting, Refusal):
            return meeting
        if meeting.heard:
            self.fight_over(scene, "fled", meeting.foes)
        else:
            self.attempt(scene, Errand("slip", command.who))
        return None

    def settle_first_word(self, scene: Scene, errand: Errand, *, success: bool) -> None:
        """What came of creeping up, talking or slipping away."""
        meeting = self.walking(scene.state).meeting
        if meeting is None:
            return
        scene.happen(e.FirstWordSpoken(errand.who, errand.kind, success, rules=MEETING))
        if errand.kind == "creep":
            self.come_to_blows(scene, "foes" if success else "")
        elif success:
            self.fight_over(scene, "parted" if errand.kind == "talk" else "fled", meeting.foes)
        else:
            self.come_to_blows(scene, "")

    # ------------------------------------------------------------ from hand to hand

    def goods(self, state: CampaignState, who: str) -> dict[str, int]:
        """What somebody can hand to another: by its name, how much of it."""
        return {"gold": self.gold(state, who) or 0}

    def on_the_body(self, state: CampaignState, dead: str) -> dict[str, int]:
        """What is left on somebody who died in this place, by its name; nothing where the body is not here."""
        here = any(one.who == dead and one.place == state.at for one in state.fallen)
        return self.left_by(state, dead) if here and state.at else {}

    def left_by(self, state: CampaignState, dead: str) -> dict[str, int]:
        """What the dead leave: gold; a game may have more."""
        gold = self.walking(state).purses.get(dead, 0)
        return {"gold": gold} if gold else {}

    def search_body(self, scene: Scene, command: w.SearchBody) -> Refusal | None:
        """Somebody on their feet takes all of it."""
        state = scene.state
        refused = self.leisure(state)
        if refused is not None:
            return refused
        if command.who not in self.able(state):
            return Refusal("cannot_act", {"who": f"@{command.who}"})
        if not self.on_the_body(state, command.dead):
            return Refusal("nothing_on_the_body")
        self.strip(scene, command.who, command.dead)
        return None

    def strip(self, scene: Scene, who: str, dead: str) -> None:
        """The purse changes its owner; a game may have more to take."""
        purses = self.walking(scene.state).purses
        gold = purses.get(dead, 0)
        scene.happen(e.BodySearched(who, dead, gold, {dead: 0, who: purses.get(who, 0) + gold}))

    def hand_over(self, scene: Scene, command: w.HandOver) -> Refusal | None:
        """Anywhere, as long as both are there and nothing else is going on."""
        state = scene.state
        refused = self.leisure(state)
        if refused is not None:
            return refused
        people = self.people(state)
        for who in (command.who, command.to):
            if who not in people:
                return Refusal("cannot_act", {"who": f"@{who}"})
        has = self.goods(state, command.who).get(command.what, 0)
        if command.who == command.to or not 1 <= command.count <= has:
            return Refusal("cannot_hand", {"count": command.count, "has": has})
        self.change_hands(scene, command)
        return None

    def change_hands(self, scene: Scene, command: w.HandOver) -> None:
        """Gold goes from one purse into another; a game may have more to give."""
        purses = self.walking(scene.state).purses
        mine, yours = purses.get(command.who, 0) - command.count, purses.get(command.to, 0) + command.count
        scene.happen(e.GoldHanded(command.who, command.to, command.count, {command.who: mine, command.to: yours}))

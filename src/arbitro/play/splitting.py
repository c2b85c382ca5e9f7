"""Parting and meeting again: some stay behind and wait, and the table follows one group at a time.

All share one map and one clock. Those who wait underground are come upon like everybody else: whenever the game throws
for wanderers it throws for each group that waits, and where somebody comes, the table turns to that group. Nobody goes
home while others wait: they are fetched, or come up by themselves, or are given up in so many words.
"""

from collections.abc import Iterator

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.delving import Delving
from arbitro.play.events import AlarmsChanged, GivenUp, PartyJoined, PartySplit, TableTurned, Turning, WatchKept
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import CampaignState, Fallen


def waiting_at(state: CampaignState, space: str) -> tuple[str, ...]:
    """Those who wait in a space (`SURFACE`: under the sky)."""
    return tuple(who for who, place in state.waiting.items() if place == space)


def here(state: CampaignState) -> str:
    """Where the group that the table follows is, as those who wait would say it."""
    return state.at or SURFACE


def elsewhere(state: CampaignState) -> tuple[str, ...]:
    """The spaces, other than this one, where some wait."""
    return tuple(space for space in dict.fromkeys(state.waiting.values()) if space != here(state))


def posts(side: Side, state: CampaignState) -> Iterator[str]:
    """Spaces underground where some wait who could act if somebody came; the helpless lie still and are passed by."""
    for space in dict.fromkeys(state.waiting.values()):
        if space != SURFACE and side.can_go_on(state, waiting_at(state, space)):
            yield space


def keep_watch(scene: Scene, side: Side) -> None:
    """The game's own check for wanderers, for each group that waits underground; a die in secret."""
    for space in posts(side, scene.state):
        if space not in scene.state.alarms and space != scene.state.at:
            check, rules = side.watch_over(scene, space)
            scene.happen(WatchKept(space, check, check.success, rules=rules, audience=REFEREE_ONLY))


class Splitting(Delving):
    """Who walks along and who waits."""

    def may_part(self, state: CampaignState) -> Refusal | None:
        """Whether this is the place and the moment: underground, or before the entrance."""
        if state.stage == "road" and self.side.at_mouth(state):
            return self.free(state)
        return self.underground(state)

    def split_off(self, scene: Scene, command: c.SplitOff) -> Refusal | None:
        """Somebody stays here; at least one goes on."""
        state = scene.state
        refused = self.may_part(state)
        if refused is not None:
            return refused
        if command.who not in self.side.people(state):
            return Refusal("cannot_act", {"who": f"@{command.who}"})
        if not self.go_on_without(state, command.who):
            return Refusal("nobody_goes_on")
        self.stay(scene, (command.who,))
        return None

    def go_on_without(self, state: CampaignState, who: str) -> bool:
        """Whether the others can go on when somebody stays behind."""
        return self.side.can_go_on(state, tuple(each for each in self.side.people(state) if each != who))

    def stay(self, scene: Scene, who: tuple[str, ...]) -> None:
        """Some stay where the table's group is; of a group that is lost, only what it had."""
        place, came = here(scene.state), scene.state.came
        self.side.part(scene, who, place)
        if who:
            scene.happen(PartySplit(who, place, came))

    def regroup(self, scene: Scene, command: c.Regroup) -> Refusal | None:
        """Those who wait here come along again."""
        del command
        refused = self.may_part(scene.state)
        if refused is not None:
            return refused
        found = waiting_at(scene.state, here(scene.state))
        if not found:
            return Refusal("nobody_waits")
        self.join(scene, found)
        self.side.after(scene, len(scene.events))  # with everybody there, the way home may begin
        return None

    def join(self, scene: Scene, who: tuple[str, ...]) -> None:
        """Take people back into the group that the table follows."""
        place = scene.state.waiting[who[0]]
        scene.happen(PartyJoined(who))
        self.side.rejoin(scene, who, place)

    # ------------------------------------------------------------ following the others

    def turn_to(self, scene: Scene, command: c.TurnTo) -> Refusal | None:
        """The table follows those who wait elsewhere; the others wait where they are."""
        refused = self.may_part(scene.state)
        if refused is not None:
            return refused
        if command.space not in elsewhere(scene.state):
            return Refusal("nobody_waits")
        if not self.side.can_go_on(scene.state, waiting_at(scene.state, command.space)):
            return Refusal("nobody_stands")
        self.follow_others(scene, command.space)
        return None

    def follow_others(self, scene: Scene, space: str, why: Turning = "") -> None:
        """Change over from one group to another."""
        self.stay(scene, self.side.people(scene.state))
        others = waiting_at(scene.state, space)
        came = scene.state.trails.get(others[0], "")
        self.join(scene, others)
        at = "" if space == SURFACE else space
        scene.happen(TableTurned(at, came, self.side.minutes(scene.state), why))
        self.side.look_to(scene, at, came)

    def all_lost(self, scene: Scene) -> bool:
        """Where nobody of this group stands any more, those who wait go on with the story, if anybody can."""
        for space in dict.fromkeys(scene.state.waiting.values()):
            able = self.side.can_go_on(scene.state, waiting_at(scene.state, space))
            if able and self.side.break_off(scene):
                self.follow_others(scene, space, "lost")
                return False
        return True

    # ------------------------------------------------------------ those who are come upon

    def alarm_due(self, state: CampaignState) -> bool:
        """Whether somebody has come upon those who wait, and the table can turn to them now."""
        ready = bool(state.alarms) and state.stage in ("dungeon", "road")
        return ready and not (state.tasks or state.awaiting or self.side.busy(state))

    def answer_alarm(self, scene: Scene) -> None:
        """The table turns to those who are come upon, unless they have gone since or are with the others again."""
        space = scene.state.alarms[0]
        who = waiting_at(scene.state, space)
        if space != scene.state.at and who and self.side.can_go_on(scene.state, who):
            self.follow_others(scene, space, "alarm")
        else:
            scene.happen(AlarmsChanged(scene.state.alarms[1:], audience=REFEREE_ONLY))
        if scene.state.at == space and not self.side.busy(scene.state):
            self.side.come_upon(scene)

    # ------------------------------------------------------------ those who do not come back

    def give_up(self, scene: Scene, command: c.GiveUp) -> Refusal | None:
        """Whoever stands before the entrance may go home without those who are still below."""
        state = scene.state
        if state.stage != "road":
            return Refusal("not_on_the_road")
        refused = self.may_part(state)
        if refused is not None:
            return refused
        who = waiting_at(state, command.space)
        if not who or command.space not in state.dungeon.spaces:
            return Refusal("nobody_waits")
        level, names = state.dungeon.spaces[command.space].level, self.side.names(state, who)
        lost = tuple(Fallen(each, names[each], state.minutes, command.space, level) for each in who)
        self.side.abandon(scene, who, command.space)
        for each in who:
            self.give_back(scene, each)
        scene.happen(GivenUp(who, lost))
        self.side.after(scene, len(scene.events))
        return None

    def nobody_waits(self, state: CampaignState) -> Refusal | None:
        """Whether everybody is here, so that the party may leave the dungeon behind it."""
        return Refusal("somebody_waits", {"who": f"@{next(iter(state.waiting))}"}) if state.waiting else None

"""What the dungeon does to those who walk in it: traps, gas, lifts, and whatever else is on the list of tasks."""

from typing import Literal

from msgspec.structs import replace

from arbitro.dungeon import spring
from arbitro.dungeon.clock import pass_time, step_on_trapdoor
from arbitro.dungeon.events import EffectDue
from arbitro.dungeon.hidden import settle_hidden_door, trap_is_pit, who_searches
from arbitro.dungeon.model import SURFACE, Trap
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.ailments import TO_THE_SURFACE
from arbitro.play.events import AilmentChanged, ClockMoved, HeroFell, StageReached, TasksChanged
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, TURN, WISH, CampaignState, Fallen, Task
from arbitro.play.traps import goes_off, search_over, trapdoors_in
from arbitro.play.wishing import RULES as WISH_RULES
from arbitro.play.wishing import grant

CARRIED = ("slide", "descend", "teleport")
"""Effects that move people to another place."""
TRIES_A_TURN = 10
"""A try at a door takes a round."""


class Hazards:
    """The dungeon's own turn, taken whenever nothing else is going on."""

    side: Side

    # ------------------------------------------------------------ after every command

    def settle_down(self, scene: Scene) -> None:
        """Bring clock, ailments and losses up to date, and let the dungeon do what is due."""
        self.keep_time(scene)
        self.count_losses(scene)
        while True:
            if self.task_due(scene.state):
                task, *rest = scene.state.tasks
                scene.happen(TasksChanged(tuple(rest), audience=REFEREE_ONLY))
                self.carry_out_task(scene, task)
            elif self.alarm_due(scene.state):
                self.answer_alarm(scene)
            else:
                return
            self.keep_time(scene)
            self.count_losses(scene)

    def alarm_due(self, state: CampaignState) -> bool:
        """Whether somebody has come upon those who wait elsewhere; `Splitting` knows."""
        raise NotImplementedError

    def answer_alarm(self, scene: Scene) -> None:
        """The table turns to them."""
        raise NotImplementedError

    def task_due(self, state: CampaignState) -> bool:
        """Whether the dungeon acts now."""
        return bool(state.tasks) and state.stage == "dungeon" and not self.side.busy(state) and not state.awaiting

    def keep_time(self, scene: Scene) -> None:
        """One clock: the campaign's and the dungeon's follow the game's."""
        now = self.side.minutes(scene.state)
        if now != scene.state.minutes:
            scene.happen(ClockMoved(now))
        turns = now // TURN - scene.state.dungeon.turn
        if turns > 0 and scene.state.dungeon.spaces:
            scene.dig(pass_time(scene.state.dungeon, turns))
        for ailment in scene.state.ailments:
            over = ailment.until != TO_THE_SURFACE and ailment.until <= now // TURN
            outside = scene.state.waiting.get(ailment.who, scene.state.at) in ("", SURFACE)
            if over or (ailment.until == TO_THE_SURFACE and outside):
                rules = WISH_RULES if ailment.kind == WISH else ()
                scene.happen(AilmentChanged(ailment.who, replace(ailment, until=0), rules=rules))
                self.side.ailment_over(scene, ailment.kind, ailment.who, ailment.amount)

    def count_losses(self, scene: Scene) -> None:
        """Who has died since; and whether anybody is left."""
        state = scene.state
        known = {fallen.who for fallen in state.fallen}
        for who, name in self.side.dead(state):
            if who not in known:
                place = state.waiting.get(who, state.at)
                level = state.dungeon.spaces[place].level if place in state.dungeon.spaces else 0
                sky = "" if level or who in state.waiting else self.under_the_sky(state)
                self.give_back(scene, who)
                scene.happen(HeroFell(who, Fallen(who, name, state.minutes, place if level else "", level, sky)))
        started = state.stage not in ("gathering", "over")
        over = started and not self.side.fighting(scene.state) and self.side.lost(scene.state)
        if over and self.all_lost(scene):
            scene.happen(StageReached("over", scene.state.minutes))

    def give_back(self, scene: Scene, who: str) -> None:
        """What somebody has borrowed goes with their life, lest they keep it when they are raised."""
        for ailment in scene.state.ailments:
            if ailment.who == who:
                self.side.ailment_over(scene, ailment.kind, who, ailment.amount)

    def under_the_sky(self, state: CampaignState) -> Literal["", "road", "town"]:
        """Where the party is on the surface; empty: before the entrance."""
        if state.stage == "town":
            return "town"
        return "road" if state.stage == "road" and not self.side.at_mouth(state) else ""

    def all_lost(self, scene: Scene) -> bool:
        """Whether nobody is left at all; `Splitting` knows who waits elsewhere."""
        raise NotImplementedError

    # ------------------------------------------------------------ tasks

    def carry_out_task(self, scene: Scene, task: Task) -> None:
        """A trap works, a special room is opened, or an effect reaches those it is meant for."""
        if task.kind == "room":
            self.open_room(scene, task.source)
        elif task.kind == "trap":
            trap = scene.state.dungeon.traps.get(task.source)
            if trap is not None and trap.space == scene.state.at and goes_off(trap):
                self.trap_works(scene, trap)
        elif task.kind == "meet":
            self.somebody_comes(scene, task.source)
        elif task.kind == "trapdoor":
            if task.source in {link.id for link in trapdoors_in(scene.state.dungeon, (scene.state.at,))}:
                self.tread_on_trapdoor(scene, task.source)
        elif task.effect is not None:
            if task.effect.kind in CARRIED:
                self.carried_off(scene, task)
                return
            if task.effect.kind == WISH:
                grant(scene, task.effect, task.rules)
                return
            self.side.apply(scene, task.source, task.effect, task.rules)
            if task.effect.kind == "fall" and task.effect.space:  # through the floor, not into a pit
                below = Task("effect", task.source, replace(task.effect, kind="slide"), task.rules)
                scene.happen(TasksChanged((below, *scene.state.tasks), audience=REFEREE_ONLY))

    def somebody_comes(self, scene: Scene, slot: str) -> None:
        """Whoever was drawn by the noise of a search stands before those who searched (DA-EXIT-03)."""
        found = scene.state.dungeon.slots.get(slot)
        if found is not None and found.space == scene.state.at and found.state == "present" and found.items:
            self.side.spring(scene, slot, 0)

    def open_room(self, scene: Scene, slot: str) -> None:
        """The party comes upon a special room; `Rooms` says what that means."""
        raise NotImplementedError

    def carried_off(self, scene: Scene, task: Task) -> None:
        """The party stays together: where one is carried, the others follow."""
        effect = task.effect
        if effect is None:
            return
        space = effect.space
        if not space and effect.kind == "descend":
            trap = scene.state.dungeon.traps[task.source]
            space = scene.state.dungeon.links[trap.link].b if trap.link else ""
            if not space:
                self.force_lift_door(scene, task, trap)
                return
        self.side.put(scene, "" if space == SURFACE else space)

    def trap_works(self, scene: Scene, trap: Trap) -> None:
        """A trap is come upon; where a door may be hidden, everybody looks for it first (DA-TRAP-02)."""
        able = self.side.able(scene.state)
        if not able:
            return
        if trap.code == "HIDDEN_DOOR" and not trap.pit:
            tries = [self.side.noticed(scene, who) for who in who_searches(scene.state.dungeon, able)]  # all throw
            found = any(tries)
            scene.dig(settle_hidden_door(scene.state.dungeon, trap.id, found, scene.dice, GROUP))
            if found:
                self.side.after(scene, len(scene.events))  # the game learns of the door that was found
                return
        self.trap_springs(scene, scene.state.dungeon.traps[trap.id])

    def tread_on_trapdoor(self, scene: Scene, link: str) -> None:
        """The first rank walks over a trapdoor that may give way, unless somebody sees it in time (DA-STAIR-09)."""
        leading = self.side.leading(scene.state)
        if not leading:
            return
        if self.seen_in_time(scene, link):
            self.side.after(scene, len(scene.events))  # the game learns of the way down
            return
        self.suffer(scene, step_on_trapdoor(scene.state.dungeon, link, leading, scene.dice, GROUP))

    def trap_springs(self, scene: Scene, trap: Trap, *, wanted: bool = False) -> None:
        """A trap goes off, by its row of A.7.1, unless somebody sees it in time, or knows of it and goes round it."""
        if not wanted and (not goes_off(trap) or (trap.state == "armed" and self.seen_in_time(scene, trap.id))):
            return
        dungeon, dice, side = scene.state.dungeon, scene.dice, self.side
        able = side.able(scene.state)
        events: tuple[Event, ...]
        if trap_is_pit(trap):
            events = spring.spring_pit(dungeon, trap.id, side.leading(scene.state), dice)
        elif trap.code in ("ARROWS", "SPEARS"):
            events = spring.spring_missiles(dungeon, trap.id, dice)
        elif trap.code == "SLIDING_WALL":
            events = spring.spring_wall(dungeon, trap.id, dice)
        elif trap.code == "GAS":
            events = spring.enter_gas(
                dungeon, trap.id, side.people(scene.state), dice, fighters=side.fighters(scene.state)
            )
        elif trap.code.startswith("ELEVATOR"):
            events = spring.enter_lift(dungeon, trap.id, able, dice)
        else:
            return
        self.suffer(scene, events)

    def seen_in_time(self, scene: Scene, trap: str) -> bool:
        """Whether somebody who merely comes by notices a trap before it goes off; the game says who can."""
        who, rules = self.side.sees_in_passing(scene, trap)
        if who:
            search_over(scene, who, "", (trap,), rules, passing=True)
        return bool(who)

    def suffer(self, scene: Scene, events: tuple[Event, ...]) -> None:
        """Record what the dungeon does; what it does to people comes first on the list."""
        scene.dig(events)
        due = [Task("effect", event.source, event.effect, event.rules) for event in events if type(event) is EffectDue]
        if due:
            scene.happen(TasksChanged((*due, *scene.state.tasks), audience=REFEREE_ONLY))

    def force_lift_door(self, scene: Scene, task: Task, trap: Trap) -> None:
        """The third lift: its door must be forced, and each failure takes it a level deeper (DA-TRAP-07).

        At the end of its run it opens no more by itself than before: the party goes on trying, ten times a turn, until
        it gives or the lift goes up again.
        """
        opened = self.side.forced(scene)
        while not opened and trap.sunk >= trap.levels and scene.state.dungeon.turn < trap.until:
            for _ in range(TRIES_A_TURN - 1):
                opened = opened or self.side.forced(scene)
            if opened:
                break
            self.side.pass_turns(scene, 1)
            self.keep_time(scene)
            if self.side.busy(scene.state) or not self.side.able(scene.state):
                scene.happen(TasksChanged((task, *scene.state.tasks), audience=REFEREE_ONLY))
                return
        if trap.sunk >= trap.levels and not opened:
            return  # up again, to where it was entered
        events = spring.try_lift_door(scene.state.dungeon, trap.id, opened, self.side.able(scene.state), scene.dice)
        self.suffer(scene, events)
        after = scene.state.dungeon.traps[trap.id]
        if after.link:
            self.side.put(scene, scene.state.dungeon.links[after.link].b)

"""The dungeon turn (chapter «Perlustrare un Dungeon»): four steps, each action with its time and its odds.

In an enclosed place nothing moves the clock but the record at the end of a turn: until then actions use up rounds of
whoever does them. In open country the parent's clock runs on by the minute.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.events import (
    EncounterOrder,
    GuardAdvised,
    LookedOver,
    RestDue,
    TaskSet,
    TurnKept,
    TurnNoted,
)
from arbitro.rules.infausta.state import Delve, Task, own
from arbitro.rules.whitebox.basics import Ending
from arbitro.rules.whitebox.exploring import clock, meetings, passing_time, senses, travel
from arbitro.rules.whitebox.exploring import state as exploring_state
from arbitro.rules.whitebox.exploring.clock import at_leisure, undisturbed
from arbitro.rules.whitebox.exploring.commands import PassTurns, Search, StartExpedition
from arbitro.rules.whitebox.exploring.events import Walked, WanderingRolled
from arbitro.rules.whitebox.exploring.senses import roll_search, search_turns
from arbitro.rules.whitebox.exploring.state import Expedition, Troop
from arbitro.rules.whitebox.exploring.wanderers import somebody_comes, wandering_check, wandering_on, wandering_turns
from arbitro.rules.whitebox.people import memory
from arbitro.rules.whitebox.people.commands import CastSpell
from arbitro.rules.whitebox.people.healing import Elapsed, let_time_pass
from arbitro.rules.whitebox.people.load import Pace
from arbitro.rules.whitebox.people.load import Walk as Distance
from arbitro.rules.whitebox.people.records import TURN, active, on_their_feet
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State as ParentState

ROUNDS_A_TURN: Final = 10
ROUNDS_A_MOVE: Final = 5
"""A move is half a turn (IS-TURN-17)."""
REST_EVERY: Final = 6
"""One turn of so many goes to rest (IS-TURN-12)."""
LOOKED_OVER_AT_ONCE: Final = 400
"""Square feet that a turn's casual look covers (IS-TURN-09)."""
MOST_TURNS: Final = 144


# ------------------------------------------------------------ where the turn stands


def delve_of(state: ParentState) -> Delve | None:
    """The turn that is being played; none in open country, which is played otherwise (IS-TURN-01)."""
    out = state.expedition
    if out is None or out.over or exploring_state.place(out).outdoors:
        return None
    return own(state).delve


def note(scene: Scene, who: str = "", rounds: int = 0, rules: tuple[str, ...] = (), **changes: object) -> None:
    """Write something about the turn down."""
    delve = delve_of(scene.state)
    if delve is not None:
        changed = replace(delve, **changes)
        scene.happen(TurnNoted(who, rounds, changed, rules=rules, audience=REFEREE_ONLY))


def start_expedition(scene: Scene, command: StartExpedition) -> Refusal | None:
    """Any enclosed place is played in turns, the first of which begins now (IS-TURN-01, IS-TURN-02)."""
    refused = travel.start_expedition(scene, command)
    if refused is None:
        begun = Delve(scene.state.minutes)
        rules = ("IS-TURN-01", "IS-TURN-02", "IS-TURN-04")
        scene.happen(TurnNoted("", 0, begun, rules=rules, audience=REFEREE_ONLY))
    return refused


def enter_place(scene: Scene, place: str, rules: tuple[str, ...], came: str = "") -> None:
    """Out of the open into an enclosed place: its first turn begins with the entry (IS-TURN-01)."""
    out = scene.state.expedition
    outside = out is not None and out.places[out.at].outdoors
    travel.enter_place(scene, place, rules, came)
    delve = delve_of(scene.state)
    if outside and delve is not None and delve.began != scene.state.minutes:
        note(scene, rules=("IS-TURN-01",), began=scene.state.minutes, spent={})


# ------------------------------------------------------------ 1: wandering monsters


def wandering_due(rules: Rules, out: Expedition) -> bool:
    """At the beginning of every sixth turn; open country has checks of its own (IS-TURN-03, IS-WILD-06)."""
    if exploring_state.place(out).outdoors:
        return False
    return out.turns + 1 - out.checked >= wandering_turns(rules, out)


def roll_for_wanderers(scene: Scene, out: Expedition, turn: int) -> bool:
    """A die in secret at the chance of the place; whether somebody comes (IS-TURN-03)."""
    check = wandering_check(scene, 0 if exploring_state.place(out).safe else wandering_on(scene.rules, out))
    scene.happen(WanderingRolled(check, turn, out.under_sky, rules=("IS-TURN-02", "IS-TURN-03"), audience=REFEREE_ONLY))
    return check is not None and check.success


def check_for_wanderers(scene: Scene, out: Expedition, turn: int) -> None:
    """Whoever comes in this turn is met after its actions (IS-TURN-02, IS-TURN-03)."""
    if roll_for_wanderers(scene, out, turn):
        note(scene, rules=("IS-TURN-02", "IS-TURN-03"), waiting=max(exploring_state.place(out).level, 1))


# ------------------------------------------------------------ 2: actions and their time


def rounds_left(state: ParentState, who: str) -> int:
    """Rounds of the turn that somebody still has (IS-TURN-17)."""
    delve = delve_of(state)
    return ROUNDS_A_TURN if delve is None else ROUNDS_A_TURN - delve.spent.get(who, 0)


def is_turn_full(delve: Delve) -> bool:
    """Whether the party cannot take another step in this turn (IS-TURN-05)."""
    return any(ROUNDS_A_TURN - rounds < ROUNDS_A_MOVE for rounds in delve.spent.values())


def task_of(state: ParentState, who: str) -> Task | None:
    """The longer task that somebody is at, unless it waits."""
    delve = delve_of(state)
    if delve is None or delve.paused:
        return None
    return next((task for task in delve.tasks if task.who == who), None)


def free_hand(here: Here, who: str) -> Character | Refusal:
    """Somebody free to act: nobody does more in a turn than it has room for (IS-TURN-17, IS-TURN-18)."""
    one = clock.free_hand(here, who)
    if isinstance(one, Refusal):
        return one
    task = task_of(here.state, who)
    if task is not None:
        return Refusal("busy", {"who": f"@{who}", "minutes": task.left * TURN}, ("IS-TURN-18",))
    if rounds_left(here.state, who) <= 0:
        return Refusal("turn_full", {"who": f"@{who}"}, ("IS-TURN-17",))
    return one


def charge_rounds(scene: Scene, who: str, rounds: int, rules: tuple[str, ...]) -> None:
    """Somebody has used up rounds of the turn."""
    delve = delve_of(scene.state)
    if delve is not None:
        spent = {**delve.spent, who: delve.spent.get(who, 0) + rounds}
        note(scene, who, rounds, (*rules, "IS-TURN-17"), spent=spent, worked=True)


def take_time(scene: Scene, who: str, minutes: int, rules: tuple[str, ...]) -> None:
    """In a turn, rounds of whoever acts; elsewhere, the clock."""
    if delve_of(scene.state) is None:
        clock.take_time(scene, who, minutes, rules)
    else:
        charge_rounds(scene, who, minutes, rules)


def occupy(scene: Scene, who: str, turns: int, rules: tuple[str, ...]) -> None:
    """A whole turn of somebody's (IS-TURN-06, IS-TURN-10)."""
    if delve_of(scene.state) is None:
        clock.occupy(scene, who, turns, rules)
    else:
        charge_rounds(scene, who, turns * ROUNDS_A_TURN, rules)


def begin_task(scene: Scene, task: Task, rules: tuple[str, ...]) -> None:
    """Something that takes several turns; a guard is wise, not required (IS-TURN-18)."""
    scene.happen(TaskSet(task.who, task, rules=(*rules, "IS-TURN-18")))
    note(scene, worked=True)
    scene.happen(GuardAdvised(task.who, task.left, rules=("IS-TURN-18",)))


def search(scene: Scene, command: Search) -> Refusal | None:
    """A search of more than a turn goes on turn by turn, and finds when it is done (IS-TURN-10, IS-TURN-18)."""
    out = scene.state.expedition
    turns = 1 if out is None or command.spot else search_turns(exploring_state.place(out).area)
    if turns == 1 or delve_of(scene.state) is None:
        return senses.search(scene, command)
    one = scene.rules.free_hand(scene, command.who)
    if isinstance(one, Refusal):
        return one
    begin_task(scene, Task(one.id, "search", "", turns), ("IS-TURN-10", "IS-SECRET-04"))
    return None


def go_on_with_tasks(scene: Scene) -> None:
    """A turn of every longer task is done, once in a turn; what is finished shows its result."""
    delve = delve_of(scene.state)
    if delve is None or delve.progressed:
        return
    going = () if delve.paused else delve.tasks
    for task in going:
        charge_rounds(scene, task.who, ROUNDS_A_TURN, ("IS-TURN-18",))  # what was done before it runs over
        after = replace(task, left=task.left - 1)
        scene.happen(TaskSet(task.who, after, rules=("IS-TURN-18",)))
        if not after.left:
            task_done(scene, task)
    note(scene, progressed=True, worked=delve.worked or bool(going))


def task_done(scene: Scene, task: Task) -> None:
    """The result of a longer task."""
    out = scene.state.expedition
    one = scene.state.characters[task.who]
    if out is None or not on_their_feet(scene.state, one.id):
        return
    if task.kind == "search":
        roll_search(scene, one, task.spot, search_turns(exploring_state.place(out).area))
    else:
        turns = look_turns(exploring_state.place(out).area)
        scene.happen(LookedOver(one.id, turns, rules=("IS-TURN-09",)))


def look_turns(area: int) -> int:
    """A turn for a place, or for each four hundred square feet of a larger one (IS-TURN-09)."""
    return max(1, -(-area // LOOKED_OVER_AT_ONCE))


def cast_spell(scene: Scene, command: CastSpell) -> Refusal | None:
    """Casting is an action of the turn; how long it takes is the spell's to say, and none says (IS-TURN-11)."""
    refused = memory.cast_spell(scene, command)
    if refused is None:
        charge_rounds(scene, command.who, casting_rounds(scene.rules, command.spell), ("IS-TURN-11",))
    return refused


def casting_rounds(rules: Rules, spell: str) -> int:
    """Rounds that a spell takes outside a fight: as its entry says, and nothing where it says nothing."""
    facts, _ = rules.content.find_spell(spell)
    return facts.casting_turns * ROUNDS_A_TURN


# ------------------------------------------------------------ movement


def walk_on(scene: Scene, feet: int, pace: Pace, walk: Distance) -> None:
    """Two moves a turn, for everybody who goes along (IS-TURN-05)."""
    if delve_of(scene.state) is None:
        passing_time.walk_on(scene, feet, pace, walk)
        return
    if not feet:
        return
    moves = -(-feet // max(walk.move, 1))
    scene.happen(Walked(feet, pace, moves * ROUNDS_A_MOVE, rules=("IS-MOVE-01", "IS-TURN-05", *walk.rules)))
    for _ in range(moves):
        if not make_a_move(scene):
            return


def make_a_move(scene: Scene) -> bool:
    """Half a turn of everybody's; a full turn is written down first. False when somebody comes between."""
    everybody = [one.id for one in active(scene.here())]
    while any(rounds_left(scene.state, who) < ROUNDS_A_MOVE for who in everybody):
        keep_turn(scene, rested=False)
        if not undisturbed(scene.state) or delve_of(scene.state) is None:
            return False
    delve = delve_of(scene.state)
    if delve is None:
        return False
    spent = {**delve.spent, **{who: delve.spent.get(who, 0) + ROUNDS_A_MOVE for who in everybody}}
    note(scene, "", ROUNDS_A_MOVE, ("IS-TURN-05", "IS-TURN-17"), spent=spent, worked=True)
    return True


def finish_what_is_in_hand(scene: Scene) -> bool:
    """Before the party moves on, longer tasks are brought to their end, turn by turn."""
    if delve_of(scene.state) is None:
        return passing_time.finish_what_is_in_hand(scene)
    while (delve := delve_of(scene.state)) is not None and delve.tasks and not delve.paused:
        keep_turn(scene, rested=False)
        if not undisturbed(scene.state):
            return False
    return undisturbed(scene.state)


# ------------------------------------------------------------ 3: encounters


def stand_off(scene: Scene, troop: Troop, surprised: tuple[str, ...], *, settled: bool) -> None:
    """Surprise, then distance, then the reaction, before anybody acts (IS-TURN-15)."""
    meetings.stand_off(scene, troop, surprised, settled=settled)
    if meetings.mindless(scene.rules, troop):  # the mindless have no mood to be rolled for
        return
    scene.happen(EncounterOrder(troop.id, rules=("IS-TURN-15", "IS-PARLEY-01"), audience=REFEREE_ONLY))


def fight_ended(scene: Scene, ending: Ending) -> None:
    """Every fight fills the turn in which it breaks out, and is followed by one of rest (IS-TURN-13, IS-TURN-16)."""
    del ending
    delve = delve_of(scene.state)
    if delve is None:
        return
    spent, rests = delve.spent, delve.rests_due + 1
    if scene.state.options["turn_clock"] == "whole_turns":
        at_work = {task.who for task in delve.tasks if not delve.paused}  # their task fills the turn when it ends
        free = [one.id for one in active(scene.here()) if one.id not in at_work]
        spent = {**spent, **{who: max(spent.get(who, 0), ROUNDS_A_TURN) for who in free}}
    note(scene, rules=("IS-TURN-13", "IS-TURN-16"), rests_due=rests, worked=True, spent=spent)


# ------------------------------------------------------------ 4: the record


def keep_turn(scene: Scene, *, rested: bool) -> None:
    """End a turn: tasks go on, whoever was due comes by, and only then the turn is written down (IS-TURN-02)."""
    out, delve = scene.state.expedition, delve_of(scene.state)
    if out is None or delve is None:
        return
    rested = rested or idle_all_turn(scene, delve)
    if not rested:
        go_on_with_tasks(scene)
    delve = delve_of(scene.state)
    if delve is not None and delve.waiting:
        level = delve.waiting
        note(scene, rules=("IS-TURN-15",), waiting=0)
        somebody_comes(scene, level)
    if undisturbed(scene.state):
        record(scene, rested=rested)


def idle_all_turn(scene: Scene, delve: Delve) -> bool:
    """A turn in which nobody moved or did anything is one of rest, asleep or awake (IS-TURN-12)."""
    at_work = any(delve.spent.values()) or (bool(delve.tasks) and not delve.paused)
    return not delve.worked and not (at_work and any(active(scene.here())))


def record(scene: Scene, *, rested: bool) -> None:
    """Write the turn down: the count, what burned, what rest is owed (IS-TURN-16)."""
    out, delve = scene.state.expedition, delve_of(scene.state)
    if out is None or delve is None:
        return
    now = scene.state.minutes
    until = turn_ends(scene.state, delve)
    count = max((until - out.began) // TURN - out.turns, 0)  # turns that a fight filled are booked already
    paid = rested and delve.rests_due > 0
    regular = rested and not paid
    due = delve.rests_due - 1 if paid else delve.rests_due
    after = Delve(
        until,
        {who: rounds - ROUNDS_A_TURN for who, rounds in delve.spent.items() if rounds > ROUNDS_A_TURN},
        paused=bool(due),
        active=0 if regular else delve.active + count,
        rests_due=due,
        tasks=delve.tasks,
        counted=out.turns + count,
    )
    rules: tuple[str, ...] = ("IS-TURN-02", "IS-TURN-16", "IS-TIME-01")
    rules = (*rules, "IS-TURN-13" if paid else "IS-TURN-12") if rested else rules
    scene.happen(TurnKept(out.turns + count, rested, after, out.under_sky, rules=rules))
    if until > now:
        let_time_pass(scene, until - now, ("IS-TIME-01",))
    else:
        scene.rules.keep_books(scene)
    remind_of_rest(scene)


def turn_ends(state: ParentState, delve: Delve) -> int:
    """The minute in which the turn ends: fights fill whole turns, or by the option take their own minutes."""
    if state.options["turn_clock"] == "minutes":
        return state.minutes + TURN
    gone = state.minutes - delve.began
    return delve.began + TURN * max(1, -(-gone // TURN))


def is_regular_rest_due(delve: Delve) -> bool:
    """Whether the next turn is the one of six that goes to rest (IS-TURN-12)."""
    return delve.active >= REST_EVERY - 1


def is_rest_due(delve: Delve) -> bool:
    """Whether the next turn should be one of rest: the regular one, or one that a fight has left (IS-TURN-13)."""
    return is_regular_rest_due(delve) or delve.rests_due > 0


def remind_of_rest(scene: Scene) -> None:
    """Tell the table when rest is due; skipping it has no price but what the referee makes it (IS-TURN-12)."""
    delve = delve_of(scene.state)
    if delve is None:
        return
    regular = is_regular_rest_due(delve)
    if is_rest_due(delve):
        rules = (*(("IS-TURN-12",) if regular else ()), *(("IS-TURN-13",) if delve.rests_due else ()))
        scene.happen(RestDue(regular, delve.rests_due, rules=rules))


def keep_books(scene: Scene) -> None:
    """Turns that fill while the clock runs of itself, as in a fight, are turns of activity (IS-TURN-12)."""
    before = 0 if scene.state.expedition is None else scene.state.expedition.turns
    kept = (event.turn for event in scene.events if isinstance(event, TurnKept))
    clock.keep_books(scene, kept=max(kept, default=0))
    out, delve = scene.state.expedition, delve_of(scene.state)
    if out is None or delve is None:
        return
    gone = out.turns - max(before, delve.counted)
    if gone > 0:
        note(scene, rules=("IS-TURN-12",), active=delve.active + gone, counted=out.turns)


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """Whoever has rested for a day owes no turn of rest (IS-TURN-12, IS-TURN-13)."""
    delve = delve_of(scene.state)
    if elapsed.resting and delve is not None and (delve.active or delve.rests_due):
        note(scene, rules=("IS-TURN-12", "IS-TURN-13"), active=0, rests_due=0)


# ------------------------------------------------------------ passing turns


def pass_turns(scene: Scene, command: PassTurns) -> Refusal | None:
    """End the turn as it is, or let several go by; whoever comes interrupts (IS-TURN-18)."""
    if delve_of(scene.state) is None:
        return clock.pass_turns(scene, command)
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    if not 1 <= command.turns <= MOST_TURNS:
        return Refusal("bad_turns", {"turns": command.turns, "most": MOST_TURNS}, ("IS-TIME-01",))
    for _ in range(command.turns):
        keep_turn(scene, rested=False)
        if not undisturbed(scene.state):
            break
    return None

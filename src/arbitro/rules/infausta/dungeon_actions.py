"""Actions of a dungeon turn, one by one: doors, traps, looking around, rest, anything else; and healing."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.infausta.commands import DoSomething, JudgeDoing, JudgeTraps, LookOver, RestTurn, SearchTraps
from arbitro.rules.infausta.dungeon_turn import ROUNDS_A_TURN, begin_task, delve_of, keep_turn, look_turns
from arbitro.rules.infausta.events import DoingAsked, DoingDone, LookedOver, TrapsAsked, TrapsSought
from arbitro.rules.infausta.state import Task
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring import clock, passing_time, senses
from arbitro.rules.whitebox.exploring import doors as whitebox_doors
from arbitro.rules.whitebox.exploring import state as exploring_state
from arbitro.rules.whitebox.exploring.clock import at_leisure
from arbitro.rules.whitebox.exploring.doors import SIX, in_six, skill_of
from arbitro.rules.whitebox.exploring.events import DoorLocked, DoorTried
from arbitro.rules.whitebox.exploring.senses import FIND_TRAP, find, found_by
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Trap
from arbitro.rules.whitebox.people.commands import Rest
from arbitro.rules.whitebox.people.events import RestBroken
from arbitro.rules.whitebox.people.healing import LONGEST_REST
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, ROUND, calling, class_row, folk
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import FOR_ALL, InSix, in_six_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State as ParentState

FLAT_DOOR: Final = 2
"""In six, for everybody, where the option makes doors alike (IS-TURN-07)."""
NO_DIE: Final = 7
"""A chance that needs no die: it just works."""
LONGEST_TEXT: Final = 500
MOST_ROUNDS: Final = 1440
PARTY_ORDER: Final = (
    "champion", "cleric", "magic_user", "thief", "dvergar", "hunter", "silvano", "paladin", "bard",
)  # fmt: skip
LORE_USES: Final = {"door": "secret_doors", "trap": "traps"}
"""What a people's lore is good for, as the class lists it."""


# ------------------------------------------------------------ doors


def door_chance(here: Here, one: Character) -> InSix:
    """By people, or by the option the same for all (IS-TURN-07)."""
    odds = whitebox_doors.door_chance(here, one)
    if not here.state.options["door_odds_flat"]:
        return odds
    flat = Modifier(FLAT_DOOR, "IS-TURN-07", FOR_ALL)
    return in_six_of((*odds.rules, "IS-TURN-07"), flat, *whitebox_doors.strength_at_doors(here, one))


def at_the_lock(scene: Scene, one: Character, door: Door) -> None:
    """Brute force opens a locked door as it does a stuck one; whoever tries it feels the lock (IS-TURN-07)."""
    if not door.tried:
        scene.happen(DoorLocked(one.id, door.id, rules=("IS-TURN-07",)))
    odds = scene.rules.door_chance(scene, one)
    check = in_six(scene, odds.chance, "door", odds.made_of)
    rules = ("IS-TURN-07", *odds.rules)
    scene.happen(DoorTried(one.id, door.id, check, check.success, door.pushes + 1, rules=rules))
    scene.rules.take_time(scene, one.id, ROUND, ("IS-TURN-07",))


# ------------------------------------------------------------ searching


def chance_by_lore(rules: Rules, one: Character, use: str) -> int:
    """In six, by the lore that a people's searching goes by; 0 for those without it (IS-TURN-10)."""
    facts, wanted = calling(rules, one), folk(rules, one).skill_finds
    if facts is None or facts.skill is None or not wanted or facts.skill.id != wanted:
        return 0
    return class_row(rules, one.class_id, one.level).skill if use in facts.skill.covers else 0


def search_chance(here: Here, one: Character, what: Door | Trap) -> InSix:
    """Whoever has lore searches by it instead of by the general odds (IS-TURN-08, IS-TURN-10)."""
    odds = senses.search_chance(here, one, what)
    door = isinstance(what, Door)
    number = chance_by_lore(here.rules, one, LORE_USES["door" if door else "trap"])
    if not number:
        return odds
    rule = "IS-TURN-10" if door else "IS-TURN-08"
    own = senses.made_easier(what, odds.rules, Modifier(number, rule, "lore"))
    better = own if door or own.chance >= odds.chance else odds
    return better._replace(rules=(*odds.rules, rule))


def finds_traps(here: Here, one: Character) -> bool:
    """Whether somebody has any knack for traps: people, class, lore, or the option (IS-TURN-08)."""
    stone = folk(here.rules, one).stonework
    return bool(
        (stone is not None and stone.search)
        or skill_of(here.rules, one, FIND_TRAP)
        or chance_by_lore(here.rules, one, LORE_USES["trap"])
        or here.state.options["others_search_traps"]
    )


def traps_at(out: Expedition, spot: str) -> tuple[Trap, ...]:
    """Hidden traps of a spot, on the way through a door, or, without either, where nothing else is named."""
    hidden = (trap for trap in out.traps.values() if trap.place == out.at and not trap.found and not trap.sprung)
    return tuple(trap for trap in hidden if spot in (trap.spot, trap.door) or (not spot and not trap.spot))


def search_traps(scene: Scene, command: SearchTraps) -> Refusal | None:
    """A round for one definite thing; without a knack there is no die, the referee judges (IS-TURN-08)."""
    hand = clock.hand_on_the_way(scene, command.who)
    if isinstance(hand, Refusal):
        return hand
    one, out = hand
    place = exploring_state.place(out)
    doors = [door.id for door in out.doors.values() if out.at in door.between and door.known]
    if command.spot and command.spot not in (*place.spots, *doors):
        known = ", ".join((*place.spots, *doors)) or "–"
        return Refusal("no_spot", {"spot": command.spot, "known": known}, ("IS-TURN-08",))
    if not finds_traps(scene, one):
        scene.happen(TrapsAsked(one.id, command.spot, rules=("IS-TURN-08", "IS-SEARCH-01")))
        scene.rules.take_time(scene, one.id, ROUND, ("IS-TURN-08",))
        return None
    found: list[str] = []
    for trap in traps_at(out, command.spot):
        odds = scene.rules.search_chance(scene, one, trap)
        if found_by(scene, one, trap, odds, ("IS-TURN-08",), passing=False):
            find(scene, one, trap, ("IS-TURN-08", *odds.rules))
            found.append(trap.id)
    scene.happen(TrapsSought(one.id, command.spot, tuple(found), rules=("IS-TURN-08",)))
    scene.rules.take_time(scene, one.id, ROUND, ("IS-TURN-08",))
    return None


def judge_traps(scene: Scene, command: JudgeTraps) -> Refusal | None:
    """The referee's answer: the trap that a look reveals, or nothing (IS-TURN-08)."""
    out, delving = scene.state.expedition, scene.state.awaiting[0].values
    who = str(delving.get("who", ""))[1:]
    if out is None or who not in scene.state.characters:
        return Refusal("not_asked")
    hidden = {trap.id: trap for trap in out.traps.values() if trap.place == out.at and not trap.found}
    if command.word and command.word not in hidden:
        known = ", ".join(hidden) or "–"
        return Refusal("no_feature", {"word": command.word, "known": known}, ("IS-TURN-08",))
    if command.word:
        find(scene, scene.state.characters[who], hidden[command.word], ("IS-TURN-08", "IS-SEARCH-01"))
    ids = (command.word,) if command.word else ()
    scene.happen(TrapsSought(who, "", ids, rules=("IS-TURN-08",)))
    return None


def look_over(scene: Scene, command: LookOver) -> Refusal | None:
    """A casual look with mapping: a turn, or more in a large place; nothing hidden shows (IS-TURN-09)."""
    hand = clock.hand_on_the_way(scene, command.who)
    if isinstance(hand, Refusal):
        return hand
    one, out = hand
    turns = look_turns(exploring_state.place(out).area)
    if turns > 1 and delve_of(scene.state) is not None:
        begin_task(scene, Task(one.id, "look", "", turns), ("IS-TURN-09",))
        return None
    scene.happen(LookedOver(one.id, turns, rules=("IS-TURN-09",)))
    scene.rules.occupy(scene, one.id, turns, ("IS-TURN-09",))
    return None


# ------------------------------------------------------------ anything else


def do_something(scene: Scene, command: DoSomething) -> Refusal | None:
    """An action of no list: the referee gives it time and odds (IS-TURN-14)."""
    one = scene.rules.free_hand(scene, command.who)
    if isinstance(one, Refusal):
        return one
    text = command.text.strip()
    if not text or len(text) > LONGEST_TEXT:
        return Refusal("bad_text", {"most": LONGEST_TEXT}, ("IS-TURN-14",))
    scene.happen(DoingAsked(one.id, text, rules=("IS-TURN-14", "IS-TURN-04", "IS-GEN-02")))
    return None


def judge_doing(scene: Scene, command: JudgeDoing) -> Refusal | None:
    """The referee's answer: rounds, and a chance in six; no die for what just works or cannot (IS-TURN-14)."""
    if not 0 <= command.rounds <= MOST_ROUNDS or not 0 <= command.chance <= NO_DIE:
        return Refusal("bad_doing", {"most": MOST_ROUNDS}, ("IS-TURN-14",))
    who = str(scene.state.awaiting[0].values.get("who", ""))[1:]
    check: Check | None = None
    success = command.chance == NO_DIE
    if 0 < command.chance <= SIX:
        check = in_six(scene, command.chance, "doing")
        success = check.success
    scene.happen(DoingDone(who, command.rounds, success, check, rules=("IS-TURN-14",)))
    if command.rounds:
        scene.rules.take_time(scene, who, command.rounds, ("IS-TURN-14",))
    return None


# ------------------------------------------------------------ rest


def rest_turn(scene: Scene, command: RestTurn) -> Refusal | None:
    """A turn without movement or toil; supplies and the count run on (IS-TURN-12, IS-TURN-13)."""
    del command
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    delve = delve_of(scene.state)
    if delve is None:
        return Refusal("not_enclosed", {}, ("IS-TURN-12",))
    if delve.worked or any(rounds >= ROUNDS_A_TURN for rounds in delve.spent.values()):
        return Refusal("no_rest_now", {}, ("IS-TURN-12",))
    keep_turn(scene, rested=True)
    return None


def rest(scene: Scene, command: Rest) -> Refusal | None:
    """Nights heal although something broke the rest of the last day; only the week begins anew (IS-HEAL-03)."""
    if not command.broken or fighting(scene.state) or not 1 <= command.days <= LONGEST_REST:
        return passing_time.rest(scene, command)
    if command.days > 1:
        refused = passing_time.rest(scene, Rest(command.days - 1))
        if refused is not None or (scene.state.expedition is not None and scene.state.expedition.meeting is not None):
            return refused
    resting = [one for one in scene.state.characters.values() if one.living and not one.bleeding]
    scene.happen(RestBroken(tuple(one.id for one in resting), rules=("IS-HEAL-03",)))
    for one in resting:
        scene.rules.rest_days(scene, scene.state.characters[one.id], 1, complete=False)
    passing_time.let_it_pass(scene, MINUTES_A_DAY, ("IS-TIME-03", "IS-HEAL-01"), days=1, resting=True)
    return None


def days_to_full_recovery(state: ParentState) -> int:
    """A week of complete rest, or what the option says (IS-HEAL-02, IS-HEAL-03)."""
    return int(state.options["full_recovery_days"])


def adventuring_classes(rules: Rules) -> tuple[str, ...]:
    """All classes of this game, each of one people, in the order in which a party by lot fills its places."""
    return tuple(name for name in PARTY_ORDER if name in rules.content.classes)

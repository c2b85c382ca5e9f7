"""Listening and searching (chapters «Ascolto alle porte», «Porte segrete» and the note on searching)."""

from collections.abc import Iterator
from typing import Final

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.exploring import state
from arbitro.rules.whitebox.exploring.clock import ask, hand_on_the_way, under_way, undisturbed
from arbitro.rules.whitebox.exploring.commands import Examine, JudgeSearch, Listen, Search, TellNoise
from arbitro.rules.whitebox.exploring.doors import SIX, door_here, skill_of
from arbitro.rules.whitebox.exploring.events import (
    Busy,
    Examined,
    FeatureFound,
    FeltAmiss,
    Listened,
    ListenRolled,
    NoiseTold,
    RulingAsked,
    RulingGiven,
    Searched,
    SearchRolled,
)
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Pending, Place, Trap
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.healing import Elapsed
from arbitro.rules.whitebox.people.records import TURN, active, on_their_feet
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import FOR_ALL, InSix, by_people, in_six_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene

SEARCHED_AT_ONCE: Final = 100
"""Square feet that a turn's search covers (WB-SECRET-04)."""
LONGEST_TEXT: Final = 500
FIND_TRAP: Final = "find_trap"
_WORDS: Final = ("roll", "nothing")

OTHERS_FIND_TRAPS: Final = 2
"""In six, where the option lets everybody search for traps (WB-TRAP-02)."""

# ------------------------------------------------------------ listening


def listen(scene: Scene, command: Listen) -> Refusal | None:
    """A die for whoever listens, thrown in secret whether or not there is anything to hear (WB-LISTEN-01)."""
    found = hand_on_the_way(scene, command.who)
    if isinstance(found, Refusal):
        return found
    one, out = found
    if command.door:
        door = door_here(scene.state, out, command.door)
        if isinstance(door, Refusal):
            return door
    source = noise_near(out, command.door)
    rules: tuple[str, ...] = ("WB-LISTEN-01", "WB-LISTEN-02")
    check = None
    heard = source is not None and source.loud
    if not heard:
        dice = scene.dice.stream(REFEREE)
        odds = listen_chance(scene.rules, one)
        check = held_against((dice.roll(SIX, "listen"),), (), "<=", odds.chance, "listen", odds.made_of)
        heard = source is not None and check.success
    place, noise = ("", None) if source is None else (source.id, source.noise)
    scene.happen(ListenRolled(one.id, check, place, noise, rules=rules, audience=REFEREE_ONLY))
    scene.happen(Listened(one.id, command.door, heard, rules=rules))
    scene.rules.occupy(scene, one.id, 1, ("WB-LISTEN-01",))
    return None


def listen_chance(rules: Rules, one: Character) -> InSix:
    """In six: by people (WB-LISTEN-01)."""
    plain, own = records.plain_folk(rules).listen, records.folk(rules, one).listen
    return in_six_of(("WB-LISTEN-01",), *by_people(plain, own, "WB-LISTEN-01", "WB-LISTEN-01"))


def noise_near(out: Expedition, door: str) -> Place | None:
    """The place whose noise reaches here: behind the door, or behind any."""
    for each in out.doors.values():
        if out.at in each.between and door in ("", each.id):
            beyond = out.places[each.beyond(out.at)]
            if beyond.noise is not None:
                return beyond
    return None


def tell_noise(scene: Scene, command: TellNoise) -> Refusal | None:
    """The referee says what makes a noise: hearing is not knowing until then (WB-LISTEN-02)."""
    out = under_way(scene.state)
    if isinstance(out, Refusal):
        return out
    place = out.places.get(command.place)
    if place is None or place.noise is None:
        return Refusal("no_noise", {"place": command.place}, ("WB-LISTEN-02",))
    scene.happen(NoiseTold(place.id, place.noise, rules=("WB-LISTEN-02",)))
    return None


# ------------------------------------------------------------ what is hidden, and the chance to find it


def hidden(out: Expedition, spot: str = "") -> Iterator[Door | Trap]:
    """What is hidden in the place, or in one part of it."""
    for door in out.doors.values():
        if out.at in door.between and not door.known and not door.gone and spot in ("", door.spot):
            yield door
    for trap in out.traps.values():
        if trap.place == out.at and not trap.found and not trap.sprung and spot in ("", trap.spot):
            yield trap


def search_chance(here: Here, one: Character, what: Door | Trap) -> InSix:
    """In six, for somebody who searches: by people, skill and option, with the feature's own modifier."""
    if isinstance(what, Trap):
        return made_easier(what, ("WB-TRAP-02",), best_for_traps(here, one, what))
    folk, plain = records.folk(here.rules, one), records.plain_folk(here.rules)
    rule = "WB-SECRET-02" if folk.secret_doors.passing > 0 else "WB-SECRET-01"
    return made_easier(
        what, (rule,), *by_people(plain.secret_doors.search, folk.secret_doors.search, "WB-SECRET-01", "WB-SECRET-02")
    )


def best_for_traps(here: Here, one: Character, trap: Trap) -> Modifier:
    """The best of what somebody can look for a trap by: stonework, the class's skill, or the option for all."""
    stone = records.folk(here.rules, one).stonework if trap.stone else None
    ways = (
        Modifier(0 if stone is None else stone.search, "WB-TRAP-02", "stonework"),
        Modifier(OTHERS_FIND_TRAPS if here.state.options["others_search_traps"] else 0, "WB-TRAP-02", FOR_ALL),
        Modifier(skill_of(here.rules, one, FIND_TRAP), "WB-TRAP-02", "skill_of_class"),
    )
    return max(ways, key=lambda each: each.amount)


def made_easier(what: Door | Trap, rules: tuple[str, ...], *parts: Modifier) -> InSix:
    """A chance with what the thing itself adds to it; without a chance nothing helps (WB-SEARCH-03)."""
    if what.modifier and any(part.amount for part in parts):
        own = Modifier(what.modifier, "WB-SEARCH-03", "of_the_thing")
        return in_six_of((*rules, "WB-SEARCH-03"), *parts, own)
    return in_six_of(rules, *parts)


def passing_chance(rules: Rules, one: Character, what: Door | Trap) -> InSix:
    """In six, for somebody who merely passes: elves and secret doors, dwarves and stonework."""
    folk = records.folk(rules, one)
    if isinstance(what, Door):
        rule, gift = "WB-SECRET-03", Modifier(folk.secret_doors.passing, "WB-SECRET-03", "of_people")
    else:
        stone = folk.stonework.passing if what.stone and folk.stonework is not None else 0
        rule, gift = "WB-TRAP-03", Modifier(stone, "WB-TRAP-03", "stonework")
    return made_easier(what, (rule,), gift)


def found_by(
    scene: Scene, one: Character, what: Door | Trap, odds: InSix, why: tuple[str, ...] = (), *, passing: bool
) -> bool:
    """A die in secret, against a chance in six; without a chance none is thrown."""
    if not odds.chance:
        return False
    dice = scene.dice.stream(REFEREE)
    check = held_against((dice.roll(SIX, "search"),), (), "<=", odds.chance, "search", odds.made_of)
    rules = (*why, *odds.rules)
    scene.happen(SearchRolled(one.id, what.id, check, passing, rules=rules, audience=REFEREE_ONLY))
    return check.success


# ------------------------------------------------------------ searching


def search_turns(area: int) -> int:
    """A turn for each hundred square feet or part of it, one at least (WB-SECRET-04)."""
    return max(1, -(-area // SEARCHED_AT_ONCE))


def search(scene: Scene, command: Search) -> Refusal | None:
    """A search that names no feature is rolled, when its turns have passed (WB-SEARCH-02, WB-SECRET-04)."""
    found = hand_on_the_way(scene, command.who)
    if isinstance(found, Refusal):
        return found
    one, out = found
    place = state.place(out)
    if command.spot and command.spot not in place.spots:
        known = ", ".join(place.spots) or "–"
        return Refusal("no_spot", {"spot": command.spot, "known": known}, ("WB-SECRET-04",))
    turns = 1 if command.spot else search_turns(place.area)
    if turns > 1:
        until = scene.state.minutes + turns * TURN
        scene.happen(Busy(one.id, until, turns, searching=True, rules=("WB-TIME-01", "WB-SECRET-04")))
        return None
    roll_search(scene, one, command.spot, turns)
    scene.rules.occupy(scene, one.id, turns, ("WB-SECRET-04",))
    return None


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """Whoever has looked through the whole place knows what is there; others come and go meanwhile (WB-SECRET-04)."""
    del elapsed
    out = scene.state.expedition
    if out is None or not out.searching or not undisturbed(scene.state):
        return
    for who in out.searching:
        if out.busy[who] <= scene.state.minutes and on_their_feet(scene.state, who):
            roll_search(scene, scene.state.characters[who], "", search_turns(state.place(out).area))


def roll_search(scene: Scene, one: Character, spot: str, turns: int) -> None:
    """A die for each hidden thing; a failure looks like an empty wall (WB-SECRET-01)."""
    out = scene.state.expedition
    if out is None:
        return
    found = [
        what
        for what in tuple(hidden(out, spot))
        if found_by(scene, one, what, scene.rules.search_chance(scene, one, what), ("WB-SEARCH-02",), passing=False)
    ]
    ids = tuple(what.id for what in found)
    rules = ("WB-SECRET-01", "WB-SECRET-04", "WB-SEARCH-02")
    for what in found:
        find(scene, one, what, scene.rules.search_chance(scene, one, what).rules)
    scene.happen(Searched(one.id, out.at, turns, ids, spot, rules=rules))


def find(scene: Scene, one: Character, what: Door | Trap, rules: tuple[str, ...]) -> None:
    """Something hidden is known from now on."""
    scene.happen(FeatureFound(one.id, what.id, "door" if isinstance(what, Door) else "trap", rules=rules))


def examine(scene: Scene, command: Examine) -> Refusal | None:
    """A player describes what is examined; the referee says whether that finds it (WB-SEARCH-01)."""
    one = scene.rules.free_hand(scene, command.who)
    if isinstance(one, Refusal):
        return one
    text = command.text.strip()
    if not text or len(text) > LONGEST_TEXT:
        return Refusal("bad_text", {"most": LONGEST_TEXT}, ("WB-SEARCH-01",))
    scene.happen(Examined(one.id, text, rules=("WB-SEARCH-01",)))
    scene.rules.occupy(scene, one.id, 1, ("WB-SECRET-04",))
    rules = ("WB-SEARCH-01", "WB-SEARCH-02", "WB-SEARCH-03")
    ask(scene, RulingAsked("examine", one.id, "", text, pending=Pending(one.id, text), rules=rules))
    return None


def judge_search(scene: Scene, command: JudgeSearch) -> Refusal | None:
    """The referee's answer to a description: found, to be rolled, or nothing (WB-SEARCH-01 to 03)."""
    out = scene.state.expedition
    if out is None or out.pending is None:
        return Refusal("not_asked")
    features = {what.id: what for what in hidden(out)}
    if command.word not in features and command.word not in _WORDS:
        known = ", ".join((*features, *_WORDS))
        return Refusal("no_feature", {"word": command.word, "known": known}, ("WB-SEARCH-01",))
    one = scene.state.characters[out.pending.who]
    scene.happen(RulingGiven("examine", command.word, rules=("WB-SEARCH-01",), audience=REFEREE_ONLY))
    what = features.get(command.word)
    if command.word == "roll":
        roll_search(scene, one, "", 1)
    elif what is not None and described(scene, one, what):
        scene.happen(Searched(one.id, out.at, 1, (what.id,), "…", rules=("WB-SEARCH-01",)))
    else:
        scene.happen(Searched(one.id, out.at, 1, (), "…", rules=("WB-SEARCH-01",)))
    return None


def described(scene: Scene, one: Character, what: Door | Trap) -> bool:
    """A description that names the working feature finds it, unless it must always be rolled (WB-SEARCH-03)."""
    if not what.always_roll:
        find(scene, one, what, ("WB-SEARCH-01",))
        return True
    odds = scene.rules.search_chance(scene, one, what)
    if not found_by(scene, one, what, odds, ("WB-SEARCH-03",), passing=False):
        return False
    find(scene, one, what, ("WB-SEARCH-03", *odds.rules))
    return True


# ------------------------------------------------------------ merely passing


def pass_by(scene: Scene) -> None:
    """Whose way leads close by a secret door may feel it: a die for each elf and passage (WB-SECRET-03).

    Walking about where one already is is no new passage, and what somebody has felt once is not felt again.
    """
    out = scene.state.expedition
    if out is None:
        return
    for what in tuple(hidden(out)):
        if isinstance(what, Trap) or what.id in out.felt:
            continue
        for one in tuple(active(scene.here())):
            if f"{one.id}/{what.id}" in out.passed:
                continue
            if found_by(scene, one, what, passing_chance(scene.rules, one, what), passing=True):
                scene.happen(FeltAmiss(one.id, out.at, rules=("WB-SECRET-03",)))
                break

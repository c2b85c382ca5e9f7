"""What GM moves do beside being told: the game effect that a move can land with, and when there is room for it.

The text leaves it to the GM what a move does; these are our readings (DH-SOFT-04). `possible` says whether a move has
anything to take hold of, `land` carries it out. A GM who would rather only tell the move does not let it land.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.conditions import impose
from arbitro.rules.daggerheart.content import IMPROVISED, Library
from arbitro.rules.daggerheart.countdown import advance_count
from arbitro.rules.daggerheart.encounter import encounter
from arbitro.rules.daggerheart.entrances import join_scene
from arbitro.rules.daggerheart.entries import named
from arbitro.rules.daggerheart.gm_turn import rules_of
from arbitro.rules.daggerheart.numbers import difficulty_here, difficulty_of
from arbitro.rules.daggerheart.play import Play, ask
from arbitro.rules.daggerheart.presence import (
    PLACE,
    current_scene,
    foes_left,
    heroes_up,
    is_exposed,
    is_fixed,
    party_size,
)
from arbitro.rules.daggerheart.ranges import is_near, reach_of, thrown
from arbitro.rules.daggerheart.resources import free_slots, mark_armour, mark_stress, short_of_stress
from arbitro.rules.daggerheart.scene_end import spent_out
from arbitro.rules.daggerheart.state import Block, Condition, Countdown, Dodged, Foe, Hero, State
from arbitro.rules.daggerheart.words import Landing, Reply, Tension, Trait, tier_of

REINFORCEMENTS: Final = "reinforcements"
"""The id of the countdown to more adversaries, of which a scene has one at most."""
RUNGS: Final[dict[Tension, Tension]] = {"minor": "typical", "typical": "major", "major": "climactic"}
"""What the tension of a scene rises to; an incidental scene stays incidental."""
FOOTING: Final[tuple[Trait, ...]] = ("agility", "strength", "instinct")
"""Traits with which one keeps out of the way of a place."""
HEAVY: Final = ("bruiser", "horde", "solo")
"""Types of adversaries whose blows leave nothing around them whole."""
WITS: Final = ("leader", "social")
"""Types of adversaries who know how to use words."""


class Effect(Struct, frozen=True):
    """A landing: whether there is room for it, and what it does. The last argument is the PC whom it is aimed at."""

    possible: Callable[[Library, State, str], bool]
    land: Callable[[Play, str, str], None]
    aimed: bool = False


def possible(books: Library, state: State, move: str, target: str) -> bool:
    """Whether a move could land now, on this PC where it is aimed at one."""
    effect = LANDINGS.get(books.guidance.moves[move].lands)
    if effect is None or (effect.aimed and (target not in state.party or state.party[target].status != "up")):
        return False
    if move in books.guidance.answers and not replies(books, state, move, target):
        return False
    return effect.possible(books, state, target)


def aimed(books: Library, move: str) -> bool:
    """Whether a move lands on one PC."""
    effect = LANDINGS.get(books.guidance.moves[move].lands)
    return effect is not None and effect.aimed


def land(play: Play, move: str, target: str) -> None:
    """Carry out what a move does beside being told; `possible` has been asked."""
    LANDINGS[play.rules.books.guidance.moves[move].lands].land(play, move, target)


# ---------------------------------------------------------------------- danger, one's companions, what is at stake


def _in_melee(books: Library, state: State, hero: Hero) -> list[Foe]:
    return [foe for foe in foes_left(state) if is_near(books, state, foe, hero, "melee")]


def _danger_possible(books: Library, state: State, target: str) -> bool:
    scene = current_scene(state)
    if any(True for _ in foes_left(state)):
        return not is_exposed(books, state.party[target])
    return scene.in_danger and scene.place is not None and difficulty_here(books, state) > 0


def _danger(play: Play, move: str, target: str) -> None:
    """Among adversaries: Vulnerable until they act. Otherwise the place strikes: a reaction roll against its damage."""
    del move
    state = play.state
    place = current_scene(state).place
    if any(True for _ in foes_left(state)) or place is None:
        impose(play, target, Condition("vulnerable", REFEREE_ONLY, "act"))
        return
    damage = play.rules.books.guidance.place_tiers[str(place.tier)].damage[0]
    fail = (feature_words.Harm(damage),)
    play.first(Dodged(target, PLACE, "", FOOTING, difficulty_here(play.rules.books, state), fail))


def _together(books: Library, state: State, hero: Hero) -> list[Hero]:
    return [one for one in heroes_up(state) if one.id != hero.id and is_near(books, state, one, hero, "close")]


def _apart_possible(books: Library, state: State, target: str) -> bool:
    hero = state.party[target]
    here = any(True for _ in foes_left(state))
    return here and not is_fixed(books, hero) and bool(_together(books, state, hero))


def _apart(play: Play, move: str, target: str) -> None:
    """Out of Close of all companions, on the side where less is missing."""
    del move
    hero = play.state.party[target]
    others = [one.at for one in heroes_up(play.state) if one.id != target]
    gap = reach_of(play.rules.books, play.state, "close") + 5
    ways = (min(others) - gap, max(others) + gap)
    relocate(play, target, min(ways, key=lambda at: abs(at - hero.at)), "pushed")


def _headway(state: State) -> Countdown | None:
    """Progress that can be lost again."""
    for one in current_scene(state).countdowns.values():
        if one.kind in ("progress", "climb") and 0 < one.value < one.start and not one.hidden:
            return one
    return None


def _opportunity_possible(books: Library, state: State, target: str) -> bool:
    del books, target
    return any(hero.edge for hero in heroes_up(state)) or _headway(state) is not None


def _opportunity(play: Play, move: str, target: str) -> None:
    """Advantages in store are gone; where there are none, a step of the progress made."""
    del target
    holding = [hero.id for hero in heroes_up(play.state) if hero.edge]
    for who in holding:
        play.happen(e.BoonChanged(who, "edge", 0, rules=rules_of(play.rules.books, play.state, move)))
    headway = _headway(play.state)
    if not holding and headway is not None:
        play.first(*advance_count(play, headway, -1))


def _looming(state: State) -> Countdown | None:
    """A countdown to something bad that can draw nearer without happening at once."""
    for one in current_scene(state).countdowns.values():
        bad = one.ends == "failure" or one.id == REINFORCEMENTS
        if bad and one.value > 1 and not one.hidden:
            return one
    return None


def tension_rises(books: Library, state: State) -> bool:
    """Whether a fight can become more tense: once, and again when all the Fear that its tension suggests is spent."""
    new = "raise_stakes" not in current_scene(state).moves or spent_out(books, state)
    return new and _has_a_rung(state)


def _has_a_rung(state: State) -> bool:
    return current_scene(state).tension in RUNGS and any(True for _ in foes_left(state))


def _stakes_possible(books: Library, state: State, target: str) -> bool:
    del target
    return _looming(state) is not None or tension_rises(books, state)


def _stakes(play: Play, move: str, target: str) -> None:
    """What threatens draws nearer; where nothing does, or all the Fear suggested is spent, the scene is tenser."""
    del target
    looming = _looming(play.state)
    rises = looming is None or (_has_a_rung(play.state) and spent_out(play.rules.books, play.state))
    if looming is not None:
        play.first(*advance_count(play, looming, 1))
    if not rises:
        return
    tension = RUNGS[current_scene(play.state).tension]
    range_ = play.rules.books.guidance.tension[tension]
    rules = (*rules_of(play.rules.books, play.state, move), "DH-TENSION-01", *range_.rules)
    play.happen(e.TensionSet(tension, range_.low, range_.high, rules=rules))


# ---------------------------------------------------------------------- more adversaries, seen and unseen


def reinforcement(books: Library, state: State) -> tuple[Block, int] | None:
    """Who may still come: more of the cheapest kind that is there, within the Battle Points (DHP-ADVSTAT-13)."""
    scene, pcs = current_scene(state), party_size(state)
    there = [foe.block for foe in scene.foes.values() if not foe.block.id.startswith(IMPROVISED)]
    kinds = [block for block in there if block.type not in ("leader", "solo", "social")]
    if not kinds or len(there) < len(scene.foes):
        return None
    cost = books.guidance.battle_cost
    block = min(kinds, key=lambda one: (cost[one.type], one.id))
    count = pcs if block.type == "minion" else 1
    tier = tier_of(max(hero.sheet.level for hero in state.party.values()))
    left = encounter(books, (*there, *(block for _ in range(count))), pcs, tier).left
    return (block, count) if left >= 0 else None


def _looms_possible(books: Library, state: State, target: str) -> bool:
    del target
    return REINFORCEMENTS not in current_scene(state).countdowns and reinforcement(books, state) is not None


def _start_reinforcements(play: Play, *, hidden: bool) -> None:
    entry = play.rules.books.guidance.reinforcements
    name = named(entry.name)
    countdown = Countdown(REINFORCEMENTS, name, "consequence", entry.start, entry.start, hidden=hidden)
    audience = REFEREE_ONLY if hidden else ""
    rules = ("DHP-COUNT-01", "DHP-COUNT-02")
    play.happen(e.CountdownStarted(countdown, (), name, rules=rules, audience=audience))


def _looms(play: Play, move: str, target: str) -> None:
    """Adversaries are on their way; the players have time to do something about it (DH-SOFT-01)."""
    del move, target
    _start_reinforcements(play, hidden=False)


def _enemy_possible(books: Library, state: State, target: str) -> bool:
    del target
    return reinforcement(books, state) is not None


def _enemy(play: Play, move: str, target: str) -> None:
    """An enemy is there, unannounced (DH-FEAR-13)."""
    del move, target
    arrive(play)


def arrive(play: Play) -> None:
    """The reinforcements join, if there is still room for them."""
    found = reinforcement(play.rules.books, play.state)
    if found is None:
        return
    block, count = found
    at = max((hero.at for hero in heroes_up(play.state)), default=0) + reach_of(play.rules.books, play.state, "close")
    join_scene(play, block, at, count=count)


def _hidden(state: State) -> Countdown | None:
    for one in current_scene(state).countdowns.values():
        if one.hidden and one.value > 0:
            return one
    return None


def _reveal_possible(books: Library, state: State, target: str) -> bool:
    del books, target
    return _hidden(state) is not None


def _reveal(play: Play, move: str, target: str) -> None:
    """A countdown that nobody knew of lies in the open."""
    del target
    found = _hidden(play.state)
    if found is not None:
        play.happen(
            e.CountdownShown(
                found.id, found.value, found.name, rules=(*rules_of(play.rules.books, play.state, move), "DHP-COUNT-01")
            )
        )


def _unseen_possible(books: Library, state: State, target: str) -> bool:
    found = _hidden(state)
    return found.value > 1 if found is not None else _looms_possible(books, state, target)


def _unseen(play: Play, move: str, target: str) -> None:
    """A hidden countdown draws nearer, or one begins."""
    del move, target
    found = _hidden(play.state)
    if found is None:
        _start_reinforcements(play, hidden=True)
    else:
        play.first(*advance_count(play, found, 1))


# ---------------------------------------------------------------------- what suffers, who is seized, what haunts them


def _collateral_possible(books: Library, state: State, target: str) -> bool:
    hero = state.party[target]
    crushed = any(foe.block.type in HEAVY for foe in _in_melee(books, state, hero))
    return bool(hero.cover) or (crushed and free_slots(hero) > 0)


def _collateral(play: Play, move: str, target: str) -> None:
    """Cover is shattered; without it, armour is battered."""
    if play.state.party[target].cover:
        play.happen(e.CoverChanged(target, "", rules=(*rules_of(play.rules.books, play.state, move), "DHP-RANGE-04")))
    else:
        mark_armour(play, target, benefit=False, rules=(*rules_of(play.rules.books, play.state, move), "DHP-ARM-01"))


def _shift_possible(books: Library, state: State, target: str) -> bool:
    del target
    scene = current_scene(state)
    return scene.in_danger and scene.place is not None and difficulty_here(books, state) > 0


def _shift(play: Play, move: str, target: str) -> None:
    """The ground moves under everybody: a reaction roll, or a Stress."""
    del move, target
    difficulty = difficulty_here(play.rules.books, play.state)
    fail = (feature_words.Stress.of(1),)
    play.first(*(Dodged(hero.id, PLACE, "", FOOTING, difficulty, fail) for hero in heroes_up(play.state)))


def _capture_possible(books: Library, state: State, target: str) -> bool:
    hero = state.party[target]
    return not is_fixed(books, hero) and any(foe.block.type != "minion" for foe in _in_melee(books, state, hero))


def _capture(play: Play, move: str, target: str) -> None:
    """Seized by an adversary in Melee: Restrained until they get free or it is gone."""
    del move
    hero = play.state.party[target]
    holder = next(foe for foe in _in_melee(play.rules.books, play.state, hero) if foe.block.type != "minion")
    difficulty = difficulty_of(play.rules.books, holder)
    impose(play, target, Condition("restrained", holder.id, "source", ("strength", "finesse"), difficulty))


def tormentor(books: Library, state: State) -> Foe | None:
    """An adversary who would use somebody's past against them."""
    for foe in foes_left(state):
        nature = books.natures.of(foe.block.id, (foe.block.kin,), foe.block.type)
        if nature == "cunning" or foe.block.type in WITS:
            return foe
    return None


def _past_possible(books: Library, state: State, target: str) -> bool:
    hero = state.party[target]
    return bool(hero.hope and hero.sheet.experiences) and tormentor(books, state) is not None


def _past(play: Play, move: str, target: str) -> None:
    """Words that hit home: a reaction roll with Presence, or a Hope."""
    del move
    foe = tormentor(play.rules.books, play.state)
    if foe is not None:
        play.first(
            Dodged(target, foe.id, "", ("presence",), difficulty_of(play.rules.books, foe), (feature_words.Hope(),))
        )


# ---------------------------------------------------------------------- questions (DH-MOVE-21, DH-SOFT-04)


def _ask_possible(books: Library, state: State, target: str) -> bool:
    del books, target
    return not state.awaiting


def _ask(play: Play, move: str, target: str) -> None:
    """The player is asked; what they answer happens."""
    values: dict[str, str | int] = {"who": f"@{target}", "move": f"@move/{move}"}
    ask(play, Question("tell", target, values, rules_of(play.rules.books, play.state, move)))


def replies(books: Library, state: State, move: str, who: str) -> tuple[Reply, ...]:
    """What a player may answer to a move, as things stand."""
    return tuple(reply for reply in books.guidance.answers.get(move, ()) if _open(books, state, reply, who))


def _open(books: Library, state: State, reply: Reply, who: str) -> bool:
    hero = state.party[who]
    among_foes = any(True for _ in foes_left(state))
    match reply:
        case "strain":
            return True
        case "exposed":
            return among_foes and not is_exposed(books, hero)
        case "driven_back":
            return among_foes and not is_fixed(books, hero)
        case "dented":
            return among_foes and free_slots(hero) > 0
        case "setback":
            return _headway(state) is not None
        case "forewarned":
            return not current_scene(state).threats
        case "seize":
            return not hero.edge and short_of_stress(hero, 1) is None
        case "let_be":
            return True


def answered(play: Play, move: str, who: str, reply: Reply) -> None:
    """What the player said comes about."""
    rules = rules_of(play.rules.books, play.state, move)
    state = play.state
    match reply:
        case "strain":
            mark_stress(play, who, 1, "gm_move", rules)
        case "exposed":
            impose(play, who, Condition("vulnerable", REFEREE_ONLY, "act"))
        case "driven_back":
            hero = state.party[who]
            near = min(foes_left(state), key=lambda foe: abs(foe.at - hero.at))
            relocate(play, who, thrown(play.rules.books, state, near.at, hero, "close"), "pushed")
        case "dented":
            mark_armour(play, who, benefit=False, rules=(*rules, "DHP-ARM-01"))
        case "setback":
            headway = _headway(state)
            if headway is not None:
                play.first(*advance_count(play, headway, -1))
        case "forewarned":
            play.happen(e.ThreatPending("", "offscreen_threat", rules=("DH-SOFT-01",)))
        case "seize":
            mark_stress(play, who, 1, "gm_move", rules)
            play.happen(e.EdgeGiven(who, True, "", rules=(*rules, "DH-ADV-01")))
        case "let_be":
            pass


def asking(state: State) -> tuple[str, str]:
    """The move that asks and the PC who is asked; empty without a question."""
    for question in state.awaiting:
        if question.kind == "tell":
            return str(question.values["move"]).removeprefix("@move/"), question.who
    return "", ""


LANDINGS: Final[dict[Landing, Effect]] = {
    "danger": Effect(_danger_possible, _danger, aimed=True),
    "apart": Effect(_apart_possible, _apart, aimed=True),
    "opportunity": Effect(_opportunity_possible, _opportunity),
    "stakes": Effect(_stakes_possible, _stakes),
    "looms": Effect(_looms_possible, _looms),
    "enemy": Effect(_enemy_possible, _enemy),
    "reveal": Effect(_reveal_possible, _reveal),
    "unseen": Effect(_unseen_possible, _unseen),
    "collateral": Effect(_collateral_possible, _collateral, aimed=True),
    "shift": Effect(_shift_possible, _shift),
    "capture": Effect(_capture_possible, _capture, aimed=True),
    "past": Effect(_past_possible, _past, aimed=True),
    "ask": Effect(_ask_possible, _ask, aimed=True),
}

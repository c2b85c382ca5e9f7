"""Which GM move fits the moment, and why: read by the GM's helper, followed by the automatic GM.

A move fits when there is something for it to take hold of (a foe in reach, progress to be lost, a hidden countdown) and
it is of the size that the roll calls for: minor after a success with Fear or a failure with Hope, major after a failure
with Fear (DH-MOVE-13 to 18), soft ones after Hope and hard ones after Fear (DH-SOFT-03). `pull` says how strongly: a
move with a pull of 6 is made six times for each time that one with a pull of 1 is, in a scene where both fit.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from arbitro.rules.daggerheart import gm_moves
from arbitro.rules.daggerheart.acting import longest_without
from arbitro.rules.daggerheart.adversary import reach_with_move
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gm_turn import spotlights_left
from arbitro.rules.daggerheart.natures import beasts_at
from arbitro.rules.daggerheart.presence import condition_entry, foes_left, heroes_up
from arbitro.rules.daggerheart.scene_end import spent_out
from arbitro.rules.daggerheart.state import Foe, Hero, SceneState, State, Turn
from arbitro.rules.daggerheart.words import WITH_FEAR

WEIGHTY: Final = ("typical", "major", "climactic")
"""Tensions of a scene that is worth reinforcements."""


class Fit(Struct, frozen=True):
    """A move that fits now: why (a key of ``why.*``), how strongly, whom it is aimed at."""

    move: str
    why: str
    pull: int
    target: str = ""
    foe: str = ""
    condition: str = ""
    lands: bool = False


class Moment(Struct, frozen=True):
    """What the GM has before them when a move is due."""

    books: Library
    state: State
    scene: SceneState
    turn: Turn
    foes: tuple[Foe, ...]
    subject: str
    """The PC whose roll opened the turn, or whoever has waited longest."""

    @property
    def hero(self) -> Hero:
        """The PC whom it is about."""
        return self.state.party[self.subject]

    @property
    def severity(self) -> str:
        """How grave an answer the roll calls for."""
        outcome = self.turn.outcome
        return self.books.guidance.outcomes[outcome].severity if outcome is not None else "none"

    @property
    def hard(self) -> bool:
        """Whether the roll was with Fear."""
        return self.turn.outcome in WITH_FEAR

    def striking(self) -> list[Foe]:
        """Adversaries that may have the spotlight and can strike somebody now."""
        return [foe for foe in self.foes if can_strike(self.books, self.state, foe)]

    def on_subject(self) -> int:
        """How many adversaries could strike the PC whom it is about, in this turn."""
        state = self.state
        able = (foe for foe in self.foes if spotlights_left(self.books, state, foe) is None)
        bands = ((foe, foe.block.attack.range) for foe in able)
        return sum(isinstance(reach_with_move(self.books, state, foe, self.hero, band), tuple) for foe, band in bands)


def can_strike(books: Library, state: State, foe: Foe) -> bool:
    """Whether an adversary that has not acted yet could strike somebody with its standard attack."""
    if spotlights_left(books, state, foe) is not None:
        return False
    turn = state.scene.turn if state.scene is not None else None
    if turn is not None and beasts_at(books, state, foe, turn):
        return True
    band = foe.block.attack.range
    return any(isinstance(reach_with_move(books, state, foe, hero, band), tuple) for hero in heroes_up(state))


def moment(books: Library, state: State) -> Moment | None:
    """The moment of an open GM turn; None without one, or with nobody on their feet."""
    scene = state.scene
    if scene is None or scene.turn is None:
        return None
    turn = scene.turn
    up = [hero.id for hero in heroes_up(state)]
    if not up:
        return None
    subject = turn.subject if turn.subject in up else longest_without(state) or up[0]
    return Moment(books, state, scene, turn, tuple(foes_left(state)), subject)


def fits(now: Moment) -> list[Fit]:
    """Every move of the lists that fits, whatever its size; the most fitting first."""
    found = (rule(now) for rule in RULES.values())
    return sorted((fit for fit in found if fit is not None), key=lambda fit: -fit.pull)


def of_size(now: Moment, found: list[Fit]) -> list[Fit]:
    """Those of the size that the roll calls for; an incidental scene has room for gentle ones only (DH-TENSION-02)."""
    moves = now.books.guidance.moves
    gentle = now.scene.tension == "incidental" and not now.foes
    return [fit for fit in found if now.severity in moves[fit.move].suits and (moves[fit.move].gentle or not gentle)]


# ---------------------------------------------------------------------- adversaries


def _attack(now: Moment) -> Fit | None:
    ready = now.striking()
    return Fit("adversary_attacks", "foe_in_reach", 8, foe=ready[0].id) if ready else None


def _spotlight(now: Moment) -> Fit | None:
    able = now.striking() or [foe for foe in now.foes if spotlights_left(now.books, now.state, foe) is None]
    return Fit("spotlight_adversary", "foe_in_reach", 1 if now.turn.outcome else 8, foe=able[0].id) if able else None


def _focus(now: Moment) -> Fit | None:
    several = now.on_subject() > 1 and now.state.fear.held > 0
    return Fit("multiple_adversaries", "several_foes", 4, now.subject) if several else None


def _clear(now: Moment) -> Fit | None:
    for foe in now.foes:
        for held in foe.conditions:
            entry = condition_entry(now.books, held.name)
            bad = entry.fixed or entry.exposed or entry.still
            if bad and held.until == "temporary" and spotlights_left(now.books, now.state, foe) is None:
                pull = 8 if entry.fixed or entry.still else 2
                return Fit("clear_adversary_condition", "foe_is_hampered", pull, foe=foe.id, condition=held.name)
    return None


# ---------------------------------------------------------------------- moves that land


def _landing(move: str, why: str, pull: int, when: Callable[[Moment], bool]) -> Callable[[Moment], Fit | None]:
    def rule(now: Moment) -> Fit | None:
        if not when(now) or not gm_moves.possible(now.books, now.state, move, now.subject):
            return None
        target = now.subject if gm_moves.aimed(now.books, move) else ""
        return Fit(move, why, pull, target, lands=True)

    return rule


def _told(move: str, why: str, pull: int, when: Callable[[Moment], bool]) -> Callable[[Moment], Fit | None]:
    return lambda now: Fit(move, why, pull) if when(now) else None


def _always(now: Moment) -> bool:
    del now
    return True


def _hard(now: Moment) -> bool:
    return now.hard


def _quiet(now: Moment) -> bool:
    return not now.foes


def _quiet_and_soft(now: Moment) -> bool:
    return not now.foes and not now.hard


def _quiet_and_clear(now: Moment) -> bool:
    """Nothing looms yet in a scene without adversaries."""
    bad = any(one.value and one.kind != "progress" for one in now.scene.countdowns.values())
    return not now.foes and not now.scene.threats and not bad


def _outnumbered(now: Moment) -> bool:
    """Adversaries in a weighty scene who are fewer than the PCs: help may come, once."""
    up = sum(1 for _ in heroes_up(now.state))
    came = gm_moves.REINFORCEMENTS in now.scene.countdowns or "new_obstacle_or_enemy" in now.scene.moves
    return now.scene.tension in WEIGHTY and 0 < len(now.foes) < up and not came


def _outnumbered_softly(now: Moment) -> bool:
    return _outnumbered(now) and not now.hard


def _outnumbered_hard(now: Moment) -> bool:
    return _outnumbered(now) and now.hard


def _spent_out(now: Moment) -> bool:
    """What threatens can draw nearer, or the Fear that the tension suggests is spent and more has piled up."""
    return not now.foes or (spent_out(now.books, now.state) and now.state.fear.held > 0)


def _something_hidden(now: Moment) -> bool:
    return any(one.hidden and one.value for one in now.scene.countdowns.values())


def _unburdened(now: Moment) -> bool:
    """Somebody who can bear a Stress without being Vulnerable or wounded by it."""
    return now.hero.stress - now.hero.stress_marked >= 2


def _offered(now: Moment) -> bool:
    return _unburdened(now) and not now.hard


def _asked(now: Moment) -> bool:
    return now.turn.outcome is not None


def _stakes(now: Moment) -> Fit | None:
    """In a fight once the suggested Fear is spent; more rarely where the rolls themselves bring the end nearer."""
    return _landing("raise_stakes", "pressure_grows", 2 if now.foes else 1, _spent_out)(now)


def _stress(now: Moment) -> Fit | None:
    if not _unburdened(now):
        return None
    return Fit("mark_stress", "stress_hurts_little", 1 if now.foes else 2, now.subject)


RULES: Final[dict[str, Callable[[Moment], Fit | None]]] = {
    "adversary_attacks": _attack,
    "spotlight_adversary": _spotlight,
    "multiple_adversaries": _focus,
    "clear_adversary_condition": _clear,
    "mark_stress": _stress,
    "new_threat": _landing("new_threat", "help_may_come", 4, _outnumbered_hard),
    "offscreen_threat": _landing("offscreen_threat", "help_may_come", 4, _outnumbered_softly),
    "raise_stakes": _stakes,
    "immediate_danger": _landing("immediate_danger", "open_to_harm", 3, _always),
    "separated": _landing("separated", "they_stand_together", 2, _always),
    "split_group": _landing("split_group", "they_stand_together", 1, _always),
    "lose_opportunity": _landing("lose_opportunity", "something_to_lose", 3, _quiet),
    "remove_opportunity": _landing("remove_opportunity", "something_to_lose", 3, lambda now: bool(now.foes)),
    "new_obstacle_or_enemy": _landing("new_obstacle_or_enemy", "help_may_come", 2, _outnumbered),
    "ask_player": _landing("ask_player", "theirs_to_tell", 1, _asked),
    "ask_and_build": _landing("ask_and_build", "theirs_to_tell", 2, _quiet_and_soft),
    "dangle_goal": _landing("dangle_goal", "within_grasp", 1, _offered),
    "unwelcome_truth": _landing("unwelcome_truth", "something_hidden", 3, _always),
    "unseen_move": _landing("unseen_move", "something_hidden", 2, _something_hidden),
    "collateral_damage": _landing("collateral_damage", "heavy_blows", 1, _hard),
    "shift_environment": _landing("shift_environment", "place_can_change", 2, _always),
    "capture": _landing("capture", "within_its_grip", 2, _always),
    "use_backstory": _landing("use_backstory", "somebody_knows_them", 1, _hard),
    "fine_for_now": _told("fine_for_now", "nothing_looms", 1, _quiet_and_clear),
    "world_reacts": _told("world_reacts", "story", 1, _quiet_and_soft),
}
"""The lists of moves, each with what must hold for it to fit (DH-MOVE-14, 16, 18, 21, DH-SOFT-04)."""

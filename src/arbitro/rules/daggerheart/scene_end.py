"""How a scene ends, and what its Fear is held against (DH-TENSION-01)."""

from typing import Final, Literal, cast

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import current_scene, foes_left
from arbitro.rules.daggerheart.prisoners import freed
from arbitro.rules.daggerheart.rolling import give_opening
from arbitro.rules.daggerheart.state import SceneState, State
from arbitro.rules.daggerheart.words import Until

Verdict = Literal["below", "within", "above", "none"]
_ENDS_WITH_SCENE: Final[tuple[Until, ...]] = (
    "temporary",
    "stated",
    "scene",
    "attacked",
    "setback",
    "actions",
    "caster",
    "stance",
    "source",
    "act",
    "spotlight",
    "fear",
    "hurt",
    "calmed",
    "hidden",
)
"""What stays behind with what caused it; wounds, poisons and what a roll ends go along."""


def end_if_decided(play: Play) -> None:
    """A fight ends with its last adversary, any scene with the last PC on their feet, or as a countdown has it."""
    ending = decided(play.state)
    if ending and (ending == "defeat" or not owes_a_move(play.state)):
        finish_scene(play, ending)


def decided(state: State) -> str:
    """How a scene that runs is going to end, where nothing can change it any more; empty where it is open."""
    scene = state.scene
    if scene is None or scene.ending:
        return ""
    if not any(hero.status in ("up", "dying") for hero in state.party.values()):
        return "defeat"
    if scene.foes and scene.goal is None and not any(True for _ in foes_left(state)):
        return "victory"
    return next((one.ends for one in scene.countdowns.values() if one.ends and one.value <= 0), "")


def owes_a_move(state: State) -> bool:
    """Whether the last roll has given the GM a move that is still to be made: it comes before the end (DH-MOVE-02)."""
    turn = state.scene.turn if state.scene is not None else None
    return turn is not None and turn.free > 0 and turn.outcome is not None


def finish_scene(play: Play, ending: str) -> None:
    """The scene is over; the Fear spent is held against what its tension suggests (DH-TENSION-01)."""
    scene = current_scene(play.state)
    last = scene.last
    due = last is not None and last.outcome == "critical_success" and not last.told
    if last is not None and due and play.state.party[last.actor].status == "up":
        give_opening(play, last.actor)  # it outlasts the scene that the critical success has ended
    for hero in tuple(play.state.party.values()):
        end_conditions(play, hero.id, *_ENDS_WITH_SCENE)
    beaten = not any(True for _ in foes_left(play.state))
    if ending in ("victory", "success") or (beaten and ending != "defeat"):  # nobody is left who could hold them
        for hero in tuple(play.state.party.values()):
            if hero.prisoner and not hero.captive:
                play.happen(freed(hero))
    verdict = tension_verdict(play.rules.books, scene)
    range_ = play.rules.books.guidance.tension.get(scene.tension)
    rules = ("DH-TENSION-01", *(range_.rules if range_ is not None else ()))
    done = cast(Literal["success", "failure", "defeat", "victory", "closed"], ending)
    play.happen(e.SceneEnded(done, scene.fear_spent, scene.tension, verdict, rules=rules))
    play.agenda = []


def free_captive(play: Play, command: c.FreeCaptive) -> Refusal | None:
    """The GM says that somebody is in the adversaries' power no more (DHP-ADVSTAT-11)."""
    hero = play.state.party.get(command.who)
    if hero is None:
        return Refusal("nobody", {"who": command.who})
    if not hero.prisoner:
        return Refusal("no_captive", {"who": f"@{hero.id}"}, ("DHP-ADVSTAT-11",))
    play.happen(freed(hero))
    return None


def tension_verdict(books: Library, scene: SceneState) -> Verdict:
    """How the Fear spent in a scene stands to the suggested range; nothing is enforced."""
    range_ = books.guidance.tension.get(scene.tension)
    if range_ is None:
        return "none"
    if scene.fear_spent < range_.low:
        return "below"
    return "above" if scene.fear_spent > range_.high else "within"


def spent_out(books: Library, state: State) -> bool:
    """Whether as much Fear is spent in this scene as its tension suggests at most (DH-TENSION-01)."""
    budget = fear_budget(books, state)
    return budget is not None and budget[0] >= budget[2]


def fear_budget(books: Library, state: State) -> tuple[int, int, int] | None:
    """Fear spent in this scene, and the range that its tension suggests."""
    scene = state.scene
    range_ = None if scene is None else books.guidance.tension.get(scene.tension)
    if scene is None or range_ is None:
        return None
    return scene.fear_spent, range_.low, range_.high

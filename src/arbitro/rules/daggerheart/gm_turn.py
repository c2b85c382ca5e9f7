"""The GM's turn: when it opens, what a move costs, who may have the spotlight."""

from typing import Literal, cast

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.numbers import passive_of, rules_of_features
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import condition_entry, current_scene, running_scene
from arbitro.rules.daggerheart.resources import mark_stress, short_of_fear, short_of_stress, spend_fear
from arbitro.rules.daggerheart.state import Foe, SceneState, State, Turn
from arbitro.rules.daggerheart.words import WITH_FEAR, Outcome, Reason

Tag = Literal["soft", "hard"]
TRIGGERS: dict[Reason, tuple[str, ...]] = {
    "roll_with_fear": ("DH-MOVE-03", "DHP-SPOT-02"),
    "failed_action_roll": ("DH-MOVE-04", "DHP-SPOT-02"),
    "unavoidable_consequences": ("DH-MOVE-05",),
    "golden_opportunity": ("DH-MOVE-06",),
    "players_look_to_gm": ("DH-MOVE-07",),
    "paid_interrupt": ("DH-FEAR-08", "DHP-SPOT-02"),
    "gm_decision": ("DH-MOVE-02",),
    "feature": ("DHP-ADVSTAT-05",),
}
"""Why a GM turn opens, and the rules behind each reason."""


def occasion(reason: Reason, outcome: Outcome | None, owner: str = "") -> tuple[str, ...]:
    """The rules by which a turn opens: a failure with Fear is both, and a feature is an adversary's or the place's."""
    if reason == "feature":
        return rules_of_features(owner)
    both = TRIGGERS["failed_action_roll"] if outcome == "failure_fear" else ()
    return tuple(dict.fromkeys((*TRIGGERS[reason], *both)))


def open_turn(
    play: Play, reason: Reason, free: int, *, outcome: Outcome | None = None, subject: str = "", owner: str = ""
) -> None:
    """The spotlight comes to the GM; a turn that is open already goes on with the new reason.

    `owner` is whose feature opens it, where one does.
    """
    state = play.state
    old = current_scene(state).turn
    turn = Turn(
        reason,
        free,
        acted=old.acted if old is not None else {},
        granted=old.granted if old is not None else (),
        acting=old.acting if old is not None else "",
        outcome=outcome,
        subject=subject,
    )
    limit = int(state.options["gm_fear_reminder_at"])
    reminder = bool(limit) and state.fear.held >= limit
    rules = ("DH-SPOTLIGHT-01", *occasion(reason, outcome, owner), *(("DH-FEAR-14",) if reminder else ()))
    play.happen(e.TurnOpened(turn, reminder, rules=rules))


def players_turn(state: State) -> SceneState | Refusal:
    """A scene in which the players have the spotlight."""
    scene = running_scene(state)
    if isinstance(scene, SceneState) and scene.turn is not None:
        return Refusal("gm_spotlight", {}, ("DH-SPOTLIGHT-01",))
    return scene


def move_cost(state: State) -> int:
    """The first move of a turn is free, each further one costs a Fear."""
    turn = current_scene(state).turn
    return 0 if turn is not None and turn.free > 0 else 1


def spotlight_price(state: State, foe: Foe) -> tuple[int, Feature | None]:
    """The Fear that an adversary's spotlight costs as a move, and the feature by which its own Stress is paid instead.

    Stress takes the place of Fear while there is any left to mark; the first move of a turn is free either way.
    """
    cost = move_cost(state)
    own = passive_of(foe, "stress_spotlight") if cost else None
    if own is not None and short_of_stress(foe, own.value) is None:
        return 0, own
    return cost, None


def may_move(state: State, fear: int) -> Refusal | None:
    """Whether the GM may make a move now, with this Fear to be paid besides."""
    scene = running_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if scene.turn is None:
        return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01", "DH-FEAR-08"))
    return short_of_fear(state, move_cost(state) + fear)


def tag_for(state: State, wanted: str) -> Tag:
    """Softer with Hope, harder with Fear; the GM may say otherwise (DH-SOFT-03)."""
    if wanted:
        return cast(Tag, wanted)
    turn = current_scene(state).turn
    return "hard" if turn is not None and turn.outcome in WITH_FEAR else "soft"


def count_move(
    play: Play, move: str, tag: str, target: str = "", text: str = "", by_stress: Feature | None = None
) -> None:
    """Count a GM move, paying for it if the free one is gone: Fear, or its target's own Stress by a feature of it."""
    state = play.state
    turn = current_scene(state).turn
    cost = move_cost(state) if by_stress is None else 0
    if by_stress is not None:
        mark_stress(play, target, by_stress.value, by_stress.id, ("DHP-ADVSTAT-03", "DHP-ADVSTAT-05"))
    spend_fear(play, cost, "spotlight" if target in current_scene(state).foes else "additional_move")
    severity = (
        play.rules.books.guidance.outcomes[turn.outcome].severity if turn is not None and turn.outcome else "none"
    )
    known = play.rules.books.guidance.moves.get(move)
    soft = "DH-SOFT-01" if tag == "soft" else "DH-SOFT-02"
    listed = rules_of(play.rules.books, state, move) if known is not None else ()
    rules = tuple(dict.fromkeys(("DH-MOVE-01", soft, "DH-SOFT-03", *listed)))
    if cost:
        rules = (*rules, "DH-FEAR-09", "DH-FEAR-13")
    audience = REFEREE_ONLY if known is not None and known.effect == "unseen" else ""
    told = e.MoveMade(move, cast(Tag, tag), cost, target, text, severity, rules=rules, audience=audience)
    play.happen(told)


def spotlights_left(books: Library, state: State, foe: Foe) -> Refusal | None:
    """Once per GM turn, unless Relentless says more (DHP-ADVSTAT-09)."""
    if state.options["gm_spotlights_per_adversary"] == "unlimited":
        return None
    turn = current_scene(state).turn
    most = 1
    relentless, by = passive_of(foe, "relentless"), passive_of(foe, "relentless_by")
    if relentless is not None:
        most = relentless.value
    elif by is not None:
        most = max(foe.counters.get(by.condition, 3), 1)
    most = max(most, *(condition_entry(books, held.name).spotlights for held in foe.conditions), 1)
    most += foe.counters.get("again", 0)
    if turn is not None and turn.acted.get(foe.id, 0) >= most:
        return Refusal("acted_already", {"who": f"@{foe.id}", "most": most}, ("DH-SPOTLIGHT-02", "DHP-ADVSTAT-09"))
    return None


def grant_spotlight(play: Play, who: tuple[str, ...], owner: str) -> None:
    """Adversaries get the spotlight from a feature at no further cost, in a GM turn that opens if none is."""
    if current_scene(play.state).turn is None:
        open_turn(play, "feature", 0, owner=owner)
    play.happen(e.Granted(who, rules=(*rules_of_features(owner), "DHP-SPOT-04")))


def rules_of(books: Library, state: State, move: str) -> tuple[str, ...]:
    """The rules behind a move now: of the lists for an outcome only that of the outcome there was."""
    turn = state.scene.turn if state.scene is not None else None
    outcome = turn.outcome if turn is not None else None
    others = {answer.ideas for name, answer in books.guidance.outcomes.items() if name != outcome}
    return tuple(rule for rule in books.guidance.moves[move].rules if rule not in others)

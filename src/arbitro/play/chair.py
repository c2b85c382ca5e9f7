"""Who is the referee: which decisions a person takes, whose chair it is in one room, and the oracle of solo players."""

from collections.abc import Iterable
from typing import Final

from arbitro.dice.stream import ORACLE
from arbitro.kernel.automation import Automation
from arbitro.kernel.choice import Label
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play.events import AsksChanged, ChairTaken, OracleSpoke, PromptDrawn
from arbitro.play.scene import Scene
from arbitro.play.solo import oracle
from arbitro.play.state import CampaignState

EVERY: Final = "all"
MONSTERS: Final = "monster_actions"
KINDS: Final = (
    EVERY,
    MONSTERS,
    "reactions",
    "parley",
    "captives",
    "doors",
    "searching",
    "surprise",
    "travel",
    "loyalty",
    "encounters",
    "rulings",
)
"""The kinds of reserved decisions (DA-SOLO-02), for `AskMe`."""
LONGEST: Final = 300
"""Letters of a question to the oracle."""


def automations(state: CampaignState, kinds: Iterable[str]) -> tuple[Automation, ...]:
    """Kinds of decisions as switches: on where the program takes them."""
    program = {kind: not {kind, EVERY} & set(state.asks) for kind in kinds}
    return tuple(
        Automation(kind, Label(f"kind.{kind}"), on, {"type": "ask_me", "kind": kind, "on": on})
        for kind, on in program.items()
    )


def referee_decides(state: CampaignState, kind: str) -> bool:
    """Whether a person takes the decisions of a kind: one has asked for them, or sits in the chair of this room."""
    return state.chair_here is not None or bool({kind, EVERY} & set(state.asks))


def ask_me(scene: Scene, command: c.AskMe) -> Refusal | None:
    """A person takes over a kind of decision, or hands it back."""
    if command.kind not in KINDS:
        return Refusal("no_such_kind", {"kind": command.kind, "known": ", ".join(KINDS)}, ("DA-SOLO-02",))
    asks = scene.state.asks
    if EVERY in asks and command.kind != EVERY and not command.on:  # all but this one stay a person's
        scene.happen(AsksChanged(EVERY, on=False, rules=("DA-SOLO-02",)))
        for kind in scene.side.front.decisions:
            if kind != command.kind and kind not in asks:
                scene.happen(AsksChanged(kind, on=True, rules=("DA-SOLO-02",)))
        if command.kind not in asks:
            return None
    elif (command.kind in asks) == command.on:
        return Refusal("asks_already", {"kind": f"@decision:{command.kind}"}, ("DA-SOLO-02",))
    scene.happen(AsksChanged(command.kind, command.on, rules=("DA-SOLO-02",)))
    return None


def take_chair(scene: Scene, command: c.TakeChair) -> Refusal | None:
    """A player becomes the referee of the room that the party is in (DA-SOLO-06)."""
    state = scene.state
    if state.chair_here is not None:
        name = state.chair_here.seat
        seat = f"@{name}" if name in scene.side.party.adventurers(state) else name
        return Refusal("chair_taken", {"seat": seat}, ("DA-SOLO-06",))
    if not goes_round(state):
        return Refusal("chair_stays", {}, ("DA-SOLO-06",))
    if not command.seat.strip() or not state.at:
        return Refusal("no_room_for_chair", {}, ("DA-SOLO-06",))
    scene.happen(ChairTaken(command.seat.strip(), state.at, rules=("DA-SOLO-06",)))
    return None


def goes_round(state: CampaignState) -> bool:
    """Whether players may be the referee of a room: not where the table says that it has a referee."""
    return state.options["mode"] != "referee_pregenerates"


def leave_chair(scene: Scene, command: c.LeaveChair) -> Refusal | None:
    """The room is over."""
    del command
    if scene.state.chair is None:
        return Refusal("no_chair", {}, ("DA-SOLO-06",))
    scene.happen(ChairTaken("", scene.state.chair.space, rules=("DA-SOLO-06",)))
    return None


def ask_oracle(scene: Scene, command: c.AskOracle) -> Refusal | None:
    """A question that the rules do not answer."""
    if not command.question.strip() or len(command.question) > LONGEST:
        return Refusal("bad_question", {"most": LONGEST}, ("DA-SOLO-02",))
    if command.likelihood not in oracle.oracles():
        known = ", ".join(oracle.oracles())
        return Refusal("bad_likelihood", {"likelihood": command.likelihood, "known": known}, ("DA-SOLO-02",))
    spoken = oracle.ask(command.likelihood, scene.dice.stream(ORACLE))
    question = command.question.strip()
    scene.happen(
        OracleSpoke(question, command.likelihood, spoken.word, spoken.lookup, spoken.twist, rules=("DA-SOLO-02",))
    )
    if spoken.twist:
        scene.happen(PromptDrawn(oracle.prompt(scene.dice.stream(ORACLE), oracle.TWIST), rules=("DA-SOLO-02",)))
    return None


def draw_prompt(scene: Scene, command: c.DrawPrompt) -> Refusal | None:
    """Words to set the imagination going."""
    del command
    scene.happen(PromptDrawn(oracle.prompt(scene.dice.stream(ORACLE)), rules=("DA-SOLO-02",)))
    return None

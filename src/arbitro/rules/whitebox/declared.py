"""What was declared for the round beside blows, shots, moves and spells: an act with its thing, and its target."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.hooks import Rule
from arbitro.rules.whitebox.commands import Declare, DeclareTogether
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.state import Combatant, Intent, IntentKind, State

DECLARED: Final = frozenset((Deed.THROW, Deed.POWER, Deed.THING, Deed.TEND, Deed.SING, Deed.SKILL, Deed.SHIFT))
"""Deeds that are declared as something else than a blow, a shot, a move or a spell."""
TAKES_NO_TIME: Final = frozenset(("resume_shape",))
"""Acts that need no declaration: they cost nothing of the round."""
AIMS: Final = ("target", "patient")
AIMED: Final[tuple[IntentKind, ...]] = ("melee", "missile")
"""Kinds of which one target may be said for many."""
UNSAID: Final = frozenset(("who", "text", *AIMS))
"""Parts of a command that say nothing about which act it is."""


class DeclaredAct(NamedTuple):
    """Which command is meant, and what names its thing; written as `use_device/wand_cold`, `throw_oil`."""

    tag: str
    things: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The form that commands, events and states keep."""
        return "/".join((self.tag, *self.things))

    @classmethod
    def read(cls, written: str) -> "DeclaredAct":
        """Read an act in the form that logs keep."""
        tag, *things = written.split("/")
        return cls(tag, tuple(things))

    @classmethod
    def of(cls, command: Command) -> "DeclaredAct":
        """The act that a command is, with its thing."""
        said = (getattr(command, name) for name in command.__struct_fields__ if name not in UNSAID)
        return cls(tag_of(type(command)), tuple(part for part in said if part and isinstance(part, str)))


def may_be_declared(act: str, rulings: Mapping[type[Command], Rule[Any, Deed]]) -> bool:
    """Whether an act is one of this game's that are declared as something else."""
    tag = DeclaredAct.read(act).tag
    return any(tag_of(kind) == tag and rule.deed in DECLARED for kind, rule in rulings.items())


def aim_of(command: Command) -> str:
    """At whom a command is aimed, if at anybody."""
    return next((str(getattr(command, name)) for name in AIMS if hasattr(command, name)), "")


def declaration_of(who: str, command: Command) -> Declare:
    """The declaration by which somebody may give a command later in the round."""
    return Declare(who, "other", aim_of(command), act=DeclaredAct.of(command).written)


def together(side: str, said: tuple[Declare, ...]) -> DeclareTogether:
    """One command for the declarations of several."""
    parts = ("/".join((one.who, one.kind, one.target, one.spell, one.act)).rstrip("/") for one in said)
    return DeclareTogether(side, ",".join(parts))


def each_declared(command: DeclareTogether) -> tuple[Declare | str, ...]:
    """What is declared together, one by one; what cannot be read stays as it was written."""
    return tuple(_read(part.strip(), command.target) for part in command.declarations.split(","))


def _read(written: str, target: str) -> Declare | str:
    who, kind, at, spell, act = (*written.split("/", 4), "", "", "", "")[:5]
    found = next((known for known in get_args(IntentKind) if known == kind), None)
    if not who or found is None:
        return written
    return Declare(who, found, at or (target if found in AIMED else ""), spell, act)


def keeps_word(state: State, command: Command) -> Refusal | None:
    """Whoever declared one act does no other, and at nobody else (WB-INTENT-01); asked of the deeds `DECLARED`."""
    if state.fight is None or state.fight.phase == "over" or tag_of(type(command)) in TAKES_NO_TIME:
        return None  # and nobody is held to it once the fight is over
    one = state.fight.combatants.get(getattr(command, "who", ""))
    if one is None or one.intent is None or one.intent.kind != "other" or fits(one.intent, command):
        return None
    return Refusal("declared_otherwise", {"who": f"@{one.id}", "fault": told_act(one.intent)}, ("WB-INTENT-01",))


def fits(intent: Intent, command: Command) -> bool:
    """Whether a command is the act that was declared, at the target that was declared."""
    act = DeclaredAct.of(command)  # whose thing may have been left open
    return intent.act in (act.tag, act.written) and intent.target in ("", aim_of(command))


def told_act(intent: Intent) -> str:
    """The key of the words for a declared act."""
    return f"act.{DeclaredAct.read(intent.act).tag}" if intent.act else f"intent.{intent.kind}"


def command_for(one: Combatant, intent: Intent, known: tuple[type[Command], ...]) -> Command | None:
    """The command by which a declared act is done, where the declaration says enough."""
    act = DeclaredAct.read(intent.act)
    kind = next((kind for kind in known if tag_of(kind) == act.tag), None)
    if kind is None:
        return None
    things = list(act.things)
    values: dict[str, str | int] = {"who": one.id}
    for name, annotated in kind.__annotations__.items():
        if name in AIMS:
            values[name] = intent.target
        elif annotated is int:
            values[name] = 1
        elif name not in UNSAID and things:
            values[name] = things.pop(0)
    try:
        return kind(**values)
    except TypeError:  # the thing was left open
        return None

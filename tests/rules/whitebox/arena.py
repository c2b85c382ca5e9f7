"""A place to fight in: combatants in one line, fixed dice that must be used up, and the fold checked at every step."""

from collections.abc import Sequence
from typing import Any

from tests.rules.carrying import Throw, carried_out, turned_down

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.rules.whitebox import white_box
from arbitro.rules.whitebox.commands import EndTurn, JudgeSurprise, Member, StartFight
from arbitro.rules.whitebox.state import Combatant, Profile, Side, State
from arbitro.rules.whitebox.terms import Named, Spell, Threat, Weapon

RULES = white_box()


def d20(face: int) -> Throw:
    """A d20 that shows this face."""
    return (20, face)


def d6(face: int) -> Throw:
    """A d6 that shows this face."""
    return (6, face)


def sixes(*faces: int) -> list[Throw]:
    """Several d6."""
    return [(6, face) for face in faces]


def weapon(name: str, damage: str = "1d6", kind: str = "melee", **more: Any) -> Weapon:
    """A weapon whose name is its id."""
    return Weapon(name, Named(name, name), Amount.parse(damage), kind, **more)


SWORD = weapon("sword")
BOW = weapon("bow", kind="missile")


def threat(effect: str, amount: str = "", **more: Any) -> Threat:
    """A danger."""
    return Threat(effect, Amount.parse(amount) if amount else None, **more)


def spell(name: str, danger: Threat | None = None, **more: Any) -> Spell:
    """A spell whose name is its id; a plain one deals 1d6 without a save."""
    return Spell(name, Named(name, name), danger or threat("damage", "1d6", save=False), **more)


def someone(who: str, side: str = "A", hp: int | str = 8, *, at: int | None = None, **more: Any) -> Member:
    """A monster unless a class is given; side A stands at 0, all others within reach at 10."""
    prepared, in_hand = more.pop("prepared", ()), more.pop("weapon", "")
    nature = more.pop("nature", "character" if more.get("class_id") else "monster")
    amount = Amount.parse(str(hp))
    profile = Profile(
        who,
        Named(who, who),
        side,
        nature,
        amount.count * amount.sides + amount.plus,
        more.pop("armour", 10),
        more.pop("weapons", (SWORD,)),
        group=more.pop("group", "" if nature == "character" else side),
        **more,
    )
    place = at if at is not None else 0 if side == "A" else 10
    return Member(profile, amount, place, prepared, in_hand)


class Arena:
    """A fight on a bare state, through `ruleset.decide`."""

    def __init__(
        self,
        *members: Member,
        dice: Sequence[Throw] = (),
        lights: Sequence[str] = (),
        may_surprise: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        self.state = State(options=RULES.options.effective(options))
        self.events: list[Event] = []
        names = dict.fromkeys(member.profile.side for member in members)
        sides = tuple(Side(name, Named(name, name), name in lights) for name in names)
        self.do(StartFight(sides, members, may_surprise), *dice)

    def do(self, command: Command, *dice: Throw) -> list[Event]:
        """Carry out a command with exactly these dice; gives the events back."""
        resolved = carried_out(RULES, self.state, command, dice)
        self.state = resolved.state
        self.events += resolved.events
        return resolved.events

    def refused(self, command: Command) -> Refusal:
        """Try a command that must be refused: no die, no change."""
        return turned_down(RULES, self.state, command)

    def end(self, *sides: str) -> list[Event]:
        """Let sides end their turns, one after the other, without any die."""
        return [event for side in sides for event in self.do(EndTurn(side))]

    def __getitem__(self, who: str) -> Combatant:
        assert self.state.fight is not None
        return self.state.fight.combatants[who]

    @property
    def fight(self) -> Any:
        """The fight itself."""
        assert self.state.fight is not None
        return self.state.fight

    @property
    def moment(self) -> tuple[int, str, tuple[str, ...]]:
        """Round, phase and the sides that act."""
        return self.fight.round, self.fight.phase, self.fight.acting

    def kinds(self) -> list[str]:
        """The events so far, by name."""
        return [type(event).__name__ for event in self.events]


def fight_with(*members: Member, first: str = "A", **options: Any) -> Arena:
    """A fight without surprise in which side A (or B) has won initiative and is about to act."""
    arena = Arena(*members, surprise_method="judgement", **options)
    dice = (d6(6), d6(1)) if first == "A" else (d6(1), d6(6))
    arena.do(JudgeSurprise(""), *dice)
    return arena


def tied(*members: Member, **options: Any) -> Arena:
    """A fight without surprise whose initiative dice are equal."""
    arena = Arena(*members, surprise_method="judgement", **options)
    arena.do(JudgeSurprise(""), d6(4), d6(4))
    return arena


def declaring(*members: Member, **options: Any) -> Arena:
    """A fight without surprise that stands before initiative, because somebody has something to declare."""
    arena = Arena(*members, surprise_method="judgement", **options)
    arena.do(JudgeSurprise(""))
    assert arena.fight.phase == "declare"
    return arena


def found(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[Event]) -> Any:
    """The one event of a kind."""
    (event,) = found(events, kind)
    return event

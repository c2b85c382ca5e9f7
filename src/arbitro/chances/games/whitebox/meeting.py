"""How a fight of the family of the white box begins: a party against creatures, or people of a class."""

from typing import Any, Final

from msgspec.structs import replace

from arbitro.chances.outcome import Foes, MeetingGround
from arbitro.dice.amount import Amount
from arbitro.dungeon.kinds import OfClass, kind_of
from arbitro.kernel.command import Command
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring.foes import stranger_member
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Troop
from arbitro.rules.whitebox.people.commands import Enrol
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.powers.arranging import DISTANCE
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named

SIDES: Final = (
    Side(PARTY, Named("La compagnia", "The party", "f"), light=True),
    Side(FOES_SIDE, Named("Gli avversari", "The foes")),
)


DISTANCES: Final = (DISTANCE, 10, 20, 60, 120, 240)


def meets(
    ruleset: Any, state: State, people: tuple[Any, ...], foes: Foes, ground: MeetingGround
) -> tuple[State, tuple[Command, ...]]:
    """The party, so far from its foes and with light or without; on the way it leaves where it was."""
    feet = ground.feet or DISTANCE
    bands: list[Band] = []
    members: list[Member] = []
    for name, number in foes:
        kind = kind_of(name)
        if isinstance(kind, OfClass):
            members += _of_class(ruleset.rules, f"foe-{len(members) + 1}", kind, number, feet)
        else:
            bands.append(Band(monster=name, side=FOES_SIDE, count=number, at=feet))
    entering = tuple(Enrol(one) for one in people)
    sides = tuple(replace(side, light=side.light and ground.light) for side in SIDES)
    muster = Muster(sides, tuple(bands), tuple(members), party=PARTY)
    return replace(state, expedition=None, fight=None, awaiting=()), (*entering, muster)


def waiting(state: State) -> tuple[Foes, ...]:
    """Those whom an expedition has met, then those whom it has not met yet, as far as they are of one kind."""
    out = state.expedition
    if out is None or out.over:
        return ()
    met = () if out.meeting is None else ((out.troops[out.meeting.troop], out.meeting.count),)
    faced = {troop.id for troop, _ in met}
    others = [(troop, troop.count.plus) for troop in out.troops.values() if troop.id not in faced and not troop.gone]
    return tuple(
        ((troop.monster or str(OfClass(troop.class_id, troop.level)), max(count, 1)),)
        for troop, count in (*met, *others)
        if not troop.members
    )


def _of_class(rules: Rules, name: str, kind: OfClass, number: int, feet: int) -> list[Member]:
    troop = Troop(id=name, class_id=kind.class_id, level=kind.level, count=Amount(plus=number))
    several = number > 1
    return [stranger_member(rules, troop, which if several else 0, feet) for which in range(1, number + 1)]

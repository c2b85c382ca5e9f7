"""Songs: a power that goes on from turn to turn while a roll sustains it, and ends with a last verse.

A song is three things to do: to begin it, to sustain it in each later turn by the same action and a roll, and to end
it with its last verse in place of that. A roll that fails is the last verse. Whoever does neither lets it fade with the
turn. One song at a time, and no new one in a round in which one was sung.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.named import Named
from arbitro.rules.archmage.effects import AnyEffect, Assume, Forsake
from arbitro.rules.archmage.events.conditions import SUNG
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.power_entry import Song

DIE: Final = 20


def verses(start: Attack, song: Song, final: tuple[Rider, ...], known: tuple[str, ...]) -> tuple[Attack, ...]:
    """A song as three attacks: its beginning, going on with it, its last verse; `known` are all songs of the singer."""
    sings: tuple[AnyEffect, ...] = (Assume(start.id, until="source"), Assume(SUNG, until="source_start"))
    others = tuple(Forsake(each) for each in known)
    ends: tuple[AnyEffect, ...] = (Forsake(start.id), Assume(SUNG, until="source_start"))
    sustained = tuple(range(song.sustain, DIE + 1))
    lost = tuple(range(1, song.sustain))
    going_on = replace(
        start,
        id=f"{start.id}-sustain",
        name=_called(start.name, "(continua)", "(sustain)"),
        usage="at_will",
        uses=1,
        recharge=0,
        state=start.id,
        unless=SUNG,
        lot=DIE,
        lot_escalation=song.escalation,
        riders=(
            Rider((Forsake(start.id), *sings), lot=sustained),
            *(replace(rider, lot=sustained) for rider in start.riders),
            Rider(ends, lot=lost),
            *(replace(rider, lot=lost) for rider in final),
        ),
    )
    last = replace(
        start,
        id=f"{start.id}-final",
        name=_called(start.name, "(ultima strofa)", "(final verse)"),
        action="free",
        usage="at_will",
        uses=1,
        recharge=0,
        state=start.id,
        unless=SUNG,
        riders=(Rider(ends), *final),
    )
    begun = replace(start, unless=SUNG, riders=(Rider((*others, *sings)), *start.riders))
    return begun, going_on, last


def _called(name: Named, it: str, en: str) -> Named:
    return replace(name, it=f"{name.it} {it}", en=f"{name.en} {en}")

"""People as one seat may know them: everybody sees who walks along, sheets are for those who play them."""

from typing import TYPE_CHECKING

from msgspec import Struct

from arbitro.kernel.moment import made_of
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.measure import Ability, Alignment
from arbitro.rules.whitebox.people.state import PARTY, Character, Coins, Health, Hoard, Item, Kind, Valuable
from arbitro.rules.whitebox.terms import Named

if TYPE_CHECKING:
    from arbitro.rules.whitebox.state import State


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The numbers of somebody, for whoever plays them and the referee."""

    alignment: Alignment
    abilities: dict[Ability, int]
    hp: int
    max_hp: int
    level: int
    xp: int
    xp_bonus: int
    coins: Coins
    items: dict[str, Item]
    valuables: tuple[Valuable, ...]
    book: tuple[str, ...]
    prepared: tuple[str, ...]
    languages: tuple[str, ...]
    bleeding: bool
    rested: int


class Companion(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of somebody, and the sheet for those who may know it."""

    id: str
    name: Named
    people: str
    class_id: str
    kind: Kind
    employer: str
    health: Health
    sheet: Sheet | None = None


class PartyView(Struct, frozen=True, omit_defaults=True):
    """The party as a seat sees it."""

    name: Named
    order: tuple[str, ...]
    abreast: int
    hoard: Hoard
    stash: Hoard
    slain_xp: int | None = None
    """For the referee: experience that waits to be awarded."""


def seen_item(item: Item, seat: Seat) -> Item:
    """A thing as a seat knows it: what nobody has found out yet is only a thing."""
    if item.known or seat.role == "referee":
        return item
    return Item(item.sort, item.base or "unknown", item.count, item.where, known=False)


def _seen_hoard(hoard: Hoard, seat: Seat) -> Hoard:
    return Hoard(hoard.coins, hoard.valuables, tuple(seen_item(item, seat) for item in hoard.items))


def sheet_knowers(state: "State", who: str) -> tuple[str, ...] | None:
    """Who may know somebody's sheet beside themselves: who plays the party, and who employs them."""
    one = state.characters.get(who)
    if one is None:
        return None
    return (PARTY, one.employer) if one.employer else (PARTY,)


def knows_sheet(state: "State", seat: Seat, who: str) -> bool:
    """Whether a seat may know somebody's sheet: its own people's, and all of the party's for who plays the party."""
    return seat.role == "referee" or who in seat.controls or seat.is_among(sheet_knowers(state, who) or ())


def _sheet(one: Character, seat: Seat) -> Sheet:
    return Sheet(
        one.alignment,
        one.abilities,
        one.hp,
        one.max_hp,
        one.level,
        one.xp,
        one.xp_bonus,
        one.coins,
        {key: seen_item(item, seat) for key, item in one.items.items()},
        one.valuables,
        one.book,
        one.prepared,
        one.languages,
        one.bleeding,
        one.rested,
    )


def companions(state: "State", seat: Seat) -> tuple[Companion, ...]:
    """Everybody with a sheet, as a seat may know them. Loyalty is the referee's alone (WB-LOYAL-05)."""
    return tuple([_companion(state, seat, one) for one in state.characters.values()])


def _companion(state: "State", seat: Seat, one: Character) -> Companion:
    """One of them, the very same for all who know as much, and as long as nothing changes."""
    known = knows_sheet(state, seat, one.id)

    def seen() -> Companion:
        sheet = _sheet(one, seat) if known else None
        return Companion(one.id, one.name, one.people, one.class_id, one.kind, one.employer, one.health, sheet)

    return made_of(state, ("companion", known, seat.role == "referee"), (one,), seen)


def party(state: "State", seat: Seat) -> PartyView | None:
    """The party, as a seat may know it; none while there is nobody."""
    if not state.characters:
        return None
    shown = state.party
    return PartyView(
        shown.name,
        tuple(who for who in shown.order if who in state.characters and state.characters[who].along),
        shown.abreast,
        _seen_hoard(shown.hoard, seat),
        _seen_hoard(shown.stash, seat),
        shown.slain_xp if seat.role == "referee" else None,
    )

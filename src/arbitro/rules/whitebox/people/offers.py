"""What a seat may do with its people while nobody fights."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Final, Literal, get_args

from msgspec.structs import astuple, replace

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import choices as choices_rules
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people import commands as c
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.equipment import MOST_PIECES, clings, price_of, resale, worth_of
from arbitro.rules.whitebox.people.hiring import wages
from arbitro.rules.whitebox.people.memory import filled, known_spells, slots_of
from arbitro.rules.whitebox.people.state import PARTY, Character, Place
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import State

PLACES: tuple[Place, ...] = ("hand", "worn", "pack", "elsewhere")
GOODS: Final = "goods"
"""The group of what people do with what they carry."""
LONGEST_OFFER = 28
"""Days of rest offered at once."""


Sale = Literal["weapon", "armour", "gear", "transport"]
"""The lists of the shop."""


@cache
def _whereto(places: tuple[Place, ...]) -> tuple[Parameter, ...]:
    return (Parameter("where", picks=tuple(Pick(place, Label(f"place.{place}")) for place in places)),)


def _at_price(value: str, thing: str, price: int) -> Pick:
    """A thing to be bought or sold, with its price in the largest coin that it comes out even in."""
    coin, worth = next((coin, worth) for coin, worth in (("gp", 100), ("sp", 10), ("cp", 1)) if price % worth == 0)
    return Pick(value, Label(f"on_sale.{coin}", {"item": thing, "count": price // worth}))


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """The fight's choices, and between fights those of every character that the seat plays."""
    offered = choices_rules.choices(here, seat)
    return offered if fighting(here.state) or here.state.awaiting else chain(offered, _between_fights(here, seat))


def _between_fights(here: Here, seat: Seat) -> Iterator[Choice]:
    for one in here.state.characters.values():
        if seat.may_act_for(one.id) and one.living:
            yield from here.listed_once(("character", one.id), partial(for_character, here, one))
    if seat.may_act_for(PARTY) and records.in_town(here.state) and allows(here, c.DivideTreasure()):
        yield Choice("divide_treasure", "divide_treasure", Label("choice.divide_treasure"), {}, (), ("WB-LOYAL-06",))
    if seat.role == "referee":
        yield from for_referee(here)


def for_referee(here: Here) -> Iterator[Choice]:
    """What only the referee does between fights."""
    if not here.state.characters:
        return
    simple: tuple[tuple[Command, tuple[str, ...]], ...] = (
        (c.SecureTreasure(), ("WB-XP-02", "WB-XP-03")),
        (c.AwardXp(), ("WB-XP-01", "WB-XP-02")),
    )
    for command, rules in simple:
        if allows(here, command):
            tag = tag_of(type(command))
            yield Choice(tag, tag, Label(f"choice.{tag}"), {}, (), rules)
    if here.state.party.unpriced:
        worth = Parameter("xp", "number", minimum=0, maximum=1000)
        label = Label("choice.price_monsters", {"count": len(here.state.party.unpriced)})
        yield Choice("price_monsters", "price_monsters", label, {}, (worth,), ("WB-XP-01",))
    days = Parameter("days", "number", minimum=1, maximum=LONGEST_OFFER)
    if allows(here, c.Rest(1)):
        yield Choice("rest", "rest", Label("choice.rest"), {}, (days,), ("WB-HEAL-01", "WB-HEAL-02"))


def for_character(here: Here, one: Character) -> Iterator[Choice]:
    """What somebody may do between fights."""
    yield from _things(here, one)
    yield from _spells_of_the_day(here, one)
    yield from _care(here, one)
    yield from _company(here, one)


def _offer(
    here: Here,
    one: Character,
    kind: type[Command],
    name: str,
    values: Iterable[str],
    prefix: str = "",
    rules: tuple[str, ...] = (),
) -> Iterator[Choice]:
    """A choice with one thing to pick, of which only the legal ones are shown."""
    legal = [value for value in values if allows(here, kind(one.id, value))]
    if legal:
        tag = tag_of(kind)
        label = Label(f"choice.{tag}", {"who": f"@{one.id}"})
        parameters = (Parameter(name, picks=picks_of(legal, prefix)),)
        yield Choice(f"{tag}/{one.id}", tag, label, {"who": one.id}, parameters, rules)


@lru_cache(maxsize=1024)  # many have as much, and ask at every moment in town
def _on_sale(rules: Rules, sale: Sale, copper: int) -> tuple[Parameter, ...]:
    """What of a list a purse can pay: most is too dear."""
    content = rules.content
    entries: dict[Sale, Iterable[str]] = {
        "weapon": content.weapons,
        "armour": content.armour,
        "gear": content.gear,
        "transport": content.transport,
    }
    priced = ((item, price_of(rules, item)) for item in entries[sale])
    picks = tuple(
        replace(
            _at_price(item, f"@{sale}:{item}", price), most=min(MOST_PIECES, copper // price) if price else MOST_PIECES
        )
        for item, price in priced
        if price <= copper
    )
    return (Parameter("item", picks=picks), *_how_many(picks))


def _how_many(picks: Sequence[Pick]) -> tuple[Parameter, ...]:
    """How many of what was picked; nothing is asked where it can only be one."""
    most = max((pick.most for pick in picks), default=1)
    return (Parameter("count", "number", minimum=1, maximum=most, optional=True),) if most > 1 else ()


def _shop(here: Here, one: Character) -> Iterator[Choice]:
    for sale in get_args(Sale):
        on_sale = _on_sale(here.rules, sale, one.coins.copper)
        # Who may buy one thing of a list may buy any that they can pay: it is asked once.
        if any(allows(here, c.Buy(one.id, pick.value)) for pick in on_sale[0].picks):
            label = Label(f"choice.buy_{sale}", {"who": f"@{one.id}", "purse": f"@purse:{one.id}"})
            yield Choice(f"buy/{one.id}/{sale}", "buy", label, {"who": one.id}, on_sale)
    sold = [item for item in one.items if allows(here, c.Sell(one.id, item))]
    for_sale = [
        replace(_at_price(item, f"@{one.id}/{item}", resale(here, one.items[item], 1)), most=one.items[item].count)
        for item in sold
    ]
    kinds = dict.fromkeys(found.kind for found in one.valuables)
    for_sale += [replace(_at_price(kind, f"@valuable:{kind}", worth_of(one, kind)), most=1) for kind in kinds]
    if for_sale:
        label = Label("choice.sell", {"who": f"@{one.id}"})
        parameters = (Parameter("item", picks=tuple(for_sale)), *_how_many(for_sale))
        yield Choice(f"sell/{one.id}", "sell", label, {"who": one.id}, parameters)


def _hands_for_hire(here: Here, one: Character) -> Iterator[Choice]:
    """Those whom a purse can pay for a week, each with the wage."""
    hirelings = here.rules.content.hirelings
    cheap = [trade for trade in hirelings if 100 * hirelings[trade].wage <= one.coins.copper]
    trades = cheap if any(allows(here, c.Hire(one.id, trade)) for trade in cheap) else []
    if trades:
        wages = {trade: hirelings[trade].wage for trade in trades}
        picks = tuple(
            Pick(trade, Label("for_hire", {"trade": f"@trade:{trade}", "count": wage})) for trade, wage in wages.items()
        )
        label = Label("choice.hire", {"who": f"@{one.id}", "purse": f"@purse:{one.id}"})
        yield Choice(f"hire/{one.id}", "hire", label, {"who": one.id}, (Parameter("trade", picks=picks),))


def _things(here: Here, one: Character) -> Iterator[Choice]:
    if records.in_town(here.state):
        yield from with_own_things(here, ("shop", one.id), one, partial(_shop, one=one))
    group = "" if here.state.expedition is None else GOODS  # under way they do not bury what the moment is about
    carried = partial(with_own_things, here, ("carried", one.id, group), one, partial(_carried, one=one, group=group))
    listed = partial(_belongings, one=one, group=group, carried=carried)
    yield from with_things(here, ("belongings", one.id, group), listed)


def with_things(here: Here, key: Hashable, listed: Callable[[Here], Iterable[Choice]]) -> Iterable[Choice]:
    """Choices that have to do with people and what they have, and with nothing else, as long as no magic is at work.

    Time and place leave them alone, so that they stay while the party walks.
    """
    alone = here.once("by themselves", lambda: here.rules.by_themselves(here.state))
    if alone is None:
        return here.listed_once(key, lambda: listed(here))
    return here.listed_of(key, astuple(alone), lambda: listed(here.at(alone)))


def with_own_things(
    here: Here, key: Hashable, one: Character, listed: Callable[[Here], Iterable[Choice]]
) -> Iterable[Choice]:
    """Choices that have to do with one person and what they have, whatever becomes of the others: see `with_things`."""
    alone = here.once("by themselves", lambda: here.rules.by_themselves(here.state))
    if alone is None:
        return here.listed_once(key, lambda: listed(here))
    of = tuple(one if name == "characters" else getattr(alone, name) for name in alone.__struct_fields__)
    return here.listed_of(key, of, lambda: listed(here.at(alone)))


_PASSED: Final[dict[str, tuple[Ongoing, ...]]] = {}
"""All that lasted, and has run out: the very same, so that nobody takes it for a change."""


def by_themselves(state: State) -> State | None:
    """People and what they have, without time and place; none where what they can do depends on these."""
    if state.awaiting or fighting(state):
        return None
    if any(effect.active(state.minutes) for held in state.effects.values() for effect in held):
        return None
    return replace(state, minutes=0, fights=0, fight=None, expedition=None, joust=None, effects=_PASSED)


def _belongings(here: Here, one: Character, group: str, carried: Callable[[], Iterable[Choice]]) -> Iterator[Choice]:
    """Where things are carried, who may be given them, and what the party has found."""
    to: Parameter | None = None
    moved = {choice.fixed["item"]: choice for choice in carried()}
    for key, item in one.items.items():
        if key in moved:
            yield moved[key]
        if not item.count or clings(here.rules, one, key) is not None:
            continue
        if to is None:  # who may be given one thing may be given another, and by one may be by another: asked once
            others = tuple([pick for pick in _takers(here) if pick.value != one.id])
            may = bool(others) and allows(here, c.Give(one.id, key, others[0].value))
            to = Parameter("to", picks=others if may else ())
        if to.picks:
            label = Label("choice.give", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"})
            yield Choice(f"give/{one.id}/{key}", "give", label, {"who": one.id, "item": key}, (to,), (), group)
    for number, thing in enumerate(here.state.party.stash.items):
        if allows(here, c.TakeItem(one.id, number)):
            name = f"@{thing.sort}:{thing.of}" if thing.known else "@unknown:"
            label = Label("choice.take_item", {"who": f"@{one.id}", "item": name})
            fixed: dict[str, str | int] = {"who": one.id, "number": number}
            yield Choice(f"take_item/{one.id}/{number}", "take_item", label, fixed, (), (), group)


def _takers(here: Here) -> tuple[Pick, ...]:
    """All who may be given something, the same for whoever gives it: the list grows with the party alone."""
    state = here.state
    return here.once(
        "takers",
        lambda: picks_of(who for who in state.characters if not isinstance(records.living(state, who), Refusal)),
    )


def _carried(here: Here, one: Character, group: str) -> Iterator[Choice]:
    """Where else each thing may be carried."""
    for key, item in one.items.items():
        places = [place for place in PLACES if place != item.where and allows(here, c.Carry(one.id, key, place))]
        if places:
            label = Label("choice.carry", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"})
            fixed: dict[str, str | int] = {"who": one.id, "item": key}
            where, rules = _whereto(tuple(places)), ("WB-MOVE-01",)
            yield Choice(f"carry/{one.id}/{key}", "carry", label, fixed, where, rules, group)


def _spells_of_the_day(here: Here, one: Character) -> Iterator[Choice]:
    if allows(here, c.MemoriseAll(one.id)):
        label = Label("choice.memorise_all", {"who": f"@{one.id}"})
        yield Choice(f"memorise_all/{one.id}", "memorise_all", label, {"who": one.id})
    room = [taken < free for taken, free in zip(filled(here, one), slots_of(here.rules, one), strict=False)]
    if any(room):  # most of the day there is none, and the lists are long
        yield from _offer(here, one, c.Memorise, "spell", dict.fromkeys(known_spells(here.rules, one)), "spell:")
    held = dict.fromkeys(one.prepared)
    yield from _offer(here, one, c.Forget, "spell", held, "spell:")
    yield from _offer(here, one, c.CastSpell, "spell", held, "spell:", ("WB-SPELL-01",))
    for key, item in one.items.items():
        for spell in item.spells:
            if allows(here, c.CopySpell(one.id, key, spell)):
                label = Label("choice.copy_spell", {"who": f"@{one.id}", "spell": f"@spell:{spell}"})
                fixed: dict[str, str | int] = {"who": one.id, "item": key, "spell": spell}
                yield Choice(f"copy_spell/{one.id}/{key}/{spell}", "copy_spell", label, fixed)


def _care(here: Here, one: Character) -> Iterator[Choice]:
    bleeding = [other for other, sheet in here.state.characters.items() if sheet.bleeding]
    yield from _offer(here, one, c.StopBleeding, "patient", bleeding, rules=("WB-DEATH-05",))
    wounded = [
        other
        for other, sheet in here.state.characters.items()
        if sheet.battle is not None and sheet.hp < min(sheet.battle.began, sheet.max_hp)
    ]
    yield from _offer(here, one, c.Bandage, "patient", wounded, rules=("WB-BIND-01", "WB-BIND-02"))


def _company(here: Here, one: Character) -> Iterator[Choice]:
    who: dict[str, str | int] = {"who": one.id}
    named: dict[str, str | int] = {"who": f"@{one.id}"}
    if one.kind == "player":
        if records.in_town(here.state):
            yield from _hands_for_hire(here, one)
        servants = [other.id for other in records.servants(here.state, one.id)]
        yield from _offer(here, one, c.Dismiss, "servant", servants, rules=("WB-LOYAL-07",))
    if not records.in_town(here.state):
        return
    for command in (c.PayWages(one.id), c.JoinParty(one.id), c.LeaveParty(one.id), c.Retire(one.id)):
        if allows(here, command):
            tag = tag_of(type(command))
            price = {"price": wages(here, one.id)} if isinstance(command, c.PayWages) else {}
            yield Choice(f"{tag}/{one.id}", tag, Label(f"choice.{tag}", {**named, **price}), who)

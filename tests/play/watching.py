"""Campaigns that play themselves under the eyes of the tests: what must hold after every command."""

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from arbitro.dice.stream import Dice, QuickDice, seed_from_text
from arbitro.dungeon.knowledge import DOORS
from arbitro.dungeon.model import SURFACE, DoorState, Link, Space
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.players import PLAYERS, Player
from arbitro.play.players.reckless import Reckless, any_values, one_of, weighted
from arbitro.play.players.turn import Turn, carry_out, next_turn
from arbitro.play.state import GROUP, CampaignState
from arbitro.rules.whitebox.people.state import Item


class Step(NamedTuple):
    """A command and what came of it."""

    table: Table[Any]
    before: Any
    turn: Turn
    entry: Entry[Any, Any]
    after: Any


class Mixed(Reckless):
    """Sensible half of the time, so that the party gets somewhere; reckless the other half."""

    def __init__(self, campaign: Campaign, dice: Dice) -> None:
        super().__init__(campaign, dice)
        self.moods = [PLAYERS[name](campaign, dice) for name in ("plain", "reckless")]

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        return self.moods[self.dice.roll(2, "lot").face - 1].choose(state, seat)


class Scattered(Mixed):
    """The same, and every now and then somebody stays behind or the table follows others."""

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        offered: dict[str, list[Choice]] = {}
        if self.dice.roll(4, "lot").face == 1:
            for choice in self.campaign.choices(state, seat):
                if choice.command in PARTING:
                    offered.setdefault(choice.command, []).append(choice)
        if offered:
            kind = weighted({name: PARTING[name] for name in offered}, self.dice)
            choice = one_of(offered[kind], self.dice)
            return self.campaign.command(choice.fill(**any_values(choice, self.dice)))
        return super().choose(state, seat)


PARTING = {"split_off": 4, "turn_to": 4, "regroup": 2, "give_up": 1}
"""How often each kind of parting and meeting again is chosen."""


def opened(game: str, seed: int, **options: Any) -> Table[Any]:
    return Table.open(find_campaign(game), "watched", seed_from_text(str(seed)), options)


def expedition(
    game: str, seed: int, most: int, player: Callable[..., Player] = Mixed, **options: Any
) -> Iterator[Step]:
    """Every step of a campaign, until it is over or so many commands are played; nothing of it may be refused."""
    table = opened(game, seed, **options)
    campaign: Any = table.ruleset
    playing = player(campaign, QuickDice(seed))
    for _ in range(most):
        before = table.state
        if campaign.finished(before):
            return
        turn = next_turn(campaign, before, playing)
        assert turn is not None, f"{game} {seed}: nobody has anything to do: {before.stage} at {before.at!r}"
        answer = carry_out(table, turn, playing)
        assert not isinstance(answer, Refusal), f"{game} {seed}: {turn} was refused: {answer}"
        yield Step(table, before, turn, answer, table.state)


KEPT: dict[tuple[str, int, Callable[..., Player]], tuple[list[Step], Iterator[Step]]] = {}


def watched(game: str, seed: int, most: int, player: Callable[..., Player] = Mixed) -> Iterator[Step]:
    """The steps of an expedition that many tests watch: it is played once, and nobody may touch its table."""
    key = find_campaign(game).id, seed, player
    if key not in KEPT:
        KEPT[key] = [], expedition(game, seed, sys.maxsize, player)
    steps, going_on = KEPT[key]
    for number in range(most):
        if number == len(steps):
            step = next(going_on, None)
            if step is None:
                return
            steps.append(step)
        yield steps[number]


# -------------------------------------------------------------------- goods


class Goods(NamedTuple):
    """What a campaign owns: its whole worth in copper, how many things, and the charges in them."""

    copper: int
    things: int = 0
    charges: int = 0

    def minus(self, other: "Goods") -> "Goods":
        return Goods(*(mine - yours for mine, yours in zip(self, other, strict=True)))


def goods(state: Any) -> Goods:
    """All that the people of a campaign own together, the dead included: nothing of it is lost by dying."""
    kept = 100 * sum(state.strongbox.values())
    if hasattr(state, "purses"):
        torches = state.torches + sum(camp.torches for camp in state.camps.values())
        return Goods(kept + 100 * sum(state.purses.values()), torches)
    game = state.game
    held: list[Item] = [item for one in game.characters.values() for item in one.items.values()]
    for hoard in (game.party.hoard, game.party.stash):
        kept += hoard.copper
        held += hoard.items
    for lost in (one.taken for one in game.characters.values() if one.taken is not None):  # by captors, not for ever
        held += lost.items.values()
        kept += lost.coins.copper + 100 * sum(found.gp * found.count for found in lost.valuables)
    for one in game.characters.values():
        kept += one.coins.copper + 100 * sum(found.gp * found.count for found in one.valuables)
    return Goods(kept, *_amount(held))


def _amount(items: list[Item]) -> tuple[int, int]:
    return sum(item.count for item in items), sum(max(item.charges, 0) * item.count for item in items)


NO_GOODS = Goods(0)
SAYS_SO: dict[str, Any] = {
    "bought": lambda event, change: Goods(-event.price, event.count, change.charges),
    "sold": lambda event, change: Goods(event.price, -event.count, change.charges),
    "wages_paid": lambda event, _: Goods(-event.price),
    "armour_refitted": lambda event, _: Goods(-event.price),
    "library_paid": lambda event, _: Goods(-event.price),
    "treasure_found": lambda event, _: Goods(event.found.copper, *_amount(list(event.found.items))),
    "sheet_written": lambda event, change: Goods(event.character.coins.copper, *change[1:]),
    "item_gained": lambda event, change: Goods(0, event.count, change.charges),
    "item_spent": lambda event, change: Goods(0, -event.count, change.charges),
    "paid": lambda event, _: Goods(0 if event.to_has is not None else -event.amount.copper),
    "ransom_paid": lambda event, _: Goods(-100 * event.gp),
    "captive_robbed": lambda event, _: Goods(-100 * event.gold),
    "prisoner_robbed": lambda event, _: Goods(-100 * event.gold),
    "ransom_given": lambda event, _: Goods(-100 * event.gold),
    "captive_freed": lambda event, _: Goods(100 * event.purse),
    "banked": lambda event, _: Goods(100 * event.gold),
    "gold_shared": lambda event, _: Goods(100 * event.gold),
    # These state what is left, or name the thing that is gone.
    "coins_changed": lambda _, change: Goods(change.copper),
    "valuables_sold": lambda _, change: Goods(change.copper),
    "thing_used": lambda _, change: Goods(0, *change[1:]),
    "weapon_ruined": lambda _, change: Goods(0, min(change.things, 0), change.charges),
    "armour_ruined": lambda _, change: Goods(0, min(change.things, 0), change.charges),
    "thrown_gathered": lambda event, change: Goods(0, min(change.things, 0) if event.lost else 0, change.charges),
    "purses_changed": lambda _, change: Goods(change.copper),
    "torches_changed": lambda _, change: Goods(0, change.things),
    "torch_lit": lambda _, __: Goods(0, -1),
    "left_for_dead": lambda _, change: Goods(0, min(change.things, 0)),
    "party_beaten": lambda _, change: Goods(min(change.copper, 0)),
}
"""The events that change what the party owns, each with the change that it speaks of; no other may."""


def unaccounted(step: Step) -> list[tuple[str, Goods]]:
    """Changes of the party's goods that no event speaks of."""
    campaign, state = step.table.ruleset, step.before
    wrong = []
    for event in step.entry.events:
        after = campaign.evolve(state, event)
        change = goods(after).minus(goods(state))
        tag = str(type(event).__struct_config__.tag)
        said = SAYS_SO[tag](event, change) if tag in SAYS_SO else NO_GOODS
        if change != said:
            wrong.append((tag, change))
        state = after
    if type(step.turn.command).__name__ == "Bank" and goods(state).copper != goods(step.before).copper:
        wrong.append(("bank", goods(state).minus(goods(step.before))))
    return wrong


# -------------------------------------------------------------------- another place


def standing_in(state: Any, space: str, came: str | None = None) -> Any:
    """The same campaign with its party elsewhere (empty: under the sky), wherever its place is kept."""
    places = {"at": space, "came": state.came if came is None else came}
    if "at" in state.__struct_fields__:
        return replace(state, **places)
    return replace(state, game=replace(state.game, expedition=replace(state.game.expedition, **places)))


# -------------------------------------------------------------------- another world


def other_world(state: Any) -> Any:
    """The same campaign as far as the party knows, with other things where it has not looked."""
    dungeon = state.dungeon
    visited = {known.thing for known in dungeon.known.values() if known.group == GROUP and known.how == "visited"}
    known = {each.thing for each in dungeon.known.values() if each.group == GROUP}
    hidden = {name for name, link in dungeon.links.items() if name not in known}
    shafts = [link for name, link in dungeon.links.items() if link.kind == "lift" and name in known]
    sunk = {end for link in shafts for end in (link.a, link.b)}  # rooms that the party has felt move
    traps = {
        name: trap
        for name, trap in dungeon.traps.items()
        if name in known or trap.stairs or trap.state != "armed"  # blind stairs look like stairs
    }
    changed = replace(
        dungeon,
        spaces={
            name: space if name in sunk else _other_space(space, known=name in visited)
            for name, space in dungeon.spaces.items()
        },
        links={
            name: link if {link.a, link.b} <= {*visited, SURFACE} else _other_link(link, tried=name in visited)
            for name, link in dungeon.links.items()
            if name not in hidden
        },
        leads={
            name: replace(lead, to_go=lead.to_go + 10, stalled=1)
            for name, lead in dungeon.leads.items()
            if lead.link not in hidden or not lead.link
        },
        contents={},
        slots={
            name: slot if name in known else replace(slot, code="GP_400", number=slot.number + 7, treasure="")
            for name, slot in dungeon.slots.items()
        },
        traps=traps,
        waters={
            name: water if water.power else replace(water, code="POOL_MAGIC" if water.kind == "pool" else water.code)
            for name, water in dungeon.waters.items()
        },
        tables=(),
    )
    doors = {
        name: door if door.open or door.tried else replace(door, locked=False)
        for name, door in dungeon.doors.items()
        if name not in hidden
    }
    doors |= {name: DoorState(locked=True) for name, link in changed.links.items() if _may_be_locked(state, link)}
    game = _other_game(state.game)
    return replace(state, dungeon=replace(changed, doors=doors), game=game, rooms=_other_rooms(state.rooms))


def _may_be_locked(state: Any, link: Link) -> bool:
    """A door of which nobody knows whether it is locked: it is not, and nobody has been through it."""
    passed = f"{GROUP}/{link.id}" in state.dungeon.known and state.dungeon.known[f"{GROUP}/{link.id}"].how == "visited"
    stands = state.dungeon.doors.get(link.id, DoorState())
    return link.kind in DOORS and stands == DoorState() and not passed


def _other_space(space: Space, *, known: bool) -> Space:
    """Larger, where nobody has been; a room that has not sunk yet may be one that never will."""
    if not known:
        return replace(space, area=space.area + 300, code="OTHER")
    return replace(space, exits=3, kind="chamber" if space.kind == "lift" else space.kind)


def _other_link(link: Link, *, tried: bool) -> Link:
    """Stairs that lead deeper; a door that would open from one side only, if anybody tried it."""
    one_way = link.kind == "door" and not tried and link.state == "open"
    kind, two_way = ("one_way_door", False) if one_way else (link.kind, link.two_way)
    return replace(link, code="OTHER", levels=link.levels * 2, kind=kind, two_way=two_way)


def _other_rooms(rooms: dict[str, Any]) -> dict[str, Any]:
    def whisper(special: Any) -> Any:
        room = special.opened.room
        return replace(special, opened=replace(special.opened, room=replace(room, hidden=(), foes=())))

    return {slot: whisper(special) for slot, special in rooms.items()}


def _other_game(game: Any) -> Any:
    """In the game's own state: nobody waits behind the doors, and what nobody has found out is otherwise."""
    out = getattr(game, "expedition", None)
    if out is None or out.over:
        return game
    met = out.meeting.troop if out.meeting is not None else ""
    return replace(
        game,
        expedition=replace(
            out,
            troops={name: troop for name, troop in out.troops.items() if name == met or troop.place == out.at},
            places={
                name: place if name == out.at else replace(place, noise=None) for name, place in out.places.items()
            },
        ),
    )


def secrets_of(state: Any) -> set[str]:
    """The ids of what the party has no idea of."""
    dungeon = state.dungeon
    known = {each.thing for each in dungeon.known.values() if each.group == GROUP}
    out = getattr(state.game, "expedition", None)
    told = {name for name, troop in out.troops.items() if troop.gone or troop.place == out.at} if out else set()
    hidden = {name for name, link in dungeon.links.items() if link.hidden}
    rest = {*dungeon.spaces, *dungeon.traps, *dungeon.waters, *dungeon.slots} - told
    return (rest | hidden) - known

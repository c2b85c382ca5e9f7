"""Magic items in a campaign: found, put on, given away; and the potions that are bought in town.

Our rulings: of other treasure half is a true magic item, drawn among those that somebody of the party could wear and
that are no better than the party's tier, and half a healing potion. True items are found or given, never bought; a
healing potion costs 50 gold pieces. What is found is carried until somebody puts it on.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import Seat
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage.events import PotionFound
from arbitro.play.sides.archmage.gear import BuyPotions, GiveItem, ItemFound, ItemHanded, ItemWorn, WearItem
from arbitro.play.sides.archmage.party import ArchmageSide, able, inner_state, own_state, party_level, people
from arbitro.play.sides.archmage.roster import remade
from arbitro.play.sides.walking.ground import gold_of, leisure, set_gold
from arbitro.play.state import CampaignState
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.heroes import Hero
from arbitro.rules.archmage.power import TIERS
from arbitro.rules.archmage.settling import tier_of
from arbitro.rules.archmage.state import Combatant, Worn
from arbitro.rules.archmage.wearing import cannot_wear, chakra_of, counts, load_of

RULES: Final = ("AE-STACK-02",)
POTION: Final = ("AE-DYING-12",)
PRICE: Final = 50
"""Gold pieces for a healing potion."""
MOST_POTIONS: Final = 20
"""At once."""


# -------------------------------------------------------------------- found


def findable(books: Books, state: CampaignState) -> tuple[str, ...]:
    """The true items that the party might find: no better than its tier, and of use to somebody."""
    tier = TIERS[tier_of(party_level(state)) - 1]
    heroes = [own_state(state).heroes[who] for who in people(state)]
    return tuple(
        name
        for name, entry in books.items.items()
        if TIERS.index(entry.tier) <= TIERS.index(tier)
        and entry.chakra != "ammunition"
        and any(not cannot_wear(books, hero, (), Worn(name, tier=tier)) for hero in heroes)
    )


def receive_thing(side: ArchmageSide, scene: Scene, name: str, count: int) -> None:
    """Each is a true item or a healing potion, by a die; without true items in the game each is a potion."""
    del name
    books = side.game.rules.books
    for _ in range(count):
        items = findable(books, scene.state) if scene.state.options["true_items"] else ()
        die = scene.dice.roll(2 * len(items), "treasure") if items else None
        if die is not None and die.face <= len(items):
            tier = TIERS[tier_of(party_level(scene.state)) - 1]
            found = Worn(items[die.face - 1], tier=tier, off=True)
            who = _best_for(books, scene.state, found)
            hero, one = _with(books, scene.state, who, (*own_state(scene.state).heroes[who].wears, found))
            scene.happen(ItemFound(who, found, hero, one, die, rules=RULES))
            continue
        inner = inner_state(scene.state)
        who = min(people(scene.state), key=lambda each: inner.party[each].potions)
        scene.happen(PotionFound(who, inner.party[who].potions + 1, die, rules=POTION))


def _best_for(books: Books, state: CampaignState, found: Worn) -> str:
    """Who has the most use for an item: whoever can put it on, and of them whoever has fewest."""
    heroes = own_state(state).heroes
    worn = replace(found, off=False)

    def use(who: str) -> tuple[bool, bool, int]:
        hero = heroes[who]
        return (
            bool(cannot_wear(books, hero, hero.wears, worn)),
            bool(cannot_wear(books, hero, (), worn)),
            len(hero.wears),
        )

    return min(people(state), key=use)


def _with(books: Books, state: CampaignState, who: str, wears: tuple[Worn, ...]) -> tuple[Hero, Combatant]:
    """Somebody with other items, as described and as they stand."""
    hero = replace(own_state(state).heroes[who], wears=wears)
    return hero, remade(books, inner_state(state).party[who], hero)


# -------------------------------------------------------------------- worn, and given


def _item(side: ArchmageSide, state: CampaignState, hands: tuple[str, ...], who: str, number: int) -> Worn | Refusal:
    """Something that somebody has, where one of those whose hands it takes can act."""
    refused = leisure(side, state)
    if refused is not None:
        return refused
    here = who in people(state) and who in inner_state(state).party
    if not here or not set(hands) & set(able(state)):
        return Refusal("cannot_now", {"who": f"@{who}"})
    wears = own_state(state).heroes[who].wears
    if not 0 <= number < len(wears):
        return Refusal("no_such_item", {"who": f"@{who}"}, RULES)
    return wears[number]


def wear_item(side: ArchmageSide, scene: Scene, command: WearItem) -> Refusal | None:
    """On or off; one item for each place, and what does not fit is not worn."""
    state, who = scene.state, command.who
    item = _item(side, state, (who,), who, command.number)
    if isinstance(item, Refusal):
        return item
    books, hero = side.game.rules.books, own_state(state).heroes[who]
    values: dict[str, str | int] = {"who": f"@{who}", "item": f"@{_id(item)}"}
    if item.off != command.on:
        return Refusal("worn_already" if command.on else "not_worn", values, RULES)
    others = tuple(each for number, each in enumerate(hero.wears) if number != command.number)
    problem = cannot_wear(books, hero, others, replace(item, off=False)) if command.on else ""
    if problem:
        return Refusal(problem, {**values, "chakra": f"@chakra/{chakra_of(books, item)}"}, RULES)
    changed = replace(item, off=not command.on)
    wears = tuple(changed if number == command.number else each for number, each in enumerate(hero.wears))
    after, one = _with(books, state, who, wears)
    scene.happen(ItemWorn(who, changed, after, one, load_of(after) > after.level, rules=RULES))
    return None


def give_item(side: ArchmageSide, scene: Scene, command: GiveItem) -> Refusal | None:
    """From hand to hand; from whoever cannot act the other takes it."""
    state = scene.state
    item = _item(side, state, (command.who, command.to), command.who, command.number)
    if isinstance(item, Refusal):
        return item
    if command.to == command.who or command.to not in people(state):
        return Refusal("cannot_now", {"who": f"@{command.to}"})
    _hand(scene, command.who, command.to, command.number)
    return None


def _hand(scene: Scene, who: str, to: str, number: int) -> None:
    state, books = scene.state, books_of(scene.game)
    mine, yours = own_state(state).heroes[who].wears, own_state(state).heroes[to].wears
    item = replace(mine[number], off=True)
    left = tuple(each for place, each in enumerate(mine) if place != number)
    giver, taker = _with(books, state, who, left), _with(books, state, to, (*yours, item))
    taken = who not in able(state)
    scene.happen(ItemHanded(who, to, item, (giver[0], taker[0]), (giver[1], taker[1]), taken, rules=RULES))


def take_from_dead(scene: Scene, who: str, dead: str) -> None:
    """Whatever items somebody has left goes to whoever searches the body."""
    hero = own_state(scene.state).heroes.get(dead)
    if hero is not None and dead in inner_state(scene.state).party:
        for _ in hero.wears:
            _hand(scene, dead, who, 0)


# -------------------------------------------------------------------- bought


def buy_potions(side: ArchmageSide, scene: Scene, command: BuyPotions) -> Refusal | None:
    """Healing potions, for gold."""
    state, who = scene.state, command.who
    if state.stage != "town":
        return Refusal("party_not_in_town")
    if who not in able(state):
        return Refusal("cannot_now", {"who": f"@{who}"})
    if not 1 <= command.count <= MOST_POTIONS:
        return Refusal("bad_number", {"number": command.count, "least": 1, "most": MOST_POTIONS})
    gold, price = gold_of(side, state, who) or 0, PRICE * command.count
    if price > gold:
        return Refusal("gold_short", {"price": price, "gold": gold})
    set_gold(scene, who, gold - price)
    have = inner_state(scene.state).party[who].potions
    scene.happen(PotionFound(who, have + command.count, rules=POTION))
    return None


# -------------------------------------------------------------------- offered and wished for


def _id(item: Worn) -> str:
    """An item, to be shown by its name and tier."""
    return f"item/{item.item or item.chakra}/{item.tier}"


def choices(side: ArchmageSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """What each can put on, take off or hand on, and potions for those who have the gold."""
    if leisure(side, state) is not None or state.draft is not None:
        return
    for who in people(state):
        if not seat.may_act_for(who) or who not in inner_state(state).party:
            continue
        yield from _of_one(side, state, who)
        gold = gold_of(side, state, who) or 0
        if state.stage == "town" and gold >= PRICE and who in able(state):
            count = Parameter("count", "number", minimum=1, maximum=min(gold // PRICE, MOST_POTIONS))
            label = Label("choice.buy_potions", {"who": f"@{who}"})
            yield Choice(f"buy_potions/{who}", "buy_potions", label, {"who": who}, (count,), POTION, "shop")


def _of_one(side: ArchmageSide, state: CampaignState, who: str) -> Iterator[Choice]:
    books, wears = side.game.rules.books, own_state(state).heroes[who].wears
    can = able(state)
    takers = [each for each in people(state) if each != who and (who in can or each in can)]
    for number, item in enumerate(wears):
        values: dict[str, str | int] = {"who": f"@{who}", "item": f"@{_id(item)}"}
        if who in can and (not item.off or _may_wear(books, state, who, number)):
            key = "choice.wear_item" if item.off else "choice.take_off_item"
            fixed: dict[str, str | int] = {"who": who, "number": number, "on": item.off}
            yield Choice(f"wear/{who}/{number}", "wear_item", Label(key, values), fixed, (), RULES, "goods")
        if takers:
            part = Parameter("to", picks=tuple(_taker(each) for each in takers))
            given: dict[str, str | int] = {"who": who, "number": number}
            label = Label("choice.give_item", values)
            yield Choice(f"give/{who}/{number}", "give_item", label, given, (part,), RULES, "goods")


def _taker(who: str) -> Pick:
    return picks_of((who,))[0]


def _may_wear(books: Books, state: CampaignState, who: str, number: int) -> bool:
    hero = own_state(state).heroes[who]
    others = tuple(each for place, each in enumerate(hero.wears) if place != number)
    return not cannot_wear(books, hero, others, replace(hero.wears[number], off=False))


def wishes(side: ArchmageSide, state: CampaignState) -> Iterator[Command]:
    """A plain party puts on what fits, as long as the items do not have their way."""
    if leisure(side, state) is not None:
        return
    for who in able(state):
        hero = own_state(state).heroes[who]
        for number, item in enumerate(hero.wears):
            fits = item.off and load_of(hero) + counts(item, hero.level) <= hero.level
            if fits and _may_wear(side.game.rules.books, state, who, number):
                yield WearItem(who, number)
                return

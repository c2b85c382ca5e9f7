"""The ground under the party's feet: the clock, light, gold and the road, for games that have no such rules.

Our rulings, each with its number here or among the options: 120 feet in a turn of ten minutes by torchlight, half of
that in the dark; a torch burns for six turns; a day of road takes a day.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from arbitro.dice.stream import REFEREE
from arbitro.dungeon.kinds import AnyMagic, Coins, Jewel, Kind, kind_of
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.kernel.card import Card, Gauge
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.commands import Bank
from arbitro.play.delving import arrive
from arbitro.play.events import ClockMoved, LegBegan, StageReached, TasksChanged
from arbitro.play.harm import DungeonHarm
from arbitro.play.naming import TEXTS
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.arrivals import WANDERERS, as_wanderers
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.splitting import keep_watch
from arbitro.play.state import DAY, TURN, CampaignState, Route
from arbitro.play.ways import Way
from arbitro.text import Language

MILES_A_DAY: Final = 12
"""What a day of road is long."""
MORNING: Final = 8 * 60
FEET_A_MINUTE: Final = 12
IN_THE_DARK: Final = 2
"""How many times as long a way takes without light."""
TORCH: Final = 6 * TURN
BUNDLE: Final = 6
"""Torches to a bundle, which costs a gold piece."""
MOST_BUNDLES: Final = 99
"""Bundles at once."""
PROVISION: Final = 12
"""Torches that a new party brings along."""
LAST_TORCHES: Final = 3
"""Fewer than these call for attention."""
PURSE: Final = 30
"""Gold pieces that a plain adventurer takes along; the rest stays in town."""
SIX: Final = 6
COINS: Final = {"gold": 100, "silver": 10, "copper": 1}
"""What coins are worth, in hundredths of a gold piece."""


def walking_state(state: CampaignState) -> WalkingState:
    """The state with its own fields."""
    if not isinstance(state, WalkingState):
        raise TypeError("this is another game's campaign")
    return state


# -------------------------------------------------------------------- time


def pass_turns(side: Walker, scene: Scene, turns: int) -> None:
    """Turns of ten minutes, as long as nobody comes."""
    pass_minutes(side, scene, turns * TURN)


def pass_days(side: Walker, scene: Scene, days: int) -> None:
    """Days, as long as nobody comes upon anybody."""
    pass_minutes(side, scene, days * DAY)


def pace(state: CampaignState, who: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """A day of road is as long for everybody: no rule of these games says how fast people walk."""
    del state, who
    return MILES_A_DAY, ()


def pass_minutes(side: Walker, scene: Scene, minutes: int, *, arriving: bool = False) -> None:
    """The clock goes on; torches burn down, and underground somebody may come by."""
    pass_minutes_until(side, scene, minutes, side.busy, arriving=arriving)


def pass_minutes_until(
    side: Walker, scene: Scene, minutes: int, over: Callable[[CampaignState], bool], *, arriving: bool = False
) -> None:
    """The clock goes on until something of a kind is in the way; an alarm always is.

    A torch that is used up on the threshold goes out when those who are `arriving` have come in.
    """
    end = scene.state.minutes + minutes
    while scene.state.minutes < end and not over(scene.state) and not scene.state.alarms:
        due = next_watch(scene.state)
        stop = min(end, due) if due else end
        set_clock(scene, stop, spared=arriving and stop == end)
        if stop == due:
            watch(side, scene)
            keep_watch(scene)


def set_clock(scene: Scene, minute: int, *, spared: bool = False) -> None:
    """Another minute, and what goes out by then; the party's own torch a moment later if it is spared."""
    scene.happen(ClockMoved(minute))
    if not spared or walking_state(scene.state).light < minute:
        burn_down(scene)
    for space, camp in walking_state(scene.state).camps.items():
        if camp.light and camp.light <= minute:
            scene.happen(e.TorchBurnedOut(space))


def burn_down(scene: Scene) -> None:
    """The party's torch goes out if its time is up."""
    if 0 < walking_state(scene.state).light <= scene.state.minutes:
        scene.happen(e.TorchBurnedOut())


def next_watch(state: CampaignState) -> int:
    """The minute at which the next wanderers may come; 0: none do."""
    every = int(state.options["wandering_turns"]) * TURN
    below = state.at or any(space != SURFACE for space in state.waiting.values())
    return (state.minutes // every + 1) * every if every and below else 0


def watch(side: Walker, scene: Scene) -> None:
    """A die of the referee's; on a low one somebody comes. Nobody does under the sky."""
    chance = int(scene.state.options["wandering_chance"])
    if not scene.state.at or not chance:
        return
    die = scene.dice.stream(REFEREE).roll(SIX, "wandering")
    came = die.face <= chance
    scene.happen(e.WanderingChecked(die, came, chance, rules=WANDERERS, audience=REFEREE_ONLY))
    if came:
        come_upon(side, scene)


def come_upon(side: Walker, scene: Scene) -> None:
    """Somebody wanders by, by the game's own budget for those who are here."""
    here = scene.state.dungeon.spaces[scene.state.at]
    slot = Slot("wandering", here.level, here.id, "monster", "WANDERING_MONSTER")
    stock = side.stocker(scene.state).monsters(slot, scene.dice.stream(REFEREE))
    rules = as_wanderers(stock.rules)
    scene.happen(e.WanderersDrawn(stock.rolls, rules=rules, audience=REFEREE_ONLY))
    scene.happen(e.FoesMet(stock.items, rules=rules))


def skip_days(scene: Scene, days: int) -> None:
    """Days in town."""
    scene.happen(ClockMoved(scene.state.minutes + days * DAY))


def equip(scene: Scene, who: tuple[str, ...], gold: int) -> None:
    """Newcomers bring torches and a little gold; the first of all meet in the morning."""
    if not scene.state.minutes:
        set_clock(scene, MORNING)
    scene.happen(e.TorchesChanged(walking_state(scene.state).torches + PROVISION))
    scene.happen(e.PursesChanged(dict.fromkeys(who, gold)))


# -------------------------------------------------------------------- light


def lit(state: CampaignState) -> bool:
    """Whether the party can see: under the sky, or by a torch."""
    return not state.at or bool(walking_state(state).light)


def kindle_torch(side: Walker, scene: Scene, command: walking_commands.KindleTorch) -> Refusal | None:
    """Somebody kindles a torch, which burns for an hour."""
    state = walking_state(scene.state)
    refused = underground(side, state, command.who)
    if refused is not None:
        return refused
    if state.light:
        return Refusal("torch_burns", {"minutes": state.light - state.minutes})
    if not state.torches:
        return Refusal("no_torches")
    scene.happen(e.TorchLit(command.who, state.torches - 1, state.minutes + TORCH))
    return None


def buy_torches(side: Walker, scene: Scene, command: walking_commands.BuyTorches) -> Refusal | None:
    """Bundles of six for a gold piece each."""
    state = walking_state(scene.state)
    if state.stage != "town":
        return Refusal("party_not_in_town")
    if command.who not in side.able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if not 1 <= command.bundles <= MOST_BUNDLES:
        return Refusal("bad_number", {"number": command.bundles, "least": 1, "most": MOST_BUNDLES})
    gold = gold_of(side, state, command.who) or 0
    if command.bundles > gold:
        return Refusal("gold_short", {"price": command.bundles, "gold": gold})
    set_gold(scene, command.who, gold - command.bundles)
    scene.happen(e.TorchesChanged(state.torches + BUNDLE * command.bundles, command.who))
    return None


# -------------------------------------------------------------------- gold


def gold_of(side: Walker, state: CampaignState, who: str) -> int | None:
    """Gold pieces in somebody's purse."""
    return walking_state(state).purses.get(who, 0) if who in side.people(state) else None


def wealth(side: Walker, state: CampaignState) -> int:
    """All that the party carries, and what those carry who wait elsewhere."""
    living = (*side.people(state), *state.waiting)
    return sum(state.strongbox.values()) + sum(walking_state(state).purses.get(who, 0) for who in living)


def set_gold(scene: Scene, who: str, gold: int) -> None:
    """A lighter or heavier purse."""
    scene.happen(e.PursesChanged({who: gold}))


def turn_gold(harm: DungeonHarm[Walker]) -> None:
    """The gold of a purse turns to platinum, worth more pieces of gold, or to lead."""
    for each in harm.who:
        gold = gold_of(harm.side, harm.scene.state, each) or 0
        set_gold(harm.scene, each, gold * int(harm.effect.detail or 0))


def receive(side: Walker, scene: Scene, items: tuple[tuple[str, int], ...]) -> None:
    """Coins and stones are divided at once, by their worth in gold; the rest is the game's."""
    options = scene.state.options
    worth: dict[Kind, int] = {Coins(metal): value for metal, value in COINS.items()}
    worth[Jewel("gem")] = 100 * int(options["gem_gold"])
    worth[Jewel("jewelry")] = 100 * int(options["jewelry_gold"])
    share(side, scene, sum(worth.get(kind_of(name), 0) * count for name, count in items) // 100)
    for name, count in items:
        if kind_of(name) not in worth:
            side.receive_thing(side, scene, name, count)


def share(side: Walker, scene: Scene, gold: int) -> None:
    """Even parts for the living; what is left over goes to the first."""
    people = side.people(scene.state)
    if not gold or not people:
        return
    each, over = divmod(gold, len(people))
    purses = walking_state(scene.state).purses
    shares = {who: purses.get(who, 0) + each + (over if who == people[0] else 0) for who in people}
    scene.happen(e.GoldShared(gold, shares))


def valuables() -> tuple[str, ...]:
    """Coins, stones and jewels by the worth that the options give them, and whatever else the game makes of it."""
    return tuple(map(str, (*map(Coins, COINS), Jewel("gem"), Jewel("jewelry"), AnyMagic())))


def inherit(side: Walker, scene: Scene) -> None:
    """What the fallen carried is divided among those who are back."""
    state = walking_state(scene.state)
    living = side.people(state)
    left = {who: gold for who, gold in state.purses.items() if gold and who not in living}
    if left and living:
        scene.happen(e.PursesChanged(dict.fromkeys(left, 0)))
        share(side, scene, sum(left.values()))


# -------------------------------------------------------------------- the road


def set_out(scene: Scene, route: Route) -> Refusal | None:
    """Out of the gate."""
    scene.happen(LegBegan(homeward=False, mark=walking_state(scene.state).days, route=route))
    return None


def turn_round(scene: Scene) -> Refusal | None:
    """The days behind the party are those that it has before it."""
    state = walking_state(scene.state)
    homeward, mark = not state.homeward, state.days - to_go(state)
    scene.happen(LegBegan(homeward, mark, state.route, turned=True))
    return None


def to_go(state: CampaignState) -> int:
    """Days of this leg that still lie before the party."""
    return max(int(state.options["road_days"]) - behind(state), 0)


def behind(state: CampaignState) -> int:
    """Days of this leg that lie behind it."""
    return walking_state(state).days - state.mark


def at_mouth(state: CampaignState) -> bool:
    """All the way out, or none of it back yet."""
    return not behind(state) if state.homeward else not to_go(state)


def at_gate(state: CampaignState) -> bool:
    """All the way back, or none of it out yet."""
    return not to_go(state) if state.homeward else not behind(state)


def march(side: Walker, scene: Scene, command: walking_commands.March) -> Refusal | None:
    """A day of road, without encounters: what lies along it is the dungeon's to say."""
    del command
    state = walking_state(scene.state)
    if state.stage != "road":
        return Refusal("not_on_the_road")
    refused = leisure(side, state)
    if refused is not None:
        return refused
    if state.waiting:
        return Refusal("somebody_waits", {"who": f"@{next(iter(state.waiting))}"})
    if not to_go(state):
        return Refusal("arrived")
    set_clock(scene, state.minutes + DAY)
    scene.happen(e.DayMarched(state.days + 1))
    return None


def onward(state: CampaignState) -> Iterator[Command]:
    """A day's march; or wait, where the party stands before a gate that it does not take."""
    if to_go(state) and not state.waiting:
        yield walking_commands.March()


def surface(side: Walker, scene: Scene) -> None:
    """Under the sky again: whatever was due below is left below, and the way home begins."""
    side.leave(scene)
    arrive(scene, "", scene.state.at)
    if scene.state.tasks:
        scene.happen(TasksChanged((), audience=REFEREE_ONLY))
    scene.happen(StageReached("road", scene.state.minutes))
    state = walking_state(scene.state)
    scene.happen(LegBegan(homeward=True, mark=state.days, route=state.route))


def leave(scene: Scene) -> None:
    """The party leaves a place; a game may have something to end then."""
    del scene


# -------------------------------------------------------------------- may they?


def leisure(side: Walker, state: CampaignState) -> Refusal | None:
    """Whether the party has its hands free."""
    refused = may_wait(side, state)
    if refused is not None:
        return refused
    return None if side.able(state) else Refusal("nobody_stands")


def may_wait(side: Walker, state: CampaignState) -> Refusal | None:
    """Whether time can go by, for those who sleep too."""
    if side.busy(state) or state.tasks or state.alarms:
        return Refusal("busy_now")
    stirring = any(side.could_act(state, who) for who in side.people(state))
    return None if stirring else Refusal("nobody_stands")


def underground(side: Walker, state: CampaignState, who: str) -> Refusal | None:
    """Whether somebody can do something down here, now."""
    if state.stage != "dungeon" or not state.at:
        return Refusal("not_underground")
    refused = leisure(side, state)
    if refused is not None:
        return refused
    return None if who in side.able(state) else Refusal("cannot_now", {"who": f"@{who}"})


# -------------------------------------------------------------------- plain wishes


def provisions(side: Walker, state: CampaignState) -> Iterator[Command]:
    """In town: torches for the next descent, the rest of the gold into the strongbox. Below: light."""
    walking = walking_state(state)
    able = side.able(state)
    if state.at and able and not walking.light and walking.torches:
        yield walking_commands.KindleTorch(able[0])
    if state.stage != "town":
        return
    rich = max(side.able(state), key=lambda who: walking.purses.get(who, 0), default="")
    missing = -(-(PROVISION - walking.torches) // BUNDLE)
    if rich and missing > 0 and walking.purses.get(rich, 0) >= missing:
        yield walking_commands.BuyTorches(rich, missing)
    for who in side.people(state):
        spare = walking.purses.get(who, 0) - PURSE
        if spare > 0:
            yield Bank(who, spare)


def hindered(side: Walker, state: CampaignState) -> bool:
    """In the dark with nothing to make light of, or sick until the surface is reached (DA-GAS-07)."""
    dark = not lit(state) and not walking_state(state).torches
    here = side.people(state)
    return dark or (bool(state.at) and any(each.kind == "sick" and each.who in here for each in state.ailments))


def open_up(side: Walker, state: CampaignState, way: Way) -> Iterator[Command]:
    """The best shoulder against the door."""
    who = side.best_for(state, "door")
    if who and way.is_door and not way.shut:
        yield walking_commands.TryDoor(who, way.id)
    yield from wait(side, state)


def dares_free(side: Walker, state: CampaignState, captors: Mapping[str, int]) -> bool:
    """No more of them than there are of the party."""
    return sum(captors.values()) <= len(side.able(state))


def wait(side: Walker, state: CampaignState) -> Iterator[Command]:
    """A turn goes by."""
    if any(side.could_act(state, who) for who in side.people(state)):
        yield walking_commands.LetTimePass()


# -------------------------------------------------------------------- what is shown


def status(side: Walker, state: CampaignState, language: Language) -> list[str]:
    """Light and gold, for the picture."""
    walking = walking_state(state)
    left = walking.light - state.minutes
    light = TEXTS.say(language, "status.light", minutes=left) if left > 0 else TEXTS.say(language, "status.dark")
    lines = [light] if state.at else []
    days = to_go(state)
    if state.stage == "road" and days:
        lines.append(TEXTS.say(language, f"status.days.{'home' if state.homeward else 'out'}", days=days))
    gold = sum(walking.purses.get(who, 0) for who in side.people(state))
    return [*lines, TEXTS.say(language, "status.stores", torches=walking.torches, gold=side.money(gold, language))]


def cards(side: Walker, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The people, and a card for light and stores."""
    people: tuple[Card, ...] = side.game.cards(side.whole(state), seat, language)
    if not state.under_way:
        return people
    walking = walking_state(state)
    left = max(walking.light - state.minutes, 0)
    gauges: tuple[Gauge, ...] = ()
    if state.at:
        gauges = (Gauge(TEXTS.say(language, "card.light"), left, TORCH, left <= TURN),)
    few = walking.torches < LAST_TORCHES
    gauges = (*gauges, Gauge(TEXTS.say(language, "card.torches"), walking.torches, low=few))
    gold = side.money(sum(walking.purses.get(who, 0) for who in side.people(state)), language)
    return (*people, Card("stores", TEXTS.say(language, "card.stores"), "place", gold, gauges))


def money(gold: int, language: Language) -> str:
    """An amount of gold in the game's own words."""
    return TEXTS.say(language, "gold", gold=gold)

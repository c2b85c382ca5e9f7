"""Random legal decisions out of the fight and in it: places, parties and options by lot, and what must hold."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.exploring.commands import StartExpedition
from arbitro.rules.whitebox.exploring.state import Door, Place, Trap, Troop, Wandering
from arbitro.rules.whitebox.people.commands import RandomParty
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

RARE = frozenset({"end_expedition", "end_journey", "end_fight", "retire", "surrender"})
"""Commands that end things: chosen only now and then, so that there is something to decide."""
DULL = frozenset({"carry", "give", "buy", "sell", "use_up", "rest", "grant", "set_treatment", "set_loyalty"})
"""Commands of which there are always many: chosen only now and then, so that the others have their turn."""
SEEN_EVERY = 12
"""How often, in decisions, everything that can be looked at is looked at."""
SWITCHES: dict[str, tuple[Any, ...]] = {
    "surprise_method": ("roll", "judgement"),
    "surprise_scope": ("side", "individual"),
    "daily_weather": (True, False),
    "declare_intent": (True, False),
    "door_strength_modifier": (True, False),
    "others_search_traps": (True, False),
    "retainer_share": ("1/2", "1", "0"),
    "turn_clock": ("whole_turns", "minutes"),
    "forced_march_costs_night": (True, False),
    "sleep_roll_after_third_night": (True, False),
}


def named(text: str) -> Named:
    """A name that is the same in both languages."""
    return Named(text, text)


def dungeon_by_lot(rules: BoxGame, random: Random) -> StartExpedition:
    """A few rooms and a yard, joined at random, with doors, traps and dwellers of all sorts; busy with wanderers."""
    rooms = [f"room{number}" for number in range(random.randint(2, 5))]
    places = [Place(id="gate", name=named("gate"), safe=True)]
    places += [
        Place(
            id=room,
            name=named(room),
            area=random.choice((100, 250, 600)),
            level=random.randint(1, 4),
            spots={"wall": named("wall")} if random.random() < 0.4 else {},
            noise=named("steps") if random.random() < 0.4 else None,
        )
        for room in rooms
    ]
    terrain = random.choice(tuple(rules.content.exploration.terrains))
    places.append(Place(id="moor", name=named("moor"), outdoors=True, terrain=terrain))
    doors = []
    reached = ["gate"]
    for number, place in enumerate((*rooms, "moor")):
        kind = random.random()
        doors.append(
            Door(
                id=f"door{number}",
                name=named(f"door{number}"),
                between=(random.choice(reached), place),
                feet=random.choice((0, 30, 120)),
                passage=kind < 0.4,
                locked=0.4 <= kind < 0.55,
                secret=0.55 <= kind < 0.7,
                works_by=("torch",) if kind > 0.6 else (),
            )
        )
        reached.append(place)
    traps = [
        Trap(id=f"trap{number}", name=named("trap"), place=random.choice(rooms), pit=random.choice((0, 10, 30)))
        for number in range(random.randint(0, 2))
    ]
    monsters = [name for name, one in rules.content.monsters.items() if one.ac is not None and one.hd[0].value <= 4]
    classes = tuple(rules.rules.adventuring_classes(rules.rules))
    troops = []
    for number in range(random.randint(0, 3)):
        folk = random.random() < 0.2
        troops.append(
            Troop(
                id=f"troop{number}",
                monster="" if folk else random.choice(monsters),
                class_id=random.choice(classes) if folk else "",
                count=Amount.parse(random.choice(("1", "2", "1d4"))),
                place=random.choice((*rooms, "")),
                light=random.random() < 0.2,
            )
        )
    wandering = Wandering(random.choice((0, 1, 2)), random.choice((-1, 3, 6)))
    return StartExpedition("gate", tuple(places), tuple(doors), tuple(traps), tuple(troops), wandering)


def scenes(rules: BoxGame) -> Iterator[tuple[str, Setup | None]]:
    """The ready expeditions and journeys of a game, and None for one by lot."""
    folders = {"whitebox": {"expeditions": ("cellar", "marsh")}, "infausta": {"expeditions": ("crypt",)}}
    if rules.id == "infausta":
        folders["infausta"]["journeys"] = ("moor", "roads")
    for folder, names in folders[rules.id].items():
        for name in names:
            yield name, rules.read_setup(open_packaged(rules.package, folder, f"{name}.yaml"))
    yield "lot", None
    yield "lot", None


class Wanderer:
    """A table at which everything is decided by lot."""

    def __init__(self, rules: BoxGame, seed: str) -> None:
        self.rules = rules
        self.random = Random(seed)
        self.dice = QuickDice(self.random.randrange(2**32))
        self.decisions = 0
        self.kinds: set[str] = set()
        self.events: set[str] = set()

    def start(self, setup: Setup | None) -> State:
        """A scene at its beginning, under options by lot."""
        rules, random = self.rules, self.random
        asked: dict[str, Any] = {} if setup is None else dict(setup.options)
        for name, values in SWITCHES.items():
            value = random.choice(values)
            if name in rules.options and rules.options[name].fault(value) is None:
                asked[name] = value
        if asked.get("surprise_method") == "judgement":
            asked.pop("surprise_scope", None)
        state = rules.state_type(options=rules.options.effective(rules.options.meant(asked)))
        start: tuple[Command, ...] = (RandomParty(random.randint(1, 4), random.randint(1, 5)),)
        start = (*start, dungeon_by_lot(rules, random)) if setup is None else setup.start
        for command in start:
            state = self.decided(state, command)
        return state

    def decided(self, state: State, command: Command) -> State:
        """The state after a command that must be accepted, folded once more from its events."""
        rules = self.rules
        answer = rules.decide(state, command, self.dice)
        assert not isinstance(answer, Refusal), (command, answer)
        folded = state
        for event in answer.events:
            folded = rules.evolve(folded, event)
            self.events.add(type(event).__name__)
            assert all(rule in rules.rulebook for rule in event.rules), event
        assert folded == answer.state, command
        for event in answer.events:
            tell(rules, folded, event, LANGUAGES[self.decisions % 2])
        return folded

    def play(self, setup: Setup | None, most: int) -> int:
        """Decide by lot until the scene is over, or so often; how often it was."""
        rules, random = self.rules, self.random
        state = self.start(setup)
        for step in range(most):
            if rules.finished(state):
                return step
            command = self.chosen(state)
            if command is None:
                return step
            state = self.decided(state, command)
            self.kinds.add(type(command).__name__)
            self.decisions += 1
            self.holds(state)
            if self.decisions % SEEN_EVERY == 0:
                self.look(state, random)
        return most

    def chosen(self, state: State) -> Command | None:
        """A legal command: by lot, or now and then what the automatic player would do, so that things move on."""
        rules, random = self.rules, self.random
        fighting = basics.fighting(state)
        if random.random() < (0.6 if fighting else 0.35):
            return rules.suggest(state, REFEREE)
        offers = list(rules.choices(state, REFEREE))
        if not offers:
            return rules.suggest(state, REFEREE)
        dull = random.random() < 0.05
        usual = [one for one in offers if one.command not in RARE and (dull or one.command not in DULL)]
        choice = random.choice(offers if random.random() < 0.02 else usual or offers)
        fillings = list(choice.fillings())
        command = rules.command(random.choice(fillings))
        for language in LANGUAGES:
            assert label_text(rules, state, choice.label, language)
        assert rules.allows(state, command), command
        return command

    def holds(self, state: State) -> None:
        """What is so after every decision."""
        out = state.expedition
        for one in state.characters.values():
            assert one.hp <= one.max_hp, one
            assert min(one.coins.gp, one.coins.sp, one.coins.cp) >= 0, one
            assert all(item.count >= 1 for item in one.items.values()), one
        if out is None:
            return
        assert out.at in out.places
        assert out.meeting is None or out.meeting.troop in out.troops
        assert out.meeting is None or out.meeting.count >= 1
        assert all(light.left >= 0 and light.bearer in state.characters for light in out.lights.values())
        assert all(troop.gone or troop.count.plus + troop.count.count >= 1 for troop in out.troops.values())
        if self.rules.id == "whitebox":
            assert out.over or out.turns == (state.minutes - out.began) // 10

    def look(self, state: State, random: Random) -> None:
        """All seats' pictures and views, the state as bytes and back, and a handful of choices with every filling."""
        rules = self.rules
        seats = (REFEREE, SPECTATOR, Seat("party", "player", frozenset(("party", *state.characters))))
        for seat in seats:
            msgspec.json.encode(rules.view(state, seat))
            for language in LANGUAGES:
                rules.picture(state, seat, language)
        written = msgspec.json.encode(state)
        assert msgspec.json.encode(msgspec.json.decode(written, type=rules.state_type)) == written
        offers: list[Choice] = list(rules.choices(state, REFEREE))
        for choice in random.sample(offers, min(4, len(offers))):
            for filled in choice.fillings():
                assert rules.allows(state, rules.command(filled)), filled

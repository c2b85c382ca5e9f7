"""A small bench to try rules on: people, adversaries, a scene, and dice written down beforehand."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import (
    Armour,
    Assault,
    Block,
    Experience,
    Fear,
    Foe,
    Hero,
    Place,
    SceneState,
    Sheet,
    State,
    Turn,
    Weapon,
)
from arbitro.rules.daggerheart.words import Named

RULES = Spotlight()
BOOKS = RULES.rules.books
E = TypeVar("E", bound=Event)
SWORD = Weapon("sword", Named("spada", "sword", "f"), "agility", "melee", 8, 1)
BOW = Weapon("bow", Named("arco", "bow"), "agility", "far", 6, 3)
WAND = Weapon("wand", Named("bacchetta", "wand", "f"), "knowledge", "far", 6, 1, "magic")
LEATHER = Armour("leather", Named("cuoio", "leather"), 6, 13, 3)


SHORTBOW = Assault(Named("arco", "bow"), "far", (Amount(1, 6),))
"""A standard attack that is a shot."""


def hero(who: str = "ada", **changes: Any) -> Hero:
    """A PC: all traits 0, Evasion 12, 6 Hit Points, leather (7/14 at level 1), a sword, two Experiences at +2."""
    sheet: dict[str, Any] = {
        "traits": dict.fromkeys(("agility", "strength", "finesse", "instinct", "presence", "knowledge"), 0),
        "evasion": 12,
        "hp": 6,
        "experiences": (Experience("one", Named("Uno", "One")), Experience("two", Named("Due", "Two"))),
        "weapons": (SWORD,),
        "armour": LEATHER,
    }
    marks = {name: changes.pop(name) for name in list(changes) if name in Hero.__struct_fields__ and name != "sheet"}
    traits = {name: changes.pop(name) for name in list(changes) if name in sheet["traits"]}
    made = Sheet(who, Named(who.title(), who.title(), "f"), changes.pop("class_id", "warrior"), **{**sheet, **changes})
    made = replace(made, traits={**made.traits, **traits})
    return Hero(made, **marks)


def foe(who: str = "orc", *, feature: Feature | None = None, **changes: Any) -> Foe:
    """An adversary: Difficulty 12, thresholds 8/14, 5 Hit Points, 3 Stress, +1, 1d8+1 in Melee, at 5 feet."""
    block: dict[str, Any] = {
        "tier": 1,
        "type": "standard",
        "difficulty": 12,
        "hp": 5,
        "stress": 3,
        "attack": Assault(Named("lama", "blade", "f"), "melee", (Amount(1, 8, 1),)),
        "major": 8,
        "severe": 14,
        "bonus": Amount(0, 6, 1),
        "kin": "orc",
        "features": (feature,) if feature is not None else (),
    }
    marks = {name: changes.pop(name) for name in list(changes) if name in Foe.__struct_fields__ and name != "block"}
    if "bonus" in changes and isinstance(changes["bonus"], int):
        changes["bonus"] = Amount(0, 6, changes["bonus"])
    if "damage" in changes:
        parts = tuple(Amount.parse(part) for part in str(changes.pop("damage")).split(" and "))
        changes["attack"] = replace(block["attack"], damage=parts)
    made = Block(changes.pop("id", "orc"), Named(who.title(), who.title()), **{**block, **changes})
    return Foe(who, made, made.name, **{"at": 5, **marks})


def printed(block: str, who: str = "", **marks: Any) -> Foe:
    """An adversary of the book."""
    found = BOOKS.adversaries[block]
    return Foe(who or block, found, found.name, **{"at": 5, **marks})


class Bench:
    """A table at one moment, and what happens when commands are tried on it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def do(self, command: Command, *dice: tuple[int, int]) -> "Bench":
        """Carry out a command with exactly these dice, as (sides, face)."""
        refused = RULES.may_begin(self.state, command)
        assert refused is None, refused
        with ScriptedDice(*dice) as script:
            answer = RULES.decide(self.state, command, script)
        assert not isinstance(answer, Refusal), answer
        folded = self.state
        for event in answer.events:
            folded = RULES.evolve(folded, event)
            assert all(rule in RULES.rulebook for rule in event.rules), event.rules
        assert msgspec.json.encode(folded) == msgspec.json.encode(answer.state)
        self.state, self.events = answer.state, list(answer.events)
        return self

    def no(self, command: Command, code: str) -> Refusal:
        """See a command refused, without a die."""
        refused = RULES.may_begin(self.state, command)
        if refused is None:
            with ScriptedDice() as script:
                answer = RULES.decide(self.state, command, script)
            assert isinstance(answer, Refusal), f"{command} was accepted"
            refused = answer
        assert refused.code == code, refused
        assert all(rule in RULES.rulebook for rule in refused.rules), refused.rules
        return refused

    def found(self, kind: type[E]) -> list[E]:
        """The events of a kind that the last command brought."""
        return [event for event in self.events if type(event) is kind]

    def only(self, kind: type[E]) -> E:
        """The one event of a kind."""
        (event,) = self.found(kind)
        return event

    def hero(self, who: str = "ada") -> Hero:
        """A PC as things stand."""
        return self.state.party[who]

    def foe(self, who: str = "orc") -> Foe:
        """An adversary as things stand."""
        return self.scene.foes[who]

    @property
    def scene(self) -> SceneState:
        """The scene."""
        assert self.state.scene is not None
        return self.state.scene

    @property
    def asked(self) -> str:
        """What somebody is asked."""
        return self.state.awaiting[0].kind if self.state.awaiting else ""

    @property
    def fear(self) -> int:
        """The GM's Fear."""
        return self.state.fear.held


def play(
    *people: Hero | Foe,
    fear: int = 0,
    turn: Turn | None = None,
    place: Place | str | None = None,
    options: dict[str, Any] | None = None,
    **scene: Any,
) -> Bench:
    """A scene with these people in it."""
    party = {one.id: one for one in people if isinstance(one, Hero)} or {"ada": hero()}
    foes = {one.id: one for one in people if isinstance(one, Foe)}
    where = BOOKS.places[place] if isinstance(place, str) else place
    made = SceneState(
        1,
        scene.pop("tension", "typical"),
        spotlight="gm" if turn is not None else "players",
        waited=tuple(party),
        foes=foes,
        place=where,
        turn=turn,
        **scene,
    )
    chosen = {**RULES.options.defaults(), **(options or {})}
    return Bench(State(chosen, (), party, Fear(fear, fear), 1, made, 1))


def acting(who: str = "orc", **changes: Any) -> Turn:
    """A GM turn in which an adversary has the spotlight."""
    return Turn("failed_action_roll", 0, 1, {who: 1}, acting=who, **changes)


def duality(hope: int, fear: int, *more: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The two dice of a player, and what is thrown with them."""
    return ((12, hope), (12, fear), *more)

"""A small table for tests: people with plain numbers, scripted dice, and short words for what happens."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event, Setting
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.numbers import initiative_bonus
from arbitro.rules.archmage.power import Attack, Named, Special
from arbitro.rules.archmage.state import Ambush, Combatant, Profile, Side, State

E = TypeVar("E", bound=Event)
FLAT = {"str": 10, "con": 10, "dex": 10, "int": 10, "wis": 10, "cha": 10}


def name(text: str) -> Named:
    return Named(text, text)


def strike(**more: Any) -> Attack:
    """A plain melee attack: +5 against AC for 6."""
    made: dict[str, Any] = {"bonus": 5, "damage": Amount(plus=6), "basic": True, **more}
    return Attack(made.pop("id", "strike"), name("strike"), **made)


def sword(die: int = 8, ability: Any = "str", **more: Any) -> Attack:
    """A character's weapon: ability and level, a die per level."""
    made: dict[str, Any] = {"ability": ability, "weapon_die": die, "damage_ability": ability, "basic": True, **more}
    return Attack(made.pop("id", "sword"), name("sword"), **made)


def bow(**more: Any) -> Attack:
    return sword(8, "dex", **{"id": "bow", "kind": "ranged", "reach": "far", **more})


def spell(**more: Any) -> Attack:
    made: dict[str, Any] = {
        "ability": "int",
        "defence": "pd",
        "damage": Amount(2, 6),
        "damage_ability": "int",
        "kind": "spell",
        "reach": "nearby",
        "type": "fire",
        **more,
    }
    return Attack(made.pop("id", "spell"), name("spell"), **made)


def pc(who: str = "ada", *attacks: Attack, level: int = 1, hp: int = 30, **more: Any) -> Profile:
    """A character with plain numbers: AC 14 + middle + level, all abilities 10 unless said."""
    abilities = {**FLAT, **more.pop("abilities", {})}
    made: dict[str, Any] = {"recoveries": 8, "recovery_die": 8, "ac": 14, "pd": 12, "md": 12, **more}
    return Profile(
        who,
        name(who),
        "party",
        made.pop("kind", "pc"),
        level,
        hp,
        made.pop("ac"),
        made.pop("pd"),
        made.pop("md"),
        attacks or (sword(),),
        abilities,
        **made,
    )


def foe(who: str = "orc", *attacks: Attack, level: int = 1, hp: int = 30, **more: Any) -> Profile:
    """A monster with plain numbers: AC 16, PD 14, MD 12."""
    made: dict[str, Any] = {"ac": 16, "pd": 14, "md": 12, "race": who.split("-")[0], **more}
    return Profile(
        who,
        name(who),
        made.pop("side", "foes"),
        made.pop("kind", "monster"),
        level,
        hp,
        made.pop("ac"),
        made.pop("pd"),
        made.pop("md"),
        attacks or (strike(),),
        **made,
    )


def special(code: Any, **more: Any) -> Special:
    return Special(code, **more)


SIDES = (Side("party", name("party")), Side("foes", name("foes")))


class Play:
    """A battle under test. Initiative dice make the order of the profiles the order of the turns."""

    def __init__(self, game: Archmage) -> None:
        self.game = game
        self.state = State(options=game.options.defaults())
        self.events: list[Event] = []
        """What the last command led to."""
        self.log: list[Event] = []

    def options(self, **chosen: Setting) -> Play:
        self.state = replace(self.state, options=self.game.options.effective(chosen))
        return self

    def begin(self, *profiles: Profile, ambush: Ambush | None = None, first: str = "", **more: Any) -> Play:
        """Let them meet, everybody acting in the order in which they are named."""
        members = tuple(c.Member(profile) for profile in profiles)
        return self.start(members, ambush=ambush, first=first, **more)

    def start(
        self,
        members: tuple[c.Member, ...],
        *dice: tuple[int, int],
        ambush: Ambush | None = None,
        first: str = "",
        **more: Any,
    ) -> Play:
        command = c.StartBattle(SIDES, members, ambush=ambush, **more)
        if not dice and ambush is None:
            seen: list[str] = []
            for member in members:
                profile = member.profile
                roller = profile.race if profile.kind == "monster" and profile.race else profile.id
                if roller not in seen and member.present:
                    seen.append(roller)
            bonus = {m.profile.race or m.profile.id: initiative_bonus(m.profile) for m in members}
            bonus |= {m.profile.id: initiative_bonus(m.profile) for m in members}
            dice = tuple((20, 20 - number - bonus[roller]) for number, roller in enumerate(seen))
        self.do(command, *dice)
        if first:
            while self.fight.current != first:
                self.do(c.EndTurn(self.fight.current))
        return self

    def unhurried(self) -> Play:
        """Nobody makes anything of the initiative that has been rolled."""
        while self.state.awaiting:
            self.do(c.Interrupt(self.state.awaiting[0].who, "no"))
        return self

    def decide(self, command: Command, *dice: tuple[int, int]) -> Any:
        refused = self.game.may_begin(self.state, command)
        if refused is not None:
            return refused
        with ScriptedDice(*dice) as scripted:
            return self.game.decide(self.state, command, scripted)

    def do(self, command: Command, *dice: tuple[int, int]) -> Play:
        """Carry out a command with these dice, all of which must be thrown."""
        resolved = self.decide(command, *dice)
        assert not isinstance(resolved, Refusal), resolved
        self.events = resolved.events
        self.log += resolved.events
        self.state = resolved.state
        return self

    def refused(self, command: Command) -> str:
        """The code with which a command is refused; it has thrown no die."""
        resolved = self.decide(command)
        assert isinstance(resolved, Refusal), "the command was accepted"
        assert not self.game.allows(self.state, command)
        return resolved.code

    def end(self, *dice: tuple[int, int]) -> Play:
        """End the current turn."""
        return self.do(c.EndTurn(self.fight.current), *dice)

    def until(self, who: str) -> Play:
        """End turns until it is somebody's (nobody throws a die on the way)."""
        for _ in range(50):
            if self.fight.current == who:
                return self
            self.end()
        raise AssertionError(f"it is never the turn of {who}")

    def change(self, who: str, **changes: Any) -> Play:
        """Set marks of somebody by hand."""
        fight = self.fight
        people = dict(fight.combatants)
        people[who] = replace(people[who], **changes)
        self.state = replace(self.state, fight=replace(fight, combatants=people))
        return self

    def engage(self, one: str, other: str) -> Play:
        """Put two into melee with each other, without a move."""
        self.change(one, engaged=(*self.one(one).engaged, other))
        return self.change(other, engaged=(*self.one(other).engaged, one))

    def set(self, **changes: Any) -> Play:
        """Set something of the battle by hand."""
        self.state = replace(self.state, fight=replace(self.fight, **changes))
        return self

    @property
    def fight(self) -> Any:
        assert self.state.fight is not None
        return self.state.fight

    def one(self, who: str) -> Combatant:
        fight = self.state.fight
        if fight is not None and fight.phase != "over":
            return fight.combatants[who]
        return self.state.party[who]

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        assert len(self.state.awaiting) == 1, "nobody is asked"
        return self.state.awaiting[0].who, self.state.awaiting[0].kind

    def find(self, kind: type[E]) -> E:
        """The one event of a kind that the last command led to."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events {kind.__name__}"
        return found[0]

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def cites(self, *atoms: str) -> bool:
        """Whether the events of the last command cite these atoms."""
        cited = {rule for event in self.events for rule in event.rules}
        missing = set(atoms) - cited
        assert not missing, f"not cited: {sorted(missing)}"
        return True


def folded(game: Archmage, options: dict[str, Setting], events: list[Event]) -> bytes:
    """The state that events fold to, as bytes."""
    state = State(options=options)
    for event in events:
        state = game.evolve(state, event)
    return msgspec.json.encode(state)

"""Looking things up: content, characters, the facts of their class and people, and what their attributes give."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from arbitro.kernel.command import Refusal
from arbitro.kernel.pack import Pack
from arbitro.rules.whitebox.calling import AbilityUse, Band, CharacterClass, CharismaBand, ClassLevel, People
from arbitro.rules.whitebox.content import WhiteBoxContent, load_content
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.narration import Narration
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State

MINUTES_A_DAY = 24 * 60
ROUND, TURN = 1, 10
"""Minutes of a round and of a turn (WB-TIME-01, WB-TIME-02)."""


def in_band(bands: tuple[Band, ...], score: int) -> int:
    """What the band of a score gives; 0 outside all bands."""
    return next((band.value for band in bands if band.low <= score <= band.high), 0)


@cache
def _laid(game: "type[Records]", packs: tuple[Pack, ...]) -> "Records":
    made = game()
    made.packs = packs
    made.content.monsters  # noqa: B018 - read now, so that faults show at once
    return made


class Records(Narration):
    """Questions about characters that have nothing to do with a single rule."""

    def with_packs(self, packs: tuple[Pack, ...]) -> "Records":
        """The same game with a reader's own content laid over it; one object for the same packs."""
        return self if packs == self.packs else _laid(type(self), packs)

    @cached_property
    def content(self) -> WhiteBoxContent:
        """The content of the game: classes, peoples, lists, tables."""
        return load_content(self.packs)

    # ------------------------------------------------------------ who

    def person(self, state: State, who: str) -> Character | Refusal:
        """Somebody with a sheet, or the refusal that says there is nobody of that id."""
        found = state.characters.get(who)
        return Refusal("no_character", {"who": who}) if found is None else found

    def living(self, state: State, who: str) -> Character | Refusal:
        """Somebody who is alive and has not retired."""
        found = self.person(state, who)
        if isinstance(found, Refusal):
            return found
        if found.captive is not None:
            return Refusal("captive", {"who": f"@{who}"}, ("WB-MORALE-02",))
        if found.along:
            return found
        return Refusal("character_gone", {"who": f"@{who}", "fault": f"health.{found.health}"}, ("WB-DEATH-02",))

    def awake(self, state: State, who: str) -> Character | Refusal:
        """Somebody who can act outside a fight."""
        found = self.living(state, who)
        if isinstance(found, Refusal):
            return found
        if self.fighting(state):
            return Refusal("fight_first", {"who": f"@{who}"}, ("WB-TIME-02",))
        if found.health == "out":
            return Refusal("character_out", {"who": f"@{who}"}, ("WB-DEATH-03",))
        return found

    def on_their_feet(self, state: State, who: str) -> bool:
        """Whether somebody is free, conscious and able to act, in a fight or out of it."""
        one = state.characters.get(who)
        return one is not None and one.fit

    def comes_to(self, state: State, who: str) -> bool:
        """Whether somebody is able to act, or will be by merely waiting."""
        return self.on_their_feet(state, who)

    def active(self, state: State) -> Iterator[Character]:
        """Those of the party who can act: they walk, see, talk and tread on things, and carry the others."""
        return (one for one in self.company(state) if self.on_their_feet(state, one.id))

    def going_on(self, state: State) -> bool:
        """Whether anybody of the party can act, or will by merely waiting."""
        return any(self.comes_to(state, one.id) for one in self.company(state))

    @staticmethod
    def fighting(state: State) -> bool:
        """Whether a fight is going on."""
        return state.fight is not None and state.fight.phase != "over"

    def company(self, state: State) -> Iterator[Character]:
        """The members of the party who live and are free, in marching order."""
        for who in state.party.order:
            one = state.characters.get(who)
            if one is not None and one.along:
                yield one

    def servants(self, state: State, employer: str) -> Iterator[Character]:
        """Those in somebody's service."""
        return (one for one in state.characters.values() if one.employer == employer and one.health in ("well", "out"))

    @staticmethod
    def day(state: State) -> int:
        """The day of the clock, from 0."""
        return state.minutes // MINUTES_A_DAY

    # ------------------------------------------------------------ what they are

    def folk(self, one: Character) -> People:
        """The people of somebody."""
        return self.content.peoples[one.people]

    def calling(self, one: Character) -> CharacterClass | None:
        """The class of somebody; hirelings have none."""
        return self.content.classes.get(one.class_id)

    def row(self, class_id: str, level: int) -> ClassLevel:
        """The row of a class table; above the last one, the last one holds."""
        levels = self.content.classes[class_id].levels
        return levels[min(max(level, 1), len(levels)) - 1]

    def top_level(self, folk: str, class_id: str) -> int:
        """How far a people gets in a class: its own limit, and the last row that experience can reach."""
        facts = self.content.classes[class_id]
        reachable = sum(1 for row in facts.levels if row.xp is not None)
        limit = self.content.peoples[folk].classes.get(class_id, reachable if facts.people == folk else 0)
        return min(limit, reachable)

    # ------------------------------------------------------------ attributes

    def modifier(self, score: int) -> int:
        """What a score gives (Table 1)."""
        return in_band(self.content.creation.modifiers, score)

    def use_of(self, ability: Ability, class_id: str) -> AbilityUse:
        """Where an attribute counts for somebody of a class; nowhere where it is for others only."""
        use = self.content.creation.uses.get(ability, AbilityUse())
        return AbilityUse() if use.classes and class_id not in use.classes else use

    def bonus(self, one: Character, use: str) -> int:
        """The sum of attribute modifiers that count for a use (a field of `AbilityUse`)."""
        return sum(
            self.modifier(score)
            for ability, score in one.abilities.items()
            if getattr(self.use_of(ability, one.class_id), use)
        )

    def charisma(self, abilities: Mapping[Ability, int]) -> CharismaBand:
        """What charisma means for those who follow (Table 2)."""
        score = abilities.get("cha", 10)
        return next(band for band in self.content.creation.charisma if band.low <= score <= band.high)

    def spare_languages(self, abilities: Mapping[Ability, int], class_id: str) -> int:
        """How many languages somebody may know beyond those of people and class."""
        found = 0
        for ability, score in abilities.items():
            above = self.use_of(ability, class_id).languages_above
            found += max(score - above, 0) if above else 0
        return found

    def full_hit_points(
        self, class_id: str, level: int, abilities: Mapping[Ability, int], rolled: tuple[int, ...]
    ) -> int:
        """Hit points of a row: each die with constitution (at least 1), then the flat bonus of the row."""
        row = self.row(class_id, level)
        creation = self.content.creation
        each = sum(
            self.modifier(score) for ability, score in abilities.items() if self.use_of(ability, class_id).hit_points
        )
        return sum(max(die + each, creation.least_per_die) for die in rolled[: row.dice]) + row.plus

"""What every chapter needs: who is there, how far apart, what their numbers come to."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import field

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import Resolution, Ruleset
from arbitro.rules.daggerheart.content import ConditionEntry, Guidance, Library, library
from arbitro.rules.daggerheart.feature import Feature, PassiveKind
from arbitro.rules.daggerheart.state import Agenda, Foe, Hero, Place, Scene, State
from arbitro.rules.daggerheart.words import BANDS, Band, DamageKind, Trait

ARMOUR_LIMIT = 12
PLACE = "place"
"""The id under which an environment acts."""


class Play(Resolution[State]):
    """A command being resolved, with what is still to be settled."""

    agenda: list[Agenda] = field(default_factory=list)

    def first(self, *steps: Agenda) -> None:
        """Put steps before everything else that is due."""
        self.agenda[:0] = steps


class Basics(Ruleset[State]):
    """Questions about the table that have nothing to do with a single rule."""

    state_type = State

    @cached_property
    def library(self) -> Library:
        """Adversaries, arms, people and lists."""
        return library()

    @property
    def guidance(self) -> Guidance:
        """The GM's lists and tables."""
        return self.library.guidance

    # ------------------------------------------------------------------ who is there

    @staticmethod
    def scene(state: State) -> Scene:
        """The scene; rules of a scene are not asked for when there is none."""
        if state.scene is None:
            raise LookupError("there is no scene")
        return state.scene

    @staticmethod
    def running(state: State) -> Scene | Refusal:
        """The scene that is being played, or why there is none."""
        if state.scene is None or state.scene.ending:
            return Refusal("no_scene")
        return state.scene

    @staticmethod
    def heroes(state: State) -> Iterator[Hero]:
        """The PCs who are on their feet."""
        return (hero for hero in state.party.values() if hero.status == "up")

    @staticmethod
    def alive(state: State) -> int:
        """How many PCs the party counts."""
        return sum(1 for hero in state.party.values() if hero.status not in ("dead", "retired"))

    @staticmethod
    def foes(state: State) -> Iterator[Foe]:
        """The adversaries who still count."""
        if state.scene is not None:
            yield from (foe for foe in state.scene.foes.values() if not (foe.defeated or foe.gone))

    def hero(self, state: State, who: str) -> Hero | Refusal:
        """A PC who can act, or why not."""
        hero = state.party.get(who)
        if hero is None:
            return Refusal("nobody", {"who": who})
        if hero.status != "up":
            return Refusal("not_up", {"who": f"@{who}"}, ("DHP-HP-01", "DHP-DEATH-01"))
        if any(self.condition(held.name).still for held in hero.conditions):
            return Refusal("cannot_act", {"who": f"@{who}"}, ("DHP-COND-06",))
        return hero

    def foe(self, state: State, who: str) -> Foe | Refusal:
        """An adversary who still counts, or why there is none."""
        foe = None if state.scene is None else state.scene.foes.get(who)
        if foe is None:
            return Refusal("nobody", {"who": who})
        if foe.defeated or foe.gone:
            return Refusal("defeated", {"who": f"@{who}"}, ("DHP-ADVSTAT-11",))
        return foe

    @staticmethod
    def there(one: Hero | Foe) -> bool:
        """Whether somebody still counts in the scene: on their feet, not defeated, not gone."""
        return one.status == "up" if isinstance(one, Hero) else not (one.defeated or one.gone)

    def anybody(self, state: State, who: str) -> Hero | Foe | None:
        """A PC or an adversary."""
        return state.party.get(who) or (None if state.scene is None else state.scene.foes.get(who))

    # ------------------------------------------------------------------ where they are (DHP-RANGE-01, DHP-RANGE-02)

    def reach(self, state: State, band: Band) -> int:
        """How many feet a range covers: by feel, or counted in squares of five feet."""
        if band == "out_of_range":
            return 1_000_000
        if state.options.get("defined_ranges"):
            return 5 * self.guidance.squares[band]
        return self.guidance.feet[band]

    def band(self, state: State, feet: int) -> Band:
        """The range that a distance falls into."""
        for band in BANDS:
            if feet <= self.reach(state, band):
                return band
        return "out_of_range"

    def near(self, state: State, one: Hero | Foe, other: Hero | Foe, band: Band) -> bool:
        """Whether two are within a range of each other: a range is a maximum."""
        return abs(one.at - other.at) <= self.reach(state, band)

    @staticmethod
    def beside(one: Hero | Foe, other: Hero | Foe) -> int:
        """Where somebody stops who walks up to somebody: in Melee, on their own side."""
        if abs(one.at - other.at) <= 5:
            return one.at
        return other.at - 5 if one.at < other.at else other.at + 5

    # ------------------------------------------------------------------ conditions (DHP-COND-01)

    def condition(self, name: str) -> ConditionEntry:
        """What a condition does."""
        return self.library.conditions[name]

    def afflictions(self, one: Hero | Foe) -> tuple[ConditionEntry, ...]:
        """What ails or helps somebody, each condition once however many sources it has (DHP-COND-01)."""
        return tuple(self.condition(name) for name in dict.fromkeys(held.name for held in one.conditions))

    @staticmethod
    def has(one: Hero | Foe, name: str) -> bool:
        """Whether somebody is under a condition, from whatever source."""
        return any(held.name == name for held in one.conditions)

    def exposed(self, one: Hero | Foe) -> bool:
        """Whether somebody is Vulnerable: by a condition, or because all Stress is marked (DHP-STRESS-02)."""
        if one.stress and one.stress_marked >= one.stress:
            return True
        return any(self.condition(held.name).exposed for held in one.conditions)

    def concealed(self, one: Hero | Foe) -> bool:
        """Whether somebody is Hidden and nothing gives them away."""
        held = [self.condition(each.name) for each in one.conditions]
        return any(each.hidden for each in held) and not any(each.seen for each in held)

    def fixed(self, one: Hero | Foe) -> bool:
        """Whether somebody cannot move (DHP-COND-03)."""
        return any(self.condition(held.name).fixed for held in one.conditions)

    # ------------------------------------------------------------------ numbers of a PC

    def evasion(self, hero: Hero) -> int:
        """Class and advancements, armour, weapons, and what lasts for a while (DHP-EVA-01)."""
        sheet = hero.sheet
        worn = sheet.armour.evasion if sheet.armour is not None else 0
        return sheet.evasion + worn + sum(weapon.evasion for weapon in sheet.weapons) + hero.dodge

    def trait(self, hero: Hero, trait: Trait) -> int:
        """A trait with what equipment does to it."""
        sheet = hero.sheet
        value = sheet.traits.get(trait, 0)
        if trait == "agility" and sheet.armour is not None:
            value += sheet.armour.agility
        if trait == "finesse":
            value += sum(weapon.finesse for weapon in sheet.weapons)
        return value

    def thresholds(self, hero: Hero) -> tuple[int, int]:
        """Major and Severe: the armour's plus the level; the level and twice it without armour (DHP-DMG-03)."""
        level, armour = hero.sheet.level, hero.sheet.armour
        if armour is None:
            return level, 2 * level
        return armour.major + level, armour.severe + level

    def armour_slots(self, hero: Hero) -> int:
        """The Armor Score, which is the number of slots; none without armour, never above 12 (DHP-ARM-01)."""
        armour = hero.sheet.armour
        if armour is None:
            return 0
        score = armour.score + sum(weapon.armour for weapon in hero.sheet.weapons) + hero.armour_bonus
        return min(score, ARMOUR_LIMIT)

    # ------------------------------------------------------------------ adversaries and environments

    @staticmethod
    def passive(foe: Foe | Place, kind: PassiveKind) -> Feature | None:
        """A passive feature, if it is there."""
        features = foe.block.features if isinstance(foe, Foe) else foe.features
        return next((feature for feature in features if feature.passive == kind), None)

    def place_passive(self, state: State, kind: PassiveKind) -> Feature | None:
        """A passive feature of the environment."""
        place = state.scene.place if state.scene is not None else None
        return None if place is None else self.passive(place, kind)

    def difficulty_of(self, foe: Foe) -> int:
        """The printed Difficulty, higher while flying (DH-DIFF-01)."""
        flying = self.passive(foe, "flying")
        aloft = flying is not None and not self.fixed(foe)
        lasting = sum(entry.difficulty for entry in self.afflictions(foe))
        return foe.block.difficulty + lasting + (flying.value if flying is not None and aloft else 0)

    def difficulty_here(self, state: State) -> int:
        """The Difficulty of an ordinary roll in this scene; 0 where the GM must say (DHP-ENV-01, DH-DIFF-03)."""
        scene = self.scene(state)
        if scene.difficulty or scene.place is None:
            return scene.difficulty
        if scene.place.difficulty:
            return scene.place.difficulty
        return max((self.difficulty_of(foe) for foe in self.foes(state)), default=0)

    def resists(self, state: State, one: Hero | Foe, kind: DamageKind) -> bool:
        """Whether damage of a kind is halved; damage of both kinds only if both are resisted (DHP-ATK-04)."""
        wanted = {"physical", "magic"} if kind == "both" else {kind}
        return wanted <= self._shields(state, one, immune=False)

    def immune(self, state: State, one: Hero | Foe, kind: DamageKind) -> bool:
        """Whether damage of a kind does nothing."""
        wanted = {"physical", "magic"} if kind == "both" else {kind}
        return wanted <= self._shields(state, one, immune=True)

    def _shields(self, state: State, one: Hero | Foe, *, immune: bool) -> set[str]:
        found: set[str] = set()
        for held in one.conditions:
            entry = self.condition(held.name)
            found.update(entry.immune if immune else entry.resists)
        if isinstance(one, Hero):
            found.update(one.sheet.immune if immune else one.sheet.resists)
        elif not immune:
            for feature in one.block.features:
                if feature.passive == "resist":
                    found.update(feature.kinds)
            ghostly = self.place_passive(state, "template")
            found.update(ghostly.kinds if ghostly is not None else ())
        return found

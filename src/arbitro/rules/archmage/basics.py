"""What every chapter of the game needs: who is where, who can act, who is next to whom, and the agenda."""

from collections.abc import Iterator

from msgspec import field

from arbitro.dice.stream import GivenDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Resolution, Ruleset
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import fold
from arbitro.rules.archmage.events import Asked
from arbitro.rules.archmage.power import ConditionName
from arbitro.rules.archmage.state import Combatant, Fight, State, standing
from arbitro.rules.archmage.step import Step

PARTY, FOES = "party", "foes"


class Scene(Resolution[State]):
    """A command being resolved, with the agenda of what is still to be done (next last)."""

    agenda: list[Step] = field(default_factory=list)
    stopped: bool = False
    """Whether an answer is awaited."""

    def one(self, who: str) -> Combatant:
        """Somebody as they are at this moment."""
        return standing(self.state)[who]

    @property
    def fight(self) -> Fight:
        """The battle as it stands."""
        if self.state.fight is None:
            raise LookupError("there is no battle")
        return self.state.fight

    def then(self, *steps: Step) -> None:
        """Put steps before everything else that is still to be done; the first of them comes first."""
        self.agenda.extend(reversed(steps))

    def ask(self, question: Question, about: Step) -> None:
        """Stop for an answer; what is left to do waits in the state."""
        rules = question.rules
        self.happen(Asked(question, about, tuple(self.agenda), rules=rules, audience=REFEREE_ONLY))
        self.stopped = True
        self.agenda = []

    def hint(self, event: Event) -> None:
        """Tell the referee something that changes nothing."""
        self.happen(event)


class Basics(Ruleset[State]):
    """Questions about a battle that have nothing to do with a single rule."""

    state_type = State

    @staticmethod
    def fight(state: State) -> Fight:
        """The battle; rules of a battle are not asked for when there is none."""
        if state.fight is None:
            raise LookupError("there is no battle")
        return state.fight

    @staticmethod
    def battle(state: State) -> Fight | Refusal:
        """The battle that is going on, or the refusal that says there is none."""
        if state.fight is None or state.fight.phase == "over":
            return Refusal("no_battle")
        return state.fight

    def known(self, state: State, who: str) -> Combatant | Refusal:
        """Somebody in the battle, or the refusal that says there is nobody of that id."""
        fight = self.battle(state)
        if isinstance(fight, Refusal):
            return fight
        found = fight.combatants.get(who)
        return Refusal("nobody", {"who": who}) if found is None else found

    @staticmethod
    def scene(state: State) -> Scene:
        """A scene for questions only: it has no dice."""
        return Scene(state, GivenDice(()), fold.evolve)

    # ---------------------------------------------------------------- who can do what

    def has(self, state: State, one: Combatant, name: ConditionName) -> bool:
        """Whether a condition works on somebody (AE-COND-02)."""
        if name == "helpless":
            return one.awareness in ("asleep", "unconscious", "coma") or self._afflicted(one, "helpless")
        if name == "fear":
            return self._afflicted(one, "fear") or self.in_awe(state, one)
        if name == "dazed":
            return self._afflicted(one, "dazed") or self.has(state, one, "fear")
        if name == "asleep":
            return one.awareness == "asleep"
        return self._afflicted(one, name)

    @staticmethod
    def _afflicted(one: Combatant, name: ConditionName) -> bool:
        for each in one.afflictions:
            if each.name == name and (not each.only_engaged or each.source in one.engaged):
                return True
        return False

    def in_awe(self, state: State, one: Combatant) -> bool:
        """Whether somebody is engaged with a creature whose presence frightens those of few hit points."""
        if not one.engaged:
            return False
        people = standing(state)
        for foe in one.engaged:
            other = people[foe]
            fear = other.profile.special("fear")
            if fear is not None and other.conscious and one.hp <= fear.value:
                return True
        return False

    def can_act(self, one: Combatant) -> bool:
        """Whether somebody is awake, there, and not stunned (AE-COND-10)."""
        if not one.conscious:
            return False
        return all(each.name not in ("stunned", "helpless") for each in one.afflictions)

    # ---------------------------------------------------------------- sides and places

    @staticmethod
    def foes(fight: Fight, one: Combatant) -> Iterator[Combatant]:
        """Those of the other side who are still there, conscious or not."""
        side = one.side
        return (other for other in fight.combatants.values() if other.side != side and other.in_field)

    @staticmethod
    def friends(fight: Fight, one: Combatant) -> Iterator[Combatant]:
        """The others of one's own side who are still there."""
        side, who = one.side, one.id
        return (
            other for other in fight.combatants.values() if other.side == side and other.id != who and other.in_field
        )

    @staticmethod
    def pinning(fight: Fight, one: Combatant) -> tuple[str, ...]:
        """The engaged foes that hold somebody in melee: one who is unconscious or asleep holds nobody (AE-POS-11)."""
        return tuple(foe for foe in one.engaged if fight.combatants[foe].conscious)

    @staticmethod
    def nearby(one: Combatant, other: Combatant) -> bool:
        """Whether two are within one move of each other (AE-POS-03, AE-POS-04)."""
        if other.id in one.near or other.id in one.engaged:
            return True
        if one.side == other.side:
            return one.band == other.band
        return one.band == "nearby" and other.band == "nearby"

    @staticmethod
    def next_to(one: Combatant, other: Combatant) -> bool:
        """Whether two allies are side by side: a common foe, or one has gone to the other (AE-POS-07)."""
        return other.id in one.beside or any(foe in other.engaged for foe in one.engaged)

    def groups(self, fight: Fight, side: str) -> list[tuple[str, ...]]:
        """The groups of a side in order: as declared, and all who are engaged with one opponent (AE-TARGET-02)."""
        declared: dict[str, list[str]] = {}
        found: list[tuple[str, ...]] = []
        for one in fight.combatants.values():
            if one.side == side and one.in_field:
                declared.setdefault(one.profile.group or one.profile.race or side, []).append(one.id)
            elif one.in_field and len(one.engaged) > 1:
                inside = tuple(each for each in fight.combatants if each in one.engaged)
                found.append(tuple(each for each in inside if fight.combatants[each].in_field))
        return [tuple(each) for each in declared.values()] + found

    def contiguous(self, fight: Fight, side: str, targets: tuple[str, ...]) -> bool:
        """Whether targets stand one after the other in some group, nobody skipped (AE-TARGET-02)."""
        if len(targets) == 1:
            return True
        for group in self.groups(fight, side):
            if targets[0] in group:
                start = group.index(targets[0])
                if group[start : start + len(targets)] == targets:
                    return True
        return False

    def counted_allies(self, fight: Fight, one: Combatant) -> tuple[Combatant, ...]:
        """Those who figure in a tally of somebody's allies; of a character's, no NPCs (AE-TARGET-05)."""
        heroes = ("pc", "companion")
        everybody = one.profile.kind not in heroes
        return tuple(other for other in self.friends(fight, one) if everybody or other.profile.kind in heroes)

    @staticmethod
    def in_order(fight: Fight, people: Iterator[Combatant]) -> list[Combatant]:
        """Combatants in the order of initiative."""
        place = {who: number for number, who in enumerate(fight.order)}
        return sorted(people, key=lambda one: place.get(one.id, len(place)))

    def may_react(self, state: State, one: Combatant) -> bool:
        """Whether somebody may answer outside the own turn; in an ambush round the surprised may not (AE-AMBUSH-03)."""
        fight = self.fight(state)
        if fight.phase == "ambush" and fight.ambush is not None and one.side != fight.ambush.side:
            return bool(state.options["surprised_reactions"])
        return True


def words(text: str) -> tuple[str, ...]:
    """The ids in a list with commas between."""
    return tuple(part for part in (each.strip() for each in text.split(",")) if part)

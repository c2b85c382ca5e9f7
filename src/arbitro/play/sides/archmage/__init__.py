"""The engine of the archmages in a campaign: its checks, battles, rests and heal-ups in the appendix's dungeon.

Our rulings: the depth of the dungeon stands for the tier of the surroundings; a trap that hurts allows a quick rest as
a battle does; who flees gets back to where the party came from; days at the inn bring a full heal-up; a level is gained
in town after as many average battles as make three full heal-ups (the content prints three to four).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal

from arbitro.dungeon.events import Effect
from arbitro.dungeon.pool import Bather
from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import Seat
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.archmage import harms, people
from arbitro.play.sides.archmage.events import (
    EVENTS,
    FOLDS,
    ArchmageCampaign,
    LevelReached,
    Mustered,
    PotionFound,
)
from arbitro.play.sides.walking import Walking
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import GROUP, Called, CampaignState
from arbitro.play.stocking.archmage import ArchmageStocker
from arbitro.play.telling import TEXTS
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.basics import FOES, PARTY
from arbitro.rules.archmage.bestiary import creature, difficulty
from arbitro.rules.archmage.catalogue import building, monsters
from arbitro.rules.archmage.characters import TOP_LEVEL
from arbitro.rules.archmage.events import BattleEnded, Fell, SkillChecked
from arbitro.rules.archmage.power import Ability, Named
from arbitro.rules.archmage.setup import READY_PARTIES
from arbitro.rules.archmage.state import Ambush, Combatant, Side, State, standing
from arbitro.text import Language

TWENTY: Final = 20
SKILLS: Final[dict[str, Ability]] = {"door": "str", "listen": "wis", "search": "int"}
"""The ability that each errand asks of somebody."""
CHECK: Final = ("AE-POS-12",)
WORN: Final = Fraction(1, 3)
"""A party turns back when it has less than this share of its recoveries."""
ENDINGS: Final[dict[str, Literal["won", "fled", "beaten", "parted"]]] = {
    "victory": "won",
    "fled": "fled",
    "defeat": "beaten",
    "broken_off": "parted",
}
ALIGNMENT: Final = "NEUTRALITY"
"""The game has no alignments: a talking pool takes everybody for neutral."""


class ArchmageSide(Walking):
    """The game's part."""

    state_type: ClassVar[type[CampaignState]] = ArchmageCampaign
    events: ClassVar[tuple[type[Event], ...]] = (*Walking.events, *EVENTS)
    folds: ClassVar[Mapping[type[Event], Any]] = {**Walking.folds, **FOLDS}
    option_packages = (*Walking.option_packages, "arbitro.play.sides.archmage")
    not_offered = frozenset({"full_heal_up"})
    game: Archmage

    # ------------------------------------------------------------ where things stand

    @staticmethod
    def own(state: CampaignState) -> ArchmageCampaign:
        """The state with its own fields."""
        if not isinstance(state, ArchmageCampaign):
            raise TypeError("this is another game's campaign")
        return state

    def inner(self, state: CampaignState) -> State:
        """The game's own state."""
        return self.own(state).game

    def fighting(self, state: CampaignState) -> bool:
        """Blows are being exchanged."""
        fight = self.inner(state).fight
        return fight is not None and fight.phase != "over"

    def busy(self, state: CampaignState) -> bool:
        """A battle, a meeting, a question."""
        return self.fighting(state) or self.own(state).meeting is not None or bool(state.game.awaiting)

    def members(self, state: CampaignState) -> Iterator[Combatant]:
        """The characters, as they stand in the battle or between battles."""
        inner = self.inner(state)
        now = standing(inner)
        return (now.get(who, one) for who, one in inner.party.items())

    # ------------------------------------------------------------ the party

    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """The ready parties of the game."""
        return tuple((f"ready:{name}", title) for name, title in people.titles().items())

    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """A ready party, or characters by lot; whoever is there already does not come twice."""
        kind, _, rest = party.partition(":")
        size, _, level = rest.partition(":")
        known = set(self.own(scene.state).heroes)
        if kind == "ready" and rest in READY_PARTIES:
            heroes = tuple(hero for hero in people.ready(rest) if hero.id not in known)
            dice: tuple[Any, ...] = ()
        elif kind == "random" and size.isdigit() and (level or "1").isdigit():
            if not 1 <= int(size) <= people.MOST or not 1 <= int(level or 1) <= TOP_LEVEL:
                return Refusal("bad_lot", {"most": people.MOST, "top": TOP_LEVEL})
            heroes, dice = people.by_lot(scene, int(size), int(level or 1), known)
        else:
            return Refusal("bad_party", {"party": party})
        if not heroes:
            return Refusal("nobody_new", {"party": party})
        usual = int(scene.state.options["default_recoveries"])
        fresh = tuple(people.fresh(hero, usual) for hero in heroes)
        who = tuple(hero.id for hero in heroes)
        scene.happen(Mustered(who, heroes, fresh, dice, rules=("AE-HP-01", "AE-RECOVERY-01")))
        self.equip(scene, who, building().starting_gold)
        return None

    def people(self, state: CampaignState) -> tuple[str, ...]:
        """Everybody who lives."""
        return tuple(one.id for one in self.members(state) if one.awareness not in ("dead", "gone"))

    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those who are awake."""
        return tuple(one.id for one in self.members(state) if one.conscious)

    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those who died."""
        return tuple(
            (one.id, Called(one.profile.name.it, one.profile.name.en, one.profile.name.gender))
            for one in self.members(state)
            if one.awareness == "dead"
        )

    def bather(self, state: CampaignState, who: str) -> Bather:
        """Only gold counts."""
        return Bather(who, ALIGNMENT, self.gold(state, who) or 0)

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Those for whom nothing counts more than Strength (DA-GAS-06)."""
        heroes = self.own(state).heroes
        return tuple(
            who for who in self.able(state) if heroes[who].abilities["str"] == max(heroes[who].abilities.values())
        )

    def stocker(self, state: CampaignState) -> Stocker:
        """Fair battles for a party of this size, of the level that the depth stands for."""
        return ArchmageStocker(max(len(self.people(state)), 1))

    def level(self, state: CampaignState) -> int:
        """The level of the party."""
        heroes = self.own(state).heroes
        return max((heroes[who].level for who in self.people(state)), default=1)

    def receive_thing(self, scene: Scene, name: str, count: int) -> None:
        """Every other treasure is a healing potion, for whoever has fewest."""
        del name
        for _ in range(count):
            inner = self.inner(scene.state)
            living = self.people(scene.state)
            who = min(living, key=lambda each: inner.party[each].potions)
            scene.happen(PotionFound(who, inner.party[who].potions + 1, rules=("AE-DYING-12",)))

    # ------------------------------------------------------------ checks

    def checked(self, scene: Scene, who: str, ability: Ability, rules: tuple[str, ...] = ()) -> bool:
        """A skill check against the surroundings: a hard one in the dark (AE-POS-12)."""
        inner = self.inner(scene.state)
        one = inner.party[who]
        dc = harms.obstacle(scene.state, "normal" if self.lit(scene.state) else "hard").dc
        bonus = self.game.skill_bonus(inner, one, ability, one.profile.background)
        check = held_against((scene.dice.roll(TWENTY, "skill"),), bonus, ">=", dc, "dc")
        scene.happen(SkillChecked(who, ability, "other", check, rules=(*CHECK, *rules)))
        return check.success

    def attempt(self, scene: Scene, errand: Errand) -> None:
        """One check decides."""
        self.settle_errand(scene, errand, self.checked(scene, errand.who, SKILLS[errand.kind]))

    def best_for(self, state: CampaignState, kind: str) -> str:
        """By ability and background."""
        inner = self.inner(state)
        ability = SKILLS[kind]

        def bonus(who: str) -> int:
            one = inner.party[who]
            return sum(each.amount for each in self.game.skill_bonus(inner, one, ability, one.profile.background))

        return max(self.able(state), key=bonus, default="")

    def noticed(self, scene: Scene, who: str) -> bool:
        """As when searching (DA-TRAP-02)."""
        return self.checked(scene, who, SKILLS["search"], ("DA-TRAP-02",))

    def forced(self, scene: Scene) -> bool:
        """As with a door that sticks (DA-TRAP-07)."""
        who = self.best_for(scene.state, "door")
        return bool(who) and self.checked(scene, who, SKILLS["door"], ("DA-TRAP-07",))

    # ------------------------------------------------------------ battles

    def start_fight(self, scene: Scene, meeting: Meeting, surprised: Literal["", "party", "foes"]) -> None:
        """A battle by the game's own rules; the party comes to it as the last one left it."""
        inner = self.inner(scene.state)
        up = [one for one in inner.party.values() if one.awareness not in ("dead", "gone", "coma")]
        members = [c.Member(one.profile) for one in up]
        for name, count in meeting.foes:
            ids = [f"{name.replace('_', '-')}-{number}" for number in range(1, count + 1)]
            members += [c.Member(creature(name, FOES, who, number)) for number, who in enumerate(ids, 1)]
        sides = (Side(PARTY, _named("fight.party", "f")), Side(FOES, _named("fight.foes")))
        foes = [member.profile for member in members if member.profile.side == FOES]
        hard = difficulty([(foe.level, foe.category) for foe in foes], self.level(scene.state), len(up))
        first = len(scene.events)
        scene.must(c.StartBattle(sides, tuple(members), hard, self._ambush(scene.state, foes[0].id, surprised)))
        self.after(scene, first)

    def _ambush(self, state: CampaignState, foe: str, surprised: Literal["", "party", "foes"]) -> Ambush | None:
        """Who springs the ambush: the quickest of the party, or the first of the foes (AE-AMBUSH-01)."""
        if not surprised:
            return None
        if surprised == "party":
            return Ambush(FOES, foe)
        inner = self.inner(state)
        quickest = max(self.able(state), key=lambda who: self.game.initiative_bonus(inner.party[who].profile))
        return Ambush(PARTY, quickest)

    def after(self, scene: Scene, first: int) -> None:
        """A battle that has ended has consequences here."""
        ended = next((event for event in scene.events[first:] if isinstance(event, BattleEnded)), None)
        if ended is not None:
            self.fight_over(scene, ENDINGS[ended.result], self.foes_left(scene.state))

    def foes_left(self, state: CampaignState) -> tuple[tuple[str, int], ...]:
        """Creatures of the catalogue that are neither dead nor gone."""
        fight = self.inner(state).fight
        if fight is None:
            return ()
        left = Counter(
            one.profile.race
            for one in fight.combatants.values()
            if one.side == FOES and one.awareness not in ("dead", "gone") and one.profile.race in monsters()
        )
        return tuple(left.items())

    def won(self, state: CampaignState) -> str:
        """Battles count by their weight (AE-FULLHEAL-02)."""
        inner = self.inner(state)
        weight = self.game.battle_weight(inner, self.game.fight(inner)) if inner.fight is not None else Fraction(0)
        return str(Fraction(self.own(state).progress) + weight)

    def come_round(self, scene: Scene) -> None:
        """A campaign loss, and recoveries for those who lie on the ground (AE-FLEE-04, AE-REST-02)."""
        self.lose(scene)
        if not self.inner(scene.state).resting:
            return
        for who in self.people(scene.state):
            if self.inner(scene.state).party[who].awareness == "unconscious":
                scene.must(c.UseRecovery(who))

    def lose(self, scene: Scene) -> None:
        """A campaign loss, as the game keeps them."""
        inner = self.game.scene(self.inner(scene.state))
        self.game.lose_campaign(inner, "", ("AE-FLEE-03", "AE-FLEE-04"))
        for event in inner.events:
            scene.happen(event)

    def perish(self, scene: Scene) -> None:
        """The end of everybody."""
        for who in self.people(scene.state):
            scene.happen(Fell(who, "dead", rules=("AE-DYING-06",)))

    def after_harm(self, scene: Scene) -> None:
        """When a trap has left nobody on their feet."""
        if not self.able(scene.state) and scene.state.stage == "dungeon":
            self.beaten(scene)

    def apply(self, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
        """By the game's own defences and damage."""
        harms.apply(self, scene, source, effect, rules)

    def ailment_over(self, scene: Scene, kind: str, who: str, amount: int) -> None:
        """Borrowed strength goes again."""
        if kind == "stronger" and who in self.people(scene.state):
            harms.change(self, scene, who, "str", -amount, ("DA-GAS-06",))

    # ------------------------------------------------------------ town

    def lodge(self, scene: Scene, days: int) -> Refusal | None:
        """Care for those in a coma, and a full heal-up: earned, or granted as the option has it."""
        self.skip_days(scene, days)
        for who, one in list(self.inner(scene.state).party.items()):
            if one.awareness == "coma":
                scene.must(c.Revive(who))
        inner = self.inner(scene.state)
        earned = Fraction(inner.weight) >= int(inner.options["full_heal_battles"])
        if not earned and Fraction(inner.weight) and scene.state.options["town_heal_up"] == "loss":
            self.lose(scene)
        scene.must(c.FullHealUp(granted=not earned))
        return None

    def come_home(self, scene: Scene) -> Refusal | None:
        """The fallen are inherited from, and whoever has won enough rises a level."""
        if not self.at_gate(scene.state):
            return Refusal("road_left", {"days": self.to_go(scene.state)})
        self.inherit(scene)
        state = self.own(scene.state)
        needed = int(state.options["heal_ups_per_level"]) * int(state.options["full_heal_battles"])
        rising = [state.heroes[who] for who in self.people(state) if people.may_rise(state.heroes[who])]
        if rising and Fraction(state.progress) >= needed:
            heroes = tuple(people.raised(hero) for hero in rising)
            party = tuple(people.remade(state.game.party[hero.id], hero) for hero in heroes)
            level = max(hero.level for hero in heroes)
            scene.happen(LevelReached(level, heroes, party, rules=("AE-FULLHEAL-01", "AE-HP-01")))
        return None

    # ------------------------------------------------------------ doors of the table

    def owner(self, state: CampaignState, command: Command) -> str:
        """A full heal-up that is earned is the party's to take (AE-FULLHEAL-01)."""
        if command == c.FullHealUp():
            return GROUP
        return super().owner(state, command)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Encounters, and whatever else the game asks of the referee."""
        return super().kind_of(state, command) or ("rulings" if command.answers else "")

    def choices(self, state: CampaignState, seat: Seat) -> Iterator[Choice]:
        """Also a full heal-up: an earned one for the party, any for the referee."""
        yield from super().choices(state, seat)
        if state.stage in ("gathering", "over") or state.awaiting:
            return
        inner = self.inner(state)
        rules = ("AE-FULLHEAL-01",)
        if seat.may_act_for(GROUP) and self.game.allows(inner, c.FullHealUp()):
            yield Choice("full_heal", "full_heal_up", Label("choice.take_heal_up"), {}, (), rules)
        elif seat.role == "referee" and self.game.allows(inner, c.FullHealUp(granted=True)):
            label = Label("choice.grant_heal_up")
            yield Choice("grant_full_heal", "full_heal_up", label, {"granted": True}, (), rules)

    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """One seat for the whole party, and one for each character."""
        return cut_seats(self.inner(state).party)

    def creature(self, name: str, language: Language) -> str:
        """By the catalogue."""
        return monsters()[name].name.in_(language)

    # ------------------------------------------------------------ a plain party

    def care(self, state: CampaignState) -> Iterator[Command]:
        """Recoveries after a battle, the rest, a heal-up that is earned; then light and stores."""
        inner = self.inner(state)
        yield from (command for command in self._rest(inner) if self.game.allows(inner, command))
        yield from self.provisions(state)

    def _rest(self, inner: State) -> Iterator[Command]:
        yield c.FullHealUp()
        for one in inner.party.values():
            low = 2 * one.hp <= one.max_hp and one.recoveries > 0
            if one.awareness == "unconscious" or low:
                yield c.UseRecovery(one.id)
        yield c.QuickRest()

    def weary(self, state: CampaignState) -> bool:
        """Few recoveries left, somebody badly hurt, or no light; in town: anything to be healed."""
        party = [one for one in self.members(state) if one.awareness not in ("dead", "gone")]
        if state.stage == "town":
            return any(one.hp < one.max_hp or one.recoveries < one.recoveries_max for one in party)
        left = sum(one.recoveries for one in party)
        spent = left < WORN * sum(one.recoveries_max for one in party)
        return spent or self.hindered(state) or any(3 * one.hp <= one.max_hp for one in party)


def _named(key: str, gender: Literal["m", "f"] = "m") -> Named:
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), gender)

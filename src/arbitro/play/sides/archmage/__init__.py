"""The engine of the archmages in a campaign: its checks, battles, rests and heal-ups in the appendix's dungeon.

Our rulings: the depth of the dungeon stands for the tier of the surroundings; a trap that hurts allows a quick rest as
a battle does; who flees gets back to where the party came from; days at the inn bring a full heal-up; a level is gained
in town after as many average battles as make three full heal-ups (the content prints three to four).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import people
from arbitro.play.sides.archmage.battles import CHECK, Battles
from arbitro.play.sides.archmage.events import (
    COMMANDS,
    EVENTS,
    FOLDS,
    DrinkUp,
    Enlist,
    LevelReached,
    TrySkill,
)
from arbitro.play.sides.walking import Walking
from arbitro.play.state import GROUP, CampaignState
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.power import ABILITIES
from arbitro.rules.archmage.state import State

WORN: Final = Fraction(1, 3)
"""A party turns back when it has less than this share of its recoveries."""


class ArchmageSide(Battles):
    """The game's part."""

    events: ClassVar[tuple[type[Event], ...]] = (*Walking.events, *EVENTS)
    folds: ClassVar[Mapping[type[Event], Any]] = {**Walking.folds, **FOLDS}
    commands: ClassVar[tuple[type[Command], ...]] = (*Walking.commands, *COMMANDS)
    verbs: ClassVar[dict[type[Command], str]] = {
        **Walking.verbs,
        Enlist: "enlist",
        DrinkUp: "drink_up",
        TrySkill: "try_skill",
    }
    option_packages = (*Walking.option_packages, "arbitro.play.sides.archmage")
    not_offered = frozenset({"full_heal_up"})

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
        if isinstance(command, Enlist):
            return REFEREE_ONLY
        return super().owner(state, command)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Encounters, and whatever else the game asks of the referee."""
        return super().kind_of(state, command) or ("rulings" if command.answers else "")

    def choices(self, state: CampaignState, seat: Seat) -> Iterator[Choice]:
        """What any side offers, and a full heal-up: an earned one for the party, any for the referee."""
        yield from super().choices(state, seat)
        if state.stage in ("gathering", "over") or state.awaiting:
            return
        inner = self.inner(state)
        yield from self._potions(state, seat)
        yield from self._skills(state, seat)
        rules = ("AE-FULLHEAL-01",)
        if seat.may_act_for(GROUP) and self.game.allows(inner, c.FullHealUp()):
            yield Choice("full_heal", "full_heal_up", Label("choice.take_heal_up"), {}, (), rules)
        elif seat.role == "referee" and self.game.allows(inner, c.FullHealUp(granted=True)):
            label = Label("choice.grant_heal_up")
            yield Choice("grant_full_heal", "full_heal_up", label, {"granted": True}, (), rules)

    def _skills(self, state: CampaignState, seat: Seat) -> Iterator[Choice]:
        """Anything else that somebody might try."""
        hands = [who for who in self.able(state) if seat.may_act_for(who)]
        if not hands or self.underground(state, hands[0]) is not None:
            return
        who = Parameter("who", picks=tuple(Pick(each, Label("name", {"who": f"@{each}"})) for each in hands))
        ability = Parameter("ability", picks=tuple(Pick(each, Label(f"ability.{each}")) for each in ABILITIES))
        yield Choice("try_skill", "try_skill", Label("choice.try_skill"), {}, (who, ability), CHECK)

    def _potions(self, state: CampaignState, seat: Seat) -> Iterator[Choice]:
        """Between battles, for whoever is hurt."""
        party = self.inner(state).party
        hurt = [
            who for who in self.people(state) if party[who].hp < party[who].max_hp and party[who].awareness != "coma"
        ]
        if not hurt or self.leisure(state) is not None:
            return
        picks = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in hurt)
        for who in self.able(state):
            if party[who].potions and seat.may_act_for(who):
                label = Label("choice.drink_up", {"who": f"@{who}"})
                part = (Parameter("patient", picks=picks),)
                yield Choice(f"drink_up/{who}", "drink_up", label, {"who": who}, part, ("AE-DYING-12",))

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """Flight in time; the rest as the game's own automatic players and referee have it."""
        flight = self._flight(state)
        if flight is not None and seat.may_act_for(flight.who) and self.game.allows(self.inner(state), flight):
            return flight
        return super().suggest(state, seat)

    def _flight(self, state: CampaignState) -> c.ProposeFlight | c.VoteFlight | None:
        """When a third of the party is down before foes who are as many as those who stand: nobody is left behind."""
        inner = self.inner(state)
        fight = inner.fight
        if fight is None or not self.fighting(state):
            return None
        able, living = len(self.able(state)), len(self.people(state))
        if 3 * (living - able) < living or sum(count for _, count in self.foes_left(state)) < able:
            return None
        if state.awaiting:
            asked = state.awaiting[0]
            return c.VoteFlight(asked.who, "yes") if asked.kind == "flight" else None
        return c.ProposeFlight(fight.current) if fight.current in inner.party else None

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

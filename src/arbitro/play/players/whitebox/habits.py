"""What a prudent player knows about La Scatola Bianca and its variants: soldiers, armour, light, and when to run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.play.commands import Bank
from arbitro.play.players.habits import Habits
from arbitro.play.players.whitebox.flight import everybody_runs, odds_in_fight
from arbitro.play.sides.whitebox.box import company, expedition_of, inner_state
from arbitro.play.sides.whitebox.party import fighting
from arbitro.play.sides.whitebox.wishes import SOLDIERS
from arbitro.play.state import CampaignState
from arbitro.play.ways import Way
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.commands import Run
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.events import Listened
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.meetings import is_wordless
from arbitro.rules.whitebox.exploring.state import PARTY_SIDE, Expedition, Troop
from arbitro.rules.whitebox.exploring.strangers import troop_rate
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.load import party_rate
from arbitro.rules.whitebox.people.records import folk
from arbitro.rules.whitebox.people.state import Character, Item

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

COMPANY: Final = 12
"""How many go along at most, hirelings counted in."""
RATIONS: Final = 7
TORCHES: Final = 12
NEST_EGG: Final = 15
"""Gold pieces that stay in a purse."""
WHOLE: Final = 1.0
HURT: Final = 0.8
"""It turns back when the adventurers have less than this share of their hit points."""
LOSSES: Final = 0.5
"""It turns back when less than this share of those who set out is on its feet."""
LIGHT: Final = 90
"""It turns back when there is light for fewer minutes than this."""
ENOUGH: Final = 30
"""It turns back when it carries treasure of so many gold pieces for each adventurer and each of their levels."""
OUTMATCHED: Final = 0.25
"""It runs from foes who are so many times as strong as the party: a fight that is merely fair costs half of it."""
LOST: Final = 0.4
"""It runs out of a fight in which the foes are so many times as strong as what is left of the party."""
HOPELESS: Final = 0.9
"""Even a plain player runs out of a fight in which they are so many times as strong."""
SLEEP: Final = "sleep"
FIRST_SPELLS: Final = (SLEEP, "web", "magic_missile", "charm_person")
"""Spells that are memorised before any other."""
GOOD_EYE: Final = 0.5
"""The chance to find a trap that is worth the time it takes."""
SLEEPERS: Final = 4
"""Hit dice up to which foes fall asleep."""


class WhiteBoxHabits(Habits):
    """La Scatola Bianca and its variants: strength in numbers, armour, sleep, and no shame in running."""

    adventurers = 6
    flights = (exploring_commands.Flee, Run)

    def __init__(self, campaign: "Campaign") -> None:
        super().__init__(campaign)
        self.game = box_game(campaign)

    # ------------------------------------------------------------ town

    def outfit(self, state: CampaignState) -> Iterator[Command]:
        """Shares, armour, light, food, soldiers and the right spells, in that order; gold comes out of the box."""
        yield people_commands.DivideTreasure()
        people = [one for one in company(state) if one.kind == "player" and one.fit]
        for one in people:
            yield from self.armour(one)
        for one in people[:2]:
            if _count(one, "torches_6") < TORCHES:
                yield people_commands.Buy(one.id, "torches_6")
        for one in people:
            if _count(one, "rations_trail") < RATIONS:
                yield people_commands.Buy(one.id, "rations_trail", RATIONS - _count(one, "rations_trail"))
            if SLEEP in one.book and one.prepared and SLEEP not in one.prepared:
                yield people_commands.Forget(one.id, one.prepared[0])
            yield from (
                people_commands.Memorise(one.id, spell) for spell in FIRST_SPELLS if one.prepared.count(spell) < 2
            )
        if len(self.campaign.side.party.people(state)) < COMPANY:
            rich = sorted(people, key=lambda one: -one.coins.gp)
            yield from (
                people_commands.Hire(one.id, trade) for trade in SOLDIERS for one in rich if one.coins.gp > NEST_EGG
            )
            for one in people:
                if one.coins.gp <= NEST_EGG and state.strongbox.get(one.id, 0) > NEST_EGG:
                    yield Bank(one.id, min(state.strongbox[one.id], 2 * NEST_EGG), out=True)
        yield from self.order_of_march(state)

    def order_of_march(self, state: CampaignState) -> Iterator[Command]:
        """Those who are paid for it in front, then the best armoured; whoever wears nothing goes in the middle."""
        people = list(company(state))
        suits = {one.id: max((0, *self._worn(one))) for one in people}
        order = [one.id for one in sorted(people, key=lambda one: (one.kind == "player", -suits[one.id]))]
        if tuple(order) != tuple(one.id for one in people):
            yield people_commands.MarchingOrder(",".join(order))

    def _worn(self, one: Character) -> Iterator[int]:
        suits = self.game.content.armour
        return (suits[item.of].bonus for item in _suits(self.game, one).values() if item.where == "worn")

    def armour(self, one: Character) -> Iterator[Command]:
        """The best suit that class and purse allow; the old one is sold."""
        suits, facts = self.game.content.armour, self.game.content.classes.get(one.class_id)
        if facts is None or facts.armour.custom:
            return
        owned = {key: suits[item.of].bonus for key, item in _suits(self.game, one).items()}
        best = max(owned, key=lambda key: owned[key], default="")
        for key in owned:
            if key != best:
                yield people_commands.Carry(one.id, key, "pack")
                yield people_commands.Sell(one.id, key)
        if best and one.items[best].where != "worn":
            yield people_commands.Carry(one.id, best, "worn")
        for name, suit in suits.items():
            better = suit.bonus > owned.get(best, 0) and suit.cost + NEST_EGG <= one.coins.gp
            if name in facts.armour.suits and not suit.shield and better:
                yield people_commands.Buy(one.id, name)

    def ready(self, state: CampaignState) -> bool:
        """Everybody whole."""
        return self.health(state) >= WHOLE and not any(one.health == "out" for one in company(state))

    # ------------------------------------------------------------ going on

    def health(self, state: CampaignState) -> float:
        """The share of their hit points that the adventurers have."""
        people = [one for one in company(state) if one.kind == "player"]
        return sum(max(one.hp, 0) for one in people) / max(sum(one.max_hp for one in people), 1)

    def fit_to_go_on(self, state: CampaignState) -> bool:
        """Neither hurt nor laden, nobody left behind, and light to go by."""
        inner = inner_state(state)
        people = list(company(state))
        adventurers = [one for one in people if one.kind == "player"]
        fallen = sum(1 for one in state.fallen if one.minute > state.set_out)
        set_out = len(people) + fallen  # the marching order names the dead of earlier journeys too
        levels = sum(one.level for one in adventurers)
        return (
            self.health(state) >= HURT
            and not any(one.health == "out" for one in adventurers)
            and sum(1 for one in people if one.fit) >= LOSSES * set_out
            and not self.mourning(state)
            and inner.party.hoard.copper < 100 * ENOUGH * levels
            and (not state.at or self.light(state) >= LIGHT)
        )

    def light(self, state: CampaignState) -> int:
        """Minutes of light that the party has with it."""
        left = self.campaign.side.chores.light(state)
        return LIGHT if left is None else left

    # ------------------------------------------------------------ those who are met

    def when_met(self, state: CampaignState) -> Iterator[Command]:
        """Run from the strong, talk to everybody else, strike when talk is over, and leave a fight that is lost."""
        if fighting(state):
            if odds_in_fight(self.game, state) > LOST:
                yield from everybody_runs(state)
            return
        out = expedition_of(state)
        if out is None or out.meeting is None:
            return
        if self.worth_running(state, out):
            yield exploring_commands.Flee()
        yield exploring_commands.Parley()
        yield exploring_commands.Engage(PARTY_SIDE)

    def when_cornered(self, state: CampaignState) -> Iterator[Command]:
        """Talk, or strike; in the fight the tactics of the game decide."""
        return iter(()) if fighting(state) else super().when_cornered(state)

    def when_lost(self, state: CampaignState) -> Iterator[Command]:
        """Nobody is made to stay in a fight: all run when the others are plainly the stronger."""
        if fighting(state) and odds_in_fight(self.game, state) > HOPELESS:
            yield from everybody_runs(state)

    def at_first_sight(self, state: CampaignState) -> Iterator[Command]:
        """Run from the strong, before they have taken notice."""
        out = expedition_of(state)
        if out is None or out.meeting is None or out.meeting.attitude or state.awaiting or fighting(state):
            return
        if self.worth_running(state, out):
            yield exploring_commands.Flee()

    def worth_running(self, state: CampaignState, out: Expedition) -> bool:
        """Whether those who are met are too strong; between walls the faster may catch up, so it talks if it can."""
        if out.meeting is None or self.odds(state, out) <= OUTMATCHED:
            return False
        game, troop = self.game, out.troops[out.meeting.troop]
        faster = troop_rate(game.rules, troop) > party_rate(game.at(inner_state(state)))
        return not (state.at and faster) or is_wordless(game.rules, troop)

    def odds(self, state: CampaignState, out: Expedition) -> float:
        """How many times as strong as the party those are whom it has met."""
        if out.meeting is None:
            return 0.0
        return self.strength_of(out, out.troops[out.meeting.troop]) / max(self.strength(state, out), 0.1)

    def strength(self, state: CampaignState, out: Expedition) -> float:
        """The party's, in hit dice; a sleep spell counts for a whole group of small foes."""
        people = [one for one in company(state) if one.fit]
        bodies = sum(one.level * max(one.hp, 0) / max(one.max_hp, 1) for one in people)
        small = out.meeting is not None and dice_of(self.game.rules, out.troops[out.meeting.troop]) <= SLEEPERS
        return bodies + (6 * sum(one.prepared.count(SLEEP) for one in people) if small else 0)

    def strength_of(self, out: Expedition, troop: Troop) -> float:
        """Of those who are met: how many they are, times the hit dice that the bestiary gives them."""
        count = out.meeting.count if out.meeting is not None else 1
        return count * dice_of(self.game.rules, troop)

    # ------------------------------------------------------------ doors

    def listen(self, state: CampaignState, found: Way) -> Iterator[Command]:
        """The best ears of the party that have not been at this door before."""
        game = self.game
        people = [one for one in company(state) if one.fit and one.kind == "player"]
        people.sort(key=lambda one: -folk(game.rules, one).listen)
        yield from (exploring_commands.Listen(one.id, found.id) for one in people)

    def sharp_eyes(self, state: CampaignState) -> Iterator[str]:
        """Dwarves, and thieves who find more traps than they miss."""
        side = self.campaign.side
        chances = {who: side.perils.trap_chance(state, REFEREE, who) or 0 for who in side.party.able(state)}
        good = [who for who, chance in chances.items() if chance >= GOOD_EYE]
        return iter(sorted(good, key=lambda who: -chances[who])[:1])

    def heard(self, event: Event) -> tuple[str, bool] | None:
        """At which door somebody has listened, and whether there was anything to hear."""
        return (event.door, event.heard) if isinstance(event, Listened) else None


def box_game(campaign: "Campaign") -> BoxGame:
    """The game of a campaign of the family."""
    if not isinstance(campaign.game, BoxGame):
        raise TypeError("this is another game's campaign")
    return campaign.game


def _count(one: Character, of: str) -> int:
    return sum(item.count for item in one.items.values() if item.of == of)


def _suits(game: BoxGame, one: Character) -> dict[str, Item]:
    """Somebody's ordinary body armour, by its key."""
    suits = game.content.armour
    return {
        key: item
        for key, item in one.items.items()
        if item.sort == "armour" and item.of in suits and not suits[item.of].shield
    }

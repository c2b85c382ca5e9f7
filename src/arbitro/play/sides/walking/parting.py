"""Parties that part, in games of one shared scene: whoever waits elsewhere is out of the game until the table turns.

Our rulings: torches are shared out by heads, the burning one stays with those who go on; whoever waits does nothing
until the table turns to them, and their light burns down by the same clock.
"""

from abc import abstractmethod

from arbitro.dice.stream import REFEREE
from arbitro.dungeon.model import Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.arrivals import WANDERERS, as_wanderers
from arbitro.play.sides.walking.ground import SIX, WalkingGround
from arbitro.play.sides.walking.state import Stores
from arbitro.play.state import CampaignState

NO_STORES = Stores()


class Parting(WalkingGround):
    """Who walks along, who waits, and what each group has."""

    @abstractmethod
    def could_act(self, state: CampaignState, who: str) -> bool:
        """Whether somebody, here or elsewhere, is on their feet."""

    @abstractmethod
    def level(self, state: CampaignState) -> int:
        """The level of the party, which rises as one."""

    def newcomers(self, state: CampaignState) -> int:
        """Of the party's level, since they will rise with it."""
        return self.level(state)

    def rests(self, state: CampaignState) -> int:
        """What the game counts of this group's rests."""
        del state
        return 0

    def stores(self, state: CampaignState) -> Stores:
        """What the group that the table follows has."""
        walking = self.walking(state)
        return Stores(walking.torches, walking.light, self.rests(state))

    def part(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """With their share of the torches; where everybody stays, with all there is."""
        self.leave(scene)
        people, mine = self.people(scene.state), self.stores(scene.state)
        theirs = self.walking(scene.state).camps.get(space, NO_STORES)
        if len(who) == len(people):
            scene.happen(e.StayedBehind(who, space, theirs.joined(mine), NO_STORES))
            return
        share = mine.torches * len(who) // len(people)
        left = Stores(mine.torches - share, mine.light, mine.rests)
        scene.happen(e.StayedBehind(who, space, theirs.joined(Stores(share, 0, mine.rests)), left))

    def rejoin(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """With whatever they have left."""
        self.leave(scene)
        theirs = self.walking(scene.state).camps.get(space, NO_STORES)
        scene.happen(e.CameAlong(who, space, theirs.joined(self.stores(scene.state))))

    def can_go_on(self, state: CampaignState, who: tuple[str, ...]) -> bool:
        """Somebody of them is on their feet."""
        return any(self.could_act(state, each) for each in who)

    def look_to(self, scene: Scene, space: str, came: str) -> None:
        """The game knows nobody but those who are here."""
        del scene, space, came

    def abandon(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """What they carry is lost with them."""
        scene.happen(e.PursesChanged(dict.fromkeys(who, 0)))
        scene.happen(e.LeftForDead(who, space))

    # ------------------------------------------------------------ who comes by

    def watch_over(self, scene: Scene, space: str) -> tuple[Check, tuple[str, ...]]:
        """The same die at the same odds as for those who walk."""
        del space
        die = scene.dice.stream(REFEREE).roll(SIX, "wandering")
        return held_against((die,), (), "<=", int(scene.state.options["wandering_chance"]), "wandering"), WANDERERS

    def come_upon(self, scene: Scene) -> None:
        """Somebody wanders by, by the game's own budget for those who are here."""
        here = scene.state.dungeon.spaces[scene.state.at]
        slot = Slot("wandering", here.level, here.id, "monster", "WANDERING_MONSTER")
        stock = self.stocker(scene.state).monsters(slot, scene.dice.stream(REFEREE))
        rules = as_wanderers(stock.rules)
        scene.happen(e.WanderersDrawn(stock.rolls, rules=rules, audience=REFEREE_ONLY))
        scene.happen(e.FoesMet(stock.items, rules=rules))

    # ------------------------------------------------------------ the order of march

    def go_in_front(self, scene: Scene, command: w.GoInFront) -> Refusal | None:
        """The first two of those who can act tread on whatever lies there."""
        refused = self.leisure(scene.state)
        if refused is not None:
            return refused
        people = self.people(scene.state)
        if command.who not in self.able(scene.state):
            return Refusal("cannot_act", {"who": f"@{command.who}"})
        if people[0] == command.who:
            return Refusal("in_front_already", {"who": f"@{command.who}"})
        order = (command.who, *(who for who in people if who != command.who))
        scene.happen(e.OrderChanged(command.who, order))
        return None

"""The people of a campaign of La Scatola Bianca: who they are, what they own, whom they meet, what they are at."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Dice
from arbitro.dungeon.stocking import Stock, Stocker
from arbitro.kernel.command import Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.play.maker import ENROLLED, Maker
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.whitebox.making import WhiteBoxMaker
from arbitro.play.sides.whitebox.parting import Apart
from arbitro.play.state import Called, CampaignState
from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.state import Character
from arbitro.text import Language

MORNING: Final = 8 * 60


class Party(Apart):
    """The party, and those whom it faces."""

    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """The parties of the content."""
        ready = self.game.content.parties
        return tuple((f"ready:{name}", Phrase(one.name.it, one.name.en)) for name, one in ready.items())

    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """A ready party, one by lot, or those who were enrolled; the first day begins in the morning."""
        kind, _, rest = party.partition(":")
        size, _, level = rest.partition(":")
        if kind == "ready":
            refused = scene.play(p.ReadyParty(rest))
        elif kind == "random" and size.isdigit() and (level or "1").isdigit():
            refused = scene.play(p.RandomParty(int(size), int(level or 1)))
        elif kind == ENROLLED and scene.state.stage == "gathering" and self.people(scene.state):
            refused = None
        else:
            return Refusal("bad_party", {"party": party})
        if refused is None and scene.state.stage == "gathering":
            scene.must(x.AdvanceClock(MORNING))
        return refused

    @property
    def maker(self) -> Maker:
        """By the game's rules of creation."""
        return WhiteBoxMaker(self)

    def company(self, state: CampaignState) -> Iterator[Character]:
        """The living, in marching order."""
        return records.company(self.inner(state))

    def people(self, state: CampaignState) -> tuple[str, ...]:
        """The living, in marching order."""
        return tuple(one.id for one in self.company(state))

    def adventurers(self, state: CampaignState) -> tuple[str, ...]:
        """Without hirelings and followers."""
        return tuple(one.id for one in self.company(state) if one.kind == "player")

    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those on their feet, neither asleep nor turned to stone."""
        inner = self.inner(state)
        return tuple(one.id for one in self.company(state) if self.game.rules.on_their_feet(inner, one.id))

    def lost(self, state: CampaignState) -> bool:
        """A party is lost when only hirelings live, too: without an employer they go their own ways."""
        return not self.able(state) or all(one.kind == "hireling" for one in self.company(state))

    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those who died, hirelings too."""
        return tuple(
            (one.id, Called(one.name.it, one.name.en, one.name.gender))
            for one in self.inner(state).characters.values()
            if one.health == "dead"
        )

    def leading(self, state: CampaignState) -> tuple[str, ...]:
        """The first rank of the marching order."""
        return self.able(state)[: max(self.inner(state).party.abreast, 1)]

    def bather(self, state: CampaignState, who: str) -> Bather:
        """Alignment and gold."""
        one = self.inner(state).characters[who]
        return Bather(who, one.alignment.upper(), one.coins.gp)

    def gold(self, state: CampaignState, who: str) -> int | None:
        """Gold pieces in the purse of somebody who lives."""
        one = self.inner(state).characters.get(who)
        return None if one is None or one.health not in ("well", "out") else one.coins.gp

    def set_gold(self, scene: Scene, who: str, gold: int) -> None:
        """The purse is lighter, or heavier again."""
        coins = self.inner(scene.state).characters[who].coins
        scene.must(p.ChangeCoins(who, replace(coins, gp=gold)))

    def wealth(self, state: CampaignState) -> int:
        """Coins and valuables in hand, in common, and in the strongbox; magic is not counted."""
        inner = self.inner(state)
        copper = inner.party.hoard.copper + inner.party.stash.copper
        for one in inner.characters.values():
            copper += one.coins.copper + 100 * sum(found.gp * found.count for found in one.valuables)
        return copper // 100 + sum(state.strongbox.values())

    def experience(self, state: CampaignState) -> int | None:
        """Of everybody who ever came along."""
        return sum(one.xp for one in self.inner(state).characters.values())

    def foe(self, state: CampaignState) -> str:
        """Monsters of the bestiary, or people by their class."""
        out = self.out(state)
        if out is None or out.meeting is None:
            return ""
        troop = out.troops[out.meeting.troop]
        return troop.monster or f"class:{troop.class_id or (troop.members[0].class_id if troop.members else '')}"

    def foe_called(self, foe: str, language: Language) -> str:
        """By the bestiary, or by the class."""
        kind, _, name = foe.rpartition(":")
        subject = foe if kind else f"monster:{name}"
        return str(self.game.name_of(self.game.initial(), subject, language))

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Fighting men (DA-GAS-06)."""
        return tuple(one.id for one in self.company(state) if one.fit and one.class_id in ("fighter", ""))

    def dare(self, state: CampaignState) -> int:
        """No deeper than the adventurers' own level."""
        levels = [one.level for one in self.company(state) if one.kind == "player"]
        return max(sum(levels) // max(len(levels), 1), 1)

    def stocker(self, state: CampaignState) -> Stocker:
        """The game's own tables, with its content."""
        return WhiteBoxStocker(self.game.content, as_printed=state.options["misprints"] == "printed")

    def settled(self, found: Stock, dice: Dice) -> Stock:
        """By the tables for arms."""
        return WhiteBoxStocker(self.game.content).settled(found, dice)

    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """One seat for the whole party, and one for each character, who speaks for the party too."""
        people = self.inner(state).characters.values()
        servants = frozenset(one.id for one in people if one.kind != "player")
        whole, *alone = cut_seats(one.id for one in people if one.kind == "player")
        return (replace(whole, controls=whole.controls | servants), *alone)

    # ------------------------------------------------------------ where things stand

    def minutes(self, state: CampaignState) -> int:
        """The game's own clock."""
        return self.inner(state).minutes

    def busy(self, state: CampaignState) -> bool:
        """A fight, a meeting, a question."""
        inner, out = self.inner(state), self.out(state)
        meeting = out is not None and out.meeting is not None
        return basics.fighting(inner) or meeting or bool(inner.awaiting)

    def fighting(self, state: CampaignState) -> bool:
        """Blows are being exchanged."""
        return basics.fighting(self.inner(state))

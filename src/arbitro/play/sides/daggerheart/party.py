"""Who plays the game of Hope and Fear: the party, its beginnings, and where things stand with it."""

from functools import cache
from typing import ClassVar, Final

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.dungeon.pool import Bather
from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.command import Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.daggerheart.state import DaggerheartCampaign, LotsDrawn
from arbitro.play.sides.walking import Walking
from arbitro.play.state import Called, CampaignState
from arbitro.play.stocking.daggerheart import DaggerheartStocker
from arbitro.play.telling import TEXTS
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.state import Hero, State
from arbitro.rules.daggerheart.state import Scene as Act
from arbitro.text import Language

PACKAGE: Final = "arbitro.play.sides.daggerheart"
HANDFUL: Final = 10
"""Coins to a handful, handfuls to a bag, bags to a chest."""
KEEPSAKE: Final = 100
"""Coins that any other treasure is worth."""
STARTING_GOLD: Final = HANDFUL
TOP_LEVEL: Final = 10
ALIGNMENT: Final = "NEUTRALITY"
"""The game has no alignments: a talking pool takes everybody for neutral."""


class PartyText(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made party, as the file writes it."""

    title: Phrase
    members: tuple[str, ...]


@cache
def ready_parties() -> dict[str, PartyText]:
    """The ready-made parties by name."""
    document = open_packaged(PACKAGE, "parties.yaml")
    return {name: document.read(PartyText, "entries", name) for name in document.mapping("entries")}


class Party(Walking):
    """The people."""

    state_type: ClassVar[type[CampaignState]] = DaggerheartCampaign
    game: Spotlight

    # ------------------------------------------------------------ where things stand

    @staticmethod
    def own(state: CampaignState) -> DaggerheartCampaign:
        """The state with its own fields."""
        if not isinstance(state, DaggerheartCampaign):
            raise TypeError("this is another game's campaign")
        return state

    def inner(self, state: CampaignState) -> State:
        """The game's own state."""
        return self.own(state).game

    def act(self, state: CampaignState) -> Act | None:
        """The scene that is being played."""
        found = self.inner(state).scene
        return None if found is None or found.ending else found

    def fighting(self, state: CampaignState) -> bool:
        """Adversaries are there, or somebody is asked for a death move."""
        inner = self.inner(state)
        foes = self.act(state) is not None and any(True for _ in self.game.foes(inner))
        return foes or bool(inner.awaiting)

    def busy(self, state: CampaignState) -> bool:
        """A fight, a meeting, a question, a turn of the GM's, a rest."""
        if self.own(state).meeting is not None or self.inner(state).rest is not None or self.fighting(state):
            return True
        act = self.act(state)
        return act is not None and act.turn is not None

    # ------------------------------------------------------------ the party

    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """Ready-made parties of the game's characters."""
        return tuple((f"ready:{name}", party.title) for name, party in ready_parties().items())

    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """The game's own beginning of a campaign; those by lot may begin at a higher level."""
        kind, _, rest = party.partition(":")
        size, _, level = rest.partition(":")
        people = self.game.library.characters
        dice: list[Die] = []
        if kind == "ready" and rest in ready_parties():
            names = list(ready_parties()[rest].members)
        elif kind == "random" and size.isdigit() and (level or "1").isdigit():
            if not 1 <= int(size) <= len(people) or not 1 <= int(level or 1) <= TOP_LEVEL:
                return Refusal("bad_lot", {"most": len(people), "top": TOP_LEVEL})
            if self.inner(scene.state).party:
                return Refusal("nobody_new", {"party": party}, ("DH-FEAR-01",))
            names, pool = [], list(people)
            for _ in range(int(size)):
                dice.append(scene.dice.roll(len(pool), "lot"))
                names.append(pool.pop(dice[-1].face - 1))
        else:
            return Refusal("bad_party", {"party": party})
        if self.inner(scene.state).party:
            return Refusal("nobody_new", {"party": party}, ("DH-FEAR-01",))
        if dice:
            scene.happen(LotsDrawn(tuple(dice)))
        scene.must(c.StartCampaign(tuple(people[name] for name in names)))
        for _ in range(1, int(level or 1) if kind == "random" else 1):
            scene.must(c.LevelUp())
        self.equip(scene, self.people(scene.state), STARTING_GOLD)
        return None

    def people(self, state: CampaignState) -> tuple[str, ...]:
        """Everybody who lives."""
        return tuple(hero.id for hero in self.inner(state).party.values() if hero.status not in ("dead", "retired"))

    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those on their feet whom no condition holds still."""
        inner = self.inner(state)
        return tuple(who for who in inner.party if isinstance(self.game.hero(inner, who), Hero))

    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those whose journey has ended."""
        return tuple(
            (hero.id, Called(hero.name.it, hero.name.en, hero.name.gender))
            for hero in self.inner(state).party.values()
            if hero.status in ("dead", "retired")
        )

    def bather(self, state: CampaignState, who: str) -> Bather:
        """Only gold counts."""
        return Bather(who, ALIGNMENT, self.gold(state, who) or 0)

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Those who have no better trait than Strength (DA-GAS-06)."""
        party = self.inner(state).party
        return tuple(
            who
            for who in self.able(state)
            if party[who].sheet.traits.get("strength", 0) == max(party[who].sheet.traits.values())
        )

    def stocker(self, state: CampaignState) -> Stocker:
        """Encounters by Battle Points, of the tier that the depth stands for."""
        return DaggerheartStocker(max(len(self.people(state)), 1))

    def receive_thing(self, scene: Scene, name: str, count: int) -> None:
        """Any other treasure is sold for a bag of gold: the text has no list of them here."""
        del name
        self.share(scene, KEEPSAKE * count)

    def money(self, gold: int, language: Language) -> str:
        """Chests, bags, handfuls and coins."""
        parts: list[str] = []
        for unit, size in (("chests", HANDFUL**3), ("bags", HANDFUL**2), ("handfuls", HANDFUL), ("coins", 1)):
            count, gold = divmod(gold, size)
            if count:
                parts.append(TEXTS.say(language, f"gold.{unit}", count=count))
        return ", ".join(parts) or TEXTS.say(language, "gold.coins", count=0)

    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """One seat for the whole party, and one for each character."""
        return cut_seats(self.inner(state).party)

    def creature(self, name: str, language: Language) -> str:
        """By the stat blocks."""
        return self.game.library.adversaries[name].name.in_(language)

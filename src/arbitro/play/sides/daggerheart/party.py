"""Who plays the game of Hope and Fear: the party, its beginnings, and where things stand with it."""

from collections import Counter
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Die
from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.command import Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play.ailments import asleep
from arbitro.play.maker import ENROLLED
from arbitro.play.naming import TEXTS as CAMPAIGN_TEXTS
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.daggerheart.state import (
    DaggerheartCampaign,
    Enlist,
    HeroJoined,
    LotsDrawn,
)
from arbitro.play.sides.walking import parting
from arbitro.play.sides.walking.ground import equip, gold_of, share
from arbitro.play.sides.walking.walker import WalkingSide
from arbitro.play.state import Called, CampaignState
from arbitro.play.stocking.daggerheart import DaggerheartStocker, deepest_of, tier_of
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.commands.carrying import Rarity
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.entries import CharacterEntry
from arbitro.rules.daggerheart.events import StatusChanged
from arbitro.rules.daggerheart.growing import cards_brought, raised
from arbitro.rules.daggerheart.inventory import KIT, first_things
from arbitro.rules.daggerheart.presence import able_hero
from arbitro.rules.daggerheart.presence import foes_left as adversaries_left
from arbitro.rules.daggerheart.scenes import lawful
from arbitro.rules.daggerheart.state import Hero, SceneState, State
from arbitro.text import Language, Texts

PACKAGE: Final = "arbitro.play.sides.daggerheart"
TEXTS: Final = Texts(PACKAGE, CAMPAIGN_TEXTS)
"""The side's own sentences; the campaign's stand behind them."""
HANDFUL: Final = 10
"""Coins to a handful, handfuls to a bag, bags to a chest."""
KEEPSAKE: Final = 100
"""Coins that any other treasure is worth."""
STARTING_GOLD: Final = HANDFUL
RARITIES: Final[tuple[Rarity, ...]] = ("common", "uncommon", "rare", "legendary")
"""How rare treasure is, by the party's tier."""
TOP_LEVEL: Final = 10
FIRST_BONUS: Final = 2
"""Of each Experience that a character begins with (DHP-EXP-01)."""
ADVANCES: Final = 2
"""Advancements that a level brings (DHP-LEVEL-02)."""
ALIGNMENT: Final = "NEUTRALITY"
"""The game has no alignments: a talking pool takes everybody for neutral."""
DaggerheartSide = WalkingSide[Spotlight]
"""What its own chapters ask for first."""


class PartyText(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made party, as the file writes it."""

    title: Phrase
    members: tuple[str, ...]


@cache
def ready_parties() -> dict[str, PartyText]:
    """The ready-made parties by name."""
    document = open_packaged(PACKAGE, "parties.yaml")
    return {name: document.read(PartyText, "entries", name) for name in document.mapping("entries")}


# -------------------------------------------------------------------- where things stand


def own_state(state: CampaignState) -> DaggerheartCampaign:
    """The state with its own fields."""
    if not isinstance(state, DaggerheartCampaign):
        raise TypeError("this is another game's campaign")
    return state


def inner_state(state: CampaignState) -> State:
    """The game's own state."""
    return own_state(state).game


def whole(state: CampaignState) -> State:
    """Everybody of the party, those who wait elsewhere among them."""
    own = own_state(state)
    return own.game if not own.apart else replace(own.game, party={**own.game.party, **own.apart})


def could_act(books: Library, state: CampaignState, who: str) -> bool:
    """On their feet, with no condition that holds them still, here or elsewhere."""
    return isinstance(able_hero(books, whole(state), who), Hero)


def rests(state: CampaignState) -> int:
    """Short rests in a row (DHP-REST-02)."""
    return inner_state(state).short_rests


def abandon(scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Whoever is given up is dead to the others."""
    parting.abandon(scene, who, space)
    for each in who:
        scene.happen(StatusChanged(each, "dead", rules=("DHP-DEATH-01",)))


def scene_in_play(state: CampaignState) -> SceneState | None:
    """The scene that is being played."""
    found = inner_state(state).scene
    return None if found is None or found.ending else found


def fighting(state: CampaignState) -> bool:
    """Adversaries are there, or somebody is asked for a death move."""
    inner = inner_state(state)
    foes = scene_in_play(state) is not None and any(True for _ in adversaries_left(inner))
    return foes or bool(inner.awaiting)


def busy(state: CampaignState) -> bool:
    """A fight, a meeting, a question, a turn of the GM's, a rest."""
    if own_state(state).meeting is not None or inner_state(state).rest is not None or fighting(state):
        return True
    in_play = scene_in_play(state)
    return in_play is not None and in_play.turn is not None


# -------------------------------------------------------------------- the party


def parties() -> tuple[tuple[str, Phrase], ...]:
    """Ready-made parties of the game's characters."""
    return tuple((f"ready:{name}", party.title) for name, party in ready_parties().items())


def gather(scene: Scene, party: str) -> Refusal | None:
    """The game's own beginning of a campaign, or newcomers in town; by lot they may be of a higher level."""
    kind, _, rest = party.partition(":")
    size, _, level = rest.partition(":")
    known = set(whole(scene.state).party)  # whoever waits or is held elsewhere has not gone for good
    if party == ENROLLED and scene.state.stage == "gathering" and known:
        return None
    if kind == "ready" and rest in ready_parties():
        everybody = books_of(scene.game).characters
        heroes = [everybody[name] for name in ready_parties()[rest].members if name not in known]
        wanted = party_level(scene.state)
    elif kind == "random" and size.isdigit() and (level or "1").isdigit():
        most, wanted = len(books_of(scene.game).characters), int(level or 1)
        if not 1 <= int(size) <= most or not 1 <= wanted <= TOP_LEVEL:
            return Refusal("bad_lot", {"most": most, "top": TOP_LEVEL})
        heroes = by_lot(scene, int(size), known)
    else:
        return Refusal("bad_party", {"party": party})
    if not heroes:
        return Refusal("nobody_new", {"party": party})
    heroes = [outfitted(books_of(scene.game), hero) for hero in heroes]
    if not inner_state(scene.state).party:
        scene.must(c.StartCampaign(tuple(heroes)))
        for _ in range(1, wanted):
            scene.must(c.LevelUp())
    else:
        for hero in heroes:
            join(scene, hero, wanted)
    equip(scene, tuple(hero.id for hero in heroes), STARTING_GOLD)
    return None


def by_lot(scene: Scene, size: int, known: set[str]) -> list[Hero]:
    """Some of the ready-made characters, their origins by lot; when all have come, namesakes do."""
    everybody = list(books_of(scene.game).characters.values())
    pool = [hero for hero in everybody if hero.id not in known]
    heroes: list[Hero] = []
    dice: list[Die] = []
    while len(heroes) < size:
        if not pool:
            come = known | {hero.id for hero in heroes}
            pool = [_namesake(hero, come) for hero in everybody]
        dice.append(scene.dice.roll(len(pool), "lot"))
        hero, drawn = reborn(scene, pool.pop(dice[-1].face - 1))
        heroes.append(hero)
        dice += drawn
    scene.happen(LotsDrawn(tuple(dice)))
    return heroes


def reborn(scene: Scene, hero: Hero) -> tuple[Hero, list[Die]]:
    """A ready-made character of another subclass, ancestry and community, by lot: outfit and cards still fit.

    A card that a feature brings is still to be taken.
    """
    books, sheet = books_of(scene.game), hero.sheet
    lots: dict[str, list[str]] = {
        "subclass": [name for name, one in books.subclasses.items() if one.class_id == sheet.class_id],
        "ancestry": list(books.ancestries),
        "community": list(books.communities),
    }
    if not all(lots.values()):
        return hero, []
    drawn = {sort: scene.dice.roll(len(names), "lot") for sort, names in lots.items()}
    chosen = {sort: names[drawn[sort].face - 1] for sort, names in lots.items()}
    entry = CharacterEntry(
        source="",
        name=Noun(sheet.name.it, sheet.name.en, sheet.name.gender),
        class_id=sheet.class_id,
        traits=sheet.traits,
        experiences=tuple(replace(one, bonus=FIRST_BONUS) for one in sheet.experiences),
        armour=sheet.armour.id if sheet.armour is not None else "",
        weapons=tuple(one.id for one in sheet.weapons if one.id in books.weapons),
        powers=tuple(one.id for one in sheet.powers if one.card),
        subclass=chosen["subclass"],
        ancestry=chosen["ancestry"],
        community=chosen["community"],
    )
    made = replace(books.sheet(sheet.id, entry), name=sheet.name, chosen=sheet.chosen)
    return Hero(made, cards=cards_brought(made)), list(drawn.values())


def enlist(scene: Scene, command: Enlist) -> Refusal | None:
    """Somebody with a finished sheet; whoever was just made is of the party's level."""
    state, hero = scene.state, Hero(command.sheet)
    if not state.at_home:
        return Refusal("party_not_in_town")
    if hero.id in whole(state).party:
        return Refusal("hero_known", {"who": hero.id})
    refused = lawful(books_of(scene.game), hero)
    if refused is not None:
        return refused
    made = state.draft is not None and state.stage == "town"
    welcome(scene, hero, party_level(state) if made else hero.sheet.level)
    return None


def party_level(state: CampaignState) -> int:
    """The level of the party."""
    party = inner_state(state).party
    return max((party[who].sheet.level for who in people(state)), default=1)


def welcome(scene: Scene, hero: Hero, level: int) -> None:
    """Somebody joins with a little gold; at the beginning each one brings the GM a Fear (DH-FEAR-01)."""
    hero = outfitted(books_of(scene.game), hero)
    if not inner_state(scene.state).party:
        scene.must(c.StartCampaign((hero,)))
    elif scene.state.stage == "gathering":
        scene.must(c.GainFear(1, "campaign"))
    join(scene, hero, level)
    equip(scene, (hero.id,), STARTING_GOLD)


def outfitted(books: Library, hero: Hero) -> Hero:
    """Somebody with what everybody begins with, where they carry nothing yet (DHP-ITEM-01)."""
    return hero if hero.things else replace(hero, things=first_things(books, hero.sheet))


def join(scene: Scene, hero: Hero, level: int) -> None:
    """Somebody is of the party, raised to a level with all choices of it still open (DHP-LEVEL-01)."""
    if hero.id in whole(scene.state).party:
        return
    for reached in range(hero.sheet.level + 1, level + 1):
        sheet = raised(hero.sheet, reached)
        hero = replace(hero, sheet=sheet, advances=hero.advances + ADVANCES, cards=hero.cards + 1)
    rules = ("DHP-CHAR-01", "DHP-HOPE-01", "DHP-STRESS-01", "DHP-LEVEL-01")
    scene.happen(HeroJoined(hero.id, hero, rules=rules))


def people(state: CampaignState) -> tuple[str, ...]:
    """Everybody who lives."""
    return tuple(hero.id for hero in inner_state(state).party.values() if not hero.lost)


def able(books: Library, state: CampaignState) -> tuple[str, ...]:
    """Those on their feet whom neither sleep nor a condition holds still."""
    inner, sleepers = inner_state(state), asleep(state)
    return tuple(who for who in inner.party if who not in sleepers and isinstance(able_hero(books, inner, who), Hero))


def dead(state: CampaignState) -> tuple[tuple[str, Called], ...]:
    """Those whose journey has ended."""
    return tuple(
        (hero.id, Called(hero.name.it, hero.name.en, hero.name.gender))
        for hero in inner_state(state).party.values()
        if hero.lost
    )


def bather(side: DaggerheartSide, state: CampaignState, who: str) -> Bather:
    """Only gold counts."""
    return Bather(who, ALIGNMENT, gold_of(side, state, who) or 0)


def fighters(state: CampaignState) -> tuple[str, ...]:
    """Those who have no better trait than Strength (DA-GAS-06)."""
    party = inner_state(state).party
    return tuple(
        who
        for who in people(state)
        if party[who].sheet.traits.get("strength", 0) == max(party[who].sheet.traits.values())
    )


def dare(state: CampaignState) -> int:
    """As deep as the adversaries are of no higher tier than the heroes."""
    levels = (hero.sheet.level for hero in inner_state(state).party.values() if hero.status != "dead")
    return deepest_of(tier_of(max(levels, default=1)))


def stocker(books: Library, state: CampaignState) -> Stocker:
    """Encounters by Battle Points, of the tier that the depth stands for."""
    return DaggerheartStocker(books, max(len(people(state)), 1))


def receive_thing(side: DaggerheartSide, scene: Scene, name: str, count: int) -> None:
    """Each is rolled on the loot tables, as rare as the party's tier has it; whoever has least takes it.

    It is a consumable for those who have no more of them than of other things, beside what all begin with. Where a
    pack has no such row, it is sold for a bag of gold.
    """
    del name
    for _ in range(count):
        party = inner_state(scene.state).party
        who = min(people(scene.state), key=lambda each: sum(thing.count for thing in party[each].things))
        carried = Counter(thing.power.kind for thing in party[who].things if thing.power.id not in KIT)
        kind: Literal["item", "consumable"] = "item" if carried["consumable"] > carried["item"] else "consumable"
        rarity = RARITIES[tier_of(party_level(scene.state)) - 1]
        if isinstance(scene.play(c.FindLoot(who, kind, rarity)), Refusal):
            share(side, scene, KEEPSAKE)


def money(gold: int, language: Language) -> str:
    """Chests, bags, handfuls and coins; of what, where no coins are named."""
    parts: list[str] = []
    whole_handfuls = gold > 0 and gold % HANDFUL == 0
    for unit, size in (("chests", HANDFUL**3), ("bags", HANDFUL**2), ("handfuls", HANDFUL), ("coins", 1)):
        count, gold = divmod(gold, size)
        if count:
            parts.append(TEXTS.say(language, f"gold.{unit}", count=count))
    told = ", ".join(parts) or TEXTS.say(language, "gold.coins", count=0)
    return TEXTS.say(language, "gold.of", amount=told) if whole_handfuls else told


def seats(state: CampaignState) -> tuple[Seat, ...]:
    """One seat for the whole party, and one for each character."""
    return cut_seats(whole(state).party)


def kind(books: Library, name: str) -> Noun:
    """By the stat blocks."""
    return books.creature_names[name]


def _namesake(hero: Hero, known: set[str]) -> Hero:
    """The character, or another of the same name with a number where the table knows the first."""
    number = 1
    while (hero.id if number == 1 else f"{hero.id}-{number}") in known:
        number += 1
    if number == 1:
        return hero
    sheet = replace(hero.sheet, id=f"{hero.id}-{number}", name=replace(hero.sheet.name, number=number))
    return replace(hero, sheet=sheet)


def mindless(books: Library, name: str) -> bool:
    """By the natures of the content; beasts, too, understand no words and want no ransom."""
    block = books.adversaries[name]
    return name in books.beasts or books.natures.of(block.id, (block.kin,), block.type) == "mindless"


def no_potions(state: CampaignState, who: str) -> int:
    """The campaign counts none in this game."""
    del state, who
    return 0

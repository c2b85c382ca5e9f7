"""The people of a campaign of La Scatola Bianca: who they are, what they own, whom they meet, what they are at."""

from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Dice
from arbitro.dungeon.kinds import Arms, Magic, OfClass, Scroll, kind_of
from arbitro.dungeon.stocking import Stock, Stocker
from arbitro.kernel.command import Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.play.maker import ENROLLED
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.whitebox.box import BoxSide, company, expedition_of, inner_state
from arbitro.play.state import Called, CampaignState
from arbitro.play.stocking.whitebox import WhiteBoxStocker, thing_called
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people import records
from arbitro.text import Language

MORNING: Final = 8 * 60


def parties(side: BoxSide) -> tuple[tuple[str, Phrase], ...]:
    """The parties of the content."""
    ready = side.game.content.parties
    return tuple((f"ready:{name}", Phrase(one.name.it, one.name.en)) for name, one in ready.items())


def gather(scene: Scene, party: str) -> Refusal | None:
    """A ready party, one by lot, or those who were enrolled; the first day begins in the morning."""
    kind, _, rest = party.partition(":")
    size, _, level = rest.partition(":")
    if kind == "ready":
        refused = scene.play(people_commands.ReadyParty(rest))
    elif kind == "random" and size.isdigit() and (level or "1").isdigit():
        refused = scene.play(people_commands.RandomParty(int(size), int(level or 1)))
    elif kind == ENROLLED and scene.state.stage == "gathering" and people(scene.state):
        refused = None
    else:
        return Refusal("bad_party", {"party": party})
    if refused is None and scene.state.stage == "gathering":
        scene.must(exploring_commands.AdvanceClock(MORNING))
    return refused


def people(state: CampaignState) -> tuple[str, ...]:
    """The living, in marching order."""
    return tuple(one.id for one in company(state))


def adventurers(state: CampaignState) -> tuple[str, ...]:
    """Without hirelings and followers."""
    return tuple(one.id for one in company(state) if one.kind == "player")


def able(side: BoxSide, state: CampaignState) -> tuple[str, ...]:
    """Those on their feet, neither asleep nor turned to stone."""
    del side
    inner = inner_state(state)
    return tuple(one.id for one in company(state) if records.on_their_feet(inner, one.id))


def free_hand(side: BoxSide, state: CampaignState, who: str) -> Refusal | None:
    """Whoever is busy for turns does nothing else until then, nor whoever has filled the turn."""
    one = side.game.rules.free_hand(side.game.at(inner_state(state)), who)
    return one if isinstance(one, Refusal) else None


def lost(side: BoxSide, state: CampaignState) -> bool:
    """A party is lost when only hirelings live, too: without an employer they go their own ways.

    Nobody is while it is still to be said what becomes of those who were taken.
    """
    if any(question.kind == "captives" for question in inner_state(state).awaiting):
        return False
    return not records.going_on(side.game.at(inner_state(state))) or all(
        one.kind == "hireling" for one in company(state)
    )


def dead(state: CampaignState) -> tuple[tuple[str, Called], ...]:
    """Those who died, hirelings too."""
    return tuple(
        (one.id, Called(one.name.it, one.name.en, one.name.gender))
        for one in inner_state(state).characters.values()
        if one.health == "dead"
    )


def leading(side: BoxSide, state: CampaignState) -> tuple[str, ...]:
    """The first rank of the marching order."""
    return able(side, state)[: max(inner_state(state).party.abreast, 1)]


def bather(state: CampaignState, who: str) -> Bather:
    """Alignment and gold."""
    one = inner_state(state).characters[who]
    return Bather(who, one.alignment.upper(), one.coins.gp)


def gold_of(state: CampaignState, who: str) -> int | None:
    """Gold pieces in the purse of somebody who lives."""
    one = inner_state(state).characters.get(who)
    return None if one is None or not one.living else one.coins.gp


def set_gold(scene: Scene, who: str, gold: int) -> None:
    """The purse is lighter, or heavier again."""
    coins = inner_state(scene.state).characters[who].coins
    scene.must(people_commands.ChangeCoins(who, replace(coins, gp=gold)))


def wealth(state: CampaignState) -> int:
    """Coins and valuables in hand, in common, and in the strongbox; magic is not counted."""
    inner = inner_state(state)
    copper = inner.party.hoard.copper + inner.party.stash.copper
    for one in inner.characters.values():
        copper += one.coins.copper + 100 * sum(found.gp * found.count for found in one.valuables)
    return copper // 100 + sum(state.strongbox.values())


def experience(state: CampaignState) -> int | None:
    """Of everybody who ever came along."""
    return sum(one.xp for one in inner_state(state).characters.values())


def met(state: CampaignState) -> tuple[tuple[str, int], ...]:
    """Monsters of the bestiary, or people by class and level; characters with sheets of their own have no kind."""
    out = expedition_of(state)
    if out is None or out.meeting is None or out.troops[out.meeting.troop].members:
        return ()
    troop = out.troops[out.meeting.troop]
    return ((troop.monster or str(OfClass(troop.class_id, troop.level)), max(out.meeting.count, 1)),)


def foe(state: CampaignState) -> str:
    """Monsters of the bestiary, or people by their class: of a party, that of the first."""
    out = expedition_of(state)
    if out is None or out.meeting is None:
        return ""
    troop = out.troops[out.meeting.troop]
    who = troop.members[0] if troop.members else troop
    return troop.monster or (str(OfClass(who.class_id)) if who.class_id else "")


def slain(state: CampaignState, event: Fell) -> tuple[tuple[str, int], ...]:
    """Who lies dead now of those whom the party fights; of people who go by a name of their own no kind is said."""
    inner, out = inner_state(state), expedition_of(state)
    if event.condition != "dead" or event.who in inner.characters or out is None or out.meeting is None:
        return ()
    named = out.troops[out.meeting.troop].name is not None
    powers = basics.fight(inner).combatants[event.who].profile.powers
    return (("" if named else (powers.monster if powers is not None else "") or foe(state), 1),)


def foe_called(side: BoxSide, foe: str, count: int, language: Language) -> str:
    """By the bestiary, or by the class."""
    if isinstance(kind_of(foe), OfClass):
        return thing_called(side.game, foe, language, count)
    kind = side.game.rules.content.monsters[foe].name
    return kind.in_(language) if count == 1 else kind.many(language)


def valuable_called(side: BoxSide, name: str, language: Language) -> str:
    """Arms, magic and scrolls by their names, with what is settled of them; other treasure goes by its worth."""
    return thing_called(side.game, name, language) if isinstance(kind_of(name), Magic | Scroll | Arms) else ""


def lies(state: CampaignState, who: str) -> str:
    """Where the sheet says that a body lies."""
    one = inner_state(state).characters.get(who)
    return "" if one is None else one.lies


def fighters(side: BoxSide, state: CampaignState) -> tuple[str, ...]:
    """Fighters by whatever name the book has for them, and men-at-arms, who have no class (DA-GAS-06)."""
    return tuple(one.id for one in company(state) if is_fighter(side, one.class_id))


def is_fighter(side: BoxSide, class_id: str) -> bool:
    """Whose class lives by Strength or fights as those do."""
    found = side.game.rules.content.classes.get(class_id)
    return found is None or found.prime == "str" or found.attacks_as == "fighter"


def dare(state: CampaignState) -> int:
    """No deeper than the adventurers' own level."""
    levels = [one.level for one in company(state) if one.kind == "player"]
    return max(sum(levels) // max(len(levels), 1), 1)


def stocker(side: BoxSide, state: CampaignState) -> Stocker:
    """The game's own tables, with its content."""
    printed, together = state.options["misprints"] == "printed", state.options["dungeon_company"] == "ecology"
    return WhiteBoxStocker(side.game.content, as_printed=printed, in_company=together)


def settled(side: BoxSide, found: Stock, dice: Dice) -> Stock:
    """By the tables for arms."""
    return WhiteBoxStocker(side.game.content).settled(found, dice)


def seats(state: CampaignState) -> tuple[Seat, ...]:
    """One seat for the whole party, and one for each character, who speaks for the party too."""
    people = inner_state(state).characters.values()
    servants = frozenset(one.id for one in people if one.kind != "player")
    whole, *alone = cut_seats(one.id for one in people if one.kind == "player")
    return (replace(whole, controls=whole.controls | servants), *alone)


# -------------------------------------------------------------------- where things stand


def busy(side: BoxSide, state: CampaignState) -> bool:
    """A fight, a meeting, a question."""
    del side
    inner, out = inner_state(state), expedition_of(state)
    meeting = out is not None and out.meeting is not None
    return basics.fighting(inner) or meeting or bool(inner.awaiting)


def fighting(state: CampaignState) -> bool:
    """Blows are being exchanged."""
    return basics.fighting(inner_state(state))

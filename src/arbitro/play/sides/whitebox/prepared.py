"""La Scatola Bianca at the referee's desk: what may be placed, and a hand taken in meetings and fights."""

from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.kinds import Arms, Coins, Creature, Jewel, Kind, Magic, OfClass, Scroll, kind_of
from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts, spoils
from arbitro.play.sides.whitebox.box import BoxSide, company, expedition_of, inner_state
from arbitro.play.sides.whitebox.party import fighting
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.basics import able
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.events import Yielded
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring import strangers
from arbitro.rules.whitebox.exploring.events import MetSomebody
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.state import FOES_SIDE
from arbitro.rules.whitebox.joining import join
from arbitro.rules.whitebox.people.equipment import KINDS_OF_FOE

GEMS: Final = (10, 50, 100, 500, 1000)
JEWELS: Final = (100, 500, 1000, 5000)
"""Gold pieces that stones and jewels on the list are worth; others may be asked for."""
SLEPT, SLEEPERS = 6, 4
"""Hit dice that a sleep spell is worth, and up to which foes fall asleep."""
EVEN: Final = 0.75
"""Foes so many times as strong as the party win about one fight in two."""
APART: Final = 60
"""Feet from the party at which help arrives where nobody of theirs stands any more."""


def kinds(content: WhiteBoxContent) -> tuple[str, ...]:
    """The bestiary."""
    return tuple(content.monsters)


def is_kind(content: WhiteBoxContent, name: str) -> bool:
    """A monster of the bestiary, or people of a class."""
    match kind_of(name):
        case OfClass(class_id, level):
            return class_id in content.classes and 1 <= level <= 20
        case Creature(id=monster):
            return monster in content.monsters
        case _:
            return False


def valuables(content: WhiteBoxContent) -> tuple[str, ...]:
    """What the desk lists."""
    listed: tuple[Kind, ...] = (
        *map(Coins, spoils.METALS),
        *(Jewel("gem", gold) for gold in GEMS),
        *(Jewel("jewelry", gold) for gold in JEWELS),
        *(Magic(name) for name, item in content.magic_items.items() if not item.alternatives),
    )
    return tuple(map(str, listed))


def is_valuable(content: WhiteBoxContent, name: str) -> bool:
    """Whether the game can take it into its hoard."""
    match kind_of(name):
        case Coins(metal):
            return metal in spoils.METALS
        case Jewel(gold=gold):
            return gold is not None
        case Magic(item, piece, _, foe):
            magic = content.magic_items.get(item)
            arms = not piece or piece in content.weapons or piece in content.armour or piece in content.gear
            return magic is not None and not magic.alternatives and arms and foe in ("", *KINDS_OF_FOE)
        case Scroll(spell) as scroll:
            return scroll.cursed or spell in content.spells
        case Arms(item=piece):
            return piece in content.weapons or piece in content.armour or piece in content.gear
        case _:
            return False


def restock(scene: Scene, slot: str) -> None:
    """State a troop anew that the game has heard of, and what can be heard of its place."""
    out = expedition_of(scene.state)
    if out is None:
        return
    found = scene.state.dungeon.slots[slot]
    troops = tuple(troop for troop in facts.troops_in(scene.state, found.space) if troop.id == slot)
    old = out.troops.get(slot)
    if old is not None and not troops:
        troops = (replace(old, gone=True),)
    stated = old is not None or found.space == out.at
    place = facts.place_of(scene.state, found.space)
    places = (place,) if found.space in out.places and out.places[found.space] != place else ()
    if places or (stated and troops):
        scene.must(exploring_commands.StateFacts(places, (), (), troops if stated else ()))


def spring(side: BoxSide, scene: Scene, slot: str, feet: int) -> None:
    """Those of a slot are met where the party stands; a distance that the referee names stands in place of the dice."""
    restock(scene, slot)
    first = len(scene.events)
    before = scene.state
    scene.must(exploring_commands.Meet(slot))
    if feet:
        events, scene.events[first:], scene.state = scene.events[first:], [], before
        for event in events:
            if isinstance(event, MetSomebody):
                met = replace(event.meeting, distance=feet)
                event = replace(event, feet=feet, meeting=met, dice=(), times=0, bound="")
            scene.happen(event)
    side.after(side, scene, first)


def foes(state: CampaignState) -> tuple[str, ...]:
    """Those of the other side who are on their feet."""
    fight = inner_state(state).fight
    if fight is None or not fighting(state):
        return ()
    return tuple(one.id for one in fight.combatants.values() if one.profile.side == FOES_SIDE and one.condition == "up")


def menace(side: BoxSide, state: CampaignState) -> float:
    """Hit dice against levels, of those who are whole as of the hurt; a sleep spell is worth a group of small foes.

    Of the foes of a fight those count who can act: whoever sleeps kills nobody.
    The novices of the house win 83 of 100 fights at a ratio of 0.6 (six hobgoblins), 43 at 0.8 (two doppelgangers).
    """
    out = expedition_of(state)
    if out is None or out.meeting is None or out.meeting.troop not in out.troops:
        return 0.0
    dice = dice_of(side.game.rules, out.troops[out.meeting.troop])
    inner = inner_state(state)
    fight = inner.fight if fighting(state) else None
    fought = {} if fight is None else fight.combatants
    many = out.meeting.count if fight is None else sum(able(fight, fought[foe]) for foe in foes(state))
    strength = 0.0
    for one in company(state):
        here = fought.get(one.id)
        if here.condition != "up" if here is not None else not one.fit:
            continue
        hp, whole = (one.hp, one.max_hp) if here is None else (here.hp, one.max_hp)
        strength += one.level * min(max(hp, 0) / max(whole, 1), 1)
        strength += SLEPT * one.prepared.count("sleep") if dice <= SLEEPERS else 0
    return many * dice / max(strength, 0.1) / EVEN


def reinforce(side: BoxSide, scene: Scene, kind: str, number: int) -> Refusal | None:
    """More of a kind join at the back of their side, and act with it from now on."""
    inner = inner_state(scene.state)
    fight = inner.fight
    if fight is None or FOES_SIDE not in fight.sides:
        return Refusal("nobody_fights")
    count = 1
    while any(one.profile.group == f"{FOES_SIDE}-help{count}" for one in fight.combatants.values()):
        count += 1
    troop = facts.troop_of(f"help{count}", kind, number)
    theirs = [one.at for one in fight.combatants.values() if one.profile.side == FOES_SIDE and one.condition == "up"]
    resolution = side.game.scene(inner, scene.dice)
    outdoors = any(one.profile.outdoors for one in fight.combatants.values())
    members = strangers.foes(resolution, troop, number, max(theirs, default=APART), outdoors=outdoors)
    join(resolution, FOES_SIDE, members)
    scene.record(resolution.events)
    return None


def take_out(side: BoxSide, scene: Scene, foe: str) -> None:
    """One who has fled; a fight without foes is over."""
    first = len(scene.events)
    scene.happen(Yielded(foe, "fled", rules=("WB-MORALE-02",)))
    scene.record(side.game.settle(inner_state(scene.state)))
    side.after(side, scene, first)


def meeting_slot(state: CampaignState) -> str:
    """Troops have the names of their slots."""
    out = expedition_of(state)
    return "" if out is None or out.meeting is None else out.meeting.troop


def where(state: CampaignState, troop: str) -> str:
    """Troops that wandered by have names of their own, and stay where they were met."""
    out = expedition_of(state)
    return "" if out is None or troop not in out.troops else out.troops[troop].place

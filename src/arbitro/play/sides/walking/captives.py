"""Those who stay in the enemy's power when the others flee, in games of one shared scene.

Who stays is the game's to say. What becomes of them is the referee's; the automatic referee goes by the option
`captives`, and captors without a mind ask no ransom. The held do nothing and go nowhere (they walk, rest, fight, carry
light and count with nobody) until their captors are beaten or have gone, a ransom is paid, or the referee sets them
free.
"""

from collections.abc import Iterator
from typing import Final, cast

from msgspec.structs import replace

from arbitro.dungeon.events import SlotChanged
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.kernel.card import Card, Tag
from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.chair import referee_decides
from arbitro.play.naming import TEXTS, called_in_both
from arbitro.play.scene import Scene
from arbitro.play.sides.walking.captivity import (
    FATES,
    BuyFree,
    CaptiveFate,
    CaptiveFreed,
    CaptiveRobbed,
    CaptiveSlain,
    CaptiveTaken,
    Fate,
    FreedBy,
    RansomGiven,
    RansomSet,
)
from arbitro.play.sides.walking.ground import gold_of, leisure, walking_state
from arbitro.play.sides.walking.meetings import creatures_in
from arbitro.play.sides.walking.state import Captivity, WalkingState
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import CampaignState, Fallen
from arbitro.text import Language

CAPTIVES: Final = "captives"
"""The kind of the referee's decisions about those who are in the enemy's power."""


# -------------------------------------------------------------------- falling into it


def capture(
    side: Walker, scene: Scene, who: tuple[str, ...], captors: tuple[tuple[str, int], ...], slot: Slot | None
) -> None:
    """People are taken; wanderers who have taken somebody stay where they are. Then the automatic referee's word."""
    state = walking_state(scene.state)
    here = state.dungeon.spaces[state.at]
    if slot is None:
        name = f"captors-{len(state.dungeon.slots) + 1}"
        slot = Slot(name, here.level, here.id, "monster", "WANDERING_MONSTER", items=captors, state="met")
        scene.dig((SlotChanged(slot, audience=REFEREE_ONLY),))
    for each in who:
        scene.happen(CaptiveTaken(each, Captivity(slot.id, here.id, state.dungeons), rules=side.held_by))
    if referee_decides(scene.state, CAPTIVES):
        return
    fate = cast(Fate, scene.state.options["captives"])
    for each in who:
        settle(side, scene, each, fate)


# -------------------------------------------------------------------- what becomes of them


def mindless_captors(side: Walker, state: CampaignState, held: Captivity) -> bool:
    """Whether none of the captors has a mind."""
    place = _dungeon_of(state, held)
    slot = place.slots.get(held.by) if place is not None else None
    known = creatures_in(slot) if slot is not None else ()
    return bool(known) and all(side.mindless(name) for name, _ in known)


def settle(side: Walker, scene: Scene, who: str, fate: Fate) -> None:
    """Let a fate take effect; captors who want anything of somebody rob them first, and the mindless want nothing."""
    state = walking_state(scene.state)
    held = state.captives[who]
    if fate == "killed":
        place = _dungeon_of(state, held)
        level = place.spaces[held.space].level if place is not None and held.space in place.spaces else 0
        name = called_in_both(side.game, side.whole(state), who)
        scene.happen(CaptiveSlain(who, Fallen(who, name, state.minutes, held.space if level else "", level)))
        side.slain(scene, who)
        return
    if fate == "freed":
        free(side, scene, who, "released")
        return
    if mindless_captors(side, state, held):
        return
    gold, potions = state.purses.get(who, 0), side.potions_of(state, who)
    if gold or potions:
        scene.happen(CaptiveRobbed(who, gold, potions, rules=side.held_by))
    if fate == "ransomed":
        a_level = int(state.options[side.ransom_option])
        scene.happen(RansomSet(who, a_level * side.level(state), a_level, rules=side.held_by))
    elif fate == "robbed":
        _back_with_the_others(side, scene, who, "released")


def _dungeon_of(state: CampaignState, held: Captivity) -> Dungeon | None:
    """The dungeon in which somebody is held: that of now, or one that was left; None where an old log forgot it."""
    if held.dungeon == state.dungeons:
        return state.dungeon
    left = state.left.get(str(held.dungeon))
    return None if left is None else left.dungeon


def held_here(state: CampaignState) -> dict[str, str]:
    """Who is held in the dungeon of now, and where."""
    own = walking_state(state)
    return {who: held.space for who, held in own.captives.items() if held.dungeon == own.dungeons}


def captive_fate(side: Walker, scene: Scene, command: CaptiveFate) -> Refusal | None:
    """The referee says what becomes of one who is held, at any time but in a fight."""
    if side.fighting(scene.state):
        return Refusal("busy_now")
    if command.captive not in walking_state(scene.state).captives:
        return Refusal("not_in_their_power", {"who": f"@{command.captive}"}, side.held_by)
    held = walking_state(scene.state).captives[command.captive]
    if command.fate in ("ransomed", "robbed") and mindless_captors(side, scene.state, held):
        return Refusal("captors_want_no_gold", {"who": f"@{command.captive}"}, side.held_by)
    settle(side, scene, command.captive, command.fate)
    return None


# -------------------------------------------------------------------- out of it again


def free(side: Walker, scene: Scene, who: str, how: FreedBy) -> None:
    """With the party again, and with what the captors had taken."""
    held = walking_state(scene.state).captives[who]
    _back_with_the_others(side, scene, who, how, held.purse, held.potions)


def _back_with_the_others(side: Walker, scene: Scene, who: str, how: FreedBy, purse: int = 0, potions: int = 0) -> None:
    """Free; what that means for somebody is the game's to say."""
    scene.happen(CaptiveFreed(who, how, purse, potions, rules=side.held_by))
    side.rejoined(scene, who)


def rescue(side: Walker, scene: Scene, slot: str) -> None:
    """The captors are beaten: all whom they held are free."""
    state = walking_state(scene.state)
    for who, held in state.captives.items():
        if slot and held.by == slot and held.dungeon == state.dungeons:
            free(side, scene, who, "rescued")


def find(side: Walker, scene: Scene) -> None:
    """Whoever is held in this place by captors who are here no more is found."""
    state = walking_state(scene.state)
    for who, held in state.captives.items():
        if held.space != state.at or held.dungeon != state.dungeons:
            continue
        slot = state.dungeon.slots.get(held.by)
        if slot is None or slot.state not in ("present", "met") or slot.space != held.space:
            free(side, scene, who, "found")


def may_pay(side: Walker, state: CampaignState, who: str, captive: str) -> Refusal | None:
    """Under the sky a messenger takes the ransom; below it is paid to the captors themselves, before any blow."""
    own = walking_state(state)
    if who not in side.able(state):
        return Refusal("cannot_now", {"who": f"@{who}"})
    held = own.captives.get(captive)
    if held is None:
        return Refusal("not_in_their_power", {"who": f"@{captive}"}, side.held_by)
    if not held.ransom:
        return Refusal("no_price_set", {"who": f"@{captive}"}, side.held_by)
    face_to_face = own.meeting is not None and not own.meeting.joined and own.meeting.slot == held.by
    if not face_to_face and (state.at or leisure(side, state) is not None):
        return Refusal("captors_not_here", {"who": f"@{captive}"}, side.held_by)
    gold = gold_of(side, state, who) or 0
    if gold < held.ransom:
        return Refusal("gold_short", {"price": held.ransom, "gold": gold})
    return None


def buy_free(side: Walker, scene: Scene, command: BuyFree) -> Refusal | None:
    """Gold for a life: what the captors had taken stays with them."""
    refused = may_pay(side, scene.state, command.who, command.captive)
    if refused is not None:
        return refused
    price = walking_state(scene.state).captives[command.captive].ransom
    left = (gold_of(side, scene.state, command.who) or 0) - price
    scene.happen(RansomGiven(command.who, command.captive, price, {command.who: left}, rules=side.held_by))
    _back_with_the_others(side, scene, command.captive, "ransomed")
    return None


# -------------------------------------------------------------------- choices


def _would_change(side: Walker, state: WalkingState, captive: str, fate: Fate) -> bool:
    """Whether a fate is anything new: whoever is held and has nothing left is held already."""
    if fate in ("killed", "freed"):
        return True
    if mindless_captors(side, state, state.captives[captive]):
        return False
    return fate != "held" or bool(state.purses.get(captive, 0) or side.potions_of(state, captive))


def choices(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """The referee's word on each who is held, and ransoms that somebody can pay."""
    for captive, held in state.captives.items():
        if seat.role == "referee" and not side.fighting(state):
            fates = tuple(fate for fate in FATES if _would_change(side, state, captive, fate))
            part = Parameter("fate", picks=tuple(Pick(fate, Label(f"captive.{fate}")) for fate in fates))
            label = Label("choice.captive_fate", {"who": f"@{captive}"})
            yield Choice(f"captive_fate/{captive}", "captive_fate", label, {"captive": captive}, (part,), side.held_by)
        payers = [who for who in side.able(state) if seat.may_act_for(who)]
        payers = [who for who in payers if may_pay(side, state, who, captive) is None]
        if payers:
            who = Parameter("who", picks=picks_of(payers))
            label = Label("choice.buy_free", {"who": f"@{captive}", "price": held.ransom})
            yield Choice(f"buy_free/{captive}", "buy_free", label, {"captive": captive}, (who,), side.held_by)


def ransoms(side: Walker, state: WalkingState) -> Iterator[BuyFree]:
    """Ransoms that one of a plain party has the gold for."""
    for captive in state.captives:
        for who in side.able(state):
            if may_pay(side, state, who, captive) is None:
                yield BuyFree(who, captive)


def marked(state: WalkingState, cards: tuple[Card, ...], language: Language) -> tuple[Card, ...]:
    """The cards, of which those of captives say so."""
    tag = Tag(TEXTS.say(language, "tag.in_their_power"), "bad")
    return tuple(replace(card, tags=(tag, *card.tags)) if card.id in state.captives else card for card in cards)

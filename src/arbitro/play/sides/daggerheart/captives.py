"""Those who stay in the enemy's power when the others flee, in the game of Hope and Fear.

The text has no rule for flight. Our reading: whoever is held fast, cannot act or has surrendered stays; whoever lies
unconscious is carried; both by the option `flight_leaves`. What becomes of them is the referee's to say; the automatic
referee goes by the option `captives`, and captors without a mind ask no ransom. The held do nothing and go nowhere
until their captors are beaten or have gone, a ransom is paid, or the referee sets them free.
"""

from collections.abc import Iterator
from typing import Final, cast

from msgspec.structs import replace

from arbitro.dungeon.events import SlotChanged
from arbitro.dungeon.model import Slot
from arbitro.kernel.card import Card, Tag
from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.chair import referee_decides
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart.party import (
    DaggerheartSide,
    able,
    fighting,
    inner_state,
    mindless,
    own_state,
    party_level,
    people,
    whole,
)
from arbitro.play.sides.daggerheart.state import (
    FATES,
    BuyFree,
    CaptiveFate,
    CaptiveFreed,
    CaptiveRobbed,
    CaptiveSlain,
    CaptiveTaken,
    Captivity,
    DaggerheartCampaign,
    Fate,
    FreedBy,
    RansomGiven,
    RansomSet,
)
from arbitro.play.sides.walking.ground import gold_of, leisure
from arbitro.play.state import CampaignState, Fallen
from arbitro.play.telling import TEXTS, called_in_both
from arbitro.rules.daggerheart.content import library
from arbitro.rules.daggerheart.events import LevelGained, StatusChanged
from arbitro.rules.daggerheart.growing import raised
from arbitro.rules.daggerheart.presence import condition_entry
from arbitro.rules.daggerheart.prisoners import freed
from arbitro.text import Language

KIND: Final = "captives"
HELD: Final = ("DH-SOFT-04", "DHP-COND-03")
"""The captured are held by the adversary; whoever is Restrained stays put."""


# -------------------------------------------------------------------- falling into it


def held_fast(state: CampaignState, who: str) -> bool:
    """Whether somebody has a condition that keeps them where they are."""
    hero = inner_state(state).party.get(who)
    return hero is not None and any(condition_entry(each.name).keeps for each in hero.conditions)


def left_behind(state: CampaignState) -> tuple[str, ...]:
    """Those whom a flight leaves in the enemy's power."""
    leaves = state.options["flight_leaves"]
    if leaves == "nobody":
        return ()
    party = inner_state(state).party
    fallen = {who for who in people(state) if leaves == "fallen" and party[who].status != "up"}
    gone = {*fallen, *surrendered(state)}
    return tuple(who for who in people(state) if who in gone or held_fast(state, who))


def surrendered(state: CampaignState) -> tuple[str, ...]:
    """Those who have laid down their arms and are nobody's captives yet."""
    party, held = inner_state(state).party, own_state(state).captives
    return tuple(who for who in people(state) if party[who].prisoner and who not in held)


def let_go(scene: Scene) -> None:
    """Whoever has surrendered and is not kept takes up arms again."""
    for who in surrendered(scene.state):
        scene.happen(freed(inner_state(scene.state).party[who]))


def capture(
    side: DaggerheartSide, scene: Scene, who: tuple[str, ...], captors: tuple[tuple[str, int], ...], slot: Slot | None
) -> None:
    """They are taken; wanderers who have taken somebody stay where they are. Then the automatic referee's word."""
    state = own_state(scene.state)
    here = state.dungeon.spaces[state.at]
    if slot is None:
        name = f"captors-{len(state.dungeon.slots) + 1}"
        slot = Slot(name, here.level, here.id, "monster", "WANDERING_MONSTER", items=captors, state="met")
        scene.dig((SlotChanged(slot, audience=REFEREE_ONLY),))
    for each in who:
        scene.happen(CaptiveTaken(each, Captivity(slot.id, here.id, state.dungeons), rules=HELD))
    if referee_decides(scene.state, KIND):
        return
    fate = cast(Fate, scene.state.options["captives"])
    for each in who:
        settle(side, scene, each, fate)


# -------------------------------------------------------------------- what becomes of them


def mindless_captors(state: CampaignState, held: Captivity) -> bool:
    """Whether none of the captors has a mind."""
    slot = state.dungeon.slots.get(held.by) if held.dungeon == state.dungeons else None
    known = [name for name, _ in slot.items if name in library().adversaries] if slot is not None else []
    return bool(known) and all(mindless(name) for name in known)


def settle(side: DaggerheartSide, scene: Scene, who: str, fate: Fate) -> None:
    """Let a fate take effect; captors who want anything of somebody rob them first, and the mindless want nothing."""
    state = own_state(scene.state)
    held = state.captives[who]
    if fate == "killed":
        level = state.dungeon.spaces[held.space].level if _in_this_dungeon(state, held) else 0
        name = called_in_both(side.game, whole(state), who)
        scene.happen(CaptiveSlain(who, Fallen(who, name, state.minutes, held.space if level else "", level)))
        scene.happen(StatusChanged(who, "dead", rules=("DHP-DEATH-01",)))
        return
    if fate == "freed":
        free(scene, who, "released")
        return
    if mindless_captors(state, held):
        return
    gold = state.purses.get(who, 0)
    if gold:
        scene.happen(CaptiveRobbed(who, gold, rules=HELD))
    if fate == "ransomed":
        a_level = int(state.options["ransom_per_level"])
        scene.happen(RansomSet(who, a_level * party_level(state), a_level, rules=HELD))
    elif fate == "robbed":
        _back_with_the_others(scene, who, "released")


def _in_this_dungeon(state: DaggerheartCampaign, held: Captivity) -> bool:
    return held.dungeon == state.dungeons and held.space in state.dungeon.spaces


def captive_fate(side: DaggerheartSide, scene: Scene, command: CaptiveFate) -> Refusal | None:
    """The referee says what becomes of one who is held, at any time but in a fight."""
    if command.captive not in own_state(scene.state).captives:
        return Refusal("not_in_their_power", {"who": f"@{command.captive}"}, HELD)
    if fighting(scene.state):
        return Refusal("busy_now")
    held = own_state(scene.state).captives[command.captive]
    if command.fate in ("ransomed", "robbed") and mindless_captors(scene.state, held):
        return Refusal("captors_want_no_gold", {"who": f"@{command.captive}"}, HELD)
    settle(side, scene, command.captive, command.fate)
    return None


# -------------------------------------------------------------------- out of it again


def free(scene: Scene, who: str, how: FreedBy) -> None:
    """With the party again, and with what the captors had taken."""
    _back_with_the_others(scene, who, how, own_state(scene.state).captives[who].purse)


def _back_with_the_others(scene: Scene, who: str, how: FreedBy, purse: int = 0) -> None:
    """Free, and of the party's level: levels are the party's, not somebody's own (DHP-LEVEL-01)."""
    level = party_level(scene.state)
    scene.happen(CaptiveFreed(who, how, purse, rules=HELD))
    if inner_state(scene.state).party[who].prisoner:
        scene.happen(freed(inner_state(scene.state).party[who]))
    sheet = inner_state(scene.state).party[who].sheet
    for reached in range(sheet.level + 1, level + 1):
        sheet = raised(sheet, reached)
        scene.happen(LevelGained(reached, {who: sheet}, who, rules=("DHP-LEVEL-01", "DHP-LEVEL-02")))


def rescue(scene: Scene, slot: str) -> None:
    """The captors are beaten: all whom they held are free."""
    state = own_state(scene.state)
    for who, held in state.captives.items():
        if slot and held.by == slot and held.dungeon == state.dungeons:
            free(scene, who, "rescued")


def find(scene: Scene) -> None:
    """Whoever is held in this place by captors who are here no more is found."""
    state = own_state(scene.state)
    for who, held in state.captives.items():
        if held.space != state.at or held.dungeon != state.dungeons:
            continue
        slot = state.dungeon.slots.get(held.by)
        if slot is None or slot.state not in ("present", "met") or slot.space != held.space:
            free(scene, who, "found")


def may_pay(side: DaggerheartSide, state: CampaignState, who: str, captive: str) -> Refusal | None:
    """Under the sky a messenger takes the ransom; below it is paid to the captors themselves, before any blow."""
    own = own_state(state)
    held = own.captives.get(captive)
    if held is None:
        return Refusal("not_in_their_power", {"who": f"@{captive}"}, HELD)
    if not held.ransom:
        return Refusal("no_price_set", {"who": f"@{captive}"}, HELD)
    face_to_face = own.meeting is not None and not own.meeting.joined and own.meeting.slot == held.by
    if not face_to_face and (state.at or leisure(side, state) is not None):
        return Refusal("captors_not_here", {"who": f"@{captive}"}, HELD)
    if who not in able(state):
        return Refusal("cannot_now", {"who": f"@{who}"})
    gold = gold_of(side, state, who) or 0
    if gold < held.ransom:
        return Refusal("gold_short", {"price": held.ransom, "gold": gold})
    return None


def buy_free(side: DaggerheartSide, scene: Scene, command: BuyFree) -> Refusal | None:
    """Gold for a life: what the captors had taken stays with them."""
    refused = may_pay(side, scene.state, command.who, command.captive)
    if refused is not None:
        return refused
    price = own_state(scene.state).captives[command.captive].ransom
    left = (gold_of(side, scene.state, command.who) or 0) - price
    scene.happen(RansomGiven(command.who, command.captive, price, {command.who: left}, rules=HELD))
    _back_with_the_others(scene, command.captive, "ransomed")
    return None


# -------------------------------------------------------------------- choices


def choices(side: DaggerheartSide, state: DaggerheartCampaign, seat: Seat) -> Iterator[Choice]:
    """The referee's word on each who is held, and ransoms that somebody can pay."""
    for captive, held in state.captives.items():
        if seat.role == "referee" and not fighting(state):
            deaf = mindless_captors(state, held)
            fates = tuple(fate for fate in FATES if not (deaf and fate in ("ransomed", "robbed")))
            part = Parameter("fate", picks=tuple(Pick(fate, Label(f"captive.{fate}")) for fate in fates))
            label = Label("choice.captive_fate", {"who": f"@{captive}"})
            yield Choice(f"captive_fate/{captive}", "captive_fate", label, {"captive": captive}, (part,), HELD)
        payers = [who for who in able(state) if seat.may_act_for(who)]
        payers = [who for who in payers if may_pay(side, state, who, captive) is None]
        if payers:
            who = Parameter("who", picks=tuple(Pick(each, Label("name", {"who": f"@{each}"})) for each in payers))
            label = Label("choice.buy_free", {"who": f"@{captive}", "price": held.ransom})
            yield Choice(f"buy_free/{captive}", "buy_free", label, {"captive": captive}, (who,), HELD)


def ransoms(side: DaggerheartSide, state: DaggerheartCampaign) -> Iterator[BuyFree]:
    """Ransoms that one of a plain party has the gold for."""
    for captive in state.captives:
        for who in able(state):
            if may_pay(side, state, who, captive) is None:
                yield BuyFree(who, captive)


def marked(state: DaggerheartCampaign, cards: tuple[Card, ...], language: Language) -> tuple[Card, ...]:
    """The cards, of which those of captives say so."""
    tag = Tag(TEXTS.say(language, "tag.in_their_power"), "bad")
    return tuple(replace(card, tags=(tag, *card.tags)) if card.id in state.captives else card for card in cards)

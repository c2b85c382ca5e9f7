"""What takes its time: what waits for the end of a tie, and what lasts on somebody, how it begins and how it ends."""

from collections.abc import Iterable
from typing import Final, cast

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.events import BlowHeld, Fell
from arbitro.rules.whitebox.measure import MINUTES_OF, Span
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, UNTOLD, Ongoing
from arbitro.rules.whitebox.powers.events import EffectBegan, EffectEnded
from arbitro.rules.whitebox.powers.lookups import lasting
from arbitro.rules.whitebox.prepared_spells import spoil
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Condition, State

UNCLEAR: Final = 60
"""Minutes for a span that is the referee's, until the referee ends it (ours)."""

ENDLESS: Final = 600
"""Rounds for which something without an end holds its victim in a fight."""

PACES: Final = ("hasted", "slowed", "moving", "mired")
"""What changes a movement rate."""

OF_A_PLACE: Final = ("wall", "lit", "dark", "mist")
"""What stays where it is when its bearer is dead."""


def unit_minutes(span: Span) -> int:
    """Minutes of a span's unit; 0 where time does not end it."""
    return UNCLEAR if span.unit == "referee" else MINUTES_OF.get(span.unit, 0)


def span_amount(span: Span | None, level: int) -> tuple[Amount | None, int]:
    """What is to be rolled for a span, with what the caster's level adds, and the minutes of each point."""
    each = 0 if span is None else unit_minutes(span)
    if span is None or not each:
        return None, 0
    if span.unit == "referee":
        return Amount(plus=1), each
    more = span.per_level * level * MINUTES_OF.get(span.level_unit or span.unit, 1) // each
    return Amount(span.amount.count, span.amount.sides, span.amount.plus + more), each


def span_thrown(scene: Scene, span: Span | None, level: int) -> tuple[tuple[Die, ...], int]:
    """The dice that say how long something of a caster's level lasts, and its minutes; -1: until it is ended."""
    amount, each = span_amount(span, level)
    if amount is None:
        return (), -1
    dice = amount.roll(scene.dice, "span")
    return dice, max(amount.total(dice), 1) * each


def lasts_until(state: State, minutes: int) -> int:
    """The minute in which something is over that begins now; the rest of this round does not count."""
    return -1 if minutes < 0 else state.minutes + minutes + (1 if fighting(state) else 0)


def begin(
    scene: Scene,
    who: str,
    effect: Ongoing,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = (),
    each: int = 0,
) -> None:
    """Let something last on somebody; whoever becomes helpless by it cannot act.

    `each`: the minutes of each point of the dice, where they say how long.
    """
    own = scene.rules.own_ways.get(effect.kind)
    if own is not None:  # the new one takes the place of the one before
        for other in scene.state.effects.get(who, ()):
            if other.kind == effect.kind:
                finish(scene, who, other, rules or ("WB-SPELL-04",))
    state = scene.state
    held = -1
    fight = state.fight
    if fight is not None and fighting(state) and effect.kind in HELPLESS and who in fight.combatants:
        rounds = ENDLESS if effect.until < 0 else max(effect.until - state.minutes - 1, 0)
        held = max(fight.round + rounds, fight.combatants[who].held_until)
    if fight is not None and effect.kind in PACES and who in fight.combatants:
        effect = replace(effect, amount=gain_of_pace(state, fight.combatants[who], effect))
    audience = REFEREE_ONLY if effect.kind in UNTOLD else ""
    again = any(other.kind == effect.kind for other in state.effects.get(who, ()))
    lasts = -1 if effect.until < 0 else max(effect.until - lasts_until(state, 0), 0)  # as it is told
    after = max(effect.amount - (state.minutes + 1), 0) if effect.kind == "confused" else 0
    scene.happen(
        EffectBegan(who, effect.kind, effect, held, dice, again, lasts, each, after, rules=rules, audience=audience)
    )
    if held >= 0 and fight is not None:
        one = fight.combatants[who]
        if one.prepared or one.preparing:
            spoil(scene, one)
    if own is not None and fight is not None and fighting(scene.state) and who in fight.combatants:
        own.begins(scene, basics.fight(scene.state).combatants[who], effect)


def hold_fast(scene: Scene, who: str, until: int) -> None:
    """What a trap's paralysis is in a fight; that somebody is held has been told already."""
    held = Ongoing(kind="held", source="hazard:trap", until=until, magical=False)
    scene.happen(EffectBegan(who, "held", held, -1, rules=("WB-TIME-02",), audience=REFEREE_ONLY))


def gain_of_pace(state: State, one: Combatant, effect: Ongoing) -> int:
    """How much an effect changes somebody's movement rate; a flight is given in feet a round.

    Of several alike the strongest counts: the new one adds what it does beyond those that are there.
    """
    if effect.kind == "moving" and not effect.feet:
        effect = replace(effect, feet=effect.amount)
    alike = [other for other in state.effects.get(one.id, ()) if other.kind == effect.kind]
    now = sum(other.amount for other in alike)
    return strongest_pace(one.profile.rate - now, (*alike, effect)) - now


def strongest_pace(rate: int | float, alike: Iterable[Ongoing]) -> int:
    """What the strongest of some effects of one kind makes of a rate, as a change of it."""
    return max((pace_alone(rate, effect) for effect in alike), key=abs, default=0)


def pace_alone(rate: int | float, effect: Ongoing) -> int:
    """What one effect makes of a rate, as a change of it; nobody flies slower than they walk."""
    if effect.kind == "moving":
        return max(int(effect.feet * 3 // 10 - rate), 0)
    return int(rate * effect.factor - rate)


def pace_left(state: State, one: Combatant, effect: Ongoing) -> int | None:
    """What those like an effect that ends change of the rate from now on; None where it was the only one."""
    alike = [other for other in state.effects.get(one.id, ()) if other.kind == effect.kind]
    ends = (effect.source, effect.by, effect.until)
    left = [other for other in alike if (other.source, other.by, other.until) != ends]
    if effect.kind not in PACES or not left:
        return None
    return strongest_pace(one.profile.rate - sum(other.amount for other in alike), left)


def finish(scene: Scene, who: str, effect: Ongoing, rules: tuple[str, ...]) -> None:
    """Let something that lasted be over; whoever nothing else holds can act again."""
    state = scene.state
    fight = state.fight
    held, fights = -1, False
    still: Ongoing | None = None
    pace: int | None = None
    if fight is not None and who in fight.combatants:
        one = fight.combatants[who]
        others = [other for other in lasting(state, who) if other != effect]
        left = [other.until for other in others if other.kind in HELPLESS]
        if effect.kind not in HELPLESS:
            held = one.held_until
        elif left:
            ends = max((ENDLESS if until < 0 else until - state.minutes - 1) for until in left)
            held = fight.round + max(ends, 0)
        pace = pace_left(state, one, effect)
        still = next((other for other in others if other.kind in OUT_OF_IT), None)
        fights = effect.kind in OUT_OF_IT and one.condition in OUT_OF_IT and still is None
    audience = "" if end_shows(state, who, effect) else REFEREE_ONLY
    kind, source, by, until = effect.kind, effect.source, effect.by, effect.until
    goes_on = any(other.kind == kind and other != effect for other in state.effects.get(who, ()))
    ended = EffectEnded(who, kind, source, by, held, fights, until, pace, goes_on, rules=rules, audience=audience)
    scene.happen(ended)
    if still is not None and still.kind != kind and basics.fight(scene.state).combatants[who].condition == kind:
        scene.happen(Fell(who, cast(Condition, still.kind), rules=rules))
    own = scene.rules.own_ways.get(effect.kind)
    if own is not None and fight is not None and who in fight.combatants:
        own.ends(scene, basics.fight(scene.state).combatants[who])


def lasts_on(state: State, who: str, effect: Ongoing) -> bool:
    """Whether something is still on somebody, whatever it has come to count for beside others of its kind."""
    named = (effect.kind, effect.source, effect.by, effect.until)
    return any(named == (held.kind, held.source, held.by, held.until) for held in state.effects.get(who, ()))


def end_shows(state: State, who: str, effect: Ongoing) -> bool:
    """Whether everybody sees that it is over: not while another like it goes on, nor on the dead."""
    others = (other for other in state.effects.get(who, ()) if other != effect and other.kind == effect.kind)
    if effect.kind in UNTOLD or any(other.active(max(state.minutes, effect.until)) for other in others):
        return False
    fight = state.fight
    one = fight.combatants.get(who) if fight is not None and fighting(state) else None
    sheet = state.characters.get(who)
    dead = one.condition == "dead" if one is not None else sheet is not None and sheet.health == "dead"
    return not dead or effect.kind in OF_A_PLACE


def put_off(
    scene: Scene,
    blow: Blow,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    *,
    audience: str = "",
) -> bool:
    """Keep something for the end of a simultaneous turn (WB-INIT-02); False: there is none, it happens now."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over" or not basics.simultaneous(fight):
        return False
    scene.happen(BlowHeld(blow.target, blow, dice, modifiers, rules=(*rules, "WB-INIT-02"), audience=audience))
    return True


def lays(
    scene: Scene,
    who: str,
    effect: Ongoing,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = (),
    each: int = 0,
) -> None:
    """Something that was done leaves an effect: at once, or at the end of a simultaneous turn."""
    present = scene.state.fight is not None and who in scene.state.fight.combatants
    rounds = sum(die.face for die in dice)
    if not present or not put_off(scene, Blow(who, "ongoing", effect.by, rounds, ongoing=effect), dice, rules):
        begin(scene, who, effect, dice, rules, each)


def lifts(scene: Scene, who: str, effect: Ongoing, rules: tuple[str, ...]) -> None:
    """Something that was done ends an effect: at once, or at the end of a simultaneous turn."""
    present = scene.state.fight is not None and who in scene.state.fight.combatants
    if not present or not put_off(scene, Blow(who, "ends", effect.by, ongoing=effect), (), rules):
        finish(scene, who, effect, rules)

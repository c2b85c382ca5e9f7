"""What lasts on somebody: how it begins, what it does in every round, how it ends."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, cast

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics, damage
from arbitro.rules.whitebox.basics import able, fighting
from arbitro.rules.whitebox.damage import Landing, harm, put_off, spoil
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.exploring import meetings
from arbitro.rules.whitebox.exploring.events import Perished
from arbitro.rules.whitebox.exploring.state import Troop
from arbitro.rules.whitebox.measure import Ability, Span
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people import healing, records
from arbitro.rules.whitebox.people.healing import Elapsed
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.amounts import added_by
from arbitro.rules.whitebox.powers.commands import EndEffect
from arbitro.rules.whitebox.powers.events import (
    AttributeChanged,
    Bewildered,
    EffectBegan,
    EffectEnded,
    HpRegained,
    LevelsDrained,
    SheetDrained,
    Unaffected,
)
from arbitro.rules.whitebox.powers.lookups import abilities, ask_referee, hit_dice, lasting, powers, under
from arbitro.rules.whitebox.reckoning import not_above, rolled
from arbitro.rules.whitebox.rounds import Ending
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Condition, State

_MINUTES: Final = {"rounds": 1, "turns": 10, "hours": 60, "days": 24 * 60, "weeks": 7 * 24 * 60}
UNCLEAR: Final = 60
"""Minutes for a span that is the referee's, until the referee ends it (ours)."""
ENDLESS: Final = 600
"""Rounds for which something without an end holds its victim in a fight."""
TURN: Final = 10
PACES: Final = ("hasted", "slowed", "moving", "mired")
"""What changes a movement rate."""


OF_A_PLACE: Final = ("wall", "lit", "dark", "mist")
"""What stays where it is when its bearer is dead."""
UNTOLD: Final = ("gazed", "located", "lycanthropy", "diseased", "seared", "size", "braved")
"""What nobody but the referee is told of when it begins and ends."""
FELLED: Final[dict[str, Condition]] = {"stone": "stone", "charm": "charmed", "swallow": "swallowed"}
"""What takes somebody out of the fight for as long as it lasts."""


# ------------------------------------------------------------ how long


def unit_minutes(span: Span) -> int:
    """Minutes of a span's unit; 0 where time does not end it."""
    return UNCLEAR if span.unit == "referee" else _MINUTES.get(span.unit, 0)


def span_amount(span: Span | None, level: int) -> tuple[Amount | None, int]:
    """What is to be rolled for a span, with what the caster's level adds, and the minutes of each point."""
    each = 0 if span is None else unit_minutes(span)
    if span is None or not each:
        return None, 0
    if span.unit == "referee":
        return Amount(plus=1), each
    more = span.per_level * level * _MINUTES.get(span.level_unit or span.unit, 1) // each
    return Amount(span.amount.count, span.amount.sides, span.amount.plus + more), each


def lasts_until(state: State, minutes: int) -> int:
    """The minute in which something is over that begins now; the rest of this round does not count."""
    return -1 if minutes < 0 else state.minutes + minutes + (1 if fighting(state) else 0)


def minutes_of(state: State, effect: Ongoing) -> int:
    """How long something lasts that begins now, as it is told; -1: it does not end by itself."""
    return -1 if effect.until < 0 else max(effect.until - lasts_until(state, 0), 0)


# ------------------------------------------------------------ beginning and ending


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
    lasts = minutes_of(state, effect)
    scene.happen(EffectBegan(who, effect.kind, effect, held, dice, again, lasts, each, rules=rules, audience=audience))
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


def come_upon(scene: Scene, troop: Troop) -> None:
    """Whoever comes is heard by those whom noise wakes, before anybody is caught unawares."""
    for one in records.company(scene.state):
        for effect in scene.state.effects.get(one.id, ()):
            if effect.noise_ends:
                finish(scene, one.id, effect, ("WB-CORE-01",))
    meetings.come_upon(scene, troop)


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
    return one is None or one.condition != "dead" or effect.kind in OF_A_PLACE


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


def end_effect(scene: Scene, command: EndEffect) -> Refusal | None:
    """The referee ends something that lasts on somebody."""
    found = [effect for effect in scene.state.effects.get(command.target, ()) if effect.kind == command.kind]
    if not found:
        return Refusal("no_effect", {"who": f"@{command.target}", "kind": command.kind})
    for effect in found:
        finish(scene, command.target, effect, ("WB-CORE-01",))
    return None


# ------------------------------------------------------------ what a danger leaves behind


def is_healed(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Hit points come back."""
    blow = landing.blow
    give_back(scene, one, blow.amount, landing.dice, (*landing.rules, "WB-HEAL-03"), landing.modifiers)


def is_over(scene: Scene, one: Combatant, landing: Landing) -> None:
    """What a deed of the same moment has ended is over, if it still lasts."""
    ended = landing.blow.ongoing
    if ended is not None and lasts_on(scene.state, one.id, ended):
        finish(scene, one.id, ended, landing.rules)


def is_wounded(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Damage, plain or made of something."""
    blow, rules = landing.blow, (*landing.rules, "WB-DEATH-01")
    if not blow.element:
        harm(scene, one, blow.amount, rules, landing.dice, landing.modifiers)
        return
    element, dice, modifiers = blow.element, landing.dice, landing.modifiers
    scene.rules.harm_by(scene, one, blow.amount, element, rules, dice, modifiers, save=blow.save)


def takes_hold(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Something worse than a wound takes hold of whoever stands: it lasts on them, or takes something from them."""
    blow, dice, rules = landing.blow, landing.dice, landing.rules
    if blow.effect == "stone" and blow.ongoing is None:
        blow = replace(blow, ongoing=Ongoing(kind="stone", by=blow.source))
    frightened = blow.ongoing is not None and blow.ongoing.kind == "afraid"
    if one.condition != "up" or (frightened and under(scene.state, one.id, "afraid")):
        if dice:
            scene.happen(Unaffected(one.id, "already", dice))
        return
    each = 0 if blow.ongoing is None else blow.ongoing.each
    if blow.ongoing is not None and each:
        until = lasts_until(scene.state, max(blow.amount, 1) * each)
        blow = replace(blow, ongoing=replace(blow.ongoing, until=until, each=0))
    if blow.effect == "level_drain":
        drain_levels(scene, one, blow.amount, blow.source, rules)
    elif blow.effect == "ability_drain":
        drain_ability(scene, one, blow, dice, rules)
    elif blow.ongoing is not None:
        begin(scene, one.id, blow.ongoing, dice, rules, each)
        if blow.effect in FELLED:
            scene.happen(Fell(one.id, FELLED[blow.effect], rules=rules))
        follows = scene.rules.took_hold.get(blow.ongoing.kind)
        if follows is not None:
            follows(scene, one, blow)


def drain_levels(scene: Scene, one: Combatant, levels: int, source: str, rules: tuple[str, ...]) -> None:
    """Take levels away, and with each a share of the hit points; whoever has none left dies."""
    profile = one.profile
    left = hit_dice(one) - levels
    if left < 1:
        scene.happen(Fell(one.id, "dead", rules=rules))
        rises(scene, one, source, "drained")
        return
    share = profile.max_hp * levels // max(profile.level, 1)
    most = max(profile.max_hp - share, 1)
    now = min(one.hp, most)
    drained = LevelsDrained(one.id, levels, max(profile.level - levels, 1), most, now, lost=one.hp - now, rules=rules)
    scene.happen(drained)


def drain_ability(scene: Scene, one: Combatant, blow: Blow, dice: tuple[Die, ...], rules: tuple[str, ...]) -> None:
    """Take points of an attribute away; without any, the victim dies."""
    if blow.ongoing is None:
        return
    state = scene.state
    sheet = state.characters.get(one.id)
    ability = blow.ongoing.ability
    if sheet is None:
        score = powers(one).strength_score
    else:
        score = next((own for name, own in sheet.abilities.items() if name == ability), 10)
    lost = sum(
        effect.amount for effect in lasting(state, one.id) if effect.kind == "weakened" and effect.ability == ability
    )
    begin(scene, one.id, replace(blow.ongoing, amount=blow.amount), dice, rules)
    if lost + blow.amount >= score:
        scene.happen(Fell(one.id, "dead", rules=rules))
        rises(scene, one, blow.source, "drained")


def rises(scene: Scene, one: Combatant, source: str, how: str) -> None:
    """Remind the referee of victims that rise again as something else."""
    killer = basics.fight(scene.state).combatants.get(source)
    if killer is None:
        return
    if any(power.rises(it, how) for it, power in abilities(scene.rules, killer) if power.rises is not None):
        ask_referee(scene, killer.id, "advice", "spawn", one.id)


# ------------------------------------------------------------ a round passes


def minute_passes(scene: Scene) -> None:
    """End of a round: what lasts takes its toll or ends, wounds close by themselves."""
    state = scene.state
    if state.effects:
        for who in tuple(state.effects):
            scene.rules.round_passes(scene, who)
    for one in basics.fight(scene.state).combatants.values():
        if one.condition == "up" and (one.profile.powers is not None or one.id in scene.state.effects):
            regenerate(scene, one)
    shake_off(scene)
    scene.rules.land_held_blows(scene)


def shake_off(scene: Scene) -> None:
    """Whoever was paralysed up to this round can move again, and it is told."""
    fight = basics.fight(scene.state)
    for one in fight.combatants.values():
        held = under(scene.state, one.id, *HELPLESS)
        if one.condition == "up" and one.held_until == fight.round and held is None:
            scene.happen(EffectEnded(one.id, "held", until=-1, rules=("WB-TIME-02",)))


def land_held_blows(scene: Scene) -> None:
    """End of a simultaneous turn: every blow lands, and those that landing blows bring about."""
    while basics.fight(scene.state).blows:
        damage.land_held_blows(scene)


def round_passes(scene: Scene, who: str) -> None:
    """What lasts on somebody at the end of a round."""
    for effect in scene.state.effects.get(who, ()):
        one = basics.fight(scene.state).combatants.get(who)
        over = not effect.active(scene.state.minutes + 1)
        if one is None:
            if over and effect.active(scene.state.minutes):
                over_outside(scene, who, effect)
            continue
        if effect.kind == "gripped":
            squeeze(scene, one, effect)
        elif effect.kind == "confused" and not over:
            bewilder(scene, one, effect)
        elif effect.kind == "doomed" and over and one.condition not in ("dead", "stone"):
            finish(scene, who, effect, ("WB-TIME-03",))
            scene.happen(Fell(who, "dead", rules=("WB-SAVE-02",)))
        elif effect.kind == "swallowed" and over and one.condition == "swallowed":
            scene.happen(Fell(who, "dead", rules=("WB-SAVE-02",)))
        elif over and lasts_on(scene.state, who, effect):
            finish(scene, who, effect, ("WB-TIME-03",))


def over_outside(scene: Scene, who: str, effect: Ongoing) -> None:
    """The time of something is up for somebody who is in no fight; for the doomed it was the time to live."""
    sheet = scene.state.characters.get(who)
    if sheet is None or sheet.health not in ("well", "out"):
        return
    finish(scene, who, effect, ("WB-TIME-03",))
    if effect.kind == "doomed":
        scene.happen(Perished(who, (), rules=("WB-SAVE-02",)))


def run_out(scene: Scene, since: int) -> None:
    """Whatever had its time end after a minute of the clock, up to now, is over and told (WB-TIME-03)."""
    for who, effects in tuple(scene.state.effects.items()):
        for effect in effects:
            ended = since < effect.until <= scene.state.minutes
            if ended and lasts_on(scene.state, who, effect):  # one event ends all that are alike
                over_outside(scene, who, effect)


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """What ends by the clock is over."""
    run_out(scene, elapsed.since)


def fight_ended(scene: Scene, ending: Ending) -> None:
    """The last round of a fight has taken its minute too: what ends in it is over."""
    run_out(scene, ending.before.minutes)


def squeeze(scene: Scene, one: Combatant, effect: Ongoing) -> None:
    """Somebody in a grip is hurt without a roll, as long as who holds on can."""
    holder = basics.fight(scene.state).combatants.get(effect.by)
    if holder is None or not able(basics.fight(scene.state), holder) or one.condition != "up":
        finish(scene, one.id, effect, ("WB-CORE-01",))
        return
    if effect.amount:
        drain_levels(scene, one, effect.amount, holder.id, ())
    if effect.dice is not None and effect.ability:
        thrown = effect.dice.roll(scene.dice, "ability_drain")
        weak = replace(effect, kind="weakened", dice=None)
        blow = Blow(one.id, "ability_drain", holder.id, effect.dice.total(thrown), ongoing=weak)
        drain_ability(scene, one, blow, thrown, ())
        if sated(scene, holder, one):
            finish(scene, one.id, effect, ("WB-CORE-01",))
    elif effect.dice is not None:
        thrown = effect.dice.roll(scene.dice, "damage")
        amount, modifiers = rolled(effect.dice, thrown, "WB-ATK-12")
        scene.rules.harm_by(scene, one, amount, effect.element, ("WB-DEATH-01",), thrown, modifiers)


def sated(here: Here, holder: Combatant, victim: Combatant) -> bool:
    """Whether somebody that drinks has had its fill of a victim."""
    if not any(power.sated(it) for it, power in abilities(here.rules, holder) if power.sated is not None):
        return False
    held = lasting(here.state, victim.id)
    drunk = sum(effect.amount for effect in held if effect.kind == "weakened" and effect.by == holder.id)
    return drunk >= holder.profile.max_hp


def bewilder(scene: Scene, one: Combatant, effect: Ongoing) -> None:
    """What somebody confused does next; the dice are thrown again every turn."""
    if one.condition != "up" or (scene.state.minutes + 1 - effect.amount) % TURN:
        return
    table = scene.rules.content.spell_tables[effect.ability]
    row, lookup = table.roll(scene.dice, purpose="confusion")
    scene.happen(Bewildered(one.id, lookup, rules=table.rules))
    if row.id == "attack_caster":
        return
    rounds = Ongoing(kind="dazed", source=effect.source, by=effect.by, until=scene.state.minutes + 1 + TURN)
    begin(scene, one.id, rounds)
    if row.id == "attack_each_other":
        scene.rules.strike_a_friend(scene, one)


def regenerate(scene: Scene, one: Combatant) -> None:
    """Wounds that close by themselves, but for those dealt by what stops it."""
    own = max((power.regains(it) for it, power in abilities(scene.rules, one) if power.regains is not None), default=0)
    closing = (effect for effect in lasting(scene.state, one.id) if effect.kind == "regenerating")
    parts = added_by(scene.state, closing, lambda effect: effect.amount, "WB-HEAL-03")
    if own:
        parts.insert(0, Modifier(own, "WB-HEAL-03", "own_power"))
    if not parts:
        return
    seared = sum(effect.amount for effect in lasting(scene.state, one.id) if effect.kind == "seared")
    room = one.profile.max_hp - seared - one.hp
    gained, modifiers = not_above(room, (sum(part.amount for part in parts), tuple(parts)), "WB-HEAL-03")
    if gained > 0:
        scene.happen(HpRegained(one.id, gained, one.hp + gained, modifiers=modifiers))


def healing_pace(state: State, who: str) -> Fraction:
    """Rot lets wounds close at a fraction of the usual pace."""
    rot = under(state, who, "rotting") if state.effects else None
    return Fraction(1) if rot is None else Fraction(str(rot.factor))


def heal_outside(
    scene: Scene,
    one: Character,
    amount: int,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = ("WB-HEAL-03",),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Magic does not heal whoever rots."""
    if scene.state.effects and under(scene.state, one.id, "rotting"):
        scene.happen(Unaffected(one.id, "rotting", dice, rules=rules))
        return
    healing.heal_outside(scene, one, amount, dice, rules, modifiers)


def give_back(
    scene: Scene,
    one: Combatant,
    amount: int,
    dice: tuple[Die, ...],
    rules: tuple[str, ...],
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Hit points by magic, never beyond the maximum nor for who rots; whoever lay unconscious wakes."""
    if under(scene.state, one.id, "rotting"):
        scene.happen(Unaffected(one.id, "rotting", dice, rules=rules))
        return
    if put_off(scene, Blow(one.id, "heal", one.id, amount), dice, rules, modifiers):
        return
    gained, modifiers = not_above(one.profile.max_hp - one.hp, (amount, modifiers), "WB-HEAL-03")
    left = one.hp + gained
    wakes = one.condition == "out" and left > 0
    scene.happen(HpRegained(one.id, gained, left, dice, wakes, modifiers, rules=rules))


# ------------------------------------------------------------ when somebody is gone


def let_go(scene: Scene) -> None:
    """Grips, bellies and concentration end with those whose they are, and charms with a charmer who is dead."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return
    for who, effects in scene.state.effects.items():
        for effect in effects:
            holder = fight.combatants.get(effect.by)
            if holder is not None and ends_with(scene.state, effect, holder):
                in_body = effect.kind in IN_BODY and not effect.ends_on_hurt
                finish(scene, who, effect, ("WB-CORE-01",) if in_body else ("WB-SPELL-04",))


IN_BODY: Final = ("gripped", "swallowed")
"""What somebody does with arms and belly, and no longer than they can."""


def ends_with(state: State, effect: Ongoing, holder: Combatant) -> bool:
    """Whether something that lasts is over because of how its maker is; all else lasts its time (WB-SPELL-04)."""
    if holder.condition == "up":
        return False
    if effect.kind in IN_BODY or effect.ends_on_hurt:
        return True
    dead = holder.condition == "dead"
    return dead and effect.kind == "charmed" and not state.options["charm_outlives_charmer"]


# ------------------------------------------------------------ after the fight


def stays_swallowed(scene: Scene, who: str) -> None:
    """Whoever is still swallowed dies: the swallower is still there, or it would have let go."""
    if basics.fight(scene.state).combatants[who].condition == "swallowed":
        scene.happen(Fell(who, "dead", rules=("WB-DEATH-02",)))


def come_home(scene: Scene, who: str) -> None:
    """What the fight did to somebody beyond wounds: levels lost, stone, sleep that goes on."""
    fight = basics.fight(scene.state)
    one, sheet = fight.combatants[who], scene.state.characters[who]
    if one.profile.level < sheet.level and sheet.class_id:
        write_drain(scene, sheet, one)
    paralysed = one.condition == "up" and one.held_until > fight.round
    if paralysed and not under(scene.state, one.id, *HELPLESS):
        until = scene.state.minutes + one.held_until - fight.round
        begin(scene, one.id, Ongoing(kind="held", until=until, magical=False))


def write_drain(scene: Scene, sheet: Character, one: Combatant) -> None:
    """Levels lost in a fight, on the sheet: experience falls to the start of the level that is left."""
    level = one.profile.level
    xp = scene.rules.content.classes[sheet.class_id].levels[level - 1].xp or 0
    most = min(one.profile.max_hp, sheet.max_hp)
    fallen = one.condition == "dead"
    scene.happen(SheetDrained(sheet.id, level, xp, most, min(sheet.hp, most), fallen, audience=sheet.id))


def awake(state: State, who: str) -> Character | Refusal:
    """Somebody who can act outside a fight: not asleep, held or turned to stone."""
    found = records.awake(state, who)
    if isinstance(found, Refusal):
        return found
    stopped = under(state, who, *HELPLESS, *OUT_OF_IT) if state.effects else None
    if stopped is not None:
        return Refusal("under_effect", {"who": f"@{who}", "fault": f"effect.{stopped.kind}"})
    return found


def on_their_feet(state: State, who: str) -> bool:
    """Neither asleep, held, charmed nor turned to stone."""
    bound = under(state, who, *HELPLESS, *OUT_OF_IT) if state.effects else None
    return bound is None and records.on_their_feet(state, who)


def comes_to(here: Here, who: str) -> bool:
    """Whoever sleeps, is held or bewitched for a while only comes to by waiting."""
    one = here.state.characters.get(who)
    if one is None or not one.fit:
        return False
    bonds = (each for each in here.state.effects.get(who, ()) if each.kind in (*HELPLESS, *OUT_OF_IT))
    return all(each.until >= 0 for each in bonds)


def change_attribute(scene: Scene, sheet: Character, ability: Ability, change: int, most: int) -> None:
    """A lasting change of a score, never beyond the most."""
    score = min(sheet.abilities.get(ability, 10) + change, max(most, sheet.abilities.get(ability, 10)))
    scene.happen(AttributeChanged(sheet.id, ability, score))

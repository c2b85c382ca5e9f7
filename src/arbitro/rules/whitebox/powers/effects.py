"""What lasts on somebody: how it begins, what it does in every round, how it ends."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.whitebox import basics, damage
from arbitro.rules.whitebox.basics import Ending, able
from arbitro.rules.whitebox.damage import Landing, harm
from arbitro.rules.whitebox.events import Bled, Fell
from arbitro.rules.whitebox.exploring.events import Perished
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, Ongoing
from arbitro.rules.whitebox.people.healing import Elapsed
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.amounts import added_by
from arbitro.rules.whitebox.powers.commands import EndEffect
from arbitro.rules.whitebox.powers.durations import begin, finish, lasts_on, lasts_until, put_off
from arbitro.rules.whitebox.powers.events import (
    AttributeChanged,
    Bewildered,
    EffectEnded,
    HpRegained,
    LevelsDrained,
    SheetDrained,
    Unaffected,
)
from arbitro.rules.whitebox.powers.lookups import abilities, hit_dice, lasting, powers, under
from arbitro.rules.whitebox.powers.strikes import strike_a_friend
from arbitro.rules.whitebox.powers.wards import harm_by, rises
from arbitro.rules.whitebox.reckoning import not_above, rolled
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Condition, State

TURN: Final = 10


FELLED: Final[dict[str, Condition]] = {"stone": "stone", "charm": "charmed", "swallow": "swallowed"}
"""What takes somebody out of the fight for as long as it lasts."""


# ------------------------------------------------------------ how long


# ------------------------------------------------------------ beginning and ending


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
    harm_by(scene, one, replace(landing, rules=rules))


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
        scene.happen(Fell(one.id, "dead", drained=True, rules=rules))
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
    damage.land_held_blows(scene)


def shake_off(scene: Scene) -> None:
    """Whoever was paralysed up to this round can move again, and it is told."""
    fight = basics.fight(scene.state)
    for one in fight.combatants.values():
        held = under(scene.state, one.id, *HELPLESS)
        if one.condition == "up" and one.held_until == fight.round and held is None:
            scene.happen(EffectEnded(one.id, "held", until=-1, rules=("WB-TIME-02",)))


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
            scene.happen(Fell(who, "dead", rules=("WB-SAVE-02",)))
            finish(scene, who, effect, ("WB-TIME-03",))
        elif effect.kind == "swallowed" and over and one.condition == "swallowed":
            scene.happen(Fell(who, "dead", rules=("WB-SAVE-02",)))
        elif over and lasts_on(scene.state, who, effect):
            finish(scene, who, effect, ("WB-TIME-03",))


def over_outside(scene: Scene, who: str, effect: Ongoing) -> None:
    """The time of something is up for somebody who is in no fight; for the doomed it was the time to live."""
    sheet = scene.state.characters.get(who)
    if sheet is None or not sheet.living:
        return
    if effect.kind == "doomed":
        scene.happen(Perished(who, (), rules=("WB-SAVE-02",)))
    finish(scene, who, effect, ("WB-TIME-03",))


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
        blow = Blow(one.id, "damage", holder.id, amount, effect.element)
        harm_by(scene, one, Landing(blow, thrown, ("WB-DEATH-01",), modifiers))


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
        strike_a_friend(scene, one)


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


def change_attribute(scene: Scene, sheet: Character, ability: Ability, change: int, most: int) -> None:
    """A lasting change of a score, never beyond the most."""
    score = min(sheet.abilities.get(ability, 10) + change, max(most, sheet.abilities.get(ability, 10)))
    scene.happen(AttributeChanged(sheet.id, ability, score))


def bleed(scene: Scene) -> None:
    """End of a round: a point is lost by whoever fell below 0 in an earlier one (WB-DEATH-05)."""
    fight = scene.state.fight or basics.fight(scene.state)
    held, now = False, fight.round
    for one in fight.combatants.values():
        if one.held_until == now:
            held = True
        if one.dropped < 0 or one.condition != "out" or one.dropped >= now:
            continue
        left = one.hp - 1
        scene.happen(Bled(one.id, left, rules=("WB-DEATH-05",)))
        condition, why = scene.rules.condition_at(scene, one, left)
        if condition == "dead":
            scene.happen(Fell(one.id, "dead", rules=why, cause=len(scene.events) - 1))
    if held or scene.state.effects or basics.gifted(fight):
        minute_passes(scene)

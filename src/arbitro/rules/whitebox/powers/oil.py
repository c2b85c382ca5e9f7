"""Oil (chapter «Olio»): thrown first, lit afterwards, burning for two rounds."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.attack import shot_finds
from arbitro.rules.whitebox.basics import able, distance, known, with_natural_extremes
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.arms import OIL
from arbitro.rules.whitebox.powers import devices
from arbitro.rules.whitebox.powers.commands import LightOil, SizeUp, ThrowOil
from arbitro.rules.whitebox.powers.devices import device_left
from arbitro.rules.whitebox.powers.durations import begin, finish, lays, put_off
from arbitro.rules.whitebox.powers.events import FactsTold, OilLit, OilThrown
from arbitro.rules.whitebox.powers.lookups import has_flame, lasting, powers, under
from arbitro.rules.whitebox.powers.state import Device
from arbitro.rules.whitebox.powers.unseen import UNSEEN_TO_HIT, makes_out
from arbitro.rules.whitebox.powers.wards import harm_by
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Fight
from arbitro.rules.whitebox.terms import Named, Weapon
from arbitro.rules.whitebox.whose_turn import acting_on, may_act_instead

PAST_BURNING: Final = ("dead", "stone", "swallowed")
"""Fire asks nobody else whether they fight: the unconscious burn, and so do those who gave up or ran (WB-OIL-03)."""
LARGEST_CHANGE: Final = 10


def flask_in_hand(one: Combatant) -> Device | None:
    """A flask that somebody still has."""
    return next(
        (device for device in powers(one).devices if device.sort == "oil" and device_left(one, device) != 0),
        None,
    )


def flask_facts(rules: Rules) -> tuple[int, Amount, int]:
    """The ascending armour class that a flask must hit, its damage in a round, and how far it can be thrown."""
    facts = rules.content.weapons[OIL]
    down = facts.target_ac if facts.target_ac is not None else 8
    return 19 - down, facts.damage, facts.thrown * rules.content.arms.missile_bands[-1].high


def may_throw(here: Here, one: Combatant, target: Combatant) -> Refusal | None:
    """Whether somebody can be thrown at now."""
    fight = basics.fight(here.state)
    if target.condition != "up" or target.profile.side == one.profile.side:
        return Refusal("no_target", {"who": f"@{target.id}"})
    reach, feet = flask_facts(here.rules)[2], distance(fight, one, target)
    if feet > reach:
        return Refusal("throw_range", {"who": f"@{target.id}", "feet": feet, "reach": reach}, ("WB-OIL-01",))
    return None


def can_still_use(here: Here, one: Combatant, target: Combatant, feet: int) -> bool:
    """A flask of oil holds a runner, as far as it can be thrown."""
    thrown = (
        flask_in_hand(one) is not None and feet <= flask_facts(here.rules)[2] and able(basics.fight(here.state), one)
    )
    return (thrown and here.rules.can_strike(here, one, target)) or devices.can_still_use(here, one, target, feet)


def oil_check(here: Here, one: Combatant, target: Combatant, die: Die) -> Check:
    """A throw against armour class 8 [11], whatever is worn; size changes it (WB-OIL-02, WB-OIL-04)."""
    armour, damage, _ = flask_facts(here.rules)
    bare = replace(target, profile=replace(target.profile, armour=armour, powers=None, id=""))
    thrown = Weapon(OIL, Named("olio", "oil"), damage, "missile")
    check, *_ = here.rules.attack_check(here, one, bare, thrown, die)
    more: tuple[Modifier, ...] = ()
    if not makes_out(here, one, target):
        more = (Modifier(UNSEEN_TO_HIT, "WB-INVIS-02", "unseen"),)
    for effect in lasting(here.state, target.id):
        if effect.kind == "size":
            more += (Modifier(effect.amount, "WB-OIL-04", "size"),)
    if not more:
        return check
    total = check.total + sum(modifier.amount for modifier in more)
    success = total >= (check.needed or 0)
    check = Check(check.dice, total, ">=", check.needed, success, (*check.modifiers, *more), check.against)
    return with_natural_extremes(here.state, check)


def throw_oil(scene: Scene, command: ThrowOil) -> Refusal | None:
    """Throw a flask: on a hit the target drips with oil, which does no harm until it burns (WB-OIL-01)."""
    pair = acting_on(scene, command.who, command.target)
    if isinstance(pair, Refusal):
        return pair
    (one, target), state = pair, scene.state
    refused = may_act_instead(state, basics.fight(state), one, target.id)
    if refused is not None:
        return refused
    flask = flask_in_hand(one)
    if flask is None:
        return Refusal("no_flask", {"who": f"@{one.id}"}, ("WB-OIL-01",))
    refused = may_throw(scene, one, target)
    if refused is not None:
        return refused
    target = shot_finds(scene, basics.fight(state), one, target)
    check = oil_check(scene, one, target, scene.dice.roll(20, "attack"))
    rules = ("WB-OIL-01", "WB-OIL-02", "WB-RANGED-01")
    scene.happen(OilThrown(one.id, target.id, flask.id, check, check.success, rules=rules))
    if check.success:
        lays(scene, target.id, Ongoing(kind="oiled", by=one.id, magical=False), rules=("WB-OIL-01",))
    return None


def light_oil(scene: Scene, command: LightOil) -> Refusal | None:
    """Throw a flame at somebody who drips with oil; into a melee it goes astray like the flask (WB-RANGED-02)."""
    pair = acting_on(scene, command.who, command.target)
    if isinstance(pair, Refusal):
        return pair
    (one, target), state = pair, scene.state
    refused = may_act_instead(state, basics.fight(state), one, target.id)
    if refused is not None:
        return refused
    if not has_flame(state, one):
        return Refusal("no_flame", {"who": f"@{one.id}"}, ("WB-OIL-01",))
    lit = any(blow.effect == "burn" and blow.target == target.id for blow in basics.fight(state).blows)
    if lit or not under(state, target.id, "oiled"):
        return Refusal("no_oil_there", {"who": f"@{target.id}"}, ("WB-OIL-01",))
    refused = may_throw(scene, one, target)
    if refused is not None:
        return refused
    target = shot_finds(scene, basics.fight(state), one, target)
    check = None
    if state.options["oil_second_roll"]:
        check = oil_check(scene, one, target, scene.dice.roll(20, "attack"))
    drips = under(state, target.id, "oiled") is not None
    lit = drips and (check is None or check.success)
    scene.happen(OilLit(one.id, target.id, lit, check, rules=("WB-OIL-01", "WB-OIL-02") if check else ("WB-OIL-01",)))
    if lit:
        catch_fire(scene, one, target)
    return None


def catch_fire(scene: Scene, one: Combatant, target: Combatant) -> None:
    """Every flask on somebody burns: a die at once, and one at the same point of the next round (WB-OIL-03)."""
    number = basics.fight(scene.state).round
    for oil in scene.state.effects.get(target.id, ()):
        if oil.kind != "oiled":
            continue
        source = f"flask:{len(scene.events)}"
        burning = Ongoing(kind="burning", by=one.id, amount=number, source=source, magical=False)
        thrown = fire_on(scene, target.id)
        amount, modifiers = rolled(flask_facts(scene.rules)[1], thrown, "WB-OIL-03") if thrown else (0, ())
        blow = Blow(target.id, "burn", one.id, amount, "fire", burning)
        if not put_off(scene, blow, thrown, ("WB-OIL-03",), modifiers):
            victim = basics.fight(scene.state).combatants[target.id]
            catches_fire(scene, victim, Landing(blow, thrown, ("WB-OIL-03",), modifiers))


def catches_fire(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Oil that was lit burns on whoever drips with it."""
    blow = landing.blow
    if blow.ongoing is None:
        return
    oil = next((effect for effect in scene.state.effects.get(one.id, ()) if effect.kind == "oiled"), None)
    if oil is not None:
        finish(scene, one.id, oil, ("WB-OIL-01",))
    rules = tuple(dict.fromkeys(("WB-OIL-03", *landing.rules)))
    begin(scene, one.id, blow.ongoing, rules=rules)
    if blow.amount:
        harm_by(scene, one, replace(landing, rules=(*rules, "WB-DEATH-01")))


def fire_on(scene: Scene, who: str) -> tuple[Die, ...]:
    """The dice of one round's damage; plain fire does nothing to those who are proof against it."""
    if any(e.kind == "resisting" and e.element == "fire" and e.amount for e in lasting(scene.state, who)):
        return ()
    return flask_facts(scene.rules)[1].roll(scene.dice, "damage")


def burn(scene: Scene, who: str) -> None:
    """One round's damage of burning oil."""
    victim = basics.fight(scene.state).combatants[who]
    thrown = () if victim.condition in PAST_BURNING else fire_on(scene, who)
    if thrown:
        amount, modifiers = rolled(flask_facts(scene.rules)[1], thrown, "WB-OIL-03")
        tied = basics.simultaneous(basics.fight(scene.state))  # it waited for the round's end
        rules = ("WB-OIL-03", *(("WB-INIT-02",) if tied else ()), "WB-DEATH-01")
        harm_by(scene, victim, Landing(Blow(who, "damage", who, amount, "fire"), thrown, rules, modifiers))


# ------------------------------------------------------------ the second round


def turn_begins(scene: Scene) -> None:
    """What was lit in this turn of the last round burns once more; in a tie, when the round ends."""
    if not basics.simultaneous(basics.fight(scene.state)):
        burn_on(scene, basics.fight(scene.state))


def burn_on(scene: Scene, fight: Fight) -> None:
    """Oil lit in the last round by a side whose turn it is burns for the second time (WB-OIL-03)."""
    for who, effects in scene.state.effects.items():
        for effect in effects:
            lighter = fight.combatants.get(effect.by)
            due = effect.kind == "burning" and effect.amount < fight.round
            if due and (lighter is None or lighter.profile.side in fight.acting):
                burn(scene, who)
                finish(scene, who, effect, ("WB-OIL-03",))


def round_passes(scene: Scene, who: str) -> None:
    """Oil burns out at the end of its second round at the latest."""
    fight = basics.fight(scene.state)
    for effect in scene.state.effects.get(who, ()):
        rounds = scene.rules.content.weapons[OIL].burns
        if effect.kind == "burning" and effect.amount + rounds - 1 <= fight.round and effect.amount < fight.round:
            burn(scene, who)
            finish(scene, who, effect, ("WB-OIL-03",))


def burns_on(scene: Scene) -> None:
    """A fire does not end with the fight: what still burns does its second round's damage (WB-OIL-03)."""
    for who, effects in scene.state.effects.items() if scene.state.effects else ():
        for effect in effects:
            if effect.kind == "burning" and who in basics.fight(scene.state).combatants:
                burn(scene, who)
                finish(scene, who, effect, ("WB-OIL-03",))
            elif effect.kind == "oiled":
                finish(scene, who, effect, ("WB-OIL-01",))


# ------------------------------------------------------------ the referee's part


def advise_on_oil(scene: Scene) -> None:
    """Where somebody carries oil, the referee is reminded of sizes (WB-OIL-04)."""
    fight = basics.fight(scene.state)
    throwers = {one.profile.side for one in fight.combatants.values() if flask_in_hand(one) is not None}
    told: set[str] = set()
    for one in fight.combatants.values():
        odd = powers(one).size != "man" and one.profile.powers is not None
        if odd and throwers - {one.profile.side} and one.profile.group not in told:
            told.add(one.profile.group)
            scene.happen(
                FactsTold(one.id, "advice", f"oil_{powers(one).size}", rules=("WB-OIL-04",), audience=REFEREE_ONLY)
            )


def size_up(scene: Scene, command: SizeUp) -> Refusal | None:
    """The referee makes somebody easier or harder to hit with oil (WB-OIL-04)."""
    target = known(scene.state, command.target)
    if isinstance(target, Refusal):
        return target
    if abs(command.modifier) > LARGEST_CHANGE:
        return Refusal("bad_modifier", {"most": LARGEST_CHANGE}, ("WB-OIL-04",))
    for effect in scene.state.effects.get(target.id, ()):
        if effect.kind == "size":
            finish(scene, target.id, effect, ("WB-OIL-04",))
    begin(scene, target.id, Ongoing(kind="size", amount=command.modifier, magical=False), rules=("WB-OIL-04",))
    return None

"""A roll that has fallen, on its way to its effect: second try, stray shot, answers, hit line or miss line."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import recoil as after
from arbitro.rules.archmage.attack import crit_scored, roll_attack, shield_spent
from arbitro.rules.archmage.circumstances import holds
from arbitro.rules.archmage.conditions import end_of_turn
from arbitro.rules.archmage.dealing import deal
from arbitro.rules.archmage.effects import spares_target
from arbitro.rules.archmage.events import Answered, CountRolled, FlexiblePicked, Marked, Prompted, ShotStrayed
from arbitro.rules.archmage.interrupts import answer_blow
from arbitro.rules.archmage.numbers import Strike, in_state
from arbitro.rules.archmage.ongoing_effects import Mark, Until
from arbitro.rules.archmage.places import grab
from arbitro.rules.archmage.power import AFAR, HITS, Attack, Flexible, FlexibleRoll, Rider
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State, standing
from arbitro.rules.archmage.step import Blow, Step, Stray, Volley
from arbitro.rules.archmage.targets import flexible_attacks, may_answer_with, spend_power

CLUMSY: Final = 2  # the natural number that two weapons let be rolled again (AE-TWOWEAPON-02)


def blow(scene: Scene, step: Blow) -> None:
    """Carry a roll on to its end: a second try, a stray shot, the flexible choice, answers, effects."""
    stages = (_second_try, _stray, ask_flexible, answer_blow)
    while step.stage < len(stages):
        called_for = (step.natural == CLUMSY, step.outcome == "fumble", step.volley.flexible, True)
        if called_for[step.stage] and stages[step.stage](scene, step):
            return
        step = replace(step, stage=step.stage + 1)
    land(scene, step)


# ---------------------------------------------------------------- before it takes effect


def _second_try(scene: Scene, step: Blow) -> bool:
    """Two weapons: a natural 2 may be rolled again, once (AE-TWOWEAPON-02)."""
    if step.natural != CLUMSY or step.rerolled:
        return False
    one = scene.one(step.volley.attacker)
    attack = one.profile.known(step.volley.attack)
    if not (one.profile.two_weapons and attack.two_weapons):
        return False
    rules = ("AE-TWOWEAPON-01", "AE-TWOWEAPON-02", "AE-TWOWEAPON-03")
    scene.ask(Question("reroll", one.id, {"who": f"@{one.id}", "target": f"@{step.target}"}, rules), step)
    return True


def reroll(scene: Scene, command: c.Reroll) -> Refusal | None:
    """Roll again, and the second roll stands; or keep the 2."""
    step = scene.state.battle.asked
    if not isinstance(step, Blow) or step.volley.attacker != command.who:
        return Refusal("not_asked")
    scene.resume()
    rules = ("AE-TWOWEAPON-02",)
    scene.happen(Answered(command.who, "reroll", command.word, rules=rules))
    if command.word == "no":
        scene.then(replace(step, stage=1))
        return None
    scene.then(replace(roll_attack(scene, step.volley, scene.one(step.target), again=True), stage=1))
    return None


def _stray(scene: Scene, step: Blow) -> bool:
    """A natural 1 with a shot into a melee: it is rolled again against an ally in it (AE-MOD-03)."""
    word = scene.state.options["stray_shot"]
    if step.outcome != "fumble" or step.volley.stray or word == "never":
        return False
    one, target = scene.one(step.volley.attacker), scene.one(step.target)
    if one.profile.known(step.volley.attack).kind not in AFAR:
        return False
    allies = tuple(
        who for who in target.engaged if who != one.id and scene.one(who).side == one.side and scene.one(who).in_field
    )
    if not allies or target.side == one.side or any(bonus.stat == "precise" for bonus in one.profile.bonuses):
        return False
    _bad_luck(scene, step)
    stray = Stray(replace(step.volley, targets=(step.target,)), allies)
    asks = word == "gm_decides" or (len(allies) > 1 and scene.state.options["stray_shot_target"] == "gm")
    if asks:
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{target.id}"}
        scene.ask(Question("stray", "referee", values, ("AE-MOD-03", "AE-FUMBLE-03")), stray)
    else:
        _stray_to(scene, stray, "")
    return True


def _stray_to(scene: Scene, stray: Stray, victim: str) -> None:
    dice: tuple[Die, ...] = ()
    if not victim:
        victim = stray.allies[0]
        if len(stray.allies) > 1:
            dice = (scene.dice.roll(len(stray.allies), "stray"),)
            victim = stray.allies[dice[0].face - 1]
    volley = stray.volley
    rules = ("AE-MOD-03", "AE-FUMBLE-03")
    scene.happen(
        ShotStrayed(volley.attacker, volley.targets[0], victim, dice, stray.allies if dice else (), rules=rules)
    )
    scene.then(replace(volley, targets=(victim,), index=0, stray=True))


def name_stray(scene: Scene, command: c.NameStray) -> Refusal | None:
    """The referee names the ally at risk; chance does where nobody is named."""
    stray = scene.state.battle.asked
    if not isinstance(stray, Stray):
        return Refusal("not_asked")
    nobody = command.victim == "none" and scene.state.options["stray_shot"] == "gm_decides"
    if command.victim and command.victim not in stray.allies and not nobody:
        return Refusal("no_target", {"who": f"@{command.victim}"}, ("AE-MOD-03",))
    scene.resume()
    scene.happen(Answered("referee", "stray", command.victim or "chance", rules=("AE-MOD-03",)))
    if not nobody:
        _stray_to(scene, stray, command.victim)
    return None


# ---------------------------------------------------------------- flexible attacks


def triggered_flexible(state: State, step: Blow) -> list[Attack]:
    """The flexible attacks whose natural number has come up (AE-FLEX-01)."""
    one = standing(state)[step.volley.attacker]
    found = []
    for each in flexible_attacks(one, one.profile.known(step.volley.attack)):
        on = each.flexible
        if on is None or may_answer_with(state, one, each) is not None:
            continue
        comes_up = _comes_up(state, step, on) or any(_comes_up(state, step, way) for way in on.others)
        if comes_up and not _wasted(state, step, each):
            found.append(each)
    return found


def _comes_up(state: State, step: Blow, on: Flexible | FlexibleRoll) -> bool:
    """Whether a roll is one that makes a flexible attack available."""
    if state.battle.escalation < on.escalation or (on.numbers and step.natural not in on.numbers):
        return False
    return fits(step, on.natural, on.at_least, on.outcome)


def _wasted(state: State, step: Blow, flexible: Attack) -> bool:
    """Whether a flexible attack could do nothing, because a natural 1 leaves the target alone (AE-FUMBLE-01)."""
    if step.outcome != "fumble":
        return False
    people = standing(state)
    one, target = people[step.volley.attacker], people[step.target]
    riders = (rider for rider in flexible.riders if sets_off(state, step, one, flexible, target, rider))
    return not any(spares_target(effect) for rider in riders for effect in rider.effects)


def ask_flexible(scene: Scene, step: Blow) -> bool:
    """Declared as flexible: the natural number says what can be picked, and one may be (AE-FLEX-02, AE-FLEX-03)."""
    if not step.volley.flexible:
        return False
    triggered = triggered_flexible(scene.state, step)
    who = step.volley.attacker
    if not triggered:
        scene.happen(FlexiblePicked(who, "", rules=("AE-FLEX-01",)))
        return False
    values: dict[str, str | int] = {"who": f"@{who}", "natural": step.natural}
    scene.ask(Question("flexible", who, values, ("AE-FLEX-01", "AE-FLEX-02", "AE-FLEX-03")), step)
    return True


def pick_flexible(scene: Scene, command: c.PickFlexible) -> Refusal | None:
    """Use one of the flexible attacks that came up, or none."""
    step = scene.state.battle.asked
    if not isinstance(step, Blow) or step.volley.attacker != command.who:
        return Refusal("not_asked")
    triggered = [each.id for each in triggered_flexible(scene.state, step)]
    if command.attack and command.attack not in triggered:
        values: dict[str, str | int] = {"who": f"@{command.who}", "natural": step.natural}
        return Refusal("not_triggered", values, ("AE-FLEX-01", "AE-FLEX-03"))
    scene.resume()
    scene.happen(Answered(command.who, "flexible", command.attack or "none", rules=("AE-FLEX-03",)))
    scene.happen(FlexiblePicked(command.who, command.attack, rules=("AE-FLEX-01", "AE-FLEX-02", "AE-FLEX-03")))
    picked = scene.one(command.who).profile.attack(command.attack)
    if picked is not None:
        spend_power(scene, command.who, picked)
    scene.then(replace(step, stage=step.stage + 1, pick=command.attack))
    return None


# ---------------------------------------------------------------- riders


def fits(step: Blow, natural: str, at_least: int, outcome: str) -> bool:
    """Whether a roll has the natural number and the outcome that something asks for."""
    odd = bool(step.natural % 2) != step.flipped
    if step.natural < at_least or (natural == "even" and odd) or (natural == "odd" and not odd):
        return False
    hit = step.outcome in HITS
    return outcome == "any" or (outcome == "hit") == hit


def sets_off(state: State, step: Blow, one: Combatant, attack: Attack, target: Combatant, rider: Rider) -> bool:
    """Whether a roll and its circumstances are what a rider asks for."""
    if not fits(step, rider.natural, rider.at_least, rider.outcome):
        return False
    if (rider.at_most and step.natural > rider.at_most) or (rider.crit and step.outcome != "crit"):
        return False
    if rider.unless and in_state(one, rider.unless):
        return False
    if "once_a_round" in rider.when and any(after.spent_this_round(mark, rider) for mark in one.marks):
        return False
    if (rider.state and not in_state(one, rider.state)) or state.battle.escalation < rider.escalation:
        return False
    if not after.suits(state, target, rider):
        return False
    if (rider.margin or rider.margin_below) and not after.beats(state, step, attack, target, rider):
        return False
    strike = Strike(state, one, attack, target, attack.type, step.volley.mode == "opportunity")
    some = not rider.when_any or any(holds(strike, each) for each in rider.when_any)
    return some and all(holds(strike, each) for each in rider.when)


def riders_of(state: State, step: Blow, one: Combatant, attack: Attack, target: Combatant) -> list[Rider]:
    """The riders of an attack, and of what was picked or used for it, that this roll sets off."""
    picked = one.profile.attack(step.pick) if step.pick else None
    added = [one.profile.attack(name) for name in step.added]  # what their own lot has brought has come already
    more = (rider for power in added if power is not None for rider in power.riders if not (power.lot and rider.lot))
    riders = (*attack.riders, *(picked.riders if picked is not None else ()), *more)
    return [rider for rider in riders if sets_off(state, step, one, attack, target, rider)]


# ---------------------------------------------------------------- hit line and miss line


def land(scene: Scene, step: Blow) -> None:
    """Apply the hit line or the miss line (AE-ATK-07); a natural 1 does nothing (AE-FUMBLE-01)."""
    one, target = scene.one(step.volley.attacker), scene.one(step.target)
    attack = one.profile.known(step.volley.attack)
    if not target.in_field:
        return
    riders = riders_of(scene.state, step, one, attack, target)
    riders = _drawn(scene, step, attack, riders) if attack.lot else riders
    hit, crit = step.outcome in HITS, step.outcome == "crit"
    if crit and attack.kind == "melee":
        crit_scored(scene, step.volley.attacker)
    if step.outcome == "fumble":
        _bad_luck(scene, step)
    elif step.volley.grabs:
        if hit:
            grab(scene, step.volley.attacker, step.target)
    elif not attack.friendly:
        dealt = deal(scene, step, one, attack, target, riders)
        if dealt is None:
            land(scene, replace(step, outcome="miss"))
            return
        step = replace(step, dealt=dealt)
        scene.agenda = _noted_hit(scene.agenda, step) if hit and step.volley.mode != "opportunity" else scene.agenda
    if crit and scene.state.options["crit_extra_outcome"] == "prompt":
        scene.hint(Prompted("crit", step.volley.attacker, rules=("AE-CRIT-02",), audience=REFEREE_ONLY))
    _ride(scene, step, attack, riders)
    if scene.one(step.target).boosts:
        shield_spent(scene, step.target, "" if attack.friendly else "hit" if hit else "missed", attack.defence)
    if attack.chain and step.natural % 2 == 0:
        after.leap_on(scene, step, attack)
    if one.marks or target.marks or target.profile.specials or one.profile.bonuses:
        after.recoil(scene, step, attack, target)


def _noted_hit(agenda: list[Step], step: Blow) -> list[Step]:
    """What is still to be done, after an attack has hit one of its targets: it has not missed everybody."""
    waiting = agenda[-1] if agenda else None
    if not isinstance(waiting, Volley) or waiting.attacker != step.volley.attacker:
        return agenda
    return [*agenda[:-1], replace(waiting, struck=True)]


def _drawn(scene: Scene, step: Blow, attack: Attack, riders: list[Rider]) -> list[Rider]:
    """Of the riders of an attack with a lot those that its die brings; without any at stake it is not thrown."""
    if step.outcome == "fumble" or not any(rider.lot for rider in riders):
        return riders
    die = scene.dice.roll(attack.lot, "lot")
    shown = die.face + (scene.state.battle.escalation if attack.lot_escalation else 0)
    scene.happen(CountRolled(step.volley.attacker, attack.id, "lot", (die,), shown, rules=("AE-ATK-06",)))
    return [rider for rider in riders if not rider.lot or min(shown, attack.lot) in rider.lot]


def _ride(scene: Scene, step: Blow, attack: Attack, riders: list[Rider]) -> None:
    """What comes beside the damage; after a natural 1 only what does not touch the target (AE-FUMBLE-01)."""
    who = step.volley.attacker
    for rider in riders:
        left = scene.one(step.target).hp
        if (rider.hp_limit and left > rider.hp_limit) or (rider.hp_over and left <= rider.hp_over):
            continue
        if "first_this_turn" in rider.when:
            until = end_of_turn(scene, who)
            scene.happen(Marked(who, Mark("once", step.target, attack=attack.id, until=until)))
        if "once_a_round" in rider.when:
            until = Until("start", who, scene.one(who).turns + 1)
            scene.happen(Marked(who, Mark("once", step.target, attack=f"{rider.source}/round", until=until)))
        if rider.hp_at_most and scene.one(step.target).hp > rider.hp_at_most:
            continue
        now = Strike(scene.state, scene.one(who), attack, scene.one(step.target), attack.type)
        if not all(holds(now, word) for word in rider.after):
            continue
        for effect in rider.effects:
            if step.spared and isinstance(effect, do.Ongoing | do.Harm):
                continue
            if (step.outcome != "fumble" and not step.blunt) or spares_target(effect):
                scene.apply(effect, step)


def _bad_luck(scene: Scene, step: Blow) -> None:
    """A natural 1 in a precarious spot: the referee may add trouble (AE-FUMBLE-02); once for a shot that strays."""
    if step.volley.stray:
        return
    one = scene.one(step.volley.attacker)
    word = scene.state.options["fumble_extra_outcome"]
    if word == "always_prompt" or (word == "prompt_if_precarious" and one.precarious):
        scene.hint(Prompted("fumble", one.id, rules=("AE-FUMBLE-02",), audience=REFEREE_ONLY))

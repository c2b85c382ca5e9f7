"""A roll that has fallen, on its way to its effect: second try, stray shot, answers, hit line or miss line."""

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.attack import roll_attack
from arbitro.rules.archmage.conditions import crit_scored, end_of_turn
from arbitro.rules.archmage.effects import apply, deal, fits, riders_of, sets_off, spares_target
from arbitro.rules.archmage.events import Answered, FlexiblePicked, Marked, Prompted, ShotStrayed
from arbitro.rules.archmage.places import grab
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.reactions import answer_blow
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Mark, State, standing
from arbitro.rules.archmage.step import Blow, Stray
from arbitro.rules.archmage.targets import attack_of, available, conditions_bar, flexible_attacks, spend_power
from arbitro.rules.archmage.triggered import answers_fumble


def blow(scene: Scene, step: Blow) -> None:
    """Carry a roll on to its end: a second try, a stray shot, the flexible choice, answers, effects."""
    stages = (_second_try, _stray, ask_flexible, answer_blow)
    while step.stage < len(stages):
        if stages[step.stage](scene, step):
            return
        step = replace(step, stage=step.stage + 1)
    land(scene, step)


# ---------------------------------------------------------------- before it takes effect


def _second_try(scene: Scene, step: Blow) -> bool:
    """Two weapons: a natural 2 may be rolled again, once (AE-TWOWEAPON-02)."""
    if step.natural != 2 or step.rerolled:
        return False
    one, attack = scene.one(step.volley.attacker), attack_of(scene.state, step.volley)
    if not (one.profile.two_weapons and attack.two_weapons):
        return False
    rules = ("AE-TWOWEAPON-01", "AE-TWOWEAPON-02", "AE-TWOWEAPON-03")
    scene.ask(Question("reroll", one.id, {"who": f"@{one.id}", "target": f"@{step.target}"}, rules), step)
    return True


def reroll(scene: Scene, command: c.Reroll) -> Refusal | None:
    """Roll again, and the second roll stands; or keep the 2."""
    step = scene.fight.asked
    if not isinstance(step, Blow) or step.volley.attacker != command.who:
        return Refusal("not_asked")
    scene.resume()
    rules = ("AE-TWOWEAPON-02",)
    scene.happen(Answered(command.who, "reroll", command.word, rules=rules))
    if command.word == "no":
        scene.then(replace(step, stage=1))
        return None
    one, target = scene.one(command.who), scene.one(step.target)
    attack = attack_of(scene.state, step.volley)
    scene.then(replace(roll_attack(scene, step.volley, one, attack, target, again=True), stage=1))
    return None


def _stray(scene: Scene, step: Blow) -> bool:
    """A natural 1 with a shot into a melee: it is rolled again against an ally in it (AE-MOD-03)."""
    word = scene.state.options["stray_shot"]
    if step.outcome != "fumble" or step.volley.stray or word == "never":
        return False
    if attack_of(scene.state, step.volley).kind not in ("ranged", "spell"):
        return False
    one, target = scene.one(step.volley.attacker), scene.one(step.target)
    allies = tuple(
        who for who in target.engaged if who != one.id and scene.one(who).side == one.side and scene.one(who).in_field
    )
    if not allies or target.side == one.side:
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
    scene.happen(ShotStrayed(volley.attacker, volley.targets[0], victim, dice, rules=rules))
    scene.then(replace(volley, targets=(victim,), index=0, stray=True))


def name_stray(scene: Scene, command: c.NameStray) -> Refusal | None:
    """The referee names the ally at risk; chance does where nobody is named."""
    stray = scene.fight.asked
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
    for each in flexible_attacks(one, attack_of(state, step.volley)):
        on = each.flexible
        if on is None or not available(one, each) or conditions_bar(state, one, each, {}):
            continue
        if fits(step, on.natural, on.at_least, on.outcome) and not _wasted(state, step, each):
            found.append(each)
    return found


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
    step = scene.fight.asked
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


# ---------------------------------------------------------------- hit line and miss line


def land(scene: Scene, step: Blow) -> None:
    """Apply the hit line or the miss line (AE-ATK-07); a natural 1 does nothing (AE-FUMBLE-01)."""
    one, target = scene.one(step.volley.attacker), scene.one(step.target)
    attack = attack_of(scene.state, step.volley)
    if not target.in_field:
        return
    riders = riders_of(scene.state, step, one, attack, target)
    if step.outcome == "fumble":
        if not step.volley.stray:
            _bad_luck(scene, step)
        _ride(scene, step, attack, riders)
        answers_fumble(scene, one.id, target.id, step.natural, missed=True)
        return
    if step.outcome == "crit" and attack.kind == "melee":
        crit_scored(scene, one.id)
    if step.volley.grabs:
        if step.outcome in ("crit", "hit"):
            grab(scene, one.id, target.id)
    elif not attack.friendly:
        deal(scene, step, one, attack, target, riders)
    if step.outcome == "crit" and scene.state.options["crit_extra_outcome"] == "prompt":
        scene.hint(Prompted("crit", one.id, rules=("AE-CRIT-02",), audience=REFEREE_ONLY))
    _ride(scene, step, attack, riders)
    missed = step.outcome == "miss"
    answers_fumble(scene, one.id, target.id, step.natural, missed=missed)


def _ride(scene: Scene, step: Blow, attack: Attack, riders: list[Rider]) -> None:
    """What comes beside the damage; after a natural 1 only what does not touch the target (AE-FUMBLE-01)."""
    who = step.volley.attacker
    for rider in riders:
        if "first_this_turn" in rider.when:
            until = end_of_turn(scene, who)
            scene.happen(Marked(who, Mark("once", step.target, attack=attack.id, until=until)))
        for effect in rider.effects:
            if step.outcome != "fumble" or spares_target(effect):
                apply(scene, effect, step, attack)


def _bad_luck(scene: Scene, step: Blow) -> None:
    """A natural 1 in a precarious spot: the referee may add trouble (AE-FUMBLE-02)."""
    one = scene.one(step.volley.attacker)
    word = scene.state.options["fumble_extra_outcome"]
    if word == "always_prompt" or (word == "prompt_if_precarious" and one.precarious):
        scene.hint(Prompted("fumble", one.id, rules=("AE-FUMBLE-02",), audience=REFEREE_ONLY))

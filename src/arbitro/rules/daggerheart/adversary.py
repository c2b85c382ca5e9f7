"""An adversary in the spotlight: whom it reaches, what it pays, and what it does there."""

from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate, run_to, walk_to
from arbitro.rules.daggerheart.conditions import may_shake, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.dice_pool import source_rules
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.gm_die import (
    GM_DIE,
    GM_SIDES,
    GRANTED,
    IMPOSED,
    Granted,
    assault,
    experiences_bought,
    gm_die,
)
from arbitro.rules.daggerheart.numbers import (
    FEATURE,
    passive_of,
    rule_of,
    source_of,
)
from arbitro.rules.daggerheart.opportunity import forget_holds, stands_in_the_way
from arbitro.rules.daggerheart.play import Play, set_off
from arbitro.rules.daggerheart.presence import (
    condition_entry,
    current_scene,
    foe_left,
    has_condition,
    heroes_up,
    is_fixed,
    party_size,
    running_scene,
)
from arbitro.rules.daggerheart.prisoners import has_words
from arbitro.rules.daggerheart.ranges import approach, is_near, reach_of, visible
from arbitro.rules.daggerheart.resources import (
    mark_hp,
    mark_stress,
    short_of_fear,
    short_of_stress,
    spend_fear,
)
from arbitro.rules.daggerheart.state import Burning, Foe, Hero, Hit, State
from arbitro.rules.daggerheart.words import Band, ids, is_ranged

SURRENDER: Final = ("DHP-ADVSTAT-11",)
"""The rule that leaves to the table what defeat means."""


def acting_foe(state: State, who: str) -> Foe | Refusal:
    """The adversary that has the spotlight (DHP-ADVSTAT-05)."""
    scene = running_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if scene.turn is None or scene.turn.acting != who:
        return Refusal("not_in_spotlight", {"who": f"@{who}"}, ("DHP-SPOT-05", "DHP-ADVSTAT-05"))
    return foe_left(state, who)


def targets_of(state: State, wanted: str) -> list[Hero] | Refusal:
    """The PCs named as targets; one who is down cannot be attacked (DHP-DEATH-03)."""
    found: list[Hero] = []
    for who in dict.fromkeys(ids(wanted)):
        hero = state.party.get(who)
        if hero is None:
            return Refusal("nobody", {"who": who})
        if hero.status != "up":
            return Refusal("no_target", {"who": f"@{who}"}, ("DHP-DEATH-03",))
        found.append(hero)
    return found or Refusal("no_target", {"who": "@referee"}, ("DH-ATK-01",))


def reach_with_move(
    books: Library, state: State, foe: Foe, target: Hero, band: Band
) -> tuple[int, Feature | None] | Refusal:
    """From where an adversary can reach a target: a move within Close is free, a few can go farther at a price."""
    hidden = visible(target, band)
    if hidden is not None:
        return hidden
    spot = approach(books, state, foe, target, band, stride_of(foe))
    if spot is not None:
        return spot, None
    leap = passive_of(foe, "teleport")
    if leap is not None and payable(state, foe, leap) is None:
        spot = approach(books, state, foe, target, band, "far")
        if spot is not None:
            return spot, leap
    return Refusal("out_of_reach", {"who": f"@{target.id}"}, ("DHP-RANGE-01", "DHP-SPOT-05"))


def stride_of(foe: Foe, wanted: Band = "close") -> Band:
    """How far a move goes that comes with an action: within Close, or Very Close for what only creeps."""
    creeping = passive_of(foe, "creeps") is not None and is_ranged(wanted)
    return "very_close" if creeping else wanted


def fear_price(state: State, feature: Feature, wounds: int = 1) -> int:
    """What a feature costs in Fear; some cost it once for each PC, or for each Hit Point that was just marked."""
    return feature.fear * (party_size(state) if feature.per_pc else 1) * (wounds if feature.per_wound else 1)


def payable(state: State, owner: Foe | None, feature: Feature, wounds: int = 1) -> Refusal | None:
    """Whether a feature's price can be paid (DH-FEAR-10, DH-FEAR-11, DHP-ADVSTAT-03)."""
    short = short_of_fear(state, fear_price(state, feature, wounds))
    if short is None and feature.stress and owner is not None:
        short = short_of_stress(owner, feature.stress)
    if short is None and owner is not None and feature.wounds and owner.hp - owner.hp_marked <= feature.wounds:
        short = Refusal("last_hp", {"who": f"@{owner.id}"}, ("DHP-ADVSTAT-03", FEATURE))
    return short


def pay_for(play: Play, owner: Foe | None, feature: Feature, wounds: int = 1) -> None:
    """Pay a feature's price: Fear by the GM, Stress by the adversary that uses it."""
    use = "environment_feature" if owner is None else "adversary_feature"
    spend_fear(play, fear_price(play.state, feature, wounds), use)
    if feature.stress and owner is not None:
        mark_stress(play, owner.id, feature.stress, feature.id, ("DHP-ADVSTAT-03",))
    if feature.wounds and owner is not None:
        price = (Modifier(feature.wounds, rule_of(feature), sources=(source_of(owner.id, feature),)),)
        mark_hp(play, owner.id, feature.wounds, feature.id, ("DHP-ADVSTAT-03",), price)


def ready_to_strike(state: State, who: str) -> Foe | Refusal:
    """The adversary that has the spotlight, unless this is one that it needs to ready its shot."""
    foe = acting_foe(state, who)
    loading = passive_of(foe, "slow_firing") if isinstance(foe, Foe) and foe.token else None
    if loading is None:
        return foe
    return Refusal("still_readying", {"who": f"@{who}", "feature": f"@{who}/{loading.id}"}, (FEATURE,))


def foe_attack(play: Play, command: c.FoeAttack) -> Refusal | None:
    """The standard attack, with what the GM declares before the roll (DH-ATK-03)."""
    state = play.state
    foe = ready_to_strike(state, command.who)
    if isinstance(foe, Refusal):
        return foe
    targets = targets_of(state, command.targets)
    if isinstance(targets, Refusal):
        return targets
    bought = experiences_bought(state, foe, command.experience)
    if isinstance(bought, Refusal):
        return bought
    granted = Granted(bought, command.advantages, command.disadvantages)
    if refused := too_much_declared(state, foe, granted):
        return refused
    found = reach_with_move(play.rules.books, state, foe, targets[0], foe.block.attack.range)
    if isinstance(found, Refusal):
        return found
    spot, leap = found
    if unreached := _beyond(play.rules.books, state, foe, targets, spot):
        return unreached
    if stands_in_the_way(play, foe, spot):
        return None
    if leap is not None:
        pay_for(play, foe, leap)
    relocate(play, foe.id, spot)
    for _ in bought:
        spend_fear(play, 1, "experience")
    moved = current_scene(play.state).foes[foe.id]
    _, steps = assault(play, moved, targets, granted=granted)
    foe_done(play, foe.id)
    play.first(*steps, *set_off(play, "attacked", foe.id, targets[0].id))
    return None


def _beyond(books: Library, state: State, foe: Foe, targets: list[Hero], spot: int) -> Refusal | None:
    """Why one attack cannot have all these targets from where it is made."""
    if len(targets) > most_targets(foe):
        return Refusal("too_many_targets", {"who": f"@{foe.id}"}, ("DH-ATK-04",))
    for other in targets[1:]:
        if abs(other.at - spot) > reach_of(books, state, foe.block.attack.range):
            return Refusal("out_of_reach", {"who": f"@{other.id}"}, ("DHP-RANGE-01",))
        if hidden := visible(other, foe.block.attack.range):
            return hidden
    return None


def foe_done(play: Play, who: str) -> None:
    """An adversary has done what it does with its spotlight; if it burns, that comes after everything else."""
    play.happen(e.FoeDone(who))
    foe = current_scene(play.state).foes[who]
    forget_holds(play, foe)
    for held in {each.name: each for each in foe.conditions}.values():
        if condition_entry(play.rules.books, held.name).burns is not None:
            play.agenda.append(Burning(who, held.name, held.source))


def settle_burning(play: Play, step: Burning) -> None:
    """What an adversary is under hurts it at the end of its action, if it still is under it."""
    foe = foe_left(play.state, step.who)
    burns = condition_entry(play.rules.books, step.condition).burns
    if isinstance(foe, Refusal) or burns is None or not has_condition(foe, step.condition):
        return
    entry = condition_entry(play.rules.books, step.condition)
    direct = entry.burn_kind == "physical"
    means = f"{foe.id}/{step.condition}"
    roll = DamageRoll(step.source, (burns,), entry.burn_kind, entry.rules, direct=direct, means=means)
    amount, _ = roll_damage(play, roll)
    play.first(Hit(foe.id, amount, entry.burn_kind, step.source, direct, attack=False))


def too_much_declared(state: State, foe: Foe, granted: "Granted") -> Refusal | None:
    """Whether the table lets the GM have both a die and an Experience for one attack (DH-ATK-03)."""
    both = granted.bought and (granted.advantages or granted.disadvantages)
    if not both or state.options["gm_attack_options"] != "one_only":
        return None
    return Refusal("one_option", {"who": f"@{foe.id}"}, ("DH-ATK-03",))


def most_targets(foe: Foe) -> int:
    """How many targets one standard attack may have."""
    if passive_of(foe, "ramp_up") is not None or passive_of(foe, "all_in_reach") is not None:
        return 99
    many = passive_of(foe, "multi")
    return many.value if many is not None and foe.hp_marked <= 7 else 1


def foe_shed(play: Play, command: c.FoeShed) -> Refusal | None:
    """No roll, but it is all that the adversary does with its spotlight (DHP-COND-05)."""
    foe = acting_foe(play.state, command.who)
    if isinstance(foe, Refusal):
        return foe
    held = may_shake(foe, command.condition)
    if isinstance(held, Refusal):
        return held
    own = held.until != "temporary"  # its own doing: given up instead of moving
    alike = (each for each in foe.conditions if (each.name, each.until) == (held.name, "temporary"))
    release(play, foe.id, *((held,) if own else alike))
    if not own:
        foe_done(play, foe.id)
    return None


def foe_sprint(play: Play, command: c.FoeSprint) -> Refusal | None:
    """Crossing as much as Very Far takes the whole spotlight (DHP-RANGE-03)."""
    foe = acting_foe(play.state, command.who)
    if isinstance(foe, Refusal):
        return foe
    nobody = Refusal("nobody", {"who": command.towards})
    towards = play.state.party.get(command.towards, nobody) if command.towards else None
    to = run_to(play.rules.books, play.state, foe, command.to, towards)
    if isinstance(to, Refusal):
        return to
    if stands_in_the_way(play, foe, to):
        return None
    walk_to(play, foe.id, to, "sprinted")
    if command.flees and out_of_reach(play.rules.books, play.state, foe.id):
        foe_leaves(play, foe.id, ("DH-ADVERSARY-02", "DHP-RANGE-03"))
    else:
        foe_done(play, foe.id)
    return None


def out_of_reach(books: Library, state: State, who: str) -> bool:
    """Whether an adversary is beyond Far of every PC who is up."""
    foe = current_scene(state).foes[who]
    return not any(is_near(books, state, foe, hero, "far") for hero in heroes_up(state))


def foe_act(play: Play, command: c.FoeAct) -> Refusal | None:
    """Anything else just works (DH-ADVERSARY-01, 02), unless the GM has it rolled (DH-ADVERSARY-04)."""
    state = play.state
    foe = acting_foe(state, command.who)
    if isinstance(foe, Refusal):
        return foe
    rules = ("DH-ADVERSARY-01", "DH-ADVERSARY-02", "DHP-SPOT-05")
    if command.leaves:
        if is_fixed(play.rules.books, foe):
            return Refusal("restrained", {"who": f"@{foe.id}"}, ("DHP-COND-03",))
        foe_leaves(play, foe.id, rules)
        return None
    if command.yields:
        if not state.options["surrender"]:
            return Refusal("option_off", {"option": "surrender"}, SURRENDER)
        if not has_words(play.rules.books, foe):
            return Refusal("no_words", {"who": f"@{foe.id}"}, SURRENDER)
        play.happen(e.FoeLeft(foe.id, yielded=True, rules=SURRENDER))
        foe_gone(play, foe.id)
        return None
    rolled = command.roll == "yes" or (not command.roll and bool(state.options["adversary_action_roll"]))
    if not rolled:
        play.happen(e.FoeActed(foe.id, command.text, rules=rules))
        foe_done(play, foe.id)
        return None
    granted = Granted((), command.advantages, command.disadvantages)
    refused = _foe_roll(play, foe, "action", command.difficulty, command.experience, granted)
    if refused is None:
        foe_done(play, foe.id)
    return refused


def foe_leaves(play: Play, who: str, rules: tuple[str, ...]) -> None:
    """An adversary gets out of the scene, and what it was waiting to do there comes of it."""
    play.happen(e.FoeLeft(who, rules=rules))
    foe_gone(play, who)
    play.first(*set_off(play, "escaped", who, ""))


def foe_react(play: Play, command: c.FoeReact) -> Refusal | None:
    """A reaction roll of an adversary; against the PC's own total if nothing else is said (DH-REACT-01)."""
    scene = current_scene(play.state)
    foe = foe_left(play.state, command.who)
    if isinstance(foe, Refusal):
        return foe
    difficulty = command.difficulty
    by_total = play.state.options["pc_reaction_difficulty_default"] == "roll_total"
    if not difficulty and by_total and scene.last is not None:
        difficulty = scene.last.total
    steadied = _steadied(play.state, foe, command.ally) if command.ally else ()
    if isinstance(steadied, Refusal):
        return steadied
    granted = Granted(steadied, command.advantages, command.disadvantages)
    return _foe_roll(play, foe, "reaction", difficulty, command.experience, granted)


def _steadied(state: State, foe: Foe, ally: str) -> tuple[Modifier, ...] | Refusal:
    """What an ally of the same kin adds to a reaction roll for a Stress of its own, if it can."""
    captain = foe_left(state, ally)
    if isinstance(captain, Refusal):
        return captain
    feature = passive_of(captain, "steadies")
    if feature is None or captain.id == foe.id or captain.block.kin != foe.block.kin:
        return Refusal("no_ally", {"who": f"@{foe.id}"}, (FEATURE,))
    short = short_of_stress(captain, feature.stress)
    return short or (Modifier(feature.value, FEATURE, "feature", (source_of(captain.id, feature),)),)


def _foe_roll(play: Play, foe: Foe, kind: str, difficulty: int, experience: str, granted: Granted) -> Refusal | None:
    """d20 plus a bought Experience against a Difficulty; no Attack Modifier (DH-ADVERSARY-05, DH-ADVERSARY-06)."""
    action = kind == "action"
    rules = ("DH-ADVERSARY-04", "DH-ADVERSARY-05") if action else ("DH-REACT-01",)
    if difficulty <= 0:
        return Refusal("difficulty_needed", {"who": f"@{foe.id}"}, (*rules, "DH-DIFF-03"))
    bought = experiences_bought(play.state, foe, experience)
    if isinstance(bought, Refusal):
        return bought
    for _ in bought:
        spend_fear(play, 1, "experience")
    for each in granted.bought:
        captain, _, feature = each.sources[0].partition("/")
        mark_stress(play, captain, 1, feature, ("DHP-ADVSTAT-03",))
    if bought:
        rules = (*rules, "DH-ADVERSARY-06")
    bought = (*bought, *granted.bought)
    advantages, disadvantages = granted.advantages, granted.disadvantages
    kept, others = gm_die(play, advantages, disadvantages)
    pros, cons = (GRANTED,) * advantages, (IMPOSED,) * disadvantages
    why = () if not others else pros if advantages > disadvantages else cons
    if others:
        rules = (*rules, "DH-ADV-02" if why is pros else "DH-ADV-03")
    rules = (*rules, *source_rules(play.rules.books, (*pros, *cons)))
    total = kept.face + sum(each.amount for each in bought)
    natural = kept.face == GM_SIDES
    counts = natural and (not action or play.state.options["gm_natural20_action_roll"] == "auto_success")
    if natural:
        rules = (*rules, "DH-CRIT-03")
    decides = (Modifier(0, "DH-CRIT-03", "natural_20"),) if counts else ()
    if pros and len(pros) == len(cons):
        decides = (Modifier(0, "DHP-ADV-03", "cancelled", (*pros, *cons)), *decides)
    success = counts or total >= difficulty
    check = Check((kept,), total, ">=", difficulty, success, (*bought, *decides), "difficulty")
    rolled: Literal["action", "reaction"] = "action" if action else "reaction"
    play.happen(e.FoeRolled(foe.id, rolled, check, natural, others, why, rules=(*GM_DIE, *rules)))
    return None

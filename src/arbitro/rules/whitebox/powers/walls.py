"""Walls of magic across the line of a fight: who passes them and at what price, and what they keep out."""

from collections.abc import Iterator
from typing import cast

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import known, place_reached
from arbitro.rules.whitebox.commands import Move
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.movement import may_move
from arbitro.rules.whitebox.ongoing_effects import Barrier, Ongoing
from arbitro.rules.whitebox.powers import unseen
from arbitro.rules.whitebox.powers.changes import ThrownBack, WallPassed
from arbitro.rules.whitebox.powers.durations import finish, put_off
from arbitro.rules.whitebox.powers.lookups import abilities, flies, hit_dice, powers, under
from arbitro.rules.whitebox.powers.wards import harm_by, immunities
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Danger, Weapon
from arbitro.rules.whitebox.whose_turn import acting

PASSED = ("WB-MOVE-05", "WB-DEATH-01")


def walls(state: State) -> Iterator[Barrier]:
    """Every wall that stands now."""
    for effects in state.effects.values():
        for effect in effects:
            if effect.barriers and effect.active(state.minutes):
                yield from effect.barriers


def walls_between(state: State, one: int, other: int) -> tuple[Barrier, ...]:
    """The walls between two places, the nearest to the first one first; of like ones in one place, one alone."""
    if not state.effects:
        return ()
    found = {(wall.of, wall.at): wall for wall in walls(state) if wall.between(one, other)}.values()
    return tuple(sorted(found, key=lambda wall: abs(wall.at - one)))


# ------------------------------------------------------------ walking


def goes_over(here: Here, one: Combatant) -> bool:
    """Whether a wall is no obstacle: to the ethereal, and under the open sky to whatever flies."""
    ghost = under(here.state, one.id, "bodiless")
    if ghost is not None and ghost.form == "ethereal":
        return True
    return one.profile.outdoors and flies(here, one)


def bars(rules: Rules, one: Combatant, wall: Barrier) -> bool:
    """Whether a wall stops somebody: solid ones all who have a body, others the weak."""
    if no_body(rules, one):
        return False
    return wall.solid or hit_dice(one) <= wall.stops_hd


def no_body(rules: Rules, one: Combatant) -> bool:
    """Whether somebody has no body by nature."""
    return any(power.bodiless for _, power in abilities(rules, one))


def way_barred(here: Here, one: Combatant, to: int) -> Refusal | None:
    """Whether a wall that somebody cannot pass stands on the way."""
    if goes_over(here, one):
        return None
    for wall in walls_between(here.state, one.at, to):
        if bars(here.rules, one, wall):
            values: dict[str, str | int] = {"who": f"@{one.id}", "of": f"@word:{wall.of}", "at": wall.at}
            return Refusal("walled", values, ("WB-MOVE-05",))
    return None


def move(scene: Scene, command: Move) -> Refusal | None:
    """Go somewhere, through whatever walls stand on the way."""
    one = known(scene.state, command.who) if scene.state.effects else None
    if not isinstance(one, Combatant):
        return unseen.move(scene, command)
    barred = way_barred(scene, one, command.goal)
    if barred is not None:
        ready = acting(scene, one.id)
        return ready if isinstance(ready, Refusal) else may_move(scene.state, basics.fight(scene.state), one) or barred
    refused = unseen.move(scene, command)
    if refused is None:
        pass_walls(scene, one, command.goal)
    return refused


def pass_walls(scene: Scene, one: Combatant, to: int) -> None:
    """What the walls on a way do to whoever has walked it."""
    if goes_over(scene, one):
        return
    for wall in walls_between(scene.state, one.at, to):
        now = basics.fight(scene.state).combatants[one.id]
        if now.condition not in ("up", "fled") or (wall.of != "fire" and no_body(scene.rules, now)):
            return
        danger = cast(Danger, wall.danger) if wall.danger else None
        if wall.save and not saving_throw(scene, now, danger):
            near = wall.at - 1 if one.at < wall.at else wall.at
            scene.happen(ThrownBack(one.id, wall.of, near, rules=("WB-SAVE-01", "WB-MOVE-05")))
            return
        scene.happen(WallPassed(one.id, wall.of, wall.at, rules=("WB-MOVE-05",)))
        hurt_by_wall(scene, now, wall)


def hurt_by_wall(scene: Scene, one: Combatant, wall: Barrier) -> None:
    """The damage of passing a wall: doubled for the undead in fire, worse for creatures of fire in ice."""
    if wall.damage is None:
        return
    dice = wall.damage
    if wall.fire_creatures is not None and "fire" in immunities(scene.rules, one):
        dice = wall.fire_creatures
    if powers(one).undead:
        dice = Amount(dice.count * wall.undead_factor, dice.sides, dice.plus * wall.undead_factor)
    thrown = dice.roll(scene.dice, "damage")
    element = {"fire": "fire", "ice": "cold"}.get(wall.of, "")
    amount, modifiers = rolled(dice, thrown, "WB-ATK-12")
    blow = Blow(one.id, "damage", one.id, amount, element)
    if not put_off(scene, blow, thrown, PASSED, modifiers):
        harm_by(scene, one, Landing(blow, thrown, PASSED, modifiers))


# ------------------------------------------------------------ striking and aiming


def screened(state: State, one: Combatant, target: Combatant) -> Barrier | None:
    """The wall that hides somebody from another."""
    there = place_reached(basics.fight(state), one, target)
    return next((wall for wall in walls_between(state, one.at, there) if wall.opaque), None)


def in_the_way(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """No blow goes through a wall, and no shot through one that hides or stops it; the bodiless fight nobody."""
    for ghost in (one, target):
        if under(here.state, ghost.id, "bodiless"):
            return Refusal("bodiless", {"who": f"@{ghost.id}"})
    for wall in walls_between(here.state, one.at, place_reached(fight, one, target)):
        shot = weapon.kind == "missile"
        if not shot or wall.opaque or wall.stops_missiles:
            values: dict[str, str | int] = {"who": f"@{target.id}", "of": f"@word:{wall.of}"}
            return Refusal("behind_wall", values, ("WB-RANGED-01",) if shot else ("WB-MELEE-02",))
    return None


def smothered(state: State, source: str, one: Combatant, element: str) -> bool:
    """Whether a wall between somebody and the source of magic of an element takes all its force."""
    fight = basics.fight(state)
    caster = fight.combatants.get(source)
    if caster is None or not element:
        return False
    there = place_reached(fight, caster, one)
    return any(wall.hampers == element for wall in walls_between(state, caster.at, there))


# ------------------------------------------------------------ rising and falling


def falls_with_the_fight(effect: Ongoing) -> bool:
    """Whether something lasts no longer than the line on which a fight takes place."""
    return bool(effect.barriers)


def walls_fall(scene: Scene, rules: tuple[str, ...]) -> None:
    """With the fight its line is gone, and what stood on it stands on no sheet."""
    for who, effects in scene.state.effects.items():
        for effect in effects:
            if falls_with_the_fight(effect):
                finish(scene, who, effect, rules)

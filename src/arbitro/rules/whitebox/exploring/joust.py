"""The joust (chapter «Giostra», Table 21): three passes, points, falls, and what is at stake in a duel."""

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal, in_both
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.rules.whitebox.basics import fighting, ransom_per_level, with_natural_extremes
from arbitro.rules.whitebox.exploring.commands import Charge, JoustOf, JudgeDraw, NameRansom, StartJoust, Withdraw
from arbitro.rules.whitebox.exploring.events import (
    DrawAsked,
    DrawJudged,
    Entrant,
    Forfeited,
    JoustBegan,
    JoustEnded,
    LanceCouched,
    LanceHurt,
    PassBegan,
    PointsScored,
    RansomAsked,
    RansomNamed,
    RiderArmed,
    RiderHome,
    RiderReady,
    SeatLost,
)
from arbitro.rules.whitebox.exploring.events.joust import Conclusion
from arbitro.rules.whitebox.exploring.numbers import joust_numbers
from arbitro.rules.whitebox.exploring.state import Joust, Rider, Seat
from arbitro.rules.whitebox.people.equipment import is_suit, less, spend
from arbitro.rules.whitebox.people.events import ItemGiven
from arbitro.rules.whitebox.people.packs import add_to
from arbitro.rules.whitebox.people.records import awake
from arbitro.rules.whitebox.people.state import Character, Coins, Health
from arbitro.rules.whitebox.reckoning import not_below
from arbitro.rules.whitebox.rules import AttackRead, Rules
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Profile, State
from arbitro.rules.whitebox.terms import Named, Weapon

LANCE = "lance"
_CARRIED_BY: dict[Seat, tuple[str, ...]] = {
    "stunned": ("WB-JOUST-04",),
    "out": ("WB-JOUST-05",),
    "dead": ("WB-DEATH-02",),
}
"""The rule by which somebody does not ride out of the lists."""
_HEALTH: dict[Seat, Health] = {"stunned": "out", "out": "out", "dead": "dead"}


def jousting(state: State) -> Joust | None:
    """The joust that goes on."""
    return state.joust if state.joust is not None and not state.joust.over else None


def opponent(joust: Joust, who: str) -> Rider:
    """The other rider."""
    return next(rider for rider in joust.riders.values() if rider.id != who)


def as_jouster(rider: Rider) -> Combatant:
    """A rider as the rules of attack, damage and saving throws look at one."""
    profile = Profile(
        rider.id,
        rider.name,
        rider.id,
        rider.nature,
        rider.max_hp,
        rider.armour,
        () if rider.lance is None else (rider.lance,),
        rider.class_id,
        rider.level,
        rider.to_hit,
        rider.strength,
        save=rider.save,
        save_bonuses=rider.save_bonuses,
        merciful=rider.merciful,
        damage=rider.damage,
    )
    return Combatant(profile, rider.hp, 0, rider.hp)


# ------------------------------------------------------------ before it begins


def start_joust(scene: Scene, command: StartJoust) -> Refusal | None:
    """Two mounted lancers face each other (WB-JOUST-01)."""
    state = scene.state
    refused = may_joust(scene, command.riders)
    if refused is not None:
        return refused
    lances = command.lances or ("sharp" if state.options["joust_lances"] == "sharp" else "blunted")
    stakes = command.stakes or ("duel" if state.options["joust_stakes"] == "duel" else "sport")
    entrants = tuple(Entrant(rider.id, rider.name, rider.mount) for rider in command.riders)
    rules: tuple[str, ...] = ("WB-JOUST-01", "WB-JOUST-02")
    rules = (*rules, "WB-JOUST-03" if lances == "blunted" else "WB-JOUST-05")
    if stakes == "duel":
        rules = (*rules, "WB-JOUST-11")
    scene.happen(JoustBegan(entrants, lances, stakes, rules=rules))
    for rider in command.riders:
        scene.happen(RiderArmed(rider, audience=rider.id))
    return None


def may_joust(here: Here, riders: tuple[Rider, ...]) -> Refusal | None:
    """Whether these riders can joust: two of them, each on an animal, with a lance, and on their feet before."""
    if jousting(here.state) is not None or fighting(here.state):
        return Refusal("joust_already", {}, ("WB-JOUST-01",))
    if len({rider.id for rider in riders}) != 2 or len(riders) != 2:
        return Refusal("two_riders", {"count": len(riders)}, ("WB-JOUST-01",))
    for rider in riders:
        mount = here.rules.content.transport.get(rider.mount)
        if mount is None or mount.kind != "animal":
            return Refusal("on_foot", in_both("who", rider.name), ("WB-JOUST-01",))
        if rider.lance is None:
            return Refusal("no_lance", in_both("who", rider.name), ("WB-JOUST-01",))
        if rider.hp <= 0:
            return Refusal("unfit_rider", in_both("who", rider.name), ("WB-JOUST-01",))
    return None


def joust_of(scene: Scene, command: JoustOf) -> Refusal | None:
    """Two characters joust, on the best mounts they own."""
    riders: list[Rider] = []
    for who in (command.first, command.second):
        one = awake(scene.state, who)
        if isinstance(one, Refusal):
            return one
        riders.append(rider_of(scene.rules, one))
    return start_joust(scene, StartJoust(tuple(riders), command.lances, command.stakes))


def rider_of(rules: Rules, one: Character) -> Rider:
    """A character in the saddle: the best mount, a lance if there is one, the suit that is worn."""
    profile = rules.profile_of(rules, one, one.id)
    return Rider(
        id=one.id,
        name=one.name,
        mount=best_mount(rules, one),
        lance=lance_of(rules, one),
        hp=one.hp,
        max_hp=one.max_hp,
        armour=profile.armour,
        class_id=profile.class_id,
        level=profile.level,
        to_hit=profile.to_hit,
        strength=profile.strength,
        damage=profile.damage,
        save=profile.save,
        save_bonuses=profile.save_bonuses,
        nature="character" if one.kind == "player" else "npc",
        suit=next((key for key, item in one.items.items() if item.where == "worn" and is_suit(rules, item)), ""),
    )


def best_mount(rules: Rules, one: Character) -> str:
    """The animal of somebody's that serves best in a joust; empty without one."""
    owned = [item.of for item in one.items.values() if item.sort == "transport"]
    animals = [of for of in owned if rules.content.transport[of].kind == "animal"]
    return max(animals, key=lambda of: rules.content.transport[of].joust, default="")


def lance_of(rules: Rules, one: Character) -> Weapon | None:
    """The lance that somebody owns."""
    for key, item in one.items.items():
        if (item.base or item.of) == LANCE and item.sort in ("weapon", "magic"):
            return rules.ways_to_attack(rules, key, item, rules.content.weapons[LANCE])[0]
    return None


def plain_lance(rules: Rules) -> Weapon:
    """A lance from the weapon list."""
    facts = rules.content.weapons[LANCE]
    return Weapon(LANCE, Named(facts.name.it, facts.name.en, facts.name.gender), facts.damage)


# ------------------------------------------------------------ a pass


def charge(scene: Scene, command: Charge) -> Refusal | None:
    """A rider is ready; once both are, the pass is run (WB-JOUST-02)."""
    joust = jousting(scene.state)
    refused = may_ride(joust, command.who)
    if joust is None or refused is not None:
        return refused
    if not opponent(joust, command.who).ready:
        scene.happen(RiderReady(command.who, rules=("WB-JOUST-02",)))
        return None
    run_pass(scene, joust)
    return None


def may_ride(joust: Joust | None, who: str) -> Refusal | None:
    """Whether somebody has a pass to ride now."""
    if joust is None:
        return Refusal("no_joust", {}, ("WB-JOUST-01",))
    if who not in joust.riders:
        return Refusal("no_rider", {"who": who}, ("WB-JOUST-01",))
    if joust.riders[who].ready:
        return Refusal("ready_already", {"who": f"@{who}"}, ("WB-JOUST-02",))
    return None


def run_pass(scene: Scene, joust: Joust) -> None:
    """Both attack at once; then the wounds, the saddles, the points, and whether it is decided."""
    number = joust.passes + 1
    scene.happen(PassBegan(number, rules=("WB-JOUST-02", "WB-INIT-03")))
    riders = tuple(joust.riders.values())
    struck = {rider.id: couch(scene, rider, opponent(joust, rider.id)) for rider in riders}
    wounds = {rider.id: lance_damage(scene, joust, rider) for rider in riders if struck[rider.id].success}
    for rider in riders:
        if rider.id in wounds:
            lance_hits(scene, joust, opponent(joust, rider.id), *wounds[rider.id])
    for rider in riders:
        hurt = wounds.get(opponent(joust, rider.id).id)
        if hurt is not None and hurt[0] > 0:
            keep_the_saddle(scene, rider.id)
    for rider in riders:
        amount = wounds[rider.id][0] if rider.id in wounds else 0
        score(scene, rider.id, struck[rider.id], amount)
    decide_joust(scene)


def couch(scene: Scene, rider: Rider, target: Rider) -> Check:
    """One attack with the lance (WB-JOUST-02)."""
    check, rules, row, armour = lance_check(scene, rider, target, scene.dice.roll(20, "lance"))
    attack = scene.rules.attack_for_points(check)
    cited = ("WB-JOUST-02", *rules)
    scene.happen(LanceCouched(rider.id, target.id, check, check.success, attack, row, armour, rules=cited))
    return check


def lance_check(here: Here, rider: Rider, target: Rider, die: Die) -> AttackRead:
    """The normal attack roll, with what a warhorse adds (WB-JOUST-08)."""
    if rider.lance is None:
        raise LookupError("a rider without a lance was let into the lists")
    one, foe = as_jouster(rider), as_jouster(target)
    check, rules, row, armour = here.rules.attack_check(here, one, foe, rider.lance, die)
    horse = here.rules.content.transport[rider.mount].joust
    if horse and check.needed is not None:
        modifiers = (*check.modifiers, Modifier(horse, "WB-JOUST-08", "warhorse"))
        check = held_against(check.dice, modifiers, check.compare, check.needed, check.against)
        check = with_natural_extremes(here.state, check)
        rules = (*rules, "WB-JOUST-08")
    return check, rules, row, armour


def attack_for_points(check: Check) -> int:
    """The attack that Table 21 asks for: all but the base bonus, so that both armour systems score alike."""
    return check.total - sum(part.amount for part in check.modifiers if part.note == "base_bonus")


def lance_damage(scene: Scene, joust: Joust, rider: Rider) -> tuple[int, tuple[Die, ...], tuple[Modifier, ...]]:
    """Blunted lances do their own damage, sharp ones that of the weapon (WB-JOUST-03, WB-JOUST-05)."""
    lance = rider.lance or plain_lance(scene.rules)
    if joust.lances == "blunted":
        amount = joust_numbers().blunted
        modifiers: tuple[Modifier, ...] = (Modifier(amount.plus, "WB-JOUST-03", "blunted"),)
    else:
        amount = lance.damage
        found = (
            Modifier(amount.plus, "WB-ATK-12", "weapon_damage"),
            Modifier(lance.damage_bonus, "WB-ATK-12", "magic_weapon"),
            Modifier(rider.damage, "WB-ATK-12", "strength"),
        )
        modifiers = tuple(part for part in found if part.amount)
    modifiers = (*modifiers, *scene.rules.damage(scene.state, as_jouster(rider), lance))  # as of any blow
    dice = amount.roll(scene.dice, "damage")
    total = sum(die.face for die in dice) + sum(part.amount for part in modifiers)
    total, modifiers = not_below(0, total, modifiers, "WB-ATK-12")
    return total, dice, modifiers


def lance_hits(
    scene: Scene,
    joust: Joust,
    target: Rider,
    amount: int,
    dice: tuple[Die, ...],
    modifiers: tuple[Modifier, ...],
) -> None:
    """Take hit points away; a blunted lance never takes the last breath (WB-JOUST-03)."""
    blunted = joust.lances == "blunted"
    left = max(target.hp - amount, 0) if blunted else target.hp - amount
    rules = ("WB-JOUST-03",) if blunted else ("WB-JOUST-05", "WB-DEATH-01")
    scene.happen(LanceHurt(target.id, amount, left, dice, modifiers, rules=rules))


def keep_the_saddle(scene: Scene, who: str) -> None:
    """Whoever was hurt saves or is thrown; at 0 hit points there is nothing to save (WB-JOUST-04, WB-JOUST-06)."""
    state = scene.state
    joust = jousting(state)
    if joust is None:
        return
    rider = joust.riders[who]
    one = as_jouster(rider)
    if joust.lances == "blunted" and rider.hp <= 0:
        scene.happen(SeatLost(who, "stunned", 0, rules=("WB-JOUST-04",)))
        return
    condition, why = scene.rules.condition_at(scene.at(state), one, rider.hp)
    if condition != "up":
        seat: Seat = "dead" if condition == "dead" else "out"
        scene.happen(SeatLost(who, seat, rider.hp, rules=("WB-JOUST-05", *why)))
        return
    if saving_throw(scene, one, None):
        return
    dice = joust_numbers().fall.roll(scene.dice, "fall")
    fall = joust_numbers().fall.total(dice)
    thrown(scene, joust, one, rider.hp - fall, fall, dice)


def thrown(scene: Scene, joust: Joust, one: Combatant, left: int, fall: int, dice: tuple[Die, ...]) -> None:
    """A fall from the saddle; by the option it does not kill where the lances are blunted (WB-JOUST-06)."""
    rules: tuple[str, ...] = ("WB-JOUST-06",)
    seat: Seat = "unhorsed"
    if left <= 0 and joust.lances == "blunted" and not scene.state.options["joust_fall_lethal"]:
        left, seat = 0, "stunned"
    elif left <= 0:
        condition, why = scene.rules.condition_at(scene, one, left)
        seat, rules = ("dead" if condition == "dead" else "out"), (*rules, *why)
    scene.happen(SeatLost(one.id, seat, left, fall, dice, rules=rules))


def score(scene: Scene, who: str, check: Check, amount: int) -> None:
    """Points of one pass; the rows of Table 21 add up (WB-JOUST-07)."""
    joust = jousting(scene.state)
    if joust is None:
        return
    numbers = joust_numbers()
    attack = numbers.points.attack if scene.rules.attack_for_points(check) >= numbers.attack_from else 0
    damage = numbers.points.damage if amount > 0 else 0
    defeat = numbers.points.defeat if opponent(joust, who).seat != "mounted" else 0
    total = joust.riders[who].points + attack + damage + defeat
    scene.happen(PointsScored(who, attack, damage, defeat, total, rules=("WB-JOUST-07",)))


# ------------------------------------------------------------ the end


def decide_joust(scene: Scene) -> None:
    """Whoever is out has lost, whatever the score; else points decide after the last pass."""
    joust = jousting(scene.state)
    if joust is None:
        return
    first, second = joust.riders.values()
    if first.riding != second.riding:
        winner, loser = (first, second) if first.riding else (second, first)
        end_joust(scene, winner.id, loser.id, ("WB-JOUST-10",))
    elif not first.riding or joust.passes >= joust_numbers().passes:
        rules = ("WB-JOUST-09",) if first.riding else ("WB-JOUST-09", "WB-JOUST-10")
        if first.points != second.points:
            winner, loser = (first, second) if first.points > second.points else (second, first)
            end_joust(scene, winner.id, loser.id, rules)
        elif first.riding:
            scene.happen(DrawAsked(first.points, rules=rules))
        else:
            end_joust(scene, "", "", rules)


def end_joust(scene: Scene, winner: str, loser: str, rules: tuple[str, ...], *, gave_up: bool = False) -> None:
    """Close the lists: who won, what is left of the riders, what is forfeit."""
    joust = jousting(scene.state)
    if joust is None:
        return
    why: Conclusion = "points"
    if gave_up:
        why = "withdrew"
    elif not loser:
        why = "draw"
    elif "WB-JOUST-10" in rules and not joust.riders[loser].riding and joust.riders[winner].riding:
        why = "killed" if joust.riders[loser].seat == "dead" else "knocked_out"
    scene.happen(JoustEnded(winner, loser, why, joust.passes, rules=rules))
    for rider in joust.riders.values():
        if rider.id in scene.state.characters:
            health = _HEALTH.get(rider.seat, "well")
            home = RiderHome(rider.id, rider.hp, health, rules=_CARRIED_BY.get(rider.seat, ()), audience=rider.id)
            scene.happen(home)
    if loser and joust.stakes == "duel":
        forfeit(scene, joust.riders[winner], joust.riders[loser])


def forfeit(scene: Scene, winner: Rider, loser: Rider) -> None:
    """In a duel the loser gives up mount and armour, and the referee names the ransom (WB-JOUST-11)."""
    scene.happen(Forfeited(loser.id, winner.id, loser.mount, loser.suit, rules=("WB-JOUST-11",)))
    characters = scene.state.characters
    if loser.id in characters and winner.id in characters:
        mount = next((key for key, item in characters[loser.id].items.items() if item.of == loser.mount), "")
        for key in (mount, loser.suit):
            if key in characters[loser.id].items:
                hand_over(scene, loser.id, winner.id, key)
    means, a_level = means_of(scene.state, loser)
    scene.happen(RansomAsked(loser.id, winner.id, means, a_level, rules=("WB-JOUST-11",)))


def means_of(state: State, loser: Rider) -> tuple[int, int]:
    """What a loser can raise: the purse, or for somebody without a sheet so much a level, which is given too."""
    sheet = state.characters.get(loser.id)
    if sheet is not None:
        return sheet.coins.copper // 100, 0
    a_level = ransom_per_level(state)
    return a_level * max(loser.level, 1), a_level


def hand_over(scene: Scene, loser: str, winner: str, key: str) -> None:
    """One thing of the loser's becomes the winner's."""
    characters = scene.state.characters
    item = characters[loser].items[key]
    taken = replace(item, count=1, where="elsewhere" if item.sort == "transport" else "pack")
    to_key, all_of_it = add_to(characters[winner].items, taken)
    given = ItemGiven(loser, winner, key, less(item, 1), to_key, all_of_it, 1, rules=("WB-JOUST-11",))
    scene.happen(given)


def withdraw(scene: Scene, command: Withdraw) -> Refusal | None:
    """Give the joust up: it is lost."""
    joust = jousting(scene.state)
    if joust is None:
        return Refusal("no_joust", {}, ("WB-JOUST-01",))
    if command.who not in joust.riders:
        return Refusal("no_rider", {"who": command.who}, ("WB-JOUST-01",))
    rules = ("WB-CORE-02",)
    end_joust(scene, opponent(joust, command.who).id, command.who, rules, gave_up=True)
    return None


def judge_draw(scene: Scene, command: JudgeDraw) -> Refusal | None:
    """The referee's answer to equal points (WB-JOUST-09)."""
    scene.happen(DrawJudged(command.word, rules=("WB-JOUST-09",)))
    if command.word == "draw":
        end_joust(scene, "", "", ("WB-JOUST-09",))
    return None


def name_ransom(scene: Scene, command: NameRansom) -> Refusal | None:
    """The referee's answer: the ransom; what the loser has of it changes hands at once (WB-JOUST-11)."""
    state = scene.state
    if command.gp < 0:
        return Refusal("bad_ransom", {"gp": command.gp}, ("WB-JOUST-11",))
    joust = state.joust
    if joust is None:
        return Refusal("no_joust", {}, ("WB-JOUST-11",))
    loser, winner = state.characters.get(joust.loser), state.characters.get(joust.winner)
    if loser is None or winner is None:
        scene.happen(RansomNamed(joust.loser, joust.winner, command.gp, rules=("WB-JOUST-11",)))
        return None
    paid = min(command.gp, loser.coins.copper // 100)
    left, has = spend(loser.coins, paid * 100), winner.coins.plus(Coins(paid))
    named = RansomNamed(loser.id, winner.id, command.gp, paid, left, has, rules=("WB-JOUST-11",))
    scene.happen(named)
    return None

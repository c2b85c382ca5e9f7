"""Initiative: rolled once for a battle, and the order of turns that comes of it (chapter «Iniziativa»)."""

from arbitro.dice.stream import Die, told_again
from arbitro.rules.archmage.events import CountRolled, InitiativeRolled, OrderSet, TieRolled
from arbitro.rules.archmage.numbers import initiative_bonus
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant


def roll_initiative(scene: Scene, people: list[str]) -> None:
    """d20 + bonus, once for the battle; monsters of a kind share the roll (AE-INIT-02, AE-INIT-04)."""
    rollers: dict[str, list[str]] = {}
    for who in people:
        profile = scene.one(who).profile
        shared = profile.kind == "monster" and profile.race
        rollers.setdefault(f"/{profile.race}" if shared else who, []).append(who)
    for together in rollers.values():
        bonus = initiative_bonus(scene.one(together[0]).profile)
        die = _initiative_die(scene, together[0])
        rules: tuple[str, ...] = ("AE-INIT-01", "AE-INIT-02", "AE-INIT-05", "AE-TEMPHP-04")
        if len(together) > 1:
            rules = (*rules, "AE-INIT-04")
        scene.happen(InitiativeRolled(tuple(together), die, bonus, die.face + bonus, rules=rules))
    set_order(scene)


def _initiative_die(scene: Scene, who: str) -> Die:
    """The die of somebody's initiative; for some the higher of two."""
    die = scene.dice.roll(20, "initiative")
    if not any(bonus.stat == "initiative_die" for bonus in scene.one(who).profile.bonuses):
        return die
    other = scene.dice.roll(20, "initiative")
    better = max(die, other, key=lambda each: each.face)
    scene.happen(CountRolled(who, "", "initiative_die", (die, other), better.face, rules=("AE-INIT-02",)))
    return told_again((better,))[0]


def set_order(scene: Scene) -> None:
    """Put everybody who has rolled in order, the highest first (AE-INIT-03).

    Equal results go by bonus, characters first, then entry, or as the option says.
    """
    entered = {who: number for number, who in enumerate(scene.state.battle.combatants)}
    rolled = [one for one in scene.state.battle.combatants.values() if one.rolled_initiative]
    word = scene.state.options["initiative_ties"]
    extra = _roll_off(scene, rolled) if word == "roll_off" else {}

    def place(one: Combatant) -> tuple[int, ...]:
        if word == "manual":
            return (-one.initiative, entered[one.id])
        if word == "roll_off":
            return (-one.initiative, *extra.get(one.id, ()), entered[one.id])
        bonus = initiative_bonus(one.profile)
        return (-one.initiative, -bonus, one.profile.kind != "pc", entered[one.id])

    order = tuple(one.id for one in sorted(rolled, key=place))
    scene.happen(OrderSet(order, rules=("AE-INIT-03", "AE-SEQ-01")))


def _roll_off(scene: Scene, rolled: list[Combatant]) -> dict[str, tuple[int, ...]]:
    """Another d20 for those who are equal, until they are not; monsters of a kind throw one for all."""
    extra: dict[str, tuple[int, ...]] = {}
    equal: dict[int, dict[str, list[str]]] = {}
    for one in rolled:
        shared = f"/{one.profile.race}" if one.profile.kind == "monster" and one.profile.race else one.id
        equal.setdefault(one.initiative, {}).setdefault(shared, []).append(one.id)
    for rollers in equal.values():
        todo = [tuple(together) for together in rollers.values()]
        while len(todo) > 1:
            dice = tuple(scene.dice.roll(20, "tie") for _ in todo)
            who = tuple(together[0] for together in todo)
            scene.happen(TieRolled(who, dice, rules=("AE-INIT-03",)))
            for together, die in zip(todo, dice, strict=True):
                for each in together:
                    extra[each] = (*extra.get(each, ()), -die.face)
            faces = [die.face for die in dice]
            todo = [together for together, face in zip(todo, faces, strict=True) if faces.count(face) > 1]
    return extra

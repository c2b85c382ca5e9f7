"""The paladin: vows that keep fear and magic of the mind off (IS-PALA-01), and zeal (IS-PALA-02 to IS-PALA-04)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.features import feature_lookups
from arbitro.rules.infausta.features.commands import Atone, BreakVows, SpendZeal
from arbitro.rules.infausta.features.events import VowsAtoned, VowsBroken, VowsRecalled, ZealRestored, ZealSpent
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.feature_lookups import gifts
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import distance
from arbitro.rules.whitebox.class_features import Vows, ZealHeal, ZealSmite
from arbitro.rules.whitebox.people import healing, treasure
from arbitro.rules.whitebox.people.commands import DivideTreasure
from arbitro.rules.whitebox.people.records import awake, class_row, company, living
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.effects import give_back
from arbitro.rules.whitebox.powers.strikes import deal
from arbitro.rules.whitebox.reasons import decisive
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.whose_turn import acting_on, may_act_instead

HEALS: Final = ("IS-PALA-02", "IS-PALA-04")
SMITES: Final = ("IS-PALA-03", "IS-PALA-04")


# ------------------------------------------------------------ vows


def keeps_vows(here: Here, who: str, class_id: str) -> bool:
    """Whether somebody is bound by vows and has broken none."""
    return feature_lookups.feature(here.rules, class_id, Vows) is not None and not gifts(here.state, who).vows_broken


def faith(vows: Vows, here: Here, one: Combatant, element: str) -> tuple[str, ...]:
    """Neither fear nor magic of the mind touches a paladin who keeps the vows."""
    del vows
    kept = element in feature_facts().mind and not gifts(here.state, one.id).vows_broken
    return ("IS-PALA-01",) if kept else ()


def bound_by_vows(here: Here, who: str) -> Refusal | None:
    """The refusal for those who have no vows to break."""
    class_id = class_of(here.state, who)
    if not class_id:
        return Refusal("no_character", {"who": who}, ("IS-PALA-01",))
    if feature_lookups.feature(here.rules, class_id, Vows) is None:
        return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:vows"}, ("IS-PALA-01",))
    return None


def break_vows(scene: Scene, command: BreakVows) -> Refusal | None:
    """The referee's word: no zeal is left, and no immunity."""
    refused = bound_by_vows(scene, command.paladin)
    if refused is not None:
        return refused
    if gifts(scene.state, command.paladin).vows_broken:
        return Refusal("vows_broken", {"who": f"@{command.paladin}"}, ("IS-PALA-01",))
    scene.happen(VowsBroken(command.paladin, rules=("IS-PALA-01",)))
    return None


def atone(scene: Scene, command: Atone) -> Refusal | None:
    """The referee's word: a quest laid on by a lawful cleric or mage is fulfilled."""
    refused = bound_by_vows(scene, command.paladin)
    if refused is not None:
        return refused
    if not gifts(scene.state, command.paladin).vows_broken:
        return Refusal("vows_kept", {"who": f"@{command.paladin}"}, ("IS-PALA-01",))
    scene.happen(VowsAtoned(command.paladin, rules=("IS-PALA-01",)))
    return None


def divide_treasure(scene: Scene, command: DivideTreasure) -> Refusal | None:
    """A paladin keeps what upkeep needs; the referee is reminded when money comes in."""
    refused = treasure.divide_treasure(scene, command)
    if refused is None:
        for one in company(scene.state):
            if one.coins.gp and keeps_vows(scene, one.id, one.class_id):
                told = VowsRecalled(one.id, one.coins.gp, rules=("IS-PALA-01",), audience=REFEREE_ONLY)
                scene.happen(told)
    return refused


# ------------------------------------------------------------ zeal


def class_of(state: ParentState, who: str) -> str:
    """The class of somebody in a fight or with a sheet; empty for nobody."""
    if state.fight is not None and who in state.fight.combatants and basics.fighting(state):
        return state.fight.combatants[who].profile.class_id
    sheet = state.characters.get(who)
    return "" if sheet is None else sheet.class_id


def most_zeal(here: Here, who: str) -> int:
    """The zeal of somebody's level; none for those whose vows are broken."""
    class_id = class_of(here.state, who)
    if not class_id or class_id not in here.rules.content.classes or not keeps_vows(here, who, class_id):
        return 0
    fighting = here.state.fight is not None and basics.fighting(here.state) and who in here.state.fight.combatants
    level = (
        here.state.fight.combatants[who].profile.level
        if fighting and here.state.fight
        else here.state.characters[who].level
    )
    return class_row(here.rules, class_id, level).zeal


def zeal_left(here: Here, who: str) -> int:
    """Zeal that somebody can still spend."""
    return max(most_zeal(here, who) - gifts(here.state, who).zeal_spent, 0)


def may_spend(here: Here, who: str, points: int, rules: tuple[str, ...]) -> Refusal | None:
    """Whether somebody has so much zeal."""
    class_id = class_of(here.state, who)
    if (
        feature_lookups.feature(here.rules, class_id, ZealHeal) is None
        and feature_lookups.feature(here.rules, class_id, ZealSmite) is None
    ):
        return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:zeal"}, rules)
    if gifts(here.state, who).vows_broken:
        return Refusal("vows_broken", {"who": f"@{who}"}, ("IS-PALA-01",))
    left = zeal_left(here, who)
    if not 1 <= points <= left:
        return Refusal("zeal_short", {"who": f"@{who}", "left": left}, rules)
    return None


def spend_zeal(scene: Scene, command: SpendZeal) -> Refusal | None:
    """A touch: hit points for a friend, wounds without an attack roll for the undead, demons and fey."""
    state = scene.state
    if not basics.fighting(state):
        return heal_by_zeal(scene, command)
    pair = acting_on(scene, command.who, command.target)
    if isinstance(pair, Refusal):
        return pair
    one, target = pair
    friend = target.profile.side == one.profile.side
    rules = HEALS if friend else SMITES
    fight = basics.fight(state)
    refused = decisive(may_spend(scene, one.id, command.points, rules), may_act_instead(state, fight, one))
    if refused is not None:
        return refused
    if not (may_be_healed(one, target) if friend else may_be_smitten(scene.rules, one, target)):
        return Refusal("no_zeal_for", {"who": f"@{target.id}"}, rules)
    feet = distance(fight, one, target)
    if feet > MELEE_REACH:
        return Refusal("out_of_reach", {"who": f"@{target.id}", "feet": feet}, rules)
    if friend:
        touched(scene, one.id, target.id, command.points, heals=True)
        give_back(scene, target, command.points, (), rules, of_zeal(command.points, rules))
    else:
        touched(scene, one.id, target.id, command.points, heals=False)
        deal(scene, one, target, command.points, "", (), of_zeal(command.points, rules))
    return None


def may_be_healed(one: Combatant, target: Combatant) -> bool:
    """Another of the same side who lives and is hurt."""
    hurt = target.hp < target.profile.max_hp
    return target.id != one.id and target.condition in ("up", "out") and hurt


def may_be_smitten(rules: Rules, one: Combatant, target: Combatant) -> bool:
    """Whether zeal harms somebody: by kind, and only those who stand."""
    feature = feature_lookups.feature(rules, one.profile.class_id, ZealSmite)
    powers = target.profile.powers
    if feature is None or powers is None or target.condition != "up":
        return False
    return powers.kind in feature.kinds or (powers.undead and "undead" in feature.kinds)


def heal_by_zeal(scene: Scene, command: SpendZeal) -> Refusal | None:
    """The invigorating touch out of a fight, for friends."""
    state = scene.state
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    target = living(state, command.target)
    if isinstance(target, Refusal):
        return target
    refused = may_spend(scene, one.id, command.points, HEALS)
    if refused is not None:
        return refused
    if target.id == one.id or target.hp >= target.max_hp:
        return Refusal("no_zeal_for", {"who": f"@{target.id}"}, HEALS)
    touched(scene, one.id, target.id, command.points, heals=True)
    healing.heal_outside(scene, target, command.points, rules=HEALS, modifiers=of_zeal(command.points, HEALS))
    return None


def of_zeal(points: int, rules: tuple[str, ...]) -> tuple[Modifier, ...]:
    """Points of zeal as what heals or wounds by as much."""
    return (Modifier(points, rules[0], "zeal"),)


def touched(scene: Scene, who: str, target: str, points: int, *, heals: bool) -> None:
    """Zeal is spent."""
    left = zeal_left(scene, who) - points
    spent = gifts(scene.state, who).zeal_spent + points
    rules = HEALS if heals else SMITES
    scene.happen(ZealSpent(who, target, points, "heal" if heals else "smite", spent, left, rules=rules))


def rest_days(scene: Scene, one: Character, days: int, *, complete: bool = True, in_camp: bool = False) -> None:
    """A night's rest gives zeal back (IS-PALA-04)."""
    healing.rest_days(scene, one, days, complete=complete, in_camp=in_camp)
    if gifts(scene.state, one.id).zeal_spent:
        zeal = most_zeal(scene, one.id)
        scene.happen(ZealRestored(one.id, zeal, rules=("IS-PALA-04",)))

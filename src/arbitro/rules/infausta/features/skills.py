"""Skills of the classes (IS-CLASS-02): a d6 at or below the number of the level. Hiding, the back stab, heat seen."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta import dungeon_turn
from arbitro.rules.infausta import fight as fight_rules
from arbitro.rules.infausta.features.commands import TellFindings, UseSkill
from arbitro.rules.infausta.features.events import (
    FindingsAsked,
    FindingsTold,
    HeatSeen,
    Hid,
    SkillTried,
    TrapDisarmed,
)
from arbitro.rules.infausta.features.facts import SkillUse, feature_facts
from arbitro.rules.infausta.features.feature_lookups import given
from arbitro.rules.infausta.features.registry import More
from arbitro.rules.infausta.features.shapes import shape_feature, shape_of
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox.basics import fight, fighting, melee_around
from arbitro.rules.whitebox.class_features import BackStab
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.doors import SIX, in_six
from arbitro.rules.whitebox.exploring.senses import LONGEST_TEXT
from arbitro.rules.whitebox.exploring.state import Trap, Troop, place
from arbitro.rules.whitebox.people.records import active, awake, class_row, folk
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import strikes, unseen
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.powers.effects import is_over
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Profile
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Weapon
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

HIDING: Final = "hide"
STILL: Final = ("IS-SILV-02",)


# ------------------------------------------------------------ how good


def skill_chance(here: Here, who: str, class_id: str, level: int, use: str) -> int:
    """In six, for a use that the class's skill covers; a small animal that keeps still hides by its shape."""
    shaped = shape_of(here.state, who)
    feature = None if shaped is None else shape_feature(here.rules, class_id, shaped.shape)
    if feature is not None:
        return feature.hides if use == HIDING else 0
    facts = here.rules.content.classes.get(class_id)
    if facts is None or facts.skill is None or use not in facts.skill.covers:
        return 0
    return class_row(here.rules, class_id, level).skill


def skill_uses(here: Here, who: str, class_id: str, level: int) -> tuple[str, ...]:
    """What somebody's skill is good for now, beside what has commands of its own."""
    return tuple(use for use in feature_facts().skills if skill_chance(here, who, class_id, level, use))


# ------------------------------------------------------------ trying


def use_skill(scene: Scene, command: UseSkill) -> Refusal | None:
    """Try a skill; what comes to light is the referee's to tell."""
    facts = feature_facts().skills.get(command.use)
    if facts is None:
        known = listed("skill", feature_facts().skills)
        return Refusal("no_such_skill", {"use": command.use, "known": known}, ("IS-CLASS-02",))
    if fighting(scene.state):
        return hide_in_fight(scene, command, facts)
    state = scene.state
    away = state.expedition is not None and not state.expedition.over
    one = scene.rules.free_hand(scene, command.who) if away else awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    chance = skill_chance(scene, one.id, one.class_id, one.level, command.use)
    refused = may_try(state, one, command, facts, chance)
    if refused is not None:
        return refused
    success = roll_skill(scene, one.id, command, facts, chance)
    if away and facts.rounds:
        scene.rules.take_time(scene, one.id, facts.rounds, facts.rules)
    if success:
        skill_works(scene, one, command, facts)
    elif facts.hides:
        seen_again(scene, (one.id,), facts.rules)
    return None


def may_try(state: ParentState, one: Character, command: UseSkill, facts: SkillUse, chance: int) -> Refusal | None:
    """Whether somebody has the skill, the place is right, and there is something to work on."""
    who = f"@{one.id}"
    if not chance:
        return Refusal("no_skill_for", {"who": who, "use": f"@skill:{command.use}"}, facts.rules)
    if len(command.text) > LONGEST_TEXT:
        return Refusal("bad_text", {"most": LONGEST_TEXT}, facts.rules)
    out = state.expedition
    outdoors = out is not None and not out.over and place(out).outdoors
    underground = out is not None and not out.over and not outdoors
    if (facts.where == "outdoors" and not outdoors) or (facts.where == "underground" and not underground):
        return Refusal(f"only_{facts.where}", {"who": who}, facts.rules)
    if facts.disarms and trap_here(state, command.target) is None:
        return Refusal("no_trap", {"trap": command.target}, facts.rules)
    return None


def trap_here(state: ParentState, name: str) -> Trap | None:
    """A trap of this place that was found and can still do harm."""
    out = state.expedition
    trap = None if out is None else out.traps.get(name)
    if out is None or trap is None or trap.place != out.at or not trap.found or trap.sprung:
        return None
    return trap


def roll_skill(scene: Scene, who: str, command: UseSkill, facts: SkillUse, chance: int) -> bool:
    """A d6 for all to see; a small animal does not know whether it is noticed, so the referee rolls."""
    if shape_of(scene.state, who) is None:
        check = in_six(scene, chance, "skill", (Modifier(chance, facts.rules[0], "skill_of_class"),))
        scene.happen(SkillTried(who, command.use, check, check.success, command.text, rules=facts.rules))
        return check.success
    die = scene.dice.stream(REFEREE).roll(SIX, "skill")
    check = held_against((die,), (), "<=", chance, "skill", (Modifier(chance, STILL[0], "small_and_still"),))
    scene.happen(SkillTried(who, command.use, check, check.success, rules=STILL, audience=REFEREE_ONLY))
    scene.happen(SkillTried(who, command.use, None, None, rules=STILL))
    return check.success


def skill_works(scene: Scene, one: Character, command: UseSkill, facts: SkillUse) -> None:
    """What success brings: a trap undone, a place out of sight, or a question to the referee."""
    if facts.disarms:
        scene.happen(TrapDisarmed(one.id, command.target, rules=facts.rules))
    elif facts.hides:
        audience = REFEREE_ONLY if shape_of(scene.state, one.id) is not None else one.id
        scene.happen(Hid(one.id, True, rules=facts.rules, audience=audience))
    elif facts.told:
        near = tuple(troop.id for troop in troops_near(scene.state)) if facts.tracks else ()
        journey = own(scene.state).journey
        coming = len(journey.due) if facts.tracks and journey is not None else 0
        asked = FindingsAsked(one.id, command.use, command.text, near, coming, rules=facts.rules, audience=REFEREE_ONLY)
        scene.happen(asked)


def troops_near(state: ParentState) -> list[Troop]:
    """Those who are here or next door: whose traces may be found."""
    out = state.expedition
    if out is None:
        return []
    around = {out.at, *(door.beyond(out.at) for door in out.doors.values() if out.at in door.between)}
    return [troop for troop in out.troops.values() if not troop.gone and troop.place in around]


def tell_findings(scene: Scene, command: TellFindings) -> Refusal | None:
    """The referee's answer: whose traces, how many and where they are, or anything else in words."""
    question = scene.state.awaiting[0]
    who, use = (str(question.values.get(name, "")) for name in ("who", "use"))
    near = {troop.id: troop for troop in troops_near(scene.state)}
    if command.troop and command.troop not in near:
        return Refusal("no_troop", {"troop": command.troop}, question.rules)
    if len(command.text) > LONGEST_TEXT:
        return Refusal("bad_text", {"most": LONGEST_TEXT}, question.rules)
    count = place = ""
    if command.troop:
        count, place = str(near[command.troop].count), near[command.troop].place
    told = FindingsTold(
        who[1:], use.removeprefix("@skill:"), command.text, command.troop, count, place, rules=question.rules
    )
    scene.happen(told)
    return None


# ------------------------------------------------------------ out of sight


def hide_in_fight(scene: Scene, command: UseSkill, facts: SkillUse) -> Refusal | None:
    """Slip into the shadows, away from every foe, in place of an attack."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    who = f"@{one.id}"
    if not facts.hides:
        return Refusal("fight_first", {"who": who}, facts.rules)
    chance = skill_chance(scene, one.id, one.profile.class_id, one.profile.level, command.use)
    if not chance:
        return Refusal("no_skill_for", {"who": who, "use": f"@skill:{command.use}"}, facts.rules)
    refused = may_act_instead(state, fight(state), one)
    if refused is not None:
        return refused
    if one.id in own(state).hidden:
        return Refusal("hidden_already", {"who": who}, facts.rules)
    if melee_around(fight(state), one, one.id):
        return Refusal("seen_too_well", {"who": who}, facts.rules)
    if roll_skill(scene, one.id, command, facts, chance):
        secret = shape_of(state, one.id) is not None
        audience = REFEREE_ONLY if secret else one.profile.side
        if not put_off(scene, Blow(one.id, "hide", one.id), rules=facts.rules, audience=audience):
            scene.happen(Hid(one.id, True, rules=facts.rules, audience=audience))
    return None


def is_hidden(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever slipped away in a simultaneous turn is out of sight when it is over, if they still stand."""
    if one.condition == "up":
        audience = REFEREE_ONLY if shape_of(scene.state, one.id) is not None else one.profile.side
        scene.happen(Hid(one.id, True, rules=(*landing.rules, "IS-THIEF-02"), audience=audience))


def is_seen(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever came out of hiding in a simultaneous turn is in sight when it is over; or magic that hid them ends."""
    if landing.blow.ongoing is not None:
        is_over(scene, one, landing)
    elif one.id in own(scene.state).hidden:
        scene.happen(Hid(one.id, False, rules=(*landing.rules, "IS-THIEF-02")))


def comes_out(scene: Scene, who: str) -> None:
    """A deed brings somebody out of hiding; those who act in the same moment see it when that is over."""
    rules, shown = ("IS-THIEF-01", "IS-THIEF-02"), Blow(who, "shown", who)
    fight = scene.state.fight
    if (fight is None or shown not in fight.blows) and not put_off(scene, shown, rules=rules):
        scene.happen(Hid(who, False, rules=rules))


def seen_again(scene: Scene, people: Iterable[str], rules: tuple[str, ...]) -> None:
    """Those of these who were out of sight are so no more."""
    for who in people:
        if who in own(scene.state).hidden:
            scene.happen(Hid(who, False, rules=rules, audience=who))


def enter_place(scene: Scene, place: str, rules: tuple[str, ...], came: str = "") -> None:
    """In another place one hides anew."""
    dungeon_turn.enter_place(scene, place, rules, came)
    seen_again(scene, scene.state.party.order, ("IS-THIEF-02",))


def can_strike(here: Here, one: Combatant, target: Combatant) -> bool:
    """Nobody strikes at those who are out of sight."""
    return target.id not in own(here.state).hidden and unseen.can_strike(here, one, target)


# ------------------------------------------------------------ the back stab


def unaware(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether somebody is struck unaware: as in the parent, and when the blow comes out of hiding (IS-THIEF-01)."""
    return one.id in own(here.state).hidden or strikes.unaware(here, one, target)


def profile_of(rules: Rules, one: Character, side: str) -> Profile:
    """The parent's numbers, as the features of a class have them."""
    profile = fight_rules.profile_of(rules, one, side)
    for it, gift in given(rules, one.class_id):
        if gift.profile is not None:
            profile = gift.profile(it, profile)
    return profile


def rolls_once(stab: BackStab, profile: Profile) -> Profile:
    """A back stab doubles what the weapon did; no dice are thrown twice (IS-THIEF-01)."""
    powers = profile.powers
    return profile if powers is None else replace(profile, powers=replace(powers, stab_rolls=stab.damage_rolls))


def stabs(
    stab: BackStab, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, dice: tuple[Die, ...]
) -> Iterator[More]:
    """Twice the damage of the weapon, its own bonus and magic included; strength counts once."""
    if weapon.kind == "melee" and scene.rules.unaware(scene, one, target):
        thrown = sum(die.face for die in dice[: weapon.damage.count])
        more = max(thrown + weapon.damage.plus + weapon.damage_bonus, 0) * (stab.damage_factor - 1)
        if more:
            yield (), (Modifier(more, "IS-THIEF-01", "back_stab"),)


# ------------------------------------------------------------ eyes for heat


def remind_of_dark(scene: Scene) -> None:
    """In the dark the referee is told who sees the warmth of living things (IS-DVER-02)."""
    out = scene.state.expedition
    if out is None or lit(scene) or place(out).outdoors:
        return
    seeing = {
        one.id: folk(scene.rules, one).infravision
        for one in active(scene.here())
        if under(scene.state, one.id, "blind") is None
    }
    sharp = tuple(who for who, feet in seeing.items() if feet)
    if sharp:
        feet = max(seeing.values())
        scene.happen(HeatSeen(sharp, feet, rules=("IS-DVER-02", "IS-LIGHT-05"), audience=REFEREE_ONLY))

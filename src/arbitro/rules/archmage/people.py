"""Who is in a battle, who can act, who is near whom: what every chapter of the game asks."""

from collections.abc import Iterator

from arbitro.kernel.command import Refusal
from arbitro.rules.archmage.condition_table import BROUGHT_BY, HELPLESS, ONLY_STATES, ROOTED, STATES
from arbitro.rules.archmage.power import ConditionName
from arbitro.rules.archmage.state import Combatant, Fight, Result, State

# ---------------------------------------------------------------- who is there


def ongoing_battle(state: State) -> Fight | Refusal:
    """The battle that is going on, or the refusal that says there is none."""
    if state.fight is None or state.fight.phase == "over":
        return Refusal("no_battle")
    return state.fight


def in_battle(state: State, who: str) -> Combatant | Refusal:
    """Somebody in the battle, or the refusal that says there is nobody of that id."""
    fight = ongoing_battle(state)
    if isinstance(fight, Refusal):
        return fight
    found = fight.combatants.get(who)
    return Refusal("nobody", {"who": who}) if found is None else found


def out_of_battle(one: Combatant) -> Refusal | None:
    """The refusal for somebody who is not in the field, by what they are: surrendered, or dead, gone or kept out."""
    if one.captive:
        return Refusal("captive", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    return None if one.in_field else Refusal("out_of_battle", {"who": f"@{one.id}"}, ("AE-SEQ-01",))


# ---------------------------------------------------------------- who can do what


def has(state: State, one: Combatant, name: ConditionName) -> bool:
    """Whether a condition works on somebody (AE-COND-02)."""
    if name in STATES and one.awareness in STATES[name]:
        return True
    if name in ONLY_STATES:
        return False
    if one.marks and any(mark.kind == "ignores" and mark.attack == name for mark in one.marks):
        return False
    for each in one.afflictions:
        if each.name == name and (not each.only_engaged or each.source in one.engaged):
            return True
    for other in BROUGHT_BY.get(name, ()):
        if has(state, one, other):
            return True
    return name == "fear" and in_awe(state, one)


def stuck(state: State, one: Combatant) -> bool:
    """Whether somebody is held to the spot (AE-COND-12)."""
    return any(has(state, one, name) for name in ROOTED)


def in_awe(state: State, one: Combatant) -> bool:
    """Whether somebody is engaged with a creature whose presence frightens those of few hit points."""
    if not one.engaged or one.profile.special("fearless") is not None:
        return False
    people = state.battle.combatants
    for foe in one.engaged:
        other = people[foe]
        fear = other.profile.special("fear")
        if fear is not None and other.conscious and one.hp <= fear.value:
            return True
    return False


def can_act(one: Combatant) -> bool:
    """Whether somebody is awake, there, and not stunned (AE-COND-10)."""
    if not one.present or one.awareness != "awake":
        return False
    ignored = [mark.attack for mark in one.marks if mark.kind == "ignores"]
    return all(each.name not in HELPLESS or each.name in ignored for each in one.afflictions)


def burdened(one: Combatant) -> bool:
    """Whether somebody has anything on them that a save ends."""
    held = any(each.save for each in one.ongoing) or any(each.save for each in one.afflictions)
    return held or any(mark.save for mark in one.marks)


# ---------------------------------------------------------------- sides and places


def foes_of(fight: Fight, one: Combatant) -> Iterator[Combatant]:
    """Those of the other side who are still there, conscious or not."""
    side = one.side
    return (other for other in fight.combatants.values() if other.side != side and other.in_field)


def friends_of(fight: Fight, one: Combatant) -> Iterator[Combatant]:
    """The others of one's own side who are still there."""
    side, who = one.side, one.id
    return (other for other in fight.combatants.values() if other.side == side and other.id != who and other.in_field)


def pinning_foes(fight: Fight, one: Combatant) -> tuple[str, ...]:
    """The engaged foes that hold somebody in melee: one who is unconscious or asleep holds nobody (AE-POS-11)."""
    return tuple(foe for foe in one.engaged if fight.combatants[foe].conscious)


def nearby(one: Combatant, other: Combatant) -> bool:
    """Whether two are within one move of each other (AE-POS-03, AE-POS-04)."""
    if other.id in one.near or other.id in one.engaged:
        return True
    if one.side == other.side:
        return one.band == other.band
    return one.band == "nearby" and other.band == "nearby"


def next_to(one: Combatant, other: Combatant) -> bool:
    """Whether two allies are side by side: a common foe, or one has gone to the other (AE-POS-07)."""
    return other.id in one.beside or any(foe in other.engaged for foe in one.engaged)


def groups_of(fight: Fight, side: str) -> list[tuple[str, ...]]:
    """The groups of a side in order: as declared, and all who are engaged with one opponent (AE-TARGET-02)."""
    declared: dict[str, list[str]] = {}
    found: list[tuple[str, ...]] = []
    for one in fight.combatants.values():
        if one.side == side and one.in_field:
            declared.setdefault(one.profile.group or one.profile.race or side, []).append(one.id)
        elif one.in_field and len(one.engaged) > 1:
            inside = tuple(each for each in fight.combatants if each in one.engaged)
            found.append(tuple(each for each in inside if fight.combatants[each].in_field))
    return [tuple(each) for each in declared.values()] + found


def contiguous(fight: Fight, side: str, targets: tuple[str, ...]) -> bool:
    """Whether targets stand one after the other in some group, nobody skipped (AE-TARGET-02)."""
    if len(targets) == 1:
        return True
    for group in groups_of(fight, side):
        if targets[0] in group:
            start = group.index(targets[0])
            if group[start : start + len(targets)] == targets:
                return True
    return False


def counted_allies(fight: Fight, one: Combatant) -> tuple[Combatant, ...]:
    """Those who figure in a tally of somebody's allies; of a character's, no NPCs (AE-TARGET-05)."""
    return tuple(other for other in friends_of(fight, one) if other.profile.is_hero or not one.profile.is_hero)


def in_order(fight: Fight, people: Iterator[Combatant]) -> list[Combatant]:
    """Combatants in the order of initiative."""
    place = {who: number for number, who in enumerate(fight.order)}
    return sorted(people, key=lambda one: place.get(one.id, len(place)))


def may_react(state: State, one: Combatant) -> bool:
    """Whether somebody may answer outside the own turn; in an ambush round the surprised may not (AE-AMBUSH-03)."""
    fight = state.battle
    if fight.phase == "ambush" and fight.ambush is not None and one.side != fight.ambush.side:
        return bool(state.options["surprised_reactions"])
    return True


# ---------------------------------------------------------------- how it stands


def may_return(one: Combatant) -> bool:
    """Whether somebody who is down still grows back by itself."""
    regrow = one.profile.special("regenerate")
    return (
        regrow is not None and one.awareness == "unconscious" and one.specials_used.get("regenerate", 0) < regrow.most
    )


def party_side(fight: Fight) -> str:
    """The side of the characters; the first one where there are none."""
    for one in fight.combatants.values():
        if one.profile.kind == "pc":
            return one.side
    return next(iter(fight.sides))


def decided(state: State) -> Result:
    """Whether one side is down, gone or fled (AE-SEQ-01)."""
    fight = state.battle
    up = {one.side for one in fight.combatants.values() if one.present and (one.unfallen or may_return(one))}
    if len(up) > 1:
        return ""
    return "victory" if party_side(fight) in up else "defeat"

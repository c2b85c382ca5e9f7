"""Entering a battle: who joins with which numbers, initiative, and the order of turns (chapter «Iniziativa»)."""

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.bestiary import creature
from arbitro.rules.archmage.events import Appeared, Joined, OrderSet
from arbitro.rules.archmage.initiative import roll_initiative, set_order
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.people import in_battle, ongoing_battle
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import PARTY, Combatant, Fight, Profile, State


def may_join(state: State, member: c.Member, sides: list[str], seen: set[str]) -> Refusal | None:
    """Whether somebody can be put into a battle."""
    profile = member.profile
    if profile.id in seen or profile.id in sides or profile.id in ("referee", "none"):
        return Refusal("same_id", {"who": profile.id})
    if profile.side not in sides:
        return Refusal("no_such_side", {"who": profile.id, "side": profile.side})
    known = state.party.get(profile.id)
    if known is not None and not member.fresh and known.awareness == "dead":
        return Refusal("dead", {"who": profile.id}, ("AE-DYING-06",))
    if known is not None and not member.fresh and known.captive:
        return Refusal("captive", {"who": f"@{profile.id}"}, ("AE-FLEE-01",))
    return None


def join(scene: Scene, member: c.Member, alike: tuple[c.Member, ...] = ()) -> None:
    """Put somebody into the battle; a party member comes as the last battle left them.

    Those who are alike and join at the same time are told of together, with the first of them.
    """
    profile = member.profile
    known = scene.state.party.get(profile.id)
    dice: tuple[Die, ...] = ()
    powers: dict[str, Spent] = {}
    for power in profile.attacks:
        if power.uses_rolled is not None:
            thrown = power.uses_rolled.roll(scene.dice.stream(REFEREE), "uses")
            dice = (*dice, *thrown)
            powers[power.id] = Spent(limit=power.uses_rolled.total(thrown))
    if known is not None and not member.fresh and profile.is_hero:
        kept = {
            power.id: replace(known.powers[power.id], last_turn=-1, round=-1, in_round=0)
            for power in profile.attacks
            if power.id in known.powers and power.usage in ("recharge", "daily", "once", "alternate")
        }
        made = replace(known, profile=profile, powers={**powers, **kept}, healed=False)
    else:
        recoveries = 0
        if profile.kind != "monster":
            recoveries = profile.recoveries or int(scene.state.options["default_recoveries"])
        hp = profile.max_hp if member.hp is None else member.hp
        made = Combatant(profile, hp, profile.max_hp, recoveries, recoveries, potions=profile.potions, powers=powers)
    made = replace(made, band=member.band, present=member.present, behind=member.behind)
    made = replace(made, pools={**profile.pools, **made.pools})
    scene.happen(Joined(made, dice, rules=("AE-HP-01", "AE-RECOVERY-01"), audience=profile.side))
    shown = profile.category if scene.state.options["show_target_facts"] else None
    told = not alike or alike[0] is member
    others = tuple(other.profile.name for other in alike[1:]) if told else ()
    rules = ("AE-TARGET-01", "AE-POS-01")
    scene.happen(Appeared(profile.id, profile.name, profile.side, shown, others, told, rules=rules))


def join_battle(scene: Scene, command: c.JoinBattle) -> Refusal | None:
    """Somebody whom the referee describes arrives."""
    return _arrives(scene, command.member)


def reinforce(scene: Scene, command: c.Reinforce) -> Refusal | None:
    """A creature of the catalogue arrives; on the characters' side it is an ally of the referee's."""
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    if command.monster not in scene.rules.books.monsters:
        return Refusal("no_monster", {"name": command.monster})
    if command.side not in fight.sides:
        return Refusal("no_such_side", {"who": command.monster, "side": command.side})
    base, number = command.monster.replace("_", "-"), 1
    while f"{base}-{number}" in fight.combatants:
        number += 1
    profile = creature(
        scene.rules.books, command.monster, command.side, f"{base}-{number}", number, nastier=command.nastier
    )
    if command.side == PARTY:
        profile = replace(profile, kind="npc")
    return _arrives(scene, c.Member(profile))


def _arrives(scene: Scene, member: c.Member) -> Refusal | None:
    """A latecomer rolls on entry and acts from the next time its count comes up (AE-INIT-05)."""
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    refused = may_join(scene.state, member, list(fight.sides), set(fight.combatants))
    if refused is not None:
        return refused
    if fight.phase != "rounds":
        return Refusal("rounds_only", {}, ("AE-AMBUSH-03",))
    profile = member.profile
    who = profile.id
    if profile.category == "mook":
        member = replace(member, hp=_shared_hp(fight, profile, member.hp))
    join(scene, member)
    kin = next(
        (one for one in fight.combatants.values() if one.profile.race and one.profile.race == profile.race), None
    )
    if kin is not None and profile.kind == "monster":
        made = replace(scene.one(who), initiative=kin.initiative, rolled_initiative=True)
        scene.happen(Joined(made, rules=("AE-INIT-04",), audience=profile.side))
        set_order(scene)
    else:
        roll_initiative(scene, [who])
    current = scene.state.battle.combatants.get(scene.state.battle.current)
    if current is not None and scene.one(who).initiative >= current.initiative:
        late = replace(scene.one(who), turn_round=scene.state.battle.round)
        scene.happen(Joined(late, rules=("AE-INIT-05",), audience=profile.side))
    return None


def _shared_hp(fight: Fight, profile: Profile, own: int | None) -> int | None:
    """A mook that joins others of its kind has what is left of each of them."""
    for one in fight.combatants.values():
        kin = one.profile.race == profile.race and one.side == profile.side and one.profile.category == "mook"
        if kin and one.unfallen:
            return one.hp
    return own


def reorder(scene: Scene, command: c.Reorder) -> Refusal | None:
    """The referee settles by hand who of two equals goes first (AE-INIT-03, AE-INIT-04)."""
    one, other = in_battle(scene.state, command.who), in_battle(scene.state, command.before)
    if isinstance(one, Refusal):
        return one
    if isinstance(other, Refusal):
        return other
    order = list(scene.state.battle.order)
    if one.initiative != other.initiative or one.id == other.id or one.id not in order or other.id not in order:
        return Refusal("not_equal", {"who": f"@{one.id}", "target": f"@{other.id}"}, ("AE-INIT-03",))
    order.remove(one.id)
    order.insert(order.index(other.id), one.id)
    scene.happen(OrderSet(tuple(order), rules=("AE-INIT-03",)))
    return None

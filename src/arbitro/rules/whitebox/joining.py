"""Who joins a fight, and whether it can be set up like this."""

from collections.abc import Iterable

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.commands import Member, StartFight
from arbitro.rules.whitebox.events import Appeared, BeyondTables, Joined, Seen
from arbitro.rules.whitebox.numbers import TOP_LEVEL
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant


def sides_are_manned(here: Here, command: StartFight) -> Refusal | None:
    """Whether there are sides to fight each other, everybody is on one of them, and on none is nobody."""
    if here.state.fight is not None and here.state.fight.phase != "over":
        return Refusal("fight_already")
    sides = [side.id for side in command.sides]
    if len(sides) < 2 or len(set(sides)) < len(sides):
        return Refusal("two_sides", {"count": len(set(sides))}, ("WB-SEQ-01",))
    seen: set[str] = set()
    for member in command.members:
        profile = member.profile
        if profile.id in seen or profile.id in sides:
            return Refusal("same_id", {"who": profile.id})
        seen.add(profile.id)
        if profile.side not in sides:
            return Refusal("no_such_side", {"who": profile.id, "side": profile.side})
        if len(member.prepared) > 1:
            return Refusal("one_spell", {"who": profile.id}, ("WB-ALTSEQ-05",))
        if member.prepared and member.prepared[0] not in [known.id for known in profile.spells]:
            return Refusal("no_spell", {"who": profile.id, "spell": member.prepared[0]}, ("WB-ALTSEQ-05",))
    manned = {member.profile.side for member in command.members}
    for side in sides:
        if side not in manned:
            return Refusal("empty_side", {"side": side})
    return None


def join(scene: Scene, side: str, members: Iterable[Member]) -> None:
    """Put the members of a side into the fight; hit points given as dice are rolled in secret."""
    alternate = scene.state.options["combat_sequence"] == "alternate"
    thrown: list[Die] = []
    joined: list[Combatant] = []
    secret = scene.dice.stream(REFEREE)
    for member in members:
        dice = member.hp.roll(secret, "hit_points")
        thrown += dice
        hp = max(member.hp.total(dice), 1)
        profile = member.profile
        if profile.max_hp < hp:
            profile = replace(profile, max_hp=hp)
        prepared = member.prepared[0] if member.prepared and alternate else ""
        weapon = member.weapon or (profile.weapons[0].id if profile.weapons else "")
        joined.append(Combatant(profile, hp, member.at, hp, prepared=prepared, weapon=weapon))
    scene.happen(Joined(tuple(joined), tuple(thrown), audience=side))
    scene.happen(Appeared(side, tuple([Seen(one.profile.id, one.profile.name, one.at) for one in joined])))
    for one in joined:
        if one.profile.level > TOP_LEVEL and (rules := scene.rules.beyond_tables(scene.rules, one)):
            scene.happen(BeyondTables(one.id, one.profile.level, rules=rules, audience=REFEREE_ONLY))


def beyond_tables(rules: Rules, one: Combatant) -> tuple[str, ...]:
    """The rules whose tables end before somebody's level; none for those who stand on no table."""
    return ("WB-ATK-04", "WB-SAVE-03") if one.profile.class_id in rules.numbers.attack else ()


def may_start(here: Here, command: StartFight) -> Refusal | None:
    """Whether a fight can be set up like this: everybody is of a class that the game has, or of none."""
    classes = here.rules.content.classes
    for member in command.members:
        name = member.profile.class_id
        if name and name not in classes:
            return Refusal("no_such_class", {"class": name, "known": listed("class", classes)})
    return sides_are_manned(here, command)

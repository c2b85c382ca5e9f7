"""How the automatic player uses class features, in the order in which it thinks.

A champion fights on the attack while there are not more foes who can come near, for each friend who stands, than the
champion has blows, and more than half of the hit points are left; on guard when half of them are gone or the foes are
more than twice the blows. A bard enthrals when that takes at least half of the foes out of the fight, otherwise
heartens two friends or more, and keeps singing, and declares nothing else, as long as it is of use to somebody. A
paladin lays hands on a friend within reach who has lost half of the hit points, then spends what zeal is left on the
undead, demons and fey. A Silvan who has no spell for the foe takes the mighty shape as soon as foes can come near. A
thief whom nobody can reach yet, and who cannot shoot, hides and strikes from there. After a fight hunters take their
trophies, and paladins heal.

In the referee's chair it answers a skill that worked with the traces of those who are near, and with nothing elsewhere.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.rules.infausta.features import commands as c
from arbitro.rules.infausta.features import shapes, stances
from arbitro.rules.infausta.features.feature_lookups import given
from arbitro.rules.infausta.features.skills import troops_near
from arbitro.rules.infausta.features.songs import would_follow
from arbitro.rules.infausta.features.trophies import slain
from arbitro.rules.infausta.features.zeal import may_be_smitten, zeal_left
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import table
from arbitro.rules.whitebox import natures, seating
from arbitro.rules.whitebox.basics import fighting, members, opponents
from arbitro.rules.whitebox.class_features import Enthral, Inspire, Shape, Stance, Trophies, ZealHeal, ZealSmite
from arbitro.rules.whitebox.commands import (
    Attack,
    BindWounds,
    Close,
    Declare,
    DeclareTogether,
    EndTurn,
    HoldBack,
    Move,
    Run,
)
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.declared import each_declared, together
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.powers.commands import LightOil, ThrowOil, UseDevice
from arbitro.rules.whitebox.powers.power_ai import worth_casting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.whose_turn import has_acted, still_to_act

DISTRACTING: Final = (Attack, BindWounds, Close, Move, Run, UseDevice, ThrowOil, LightOil)
"""What an automatic bard does not do while singing."""
HEARERS: Final = 2
"""Friends that make a heartening song worth a round."""


def suggest(here: Here, seat: Seat) -> Command | None:
    """The next command of a plain automatic player in a seat."""
    if here.state.awaiting:
        found = None if fighting(here.state) or seat.role != "referee" else whose_traces(here)
        return found or table.suggest(here, seat)
    fight = here.state.fight
    if fight is None or not fighting(here.state):
        due = table.suggest(here, seat)
        if due is not None and seating.owner(here.rules.owners, due) == REFEREE_ONLY:
            return due  # nobody's own free act stands in the way of the referee's duty
        after = next((wish for wish in after_fight(here, seat) if allows(here, wish)), None)
        return after or due
    stance = next((wish for wish in stance_wishes(here.rules, fight, seat) if allows(here, wish)), None)
    if stance is not None:
        return stance
    singers = useful_singers(here.state, fight)
    command = _singing_on(table.suggest(here, seat), singers)
    if isinstance(command, DISTRACTING) and command.who in singers:
        others = (name for name in (*fight.sides, *fight.combatants) if name not in singers)
        narrowed = Seat(seat.name, "player", frozenset(name for name in others if seat.may_act_for(name)))
        found = table.suggest(here, narrowed)
        side = fight.combatants[command.who].profile.side
        sings_alone = found is None or isinstance(found, HoldBack)  # the others are done: the singers sing on
        if sings_alone and all(map(seat.may_act_for, still_to_act(here.rules, here.state, side))):
            return EndTurn(side)
        return found
    return command


def _singing_on(command: Command | None, singers: set[str]) -> Command | None:
    """A declaration in which singers whose song is of use declare no blow that they would give up for it."""
    if isinstance(command, Declare) and command.who in singers:
        return Declare(command.who, "other")
    if not isinstance(command, DeclareTogether):
        return command
    said = [one for one in each_declared(command) if isinstance(one, Declare)]
    if not any(one.who in singers for one in said):
        return command
    return together(command.side, tuple(Declare(one.who, "other") if one.who in singers else one for one in said))


def next_to_act(here: Here) -> frozenset[str]:
    """Who may act next; champions take their stance in any moment of their side's."""
    found, fight = table.next_to_act(here), here.state.fight
    if fight is None or not fighting(here.state) or here.state.awaiting:
        return found
    champions = stance_wishes(here.rules, fight, REFEREE)
    return found | {wish.who for wish in champions if allows(here, wish)}


def useful_singers(state: ParentState, fight: Fight) -> set[str]:
    """Bards whose song is still of use: somebody follows it, or a friend hears it."""
    found = set()
    for bard, song in own(state).songs.items():
        friends = members(fight, fight.combatants[bard].profile.side)
        if song.followers or any(friend.id != bard for friend in friends):
            found.add(bard)
    return found


def whose_traces(here: Here) -> Command | None:
    """The automatic referee's answer where a skill has found something: the traces of whoever is near."""
    if here.state.awaiting[0].kind != "findings":
        return None
    near = troops_near(here.state)
    return c.TellFindings(near[0].id if near else "")


# ------------------------------------------------------------ with the declarations


def stance_wishes(rules: Rules, fight: Fight, seat: Seat) -> Iterator[c.TakeStance]:
    """The stance that each champion would take."""
    if fight.phase not in ("declare", "free"):
        return
    for one in fight.combatants.values():
        can = [(it, gift.declares) for it, gift in given(rules, one.profile.class_id) if gift.declares is not None]
        if one.profile.side not in fight.acting or not can:
            continue
        if fight.phase == "declare" and one.intent is not None:
            continue  # whoever has declared without one does without, and nobody waits for it
        near = sum(1 for foe in opponents(fight, one) if comes_near(one, foe))
        if near and seat.may_act_for(one.id):
            yield from filter(None, (declares(it, fight, one, near) for it, declares in can))


def stance_to_take(feature: Stance, fight: Fight, one: Combatant, near: int) -> c.TakeStance | None:
    """On guard when hard pressed, on the attack while there are not more foes than blows."""
    blows = one.profile.attacks * sum(1 for _ in members(fight, one.profile.side))
    pressed = 2 * one.hp <= one.profile.max_hp or near > 2 * blows
    kind = stances.kind_of(feature)
    wanted = pressed if kind == "defensive" else not pressed and near <= blows
    return c.TakeStance(one.id, kind) if wanted else None


def comes_near(one: Combatant, foe: Combatant) -> bool:
    """Whether two can be in melee before the round is over, if one of them walks up to the other."""
    walk = max(combat_move(one), combat_move(foe))
    return abs(foe.at - one.at) <= MELEE_REACH + walk


# ------------------------------------------------------------ instead of a blow


def use_of_powers(here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Class features first, then the parent's powers and things; features and hiding take the place of a blow."""
    if not has_acted(fight, one):
        yield from _use_of_features(here, fight, one, foes)
    yield from natures.use_of_powers(here, fight, one, foes)


def _use_of_features(here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    for it, gift in given(here.rules, one.profile.class_id):
        yield from gift.wishes(it, here, fight, one, foes) if gift.wishes is not None else ()
    near = any(comes_near(one, foe) for foe in foes)
    if not near and all(weapon.kind != "missile" for weapon in one.profile.weapons):
        yield c.UseSkill(one.id, "hide")


def half_would_follow(here: Here, one: Combatant, foes: list[Combatant]) -> bool:
    """Whether a song takes half of the foes out of the fight."""
    followers = would_follow(here, one)
    return bool(followers) and 2 * len(followers) >= len(foes)


def enthral(feature: Enthral, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Half of the foes out of the fight."""
    del feature, fight
    if one.id not in own(here.state).songs and half_would_follow(here, one, foes):
        yield c.BeginSong(one.id, "enthral")


def hearten(feature: Inspire, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Heart for two friends, where it does not take half of the foes out of the fight."""
    del feature
    friends = sum(1 for friend in members(fight, one.profile.side) if friend.id != one.id)
    sings = one.id in own(here.state).songs
    if not sings and friends >= HEARERS and not half_would_follow(here, one, foes):
        yield c.BeginSong(one.id, "inspire")


def heal_in_a_fight(
    feature: ZealHeal, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]
) -> Iterator[Command]:
    """Friends who have lost half of their hit points."""
    del feature, foes
    left = zeal_left(here, one.id)
    if not left:
        return
    friends = [other for other in fight.combatants.values() if other.profile.side == one.profile.side]
    hurt = [friend for friend in friends if 2 * friend.hp <= friend.profile.max_hp]
    for friend in sorted(hurt, key=lambda friend: friend.hp):
        if friend.condition in ("up", "out"):
            yield c.SpendZeal(one.id, friend.id, min(left, friend.profile.max_hp - friend.hp))


def smite(feature: ZealSmite, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Foes whom zeal harms."""
    del feature, fight
    left = zeal_left(here, one.id)
    for foe in foes if left else ():
        if may_be_smitten(here.rules, one, foe):
            yield c.SpendZeal(one.id, foe.id, left)


def take_the_mighty_shape(
    feature: Shape, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]
) -> Iterator[Command]:
    """As soon as foes can come near, for whoever has no spell for them."""
    del fight
    near = feature.fights and any(comes_near(one, foe) for foe in foes)
    if near and not any(True for _ in worth_casting(here, one, foes)):
        yield c.ChangeShape(one.id, shapes.kind_of(feature))


# ------------------------------------------------------------ after a fight


def after_fight(here: Here, seat: Seat) -> Iterator[Command]:
    """What the features of those who came through are good for."""
    out = here.state.expedition
    if out is None or out.over or out.meeting is not None or not seat.may_act_for(PARTY):
        return
    for one in tuple(records.company(here.state)):
        for it, gift in given(here.rules, one.class_id):
            yield from gift.afterwards(it, here, one) if gift.afterwards is not None else ()


def take_trophies(feature: Trophies, here: Here, one: Character) -> Iterator[Command]:
    """Trophies of the slain."""
    del feature
    if slain(here.state, one.id):
        yield c.TakeTrophies(one.id)


def heal_afterwards(feature: ZealHeal, here: Here, one: Character) -> Iterator[Command]:
    """A touch for the wounded."""
    del feature
    left = zeal_left(here, one.id)
    for other in records.company(here.state) if left else ():
        if other.id != one.id and other.hp < other.max_hp:
            yield c.SpendZeal(one.id, other.id, min(left, other.max_hp - other.hp))

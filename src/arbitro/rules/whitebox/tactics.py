"""The plain automatic player: how it thinks, in the order in which it thinks.

A member of a side, the nimbler first: runs if its morale broke; releases a spell that is ready; strikes the first
enemy within reach; shoots the nearest enemy who stands in no melee; otherwise closes in on the nearest one who is not
running away, or shoots into the melee if it cannot; whoever has shot or cast stays where they are. Casters announce (or
prepare) the first spell they still have, against the nearest enemy. Where declarations bind, everybody declares what
they would do if it were their turn now, and at whom; if that one is gone when the moment comes, the blow is lost.
Nobody throws their only blade. Somebody who bleeds within reach is bound up first, when no enemy is there to be struck.
A side with nothing left ends its turn.

In the referee's chair it judges nobody surprised, tests morale whenever it was reminded, takes the single saving throw
where no column of the matrix was given, lets a save avert a danger that does not say, and breaks off a fight in which
all hold their ground out of each other's reach. These are defaults; a person may take over any of them.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import NOBODY, awaited
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.attack import weapon_of
from arbitro.rules.whitebox.basics import distance, melee_around, members
from arbitro.rules.whitebox.commands import (
    Attack,
    BindWounds,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndFight,
    EndTurn,
    HoldBack,
    JudgeSurprise,
    Move,
    NameDanger,
    Prepare,
    Run,
    SettleSave,
    Surrender,
)
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.declared import declaration_of, together
from arbitro.rules.whitebox.morale import holds_ground
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.natures import (
    can_spare,
    gives_up,
    keeps_off,
    lays_down_arms,
    minds_losses,
    preferred,
    sized_up,
)
from arbitro.rules.whitebox.powers.power_ai import spell_aims, worth_casting
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.whose_turn import has_acted, member_order, still_to_act


def suggest(here: Here, seat: Seat) -> Command | None:
    """The next command of a plain automatic player in a seat."""
    fight = here.state.fight
    if fight is None or fight.phase == "over":
        return None
    if here.state.awaiting:
        return _answer(here.state) if seat.role == "referee" else None
    due = duty(here, fight) if seat.role == "referee" else None
    if due is not None:
        return due
    for side in fight.acting:
        if side not in fight.done and seat.may_act_for(side):
            return _for_side(here, fight, side, seat)
    return None


def next_to_act(here: Here) -> frozenset[str]:
    """Whoever is asked, the referee with a duty, or the sides whose moment it is and their members."""
    fight = here.state.fight
    if fight is None or fight.phase == "over":
        return NOBODY
    if here.state.awaiting:
        return awaited(here.state)
    if duty(here, fight) is not None:
        return frozenset((REFEREE_ONLY,))
    sides = [side for side in fight.acting if side not in fight.done]
    return frozenset((*sides, *(one.id for side in sides for one in members(fight, side))))


def duty(here: Here, fight: Fight) -> Command | None:
    """What is due of the referee before anybody's turn: a test of morale, or the end of a fight at a standstill."""
    for group in fight.due:  # a group may have left the field since
        if minds_losses(here.rules, fight, group) and allows(here, CheckMorale(group)):
            return CheckMorale(group)
    return broken_off(fight) if _at_a_standstill(fight) else None


def broken_off(fight: Fight) -> EndFight:
    """The end of a fight that nobody won: all who are left hold the field."""
    return EndFight(tuple(side for side in fight.sides if any(True for _ in members(fight, side))))


def _at_a_standstill(fight: Fight) -> bool:
    """Whether all who stand hold their ground and nobody can do another any harm from there."""
    standing = [one for one in fight.combatants.values() if one.condition == "up"]
    if not all(holds_ground(one) for one in standing):
        return False
    return not any(
        castable(one) or melee_around(fight, one) or any(weapon.kind == "missile" for weapon in one.profile.weapons)
        for one in standing
    )


def _answer(state: State) -> Command:
    kind = state.awaiting[0].kind
    if kind == "surprise":
        return JudgeSurprise("")
    return NameDanger("single") if kind == "danger" else SettleSave("avoided")


def _for_side(here: Here, fight: Fight, side: str, seat: Seat) -> Command | None:
    if fight.phase == "declare":
        said = tuple(_declared(here, fight, side, seat))
        if len(said) > 1:
            return together(side, said)
    for one in member_order(fight, side):
        if not seat.may_act_for(one.id):
            continue
        for command in _wishes(here, fight, one):
            if allows(here, command):
                return command
    waiting = still_to_act(here.rules, here.state, side)
    if all(map(seat.may_act_for, waiting)):
        return EndTurn(side)
    return next((HoldBack(one) for one in waiting if seat.may_act_for(one)), None)


def _declared(here: Here, fight: Fight, side: str, seat: Seat) -> Iterator[Declare]:
    """What everybody of a side would declare who has yet to."""
    for one in member_order(fight, side):
        if seat.may_act_for(one.id):
            wish = next((wish for wish in _wishes(here, fight, one) if allows(here, wish)), None)
            if isinstance(wish, Declare):
                yield wish


def _wishes(here: Here, fight: Fight, one: Combatant) -> Iterator[Command]:
    """What somebody would like to do, best first; the first legal wish is taken.

    Whoever has acted is not asked again for what takes the place of a blow, or the whole round: it would be refused,
    and so would a second declaration.
    """
    if fight.phase == "declare" and not may_still_declare(here.state, one):
        return
    all_foes = foes = sized_up(here, fight, one)
    if one.intent is not None and one.intent.kind in ("melee", "missile") and one.intent.target:
        foes = [foe for foe in foes if foe.id == one.intent.target]  # what was declared binds
    if not foes:
        return
    if fight.phase == "declare":
        yield from _intents(here, one, foes)
        return
    if lays_down_arms(here, one, foes):
        yield Surrender(one.id)
    acted = has_acted(fight, one)
    if one.morale == "flee" or gives_up(here, one, all_foes):
        if not acted:
            yield Run(one.id)
        return
    if one.prepared:
        ready = next(spell for spell in one.profile.spells if spell.id == one.prepared)
        yield from (Cast(one.id, *aim) for aim in spell_aims(here, one, ready, foes))
    for spell in worth_casting(here, one, foes) if fight.phase == "prepared" and not acted else ():
        yield from (Prepare(one.id, spell.id, aim[0]) for aim in spell_aims(here, one, spell, foes) if aim[0])
    yield from here.rules.use_of_powers(here, fight, one, foes)
    yield from _with_weapons(here, fight, one, foes)


def _with_weapons(here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Blows at those in reach; else a wound bound, a shot, a step nearer."""
    blades = [weapon.id for weapon in one.profile.weapons if weapon.kind == "melee"]
    bows = [weapon.id for weapon in one.profile.weapons if weapon.kind == "missile" and can_spare(one, weapon)]
    reached = [foe for foe in foes if distance(fight, one, foe) <= MELEE_REACH]
    for foe in preferred(here, one, reached):
        yield from _attacks(here, fight, one, [foe], blades)
    if not reached and not has_acted(fight, one):
        for other in members_down(fight, one):
            yield BindWounds(one.id, other.id)
    for weapon in bows:
        yield from _attacks(here, fight, one, (foe for foe in foes if not melee_around(fight, foe)), [weapon])
    staying = next((foe for foe in foes if worth_going_after(here, one, foe)), None)
    if blades and staying is not None and staying not in reached and not _shoots(fight, one):
        yield Close(one.id, staying.id)
    yield from _attacks(here, fight, one, (foe for foe in foes[:1] if _rather_foes(fight, one, foe)), bows)


def _attacks(
    here: Here, fight: Fight, one: Combatant, foes: Iterable[Combatant], weapons: list[str]
) -> Iterator[Command]:
    """Blows and shots that the round has room for: whoever has struck is not asked all over again."""
    for foe in foes:
        for name in weapons:
            weapon = weapon_of(one, name)
            if weapon is not None and here.rules.may_attack(here, fight, one, foe, weapon) is None:
                yield Attack(one.id, foe.id, name)


def worth_chasing(fight: Fight, one: Combatant, foe: Combatant) -> bool:
    """Whether to close in on somebody: not on those who run."""
    del one
    return not _running(fight, foe)


def worth_going_after(here: Here, one: Combatant, foe: Combatant) -> bool:
    """Whether to close in on somebody: on a runner too, at whom a blow was declared that can still be struck.

    The declared blow is for nobody else (IS-COMBAT-02).
    """
    fight = basics.fight(here.state)
    if here.rules.worth_chasing(fight, one, foe):
        return True
    bound = one.intent is not None and one.intent.target == foe.id
    return bound and distance(fight, one, foe) <= MELEE_REACH + combat_move(one)


def _running(fight: Fight, one: Combatant) -> bool:
    """Whether somebody was seen to run in this round or the last: a chase on foot would never end."""
    return one.moved >= fight.round - 1 and one.busy == one.moved >= 0


def _rather_foes(fight: Fight, one: Combatant, foe: Combatant) -> bool:
    """Whether a shot into a melee is likelier to find a foe than a friend."""
    around = melee_around(fight, foe, one.id) or (foe,)
    return 2 * sum(other.profile.side != one.profile.side for other in around) > len(around)


def _shoots(fight: Fight, one: Combatant) -> bool:
    """Whether somebody strikes from afar in this round, or has said so: they do not walk into reach for it."""
    if one.intent is not None and one.intent.kind in ("cast", "missile"):
        return True
    weapon = weapon_of(one, one.last_blow[0])
    return one.attacked == fight.round and (bool(one.cast) or (weapon is not None and weapon.kind == "missile"))


def members_down(fight: Fight, one: Combatant) -> Iterator[Combatant]:
    """Friends who lie bleeding."""
    return (
        other
        for other in fight.combatants.values()
        if other.condition == "out" and other.dropped >= 0 and other.profile.side == one.profile.side
    )


def _foreseen(here: Here, one: Combatant) -> Iterator[Command]:
    """To declare what one would do if it were one's turn now, and at whom."""
    fight = basics.fight(here.state)
    acting = replace(fight, phase="act", order=((one.profile.side,),), turn=0, done=())
    imagined = replace(here.state, fight=acting)
    for wish in _wishes(here.at(imagined), acting, one):
        if not isinstance(wish, Surrender) and allows(here.at(imagined), wish):  # giving up needs no declaration
            yield declaration(one, wish)
            return


def declaration(one: Combatant, wish: Command) -> Declare:
    """The declaration by which somebody may do something later in the round."""
    if isinstance(wish, Attack):
        weapon = weapon_of(one, wish.weapon)
        return Declare(one.id, "melee" if weapon is None else weapon.kind, wish.target)
    if isinstance(wish, Close):
        return Declare(one.id, "melee", wish.target)
    if isinstance(wish, Run):
        return Declare(one.id, "flee")
    return Declare(one.id, "move") if isinstance(wish, Move) else declaration_of(one.id, wish)


def may_still_declare(state: State, one: Combatant) -> bool:
    """Whether somebody has anything to declare: nothing so far, and more than a spell where only spells are said."""
    return one.intent is None and (bool(state.options["declare_intent"]) or bool(castable(one)))


def _intents(here: Here, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    if one.morale == "flee" or gives_up(here, one, foes):
        yield Declare(one.id, "flee")
    for spell in worth_casting(here, one, foes):
        for target, _ in spell_aims(here, one, spell, foes):
            yield Declare(one.id, "cast", target, spell.id)
    if here.state.options["declare_intent"] and here.state.options["combat_sequence"] == "standard":
        yield from _foreseen(here, one)
    kinds = {weapon.kind for weapon in one.profile.weapons}
    nearest = min(foes, key=lambda foe: abs(foe.at - one.at))
    near = abs(nearest.at - one.at) <= MELEE_REACH + combat_move(one)
    targets = (nearest.id, "")  # at somebody, as players declare it too
    if "melee" in kinds and ((near and not keeps_off(here.rules, one)) or "missile" not in kinds):
        yield from (Declare(one.id, "melee", target) for target in targets)
    if "missile" in kinds:
        yield from (Declare(one.id, "missile", target) for target in targets)
    yield Declare(one.id, "other")

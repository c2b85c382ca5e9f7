"""What a seat may do now in a White Box fight."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.choice import RETREAT, Choice, Label, Parameter, Pick
from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import declared
from arbitro.rules.whitebox.basics import opponents
from arbitro.rules.whitebox.commands import (
    AllowSubstitute,
    Attack,
    BindWounds,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndTurn,
    HoldBack,
    Move,
    Prepare,
    ReadyWeapon,
    Run,
    SaveWord,
    SettleSave,
    Surrender,
)
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.morale import MOST_WEIGHT
from arbitro.rules.whitebox.movement import combat_move, move_rules
from arbitro.rules.whitebox.powers.aiming import manners, spell_targets
from arbitro.rules.whitebox.powers.referee_offers import further_for_referee
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, IntentKind
from arbitro.rules.whitebox.terms import Spell, Weapon
from arbitro.rules.whitebox.whose_turn import member_order, still_to_act

SAVE_WORDS: Final[tuple[SaveWord, ...]] = ("avoided", "half")
TOGETHER: Final = 2
"""How many make it worth a word for all of them."""
INTENTS: Final[tuple[IntentKind, ...]] = ("melee", "missile", "move", "flee", "other")


def _pick(who: Combatant) -> Pick:
    return Pick(who.id, Label("name", {"who": f"@{who.id}"}))


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """What a seat may do now, members of a side in order of Dexterity (WB-ALTSEQ-10)."""
    fight = here.state.fight
    if fight is None or fight.phase == "over":
        return
    if here.state.awaiting:
        if seat.role == "referee":
            yield from _answers(here, fight)
        return
    for side in fight.acting:
        if side in fight.done:
            continue
        if fight.phase == "declare":
            yield from _declared_together(here, fight, side, seat)
        for one in member_order(fight, side):
            if seat.may_act_for(one.id):
                yield from here.listed_once(("member", one.id), partial(_for_member, here, fight, one))
        if seat.role == "referee" or all(map(seat.may_act_for, still_to_act(here.rules, here.state, side))):
            end = EndTurn(side)
            if seat.may_act_for(side) and allows(here, end):
                label = Label("choice.end_turn", {"side": f"@{side}"})
                yield Choice(f"end_turn/{side}", "end_turn", label, {"side": side})
        else:
            yield from _holding_back(here, fight, side, seat)
    if seat.role == "referee":
        yield from _for_referee(here, fight)


def _holding_back(here: Here, fight: Fight, side: str, seat: Seat) -> Iterator[Choice]:
    """Who does not play all of a side says of their own people that they are done."""
    for one in member_order(fight, side):
        if seat.may_act_for(one.id) and allows(here, HoldBack(one.id)):
            label = Label("choice.hold_back", {"who": f"@{one.id}"})
            yield Choice(f"hold_back/{one.id}", "hold_back", label, {"who": one.id})


def _answers(here: Here, fight: Fight) -> Iterator[Choice]:
    question = here.state.awaiting[0]
    if question.kind == "surprise":
        sides = [Pick(side, Label("name", {"who": f"@{side}"})) for side in fight.sides]
        nobody = Pick("", Label("choice.nobody"))
        both = Pick(",".join(fight.sides), Label("choice.everybody"))
        parameter = Parameter("surprised", picks=(nobody, *sides, both))
        yield Choice(
            "judge_surprise", "judge_surprise", Label("choice.judge_surprise"), {}, (parameter,), question.rules
        )
    elif question.kind == "danger":
        names = ("death_poison", "wands_rays", "paralysis_stone", "dragon_breath", "spells_staves", "single")
        picks = tuple(Pick(name, Label(f"danger.{name}")) for name in names)
        label = Label("choice.name_danger", {"who": f"@{fight.perils[0].who}"})
        yield Choice("name_danger", "name_danger", label, {}, (Parameter("danger", picks=picks),), question.rules)
    else:
        words = [word for word in SAVE_WORDS if allows(here, SettleSave(word))]
        picks = tuple(Pick(word, Label(f"save_word.{word}")) for word in words)
        label = Label("choice.settle_save", {"who": f"@{fight.perils[0].who}"})
        yield Choice("settle_save", "settle_save", label, {}, (Parameter("word", picks=picks),), question.rules)


def _for_referee(here: Here, fight: Fight) -> Iterator[Choice]:
    for group in dict.fromkeys(one.profile.group for one in fight.combatants.values()):
        if group and allows(here, CheckMorale(group)):
            label = Label("choice.check_morale", {"group": f"@{group}"})
            yield Choice(f"check_morale/{group}", "check_morale", label, {"group": group}, (), ("WB-MORALE-04",))
            yield _weighed_morale(group)
    for one in fight.combatants.values():
        if one.intent is not None and allows(here, AllowSubstitute(one.id)):
            label = Label("choice.allow_substitute", {"who": f"@{one.id}"})
            fixed: dict[str, str | int] = {"who": one.id}
            yield Choice(f"allow_substitute/{one.id}", "allow_substitute", label, fixed, (), ("WB-INTENT-01",))
    yield from further_for_referee(here, fight)
    yield Choice("end_fight", "end_fight", Label("choice.end_fight"), {}, (), ("WB-CORE-01",))


def _weighed_morale(group: str) -> Choice:
    """A morale check with a modifier of the referee's."""
    label = Label("choice.check_morale_weighed", {"group": f"@{group}"})
    weight = Parameter("modifier", "number", minimum=-MOST_WEIGHT, maximum=MOST_WEIGHT)
    why = Parameter("reason", "text", optional=True)
    rules = ("WB-MORALE-04",)
    return Choice(f"check_morale/{group}/weighed", "check_morale", label, {"group": group}, (weight, why), rules)


def _for_member(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """What is asked of every seat that plays somebody."""
    if fight.phase == "declare":
        yield from _declarations(here, fight, one)
        return
    foes = tuple(opponents(fight, one))
    for weapon in one.profile.weapons:
        yield from _attacks(here, fight, one, weapon, foes)
    yield from _moves(here, one, foes)
    yield from _spells(here, one)
    yield from _whole_rounds(here, fight, one)
    yield from here.rules.further_choices(here, fight, one)


def further_choices(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """What else somebody may do; the chapters on powers know more."""
    del here, fight, one
    return iter(())


def _attacks(here: Here, fight: Fight, one: Combatant, weapon: Weapon, foes: tuple[Combatant, ...]) -> Iterator[Choice]:
    targets = tuple(_pick(foe) for foe in foes if allows(here, Attack(one.id, foe.id, weapon.id)))
    if targets:
        shot = weapon.kind == "missile"
        label = Label(
            "choice.shoot" if shot else "choice.strike", {"who": f"@{one.id}", "weapon": f"@{one.id}/{weapon.id}"}
        )
        rules = ("WB-RANGED-01", "WB-RANGED-02") if shot else ("WB-MELEE-01", "WB-ATK-01")
        fixed: dict[str, str | int] = {"who": one.id, "weapon": weapon.id}
        del fight
        yield Choice(
            f"attack/{one.id}/{weapon.id}", "attack", label, fixed, (Parameter("target", picks=targets),), rules
        )


def _moves(here: Here, one: Combatant, foes: tuple[Combatant, ...]) -> Iterator[Choice]:
    who: dict[str, str | int] = {"who": one.id}
    named: dict[str, str | int] = {"who": f"@{one.id}"}
    far = tuple(
        _pick(foe) for foe in foes if abs(foe.at - one.at) > MELEE_REACH and allows(here, Close(one.id, foe.id))
    )
    rules = move_rules(here.state)
    if far:
        label = Label("choice.close", named)
        yield Choice(f"close/{one.id}", "close", label, who, (Parameter("target", picks=far),), rules)
    limit = combat_move(one)
    standing_still = {**who, "to": one.at}  # people say how far, not to which place
    for name, low, high in (("back", one.at - limit, one.at - 1), ("ahead", one.at + 1, one.at + limit)):
        places: tuple[int, ...] = (low,) if name == "back" else (high,)  # who may go so far may stop before
        if one.morale == "hold":  # but may be nearer to an enemy on the way than at its end: where an enemy stands
            places = tuple(dict.fromkeys((low, high, *(foe.at for foe in foes if low <= foe.at <= high))))
        if limit and all(allows(here, Move(one.id, place)) for place in places):
            feet = Parameter(name, "number", minimum=1, maximum=limit, counted_from=one.at, backwards=name == "back")
            yield Choice(
                f"move/{one.id}/{name}", "move", Label(f"choice.move_{name}", named), standing_still, (feet,), rules
            )
    if allows(here, Run(one.id)):
        label = Label("choice.run", named)
        yield Choice(f"run/{one.id}", "run", label, who, (), ("WB-MOVE-06",), group=RETREAT)
    if allows(here, Surrender(one.id)):
        label = Label("choice.surrender", named)
        yield Choice(f"surrender/{one.id}", "surrender", label, who, (), ("WB-MORALE-02",), group=RETREAT)


def _spells(here: Here, one: Combatant) -> Iterator[Choice]:
    who: dict[str, str | int] = {"who": one.id}
    if one.prepared:
        ready = next(spell for spell in one.profile.spells if spell.id == one.prepared)
        yield from _release(here, one, ready)
    for spell in castable(one):
        aims = spell_targets(here, one, spell)
        targets = tuple(_pick(foe) for foe in aims if allows(here, Prepare(one.id, spell.id, foe.id)))
        if targets:
            label = Label("choice.prepare", {"who": f"@{one.id}", "spell": f"@{one.id}/{spell.id}"})
            fixed = {**who, "spell": spell.id}
            target = (Parameter("target", picks=targets),)
            yield Choice(f"prepare/{one.id}/{spell.id}", "prepare", label, fixed, target, ("WB-ALTSEQ-05",))


def _release(here: Here, one: Combatant, spell: Spell) -> Iterator[Choice]:
    """Letting go of the spell that is ready, in each of its manners."""
    for manner in manners(here.rules, spell):
        aims = spell_targets(here, one, spell)
        targets = tuple(_pick(aim) for aim in aims if allows(here, Cast(one.id, aim.id, manner)))
        if not targets:
            continue
        fixed: dict[str, str | int] = {"who": one.id}
        values: dict[str, str | int] = {"who": f"@{one.id}", "spell": f"@{one.id}/{spell.id}"}
        label, name = Label("choice.cast", values), f"cast/{one.id}"
        if manner:
            fixed["manner"] = manner
            label, name = Label("choice.cast_manner", {**values, "manner": f"@manner:{manner}"}), f"{name}/{manner}"
        yield Choice(name, "cast", label, fixed, (Parameter("target", picks=targets),), ("WB-SPELL-04",))


def _whole_rounds(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    who: dict[str, str | int] = {"who": one.id}
    down = (other for other in fight.combatants.values() if other.condition == "out")
    wounded = tuple(_pick(other) for other in down if allows(here, BindWounds(one.id, other.id)))
    if wounded:
        label = Label("choice.bind_wounds", {"who": f"@{one.id}"})
        patient = (Parameter("patient", picks=wounded),)
        yield Choice(f"bind_wounds/{one.id}", "bind_wounds", label, who, patient, ("WB-DEATH-05",))
    for weapon in one.profile.weapons:
        if allows(here, ReadyWeapon(one.id, weapon.id)):
            label = Label("choice.ready_weapon", {"who": f"@{one.id}", "weapon": f"@{one.id}/{weapon.id}"})
            fixed = {**who, "weapon": weapon.id}
            yield Choice(f"ready_weapon/{one.id}/{weapon.id}", "ready_weapon", label, fixed, (), ("WB-ALTSEQ-07",))


def _declared_together(here: Here, fight: Fight, side: str, seat: Seat) -> Iterator[Choice]:
    """One declaration for all of a side who have yet to declare and could do it."""
    waiting = [one for one in member_order(fight, side) if seat.may_act_for(one.id)]
    for kind in INTENTS:
        able = [one for one in waiting if _could(one, kind) and allows(here, Declare(one.id, kind))]
        if len(able) < TOGETHER:
            continue
        foes = {foe.id: foe for one in able for foe in opponents(fight, one)}
        aimed = (Parameter("target", picks=tuple(map(_pick, foes.values()))),) if kind in declared.AIMED else ()
        said = declared.together(side, tuple(Declare(one.id, kind) for one in able))
        label = Label(f"choice.declare_together_{kind}", {"count": len(able)})
        fixed: dict[str, str | int] = {"side": side, "declarations": said.declarations}
        rules = ("WB-INTENT-01",)
        yield Choice(f"declare_together/{side}/{kind}", "declare_together", label, fixed, aimed, rules, main=True)


def _could(one: Combatant, kind: IntentKind) -> bool:
    """Whether somebody has a weapon for what is declared, where it takes one."""
    return kind not in declared.AIMED or any(weapon.kind == kind for weapon in one.profile.weapons)


def _declarations(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    foes = tuple(opponents(fight, one))
    targets = (Parameter("target", picks=tuple(_pick(foe) for foe in foes)),)
    for spell in castable(one):
        possible = spell_targets(here, one, spell)
        aims = [aim for aim in possible if allows(here, Declare(one.id, "cast", aim.id, spell.id))]
        if aims:
            label = Label("choice.announce", {"who": f"@{one.id}", "spell": f"@{one.id}/{spell.id}"})
            fixed: dict[str, str | int] = {"who": one.id, "kind": "cast", "spell": spell.id}
            at = (Parameter("target", picks=tuple(_pick(aim) for aim in aims)),)
            rules = ("WB-SPELL-01",)
            yield Choice(f"declare/{one.id}/cast/{spell.id}", "declare", label, fixed, at, rules, main=True)
    for kind in INTENTS:
        if not _could(one, kind) or not allows(here, Declare(one.id, kind)):
            continue
        if kind == "other":
            yield from _declared_acts(here, fight, one)
        aimed = targets if kind in declared.AIMED else ()
        label = Label(f"choice.declare_{kind}", {"who": f"@{one.id}"})
        fixed = {"who": one.id, "kind": kind}
        yield Choice(f"declare/{one.id}/{kind}", "declare", label, fixed, aimed, ("WB-INTENT-01",), main=True)


def _declared_acts(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Whatever else could be done if it were somebody's turn now: the declaration names the act and its target."""
    acting = replace(fight, phase="act", order=((one.profile.side,),), turn=0, done=())
    imagined = here.at(replace(here.state, fight=acting))
    for choice in (*_whole_rounds(imagined, acting, one), *here.rules.further_choices(imagined, acting, one)):
        command = next(kind for kind in here.rules.rulings if tag_of(kind) == choice.command)
        if here.rules.rulings[command].deed not in declared.DECLARED or choice.command in declared.TAKES_NO_TIME:
            continue
        said = [str(value) for name, value in choice.fixed.items() if name not in declared.UNSAID]
        act = "/".join((choice.command, *said))
        fixed: dict[str, str | int] = {"who": one.id, "kind": "other"}
        asked: list[Parameter] = []
        for parameter in choice.parameters:
            if parameter.name in declared.AIMS:
                asked.append(replace(parameter, name="target"))
            elif parameter.kind == "pick":
                picks = tuple(replace(pick, value=f"{act}/{pick.value}") for pick in parameter.picks)
                asked.append(Parameter("act", picks=picks))
        if not any(parameter.name == "act" for parameter in asked):
            fixed["act"] = act
        name = f"declare/{one.id}/other/{choice.id}"
        yield Choice(name, "declare", choice.label, fixed, tuple(asked), ("WB-INTENT-01", *choice.rules))

"""What else a seat may do: powers, things, oil, turning the undead, and the referee's part in all of it."""

from collections.abc import Iterable, Iterator
from typing import get_args

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import choices as choices_rules
from arbitro.rules.whitebox.basics import fighting, opponents
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import offers as offers_rules
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import commands as c
from arbitro.rules.whitebox.powers.card_deck import STOP, is_deck
from arbitro.rules.whitebox.powers.devices import device_manners, device_targets
from arbitro.rules.whitebox.powers.hit_effects import dangerous_eyes
from arbitro.rules.whitebox.powers.lookups import powers, under
from arbitro.rules.whitebox.powers.monster_actions import power_targets, usable_powers
from arbitro.rules.whitebox.powers.oil import flask_in_hand
from arbitro.rules.whitebox.powers.perils import THINGS, banes
from arbitro.rules.whitebox.powers.throwing import within_grasp
from arbitro.rules.whitebox.powers.turning import undead
from arbitro.rules.whitebox.powers.unseen import invisible, may_notice
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.terms import Feature

Fixed = dict[str, str | int]


def _picks(people: Iterable[Combatant]) -> tuple[Pick, ...]:
    return picks_of(one.id for one in people)


# ------------------------------------------------------------ in a fight


def further_choices(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Powers, things, oil, turning and looking away."""
    yield from choices_rules.further_choices(here, fight, one)
    if fight.lying:
        yield from _lying(here, one)
    if one.profile.powers is None and not here.state.effects:
        return
    yield from _usable_powers(here, one)
    yield from _devices(here, one)
    yield from _oil(here, fight, one)
    yield from _banes(here, fight, one)
    kinds = dict.fromkeys(powers(foe).monster for foe in undead(here.state, one))
    legal = [kind for kind in kinds if kind and allows(here, c.TurnUndead(one.id, kind))]
    if legal:
        picks = picks_of(legal, "monster:")
        yield _choice("turn_undead", one, (Parameter("kind", picks=picks),))
    gazers = any(dangerous_eyes(here.rules, foe) and "gaze" in foe.spent for foe in opponents(fight, one))
    averted = under(here.state, one.id, "averted")
    if (gazers or averted) and allows(here, c.AvertEyes(one.id)):
        label = Label("choice.look_again" if averted else "choice.avert_eyes", {"who": f"@{one.id}"})
        yield Choice(f"avert_eyes/{one.id}", "avert_eyes", label, {"who": one.id})


def _choice(
    tag: str,
    one: Combatant,
    parameters: tuple[Parameter, ...] = (),
    rules: tuple[str, ...] = (),
    fixed: Fixed | None = None,
    values: Fixed | None = None,
    key: str = "",
) -> Choice:
    name = "/".join(part for part in (tag, one.id, key) if part)
    label = Label(f"choice.{tag}", {"who": f"@{one.id}", **(values or {})})
    return Choice(name, tag, label, {"who": one.id, **(fixed or {})}, parameters, rules)


def _usable_powers(here: Here, one: Combatant) -> Iterator[Choice]:
    for key, usable in usable_powers(here.rules, one).items():
        targets = [
            target for target in power_targets(here, one, usable) if allows(here, c.UsePower(one.id, key, target.id))
        ]
        if targets:
            aim = (Parameter("target", picks=_picks(targets)),)
            values: Fixed = {"power": f"@power:{key}"}
            yield _choice("use_power", one, aim, ("WB-SEQ-02",), {"power": key}, values, key)


def _devices(here: Here, one: Combatant) -> Iterator[Choice]:
    for device in powers(one).devices:
        if device.sort not in ("magic", "scroll"):
            continue
        for manner in device_manners(here.rules, device):
            targets = [
                target
                for target in device_targets(here, one, device, manner)
                if allows(here, c.UseDevice(one.id, device.id, target.id, manner))
            ]
            if not targets:
                continue
            aim = (Parameter("target", picks=_picks(targets)),)
            fixed: Fixed = {"device": device.id}
            if manner:
                fixed["manner"] = manner
            values: Fixed = {"device": f"@{one.id}/{device.id}"}
            tag, key = "use_device", f"{device.id}/{manner}" if manner else device.id
            made = _choice(tag, one, aim, ("WB-SEQ-02",), fixed, values, key)
            if manner:
                label = Label("choice.use_device_manner", {**made.label.values, "manner": f"@manner:{manner}"})
                made = Choice(made.id, made.command, label, made.fixed, made.parameters, made.rules)
            yield made


def _lying(here: Here, one: Combatant) -> Iterator[Choice]:
    things = {thing.item: thing for thing in within_grasp(here.state, one)}
    for key, thing in things.items():
        if allows(here, c.PickUp(one.id, key)):
            values: Fixed = {"weapon": f"@{one.id}/{thing.ways[0].id}"}
            yield _choice("pick_up", one, (), ("WB-RANGED-01",), {"item": key}, values, key)


def _banes(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    sheet = here.state.characters.get(one.id)
    for bane in THINGS if sheet is not None else ():
        foes = [foe for foe in opponents(fight, one) if allows(here, c.Present(one.id, foe.id, bane))]
        if foes:
            aim = (Parameter("target", picks=_picks(foes)),)
            yield _choice("present", one, aim, (), {"bane": bane}, {"bane": f"@word:{bane}"}, bane)


def _oil(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    foes = tuple(opponents(fight, one))
    thrown = [foe for foe in foes if allows(here, c.ThrowOil(one.id, foe.id))]
    if thrown:
        yield _choice("throw_oil", one, (Parameter("target", picks=_picks(thrown)),), ("WB-OIL-01",))
    lit = [foe for foe in foes if allows(here, c.LightOil(one.id, foe.id))]
    if lit:
        yield _choice("light_oil", one, (Parameter("target", picks=_picks(lit)),), ("WB-OIL-01",))


def further_for_referee(here: Here, fight: Fight) -> Iterator[Choice]:
    """Noticing the unseen, sizes for oil, ends of what lasts."""
    yield from choices_rules.further_for_referee(here, fight)
    standing = [one for one in fight.combatants.values() if one.condition == "up"]
    for target in standing:
        if not invisible(here, target):
            continue
        for one in opponents(fight, target):
            if may_notice(one) and allows(here, c.Sense(one.id, target.id)):
                label = Label("choice.sense", {"who": f"@{one.id}", "target": f"@{target.id}"})
                fixed: Fixed = {"who": one.id, "target": target.id}
                chance = (Parameter("chance", "number", minimum=1, maximum=6),)
                yield Choice(f"sense/{one.id}/{target.id}", "sense", label, fixed, chance, ("WB-INVIS-03",))
        if allows(here, c.Locate(target.id)):
            yield _for_target("locate", target.id, ("WB-INVIS-01",))
    if any(flask_in_hand(one) is not None for one in standing):
        for target in standing:
            if powers(target).size != "man" and target.profile.powers is not None:
                change = (Parameter("modifier", "number", minimum=-4, maximum=4),)
                yield _for_target("size_up", target.id, ("WB-OIL-04",), change)
    yield from _places(here.rules, standing)
    yield from _ends(here)


def _places(rules: Rules, standing: list[Combatant]) -> Iterator[Choice]:
    """What the place is like, and what it or somebody's word does to creatures with a bane."""
    if any(one.profile.powers is not None for one in standing):
        picks = tuple(Pick(name, Label(f"word.{name}")) for name in get_args(Feature))
        feature = (Parameter("feature", picks=picks),)
        yield Choice("say_where", "say_where", Label("choice.say_where"), {}, feature, ("WB-CORE-01",))
    for one in standing:
        if known := banes(rules, one):
            picks = tuple(Pick(name, Label(f"word.{name}")) for name in known)
            yield _for_target("expose", one.id, ("WB-CORE-01",), (Parameter("bane", picks=picks),))


def _for_target(tag: str, who: str, rules: tuple[str, ...], parameters: tuple[Parameter, ...] = ()) -> Choice:
    return Choice(f"{tag}/{who}", tag, Label(f"choice.{tag}", {"who": f"@{who}"}), {"target": who}, parameters, rules)


def _ends(here: Here) -> Iterator[Choice]:
    """Whatever lasts on somebody may be ended by the referee."""
    for who, effects in here.state.effects.items():
        kinds = dict.fromkeys(effect.kind for effect in effects if effect.active(here.state.minutes))
        for kind in kinds:
            if allows(here, c.EndEffect(who, kind)):
                label = Label("choice.end_effect", {"who": f"@{who}", "kind": f"@effect:{kind}"})
                fixed: Fixed = {"target": who, "kind": kind}
                yield Choice(f"end_effect/{who}/{kind}", "end_effect", label, fixed, (), ("WB-CORE-01",))


# ------------------------------------------------------------ outside a fight


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """Between fights: magic things, and the referee's ends of what lasts."""
    yield from offers_rules.choices(here, seat)
    if fighting(here.state) or here.state.awaiting:
        return
    for one in here.state.characters.values():
        if seat.may_act_for(one.id) and one.fit:
            yield from _things_to_use(here, one)
    if seat.role == "referee":
        yield from _ends(here)


def _things_to_use(here: Here, one: Character) -> Iterator[Choice]:
    for key, item in one.items.items():
        if item.sort != "magic":
            continue
        plain: Command = c.UseThing(one.id, key)
        if not allows(here, plain):
            continue
        others = [who for who in here.state.characters if allows(here, c.UseThing(one.id, key, who))]
        picks = picks_of(others)
        label = Label("choice.use_thing", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"})
        fixed: Fixed = {"who": one.id, "item": key}
        yield Choice(f"use_thing/{one.id}/{key}", "use_thing", label, fixed, (Parameter("target", picks=picks),))
        if is_deck(here.rules, item):
            had_enough = Label("choice.stop_drawing", label.values)
            yield Choice(f"use_thing/{one.id}/{key}/stop", "use_thing", had_enough, {**fixed, "manner": STOP})

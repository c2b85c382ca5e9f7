"""What else a seat may do: powers, things, oil, turning the undead, and the referee's part in all of it."""

from collections.abc import Iterable, Iterator
from itertools import chain

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
from arbitro.rules.whitebox.powers.lookups import powers, under, usable_powers
from arbitro.rules.whitebox.powers.monster_actions import power_targets
from arbitro.rules.whitebox.powers.perils import THINGS
from arbitro.rules.whitebox.powers.referee_offers import Fixed, ends_of_effects
from arbitro.rules.whitebox.powers.throwing import within_grasp
from arbitro.rules.whitebox.powers.turning import undead
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight


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
        if not device.magical:
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


# ------------------------------------------------------------ outside a fight


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """Between fights: magic things, and the referee's ends of what lasts."""
    offered = offers_rules.choices(here, seat)
    return offered if fighting(here.state) or here.state.awaiting else chain(offered, _between_fights(here, seat))


def _between_fights(here: Here, seat: Seat) -> Iterator[Choice]:
    for one in here.state.characters.values():
        if seat.may_act_for(one.id) and one.fit:
            yield from _things_to_use(here, one)
    if seat.role == "referee":
        yield from ends_of_effects(here)


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

"""The fold of what powers bring about: each event says what is left, so nothing here knows a rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers import changes as change_events
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.terms import Weapon

if TYPE_CHECKING:
    from arbitro.rules.whitebox.people.state import Character
    from arbitro.rules.whitebox.state import State


def _with(state: "State", who: str, **changes: Any) -> "State":
    """The state with some marks of one combatant changed."""
    if state.fight is None or who not in state.fight.combatants:
        return state
    combatants = dict(state.fight.combatants)
    combatants[who] = changed = replace(combatants[who], **changes)
    plain = state.fight.plain and changed.profile.powers is None  # another shape may have powers
    return replace(state, fight=replace(state.fight, combatants=combatants, plain=plain))


def _profile(state: "State", who: str, **changes: Any) -> "State":
    if state.fight is None:
        return state
    return _with(state, who, profile=replace(state.fight.combatants[who].profile, **changes))


def _sheet(state: "State", who: str, **changes: Any) -> "State":
    sheet: Character = replace(state.characters[who], **changes)
    return replace(state, characters={**state.characters, who: sheet})


def _lasting(state: "State", who: str, effects: tuple[Ongoing, ...]) -> "State":
    kept = {name: held for name, held in state.effects.items() if name != who}
    if effects:
        kept[who] = effects
    return replace(state, effects=kept)


def _paced(state: "State", who: str, effect: Ongoing, sign: int) -> "State":
    """The movement rate with what an effect adds to it, or without."""
    if (
        effect.kind not in ("hasted", "slowed", "moving", "mired")
        or state.fight is None
        or who not in state.fight.combatants
    ):
        return state
    return _profile(state, who, rate=state.fight.combatants[who].profile.rate + sign * effect.amount)


def _repaced(state: "State", who: str, kind: str, pace: int) -> "State":
    """The movement rate with what the effects of a kind that go on change of it together: the first carries it all."""
    kept = state.effects.get(who, ())
    for held in kept:
        state = _paced(state, who, held, -1) if held.kind == kind else state
    first = next(held for held in kept if held.kind == kind)
    paces = {id(held): pace if held is first else 0 for held in kept if held.kind == kind}
    settled = tuple(replace(held, amount=paces[id(held)]) if id(held) in paces else held for held in kept)
    return _paced(_lasting(state, who, settled), who, replace(first, amount=pace), 1)


def _began(state: "State", event: e.EffectBegan) -> "State":
    if event.effect is None:
        return state
    now = tuple(held for held in state.effects.get(event.who, ()) if held.active(state.minutes))
    made = _paced(_lasting(state, event.who, (*now, event.effect)), event.who, event.effect, 1)
    if event.kind == "afraid":
        return _with(made, event.who, morale="flee")
    return _with(made, event.who, held_until=event.held) if event.held >= 0 else made


def _ended(state: "State", event: e.EffectEnded) -> "State":
    gone = (event.kind, event.source, event.by)
    left = tuple(
        held
        for held in state.effects.get(event.who, ())
        if (held.kind, held.source, held.by) != gone or event.until not in (-2, held.until)
    )
    made = _lasting(state, event.who, left)
    for held in state.effects.get(event.who, ()):
        if held not in left:
            made = _paced(made, event.who, held, -1)
    if event.pace is not None:
        made = _repaced(made, event.who, event.kind, event.pace)
    if event.fights:
        made = _with(made, event.who, condition="up")
    if event.kind == "afraid":  # whoever fears something else runs on
        return made if any(held.kind == "afraid" for held in left) else _with(made, event.who, morale="")
    return _with(made, event.who, held_until=event.held)


def _regained(state: "State", event: e.HpRegained) -> "State":
    woken: dict[str, Any] = {"condition": "up", "dropped": -1} if event.wakes else {}
    return _with(state, event.who, hp=event.left, **woken)


def _spent(state: "State", who: str, keys: tuple[str, ...], *, action: bool) -> "State":
    if state.fight is None or who not in state.fight.combatants:
        return state
    one = state.fight.combatants[who]
    marks = {"attacked": state.fight.round, "attacks_made": 99} if action else {}
    return _with(state, who, spent=(*one.spent, *keys), **marks)


def _power_used(state: "State", event: e.PowerUsed) -> "State":
    made = _spent(state, event.who, (event.key,), action=not event.passive)
    return made if event.moved is None else _with(made, event.who, at=event.moved)


def _device_used(state: "State", event: e.DeviceUsed) -> "State":
    return _spent(state, event.who, (event.device,) * event.charges, action=True)


def _exposed(state: "State", event: change_events.Exposed) -> "State":
    """Holding something out is one's action, whether it works or not; the place itself has none."""
    return _spent(state, event.who, (), action=True)


def _drained(state: "State", event: e.LevelsDrained) -> "State":
    return _with(_profile(state, event.who, level=event.level, max_hp=event.max_hp), event.who, hp=event.left)


def _sheet_drained(state: "State", event: e.SheetDrained) -> "State":
    return _sheet(state, event.who, level=event.level, xp=event.xp, max_hp=event.max_hp, hp=event.hp)


def _attribute(state: "State", event: e.AttributeChanged) -> "State":
    abilities = {**state.characters[event.who].abilities, event.ability: event.score}
    return _sheet(state, event.who, abilities=abilities)


def _divided(state: "State", event: e.Divided) -> "State":
    return _with(state, event.who, hp=event.left)


def _without(state: "State", who: str, item: str) -> "State":
    if not item or who not in state.characters or item not in state.characters[who].items:
        return state
    items = {key: held for key, held in state.characters[who].items.items() if key != item}
    return _sheet(state, who, items=items)


def _weapon_ruined(state: "State", event: e.WeaponRuined) -> "State":
    if state.fight is None:
        return state
    one = state.fight.combatants[event.who]
    left = tuple(weapon for weapon in one.profile.weapons if weapon.thing != event.weapon)
    made = _profile(state, event.who, weapons=left)
    made = _with(made, event.who, weapon=left[0].id if left else "")
    return _without(made, event.who, event.item)


def _armour_ruined(state: "State", event: e.ArmourRuined) -> "State":
    return _without(_profile(state, event.who, armour=event.armour), event.who, event.item)


def _oil_thrown(state: "State", event: e.OilThrown) -> "State":
    return _spent(state, event.attacker, (event.device,), action=True)


def _oil_lit(state: "State", event: e.OilLit) -> "State":
    return _spent(state, event.attacker, (), action=True)


def _turn_attempted(state: "State", event: e.TurnAttempted) -> "State":
    return _spent(state, event.who, ("turning",), action=True)


def _useless(state: "State", event: e.WeaponUseless) -> "State":
    return state if event.less else _spent(state, event.who, ("proof",), action=False)


def _advised(state: "State", event: e.SenseAdvised) -> "State":
    return _spent(state, event.who, (f"advised:{event.target}",), action=False)


def _sensed(state: "State", event: e.UnseenSensed) -> "State":
    number = state.fight.round if state.fight is not None else 0
    return _spent(state, event.who, (f"sensed:{event.target}:{number}",), action=False)


def _raised(state: "State", event: e.Raised) -> "State":
    return _sheet(state, event.who, hp=event.hp, health="well", bleeding=False, died=-1, lies="", lies_at="")


def _thing_used(state: "State", event: e.ThingUsed) -> "State":
    return _with_thing(state, event.who, event.key, event.item)


def _with_thing(state: "State", who: str, key: str, item: Item | None) -> "State":
    """Somebody's things with one of them as it is now, at the end of the list; none of it left: without it."""
    items = {other: held for other, held in state.characters[who].items.items() if other != key}
    if item is not None:
        items[key] = item
    return _sheet(state, who, items=items)


def _spells_regained(state: "State", event: e.SpellsRegained) -> "State":
    return _sheet(state, event.who, items={**state.characters[event.who].items, event.key: event.item})


def _wall_raised(state: "State", event: change_events.WallRaised) -> "State":
    if event.effect is None:
        return state
    now = tuple(held for held in state.effects.get(event.who, ()) if held.active(state.minutes))
    return _lasting(state, event.who, (*now, event.effect))


def _thrown_back(state: "State", event: change_events.ThrownBack) -> "State":
    return _with(state, event.who, at=event.to)


def _shape_changed(state: "State", event: change_events.ShapeChanged) -> "State":
    if event.profile is None:
        return state
    ready = event.profile.weapons[0].id if event.profile.weapons else ""
    return _with(state, event.who, profile=event.profile, weapon=ready)


def _blinked(state: "State", event: change_events.Blinked) -> "State":
    number = state.fight.round if state.fight is not None else 0
    return _with(state, event.who, at=event.to, moved=number, moved_from=event.start)


def _armed(state: "State", who: str, weapons: tuple[Weapon, ...] | None) -> "State":
    if weapons is None or state.fight is None:
        return state
    ready = state.fight.combatants[who].weapon
    if ready not in [weapon.id for weapon in weapons]:
        ready = weapons[0].id if weapons else ""
    return _with(_profile(state, who, weapons=weapons), who, weapon=ready)


def _grounded(state: "State", **changes: Any) -> "State":
    """The state with something about the place of the fight changed."""
    if state.fight is None:
        return state
    return replace(state, fight=replace(state.fight, ground=replace(state.fight.ground, **changes)))


def _fallen(state: "State", event: change_events.WeaponThrown | change_events.WeaponDropped) -> "State":
    if event.lying is None or state.fight is None:
        return state
    return _grounded(_armed(state, event.who, event.weapons), lying=(*state.fight.lying, event.lying))


def _weapon_picked_up(state: "State", event: change_events.WeaponPickedUp) -> "State":
    made = _spent(_armed(state, event.who, event.weapons), event.who, (), action=True)
    return _grounded(made, lying=event.lying)


def _gathered(state: "State", event: change_events.ThrownGathered) -> "State":
    return _with_thing(state, event.who, event.key, event.item) if event.lost else state


def _setting_said(state: "State", event: change_events.SettingSaid) -> "State":
    return _grounded(state, setting=event.setting)


def _sundered(state: "State", event: change_events.ArmourSundered) -> "State":
    if not event.check.success or event.armour is None:
        return state
    return _without(_profile(state, event.who, armour=event.armour), event.who, event.item)


def _drunk(state: "State", event: change_events.SpellDrunk) -> "State":
    return _spent(state, event.who, (event.mark,) * event.levels, action=False)


def _alignment(state: "State", event: change_events.AlignmentChanged) -> "State":
    return _sheet(state, event.who, alignment=event.alignment)


FOLD: dict[type[Event], Callable[["State", Any], "State"]] = {
    e.EffectBegan: _began,
    e.EffectEnded: _ended,
    e.HpRegained: _regained,
    e.PowerUsed: _power_used,
    e.DeviceUsed: _device_used,
    change_events.Exposed: _exposed,
    e.LevelsDrained: _drained,
    e.SheetDrained: _sheet_drained,
    e.AttributeChanged: _attribute,
    e.Divided: _divided,
    e.WeaponRuined: _weapon_ruined,
    e.ArmourRuined: _armour_ruined,
    e.OilThrown: _oil_thrown,
    e.OilLit: _oil_lit,
    e.TurnAttempted: _turn_attempted,
    e.WeaponUseless: _useless,
    e.SenseAdvised: _advised,
    e.UnseenSensed: _sensed,
    e.Raised: _raised,
    e.ThingUsed: _thing_used,
    e.SpellsRegained: _spells_regained,
    change_events.WallRaised: _wall_raised,
    change_events.ThrownBack: _thrown_back,
    change_events.ShapeChanged: _shape_changed,
    change_events.Blinked: _blinked,
    change_events.WeaponThrown: _fallen,
    change_events.WeaponDropped: _fallen,
    change_events.WeaponPickedUp: _weapon_picked_up,
    change_events.ThrownGathered: _gathered,
    change_events.SettingSaid: _setting_said,
    change_events.ArmourSundered: _sundered,
    change_events.SpellDrunk: _drunk,
    change_events.AlignmentChanged: _alignment,
}

"""What the referee may do in a fight with powers in it: notice the unseen, say where it is, end what lasts."""

from collections.abc import Iterator
from typing import get_args

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.rules.whitebox.basics import opponents
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.powers import commands as c
from arbitro.rules.whitebox.powers.lookups import powers
from arbitro.rules.whitebox.powers.oil import flask_in_hand
from arbitro.rules.whitebox.powers.perils import banes
from arbitro.rules.whitebox.powers.unseen import invisible, may_notice
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.terms import Feature

Fixed = dict[str, str | int]


def further_for_referee(here: Here, fight: Fight) -> Iterator[Choice]:
    """Noticing the unseen, sizes for oil, ends of what lasts."""
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
            yield for_target("locate", target.id, ("WB-INVIS-01",))
    if any(flask_in_hand(one) is not None for one in standing):
        for target in standing:
            if powers(target).size != "man" and target.profile.powers is not None:
                change = (Parameter("modifier", "number", minimum=-4, maximum=4),)
                yield for_target("size_up", target.id, ("WB-OIL-04",), change)
    yield from places_of(here.rules, standing)
    yield from ends_of_effects(here)


def places_of(rules: Rules, standing: list[Combatant]) -> Iterator[Choice]:
    """What the place is like, and what it or somebody's word does to creatures with a bane."""
    if any(one.profile.powers is not None for one in standing):
        picks = tuple(Pick(name, Label(f"word.{name}")) for name in get_args(Feature))
        feature = (Parameter("feature", picks=picks),)
        yield Choice("say_where", "say_where", Label("choice.say_where"), {}, feature, ("WB-CORE-01",))
    for one in standing:
        if known := banes(rules, one):
            picks = tuple(Pick(name, Label(f"word.{name}")) for name in known)
            yield for_target("expose", one.id, ("WB-CORE-01",), (Parameter("bane", picks=picks),))


def for_target(tag: str, who: str, rules: tuple[str, ...], parameters: tuple[Parameter, ...] = ()) -> Choice:
    """Something that is done to one of those who are there."""
    return Choice(f"{tag}/{who}", tag, Label(f"choice.{tag}", {"who": f"@{who}"}), {"target": who}, parameters, rules)


def ends_of_effects(here: Here) -> Iterator[Choice]:
    """Whatever lasts on somebody may be ended by the referee."""
    for who, effects in here.state.effects.items():
        kinds = dict.fromkeys(effect.kind for effect in effects if effect.active(here.state.minutes))
        for kind in kinds:
            if allows(here, c.EndEffect(who, kind)):
                label = Label("choice.end_effect", {"who": f"@{who}", "kind": f"@effect:{kind}"})
                fixed: Fixed = {"target": who, "kind": kind}
                yield Choice(f"end_effect/{who}/{kind}", "end_effect", label, fixed, (), ("WB-CORE-01",))

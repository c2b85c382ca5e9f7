"""What an effect of a spell or thing is while it lasts: numbers on whoever bears it."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.measure import Span
from arbitro.rules.whitebox.ongoing_effects import Ongoing


def unseen(effect: effect_kinds.Invisibility) -> tuple[Ongoing, ...]:
    """Invisible, alone or with those around."""
    return (Ongoing(kind="invisible", ends_on_attack=effect.ends_on_attack, radius=effect.radius),)


def protected(effect: effect_kinds.Protection) -> tuple[Ongoing, ...]:
    """Harder to hit and saving better, against creatures of an alignment."""
    return (
        Ongoing(
            kind="protected",
            alignment=effect.alignment,
            attackers=effect.to_hit,
            saves=effect.saves,
            radius=effect.radius,
        ),
    )


def bettered(effect: effect_kinds.Bonus) -> tuple[Ongoing, ...]:
    """Better or worse in a fight."""
    dice = effect.damage if effect.damage.count else None
    return (
        Ongoing(
            kind="bonus" if effect.to_hit >= 0 else "cursed",
            to_hit=effect.to_hit,
            damage=0 if dice is not None else effect.damage.plus,
            for_strength=effect.replaces_strength,
            extra=dice,
            armour=effect.ac,
            missile_armour=effect.missile_ac,
            saves=effect.saves,
            saves_vs=effect.saves_vs,
            attackers=effect.attackers,
            amount=effect.morale,
        ),
    )


def resisting(effect: effect_kinds.Resist) -> tuple[Ongoing, ...]:
    """Less of an element, or none."""
    return (
        Ongoing(
            kind="resisting",
            element=effect.element,
            factor=0.0 if effect.proof else 1.0,
            amount=1 if effect.plain_harmless else 0,
            saves=effect.saves,
            saves_vs=effect.element,
            unsaved=0.5 if effect.half_without_save else 1.0,
        ),
    )


def elements_stopped(effect: effect_kinds.ElementWard) -> tuple[Ongoing, ...]:
    """None of some elements."""
    return tuple(
        Ongoing(kind="resisting", element=element, factor=0.0, radius=effect.radius) for element in effect.elements
    )


def hastened(effect: effect_kinds.Speed) -> tuple[Ongoing, ...]:
    """Faster or slower."""
    return (Ongoing(kind="hasted" if effect.factor > 1 else "slowed", factor=effect.factor),)


def moving(effect: effect_kinds.Movement) -> tuple[Ongoing, ...]:
    """Another way to move: without a body, or through the air."""
    if effect.mode in ("gaseous", "ethereal"):
        return (Ongoing(kind="bodiless", form=effect.mode),)
    feet = effect.feet_per_round or effect.rate * 10 // 3
    flown = feet if effect.mode == "fly" else 0
    return (Ongoing(kind="moving", amount=flown, feet=flown, form=effect.mode),)


def seeing(effect: effect_kinds.Detect) -> tuple[Ongoing, ...]:
    """Eyes for the unseen."""
    return (Ongoing(kind="sees_invisible"),) if effect.what in ("invisible", "truth") else ()


def changed(effect: effect_kinds.Polymorph) -> tuple[Ongoing, ...]:
    """In another shape."""
    if effect.who != "self":
        return ()
    return (Ongoing(kind="changed", form=effect.forms[0] if effect.forms else ""),)


def prolonged(span: Span | None, times: int) -> Span | None:
    """A span of time so many times over."""
    if span is None or times == 1:
        return span
    return replace(span, amount=Amount(span.amount.count * times, span.amount.sides, span.amount.plus * times))


def stronger_ward(effect: effect_kinds.Banish, force: int) -> effect_kinds.Banish:
    """A ward so many times as strong keeps off more creatures, and reaches farther (ours)."""
    each = effect.per_round
    return replace(
        effect,
        radius=effect.radius * force,
        per_round=None if each is None else Amount(each.count * force, each.sides, each.plus * force),
        bands=tuple(
            replace(band, count=Amount(band.count.count * force, band.count.sides, band.count.plus * force))
            for band in effect.bands
        ),
    )


def stronger_shell(effect: effect_kinds.AntiMagic, force: int) -> effect_kinds.AntiMagic:
    """A shell against magic so many times as strong reaches farther (ours)."""
    return replace(effect, radius=effect.radius * force)

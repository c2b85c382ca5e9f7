"""What an effect of a spell or thing is while it lasts: a table of numbers on whoever bears it."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox.measure import Span
from arbitro.rules.whitebox.ongoing_effects import Ongoing


def lasting_forms(effect: f.AnyEffect) -> tuple[Ongoing, ...]:
    """An effect as something that lasts; nothing for those that do their work at once or can only be told."""
    match effect:
        case f.Invisibility():
            return (Ongoing(kind="invisible", ends_on_attack=effect.ends_on_attack, radius=effect.radius),)
        case f.Protection():
            return (
                Ongoing(
                    kind="protected",
                    alignment=effect.alignment,
                    attackers=effect.to_hit,
                    saves=effect.saves,
                    radius=effect.radius,
                ),
            )
        case f.Bonus():
            return (_bonus(effect),)
        case f.BaseArmour():
            return (Ongoing(kind="bonus", base_armour=19 - effect.ac),)
        case f.Resist():
            factor = 0.0 if effect.proof else 1.0
            plain = 1 if effect.plain_harmless else 0
            return (
                Ongoing(
                    kind="resisting",
                    element=effect.element,
                    factor=factor,
                    amount=plain,
                    saves=effect.saves,
                    saves_vs=effect.element,
                    unsaved=0.5 if effect.half_without_save else 1.0,
                ),
            )
        case f.ElementWard():
            return tuple(
                Ongoing(kind="resisting", element=element, factor=0.0, radius=effect.radius)
                for element in effect.elements
            )
        case f.MissileWard():
            return (Ongoing(kind="shielded"),)
        case f.AntiMagic():
            return (Ongoing(kind="spell_proof", radius=effect.radius),)
        case f.Speed():
            return (Ongoing(kind="hasted" if effect.factor > 1 else "slowed", factor=effect.factor),)
        case f.Movement(mode="gaseous" | "ethereal"):
            return (Ongoing(kind="bodiless", form=effect.mode),)
        case f.Movement():
            feet = effect.feet_per_round or effect.rate * 10 // 3
            return (Ongoing(kind="moving", amount=feet if effect.mode == "fly" else 0),)
        case f.Regeneration():
            return (Ongoing(kind="regenerating", amount=effect.hp),)
        case f.Retaliate():
            return (Ongoing(kind="retaliating", dice=effect.damage, element=effect.element),)
        case f.Detect():
            return (Ongoing(kind="sees_invisible"),) if effect.what in ("invisible", "truth") else ()
        case f.Banish():
            return (Ongoing(kind="banishing", victims=effect.kind, radius=effect.radius),)
        case f.Obscure():
            return (Ongoing(kind="mist", to_hit=effect.to_hit),)
        case f.Watchful():
            return (Ongoing(kind="watchful"),)
        case f.Reflect():
            return (Ongoing(kind="reflecting"),)
        case f.SureArrival():
            return (Ongoing(kind="unerring"),)
        case f.Slippery():
            return (Ongoing(kind="slippery"),)
        case f.SpellPower():
            return (Ongoing(kind="empowered", form=effect.spell, amount=effect.per_die),)
        case f.Absorb():
            return (Ongoing(kind="drinking", amount=effect.levels),)
        case f.Polymorph(who="self"):
            return (Ongoing(kind="changed", form=effect.forms[0] if effect.forms else ""),)
        case f.Light():
            return (Ongoing(kind="lit", radius=effect.radius),)
        case f.Darkness():
            return (Ongoing(kind="dark", radius=effect.radius),)
        case _:
            return ()


def _bonus(effect: f.Bonus) -> Ongoing:
    dice = effect.damage if effect.damage.count else None
    return Ongoing(
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
    )


def prolonged(span: Span | None, times: int) -> Span | None:
    """A span of time so many times over."""
    if span is None or times == 1:
        return span
    return replace(span, amount=Amount(span.amount.count * times, span.amount.sides, span.amount.plus * times))


def strengthened(effect: f.AnyEffect, force: int) -> f.AnyEffect:
    """An effect so many times as strong: a ward keeps off more creatures, and reaches farther (ours)."""
    if force == 1:
        return effect
    if isinstance(effect, f.Banish):
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
    return replace(effect, radius=effect.radius * force) if isinstance(effect, f.AntiMagic) else effect


def aims_at_foes(effect: f.AnyEffect) -> bool:
    """Whether an effect is meant for the enemy."""
    if isinstance(effect, f.Bonus):
        return effect.to_hit < 0
    if isinstance(effect, f.Speed):
        return effect.factor < 1
    if isinstance(effect, f.Polymorph):
        return effect.who == "other"
    if isinstance(effect, f.Narrated):
        return effect.save is not None
    return isinstance(
        effect,
        f.Damage | f.Sleep | f.Charm | f.Hold | f.Rout | f.Entangle | f.Confusion | f.Slay | f.Disintegrate | f.Stone
        | f.Feeblemind | f.Stun | f.Blind | f.Inflict | f.Prone | f.Obscure | f.Task,
    )  # fmt: skip


def needs_a_foe(effect: f.AnyEffect) -> bool:
    """Whether an effect is pointed at an enemy, to harm or to keep off."""
    return isinstance(effect, f.Wall | f.Mire) or aims_at_foes(effect)


def helps_the_fallen(effect: f.AnyEffect) -> bool:
    """Whether an effect is of use to somebody who is down or out of it."""
    return isinstance(effect, f.Heal | f.Cure | f.Dispel)


def stays_with_the_caster(effect: f.AnyEffect) -> bool:
    """Whether an effect needs nobody else."""
    return isinstance(
        effect, f.Summon | f.Detect | f.AntiMagic | f.Banish | f.ElementWard | f.Food | f.Questions | f.Reveal
    )

"""Every kind of effect of spells and magic things, each registered once: what it does, for whom, what it is worth.

Spells and things are data (`content/spells.yaml`, `content/magic-items.yaml`); the schemas of their effects are in
`effect`. To add a kind: its schema there, what it does in a chapter of this package, one entry here, its sentence in
the two catalogues. A spell or a thing made of kinds that there are is an entry of the content and nothing else.
"""

from typing import Any, Final

from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers import (
    aiming,
    card_deck,
    creatures,
    enchant,
    field_magic,
    hit_effects,
    item_use,
    magic,
    perils,
    power_ai,
    shapes,
    telling,
)
from arbitro.rules.whitebox.powers.registry import Magic

MAGIC: Final[tuple[Magic[Any], ...]] = (
    # ------------------------------------------------------------ harm
    Magic(
        kind=effect_kinds.Damage, at_once=magic.magic_damage, foes=True, area=lambda part: part.area, words=telling.harm
    ),
    Magic(kind=effect_kinds.Slay, at_once=magic.magic_slay, on_sheet=item_use.slays, foes=True),
    Magic(kind=effect_kinds.Disintegrate, at_once=magic.disintegrates, foes=True, words=telling.dust),
    Magic(
        kind=effect_kinds.Stone,
        at_once=magic.magic_stone,
        on_sheet=item_use.to_flesh,
        foes=True,
        aims=power_ai.the_enemy,
    ),
    # ------------------------------------------------------------ minds and limbs
    Magic(kind=effect_kinds.Sleep, at_once=magic.magic_sleep, foes=True, takes_hold=power_ai.weak_enough),
    Magic(kind=effect_kinds.Charm, at_once=magic.magic_charm, foes=True, takes_hold=power_ai.right_kind, commands=True),
    Magic(
        kind=effect_kinds.Hold,
        at_once=magic.magic_hold,
        foes=True,
        takes_hold=power_ai.right_kind,
        lone=lambda part: bool(part.lone_modifier),
    ),
    Magic(
        kind=effect_kinds.Rout,
        at_once=magic.magic_rout,
        foes=True,
        area=lambda part: part.area,
        drops=lambda part: part.drop_chance,
        may_release=aiming.under_the_sky,
    ),
    Magic(kind=effect_kinds.Entangle, at_once=magic.magic_entangle, foes=True, words=telling.strands),
    Magic(kind=effect_kinds.Confusion, at_once=magic.magic_confusion, foes=True),
    Magic(kind=effect_kinds.Feeblemind, at_once=magic.enfeebles, foes=True),
    Magic(kind=effect_kinds.Stun, at_once=magic.stuns, foes=True),
    Magic(kind=effect_kinds.Blind, at_once=magic.blinds, foes=True),
    Magic(kind=effect_kinds.Prone, at_once=magic.throws_down, foes=True),
    Magic(
        kind=effect_kinds.Inflict,
        at_once=field_magic.inflict,
        on_sheet=item_use.afflicts,
        foes=True,
        words=telling.affliction,
    ),
    Magic(kind=effect_kinds.Task, at_once=field_magic.sets_task, foes=True, takes_hold=power_ai.a_matter_of_plans),
    # ------------------------------------------------------------ help
    Magic(
        kind=effect_kinds.Heal,
        at_once=magic.heals,
        on_sheet=item_use.heals,
        fallen=True,
        aims=power_ai.the_hurt,
        first=True,
    ),
    Magic(kind=effect_kinds.Cure, at_once=perils.cures, on_sheet=perils.cures_on_sheet, fallen=True),
    Magic(
        kind=effect_kinds.Dispel,
        at_once=magic.dispels,
        on_sheet=item_use.dispels,
        fallen=True,
        either_side=True,
        aims=power_ai.the_charmed,
    ),
    Magic(kind=effect_kinds.Raise, on_sheet=item_use.raises, words=telling.return_of_the_dead),
    Magic(kind=effect_kinds.Reincarnate),
    Magic(
        kind=effect_kinds.Regeneration,
        lasts=lambda part: (Ongoing(kind="regenerating", amount=part.hp),),
        worn=lambda _: True,
        used=False,
    ),
    # ------------------------------------------------------------ wards, and what makes somebody better or worse
    Magic(kind=effect_kinds.Protection, lasts=enchant.protected, worn=lambda _: True, used=False),
    Magic(
        kind=effect_kinds.Bonus,
        lasts=enchant.bettered,
        foes=lambda part: part.to_hit < 0,
        worn=lambda _: True,
        used=False,
        may_release=aiming.before_blows,
    ),
    Magic(
        kind=effect_kinds.BaseArmour,
        lasts=lambda part: (Ongoing(kind="bonus", base_armour=19 - part.ac),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(
        kind=effect_kinds.Attribute,
        on_sheet=item_use.changes_score,
        score=lambda part: None if part.lasting else (part.ability, part.amount, part.most),
        used=False,
    ),
    Magic(kind=effect_kinds.Resist, lasts=enchant.resisting, worn=lambda _: True, used=False),
    Magic(kind=effect_kinds.ElementWard, lasts=enchant.elements_stopped, oneself=True),
    Magic(kind=effect_kinds.MissileWard, lasts=lambda _: (Ongoing(kind="shielded"),), worn=lambda _: True, used=False),
    Magic(
        kind=effect_kinds.AntiMagic,
        lasts=lambda part: (Ongoing(kind="spell_proof", radius=part.radius),),
        oneself=True,
        stronger=enchant.stronger_shell,
    ),
    Magic(
        kind=effect_kinds.Banish,
        at_once=field_magic.ward_off,
        lasts=lambda part: (Ongoing(kind="banishing", victims=part.kind, radius=part.radius),),
        oneself=True,
        stronger=enchant.stronger_ward,
    ),
    Magic(
        kind=effect_kinds.Retaliate,
        lasts=lambda part: (Ongoing(kind="retaliating", dice=part.damage, element=part.element),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(
        kind=effect_kinds.Absorb,
        lasts=lambda part: (Ongoing(kind="drinking", amount=part.levels),),
        drinks=lambda part: part.levels,
        worn=lambda _: True,
        used=False,
    ),
    Magic(kind=effect_kinds.Reflect, lasts=lambda _: (Ongoing(kind="reflecting"),), worn=lambda _: True, used=False),
    Magic(kind=effect_kinds.Watchful, lasts=lambda _: (Ongoing(kind="watchful"),), worn=lambda _: True, used=False),
    Magic(kind=effect_kinds.SureArrival, lasts=lambda _: (Ongoing(kind="unerring"),), worn=lambda _: True, used=False),
    Magic(
        kind=effect_kinds.SpellPower,
        lasts=lambda part: (Ongoing(kind="empowered", form=part.spell, amount=part.per_die),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(kind=effect_kinds.Slippery, lasts=lambda _: (Ongoing(kind="slippery"),)),
    Magic(
        kind=effect_kinds.Speed,
        lasts=enchant.hastened,
        foes=lambda part: part.factor < 1,
        many=lambda part: (part.count, part.area),
        worn=lambda part: not part.rest,
    ),
    # ------------------------------------------------------------ eyes, and what can be seen
    Magic(kind=effect_kinds.Light, lasts=lambda part: (Ongoing(kind="lit", radius=part.radius),)),
    Magic(kind=effect_kinds.Darkness, lasts=lambda part: (Ongoing(kind="dark", radius=part.radius),)),
    Magic(kind=effect_kinds.Invisibility, lasts=enchant.unseen, hides=True),
    Magic(kind=effect_kinds.Obscure, lasts=lambda part: (Ongoing(kind="mist", to_hit=part.to_hit),), foes=True),
    Magic(
        kind=effect_kinds.Detect,
        at_once=field_magic.detect,
        lasts=enchant.seeing,
        oneself=True,
        worn=lambda _: True,
        unnamed=True,
        words=telling.detection,
    ),
    Magic(kind=effect_kinds.Reveal, at_once=field_magic.reveal, oneself=True),
    Magic(kind=effect_kinds.Darkvision, at_once=field_magic.pierces_darkness, on_sheet=item_use.sees_in_the_dark),
    # ------------------------------------------------------------ the field, shapes, ways to be elsewhere
    Magic(
        kind=effect_kinds.Wall,
        at_once=field_magic.raise_wall,
        towards_foes=True,
        may_release=aiming.room_for_wall,
        takes_hold=power_ai.a_matter_of_plans,
        words=telling.wall,
    ),
    Magic(kind=effect_kinds.Mire, at_once=field_magic.mire, towards_foes=True, takes_hold=power_ai.a_matter_of_plans),
    Magic(
        kind=effect_kinds.Movement,
        lasts=enchant.moving,
        also_told=lambda part: part.mode not in ("fly", "gaseous", "ethereal"),
        words=telling.way_to_move,
    ),
    Magic(kind=effect_kinds.Teleport, at_once=magic.teleport, words=telling.elsewhere),
    Magic(
        kind=effect_kinds.Polymorph,
        at_once=shapes.polymorph,
        lasts=enchant.changed,
        foes=lambda part: part.who == "other",
        forms=lambda part: part.forms,
        only_oneself=lambda part: part.who == "self",
        may_release=aiming.own_shape_only,
        inborn=False,
    ),
    Magic(kind=effect_kinds.Growth, at_once=shapes.grow),
    Magic(kind=effect_kinds.Summon, at_once=creatures.summon, oneself=True),
    Magic(kind=effect_kinds.Opposition, at_once=field_magic.opposes),
    # ------------------------------------------------------------ what only things do
    Magic(kind=effect_kinds.Cast, at_once=field_magic.cast_from_thing, spell=lambda part: part),
    Magic(kind=effect_kinds.StoredSpell, stored=lambda part: part),
    Magic(kind=effect_kinds.Enchanted, enchants=lambda part: part, used=False, quality=True),
    Magic(kind=effect_kinds.DestroyUndead, hit=hit_effects.destroys, used=False),
    Magic(kind=effect_kinds.Coil, hit=hit_effects.coils, used=False, quality=True),
    Magic(kind=effect_kinds.ExtraAttack, extra_blows=lambda part: part.per_day, used=False),
    Magic(kind=effect_kinds.Returning, returns=True, used=False, quality=True),
    Magic(kind=effect_kinds.Storage, room=lambda part: part, used=False, quality=True),
    Magic(kind=effect_kinds.LevelGain, on_sheet=item_use.teaches),
    Magic(kind=effect_kinds.Cards, on_sheet=card_deck.deals, cards=True),
    # ------------------------------------------------------------ what the referee plays out
    Magic(kind=effect_kinds.Food, oneself=True, words=telling.food),
    Magic(kind=effect_kinds.Questions, oneself=True, words=telling.questions),
    Magic(kind=effect_kinds.Lock, words=telling.lock),
    Magic(kind=effect_kinds.Open),
    Magic(kind=effect_kinds.Telekinesis, words=telling.telekinesis),
    Magic(kind=effect_kinds.Berries, words=telling.berries),
    Magic(kind=effect_kinds.Wishes, words=telling.wishes),
    Magic(
        kind=effect_kinds.Narrated,
        narrated=True,
        foes=lambda part: part.save is not None,
        oneself=True,
        takes_hold=power_ai.illusion,
        used=False,
        words=telling.told,
    ),
)
"""What spells and things do, by what it is to a fight."""

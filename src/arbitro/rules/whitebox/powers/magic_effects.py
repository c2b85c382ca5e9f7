"""Every kind of effect of spells and magic things, each registered once: what it does, for whom, what it is worth.

Spells and things are data (`content/spells.yaml`, `content/magic-items.yaml`); the schemas of their effects are in
`effect`. To add a kind: its schema there, what it does in a chapter of this package, one entry here, its sentence in
the two catalogues. A spell or a thing made of kinds that there are is an entry of the content and nothing else.
"""

from typing import Any, Final

from arbitro.rules.whitebox import effect as f
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
    Magic(kind=f.Damage, at_once=magic.magic_damage, foes=True, area=lambda part: part.area, words=telling.harm),
    Magic(kind=f.Slay, at_once=magic.magic_slay, foes=True),
    Magic(kind=f.Disintegrate, at_once=magic.disintegrates, foes=True, words=telling.dust),
    Magic(
        kind=f.Stone,
        at_once=magic.magic_stone,
        on_sheet=item_use.to_flesh,
        foes=True,
        aims=power_ai.the_enemy,
    ),
    # ------------------------------------------------------------ minds and limbs
    Magic(kind=f.Sleep, at_once=magic.magic_sleep, foes=True, takes_hold=power_ai.weak_enough),
    Magic(kind=f.Charm, at_once=magic.magic_charm, foes=True, takes_hold=power_ai.right_kind, commands=True),
    Magic(
        kind=f.Hold,
        at_once=magic.magic_hold,
        foes=True,
        takes_hold=power_ai.right_kind,
        lone=lambda part: bool(part.lone_modifier),
    ),
    Magic(
        kind=f.Rout,
        at_once=magic.magic_rout,
        foes=True,
        area=lambda part: part.area,
        drops=lambda part: part.drop_chance,
    ),
    Magic(kind=f.Entangle, at_once=magic.magic_entangle, foes=True, words=telling.strands),
    Magic(kind=f.Confusion, at_once=magic.magic_confusion, foes=True),
    Magic(kind=f.Feeblemind, at_once=magic.enfeebles, foes=True),
    Magic(kind=f.Stun, at_once=magic.stuns, foes=True),
    Magic(kind=f.Blind, at_once=magic.blinds, foes=True),
    Magic(kind=f.Prone, at_once=magic.throws_down, foes=True),
    Magic(
        kind=f.Inflict,
        at_once=field_magic.inflict,
        on_sheet=item_use.afflicts,
        foes=True,
        words=telling.affliction,
    ),
    Magic(kind=f.Task, at_once=field_magic.sets_task, foes=True, takes_hold=power_ai.a_matter_of_plans),
    # ------------------------------------------------------------ help
    Magic(kind=f.Heal, at_once=magic.heals, on_sheet=item_use.heals, fallen=True, aims=power_ai.the_hurt, first=True),
    Magic(kind=f.Cure, at_once=perils.cures, on_sheet=perils.cures_on_sheet, fallen=True),
    Magic(
        kind=f.Dispel,
        at_once=magic.dispels,
        on_sheet=item_use.dispels,
        fallen=True,
        either_side=True,
        aims=power_ai.the_charmed,
    ),
    Magic(kind=f.Raise, on_sheet=item_use.raises, words=telling.return_of_the_dead),
    Magic(kind=f.Reincarnate),
    Magic(
        kind=f.Regeneration,
        lasts=lambda part: (Ongoing(kind="regenerating", amount=part.hp),),
        worn=lambda _: True,
        used=False,
    ),
    # ------------------------------------------------------------ wards, and what makes somebody better or worse
    Magic(kind=f.Protection, lasts=enchant.protected, worn=lambda _: True, used=False),
    Magic(kind=f.Bonus, lasts=enchant.bettered, foes=lambda part: part.to_hit < 0, worn=lambda _: True, used=False),
    Magic(
        kind=f.BaseArmour,
        lasts=lambda part: (Ongoing(kind="bonus", base_armour=19 - part.ac),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(
        kind=f.Attribute,
        on_sheet=item_use.changes_score,
        score=lambda part: None if part.lasting else (part.ability, part.amount, part.most),
        used=False,
    ),
    Magic(kind=f.Resist, lasts=enchant.resisting, worn=lambda _: True, used=False),
    Magic(kind=f.ElementWard, lasts=enchant.elements_stopped, oneself=True),
    Magic(kind=f.MissileWard, lasts=lambda _: (Ongoing(kind="shielded"),), worn=lambda _: True, used=False),
    Magic(
        kind=f.AntiMagic,
        lasts=lambda part: (Ongoing(kind="spell_proof", radius=part.radius),),
        oneself=True,
        stronger=enchant.stronger_shell,
    ),
    Magic(
        kind=f.Banish,
        at_once=field_magic.ward_off,
        lasts=lambda part: (Ongoing(kind="banishing", victims=part.kind, radius=part.radius),),
        oneself=True,
        stronger=enchant.stronger_ward,
    ),
    Magic(
        kind=f.Retaliate,
        lasts=lambda part: (Ongoing(kind="retaliating", dice=part.damage, element=part.element),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(
        kind=f.Absorb,
        lasts=lambda part: (Ongoing(kind="drinking", amount=part.levels),),
        drinks=lambda part: part.levels,
        worn=lambda _: True,
        used=False,
    ),
    Magic(kind=f.Reflect, lasts=lambda _: (Ongoing(kind="reflecting"),), worn=lambda _: True, used=False),
    Magic(kind=f.Watchful, lasts=lambda _: (Ongoing(kind="watchful"),), worn=lambda _: True, used=False),
    Magic(kind=f.SureArrival, lasts=lambda _: (Ongoing(kind="unerring"),), worn=lambda _: True, used=False),
    Magic(
        kind=f.SpellPower,
        lasts=lambda part: (Ongoing(kind="empowered", form=part.spell, amount=part.per_die),),
        worn=lambda _: True,
        used=False,
    ),
    Magic(kind=f.Slippery, lasts=lambda _: (Ongoing(kind="slippery"),)),
    Magic(
        kind=f.Speed,
        lasts=enchant.hastened,
        foes=lambda part: part.factor < 1,
        many=lambda part: (part.count, part.area),
        worn=lambda part: not part.rest,
    ),
    # ------------------------------------------------------------ eyes, and what can be seen
    Magic(kind=f.Light, lasts=lambda part: (Ongoing(kind="lit", radius=part.radius),)),
    Magic(kind=f.Darkness, lasts=lambda part: (Ongoing(kind="dark", radius=part.radius),)),
    Magic(kind=f.Invisibility, lasts=enchant.unseen, hides=True),
    Magic(kind=f.Obscure, lasts=lambda part: (Ongoing(kind="mist", to_hit=part.to_hit),), foes=True),
    Magic(
        kind=f.Detect,
        at_once=field_magic.detect,
        lasts=enchant.seeing,
        oneself=True,
        worn=lambda _: True,
        unnamed=True,
        words=telling.detection,
    ),
    Magic(kind=f.Reveal, at_once=field_magic.reveal, oneself=True),
    Magic(kind=f.Darkvision, at_once=field_magic.pierces_darkness, on_sheet=item_use.sees_in_the_dark),
    # ------------------------------------------------------------ the field, shapes, ways to be elsewhere
    Magic(
        kind=f.Wall,
        at_once=field_magic.raise_wall,
        towards_foes=True,
        may_release=aiming.room_for_wall,
        takes_hold=power_ai.a_matter_of_plans,
        words=telling.wall,
    ),
    Magic(kind=f.Mire, at_once=field_magic.mire, towards_foes=True, takes_hold=power_ai.a_matter_of_plans),
    Magic(
        kind=f.Movement,
        lasts=enchant.moving,
        also_told=lambda part: part.mode not in ("fly", "gaseous", "ethereal"),
        words=telling.way_to_move,
    ),
    Magic(kind=f.Teleport, at_once=magic.teleport, words=telling.elsewhere),
    Magic(
        kind=f.Polymorph,
        at_once=shapes.polymorph,
        lasts=enchant.changed,
        foes=lambda part: part.who == "other",
        forms=lambda part: part.forms,
        only_oneself=lambda part: part.who == "self",
        may_release=aiming.own_shape_only,
        inborn=False,
    ),
    Magic(kind=f.Growth, at_once=shapes.grow),
    Magic(kind=f.Summon, at_once=creatures.summon, oneself=True),
    Magic(kind=f.Opposition, at_once=field_magic.opposes),
    # ------------------------------------------------------------ what only things do
    Magic(kind=f.Cast, at_once=field_magic.cast_from_thing, spell=lambda part: part),
    Magic(kind=f.StoredSpell, stored=lambda part: part),
    Magic(kind=f.Enchanted, enchants=lambda part: part, used=False, quality=True),
    Magic(kind=f.DestroyUndead, hit=hit_effects.destroys, used=False),
    Magic(kind=f.Coil, hit=hit_effects.coils, used=False, quality=True),
    Magic(kind=f.ExtraAttack, extra_blows=lambda part: part.per_day, used=False),
    Magic(kind=f.Returning, returns=True, used=False, quality=True),
    Magic(kind=f.Storage, room=lambda part: part, used=False, quality=True),
    Magic(kind=f.LevelGain, on_sheet=item_use.teaches),
    Magic(kind=f.Cards, on_sheet=card_deck.deals, cards=True),
    # ------------------------------------------------------------ what the referee plays out
    Magic(kind=f.Food, oneself=True, words=telling.food),
    Magic(kind=f.Questions, oneself=True, words=telling.questions),
    Magic(kind=f.Lock, words=telling.lock),
    Magic(kind=f.Open),
    Magic(kind=f.Telekinesis, words=telling.telekinesis),
    Magic(kind=f.Berries, words=telling.berries),
    Magic(kind=f.Wishes, words=telling.wishes),
    Magic(
        kind=f.Narrated,
        narrated=True,
        foes=lambda part: part.save is not None,
        oneself=True,
        takes_hold=power_ai.illusion,
        used=False,
        words=telling.told,
    ),
)
"""What spells and things do, by what it is to a fight."""

"""Every kind of power and weakness in the bestiary, each registered once: what it does, how it is used, its words.

An entry of the bestiary that has a power is data (`content/monsters.yaml`); the schemas are in `special`. To add a
kind: its schema there, what it does in a chapter of this package, one line here, its name in the two catalogues.
"""

from typing import Any, Final

from arbitro.rules.whitebox import natures
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.powers import (
    hit_effects,
    monster_actions,
    perils,
    power_ai,
    strikes,
    telling,
    unseen,
    wards,
)
from arbitro.rules.whitebox.powers.monster_actions import WEB_FEET
from arbitro.rules.whitebox.powers.registry import Power, Use

POWERS: Final[tuple[Power[Any], ...]] = (
    # ------------------------------------------------------------ what comes with a hit
    Power(kind=special_kinds.Poison, hit=hit_effects.poisons, some=lambda it: it.chance),
    Power(kind=special_kinds.Paralysis, hit=hit_effects.paralyses),
    Power(kind=special_kinds.Petrify, hit=hit_effects.petrifies),
    Power(kind=special_kinds.Disease, hit=hit_effects.sickens, some=lambda it: it.chance),
    Power(kind=special_kinds.Rot, hit=hit_effects.rots, cured=lambda it: it.cured_factor),
    Power(kind=special_kinds.LevelDrain, hit=hit_effects.drains_levels),
    Power(
        kind=special_kinds.AbilityDrain,
        hit=hit_effects.drains_ability,
        rises=lambda it, how: how == "drained" and bool(it.rises_as),
        sated=lambda it: it.until_sated,
    ),
    Power(kind=special_kinds.Spawn, rises=lambda it, how: how == "slain" or it.when == "slain_or_drained"),
    Power(kind=special_kinds.Lycanthropy, after_hit=hit_effects.infects),
    Power(kind=special_kinds.Grip, hit=hit_effects.grips),
    Power(kind=special_kinds.Swallow, hit=hit_effects.swallows),
    Power(kind=special_kinds.Drag, hit=hit_effects.told),
    Power(kind=special_kinds.Pull, hit=hit_effects.pulls),
    Power(kind=special_kinds.Sunder, hit=hit_effects.sunders),
    # ------------------------------------------------------------ how it strikes
    Power(kind=special_kinds.ToHit, to_hit=strikes.better_at),
    Power(kind=special_kinds.Critical, dice=strikes.critical),
    Power(kind=special_kinds.Footing, dice=strikes.out_of_its_element),
    Power(kind=special_kinds.Charge, times=strikes.charging),
    Power(kind=special_kinds.Heads, blows=strikes.heads_left),
    Power(kind=special_kinds.LastStrike, falls=strikes.strikes_at_last),
    # ------------------------------------------------------------ what it does to whoever strikes it
    Power(
        kind=special_kinds.Gaze, eyes=hit_effects.gazes, averted=lambda it: it.averted_to_hit, words=telling.reflected
    ),
    Power(kind=special_kinds.Burn, burns=hit_effects.burns, growth=perils.scorches),
    Power(kind=special_kinds.Corrosion, eats=hit_effects.corrodes_weapon, touches=hit_effects.corrodes_armour),
    # ------------------------------------------------------------ what does not harm it
    Power(kind=special_kinds.Immunity, proof=lambda it: it.to),
    Power(kind=special_kinds.WeaponWard, share=wards.harmed_by_magic),
    Power(kind=special_kinds.WeaponProof, share=wards.hardly_harmed),
    Power(kind=special_kinds.SpellWard, wards=wards.warded, keeps_out=wards.keeps_out),
    Power(kind=special_kinds.MagicResistance, wards=wards.shrugs_off),
    Power(kind=special_kinds.SaveBonus, saves=wards.inborn_save),
    Power(kind=special_kinds.Resistance, factor=wards.resists),
    Power(kind=special_kinds.Weakness, factor=wards.resists, saves=wards.weak_save),
    Power(kind=special_kinds.Absorption, instead=wards.absorb),
    Power(kind=special_kinds.Split, instead=wards.divide),
    Power(kind=special_kinds.Slowed, slows=wards.slow),
    Power(kind=special_kinds.Regeneration, regains=lambda it: it.hp, sears=wards.sear),
    Power(kind=special_kinds.Incorporeal, bodiless=True),
    Power(kind=special_kinds.MistAtZero, ends_as="fled"),
    Power(
        kind=special_kinds.Bane, banes=lambda it: {"kills": it.kills, "petrifies": it.petrifies, "repels": it.repels}
    ),
    # ------------------------------------------------------------ what it is
    Power(kind=special_kinds.Invisible, worn=unseen.never_seen, hides=unseen.hides),
    Power(kind=special_kinds.Surprising, surprises=lambda it, place: it.chance if it.where in ("", *place) else 0),
    Power(kind=special_kinds.Morale, steady=lambda it: 0 if it.against else it.bonus),
    Power(kind=special_kinds.Turning, turned_as=lambda it: None if it.never else it.as_hd, words=telling.by_option),
    Power(kind=special_kinds.Caster, casts=lambda it: it),
    Power(kind=special_kinds.Companions, company=lambda it: (it.companies[0], it.chance), words=telling.in_six),
    Power(kind=special_kinds.Aura, presence=perils.deadly_presence),
    Power(kind=special_kinds.Spores, cloud=lambda it: it.chance, growth=perils.smothers, words=telling.size_of_cloud),
    Power(kind=special_kinds.Conversion, growth=perils.spreads_on, words=telling.destroyed_by),
    Power(kind=special_kinds.Narrated, text=lambda it: it.text, told=lambda _: True),
    # ------------------------------------------------------------ what it does instead of a blow
    Power(
        kind=special_kinds.Breath,
        use=Use(
            does=monster_actions.breathes,
            worth=power_ai.every_other_round,
            best=natures.breath_aimed,
            feet=lambda it: it.area.length or it.area.radius,
        ),
    ),
    Power(
        kind=special_kinds.Cry,
        use=Use(does=monster_actions.cries, worth=power_ai.always, targets=monster_actions.oneself),
    ),
    Power(
        kind=special_kinds.Charm,
        hit=hit_effects.charms,
        lures=lambda it: it.lures and it.by == "song",
        words=telling.luring,
        use=Use(does=monster_actions.sings, worth=power_ai.always, keys=monster_actions.song_keys, once=True),
    ),
    Power(
        kind=special_kinds.Summons,
        use=Use(
            does=monster_actions.calls,
            worth=power_ai.outnumbered,
            targets=monster_actions.oneself,
            peaceful=True,
            once=True,
        ),
    ),
    Power(
        kind=special_kinds.Webs,
        words=telling.feet_in_webs,
        use=Use(does=monster_actions.spins_webs, worth=power_ai.at_first, feet=lambda _: WEB_FEET),
    ),
    Power(
        kind=special_kinds.SpellLike,
        spell=lambda it: it.spell,
        use=Use(
            does=monster_actions.casts_its_own,
            worth=power_ai.spell_wanted,
            best=power_ai.spell_aimed,
            keys=monster_actions.spell_keys,
            targets=monster_actions.targets_of_its_spell,
            reach=monster_actions.reach_of_its_spell,
            carries=monster_actions.spell_carries,
            harms=monster_actions.harms_by_its_spell,
        ),
    ),
    Power(
        kind=special_kinds.Spit,
        use=Use(does=monster_actions.spits, worth=power_ai.out_of_reach, carries=monster_actions.spit_carries),
    ),
    Power(
        kind=special_kinds.Teleport,
        use=Use(
            does=monster_actions.vanishes,
            worth=power_ai.nearly_dead,
            targets=monster_actions.oneself,
            peaceful=True,
        ),
    ),
    Power(
        kind=special_kinds.Whirlwind,
        words=telling.size_of_whirlwind,
        use=Use(
            does=monster_actions.sweeps,
            worth=power_ai.small_fry,
            feet=lambda it: it.diameter,
            once=True,
        ),
    ),
    Power(
        kind=special_kinds.Shapes,
        told=monster_actions.disguise,
        use=Use(
            does=monster_actions.changes,
            worth=power_ai.never,
            keys=monster_actions.shape_keys,
            targets=monster_actions.oneself,
            peaceful=True,
        ),
    ),
    Power(
        kind=special_kinds.Blink,
        use=Use(
            does=monster_actions.blinks,
            worth=power_ai.out_of_reach,
            targets=monster_actions.behind_walls,
            peaceful=True,
            a_step=True,
        ),
    ),
)
"""The bestiary's kinds of power, by what they are to a fight."""

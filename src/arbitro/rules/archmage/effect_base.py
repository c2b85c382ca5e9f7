"""What every word of the power vocabulary may say: whom it falls on, how long it lasts, what its amount grows with."""

from typing import Literal

from msgspec import Struct

AttackKind = Literal["melee", "ranged", "close", "spell", "close_spell"]
ConditionName = Literal[
    "confused", "dazed", "hampered", "weakened", "helpless", "stuck", "fear", "stunned", "vulnerable", "asleep"
]
Stat = Literal["attack", "ac", "pd", "md", "save", "damage", "crit_range", "disengage", "weapon_die", "resist", "blur"]
On = Literal[
    "target",
    "self",
    "both",
    "ally",
    "another",
    "hurt_ally",
    "allies",
    "company",
    "enemies",
    "engaged",
    "others_engaged",
    "another_engaged",
    "burdened_ally",
    "engaged_ally",
    "minions",
    "everybody",
    "foes",
    "staggered",
    "others",
    "random_foe",
]
"""Whom an effect falls on. Of the attacker's side: ``ally`` is the first nearby ally, ``hurt_ally`` the one worst off,
``allies`` all nearby, ``company`` these and the attacker, ``burdened_ally`` the first with something that a save ends,
``engaged_ally`` the first in melee, ``minions`` those whom the attacker has called up. Of the foes: ``another`` is
the first nearby one beside the target, ``others`` all nearby but the target, ``random_foe`` one nearby by lot,
``enemies`` are all nearby, ``staggered`` those of them who are, ``engaged``
all in melee with the attacker, ``others_engaged`` but the target; ``foes`` are all of them, ``everybody`` is everybody
in the battle."""
Lasts = Literal[
    "",
    "source",
    "target",
    "turn",
    "battle",
    "next_attack",
    "crit",
    "source_start",
    "hit",
    "missed",
    "target_start",
    "attacked",
    "wholly_missed",
]
"""The end of whose next turn ends it; ``turn``: of this turn; ``next_attack``: the next attack uses it up;
``crit``: the next critical hit in melee does; ``source_start``: the start of the user's next turn; ``hit`` and
``missed``: the next attack on its bearer that hits, or misses (a defence is used up by attacks on it alone,
``wholly_missed``: by any that misses); ``attacked``: the next attack on them at all; ``target_start``: the start of
the target's next turn."""
Term = Literal[
    "",
    "level",
    "tier",
    "escalation",
    "str",
    "con",
    "dex",
    "int",
    "wis",
    "cha",
    "str_t",
    "con_t",
    "dex_t",
    "int_t",
    "wis_t",
    "cha_t",
    "melee",
    "melee_t",
    "spell_level",
    "healthier",
    "level_or_str",
    "dex_con_t",
    "master_level",
]
"""What an amount may be multiplied by or have added: the level, the tier (1, 2 or 3), what the escalation die shows,
the modifier of an ability, or that modifier as it counts in damage (``cha_t``); ``melee`` is the better of Strength and
Dexterity, ``spell_level`` the level that spells are cast at, ``level_or_str`` and ``dex_con_t`` the better of the two,
``healthier`` how many friends have more hit points; of
creatures called up ``level`` is their own, ``master_level`` that of whoever called them. All but the escalation die and
the friends are settled when a character is made."""


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that an attack does beside its plain damage."""

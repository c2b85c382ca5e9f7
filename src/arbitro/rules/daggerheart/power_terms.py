"""The terms that powers of player characters are written in: what a number grows with, when it answers, what lasts."""

from collections.abc import Mapping
from typing import Final, Literal

from arbitro.rules.daggerheart.words import DamageKind

Scale = Literal[
    "",
    "proficiency",
    "spellcast",
    "level",
    "tier",
    "agility",
    "strength",
    "finesse",
    "instinct",
    "presence",
    "knowledge",
    "half_agility",
    "half_proficiency",
    "deft",
    "domain",
    "all_domain",
    "paid",
    "half_paid",
    "tokens",
    "wounds",
    "marked",
    "card",
    "score",
    "free_slots",
    "fear_die",
]
"""What a number grows with: something of the sheet (`deft`: Agility or Finesse, the higher), the cards of the power's
own domain (at hand, or all), what was paid, the tokens that lie on it, the Hit Points that a blow has just made be
marked, those that the owner has marked, the level of the card that is put away for it, the Armor Score, the Armor Slots
that are free, or what the Fear Die shows."""
Way = Literal["", "cast", "check", "invoke", "attack", "passive", "react", "rest", "told"]
"""How a power is used: a Spellcast Roll, another trait roll, no roll, with a weapon attack; never by itself, at a
moment, as a downtime move, or as a price whose effect the table tells."""
Stat = Literal[
    "evasion",
    "thresholds",
    "major",
    "severe",
    "hp",
    "stress",
    "armour",
    "attack",
    "damage",
    "proficiency",
    "toughness",
    "roll",
    "difficulty",
    "rest_moves",
    "spellcast",
    "experience",
    "agility",
    "strength",
    "finesse",
    "instinct",
    "presence",
    "knowledge",
]
Need = Literal["", "armoured", "unarmoured", "strained", "unhurt", "four_cards", "hopeful", "worn_out"]
"""What must hold for a lasting bonus: armour worn or not, all Stress marked, no Hit Point marked, four cards of the
power's own domain at hand, two Hope or more, no Armor Slot
left."""
PowerMoment = Literal[
    "damage_due",  # damage is about to be measured against the owner
    "wound_due",  # it has been measured: Hit Points are about to be marked
    "ally_damage_due",
    "ally_wound_due",
    "foe_wound_due",  # damage of the owner's has been measured: an adversary is about to mark Hit Points
    "hit",  # an attack of the owner's has succeeded, its damage is about to be rolled
    "aimed_at",  # an attack against the owner has succeeded, its damage is about to be rolled
    "ally_aimed_at",
    "before_roll",  # an action roll of the owner's is due
    "before_reaction",  # a reaction roll of the owner's is due
    "rolled",  # it has been made
    "ally_rolled",
    "missed_by",  # an attack on the owner has failed
    "wounded",  # damage has counted against the owner
    "ally_wounded",
    "dealt",  # damage of the owner's has counted against an adversary
    "ally_dealt",
    "missed",  # an attack of the owner's has failed
    "cast",  # a spell of the owner's has succeeded
    "dying",  # a death move is due
    "used_up",  # a use of a feature that has few of them is spent
    "ally_used_up",
]
"""When a power may answer."""
PassiveWord = Literal[
    "sturdy",
    "surefooted",
    "reach",
    "extra_rest_move",
    "long_move_in_short_rest",
    "unshakable",
    "luckbringer",
    "courage",
    "patterns",
    "adaptable",
    "spirit_weapon",
    "unarmoured_row",
    "extra_card",
    "versatile",
    "onslaught",
    "on_the_brink",
    "soothing",
    "armorer",
    "beastform",
    "fragile",
    "help_d8",
    "help_d10",
    "help_cast_d8",
    "cheering",
    "double_experience",
    "lucky_experience",
    "cheap_recall",
    "tag_again",
    "resonant",
    "opportunist",
    "shell",
    "attuned",
    "set_brutal",
    "set_powerful",
    "bedding",
    "phoenix",
    "pendant",
    "honed",
    "mending",
    "no_slot_against_magic",
    "no_slot_against_physical",
    "painful_slots",
    "companion",
    "cloaked",
    "hope_for_fear",
    "graceful",
    "shares_experience",
    "fear_die",
]
"""What a power does all the time and no number says; the chapter that it concerns asks for it."""
NO_SLOT: Final[Mapping[DamageKind, tuple[PassiveWord, ...]]] = {
    "physical": ("no_slot_against_physical",),
    "magic": ("no_slot_against_magic",),
    "both": ("no_slot_against_physical", "no_slot_against_magic"),
}
"""What bars Armor Slots against damage of a kind."""

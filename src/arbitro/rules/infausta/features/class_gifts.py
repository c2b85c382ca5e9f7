"""Every kind of class feature of this game, each registered once: what it does, how it is used, its worth, its words.

To add a kind: its schema in the parent's `class_features`, what it does in a chapter of this package, one entry here.
"""

from typing import Any, Final

from arbitro.rules.infausta.features import offers, skills, tactics, telling, trophies, zeal
from arbitro.rules.infausta.features.registry import Gift
from arbitro.rules.whitebox import class_features

GIFTS: Final[tuple[Gift[Any], ...]] = (
    Gift(kind=class_features.Stance, declared=offers.stance_to_take, declares=tactics.stance_to_take),  # IS-CHAM-02
    Gift(kind=class_features.Inspire, instead=offers.song_of_heart, wishes=tactics.hearten),  # IS-BARD-02
    Gift(kind=class_features.Enthral, instead=offers.song_that_enthrals, wishes=tactics.enthral),  # IS-BARD-03
    Gift(  # IS-PALA-01, IS-PALA-04
        kind=class_features.Vows,
        proof=zeal.faith,
        instead=offers.zeal_in_a_fight,
        between=offers.zeal_between_fights,
        judged=offers.vows_to_judge,
        sheet=telling.zeal_on_sheet,
    ),
    Gift(
        kind=class_features.ZealHeal, wishes=tactics.heal_in_a_fight, afterwards=tactics.heal_afterwards
    ),  # IS-PALA-02
    Gift(kind=class_features.ZealSmite, wishes=tactics.smite),  # IS-PALA-03
    Gift(  # IS-HUNT-02
        kind=class_features.Trophies,
        damage=trophies.known_prey,
        wary=trophies.wary,
        between=offers.trophies_to_take,
        judged=offers.trophies_to_judge,
        afterwards=tactics.take_trophies,
        sheet=telling.trophies_on_sheet,
    ),
    Gift(  # IS-SILV-01 to IS-SILV-03
        kind=class_features.Shape,
        instead=offers.shape_in_a_fight,
        between=offers.shape_between_fights,
        wishes=tactics.take_the_mighty_shape,
    ),
    Gift(kind=class_features.BackStab, profile=skills.rolls_once, damage=skills.stabs),  # IS-THIEF-01
)
"""The features of classes; turning is the parent's, and more attacks are a column of the class table."""

"""Which reason is told where several forbid the same thing: the one that decides, by the order that stands here.

Whoever is refused should learn what stands in the way first: it is of no use to look for a nearer target in somebody
else's turn, or to save money for a shop that is a day's march away. Chapters ask in this order; a sweep over all
commands holds them to it.
"""

from typing import Final

from arbitro.kernel.command import Refusal

ORDER: Final[tuple[frozenset[str], ...]] = (
    # what the table waits for, or does not play by
    frozenset(("awaiting", "not_asked", "option_off")),
    # whoever would do it: alive, free
    frozenset(("captive", "character_gone")),
    # what is going on
    frozenset(("no_fight", "fight_first", "after_battle", "no_expedition", "no_journey", "somebody_here")),
    # whether they are known: those of a fight alone are no characters, and need not hear that
    frozenset(("no_character",)),
    # whether they can do anything now
    frozenset(("character_out", "cannot_act", "cannot_move", "nobody_walks", "under_effect", "busy")),
    # whose moment it is
    frozenset(("declare_first", "not_your_turn", "surprised", "fleeing")),
    # names that nobody bears, and what the doer never had
    frozenset(("nobody", "no_weapon", "no_device", "no_power", "no_gift", "no_skill_for", "cannot_turn")),
    # the place in which it can be done at all
    frozenset(("not_in_town", "not_home", "not_outdoors", "waits_elsewhere")),
    # what the round or the turn has room for
    frozenset(
        (
            *("whole_round", "attacked_already", "moved_already", "one_of_two", "casting", "not_in_this_phase"),
            *("prepare_first", "turn_full"),
        )
    ),
    # what was said before
    frozenset(("declared_otherwise", "declared_target")),
    # what the doer is
    frozenset(
        (
            "no_hands",
            "too_small",
            "wordless",
            "witless",
            "cannot_read",
            "fearless",
            "shaped_already",
            "hidden_already",
            "sings_already",
        )
    ),
    # means: things, spells, money
    frozenset(
        (
            *("no_ammunition", "not_ready", "reloading", "no_flask", "no_flame", "bane_lacking", "device_empty"),
            *("power_spent", "nothing_prepared", "turned_already", "zeal_short", "vows_broken", "shape_spent"),
            *("not_owned", "too_dear", "no_spell"),
        )
    ),
    # at whom or what
    frozenset(
        (
            *("no_target", "hidden_from", "unseen", "no_zeal_for", "nobody_listens", "no_oil_there", "not_bleeding"),
            "no_undead",
        )
    ),
    # whether it gets there
    frozenset(
        (
            *("out_of_reach", "throw_range", "shot_range", "spell_range", "lies_too_far"),
            *("walled", "behind_wall", "kept_off"),
        )
    ),
)
"""Reasons from the most decisive to the least, as codes of refusals."""
_RANKS: Final = {code: rank for rank, codes in enumerate(ORDER) for code in codes}


def rank(code: str) -> int:
    """How decisive a reason is, 0 the most; a reason of one chapter alone stands after all that are common."""
    return _RANKS.get(code, len(ORDER))


def decisive(*refusals: Refusal | None) -> Refusal | None:
    """The one of several refusals that is told; none where nothing is refused."""
    return min((each for each in refusals if each is not None), key=lambda each: rank(each.code), default=None)

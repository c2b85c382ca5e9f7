"""Which reason a campaign tells where several forbid the same thing: the one that decides, by the order below.

First what the campaign itself forbids, in this order; then whatever the game that is played in it has against it, in
that game's own order. A sweep over all commands of a campaign and its side holds them to it.
"""

from typing import Final

ORDER: Final[tuple[frozenset[str], ...]] = (
    # what the table waits for
    frozenset(("awaiting", "not_asked")),
    # where the party is
    frozenset(
        (
            *("party_not_in_town", "not_underground", "not_on_the_road", "not_on_the_way", "not_at_the_mouth"),
            *("no_days_here", "no_turning", "dungeon_entered", "rooms_too_late"),
        )
    ),
    # what is going on
    frozenset(
        (
            *("draft_open", "no_draft", "busy_now", "no_meeting", "nobody_fights", "nobody_beaten", "no_foe_to_flee"),
            "scene_running",
        )
    ),
    # whether anybody can do anything
    frozenset(("nobody_stands",)),
    # whether the one who is named can
    frozenset(("cannot_now", "waits_elsewhere")),
    # names that nobody and nothing here bears
    frozenset(
        (
            *("way_unknown", "no_known_way", "no_open_end", "no_space", "no_level", "no_such_dungeon", "no_such_door"),
            *("no_kind", "no_mood", "no_valuable", "no_trap_kind", "no_thing", "slot_unknown", "no_foe", "no_loot"),
            *("no_wall", "no_pool", "no_doing", "no_such_pace", "no_route", "no_such_kind", "no_such_item"),
            *("bad_party", "bad_likelihood", "nobody_waits", "not_in_their_power", "nothing_to_set_off", "no_wish"),
        )
    ),
    # numbers that cannot be
    frozenset(("bad_number", "stay_too_long", "wait_turns")),
    # means
    frozenset(("gold_short", "gold_beyond", "no_torches", "no_potion")),
)
"""Reasons from the most decisive to the least, as codes of refusals."""
_RANKS: Final = {code: rank for rank, codes in enumerate(ORDER) for code in codes}


def rank(code: str) -> int:
    """How decisive a reason is, 0 the most; a reason of one chapter or of the game stands after all these."""
    return _RANKS.get(code, len(ORDER))

"""How every feature, card and thing is played, by its name: by the rules, after a question, or only told."""

from collections.abc import Iterator, Mapping
from typing import Final

from arbitro.rules.daggerheart.entries import named
from arbitro.rules.daggerheart.feature_plays import Plays, plays_of
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.state import Block, Place
from arbitro.rules.daggerheart.words import Named

_SORTS: Final = {
    "class_feature": "feature",
    "hope_feature": "hope_feature",
    "thing": "item",
    "consumable": "consumable",
}
"""What kinds of powers are counted as, beside the cards."""


def all_played(
    adversaries: Mapping[str, Block], places: Mapping[str, Place], powers: Mapping[str, PowerEntry]
) -> Iterator[tuple[str, dict[tuple[str, Named], Plays]]]:
    """How each entry is played, sort by sort, by its id and its name; a feature is named after whose it is."""
    owners: dict[str, Mapping[str, Block | Place]] = {"adversary_feature": adversaries, "place_feature": places}
    for sort, entries in owners.items():
        found = {
            (f"{name}/{number}", _of(owner.name, one.name)): plays_of(one)
            for name, owner in entries.items()
            for number, one in enumerate(owner.features)
        }
        yield sort, found
    for sort, kind in _SORTS.items():
        chosen = {name: one for name, one in powers.items() if one.kind == kind and not one.domain}
        yield sort, {(name, named(one.name)): power_plays(one) for name, one in chosen.items()}
    cards = {name: one for name, one in powers.items() if one.domain}
    yield "domain_card", {(name, named(one.name)): power_plays(one) for name, one in cards.items()}


def _of(owner: Named, feature: Named) -> Named:
    """A feature with whose it is: several have one of the same name."""
    return Named(f"{owner.it}: {feature.it}", f"{owner.en}: {feature.en}", feature.gender)

"""Facts of class features that stand in no class table, read from ``content/features.yaml`` and checked once."""

from functools import cache
from typing import Literal

from msgspec import Struct

from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox.bestiary import MonsterKind
from arbitro.rules.whitebox.class_features import SaveAgainst
from arbitro.rules.whitebox.terms import Harm


class Peril(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of danger, by what it is made of, what it does, or who is behind it."""

    elements: tuple[str, ...] = ()
    effects: tuple[Harm, ...] = ()
    kinds: tuple[MonsterKind, ...] = ()
    monsters: tuple[str, ...] = ()


class TrophyKinds(Struct, frozen=True, forbid_unknown_fields=True):
    """Which trophy a creature gives: by its own name, else by its kind; none: it gives none."""

    kinds: dict[MonsterKind, str]
    monsters: dict[str, str]


class SkillUse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a class skill is good for."""

    rules: tuple[str, ...]
    rounds: int
    where: Literal["anywhere", "outdoors", "underground"] = "anywhere"
    told: bool = False
    """Whether the referee tells what comes to light."""
    tracks: bool = False
    """Whether it is about who has been here."""
    hides: bool = False
    disarms: bool = False


class FeatureFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of them."""

    source: str
    mind: tuple[str, ...]
    saves: dict[SaveAgainst, Peril]
    trophies: TrophyKinds
    skills: dict[str, SkillUse]
    claws: Phrase


@cache
def feature_facts() -> FeatureFacts:
    """The facts of the package."""
    return open_packaged("arbitro.rules.infausta", "content", "features.yaml").read(FeatureFacts)

"""The entries of what player characters are made of, as files write them: powers, subclasses, heritage."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from arbitro.kernel.content import Noun, Sourced
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.daggerheart.feature_plays import Plays
from arbitro.rules.daggerheart.feature_words import Impose, Release, Tell
from arbitro.rules.daggerheart.people import Limit, Power, PowerEffect, PowerKind, Weapon
from arbitro.rules.daggerheart.power_terms import PassiveWord, Way
from arbitro.rules.daggerheart.power_words import (
    Anchor,
    Boost,
    LastingBonus,
    Odds,
    PowerChange,
    PowerPart,
    PowerTarget,
    PowerWhen,
    Resist,
    Return,
    TokenFill,
    Twist,
)
from arbitro.rules.daggerheart.words import Band, DamageKind, HowMany, Named, Trait
from arbitro.text import Language


class OptionEntry(Sourced, frozen=True, kw_only=True):
    """One of several things that a power is; the power's own prices and uses hold where it names none."""

    source: str = ""
    name: Noun
    kind: PowerKind | UnsetType = UNSET
    hope: int = 0
    range: Band = "melee"
    all: bool = False
    die: HowMany = 0
    plus: int = 0
    using: Literal["", "proficiency", "spellcast"] = ""
    damage_kind: DamageKind = "magic"
    pay_on_hit: bool = False
    more: HowMany = 0
    condition: str = ""
    effect: PowerEffect = ""
    limit: Limit = ""
    others: bool = False
    either: bool = False
    way: Way = ""
    stress: int = 0
    slots: int = 0
    tokens: int = 0
    fill: TokenFill | None = None
    any: Literal["", "hope", "stress", "tokens"] = ""
    most: HowMany = 0
    uses: HowMany = 1
    on_success: bool = False
    trait: Trait | None = None
    difficulty: HowMany = 0
    target: PowerTarget | None = None
    do: tuple[PowerPart, ...] = ()
    own: tuple[PowerPart, ...] = ()
    when: PowerWhen | None = None
    twist: Twist | None = None
    bonuses: tuple[LastingBonus, ...] = ()
    passive: tuple[PassiveWord, ...] = ()
    resist: Resist | None = None
    odds: Odds | None = None
    vaults: HowMany = 0
    wears: HowMany = 0
    one_of: bool = False
    miss: tuple[PowerPart, ...] = ()
    unlimited: bool = False
    """A part to which the limit of the whole does not apply."""
    shares: str = ""
    """Another power whose uses it shares."""
    plays: Literal["", "asks", "told"] = ""
    """How it is played, where what it is made of does not say it: a part is for the table to tell."""
    judge: Phrase | None = None
    """What the GM has to say of it, where no rule of ours can: it follows the words."""

    def told(self, language: Language) -> str:
        """What the entry says of itself, and what is left to the GM."""
        said = super().told(language)
        return said if self.judge is None else f"{said} {self.judge.in_(language)}"


class PowerEntry(OptionEntry, frozen=True, kw_only=True):
    """A Hope Feature, a feature of class, subclass or heritage, or a card."""

    source: str
    kind: PowerKind = "spell"
    domain: str = ""
    level: int = 1
    recall: int = 0
    row: HowMany = 0
    """Of a thing: its row in the table of loot of its kind; 0: in none."""
    changes: PowerChange | None = None
    weapon: str = ""
    """What its attack is made with, among the weapons."""
    kept_away: bool = False
    options: dict[str, OptionEntry] = field(default_factory=dict)


class SubclassEntry(Sourced, frozen=True, rename={"class_id": "class"}):
    """A subclass, with the features of its three steps (DHP-LEVEL-02)."""

    name: Noun
    class_id: str
    foundation: tuple[str, ...]
    specialization: tuple[str, ...]
    mastery: tuple[str, ...]


class AncestryEntry(Sourced, frozen=True):
    """An ancestry; of a mixed one the first feature is of one, the second of another."""

    name: Noun
    features: tuple[str, str]


class CommunityEntry(Sourced, frozen=True):
    """Where somebody comes from."""

    name: Noun
    feature: str


_SAME = [
    part for part in OptionEntry.__struct_fields__ if part in Power.__struct_fields__ and part not in ("kind", "name")
]


def made_power(name: str, entry: PowerEntry, weapons: Mapping[str, Weapon]) -> Power:
    """A power as it is played."""
    same = {part: getattr(entry, part) for part in _SAME}
    whole = Power(
        name,
        _named(entry.name),
        kind=entry.kind,
        level=entry.level,
        recall=entry.recall,
        changes=entry.changes,
        domain=entry.domain,
        kept_away=entry.kept_away,
        weapon=weapons[entry.weapon] if entry.weapon else None,
        **same,
    )
    if not entry.options:
        return whole
    parts = tuple(_option(whole, option, one) for option, one in entry.options.items())
    return replace(whole, options=parts)


def _option(whole: Power, name: str, entry: OptionEntry) -> Power:
    """A part of a power: where it has no price and no limit of its own, those of the whole."""
    same = {part: getattr(entry, part) for part in _SAME}
    for price in ("hope", "stress", "slots", "tokens", "way", "target", "when"):
        same[price] = same[price] or getattr(whole, price)
    same |= {price: 0 for price in ("hope", "stress", "slots") if same[price] < 0}  # less than nothing: none at all
    limited = not (entry.limit or entry.unlimited)
    if limited:
        same |= {"limit": whole.limit, "uses": whole.uses, "on_success": whole.on_success}
    same["one_of"] = whole.one_of or entry.one_of
    kind = whole.kind if isinstance(entry.kind, UnsetType) else entry.kind
    pool = whole.id if whole.limit and limited else entry.shares
    return Power(
        f"{whole.id}.{name}",
        _part_named(whole.name, entry.name),
        kind=kind,
        level=whole.level,
        pool=pool,
        domain=whole.domain,
        **same,
    )


def _part_named(whole: Named, part: Noun) -> Named:
    """What a part of a power is called: by itself its name would say little; titles keep their capitals in English."""
    return Named(f"{whole.it} ({_small(part.it)})", f"{whole.en} ({part.en})", whole.gender)


def _small(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _named(noun: Noun) -> Named:
    return Named(noun.it, noun.en, noun.gender)


def conditions_of(entry: OptionEntry) -> Iterator[str]:
    """The conditions that a power puts on somebody or ends."""
    failed = entry.resist.fail if entry.resist is not None else ()
    for part in (*entry.do, *entry.own, *entry.miss, *failed):
        if isinstance(part, (Impose, Release, Boost, Anchor, Return)):
            yield part.condition
    if isinstance(entry, PowerEntry):
        for option in entry.options.values():
            yield from conditions_of(option)


def power_plays(entry: OptionEntry) -> Plays:
    """Told: the table says what comes of it. Asks: it says whether it fits, or a part of it. Runs: all else."""
    parts = [power_plays(one) for one in entry.options.values()] if isinstance(entry, PowerEntry) else []
    if entry.plays:
        return entry.plays
    if parts:
        return "runs" if set(parts) == {"runs"} else "told" if set(parts) == {"told"} else "asks"
    done = (*entry.do, *entry.own)
    works: list[object] = [entry.die, entry.effect, entry.twist, entry.bonuses, entry.passive, entry.resist]
    works += [entry.condition, isinstance(entry, PowerEntry) and (entry.changes or entry.weapon)]
    if not any(works) and entry.way not in ("cast", "check", "attack") and all(isinstance(part, Tell) for part in done):
        return "told"
    judged = entry.when is not None and entry.when.fits
    return "asks" if judged or any(isinstance(part, Tell) for part in done) else "runs"

"""Options: every switch that a rule text offers, or that our reading of it needs, declared once as data.

A table's options are the book's defaults with a house-rules file laid over them. They are written into the log when the
table opens, so that a replay plays under the rules of its day.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

import yaml
from msgspec import UNSET, Struct, UnsetType, field

from arbitro.dice.amount import Amount
from arbitro.kernel.event import Setting
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import TEXTS, Document, open_packaged, text_of, unknown_name
from arbitro.text import Fault, Words

LEAST_FAR: Final = 3
"""How many options are named where none is near."""

CAMPAIGN: Final = "campaign-"
"""What the id of a game's campaign begins with."""


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One switch: its type, the book's default, the atoms it bends and what it means, in two languages."""

    type: Literal["switch", "choice", "integer", "fraction", "dice"]
    default: Setting
    origin: Literal["book", "ruling"]
    """Whether the source offers it, or only our reading of an unclear place does."""
    atoms: tuple[str, ...]
    title: Phrase
    text: Phrase
    values: dict[str, Phrase] = field(default_factory=dict)
    minimum: int | str | None = None
    maximum: int | str | None = None
    """The limits of a number, a fraction (`"1/10"`) or what an amount of dice can come to."""
    requires: dict[str, tuple[Setting, ...]] = field(default_factory=dict)
    """Other options, and the values of theirs under which this one means something."""
    needs: dict[str, int] = field(default_factory=dict)
    """Other numbers, and the least of each that this option works with once it is not at its default."""
    not_above: str = ""
    """Another number which this one may not exceed."""
    scope: Literal["table", "contest"] = "table"
    fixed: bool = False
    """Whether a variant leaves no choice here."""

    def fault(self, value: object) -> Words | None:
        """What is wrong with a value for this option, or None when it is fine."""
        if self.fixed and value != self.default:
            return _words("option.fixed", value=setting_text(self.default))
        if self.type == "switch":
            return None if isinstance(value, bool) else _words("option.switch", value=setting_text(value))
        if self.type == "choice":
            if isinstance(value, str) and value in self.values:
                return None
            return _words("option.choice", known=", ".join(self.values), value=setting_text(value))
        span = self._span(value)
        if span is None:
            return _words(f"option.{self.type}", value=setting_text(value))
        least, most = span
        if self.minimum is not None and least < Fraction(self.minimum):
            return _words("option.minimum", limit=self.minimum, value=value)
        if self.maximum is not None and most > Fraction(self.maximum):
            return _words("option.maximum", limit=self.maximum, value=value)
        return None

    def _span(self, value: object) -> tuple[Fraction, Fraction] | None:
        """The least and the most that a value comes to; None when it is of another kind."""
        # A log holds switches, whole numbers and words: 0.5 would pass here and never be read again.
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            return None
        if self.type == "integer":
            return (Fraction(value), Fraction(value)) if isinstance(value, int) else None
        try:
            if self.type == "fraction":
                return Fraction(str(value)), Fraction(str(value))
            amount = Amount.parse(str(value))
        except (ValueError, ZeroDivisionError):
            return None
        return Fraction(amount.count + amount.plus), Fraction(amount.count * amount.sides + amount.plus)


class _Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A variant's change to an option of its parent: only what differs is given."""

    inherit: Literal[True]
    type: Literal["switch", "choice", "integer", "fraction", "dice"] | UnsetType = UNSET
    default: Setting | UnsetType | None = UNSET
    """None takes the option away: the variant has no such switch."""
    origin: Literal["book", "ruling"] | UnsetType = UNSET
    atoms: tuple[str, ...] | UnsetType = UNSET
    title: Phrase | UnsetType = UNSET
    text: Phrase | UnsetType = UNSET
    values: dict[str, Phrase] | UnsetType = UNSET
    minimum: int | str | UnsetType = UNSET
    maximum: int | str | UnsetType = UNSET
    requires: dict[str, tuple[Setting, ...]] | UnsetType = UNSET
    needs: dict[str, int] | UnsetType = UNSET
    not_above: str | UnsetType = UNSET
    scope: Literal["table", "contest"] | UnsetType = UNSET
    fixed: bool | UnsetType = UNSET


def _words(key: str, **values: object) -> Words:
    return Words(TEXTS, key, **values)


def setting_text(value: object) -> str:
    """A value of an option as one writes it: a switch is on or off."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


class Options:
    """The switches of one game."""

    def __init__(self, declared: Mapping[str, Option]) -> None:
        self._declared = declared
        self._defaults: dict[str, Setting] = {name: option.default for name, option in declared.items()}
        self._limited = [name for name, option in declared.items() if option.not_above]
        """Those whose default may stand above what somebody chose for another."""

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)

    def __contains__(self, name: object) -> bool:
        return name in self._declared

    def __getitem__(self, name: str) -> Option:
        return self._declared[name]

    def defaults(self) -> dict[str, Setting]:
        """The game as the book has it."""
        return dict(self._defaults)

    def meant(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Choices as people write them: YAML and command lines take `off` for a switch, even where it is a word."""
        words = {name for name, option in self._declared.items() if option.type == "choice"}
        return {
            name: setting_text(value) if name in words and isinstance(value, bool) else value
            for name, value in chosen.items()
        }

    def _none_near(self, name: str) -> Words:
        """What to say where no name is near: the few that are the least far, as all of them fill a screen."""
        least_far = get_close_matches(name, self._declared, LEAST_FAR, 0) or list(self._declared)[:LEAST_FAR]
        return _words("option.unknown", near=", ".join(least_far) or "–", count=len(self._declared))

    def faults(self, chosen: Mapping[str, object]) -> dict[str, Words]:
        """Everything wrong with a set of choices: unknown names, bad values, settings that contradict each other."""
        found: dict[str, Words] = {}
        effective: dict[str, object] = {**self._defaults, **chosen}
        for name, value in chosen.items():
            option = self._declared.get(name)
            if option is None:
                near = get_close_matches(str(name), self._declared, 1)
                found[name] = unknown_name(name, near) if near else self._none_near(str(name))
                continue
            fault = option.fault(value) or self._contradiction(option, value, effective)
            if fault:
                found[name] = fault
        for name in self._limited:  # a default may stand in the way of what was chosen
            if name not in chosen:
                fault = self._contradiction(self._declared[name], effective[name], effective)
                if fault:
                    found[name] = fault
        return found

    @staticmethod
    def _contradiction(option: Option, value: object, effective: Mapping[str, object]) -> Words | None:
        ceiling = effective.get(option.not_above)
        if isinstance(value, int) and isinstance(ceiling, int) and value > ceiling:
            return _words("option.not_above", other=option.not_above, limit=ceiling, value=value)
        if value == option.default:
            return None
        for other, allowed in option.requires.items():
            if effective.get(other) not in allowed:
                needed = " / ".join(setting_text(each) for each in allowed)
                return _words("option.requires", other=other, needed=needed, value=setting_text(effective.get(other)))
        for other, least in option.needs.items():
            found = effective.get(other)
            if isinstance(found, int) and found < least:
                return _words("option.needs", other=other, least=least, value=found)
        return None

    def effective(self, chosen: Mapping[str, Setting]) -> dict[str, Setting]:
        """The defaults with the choices laid over them; raises a `Fault` that names the first thing wrong."""
        for name, fault in self.faults(chosen).items():
            raise Fault(_words("option.fault", name=name, fault=fault))
        return {**self._defaults, **chosen}


def load_options(package: str, parent: Options | None = None) -> Options:
    """The options that lie in a game's package, laid over the ones of the game it varies."""
    document = open_packaged(package, "options.yaml")
    declared: dict[str, Option] = {} if parent is None else {name: parent[name] for name in parent}
    removed: set[str] = set()
    for name, entry in document.mapping("options").items():
        if isinstance(entry, dict) and entry.get("inherit"):
            changed = _changed(document, name, declared)
            if changed is None:
                removed.add(name)
            else:
                declared[name] = changed
            continue
        if name in declared:
            raise document.fault(_words("option.exists", name=name), "options", name)
        declared[name] = document.read(Option, "options", name)
    # What only means something under a switch that the variant does not have goes with it.
    declared = {
        name: option for name, option in declared.items() if name not in removed and removed.isdisjoint(option.requires)
    }
    for name, option in declared.items():
        own_fault = option.fault(option.default)
        if own_fault:
            raise document.fault(_words("option.fault", name=name, fault=own_fault), "options", name, "default")
        for part, others in (("requires", option.requires), ("needs", option.needs), ("not_above", [option.not_above])):
            for other in filter(None, others):
                if other not in declared:
                    raise document.fault(unknown_name(other, declared), "options", name, part)
    return Options(declared)


def _changed(document: Document, name: str, declared: Mapping[str, Option]) -> Option | None:
    if name not in declared:
        raise document.fault(unknown_name(name, declared), "options", name)
    change = document.read(_Change, "options", name)
    if change.default is None:
        return None
    old: dict[str, Any] = {part: getattr(declared[name], part) for part in Option.__struct_fields__}
    new = {part: getattr(change, part) for part in Option.__struct_fields__ if getattr(change, part) is not UNSET}
    return Option(**{**old, **new})


class HouseRules(Struct, frozen=True):
    """A named set of choices that can be shared as a small file."""

    name: str
    options: dict[str, Setting]


def load_house_rules(path: Path, game: str, options: Options) -> HouseRules:
    """Read a house-rules file; an unknown or contradictory setting is refused by name and line."""
    return house_rules_from_text(str(path), text_of(path), game, options)


def house_rules_from_text(file: str, text: str, game: str, options: Options) -> HouseRules:
    """House rules out of the text of a file.

    Those of a game hold in its campaign, and the other way round, as far as both have the options that they speak of.
    """
    document = Document(file, text)
    document.fields("game", "name", "options")
    if str(document.mapping().get("game")).removeprefix(CAMPAIGN) != game.removeprefix(CAMPAIGN):
        raise document.fault(_words("option.game", game=game.removeprefix(CAMPAIGN)), "game")
    chosen = options.meant(document.mapping("options")) if "options" in document.mapping() else {}
    for name, fault in options.faults(chosen).items():
        raise document.fault(_words("option.fault", name=name, fault=fault), "options", name)
    return HouseRules(str(document.mapping().get("name", Path(file).stem)), chosen)


def house_rules_text(game: str, name: str, options: Options, chosen: Mapping[str, Setting]) -> str:
    """House rules as a file: what is not as the book has it, and nothing else; `house_rules_from_text` reads it."""
    differing = {key: value for key, value in chosen.items() if key in options and value != options[key].default}
    kept = {"game": game, "name": name, "options": differing}
    return yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, default_flow_style=False)

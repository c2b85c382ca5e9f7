"""«Why can't I …?»: a wish in anybody's words, answered by the choice that does it or by the rule that forbids it.

What may be wished for are the commands of the game, called as the catalogues call them (``wish.<command>``, with other
words for the same thing behind a bar, or ``choice.<command>``). A wish becomes commands filled with what the seat has
before its eyes: its own people, what its choices and cards name, and entries of the books that the words name. The
rules are asked about those, with dice that cannot be thrown; their own refusal is the answer. Nothing is asked about
anything that the seat has not been shown, so that the answer says no more than sending the command would.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice, product
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.explain import Explanation, explain_refusal
from arbitro.kernel.named import slug
from arbitro.kernel.probing import refusal_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sentence import label_text
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import LANGUAGES, Language, capital

STEM: Final = 5
"""Words are the same that begin with so many of the same letters: conjugations of a verb are one wish."""
SHORT: Final = 3
"""Words with fewer letters say nothing by themselves."""
MOST_TRIES: Final = 48
"""How many commands the rules are asked about for one wish."""
MOST_SHOWN: Final = 5
"""How many choices, and how many refusals, one answer holds."""
MOST_AIMS: Final = 2
"""How many of these are things that one word is enough for."""
AIMED_AT: Final = ("target", "targets", "whom", "patient", "ally", "other")
"""What commands call somebody whom they are aimed at: anybody who has a card."""
NOT_YOURS: Final = "not_yours"
"""The refusal of what belongs to somebody else."""
_ENDING: Final = re.compile(r"(?<=...)(ing|ed|s)$")
_GAP: Final = re.compile(r"\{[^}]*\}")


class Wish(Struct, frozen=True):
    """Something that may be wished for: the tag of its command, what it is called, other words for it."""

    command: str
    title: str
    also: str = ""


class Doable(Struct, frozen=True, omit_defaults=True):
    """A choice that is what was wished for."""

    choice: str
    """Its id; that of an aim where it is one (`aim`)."""
    text: str
    asks: bool = False
    """Whether something is still to be said before it can be done."""
    aim: bool = False
    about: tuple[str, ...] = ()
    """The ids of what it is done with or to, as far as they are settled: drawings and lists know it by them."""


class Forbidden(Struct, frozen=True, omit_defaults=True):
    """A wish, and why the rules refuse it now."""

    wish: str
    why: Explanation


class WhyNot(Struct, frozen=True, omit_defaults=True):
    """The answer: what does it, what forbids it, and what else could have been asked where neither was found."""

    can: tuple[Doable, ...] = ()
    cannot: tuple[Forbidden, ...] = ()
    known: tuple[Wish, ...] = ()


def wishes(ruleset: Ruleset[Any], language: Language) -> tuple[Wish, ...]:
    """All that may be wished for, by name."""
    found = (_wish(ruleset, kind, language) for kind in ruleset.command_types)
    told = {wish.title.casefold(): wish for wish in found if wish is not None}
    return tuple(sorted(told.values(), key=lambda wish: slug(wish.title)))


def _wish(ruleset: Ruleset[Any], kind: type[Command], language: Language) -> Wish | None:
    tag = str(kind.__struct_config__.tag)
    own = ruleset.texts.find(language, f"wish.{tag}")
    if own is not None:
        title, _, also = own.partition("|")
        return Wish(tag, title.strip(), also.strip())
    choice = ruleset.texts.find(language, f"title.choice.{tag}") or ruleset.texts.find(language, f"choice.{tag}")
    if choice is None:
        return None
    said = re.sub(r"\s*\([^)]*…[^)]*\)", "", _GAP.sub("…", choice)).removeprefix("…: ").removeprefix("…, ")
    return Wish(tag, capital(said))


def why_not(
    ruleset: Ruleset[Any], state: Any, seat: Seat, choices: Iterable[Choice], said: str, language: Language
) -> WhyNot:
    """The answer to a wish, in any words or by its title (`wishes`) or tag; `choices` are those of the seat."""
    offered = [choice for choice in choices if choice.group != DESK]
    asked = _Asked(ruleset, state, seat, offered, said, language)
    wished = asked.wishes()
    can = asked.doable(wished)
    cannot = () if can else tuple(islice(asked.forbidden(wished), MOST_SHOWN))
    if not can and not cannot:
        can = asked.worded_so()
    return WhyNot(can, cannot, () if can or cannot else asked.known(wished))


class _Asked:
    """A wish and what the seat has before its eyes."""

    def __init__(
        self, ruleset: Ruleset[Any], state: Any, seat: Seat, offered: list[Choice], said: str, language: Language
    ) -> None:
        self.ruleset, self.state, self.seat, self.language = ruleset, state, seat, language
        self.offered = offered
        self.said = said.strip()
        self.words = _words(said)
        self.entries = _entries_named(ruleset, self.words, _verbs(ruleset, language), language)
        self.cards = {card.id: card.name for card in ruleset.cards(state, seat, language)}
        self.people = {who for who, name in self.cards.items() if _words(name) and _words(name) <= self.words}

    # ------------------------------------------------------------ which wish

    def wishes(self) -> list[Wish]:
        """The wishes that the words fit best."""
        scored = []
        said = self.words.difference(*self.entries.values()) or self.words
        for wish in wishes(self.ruleset, self.language):
            if self.said in (wish.command, wish.title):
                return [wish]
            title = _words(wish.title)
            score = 3 * len(said & title) + 2 * len(said & (_words(wish.also) - title))
            if score:
                scored.append((score - len(title - said) / 10, wish))
        best = max((score for score, _ in scored), default=0)
        fit = [wish for score, wish in scored if score >= best - 1][:MOST_SHOWN]
        about = (
            [wish for wish in fit if any(named for _, _, named in self._commands(wish.command))] if self.entries else []
        )
        return about or fit

    def known(self, wished: list[Wish]) -> tuple[Wish, ...]:
        """What could be asked for: what the words fit, or all that the seat could ever do itself."""
        return tuple(wished) or tuple(wish for wish in wishes(self.ruleset, self.language) if self._own(wish))

    def _own(self, wish: Wish) -> bool:
        """Whether it is for whoever sits here: referees do what people cannot."""
        return any(self.seat.may_act_for(owner) for owner in self._owners(wish))

    def _owners(self, wish: Wish) -> Iterator[str]:
        for command, _, _ in islice(self._commands(wish.command), 3):
            yield self.ruleset.owner(self.state, command)

    # ------------------------------------------------------------ what does it

    def doable(self, wished: list[Wish]) -> tuple[Doable, ...]:
        """The choices that are it: of the wished commands, and about what was named."""
        tags = {wish.command for wish in wished}
        texts = [(choice, self._whole_text(choice)) for choice in self.offered]
        named = frozenset().union(*(_words(self.cards[who]) for who in self.people), *self.entries.values())
        found = [choice for choice, text in texts if choice.command in tags and named <= _words(text)]
        return (*islice(self._aims(wished), MOST_AIMS), *map(self._told, found))[:MOST_SHOWN]

    def worded_so(self) -> tuple[Doable, ...]:
        """The choices that have all the words, whatever they do."""
        if not self.words:
            return ()
        found = (choice for choice in self.offered if self.words <= _words(self._whole_text(choice)))
        return tuple(self._told(choice) for choice in islice(found, MOST_SHOWN))

    def _told(self, choice: Choice) -> Doable:
        text = label_text(self.ruleset, self.state, choice.label, self.language)
        about = tuple(str(value) for name, value in choice.fixed.items() if name != "who")
        return Doable(choice.id, text, bool(choice.parameters), about=about)

    def _aims(self, wished: list[Wish]) -> Iterator[Doable]:
        """What takes many commands and one word: those that the words fit."""
        wanted = self.words or frozenset().union(*(_words(wish.title) for wish in wished))
        for aim in self.ruleset.aims(self.state, self.seat):
            text = label_text(self.ruleset, self.state, aim.label, self.language)
            if wanted and wanted <= _words(text):
                yield Doable(aim.id, text, aim=True)

    def _whole_text(self, choice: Choice) -> str:
        """A choice in words with all that it lets one choose from."""
        labels = (choice.label, *(pick.label for parameter in choice.parameters for pick in parameter.picks))
        return " ".join(label_text(self.ruleset, self.state, label, self.language) for label in labels)

    # ------------------------------------------------------------ what forbids it

    def forbidden(self, wished: list[Wish]) -> Iterator[Forbidden]:
        """What the rules say to each wish, each reason once; those about what was named come first."""
        by_title = {wish.title: self._sorted(wish) for wish in wished}
        own = any(refusal.code != NOT_YOURS for refusals in by_title.values() for refusal in refusals)
        told: set[str] = set()
        for title, refusals in by_title.items():
            for refusal in refusals:
                why = explain_refusal(self.ruleset, self.state, refusal, self.language)
                if why.sentence not in told and (refusal.code != NOT_YOURS or not own):
                    told.add(why.sentence)
                    yield Forbidden(title, why)

    def _sorted(self, wish: Wish) -> list[Refusal]:
        """What the rules say to a wish, each kind of reason once, those first that say most."""
        found: dict[str, Refusal] = {}
        for refusal in self._refusals(wish):
            found.setdefault(refusal.code, refusal)
        helpful = [refusal for refusal in found.values() if not _of_no_help(refusal)]
        return helpful or list(found.values())

    def _refusals(self, wish: Wish) -> Iterator[Refusal]:
        others = False
        for command, vague, _ in self._commands(wish.command):
            owner = self.ruleset.owner(self.state, command)
            if not self.seat.may_act_for(owner):
                others = others or owner == REFEREE_ONLY
                continue
            others = False
            refusal = self.ruleset.may_begin(self.state, command) or refusal_of(
                partial(self.ruleset.decide, self.state, command)
            )
            if refusal is not None and not (vague and "" in refusal.values.values()):
                yield refusal
        if others:
            yield Refusal(NOT_YOURS, {"who": f"@{REFEREE_ONLY}"})

    def _commands(self, tag: str) -> Iterator[tuple[Command, bool, bool]]:
        """The command, filled in all ways that the seat could.

        Whether something of it could only be left empty, and whether it is about an entry that the words name.
        """
        kind = next(kind for kind in self.ruleset.command_types if kind.__struct_config__.tag == tag)
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        hints = get_type_hints(kind)
        pools: dict[str, list[object]] = {}
        vague = False
        for name, field in fields.items():
            needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
            pool = self._pool(kind, name, hints[field.name])
            if not pool and needed and hints[field.name] is str:
                pool, vague = [""], True
            if not pool and needed:
                return
            if pool and (needed or self._is_named(pool)):
                pools[name] = pool
        for values in islice(product(*pools.values()), MOST_TRIES):
            named = any(value in self.entries for value in values)
            try:
                yield self.ruleset.command({"type": tag, **dict(zip(pools, values, strict=True))}), vague, named
            except msgspec.ValidationError:
                continue

    def _is_named(self, pool: list[object]) -> bool:
        return any(value in self.entries or value in self.people for value in pool)

    def _pool(self, kind: type[Command], name: str, hint: Any) -> list[object]:
        """What a field may be filled with: what was named, then what the seat's own choices and cards hold."""
        if get_origin(hint) is Literal:
            return list(get_args(hint))
        if hint is bool:
            return [False]
        if hint is int:
            return [1]
        if hint is not str:
            return []
        same = [
            value for value in self._offered_values(str(kind.__struct_config__.tag), name) if isinstance(value, str)
        ]
        if name == "who":
            own = [who for who in self.cards if self.seat.may_act_for(who)] or sorted(self.seat.controls)
            return [*([who for who in own if who in self.people] or own)]
        people = [who for who in self.cards if who in self.people]
        named = [entry for entry in self._entries_for(name) if entry in same] or self._entries_for(name)
        if name in AIMED_AT:
            return [*(people or dict.fromkeys([*same, *self.cards]))]
        return [*(named or [value for value in same if value in self.people] or dict.fromkeys(same))]

    def _entries_for(self, name: str) -> list[str]:
        """The named entries that a field may hold: of the kind that it is called after, where there is such a kind."""
        kinds = [kind for kind, _, _ in _names(self.ruleset, self.language) if kind.startswith(name)]
        own = {entry for kind, entry, _ in _names(self.ruleset, self.language) if kind in kinds}
        return [entry for entry in self.entries if not kinds or entry in own]

    def _offered_values(self, tag: str, name: str) -> Iterator[object]:
        """What the choices of the seat have under the same name, those of the same command first."""
        for choice in sorted(self.offered, key=lambda one: one.command != tag):
            if name in choice.fixed:
                yield choice.fixed[name]
            for parameter in choice.parameters:
                if parameter.name == name:
                    yield from (pick.value for pick in parameter.picks)


def _of_no_help(refusal: Refusal) -> bool:
    """Whether a refusal only says that a value was none: another way to fill the wish says more."""
    return (
        not refusal.rules
        and bool(refusal.values)
        and not any(str(value)[:1] == "@" for value in refusal.values.values())
    )


def _words(text: str) -> frozenset[str]:
    """The stems of a text's words, without accents and without those that say nothing."""
    kept = (word for word in slug(text).split("-") if len(word) >= SHORT and word not in _EMPTY)
    return frozenset(_ENDING.sub("", word)[:STEM] for word in kept)


_EMPTY: Final = frozenset(
    word for language in LANGUAGES for word in slug(TEXTS.say(language, "why_not.little_words")).split("-")
)
"""Words of a question that no wish is known by."""


def _entries_named(
    ruleset: Ruleset[Any], words: frozenset[str], verbs: frozenset[str], language: Language
) -> Mapping[str, frozenset[str]]:
    """The entries of the books whose whole names the words hold, longest first, with the words of each.

    After a name of one word come some that hold it among others: who says "sword" may mean a short one. A lone word
    that is also a verb of some wish names nothing.
    """
    whole: dict[str, frozenset[str]] = {}
    names = [(entry, held) for _, entry, held in _names(ruleset, language) if not (len(held) == 1 and held <= verbs)]
    for name, held in sorted(names, key=lambda item: -len(item[1])):
        if held <= words and not any(held < other for other in whole.values()):
            whole[name] = held
    lone = frozenset().union(*(held for held in whole.values() if len(held) == 1))
    partly = ((name, held & words) for name, held in names if held & lone and not held <= words)
    return {**whole, **dict(islice(partly, MOST_SHOWN))}


@lru_cache(maxsize=32)
def _verbs(ruleset: Ruleset[Any], language: Language) -> frozenset[str]:
    """The first words of all wishes: what is done, not what it is done with."""
    firsts = (slug(wish.title).split("-")[0] for wish in wishes(ruleset, language))
    return frozenset().union(*map(_words, firsts))


@lru_cache(maxsize=32)
def _names(ruleset: Ruleset[Any], language: Language) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Every entry of a game's books that has a name: its kind, its id, and the words of its name."""
    books = ruleset.books()
    if books is None:
        return ()
    found = ((kind, name, _words(said)) for kind, name, said in books.entry_names(language))
    return tuple(each for each in found if each[2])

"""A fight in a paragraph: who stood against whom, the turning points round by round, who fell, and how it ended."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from arbitro.play.journal.words import ORDINALS, TEXTS, at, clause, flowing, number, opening, together
from arbitro.text import Language, Name

Namer = Callable[[str], Name]
MOST: Final = 12
"""Turning points that one paragraph bears."""
FALL: Final = 3
GREAT: Final = 2
TURN: Final = 1
"""How much a moment weighs when there are too many."""
LOST: Final = ("dead", "stone")
"""Falls that one does not come back from by oneself."""
WITH_HAND: Final = ("dead", "out")
"""Falls that are told as somebody's deed."""


class Beat(Struct, frozen=True):
    """A moment worth telling."""

    round: int
    weight: int
    text: str


class Fight(Struct):
    """What is remembered of a fight while it lasts."""

    language: Language
    name: Namer
    openers: frozenset[str] = frozenset()
    """Words that lose their capital in the middle of a sentence."""
    sides: dict[str, list[str]] = field(default_factory=dict)
    beats: list[Beat] = field(default_factory=list)
    round: int = 0
    blows: dict[str, int] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    harm: dict[str, int] = field(default_factory=dict)
    """By whoever struck."""
    struck: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Who was hit last by whom, in which round."""
    down: dict[str, str] = field(default_factory=dict)
    """Who is out of it, and how."""

    # ------------------------------------------------------------ while it lasts

    def join(self, side: str, members: tuple[str, ...]) -> None:
        """Somebody takes part."""
        known = self.sides.setdefault(side, [])
        known += [each for each in members if each not in known]

    def blow(self, who: str, whom: str, *, hit: bool) -> None:
        """An attack."""
        self.blows[who] = self.blows.get(who, 0) + 1
        if hit:
            self.hits[who] = self.hits.get(who, 0) + 1
            self.struck[whom] = (who, self.round)

    def wound(self, whom: str, amount: int) -> None:
        """Somebody is hurt; by whoever hit them last in this round."""
        by = self.hand(whom)
        if by:
            self.harm[by] = self.harm.get(by, 0) + amount

    def hand(self, whom: str) -> str:
        """Whose blow somebody felt last in this round."""
        by, when = self.struck.get(whom, ("", -1))
        return by if when == self.round else ""

    def fall(self, who: str, how: str, told: str) -> None:
        """Somebody is out of it."""
        self.down[who] = how
        by = self.hand(who) if how in WITH_HAND else ""
        if by and by != who:
            text = TEXTS.say(self.language, f"fight.by_{how}", by=self.name(by), who=self.name(who))
        else:
            text = clause(told) or TEXTS.say(self.language, "fight.falls", who=self.name(who))
        self.beats.append(Beat(self.round, FALL, text))

    def rise(self, who: str, told: str) -> None:
        """Somebody is back."""
        if self.down.pop(who, None) is not None and told:
            self.turn(told, FALL)

    def turn(self, told: str, weight: int = TURN) -> None:
        """A turning point."""
        text = clause(told)
        if text and (not self.beats or self.beats[-1].text != text):
            self.beats.append(Beat(self.round, weight, text))

    # ------------------------------------------------------------ afterwards

    def tell(self, how: str, winners: tuple[str, ...], told: str) -> list[str]:
        """The fight in sentences, once it is over; `told` is the game's own last word, for an end of its own kind."""
        return [
            text for text in (self._between(), *self._rounds(), self._best(), self._end(how, winners, told)) if text
        ]

    def _between(self) -> str:
        if len(self.sides) < 2:
            members = together((self.name(each) for side in self.sides.values() for each in side), self.language)
            return TEXTS.say(self.language, "fight.against", members=members) if members else ""
        shown = [self._side(side, members) for side, members in self.sides.items()]
        return TEXTS.say(self.language, "fight.between", first="; ".join(shown[:-1]), last=shown[-1])

    def _side(self, side: str, members: list[str]) -> str:
        called, names = flowing(str(self.name(side)), self.openers), together(map(self.name, members), self.language)
        if called in ("", side):
            return names
        return names if not names or called == names else f"{called} ({names})"

    def _rounds(self) -> list[str]:
        kept = self.beats
        if len(kept) > MOST:
            chosen = sorted(range(len(kept)), key=lambda at: (-kept[at].weight, at))[:MOST]
            kept = [kept[at] for at in sorted(chosen)]
        rounds: dict[int, list[str]] = {}
        for beat in kept:
            rounds.setdefault(beat.round, []).append(beat.text)
        found = []
        for count, texts in rounds.items():
            beats = "; ".join(flowing(text, self.openers) for text in texts)
            if not count:
                found.append(f"{opening(beats)}.")
            elif count <= ORDINALS:
                shown = at(count, self.language)
                found.append(opening(TEXTS.say(self.language, "fight.round", at=shown, beats=beats)))
            else:
                found.append(TEXTS.say(self.language, "fight.late_round", round=count, beats=beats))
        return found

    def _best(self) -> str:
        """Who struck hardest, where anybody struck more than once."""
        best = max(self.harm, key=lambda who: (self.harm[who], who), default="")
        hits = self.hits.get(best, 0)
        if hits < 2:
            return ""
        return TEXTS.say(
            self.language,
            "fight.best",
            who=self.name(best),
            hits=number(hits, self.language),
            blows=number(self.blows[best], self.language),
        )

    def _end(self, how: str, winners: tuple[str, ...], told: str) -> str:
        none = "fight.unnumbered" if self.beats else "fight.no_round"
        key = {0: none, 1: "fight.one_round"}.get(self.round, "fight.rounds")
        rounds = TEXTS.say(self.language, key, number=number(self.round, self.language))
        if how not in ("won", "nobody"):
            return told if how == "told" else TEXTS.say(self.language, f"fight.{how}", rounds=rounds)
        if how == "nobody" or not winners:
            return TEXTS.say(self.language, "fight.nobody", rounds=rounds)
        names = flowing(together(map(self.name, winners), self.language), self.openers)
        return TEXTS.say(self.language, "fight.won", rounds=rounds, winners=names)

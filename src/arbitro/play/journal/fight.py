"""A fight in a paragraph: who came, the turning points round by round, who fell to whom, and how it ended."""

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from arbitro.play.journal.words import (
    NUMBERED,
    ORDINALS,
    TEXTS,
    Voice,
    at,
    clause,
    flowing,
    number,
    together,
)
from arbitro.text import Name, capital

Namer = Callable[[str], Name]
MOST: Final = 7
"""Turning points that one paragraph bears."""
AT_ONCE: Final = 3
"""Turning points that one sentence bears where nobody counts rounds."""
FALL: Final = 3
GREAT: Final = 2
TURN: Final = 1
"""How much a moment weighs when there are too many."""
LOST: Final = ("dead", "stone")
"""Falls that one does not come back from by oneself."""
WITH_HAND: Final = ("dead", "out")
"""Falls that are told as somebody's deed."""
MANY: Final = 5
"""Names that are too many for one sentence."""
WORTH_PRAISE: Final = 3
"""Blows home that are worth a word."""


class Beat(Struct):
    """A moment worth telling: of a kind that is told of several together, or in words of its own."""

    round: int
    weight: int
    text: str = ""
    kind: str = ""
    """A key for what happened to `who` (by the hand of `by`)."""
    by: str = ""
    who: list[str] = field(default_factory=list)


class Fight(Struct):
    """What is remembered of a fight while it lasts."""

    voice: Voice
    name: Namer
    own: frozenset[str]
    """The party: whose blows are praised, and whose wounds are told."""
    openers: frozenset[str] = frozenset()
    """Words that lose their capital in the middle of a sentence."""
    announced: bool = False
    """Whether it has just been told who is met here."""
    sides: dict[str, list[str]] = field(default_factory=dict)
    beats: list[Beat] = field(default_factory=list)
    round: int = 0
    actor: str = ""
    """Who acted last without a blow of their own being told."""
    blows: dict[str, int] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    struck: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Who was hit last by whom, in which round."""
    down: dict[str, str] = field(default_factory=dict)
    """Who is out of it, and how."""

    # ------------------------------------------------------------ while it lasts

    def join(self, side: str, members: tuple[str, ...]) -> None:
        """Somebody takes part."""
        known = self.sides.setdefault(side, [])
        known += [each for each in members if each not in known]

    def act(self, who: str) -> None:
        """Somebody acts; what falls next is their doing, until somebody else does something."""
        self.actor = who

    def breathe(self) -> None:
        """Another entry of the log begins: what one of the enemy did before it is over."""
        if self.actor not in self.own:
            self.actor = ""

    def blow(self, who: str, whom: str, *, hit: bool) -> None:
        """An attack."""
        self.actor = ""
        self.blows[who] = self.blows.get(who, 0) + 1
        if hit:
            self.hits[who] = self.hits.get(who, 0) + 1
            self.struck[whom] = (who, self.round)

    def hand(self, whom: str) -> str:
        """Whose blow somebody felt last in this round, or who acted last, if that was the other side."""
        by, when = self.struck.get(whom, ("", -1))
        if when == self.round:
            return by
        return self.actor if (self.actor in self.own) != (whom in self.own) else ""

    def fall(self, who: str, how: str, told: str) -> None:
        """Somebody is out of it."""
        self.down[who] = how
        by = self.hand(who) if how in WITH_HAND else ""
        kind = f"fall.by_{how}" if by and by != who else f"fall.{how}"
        if not self.voice.knows(kind):
            self.beats.append(Beat(self.round, FALL, clause(told)))
            return
        self._add(FALL, kind, by if by != who else "", who)

    def rise(self, who: str) -> None:
        """Somebody is back."""
        if self.down.pop(who, None) is not None:
            self._add(FALL, "fight.up", "", who)

    def great(self, who: str, whom: str) -> None:
        """A blow beyond the common, given or taken by one of the party."""
        self._add(GREAT, "fight.great", who, whom)

    def befalls(self, kind: str, who: str) -> None:
        """Something of a kind that is told of several together."""
        self._add(TURN, kind, "", who)

    def turn(self, told: str, weight: int = TURN) -> None:
        """A turning point in the game's words; the same is told once."""
        text = self._short(clause(told))
        if text and all(beat.text != text for beat in self.beats):
            self.beats.append(Beat(self.round, weight, text))

    def _short(self, text: str) -> str:
        """A sentence in which a long list of the party is no list any more."""
        names = "|".join(re.escape(self.name(each)) for each in self.own)
        many = rf"(?:{names})(?:, (?:{names})){{{MANY - 1},}}"
        return re.sub(many, TEXTS.say(self.voice.language, "fight.many"), text) if names else text

    def _add(self, weight: int, kind: str, by: str, who: str) -> None:
        for beat in self.beats:
            if (beat.round, beat.kind, beat.by) == (self.round, kind, by):
                beat.who += [who] if who not in beat.who else []
                return
        self.beats.append(Beat(self.round, weight, "", kind, by, [who]))

    # ------------------------------------------------------------ afterwards

    def tell(self, how: str, winners: tuple[str, ...], told: str) -> list[str]:
        """The fight in sentences, once it is over; `told` is the game's own last word, for an end of its own kind."""
        parts = (self._between(), *self._rounds(), self._best(), self._end(how, winners, told))
        return [capital(text) for text in parts if text]

    def _between(self) -> str:
        if self.announced:
            return ""
        foes = [each for members in self.sides.values() for each in members if each not in self.own]
        ours = any(each in self.own for members in self.sides.values() for each in members)
        if len(self.sides) < 2 or ours:
            members = self._names(foes)
            return self.voice.say("fight.against", members=members) if members else ""
        shown = [self._side(side, members) for side, members in self.sides.items()]
        return self.voice.say("fight.between", first="; ".join(shown[:-1]), last=shown[-1])

    def _side(self, side: str, members: list[str]) -> str:
        called, names = flowing(str(self.name(side)), self.openers), self._names(members)
        if called in ("", side):
            return names
        return names if not names or called == names else f"{called} ({names})"

    def _names(self, members: list[str]) -> str:
        return together(map(self.called, members), self.voice.language)

    def called(self, who: str) -> Name:
        """What somebody is called here: the only one of a kind needs no number."""
        name = self.name(who)
        found = NUMBERED.fullmatch(name)
        if found is None:
            return name
        alike = [NUMBERED.fullmatch(self.name(each)) for members in self.sides.values() for each in members]
        if sum(each is not None and each["name"] == found["name"] for each in alike) > 1:
            return name
        return Name(found["name"], name.gender)

    def _rounds(self) -> list[str]:
        kept = [beat for beat in self.beats if not self._outdone(beat)]
        if len(kept) > MOST:
            chosen = sorted(range(len(kept)), key=lambda at: (-kept[at].weight, at))[:MOST]
            kept = [kept[at] for at in sorted(chosen)]
        rounds: dict[int, list[str]] = {}
        for beat in kept:
            rounds.setdefault(beat.round, []).append(flowing(self._words(beat), self.openers))
        found: list[str] = []
        for count, texts in rounds.items():
            if not count:
                found += [f"{'; '.join(texts[first : first + AT_ONCE])}." for first in range(0, len(texts), AT_ONCE)]
                continue
            beats = "; ".join(texts)
            if count <= ORDINALS:
                key = "fight.next" if any(round_ and round_ < count for round_ in rounds) else "fight.round"
                found.append(TEXTS.say(self.voice.language, key, at=at(count, self.voice.language), beats=beats))
            else:
                found.append(TEXTS.say(self.voice.language, "fight.late_round", round=count, beats=beats))
        return found

    def _outdone(self, great: Beat) -> bool:
        """Whether a great blow is no news, because it was the last that somebody took."""
        fell = [beat for beat in self.beats if beat.round == great.round and beat.kind.startswith("fall.by_")]
        return great.weight == GREAT and any(beat.by == great.by and set(great.who) <= set(beat.who) for beat in fell)

    def _words(self, beat: Beat) -> str:
        if not beat.kind:
            return beat.text
        who: str = self._names(beat.who)
        if len(beat.who) == 1:
            who = self.called(beat.who[0])
        return self.voice.say(beat.kind, who=who, n=len(beat.who), by=self.called(beat.by) if beat.by else "")

    def _best(self) -> str:
        """Who of the party struck home most often, where anybody did so again and again."""
        best = max((who for who in self.hits if who in self.own), key=lambda who: (self.hits[who], who), default="")
        hits = self.hits.get(best, 0)
        if hits < WORTH_PRAISE:
            return ""
        language = self.voice.language
        shown = {"hits": number(hits, language), "blows": number(self.blows[best], language)}
        return self.voice.say("fight.best", who=self.name(best), **shown)

    def _end(self, how: str, winners: tuple[str, ...], told: str) -> str:
        language = self.voice.language
        none = "fight.unnumbered" if self.beats else "fight.no_round"
        key = {0: none, 1: "fight.one_round"}.get(self.round, "fight.rounds")
        rounds = TEXTS.say(language, key, number=number(self.round, language))
        if how not in ("won", "nobody"):
            return told if how == "told" else self.voice.say(f"fight.{how}", rounds=rounds)
        if how == "nobody" or not winners:
            return TEXTS.say(language, "fight.nobody", rounds=rounds)
        names = flowing(self._names(list(winners)), self.openers)
        return self.voice.say("fight.won", rounds=rounds, winners=self.name(winners[0]) if len(winners) == 1 else names)

"""Encounters for a party: judged by the game's own text and by the odds, side by side; or built as hard as is asked.

Where the text of a game has a budget, foes are drawn by lot within it. Where it has none, who comes is drawn from the
tables of wanderers, and the odds say how many of them make it as hard as that.
"""

from collections.abc import Callable, Iterator
from html import escape
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds, html_table, worded
from arbitro.chances.asking import Budget, fight_odds, fight_of
from arbitro.chances.bout import Bout
from arbitro.chances.building import OwnFight, campaign_of, put_together, sheets
from arbitro.chances.measures import family
from arbitro.chances.outcome import TEXTS, EncounterBook, EncounterWorth, Foes, reading_of
from arbitro.chances.sampled import Stop, sample
from arbitro.chances.work import ALONE, FightWork
from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import game_inside
from arbitro.play.opening import known_game
from arbitro.text import Fault, Language, Words, number_text

BANDS: Final = ((0.9, "easy"), (0.75, "average"), (0.6, "hard"), (0.4, "very_hard"), (0.0, "hopeless"))
"""How hard a fight is by the chance that the party wins: from so much on."""
GOALS: Final = {"easy": 0.95, "average": 0.82, "hard": 0.67, "very_hard": 0.5}
"""By the odds, the chance of victory that each difficulty is built for."""
LOOKS: Final = (10, 20, 40, 80)
"""After so many fights each a number is looked at: most are seen at once to lie on one side of the goal."""
ENOUGH: Final = Budget(fights=300, width=0.1, situations=300)
"""What a judgement is worth where nobody says."""
BUILT: Final = replace(ENOUGH, width=0.2)
"""What each of those is worth that are built: who wants one of them surer has it judged."""
MOST_ALIKE: Final = 24
"""Of one kind no more than this are tried."""
NEAR: Final = 0.12
"""How far from the goal a number may be that is still proposed."""
TRIES: Final = 12
"""So many draws for each proposal: kinds that are too strong alone, or too weak by the dozen, are passed over."""
SHOWN: Final = ("wins", "nobody_wins", "falls", "rounds", "left")
"""The measures of an encounter that are told, in this order; programs are given all of them."""


def band(chance: float) -> str:
    """How hard a fight is that is won so often.

    >>> band(0.95), band(0.7), band(0.1)
    ('easy', 'hard', 'hopeless')
    """
    return next(name for least, name in BANDS if chance >= least)


class JudgedEncounter(Struct, frozen=True, kw_only=True):
    """An encounter: who is met, what the text makes of it, and what the odds say."""

    fight: OwnFight
    title: Phrase
    people: tuple[str, ...]
    """The party, by their ids."""
    worth: EncounterWorth | None
    """By the game's text; None where that has no budget."""
    odds: FightOdds

    @property
    def bands(self) -> tuple[str, ...]:
        """How hard it is by the odds: one step, or two where the interval lies across them."""
        low, high = self.odds.interval
        return tuple(dict.fromkeys((band(high), band(low))))

    def lines(self, language: Language = "en") -> list[str]:
        """The judgement for a person."""
        return [
            TEXTS.say(language, "chances.encounter.title", foes=self.title.in_(language), size=len(self.people)),
            *self._by_the_book(language),
            TEXTS.say(language, "chances.encounter.by_odds", how=self._how_hard(language)),
            *(f"  {name}: {value}" for name, value in self.rows(language)),
            self.odds.found(language),
        ]

    def _how_hard(self, language: Language) -> str:
        return " – ".join(TEXTS.say(language, f"chances.difficulty.{each}") for each in self.bands)

    def _by_the_book(self, language: Language) -> Iterator[str]:
        if self.worth is None:
            yield TEXTS.say(language, "chances.encounter.no_budget")
            return
        yield TEXTS.say(
            language,
            f"chances.encounter.by_{self.worth.source}",
            points=_points(self.worth.points, language),
            budget=_points(self.worth.budget, language),
            how=TEXTS.say(language, f"chances.difficulty.{self.worth.category}"),
            rules=", ".join(self.worth.rules),
        )
        stores = campaign_of(self.fight.game, self.fight.packs).side.stores
        for kind, number, points in self.worth.parts:
            yield f"  {stores.kind_called(kind, 1, language)} × {number}: {_points(points, language)}"
        for kind, remark in self.worth.remarks:
            what = stores.kind_called(kind, 1, language) if kind else ""
            yield f"  {TEXTS.say(language, f'chances.remark.{remark}', what=what)}"
        for name, points in self.worth.adjustments:
            yield f"  {TEXTS.say(language, f'chances.adjusted.{name}')}: {_points(points, language, signed=True)}"

    def rows(self, language: Language = "en") -> list[tuple[str, str]]:
        """What the odds say: who wins, who of the party falls, rounds, what is left; each named and worded."""
        named = [name for kind in SHOWN for name in self.odds.estimates if family(name) == kind and self._ours(name)]
        return [(self.odds.called(name, language), worded(name, self.odds[name], language)) for name in named]

    def _ours(self, name: str) -> bool:
        return family(name) not in ("falls", "dies") or name.partition("/")[2] in self.people

    def as_data(self) -> dict[str, object]:
        """The judgement for a program."""
        worth = self.worth
        return {
            "foes": [{"kind": kind, "count": number} for kind, number in self.fight.foes],
            "party": list(self.people),
            "budget": None
            if worth is None
            else {
                "points": worth.points,
                "budget": worth.budget,
                "category": worth.category,
                "parts": [{"kind": kind, "count": number, "points": value} for kind, number, value in worth.parts],
                "adjustments": dict(worth.adjustments),
                "rules": list(worth.rules),
                "remarks": [{"kind": kind, "remark": remark} for kind, remark in worth.remarks],
            },
            "by_odds": list(self.bands),
            "odds": self.odds.as_data(),
        }

    def _repr_html_(self) -> str:
        rows = self.rows()
        above = "<br>".join(map(escape, self.lines()[: -len(rows) - 1]))
        return f"<p>{above}</p>{html_table(rows)}<p>{escape(self.odds.found())}</p>"


def _points(value: float, language: Language, *, signed: bool = False) -> str:
    sign = "+" if signed and value > 0 else ""
    return sign + number_text(value, language, ".4g")


def judge(
    fight: OwnFight, budget: Budget = ENOUGH, *, seed: str = "1", work: FightWork = ALONE, policy: Any = "suggest"
) -> JudgedEncounter:
    """What the text and the odds make of an encounter; a fault says why it cannot be."""
    ruleset, people = _ruleset(fight), sheets(fight)
    setup = put_together(fight)
    book = reading_of(ruleset.id).encounters
    worth = None if book is None or book.worth is None else book.worth(ruleset, people, fight.foes)
    odds = fight_odds(fight_of(ruleset, setup, policy), budget=budget, seed=seed, work=work)
    ids = tuple(one.id for one in people)
    return JudgedEncounter(fight=fight, title=setup.title, people=ids, worth=worth, odds=odds)


def _ruleset(fight: OwnFight) -> Ruleset[Any]:
    return known_game(game_inside(fight.game)).with_packs(fight.packs)


def difficulties(game: str) -> tuple[str, ...]:
    """What can be asked for when an encounter of a game is built, from the easiest."""
    return _book(game).difficulties


def _book(game: str) -> EncounterBook:
    book = reading_of(known_game(game_inside(game)).id).encounters
    if book is None:
        raise Fault(Words(TEXTS, "chances.encounter.no_book", game=game))
    return book


def build(
    fight: OwnFight,
    difficulty: str,
    count: int = 3,
    budget: Budget = BUILT,
    *,
    seed: str = "1",
    work: FightWork = ALONE,
) -> list[JudgedEncounter]:
    """So many encounters of a difficulty for a party, each another; the foes of `fight` are not looked at.

    The same seed proposes the same ones. Fewer come where the game has no more that fit.
    """
    book = _book(fight.game)
    if difficulty not in book.difficulties:
        raise Fault(
            Words(TEXTS, "chances.encounter.no_difficulty", given=difficulty, known=", ".join(book.difficulties))
        )
    found: dict[Foes, JudgedEncounter] = {}
    for foes in _proposed(book, fight, difficulty, count * TRIES, seed):
        if foes not in found:
            found[foes] = judge(replace(fight, foes=foes), budget, seed=seed, work=work)
        if len(found) == count:
            break
    return list(found.values())


def _proposed(book: EncounterBook, fight: OwnFight, difficulty: str, draws: int, seed: str) -> Iterator[Foes]:
    """Foes that fit, one draw after the other."""
    dice, people = AuditedDice(seed_from_text(f"{seed}/encounters")).play, sheets(fight)
    ruleset = _ruleset(fight)
    tried: set[str] = set()
    for _ in range(draws):
        foes = tuple(sorted(book.drawn(ruleset, people, difficulty, dice)))
        fits = book.worth is not None and foes and book.worth(ruleset, people, foes).category == difficulty
        if book.worth is not None:
            if fits:
                yield foes
            continue
        for kind, _ in foes:
            if kind not in tried:
                tried.add(kind)
                number = _number(fight, kind, GOALS[difficulty], seed)
                if number:
                    yield ((kind, number),)


def _number(fight: OwnFight, kind: str, goal: float, seed: str) -> int:
    """How many of a kind bring the party's chance nearest to a goal; 0 where no number comes near it."""
    ruleset = _ruleset(fight)

    def chance(number: int) -> float:
        return looked_at(fight_of(ruleset, put_together(replace(fight, foes=((kind, number),)))), goal, seed)

    try:
        known = searched(chance, goal, MOST_ALIKE)
    except Fault:
        return 0  # somebody whom nobody can fight
    best = min(known, key=lambda number: (abs(known[number] - goal), number))
    return best if abs(known[best] - goal) <= NEAR else 0


def looked_at(bout: Bout, goal: float, seed: str) -> float:
    """The party's chance, worked out or fought for: the nearer it seems to a goal, the more often."""
    found = fight_odds(bout, budget=Budget(fights=LOOKS[0], width=0.0, situations=0), seed=seed)
    fought = found.sample
    if fought is None:
        return found.estimate
    first = next(iter(found.answer))
    for fights in LOOKS[1:]:
        seen = fought.estimates()[first]
        if not seen.low <= goal <= seen.high:
            break
        fought = sample(bout, seed, Stop(fights=fights), begun=fought)
    return fought.estimates()[first].value


def searched(chance: Callable[[int], float], goal: float, most: int) -> dict[int, float]:
    """Numbers with their chances on the way to where the chance falls below a goal: by doubling, then by halving.

    >>> sorted(searched(lambda number: 1 - number / 20, 0.5, 24))
    [1, 2, 4, 8, 10, 11, 12, 16]
    """
    known = {1: chance(1)}
    low, high = 0, 1
    while known[high] >= goal and high < most:
        low, high = high, min(2 * high, most)
        known[high] = chance(high)
    while high - low > 1:
        middle = (low + high) // 2
        known[middle] = chance(middle)
        low, high = (middle, high) if known[middle] >= goal else (low, middle)
    return known

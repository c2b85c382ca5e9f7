"""Whatever trait, item or power changes a number is named in that number's explanation; what ends is told as it began.

The sweep goes over the registry: every code of a creature's special is either put to work here, or stands on a list
that says why it changes no number that is told.
"""

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from tests.rules.archmage.table import Play, foe, pc, special, sword

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.events import EVENTS
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.power import Named, Rider, Special
from arbitro.rules.archmage.state import Item
from arbitro.text import LANGUAGES, load_catalogue

CHANGES_NO_TOLD_NUMBER = {
    "fearless": "what it does not feel",
    "climb": "where it can be",
    "fly": "where it can be",
    "burst": "damage to others, which names it",
    "flees": "when it goes",
    "pops_free_when_relieved": "where it stands",
    "resist": "its resistances, which explain themselves",
    "crit_kills": "a secret that is told only where it counts",
    "shrug_off_hit": "that a hit is none, in a line of its own",
    "last_stand": "that it stands a while longer, in a line of its own",
    "spawn": "who rises",
    "howl": "a boost, which names it",
    "split": "what each half has, in a line of its own with its sum",
    "sprout": "what it has after growing, in a line of its own with its sum",
    "regenerate": "what it heals, in a line of its own",
    "incorporeal": "where it can go",
    "answer_fumble": "an attack of its own",
    "cold_escalation": "how high the die stands, in a line of its own",
    "dying_strike": "an attack of its own",
    "immune": "what does not begin",
    "mist": "that it does not fall",
    "fear": "a condition",
    "shrug_conditions": "the price, in a line of its own",
    "dissolve": "an attack of its own each turn",
    "silent": "what others need to hear it, which is the referee's",
    "swarm_attack": "only for creatures that the referee wants worse; as the pack",
}


SILENT = {
    "joined": "all their numbers, for their side; `appeared` tells what is seen",
    "turn_ended": "the turn that follows is told",
    "actions_spent": "what was done with them is told",
    "asked": "what waits for an answer; the question itself is put",
    "answered": "what follows from the answer is told",
    "power_used": "a count for its owner; the use itself is told",
    "ongoing_ticked": "that the doubling is used up; the damage is told",
    "replaced": "all their numbers, for their side; the special that changed them is told",
}
"""The only kinds of events without a line, and why."""


class Faces:
    """Dice that always show the same: the d20 as wanted, all others 2."""

    def __init__(self, natural: int) -> None:
        self.natural, self.thrown = natural, 0

    def roll(self, sides: int, _purpose: str = "", /) -> Die:
        self.thrown += 1
        return Die(sides, self.natural if sides == 20 else 2, self.thrown)

    def stream(self, _name: str, /) -> "Faces":
        return self


def only(play: Play, kind: Any) -> Any:
    (found,) = (each for each in play.events if type(each) is kind)
    return found


def struck(play: Play, command: Any, natural: int) -> Play:
    resolved = play.game.decide(play.state, command, Faces(natural))
    assert not isinstance(resolved, Refusal), resolved
    play.events, play.state = resolved.events, resolved.state
    return play


def facing(play: Play, one: Special, mine: Any = None, **more: Any) -> Play:
    """Ada and an orc with a special in melee, with a friend of the orc's beside; it is Ada's turn, or the orc's."""
    people = [mine or pc("ada", hp=99), foe("orc", hp=99, specials=(one,), **more), foe("two", hp=99)]
    play.begin(*people, first="ada")
    return play.engage("ada", "orc").engage("ada", "two")


def _by_orc(natural: int, **ada: Any) -> Callable[[Play, Special], Play]:
    def work(play: Play, one: Special) -> Play:
        facing(play, one).change("ada", **ada).until("orc")
        return struck(play, c.Attack("orc", "strike", "ada"), natural)

    return work


def _on_orc(natural: int, attack: Any = None) -> Callable[[Play, Special], Play]:
    def work(play: Play, one: Special) -> Play:
        mine = pc("ada", attack or sword(damage_ability=None), hp=99, abilities={"str": 20})
        facing(play, one, mine)
        return struck(play, c.Attack("ada", mine.attacks[0].id, "orc"), natural)

    return work


def _disengage(play: Play, one: Special) -> Play:
    facing(play, one).until("orc")
    return struck(play, c.Disengage("orc"), 15)


VULNERABLE = (Affliction("vulnerable", "two"),)
AT_WORK: dict[str, tuple[type[Event], Special, Callable[[Play, Special], Play]]] = {
    "pack_attack": (e.AttackRolled, special("pack_attack", value=2, most=4), _by_orc(15)),
    "attack_bonus": (e.AttackRolled, special("attack_bonus", value=4), _by_orc(15, hp=5)),
    "bonus_damage": (e.DamageDealt, special("bonus_damage", value=4), _by_orc(15, afflictions=VULNERABLE)),
    "crit_range": (e.AttackRolled, special("crit_range", value=3), _by_orc(18)),
    "soak_weapon": (e.DamageDealt, special("soak_weapon", amount=Amount(1, 6)), _on_orc(15)),
    "crit_triple_taken": (e.DamageDealt, special("crit_triple_taken"), _on_orc(20)),
    "no_miss_damage": (e.DamageDealt, special("no_miss_damage"), _on_orc(2, sword(miss_level=True))),
    "disengage_bonus": (e.SaveRolled, special("disengage_bonus", value=5), _disengage),
}


NAMED = {"no_miss_damage": "note"}
"""Where the note itself names the special."""


def test_every_special_changes_a_number_or_says_why_not() -> None:
    codes = set(get_args(get_type_hints(Special)["code"]))
    assert set(AT_WORK) | set(CHANGES_NO_TOLD_NUMBER) == codes
    assert not set(AT_WORK) & set(CHANGES_NO_TOLD_NUMBER)


@pytest.mark.rule("AE-ATK-06", "AE-STACK-01", "AE-CRIT-03", "AE-CRIT-04", "AE-MISS-01", "AE-COND-11")
@pytest.mark.parametrize("code", AT_WORK)
def test_a_special_that_changes_a_number_is_named(game: Archmage, code: str) -> None:
    kind, one, work = AT_WORK[code]
    play = work(Play(game), one)
    event = next(each for each in play.events if type(each) is kind)
    for language in LANGUAGES:
        lines = explain(game, play.state, event, language).numbers
        assert any(str(game.texts.find(language, f"{NAMED.get(code, 'special')}.{code}")) in line for line in lines), (
            lines
        )


@pytest.mark.rule("AE-STACK-02", "AE-ESC-02")
def test_magic_items_and_the_escalation_die_are_named(game: Archmage) -> None:
    item = Item(Named("Lama gelida", "Frost blade"), "attack", 1)
    damage = Item(Named("Lama gelida", "Frost blade"), "damage", 1)
    play = facing(Play(game), special("fly"), pc("ada", hp=99, items=(item, damage))).set(escalation=3)
    struck(play, c.Attack("ada", "sword", "orc"), 15)
    (rolled,) = explain(game, play.state, only(play, e.AttackRolled), "en").numbers
    assert "+1 magic item (Frost blade)" in rolled
    assert "+3 escalation die" in rolled
    thrown = explain(game, play.state, only(play, e.DamageRolled), "it").numbers[0]
    assert "+1 oggetto magico (Lama gelida)" in thrown


@pytest.mark.rule("AE-DEF-01", "AE-COND-08", "AE-RECOVERY-06")
def test_a_defence_says_what_it_is_made_of_to_those_who_may_know(game: Archmage) -> None:
    play = facing(Play(game), special("fly")).change("orc", afflictions=(Affliction("weakened", "ada"),))
    struck(play, c.Attack("ada", "sword", "orc"), 15)
    event = only(play, e.AttackRolled)
    assert "(Armour Class: 16 base -4 weakened)" in explain(game, play.state, event, "en").numbers[0]
    shown = shown_to(game, play.state, event, Seat("ada", "player", ("ada",)))
    assert shown is not None
    assert "weakened" not in explain(game, play.state, shown, "en").numbers[0]


@pytest.mark.rule("AE-ATK-06", "AE-SEQ-02")
def test_a_bonus_that_runs_out_is_told(game: Archmage) -> None:
    boost = do.Boost(Amount(plus=2), "source", "self", stat="ac")
    mine = pc("ada", sword(riders=(Rider((boost,), outcome="hit"),)), hp=99)
    play = facing(Play(game), special("fly"), mine)
    struck(play, c.Attack("ada", "sword", "orc"), 19)
    assert only(play, e.Boosted).boost.value == 2
    play.events = []
    while not any(type(each) is e.RanOut for each in play.events):
        struck(play, c.EndTurn(play.fight.current), 10)
    said = [tell(game, play.state, each, "en") for each in play.events if type(each) is e.RanOut]
    assert said == ["No longer in force for ada: +2 (AC)."]


def test_every_kind_of_event_has_a_line_or_a_reason_to_have_none() -> None:
    for language in LANGUAGES:
        texts = load_catalogue("arbitro.rules.archmage", language)
        for event in EVENTS:
            beginning = f"event.{tag_of(event)}"
            told = any(key == beginning or key.startswith(f"{beginning}.") for key in texts)
            assert told != (tag_of(event) in SILENT), tag_of(event)

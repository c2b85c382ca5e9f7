"""What is told of fights: no word of the program in a sentence, no reason left out."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, found, only, sixes, someone, weapon
from tests.rules.whitebox.people.camp import Camp, draft
from tests.rules.whitebox.powers.den import beast, hero

from arbitro.dice.stream import Die, ScriptedDice
from arbitro.kernel.explain import explain
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.ruling import held_against
from arbitro.kernel.sentence import tell
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import EndFight, JudgeSurprise, SaveWord
from arbitro.rules.whitebox.events import (
    DamageDealt,
    Fell,
    FightEnded,
    MoraleDue,
    MoraleMoment,
    PerilSettled,
    SurpriseRolled,
)
from arbitro.rules.whitebox.exploring.events import Captured, MeetingSurprise, Reminder
from arbitro.rules.whitebox.exploring.state import FOES_SIDE
from arbitro.rules.whitebox.people.battle import come_home
from arbitro.rules.whitebox.people.commands import Grant, PartyFight, Rest, UseUp
from arbitro.rules.whitebox.people.events import CameHome, ItemSpent, Rested
from arbitro.rules.whitebox.powers.events import FactsTold, WeaponRuined
from arbitro.rules.whitebox.rounds import SETTLES, end_if_decided
from arbitro.rules.whitebox.special import Surprising
from arbitro.rules.whitebox.state import Condition
from arbitro.rules.whitebox.terms import Danger

BOX = ("whitebox", "infausta")
GIFTED = sorted(
    {
        (name, special.chance)
        for name, monster in RULES.content.monsters.items()
        for special in monster.specials
        if isinstance(special, Surprising) and not special.where
    }
)


@pytest.mark.rule("WB-SAVE-02", "WB-SAVE-09")
@pytest.mark.parametrize("game", BOX)
@pytest.mark.parametrize("word", [*get_args(SaveWord), *get_args(Danger), "single"])
def test_the_referees_word_on_a_danger_is_told_in_the_readers_language(game: str, word: str) -> None:
    ruleset = find_ruleset(game)
    state = Arena(someone("a"), someone("b", "B"), surprise_method="judgement").state
    key = f"save_word.{word}" if word in get_args(SaveWord) else f"danger.{word}"
    for language in ("it", "en"):
        said = tell(ruleset, state, PerilSettled("a", word), language)
        assert said.endswith(f": {ruleset.texts.say(language, key)}.")


@pytest.mark.rule("WB-MORALE-02", "WB-MORALE-03")
@pytest.mark.parametrize("why", get_args(MoraleMoment))
def test_morale_calls_nobody_a_foe_whose_side_it_does_not_know(why: str) -> None:
    state = Arena(someone("a"), someone("b", "B"), surprise_method="judgement").state
    lines = {language: tell(RULES, state, MoraleDue("b", why), language) for language in ("it", "en")}
    assert "nemic" not in lines["it"]
    assert "foe" not in lines["en"]


@pytest.mark.rule("WB-SURPRISE-02")
@pytest.mark.parametrize(("monster", "chance"), GIFTED)
def test_a_better_chance_to_surprise_says_whence_it_comes(monster: str, chance: int) -> None:
    arena = Arena(hero("a"), beast(monster, "w"), dice=(d6(6), d6(6), d6(6), d6(1)))
    needed = {event.who: event for event in found(arena.events, SurpriseRolled)}
    gifted, plain = needed["A"], needed["B"]
    (told,) = gifted.sums()
    assert (told.total, [part.amount for part in told.parts]) == (chance, [2, chance - 2])
    assert all(part.rule and RULES.texts.find("it", f"note.{part.note}") for part in told.parts)
    assert len(explain(RULES, arena.state, gifted, "it").numbers) == 2
    assert plain.sums() == ()


@pytest.mark.rule("WB-SURPRISE-02")
def test_whoever_may_not_know_the_chance_is_told_no_part_of_it() -> None:
    check = held_against((Die(6, 3, 0),), (), "<=", 4, "surprise")
    for kind in (MeetingSurprise, SurpriseRolled):
        assert len(kind("A", check, True).sums()) == 1
        assert kind("A", check.bare(), True).sums() == ()


@pytest.mark.rule("WB-DEATH-01")
@pytest.mark.parametrize("hurt", [True, False])
@pytest.mark.parametrize("condition", get_args(Condition))
def test_nobody_walks_out_of_a_fight_who_cannot(condition: Condition, hurt: bool) -> None:
    """Whatever has become of somebody: the dead are not told of again, and stone has no hit points.

    Of those who are as they were when it began there is nothing to tell.
    """
    camp = Camp(draft("aldo"), draft("bice"))
    camp.do(PartyFight((someone("orc", "foes", hp=8, at=10),)), *sixes(3), *sixes(6, 1))
    scene = RULES.scene(camp.state, ScriptedDice())
    if hurt:
        scene.happen(DamageDealt("aldo", 1, 1))
    if condition != "up":
        scene.happen(Fell("aldo", condition))
    come_home(scene, "aldo")
    home = next(event for event in scene.events if isinstance(event, CameHome))
    for language in ("it", "en"):
        said = tell(RULES, scene.state, home, language)
        walks = "esce dallo scontro" if language == "it" else "comes out of the fight"
        untouched = not hurt and condition in ("up", "fled", "surrendered")
        assert bool(said) == (condition != "dead" and not untouched)
        assert (walks in said) == (hurt and condition in ("up", "fled", "surrendered")), said


@pytest.mark.rule("WB-DEATH-01", "WB-DEATH-03", "WB-MOVE-06", "WB-MORALE-02")
@pytest.mark.parametrize("condition", SETTLES)
def test_the_end_of_a_fight_cites_what_settled_it(condition: Condition) -> None:
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise(""), d6(6), d6(1))
    scene = RULES.scene(arena.state, ScriptedDice())
    scene.happen(Fell("b", condition))
    assert end_if_decided(scene)
    (ended,) = found(scene.events, FightEnded)
    assert ended.rules == (SETTLES[condition], "WB-TIME-02")


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(("condition", "told"), [("surrendered", 1), ("fled", 0), ("dead", 0)])
def test_what_becomes_of_those_who_gave_up_is_told_in_a_plain_fight_too(condition: Condition, told: int) -> None:
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise(""), d6(6), d6(1))
    scene = RULES.scene(arena.state, ScriptedDice())
    scene.happen(Fell("b", condition))
    end_if_decided(scene)
    assert [event.what for event in found(scene.events, Reminder)] == ["prisoners"] * told


@pytest.mark.rule("WB-ATK-01")
def test_a_weapon_that_is_lost_is_not_called_by_its_owner() -> None:
    blade = weapon("grandfather's blade")
    arena = Arena(someone("a", weapons=(blade,)), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise(""), d6(6), d6(1))
    state = arena.state
    fight = state.fight
    assert fight is not None
    bare = replace(fight.combatants["a"], profile=replace(fight.combatants["a"].profile, weapons=()))
    after = replace(state, fight=replace(fight, combatants={**fight.combatants, "a": bare}))
    for language in ("it", "en"):
        assert RULES.name_of(after, f"a/{blade.id}", language) == f"a/{blade.id}"  # those who were there know better
        assert RULES.name_of(after, "a/sword", language) == {"it": "spada", "en": "sword"}[language]
    entry: Entry[Any, Any] = Entry(1, "A", (WeaponRuined("a", blade.id),))
    kept = witness_of(RULES, entry, state, after)
    then = moment_of(RULES, Entry(1, "A", entry.events, then=kept))
    assert then.name(f"a/{blade.id}", "it") == blade.name.it


@pytest.mark.rule("WB-MORALE-02")
def test_captors_of_no_expedition_are_called_in_words() -> None:
    """The sides of a ready fight have names of their own; whoever takes prisoners after it is "the others"."""
    arena = Arena(someone("a", "dead"), someone("b", "party"), surprise_method="judgement")
    arena.do(JudgeSurprise(""), d6(6), d6(1))
    arena.do(EndFight(("dead",)))
    taken = Captured("b", FOES_SIDE, "")
    assert tell(RULES, arena.state, taken, "it") == "B è in potere degli altri."
    assert tell(RULES, arena.state, taken, "en") == "B is in the power of the others."


@pytest.mark.rule("WB-HEAL-01")
def test_what_rest_gives_back_is_explained_by_its_days() -> None:
    camp = Camp(draft())
    camp.change("berto", hp=1, max_hp=6)
    rested = next(event for event in camp.do(Rest(3)) if isinstance(event, Rested))
    assert explain(RULES, camp.state, rested, "en").numbers == (
        "3 for the days of rest",
        "Hit points: 1 before +3 back = 4",
    )


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize(("language", "head"), [("it", "(Arbitro) Goblin, "), ("en", "(Referee) Goblin, ")])
def test_a_line_of_the_referees_begins_with_a_capital_behind_its_mark(language: Any, head: str) -> None:
    arena = Arena(beast("goblin", "grunt"), hero("berto"), surprise_method="judgement")
    assert tell(RULES, arena.state, FactsTold("grunt", "spell", "fireball"), language).startswith(head)


@pytest.mark.rule("WB-CORE-02")
def test_nobody_is_told_to_consume_a_suit_of_mail() -> None:
    camp = Camp(draft("berto"))
    camp.do(Grant("berto", "armour", "chain"))
    camp.do(Grant("berto", "gear", "rations_trail"))
    lines = [
        tell(RULES, camp.state, only(camp.do(UseUp("berto", thing)), ItemSpent), "it")
        for thing in ("chain", "rations_trail")
    ]
    assert lines == ["Berto si disfa di una cotta di maglia.", "Berto consuma una razione da viaggio."]


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("language", ["it", "en"])
def test_facts_told_of_a_creature_are_sentences_and_do_not_run_into_each_other(language: Any) -> None:
    arena = Arena(beast("goblin", "grunt"), hero("berto"), surprise_method="judgement")
    for name, entry in RULES.content.monsters.items():
        places = tuple(range(len(entry.specials)))
        line = tell(RULES, arena.state, FactsTold("grunt", "monster", name, places), language)
        assert not places or line.rstrip()[-1] in ".!?", line
        assert all(part[:1] == part[:1].upper() for part in line.split(". ")), line

"""Automatic players use class features; parties of all nine classes fight to the end; random legal decisions."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.filling import filled
from tests.rules.carrying import Throw
from tests.rules.infausta.features.stage import RULES, beast, hero, opened, staged
from tests.rules.whitebox.arena import BOW, d6, someone

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.kernel.table import Table
from arbitro.rules.infausta.features.commands import BeginSong, ChangeShape, SpendZeal, TakeStance, UseSkill
from arbitro.rules.infausta.features.songs import would_follow
from arbitro.rules.infausta.features.zeal import zeal_left
from arbitro.rules.whitebox.commands import Attack, Declare, EndTurn
from arbitro.rules.whitebox.people.commands import RandomParty
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.powers.lookups import hit_dice
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

SIDES = (Side("party", Named("noi", "we")), Side("foes", Named("loro", "they")))
OURS = Seat("A", "player", frozenset({"A", "a", "ally", "third"}))
FACES: dict[str, Throw] = {"first": d6(6), "second": d6(1)}


ARTS = {"bard": "begin_song", "silvano": "change_shape", "thief": "use_skill"}


def declared(member: Any, intent: str) -> tuple[str, ...]:
    """What somebody declares: what their class is good for, if it is neither blow nor shot."""
    return (intent, "", "", ARTS.get(member.profile.class_id, "")) if intent == "other" else (intent,)


def mind(*members: Any, intent: str = "other", **options: Any) -> Any:
    """What side A would do first in its turn."""
    stage = staged(*members, intents={member.profile.id: declared(member, intent) for member in members}, **options)
    return RULES.suggest(stage.state, OURS)


@pytest.mark.rule("IS-CHAM-02")
@pytest.mark.parametrize(
    ("hp", "foes", "stance"), [(8, 1, "offensive"), (4, 1, "defensive"), (8, 3, "defensive"), (8, 2, None)]
)
def test_a_champion_attacks_in_the_open_while_it_is_worth_it(hp, foes, stance):
    champion = hero("a", "champion", hp=8)
    stage = opened(champion, *(someone(f"b{n}", "B") for n in range(foes)))
    wounded = replace(stage.fight.combatants["a"], hp=hp)
    fight = replace(stage.fight, combatants={**stage.fight.combatants, "a": wounded})
    command = RULES.suggest(replace(stage.state, fight=fight), OURS)
    assert command == (TakeStance("a", stance) if stance else Declare("a", "melee", "b0"))


@pytest.mark.rule("IS-CHAM-02")
def test_nobody_takes_a_stance_against_foes_far_away():
    stage = opened(hero("a", "champion"), someone("b", "B", at=300))
    assert RULES.suggest(stage.state, OURS) == Declare("a", "melee", "b")


@pytest.mark.rule("IS-BARD-02", "IS-BARD-03")
def test_a_bard_enthrals_half_of_the_foes_or_else_heartens_two_friends():
    friends = (hero("ally", "thief"), hero("third", "thief"))
    goblins = [beast("goblin", f"g{n}") for n in range(4)]
    assert mind(hero("a", "bard", 1), *friends, *goblins[:2]) == BeginSong("a", "enthral")
    assert mind(hero("a", "bard", 1), *friends, *goblins) == BeginSong("a", "inspire")
    assert isinstance(mind(hero("a", "bard", 1), *goblins, intent="melee"), Attack)


@pytest.mark.rule("IS-BARD-02")
def test_a_bard_who_is_heard_sings_on_and_one_who_is_alone_fights():
    members = (hero("a", "bard"), hero("ally", "thief"), hero("third", "thief"), someone("b", "B", hp=30))
    stage = staged(*members, intents={"a": ("other", "", "", "begin_song")})
    stage.do(BeginSong("a", "inspire"))
    stage.end("A")
    stage.end("B")
    stage.declare_all()
    alone = replace(stage.fight, combatants={who: replace(one, condition="dead") if who in ("ally", "third") else one
                                             for who, one in stage.fight.combatants.items()})  # fmt: skip
    assert RULES.suggest(stage.state, OURS).who == "ally"
    assert RULES.suggest(replace(stage.state, fight=alone), OURS) == Attack("a", "b", "sword")
    done = {who: replace(one, attacked=2, attacks_made=9) if who != "a" else one
            for who, one in stage.fight.combatants.items()}  # fmt: skip
    assert RULES.suggest(replace(stage.state, fight=replace(stage.fight, combatants=done)), OURS) == EndTurn("A")


@pytest.mark.rule("IS-PALA-02", "IS-PALA-03")
def test_a_paladin_heals_before_smiting_and_smites_before_striking():
    zombie = beast("zombie", hp=10)
    stage = staged(
        hero("a", "paladin", 3), hero("ally", "thief"), zombie, intents={"a": ("other", "", "", "spend_zeal")}
    )
    assert RULES.suggest(stage.state, OURS) == SpendZeal("a", "zombie", 6)
    hurt = replace(stage.fight.combatants["ally"], hp=3)
    state = replace(stage.state, fight=replace(stage.fight, combatants={**stage.fight.combatants, "ally": hurt}))
    assert RULES.suggest(state, OURS) == SpendZeal("a", "ally", 5)
    assert isinstance(mind(hero("a", "paladin", 3), beast("goblin"), intent="melee"), Attack)


@pytest.mark.rule("IS-SILV-03")
def test_a_silvan_without_spells_takes_the_mighty_shape_when_foes_come_near():
    assert mind(hero("a", "silvano"), someone("b", "B")) == ChangeShape("a", "mighty")
    assert mind(hero("a", "silvano"), someone("b", "B", at=300)) != ChangeShape("a", "mighty")


@pytest.mark.rule("IS-THIEF-02")
def test_a_thief_whom_nobody_can_reach_hides_unless_there_is_a_bow():
    far = someone("b", "B", at=300)
    assert mind(hero("a", "thief"), far) == UseSkill("a", "hide")
    assert isinstance(mind(hero("a", "thief", weapons=(BOW,)), far, intent="missile"), Attack)


# ------------------------------------------------------------ whole fights


def table_of_nine(level: int, *bands: Band, seed: str) -> Table[Any]:
    table = Table.open(RULES, "nine", seed_from_text(seed), {"surprise_method": "judgement"}, at="")
    for command in (RandomParty(9, level), Muster(SIDES, bands, (), "party")):
        assert not isinstance(answer := table.submit(command, REFEREE, at=""), Refusal), answer
    return table


FOES = {
    "goblins": (1, Band(monster="goblin", side="foes", count=6, at=30)),
    "zombies": (3, Band(monster="zombie", side="foes", count=6, at=30)),
    "ogres": (5, Band(monster="ogre", side="foes", count=3, at=30)),
    "imps": (6, Band(monster="demon_imp", side="foes", count=4, at=30)),
}


def test_the_nine_classes_fight_to_the_end_and_use_what_they_have():
    seen: set[str] = set()
    for name, (level, band) in FOES.items():
        table = table_of_nine(level, band, seed=f"{name} 2")
        for _ in range(1500):
            if table.state.fight.phase == "over":
                break
            command = RULES.suggest(table.state, REFEREE)
            answer = table.submit(command, REFEREE, at="")
            assert not isinstance(answer, Refusal), (command, answer)
            for event in answer.events:
                seen.add(str(event.__struct_config__.tag))
                for language in LANGUAGES:
                    tell(RULES, table.state, event, language)
        assert table.state.fight.phase == "over", name
        assert not table.state.songs
        assert not table.state.stances
    assert {"stance_taken", "song_began", "song_ended", "zeal_spent", "shape_taken"} <= seen


def random_play(table: Table[Any], random: Random, steps: int) -> set[str]:
    """Random legal decisions, features first; everything offered is accepted, told and shown to every seat."""
    used: set[str] = set()
    for _ in range(steps):
        offered = [
            choice
            for choice in RULES.choices(table.state, REFEREE)
            if choice.command not in ("end_fight", "retire", "buy", "sell", "surrender")
            and not choice.id.endswith("/weighed")  # the same check once more
        ]
        gifts = [choice for choice in offered if choice.command in GIFTS]
        if not offered:
            command = RULES.suggest(table.state, REFEREE)
            if command is None:
                break
        else:
            choice = random.choice(gifts if gifts and random.random() < 0.5 else offered)
            for language in LANGUAGES:
                label_text(RULES, table.state, choice.label, language)
            assert all(rule in RULES.rulebook for rule in choice.rules), choice
            command = RULES.command(filled(choice, random))
            used.add(choice.command)
        answer = table.submit(command, REFEREE, at="")
        assert not isinstance(answer, Refusal), (command, answer)
        for event in answer.events:
            assert all(rule in RULES.rulebook for rule in event.rules), event
            for seat in (REFEREE, *RULES.seats(table.state), SPECTATOR):
                shown = shown_to(RULES, table.state, event, seat)
                if shown is not None:
                    tell(RULES, table.state, shown, "it")
    for seat in (REFEREE, *RULES.seats(table.state), SPECTATOR):
        msgspec.json.encode(RULES.view(table.state, seat))
        for language in LANGUAGES:
            RULES.picture(table.state, seat, language)
            RULES.cards(table.state, seat, language)
            for who in table.state.characters:
                RULES.sheet(table.state, seat, who, language)
    return used


GIFTS = {
    "take_stance", "begin_song", "stop_song", "distract", "spend_zeal", "break_vows", "atone", "take_trophies",
    "award_trophies", "change_shape", "resume_shape", "use_skill", "tell_findings", "refit_armour",
    "study_in_library",
}  # fmt: skip


def test_random_legal_decisions_of_nine_classes_are_all_accepted():
    used: set[str] = set()
    for number, (name, (level, band)) in enumerate(FOES.items()):
        used |= random_play(table_of_nine(level, band, seed=f"random {name}"), Random(number), 90)
    assert len(used & GIFTS) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_many_random_legal_decisions_of_nine_classes_are_all_accepted(seed):
    for name, (level, band) in FOES.items():
        random_play(table_of_nine(level, band, seed=f"{seed} {name}"), Random(f"{seed}/{name}"), 120)


# ------------------------------------------------------------ invariants


@given(st.integers(1, 10), st.lists(st.integers(1, 25), max_size=12))
@settings(max_examples=30, deadline=None)
def test_zeal_never_goes_below_nothing_and_what_is_spent_is_what_is_dealt(level, wishes):
    stage = staged(hero("a", "paladin", level), beast("zombie", hp=500), intents={"a": ("other", "", "", "spend_zeal")})
    spent = 0
    state = stage.state
    for points in wishes:
        command = SpendZeal("a", "zombie", points)
        fresh = replace(state.fight.combatants["a"], attacked=-1)
        state = replace(state, fight=replace(state.fight, combatants={**state.fight.combatants, "a": fresh}))
        allowed = points <= 2 * level - spent
        answer = RULES.decide(state, command, QuickDice(1))
        assert isinstance(answer, Refusal) != allowed
        if not isinstance(answer, Refusal):
            spent, state = spent + points, answer.state
        assert zeal_left(RULES.at(state), "a") == 2 * level - spent
        assert state.fight.combatants["zombie"].hp == 500 - spent


@given(st.integers(1, 10), st.lists(st.sampled_from(["goblin", "ogre", "bugbear", "zombie", "wolf"]), max_size=8))
@settings(max_examples=30, deadline=None)
def test_no_more_hit_dice_follow_than_the_bard_has_levels(level, monsters):
    foes = [beast(monster, f"m{n}") for n, monster in enumerate(monsters)]
    stage = opened(hero("a", "bard", level), someone("b", "B"), *foes)
    followers = would_follow(RULES.at(stage.state), stage.fight.combatants["a"])
    assert sum(max(hit_dice(foe), 1) for foe in followers) <= level
    assert not any(foe.profile.powers is not None and foe.profile.powers.undead for foe in followers)

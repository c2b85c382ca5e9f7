"""Curses in every game: every cursed thing and every curse of a foe × who uses it, sleeps, waits elsewhere or saved."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import refused
from tests.play.sides.test_ends import ailing, ended, joined
from tests.play.test_every_trap import Faces
from tests.play.test_met_at_the_table import at_the_foot_of, walked
from tests.rules.archmage.table import Play, pc
from tests.rules.daggerheart.bench import RULES as HOPE_AND_FEAR
from tests.rules.daggerheart.bench import acting, hero, printed
from tests.rules.daggerheart.bench import play as scene_of_play

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.rules.archmage import bestiary
from arbitro.rules.archmage import commands as archmage_commands
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.events import AttackRolled, Marked
from arbitro.rules.archmage.ongoing_effects import Affliction, Mark
from arbitro.rules.daggerheart.commands import UseFeature
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.commands import Carry, Give
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers.commands import UseThing

FAMILY = ("whitebox", "infausta")
KEY = "thing"
CURSED = [
    (game, name)
    for game in FAMILY
    for name, entry in find_campaign(game).game.content.magic_items.items()  # type: ignore[attr-defined]
    if entry.cursed
]
MARKS = [kind for kind in get_args(Mark.__annotations__["kind"]) if kind not in ("once", "moved")]


def having(game: str, name: str, **where: Any) -> tuple[Any, str]:
    """A party at the foot of the stairs, of whom one has a cursed thing; and who it is."""
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    user = campaign.side.party.able(state)[0]
    one = state.game.characters[user]
    one = replace(one, items={**one.items, KEY: Item("magic", name, known=True, **where)})
    return replace(state, game=replace(state.game, characters={**state.game.characters, user: one})), user


def under(state: Any, who: str, kind: Any) -> Any:
    """The same with somebody under an effect that lasts."""
    return replace(state, game=replace(state.game, effects={**state.game.effects, who: (Ongoing(kind=kind),)}))


def others(campaign: Any, state: Any, user: str) -> dict[str, Any]:
    """All that the game knows of everybody else."""
    inner = campaign.side.party.whole(state)
    people = inner.characters.items()
    return {who: (sheet, inner.effects.get(who, ())) for who, sheet in people if who != user}


def test_there_are_cursed_things_to_sweep() -> None:
    assert {game for game, _ in CURSED} == set(FAMILY)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "name"), CURSED)
def test_a_cursed_thing_strikes_whoever_uses_it_and_nobody_else(game: str, name: str, seed: int) -> None:
    campaign: Any = find_campaign(game)
    state, user = having(game, name)
    away = campaign.side.party.able(state)[-1]
    state, _ = walked(game, state, c.SplitOff(away), QuickDice(1))
    answer = campaign.decide(state, UseThing(user, KEY), QuickDice(seed))
    if isinstance(answer, Refusal):  # nothing comes of it but what the referee tells
        assert answer.code == "no_device"
        return
    assert others(campaign, answer.state, user) == others(campaign, state, user)
    assert answer.state.waiting == state.waiting
    for event in answer.events:
        for language in ("it", "en"):
            tell(campaign, answer.state, event, language)


@pytest.mark.parametrize("kind", [*HELPLESS, *OUT_OF_IT])
@pytest.mark.parametrize(("game", "name"), CURSED)
def test_nobody_uses_a_cursed_thing_who_sleeps_or_cannot_act(game: str, name: str, kind: str) -> None:
    state, user = having(game, name)
    assert refused(game, under(state, user, kind), UseThing(user, KEY)) == "under_effect"


@pytest.mark.parametrize(("game", "name"), CURSED)
def test_nobody_uses_a_cursed_thing_from_afar(game: str, name: str) -> None:
    state, user = having(game, name)
    state, _ = walked(game, state, c.SplitOff(user), QuickDice(1))
    assert refused(game, state, UseThing(user, KEY)) == "waits_elsewhere"


@pytest.mark.parametrize(("game", "name"), CURSED)
def test_a_cursed_thing_on_the_body_can_be_neither_laid_aside_nor_given_away(game: str, name: str) -> None:
    campaign: Any = find_campaign(game)
    state, user = having(game, name, where="worn")
    friend = next(who for who in campaign.side.party.able(state) if who != user)
    assert refused(game, state, Carry(user, KEY, "pack")) == "cursed_thing"
    assert refused(game, state, Give(user, KEY, friend)) == "cursed_thing"


# -------------------------------------------------------------------- curses of foes


def test_foes_of_the_archmages_know_curses() -> None:
    does = {
        str(effect.__struct_config__.tag)
        for one in load_books().monsters.values()
        for attack in one.attacks
        for each in attack.riders
        for effect in each.effects
    }
    assert "curse" in does


@pytest.mark.rule("AE-SEQ-01")
@pytest.mark.parametrize("how", ["fled", "lost", "won", "parted"])
@pytest.mark.parametrize("kind", MARKS)
def test_a_curse_ends_with_its_battle_however_that_ends(kind: Any, how: str) -> None:
    state = joined("archmage")
    fight = state.game.fight
    foe = next(who for who in fight.combatants if who not in state.game.party)
    for who in state.game.party:
        marked = replace(fight.combatants[who], marks=(Mark(kind, foe, 2, 4),))
        fight = replace(fight, combatants={**fight.combatants, who: marked})
    after, _ = ended("archmage", replace(state, game=replace(state.game, fight=fight)), how)
    assert all(not one.marks for one in after.game.party.values())


@pytest.mark.rule("DHP-COND-06")
@pytest.mark.parametrize("how", ["fled", "lost", "won", "parted"])
def test_the_curse_of_the_game_of_hope_and_fear_ends_with_its_scene(how: str) -> None:
    named = [
        *load_library().conditions,
        *(each.id for one in load_library().adversaries.values() for each in one.features),
    ]
    assert [name for name in named if "curse" in name] == ["cursed", "curse", "curse_takes_hold"]
    state, who = ailing("daggerheart", joined("daggerheart"), "condition:cursed")
    after, _ = ended("daggerheart", state, how)
    assert not after.game.party[who].conditions


@pytest.mark.rule("AE-ATK-02", "AE-ATK-06")
@pytest.mark.parametrize("how", ["awake", "asleep", "unconscious", "dead"])
def test_the_curse_of_a_goblin_lies_on_whom_it_strikes_and_on_another_who_is_awake(how: str) -> None:
    """A miss curses nobody; whatever falls even brings it upon another, who must be there to be meant."""
    game: Any = find_campaign("archmage").game
    shaman = bestiary.creature(load_books(), "goblin_shaman", "foes", "goblin_shaman")
    seen = set()
    for natural in range(1, 21):
        play = Play(game).begin(shaman, pc("ada", hp=90, pd=12), pc("bea", hp=90, pd=12))
        if how in ("unconscious", "dead"):
            play.change("bea", awareness=how, hp=-1 if how == "unconscious" else -60)
        elif how == "asleep":
            play.change("bea", afflictions=(Affliction("asleep", "goblin_shaman", 16, power="sleep"),))
        answer = game.decide(play.state, archmage_commands.Attack("goblin_shaman", "curse", "ada"), Faces(1, natural))
        assert not isinstance(answer, Refusal), answer
        (rolled,) = [event for event in answer.events if isinstance(event, AttackRolled)]
        marked = {event.who for event in answer.events if isinstance(event, Marked)}
        assert ("ada" in marked) is rolled.check.success, natural
        assert "bea" not in marked or (natural % 2 == 0 and how not in ("unconscious", "dead")), natural
        seen |= marked
    assert seen == ({"ada", "bea"} if how in ("awake", "asleep") else {"ada"})


@pytest.mark.rule("DHP-COND-06", "DHP-ADVSTAT-05")
def test_the_curse_of_the_hexer_lies_on_its_target_alone() -> None:
    """Whoever else is there, and whoever lies unconscious, has nothing of it; nor can they be meant by it."""
    people = (hero(), hero("bea"), hero("cam", status="unconscious", hp_marked=6), printed("jagged_knife_hexer"))
    bench = scene_of_play(*people, turn=acting("jagged_knife_hexer"))
    cursed = {}
    for target in ("ada", "cam"):
        answer = HOPE_AND_FEAR.decide(bench.state, UseFeature("jagged_knife_hexer", "curse", target), QuickDice(1))
        there = () if isinstance(answer, Refusal) else answer.state.party.items()
        cursed[target] = [who for who, one in there if one.conditions]
    assert cursed == {"ada": ["ada"], "cam": []}

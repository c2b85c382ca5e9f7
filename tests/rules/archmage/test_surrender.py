"""Laying down one's arms: the text is silent, so the option says whether; what follows for the battle is the same."""

import pytest
from tests.rules.archmage.fixed import FixedDice
from tests.rules.archmage.table import Play, foe, pc

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.bestiary import creature
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.ongoing_effects import Affliction, Ongoing
from arbitro.rules.archmage.prisoners import has_words
from arbitro.rules.archmage.state import Combatant, standing


def two_a_side(play: Play, first: str = "ada") -> Play:
    return play.begin(pc("ada"), pc("bea"), foe("orc"), foe("two"), first=first)


@pytest.mark.rule("AE-FLEE-01", "AE-SEQ-01")
def test_whoever_surrenders_is_out_of_the_battle_and_safe(game: Archmage) -> None:
    play = two_a_side(Play(game)).engage("ada", "orc")
    play.do(c.Surrender("ada"))
    ada = play.one("ada")
    assert (ada.awareness, ada.engaged, play.one("orc").engaged) == ("yielded", (), ())
    assert play.fight.current != "ada"
    said = [tell(game, play.state, event, "it") for event in play.events if type(event) is e.Fell]
    assert said == ["Ada getta le armi e si arrende."]
    play.until("orc")
    assert play.refused(c.Attack("orc", "strike", "ada")) == "no_target"


@pytest.mark.rule("AE-FLEE-01")
@pytest.mark.parametrize("on", [True, False])
def test_surrender_is_a_table_s_choice(game: Archmage, on: bool) -> None:
    play = two_a_side(Play(game).options(surrender=on))
    offered = any(choice.command == "surrender" for choice in game.choices(play.state, REFEREE))
    assert offered == on
    if not on:
        assert play.refused(c.Surrender("ada")) == "option_off"


@pytest.mark.rule("AE-FLEE-01", "AE-COND-10")
def test_only_in_the_own_turn_and_able(game: Archmage) -> None:
    play = two_a_side(Play(game))
    assert play.refused(c.Surrender("bea")) == "not_your_turn"
    play.change("ada", afflictions=(Affliction("stunned", "orc"),))
    assert play.refused(c.Surrender("ada")) in ("cannot_act", "stunned")


@pytest.mark.rule("AE-SEQ-01")
def test_a_side_of_which_nobody_stands_has_lost(game: Archmage) -> None:
    play = two_a_side(Play(game))
    play.do(c.Surrender("ada")).until("bea").do(c.Surrender("bea"))
    assert play.fight.result == "defeat"
    assert [play.state.party[who].awareness for who in ("ada", "bea")] == ["yielded", "yielded"]
    foes = two_a_side(Play(game), "orc")
    foes.do(c.Surrender("orc")).until("two").do(c.Surrender("two"))
    assert foes.fight.result == "victory"
    assert foes.fight.combatants["orc"].awareness == "yielded"


@pytest.mark.rule("AE-FLEE-01", "AE-SEQ-01")
def test_whose_side_wins_is_free_again(game: Archmage) -> None:
    play = two_a_side(Play(game))
    play.do(c.Surrender("ada")).until("orc").do(c.Surrender("orc")).until("two").do(c.Surrender("two"))
    assert play.fight.result == "victory"
    assert play.state.party["ada"].awareness == "awake"
    assert [event.freed for event in play.events if type(event) is e.Woke] == [True]


@pytest.mark.rule("AE-FLEE-01")
def test_a_coward_held_fast_lays_down_the_arms(game: Archmage) -> None:
    play = Play(game).begin(
        pc("ada"), foe("goblin", race="goblin_grunt"), foe("other", race="goblin_grunt"), first="ada"
    )
    play.change("other", awareness="dead", hp=0).until("goblin").change("goblin", grabbed_by=("ada",), actions=())
    play.change("ada", grabbing=("goblin",)).engage("ada", "goblin")
    assert game.suggest(play.state, REFEREE) == c.Surrender("goblin")


# ------------------------------------------------------------ fire knows no surrender


def burning(amount: int = 5) -> Ongoing:
    return Ongoing("burning", amount, "fire", 11, "orc")


@pytest.mark.rule("AE-SEQ-02", "AE-ONGOING-01", "AE-FLEE-01")
def test_whoever_burns_goes_on_burning(game: Archmage) -> None:
    play = two_a_side(Play(game)).change("ada", hp=13, ongoing=(burning(),))
    play.do(c.Surrender("ada"), (20, 5))
    assert (play.one("ada").hp, play.one("ada").awareness) == (8, "yielded")
    for turn in ("bea", "orc"):
        play.until(turn)
    play.until("two").end((20, 12))  # round two: another five points, and the save that ends it
    assert (play.one("ada").hp, play.one("ada").ongoing) == (3, ())


@pytest.mark.rule("AE-DYING-01", "AE-DYING-02", "AE-FLEE-01")
def test_a_prisoner_can_die_of_it_and_is_nobodys_target(game: Archmage) -> None:
    play = two_a_side(Play(game)).change("ada", hp=3, ongoing=(burning(),))
    play.do(c.Surrender("ada"), (20, 5))
    ada = play.one("ada")
    assert (ada.hp, ada.awareness, ada.captive, ada.in_field) == (-2, "unconscious", True, False)


@pytest.mark.rule("AE-DMG-09", "AE-FLEE-01")
def test_a_monster_that_yields_burns_to_death(game: Archmage) -> None:
    play = two_a_side(Play(game), "orc").change("orc", hp=3, ongoing=(burning(),))
    play.do(c.Surrender("orc"))
    assert play.one("orc").awareness == "dead"


# ------------------------------------------------------------ to whom


def speechless() -> list[str]:
    return [
        race
        for race, entry in load_books().monsters.items()
        if not has_words(load_books(), Combatant(creature(load_books(), race, "foes", race), 1, 1))
    ]


def test_beasts_oozes_and_the_mindless_have_no_words() -> None:
    found = set(speechless())
    assert {"wolf", "gelatinous_cube", "ochre_jelly", "human_zombie", "giant_ant", "stone_golem", "bear"} <= found
    assert not {"orc_warrior", "vampire", "manticore", "wight", "red_dragon_large"} & found


@pytest.mark.rule("AE-FLEE-01")
@pytest.mark.parametrize("race", speechless())
def test_nobody_surrenders_to_what_has_no_words_nor_does_it(game: Archmage, race: str) -> None:
    play = Play(game).begin(pc("ada"), pc("bea"), creature(load_books(), race, "foes", "m"), first="ada")
    assert play.refused(c.Surrender("ada")) == "nobody_takes_prisoners"
    play = Play(game).begin(pc("ada"), pc("bea"), creature(load_books(), race, "foes", "m"), first="m")
    assert play.refused(c.Surrender("m")) == "no_words"


@pytest.mark.rule("AE-FLEE-01", "AE-GRAB-03")
def test_what_has_no_words_does_not_let_go(game: Archmage) -> None:
    cube = creature(load_books(), "gelatinous_cube", "foes", "m")
    play = Play(game).begin(pc("ada"), pc("bea"), cube, foe("orc"), first="ada").engage("ada", "m")
    play.change("ada", grabbed_by=("m",)).change("m", grabbing=("ada",))
    assert play.refused(c.Surrender("ada")) == "does_not_let_go"


# ------------------------------------------------------------ no free exit


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-02")
def test_a_prisoner_proposes_no_flight_and_has_no_vote(game: Archmage) -> None:
    play = two_a_side(Play(game)).do(c.Surrender("ada")).until("bea")
    assert play.refused(c.ProposeFlight("ada")) == "captive"
    assert play.refused(c.Place("ada", "far")) == "captive"


@pytest.mark.rule("AE-FLEE-01")
def test_who_breaks_off_leaves_the_prisoners_and_the_referee_frees_them(game: Archmage) -> None:
    play = two_a_side(Play(game)).do(c.Surrender("ada"))
    play.do(c.EndBattle("broken_off"))
    ada = play.state.party["ada"]
    assert (ada.awareness, ada.captive) == ("yielded", True)
    offered = [choice.id for choice in game.choices(play.state, REFEREE)]
    assert "free_captive/ada" in offered
    sides = tuple(play.fight.sides.values())
    again = c.StartBattle(sides, tuple(c.Member(one.profile) for one in play.fight.combatants.values()))
    assert play.refused(again) == "captive"
    play.do(c.FreeCaptive("ada"))
    assert play.state.party["ada"].awareness == "awake"
    assert play.refused(c.FreeCaptive("ada")) == "no_captive"


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-03")
@pytest.mark.parametrize("prisoners", ["stay", "along"])
def test_those_who_flee_leave_the_prisoners_behind_unless_the_table_says_otherwise(
    game: Archmage, prisoners: str
) -> None:
    play = two_a_side(Play(game).options(flight_prisoners=prisoners)).do(c.Surrender("ada")).until("bea")
    play.do(c.ProposeFlight("bea"))
    while play.state.awaiting:
        play.do(c.VoteFlight(play.state.awaiting[0].who, "yes"))
    ada = play.state.party["ada"]
    assert play.fight.result == "fled"
    assert ada.captive == (prisoners == "stay")
    assert ada.awareness == ("yielded" if prisoners == "stay" else "awake")


WAKING: dict[str, tuple[dict[str, object], Command]] = {
    "healed": ({"awareness": "unconscious", "hp": -3}, c.Impose("ada", "heal", points=9)),
    "stabilised": ({"awareness": "unconscious", "hp": -3}, c.Stabilise("bea", "ada")),
    "revived": ({"awareness": "coma", "hp": -9}, c.Revive("ada")),
    "rested": ({"awareness": "unconscious", "hp": -3}, c.FullHealUp(granted=True)),
    "recovered": ({"awareness": "unconscious", "hp": -3}, c.UseRecovery("ada")),
}


@pytest.mark.rule("AE-FLEE-01", "AE-DYING-08", "AE-MEANINGFUL-02")
@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("way", WAKING)
def test_nothing_but_a_victory_or_a_word_frees_a_prisoner(game: Archmage, way: str, ended: bool) -> None:
    state, command = WAKING[way]
    play = two_a_side(Play(game)).do(c.Surrender("ada")).until("bea").change("ada", **state)
    if ended:
        play.do(c.EndBattle("broken_off"))
    resolved = game.decide(play.state, command, FixedDice())
    after = play.state if isinstance(resolved, Refusal) else resolved.state
    ada = standing(after)["ada"]
    assert ada.captive
    assert ada.awareness != "awake"

"""What begins says how long it lasts, what ends says so only if it has ended, and what was used up needs no line."""

from typing import get_args

import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, strike

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.events import Afflicted, Boosted, MoveLost, OngoingBegan, RanOut, Relieved, SaveRolled
from arbitro.rules.archmage.ongoing_effects import Affliction, Mark, Until
from arbitro.rules.archmage.power import ConditionName, Rider
from arbitro.rules.archmage.state import FOES

LONG = [word for word in get_args(do.Lasts) if word]
SOONER = ("source", "target", "turn", "source_start", "target_start")


def told(play: Play, kind: type, language: str = "en") -> list[str]:
    return [line for each in play.all(kind) if (line := tell(play.game, play.state, each, language))]


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize("word", LONG)
def test_every_bonus_says_how_long_it_counts(play: Play, word: do.Lasts) -> None:
    gains = strike(riders=(Rider((do.Boost(stat="attack", amount=do.Amount(plus=2), on="self", until=word),)),))
    play.begin(foe("orc", gains), pc("ada", hp=90)).engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 15))
    (english,), (italian,) = told(play, Boosted), told(play, Boosted, "it")
    assert "for a while" not in english
    assert "per un po'" not in italian
    whose = "their turn" if word == "turn" else "their next turn"
    assert (whose in english.lower().partition(")")[2]) == (word in SOONER)


@pytest.mark.parametrize("name", get_args(ConditionName))
@pytest.mark.parametrize(("save", "until", "words"), [(11, "", "save (11+)"), (0, "source", "orc's next turn")])
def test_every_condition_says_how_long_it_lasts(
    play: Play, name: ConditionName, save: int, until: do.Lasts, words: str
) -> None:
    hexes = strike(riders=(Rider((do.Condition(names=(name,), save=save, until=until),)),))
    play.begin(foe("orc", hexes), pc("ada", hp=90)).engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 15))
    (line,) = told(play, Afflicted)
    assert words in line
    (italian,) = told(play, Afflicted, "it")
    assert "{" not in italian


@pytest.mark.rule("AE-COND-01")
def test_whoever_is_still_dazed_is_not_told_to_be_free(play: Play) -> None:
    club = Affliction("dazed", "orc", 11, power="club")
    curse = Affliction("dazed", "orc", 16, power="hex")
    play.begin(foe("orc"), pc("ada", hp=90)).change("ada", afflictions=(curse, club)).until("ada")
    play.end((20, 17))
    assert [each.affliction.power for each in play.all(Relieved)] == ["hex"]
    assert told(play, Relieved) == []
    play.until("ada").end((20, 12))
    assert told(play, Relieved) == ["Ada is no longer dazed."]


def test_a_curse_that_another_shaman_keeps_up_is_not_told_to_be_over(play: Play) -> None:
    curses = (
        Mark("curse", "orc", 2, until=Until("end", "orc", 1)),
        Mark("curse", "imp", 2, until=Until("end", "imp", 1)),
    )
    play.begin(foe("orc"), foe("imp"), pc("ada")).change("ada", marks=curses)
    play.end()
    assert told(play, RanOut) == []
    play.end()
    assert told(play, RanOut) == ["No longer in force for ada: the curse."]


@pytest.mark.rule("AE-CRIT-01", "AE-ONGOING-01")
def test_ongoing_damage_of_a_critical_tells_what_it_does_first(play: Play) -> None:
    sting = strike(riders=(Rider((do.Ongoing(amount=do.Amount(plus=3), type="poison"),)),))
    play.begin(foe("orc", sting), pc("ada", hp=90)).engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 20))
    assert told(play, OngoingBegan) == ["Ada takes 3 ongoing damage (poison), 6 the first time for the critical hit."]


@pytest.mark.rule("AE-DISENGAGE-05")
def test_a_failed_check_to_get_away_is_told_once_and_with_its_rule(play: Play) -> None:
    play.begin(pc("ada"), foe("orc")).engage("ada", "orc").do(c.Disengage("ada"), (20, 4))
    assert told(play, MoveLost) == []
    assert "AE-DISENGAGE-05" in play.find(SaveRolled).rules


@pytest.mark.rule("AE-ATK-06")
def test_a_thug_who_strikes_even_twice_has_the_bonus_for_the_third_blow(game: Archmage) -> None:
    thug = bestiary.creature(load_books(), "human_thug", FOES, "thug", 0)
    play = Play(game).begin(thug, pc("ada", hp=900, ac=10)).engage("thug", "ada")
    losses = []
    for face in (16, 18, 17, 15):
        before = play.one("ada").hp
        play.do(c.Attack("thug", thug.attacks[0].id, "ada"), (20, face))
        losses.append(before - play.one("ada").hp)
        assert told(play, RanOut) == []
        play.end().end()
    assert losses == [4, 10, 10, 4]  # even, even, odd, odd: each even one helps the next alone


@pytest.mark.rule("AE-ACTION-02", "AE-STACK-01")
def test_a_scorpion_seizes_before_it_stings_and_says_what_for(game: Archmage) -> None:
    scorpion = bestiary.creature(load_books(), "giant_scorpion", FOES, "scorpion", 0)
    play = Play(game).begin(scorpion, pc("ada", hp=900, pd=5, ac=18)).engage("scorpion", "ada")
    used = []
    for face in (12, 12, 6):
        command = game.suggest(play.state, REFEREE)
        assert isinstance(command, c.Attack)
        used.append(command.attack)
        play.do(command, (20, face))
        assert all("stinger" in line for line in told(play, Boosted))
    assert used == ["pincer", "pincer", "stinger"]
    assert play.one("ada").hp == 900 - 1 - 1  # 6 +6 +2 +2 = 16 against AC 18


@pytest.mark.rule("AE-READY-03")
def test_whoever_falls_on_the_way_is_not_told_to_have_failed_to_get_away(play: Play) -> None:
    play.begin(pc("ada", bow()), foe("orc", hp=2), foe("imp"), pc("bea"))
    play.do(c.Ready("ada", "attack", "moves", "orc", "bow", "orc")).do(c.EndTurn("ada")).do(
        c.Move("orc", "engage", "bea")
    )
    play.do(c.UseReadied("ada", "yes"), (20, 18), (8, 5))
    assert play.one("orc").awareness == "dead"
    assert told(play, MoveLost) == []

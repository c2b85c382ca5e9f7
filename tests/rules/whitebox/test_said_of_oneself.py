"""Lines that read oddly at their edges: what one does to oneself, what happens before the first round, articles."""

import pytest
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.infausta.features.stage import opened
from tests.rules.whitebox.arena import someone
from tests.rules.whitebox.exploring.delve import RULES, Delve

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.kernel.sentence import tell
from arbitro.kernel.then import Now
from arbitro.kernel.together import lines_of
from arbitro.rules.infausta.events import WeaponShot
from arbitro.rules.infausta.features.events import ZealSpent
from arbitro.rules.whitebox.events import FightEnded, SurpriseRolled, TurnBegan
from arbitro.rules.whitebox.people.arms import ways_to_attack
from arbitro.rules.whitebox.people.events import Bandaged
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers.events import PowerUsed

D6 = Die(6, 2, 0)
ORDER = (("party",),)


@pytest.mark.parametrize(
    ("event", "italian", "english"),
    [
        (Bandaged("berto", "berto", 2, 7, (D6,)), "Berto si benda: 2 punti", "Berto tends their own wounds: 2 hit"),
        (Bandaged("berto", "berto", 1, None, (D6,)), "Berto si benda: 1 punto", "Berto tends their own wounds: 1 hit"),
        (Bandaged("berto", "carla", 2, 7, (D6,)), "Berto benda Carla: 2", "Berto bandages Carla: 2"),
        (
            PowerUsed("berto", "spell_like", "spell:invisibility", ("berto",)),
            "Berto usa un potere su di sé: «",
            "Berto uses a power on themselves: ",
        ),
        (
            PowerUsed("berto", "spell_like", "spell:invisibility", ("carla",)),
            "Berto usa un potere su Carla: «",
            "Berto uses a power on Carla: ",
        ),
        (
            TurnBegan(0, "movement", ORDER, 0),
            "Prima del primo round, movimento: ",
            "Before the first round, movement: ",
        ),
        (TurnBegan(2, "movement", ORDER, 0), "Round 2, movimento: ", "Round 2, movement: "),
        (FightEnded(("party",), 0), "Lo scontro finisce prima del primo round.", "The fight is over before its first"),
        (FightEnded((), 0), "Lo scontro finisce prima del primo round.", "The fight is over before its first round."),
        (FightEnded((), 3), "Lo scontro è finito dopo 3 round.", "The fight is over after 3 rounds."),
    ],
)
def test_the_line_fits_its_case(event: Event, italian: str, english: str) -> None:
    delve = Delve("berto", "carla")
    for language, begins in (("it", italian), ("en", english)):
        line = tell(RULES, delve.state, event, language)
        assert line.startswith(begins), line


@pytest.mark.rule("IS-PALA-02")
def test_a_paladin_heals_oneself_in_words_of_its_own() -> None:
    state = opened(someone("berto"), someone("carla", "B")).state
    own, other = ZealSpent("berto", "berto", 2, "heal", 2, 1), ZealSpent("berto", "carla", 2, "heal", 2, 1)
    assert tell(INFAUSTA, state, own, "it") == "Berto posa le mani su di sé e spende 2 punti di zelo per curarsi."
    assert tell(INFAUSTA, state, own, "en") == "Berto spends 2 points of zeal on their own wounds."
    assert tell(INFAUSTA, state, other, "it").startswith("Berto tocca carla")


@pytest.mark.rule("IS-RANGED-03", "WB-RANGED-01")
def test_weapons_in_a_fight_keep_the_article_that_they_have_in_the_lists() -> None:
    assert WeaponShot.people == ("who",)
    for name, thing in RULES.content.weapons.items():
        for way in ways_to_attack(RULES.rules, name, Item(name, "weapon"), thing):
            assert way.name.grammar == thing.name.grammar, name


def test_sides_in_a_row_are_written_small_after_a_colon() -> None:
    state = Delve("berto", "carla").state
    events = [SurpriseRolled(who, Check((D6,), 2, "<=", 1, False), False) for who in ("berto", "carla", "party")]
    ((_, line),) = lines_of(Now(RULES, state), events, "it")
    assert line == "In guardia: Berto, Carla, la compagnia."

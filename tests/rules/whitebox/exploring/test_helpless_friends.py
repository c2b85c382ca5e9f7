"""What a companion has who can do nothing: others may take it up, one thing at a time (WB-CORE-02)."""

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.exploring.delve import RULES, Delve
from tests.rules.whitebox.people.camp import draft, found, only

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.exploring.commands import TakeFrom
from arbitro.rules.whitebox.exploring.events import TakenFromDead
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.commands import Carry, Grant, Hurt, UseUp
from arbitro.rules.whitebox.people.state import Item

POTION = "potion_healing"


def delve() -> Delve:
    """Aldo has a potion in his pack and mail on his body."""
    here = Delve("berto", "aldo", death_rule="unconscious_at_zero")
    here.do(Grant("aldo", "magic", POTION))
    here.do(Grant("aldo", "armour", "chain"))
    here.do(Carry("aldo", "chain", "worn"))
    here.change("aldo", coins=replace(here["aldo"].coins, gp=9))
    return here


def offered(here: Delve) -> list[str]:
    """What the referee is offered to have Berto take."""
    choices = [choice for choice in RULES.choices(here.state, REFEREE) if choice.id == "take_from/berto/aldo"]
    return [pick.value for choice in choices for pick in choice.parameters[0].picks]


def under(here: Delve, kind: str) -> None:
    here.state = replace(here.state, effects={"aldo": (Ongoing(kind=kind),)})


@pytest.mark.rule("WB-CORE-02", "WB-DEATH-03")
def test_the_potion_of_the_unconscious_is_at_hand() -> None:
    here = delve()
    here.do(Hurt("aldo", Amount(plus=here["aldo"].hp)))
    assert offered(here) == [POTION]
    taken = only(here.do(TakeFrom("berto", "aldo", POTION)), TakenFromDead)
    assert (taken.alive, taken.rules) == (True, ("WB-CORE-02",))
    assert POTION in here["berto"].items
    assert POTION not in here["aldo"].items


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize("kind", HELPLESS)
def test_whoever_is_held_in_any_way_keeps_nobody_from_it(kind: str) -> None:
    here = delve()
    under(here, kind)
    assert offered(here) == [POTION]
    assert found(here.do(TakeFrom("berto", "aldo", POTION)), TakenFromDead)


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize("kind", OUT_OF_IT)
def test_stone_is_stone_and_the_charmed_hold_on_to_their_own(kind: str) -> None:
    here = delve()
    under(here, kind)
    assert offered(here) == []
    assert here.refused(TakeFrom("berto", "aldo", POTION)) == "kept_by_them"


@pytest.mark.rule("WB-CORE-02")
def test_the_living_are_not_robbed() -> None:
    here = delve()
    assert here.refused(TakeFrom("berto", "aldo", POTION)) == "not_helpless"
    assert here.refused(TakeFrom("berto", "berto", POTION)) == "not_helpless"
    under(here, "asleep")
    assert here.refused(TakeFrom("berto", "aldo")) == "one_at_a_time"
    assert here.refused(TakeFrom("berto", "aldo", "purse")) == "one_at_a_time"
    assert here.refused(TakeFrom("berto", "aldo", "chain")) == "worn_by_them"
    assert here.refused(TakeFrom("berto", "aldo", "crown")) == "nothing_left"
    assert here.refused(UseUp("aldo", POTION)) == "under_effect"


@pytest.mark.rule("WB-CORE-02")
def test_what_is_cursed_does_not_leave_the_hand_of_a_sleeper() -> None:
    here = Delve("berto", draft("aldo"))
    here.change("aldo", items={"blade": Item("weapon", "lance", plus=-1, where="hand")})
    under(here, "asleep")
    assert here.refused(TakeFrom("berto", "aldo", "blade")) == "cursed_thing"

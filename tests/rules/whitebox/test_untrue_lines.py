"""Lines that would say something untrue, or nothing: of magic yet to come, of the dead, of whom morale is for."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, declaring, fight_with, found
from tests.rules.whitebox.powers.den import beast, caster, hero

from arbitro.kernel.event import TOLD_WITH_ANOTHER
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Attack, Cast, Declare, EndTurn, Member
from arbitro.rules.whitebox.events import Fell, MoraleDue
from arbitro.rules.whitebox.ongoing_effects import UNTOLD, Ongoing
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.terms import Named


def told(arena: Arena, event: Any) -> tuple[str, str]:
    return tell(RULES, arena.state, event, "it"), tell(RULES, arena.state, event, "en")


def gnome(who: str) -> Member:
    return beast("gnome", who)


@pytest.mark.rule("WB-SPELL-04")
def test_the_strong_are_confused_when_the_magic_takes_hold_of_them_and_not_before() -> None:
    """An orc at once; the four dice of an ogre hold it off for the 1d4 minutes that fell."""
    mage = caster("mia", "confusion", level=8, prepared=())
    arena = declaring(mage, beast("orc", "orco", at=20), beast("ogre", "ogro", at=20))
    arena.do(Declare("mia", "cast", "orco", "confusion"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    events = arena.do(Cast("mia", "orco"), d6(3), d6(2), (4, 3), d20(2))
    began = {event.who: event for event in found(events, e.EffectBegan)}
    assert told(arena, began["orco"])[1] == "The orc is now confused (for 12 turns)."
    assert told(arena, began["ogro"]) == (
        "L'orco sarà confuso tra 3 minuti (per 12 turni).",
        "The ogre will be confused in 3 minutes (for 12 turns).",
    )


@pytest.mark.rule("WB-DEATH-01", "WB-TIME-03")
def test_nobody_tells_that_the_dead_are_asleep_no_longer() -> None:
    arena = fight_with(hero("aldo"), beast("orc", "orco", hp=1), beast("orc", "altro"))
    asleep = Ongoing(kind="asleep", source="spell:sleep", until=60, ends_on_hurt=True)
    arena.state = replace(arena.state, effects={"orco": (asleep,)})
    events = arena.do(Attack("aldo", "orco"), d20(19), d6(4))
    assert found(events, Fell)
    over = found(events, e.EffectEnded)
    assert over
    assert {event.variant() for event in over} == {TOLD_WITH_ANOTHER}
    assert {told(arena, event) for event in over} == {("", "")}
    secret = e.EffectEnded("altro", UNTOLD[0], audience=REFEREE_ONLY)
    assert secret.variant() == ""  # what only the referee knows of is told to the referee


@pytest.mark.rule("WB-MORALE-02", "WB-MORALE-04")
def test_a_group_is_called_by_its_kind_and_not_by_the_first_of_its_dead() -> None:
    names = {"g1": Named("gnomo Ginestra", "gnome Broom"), "g2": Named("gnomo", "gnome", number=2)}
    both = [replace(each, profile=replace(each.profile, name=names[each.profile.id])) for each in map(gnome, names)]
    arena = fight_with(hero("aldo"), *both)
    group = arena["g1"].profile.group
    assert told(arena, MoraleDue(group, "first_loss"))[0].startswith("(Arbitro) Morale (gnomo):")


@pytest.mark.rule("WB-MORALE-03")
def test_the_men_of_somebody_are_called_so() -> None:
    men = [hero(name, group="A-aldo") for name in ("ivo", "elmo")]
    arena = fight_with(hero("aldo"), *men, beast("orc", "orco"))
    assert told(arena, MoraleDue("A-aldo", "first_loss")) == (
        "(Arbitro) Morale (al servizio di aldo): è la prima perdita. Vacilla?",
        "(Referee) Morale (in the service of aldo): it is their first loss. Does it waver?",
    )

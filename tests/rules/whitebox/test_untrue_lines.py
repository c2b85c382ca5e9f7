"""Lines that would say something untrue, or nothing: of magic yet to come, of the dead, of whom morale is for."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, declaring, fight_with, found, only
from tests.rules.whitebox.exploring.delve import Delve, troop
from tests.rules.whitebox.powers.den import beast, caster, hero, magic

from arbitro.kernel.event import TOLD_WITH_ANOTHER
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.sentence import refusal_text, tell
from arbitro.rules.whitebox.commands import Attack, Cast, Declare, EndTurn, Member
from arbitro.rules.whitebox.events import Fell, MoraleDue
from arbitro.rules.whitebox.exploring.commands import Engage, Meet, RollReaction
from arbitro.rules.whitebox.exploring.events import MeetingFights
from arbitro.rules.whitebox.ongoing_effects import UNTOLD, Ongoing
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import UseDevice
from arbitro.rules.whitebox.terms import Named


def told(arena: Arena, event: Any) -> tuple[str, str]:
    return tell(RULES, arena.state, event, "it"), tell(RULES, arena.state, event, "en")


def gnome(who: str) -> Member:
    return beast("gnome", who)


@pytest.mark.rule("WB-SPELL-04")
def test_the_strong_are_confused_when_the_magic_takes_hold_of_them_and_not_before() -> None:
    """An orc at once; the four dice of an ogre hold it off for the 1d4 minutes that fell."""
    mage = caster("mia", "confusion", level=8, prepared=())
    arena = declaring(mage, beast("goblin", "orco", at=20), beast("ogre", "ogro", at=20))
    arena.do(Declare("mia", "cast", "orco", "confusion"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    events = arena.do(Cast("mia", "orco"), d6(3), d6(2), (4, 3), d20(2))
    began = {event.who: event for event in found(events, e.EffectBegan)}
    assert told(arena, began["orco"])[1] == "The goblin is now confused (for 12 turns)."
    assert told(arena, began["ogro"]) == (
        "L'orco sarà confuso tra 3 minuti (per 12 turni).",
        "The ogre will be confused in 3 minutes (for 12 turns).",
    )


@pytest.mark.rule("WB-DEATH-01", "WB-TIME-03")
def test_nobody_tells_that_the_dead_are_asleep_no_longer() -> None:
    arena = fight_with(hero("aldo"), beast("goblin", "orco", hp=1), beast("goblin", "altro"))
    asleep = Ongoing(kind="asleep", source="spell:sleep", until=60, ends_on_hurt=True)
    arena.state = replace(arena.state, effects={"orco": (asleep,)})
    events = arena.do(Attack("aldo", "orco"), d20(19), d6(4))
    assert found(events, Fell)
    over = found(events, e.EffectEnded)
    assert over
    assert {event.variant() for event in over} == {TOLD_WITH_ANOTHER}
    assert {told(arena, event) for event in over} == {("", "")}
    secret = e.EffectEnded("altro", "located", audience=REFEREE_ONLY)
    assert "located" in UNTOLD
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
    arena = fight_with(hero("aldo"), *men, beast("goblin", "orco"))
    assert told(arena, MoraleDue("A-aldo", "first_loss")) == (
        "(Arbitro) Morale (al servizio di aldo): è la prima perdita. Vacilla?",
        "(Referee) Morale (in the service of aldo): it is their first loss. Does it waver?",
    )


@pytest.mark.rule("WB-MORALE-03")
def test_hirelings_of_a_trade_are_called_by_it_and_not_by_the_first_who_fell() -> None:
    men = [hero(name, group="A-horseman") for name in ("ivo", "elmo")]
    arena = fight_with(hero("aldo"), *men, beast("goblin", "orco"))
    assert told(arena, MoraleDue("A-horseman", "first_loss")) == (
        "(Arbitro) Morale (cavalieri): è la prima perdita. Vacilla?",
        "(Referee) Morale (horsemen): it is their first loss. Does it waver?",
    )


@pytest.mark.rule("WB-DEATH-02")
def test_whoever_loses_the_last_level_is_told_to_die_of_that() -> None:
    """A wraith's touch takes a level; a fighter of the first has none left, whatever the hit points."""
    arena = fight_with(hero("aldo", hp=8), beast("wraith", "spettro"), first="B")
    fell = only(arena.do(Attack("spettro", "aldo"), d20(19), d6(3)), Fell)
    assert told(arena, fell) == (
        "Aldo perde anche l'ultimo livello, e muore.",
        "Aldo loses the last level too, and dies.",
    )


@pytest.mark.rule("WB-TIME-03", "WB-SAVE-02")
def test_whose_time_to_live_is_up_dies_and_is_not_told_to_be_free_of_it() -> None:
    arena = fight_with(hero("aldo"), hero("bice"), beast("goblin", "orco"))
    arena.state = replace(arena.state, effects={"aldo": (Ongoing(kind="doomed", source="hazard:slime", until=1),)})
    events = arena.end("A", "B")
    lines = [line for line, _ in (told(arena, event) for event in events) if line and "ldo" in line]
    assert lines == ["Aldo è morto."]


@pytest.mark.rule("WB-SAVE-02")
def test_a_gaze_that_was_met_is_told_once() -> None:
    arena = fight_with(hero("aldo"), hero("bice"), beast("basilisk", "mostro"))
    events = arena.do(Attack("aldo", "mostro"))
    assert [line for line, _ in (told(arena, event) for event in events) if line] == [
        "Aldo incontra lo sguardo del basilisco.",
        "Aldo ora è di pietra (finché qualcosa non vi pone fine).",
        "Aldo è fuori dallo scontro.",
    ]


@pytest.mark.rule("WB-SEQ-02")
def test_whoever_has_drunk_is_not_told_to_have_attacked() -> None:
    potion = magic("potion_healing", uses=2)
    arena = fight_with(hero("aldo", hp=3, gifts={"devices": (potion,)}), beast("goblin", "orco"))
    arena.do(UseDevice("aldo", "potion_healing", "aldo"), d6(3))
    refused = arena.refused(Attack("aldo", "orco"))
    assert refusal_text(RULES, arena.state, refused, "it") == "Aldo ha già agito in questo round."


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize(
    ("hd", "told_it"), [(0, "ratto gigante."), (1, "ratto gigante, DV 1."), (3, "ratto gigante, DV 3.")]
)
def test_less_than_a_hit_die_is_not_told_as_none(hd: int, told_it: str) -> None:
    arena = fight_with(hero("aldo"), beast("rat_giant", "ratto"))
    drawn = e.CreatureDrawn("rat_giant", 1, hd=hd, audience=REFEREE_ONLY)
    assert told(arena, drawn)[0] == f"(Arbitro) In gioco: {told_it}"
    gifted = e.CreatureDrawn("rat_giant", 1, hd=0, has=("disease",), audience=REFEREE_ONLY)
    assert told(arena, gifted)[1].startswith("(Referee) In play: giant rat. Of what only some")


@pytest.mark.rule("WB-SEQ-01", "WB-PARLEY-01")
@pytest.mark.parametrize(
    ("side", "line"), [("party", "La compagnia attacca, a 60 piedi"), ("foes", "Gli altri attaccano, a 60")]
)
def test_who_opens_a_fight_is_told(side: Any, line: str) -> None:
    """Wolves that take the party well do not begin: whoever does stands in the line."""
    away = Delve("berto", troops=(troop("lupi", "wolf", light=True),))
    away.do(Meet("lupi"), d6(6), (4, 4), (4, 2))
    away.do(RollReaction(), d6(6), d6(6))
    begun = only(away.do(Engage(side), d6(4), d6(6), d6(1)), MeetingFights)
    assert tell(RULES, away.state, begun, "it").startswith(line)
    assert tell(RULES, away.state, replace(begun, by=""), "it").startswith("Si combatte, a 60 piedi")

"""Spells that want somebody out of the melee, or the open sky: refused in time, and neither offered nor lost."""

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, declaring, fight_with
from tests.rules.whitebox.powers.den import beast, caster, hero

from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Cast, Declare, EndTurn
from arbitro.rules.whitebox.effect import Bonus, Rout
from arbitro.rules.whitebox.powers.commands import SayWhere, UseDevice
from arbitro.rules.whitebox.powers.state import Device
from arbitro.rules.whitebox.terms import Named

BLESS = caster("cle", "bless", spell_list="cleric", hp=20)


def begun(spell: str, target: str, *members: object, outdoors: bool = False) -> Arena:
    """A fight in which the cleric has begun a spell and has the first word."""
    arena = declaring(*members)  # type: ignore[arg-type]
    if outdoors:
        arena.do(SayWhere("surface"))
    arena.do(Declare("cle", "cast", target, spell))
    arena.do(EndTurn("A"), d6(6), d6(1))
    return arena


@pytest.mark.rule("WB-SPELL-01", "WB-MELEE-02")
@pytest.mark.parametrize(("feet", "works"), [(10, False), (11, True), (40, True)])
def test_a_blessing_comes_too_late_for_whoever_has_a_foe_at_hand(feet: int, works: bool) -> None:
    arena = begun("bless", "aldo", BLESS, hero("aldo"), beast("goblin", "orco", at=feet))
    if works:
        arena.do(Cast("cle", "aldo"))
        assert arena.state.effects["aldo"][0].to_hit == 1
    else:
        assert arena.refused(Cast("cle", "aldo")).code == "at_blows"
        assert not any(choice.command == "cast" for choice in RULES.choices(arena.state, REFEREE))
        events = arena.end("A", "B")
        assert "SpellLapsed" in {type(event).__name__ for event in events}  # it stays in memory, and that is told


@pytest.mark.rule("WB-SPELL-01")
def test_nor_is_it_for_whoever_has_shot_in_this_fight_already() -> None:
    arena = begun("bless", "aldo", BLESS, hero("aldo"), beast("goblin", "orco", at=40))
    one = arena["aldo"]
    fight = replace(arena.fight, combatants={**arena.fight.combatants, "aldo": replace(one, attacked=0)})
    arena.state = replace(arena.state, fight=fight)
    assert arena.refused(Cast("cle", "aldo")).code == "at_blows"


@pytest.mark.rule("WB-SPELL-01")
@pytest.mark.parametrize("outdoors", [True, False])
def test_a_plague_of_insects_wants_the_open_sky(outdoors: bool) -> None:
    plague = caster("cle", "insect_plague", spell_list="cleric", level=9, hp=20)
    arena = begun("insect_plague", "orco", plague, hero("aldo"), beast("goblin", "orco", at=40), outdoors=outdoors)
    if outdoors:
        arena.do(Cast("cle", "orco"))
        assert arena["orco"].morale == "flee"
    else:
        assert arena.refused(Cast("cle", "orco")).code == "no_open_air"


def test_every_spell_that_says_so_is_swept_here() -> None:
    spells = RULES.content.spells
    early = {name for name in spells for part in spells[name].effects if isinstance(part, Bonus) and part.before_blows}
    open_air = {name for name in spells for part in spells[name].effects if isinstance(part, Rout) and part.open_air}
    assert early == {"bless"}
    assert open_air == {"insect_plague"}


@pytest.mark.rule("WB-SPELL-01", "WB-MELEE-02")
@pytest.mark.parametrize(
    ("spell", "target", "code"), [("bless", "aldo", "at_blows"), ("insect_plague", "orco", "no_open_air")]
)
def test_a_scroll_wants_no_less_than_the_spell(spell: str, target: str, code: str) -> None:
    scroll = Device(id="scroll", name=Named("pergamena", "scroll"), sort="scroll", of=spell, uses=1)
    gifts = {"devices": (scroll,), "spell_list": "cleric", "caster": 9}
    arena = fight_with(hero("cle", class_id="cleric", level=9, gifts=gifts), hero("aldo"), beast("goblin", "orco"))
    assert arena.refused(UseDevice("cle", "scroll", target)).code == code
    assert not any(choice.command == "use_device" for choice in RULES.choices(arena.state, REFEREE))

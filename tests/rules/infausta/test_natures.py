"""Monsters act by their nature in this game too: what was declared binds, and its own monsters have natures."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES, Arena, fight_with
from tests.rules.whitebox.arena import JudgeSurprise, someone

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Attack, DeclareTogether, Member, Run, Surrender
from arbitro.rules.whitebox.declared import each_declared
from arbitro.rules.whitebox.powers.commands import Band
from arbitro.rules.whitebox.powers.creatures import creature, powers_of
from arbitro.rules.whitebox.powers.state import Powers


def beast(monster: str, who: str, hp: int = 20) -> Member:
    """A monster of this game's bestiary with fixed hit points, on side B."""
    entry = RULES.content.monsters[monster]
    powers = powers_of(RULES.rules, monster, entry, entry.hd[0], "", (), 0)
    made = creature(RULES.rules, Band(monster=monster, side="B", at=10), entry, entry.hd[0], powers, 0)
    return Member(replace(made.profile, id=who, max_hp=hp), Amount(plus=hp), 10)


def hero(who: str, *, metal: bool = True) -> Member:
    """Somebody in metal or not."""
    return someone(who, "A", 40, powers=Powers(person=True, metal=metal), nature="npc")


def marked(arena: Arena, **marks: dict[str, Any]) -> Arena:
    """The same fight with marks set by hand."""
    people = dict(arena.fight.combatants)
    for who, changes in marks.items():
        people[who] = replace(people[who], **changes)
    arena.state = replace(arena.state, fight=replace(arena.fight, combatants=people))
    return arena


@pytest.mark.parametrize(
    ("monster", "nature"),
    [
        ("golem_mud", "mindless"),
        ("elph_edal", "cunning"),
        ("rat_monstrous", "pack"),
        ("kobold", "cowardly"),
        ("storm_horse", "plain"),
    ],
)
def test_monsters_of_this_game_have_natures(monster: str, nature: str) -> None:
    assert RULES.content.nature_of[monster] == nature


@pytest.mark.parametrize(
    ("monster", "marks", "target"),
    [
        ("troll", {"b": {"hp": 5}}, "a"),
        ("golem_mud", {"b": {"hp": 5}, "c": {"attacked": 0, "struck": ("m0",)}}, "c"),
        ("elph_edal", {"b": {"hp": 5}}, "b"),
        ("elph_edal", {}, "c"),
        ("kobold", {"b": {"hp": 39}}, "b"),
        ("rat_monstrous", {"b": {"hp": 5}, "m1": {"attacked": 0, "struck": ("c",)}}, "c"),
    ],
)
def test_whom_each_nature_strikes(monster: str, marks: dict[str, Any], target: str) -> None:
    people = (hero("a"), hero("b"), hero("c", metal=False), beast(monster, "m0"), beast(monster, "m1"))
    arena = marked(fight_with(*people, first="B"), **marks)
    command = RULES.suggest(arena.state, REFEREE)
    assert isinstance(command, Attack)
    assert (command.who, command.target) == ("m0", target)


@pytest.mark.parametrize(
    ("monster", "morale", "kind"),
    [("kobold", "", "flee"), ("kobold", "hold", "melee"), ("ogre", "", "other")],  # it has powers
)
def test_cowards_declare_their_flight(monster: str, morale: str, kind: str) -> None:
    arena = Arena(hero("a"), hero("b"), *(beast(monster, f"m{n}") for n in range(3)), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    marked(arena, m0={"morale": morale}, m1={"morale": morale}, m2={"condition": "dead", "hp": 0})
    wanted = {"m0", "m1"}
    while wanted:
        command = RULES.suggest(arena.state, REFEREE)
        assert command is not None
        arena.do(command)
        for said in each_declared(command) if isinstance(command, DeclareTogether) else ():
            if said.who in wanted:
                assert said.kind == kind
                wanted.remove(said.who)


def test_hidden_numbers_change_no_decision() -> None:
    people = (hero("a"), hero("b"), hero("c", metal=False), beast("elph_edal", "m0"))
    arena = marked(fight_with(*people, first="B"), a={"hp": 19}, b={"hp": 12})
    seen = RULES.suggest(arena.state, REFEREE)
    tough = replace(arena["b"].profile, armour=25, max_hp=90, level=9)
    marked(arena, a={"hp": 3}, b={"hp": 20, "profile": tough})
    assert RULES.suggest(arena.state, REFEREE) == seen


@pytest.mark.rule("WB-MORALE-02")
def test_each_nature_has_its_own_end_here_too() -> None:
    lost = {"condition": "dead", "hp": 0}
    people = (hero("a"), hero("b"))

    def next_of(monster: str, **marks: dict[str, Any]) -> Any:
        band = (beast(monster, "m0"), beast(monster, "m1"))
        return RULES.suggest(marked(fight_with(*people, *band, first="B"), m1=lost, **marks).state, REFEREE)

    assert next_of("kobold") in (Surrender("m0"), Run("m0"))
    assert next_of("elph_edal", m0={"hp": 2}) in (Surrender("m0"), Run("m0"))
    assert not isinstance(next_of("rat_monstrous"), Attack)  # what was declared binds: it can only stand back
    assert isinstance(next_of("golem_mud", m0={"hp": 2}), Attack)
    assert isinstance(next_of("troll", m0={"hp": 2}), Attack)

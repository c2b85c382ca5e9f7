"""Days at the inn and coming home: full heal-ups, and levels."""

from fractions import Fraction

from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import roster
from arbitro.play.sides.archmage.battles import lose
from arbitro.play.sides.archmage.events import (
    LevelReached,
)
from arbitro.play.sides.archmage.growing import GROWS, owing
from arbitro.play.sides.archmage.party import ArchmageSide, inner_state, own_state, people
from arbitro.play.sides.archmage.treasures import take_from_dead
from arbitro.play.sides.walking import ground
from arbitro.play.sides.walking.ground import at_gate, inherit, skip_days, to_go
from arbitro.play.state import Route
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.choosing import owed


def lodge(side: ArchmageSide, scene: Scene, days: int) -> Refusal | None:
    """Care for those in a coma, and a full heal-up: earned, or granted as the option has it."""
    skip_days(scene, days)
    for who, one in list(inner_state(scene.state).party.items()):
        if one.awareness == "coma":
            scene.must(c.Revive(who))
    inner = inner_state(scene.state)
    earned = Fraction(inner.weight) >= int(inner.options["full_heal_battles"])
    if not earned and Fraction(inner.weight) and scene.state.options["town_heal_up"] == "loss":
        lose(side, scene)
    scene.must(c.FullHealUp(granted=not earned))
    return None


def come_home(side: ArchmageSide, scene: Scene) -> Refusal | None:
    """The fallen are inherited from, and whoever has won enough rises a level."""
    if not at_gate(scene.state):
        return Refusal("road_left", {"days": to_go(scene.state)})
    inherit(side, scene)
    for heir in people(scene.state)[:1]:
        for who, one in inner_state(scene.state).party.items():
            if one.awareness == "dead":
                take_from_dead(scene, heir, who)
    state = own_state(scene.state)
    needed = int(state.options["heal_ups_per_level"]) * int(state.options["full_heal_battles"])
    rising = [state.heroes[who] for who in people(state) if roster.may_rise(state.heroes[who])]
    if rising and Fraction(state.progress) >= needed:
        books, by_hand = side.game.rules.books, state.options["level_choices"] == "players"
        heroes = tuple(roster.risen(books, hero) if by_hand else roster.raised(books, hero) for hero in rising)
        growing = tuple(hero.id for hero in heroes if by_hand and owed(books, hero))
        party = tuple(roster.remade(side.game.rules.books, state.game.party[hero.id], hero) for hero in heroes)
        level = max(hero.level for hero in heroes)
        rules = ("AE-FULLHEAL-01", "AE-HP-01")
        scene.happen(LevelReached(level, heroes, party, growing=growing, rules=rules))
    return None


def set_out(side: ArchmageSide, scene: Scene, route: Route) -> Refusal | None:
    """Out of the gate, once everybody has chosen what a new level brings, or has put it off."""
    open_ = owing(side.game.rules.books, scene.state)
    if open_:
        return Refusal("choices_owed", {"who": f"@{','.join(open_)}"}, GROWS)
    return ground.set_out(scene, route)

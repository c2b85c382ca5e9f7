"""Conditions: how they are put on somebody, and what ends them (DHP-COND-01 to 06)."""

from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.events import ConditionGained, ConditionLost
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import anybody, condition_entry, current_scene, foes_left
from arbitro.rules.daggerheart.state import Condition, Foe, Hero
from arbitro.rules.daggerheart.words import Until


def impose(play: Play, who: str, condition: Condition) -> None:
    """Put somebody under a condition; the same one from the same source counts once (DHP-COND-01)."""
    one = anybody(play.state, who)
    if one is None or (isinstance(one, Hero) and one.status in ("dead", "retired")):
        return
    entry = condition_entry(condition.name)
    if entry.hidden and any(condition_entry(held.name).seen for held in one.conditions):
        return
    if any((held.name, held.source) == (condition.name, condition.source) for held in one.conditions):
        return
    rules: tuple[str, ...] = ("DHP-COND-01", *entry.rules)
    if condition.until == "temporary":
        rules = (*rules, "DHP-COND-05")
    play.happen(ConditionGained(who, condition, rules=rules))


def release(play: Play, who: str, held: Condition) -> None:
    """One source of a condition ends; it is over when no other keeps it up (DHP-COND-01)."""
    one = anybody(play.state, who)
    if one is None:
        return
    others = any(other.name == held.name and other.source != held.source for other in one.conditions)
    rules = {"stated": ("DHP-COND-06",), "temporary": ("DHP-COND-05",), "hidden": ("DHP-COND-02",)}.get(
        held.until, ("DHP-COND-01",)
    )
    play.happen(ConditionLost(who, held.name, held.source, others, rules=rules))


def end_conditions(play: Play, who: str, until: Until) -> None:
    """End whatever lasts until something that has happened now."""
    one = anybody(play.state, who)
    for held in one.conditions if one is not None else ():
        if held.until == until:
            release(play, who, held)


def end_from(play: Play, source: str) -> None:
    """End whatever lasts only while its source is there."""
    state = play.state
    everybody: list[Hero | Foe] = [*state.party.values(), *foes_left(state)]
    for one in everybody:
        for held in one.conditions:
            if held.source == source and held.until == "source":
                release(play, one.id, held)


def fear_rolled(play: Play) -> None:
    """What lasts until the next roll with Fear ends."""
    scene = current_scene(play.state)
    if any(not zone.lasting for zone in scene.zones):
        play.happen(e.ZoneSet(tuple(zone for zone in scene.zones if zone.lasting)))
    for who in (*play.state.party, *(foe.id for foe in foes_left(play.state))):
        end_conditions(play, who, "fear")

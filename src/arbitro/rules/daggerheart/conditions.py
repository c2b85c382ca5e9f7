"""Conditions: how they are put on somebody, and what ends them (DHP-COND-01 to 06)."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.events import ConditionGained, ConditionLost
from arbitro.rules.daggerheart.feature_words import Zone
from arbitro.rules.daggerheart.gifts import has_passive
from arbitro.rules.daggerheart.numbers import passive_of, rules_of_features
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import anybody, condition_entry, current_scene, foes_left
from arbitro.rules.daggerheart.state import Condition, Danger, Foe, Hero, State
from arbitro.rules.daggerheart.words import Until

_ENDED_BY: Final[dict[Until, str]] = {"stated": "DHP-COND-06", "temporary": "DHP-COND-05", "hidden": "DHP-COND-02"}


def given_away(books: Library, one: Hero | Foe, wanted: str) -> str:
    """What keeps a condition from somebody, as one of theirs: hiding in the light, or what another one wards off."""
    for held in one.conditions:
        if wanted in condition_entry(books, held.name).bars:
            return held.name
    if not condition_entry(books, wanted).hidden:
        return ""
    return next((held.name for held in one.conditions if condition_entry(books, held.name).seen), "")


def shakeable(one: Hero | Foe) -> tuple[Condition, ...]:
    """The conditions that somebody can shake off, each named once whoever has brought it (DHP-COND-01, DHP-COND-05).

    Of several sources of one condition those count that can be shaken off: what lasts by another one stays.
    """
    able = [held for held in one.conditions if held.until == "temporary"]
    if isinstance(one, Hero):
        able += [held for held in one.conditions if held.traits]
    else:  # an adversary gives up what it has done to itself instead of moving
        able += [held for held in one.conditions if held.source == one.id and held.until == "stated"]
    first: dict[str, Condition] = {}
    for held in able:
        first.setdefault(held.name, held)
    return tuple(first.values())


def may_shake(one: Hero | Foe, name: str) -> Condition | Refusal:
    """A condition that somebody wants to shake off, or why they cannot."""
    held = next((each for each in shakeable(one) if each.name == name), None)
    if held is not None:
        return held
    if any(each.name == name for each in one.conditions):
        return Refusal("special_condition", {"who": f"@{one.id}"}, ("DHP-COND-06",))
    return Refusal("no_condition", {"who": f"@{one.id}"}, ("DHP-COND-01",))


def impose(play: Play, who: str, condition: Condition) -> None:
    """Put somebody under a condition; the same one from the same source counts once (DHP-COND-01)."""
    one = anybody(play.state, who)
    if one is None or (isinstance(one, Hero) and one.lost):
        return
    if isinstance(one, Hero) and condition.name == "hidden" and has_passive(one, "cloaked") is not None:
        condition = replace(condition, name="mantled")
    entry = condition_entry(play.rules.books, condition.name)
    if given_away(play.rules.books, one, condition.name) or _never(one, condition.name):
        return
    if entry.gives and not condition.gives:
        condition = replace(condition, gives=dict(entry.gives))
    if any((held.name, held.source) == (condition.name, condition.source) for held in one.conditions):
        return
    rules: tuple[str, ...] = ("DHP-COND-01", *entry.rules)
    if condition.until == "temporary":
        rules = (*rules, "DHP-COND-05")
    play.happen(ConditionGained(who, condition, rules=rules))
    if entry.hidden:
        lost = (held for held in one.conditions if condition_entry(play.rules.books, held.name).lost_hidden)
        release(play, who, *lost)


def _never(one: Hero | Foe, name: str) -> bool:
    """Whether an adversary is one that a condition cannot take hold of."""
    unbound = passive_of(one, "unbound") if isinstance(one, Foe) else None
    return unbound is not None and unbound.condition == name


def release(play: Play, who: str, *ended: Condition) -> None:
    """Sources of conditions end; a condition is over when no other source keeps it up (DHP-COND-01).

    What ends at the same time is told at once: nobody hears that a condition stays which the next line takes away.
    """
    one = anybody(play.state, who)
    if one is None:
        return
    for name in dict.fromkeys(held.name for held in ended):
        first, *more = (held for held in ended if held.name == name)
        sources = (first.source, *(held.source for held in more))
        others = any(other.name == name and other.source not in sources for other in one.conditions)
        rules = tuple(dict.fromkeys(_ENDED_BY.get(held.until, "DHP-COND-01") for held in (first, *more)))
        play.happen(ConditionLost(who, name, first.source, others, sources[1:], rules=rules))


def end_conditions(play: Play, who: str, *until: Until) -> None:
    """End whatever lasts until something that has happened now, or one of several things."""
    one = anybody(play.state, who)
    over = [held for held in one.conditions if held.until in until] if one is not None else []
    if over:
        release(play, who, *over)


def end_from(play: Play, source: str) -> None:
    """End whatever lasts only while its source is there."""
    state = play.state
    everybody: list[Hero | Foe] = [*state.party.values(), *foes_left(state)]
    for one in everybody:
        release(play, one.id, *(held for held in one.conditions if held.source == source and held.until == "source"))


def end_stance(play: Play, who: str) -> None:
    """End what somebody holds only while they stand fast."""
    everybody: list[Hero | Foe] = [*play.state.party.values(), *(foes_left(play.state) if play.state.scene else ())]
    for one in everybody:
        held = [each for each in one.conditions if each.source == who and each.until == "stance"]
        if held:
            release(play, one.id, *held)


def end_zones(play: Play, *over: Danger) -> None:
    """Stretches of ground are safe again."""
    if over:
        rules = tuple(dict.fromkeys(rule for zone in over for rule in rules_of_features(zone.owner)))
        left = tuple(zone for zone in current_scene(play.state).zones if zone not in over)
        safe = tuple(dict.fromkeys(f"{zone.owner}/{zone.feature}" for zone in over))
        play.happen(e.ZoneSet(left, safe, rules=rules))


def ground_of(state: State, zone: Danger) -> Zone | None:
    """What a stretch of ground does, by the feature that has made it so."""
    scene = current_scene(state)
    foe = scene.foes.get(zone.owner)
    place = scene.place.features if scene.place is not None else ()
    features = foe.block.features if foe is not None else place
    found = (one for one in features if one.id == zone.feature)
    return next((part for one in found for part in one.own if isinstance(part, Zone)), None)


def end_clouds(play: Play) -> None:
    """What lasts until an adversary is next spotlighted ends."""
    zones = [(zone, ground_of(play.state, zone)) for zone in current_scene(play.state).zones]
    end_zones(play, *(zone for zone, ground in zones if ground is not None and ground.until == "spotlight"))


def fear_rolled(play: Play) -> None:
    """What lasts until the next roll with Fear ends."""
    end_zones(play, *(zone for zone in current_scene(play.state).zones if not zone.lasting))
    for who in (*play.state.party, *(foe.id for foe in foes_left(play.state))):
        end_conditions(play, who, "fear")

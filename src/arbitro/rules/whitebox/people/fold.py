"""The fold of what happens to people: each event says what is left, so nothing here knows a rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.rules.whitebox.people import events as e
from arbitro.rules.whitebox.people.state import Hoard, Item

if TYPE_CHECKING:
    from arbitro.rules.whitebox.state import Profile, State


def _with(state: "State", who: str, **changes: Any) -> "State":
    """The state with some fields of one character changed."""
    characters = dict(state.characters)
    characters[who] = replace(characters[who], **changes)
    return replace(state, characters=characters)


def _items(state: "State", who: str, key: str, item: Item | None) -> dict[str, Item]:
    """Somebody's things with one of them changed, or gone."""
    items = dict(state.characters[who].items)
    if item is None:
        items.pop(key, None)
    else:
        items[key] = item
    return items


def _in_party(state: "State", **changes: Any) -> "State":
    return replace(state, party=replace(state.party, **changes))


def _scores(state: "State", event: e.ScoresRolled) -> "State":
    return replace(state, drafts={**state.drafts, event.who: event.abilities})


def _sheet(state: "State", event: e.SheetWritten) -> "State":
    drafts = {who: scores for who, scores in state.drafts.items() if who != event.who}
    return replace(state, characters={**state.characters, event.who: event.character}, drafts=drafts)


def _party(state: "State", event: e.PartyFormed) -> "State":
    return _in_party(state, order=(*event.order, *event.absent), abreast=event.abreast)


def _bought(state: "State", event: e.Bought | e.Sold) -> "State":
    items = _items(state, event.who, event.key, event.item)
    return _with(state, event.who, items=items, coins=event.coins)


def _valuables_sold(state: "State", event: e.ValuablesSold) -> "State":
    return _with(state, event.who, valuables=event.left, coins=event.coins)


def _moved(state: "State", event: e.ItemMoved) -> "State":
    item = replace(state.characters[event.who].items[event.key], where=event.where)
    return _with(state, event.who, items=_items(state, event.who, event.key, item))


def _item(state: "State", event: e.ItemGained | e.ItemSpent) -> "State":
    return _with(state, event.who, items=_items(state, event.who, event.key, event.item))


def _given(state: "State", event: e.ItemGiven) -> "State":
    after = _with(state, event.who, items=_items(state, event.who, event.key, event.item))
    return _with(after, event.to, items=_items(after, event.to, event.to_key, event.to_item))


def _paid(state: "State", event: e.Paid) -> "State":
    after = _with(state, event.who, coins=event.left)
    return after if event.to_has is None else _with(after, event.to, coins=event.to_has)


def _memorised(state: "State", event: e.SpellMemorised) -> "State":
    prepared = (*state.characters[event.who].prepared, event.spell)
    return _with(state, event.who, prepared=prepared, memorised=event.day, filled=event.filled)


def _without(spells: tuple[str, ...], spell: str) -> tuple[str, ...]:
    """Spells with one of them gone, once."""
    left = list(spells)
    left.remove(spell)
    return tuple(left)


def _forgotten(state: "State", event: e.SpellForgotten) -> "State":
    prepared = _without(state.characters[event.who].prepared, event.spell)
    return _with(state, event.who, prepared=prepared, filled=event.filled)


def _learned(state: "State", event: e.SpellLearned) -> "State":
    return _with(state, event.who, book=(*state.characters[event.who].book, event.spell))


def _spent(state: "State", event: e.SpellSpent) -> "State":
    return _with(state, event.who, prepared=_without(state.characters[event.who].prepared, event.spell))


def _xp_counted(state: "State", event: e.XpCounted) -> "State":
    party = state.party
    return _in_party(state, slain_xp=party.slain_xp + event.xp, unpriced=party.unpriced + event.unpriced)


def _xp_priced(state: "State", event: e.XpPriced) -> "State":
    return _in_party(state, slain_xp=state.party.slain_xp + event.xp, unpriced=())


def _xp_divided(state: "State", event: e.XpDivided) -> "State":
    # Copper that makes no whole gold piece waits for the next award.
    return _in_party(state, slain_xp=0, secured_cp=state.party.secured_cp - 100 * event.treasure)


def _xp_gained(state: "State", event: e.XpGained) -> "State":
    return _with(state, event.who, xp=event.total)


def _level(state: "State", event: e.LevelGained) -> "State":
    return _with(state, event.who, level=event.level, rolled=event.rolled, max_hp=event.max_hp, hp=event.hp)


def _class_chosen(state: "State", event: e.ClassChosen) -> "State":
    return _with(
        state,
        event.who,
        class_id=event.class_id,
        level=event.level,
        xp=event.xp,
        rolled=event.rolled,
        max_hp=event.max_hp,
        hp=event.hp,
        careers=event.careers,
        prepared=(),
        filled=(),
    )


def _rested(state: "State", event: e.Rested) -> "State":
    return _with(state, event.who, hp=event.left, rested=event.rested, stirred=0)


def _rest_broken(state: "State", event: e.RestBroken) -> "State":
    changed = {who: replace(state.characters[who], rested=0, stirred=0) for who in event.who}
    return replace(state, characters={**state.characters, **changed})


def _ability(state: "State", event: e.AbilityChanged) -> "State":
    one = state.characters[event.who]
    after = _with(state, event.who, abilities={**one.abilities, event.ability: event.score})
    if not event.gains or after.fight is None:
        return after
    known = after.fight.combatants[event.who]
    fighting = replace(known, profile=_gained(known.profile, event.gains))
    return replace(after, fight=replace(after.fight, combatants={**after.fight.combatants, event.who: fighting}))


def _gained(profile: "Profile", gains: dict[str, int | float]) -> "Profile":
    """Numbers in a fight with something added; those that another shape has brought are its own."""
    own = profile.own
    plain = [name for name in gains if name != "strength_score"]
    kept = [name for name in plain if own is None or getattr(profile, name) == getattr(own, name)]
    changes: dict[str, Any] = {name: getattr(profile, name) + gains[name] for name in kept}
    if profile.powers is not None:
        score = profile.powers.strength_score + int(gains.get("strength_score", 0))
        changes["powers"] = replace(profile.powers, strength_score=score)
    return replace(profile, own=None if own is None else _gained(own, gains), **changes)


def _coins_changed(state: "State", event: e.CoinsChanged) -> "State":
    return _with(state, event.who, coins=event.coins)


def _time(state: "State", event: e.TimeWent) -> "State":
    after = replace(state, minutes=state.minutes + event.minutes)
    if event.resting:
        return after
    stirred = {
        who: replace(one, stirred=one.stirred + event.minutes)
        for who, one in state.characters.items()
        if one.rested and who in state.party.order
    }
    return replace(after, characters={**state.characters, **stirred}) if stirred else after


def _healed(state: "State", event: e.Healed) -> "State":
    return _with(state, event.who, hp=event.left)


def _revived(state: "State", event: e.Revived) -> "State":
    return _with(state, event.who, health="well", bleeding=False)


def _bandaged(state: "State", event: e.Bandaged) -> "State":
    patient = state.characters[event.patient]
    battle = None if patient.battle is None else replace(patient.battle, bound=True)
    after = _with(state, event.patient, hp=event.left, battle=battle)
    own = after.characters[event.who].battle
    return after if own is None else _with(after, event.who, battle=replace(own, bandaged=True))


def _stopped(state: "State", event: e.BleedingStopped) -> "State":
    return _with(state, event.patient, bleeding=False)


def _wounded(state: "State", event: e.WoundSuffered) -> "State":
    died = state.characters[event.who].death_at(event.health, state.minutes)
    after = _with(state, event.who, hp=event.left, health=event.health, bleeding=event.bleeding, rested=0, died=died)
    return _laid_down(after, event.who)


def _laid_down(state: "State", who: str) -> "State":
    """Whoever has died lies where the party is."""
    out, one = state.expedition, state.characters[who]
    if one.health != "dead" or one.lies or one.died != state.minutes or out is None or out.over:
        return state
    return _with(state, who, lies=out.at, lies_at=state.point)


def _home(state: "State", event: e.CameHome) -> "State":
    after = _with(
        state,
        event.who,
        hp=event.hp,
        health=event.health,
        prepared=event.prepared,
        bleeding=event.bleeding,
        battle=event.battle,
        rested=0,
        died=state.characters[event.who].death_at(event.health, state.minutes),
    )
    return _laid_down(after, event.who)


def _found(state: "State", event: e.TreasureFound) -> "State":
    return _in_party(state, hoard=state.party.hoard.plus(event.found))


def _secured(state: "State", event: e.TreasureSecured) -> "State":
    party = state.party
    stash = party.stash.plus(party.hoard)
    return _in_party(state, hoard=Hoard(), stash=stash, secured_cp=party.secured_cp + event.worth)


def _divided(state: "State", event: e.TreasureDivided) -> "State":
    changed = {
        who: replace(state.characters[who], coins=state.characters[who].coins.plus(coins))
        for who, coins in event.shares.items()
    }
    stash = Hoard(event.left, (), state.party.stash.items)
    return _in_party(replace(state, characters={**state.characters, **changed}), stash=stash)


def _taken(state: "State", event: e.ItemTaken) -> "State":
    stash = state.party.stash
    items = (*stash.items[: event.number], *stash.items[event.number + 1 :])
    after = _in_party(state, stash=replace(stash, items=items))
    return _with(after, event.who, items=_items(after, event.who, event.key, event.item))


def _wages(state: "State", event: e.WagesPaid) -> "State":
    after = _with(state, event.who, coins=event.coins)
    for servant, until in event.paid.items():
        after = _with(after, servant, paid=until)
    return after


def _dismissed(state: "State", event: e.Dismissed) -> "State":
    after = _with(state, event.servant, employer="", health="retired")
    return _out_of_the_line(after, event.servant)


def _retired(state: "State", event: e.Retired) -> "State":
    return _out_of_the_line(_with(state, event.who, health="retired"), event.who)


def _out_of_the_line(state: "State", who: str) -> "State":
    return _in_party(state, order=tuple(other for other in state.party.order if other != who))


FOLD: dict[type[Event], Callable[[Any, Any], Any]] = {
    e.ScoresRolled: _scores,
    e.SheetWritten: _sheet,
    e.PartyFormed: _party,
    e.Bought: _bought,
    e.Sold: _bought,
    e.ValuablesSold: _valuables_sold,
    e.ItemMoved: _moved,
    e.ItemGained: _item,
    e.ItemSpent: _item,
    e.ItemGiven: _given,
    e.Paid: _paid,
    e.SpellMemorised: _memorised,
    e.SpellForgotten: _forgotten,
    e.SpellLearned: _learned,
    e.SpellSpent: _spent,
    e.XpCounted: _xp_counted,
    e.XpPriced: _xp_priced,
    e.XpDivided: _xp_divided,
    e.XpGained: _xp_gained,
    e.LevelGained: _level,
    e.ClassChosen: _class_chosen,
    e.Rested: _rested,
    e.RestBroken: _rest_broken,
    e.AbilityChanged: _ability,
    e.CoinsChanged: _coins_changed,
    e.TimeWent: _time,
    e.Healed: _healed,
    e.Revived: _revived,
    e.Bandaged: _bandaged,
    e.BleedingStopped: _stopped,
    e.WoundSuffered: _wounded,
    e.CameHome: _home,
    e.TreasureFound: _found,
    e.TreasureSecured: _secured,
    e.TreasureDivided: _divided,
    e.ItemTaken: _taken,
    e.WagesPaid: _wages,
    e.Dismissed: _dismissed,
    e.Retired: _retired,
}

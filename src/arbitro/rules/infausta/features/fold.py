"""The fold of what class features bring about: each event says what is left, so nothing here knows a rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.state import Question
from arbitro.rules.infausta.features import events as e
from arbitro.rules.infausta.features.state import Body, Gifts, Shaped, Song, Stance
from arbitro.rules.whitebox import fold as whitebox
from arbitro.rules.whitebox.events import BlowHeld
from arbitro.rules.whitebox.people.state import Coins

if TYPE_CHECKING:
    from arbitro.rules.infausta.state import State

V = TypeVar("V")
_A_WHOLE_ROUND: Final = 99
"""More attacks than anybody has: the round went to something else."""


def _in_fight(state: "State", who: str, **changes: Any) -> "State":
    fight = state.fight
    if fight is None or who not in fight.combatants:
        return state
    changed = replace(fight.combatants[who], **changes)
    return replace(state, fight=replace(fight, combatants={**fight.combatants, who: changed}))


def _acted(state: "State", who: str) -> "State":
    """Somebody's action of the round is used up."""
    if state.fight is None:
        return state
    return _in_fight(state, who, attacked=state.fight.round, attacks_made=_A_WHOLE_ROUND)


def _gifts(state: "State", who: str, **changes: Any) -> "State":
    return replace(state, gifts={**state.gifts, who: replace(state.gifts.get(who, Gifts()), **changes)})


def _without(kept: dict[str, V], who: str) -> dict[str, V]:
    return {name: held for name, held in kept.items() if name != who}


def _stance(state: "State", event: e.StanceTaken) -> "State":
    return replace(state, stances={**state.stances, event.who: Stance(event.stance, event.to_hit, event.round)})


def _song_began(state: "State", event: e.SongBegan) -> "State":
    song = Song(event.song, event.hearers if event.song == "enthral" else ())
    return replace(_acted(state, event.who), songs={**state.songs, event.who: song})


def _song_ended(state: "State", event: e.SongEnded) -> "State":
    for who in event.freed:
        state = _in_fight(state, who, condition="up")
    return replace(state, songs=_without(state.songs, event.who))


def _zeal_spent(state: "State", event: e.ZealSpent) -> "State":
    return _acted(_gifts(state, event.who, zeal_spent=event.spent), event.who)


def _zeal_restored(state: "State", event: e.ZealRestored) -> "State":
    return _gifts(state, event.who, zeal_spent=0)


def _vows_broken(state: "State", event: e.VowsBroken) -> "State":
    return _gifts(state, event.who, vows_broken=True)


def _vows_atoned(state: "State", event: e.VowsAtoned) -> "State":
    return _gifts(state, event.who, vows_broken=False)


def _trophies(state: "State", event: e.TrophiesTaken) -> "State":
    return _gifts(state, event.who, trophies=event.held, stripped=event.fight)


def _body(state: "State", who: str, body: Body | None) -> "State":
    """Another body in a fight."""
    fight = state.fight
    if body is None or fight is None or who not in fight.combatants:
        return state
    profile = replace(fight.combatants[who].profile, armour=body.armour, weapons=body.weapons, spells=body.spells)
    if profile.powers is not None:
        profile = replace(profile, powers=replace(profile.powers, devices=body.devices, natural=body.natural))
    return _in_fight(state, who, profile=profile, weapon=body.weapons[0].id if body.weapons else "")


def _shape_taken(state: "State", event: e.ShapeTaken) -> "State":
    made = _gifts(state, event.who, changed=event.day)
    shaped = Shaped(event.shape, event.until, event.own)
    made = replace(made, shapes={**made.shapes, event.who: shaped})
    return _body(_acted(made, event.who) if event.body is not None else made, event.who, event.body)


def _blow_held(state: "State", event: BlowHeld) -> "State":
    """A change of shape and a song take the action of the round when they are begun."""
    held = whitebox.evolve(state, event)
    return _acted(held, event.target) if event.blow.effect in ("shape", "song") else held


def _shape_ended(state: "State", event: e.ShapeEnded) -> "State":
    return _body(replace(state, shapes=_without(state.shapes, event.who)), event.who, event.body)


def _skill(state: "State", event: e.SkillTried) -> "State":
    fighting = state.fight is not None and state.fight.phase != "over"
    return _acted(state, event.who) if fighting else state


def _hid(state: "State", event: e.Hid) -> "State":
    others = tuple(who for who in state.hidden if who != event.who)
    return replace(state, hidden=(*others, event.who) if event.hidden else others)


def _disarmed(state: "State", event: e.TrapDisarmed) -> "State":
    out = state.expedition
    if out is None:
        return state
    traps = {**out.traps, event.trap: replace(out.traps[event.trap], sprung=True)}
    return replace(state, expedition=replace(out, traps=traps))


def _asked(state: "State", event: e.FindingsAsked) -> "State":
    question = Question("findings", "referee", {"who": f"@{event.who}", "use": f"@skill:{event.use}"}, event.rules)
    return replace(state, awaiting=(*state.awaiting, question))


def _told(state: "State", event: e.FindingsTold) -> "State":
    del event
    return replace(state, awaiting=tuple(question for question in state.awaiting if question.kind != "findings"))


def _misfits(state: "State", event: e.ArmourMisfits) -> "State":
    return replace(state, fittings={**state.fittings, f"{event.who}/{event.key}": -1})


def _paid(state: "State", who: str, coins: Coins | None) -> "State":
    if coins is None:
        return state
    return replace(state, characters={**state.characters, who: replace(state.characters[who], coins=coins)})


def _refitted(state: "State", event: e.ArmourRefitted) -> "State":
    paid = _paid(state, event.who, event.coins)
    return replace(paid, fittings={**paid.fittings, f"{event.who}/{event.key}": event.ready})


def _library(state: "State", event: e.LibraryPaid) -> "State":
    return _paid(state, event.who, event.coins)


FOLD: Final[dict[type[Event], Callable[["State", Any], "State"]]] = {
    BlowHeld: _blow_held,
    e.StanceTaken: _stance,
    e.SongBegan: _song_began,
    e.SongEnded: _song_ended,
    e.ZealSpent: _zeal_spent,
    e.ZealRestored: _zeal_restored,
    e.VowsBroken: _vows_broken,
    e.VowsAtoned: _vows_atoned,
    e.TrophiesTaken: _trophies,
    e.ShapeTaken: _shape_taken,
    e.ShapeEnded: _shape_ended,
    e.SkillTried: _skill,
    e.Hid: _hid,
    e.TrapDisarmed: _disarmed,
    e.FindingsAsked: _asked,
    e.FindingsTold: _told,
    e.ArmourMisfits: _misfits,
    e.ArmourRefitted: _refitted,
    e.LibraryPaid: _library,
}

"""Death moves (DHP-DEATH-01 to 05)."""

from typing import NamedTuple

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate
from arbitro.rules.daggerheart.adversary import SURRENDER
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.attacking import aimed
from arbitro.rules.daggerheart.companion_care import comes_to_comfort
from arbitro.rules.daggerheart.conditions import release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import has_passive
from arbitro.rules.daggerheart.landing import blaze
from arbitro.rules.daggerheart.offers import Occasion, answering, offered
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import condition_entry, current_scene, due_step, foe_left, foes_left
from arbitro.rules.daggerheart.prisoners import has_words, risen
from arbitro.rules.daggerheart.resources import clear_hp, clear_stress, scar
from arbitro.rules.daggerheart.state import Agenda, Dying, Foe, Hero, State, Weapon
from arbitro.rules.daggerheart.words import FEAR_SIDES, HOPE_SIDES

_DEATH = ("DHP-DEATH-01",)


def surrender(play: Play, command: c.Surrender) -> Refusal | None:
    """A PC lays down their arms: in the adversaries' power, and out of the scene (DHP-ADVSTAT-11)."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if not play.state.options["surrender"]:
        return Refusal("option_off", {"option": "surrender"}, SURRENDER)
    if not any(True for _ in foes_left(play.state)):
        return Refusal("nobody_to_yield_to", {"who": f"@{hero.id}"}, SURRENDER)
    values: dict[str, str | int] = {"who": f"@{hero.id}"}
    foes = current_scene(play.state).foes
    grips = (
        foes[held.source]
        for held in hero.conditions
        if held.source in foes and condition_entry(play.rules.books, held.name).keeps
    )
    holder = next((foe for foe in grips if not has_words(play.rules.books, foe)), None)
    if holder is not None:
        return Refusal("does_not_let_go", {**values, "by": f"@{holder.id}"}, SURRENDER)
    if not any(has_words(play.rules.books, foe) for foe in foes_left(play.state)):
        return Refusal("nobody_takes_prisoners", values, SURRENDER)
    play.happen(e.StatusChanged(hero.id, "yielded", rules=SURRENDER))
    return None


def settle_dying(play: Play, step: Dying) -> None:
    """A PC who has fallen must choose; nothing else is open to that player."""
    hero = play.state.party.get(step.who)
    if hero is None or hero.status != "dying":
        return
    if step.blazed:
        play.happen(e.StatusChanged(step.who, "dead", rules=("DHP-DEATH-02",)))
        return
    if _warded(play, hero):
        return
    if comes_to_comfort(play, hero):
        play.happen(risen(hero, ("DHP-CHAR-05",)))
        clear_hp(play, hero.id, 1, ("DHP-CHAR-05",))
        return
    saving = answering(play.rules.books, play.state, hero, Occasion("dying"))
    if offered(play, step, *((hero, power) for power in saving)):
        return
    ask(play, Question("death", step.who, {"who": f"@{step.who}"}, _DEATH), step)


def _warded(play: Play, hero: Hero) -> bool:
    """A ward that keeps its bearer from a death move is used up by it: Hit Points are cleared in its place."""
    for held in hero.conditions:
        entry = condition_entry(play.rules.books, held.name)
        if entry.spares:
            release(play, hero.id, held)
            play.happen(risen(hero, entry.rules))
            clear_hp(play, hero.id, entry.spares, entry.rules)
            return True
    return False


def may_strike_last(state: State, hero: Hero) -> bool:
    """Whether a last action may be a blow: whoever has laid down their arms has none, unless the table says so."""
    return not hero.prisoner or bool(state.options["prisoner_blaze"])


class _Blow(NamedTuple):
    target: Foe
    weapon: Weapon
    spot: int
    """From where it is struck: the move is part of the action (DHP-RANGE-03)."""


def last_blow(books: Library, state: State, hero: Hero, at: str, with_weapon: str) -> _Blow | Refusal:
    """A last action that is a blow: it cannot miss, but it must reach whom it is meant for (DHP-DEATH-02)."""
    target, weapon = foe_left(state, at), weapon_of(hero, with_weapon)
    if isinstance(target, Refusal):
        return target
    if not may_strike_last(state, hero):
        return Refusal("no_arms_left", {"who": f"@{hero.id}"}, ("DHP-DEATH-02", *SURRENDER))
    if weapon is None:
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": with_weapon}, ("DHP-DEATH-02",))
    spot = aimed(books, state, hero, target, weapon.range)
    return spot if isinstance(spot, Refusal) else _Blow(target, weapon, spot)


def death_move(play: Play, command: c.DeathMove) -> Refusal | None:
    """Blaze of Glory, Avoid Death or Risk It All."""
    step = due_step(play.state)
    hero = play.state.party.get(command.who)
    if not isinstance(step, Dying) or step.who != command.who or hero is None:
        return Refusal("not_asked")
    blow = (
        last_blow(play.rules.books, play.state, hero, command.target, command.weapon)
        if command.move == "blaze_of_glory" and command.target
        else None
    )
    if isinstance(blow, Refusal):
        return blow
    resume(play, "death")
    play.agenda.pop(0)
    if command.move == "blaze_of_glory":
        play.happen(e.DeathMoved(hero.id, "blaze_of_glory", rules=(*_DEATH, "DHP-DEATH-02")))
        last: tuple[Agenda, ...] = ()
        if blow is not None:
            relocate(play, hero.id, blow.spot)
            last = (blaze(play, hero, blow.target, blow.weapon),)
        play.first(*last, Dying(hero.id, blazed=True))  # the deed is done before its doer is gone
    elif command.move == "avoid_death":
        die = play.dice.roll(HOPE_SIDES, "hope")
        better = has_passive(hero, "phoenix") is not None
        rules = (*_DEATH, "DHP-DEATH-03", *(("DHP-ITEM-01",) if better else ()))
        play.happen(e.DeathMoved(hero.id, "avoid_death", (die,), hero.sheet.level - better, rules=rules))
        play.happen(e.StatusChanged(hero.id, "unconscious", rules=("DHP-DEATH-03",)))
        if die.face <= hero.sheet.level - better:
            scar(play, hero.id)
    else:
        _risk(play, hero)
    return None


def _risk(play: Play, hero: Hero) -> None:
    """All on the Duality Dice: up with Hope, dead with Fear, whole on a double (DHP-DEATH-04)."""
    hope, fear = play.dice.roll(HOPE_SIDES, "hope"), play.dice.roll(FEAR_SIDES, "fear")
    rules = (*_DEATH, "DHP-DEATH-04")
    play.happen(e.DeathMoved(hero.id, "risk_it_all", (hope, fear), rules=rules))
    if hope.face < fear.face:
        play.happen(e.StatusChanged(hero.id, "dead", rules=("DHP-DEATH-04",)))
        return
    play.happen(risen(hero, ("DHP-DEATH-04",)))
    if hope.face == fear.face:
        if play.state.options["death_risk_double"] == "clear_all":
            clear_hp(play, hero.id, hero.hp_marked, rules)
            clear_stress(play, hero.id, hero.stress_marked, rules)
        return
    if hope.face >= hero.hp_marked + hero.stress_marked:
        rolled = Modifier(hope.face, "DHP-DEATH-04", "rolled")
        to_hp = Modifier(-hero.hp_marked, "DHP-DEATH-04", "to_hp")
        clear_hp(play, hero.id, hope.face, rules, (rolled,))
        clear_stress(play, hero.id, hope.face - hero.hp_marked, rules, (rolled, to_hp))
        return
    values: dict[str, str | int] = {"who": f"@{hero.id}", "amount": hope.face}
    ask(play, Question("split", hero.id, values, ("DHP-DEATH-04",)))


def split_limits(state: State, who: str) -> tuple[int, int]:
    """The least and the most Hit Points that a split may clear: at least 1 (DHP-DEATH-04)."""
    hero = state.party[who]
    amount = int(state.awaiting[0].values.get("amount", 0)) if state.awaiting else 0
    return max(1, amount - hero.stress_marked), max(1, min(amount, hero.hp_marked))


def split_healing(play: Play, command: c.SplitHealing) -> Refusal | None:
    """What the Hope Die shows is split at will, but the PC must be able to stand."""
    state = play.state
    hero = state.party.get(command.who)
    question = state.awaiting[0] if state.awaiting else None
    if hero is None or question is None or question.who != command.who:
        return Refusal("not_asked")
    low, high = split_limits(state, command.who)
    if not low <= command.hp <= high:
        return Refusal("split", {"low": low, "high": high}, ("DHP-DEATH-04",))
    amount = int(question.values["amount"])
    resume(play, "split")
    rules, rolled = ("DHP-DEATH-04",), Modifier(amount, "DHP-DEATH-04", "rolled")
    stress = amount - command.hp
    to_stress = (Modifier(-stress, "DHP-DEATH-04", "to_stress"),) if stress else ()
    clear_hp(play, hero.id, command.hp, rules, (rolled, *to_stress))
    clear_stress(play, hero.id, stress, rules, (rolled, Modifier(-command.hp, "DHP-DEATH-04", "to_hp")))
    return None

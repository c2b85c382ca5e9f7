"""Powers of the player characters: spells, Hope Features, healing (SRD chapters on spellcast rolls and on Hope).

A spell is a roll, and its numbers say what it does. What takes no roll is a word of its entry, registered once in
`BOONS` with all there is to it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate
from arbitro.rules.daggerheart.attacking import ATTACK, aimed, power_of
from arbitro.rules.daggerheart.conditions import end_conditions, impose
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of, place_passive
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_aims import candidates
from arbitro.rules.daggerheart.power_price import use_up
from arbitro.rules.daggerheart.power_use import use_by_words
from arbitro.rules.daggerheart.power_words import Restore
from arbitro.rules.daggerheart.presence import current_scene, foe_left, foes_left, has_condition
from arbitro.rules.daggerheart.ranges import is_near, visible
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_hope,
    clear_armour,
    clear_hp,
    clear_stress,
    short_of_hope,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Condition, Foe, Hero, Power, PowerEffect, Request, State
from arbitro.rules.daggerheart.words import Trait

_HOPE: Final = ("DHP-HOPE-06",)


class Invoked(Struct, frozen=True):
    """A power that is used without a roll: by whom, on whom, and what its user says of it."""

    hero: Hero
    power: Power
    target: str = ""
    """Somebody's id; empty: nobody in particular."""
    stress: bool = False
    """It is to clear Stress, where it clears one or the other."""


class Boon(Struct, frozen=True):
    """What a power does that takes no roll, and all there is to it."""

    work: Callable[[Play, Invoked], None] | None = None
    may: Callable[[Library, State, Invoked], Refusal | None] | None = None
    """Why it cannot be used now; decided before it is paid for."""
    aims: Literal["", "party", "foes"] = ""
    """Among whom a target is named."""
    worth: Callable[[State, Hero, Power], Iterable[str]] | None = None
    """On whom an automatic player would use it now, best first; an empty name: on nobody in particular."""


def use_power(play: Play, command: c.UsePower) -> Refusal | None:
    """Use a spell, a Hope Feature or a healing power."""
    state = play.state
    hero = may_act(play.rules.books, state, command.who)
    if isinstance(hero, Refusal):
        return hero
    power = power_of(hero, command.power)
    if power is None:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power})
    power = priced_here(state, power)
    if hero.form is not None and power.card and power.kind in ("spell", "grimoire"):
        return Refusal("in_a_form", {"who": f"@{hero.id}"}, ("DHP-CHAR-04",))
    if power.way or power.options:
        return use_by_words(play, hero, power, command)
    if power.id in hero.used:
        return Refusal("used_up", {"who": f"@{hero.id}"}, ("DHP-REST-07",))
    if not power.pay_on_hit:
        short = short_of_hope(hero, power.hope, _HOPE)
        if short:
            return short
    if power.kind == "spell":
        return _cast(play, hero, power, command.target, command.trait)
    return _invoke(play, Invoked(hero, power, command.target, command.clears == "stress"))


def priced_here(state: State, power: Power) -> Power:
    """A power with what it costs in this place, where healing has a price of its own (DHP-ENV-01)."""
    dear = place_passive(state, "healing_costs")
    clearing = (one.hp for one in (*power.do, *power.own) if isinstance(one, Restore))
    heals = power.effect == "mend" or any(hp != Amount() for hp in clearing)
    return replace(power, hope=power.hope + dear.value) if dear is not None and heals else power


def marks_of(state: State, hero: Hero, power: Power) -> list[Hero | Foe] | None:
    """Among whom a power is aimed; None where nobody is named."""
    if power.way:
        named = (
            power.target is not None and power.target.who not in ("all", "card", "their_card") and power.way != "told"
        )
        struck = power.way == "attack" and (power.target is None or power.target.who != "all")
        return candidates(state, hero, power) if named or struck else None
    aims = "foes" if power.kind == "spell" and not power.all else BOONS[power.effect].aims
    if aims == "party":
        return list(state.party.values())
    return list(foes_left(state)) if aims == "foes" else None


# ------------------------------------------------------------------ spells (DHP-TRAIT-03)


def _cast(play: Play, hero: Hero, power: Power, target: str, trait: Trait | None) -> Refusal | None:
    """A Spellcast Roll; one that can hurt is an attack roll too (DHP-TRAIT-03)."""
    state = play.state
    if hero.sheet.spellcast is None:
        return Refusal("no_spellcast", {"who": f"@{hero.id}"}, ("DHP-TRAIT-03",))
    if trait is not None and trait not in (hero.sheet.spellcast, hero.sheet.second_spellcast):
        return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": f"@trait/{trait}"}, ("DHP-TRAIT-03",))
    if barred := bar_to_rolling(play.rules.books, hero, 0 if power.pay_on_hit else power.hope):
        return barred
    spot: int | Refusal = hero.at
    if power.all:
        near = [foe for foe in foes_left(state) if is_near(play.rules.books, state, hero, foe, power.range)]
        reached = [foe for foe in near if visible(foe, power.range) is None]
    else:
        foe = foe_left(state, target)
        if isinstance(foe, Refusal):
            return foe
        spot = aimed(play.rules.books, state, hero, foe, power.range)
        reached = [foe]
    if isinstance(spot, Refusal):
        return spot
    if not reached:
        return Refusal("no_target", {"who": f"@{hero.id}"}, ("DHP-RANGE-04",))
    if (refused := _daunted(power, reached)) is not None:
        return refused
    relocate(play, hero.id, spot)
    if power.hope and not power.pay_on_hit:
        change_hope(play, hero.id, -power.hope, "power", _HOPE, power.id)
    request = Request(
        hero.id,
        "power",
        trait or hero.sheet.spellcast,
        min(difficulty_of(play.rules.books, foe) for foe in reached),
        True,
        reached[0].id,
        targets=tuple(foe.id for foe in reached),
        means=power.id,
        stood={hero.id: hero.at},
        paid_hope=0 if power.pay_on_hit else power.hope,
    )
    request_action_roll(play, request, ("DHP-TRAIT-03", *ATTACK))
    return None


def _daunted(power: Power, reached: list[Foe]) -> Refusal | None:
    """No Hope can be paid for what is used against those whose presence takes it away."""
    awful = next((foe for foe in reached if passive_of(foe, "fearsome") is not None), None)
    if not power.hope or awful is None:
        return None
    return Refusal("fearsome", {"who": f"@{awful.id}"}, _HOPE)


# ------------------------------------------------------------------ what takes no roll (DHP-HOPE-06)


def _invoke(play: Play, used: Invoked) -> Refusal | None:
    """A Hope Feature or healing: no roll, the Hope is the price (DHP-HOPE-06)."""
    hero, power = used.hero, used.power
    if power.kind == "healing" and current_scene(play.state).in_danger:
        return Refusal("in_danger", {"who": f"@{hero.id}"}, _HOPE)
    boon = BOONS[power.effect]
    if boon.may is not None and (refused := boon.may(play.rules.books, play.state, used)) is not None:
        return refused
    change_hope(play, hero.id, -power.hope, "power", _HOPE, power.id)
    if power.limit:
        use_up(play, hero.id, power.id)
    if boon.work is not None:
        boon.work(play, used)
    return None


def _may_mend(books: Library, state: State, used: Invoked) -> Refusal | None:
    """Whoever has something to clear and is near enough; for some powers another than its user."""
    hero, power = used.hero, used.power
    friend = state.party.get(used.target or hero.id)
    if power.others and friend is not None and friend.id == hero.id:
        return Refusal("only_others", {"who": f"@{hero.id}"}, _HOPE)
    marks = 0 if friend is None else friend.stress_marked * power.either if used.stress else friend.hp_marked
    if friend is None or not friend.can_be_helped or not marks:
        return Refusal("nothing_to_clear", {"who": f"@{used.target or hero.id}"}, _HOPE)
    if not is_near(books, state, hero, friend, power.range):
        return Refusal("out_of_reach", {"who": f"@{friend.id}"}, ("DHP-RANGE-01",))
    return None


def _mend(play: Play, used: Invoked) -> None:
    """A Hit Point is cleared, or a Stress."""
    friend = used.target or used.hero.id
    if used.stress:
        clear_stress(play, friend, 1, _HOPE)
    else:
        clear_hp(play, friend, 1, _HOPE)


def _worth_mending(state: State, hero: Hero, power: Power) -> Iterable[str]:
    """Whoever is down or about to be."""
    del hero
    needy = (one for one in state.party.values() if one.status == "unconscious" or one.hp - one.hp_marked <= 1)
    return [one.id for one in needy] if power.kind == "hope_feature" else ()


def _may_clear_armour(books: Library, state: State, used: Invoked) -> Refusal | None:
    del books, state
    hero = used.hero
    return None if hero.armour_marked else Refusal("nothing_to_clear", {"who": f"@{hero.id}"}, _HOPE)


def _clear_armour(play: Play, used: Invoked) -> None:
    clear_armour(play, used.hero.id, 2, _HOPE)


def _worth_clearing(state: State, hero: Hero, power: Power) -> Iterable[str]:
    del state, power
    return ("",) if hero.armour_marked >= 3 else ()


def _may_dodge(books: Library, state: State, used: Invoked) -> Refusal | None:
    del books, state
    return Refusal("already_there", {"who": f"@{used.hero.id}"}, ("DHP-GEN-04",)) if used.hero.dodge else None


def _dodge(play: Play, used: Invoked) -> None:
    play.happen(e.BoonChanged(used.hero.id, "dodge", 2, rules=_HOPE))


def _may_show_no_mercy(books: Library, state: State, used: Invoked) -> Refusal | None:
    del books, state
    return Refusal("already_there", {"who": f"@{used.hero.id}"}, ("DHP-GEN-04",)) if used.hero.mercy else None


def _show_no_mercy(play: Play, used: Invoked) -> None:
    play.happen(e.BoonChanged(used.hero.id, "mercy", 1, rules=_HOPE))


def _with_hope_to_spare(state: State, hero: Hero, power: Power) -> Iterable[str]:
    del state, power
    return ("",) if hero.hope >= 6 else ()


def _may_distract(books: Library, state: State, used: Invoked) -> Refusal | None:
    """An adversary within range that is not distracted already."""
    power = used.power
    foe = foe_left(state, used.target)
    if isinstance(foe, Refusal):
        return foe
    if not is_near(books, state, used.hero, foe, power.range):
        return Refusal("out_of_reach", {"who": f"@{foe.id}"}, ("DHP-RANGE-01",))
    if (refused := _daunted(power, [foe])) is not None:
        return refused
    if has_condition(foe, power.condition):
        return Refusal("already_there", {"who": f"@{foe.id}"}, ("DHP-COND-01",))
    return None


def _distract(play: Play, used: Invoked) -> None:
    end_conditions(play, used.hero.id, "hidden")  # a scene is not made in hiding (DHP-COND-02)
    impose(play, used.target, Condition(used.power.condition, used.hero.id, "temporary"))


def _worth_distracting(state: State, hero: Hero, power: Power) -> Iterable[str]:
    del power
    return [foe.id for foe in foes_left(state)] if hero.hope >= 5 else ()


def _only_with_an_attack(books: Library, state: State, used: Invoked) -> Refusal | None:
    """The refusal of a power that is offered when an attack has succeeded: see `attacking`."""
    del books, state
    return Refusal("with_an_attack", {"who": f"@{used.hero.id}"}, _HOPE)


BOONS: Final[Mapping[PowerEffect, Boon]] = {
    "": Boon(),
    "mend": Boon(_mend, _may_mend, "party", _worth_mending),
    "clear_armour": Boon(_clear_armour, _may_clear_armour, worth=_worth_clearing),
    "dodge": Boon(_dodge, _may_dodge, worth=_with_hope_to_spare),
    "mercy": Boon(_show_no_mercy, _may_show_no_mercy, worth=_with_hope_to_spare),
    "distract": Boon(_distract, _may_distract, "foes", _worth_distracting),
    "volley": Boon(may=_only_with_an_attack),
}
"""What powers do that take no roll, each word of an entry once."""

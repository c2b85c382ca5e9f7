"""Rests and the time between scenes (DHP-REST-01 to 07)."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, Literal

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import growing
from arbitro.rules.daggerheart.companion import beast_strain
from arbitro.rules.daggerheart.companion_care import clear_companion, companion_returns
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.countdown import advance_count
from arbitro.rules.daggerheart.gifts import GIFT, at_hand, gift_total, has_passive
from arbitro.rules.daggerheart.numbers import place_passive, source_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts
from arbitro.rules.daggerheart.power_price import cannot_pay, fill_tokens, note_use, pay
from arbitro.rules.daggerheart.presence import PLACE, heroes_up, party_size
from arbitro.rules.daggerheart.resources import change_hope, clear_armour, clear_hp, clear_stress, gain_fear
from arbitro.rules.daggerheart.state import Countdown, Hero, Power, Rest, State
from arbitro.rules.daggerheart.words import tier_of

SHORT_MOVES = ("tend_to_wounds", "clear_stress", "repair_armor", "prepare", "feature")
LONG_MOVES = ("tend_to_all_wounds", "clear_all_stress", "repair_all_armor", "prepare", "work_on_project", "feature")


_CLEARS: Final[dict[str, Callable[[Hero], int]]] = {
    "tend_to_wounds": lambda hero: hero.hp_marked,
    "tend_to_all_wounds": lambda hero: hero.hp_marked,
    "clear_stress": lambda hero: hero.stress_marked + beast_strain(hero),
    "clear_all_stress": lambda hero: hero.stress_marked + beast_strain(hero),
    "repair_armor": lambda hero: hero.armour_marked,
    "repair_all_armor": lambda hero: hero.armour_marked,
}
"""The marks that a downtime move clears."""


def in_need(hero: Hero, move: str) -> bool:
    """Whether a downtime move would do anything for somebody; what clears no marks always does."""
    return move not in _CLEARS or _CLEARS[move](hero) > 0


def _prepared(preparing: tuple[str, ...]) -> dict[str, int]:
    """The Hope that preparing comes to for each, in whatever order they did: 1, and 2 in company each time.

    Whoever prepares twice may do so with one companion and then with another (DHP-REST-04).
    """
    return {who: count + min(count, len(preparing) - count) for who, count in Counter(preparing).items()}


def _company(who: str, preparing: tuple[str, ...]) -> bool:
    """Whether somebody who prepares now has company in it."""
    return _prepared((*preparing, who))[who] - _prepared(preparing).get(who, 0) > 1


def resting(state: State) -> Rest | Refusal:
    """The rest that is being taken."""
    return state.rest or Refusal("no_rest", {}, ("DHP-REST-01",))


def begin_rest(play: Play, command: c.BeginRest) -> Refusal | None:
    """The party settles down, where it is safe; after three short rests only a long one will do."""
    state = play.state
    if state.rest is not None:
        return Refusal("resting", {}, ("DHP-REST-01",))
    if not (party_size(state) if command.kind == "long" else any(True for _ in heroes_up(state))):
        return Refusal("nobody_left", {}, ("DHP-REST-01",))
    if state.scene is not None and not state.scene.ending and state.scene.in_danger:
        return Refusal("in_danger", {"who": "@referee"}, ("DHP-REST-01",))
    if command.kind == "short" and state.short_rests >= 3:
        return Refusal("long_rest_needed", {}, ("DHP-REST-02",))
    play.happen(e.RestBegan(command.kind, rules=("DHP-REST-01", "DHP-REST-02")))
    for hero in tuple(play.state.party.values()) if command.kind == "long" else ():
        companion_returns(play, hero)
    return None


def _fear_of(play: Play, rest: Rest) -> None:
    """The Fear of a rest that counted; of a long one that was cut short as the table has it."""
    if not rest.cut:
        _rest_fear(play, rest.kind)
        return
    choice = play.state.options["rest_fear_on_interrupted"]
    if choice != "never":
        _rest_fear(play, "long" if choice == "always" else "short")


def _rest_fear(play: Play, kind: Literal["short", "long"]) -> None:
    """1d4 for a short rest, and as many as there are PCs besides for a long one (DH-FEAR-03, DHP-REST-06)."""
    die = play.dice.roll(4, "rest_fear")
    more = party_size(play.state) if kind == "long" else 0
    added = (Modifier(more, "DHP-REST-06", "for_each_pc"),) if more else ()
    gain_fear(play, die.face + more, "rest", ("DH-FEAR-03", "DHP-REST-06"), (die,), added)


def moves_of(hero: Hero) -> int:
    """How many downtime moves somebody has in a rest: two, one more in trance, and what has eased their way to one."""
    eased = gift_total(hero, "rest_moves")
    return 2 + (has_passive(hero, "extra_rest_move") is not None) + eased


def other_moves(hero: Hero, rest: Rest) -> tuple[str, ...]:
    """The moves of a long rest that somebody may still make in a short one: one of them, for those who can."""
    if rest.kind == "long" or has_passive(hero, "long_move_in_short_rest") is None:
        return ()
    long_ones = tuple(move for move in LONG_MOVES if move not in SHORT_MOVES)
    return () if set(rest.moves.get(hero.id, ())) & set(long_ones) else long_ones


def rest_move(play: Play, command: c.RestMove) -> Refusal | None:
    """Up to two downtime moves for each PC, more for some; the same one twice is fine."""
    state = play.state
    rest = resting(state)
    if isinstance(rest, Refusal):
        return rest
    hero = state.party.get(command.who)
    if hero is None or hero.status != "up":
        return Refusal("not_up", {"who": f"@{command.who}"}, ("DHP-REST-01", "DHP-DEATH-03"))
    if len(rest.moves.get(command.who, ())) >= moves_of(hero):
        return Refusal("two_moves", {"who": f"@{command.who}"}, ("DHP-REST-01",))
    if command.move not in (*(SHORT_MOVES if rest.kind == "short" else LONG_MOVES), *other_moves(hero, rest)):
        return Refusal("wrong_rest", {"move": command.move}, ("DHP-REST-04", "DHP-REST-05", "DHP-REST-03"))
    if command.move == "work_on_project":
        return _work(play, hero, command.whom)
    if command.move == "feature":
        return _by_feature(play, hero, command.whom)
    whom = state.party.get(command.whom or command.who)
    if whom is None or not whom.can_be_helped:
        return Refusal("nobody", {"who": command.whom})
    if command.move in ("clear_stress", "clear_all_stress", "prepare") and whom.id != hero.id:
        return Refusal("only_self", {"who": f"@{hero.id}"}, ("DHP-REST-04", "DHP-REST-05"))
    if not in_need(whom, command.move):
        return Refusal(f"no_need_{command.move.replace('_all', '')}", {"who": f"@{whom.id}"}, _moves_of(rest))
    _rest_does(play, rest, hero, command.move, whom)
    return None


def downtime_powers(state: State, hero: Hero) -> Iterator[tuple[Hero, Power]]:
    """What somebody may do with a downtime move by what they or their friends know, and whose it is (DHP-CHAR-02)."""
    for owner in state.party.values():
        for power in at_hand(owner) if owner.status == "up" else ():
            shared = power.target is not None and power.target.side == "party"
            own = owner.id == hero.id
            if power.way != "rest" or power.options or not (own or shared):
                continue
            if not own or cannot_pay(hero, power) is None:
                yield owner, power


def _by_feature(play: Play, hero: Hero, wanted: str) -> Refusal | None:
    """A downtime move that a power gives: the recipe is brewed, the ideal dwelt on, the drill gone through."""
    found = next((one for one in downtime_powers(play.state, hero) if one[1].id == wanted), None)
    if found is None:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": wanted}, (GIFT,))
    owner, power = found
    if owner.id == hero.id:
        pay(play, hero.id, power)
        note_use(play, hero.id, power)
    play.happen(e.RestMoveMade(hero.id, "feature", hero.id, rules=("DHP-REST-01", GIFT)))
    play.happen(e.PowerUsed(owner.id, power.id, (hero.id,) if owner.id != hero.id else (), rules=(GIFT,)))
    deed = PowerDeed(owner.id, power)
    play.first(*carry_out_parts(play, deed, (*power.do, *power.own), (hero.id,)))
    return None


def _moves_of(rest: Rest) -> tuple[str, ...]:
    """The rule of the downtime moves of a rest."""
    return ("DHP-REST-04",) if rest.kind == "short" else ("DHP-REST-05",)


def open_projects(state: State) -> list[Countdown]:
    """The long-term countdowns that the party knows of and may work on; what the GM keeps hidden is no project."""
    return [one for one in state.projects.values() if one.value and not one.hidden]


def _work(play: Play, hero: Hero, named: str) -> Refusal | None:
    """Bring a project nearer: the one that is named, or the only one there is (DHP-REST-05)."""
    projects = [one for one in open_projects(play.state) if named in ("", one.id)]
    if not projects:
        return Refusal("no_countdown", {"countdown": named}, ("DHP-REST-05",))
    if len(projects) > 1:
        return Refusal("which_project", {"who": f"@{hero.id}"}, ("DHP-REST-05",))
    play.happen(e.RestMoveMade(hero.id, "work_on_project", hero.id, rules=("DHP-REST-01", "DHP-REST-05")))
    play.first(*advance_count(play, projects[0], 1))
    return None


def _rest_does(play: Play, rest: Rest, hero: Hero, move: str, whom: Hero) -> None:
    rules = _moves_of(rest)
    amount = Amount(1, 4, tier_of(hero.sheet.level))
    rolls = move in ("tend_to_wounds", "clear_stress", "repair_armor")
    dice = amount.roll(play.dice, "downtime") if rolls else ()
    cleared = amount.total(dice) if rolls else growing.MOST_SLOTS
    together = move == "prepare" and _company(hero.id, rest.preparing)
    tier = (Modifier(amount.plus, rules[0], "tier"),) if rolls else ()
    play.happen(e.RestMoveMade(hero.id, move, whom.id, dice, together, tier, rules=("DHP-REST-01", *rules)))
    parts = (*(Modifier(die.face, rules[0], "rolled") for die in dice), *tier)
    if move in ("tend_to_wounds", "tend_to_all_wounds"):
        _comforted(play, hero, whom, move)
        clear_hp(play, whom.id, cleared, rules, parts)
    elif move in ("clear_stress", "clear_all_stress"):
        clear_stress(play, whom.id, cleared, rules, parts)
        clear_companion(play, whom.id, cleared)
    elif move in ("repair_armor", "repair_all_armor"):
        clear_armour(play, whom.id, cleared, rules, parts)
        if has_passive(hero, "armorer") is not None and whom.id == hero.id:
            for other in heroes_up(play.state):
                clear_armour(play, other.id, int(other.id != hero.id), (GIFT,))
    else:
        before, now = _prepared(rest.preparing), _prepared((*rest.preparing, hero.id))
        for who in now:  # those who prepared alone have company now
            if now[who] > before.get(who, 0):
                change_hope(play, who, now[who] - before.get(who, 0), "prepare", rules)


def _comforted(play: Play, hero: Hero, whom: Hero, move: str) -> None:
    """Words of comfort while another's wounds are tended in a short rest: more is cleared, on both."""
    if move == "tend_to_wounds" and whom.id != hero.id and has_passive(hero, "soothing") is not None:
        clear_hp(play, whom.id, 1, (GIFT,))
        clear_hp(play, hero.id, 2, (GIFT,))


def cut_rest(play: Play, command: c.CutRest) -> Refusal | None:
    """An interrupted short rest gives nothing, a long one the benefits of a short one (DHP-REST-03)."""
    del command
    state = play.state
    rest = resting(state)
    if isinstance(rest, Refusal):
        return rest
    if rest.moves or rest.cut:
        return Refusal("rest_moves_made", {}, ("DHP-REST-03",))
    benefit: Literal["none", "short"] = "short" if rest.kind == "long" else "none"
    play.happen(e.RestCut(benefit, rules=("DHP-REST-03",)))
    if benefit == "none" and state.options["rest_fear_on_interrupted"] == "always":
        _rest_fear(play, "short")
    return None


def end_rest(play: Play, command: c.EndRest) -> Refusal | None:
    """What rests limit is fresh again; a long rest wakes the unconscious and may bring a long-term plan nearer."""
    state = play.state
    rest = resting(state)
    if isinstance(rest, Refusal):
        return rest
    project = state.projects.get(command.countdown)
    if command.countdown and (project is None or rest.kind != "long" or not project.value):
        return Refusal("no_countdown", {"countdown": command.countdown}, ("DHP-REST-06",))
    refreshed = {
        who: tuple(used for used in hero.used if _lasts(hero, used, rest.kind)) for who, hero in state.party.items()
    }
    row = 0 if rest.kind == "long" else min(state.short_rests + 1, 3)
    _fear_of(play, rest)
    healing = place_passive(play.state, "place_of_healing")
    if healing is not None:  # a rest cut short heals nobody
        for hero in tuple(play.state.party.values()):
            if hero.can_be_helped:
                whole = (Modifier(hero.hp_marked, "DHP-ENV-01", sources=(source_of(PLACE, healing),)),)
                clear_hp(play, hero.id, hero.hp_marked, ("DHP-ENV-01",), whole)
    play.happen(e.RestEnded(rest.kind, refreshed, row, rules=("DHP-REST-07", "DHP-REST-02")))
    for hero in tuple(play.state.party.values()):
        if hero.status == "up" and has_passive(hero, "bedding") is not None:
            clear_stress(play, hero.id, 1, ("DHP-ITEM-01",))
        if hero.status == "up" and has_passive(hero, "mending") is not None:
            clear_hp(play, hero.id, 1, (GIFT,))
        long: tuple[Literal["long_rest"], ...] = ("long_rest",) if rest.kind == "long" else ()
        end_conditions(play, hero.id, "rest", "mended", "heartened", "shaken", *long)
        fill_tokens(play, hero.id, "rest", *long)
        if rest.kind == "long" and hero.status == "unconscious":
            clear_hp(play, hero.id, 1, ("DHP-DEATH-03",))
    if project is not None:
        play.first(*advance_count(play, project, 1))
    return None


def _lasts(hero: Hero, power: str, kind: Literal["short", "long"]) -> bool:
    """Whether a power that is used up stays so after a rest: for the session, or until a long rest."""
    known = (*at_hand(hero), *hero.sheet.vault)
    limit = next((one.limit for one in known if one.id == power), "")
    return limit == "session" or (limit == "long_rest" and kind == "short")


def skip_time(play: Play, command: c.SkipTime) -> Refusal | None:
    """A time skip brings the GM 1d6 Fear for each PC, and plans ripen (DHP-REST-06)."""
    state = play.state
    if state.rest is not None or (state.scene is not None and not state.scene.ending and state.scene.in_danger):
        return Refusal("in_danger", {"who": "@referee"}, ("DHP-REST-06",))
    count = party_size(state)
    if not count:
        return Refusal("nobody_left", {}, ("DHP-REST-06",))
    project = state.projects.get(command.countdown)
    if command.countdown and (project is None or not project.value or command.by < 1):
        return Refusal("no_countdown", {"countdown": command.countdown}, ("DHP-REST-06",))
    play.happen(e.TimeSkipped(rules=("DHP-REST-06",)))
    dice = tuple(play.dice.roll(6, "rest_fear") for _ in range(count))
    gain_fear(play, sum(die.face for die in dice), "rest", ("DHP-REST-06",), dice)
    if project is not None:
        play.first(*advance_count(play, project, command.by))
    return None

"""What the GM does in a turn: calling for it, moves, the spotlight, Fear by hand, and how it goes back."""

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import gm_moves
from arbitro.rules.daggerheart.adversary import foe_done
from arbitro.rules.daggerheart.conditions import end_clouds, end_conditions, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gm_turn import (
    count_move,
    may_move,
    move_cost,
    open_turn,
    players_turn,
    rules_of,
    spotlight_price,
    spotlights_left,
    tag_for,
)
from arbitro.rules.daggerheart.numbers import passive_of
from arbitro.rules.daggerheart.play import Play, ask, resume, set_off
from arbitro.rules.daggerheart.presence import (
    anybody,
    condition_entry,
    current_scene,
    foe_left,
    foes_left,
    has_condition,
    lifting_price,
)
from arbitro.rules.daggerheart.resources import gain_fear, mark_stress, short_of_fear, spend_fear
from arbitro.rules.daggerheart.state import Close, Foe, Hero, State
from arbitro.rules.daggerheart.words import SUCCESSES, WITH_FEAR, Reason

# ------------------------------------------------------------------ opening (DH-MOVE-02 to 07)


def settle_close(play: Play, step: Close) -> None:
    """The roll is played out: what was unavoidable follows, and the outcome says who has the spotlight."""
    if step.stress:
        mark_stress(play, step.actor, step.stress, "unavoidable", ("DH-ACTION-04",))
    state = play.state
    if current_scene(state).ending:
        return
    if step.outcome == "critical_success":
        if state.party[step.actor].status == "up":
            ask(play, Question("opening", REFEREE_ONLY, {"who": f"@{step.actor}"}, ("DH-MOVE-11",)))
        return
    with_fear, failed = step.outcome in WITH_FEAR, step.outcome not in SUCCESSES
    if not with_fear and not failed:
        return
    if not failed and state.options["gm_success_fear_spotlight"] == "players":
        return
    several = state.options["gm_free_moves_per_roll"] == "one_per_trigger"
    free = with_fear + failed if several else 1
    reason: Reason = "roll_with_fear" if with_fear else "failed_action_roll"
    open_turn(play, reason, free, outcome=step.outcome, subject=step.actor)


def call_turn(play: Play, command: c.OpenTurn) -> Refusal | None:
    """The GM sees an occasion that no die shows."""
    scene = players_turn(play.state)
    if isinstance(scene, Refusal):
        return scene
    choice = play.state.options["gm_untriggered_move"]
    if command.reason == "gm_decision" and choice == "forbid_without_fear":
        return Refusal("pay_to_interrupt", {}, ("DH-MOVE-02", "DH-FEAR-08"))
    open_turn(play, command.reason, 1, subject=command.who if command.who in play.state.party else "")
    return None


def look_to_gm(play: Play, command: c.LookToGm) -> Refusal | None:
    """The players want to hear what happens next (DH-MOVE-07)."""
    scene = players_turn(play.state)
    if isinstance(scene, Refusal):
        return scene
    hero = play.state.party.get(command.who)
    if hero is None:
        return Refusal("nobody", {"who": command.who})
    if hero.status == "yielded":
        return Refusal("captive", {"who": f"@{hero.id}"}, ("DHP-ADVSTAT-11",))
    if hero.status != "up":
        return Refusal("not_up", {"who": f"@{hero.id}"}, ("DHP-DEATH-03",))
    open_turn(play, "players_look_to_gm", 1, subject=command.who)
    return None


def interrupt(play: Play, command: c.Interrupt) -> Refusal | None:
    """A Fear breaks in on the players; one move is in the price (DH-FEAR-08)."""
    del command
    scene = players_turn(play.state)
    if isinstance(scene, Refusal):
        return scene
    short = short_of_fear(play.state, 1)
    if short:
        return short
    spend_fear(play, 1, "interrupt")
    open_turn(play, "paid_interrupt", 1)
    return None


# ------------------------------------------------------------------ moves (DH-MOVE-01, DH-FEAR-09)


def move_menu(books: Library, state: State) -> tuple[str, ...]:
    """The moves that fit the outcome, and always one of the GM's own (DH-MOVE-14, 16, 18, 21)."""
    turn = current_scene(state).turn
    answer = books.guidance.outcomes[turn.outcome] if turn is not None and turn.outcome else None
    if answer is not None and answer.severity == "minor":
        return (*books.guidance.minor, "custom")
    if answer is not None and answer.severity == "major":
        return (*books.guidance.major, "custom")
    return (*dict.fromkeys((*books.guidance.fallback, *books.guidance.examples)), "custom")


def make_move(play: Play, command: c.MakeMove) -> Refusal | None:
    """A move from a list, or any other (DH-MOVE-01)."""
    state = play.state
    refused = may_move(state, 0)
    if refused is not None:
        return refused
    entry = play.rules.books.guidance.moves.get(command.move)
    if entry is None:
        return Refusal("no_move", {"move": command.move}, ("DH-MOVE-01",))
    cited = rules_of(play.rules.books, state, command.move)
    if entry.effect == "spotlight":
        return Refusal("name_the_foe", {}, cited)
    turn = current_scene(state).turn
    target = command.target or (turn.subject if turn is not None else "")
    if entry.effect == "clear_condition":
        return _move_to_clear(play, command)
    if entry.effect in ("stress", "focus"):
        hero = state.party.get(target)
        if hero is None or hero.status != "up":
            return Refusal("no_target", {"who": f"@{target or REFEREE_ONLY}"}, cited)
    if command.lands and not gm_moves.possible(play.rules.books, state, command.move, target):
        return Refusal("cannot_land", {"move": f"@move/{command.move}"}, cited)
    tag = tag_for(state, command.tag)
    count_move(play, command.move, tag, target if target in state.party else "", command.text)
    if command.lands:
        gm_moves.land(play, command.move, target)
    elif entry.effect == "stress":
        mark_stress(play, target, max(command.amount, 1), "gm_move", cited)
    elif entry.effect == "focus":
        free = state.options["gm_multiple_focus"] == "free_spotlights"
        freed = tuple(foe.id for foe in foes_left(state)) if free else ()
        play.happen(e.FocusSet(target, freed, rules=("DH-MOVE-01", *cited)))
    elif entry.announces and tag == "soft":
        play.happen(e.ThreatPending(command.text, command.move, rules=("DH-SOFT-01",)))
    return None


def tell_gm(play: Play, command: c.TellGm) -> Refusal | None:
    """A player answers what a move asks; the GM builds on it (DH-MOVE-21, DH-SOFT-04)."""
    state = play.state
    move, who = gm_moves.asking(state)
    if not move or who != command.who:
        return Refusal("not_asked")
    rules = rules_of(play.rules.books, state, move)
    if command.reply not in gm_moves.replies(play.rules.books, state, move, command.who):
        return Refusal("no_such_answer", {"who": f"@{command.who}"}, rules)
    resume(play, "tell")
    play.happen(e.PlayerTold(command.who, move, command.reply, command.text, rules=rules))
    gm_moves.answered(play, move, command.who, command.reply)
    return None


def _move_to_clear(play: Play, command: c.MakeMove) -> Refusal | None:
    """Free an adversary of a condition; a temporary one takes up its spotlight (DH-SOFT-04, DHP-COND-05)."""
    state = play.state
    foe = foe_left(state, command.target)
    if isinstance(foe, Refusal):
        return foe
    held = next((each for each in foe.conditions if not command.condition or each.name == command.condition), None)
    if held is None:
        return Refusal("no_condition", {"who": f"@{foe.id}"}, ("DH-SOFT-04",))
    uses = held.until == "temporary" and bool(state.options["gm_clear_condition_uses_spotlight"])
    if uses and (spent := spotlights_left(play.rules.books, state, foe)) is not None:
        return spent
    count_move(play, command.move, tag_for(state, command.tag))
    if uses:
        turn = current_scene(play.state).turn
        times = (turn.acted.get(foe.id, 0) if turn is not None else 0) + 1
        play.happen(e.Spotlighted(foe.id, False, times, rules=("DHP-COND-05",)))
        foe_done(play, foe.id)
    release(play, foe.id, held)
    return None


def settle_threat(play: Play, command: c.SettleThreat) -> Refusal | None:
    """A threat that a soft move announced is dealt with, one way or another."""
    scene = current_scene(play.state)
    if not 0 <= command.number < len(scene.threats):
        return Refusal("no_threat", {}, ("DH-SOFT-01",))
    play.happen(e.ThreatSettled(scene.threats[command.number], rules=("DH-SOFT-01",)))
    return None


# ------------------------------------------------------------------ the spotlight (DH-SPOTLIGHT-02, DHP-SPOT-04)


def give_spotlight(play: Play, command: c.Spotlight) -> Refusal | None:
    """Give an adversary the spotlight: a GM move, or what a feature has granted."""
    state = play.state
    scene = current_scene(state)
    turn = scene.turn
    if turn is None:
        return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01", "DH-FEAR-08"))
    foe = foe_left(state, command.who)
    if isinstance(foe, Refusal):
        return foe
    granted = foe.id in turn.granted
    if not granted:
        spent = spotlights_left(play.rules.books, state, foe)
        if spent is not None:
            return spent
    ramp = passive_of(foe, "ramp_up")
    extra = ramp.value if ramp is not None else 0
    price, by_stress = (0, None) if granted else spotlight_price(state, foe)
    if command.fear and by_stress is not None:
        price, by_stress = move_cost(state), None
    short = short_of_fear(state, extra + price)
    if short is not None:
        return short
    if not granted:
        count_move(play, command.move, tag_for(state, ""), foe.id, by_stress=by_stress)
    spend_fear(play, extra, "ramp_up")
    times = turn.acted.get(foe.id, 0) + 1
    first = not foe.seen
    play.happen(e.Spotlighted(foe.id, granted, times, rules=("DH-SPOTLIGHT-02", "DHP-SPOT-04", "DHP-SPOT-05")))
    end_conditions(play, foe.id, "spotlight")
    end_clouds(play)
    if passive_of(foe, "slow") is not None:
        play.happen(e.SlowToken(foe.id, not foe.token, rules=("DHP-ADVSTAT-09",)))
    if passive_of(foe, "slow_firing") is not None:
        play.happen(e.SlowToken(foe.id, not foe.token, acts=True, rules=("DHP-ADVSTAT-05",)))
    if passive_of(foe, "disguise") is not None and has_condition(foe, "hidden"):
        end_conditions(play, foe.id, "hidden")
    steps = [*set_off(play, "spotlighted", foe.id, ""), *set_off(play, "ally_spotlighted", foe.id, foe.id)]
    if first:
        steps += set_off(play, "first_spotlight", foe.id, "")
    play.first(*steps)
    return None


def end_turn(play: Play, command: c.EndTurn) -> Refusal | None:
    """The spotlight goes back; a free move that was not made is lost (DH-SPOTLIGHT-01)."""
    del command
    scene = current_scene(play.state)
    if scene.turn is None:
        return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01",))
    play.happen(e.SpotlightReturned(scene.turn.free, rules=("DH-SPOTLIGHT-01", "DHP-SPOT-02")))
    for foe in tuple(foes_left(play.state)):
        end_conditions(play, foe.id, "act")
    return None


# ------------------------------------------------------------------ Fear by hand (DH-FEAR-04, DH-FEAR-07)


def pay_to_end(play: Play, command: c.PayToEnd) -> Refusal | None:
    """A Fear ends a temporary effect of a PC's spell (DHP-DUAL-14), two what a stance holds."""
    one = anybody(play.state, command.who)
    held = next(
        (
            each
            for each in (one.conditions if one is not None else ())
            if each.name == command.condition and lifting_price(each)
        ),
        None,
    )
    if held is None:
        return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-DUAL-14",))
    short = short_of_fear(play.state, lifting_price(held))
    if short:
        return short
    spend_fear(play, lifting_price(held), "end_effect")
    release(play, command.who, held)
    if condition_entry(play.rules.books, held.name).shared:
        everybody: list[Hero | Foe] = [*play.state.party.values(), *foes_left(play.state)]
        for other in everybody:
            same = (each for each in other.conditions if (each.name, each.source) == (held.name, held.source))
            release(play, other.id, *same)
    return None


def spend_by_hand(play: Play, command: c.SpendFear) -> Refusal | None:
    """Some rule or feature names another use of Fear."""
    if command.amount < 1:
        return Refusal("amount", {"amount": command.amount}, ("DH-FEAR-07",))
    short = short_of_fear(play.state, command.amount)
    if short:
        return short
    spend_fear(play, command.amount, command.why or "other")
    return None


def gain_by_hand(play: Play, command: c.GainFear) -> Refusal | None:
    """Some ability or effect gives the GM Fear."""
    if command.amount < 1:
        return Refusal("amount", {"amount": command.amount}, ("DH-FEAR-04",))
    gain_fear(play, command.amount, command.why or "other", ("DH-FEAR-04",))
    return None

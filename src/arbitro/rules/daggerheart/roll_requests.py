"""Before the dice: what a player describes, what the GM calls for, help and changes until the roll (DHP-DUAL-09)."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate, run_to, shed_all, walk_to, wall_parts
from arbitro.rules.daggerheart.conditions import may_shake, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.dice_pool import pending_roll, secret_of
from arbitro.rules.daggerheart.gifts import has_passive
from arbitro.rules.daggerheart.numbers import (
    GOLD,
    difficulty_here,
    difficulty_of,
    gold_of,
    passive_of,
    place_passive,
    total_of,
)
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import able_hero, condition_entry, current_scene, foe_left, foes_left
from arbitro.rules.daggerheart.ranges import is_near, reach_of
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_gold,
    change_hope,
    clear_stress,
    gain_fear,
    mark_stress,
    short_of_fear,
    short_of_hope,
    short_of_stress,
    spend_fear,
)
from arbitro.rules.daggerheart.state import Attempt, Condition, Help, Hero, Request, State
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.words import ADVANTAGE_SIDES, Trait

_DECLARED = ("DHP-DUAL-09", "DHP-DUAL-10")

HELPFUL_SIDES = 8
"""Of the die of help, for the friendliest of beasts."""


def describe(play: Play, command: c.Describe) -> Refusal | None:
    """A player says what their character does; the GM decides whether dice are needed."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if command.target and isinstance(foe := foe_left(play.state, command.target), Refusal):
        return foe
    if barred := bar_to_rolling(play.rules.books, hero):
        return barred
    deed = Attempt(command.who, "action", command.text, command.trait, command.target, purpose=command.purpose)
    _call(play, deed, ("DH-ACTION-01",))
    return None


def _call(play: Play, deed: Attempt, rules: tuple[str, ...]) -> None:
    """The GM's panel before a roll: whether it is needed, what is at stake, what follows anyway, a bargain."""
    play.happen(e.Described(deed.who, deed, rules=rules))
    guide = (
        "DH-ACTION-01",
        "DH-ACTION-02",
        "DH-ACTION-03",
        "DH-ACTION-04",
        "DH-ACTION-05",
        "DH-ADV-01",
        "DH-DIFF-03",
    )
    ask(play, Question("call", REFEREE_ONLY, {"who": f"@{deed.who}"}, guide))


def no_roll(play: Play, command: c.NoRoll) -> Refusal | None:
    """What is trivial, or dull to fail at, succeeds without dice (DHP-DUAL-12)."""
    del command
    deed = current_scene(play.state).deed
    if deed is None:
        return Refusal("not_asked")
    resume(play, "call")
    play.happen(e.Waived(deed.who, rules=("DHP-DUAL-12", "DH-ACTION-01", "DH-ACTION-02")))
    if deed.kind == "move":
        walk_to(play, deed.who, deed.to)
    elif deed.kind == "shed":
        shed_all(play, deed.who, deed.condition)
    return None


def call_difficulty(
    books: Library, state: State, deed: Attempt, wanted: int, trait: Trait | None = None
) -> int | Refusal:
    """The number to reach: the GM's, the target's, or the environment's; without any the roll cannot start.

    Where the trait is one that finds a hidden target out, it is the number that this takes.
    """
    if wanted > 0:
        return wanted
    if deed.kind == "move" and (wall := total_of(wall_parts(books, state, deed.to))):
        return wall
    target = state.scene.foes.get(deed.target) if state.scene is not None and deed.target else None
    found = difficulty_of(books, target) if target is not None else difficulty_here(books, state)
    for held in target.conditions if target is not None else ():
        found = held.difficulty if trait in held.traits else found
    return found or Refusal("difficulty_needed", {"who": f"@{deed.who}"}, ("DH-DIFF-03",))


def difficulty_rules(deed: Attempt, wanted: int) -> tuple[str, ...]:
    """Whose number it is: the adversary's whom the roll is against, or the GM's by the circumstances."""
    return ("DH-DIFF-02",) if deed.target and not wanted else ("DH-DIFF-03",)


def request_roll(play: Play, command: c.RequestRoll) -> Refusal | None:
    """The GM calls for the roll, with stakes and whatever will follow anyway."""
    state = play.state
    deed = current_scene(state).deed
    if deed is None:
        return Refusal("not_asked")
    difficulty = call_difficulty(play.rules.books, state, deed, command.difficulty, command.trait)
    if isinstance(difficulty, Refusal):
        return difficulty
    bonus = experience_against(state, deed.target, command.experience, attack=False)
    if isinstance(bonus, Refusal):
        return bonus
    resume(play, "call")
    price = int(state.options["gm_experience_difficulty_cost"]) if bonus else 0
    spend_fear(play, price, "difficulty")
    request = Request(
        deed.who,
        deed.kind,
        command.trait,
        difficulty + bonus,
        command.hidden or bool(deed.target),
        deed.target,
        targets=(deed.target,) if deed.target else (),
        advantages=command.advantages,
        disadvantages=command.disadvantages,
        stakes=command.stakes,
        unavoidable=command.unavoidable,
        unavoidable_stress=command.unavoidable_stress,
        deed=deed.text,
        raised=bonus,
        paid_fear=price,
        to=deed.to,
        condition=deed.condition,
    )
    request_action_roll(play, request, ("DH-ACTION-03", "DH-ACTION-04", *difficulty_rules(deed, command.difficulty)))
    return None


def experience_against(state: State, foe_id: str, experience: str, *, attack: bool) -> int | Refusal:
    """What an adversary's Experience adds to the Difficulty, at a Fear (DH-DIFF-02, DHP-ADVSTAT-04)."""
    if not experience:
        return 0
    foe = foe_left(state, foe_id)
    if isinstance(foe, Refusal):
        return foe
    if attack and state.options["gm_experience_vs_attack"] == "never":
        return Refusal("experience_vs_attack", {"who": f"@{foe_id}"}, ("DH-DIFF-01", "DHP-ADVSTAT-04"))
    found = next((one for one in foe.block.experiences if one.id == experience), None)
    if found is None:
        return Refusal("no_experience", {"who": f"@{foe_id}", "experience": experience}, ("DH-ADVERSARY-06",))
    short = short_of_fear(state, int(state.options["gm_experience_difficulty_cost"]))
    return short or found.bonus


def request_action_roll(play: Play, request: Request, rules: tuple[str, ...] = (), *, again: bool = False) -> None:
    """Everything before the dice is settled: the roller is asked to roll, others may still help."""
    secret = secret_of(request)
    play.happen(e.RollRequested(request.actor, request, secret, again, rules=(*_DECLARED, *rules)))
    values: dict[str, str | int] = {"who": f"@{request.actor}"}
    ask(play, Question("roll", request.actor, values, _DECLARED))


def offer_bargain(play: Play, command: c.OfferBargain) -> Refusal | None:
    """A price instead of a roll; the player may still prefer the dice (DH-ACTION-05)."""
    state = play.state
    deed = current_scene(state).deed
    if deed is None:
        return Refusal("not_asked")
    difficulty = call_difficulty(play.rules.books, state, deed, command.difficulty, command.trait)
    if isinstance(difficulty, Refusal):
        return difficulty
    resume(play, "call")
    request = Request(
        deed.who,
        deed.kind,
        command.trait,
        difficulty,
        bool(deed.target),
        deed.target,
        deed=deed.text,
        to=deed.to,
        condition=deed.condition,
        bargain_stress=command.stress,
    )
    rules = ("DH-ACTION-05",)
    play.happen(e.RollRequested(deed.who, request, secret_of(request), rules=_DECLARED))
    play.happen(e.BargainOffered(deed.who, command.stress, command.text, rules=rules))
    values: dict[str, str | int] = {"who": f"@{deed.who}", "stress": command.stress}
    ask(play, Question("bargain", deed.who, values, rules))
    return None


def take_bargain(play: Play, command: c.TakeBargain) -> Refusal | None:
    """An accepted bargain is no roll: no Hope, no Fear, no countdown."""
    request = current_scene(play.state).pending
    if request is None or request.actor != command.who:
        return Refusal("not_asked")
    resume(play, "bargain")
    play.happen(e.BargainAnswered(command.who, command.taken, rules=("DH-ACTION-05",)))
    if not command.taken:
        ask(play, Question("roll", command.who, {"who": f"@{command.who}"}, _DECLARED))
        return None
    mark_stress(play, command.who, request.bargain_stress, "bargain", ("DH-ACTION-05",))
    if request.kind == "move":
        walk_to(play, command.who, request.to)
    elif request.kind == "shed":
        shed_all(play, command.who, request.condition)
    return None


def give_help(play: Play, command: c.GiveHelp) -> Refusal | None:
    """A Hope for a d6 that the roller may add; only the best help counts (DHP-HOPE-05)."""
    request = pending_roll(play.state)
    if isinstance(request, Refusal):
        return request
    hero = able_hero(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if command.who == request.actor or command.who in helpers_of(request):
        return Refusal("no_help", {"who": f"@{command.who}"}, ("DHP-HOPE-05", "DHP-GEN-04"))
    short = short_of_hope(hero, help_price(play.rules.books, hero), ("DHP-HOPE-05",))
    if short:
        return short
    change_hope(play, command.who, -help_price(play.rules.books, hero), "help", ("DHP-HOPE-05",))
    release(play, hero.id, *_free_help(play.rules.books, hero)[:1])
    die = play.dice.roll(_helpful_sides(play.state.party[command.who], request), "help")
    play.happen(e.Helped(command.who, request.actor, Help(command.who, die), rules=("DHP-HOPE-05",)))
    return None


def _free_help(books: Library, hero: Hero) -> tuple[Condition, ...]:
    """What makes somebody's next help cost nothing."""
    return tuple(held for held in hero.conditions if condition_entry(books, held.name).free_help)


def help_price(books: Library, hero: Hero) -> int:
    """The Hope that it costs somebody to help (DHP-HOPE-05)."""
    return int(not _free_help(books, hero))


def _helpful_sides(hero: Hero, request: Request) -> int:
    """The sides of the die of help: larger for those whose feature says so, some of them for spells alone."""
    if has_passive(hero, "help_d10") is not None:
        return 10
    friendly = has_passive(hero, "help_d8") is not None
    casting = request.kind == "power" and has_passive(hero, "help_cast_d8") is not None
    return HELPFUL_SIDES if friendly or casting else ADVANTAGE_SIDES


def adjust(play: Play, command: c.Adjust) -> Refusal | None:
    """The GM changes the roll before the dice; a die rather than another Difficulty is advised (DH-ADV-01)."""
    state = play.state
    request = pending_roll(state)
    if isinstance(request, Refusal):
        return request
    if command.experience and request.raised:
        return Refusal("one_experience", {"who": f"@{request.against}"}, ("DH-DIFF-02",))
    bonus = experience_against(state, request.against, command.experience, attack=request.is_attack)
    if isinstance(bonus, Refusal):
        return bonus
    agenda = current_scene(state).agenda
    price = int(state.options["gm_experience_difficulty_cost"]) if bonus else 0
    spend_fear(play, price, "difficulty")
    base = command.difficulty or (request.difficulty or 0)
    changed = replace(
        request,
        difficulty=base + bonus,
        hidden=request.hidden and not command.shown,
        advantages=request.advantages + command.advantages,
        disadvantages=request.disadvantages + command.disadvantages,
        raised=request.raised + bonus,
        paid_fear=request.paid_fear + price,
        stakes=command.stakes or request.stakes,
        unavoidable=command.unavoidable or request.unavoidable,
        unavoidable_stress=command.unavoidable_stress or request.unavoidable_stress,
    )
    play.agenda = list(agenda)
    request_action_roll(play, changed, ("DH-ADV-01", "DH-ACTION-03", "DH-ACTION-04"), again=True)
    return None


def drop_roll(play: Play, command: c.DropRoll) -> Refusal | None:
    """The roll is not made: who moved for it stands where they stood; only what helpers rolled is spent."""
    request = pending_roll(play.state, command.who)
    if isinstance(request, Refusal):
        return request
    if request.first is not None:
        return Refusal("no_roll_pending", {}, ("DHP-TAG-02",))
    resume(play, "roll")
    if not request.group:  # what the others of a group rolled stands, with what it set off
        play.agenda = []  # what waited came of the movement, which is taken back
    play.happen(e.RollDropped(request.actor, rules=_DECLARED))
    for who, at in request.stood.items():
        relocate(play, who, at, "returned")
    change_hope(play, request.actor, request.paid_hope, "dropped", _DECLARED)
    clear_stress(play, request.actor, request.paid_stress, _DECLARED)
    gain_fear(play, request.paid_fear, "dropped", _DECLARED)
    change_gold(play, request.actor, request.paid_gold, rules=_DECLARED)
    for foe in foes_left(play.state):
        if request.paid_gold and foe.id in request.targets and passive_of(foe, "money_talks") is not None:
            back = max(gold_of(play.state, foe) - request.paid_gold, 0)
            play.happen(e.CounterChanged(foe.id, GOLD, back, rules=_DECLARED))
    if request.partner:
        play.happen(e.TagDropped(request.actor, rules=("DHP-TAG-01",)))
    return None


def move(play: Play, command: c.Move) -> Refusal | None:
    """Go somewhere without another action: freely out of danger, by an Agility Roll in it (DHP-RANGE-03)."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    towards = foe_left(play.state, command.towards) if command.towards else None
    to = run_to(play.rules.books, play.state, hero, command.to, towards)
    if isinstance(to, Refusal):
        return to
    if to == hero.at:
        return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-RANGE-03",))
    if not current_scene(play.state).in_danger:
        walk_to(play, hero.id, to)
        return None
    if barred := bar_to_rolling(play.rules.books, hero):
        return barred
    if place_passive(play.state, "pressed") is not None and (refused := _pushed_through(play, hero, to)) is not None:
        return refused
    _call(play, Attempt(hero.id, "move", trait="agility", to=to), ("DHP-RANGE-03", "DH-DIFF-11"))
    return None


def _pushed_through(play: Play, hero: Hero, to: int) -> Refusal | None:
    """In the thick of a battle nobody gets farther than Close, and out of Melee at a Stress alone (DHP-ENV-01)."""
    if abs(to - hero.at) > reach_of(play.rules.books, play.state, "close"):
        return Refusal("too_far", {"who": f"@{hero.id}"}, ("DHP-ENV-01", "DHP-RANGE-03"))
    near = any(is_near(play.rules.books, play.state, hero, foe, "melee") for foe in foes_left(play.state))
    if near and (short := short_of_stress(hero, 1)):
        return short
    mark_stress(play, hero.id, int(near), "pressed", ("DHP-ENV-01",))
    return None


def shed(play: Play, command: c.Shed) -> Refusal | None:
    """Try to shake off a temporary condition with an action roll (DHP-COND-05)."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    held = may_shake(hero, command.condition)
    if isinstance(held, Refusal):
        return held
    if held.traits and command.trait not in held.traits:
        return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": f"@trait/{command.trait}"}, ("DHP-COND-05",))
    if barred := bar_to_rolling(play.rules.books, hero):
        return barred
    if held.difficulty:
        request = Request(
            hero.id, "shed", command.trait, held.difficulty, condition=held.name, hidden=bool(held.source)
        )
        request_action_roll(play, request, ("DHP-COND-05",))
    else:
        _call(play, Attempt(hero.id, "shed", trait=command.trait, condition=held.name), ("DHP-COND-05",))
    return None

"""Warriors who let nobody go: a reaction roll when an adversary tries to leave their Melee (DHP-CHAR-02).

The adversary's act waits for what comes of it; then the GM goes on with it, as things stand.
"""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import FOLLOWED
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.conditions import impose
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, known_power
from arbitro.rules.daggerheart.landing import weapon_damage
from arbitro.rules.daggerheart.numbers import difficulty_of, trait_of
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import able_hero, due_step, foe_left, heroes_up
from arbitro.rules.daggerheart.ranges import is_near, reach_of
from arbitro.rules.daggerheart.reaction_rolls import ReactionRoll, failed_reaction, roll_reaction
from arbitro.rules.daggerheart.state import Condition, Foe, Hero, Hit, Leaving, Seized, State
from arbitro.rules.daggerheart.words import TRAITS, ids

_RULES: Final = (GIFT,)
_TRIED: Final = "slips/"
"""The number kept for an adversary that somebody has tried to hold in this spotlight."""
HOLDS: Final = ("halt", "strike", "follow")
"""What a success may be used for: the adversary stays, is struck, or is followed."""


def stands_in_the_way(play: Play, foe: Foe, spot: int) -> bool:
    """Whether somebody who lets nobody go has a say before an adversary leaves; each once in its spotlight."""
    guards = [hero for hero in heroes_up(play.state) if _guards(play.rules.books, play.state, hero, foe, spot)]
    play.first(*(Leaving(hero.id, foe.id) for hero in guards))
    return bool(guards)


def _guards(books: Library, state: State, hero: Hero, foe: Foe, spot: int) -> bool:
    if has_passive(hero, "opportunist") is None or foe.counters.get(f"{_TRIED}{hero.id}"):
        return False
    if isinstance(able_hero(books, state, hero.id), Refusal) or not is_near(books, state, hero, foe, "melee"):
        return False
    return abs(hero.at - spot) > reach_of(books, state, "melee")


def settle_leaving(play: Play, step: Leaving) -> None:
    """The reaction roll, with the best trait, as any may be taken; on a success its owner says what comes of it."""
    foe, hero = foe_left(play.state, step.foe), play.state.party[step.who]
    power = has_passive(hero, "opportunist")
    if (
        isinstance(foe, Refusal)
        or power is None
        or isinstance(able_hero(play.rules.books, play.state, step.who), Refusal)
    ):
        return
    play.happen(e.CounterChanged(foe.id, f"{_TRIED}{hero.id}", 1, audience=REFEREE_ONLY))
    play.happen(e.PowerUsed(hero.id, power.id, (foe.id,), rules=_RULES))
    trait = max(TRAITS, key=lambda name: trait_of(hero, name))
    roll = ReactionRoll(hero.id, trait, difficulty_of(play.rules.books, foe), secret=foe.id)
    rolled = roll_reaction(play, roll)
    if isinstance(rolled, Refusal) or not rolled[0]:
        failed_reaction(play, hero.id)
        return
    values: dict[str, str | int] = {"who": f"@{hero.id}", "foe": f"@{foe.id}", "most": 1 + rolled[1]}
    ask(play, Question("opportunity", hero.id, values, _RULES), Seized(hero.id, foe.id, 1 + rolled[1]))


def seize(play: Play, command: c.Seize) -> Refusal | None:
    """Say what comes of having caught an adversary that would leave: one thing, or two after a critical success."""
    step = due_step(play.state)
    if not isinstance(step, Seized) or step.who != command.who:
        return Refusal("not_asked")
    wanted = ids(command.holds)
    if not 1 <= len(set(wanted)) == len(wanted) <= step.most or not set(wanted) <= set(HOLDS):
        return Refusal("holds_between", {"who": f"@{step.who}", "most": step.most}, _RULES)
    resume(play, "opportunity")
    play.agenda.pop(0)
    foe = foe_left(play.state, step.foe)
    if isinstance(foe, Foe):
        for hold in wanted:
            _carry_out(play, play.state.party[step.who], foe, hold)
    return None


def _carry_out(play: Play, hero: Hero, foe: Foe, hold: str) -> None:
    power = has_passive(hero, "opportunist")
    part = known_power(hero, f"{power.id}.{hold}") if power is not None else None
    if part is not None:
        play.happen(e.PowerUsed(hero.id, part.id, (foe.id,), rules=_RULES))
    if hold == "halt":
        impose(play, foe.id, Condition("halted", hero.id, "spotlight"))
    elif hold == "follow":
        play.happen(e.CounterChanged(foe.id, f"{FOLLOWED}{hero.id}", 1, audience=REFEREE_ONLY))
    elif (weapon := weapon_of(hero, "")) is not None:
        amount = weapon_damage(play, hero, weapon, foe, critical=False)
        play.first(Hit(foe.id, amount, weapon.kind, hero.id, attack=False, reach=weapon.range))


def forget_holds(play: Play, foe: Foe) -> None:
    """With the end of its spotlight an adversary is nobody's any more: who has tried to hold it, who follows it."""
    for name, value in foe.counters.items():
        if value and name.startswith((_TRIED, FOLLOWED)):
            play.happen(e.CounterChanged(foe.id, name, 0, audience=REFEREE_ONLY))

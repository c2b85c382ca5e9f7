"""One weapon's damage for several adversaries: less from one to the next, or shared out at will (DHP-CHAR-03)."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.gifts import GIFT
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.power_effects import PowerDeed
from arbitro.rules.daggerheart.presence import due_step
from arbitro.rules.daggerheart.state import Agenda, Hit, Request, Sharing

_RULES: Final = ("DHP-CHAR-03",)


def spread(play: Play, deed: PowerDeed, request: Request, steps: list[Agenda]) -> list[Agenda]:
    """The blows of an attack as the power by which it is made spreads its damage among them."""
    twist = deed.power.twist
    if twist is None or not (twist.falls or twist.shared):
        return steps
    hits = sorted((one for one in steps if isinstance(one, Hit)), key=lambda hit: request.targets.index(hit.target))
    others = [one for one in steps if not isinstance(one, Hit)]
    return [*(_falling(play, deed, hits) if twist.falls else _divided(play, deed, request, hits)), *others]


def _falling(play: Play, deed: PowerDeed, hits: list[Hit]) -> list[Agenda]:
    """The first takes all of it; for each that follows the lowest of the dice that are left is taken away."""
    rolled = next((event for event in reversed(play.events) if isinstance(event, e.DamageRolled)), None)
    faces = sorted(die.face for die in rolled.dice) if rolled is not None else []
    found: list[Agenda] = []
    for number, hit in enumerate(hits[: len(faces)]):
        gone = Modifier(-sum(faces[:number]), GIFT, sources=(deed.source,))
        found.append(replace(hit, changes=(*hit.changes, gone)) if number else hit)
    return found


def _divided(play: Play, deed: PowerDeed, request: Request, hits: list[Hit]) -> list[Agenda]:
    """Each takes a damage die of its own; what was rolled is shared out among them as the striker likes."""
    weapon = weapon_of(play.state.party[deed.who], request.means)
    if weapon is None or not hits:
        return list(hits)
    whole, struck = hits[0].amount, list[Hit]()
    for hit in hits:
        die = play.dice.roll(weapon.die, "damage")
        play.happen(e.PowerRolled(deed.who, deed.power.id, (die,), 0, die.face, rules=_RULES))
        more = Modifier(die.face, GIFT, sources=(deed.source,))
        struck.append(replace(hit, amount=0, changes=(*hit.changes, more)))
    if len(struck) == 1:
        return [replace(struck[0], amount=whole)]
    return [Sharing(deed.who, deed.power.id, whole, tuple(struck))]


def settle_sharing(play: Play, step: Sharing) -> None:
    """Ask how much of what is left falls on the next of them."""
    values: dict[str, str | int] = {
        "who": f"@{step.who}",
        "target": f"@{step.hits[0].target}",
        "amount": step.left,
    }
    ask(play, Question("share", step.who, values, _RULES), step)


def share_damage(play: Play, command: c.ShareDamage) -> Refusal | None:
    """So much falls on the one who is next; the last of them takes the rest."""
    step = due_step(play.state)
    if not isinstance(step, Sharing) or step.who != command.who:
        return Refusal("not_asked")
    if not 0 <= command.amount <= step.left:
        return Refusal("share", {"high": step.left}, _RULES)
    resume(play, "share")
    play.agenda.pop(0)
    first, *others = step.hits
    left = step.left - command.amount
    done = (*step.done, _given(play, step, first, command.amount))
    if len(others) > 1:
        play.first(replace(step, left=left, hits=tuple(others), done=done))
    else:
        play.first(*done, _given(play, step, others[0], left))
    return None


def _given(play: Play, step: Sharing, hit: Hit, amount: int) -> Hit:
    """A blow with its share of the damage."""
    play.happen(e.DamageShared(step.who, step.power, hit.target, amount, rules=_RULES))
    return replace(hit, amount=amount)

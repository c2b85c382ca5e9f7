"""People for hire: taken into service, paid by the week, let go."""

from collections import Counter
from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.named import slug
from arbitro.kernel.ruling import Part, added_up
from arbitro.rules.whitebox.people.commands import Dismiss, Hire, PayWages
from arbitro.rules.whitebox.people.company import MOST_TOGETHER, fall_in, free_id
from arbitro.rules.whitebox.people.creation import open_peoples, written
from arbitro.rules.whitebox.people.equipment import spend, times
from arbitro.rules.whitebox.people.events import Dismissed, WagesPaid
from arbitro.rules.whitebox.people.records import at_market, awake, day, living, servant_name, servants
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.people.throws import Noted
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

DAYS_OF_A_WAGE: Final = 7


def hire(scene: Scene, command: Hire) -> Refusal | None:
    """Take people into service: the first week's wage is paid at once. Humans come for the list price."""
    one = at_market(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    trades = scene.rules.content.hirelings
    facts = trades.get(command.trade)
    if facts is None:
        return Refusal("no_such_trade", {"trade": command.trade, "known": listed("trade", trades)})
    if not 1 <= command.count <= MOST_TOGETHER:
        return Refusal("bad_size", {"size": command.count, "most": MOST_TOGETHER})
    price = facts.wage * 100 * command.count
    if price > one.coins.copper:
        return Refusal("too_dear", {"who": f"@{one.id}", "gp": price // 100, "has": one.coins.copper // 100})
    parts = (Part(facts.wage * 100, note="wage", sources=(f"trade:{command.trade}",)), *times(command.count, "heads"))
    scene.happen(WagesPaid(one.id, price, spend(one.coins, price), parts))
    for _ in range(command.count):
        enter_service(scene, command.who, command.trade)
    fall_in(scene)
    return None


def enter_service(scene: Scene, employer: str, trade: str) -> None:
    """Write the sheet of somebody for hire: the numbers of the bestiary, or half a hit die for the peaceful."""
    facts = scene.rules.content.hirelings[trade]
    rank = scene.rules.content.monsters[facts.monster].hd[0] if facts.monster else None
    noted = Noted(scene.dice)
    if rank is None:
        dice: tuple[Die, ...] = (noted.roll(scene.rules.content.creation.hit_die, "hit_points"),)
        steps: tuple[Part, ...] = (Part(1, note="rounded_up"), Part(how="halve", note="half_a_die"))
    else:
        dice = rank.hit_points.roll(noted, "hit_points")
        plus = (Part(rank.hit_points.plus, note="flat"),) if rank.hit_points.plus else ()
        steps = (*plus, Part(1, "least"))
    hp = added_up((Part(sum(die.face for die in dice)), *steps))
    number = 1 + sum(1 for other in scene.state.characters.values() if other.trade == trade)
    one = Character(
        free_id(scene.state, f"{slug(facts.name.en)}-{number}"),
        servant_name(scene.rules, scene.state, facts.name, number),
        open_peoples(scene.rules)[0],
        "",
        "neutrality",
        {},
        hp,
        hp,
        tuple(die.face for die in dice),
        languages=("common",),
        kind="hireling",
        employer=employer,
        trade=trade,
        paid=day(scene.state) + DAYS_OF_A_WAGE,
        monster=facts.monster,
    )
    written(scene, one, noted, steps, join=False)


def pay_wages(scene: Scene, command: PayWages) -> Refusal | None:
    """A week's wages for everybody whose last week is over: nobody is paid twice for the same days."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    hired = [other for other in servants(scene.state, one.id) if other.trade]
    if not hired:
        return Refusal("nobody_hired", {"who": f"@{one.id}"}, ("WB-LOYAL-06",))
    today = day(scene.state)
    owed = owed_wages(scene.state, one.id)
    if not owed:
        days = min(other.paid for other in hired) - today
        return Refusal("wages_not_due", {"who": f"@{one.id}", "days": days}, ("WB-LOYAL-06",))
    price = wages(scene, one.id) * 100
    if price > one.coins.copper:
        values: dict[str, str | int] = {"who": f"@{one.id}", "gp": price // 100, "has": one.coins.copper // 100}
        return Refusal("too_dear", values, ("WB-LOYAL-06",))
    trades = Counter(other.trade for other in owed)
    parts = tuple(
        Part(scene.rules.content.hirelings[trade].wage * count * 100, note="wages", number=count,
             sources=(f"trade:{trade}",))
        for trade, count in trades.items()
    )  # fmt: skip
    paid = {other.id: today + DAYS_OF_A_WAGE for other in owed}
    scene.happen(WagesPaid(one.id, price, spend(one.coins, price), parts, paid, rules=("WB-LOYAL-06",)))
    return None


def owed_wages(state: State, employer: str) -> tuple[Character, ...]:
    """Those whom somebody has hired and whose paid week is over."""
    return tuple(other for other in servants(state, employer) if other.trade and other.paid <= day(state))


def wages(here: Here, employer: str) -> int:
    """The week's wages that somebody owes, in gold pieces."""
    return sum(here.rules.content.hirelings[other.trade].wage for other in owed_wages(here.state, employer))


def dismiss(scene: Scene, command: Dismiss) -> Refusal | None:
    """Let somebody in service go."""
    one, servant = awake(scene.state, command.who), living(scene.state, command.servant)
    if isinstance(one, Refusal):
        return one
    if isinstance(servant, Refusal):
        return servant
    if servant.employer != one.id:
        return Refusal("not_in_service", {"who": f"@{servant.id}", "employer": f"@{one.id}"}, ("WB-LOYAL-07",))
    scene.happen(Dismissed(one.id, servant.id, rules=("WB-LOYAL-07",)))
    return None

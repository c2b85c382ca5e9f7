"""At what hour a journey of a campaign begins: its days begin in the morning, and who is in town waits for it there."""

from arbitro.kernel.event import Event
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.sides.whitebox.party import MORNING
from arbitro.play.state import CampaignState
from arbitro.rules.infausta.wilderness.state import DAY_MINUTES, HALF
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.records import company


class MorningAwaited(Event, frozen=True, tag="morning_awaited"):
    """Too late to leave town: the party sleeps there and sets out in the morning."""


def sleep_in_town(side: BoxSide, scene: Scene) -> None:
    """Where too little of the day is left for a march, the party sleeps under a roof and leaves in the morning."""
    spent = since_morning(scene.state)
    if spent <= HALF:
        return
    scene.happen(MorningAwaited(rules=("IS-WILD-01",)))
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    let_time_pass(inner, DAY_MINUTES - spent, ("IS-TIME-03",), resting=True)
    for one in company(inner.state) if spent <= DAY_MINUTES - HALF else ():
        if not one.bleeding:
            inner.rules.rest_days(inner, one, 1, complete=False, in_camp=True)
    scene.record(inner.events)


def since_morning(state: CampaignState) -> int:
    """Minutes since the last morning, at which the days of a campaign begin."""
    return (inner_state(state).minutes - MORNING) % DAY_MINUTES

"""How an encounter becomes a fight, and what the end of the fight makes of it."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import Ending, fight
from arbitro.rules.whitebox.exploring.captives import leave_the_field, overpower
from arbitro.rules.whitebox.exploring.commands import Engage
from arbitro.rules.whitebox.exploring.events import Reminder
from arbitro.rules.whitebox.exploring.meetings import (
    alive_there,
    attitude_of,
    fight_it_out,
    may_fight,
    met,
    who_holds_the_field,
)
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, PARTY_SIDE, Outcome, Troop
from arbitro.rules.whitebox.exploring.strangers import state_troop
from arbitro.rules.whitebox.people.records import company
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import State


def engage(scene: Scene, command: Engage) -> Refusal | None:
    """A side opens the fight; whoever is caught unawares does not open it against those who are not."""
    found = met(scene.state)
    if isinstance(found, Refusal):
        return found
    _, meeting = found
    other = FOES_SIDE if command.side == PARTY_SIDE else PARTY_SIDE
    if command.side in meeting.surprised and other not in meeting.surprised:
        return Refusal("caught_unawares", {}, ("WB-SURPRISE-03",))
    refused = may_fight(scene)
    if refused is None:
        fight_it_out(scene, by=command.side)
    elif command.side == FOES_SIDE and any(True for _ in company(scene.state)):
        overpower(scene)
    else:
        return refused
    return None


def fight_ended(scene: Scene, ending: Ending) -> None:
    """With the fight the encounter is over; the expedition too when nobody is left."""
    out = scene.state.expedition
    if out is None or out.meeting is None or out.meeting.stage != "fight":
        return
    troop, attitude = out.meeting.troop, attitude_of(scene.rules, out)
    won, stand = who_holds_the_field(scene.state, ending.winners)
    left = count_survivors(scene, out.troops[troop]) if not won or stand else 0
    won = won or (not left and any(alive_there(scene.state, PARTY_SIDE)))  # who yielded to foes that then fell, too
    outcome: Outcome = "broken_off" if won and stand else "won" if won else "lost"
    scene.rules.part(scene, outcome, gone=not stand and not left, rules=ending.rules)
    if won and gave_up(scene.state):
        scene.happen(Reminder(troop, "prisoners", rules=("WB-MORALE-02",), audience=REFEREE_ONLY))
    leave_the_field(scene, troop, attitude, won=won, stand=stand)


def gave_up(state: State) -> bool:
    """Whether any of the foes has laid down arms."""
    people = fight(state).combatants.values()
    return any(one.profile.side == FOES_SIDE and one.condition == "surrendered" for one in people)


def count_survivors(scene: Scene, troop: Troop) -> int:
    """How many were met and stay: fewer by their dead; whoever has a sheet keeps the wounds."""
    left = {one.id: one for one in alive_there(scene.state, FOES_SIDE)}
    members = tuple(replace(one, hp=max(left[one.id].hp, 1)) for one in troop.members if one.id in left)
    count = len(members) if troop.members else len(left)
    if count and (count, members) != (troop.count.plus, troop.members):
        state_troop(scene, replace(troop, members=members), count, ())
    return count

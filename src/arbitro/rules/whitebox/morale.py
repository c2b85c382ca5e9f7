"""Morale (chapter «Morale», Table 20): reminders for the referee, and the check."""

from typing import Final

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able
from arbitro.rules.whitebox.commands import CheckMorale
from arbitro.rules.whitebox.events import MoraleDue, MoraleMoment, MoraleRolled, MoraleStands, Yielded
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Fight

MOST_WEIGHT: Final = 12
"""The greatest modifier that the referee may give to a roll of 2d6: beyond it the dice would say nothing."""


def group(fight: Fight, name: str) -> tuple[Combatant, ...]:
    """Everybody who belongs to a group, standing or not."""
    return tuple([one for one in fight.combatants.values() if one.profile.group == name])


def remind_of_morale(scene: Scene, lost: Combatant) -> None:
    """Tell the referee of a moment for morale: the first loss, half lost, the leader lost (WB-MORALE-02)."""
    name = lost.profile.group
    if lost.profile.nature == "character" or not name:
        return
    fight = scene.state.fight or basics.fight(scene.state)
    told = fight.reminded
    if f"{name}/half_lost" in told and f"{name}/first_loss" in told and not lost.profile.leader:
        return
    gone, left, wavering = 0, 0, False
    for one in fight.combatants.values():
        if one.profile.group == name:
            if one.condition == "up":
                left += 1
                wavering = wavering or may_lose_heart(one)
            elif one.condition != "fled":  # whoever was led away, or got away, has not fallen
                gone += 1
    if not wavering:
        return
    moments: dict[MoraleMoment, bool] = {
        "first_loss": gone >= 1,
        "half_lost": gone >= max(left, 1),
        "leader_lost": lost.profile.leader,
    }
    rules = ("WB-MORALE-02",) if lost.profile.nature == "monster" else ("WB-MORALE-02", "WB-MORALE-03")
    new = [why for why, come in moments.items() if come and f"{name}/{why}" not in told]
    if new:
        scene.happen(MoraleDue(name, new[0], tuple(new[1:]), rules=rules, audience=REFEREE_ONLY))


def may_lose_heart(one: Combatant) -> bool:
    """Whether a loss makes somebody waver: not the fearless, nor whoever runs already.

    A group in flight goes on running; the first who get away are no losses that would bring the others to a halt.
    """
    return not one.profile.fearless and one.morale != "flee"


def morale_modifiers(here: Here, members: tuple[Combatant, ...]) -> tuple[Modifier, ...]:
    """By the option, what the last loyalty check left counts too; a group goes by its weakest (WB-LOYAL-08)."""
    if not here.state.options["loyalty_to_morale"]:
        return ()
    loyalty = min(one.profile.loyalty for one in members)
    return (Modifier(loyalty, "WB-LOYAL-08", "loyalty"),) if loyalty else ()


def bad_weight(modifier: int) -> Refusal | None:
    """What the referee lets weigh on a 2d6 stays within what 2d6 can show (ours)."""
    if abs(modifier) <= MOST_WEIGHT:
        return None
    return Refusal("bad_weight", {"most": MOST_WEIGHT}, ("WB-MORALE-04",))


def holds_ground(one: Combatant) -> bool:
    """Whether a check left somebody unwilling to go nearer to the enemy (WB-MORALE-04)."""
    return one.morale == "hold"


def lay_down_arms(scene: Scene, who: str) -> None:
    """Somebody gives up: at once, or with everything else at the end of a simultaneous turn (WB-INIT-02)."""
    given_up = Blow(who, "surrender", who)
    if given_up not in basics.fight(scene.state).blows and not put_off(scene, given_up, rules=("WB-MORALE-02",)):
        scene.happen(Yielded(who, "surrendered", rules=("WB-MORALE-02",)))


def check_morale(scene: Scene, command: CheckMorale) -> Refusal | None:
    """Roll 2d6 on Table 20 for a group, in secret; the fearless never roll (WB-MORALE-01, WB-MORALE-04).

    Whoever sleeps or cannot move loses no heart and lays down no arms.
    """
    state = scene.state
    if state.fight is None or state.fight.phase == "over":
        return Refusal("no_fight")
    if state.options["morale_table"] == "off":
        return Refusal("option_off", {"option": "morale_table"}, ("WB-MORALE-04",))
    refused = bad_weight(command.modifier)
    if refused is not None:
        return refused
    members = tuple(one for one in group(state.fight, command.group) if able(state.fight, one))
    if not members:
        return Refusal("no_group", {"group": command.group}, ("WB-MORALE-04",))
    if any(one.profile.nature == "character" for one in members):
        return Refusal("players_decide", {"group": command.group}, ("WB-MORALE-03",))
    if all(one.profile.fearless for one in members):
        scene.happen(MoraleStands(command.group, rules=("WB-MORALE-01",), audience=REFEREE_ONLY))
        return None
    frail = tuple(one for one in members if not one.profile.fearless)
    modifiers = scene.rules.morale_modifiers(scene, frail)
    if command.modifier:
        modifiers = (*modifiers, Modifier(command.modifier, "WB-MORALE-04", "referee"))
    row, lookup = scene.rules.numbers.morale.roll(scene.dice.stream(REFEREE), modifiers, "morale")
    rules = ("WB-MORALE-04", "WB-MORALE-01") if len(frail) < len(members) else ("WB-MORALE-04",)
    ids = tuple(one.id for one in frail)
    rolled = MoraleRolled(command.group, ids, lookup, row.result, command.reason, rules=rules, audience=REFEREE_ONLY)
    scene.happen(rolled)
    if row.result == "surrender":
        for who in ids:
            lay_down_arms(scene, who)
    return None


def takes_prisoners(rules: Rules, one: Combatant) -> bool:
    """Those without words go on striking (WB-MORALE-01); a creature of one's own or a person understands."""
    profile = one.profile
    if profile.powers is None or profile.nature != "monster" or profile.own:
        return True
    return profile.powers.monster not in rules.content.wordless

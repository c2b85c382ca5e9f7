"""Fleeing together, for a campaign loss (chapter «Fuggire»), and laying down one's arms."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.damage import fall
from arbitro.rules.archmage.events import Answered, FlightProposed, FlightRefused, Woke
from arbitro.rules.archmage.people import can_act, foes_of, in_battle
from arbitro.rules.archmage.prisoners import has_words
from arbitro.rules.archmage.rests import lose_campaign
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State, standing
from arbitro.rules.archmage.step import Vote
from arbitro.rules.archmage.turns import end_battle

FLIGHT: Final = ("AE-FLEE-01", "AE-FLEE-02")


def propose_flight(scene: Scene, command: c.ProposeFlight) -> Refusal | None:
    """On any character's turn any player may propose that all flee; all must agree (AE-FLEE-01, AE-FLEE-02)."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    fight = scene.state.battle
    current = fight.combatants.get(fight.current)
    if one.captive:
        return Refusal("captive", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    if not has_a_say(scene.state, one):
        return Refusal("characters_only", {"who": f"@{one.id}"}, FLIGHT)
    if current is None or current.profile.kind != "pc" or current.side != one.side:
        return Refusal("on_a_characters_turn", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    scene.happen(FlightProposed(one.id, rules=FLIGHT))
    _ask_next_vote(scene)
    return None


def surrender(scene: Scene, command: c.Surrender) -> Refusal | None:
    """Out of the battle, in the power of the other side: nobody attacks them, and they do nothing more (AE-FLEE-01)."""
    if not scene.state.options["surrender"]:
        return Refusal("option_off", {"option": "surrender"}, FLIGHT)
    one = scene.one(command.who)
    values: dict[str, str | int] = {"who": f"@{one.id}"}
    if not can_act(one):
        return Refusal("cannot_act", values, ("AE-COND-10",))
    if not has_words(scene.rules.books, one):
        return Refusal("no_words", values, ("AE-FLEE-01",))
    people = scene.state.battle.combatants
    holder = next((people[foe] for foe in one.grabbed_by if not has_words(scene.rules.books, people[foe])), None)
    if holder is not None:
        return Refusal("does_not_let_go", {**values, "by": f"@{holder.id}"}, ("AE-FLEE-01", "AE-GRAB-03"))
    if not any(has_words(scene.rules.books, foe) for foe in foes_of(scene.state.battle, one)):
        return Refusal("nobody_takes_prisoners", values, ("AE-FLEE-01",))
    fall(scene, command.who, "yielded", "", ("AE-FLEE-01", "AE-SEQ-01"))
    return None


def free_captive(scene: Scene, command: c.FreeCaptive) -> Refusal | None:
    """The referee says that somebody is in the enemy's power no more (AE-FLEE-01)."""
    one = standing(scene.state).get(command.who)
    if one is None:
        return Refusal("nobody", {"who": command.who})
    if not one.captive:
        return Refusal("no_captive", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    scene.happen(Woke(one.id, freed=True, rules=("AE-FLEE-01",)))
    return None


def has_a_say(state: State, one: Combatant) -> bool:
    """Whether somebody's player may propose flight and is asked: of a dead character by the option (AE-FLEE-02)."""
    if one.profile.kind != "pc" or one.awareness == "gone" or one.captive:
        return False
    return one.awareness != "dead" or bool(state.options["fallen_players_vote"])


def voters(scene: Scene) -> list[Combatant]:
    """Those whose players have a say, one character for each player, of several the first who lives."""
    fight = scene.state.battle
    side = scene.one(fight.proposer).side
    found: dict[str, Combatant] = {}
    for one in sorted(fight.combatants.values(), key=lambda one: one.awareness == "dead"):
        if one.side == side and has_a_say(scene.state, one):
            found.setdefault(one.profile.player or one.id, one)
    proposer = scene.one(fight.proposer)
    found.pop(proposer.profile.player or proposer.id, None)
    return list(found.values())


def _ask_next_vote(scene: Scene) -> None:
    for one in voters(scene):
        if one.id not in scene.state.battle.votes:
            values: dict[str, str | int] = {"who": f"@{one.id}", "by": f"@{scene.state.battle.proposer}"}
            scene.ask(Question("flight", one.id, values, FLIGHT), Vote(one.id))
            return
    _flee(scene)


def vote_flight(scene: Scene, command: c.VoteFlight) -> Refusal | None:
    """Agree, or stop the flight at no cost (AE-FLEE-02)."""
    if not scene.state.awaiting or scene.state.awaiting[0].who != command.who:
        return Refusal("not_asked")
    scene.happen(Answered(command.who, "flight", command.word, rules=FLIGHT))
    if command.word == "no":
        scene.happen(FlightRefused(command.who, rules=("AE-FLEE-02",)))
    else:
        _ask_next_vote(scene)
    return None


def _flee(scene: Scene) -> None:
    """The party gets away at once with its fallen, for a campaign loss (AE-FLEE-03, AE-FLEE-04)."""
    lose_campaign(scene, "", ("AE-FLEE-03", "AE-FLEE-04"))
    end_battle(scene, "fled")

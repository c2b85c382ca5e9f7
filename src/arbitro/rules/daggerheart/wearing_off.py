"""What a roll puts an end to, or lets grow: spells that last for so many actions, forms, banishments (DHP-COND-06)."""

from msgspec.structs import replace

from arbitro.kernel.ruling import Check
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import end_conditions, end_stance, fear_rolled, release
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_effects import relieve
from arbitro.rules.daggerheart.presence import condition_entry, foes_left
from arbitro.rules.daggerheart.resources import mark_stress
from arbitro.rules.daggerheart.state import Foe, Hero, Request
from arbitro.rules.daggerheart.words import WITH_FEAR, Outcome


def wear_off(play: Play, request: Request, outcome: Outcome, involved: tuple[str, ...]) -> None:
    """Everything that a roll ends besides what its outcome says to the roller."""
    for who in involved:
        _spend_actions(play, who)
    if request.targets:
        _drawn(play, request)
        _heartened(play, request)
    if outcome == "failure_fear":
        for hero in tuple(play.state.party.values()):
            end_conditions(play, hero.id, "setback")
        for who in involved:
            end_stance(play, who)
    if outcome in WITH_FEAR:
        fear_rolled(play)
        _come_back(play)


def _spend_actions(play: Play, who: str) -> None:
    """What lasts for so many action rolls has one fewer left, and what grows with them grows (DHP-COND-06)."""
    for held in play.state.party[who].conditions:
        entry = condition_entry(play.rules.books, held.name)
        left, grown = held.count - 1, held.gives.get("roll", 0) + 1
        if (held.until == "actions" and left < 1) or (entry.surges and grown > entry.surges):
            release(play, who, held)
            mark_stress(play, who, int(bool(entry.surges)), held.name, entry.rules)
        elif held.until == "actions":
            play.happen(e.ConditionGained(who, replace(held, count=left), rules=entry.rules))
        elif entry.surges:
            play.happen(e.ConditionGained(who, replace(held, gives={**held.gives, "roll": grown}), rules=entry.rules))


def _drawn(play: Play, request: Request) -> None:
    """What a PC keeps up only until they turn on somebody, or on somebody else, ends with a roll against them."""
    everybody: list[Hero | Foe] = [*play.state.party.values(), *foes_left(play.state)]
    for one in everybody:
        mine = [held for held in one.conditions if held.source == request.actor]
        others = request.is_attack and one.id not in request.targets
        over = (
            held
            for held in mine
            if held.until == "caster" or (others and condition_entry(play.rules.books, held.name).faithful)
        )
        release(play, one.id, *over)


def _heartened(play: Play, request: Request) -> None:
    """Whoever attacks an adversary that a PC has singled out takes heart, whether the blow lands or not."""
    if not request.is_attack:
        return
    for foe in tuple(foes_left(play.state)):
        held = [each for each in foe.conditions if condition_entry(play.rules.books, each.name).heartens]
        if held and foe.id in request.targets:
            relieve(play, play.state.party[request.actor])
            release(play, foe.id, *held)


def _come_back(play: Play) -> None:
    """Those who are away roll to come back, against a Difficulty that is one lower each time."""
    for foe in tuple(foes_left(play.state)):
        for held in foe.conditions:
            if not condition_entry(play.rules.books, held.name).returns:
                continue
            die, needed = play.dice.roll(20, "gm_die"), held.difficulty - 1
            back = die.face >= needed
            check = Check((die,), die.face, ">=", needed, back, (), "difficulty")
            play.happen(e.FoeRolled(foe.id, "reaction", check, die.face == 20, rules=("DH-REACT-01", "DHP-COND-06")))
            if back:
                release(play, foe.id, held)
            else:
                play.happen(e.ConditionGained(foe.id, replace(held, difficulty=needed), rules=("DHP-COND-06",)))

"""The end of an adversary, and what ends with it (DHP-ADVSTAT-11)."""

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import end_from, end_zones
from arbitro.rules.daggerheart.events import FoeDefeated
from arbitro.rules.daggerheart.play import Play, set_off
from arbitro.rules.daggerheart.presence import anybody, current_scene, foes_left
from arbitro.rules.daggerheart.state import Countdown, Foe

_RULES = ("DHP-COUNT-01",)


def foe_fell(play: Play, who: str) -> None:
    """An adversary is defeated (DHP-ADVSTAT-11)."""
    play.happen(FoeDefeated(who, rules=("DHP-ADVSTAT-11", "DHP-HP-01")))
    foe_gone(play, who)
    foe = anybody(play.state, who)
    slayer = foe.struck_by if isinstance(foe, Foe) else ""
    steps = set_off(play, "defeated", who, slayer)
    play.first(*steps, *set_off(play, "ally_defeated", who, who), *set_off(play, "foe_defeated", who, slayer))


def drop_countdown(play: Play, countdown: Countdown) -> None:
    """A countdown no longer matters; of one that was hidden nobody but the GM hears."""
    audience = REFEREE_ONLY if countdown.hidden else ""
    play.happen(e.CountdownDropped(countdown.id, countdown.name, rules=_RULES, audience=audience))


def foe_gone(play: Play, who: str) -> None:
    """What ends because an adversary is no longer there."""
    end_from(play, who)
    scene = current_scene(play.state)
    leads = scene.foes[who].block.type == "leader" if who in scene.foes else False
    leaderless = leads and not any(foe.block.type == "leader" for foe in foes_left(play.state))
    for countdown in tuple(scene.countdowns.values()):
        led = countdown.leader and leaderless
        if (countdown.owner == who and countdown.kind != "long_term") or (led and countdown.value):
            drop_countdown(play, countdown)
    end_zones(play, *(zone for zone in scene.zones if zone.owner == who and not zone.lasting))
    if scene.turn is not None and scene.turn.acting == who:
        play.happen(e.FoeDone(who))

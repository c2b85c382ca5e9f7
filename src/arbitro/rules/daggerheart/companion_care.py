"""What befalls a ranger's companion: Stress marked and cleared, lessons learnt, the way back (DHP-CHAR-05)."""

from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.companion import RULE, companion_of, companion_there, taught
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.resources import free_slots, mark_armour
from arbitro.rules.daggerheart.state import Hero

_RULES = (RULE,)


def mark_companion(play: Play, who: str, amount: int = 1) -> None:
    """A companion marks Stress, whatever the damage was; with the last one it is out of the scene.

    One that wears a share of its ranger's armour leaves its last Stress to an Armor Slot, where there is one.
    """
    hero = play.state.party[who]
    beast = companion_there(hero)
    if beast is None:
        return
    if taught(hero, "armored") and beast.marked + amount >= beast.stress and free_slots(hero):
        mark_armour(play, who, benefit=True, rules=_RULES)
        return
    marked = min(beast.marked + amount, beast.stress)
    play.happen(
        e.CompanionStressed(who, marked - beast.marked, marked, beast.stress, marked == beast.stress, rules=_RULES)
    )


def clear_companion(play: Play, who: str, amount: int) -> None:
    """A companion that is there clears Stress."""
    beast = companion_there(play.state.party[who])
    cleared = min(amount, beast.marked) if beast is not None else 0
    if beast is not None and cleared:
        left = beast.marked - cleared
        play.happen(e.CompanionStressed(who, -cleared, left, beast.stress, rules=_RULES))


def companion_returns(play: Play, hero: Hero) -> None:
    """When a long rest begins, whoever was out of the scene is back, with a Stress cleared."""
    beast = companion_of(hero)
    if beast is not None and beast.away:
        play.happen(e.CompanionStressed(hero.id, -1, max(beast.marked - 1, 0), beast.stress, rules=_RULES))


def comes_to_comfort(play: Play, hero: Hero) -> bool:
    """A bonded companion rushes to its fallen ranger: it marks all it can, and a 6 on as many dice saves them."""
    beast = companion_there(hero)
    free = beast.stress - beast.marked if beast is not None else 0
    if beast is None or not free or not taught(hero, "bonded"):
        return False
    dice = tuple(play.dice.roll(6, "power") for _ in range(free))
    saved = sum(die.face == 6 for die in dice)
    play.happen(e.CompanionStressed(hero.id, free, beast.stress, beast.stress, away=True, rules=_RULES))
    play.happen(e.PowerRolled(hero.id, "companion", dice, 0, saved, odds=True, rules=_RULES))
    return bool(saved)

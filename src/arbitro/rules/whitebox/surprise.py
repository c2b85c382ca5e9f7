"""Surprise (chapter «Combattimento», step 1): who is caught unawares, and what it is worth."""

from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, members
from arbitro.rules.whitebox.commands import StartFight
from arbitro.rules.whitebox.events import SurpriseAsked, Surprised, SurpriseRolled
from arbitro.rules.whitebox.powers.lookups import abilities, powers, setting_of
from arbitro.rules.whitebox.reckoning import SURPRISED_ON
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Fight


def can_be_surprised(fight: Fight, side: str, excepted: tuple[str, ...]) -> bool:
    """Whether a side can be caught unawares: a visible light gives its bearers away (WB-LIGHT-04)."""
    return any(not other.light or other.id in excepted for other in fight.sides.values() if other.id != side)


def settle_surprise(scene: Scene, command: StartFight) -> bool:
    """Take surprise over from an encounter, roll for it, or ask the referee; False when an answer is awaited."""
    state = scene.state
    out = state.expedition
    if out is not None and out.meeting is not None and out.meeting.settled:
        give_free_actions(scene, out.meeting.surprised, judged=False)
        return True
    if state.options["surprise_method"] == "judgement":
        scene.happen(SurpriseAsked(rules=("WB-SURPRISE-01",)))
        return False
    fight = basics.fight(state)
    single = state.options["surprise_scope"] == "individual"
    surprised: list[str] = []
    spoiled: tuple[str, ...] = ()
    for side in fight.sides:
        if not can_be_surprised(fight, side, command.may_surprise):
            spoiled = ("WB-LIGHT-04",)
            continue
        for who in [one.id for one in members(fight, side) if able(fight, one)] if single else [side]:
            check = held_against(
                (scene.dice.roll(6, "surprise"),),
                (),
                "<=",
                surprised_on(scene.rules, fight, side),
                "surprise",
            )
            rules = ("WB-SURPRISE-01", "WB-SURPRISE-02")
            scene.happen(SurpriseRolled(who, check, check.success, rules=rules))
            if check.success:
                surprised.append(who)
    give_free_actions(scene, tuple(surprised), judged=False, why=spoiled)
    return True


def surprised_on(rules: Rules, fight: Fight, side: str) -> int:
    """The d6 at or below which a side is surprised: some foes are harder to see coming, the best chance counts."""
    chance = SURPRISED_ON
    for one in fight.combatants.values():
        if one.profile.side != side and one.profile.powers is not None:
            for it, power in abilities(rules, one):
                if power.surprises is not None:
                    chance = max(chance, power.surprises(it, setting_of(fight)))
    return chance


def caught(fight: Fight, who: str) -> bool:
    """Whether somebody is surprised, alone or with their side; whoever is always on the watch never is."""
    one = fight.combatants[who]
    if who not in fight.surprised and one.profile.side not in fight.surprised:
        return False
    return not any(effect.kind == "watchful" for effect in powers(one).worn)


def give_free_actions(scene: Scene, surprised: tuple[str, ...], *, judged: bool, why: tuple[str, ...] = ()) -> None:
    """Who may act before initiative: those not surprised, if any opponent is; all or none cancels out."""
    free = sides_with_the_advantage(basics.fight(scene.state), surprised)
    rules = ("WB-ALTSEQ-02",) if scene.state.options["combat_sequence"] == "alternate" else ("WB-SURPRISE-03",)
    scene.happen(Surprised(surprised, free, judged, rules=("WB-SURPRISE-01", *rules, *why)))


def sides_with_the_advantage(fight: Fight, surprised: tuple[str, ...]) -> tuple[str, ...]:
    """Sides that have somebody on guard while somebody of another side is caught."""
    if not surprised:
        return ()
    caught: set[str] = set()
    aware: set[str] = set()
    for one in fight.combatants.values():
        side = one.profile.side
        (caught if side in surprised or one.id in surprised else aware).add(side)
    return tuple(side for side in fight.sides if side in aware and caught - {side})

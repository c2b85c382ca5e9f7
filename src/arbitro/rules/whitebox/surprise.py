"""Surprise (chapter «Combattimento», step 1): who is caught unawares, and what it is worth."""

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, members
from arbitro.rules.whitebox.commands import JudgeSurprise, StartFight
from arbitro.rules.whitebox.events import SurpriseAsked, Surprised, SurpriseRolled
from arbitro.rules.whitebox.reckoning import SURPRISED_ON
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Fight


def can_be_surprised(fight: Fight, side: str, excepted: tuple[str, ...]) -> bool:
    """Whether a side can be caught unawares: a visible light gives its bearers away (WB-LIGHT-04)."""
    return any(not other.light or other.id in excepted for other in fight.sides.values() if other.id != side)


def settle_surprise(scene: Scene, command: StartFight) -> bool:
    """Roll for surprise, or ask the referee; False when an answer is awaited."""
    state = scene.state
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
                scene.rules.surprised_on(scene.rules, fight, side),
                "surprise",
            )
            rules = ("WB-SURPRISE-01", "WB-SURPRISE-02")
            scene.happen(SurpriseRolled(who, check, check.success, rules=rules))
            if check.success:
                surprised.append(who)
    give_free_actions(scene, tuple(surprised), judged=False, why=spoiled)
    return True


def surprised_on(rules: Rules, fight: Fight, side: str) -> int:
    """The d6 at or below which a side is surprised: some creatures are harder to see coming."""
    del rules, fight, side
    return SURPRISED_ON


def caught(fight: Fight, who: str) -> bool:
    """Whether somebody is surprised, alone or with their side."""
    one = fight.combatants[who]
    return who in fight.surprised or one.profile.side in fight.surprised


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


def judge_surprise(scene: Scene, command: JudgeSurprise) -> Refusal | None:
    """The referee's answer (WB-SURPRISE-01)."""
    fight = basics.fight(scene.state)
    named = tuple(part.strip() for part in command.surprised.split(",") if part.strip())
    for who in named:
        if who not in fight.sides and who not in fight.combatants:
            return Refusal("nobody", {"who": who}, ("WB-SURPRISE-01",))
    give_free_actions(scene, named, judged=True)
    scene.rules.after_surprise(scene)
    return None

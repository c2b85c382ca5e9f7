"""Ongoing damage, and the end of a turn: its saves, then the other saves (chapters «Danni continuati», «Sequenza»)."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.conditions import (
    DueSave,
    afflict,
    counting,
    end_ongoing,
    end_state,
    immune,
    loosened,
    relieve,
    save,
)
from arbitro.rules.archmage.damage import hurt, kill, resist, resistance
from arbitro.rules.archmage.events import Marked, NothingAdded, OngoingBegan, OngoingTicked, RanOut
from arbitro.rules.archmage.numbers import bonuses_to
from arbitro.rules.archmage.ongoing_effects import BESIDE, Affliction, Mark, Ongoing
from arbitro.rules.archmage.power import HARD
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat


def burden(scene: Scene, who: str, ongoing: Ongoing) -> None:
    """Let ongoing damage begin; of one name only what weighs most stays (AE-ONGOING-01, AE-STACK-04)."""
    one = scene.one(who)
    if not one.in_field or immune(one) or ongoing.amount <= 0:
        return
    known = [each for each in one.ongoing if each.name == ongoing.name]
    if any(_weight(scene, one, each) >= _weight(scene, one, ongoing) for each in known):
        scene.happen(NothingAdded(who, "ongoing", ongoing.type, rules=("AE-ONGOING-01", "AE-STACK-04")))
        return
    rules = ("AE-ONGOING-01", *(("AE-STACK-04",) if known else ()))
    scene.happen(OngoingBegan(who, ongoing, rules=rules))
    scene.occur("burdened", who, ongoing.source)


def _weight(scene: Scene, one: Combatant, ongoing: Ongoing) -> tuple[int, int, int, int]:
    """How bad it is for somebody: what a tick costs, resisted or not (AE-RESIST-02), then how hard it is to end."""
    tick = flat(ongoing.amount, Reason("AE-ONGOING-01", "ongoing"))
    left, _, _ = resist(scene.state, one, ongoing.type, ongoing.natural, tick, mundane=ongoing.mundane)
    return left.total, ongoing.first, ongoing.save, ongoing.saves


def suffer_ongoing(scene: Scene, who: str) -> None:
    """End of a turn: for each ongoing damage first the damage, then its save (AE-SEQ-02, AE-ONGOING-01)."""
    for each in scene.one(who).ongoing:
        one = scene.one(who)
        if not one.can_suffer:
            return
        if _forestalled(scene, one, each):
            continue
        doubled = each.first > 1
        resists = bool(resistance(scene.state, one, each.type))
        rules = (
            "AE-ONGOING-01",
            "AE-SEQ-02",
            *(("AE-CRIT-01",) if doubled else ()),
            *(("AE-RESIST-02",) if resists else ()),
        )
        hurt(
            scene,
            who,
            Damage(
                flat(each.amount, Reason("AE-ONGOING-01", "ongoing", (f"power/{each.name.removesuffix(BESIDE)}",))),
                each.type,
                each.source,
                each.natural,
                rules,
                multiplier=each.first,
                mundane=each.mundane,
            ),
        )
        if doubled:
            scene.happen(OngoingTicked(who, each.name, rules=("AE-CRIT-01", "AE-ONGOING-01")))
        if not scene.one(who).can_suffer:
            return
        check = save(scene, scene.one(who), DueSave("ongoing", each.save, ("AE-ONGOING-02", "AE-SEQ-03"), each.type))
        if not check.success:
            scene.occur("ally_fails_save", who, each.source, f"ongoing/{each.type}/{each.save - check.total}")
            scene.occur("fails_save", who, each.source, f"ongoing/{each.type}/{each.save - check.total}")
        if check.success and not loosened(scene, who, _now(scene, who, each)):
            end_ongoing(scene, who, each, ("AE-ONGOING-02",), saved=True)
        elif not check.success and each.growth:
            grown = replace(_now(scene, who, each), amount=each.amount + each.growth)
            scene.happen(OngoingBegan(who, grown, rules=("AE-ONGOING-01",)))


def _forestalled(scene: Scene, one: Combatant, ongoing: Ongoing) -> bool:
    """Whether a save that some may roll before the damage comes has ended it."""
    if not any(True for _ in bonuses_to(scene.state, one, "forestall")):
        return False
    check = save(scene, one, DueSave("ongoing", ongoing.save, ("AE-ONGOING-02", "AE-ATK-06"), ongoing.type))
    if not check.success or loosened(scene, one.id, ongoing):
        return False
    end_ongoing(scene, one.id, ongoing, ("AE-ONGOING-02",), saved=True)
    return True


def _now(scene: Scene, who: str, ongoing: Ongoing) -> Ongoing:
    """Ongoing damage as it is after its tick."""
    return next((each for each in scene.one(who).ongoing if each.name == ongoing.name), ongoing)


def other_saves(scene: Scene, who: str) -> None:
    """End of a turn, last of all: the saves against other lasting effects (AE-SEQ-03)."""
    for each in counting(scene.one(who)):
        one = scene.one(who)
        if not one.can_suffer:
            return
        if not each.save:
            continue
        check = save(scene, one, DueSave("effect", each.save, ("AE-SEQ-03",), each.name))
        if not check.success:
            scene.occur("ally_fails_save", who, each.source, f"effect/{each.name}/{each.save - check.total}")
            scene.occur("fails_save", who, each.source, f"effect/{each.name}/{each.save - check.total}")
            _hurts_on(scene, who, each)
        elif not loosened(scene, who, each):
            relieve(scene, who, each, ("AE-SEQ-03", "AE-SAVE-02"))
    _shake_off_states(scene, who)
    last_gasp(scene, who)


def _hurts_on(scene: Scene, who: str, each: Affliction) -> None:
    """What a failed save against a condition costs, where its power says so."""
    if each.harm is not None and scene.one(who).can_suffer:
        why = Reason("AE-ATK-06", "effect_damage", (f"power/{each.power}",))
        harm = Tally().rolling(each.harm, scene.dice, "damage", why)
        hurt(scene, who, Damage(harm, each.harm_type, each.source, 20, ("AE-ATK-06",)))


def _shake_off_states(scene: Scene, who: str) -> None:
    """The saves against states that a save ends."""
    for mark in [each for each in scene.one(who).marks if each.save]:
        if not scene.one(who).can_suffer:
            return
        check = save(scene, scene.one(who), DueSave("effect", mark.save, ("AE-SEQ-03",), mark.attack))
        if check.success:
            end_state(scene, who, mark.attack)
        elif mark.sides:  # what still holds somebody may hurt as well
            harm = Tally().rolling(
                Amount(mark.amount, mark.sides), scene.dice, "damage", Reason("AE-ATK-06", "effect_damage")
            )
            hurt(scene, who, Damage(harm, "psychic", mark.source, 20, ("AE-ATK-06",)))


def last_gasp(scene: Scene, who: str) -> None:
    """Whoever is turning to stone makes hard saves: helpless after the first failure, stone after the fourth."""
    one = scene.one(who)
    gasp = next((mark for mark in one.marks if mark.kind == "last_gasp"), None)
    if gasp is None or not one.can_suffer:
        return
    check = save(scene, one, DueSave("last_gasp", HARD, ("AE-SEQ-03",)))
    others = tuple(mark for mark in one.marks if mark.kind != "last_gasp")
    scene.happen(RanOut(who, one.boosts, others, lifted=(gasp,) if check.success else (), rules=("AE-SAVE-02",)))
    if check.success:
        for each in scene.one(who).afflictions:
            if each.name == "helpless" and each.source == gasp.source:
                relieve(scene, who, each, ("AE-COND-07",))
        return
    fails = gasp.amount + 1
    if fails >= 4:  # stone is as good as dead until somebody finds a cure
        kill(scene, who, gasp.source, ("AE-SAVE-02",))
        return
    scene.happen(Marked(who, Mark("last_gasp", gasp.source, fails), rules=("AE-SAVE-02",)))
    afflict(scene, who, Affliction("helpless", gasp.source))

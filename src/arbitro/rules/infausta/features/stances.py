"""The champion's stances (IS-CHAM-02): for a round, more or less to hit for oneself and for all who attack."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.infausta.features.commands import TakeStance
from arbitro.rules.infausta.features.events import StanceTaken
from arbitro.rules.infausta.features.feature_lookups import features
from arbitro.rules.infausta.features.state import StanceKind
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, known
from arbitro.rules.whitebox.class_features import Stance as StanceFeature
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Weapon
from arbitro.rules.whitebox.whose_turn import acting, why_unable

RULES: Final = ("IS-CHAM-02", "IS-INIT-01")


def stance_of(state: ParentState, who: str) -> int:
    """What somebody's stance of this round adds to attack rolls; 0 without one."""
    held = own(state).stances.get(who)
    return held.to_hit if held is not None and state.fight is not None and held.round == state.fight.round else 0


def kind_of(feature: StanceFeature) -> StanceKind:
    """What is better to hit for oneself is so for others too: a stance of attack."""
    return "offensive" if feature.to_hit > 0 else "defensive"


def to_hit(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """The attacker's own stance, and the target's: both move the roll the same way."""
    del weapon
    if not own(here.state).stances:
        return ()
    both = ((stance_of(here.state, one.id), "own_stance"), (stance_of(here.state, target.id), "foes_stance"))
    return tuple(Modifier(amount, "IS-CHAM-02", note) for amount, note in both if amount)


def may_take_stance(here: Here, fight: Fight, one: Combatant) -> Refusal | None:
    """Whether it is the moment: with the declarations, or before the free blow that surprise gives."""
    if not able(fight, one):
        return Refusal("cannot_act", why_unable(one), RULES)
    held = own(here.state).stances.get(one.id)
    if held is not None and held.round == fight.round:
        return Refusal("stance_taken", {"who": f"@{one.id}"}, RULES)
    side = one.profile.side
    if fight.phase == "declare" and side in fight.acting and side not in fight.done:
        return None
    if fight.phase == "free" and fight.round not in (one.attacked, one.moved, one.busy):
        found = acting(here, one.id)
        return found if isinstance(found, Refusal) else None
    return Refusal("stance_late", {"who": f"@{one.id}"}, RULES)


def take_stance(scene: Scene, command: TakeStance) -> Refusal | None:
    """Commit to a stance for the round, before initiative is known."""
    one = known(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(scene.state)
    stances = features(scene.rules, one.profile.class_id, StanceFeature)
    amount = next((each.to_hit for each in stances if kind_of(each) == command.stance), 0)
    if not amount:
        return Refusal("no_gift", {"who": f"@{one.id}", "what": f"@gift:{command.stance}"}, RULES[:1])
    refused = may_take_stance(scene, fight, one)
    if refused is not None:
        return refused
    told = scene.rules.told_of_intent(one)
    scene.happen(StanceTaken(one.id, command.stance, amount, fight.round, rules=RULES, audience=told))
    return None

"""Invisible foes (chapter «Avversari invisibili»): who can be struck at, at what price, and who notices them."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics, movement
from arbitro.rules.whitebox.basics import able, known, opponents
from arbitro.rules.whitebox.commands import Move
from arbitro.rules.whitebox.events import BlowHeld, Moved
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.commands import Locate, Sense
from arbitro.rules.whitebox.powers.durations import begin, finish, put_off
from arbitro.rules.whitebox.powers.events import SenseAdvised, UnseenSensed
from arbitro.rules.whitebox.powers.lookups import BEASTS, abilities, holds_here, lasting, under
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.special import Invisible as Hiding
from arbitro.rules.whitebox.state import Blow, Combatant, State

UNSEEN_TO_HIT: Final = -4
"""On blows at somebody unseen whose place is roughly known (WB-INVIS-02)."""
OFTEN: Final = 4
"""In six: the chance that is suggested to the referee (WB-INVIS-03)."""
FORMIDABLE: Final = 6
"""Creatures above these hit dice, a plus counts, often find the unseen (WB-INVIS-03)."""
KEEN: Final = (*BEASTS, "lycanthrope")
"""Kinds of creatures with keen smell and hearing (our reading)."""
NOTICED_FOR: Final = 2
"""Rounds for which a place stays roughly known: the one in which it was given away, and the next (ours)."""


def invisible(here: Here, one: Combatant, *, struck: bool = False) -> bool:
    """Whether somebody cannot be seen: by magic, by nature, or by keeping still in the right place.

    With `struck`, as it is once a blow has ended what blows end.
    """
    for effect in lasting(here.state, one.id):
        if effect.kind == "invisible" and not (struck and effect.ends_on_attack):
            return True
    return any(power.hides(it, here.state, one) for it, power in abilities(here.rules, one) if power.hides is not None)


def never_seen(it: Hiding) -> tuple[Ongoing, ...]:
    """Some cannot be seen at all."""
    always = it.when == "always" and not it.where
    return (Ongoing(kind="invisible", magical=False, worn=True),) if always else ()


def hides(it: Hiding, state: State, one: Combatant) -> bool:
    """Some are not seen while they keep still, in the right place."""
    return it.when == "still" and keeps_still(state, one) and holds_here(state, it.where)


def keeps_still(state: State, one: Combatant) -> bool:
    """Whether somebody neither moved nor struck in this round or the last; in a tie, before the moment began."""
    fight = state.fight
    if fight is None:
        return False
    last = one.stirred if basics.simultaneous(fight) else max(one.moved, one.attacked)
    return last < 0 or last < fight.round - 1


def makes_out(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether somebody sees another after all."""
    return not invisible(here, target) or under(here.state, one.id, "sees_invisible") is not None


def located(state: State, one: Combatant, target: Combatant) -> bool:
    """Whether it is roughly known where an unseen one is, to everybody or to this one."""
    return any(effect.kind == "located" and effect.by in ("", one.id) for effect in lasting(state, target.id))


def can_strike(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether somebody knows where to strike (WB-INVIS-01)."""
    return makes_out(here, one, target) or located(here.state, one, target)


def give_away(scene: Scene, one: Combatant, by: str = "") -> None:
    """An unseen one has attacked, spoken or been noticed: its place is roughly known for a while."""
    begin(scene, one.id, noticed(scene.state, by), rules=("WB-INVIS-01",))


def noticed(state: State, by: str = "") -> Ongoing:
    """An effect: a place is roughly known from now on, to everybody or to one alone."""
    return Ongoing(kind="located", by=by, until=state.minutes + NOTICED_FOR, magical=False)


def betray_oneself(scene: Scene, one: Combatant) -> None:
    """A deed gives an unseen doer away: to those of the same moment only when it is over (WB-INIT-02)."""
    blow = Blow(one.id, "ongoing", one.id, ongoing=noticed(scene.state))
    if blow not in basics.fight(scene.state).blows and not put_off(
        scene, blow, rules=("WB-INVIS-01",), audience=REFEREE_ONLY
    ):
        give_away(scene, one)


def show_oneself(scene: Scene, one: Combatant) -> None:
    """Whoever attacks is seen again if the magic ends with it, and given away in any case; in a tie, at its end."""
    state = scene.state
    if not state.effects and one.profile.powers is None:
        return
    for effect in state.effects.get(one.id, ()):
        shown = Blow(one.id, "shown", one.id, ongoing=effect)
        if effect.ends_on_attack and shown not in basics.fight(state).blows and not put_off(scene, shown):
            finish(scene, one.id, effect, ("WB-INVIS-01",))
    if invisible(scene, one, struck=True):
        betray_oneself(scene, one)


def move(scene: Scene, command: Move) -> Refusal | None:
    """Go somewhere; the steps of the unseen are known to their own side alone."""
    return unheard(scene, movement.move(scene, command))


def unheard(scene: Scene, refused: Refusal | None) -> Refusal | None:
    """Keep the steps of somebody unseen from the others."""
    if refused is None:
        for number, event in enumerate(scene.events):
            if event.audience or not isinstance(event, Moved | BlowHeld):
                continue
            if isinstance(event, Moved) or event.blow.effect == "flight":
                who = event.who if isinstance(event, Moved) else event.target
                one = basics.fight(scene.state).combatants[who]
                if invisible(scene, one) and not under(scene.state, one.id, "located"):
                    scene.events[number] = replace(event, audience=one.profile.side)
    return refused


# ------------------------------------------------------------ noticing


def may_notice(one: Combatant) -> bool:
    """Whether a creature often finds the unseen: keen senses, or more than six hit dice (WB-INVIS-03)."""
    powers = one.profile.powers
    if powers is None or not powers.monster:
        return False
    return powers.hd > FORMIDABLE or (powers.hd == FORMIDABLE and powers.plus > 0) or powers.kind in KEEN


def advise_on_senses(scene: Scene) -> None:
    """Remind the referee, once for each pair, of creatures that may notice an unseen foe (WB-INVIS-03)."""
    fight = basics.fight(scene.state)
    hidden = [one for one in fight.combatants.values() if one.condition == "up" and invisible(scene, one)]
    for target in hidden:
        for one in opponents(fight, target):
            if may_notice(one) and f"advised:{target.id}" not in one.spent:
                advised = SenseAdvised(one.id, target.id, OFTEN, rules=("WB-INVIS-03",), audience=REFEREE_ONLY)
                scene.happen(advised)


def sense(scene: Scene, command: Sense) -> Refusal | None:
    """The referee's secret roll whether a creature finds an unseen foe (WB-INVIS-03)."""
    state = scene.state
    one, target = known(state, command.who), known(state, command.target)
    if isinstance(one, Refusal):
        return one
    if isinstance(target, Refusal):
        return target
    if not 1 <= command.chance <= 6:
        return Refusal("bad_chance", {"chance": command.chance}, ("WB-INVIS-03",))
    if scene.rules.can_strike(scene, one, target) or not able(basics.fight(state), one):
        return Refusal("nothing_to_sense", {"who": f"@{one.id}", "target": f"@{target.id}"}, ("WB-INVIS-03",))
    if f"sensed:{target.id}:{basics.fight(state).round}" in one.spent:
        return Refusal("sensed_already", {"who": f"@{one.id}", "target": f"@{target.id}"}, ("WB-INVIS-03",))
    die = scene.dice.stream(REFEREE).roll(6, "sense")
    check = held_against((die,), (), "<=", command.chance, "sense")
    scene.happen(UnseenSensed(one.id, target.id, check, rules=("WB-INVIS-03",), audience=REFEREE_ONLY))
    if check.success:
        give_away(scene, target, one.id)
    return None


def locate(scene: Scene, command: Locate) -> Refusal | None:
    """The referee says that somebody's place is roughly known (WB-INVIS-01)."""
    target = known(scene.state, command.target)
    if isinstance(target, Refusal):
        return target
    if not invisible(scene, target):
        return Refusal("not_invisible", {"who": f"@{target.id}"}, ("WB-INVIS-01",))
    give_away(scene, target)
    return None

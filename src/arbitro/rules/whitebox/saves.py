"""Saving throws (chapter «Tiri salvezza»): the single number, or the matrix of five dangers."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.rules.whitebox.basics import fight, in_the_field, known, with_natural_extremes
from arbitro.rules.whitebox.commands import CallSave, NameDanger, SettleSave
from arbitro.rules.whitebox.damage import suffer
from arbitro.rules.whitebox.events import PerilFaced, PerilSettled, SaveRolled
from arbitro.rules.whitebox.ongoing_effects import UNTOLD
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Peril
from arbitro.rules.whitebox.terms import Danger, Threat


def save_number(here: Here, one: Combatant, danger: Danger | None) -> tuple[int, tuple[str, ...]]:
    """The number to reach and the rules that give it: by class and level, or the creature's own."""
    profile = one.profile
    table = here.rules.numbers.saves.get(profile.class_id)
    if profile.save or table is None:
        return profile.save or 20, ("WB-SAVE-01", "WB-SAVE-03")
    if here.state.options["saving_throws"] == "matrix" and danger is not None:
        return table.number(profile.level, danger), ("WB-SAVE-01", "WB-SAVE-04", "WB-SAVE-09", *table.rules)
    printed = here.state.options["misprints"] == "printed"
    return table.number(profile.level, None, as_printed=printed), ("WB-SAVE-01", "WB-SAVE-03")


def save_bonuses(here: Here, one: Combatant, danger: Danger | None) -> tuple[Modifier, ...]:
    """Bonuses of class, people and magic; the matrix drops those of the class (WB-SAVE-10)."""
    matrix = here.state.options["saving_throws"] == "matrix"
    return tuple(
        Modifier(bonus.amount, "WB-SAVE-10", f"bonus_{bonus.source}")
        for bonus in one.profile.save_bonuses
        if bonus.danger in (None, danger) and not (matrix and bonus.source == "class" and not bonus.with_matrix)
    )


def averted_by_saving(threat: Threat) -> str:
    """What a saving throw is to avert, in a word; nothing of what is told to nobody when it begins."""
    if threat.ongoing is not None and threat.ongoing.kind in UNTOLD:
        return ""
    kind = threat.ongoing.kind if threat.ongoing is not None and threat.effect == "ongoing" else threat.effect
    return threat.element or ("" if kind in ("damage", "ongoing") else kind)


def saving_throw(
    scene: Scene, one: Combatant, danger: Danger | None, more: tuple[Modifier, ...] = (), against: str = ""
) -> bool:
    """Throw a d20 against the number; equal or higher saves."""
    state = scene.state
    needed, rules = scene.rules.save_number(scene, one, danger)
    modifiers = scene.rules.save_bonuses(scene, one, danger) + more
    check = held_against((scene.dice.roll(20, "save"),), modifiers, ">=", needed, "saving_throw")
    if state.options["natural_extremes"]:
        check = with_natural_extremes(state, check)
    if state.options["saving_throws"] == "matrix":
        rules = (*rules, "WB-SAVE-10")  # cited with or without bonuses: whether a monster has any is its secret
    scene.happen(SaveRolled(one.id, danger, check, check.success, against, rules=rules))
    return check.success


def face(scene: Scene, one: Combatant, threat: Threat, source: str) -> None:
    """Save and suffer, the column of the matrix being settled."""
    more: tuple[Modifier, ...] = ()
    if threat.save:
        more = (Modifier(threat.modifier, "WB-SAVE-01", "danger"),) if threat.modifier else ()
        more += scene.rules.save_circumstances(scene, one, threat, source)
    saved = threat.save and saving_throw(scene, one, threat.danger, more, averted_by_saving(threat))
    if saved and threat.on_success == "referee":
        peril = Peril(one.id, threat, source, saved=True)
        scene.happen(PerilFaced(one.id, peril, rules=("WB-SAVE-02",)))
        return
    # Half a death is none: a save against anything but damage averts it whatever the danger says.
    if not (saved and (threat.on_success == "avoided" or threat.effect not in ("damage", "paralysis"))):
        suffer(scene, one, threat, source, halved=saved)


# ---------------------------------------------------------------- commands


def call_save(scene: Scene, command: CallSave) -> Refusal | None:
    """The referee calls for a save against a danger (WB-SAVE-01)."""
    one = known(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if not in_the_field(one):
        return Refusal("not_in_the_field", {"who": f"@{command.who}"})
    scene.rules.endanger(scene, one, command.threat, "")
    return None


def name_danger(scene: Scene, command: NameDanger) -> Refusal | None:
    """The referee's answer: the column of the matrix, or the single number."""
    peril = fight(scene.state).perils[0]
    scene.happen(PerilSettled(peril.who, command.danger, rules=("WB-SAVE-09",)))
    danger = None if command.danger == "single" else command.danger
    named = replace(peril.threat, danger=danger)
    face(scene, fight(scene.state).combatants[peril.who], named, peril.source)
    return None


def settle_save(scene: Scene, command: SettleSave) -> Refusal | None:
    """The referee's answer: the save averts the danger, or halves it (WB-SAVE-02)."""
    peril = fight(scene.state).perils[0]
    if command.word == "half" and peril.threat.effect not in ("damage", "paralysis"):
        return Refusal("no_half_death", {"who": f"@{peril.who}"}, ("WB-SAVE-02",))
    scene.happen(PerilSettled(peril.who, command.word, rules=("WB-SAVE-02",)))
    if command.word == "half":
        one = fight(scene.state).combatants[peril.who]
        suffer(scene, one, peril.threat, peril.source, halved=True)
    return None

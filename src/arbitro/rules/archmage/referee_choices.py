"""What the referee may do at any moment of a battle that waits for no answer."""

from collections.abc import Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.answer_choices import Values, pick
from arbitro.rules.archmage.bestiary import fitting_creatures
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.conditions import fearless, immune, takes_hold
from arbitro.rules.archmage.judgement import goes_anywhere
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.people import foes_of
from arbitro.rules.archmage.power import ABILITIES, NORMAL
from arbitro.rules.archmage.state import DAMAGE_TYPES, Combatant, Fight, State

MOST_POINTS = 200
"""The most that the referee deals, heals or gives at once by a choice; a command may say more."""
DCS = (5, 40)


def _people(name: str, people: list[Combatant]) -> Parameter:
    return Parameter(name, picks=tuple(pick(one.id) for one in people))


def referee_choices(game: Ruleset[State], state: State, fight: Fight) -> Iterator[Choice]:
    """Everything that the text leaves to the referee."""
    here = [one for one in fight.combatants.values() if one.in_field]
    yield from _pace(game, state, fight)
    if here:
        yield from _circumstances(state, here)
        yield from _words(state, fight, here)
        yield from _placing(fight, here)
        yield from _order(fight)
        yield from _checks(state, fight, here)
        yield from _befalling(state, fight, here)
    yield from _arrivals(books_of(game), fight)
    yield Choice("break_off", "end_battle", Label("choice.end_battle"), {}, (), ("AE-SEQ-01",))


def _pace(game: Ruleset[State], state: State, fight: Fight) -> Iterator[Choice]:
    hold = "choice.release_escalation" if fight.hold else "choice.hold_escalation"
    yield Choice("hold", "hold_escalation", Label(hold), {"hold": not fight.hold}, (), ("AE-ESC-05",))
    if fight.escalation:
        yield Choice("reset", "reset_escalation", Label("choice.reset_escalation"), {}, (), ("AE-ESC-06",))
    for one in fight.combatants.values():
        if one.readied is not None and game.allows(state, c.CallMoment(one.id)):
            label = Label("choice.call_moment", {"who": f"@{one.id}"})
            yield Choice(f"moment/{one.id}", "call_moment", label, {"who": one.id}, (), ("AE-READY-02",))


def _circumstances(state: State, here: list[Combatant]) -> Iterator[Choice]:
    part = (_people("who", here),)
    if int(state.options["circumstance_modifier"]):
        for good in (True, False):
            key = "choice.favour" if good else "choice.hinder"
            fixed: Values = {"favourable": good}
            yield Choice(f"circumstance/{good}", "circumstance", Label(key), fixed, part, ("AE-MOD-01",))
    if state.options["situational_weapon_dice"]:
        for steps in (1, -1):
            key = "choice.larger_weapon" if steps > 0 else "choice.smaller_weapon"
            yield Choice(f"weapon/{steps}", "grant_weapon", Label(key), {"steps": steps}, part, ("AE-SITWEAPON-01",))


def _words(state: State, fight: Fight, here: list[Combatant]) -> Iterator[Choice]:
    """The referee's word on somebody: unseen, in a bad spot, staggered, taking part."""
    flags = Parameter("flag", picks=tuple(Pick(flag, Label(f"flag.{flag}")) for flag in ("invisible", "precarious")))
    for on in (True, False):
        key = "choice.flag_on" if on else "choice.flag_off"
        both = (_people("who", here), flags)
        yield Choice(f"flag/{on}", "flag", Label(key), {"on": on}, both, ("AE-INVIS-02", "AE-FUMBLE-02"))
    for on in (True, False):
        creatures = [one for one in here if one.profile.kind == "monster" and is_staggered(state, one) != on]
        if creatures:
            key = "choice.staggered_on" if on else "choice.staggered_off"
            fixed: Values = {"flag": "staggered", "on": on}
            part = (_people("who", creatures),)
            yield Choice(f"staggered/{on}", "flag", Label(key), fixed, part, ("AE-STAGGER-02",))
    for on in (True, False):
        movable = [
            one
            for one in fight.combatants.values()
            if one.present != on
            and not one.captive
            and one.id != fight.current
            and not one.engaged
            and (one.rolled_initiative or not on)
        ]
        if movable:
            key = "choice.present_on" if on else "choice.present_off"
            fixed = {"flag": "present", "on": on}
            part = (_people("who", movable),)
            yield Choice(f"present/{on}", "flag", Label(key), fixed, part, ("AE-SPIRIT-01",))


def _placing(fight: Fight, here: list[Combatant]) -> Iterator[Choice]:
    """Who is where: for those who are not in melee."""
    free = [one for one in here if not one.engaged]
    rules = ("AE-POS-02", "AE-POS-04")
    for band in ("far", "nearby"):
        moved = [one for one in free if one.band != band]
        if moved:
            fixed: Values = {"band": band}
            label = Label(f"choice.place_{band}")
            yield Choice(f"place/{band}", "place", label, fixed, (_people("who", moved),), rules)
    for one in free:
        foes = [foe for foe in foes_of(fight, one) if foe.id not in one.near]
        if one.band == "far" and foes:
            fixed = {"who": one.id, "band": "far"}
            label = Label("choice.place_near", {"who": f"@{one.id}"})
            yield Choice(f"place/{one.id}/near", "place", label, fixed, (_people("near", foes),), rules)


def _order(fight: Fight) -> Iterator[Choice]:
    """Of several with the same initiative any may be put first."""
    equal: dict[int, list[Combatant]] = {}
    for who in fight.order:
        one = fight.combatants[who]
        equal.setdefault(one.initiative, []).append(one)
    for together in equal.values():
        first, *others = together
        if others:
            label = Label("choice.reorder", {"before": f"@{first.id}"})
            fixed: Values = {"before": first.id}
            part = (_people("who", others),)
            yield Choice(f"reorder/{first.id}", "reorder", label, fixed, part, ("AE-INIT-03", "AE-INIT-04"))


def _checks(state: State, fight: Fight, here: list[Combatant]) -> Iterator[Choice]:
    """Checks of whoever acts."""
    current = fight.combatants.get(fight.current)
    if current is None:
        return
    named: Values = {"who": f"@{current.id}"}
    abilities = Parameter("ability", picks=tuple(Pick(each, Label(f"ability.{each}")) for each in ABILITIES))
    number = Parameter("dc", "number", minimum=DCS[0], maximum=DCS[1])
    never = state.options["complicated_movement_check"] == "never" or goes_anywhere(state, current)
    for purpose in ("stealth", "other") if never else ("movement", "stealth", "other"):
        fixed: Values = {"who": current.id, "purpose": purpose}
        label = Label(f"choice.check_{purpose}", named)
        yield Choice(f"check/{purpose}", "check_skill", label, fixed, (abilities, number), ("AE-POS-12",))
    rivals = [one for one in here if one.id != fight.current]
    if rivals:
        pairs = tuple(Pick(f"{current.id},{one.id}", Label("name", {"who": f"@{one.id}"})) for one in rivals)
        label = Label("choice.check_speed", named)
        yield Choice("check/speed", "check_speed", label, {}, (Parameter("runners", picks=pairs),), ("AE-SPEED-01",))


def _befalling(state: State, fight: Fight, here: list[Combatant]) -> Iterator[Choice]:
    """Damage and healing that the surroundings or the story bring; energies for whoever acts."""
    points = Parameter("points", "number", minimum=1, maximum=MOST_POINTS)
    fixed: Values = {"what": "damage"}
    label = Label("choice.impose_damage")
    yield Choice("impose/damage", "impose", label, fixed, (_people("who", here), points), ("AE-DMG-01",))
    current = fight.combatants.get(fight.current)
    if current is not None and current.in_field:
        yield from _energies(state, current, points)
    hurt = [one for one in here if one.hp < one.max_hp]
    if hurt:
        fixed = {"what": "heal"}
        label = Label("choice.impose_heal")
        yield Choice("impose/heal", "impose", label, fixed, (_people("who", hurt), points), ("AE-RECOVERY-02",))
    label, fixed = Label("choice.impose_temp"), {"what": "temp_hp"}
    yield Choice("impose/temp", "impose", label, fixed, (_people("who", here), points), ("AE-TEMPHP-01",))
    label, fixed = Label("choice.impose_teleport"), {"what": "teleport"}
    yield Choice("impose/teleport", "impose", label, fixed, (_people("who", here),), ("AE-TELEPORT-01",))
    yield from _conditions(here)


def _energies(state: State, current: Combatant, points: Parameter) -> Iterator[Choice]:
    """Energy from the surroundings, at once or ongoing until a normal save."""
    named: Values = {"who": f"@{current.id}"}
    kinds = Parameter("damage_type", picks=tuple(Pick(kind, Label(f"damage.{kind}")) for kind in DAMAGE_TYPES))
    flag_each = state.options["energy_source_default"] == "flag_each"
    lasting = not immune(current) and not any(each.name.startswith("referee/") for each in current.ongoing)
    for magical in (True, False) if flag_each else (None,):
        flag: Values = {} if magical is None else {"magical": magical}
        word = "" if magical is None else "magical" if magical else "mundane"
        key = word or "energy"
        fixed: Values = {"who": current.id, "what": "damage", **flag}
        label = Label(f"choice.impose_{key}", named)
        yield Choice(f"impose/{key}", "impose", label, fixed, (points, kinds), ("AE-DMG-08", "AE-RESIST-03"))
        if lasting:
            key = f"ongoing_{word}" if word else "ongoing"
            fixed = {"who": current.id, "what": "ongoing", "save": NORMAL, **flag}
            label = Label(f"choice.impose_{key}", named)
            yield Choice(f"impose/{key}", "impose", label, fixed, (points, kinds), ("AE-ONGOING-01", "AE-RESIST-03"))


def _conditions(here: list[Combatant]) -> Iterator[Choice]:
    """Conditions until a normal save, for those who bear none of the referee's yet; and their end."""
    open_to = [one for one in here if not immune(one)]
    clear = [one for one in open_to if one.conscious and not any(not each.source for each in one.afflictions)]
    fixed: Values = {"what": "condition", "save": NORMAL}
    for key, bold in (("condition", False), ("condition_fearless", True)):
        bearers = [one for one in clear if fearless(one) == bold]
        if bearers:
            known = (name for name in CONDITIONS if takes_hold(bearers[0], name))
            names = tuple(Pick(name, Label(f"word.condition.{name}")) for name in known)
            both = (_people("who", bearers), Parameter("condition", picks=names))
            label = Label(f"choice.impose_{key}")
            yield Choice(f"impose/{key}", "impose", label, fixed, both, ("AE-COND-01", "AE-COND-02"))
    for one in here:
        held = sorted({each.name for each in one.afflictions})
        if held:
            names = tuple(Pick(name, Label(f"word.condition.{name}")) for name in held)
            fixed = {"who": one.id, "what": "end_condition"}
            label = Label("choice.end_condition", {"who": f"@{one.id}"})
            part = (Parameter("condition", picks=names),)
            yield Choice(f"impose/end/{one.id}", "impose", label, fixed, part, ("AE-COND-01",))


def _arrivals(books: Books, fight: Fight) -> Iterator[Choice]:
    """Reinforcements from the catalogue, of a strength that fits the party."""
    levels = [one.profile.level for one in fight.combatants.values() if one.profile.kind == "pc"]
    if fight.phase != "rounds" or not levels:
        return
    known = fitting_creatures(books, round(sum(levels) / len(levels)))
    for side in fight.sides:
        label = Label("choice.reinforce", {"side": f"@{side}"})
        part = Parameter("monster", picks=tuple(pick(name) for name in known))
        yield Choice(f"reinforce/{side}", "reinforce", label, {"side": side}, (part,), ("AE-INIT-05",))

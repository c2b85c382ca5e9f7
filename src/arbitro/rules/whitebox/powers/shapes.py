"""Other shapes: polymorph, animals that grow, creatures that turn into mist or beasts, and the way back."""

from typing import Final

from msgspec.structs import replace

from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.basics import fight
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.powers.aiming import Working, fellows, nearest_like
from arbitro.rules.whitebox.powers.changes import ShapeChanged
from arbitro.rules.whitebox.powers.creatures import powers_of, rate_of, weapons_for
from arbitro.rules.whitebox.powers.durations import lays, lifts
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.powers.hit_effects import lasting_threat
from arbitro.rules.whitebox.powers.lookups import is_victim, powers, under
from arbitro.rules.whitebox.powers.magic import counted, made, magic_strikes, with_modifier
from arbitro.rules.whitebox.prepared_spells import spoil
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Combatant, Profile

FORMS: Final = {"giant_bat": "bat_giant"}
"""Shapes that some creatures take at will, and the entries whose hide and wings they have."""
GIANT: Final = "_giant"


# ------------------------------------------------------------ there and back


def take_form(scene: Scene, one: Combatant, effect: Ongoing) -> None:
    """Give somebody the numbers of a shape; whoever can no longer speak loses a spell in preparation."""
    profile = in_form(scene.rules, one.profile, effect.form, fights=effect.fights_as_form)
    if (one.prepared or one.preparing) and not profile.spells:
        spoil(scene, one)
    scene.happen(ShapeChanged(one.id, effect.form, replace(profile, own=one.profile)))


def own_form(scene: Scene, one: Combatant) -> None:
    """With a borrowed shape its numbers are gone."""
    now = one.profile
    if now.own is not None:
        own = replace(now.own, level=now.level, max_hp=now.max_hp)  # what was drained stays drained
        scene.happen(ShapeChanged(one.id, "", own))


def in_form(rules: Rules, profile: Profile, form: str, *, fights: bool) -> Profile:
    """Somebody in the shape of a creature: its hide and its feet, and with `fights` its attacks and powers.

    Hit points, level and saving throws stay one's own.
    """
    entry = rules.content.monsters[form]
    rank = entry.hd[0]
    made = replace(profile, armour=entry.aac or profile.armour, rate=rate_of(entry))
    if not fights:
        return made
    shape = powers_of(rules, form, entry, rank, next(iter(entry.varieties), ""), (), 0)
    mine = profile.powers
    hd = mine.hd if mine is not None and mine.monster else profile.level
    weapons = tuple(weapons_for(rules, entry, rank, shape))
    table = rules.numbers.saves.get(profile.class_id)
    return replace(
        made,
        weapons=weapons,
        attacks=max((weapon.count for weapon in weapons if not weapon.besides), default=1),
        class_id="",
        to_hit=rank.to_hit,
        strength=0,
        dexterity=0,
        damage=0,
        aim=0,
        save=profile.save or (table.number(profile.level, None) if table is not None else 0),
        spells=profile.spells if entry.person else (),
        powers=replace(shape, hd=hd, thinking=mine.thinking if mine is not None else True, caster=0),
    )


def take_forms(scene: Scene) -> None:
    """Whoever comes into a fight in another shape fights in it."""
    for one in fight(scene.state).combatants.values():
        changed = next((e for e in scene.state.effects.get(one.id, ()) if e.kind == "changed"), None)
        if changed is not None and changed.active(scene.state.minutes) and one.profile.own is None:
            take_form(scene, one, changed)


# ------------------------------------------------------------ magic


def form_wanted(rules: Rules, part: effect_kinds.Polymorph, working: Working) -> str:
    """The shape that was named, or the first that is offered."""
    return working.form if working.form in rules.content.monsters else part.forms[0]


def polymorph(scene: Scene, target: Combatant, part: effect_kinds.Polymorph, working: Working) -> None:
    """Another shape: the caster's own keeps its way of fighting, another's brings the attacks of the form."""
    changed = replace(
        made(working, "changed"),
        form=form_wanted(scene.rules, part, working),
        fights_as_form="fighting" not in part.keeps,
    )
    save = with_modifier(part.save, working)
    threat = lasting_threat("ongoing", save, changed, part.span or working.span, working.level)
    magic_strikes(scene, target, replace(threat, element="enchantment" if save is not None else ""), working)


def grow(scene: Scene, target: Combatant, part: effect_kinds.Growth, working: Working) -> None:
    """Common animals attack as their giant kind; without one, where the text says so, they hit twice as hard."""
    kin = [one for one in fellows(scene, target) if is_victim(one, "animals")]
    if not kin:
        scene.happen(Unaffected(target.id, "wrong_kind"))
        return
    for one in nearest_like(scene, target, kin)[: counted(scene, working, part.count)]:
        giant = giant_kind(scene.rules, one)
        grown = made(working, "changed" if giant else "bonus")
        if giant:
            grown = replace(grown, form=giant, fights_as_form=True)
        elif part.doubles and one.profile.weapons:
            grown = replace(grown, extra=one.profile.weapons[0].damage)
        else:
            scene.happen(Unaffected(one.id, "wrong_kind"))
            continue
        threat = lasting_threat("ongoing", None, grown, working.span, working.level)
        magic_strikes(scene, one, threat, working)


def giant_kind(rules: Rules, one: Combatant) -> str:
    """The giant kind of an animal, as far as the bestiary knows one."""
    kind = powers(one).monster
    return next((name for name in (f"{kind}{GIANT}", f"{kind.partition('_')[0]}{GIANT}")
                 if name in rules.content.monsters and name != kind), "")  # fmt: skip


# ------------------------------------------------------------ shapes at will


def shift(scene: Scene, one: Combatant, form: str) -> None:
    """A creature that changes at will takes a shape, or its own if it has this one; in a tie, at its end."""
    kind: EffectKind = "bodiless" if form == "gas" else "changed"
    wanted = FORMS.get(form, "")
    now = under(scene.state, one.id, "changed", "bodiless")
    if now is not None:
        lifts(scene, one.id, now, ("WB-CORE-01",))
    if now is None or now.kind != kind or now.form not in (form, wanted):
        source = f"monster:{powers(one).monster}"
        shape = Ongoing(kind=kind, source=source, by=one.id, form=wanted or form, magical=False)
        lays(scene, one.id, shape)


def shapes_at_will(special: special_kinds.Shapes) -> tuple[str, ...]:
    """The forms of a power that the rules carry out; a disguise is the referee's to play."""
    return tuple(form for form in special.forms if form == "gas" or form in FORMS)

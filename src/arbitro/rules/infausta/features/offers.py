"""What a seat may do by the features of a class."""

from collections.abc import Iterable, Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.features import commands as c
from arbitro.rules.infausta.features import feature_lookups
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.feature_lookups import features
from arbitro.rules.infausta.features.skills import skill_uses, trap_here, troops_near
from arbitro.rules.infausta.features.songs import ATOMS as SONGS
from arbitro.rules.infausta.features.songs import would_follow
from arbitro.rules.infausta.features.trophies import MOST_AT_ONCE
from arbitro.rules.infausta.features.zeal import zeal_left
from arbitro.rules.infausta.fight import own
from arbitro.rules.infausta.wilderness import table
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.class_features import Inspire, Shape, Stance, Trophies, Vows
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring.offers import simple
from arbitro.rules.whitebox.people.records import calling
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import offers as whitebox_offers
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState

Fixed = dict[str, str | int]


def _named(values: Iterable[str], prefix: str = "") -> tuple[Pick, ...]:
    return tuple(Pick(value, Label("name", {"who": f"@{prefix}{value}"})) for value in values)


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """The parent's and this game's, then those of class features."""
    yield from table.choices(here, seat)
    if basics.fighting(here.state):
        if here.state.fight is not None and not here.state.awaiting:
            yield from stances_to_take(here, seat, here.state.fight)
            if seat.role == "referee":
                for bard in own(here.state).songs:
                    yield from simple(here, c.Distract(bard), (SONGS["inspire"],), who=f"@{bard}")
                yield from vows_for_referee(here)
        return
    if here.state.awaiting:
        if seat.role == "referee" and here.state.awaiting[0].kind == "findings":
            yield findings_to_tell(here.state)
        return
    for one in here.state.characters.values():
        if one.fit and seat.may_act_for(one.id):
            yield from gifts_of(here, one)
    if seat.role == "referee":
        yield from vows_for_referee(here)
        yield from trophies_for_referee(here)


# ------------------------------------------------------------ in a fight


def stances_to_take(here: Here, seat: Seat, fight: Fight) -> Iterator[Choice]:
    """A champion's stances, with the declarations."""
    for one in fight.combatants.values():
        if not seat.may_act_for(one.id) or not features(here.rules, one.profile.class_id, Stance):
            continue
        for command in (c.TakeStance(one.id, "offensive"), c.TakeStance(one.id, "defensive")):
            named = {"who": f"@{one.id}", "stance": f"@gift:{command.stance}"}
            yield from simple(here, command, ("IS-CHAM-02",), **named)


def further_choices(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Songs, zeal, shapes, hiding; and blows at those who follow a song, which break it."""
    yield from whitebox_offers.further_choices(here, fight, one)
    class_id = one.profile.class_id
    who = f"@{one.id}"
    if feature_lookups.feature(here.rules, class_id, Inspire) is not None:
        yield from simple(here, c.BeginSong(one.id, "inspire"), (SONGS["inspire"],), who=who, song="@gift:inspire")
        yield from enthralling(here, one)
        yield from simple(here, c.StopSong(one.id), (SONGS["inspire"],), who=who)
    yield from touches_by_zeal(here, one.id, fight.combatants)
    yield from shapes_of(here, one.id, class_id)
    for use in skill_uses(here, one.id, class_id, one.profile.level):
        yield from simple(
            here, c.UseSkill(one.id, use), feature_facts().skills[use].rules, who=who, use=f"@skill:{use}"
        )
    yield from blows_at_followers(here, fight, one)


def enthralling(here: Here, one: Combatant) -> Iterator[Choice]:
    """Whom to enthral first."""
    first = [foe.id for foe in would_follow(here, one)]
    legal = [foe for foe in first if allows(here, c.BeginSong(one.id, "enthral", foe))]
    if legal:
        label = Label("choice.begin_song", {"who": f"@{one.id}", "song": "@gift:enthral"})
        target = (Parameter("target", picks=_named(legal)),)
        fixed: Fixed = {"who": one.id, "song": "enthral"}
        yield Choice(f"begin_song/{one.id}/enthral", "begin_song", label, fixed, target, (SONGS["enthral"],))


def blows_at_followers(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Those who follow a song can be struck at, if somebody wants the song to end."""
    followers = [who for song in own(here.state).songs.values() for who in song.followers]
    foes = [who for who in followers if fight.combatants[who].profile.side != one.profile.side]
    for weapon in one.profile.weapons if foes else ():
        legal = [who for who in foes if allows(here, Attack(one.id, who, weapon.id))]
        if legal:
            values: Fixed = {"who": f"@{one.id}", "weapon": f"@{one.id}/{weapon.id}"}
            target = (Parameter("target", picks=_named(legal)),)
            fixed: Fixed = {"who": one.id, "weapon": weapon.id}
            label = Label("choice.strike_follower", values)
            name = f"attack/{one.id}/{weapon.id}/follower"
            yield Choice(name, "attack", label, fixed, target, (SONGS["enthral"],))


# ------------------------------------------------------------ anywhere


def touches_by_zeal(here: Here, who: str, others: Iterable[str]) -> Iterator[Choice]:
    """Whom a paladin can touch, and with how much zeal."""
    left = zeal_left(here, who)
    legal = [other for other in others if left and allows(here, c.SpendZeal(who, other, 1))]
    if legal:
        asked = (
            Parameter("target", picks=_named(legal)),
            Parameter("points", "number", minimum=1, maximum=left),
        )
        label = Label("choice.spend_zeal", {"who": f"@{who}", "left": left})
        yield Choice(f"spend_zeal/{who}", "spend_zeal", label, {"who": who}, asked, ("IS-PALA-02", "IS-PALA-03"))


def shapes_of(here: Here, who: str, class_id: str) -> Iterator[Choice]:
    """Another shape, or the own one."""
    if not features(here.rules, class_id, Shape):
        return
    for command in (c.ChangeShape(who, "tiny"), c.ChangeShape(who, "mighty")):
        named = {"who": f"@{who}", "shape": f"@gift:{command.shape}"}
        yield from simple(here, command, ("IS-SILV-01",), **named)
    yield from simple(here, c.ResumeShape(who), ("IS-SILV-01",), who=f"@{who}")


def gifts_of(here: Here, one: Character) -> Iterator[Choice]:
    """What somebody may do between fights."""
    who = f"@{one.id}"
    yield from touches_by_zeal(here, one.id, here.state.characters)
    yield from shapes_of(here, one.id, one.class_id)
    for use in skill_uses(here, one.id, one.class_id, one.level):
        yield from skill_choice(here, one, use)
    if feature_lookups.feature(here.rules, one.class_id, Trophies) is not None:
        yield from simple(here, c.TakeTrophies(one.id), ("IS-HUNT-02",), who=who)
    for key in one.items:
        if f"{one.id}/{key}" in own(here.state).fittings:
            yield from simple(here, c.RefitArmour(one.id, key), ("IS-FIT-01",), who=who, item=f"@{one.id}/{key}")
    facts = calling(here.rules, one)
    if (
        facts is not None
        and facts.casting is not None
        and facts.casting.library_gold
        and here.rules.in_town(here.state)
    ):
        listed = [spell for spell in here.rules.content.spells if allows(here, c.StudyInLibrary(one.id, spell))]
        if listed:
            label = Label("choice.study_in_library", {"who": who})
            spell = (Parameter("spell", picks=_named(listed, "spell:")),)
            name = f"study_in_library/{one.id}"
            yield Choice(name, "study_in_library", label, {"who": one.id}, spell, ("IS-MAGE-01",))


def skill_choice(here: Here, one: Character, use: str) -> Iterator[Choice]:
    """One use of a skill, with what it is about."""
    facts = feature_facts().skills[use]
    asked: tuple[Parameter, ...] = ()
    target = ""
    if facts.disarms:
        traps = () if here.state.expedition is None else here.state.expedition.traps
        within_reach = [name for name in traps if trap_here(here.state, name) is not None]
        target = within_reach[0] if within_reach else ""
        asked = (Parameter("target", picks=_named(within_reach)),)
    elif facts.told:
        asked = (Parameter("text", "text", optional=True),)
    if allows(here, c.UseSkill(one.id, use, target)):
        label = Label("choice.use_skill", {"who": f"@{one.id}", "use": f"@skill:{use}"})
        fixed: Fixed = {"who": one.id, "use": use}
        yield Choice(f"use_skill/{one.id}/{use}", "use_skill", label, fixed, asked, facts.rules)


# ------------------------------------------------------------ the referee


def findings_to_tell(state: ParentState) -> Choice:
    """What comes to light: somebody's traces, or words."""
    nothing = Pick("", Label("answer.findings.nothing"))
    near = _named(troop.id for troop in troops_near(state))
    asked = (Parameter("troop", picks=(nothing, *near)), Parameter("text", "text", optional=True))
    return Choice("tell_findings", "tell_findings", Label("choice.tell_findings"), {}, asked, state.awaiting[0].rules)


def vows_for_referee(here: Here) -> Iterator[Choice]:
    """Whose vows are broken, and who has made up for it."""
    fighting = here.state.fight if basics.fighting(here.state) else None
    known = {one.id: one.class_id for one in here.state.characters.values() if one.health in ("well", "out")}
    if fighting is not None:
        known |= {one.id: one.profile.class_id for one in fighting.combatants.values()}
    for who, class_id in known.items():
        if feature_lookups.feature(here.rules, class_id, Vows) is not None:
            for command in (c.BreakVows(who), c.Atone(who)):
                yield from simple(here, command, ("IS-PALA-01",), who=f"@{who}")


def trophies_for_referee(here: Here) -> Iterator[Choice]:
    """Of which kind trophies are."""
    for one in here.state.characters.values():
        feature = feature_lookups.feature(here.rules, one.class_id, Trophies)
        if feature is None or one.health not in ("well", "out"):
            continue
        asked = (
            Parameter("kind", picks=_named(feature.kinds, "trophy:")),
            Parameter("count", "number", minimum=1, maximum=MOST_AT_ONCE),
        )
        label = Label("choice.award_trophies", {"who": f"@{one.id}"})
        name = f"award_trophies/{one.id}"
        yield Choice(name, "award_trophies", label, {"hunter": one.id}, asked, ("IS-HUNT-02",))

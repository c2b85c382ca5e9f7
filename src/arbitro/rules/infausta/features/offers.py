"""What a seat may do by the features of a class."""

from collections.abc import Iterable, Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.features import commands as c
from arbitro.rules.infausta.features import shapes, stances
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.feature_lookups import features, given
from arbitro.rules.infausta.features.skills import skill_uses, trap_here, troops_near
from arbitro.rules.infausta.features.songs import ATOMS as SONGS
from arbitro.rules.infausta.features.songs import would_follow
from arbitro.rules.infausta.features.state import ShapeKind
from arbitro.rules.infausta.features.trophies import MOST_AT_ONCE
from arbitro.rules.infausta.features.zeal import zeal_left
from arbitro.rules.infausta.rules import own_rules
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import table
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.class_features import Enthral, Inspire, Shape, Stance, Trophies, Vows
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring.offers import simple
from arbitro.rules.whitebox.people.records import calling, in_town
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import offers as whitebox_offers
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState

Fixed = dict[str, str | int]


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """The parent's and this game's, then those of class features."""
    yield from table.choices(here, seat)
    if basics.fighting(here.state):
        if here.state.fight is not None and not here.state.awaiting:
            yield from with_declarations(here, seat, here.state.fight)
            if seat.role == "referee":
                for bard in own(here.state).songs:
                    yield from simple(here, c.Distract(bard), (SONGS["inspire"],), who=f"@{bard}")
                yield from judged(here)
        return
    if here.state.awaiting:
        if seat.role == "referee" and here.state.awaiting[0].kind == "findings":
            yield findings_to_tell(here.state)
        return
    for one in here.state.characters.values():
        if one.fit and seat.may_act_for(one.id):
            yield from gifts_of(here, one)
    if seat.role == "referee":
        yield from judged(here)


# ------------------------------------------------------------ in a fight


def with_declarations(here: Here, seat: Seat, fight: Fight) -> Iterator[Choice]:
    """What is said with the declarations."""
    for one in fight.combatants.values():
        for it, gift in given(here.rules, one.profile.class_id) if seat.may_act_for(one.id) else ():
            yield from gift.declared(it, here, one) if gift.declared is not None else ()


def stance_to_take(feature: Stance, here: Here, one: Combatant) -> Iterator[Choice]:
    """A champion's stance, with the declarations."""
    command = c.TakeStance(one.id, stances.kind_of(feature))
    named = {"who": f"@{one.id}", "stance": f"@gift:{command.stance}"}
    yield from simple(here, command, ("IS-CHAM-02",), **named)


def further_choices(here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """What a class can do instead of a blow; and blows at those who follow a song, which break it."""
    yield from whitebox_offers.further_choices(here, fight, one)
    class_id = one.profile.class_id
    who = f"@{one.id}"
    for it, gift in given(here.rules, class_id):
        yield from gift.instead(it, here, fight, one) if gift.instead is not None else ()
    if one.id in own(here.state).songs:
        yield from simple(here, c.StopSong(one.id), (SONGS["inspire"],), who=who)
    yield from own_shape(here, one.id)
    for use in skill_uses(here, one.id, class_id, one.profile.level):
        yield from simple(
            here, c.UseSkill(one.id, use), feature_facts().skills[use].rules, who=who, use=f"@skill:{use}"
        )
    yield from blows_at_followers(here, fight, one)


def song_of_heart(feature: Inspire, here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """A song for friends."""
    del feature, fight
    command, who = c.BeginSong(one.id, "inspire"), f"@{one.id}"
    yield from simple(here, command, (SONGS["inspire"],), who=who, song="@gift:inspire")


def song_that_enthrals(feature: Enthral, here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Whom to enthral first."""
    del feature, fight
    first = [foe.id for foe in would_follow(here, one)]
    legal = [foe for foe in first if allows(here, c.BeginSong(one.id, "enthral", foe))]
    if legal:
        label = Label("choice.begin_song", {"who": f"@{one.id}", "song": "@gift:enthral"})
        target = (Parameter("target", picks=picks_of(legal)),)
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
            target = (Parameter("target", picks=picks_of(legal)),)
            fixed: Fixed = {"who": one.id, "weapon": weapon.id}
            label = Label("choice.strike_follower", values)
            name = f"attack/{one.id}/{weapon.id}/follower"
            yield Choice(name, "attack", label, fixed, target, (SONGS["enthral"],))


# ------------------------------------------------------------ anywhere


def zeal_in_a_fight(vows: Vows, here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """A touch for anybody within reach."""
    del vows
    yield from touches_by_zeal(here, one.id, fight.combatants)


def zeal_between_fights(vows: Vows, here: Here, one: Character) -> Iterator[Choice]:
    """A touch for anybody of the company."""
    del vows
    yield from touches_by_zeal(here, one.id, here.state.characters)


def touches_by_zeal(here: Here, who: str, others: Iterable[str]) -> Iterator[Choice]:
    """Whom a paladin can touch, and with how much zeal."""
    left = zeal_left(here, who)
    legal = [other for other in others if left and allows(here, c.SpendZeal(who, other, 1))]
    if legal:
        asked = (
            Parameter("target", picks=picks_of(legal)),
            Parameter("points", "number", minimum=1, maximum=left),
        )
        label = Label("choice.spend_zeal", {"who": f"@{who}", "left": left})
        yield Choice(f"spend_zeal/{who}", "spend_zeal", label, {"who": who}, asked, ("IS-PALA-02", "IS-PALA-03"))


def shape_in_a_fight(feature: Shape, here: Here, fight: Fight, one: Combatant) -> Iterator[Choice]:
    """Another shape, in place of an attack."""
    del fight
    yield from shape_to_take(here, one.id, shapes.kind_of(feature))


def shape_between_fights(feature: Shape, here: Here, one: Character) -> Iterator[Choice]:
    """Another shape, at leisure."""
    yield from shape_to_take(here, one.id, shapes.kind_of(feature))


def shape_to_take(here: Here, who: str, shape: ShapeKind) -> Iterator[Choice]:
    """Another shape."""
    named = {"who": f"@{who}", "shape": f"@gift:{shape}"}
    yield from simple(here, c.ChangeShape(who, shape), ("IS-SILV-01",), **named)


def own_shape(here: Here, who: str) -> Iterator[Choice]:
    """Back to the own body, for whoever has taken another."""
    if shapes.shape_of(here.state, who) is not None:
        yield from simple(here, c.ResumeShape(who), ("IS-SILV-01",), who=f"@{who}")


def trophies_to_take(feature: Trophies, here: Here, one: Character) -> Iterator[Choice]:
    """Trophies of those slain in the last fight."""
    del feature
    yield from simple(here, c.TakeTrophies(one.id), ("IS-HUNT-02",), who=f"@{one.id}")


def gifts_of(here: Here, one: Character) -> Iterator[Choice]:
    """What somebody may do between fights."""
    who = f"@{one.id}"
    for it, gift in given(here.rules, one.class_id):
        yield from gift.between(it, here, one) if gift.between is not None else ()
    yield from own_shape(here, one.id)
    for use in skill_uses(here, one.id, one.class_id, one.level):
        yield from skill_choice(here, one, use)
    for key in one.items:
        if f"{one.id}/{key}" in own(here.state).fittings:
            yield from simple(here, c.RefitArmour(one.id, key), ("IS-FIT-01",), who=who, item=f"@{one.id}/{key}")
    facts = calling(here.rules, one)
    if facts is not None and facts.casting is not None and facts.casting.library_gold and in_town(here.state):
        listed = [spell for spell in here.rules.content.spells if allows(here, c.StudyInLibrary(one.id, spell))]
        if listed:
            label = Label("choice.study_in_library", {"who": who})
            spell = (Parameter("spell", picks=picks_of(listed, "spell:")),)
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
        asked = (Parameter("target", picks=picks_of(within_reach)),)
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
    near = picks_of(troop.id for troop in troops_near(state))
    asked = (Parameter("troop", picks=(nothing, *near)), Parameter("text", "text", optional=True))
    return Choice("tell_findings", "tell_findings", Label("choice.tell_findings"), {}, asked, state.awaiting[0].rules)


def judged(here: Here) -> Iterator[Choice]:
    """What the referee says of people's features."""
    fighting = here.state.fight if basics.fighting(here.state) else None
    known = {one.id: one.class_id for one in here.state.characters.values() if one.living}
    if fighting is not None:
        known |= {one.id: one.profile.class_id for one in fighting.combatants.values()}
    for kind, gift in own_rules(here.rules).gifts.items():
        if gift.judged is not None:
            for who, class_id in known.items():
                for it in features(here.rules, class_id, kind):
                    yield from gift.judged(it, here, who)


def vows_to_judge(vows: Vows, here: Here, who: str) -> Iterator[Choice]:
    """Whose vows are broken, and who has made up for it."""
    del vows
    for command in (c.BreakVows(who), c.Atone(who)):
        yield from simple(here, command, ("IS-PALA-01",), who=f"@{who}")


def trophies_to_judge(feature: Trophies, here: Here, who: str) -> Iterator[Choice]:
    """Of which kind trophies are, once a fight is over."""
    if basics.fighting(here.state):
        return
    asked = (
        Parameter("kind", picks=picks_of(feature.kinds, "trophy:")),
        Parameter("count", "number", minimum=1, maximum=MOST_AT_ONCE),
    )
    label = Label("choice.award_trophies", {"who": f"@{who}"})
    yield Choice(f"award_trophies/{who}", "award_trophies", label, {"hunter": who}, asked, ("IS-HUNT-02",))

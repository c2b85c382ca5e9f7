"""What a seat may do by the features of a class."""

from collections.abc import Iterable, Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.features import commands as c
from arbitro.rules.infausta.features.fitting import Fitting
from arbitro.rules.infausta.features.songs import ATOMS as SONGS
from arbitro.rules.infausta.features.trophies import MOST_AT_ONCE
from arbitro.rules.whitebox.calling import Inspire, Shape, Stance, Trophies, Vows
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState

Fixed = dict[str, str | int]


def _named(values: Iterable[str], prefix: str = "") -> tuple[Pick, ...]:
    return tuple(Pick(value, Label("name", {"who": f"@{prefix}{value}"})) for value in values)


class FeatureOffers(Fitting):
    """Everything offered here is accepted by `decide`."""

    def choices(self, state: ParentState, seat: Seat) -> Iterable[Choice]:
        """The parent's and this game's, then those of class features."""
        yield from super().choices(state, seat)
        if self.fighting(state):
            if state.fight is not None and not state.awaiting:
                yield from self.stances_to_take(state, seat, state.fight)
                if seat.role == "referee":
                    for bard in self.own(state).songs:
                        yield from self.simple(state, c.Distract(bard), (SONGS["inspire"],), who=f"@{bard}")
                    yield from self.vows_for_referee(state)
            return
        if state.awaiting:
            if seat.role == "referee" and state.awaiting[0].kind == "findings":
                yield self.findings_to_tell(state)
            return
        for one in state.characters.values():
            if one.fit and seat.may_act_for(one.id):
                yield from self.gifts_of(state, one)
        if seat.role == "referee":
            yield from self.vows_for_referee(state)
            yield from self.trophies_for_referee(state)

    # ------------------------------------------------------------ in a fight

    def stances_to_take(self, state: ParentState, seat: Seat, fight: Fight) -> Iterator[Choice]:
        """A champion's stances, with the declarations."""
        for one in fight.combatants.values():
            if not seat.may_act_for(one.id) or not self.features(one.profile.class_id, Stance):
                continue
            for command in (c.TakeStance(one.id, "offensive"), c.TakeStance(one.id, "defensive")):
                named = {"who": f"@{one.id}", "stance": f"@gift:{command.stance}"}
                yield from self.simple(state, command, ("IS-CHAM-02",), **named)

    def further_choices(self, state: ParentState, fight: Fight, one: Combatant) -> Iterator[Choice]:
        """Songs, zeal, shapes, hiding; and blows at those who follow a song, which break it."""
        yield from super().further_choices(state, fight, one)
        class_id = one.profile.class_id
        who = f"@{one.id}"
        if self.feature(class_id, Inspire) is not None:
            yield from self.simple(
                state, c.BeginSong(one.id, "inspire"), (SONGS["inspire"],), who=who, song="@gift:inspire"
            )
            yield from self.enthralling(state, one)
            yield from self.simple(state, c.StopSong(one.id), (SONGS["inspire"],), who=who)
        yield from self.touches_by_zeal(state, one.id, fight.combatants)
        yield from self.shapes_of(state, one.id, class_id)
        for use in self.skill_uses(state, one.id, class_id, one.profile.level):
            yield from self.simple(
                state, c.UseSkill(one.id, use), self.facts.skills[use].rules, who=who, use=f"@skill:{use}"
            )
        yield from self.blows_at_followers(state, fight, one)

    def enthralling(self, state: ParentState, one: Combatant) -> Iterator[Choice]:
        """Whom to enthral first."""
        first = [foe.id for foe in self.would_follow(state, one)]
        legal = [foe for foe in first if self.allows(state, c.BeginSong(one.id, "enthral", foe))]
        if legal:
            label = Label("choice.begin_song", {"who": f"@{one.id}", "song": "@gift:enthral"})
            target = (Parameter("target", picks=_named(legal)),)
            fixed: Fixed = {"who": one.id, "song": "enthral"}
            yield Choice(f"begin_song/{one.id}/enthral", "begin_song", label, fixed, target, (SONGS["enthral"],))

    def blows_at_followers(self, state: ParentState, fight: Fight, one: Combatant) -> Iterator[Choice]:
        """Those who follow a song can be struck at, if somebody wants the song to end."""
        followers = [who for song in self.own(state).songs.values() for who in song.followers]
        foes = [who for who in followers if fight.combatants[who].profile.side != one.profile.side]
        for weapon in one.profile.weapons if foes else ():
            legal = [who for who in foes if self.allows(state, Attack(one.id, who, weapon.id))]
            if legal:
                values: Fixed = {"who": f"@{one.id}", "weapon": f"@{one.id}/{weapon.id}"}
                target = (Parameter("target", picks=_named(legal)),)
                fixed: Fixed = {"who": one.id, "weapon": weapon.id}
                label = Label("choice.strike_follower", values)
                name = f"attack/{one.id}/{weapon.id}/follower"
                yield Choice(name, "attack", label, fixed, target, (SONGS["enthral"],))

    # ------------------------------------------------------------ anywhere

    def touches_by_zeal(self, state: ParentState, who: str, others: Iterable[str]) -> Iterator[Choice]:
        """Whom a paladin can touch, and with how much zeal."""
        left = self.zeal_left(state, who)
        legal = [other for other in others if left and self.allows(state, c.SpendZeal(who, other, 1))]
        if legal:
            asked = (
                Parameter("target", picks=_named(legal)),
                Parameter("points", "number", minimum=1, maximum=left),
            )
            label = Label("choice.spend_zeal", {"who": f"@{who}", "left": left})
            yield Choice(f"spend_zeal/{who}", "spend_zeal", label, {"who": who}, asked, ("IS-PALA-02", "IS-PALA-03"))

    def shapes_of(self, state: ParentState, who: str, class_id: str) -> Iterator[Choice]:
        """Another shape, or the own one."""
        if not self.features(class_id, Shape):
            return
        for command in (c.ChangeShape(who, "tiny"), c.ChangeShape(who, "mighty")):
            named = {"who": f"@{who}", "shape": f"@gift:{command.shape}"}
            yield from self.simple(state, command, ("IS-SILV-01",), **named)
        yield from self.simple(state, c.ResumeShape(who), ("IS-SILV-01",), who=f"@{who}")

    def gifts_of(self, state: ParentState, one: Character) -> Iterator[Choice]:
        """What somebody may do between fights."""
        who = f"@{one.id}"
        yield from self.touches_by_zeal(state, one.id, state.characters)
        yield from self.shapes_of(state, one.id, one.class_id)
        for use in self.skill_uses(state, one.id, one.class_id, one.level):
            yield from self.skill_choice(state, one, use)
        if self.feature(one.class_id, Trophies) is not None:
            yield from self.simple(state, c.TakeTrophies(one.id), ("IS-HUNT-02",), who=who)
        for key in one.items:
            if f"{one.id}/{key}" in self.own(state).fittings:
                yield from self.simple(
                    state, c.RefitArmour(one.id, key), ("IS-FIT-01",), who=who, item=f"@{one.id}/{key}"
                )
        facts = self.calling(one)
        if facts is not None and facts.casting is not None and facts.casting.library_gold and self.in_town(state):
            listed = [spell for spell in self.content.spells if self.allows(state, c.StudyInLibrary(one.id, spell))]
            if listed:
                label = Label("choice.study_in_library", {"who": who})
                spell = (Parameter("spell", picks=_named(listed, "spell:")),)
                name = f"study_in_library/{one.id}"
                yield Choice(name, "study_in_library", label, {"who": one.id}, spell, ("IS-MAGE-01",))

    def skill_choice(self, state: ParentState, one: Character, use: str) -> Iterator[Choice]:
        """One use of a skill, with what it is about."""
        facts = self.facts.skills[use]
        asked: tuple[Parameter, ...] = ()
        target = ""
        if facts.disarms:
            traps = () if state.expedition is None else state.expedition.traps
            here = [name for name in traps if self.trap_here(state, name) is not None]
            target = here[0] if here else ""
            asked = (Parameter("target", picks=_named(here)),)
        elif facts.told:
            asked = (Parameter("text", "text", optional=True),)
        if self.allows(state, c.UseSkill(one.id, use, target)):
            label = Label("choice.use_skill", {"who": f"@{one.id}", "use": f"@skill:{use}"})
            fixed: Fixed = {"who": one.id, "use": use}
            yield Choice(f"use_skill/{one.id}/{use}", "use_skill", label, fixed, asked, facts.rules)

    # ------------------------------------------------------------ the referee

    def findings_to_tell(self, state: ParentState) -> Choice:
        """What comes to light: somebody's traces, or words."""
        nothing = Pick("", Label("answer.findings.nothing"))
        near = _named(troop.id for troop in self.troops_near(state))
        asked = (Parameter("troop", picks=(nothing, *near)), Parameter("text", "text", optional=True))
        return Choice(
            "tell_findings", "tell_findings", Label("choice.tell_findings"), {}, asked, state.awaiting[0].rules
        )

    def vows_for_referee(self, state: ParentState) -> Iterator[Choice]:
        """Whose vows are broken, and who has made up for it."""
        fighting = state.fight if self.fighting(state) else None
        known = {one.id: one.class_id for one in state.characters.values() if one.health in ("well", "out")}
        if fighting is not None:
            known |= {one.id: one.profile.class_id for one in fighting.combatants.values()}
        for who, class_id in known.items():
            if self.feature(class_id, Vows) is not None:
                for command in (c.BreakVows(who), c.Atone(who)):
                    yield from self.simple(state, command, ("IS-PALA-01",), who=f"@{who}")

    def trophies_for_referee(self, state: ParentState) -> Iterator[Choice]:
        """Of which kind trophies are."""
        for one in state.characters.values():
            feature = self.feature(one.class_id, Trophies)
            if feature is None or one.health not in ("well", "out"):
                continue
            asked = (
                Parameter("kind", picks=_named(feature.kinds, "trophy:")),
                Parameter("count", "number", minimum=1, maximum=MOST_AT_ONCE),
            )
            label = Label("choice.award_trophies", {"who": f"@{one.id}"})
            name = f"award_trophies/{one.id}"
            yield Choice(name, "award_trophies", label, {"hunter": one.id}, asked, ("IS-HUNT-02",))

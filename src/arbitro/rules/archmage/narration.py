"""The game in words: names, what fills the gaps of its sentences, and the battle as lines of text."""

from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage import picture
from arbitro.rules.archmage.catalogue import monsters
from arbitro.rules.archmage.natures import NaturalTactics
from arbitro.rules.archmage.state import State
from arbitro.text import Language, Name, Row, in_a_row, with_article


class Narration(NaturalTactics):
    """Everything a reader sees of the game."""

    def name_of(self, state: State, subject: str, language: Language) -> Name:
        """A combatant, a side, several with commas between, or a thing of somebody's (``ogre-1/club``)."""
        if "," in subject:
            return Row(self.name_of(state, each, language) for each in subject.split(","))
        who, _, thing = subject.partition("/")
        fight = state.fight
        if fight is not None and who in fight.sides:
            return fight.sides[who].name.in_(language)
        one = fight.combatants.get(who) if fight is not None else None
        one = one or state.party.get(who)
        if one is None:
            if who == REFEREE_ONLY:
                return Name(self.texts.say(language, "referee"))
            if who in monsters():
                return monsters()[who].name.in_(language)
            return Name(subject)
        attack = one.profile.attack(thing) if thing else None
        return attack.name.in_(language) if attack is not None else one.profile.name.in_(language)

    def words_for(self, then: Then[State], event: Event, language: Language) -> dict[str, str]:
        """Attacks by name, conditions and numbers in words."""
        say = self.texts.say
        words: dict[str, str] = {}
        owner = getattr(event, "attacker", None) or getattr(event, "who", "")
        attack = getattr(event, "attack", "")
        if isinstance(attack, str) and attack and isinstance(owner, str):
            words["attack"] = then.name(f"{owner}/{attack}", language)
        match event:
            case e.BattleBegan():
                words["sides"] = ", ".join(
                    with_article(side.name.in_(language), "the", language) for side in event.sides
                )
            case e.Appeared():
                words["who"] = in_a_row(name.in_(language) for name in (event.name, *event.others))
                words["side"] = then.name(event.side, language)
            case e.InitiativeRolled():
                words["bonus"] = f"{event.bonus:+d}"
            case e.DamageDealt():
                words["kind"] = "" if event.kind == "weapon" else f" ({self._kind(event.kind, language)})"
            case e.OngoingBegan():
                words["kind"] = self._kind(event.ongoing.type, language)
            case e.CountRolled():
                words["word"] = self._kind(event.word, language) if event.word else ""
            case e.Boosted() | e.SpiritFought():
                words["value"] = f"{event.boost.value:+d}"
                words["stat"] = say(language, f"stat.{event.boost.stat}")
            case e.SaveRolled():
                words["against"] = self._against(then, event, language)
            case e.FreeActionTaken():
                words["what"] = self.texts.find(language, f"free.{event.what}") or event.what
            case e.PlaceChanged():
                words["ally"] = then.name(event.ally, language) if event.ally else ""
            case e.SkillChecked():
                words["purpose"] = say(language, f"skill.{event.purpose}")
            case _:
                pass
        return words

    def _against(self, then: Then[State], event: e.SaveRolled, language: Language) -> str:
        """What a save is against: a condition, agreeing with whoever bears it, or a kind of damage."""
        key = f"condition.{event.against}"
        if self.texts.find(language, key) is None:
            return self._kind(event.against, language)
        return self.texts.say(language, key, who=then.name(event.who, language))

    def _kind(self, kind: str, language: Language) -> str:
        return self.texts.find(language, f"damage.{kind}") or kind

    def picture(self, state: State, seat: Seat, language: Language) -> list[str]:
        """The battle in lines: who is engaged with whom, who is free, who is far."""
        return picture.lines(self, state, seat, language)

    def sketch(self, state: State, seat: Seat, language: Language) -> Sketch | None:
        """The battle to look at."""
        return picture.sketch(self, state, seat, language)

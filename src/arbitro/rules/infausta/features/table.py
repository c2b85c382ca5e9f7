"""Class features in words: names, sentences, what a sheet and a picture say of them, what a seat may know."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Then
from arbitro.rules.infausta.features import events as e
from arbitro.rules.infausta.features.commands import UseSkill
from arbitro.rules.infausta.features.tactics import FeatureTactics
from arbitro.rules.infausta.view import InfaustaView, with_gifts
from arbitro.rules.whitebox.calling import Trophies, Vows
from arbitro.rules.whitebox.chances import in_six
from arbitro.rules.whitebox.people.events import StrongholdOpen
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.view import FightView, Person
from arbitro.text import Language, Name


class Features(FeatureTactics):
    """Everything that a person at the table sees of class features."""

    def view(self, state: ParentState, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        seen = super().view(state, seat)
        return with_gifts(seen, self.own(state), seat) if isinstance(seen, InfaustaView) else seen

    # ------------------------------------------------------------ names

    def entry_name(self, sort: str, entry: str, language: Language) -> Name:
        """Also features, uses of skills and kinds of trophies."""
        if sort in ("gift", "skill", "trophy"):
            return Name(self.texts.find(language, f"{sort}.{entry}") or entry)
        return super().entry_name(sort, entry, language)

    def trophies_text(self, held: dict[str, int], language: Language) -> str:
        """Trophies in words, by kind."""
        shown = (f"{self.entry_name('trophy', kind, language)} {count}" for kind, count in held.items())
        return ", ".join(shown) or "–"

    # ------------------------------------------------------------ sentences

    def words_for(self, then: Then[ParentState], event: Event, language: Language) -> dict[str, str]:
        """Skills, trophies and things by name."""
        match event:
            case e.SongEnded():
                return {"why": self.texts.say(language, f"song_end.{event.why}")}
            case e.TrophiesTaken():
                return {
                    "list": self.trophies_text(event.taken, language),
                    "all": self.trophies_text(event.held, language),
                }
            case e.TrophyMastered() | e.PreyKnown():
                return {"kind": self.entry_name("trophy", event.kind, language)}
            case e.SkillTried():
                return {"skill": self.entry_name("skill", event.use, language)}
            case e.FindingsAsked():
                near = ", ".join(then.name(troop, language) for troop in event.troops)
                nobody = self.texts.say(language, "choice.nobody")
                return {"skill": self.entry_name("skill", event.use, language), "near": near or nobody}
            case e.FindingsTold():
                where = then.name(event.place, language) if event.place else Name("–")
                return {"skill": self.entry_name("skill", event.use, language), "where": where}
            case e.ArmourMisfits():
                return {"item": then.name(f"{event.who}/{event.key}", language)}
            case e.ArmourRefitted():
                item = then.name(f"{event.who}/{event.key}", language)
                return {"item": item, "cost": self.coins_text(self.purse(event.price), language)}
            case StrongholdOpen():
                words = super().words_for(then, event, language)
                return {**words, "title": words["title"] or "–"}
            case e.LibraryPaid():
                cost = self.coins_text(self.purse(event.price), language)
                return {"name": self.entry_name("spell", event.spell, language), "cost": cost}
            case _:
                return super().words_for(then, event, language)

    # ------------------------------------------------------------ sheets, cards, chances

    def skill_pairs(self, state: ParentState, one: Character, language: Language) -> list[tuple[str, str]]:
        """The parent's, with zeal, trophies and shape."""
        pairs = super().skill_pairs(state, one, language)
        gifts, say = self.gifts(state, one.id), self.texts.say
        if self.feature(one.class_id, Vows) is not None:
            key = "sheet.vows_broken" if gifts.vows_broken else "sheet.zeal_left"
            left, most = self.zeal_left(state, one.id), self.most_zeal(state, one.id)
            pairs.append((self.word("zeal", language), say(language, key, left=left, most=most)))
        if self.feature(one.class_id, Trophies) is not None:
            pairs.append((self.word("trophies", language), self.trophies_text(gifts.trophies, language)))
        shaped = self.shaped(state, one.id)
        if shaped is not None:
            pairs.append((self.word("shape", language), str(self.entry_name("gift", shaped.shape, language))))
        return pairs

    def cards(self, state: ParentState, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The parent's, with zeal left, and stances, songs, shapes and hiding as far as the seat knows of them."""
        seen = self.view(state, seat)
        if not isinstance(seen, InfaustaView):
            return super().cards(state, seat, language)
        return tuple(self.gifted(state, seen, card, language) for card in super().cards(state, seat, language))

    def gifted(self, state: ParentState, seen: InfaustaView, card: Card, language: Language) -> Card:
        """A card with what class features show on it."""
        shown = [seen.stances.get(card.id), seen.songs.get(card.id), seen.shapes.get(card.id)]
        tags = [Tag(str(self.entry_name("gift", word, language)), "good") for word in shown if word is not None]
        if card.id in seen.hidden:
            tags.append(Tag(self.texts.say(language, "tag.out_of_sight"), "good"))
        most = self.most_zeal(state, card.id) if card.group == "own" else 0
        gauge = Gauge(self.texts.say(language, "sheet.word.zeal"), self.zeal_left(state, card.id), most)
        return replace(card, tags=(*card.tags, *tags), gauges=(*card.gauges, gauge) if most else card.gauges)

    left_to_chance = (*FeatureTactics.left_to_chance, UseSkill)

    def odds(self, state: ParentState, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
        """Also the skill of a class (IS-CLASS-02)."""
        if not isinstance(command, UseSkill):
            return super().odds(state, seat, command)
        fight = state.fight
        if fight is not None and self.fighting(state):
            profile = fight.combatants[command.who].profile
            chance = self.skill_chance(state, command.who, profile.class_id, profile.level, command.use)
        else:
            one = state.characters[command.who]
            chance = self.skill_chance(state, one.id, one.class_id, one.level, command.use)
        return in_six(chance), "chance.doing", command.who

    # ------------------------------------------------------------ the picture

    def further_about(
        self, state: ParentState, seat: Seat, seen: FightView, one: Person, language: Language
    ) -> Iterator[str]:
        """The shape, the stance and the song of whoever has one."""
        yield from super().further_about(state, seat, seen, one, language)
        own = self.own(state)
        if one.id in own.shapes:
            yield self.entry_name("gift", own.shapes[one.id].shape, language)
        stance = own.stances.get(one.id)
        known = seat.knows(self.told_of_intent(self.fight(state).combatants[one.id]))
        if stance is not None and stance.round == seen.round and known:
            yield self.entry_name("gift", stance.kind, language)
        if one.id in own.songs:
            yield self.entry_name("gift", own.songs[one.id].kind, language)

    def picture(self, state: ParentState, seat: Seat, language: Language) -> list[str]:
        """The parent's lines, with songs, stances and shapes."""
        lines = super().picture(state, seat, language)
        own, fight = self.own(state), state.fight
        say = self.texts.say
        for who, shaped in own.shapes.items():
            shape = self.entry_name("gift", shaped.shape, language)
            lines.append(say(language, "picture.shape", who=self.name_of(state, who, language), shape=shape))
        if fight is None or not self.fighting(state):
            return lines
        for who, stance in own.stances.items():
            if stance.round == fight.round and seat.knows(self.told_of_intent(fight.combatants[who])):
                named = self.entry_name("gift", stance.kind, language)
                lines.append(say(language, "picture.stance", who=self.name_of(state, who, language), stance=named))
        for who, song in own.songs.items():
            named = self.entry_name("gift", song.kind, language)
            lines.append(say(language, "picture.song", who=self.name_of(state, who, language), song=named))
        return lines

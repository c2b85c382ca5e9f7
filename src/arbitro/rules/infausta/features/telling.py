"""Class features in words: names, sentences, what a sheet and a picture say of them, what a seat may know."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.command import Command
from arbitro.kernel.event_words import EventWords
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta import cards as cards_rules
from arbitro.rules.infausta import state as own_state
from arbitro.rules.infausta.features import events as e
from arbitro.rules.infausta.features.commands import UseSkill
from arbitro.rules.infausta.features.feature_lookups import gifts, given
from arbitro.rules.infausta.features.shapes import shape_of
from arbitro.rules.infausta.features.skills import skill_chance
from arbitro.rules.infausta.features.zeal import most_zeal, zeal_left
from arbitro.rules.infausta.view import InfaustaView, with_gifts
from arbitro.rules.infausta.wilderness import table as table_rules
from arbitro.rules.infausta.wilderness import table as wilderness_table
from arbitro.rules.whitebox import pictures, sheets
from arbitro.rules.whitebox.basics import fight, fighting
from arbitro.rules.whitebox.chances import in_six
from arbitro.rules.whitebox.class_features import Trophies, Vows
from arbitro.rules.whitebox.entry_names import EntryName, entry_name
from arbitro.rules.whitebox.people import telling as people_telling
from arbitro.rules.whitebox.people.events import StrongholdOpen
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.people.telling import coins_text
from arbitro.rules.whitebox.people.treasure import purse
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.sheets import one_word
from arbitro.rules.whitebox.view import FightView, Person
from arbitro.text import Language, Name


def view(here: Here, seat: Seat) -> Struct:
    """The table as a seat may know it."""
    seen = wilderness_table.view(here, seat)
    return with_gifts(seen, own_state.own(here.state), seat) if isinstance(seen, InfaustaView) else seen


# ------------------------------------------------------------ names


def _of_ours(sort: str) -> EntryName:
    """Names that stand among the sentences of this game."""
    return lambda rules, entry, language: Name(rules.texts.find(language, f"{sort}.{entry}") or entry)


ENTRY_NAMES: Final[Mapping[str, EntryName]] = {sort: _of_ours(sort) for sort in ("gift", "skill", "trophy")}
"""Names of features, uses of skills and kinds of trophies."""


def trophies_text(rules: Rules, held: dict[str, int], language: Language) -> str:
    """Trophies in words, by kind."""
    shown = (f"{entry_name(rules, 'trophy', kind, language)} {count}" for kind, count in held.items())
    return ", ".join(shown) or "–"


# ------------------------------------------------------------ sentences


def _trophies(told: Recounting, event: e.TrophiesTaken) -> dict[str, str]:
    taken, held = (trophies_text(told.rules, each, told.language) for each in (event.taken, event.held))
    return {"list": taken, "all": held}


def _kind(told: Recounting, event: e.TrophyMastered | e.PreyKnown) -> dict[str, str]:
    return {"kind": told.entry("trophy", event.kind)}


def _findings_asked(told: Recounting, event: e.FindingsAsked) -> dict[str, str]:
    near = ", ".join(map(told.name, event.troops))
    return {"skill": told.entry("skill", event.use), "near": near or told.say("choice.nobody")}


def _findings_told(told: Recounting, event: e.FindingsTold) -> dict[str, str]:
    where = told.name(event.place) if event.place else Name("–")
    return {"skill": told.entry("skill", event.use), "where": where}


def _refitted(told: Recounting, event: e.ArmourRefitted) -> dict[str, str]:
    cost = coins_text(told.rules, purse(event.price), told.language)
    return {"item": told.name(f"{event.who}/{event.key}"), "cost": cost}


def _stronghold(told: Recounting, event: StrongholdOpen) -> dict[str, str]:
    words = people_telling.stronghold(told, event)
    return {**words, "title": words["title"] or "–"}


def _library(told: Recounting, event: e.LibraryPaid) -> dict[str, str]:
    return {"name": told.entry("spell", event.spell), "cost": coins_text(told.rules, purse(event.price), told.language)}


WORDS: Final = (
    EventWords[Recounting]()
    .on(e.SongEnded, lambda told, event: {"why": told.say(f"song_end.{event.why}")})
    .on(e.TrophiesTaken, _trophies)
    .on(e.TrophyMastered, _kind)
    .on(e.PreyKnown, _kind)
    .on(e.SkillTried, lambda told, event: {"skill": told.entry("skill", event.use)})
    .on(e.FindingsAsked, _findings_asked)
    .on(e.FindingsTold, _findings_told)
    .on(e.ArmourMisfits, lambda told, event: {"item": told.name(f"{event.who}/{event.key}")})
    .on(e.ArmourRefitted, _refitted)
    .on(StrongholdOpen, _stronghold)
    .on(e.LibraryPaid, _library)
)
"""The words of the events of this chapter, and of one that it tells otherwise: skills, trophies and things by name."""


# ------------------------------------------------------------ sheets, cards, chances


def skill_pairs(here: Here, one: Character, language: Language) -> list[tuple[str, str]]:
    """The parent's, with zeal, trophies and shape."""
    pairs = sheets.skill_pairs(here, one, language)
    for it, gift in given(here.rules, one.class_id):
        if gift.sheet is not None:
            pairs.append(gift.sheet(it, here, one, language))
    shaped = shape_of(here.state, one.id)
    if shaped is not None:
        pairs.append(
            (
                one_word(here.rules, "shape", language),
                str(entry_name(here.rules, "gift", shaped.shape, language)),
            )
        )
    return pairs


def zeal_on_sheet(vows: Vows, here: Here, one: Character, language: Language) -> tuple[str, str]:
    """How much zeal is left, or that the vows are broken."""
    del vows
    key = "sheet.vows_broken" if gifts(here.state, one.id).vows_broken else "sheet.zeal_left"
    left, most = zeal_left(here, one.id), most_zeal(here, one.id)
    return one_word(here.rules, "zeal", language), here.rules.texts.say(language, key, left=left, most=most)


def trophies_on_sheet(feature: Trophies, here: Here, one: Character, language: Language) -> tuple[str, str]:
    """How many trophies of each kind."""
    del feature
    held = gifts(here.state, one.id).trophies
    return one_word(here.rules, "trophies", language), trophies_text(here.rules, held, language)


def cards(here: Here, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The parent's, with zeal left, and stances, songs, shapes and hiding as far as the seat knows of them."""
    seen = here.rules.view(here, seat)
    if not isinstance(seen, InfaustaView):
        return cards_rules.cards(here, seat, language)
    return tuple(gifted(here, seen, card, language) for card in cards_rules.cards(here, seat, language))


def gifted(here: Here, seen: InfaustaView, card: Card, language: Language) -> Card:
    """A card with what class features show on it."""
    shown = [seen.stances.get(card.id), seen.songs.get(card.id), seen.shapes.get(card.id)]
    tags = [Tag(str(entry_name(here.rules, "gift", word, language)), "good") for word in shown if word is not None]
    if card.id in seen.hidden:
        tags.append(Tag(here.rules.texts.say(language, "tag.out_of_sight"), "good"))
    most = most_zeal(here, card.id) if card.group == "own" else 0
    gauge = Gauge(here.rules.texts.say(language, "sheet.word.zeal"), zeal_left(here, card.id), most)
    return replace(card, tags=(*card.tags, *tags), gauges=(*card.gauges, gauge) if most else card.gauges)


def odds(here: Here, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
    """The odds of the skill of a class (IS-CLASS-02)."""
    if not isinstance(command, UseSkill):
        return cards_rules.odds(here, seat, command)
    fight = here.state.fight
    if fight is not None and fighting(here.state):
        profile = fight.combatants[command.who].profile
        chance = skill_chance(here, command.who, profile.class_id, profile.level, command.use)
    else:
        one = here.state.characters[command.who]
        chance = skill_chance(here, one.id, one.class_id, one.level, command.use)
    return in_six(chance), "chance.doing", command.who


# ------------------------------------------------------------ the picture


def further_about(here: Here, seat: Seat, seen: FightView, language: Language) -> pictures.Further:
    """The shape, the stance and the song of whoever has one."""
    own, further = own_state.own(here.state), dict(pictures.further_about(here, seat, seen, language))
    for one in seen.people if own.shapes or own.stances or own.songs else ():
        words = tuple(_further(here, seat, seen, one, language))
        if words:
            further[one.id] = (*further.get(one.id, ()), *words)
    return further


def _further(here: Here, seat: Seat, seen: FightView, one: Person, language: Language) -> Iterator[str]:
    own = own_state.own(here.state)
    if one.id in own.shapes:
        yield entry_name(here.rules, "gift", own.shapes[one.id].shape, language)
    stance = own.stances.get(one.id)
    known = seat.knows(here.rules.told_of_intent(fight(here.state).combatants[one.id]))
    if stance is not None and stance.round == seen.round and known:
        yield entry_name(here.rules, "gift", stance.kind, language)
    if one.id in own.songs:
        yield entry_name(here.rules, "gift", own.songs[one.id].kind, language)


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The parent's lines, with songs, stances and shapes."""
    lines = table_rules.picture(here, seat, language)
    own, fight = own_state.own(here.state), here.state.fight
    say = here.rules.texts.say
    for who, shaped in own.shapes.items():
        shape = entry_name(here.rules, "gift", shaped.shape, language)
        lines.append(say(language, "picture.shape", who=here.rules.name_of(here, who, language), shape=shape))
    if fight is None or not fighting(here.state):
        return lines
    for who, stance in own.stances.items():
        if stance.round == fight.round and seat.knows(here.rules.told_of_intent(fight.combatants[who])):
            named = entry_name(here.rules, "gift", stance.kind, language)
            lines.append(say(language, "picture.stance", who=here.rules.name_of(here, who, language), stance=named))
    for who, song in own.songs.items():
        named = entry_name(here.rules, "gift", song.kind, language)
        lines.append(say(language, "picture.song", who=here.rules.name_of(here, who, language), song=named))
    return lines

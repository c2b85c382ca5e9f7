"""L'Infausta Scatola at a glance: the parent's cards with weariness, the turn and the day; its own chances."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.commands import JudgeDoing, SearchTraps
from arbitro.rules.infausta.dungeon_actions import NO_DIE, finds_traps, traps_at
from arbitro.rules.infausta.dungeon_turn import REST_EVERY, ROUNDS_A_TURN
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.view import journey_view, turn_view
from arbitro.rules.infausta.wilderness.state import told_step
from arbitro.rules.infausta.wilderness.weariness import MOST_NIGHTS, weariness
from arbitro.rules.whitebox import cards as whitebox_cards
from arbitro.rules.whitebox import chances
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.chances import NOBODY_KNOWS, at_least_one, in_six
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring import view as exploring_view
from arbitro.rules.whitebox.exploring.state import Trap
from arbitro.rules.whitebox.scene import Here
from arbitro.text import Language

PLAIN_TRAP = Trap(id="", name=NOBODY_KNOWS, place="")
"""A trap of stonework without anything special about it: what a searcher may hope to find."""
JOURNEY = "journey"
"""The id of the card that shows the day."""


# ------------------------------------------------------------ cards


def cards(here: Here, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The parent's, with sleepless nights on whoever has them; on a journey the day instead of the place."""
    found = [tired(here, card, language) for card in whitebox_cards.cards(here, seat, language)]
    day = None if fighting(here.state) else day_card(here, seat, language)
    if day is not None:
        found = [*(card for card in found if card.group != "place"), day]
    return tuple(found)


def tired(here: Here, card: Card, language: Language) -> Card:
    """A card with the nights without rest, and what they cost (IS-WILD-11)."""
    nights = own(here.state).sleepless.get(card.id, 0)
    if not nights:
        return card
    gauge = Gauge(here.rules.texts.say(language, "gauge.sleepless"), nights, MOST_NIGHTS, nights > 1, harm=True)
    cost = weariness(nights).modifier
    tags = (Tag(here.rules.texts.say(language, "tag.weary", cost=cost), "bad"),) if cost else ()
    return replace(card, gauges=(*card.gauges, gauge), tags=(*card.tags, *tags))


def place_card(here: Here, seen: exploring_view.ExpeditionView, language: Language) -> Card:
    """The parent's, with the turn as this game counts it: rests, and who is at what (IS-TURN-02)."""
    card = whitebox_cards.place_card(here, seen, language)
    turn = turn_view(own(here.state))
    if turn is None:
        return card
    say = here.rules.texts.say
    tired = turn.since_rest >= REST_EVERY - 1
    since = Gauge(say(language, "gauge.since_rest"), turn.since_rest, REST_EVERY, tired, harm=True)
    tags = (Tag(say(language, "tag.rests_due", count=turn.rests_due), "bad"),) if turn.rests_due else ()
    return replace(card, gauges=(*card.gauges, since), tags=(*tags, *card.tags, *doing_tags(here, language)))


def doing_tags(here: Here, language: Language) -> Iterator[Tag]:
    """What of the turn somebody has used up, and longer tasks."""
    turn = turn_view(own(here.state))
    if turn is None:
        return
    say, spent = here.rules.texts.say, {who: min(rounds, ROUNDS_A_TURN) for who, rounds in turn.spent.items()}
    if spent:
        each = (
            say(language, "tag.rounds", who=here.rules.name_of(here, who, language), rounds=rounds, all=ROUNDS_A_TURN)
            for who, rounds in spent.items()
        )
        yield Tag(
            say(language, "tag.rounds_spent", rounds=max(spent.values()), all=ROUNDS_A_TURN), note="; ".join(each)
        )
    for who, left in turn.busy.items():
        yield Tag(say(language, "tag.task", who=here.rules.name_of(here, who, language), turns=left))


def day_card(here: Here, seat: Seat, language: Language) -> Card | None:
    """The day of a journey: where the party believes itself to be, the weather, the heading."""
    seen = journey_view(own(here.state), seat, ())
    if seen is None or seen.step == "over":
        return None
    say = here.rules.texts.say
    name = here.rules.name_of(here, seen.at, language) if seen.at else say(language, "card.somewhere")
    tags = [Tag(say(language, "tag.step", step=say(language, f"step.{told_step(seen.day, seen.step)}")))]
    if seen.weather:
        tags.append(Tag(str(entry_name(here.rules, "weather", seen.weather, language))))
    if seen.heading:
        tags.append(Tag(say(language, "tag.heading", spot=here.rules.name_of(here, seen.heading, language))))
    if seen.forced:
        tags.append(Tag(say(language, "tag.forced"), "bad"))
    if seen.watches:
        watches = ", ".join(here.rules.name_of(here, who, language) for who in seen.watches)
        tags.append(Tag(say(language, "tag.watches"), "good", watches))
    if seen.lost:
        tags.append(Tag(say(language, "tag.lost"), "bad"))
    day = (Gauge(say(language, "gauge.day"), seen.day),) if seen.day else ()
    return Card(JOURNEY, str(name), "place", "", day, tuple(tags))


# ------------------------------------------------------------ chances


def odds(here: Here, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
    """The odds of a search for traps, and of whatever the referee gives odds to (IS-TURN-08, IS-TURN-14)."""
    if isinstance(command, SearchTraps):
        return trap_odds(here, seat, command)
    if isinstance(command, JudgeDoing):
        who = str(here.state.awaiting[0].values.get("who", ""))[1:]
        return Fraction(1) if command.chance == NO_DIE else in_six(command.chance), "chance.doing", who
    return chances.odds(here, seat, command)


def trap_odds(here: Here, seat: Seat, command: SearchTraps) -> tuple[Fraction, str, str] | None:
    """By the knack of whoever searches; without one the referee judges and there are no odds."""
    one, out = here.state.characters[command.who], here.state.expedition
    if out is None or not finds_traps(here, one):
        return None
    if seat.role == "referee":
        hidden = traps_at(out, command.spot)
        found = at_least_one(here.rules.search_chance(here, one, trap)[0] for trap in hidden)
        return found, "chance.search_any", one.id
    return in_six(here.rules.search_chance(here, one, PLAIN_TRAP)[0]), "chance.trap", one.id

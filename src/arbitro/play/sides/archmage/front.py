"""What the table sees of a campaign of the archmages: whose turn it is, what is offered and suggested."""

from collections.abc import Iterator
from typing import Final, cast

from msgspec.structs import replace

from arbitro.kernel.card import Card, Tag
from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Then
from arbitro.play import plain
from arbitro.play.journal.words import listed
from arbitro.play.sides.archmage import gear, growing, growth, party, treasures
from arbitro.play.sides.archmage.battles import CHECK, foes_left
from arbitro.play.sides.archmage.party import TEXTS, ArchmageSide, able, fighting, inner_state, own_state, people
from arbitro.play.sides.walking import front as walking_front
from arbitro.play.sides.walking.firstword import rests_now
from arbitro.play.sides.walking.ground import leisure, underground
from arbitro.play.state import GROUP, CampaignState
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.cards import BATTLE
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.choosing import ChoiceKind, Owed, owed
from arbitro.rules.archmage.power import ABILITIES
from arbitro.rules.archmage.state import State, Worn
from arbitro.text import Language, Texts

OWN: Final = Texts("arbitro.play.sides.archmage")
"""The sentences of this side."""


def owner(side: ArchmageSide, state: CampaignState, command: Command) -> str:
    """A full heal-up that is earned is the party's to take (AE-FULLHEAL-01)."""
    return GROUP if command == c.FullHealUp() else plain.owner(side.game, state, command)


def kind_of(state: CampaignState, command: Command) -> str:
    """Encounters, and whatever else the game asks of the referee."""
    return walking_front.kind_of(state, command) or ("rulings" if command.answers else "")


def choices(side: ArchmageSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """What any side offers, and a full heal-up: an earned one for the party, any for the referee."""
    yield from walking_front.choices(side, state, seat)
    if not state.under_way or state.awaiting:
        return
    inner = inner_state(state)
    yield from growing.choices(side, state, seat)
    yield from treasures.choices(side, state, seat)
    yield from _potions(side, state, seat)
    yield from _skills(side, state, seat)
    rules = ("AE-FULLHEAL-01",)
    if rests_now(side, state, "full_heal_up"):
        return
    if seat.may_act_for(GROUP) and side.game.allows(inner, c.FullHealUp()):
        yield Choice("full_heal", "full_heal_up", Label("choice.take_heal_up"), {}, (), rules)
    elif seat.role == "referee" and side.game.allows(inner, c.FullHealUp(granted=True)):
        label = Label("choice.grant_heal_up")
        yield Choice("grant_full_heal", "full_heal_up", label, {"granted": True}, (), rules)


def _skills(side: ArchmageSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """Anything else that somebody might try."""
    hands = [who for who in able(state) if seat.may_act_for(who)]
    if not hands or underground(side, state, hands[0]) is not None:
        return
    who = Parameter("who", picks=picks_of(hands))
    ability = Parameter("ability", picks=tuple(Pick(each, Label(f"ability.{each}")) for each in ABILITIES))
    yield Choice("try_skill", "try_skill", Label("choice.try_skill"), {}, (who, ability), CHECK)


def _potions(side: ArchmageSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """Between battles, for whoever is hurt."""
    party = inner_state(state).party
    hurt = [who for who in people(state) if party[who].hp < party[who].max_hp and party[who].awareness != "coma"]
    if not hurt or leisure(side, state) is not None:
        return
    picks = picks_of(hurt)
    for who in able(state):
        if party[who].potions and seat.may_act_for(who):
            label = Label("choice.drink_up", {"who": f"@{who}"})
            part = (Parameter("patient", picks=picks),)
            yield Choice(f"drink_up/{who}", "drink_up", label, {"who": who}, part, ("AE-DYING-12",))


def cards(side: ArchmageSide, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """Whoever has still to choose what a level brings says so; of a battle that is over its outcome has been told."""
    shown = walking_front.cards(side, state, seat, language)
    books, heroes = side.game.rules.books, own_state(state).heroes
    if fighting(state):
        return shown
    between, met = OWN.say(language, "card.between"), own_state(state).meeting is not None
    shown = tuple(
        [
            replace(card, name=between, line="") if card.id == BATTLE else card
            for card in shown
            if card.id != BATTLE or not met
        ]
    )
    return tuple(
        replace(card, tags=(*card.tags, _to_choose(open_, language)))
        if seat.may_act_for(card.id) and card.id in heroes and (open_ := owed(books, heroes[card.id]))
        else card
        for card in shown
    )


def _to_choose(open_: tuple[Owed, ...], language: Language) -> Tag:
    parts = [OWN.say(language, f"owed.{each.kind}", count=each.count) for each in open_]
    return Tag(OWN.say(language, "tag.to_choose"), "plain", ", ".join(parts))


def words_for(side: ArchmageSide, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """What was chosen, by its name; the rest as any side tells it."""
    match event:
        case growth.ChoiceTaken():
            words = {"name": _chosen(side, event.kind, event.name, language)}
            return (
                {**words, "of": _chosen(side, "feat" if "/" in event.of else "talent", event.of, language)}
                if event.of
                else words
            )
        case growth.ChoicesFilled():
            names = (_chosen(side, kind, name, language) for kind, name in event.taken)
            return {"what": listed(names, language)}
        case growth.PowerChanged():
            levels = event.hero.spell_levels
            return {
                "old": _chosen(side, "power", event.old, language),
                "new": _chosen(side, "power", event.new, language),
                "old_level": str(levels.get(event.old, 0)),
                "new_level": str(levels.get(event.new, 0)),
            }
        case gear.ItemFound() | gear.ItemWorn() | gear.ItemHanded():
            return {"item": _item_called(side, event.item, language)}
        case _:
            return walking_front.words_for(side, then, event, language)


def _item_called(side: ArchmageSide, item: Worn, language: Language) -> str:
    """A magic item by its own name, or by that of its entry, with its tier."""
    if item.name is not None:
        return str(item.name.in_(language))
    return str(side.game.name_of(State(), f"item/{item.item or item.chakra}/{item.tier}", language))


def _chosen(side: ArchmageSide, kind: str, name: str, language: Language) -> str:
    """Something chosen, by its name."""
    pick = growing.pick_of(side.game.rules.books, cast(ChoiceKind, kind), name).label
    subject = str(pick.values.get("who", "")).removeprefix("@")
    if subject:
        return str(side.game.name_of(State(), subject, language))
    texts = TEXTS if pick.key.startswith("making.") else side.game.texts
    return texts.say(language, pick.key)


def suggest(side: ArchmageSide, state: CampaignState, seat: Seat) -> Command | None:
    """Flight in time; the rest as the game's own automatic players and referee have it."""
    flight = _flight(side.game.rules.books, state)
    if flight is not None and seat.may_act_for(flight.who) and side.game.allows(inner_state(state), flight):
        return flight
    return walking_front.suggest(side, state, seat)


def _flight(books: Books, state: CampaignState) -> c.ProposeFlight | c.VoteFlight | None:
    """When a third of the party is down before foes who are as many as those who stand: nobody is left behind."""
    inner = inner_state(state)
    fight = inner.fight
    if fight is None or not fighting(state):
        return None
    able, living = len(party.able(state)), len(people(state))
    if 3 * (living - able) < living or sum(count for _, count in foes_left(books, state)) < able:
        return None
    if state.awaiting:
        asked = state.awaiting[0]
        return c.VoteFlight(asked.who, "yes") if asked.kind == "flight" else None
    return c.ProposeFlight(fight.current) if fight.current in inner.party else None

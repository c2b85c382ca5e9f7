"""The game in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.content import Noun
from arbitro.kernel.event import Event
from arbitro.kernel.event_words import EventWords, Recounting
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.sentence import names_of
from arbitro.kernel.then import Then
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.companion import companion_of
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.countdown import find_countdown
from arbitro.rules.daggerheart.entries import ClassEntry, FormEntry
from arbitro.rules.daggerheart.findings import learnable
from arbitro.rules.daggerheart.gifts import at_hand
from arbitro.rules.daggerheart.player_entries import AncestryEntry, CommunityEntry, SubclassEntry
from arbitro.rules.daggerheart.presence import PLACE, anybody
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.text import Language, Name

# ------------------------------------------------------------------ names


def name_of(game: Ruleset[State], state: State, subject: str, language: Language) -> Name:
    """A PC, an adversary, the environment, a thing of theirs (``berta/mace``), a condition, a move.

    What this state no longer knows is called by its whole id and nothing less: that is how `Noting` sees that it must
    look for the name in the moment before, when the thing was still there.
    """
    who, _, thing = subject.partition("/")
    if who in ("landing", "lesson", "move", "outcome", "source", "trait") and (
        said := game.texts.find(language, f"{who}.{thing}")
    ):
        return Name(said)
    if (called := _calling(books_of(game), who, thing)) is not None:
        return called.in_(language)
    if who == "detail" and thing.isdigit() and (detail := dict(learnable(state)).get(int(thing))) is not None:
        return Name(detail.in_(language))
    if who == "countdown":
        found = find_countdown(state, thing)
        return found.name.in_(language) if found is not None else Name(subject)
    one = anybody(state, who)
    if one is not None:
        return _thing(game, one, thing, language) or Name(subject) if thing else one.name.in_(language)
    if who == PLACE:
        return _of_place(game, state, thing, language)
    if who == REFEREE_ONLY:
        return Name(game.texts.say(language, "referee"))
    return _in_books(books_of(game), subject, language)


def _calling(books: Library, sort: str, thing: str) -> Noun | None:
    """What a class, a subclass, an ancestry or a community is called."""
    kinds: dict[str, Mapping[str, ClassEntry | SubclassEntry | AncestryEntry | CommunityEntry | FormEntry]] = {
        "class": books.classes,
        "subclass": books.subclasses,
        "ancestry": books.ancestries,
        "community": books.communities,
        "form": books.forms,
    }
    entry = kinds[sort].get(thing) if sort in kinds else None
    return None if entry is None else entry.name


def _thing(game: Ruleset[State], one: Hero | Foe, thing: str, language: Language) -> Name | None:
    """What a thing, a power or a feature of somebody's is called; None where they have none of the kind."""
    if isinstance(one, Hero):
        sheet = one.sheet
        things = {each.id: each.name for each in sheet.weapons}
        things |= {each.id: each.name for each in (*at_hand(one), *sheet.vault)}
        things |= {sheet.armour.id: sheet.armour.name} if sheet.armour is not None else {}
        things |= {each.id: each.name for each in sheet.experiences}
        beast = companion_of(one)
        things |= {each.id: each.name for each in beast.experiences} if beast is not None else {}
        things |= {one.form.id: one.form.name, one.form.weapon.id: one.form.weapon.name} if one.form is not None else {}
        if thing == "unarmed":
            return Name(game.texts.say(language, "unarmed"), "f")
    else:
        things = {part.id: part.name for each in one.block.features for part in (each, *each.table)}
        things |= {each.id: each.name for each in one.block.experiences}
    if thing not in things and thing in books_of(game).conditions:
        return Name(condition_name(books_of(game), one.name.in_(language), thing, language))
    if thing not in things and isinstance(one, Hero):  # a form that has just been left
        return None if (form := _calling(books_of(game), "form", thing)) is None else form.in_(language)
    return things[thing].in_(language) if thing in things else None


def _of_place(game: Ruleset[State], state: State, thing: str, language: Language) -> Name:
    place = state.scene.place if state.scene is not None else None
    if place is None:
        return Name(f"{PLACE}/{thing}" if thing else game.texts.say(language, "place"))
    feature = next((each for each in place.features if each.id == thing), None)
    return feature.name.in_(language) if feature is not None else place.name.in_(language)


def _in_books(books: Library, subject: str, language: Language) -> Name:
    if subject in books.conditions:
        return books.conditions[subject].name.in_(language)
    if subject in books.adversaries:
        return books.adversaries[subject].name.in_(language)
    if subject in books.places:
        return books.places[subject].name.in_(language)
    return books.powers[subject].name.in_(language) if subject in books.powers else Name(subject)


# ------------------------------------------------------------------ gaps


def words_for(game: Ruleset[State], then: Then[State], event: Event, language: Language) -> dict[str, str]:
    """Names of things and reasons that an event only has ids of."""
    words = WORDS.get(type(event))
    return {} if words is None else words(Recounting(game, then, language), event)


def _begun(told: Recounting[State], event: e.CampaignBegan) -> dict[str, str]:
    return {"party": ", ".join(hero.name.in_(told.language) for hero in event.party)}


def _opened(told: Recounting[State], event: e.SceneOpened) -> dict[str, str]:
    goal = event.goal.in_(told.language) if event.goal is not None else ""
    return {"goal": goal, "tension": told.say(f"tension.{event.tension}")}


def _ended(told: Recounting[State], event: e.SceneEnded) -> dict[str, str]:
    return {"verdict": told.say(f"verdict.{event.verdict}"), "tension": told.say(f"tension.{event.tension}")}


def _appeared(told: Recounting[State], event: e.FoeAppeared) -> dict[str, str]:
    several = event.together > 1
    return {"who": _several(books_of(told.game), event, told.language) if several else event.name.in_(told.language)}


def _things(told: Recounting[State], event: e.ThingsChanged) -> dict[str, str]:
    faces = ", ".join(f"d{die.sides}: {die.face}" for die in event.dice)
    several = f"{abs(event.by)} × " if abs(event.by) > 1 else ""
    return {"thing": event.thing.name.in_(told.language), "several": several, "faces": faces}


def _named(
    told: Recounting[State],
    event: e.PlaceSeen | e.Found | e.CountdownShown | e.CountdownAdvanced | e.CountdownTriggered | e.CountdownDropped,
) -> dict[str, str]:
    return {"name": event.name.in_(told.language)}


def _countdown_started(told: Recounting[State], event: e.CountdownStarted) -> dict[str, str]:
    one = event.countdown
    again = "" if one.loop == "none" else told.say(f"countdown_loop.{one.loop}")
    return {"name": event.name.in_(told.language), "kind": told.say(f"countdown_kind.{one.kind}"), "again": again}


def _feature_used(told: Recounting[State], event: e.FeatureUsed) -> dict[str, str]:
    faces = ", ".join(f"d{die.sides}: {die.face}" for die in event.dice)
    if len(event.dice) > 1 or event.modifiers:
        faces = told.say("dice_in_all", faces=faces, total=event.total)
    return {"name": event.name.in_(told.language), "shown": faces}


def _learned(told: Recounting[State], event: e.Learned) -> dict[str, str]:
    return {"details": "; ".join(detail.in_(told.language) for detail in event.details)}


def _hope(told: Recounting[State], event: e.HopeChanged) -> dict[str, str]:
    power = told.name(f"{event.who}/{event.power}") if event.power else ""
    why = _why(told, event.why, f"{event.who}/{event.why}")
    return {"why": why, "power": power, "count": str(abs(event.by))}


def _fear_spent(told: Recounting[State], event: e.FearSpent) -> dict[str, str]:
    key = f"fear_use.{event.use}"
    return {"use": told.say(key) if told.find(key) else event.use}


def _condition(told: Recounting[State], who: str, condition: str) -> dict[str, str]:
    return {"condition": condition_name(books_of(told.game), told.name(who), condition, told.language)}


def _condition_gained(told: Recounting[State], event: e.ConditionGained) -> dict[str, str]:
    """A condition with what it gives or how long it lasts by now: it is told anew whenever that has changed."""
    held, more = event.condition, ""
    if held.until == "actions":
        more = told.say("condition_lasts.actions", count=held.count)
    elif held.until == "calmed" and held.count:
        more = told.say("condition_lasts.calmed")
    else:
        given = next((name for name in ("damage", "roll") if held.gives.get(name)), "")
        more = told.say(f"condition_gives.{given}", amount=held.gives[given]) if given else ""
    return {**_condition(told, event.who, held.name), "more": more}


def _requested(told: Recounting[State], event: e.RollRequested) -> dict[str, str]:
    request = event.request
    stakes = told.say("stakes", stakes=request.stakes) if request.stakes else ""
    warned = told.say("unavoidable", text=request.unavoidable) if request.unavoidable else ""
    return {
        "trait": told.say(f"trait.{request.trait}"),
        "stakes": stakes + warned,
        "difficulty": str(request.difficulty),
        **_rolled_with(books_of(told.game), told.then, event, told.language),
    }


def _rolled(told: Recounting[State], event: e.ActionRolled | e.ReactionRolled) -> dict[str, str]:
    dice = event.check.dice
    faces = told.say("duality", hope=dice[0].face, fear=dice[1].face)
    return {"trait": told.say(f"trait.{event.trait}"), "faces": faces}


def _outcome(told: Recounting[State], event: e.RollClosed | e.TagChosen) -> dict[str, str]:
    return {"phrase": told.say(f"phrase.{event.outcome}")}


def _move(told: Recounting[State], event: e.MoveMade) -> dict[str, str]:
    return {"move": told.say(f"move.{event.move}"), "tag": told.say(f"tag.{event.tag}"), "note": _note(event.text)}


def _settled(told: Recounting[State], event: e.ThreatSettled) -> dict[str, str]:
    key = f"move.{event.text}"
    return {"text": told.say(key) if told.find(key) else event.text}


def _noted(
    told: Recounting[State], event: e.FoeActed | e.PlayerTold | e.EdgeGiven | e.BargainOffered | e.FateRolled
) -> dict[str, str]:
    del told
    return {"note": _note(event.text)}


def _card_taken(told: Recounting[State], event: e.CardTaken) -> dict[str, str]:
    named: dict[str, str] = {"power": event.power.name.in_(told.language)}
    return named if event.out is None else {**named, "out": event.out.name.in_(told.language)}


def _rest_move(told: Recounting[State], event: e.RestMoveMade) -> dict[str, str]:
    other = told.name(event.whom) if event.whom not in ("", event.who) else ""
    return {"move": told.say(f"rest.{event.move}"), "whom": _note(other)}


def _damage(told: Recounting[State], event: e.DamageRolled) -> dict[str, str]:
    return {
        "kind": told.say(f"kind.{event.kind}"),
        "means": told.name(event.means) if event.means else "",
        "direct": told.say("direct") if event.direct else "",
    }


def _tokens(told: Recounting[State], event: e.TokensChanged) -> dict[str, str]:
    return {"shown": ", ".join(f"{told.name(who)} {n}" for who, n in event.tokens.items())}


def _power_used(told: Recounting[State], event: e.PowerUsed) -> dict[str, str]:
    on = names_of(told.then, event.on, told.language) if event.on else ""
    return {"power": told.name(f"{event.who}/{event.power}"), "on": on}


def _power_rolled(told: Recounting[State], event: e.PowerRolled) -> dict[str, str]:
    faces = ", ".join(f"d{die.sides}: {die.face}" for die in event.dice)
    die = told.say("die", sides=event.dice[0].sides) if event.dice else ""
    return {"power": told.name(f"{event.who}/{event.power}"), "faces": faces, "die": die}


def _twisted(told: Recounting[State], event: e.RollTwisted | e.AttackTwisted) -> dict[str, str]:
    return {"power": told.name(f"{event.who}/{event.power}")}


WORDS: Final = (
    EventWords[Recounting[State]]()
    .on(e.CampaignBegan, _begun)
    .on(e.SceneOpened, _opened)
    .on(e.SceneEnded, _ended)
    .on(e.TensionSet, lambda told, event: {"tension": told.say(f"tension.{event.tension}")})
    .on(e.FoeAppeared, _appeared)
    .on(e.Moved, lambda _, event: {"feet": str(abs(event.to - event.start))})
    .on(e.PlaceSeen, _named)
    .on(e.Found, _named)
    .on(e.CountdownStarted, _countdown_started)
    .on(e.CountdownShown, _named)
    .on(e.CountdownAdvanced, _named)
    .on(e.CountdownTriggered, _named)
    .on(e.CountdownDropped, _named)
    .on(e.FeatureUsed, _feature_used)
    .on(e.GoldChanged, lambda _, event: {"count": str(abs(event.by))})
    .on(e.Learned, _learned)
    .on(e.FearGained, lambda told, event: {"why": _why(told, event.why)})
    .on(e.HopeChanged, _hope)
    .on(e.FearSpent, _fear_spent)
    .on(e.ConditionGained, _condition_gained)
    .on(e.ConditionLost, lambda told, event: _condition(told, event.who, event.name))
    .on(e.RollRequested, _requested)
    .on(e.ActionRolled, _rolled)
    .on(e.ReactionRolled, _rolled)
    .on(e.RollClosed, _outcome)
    .on(e.TagChosen, _outcome)
    .on(e.MoveMade, _move)
    .on(e.ThreatPending, lambda told, event: {"text": event.text or told.say(f"move.{event.move}")})
    .on(e.ThreatSettled, _settled)
    .on(e.FoeActed, _noted)
    .on(e.PlayerTold, _noted)
    .on(e.EdgeGiven, _noted)
    .on(e.BargainOffered, _noted)
    .on(e.FateRolled, _noted)
    .on(e.RestMoveMade, _rest_move)
    .on(e.DamageRolled, _damage)
    .on(e.Described, lambda told, event: {"trait": told.say(f"trait.{event.deed.trait}") if event.deed.trait else "–"})
    .on(e.CardTaken, _card_taken)
    .on(e.CardMoved, lambda told, event: {"power": told.name(f"{event.who}/{event.power}")})
    .on(e.Advanced, lambda told, event: {"kind": told.say(f"advance.{event.kind}")})
    .on(e.TokensChanged, _tokens)
    .on(e.PowerUsed, _power_used)
    .on(e.PowerRolled, _power_rolled)
    .on(e.DamageShared, lambda told, event: {"power": told.name(f"{event.who}/{event.power}")})
    .on(e.UseRegained, lambda told, event: {"power": told.name(f"{event.who}/{event.feature}")})
    .on(e.PowerLent, lambda told, event: {"power": event.power.name.in_(told.language)})
    .on(e.FormTaken, lambda told, event: {"form": event.form.name.in_(told.language)})
    .on(e.ThingsChanged, _things)
    .on(e.CompanionTrained, lambda told, event: {"lesson": told.say(f"lesson.{event.lesson}")})
    .on(e.CompanionStressed, lambda _, event: {"count": str(abs(event.by))})
    .on(e.FormLeft, lambda told, event: {"form": event.name.in_(told.language)})
    .on(
        e.TokensLaid,
        lambda told, event: {"power": told.name(f"{event.who}/{event.power}"), "count": str(abs(event.by))},
    )
    .on(e.FearLost, lambda told, event: {"power": told.name(event.by)})
    .on(e.RollTwisted, _twisted)
    .on(e.AttackTwisted, _twisted)
)
"""The gaps of every event that has some."""


def _rolled_with(books: Library, then: Then[State], event: e.RollRequested, language: Language) -> dict[str, str]:
    """The weapon or power of a roll, whom it is aimed at, and what else it is about."""
    request = event.request
    aims = request.targets or ((request.against,) if request.against else ())
    words: dict[str, str] = {
        "means": then.name(f"{event.who}/{request.means}", language) if request.means else "",
        "targets": names_of(then, aims, language) if aims else "",
        "partner": then.name(request.partner, language) if request.partner else "",
        "feature": then.name(f"{PLACE}/{request.feature}", language) if request.feature else "",
    }
    if request.condition:
        words["condition"] = condition_name(books, then.name(event.who, language), request.condition, language)
    return words


def _several(books: Library, event: e.FoeAppeared, language: Language) -> Name:
    """Those who appear together, in the plural; whoever was made up on the spot has no other form."""
    kind = books.creature_names.get(event.who.rpartition("-")[0])
    return replace(event.name, number=0).in_(language) if kind is None else kind.many(language)


def condition_name(books: Library, bearer: Name, name: str, language: Language) -> str:
    """What a condition is called, in the form that fits its bearer."""
    noun = books.conditions[name].name
    return noun.feminine if language == "it" and bearer.gender == "f" and noun.feminine else noun.in_(language)


def _why(told: Recounting[State], why: str, thing: str = "") -> str:
    """Why something is gained or lost: in words of its own, or by the name of the thing that does it."""
    key = f"gained.{why}"
    return told.say(key) if told.find(key) is not None else told.name(thing or why)


def _note(text: str) -> str:
    return f" ({text})" if text else ""


def condition_names(
    game: Ruleset[State], state: State, who: str, names: tuple[str, ...], language: Language
) -> list[str]:
    """Conditions in words that agree with whoever bears them."""
    bearer = game.name_of(state, who, language)
    return [condition_name(books_of(game), bearer, name, language) for name in names]

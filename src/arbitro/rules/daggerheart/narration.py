"""The game in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.explain import names_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.then import Then
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.countdown import find_countdown
from arbitro.rules.daggerheart.findings import learnable
from arbitro.rules.daggerheart.presence import PLACE, anybody
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.text import Language, Name

# ------------------------------------------------------------------ names


def name_of(game: Ruleset[State], state: State, subject: str, language: Language) -> Name:
    """A PC, an adversary, the environment, a thing of theirs (``berta/mace``), a condition, a move."""
    who, _, thing = subject.partition("/")
    if who in ("landing", "move", "outcome", "source", "trait") and (
        said := game.texts.find(language, f"{who}.{thing}")
    ):
        return Name(said)
    if who == "class" and thing in books_of(game).classes:
        return books_of(game).classes[thing].name.in_(language)
    if who == "detail" and thing.isdigit() and (detail := dict(learnable(state)).get(int(thing))) is not None:
        return Name(detail.in_(language))
    if who == "countdown":
        found = find_countdown(state, thing)
        return found.name.in_(language) if found is not None else Name(thing)
    one = anybody(state, who)
    if one is not None:
        return _thing(game, one, thing, language) if thing else one.name.in_(language)
    if who == PLACE:
        return _of_place(game, state, thing, language)
    if who == REFEREE_ONLY:
        return Name(game.texts.say(language, "referee"))
    return _in_books(books_of(game), subject, language)


def _thing(game: Ruleset[State], one: Hero | Foe, thing: str, language: Language) -> Name:
    if isinstance(one, Hero):
        sheet = one.sheet
        things = {each.id: each.name for each in sheet.weapons}
        things |= {each.id: each.name for each in (*sheet.powers, *sheet.vault)}
        things |= {sheet.armour.id: sheet.armour.name} if sheet.armour is not None else {}
        things |= {each.id: each.name for each in sheet.experiences}
        if thing == "unarmed":
            return Name(game.texts.say(language, "unarmed"), "f")
    else:
        things = {each.id: each.name for each in one.block.features}
        things |= {each.id: each.name for each in one.block.experiences}
    if thing not in things and thing in books_of(game).conditions:
        return Name(condition_name(books_of(game), one.name.in_(language), thing, language))
    return things[thing].in_(language) if thing in things else Name(thing)


def _of_place(game: Ruleset[State], state: State, thing: str, language: Language) -> Name:
    place = state.scene.place if state.scene is not None else None
    if place is None:
        return Name(thing or game.texts.say(language, "place"))
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
    say = game.texts.say
    match event:
        case e.CampaignBegan():
            return {"party": ", ".join(hero.name.in_(language) for hero in event.party)}
        case e.SceneOpened():
            goal = event.goal.in_(language) if event.goal is not None else ""
            return {"goal": goal, "tension": say(language, f"tension.{event.tension}")}
        case e.SceneEnded():
            verdict = say(language, f"verdict.{event.verdict}")
            return {"verdict": verdict, "tension": say(language, f"tension.{event.tension}")}
        case e.TensionSet():
            return {"tension": say(language, f"tension.{event.tension}")}
        case e.FoeAppeared():
            return {
                "who": _several(books_of(game), event, language) if event.together > 1 else event.name.in_(language)
            }
        case (
            e.PlaceSeen()
            | e.CountdownStarted()
            | e.CountdownShown()
            | e.CountdownAdvanced()
            | e.CountdownTriggered()
            | e.CountdownDropped()
        ):
            return {"name": event.name.in_(language)}
        case e.FeatureUsed():
            faces = ", ".join(f"d{die.sides}: {die.face}" for die in event.dice)
            return {"name": event.name.in_(language), "shown": faces}
        case e.GoldChanged():
            return {"count": str(abs(event.by))}
        case e.Found():
            return {"name": event.name.in_(language)}
        case e.Learned():
            return {"details": "; ".join(detail.in_(language) for detail in event.details)}
        case e.FearGained():
            return {"why": _why(game, language, event.why)}
        case e.HopeChanged():
            power = then.name(f"{event.who}/{event.power}", language) if event.power else ""
            return {"why": _why(game, language, event.why), "power": power, "count": str(abs(event.by))}
        case e.FearSpent():
            return {
                "use": say(language, f"fear_use.{event.use}")
                if game.texts.find(language, f"fear_use.{event.use}")
                else event.use
            }
        case e.ConditionGained():
            return {
                "condition": condition_name(
                    books_of(game), then.name(event.who, language), event.condition.name, language
                )
            }
        case e.ConditionLost():
            return {"condition": condition_name(books_of(game), then.name(event.who, language), event.name, language)}
        case e.RollRequested():
            request = event.request
            stakes = say(language, "stakes", stakes=request.stakes) if request.stakes else ""
            warned = say(language, "unavoidable", text=request.unavoidable) if request.unavoidable else ""
            return {
                "trait": say(language, f"trait.{request.trait}"),
                "stakes": stakes + warned,
                "difficulty": str(request.difficulty),
                **_rolled_with(books_of(game), then, event, language),
            }
        case e.ActionRolled() | e.ReactionRolled():
            dice = event.check.dice
            faces = say(language, "duality", hope=dice[0].face, fear=dice[1].face)
            return {"trait": say(language, f"trait.{event.trait}"), "faces": faces}
        case e.RollClosed() | e.TagChosen():
            return {"phrase": say(language, f"phrase.{event.outcome}")}
        case e.MoveMade():
            return {
                "move": say(language, f"move.{event.move}"),
                "tag": say(language, f"tag.{event.tag}"),
                "note": _note(event.text),
            }
        case e.ThreatPending():
            return {"text": event.text or say(language, f"move.{event.move}")}
        case e.ThreatSettled():
            key = f"move.{event.text}"
            return {"text": say(language, key) if game.texts.find(language, key) else event.text}
        case e.FoeActed() | e.PlayerTold() | e.EdgeGiven() | e.BargainOffered() | e.FateRolled():
            return {"note": _note(event.text)}
        case e.RestMoveMade():
            other = then.name(event.whom, language) if event.whom not in ("", event.who) else ""
            return {"move": say(language, f"rest.{event.move}"), "whom": _note(other)}
        case e.DamageRolled():
            return {
                "kind": say(language, f"kind.{event.kind}"),
                "means": then.name(event.means, language) if event.means else "",
                "direct": say(language, "direct") if event.direct else "",
            }
        case e.Described():
            return {"trait": say(language, f"trait.{event.deed.trait}") if event.deed.trait else "–"}
        case e.CardTaken():
            return {"power": event.power.name.in_(language)}
        case e.CardMoved():
            return {"power": then.name(f"{event.who}/{event.power}", language)}
        case e.Advanced():
            return {"kind": say(language, f"advance.{event.kind}")}
        case e.TokensChanged():
            return {"shown": ", ".join(f"{then.name(who, language)} {n}" for who, n in event.tokens.items())}
        case _:
            return {}


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


def _why(game: Ruleset[State], language: Language, why: str) -> str:
    key = f"gained.{why}"
    return game.texts.say(language, key) if game.texts.find(language, key) is not None else why


def _note(text: str) -> str:
    return f" ({text})" if text else ""


def condition_names(
    game: Ruleset[State], state: State, who: str, names: tuple[str, ...], language: Language
) -> list[str]:
    """Conditions in words that agree with whoever bears them."""
    bearer = game.name_of(state, who, language)
    return [condition_name(books_of(game), bearer, name, language) for name in names]

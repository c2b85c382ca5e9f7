"""What fills the gaps of this game's sentences, but for class features: weather, country and spells by name."""

from typing import Final, cast

from arbitro.kernel.event_words import EventWords
from arbitro.kernel.then import Then
from arbitro.rules.infausta import events as e
from arbitro.rules.infausta.wilderness import events as we
from arbitro.rules.whitebox import narration
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import Intent, IntentKind
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.text import Language


def named_in_full(rules: Rules, then: Then[ParentState], hint: str, people: tuple[str, ...], language: Language) -> str:
    """A further sentence about people by name; none where there is nobody."""
    names = ", ".join(then.name(who, language) for who in people)
    return f" {rules.texts.say(language, hint, people=names)}" if names else ""


def march_hints(rules: Rules, then: Then[ParentState], event: we.MarchAsked, language: Language) -> str:
    """What the referee does well to know before a march: each thing in a sentence, and nothing of what is as usual."""
    say = rules.texts.say
    ground = "" if event.proposed == "1" else f" {say(language, 'hint.march_share', share=event.proposed)}"
    way = f" {say(language, f'hint.way_lost.{event.worth}')}" if event.worth else ""
    return ground + way + named_in_full(rules, then, "hint.needs_rest", event.needy, language)


def _arrived(told: Recounting, event: we.Arrived) -> dict[str, str]:
    terrain = told.entry("terrain", event.terrain)
    called_so = told.name(event.at).startswith(terrain)  # a hex without a name is called by its country
    return {"terrain": terrain, "country": "" if called_so else f" ({terrain})"}


def _checked(told: Recounting, event: we.WildernessChecked) -> dict[str, str]:
    known = event.number or event.when == "night"
    when = told.say(f"wilderness_check.{event.when}", number=event.number) if known else ""
    return {"terrain": told.entry("terrain", event.terrain), "when": when}


def _trouble(told: Recounting, event: we.TroubleCame) -> dict[str, str]:
    awake = named_in_full(told.rules, told.then, "hint.on_watch", event.awake, told.language)
    return {"terrain": told.entry("terrain", event.terrain), "awake": awake}


def _march(told: Recounting, event: we.MarchAsked) -> dict[str, str]:
    return {"hints": march_hints(told.rules, told.then, event, told.language)}


def _camp(told: Recounting, event: we.CampOffered) -> dict[str, str]:
    return {"needy": named_in_full(told.rules, told.then, "hint.camp_needed", event.needy, told.language)}


def _wasted(told: Recounting, event: e.ActionWasted) -> dict[str, str]:
    lost = Intent(cast(IntentKind, event.kind), event.target, event.spell, event.act)
    return {"intent": narration.intent_text(told.rules, told.then, event.who, lost, told.language)}


WORDS: Final = (
    EventWords[Recounting]()
    .on(we.WeatherAnnounced, lambda told, event: {"weather": told.entry("weather", event.weather)})
    .on(we.Arrived, _arrived)
    .on(we.CameTo, lambda told, event: {"terrain": told.entry("terrain", event.terrain)})
    .on(we.WildernessChecked, _checked)
    .on(we.TroubleCame, _trouble)
    .on(we.MarchConducted, lambda told, event: {"where": told.name(event.toward or event.at)})
    .on(we.MarchAsked, _march)
    .on(e.TurnKept, lambda _, event: {"turn": str(event.turn - event.under_sky)})
    .on(we.CampOffered, _camp)
    .on(we.SpellSlipped, lambda told, event: {"spell": told.entry("spell", event.spell)})
    .on(e.SpellBroken, lambda told, event: {"spell": told.name(f"{event.who}/{event.spell}")})
    .on(e.WeaponShot, lambda told, event: {"weapon": told.name(f"{event.who}/{event.weapon}")})
    .on(e.MoraleWeighed, lambda told, event: {"group": told.name(event.group)})
    .on(e.ActionWasted, _wasted)
    .on(e.TaskSet, lambda told, event: {"doing": told.say(f"task.{event.task.kind}")})
)
"""The words of the events of this game, but for those of class features: weather, country and spells by name."""

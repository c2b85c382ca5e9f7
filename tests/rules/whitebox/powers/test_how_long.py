"""What begins says how long it lasts, to those who may know: whoever plays the one that it lies on, and the referee."""

from typing import Any, get_args

import pytest
from tests.rules.infausta import arena as infausta
from tests.rules.sums import adds_up
from tests.rules.whitebox.arena import RULES, fight_with, someone

from arbitro.dice.stream import Die, QuickDice
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.basics import fight
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.events import WITH_ITS_DEED, EffectBegan, TurnAttempted
from arbitro.rules.whitebox.powers.magic import work
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.text import LANGUAGES, Language

GAMES = ("whitebox", "infausta")
ARENAS: dict[str, Any] = {"whitebox": fight_with, "infausta": infausta.fight_with}
MANY = 12
SPANS: list[tuple[int, int, dict[Language, str]]] = [
    (1, 0, {"it": "per 1 round", "en": "for 1 round"}),
    (15, 0, {"it": "per 15 round", "en": "for 15 rounds"}),
    (40, 0, {"it": "per 4 turni", "en": "for 4 turns"}),
    (60, 0, {"it": "per 1 ora", "en": "for 1 hour"}),
    (60, 10, {"it": "per 6 turni", "en": "for 6 turns"}),
    (2 * 24 * 60, 0, {"it": "per 2 giorni", "en": "for 2 days"}),
    (7 * 24 * 60, 0, {"it": "per 1 settimana", "en": "for 1 week"}),
    (-1, 0, {"it": "finché qualcosa non vi pone fine", "en": "until something ends it"}),
]


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize("kind", get_args(EffectKind))
@pytest.mark.parametrize("game", GAMES)
def test_every_effect_says_how_long_it_lasts(game: str, kind: EffectKind) -> None:
    ruleset: Any = find_ruleset(game)
    for minutes, each, words in SPANS:
        for again in (False, True):
            began = EffectBegan("ada", kind, Ongoing(kind=kind), again=again, minutes=minutes, each=each)
            for language, span in words.items():
                line = tell(ruleset, ruleset.initial(), began, language)
                assert line.endswith(f" ({span}).") if kind not in WITH_ITS_DEED else line == ""
    if kind in WITH_ITS_DEED:
        return
    worn = EffectBegan("ada", kind, Ongoing(kind=kind, worn=True), minutes=-1)
    assert tell(ruleset, ruleset.initial(), worn, "en").endswith("(while it is worn).")


@pytest.mark.rule("WB-SPELL-04")
def test_the_dice_of_a_span_are_its_reason() -> None:
    dice = (Die(6, 3, 0, "play"), Die(6, 2, 1, "play"))
    began = EffectBegan("ada", "hasted", Ongoing(kind="hasted", until=80), dice=dice, minutes=70, each=10)
    (reckoned,) = began.sums()
    adds_up(reckoned)
    (line,) = explain(RULES, RULES.initial(), began, "en").numbers
    assert line.endswith("= 7")
    assert "for 7 turns" in tell(RULES, RULES.initial(), began, "en")


@pytest.mark.rule("WB-CORE-01")
def test_turning_says_for_how_long_and_which_die_was_what() -> None:
    faces = [Die(6, face, at, "play") for at, face in enumerate((6, 4, 6, 3, 2))]
    check = held_against(tuple(faces[:2]), (), ">=", 9, "turning")
    turned = TurnAttempted("ada", "ghoul", check, "turned", tuple(faces[:3]), tuple(faces[3:]))
    for reckoned in turned.sums():
        adds_up(reckoned)
    state = RULES.initial()
    assert "per 16 round" in tell(RULES, state, turned, "it")
    assert "for 16 rounds" in tell(RULES, state, turned, "en")
    _, span, reach = explain(RULES, state, turned, "en").numbers
    assert (span.partition(":")[0].lower(), span.count("d6=")) == ("duration", 3)
    assert (reach.partition(":")[0], reach.count("d6=")) == ("Hit dice reached", 2)


def laid_by(game: str, spell: str, seed: int) -> tuple[Any, list[EffectBegan]]:
    """What a spell lays on a foe called o, or on its caster m, with whatever dice: the state after it, the effects."""
    ruleset: Any = find_ruleset(game)
    arena = ARENAS[game](someone("m", powers=Powers(caster=9)), someone("o", "B", hp=60, powers=Powers()))
    facts, parts = ruleset.content.find_spell(spell)
    scene = ruleset.scene(arena.state, QuickDice(seed))
    working = Working(by="m", source=f"spell:{spell}", level=9, spell=facts, span=facts.span_for())
    for target in ("o", "m"):
        work(scene, fight(scene.state).combatants[target], parts, working)
    return scene.state, [event for event in scene.events if isinstance(event, EffectBegan)]


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize("game", GAMES)
def test_every_effect_of_every_spell_tells_its_span_to_whoever_may_know(game: str) -> None:
    ruleset: Any = find_ruleset(game)
    kinds = set()
    for spell in ruleset.content.spells:
        for seed in range(3):
            state, began = laid_by(game, spell, seed)
            for event in began:
                kinds.add(event.kind)
                for reckoned in event.sums():
                    adds_up(reckoned)
                own = Seat("p", controls=frozenset({event.who}))
                for seat in (REFEREE, own, SPECTATOR):
                    shown = shown_to(ruleset, state, event, seat)
                    if isinstance(shown, EffectBegan):
                        lines = [tell(ruleset, state, shown, language).rstrip(".") for language in LANGUAGES]
                        assert all(line.endswith(")") == (seat is not SPECTATOR) for line in lines), (spell, lines)
    assert len(kinds) > MANY

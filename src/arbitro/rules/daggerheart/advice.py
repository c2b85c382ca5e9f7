"""The GM's helper: what the rules now call for, which moves would fit and why. It proposes; it never acts.

`hints` says it with keys and atoms, `advice` in words. A person in the GM's seat reads it beside the choices.
"""

from collections.abc import Iterator

from msgspec import Struct, field

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart import fitting
from arbitro.rules.daggerheart.acting import longest_without
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.dice_pool import roll_odds
from arbitro.rules.daggerheart.difficulty import benchmarks_search
from arbitro.rules.daggerheart.feature_aims import feature_of
from arbitro.rules.daggerheart.feature_texts import feature_text, questions, who_it_is
from arbitro.rules.daggerheart.feature_use import at_will
from arbitro.rules.daggerheart.features import feature_ready
from arbitro.rules.daggerheart.fitting import Fit
from arbitro.rules.daggerheart.gm_turn import occasion, rules_of
from arbitro.rules.daggerheart.numbers import difficulty_here, difficulty_of, rules_of_features
from arbitro.rules.daggerheart.presence import PLACE, foes_left
from arbitro.rules.daggerheart.scene_end import fear_budget, tension_verdict
from arbitro.rules.daggerheart.state import Attempt, Chance, Experience, Foe, Request, SceneState, State, Turn
from arbitro.rules.daggerheart.words import OUTCOMES, WITH_FEAR
from arbitro.text import Language


class Hint(Struct, frozen=True, omit_defaults=True):
    """One piece of advice: a key of the texts, what fills it, the rules behind it, the choice that would follow it."""

    key: str
    rules: tuple[str, ...]
    values: dict[str, str | int] = field(default_factory=dict)
    choice: str = ""


class Advice(Struct, frozen=True, omit_defaults=True):
    """A hint in words."""

    text: str
    rules: tuple[str, ...]
    choice: str = ""


def _choice_of(fit: Fit) -> str:
    """The choice that would follow a move that fits."""
    if fit.condition:
        return f"clear_condition/{fit.foe}/{fit.condition}"
    if fit.foe:
        return f"spotlight/{fit.foe}"
    return f"make_move/{fit.move}/lands" if fit.lands else f"make_move/{fit.move}"


def advice(game: Ruleset[State], state: State, language: Language) -> list[Advice]:
    """What the rules call for now, in words, for whoever sits in the GM's chair."""
    said = []
    for hint in hints(game, state, language):
        values = {name: _shown(game, state, value, language) for name, value in hint.values.items()}
        said.append(Advice(game.texts.say(language, f"advice.{hint.key}", **values), hint.rules, hint.choice))
    return said


def _shown(game: Ruleset[State], state: State, value: str | int, language: Language) -> object:
    if isinstance(value, str) and value.startswith("@"):
        return game.name_of(state, value[1:], language)
    if isinstance(value, str) and value.startswith("#"):
        return game.texts.say(language, value[1:])
    return value


def hints(game: Ruleset[State], state: State, language: Language = "en") -> Iterator[Hint]:
    """Everything that the moment calls for, most pressing first."""
    scene = state.scene
    if scene is None or scene.ending:
        return
    kind = state.awaiting[0].kind if state.awaiting else ""
    if kind == "call" and scene.deed is not None:
        yield from _call_hints(books_of(game), state, scene, scene.deed, language)
    elif kind == "roll" and scene.pending is not None:
        yield from _odds_hints(books_of(game), state, scene.pending)
    elif kind == "opening" and scene.last is not None:
        answer = books_of(game).guidance.outcomes["critical_success"]
        who: dict[str, str | int] = {"who": f"@{scene.last.actor}"}
        yield Hint("answer_critical_success", (*answer.rules, "DH-MOVE-20"), who, "give_edge")
    elif kind == "chance":
        yield from _chance_hints(game, state, scene, language)
    elif not state.awaiting:
        if scene.turn is not None:
            yield from _turn_hints(game, state, scene, scene.turn, language)
        else:
            yield from _player_hints(game, state, scene)
    yield from _fear_hints(books_of(game), state, scene)


# ------------------------------------------------------------------ before a roll (GUIDA SUI TIRI AZIONE)


def _call_hints(books: Library, state: State, scene: SceneState, deed: Attempt, language: Language) -> Iterator[Hint]:
    who = {"who": f"@{deed.who}"}
    hero = state.party[deed.who]
    yield Hint("is_it_needed", ("DH-ACTION-01", "DH-ACTION-02", "DHP-DUAL-12"), {**who}, "no_roll")
    apt = apt_experience(hero.sheet.experiences, deed.text, language)
    if apt and not scene.in_danger:
        yield Hint(
            "experience_makes_it_easy", ("DH-ACTION-02",), {**who, "experience": f"@{deed.who}/{apt}"}, "no_roll"
        )
    yield Hint("say_the_stakes", ("DH-ACTION-03",), {**who})
    yield Hint("warn_of_consequences", ("DH-ACTION-04", "DH-MOVE-05"), {**who})
    yield Hint("offer_a_bargain", ("DH-ACTION-05",), {**who}, "offer_bargain")
    yield Hint("prefer_a_die", ("DH-ADV-01",))
    target = scene.foes.get(deed.target)
    if target is not None:
        number = difficulty_of(books, target)
        yield Hint(
            "difficulty_of_foe",
            ("DH-DIFF-02",),
            {"foe": f"@{target.id}", "difficulty": number},
            "request_roll/default",
        )
    elif place := difficulty_here(books, state):
        yield Hint("difficulty_of_place", ("DHP-ENV-01", "DH-DIFF-03"), {"difficulty": place}, "request_roll/default")
    else:
        yield Hint("set_a_difficulty", ("DH-DIFF-03", "DH-DIFF-04"), {}, "request_roll/set")
    for found in benchmarks_search(books, deed.text, language, 3) if deed.text else ():
        values: dict[str, str | int] = {"difficulty": found.difficulty, "deed": found.text, "verb": found.verb}
        yield Hint("benchmark", found.rules, values, "request_roll/set")


def apt_experience(experiences: tuple[Experience, ...], text: str, language: Language) -> str:
    """An Experience whose name shares a word with what was described."""
    words = {word for word in text.lower().split() if len(word) > 3}
    for one in experiences:
        if words & set(one.name.in_(language).lower().split()):
            return one.id
    return ""


def _odds_hints(books: Library, state: State, request: Request) -> Iterator[Hint]:
    odds = roll_odds(books, state, request)
    values: dict[str, str | int] = {"who": f"@{request.actor}", "difficulty": request.difficulty or 0}
    for outcome in OUTCOMES:
        values[outcome] = str(odds[outcome])
    yield Hint("odds", ("DHP-DUAL-08",), values)
    if request.against and request.kind == "action":
        yield Hint("raise_by_experience", ("DH-DIFF-02", "DHP-ADVSTAT-04"), {"foe": f"@{request.against}"})


# ------------------------------------------------------------------ the GM's turn (SCEGLIERE LE MOSSE DEL GM)


def _turn_hints(
    game: Ruleset[State], state: State, scene: SceneState, turn: Turn, language: Language
) -> Iterator[Hint]:
    books, acting = books_of(game), scene.foes.get(turn.acting)
    if acting is not None:
        yield Hint("foe_may", ("DHP-SPOT-05", "DH-ADVERSARY-01", "DH-ADVERSARY-02"), {"who": f"@{acting.id}"})
        yield from _foe_hints(game, state, acting, language)
        yield Hint("let_them_react", ("DH-ADVERSARY-03", "DH-ADVERSARY-04"), {"who": f"@{acting.id}"}, "call_reaction")
        return
    yield Hint(
        f"reason_{turn.why}",
        occasion(turn.reason, turn.outcome),
        {"who": f"@{turn.subject}"} if turn.subject else {"who": ""},
    )
    if turn.outcome is not None:
        answer = books.guidance.outcomes[turn.outcome]
        yield Hint(f"answer_{turn.outcome}", (*answer.rules, "DH-MOVE-20"), {"who": f"@{turn.subject}"})
        soft = turn.outcome not in WITH_FEAR
        yield Hint("lean_soft" if soft else "lean_hard", ("DH-SOFT-01" if soft else "DH-SOFT-02", "DH-SOFT-03"))
    yield Hint("free_move" if turn.free else "paid_move", ("DH-FEAR-09", "DH-SPOTLIGHT-02"), {"free": turn.free})
    yield from _fitting(books, state)
    if scene.place is not None:
        for feature in scene.place.features:
            if feature.kind == "action" and feature_ready(books, state, PLACE, feature) is None:
                words = feature_text(game, scene.place, feature, language)
                values: dict[str, str | int] = {"feature": f"@place/{feature.id}", "fear": feature.fear, "words": words}
                key = "place_may" if words else "use_the_place"
                yield Hint(key, ("DH-FEAR-11", "DHP-ENV-01"), values, f"use_feature/place/{feature.id}")
        for ask in questions(books, scene.place, language):
            yield Hint("ask_yourself", ("DHP-ENV-01",), {"question": ask})
    yield Hint("or_end", ("DH-SPOTLIGHT-01", "DH-MOVE-02"), {}, "end_turn")


def _foe_hints(game: Ruleset[State], state: State, foe: Foe, language: Language) -> Iterator[Hint]:
    """What the adversary in the spotlight wants, and what each of its features would do."""
    _, wants = who_it_is(books_of(game), foe, language)
    if wants:
        yield Hint("it_wants", ("DHP-ADVSTAT-01",), {"who": f"@{foe.id}", "wants": wants})
    for feature in foe.block.features:
        words = feature_text(game, foe, feature, language)
        ready = feature.kind == "passive" or feature_ready(books_of(game), state, foe.id, feature) is None
        if words and ready:
            free = feature.kind != "passive" and at_will(state, foe.id, feature)
            named: dict[str, str | int] = {"feature": f"@{foe.id}/{feature.id}", "words": words}
            choice = f"use_feature/{foe.id}/{feature.id}" if free else ""
            yield Hint("feature", feature.rules or rules_of_features(foe.id), named, choice)


def _chance_hints(game: Ruleset[State], state: State, scene: SceneState, language: Language) -> Iterator[Hint]:
    """What the reaction would do that the GM is asked about."""
    step = scene.agenda[0] if scene.agenda else None
    if not isinstance(step, Chance):
        return
    owner = scene.foes.get(step.owner) or scene.place
    feature = feature_of(state, step.owner, step.feature)
    if owner is not None and feature is not None and (words := feature_text(game, owner, feature, language)):
        named: dict[str, str | int] = {"feature": f"@{step.owner}/{feature.id}", "words": words}
        yield Hint("feature", feature.rules or rules_of_features(step.owner), named, "answer/yes")


def _fitting(books: Library, state: State) -> Iterator[Hint]:
    """Moves that fit, each with its reason; one of the GM's own is always among them (DH-MOVE-01)."""
    now = fitting.moment(books, state)
    for fit in fitting.of_size(now, fitting.fits(now)) if now is not None else ():
        shown: dict[str, str | int] = {"move": f"#move.{fit.move}", "why": f"#why.{fit.why}"}
        yield Hint("try_move", rules_of(books, state, fit.move), shown, _choice_of(fit))
    own: dict[str, str | int] = {"move": "#move.custom", "why": "#why.your_own"}
    yield Hint("try_move", books.guidance.moves["custom"].rules, own, "make_move/custom")


# ------------------------------------------------------------------ the players' spotlight


def _player_hints(game: Ruleset[State], state: State, scene: SceneState) -> Iterator[Hint]:
    last = scene.last
    if last is not None and not last.told:
        answer = books_of(game).guidance.outcomes[last.outcome]
        if not answer.gm_move and last.outcome != "critical_success":
            yield Hint(f"answer_{last.outcome}", (*answer.rules, "DH-MOVE-20"), {"who": f"@{last.actor}"})
        yield Hint("what_changed", ("DHP-DUAL-13",), {}, "note_change")
    nxt = longest_without(state)
    if nxt and scene.rolls:
        yield Hint("waited_longest", ("DHP-SPOT-01",), {"who": f"@{nxt}"}, f"take_spotlight/{nxt}")
    yield Hint(
        "occasions", ("DH-MOVE-02", "DH-MOVE-05", "DH-MOVE-06", "DH-MOVE-07"), {}, "open_turn/golden_opportunity"
    )
    if state.fear.held:
        yield Hint("interrupt", ("DH-FEAR-08", "DH-MOVE-02"), {"fear": state.fear.held}, "interrupt")
    for number, threat in enumerate(scene.threats):
        shown = game.texts.find("en", f"move.{threat}")
        text = f"#move.{threat}" if shown is not None else threat
        yield Hint("threat_pending", ("DH-SOFT-01",), {"threat": text}, f"settle_threat/{number}")


# ------------------------------------------------------------------ Fear and tension (USARE LA PAURA)


def _fear_hints(books: Library, state: State, scene: SceneState) -> Iterator[Hint]:
    budget = fear_budget(books, state)
    if budget is not None:
        spent, low, high = budget
        verdict = tension_verdict(books, scene)
        level = books.guidance.tension[scene.tension]
        values: dict[str, str | int] = {
            "spent": spent,
            "low": low,
            "high": high,
            "tension": f"#tension.{scene.tension}",
        }
        yield Hint(f"budget_{verdict}", ("DH-TENSION-01", *level.rules), values, "set_tension")
    big = any(foe.block.leads for foe in foes_left(state))
    if big and scene.tension in ("incidental", "minor", "typical"):
        yield Hint("propose_major", ("DH-TENSION-05",), {}, "set_tension")
    limit = int(state.options["gm_fear_reminder_at"])
    if scene.turn is not None and limit and state.fear.held >= limit:
        yield Hint("much_fear", ("DH-FEAR-14",), {"fear": state.fear.held})
    if scene.turn is not None and state.fear.held and not scene.turn.free:
        yield Hint("fear_weighs", ("DH-FEAR-13",))

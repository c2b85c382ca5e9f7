"""Two worlds that differ only in what is hidden: a narrator is given the same, and its prose is judged alike."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.agents.people import Model, sitting
from tests.web.tables import SHARED, Person, forget_chance, invited, opened, server
from tests.web.test_secrecy import WORLDS, World, done, keep_a_calendar, many_secrets, nothing
from tests.web.test_secrecy_underground import filled, left_alone, one_world, shown_and_hidden

LIES = {
    "en": (
        "The orcs are afraid, and one of them is a traitor called Bruno.",
        "Their morale holds: 3 and 4 on the dice, 7 in all.",
        "Behind the screen fall 20, 12, 11, 9 and 2.",
        "Orc 5 has 1 hit point left, or 2, and armour 17, or 19.",
        "Orc 6 flees; Orc 1 surrenders and dies.",
        "Four kobolds wait next door with 500 coins of gold, and a trap shoots arrows at the greedy.",
    ),
    "it": (
        "Gli orchi hanno paura, e uno di loro è un traditore: lo chiamano Bruno.",
        "Il morale tiene: 3 e 4 sui dadi, 7 in tutto.",
        "Dietro lo schermo cadono 20, 12, 11, 9 e 2.",
        "All'orco 5 resta 1 punto ferita, o 2, con armatura 17, o 19.",
        "L'orco 6 fugge; l'orco 1 si arrende e muore.",
        "Quattro coboldi aspettano nella stanza accanto con 500 monete d'oro, e una trappola scaglia frecce.",
    ),
}
"""Prose that guesses at every secret of the worlds, numbers and names included."""
NEVER = " Zebulon Quarx nods."
"""What is true at no table: with it every guess is refused, and the refusal says what else was wrong with it."""
AFTER = (None, 0, 3, 10_000)
"""After which line it claims to tell: the last telling, the first line, somewhere, beyond the end."""
READ: tuple[tuple[str, dict[str, Any]], ...] = (
    ("look", {}),
    ("choices", {}),
    ("story", {"count": 500}),
    ("map", {}),
    ("journal", {}),
    ("why", {}),
    ("sheet", {"who": "orc-5"}),
    ("tables", {}),
)
Heard = list[Any]


def about(text: str, after: int | None) -> dict[str, Any]:
    return {"text": text} if after is None else {"text": text, "after": after}


def lies_over_http(nora: Person) -> Heard:
    """What the server says to each lie, byte by byte, in both languages."""
    heard: Heard = []
    for language, lies in LIES.items():
        nora.language = language
        for after in AFTER:
            answers = [nora.post("/narrate", about(lie + NEVER, after)) for lie in lies]
            assert {answer.status_code for answer in answers} == {400}
            heard += [answer.content for answer in answers]
        heard += [nora.get(path).content for path in ("", "/story?count=500", "/fragments", "/journal", "/log")]
    return heard


def over_mcp(client: Any, nora: Person, *tellings: str) -> Heard:
    """What the tools of the narrator's seat say: what can be read, every lie, and then what is told."""

    async def one(model: Model, tool: str, **arguments: Any) -> Any:
        answer = await model.raw(tool, **arguments)
        return (tool, answer.is_error, [part.model_dump() for part in answer.content], answer.structured_content)

    async def ask() -> Heard:
        heard: Heard = []
        for language, lies in LIES.items():
            async with sitting(client.app, language=language, token=nora.token) as model:  # type: ignore[arg-type]
                heard += [await one(model, tool, **arguments) for tool, arguments in READ]
                refused = [await one(model, "tell", **about(lie + NEVER, after)) for lie in lies for after in AFTER]
                assert all(is_error for _, is_error, *_ in refused)
                heard += refused
        async with sitting(client.app, token=nora.token) as model:
            return heard + [await one(model, "tell", text=telling) for telling in tellings]

    return asyncio.run(ask())


def in_a_fight(world: World) -> Heard:
    """All that a narrator hears at a table at which something hidden happens before and after it tells."""
    with pytest.MonkeyPatch.context() as patch, server(SHARED) as client:
        forget_chance(patch)
        referee = opened(client, "referee")
        keep_a_calendar(referee)
        anna = invited(referee, "Anna", sides=["party"])
        invited(referee, "Bruno", sides=["orcs"])
        nora = invited(referee, "Nora", "narrator")
        done(anna.say("do", **anna.first_choice("attack")))
        world(referee)
        done(anna.say("do", **anna.first_choice("attack")))
        heard = [*lies_over_http(nora), *over_mcp(client, nora, "Dust settles over the floor.")]
        assert not heard[-1][1]  # this was told
        world(referee)
        again = nora.post("/narrate", {"text": "Dust hangs in the air."})
        heard.append((again.status_code, again.content))
        done(anna.say("do", **anna.first_choice("attack")))
        assert nora.post("/narrate", {"text": "Dust drifts about."}).status_code == 204
        return heard + [person.get("/story?count=500").content for person in (nora, anna)]


def differing(one: Heard, other: Heard) -> list[Any]:
    """Where two narrators heard something else."""
    return [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]


def test_what_happens_out_of_sight_is_not_heard_in_what_a_narrator_is_told() -> None:
    assert differing(in_a_fight(many_secrets), in_a_fight(nothing)) == []


@pytest.mark.slow
def test_nor_is_any_single_secret() -> None:
    plain = in_a_fight(nothing)
    assert [(world.__name__, trace) for world in WORLDS if (trace := differing(in_a_fight(world), plain))] == []


def changed(path: str, value: Any) -> World:
    """A world in which the referee has changed a number that nobody else sees."""

    def world(referee: Person) -> None:
        done(referee.say("override", path=path, value=value, reason="because"))

    return world


def test_a_hidden_number_cannot_be_found_by_guessing_at_it_in_prose() -> None:
    armoured = [in_a_fight(changed("fight.combatants.orc-5.profile.armour", value)) for value in (17, 19)]
    assert differing(*armoured) == []


def underground(fill: Callable[[Any, Person], None]) -> Heard:
    """All that a narrator hears in a dungeon with something, or nothing, in rooms that nobody has seen."""
    with pytest.MonkeyPatch.context() as patch, server(SHARED) as client:
        forget_chance(patch)
        people = one_world(client, fill, shown_and_hidden)
        nora = invited(people["referee"], "Nora", "narrator")
        return [*lies_over_http(nora), *over_mcp(client, nora, "Dust settles over the floor.")]


def test_what_waits_in_rooms_unseen_cannot_be_found_by_telling_of_it() -> None:
    full, empty = underground(filled), underground(left_alone)
    assert differing(full, empty) == []
    assert not full[-1][1]

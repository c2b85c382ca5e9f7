"""Language models at the table, by the protocol's own client: what they may do, see, and are told where they err."""

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.agents.people import Model, house, listening, sitting
from tests.web.tables import SHARED, forget_chance, server
from tests.web.test_secrecy import WORLDS, World, nothing, played

from arbitro.agents import TEXTS
from arbitro.agents.catalogue import TOOLS, input_schema
from arbitro.agents.prompts import PROMPTS
from arbitro.client import Client as TableServer
from arbitro.client import calls
from arbitro.text import LANGUAGES


@asynccontextmanager
async def over_http(address: str, token: str, language: str = "en") -> Any:
    """A model in the seat of a token, over streamable HTTP."""
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
    web = httpx2.AsyncClient(headers=headers, timeout=30)
    async with web, Client(streamable_http_client(f"{address}/mcp", http_client=web)) as client:
        yield Model(client)


def test_a_whole_fight_is_played_through_tools_alone() -> None:
    async def fight() -> None:
        async with house(seed="d") as app, sitting(app) as model:
            taken = await model.use("open_table", game="whitebox", scene="fights/orcs")
            assert taken == {"table": "orcs-1", "name": "party", "role": "player"}
            lines, finished, steps = [], False, 0
            while not finished:
                came = await model.step()
                assert came["done"], came
                assert came["your_turn"] or came["finished"]
                lines += [line["number"] for line in came["story"]]
                finished, steps = came["finished"], steps + 1
            assert steps > 5
            story = await model.use("story", count=500)
            told = [line["number"] for line in story["lines"]]
            assert lines == [number for number in told if number >= lines[0]]  # nothing is told twice, nothing left out
            why = await model.use("why", line=next(line["number"] for line in story["lines"] if line.get("dice")))
            assert why["rules"]
            assert "##" in (await model.use("journal"))["markdown"]

    asyncio.run(fight())


def test_ten_steps_of_a_campaign_are_walked_through_tools_alone_over_http() -> None:
    async def walk(address: str, token: str) -> None:
        async with over_http(address, token, "it") as model:
            offered = await model.tools()
            assert "do" in offered
            assert "open_table" not in offered  # a seat's token opens one table
            seen = (await model.use("look"))["seq"]
            for _ in range(10):
                came = await model.step(("enter", "go", "explore", "on", "set_out"))
                assert came["done"], came
                assert came["seq"] > seen
                seen = came["seq"]
            assert (await model.use("map"))["words"]

    with listening() as address:
        host = TableServer(address)
        seat = host.ask(calls.open_table("campaign-whitebox", "campaigns/own", party="ready:novices"))
        asyncio.run(walk(address, seat.token))
        host.close()


def test_each_seat_has_the_tools_that_it_may_use_and_no_other() -> None:
    async def look_around() -> None:
        async with house() as app:
            async with sitting(app, "referee") as referee:
                await referee.use("open_table", game="whitebox", scene="fights/orcs")
                everything = set(await referee.tools())
                assert everything == set(TOOLS) - {"tell"}  # a referee decides, and a narrator tells
            for seat in ("spectator", "narrator"):
                async with sitting(app, seat, "it", table="orcs-1") as onlooker:
                    assert (await onlooker.use("take_seat"))["role"] == seat
                    own = await onlooker.tools()
                    assert not {"do", "say", "pursue", "undo", "note", "throw", "oracle", "send"} & set(own)
                    assert ("tell" in own) == (seat == "narrator")
                    assert all(
                        own[name].annotations.read_only_hint for name in set(own) - {"open_table", "take_seat", "tell"}
                    )
                    assert (await onlooker.use("choices"))["choices"] == []
                    code, text = await onlooker.wrong("do", choice="end_turn", seq=0)
                    assert (code, text) == ("no_tool", "Il tuo posto non ha uno strumento «do».")

    asyncio.run(look_around())


def test_a_narrator_sees_with_the_eyes_of_the_party_and_has_no_hands() -> None:
    with server(SHARED) as client:
        people = played(client, nothing)
        referee = people["referee"]
        answer = referee.post("/seats", {"name": "Nora", "role": "narrator"})
        nora = type(referee)(client, referee.table, answer.json()["token"])
        party, told = people["player"].look(), nora.look()
        assert told["view"] == party["view"]
        assert told["role"] == "narrator"
        assert (told["choices"], told["aims"], told["questions"]) == ([], [], [])
        assert not any(one["mine"] for one in told["awaited"])
        for kind, message in (
            ("do", party["choices"][0]["id"]),
            ("note", "x"),
            ("throw", "1d6"),
            ("stir_dice", "x"),
        ):
            named = {"do": "choice", "note": "text", "throw": "notation", "stir_dice": "text"}[kind]
            assert nora.say(kind, **{named: message})["code"] == "not_yours"
        orcs = referee.post("/seats", {"name": "Olga", "role": "narrator", "sides": ["orcs"]})
        olga = type(referee)(client, referee.table, orcs.json()["token"])
        assert olga.look()["view"] == people["other"].look()["view"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_wrong_is_said_in_the_readers_language(language: Any) -> None:
    async def err() -> list[str]:
        async with house() as app, sitting(app, language=language) as model:
            heard = [await model.wrong("look")]  # at which table?
            heard.append(await model.wrong("open_table", game="chess", scene="x"))
            heard.append(await model.wrong("open_table", game="whitebox"))
            await model.use("open_table", game="whitebox", scene="fights/orcs")
            heard.append(await model.wrong("sheet", who="nobody"))
            heard.append(await model.wrong("throw", notation="3d"))
            heard.append(await model.wrong("odds", notation="d6/"))
            heard.append(await model.wrong("show_rule", rule="WB-NONE-01"))
            heard.append(await model.wrong("oracle", question="?", likelihood="perhaps"))
            heard.append(await model.wrong("story", after=-1))
            heard.append(await model.wrong("nothing_of_the_kind"))
            refused = await model.use("do", choice="attack/nobody", seq=0)
            assert not refused["done"]
            return [text for _, text in heard] + [refused["text"]]

    sentences = asyncio.run(err())
    assert all(sentences)
    other = {"en": ("Non ", "C'è", "gioco", "posto"), "it": ("There is", "cannot", "The ", "This ")}[language]
    assert not [one for one in sentences if any(word in one for word in other)]


def test_every_tool_is_described_in_both_languages() -> None:
    for language in LANGUAGES:
        for name, tool in TOOLS.items():
            assert TEXTS.say(language, f"tool.{name}.text")
            schema = input_schema(name, language)
            assert schema["type"] == "object"
            assert all(field["description"] for field in schema["properties"].values()), tool


def test_books_and_prompts_can_be_read() -> None:
    async def read() -> None:
        async with house() as app, sitting(app, language="it") as model:
            pages = {page.uri for page in (await model.client.list_resources()).resources}
            assert {"arbitro://rules/whitebox", "arbitro://options/daggerheart", "arbitro://guides/player"} <= pages
            for uri in ("arbitro://rules/infausta", "arbitro://options/archmage", "arbitro://guides/rulings"):
                (page,) = (await model.client.read_resource(uri)).contents
                assert len(page.text) > 1000
            for uri in ("arbitro://rules/chess", "arbitro://guides/../pyproject", "file:///etc/passwd"):
                with pytest.raises(Exception, match=r"\w"):
                    await model.client.read_resource(uri)
            for name in PROMPTS:
                texts = {
                    language: (await model.client.get_prompt(name, {"language": language})).messages[0].content.text
                    for language in LANGUAGES
                }
                assert texts["it"] != texts["en"]
                assert (await model.client.get_prompt(name)).messages[0].content.text == texts["it"]

    asyncio.run(read())


def test_dice_and_the_oracle_come_from_the_tables_own_stream() -> None:
    async def throw() -> None:
        async with house() as app, sitting(app) as model:
            await model.use("open_table", game="whitebox", scene="fights/orcs")
            thrown = await model.use("throw", notation="3d6", purpose="a whim")
            said = await model.use("oracle", question="Is the door locked?", likelihood="probable", prompts=["action"])
            assert said["answer"]
            assert len(said["prompts"]) == 1 + said["twist"]
            story = {line["number"]: line for line in (await model.use("story", count=500))["lines"]}
            assert [die["face"] for die in story[thrown["line"]]["dice"]] == thrown["faces"]
            assert all(story[number].get("dice") for number in said["lines"])
            exact = await model.use("odds", notation="2d6", at_least=9)
            assert exact["numbers"]["at_least"] == pytest.approx(10 / 36)

    asyncio.run(throw())


def test_long_work_tells_how_far_it_has_come() -> None:
    async def weigh() -> None:
        heard: list[float] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            assert message
            heard.append(progress)

        async with house() as app, sitting(app, "referee") as model:
            await model.use("open_table", game="whitebox", scene="fights/orcs")
            while (await model.use("choices"))["questions"]:
                await model.step(("surprise",))
            answer = await model.client.call_tool("odds", {"fight": "now"}, progress_callback=hear)
            assert not answer.is_error, answer.content
            assert answer.structured_content["fight"]
            assert heard == sorted(heard)
            code, text = await model.wrong("odds", fight="met:9")
            assert (code, text) == ("no_encounter", "There is no such fight at this table now.")

    asyncio.run(weigh())


# -------------------------------------------------------------------- secrets


READING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tables", {}),
    ("look", {}),
    ("choices", {}),
    ("story", {"count": 500}),
    ("map", {}),
    ("journal", {}),
    ("why", {}),
    ("why", {"line": 10_000}),
    ("sheet", {"who": "berto"}),
    ("sheet", {"who": "orc-1"}),
    ("help", {"choice": "attack/berto/sword"}),
    ("help", {"choice": "attack/orc-1/jagged-blade"}),
    ("why_not", {"text": "check the morale of the orcs"}),
    ("why_not", {"text": "Berto casts sleep"}),
    ("say", {"text": "orc 1 attacks Berto"}),
    ("search_rules", {"words": "morale"}),
    ("do", {"choice": "check_morale/orcs-orc", "seq": 1}),
    ("undo", {"seq": 1}),
    ("send", {"message": {"type": "order", "command": {"type": "check_morale", "group": "orcs-orc"}}}),
)


def all_that_is_told(world: World, seat: str) -> list[Any]:
    """What every tool says to a seat at a table at which something hidden happened."""
    with pytest.MonkeyPatch.context() as patch, server(SHARED) as client:
        forget_chance(patch)
        people = played(client, world)
        if seat == "narrator":
            answer = people["referee"].post("/seats", {"name": "Nora", "role": "narrator"})
            token = answer.json()["token"]
        else:
            token = people[seat].token

        async def ask() -> list[Any]:
            async with sitting(client.app, token=token) as model:
                told: list[Any] = [sorted(await model.tools())]
                for tool, arguments in READING:
                    answer = await model.raw(tool, **arguments)
                    told.append((tool, answer.is_error, [one.model_dump() for one in answer.content]))
                    told.append(answer.structured_content)
                return told

        return client.blocking_portal.call(ask) if hasattr(client, "blocking_portal") else asyncio.run(ask())


@pytest.mark.parametrize("seat", ["player", "spectator", "narrator"])
def test_what_is_hidden_leaves_no_trace_in_what_tools_say(seat: str) -> None:
    plain = all_that_is_told(nothing, seat)
    for world in WORLDS[-1:]:
        assert all_that_is_told(world, seat) == plain


# -------------------------------------------------------------------- ways in


def test_the_command_speaks_over_standard_input_and_output(tmp_path: Any) -> None:
    async def talk() -> None:
        environment = {**os.environ, "ARBITRO_DB": str(tmp_path / "tables.db"), "ARBITRO_LANG": "it"}
        command = StdioServerParameters(command=sys.executable, args=["-m", "arbitro", "mcp"], env=environment)
        async with Client(command) as client:
            model = Model(client)
            await model.use("open_table", game="whitebox", scene="fights/orcs")
            assert (await model.step())["done"]
            assert "Arbitro" in (client.instructions or "")
        async with Client(command) as client:  # what was played is kept
            (kept,) = (await Model(client).use("tables"))["tables"]
            assert kept["id"] == "orcs-1"

    asyncio.run(talk())


def test_nobody_comes_in_over_http_by_a_token_that_opens_nothing() -> None:
    async def knock(address: str) -> None:
        async with over_http(address, "guessed") as model:
            assert not {"do", "open_table"} & set(await model.tools())
            code, _ = await model.wrong("look", table="orcs-1")
            assert code == "no_tool"
            assert "odds" not in await model.tools()  # a stranger gives the server no work

    with listening() as address:
        host = TableServer(address)
        host.ask(calls.open_table("whitebox", "fights/orcs"))
        asyncio.run(knock(address))
        host.close()


def test_a_sentence_is_done_where_it_is_clear_and_asked_about_where_it_is_not() -> None:
    async def speak() -> None:
        async with house() as app, sitting(app, language="it") as model:
            await model.use("open_table", game="whitebox", scene="fights/orcs")
            asked = await model.use("say", text="attacca l'orco 2")
            assert asked["kind"] == "question"
            assert asked["outcome"] is None
            done = await model.use("say", text="Dalia attacca l'orco 2")
            assert done["outcome"]["done"]
            assert done["outcome"]["story"]
            no = await model.use("say", text="Guido apre la porta")
            assert (no["kind"], no["outcome"]) == ("forbidden", None)
            why = await model.use("why_not", text="Dalia attacca l'orco 3")
            assert why["text"] or why["can"]

    asyncio.run(speak())

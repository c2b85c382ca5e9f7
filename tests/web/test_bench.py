"""The bench in the browser: fights put together, their odds found beside the server, read again, opened as tables."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from litestar.datastructures import MultiDict
from tests.games import PLAYABLE
from tests.packs.sample import TEXTS
from tests.web.tables import ALONE, HOST_TOKEN, SHARED, Person, server

from arbitro.chances.asking import Budget, fight_odds
from arbitro.chances.bout import fight_dice, first_state
from arbitro.chances.building import OwnFight, creatures, parties, sheets
from arbitro.chances.intervals import exact
from arbitro.chances.outcome import reading_of
from arbitro.chances.replaying import replayed
from arbitro.web.bench import running
from arbitro.web.bench.asked import BenchFight, FoesAsked, bout_of, budget_of, setup_of
from arbitro.web.bench.form import form_shown
from arbitro.web.bench.running import BUSY, OFF, YOURS, Bench, Busy, RunWorker
from arbitro.web.bench.shown import MOST_BARS, bars, differing, result_csv, shown
from arbitro.web.bench.worker import RunFound, RunJob, RunRefused, RunStep
from arbitro.web.settings import Settings

ORCS: dict[str, Any] = {"game": "whitebox", "scene": "orcs", "fights": 50, "sampled": True}
PLAIN = {"initiative_tie": "reroll", "surprise_method": "judgement", "morale_table": "off"}


def run(client: Any, fight: dict[str, Any], before: dict[str, Any] | None = None, language: str = "en") -> list[Any]:
    """A run to its end, line by line."""
    body = {"fight": fight} if before is None else {"fight": fight, "before": before}
    answer = client.post("/v1/bench/odds", json=body, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/jsonl")
    return [json.loads(line) for line in answer.text.splitlines()]


class Lent:
    """A process that several servers use, one after the other."""

    def __init__(self, worker: RunWorker) -> None:
        self.answers = worker.answers

    def end(self) -> None:
        """It goes on to the next server."""


@pytest.fixture(scope="module")
def process() -> Iterator[RunWorker]:
    """A process that finds odds; to begin one takes longer than what most of these tests ask of it."""
    made = RunWorker()
    yield made
    made.end()


@pytest.fixture
def lent(process: RunWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every server is lent the same process."""
    monkeypatch.setattr(running, "RunWorker", lambda: Lent(process))


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_page_offers_every_party_and_creature_of_a_game(game: str) -> None:
    with server(ALONE) as client:
        for language in ("it", "en"):
            page = client.get(f"/bench?game={game}", headers={"Accept-Language": language}).text
            for kind, _ in creatures(game, "en"):
                assert f'value="{kind}"' in page
            for party, phrase in parties(game):
                assert f'value="{party}"' in page
                assert phrase.in_(language)[-4:] in page
            assert not re.search(r"web\.bench\.\w+", page)


def test_what_stands_in_the_address_is_what_is_chosen() -> None:
    said = "game=whitebox&party=random:3:2&foe=orc:6&foe=ogre:2&feet=60&dark=1&set=morale_table=off&own=focus&seed=abc"
    with server(ALONE) as client:
        page = client.get(f"/bench?{said}&fights=200&sampled=1").text
    assert re.search(r'value="random" selected', page)
    assert re.search(r'name="size"[^>]*value="3"', page)
    assert re.search(r'name="level"[^>]*value="2"', page)
    assert page.count('value="orc" selected') == 1
    assert re.search(r'value="60" selected', page)
    assert re.search(r'name="light">', page)
    assert 'id="bench-unknown" role="status" hidden' in page
    assert page.count('value="ogre" selected') == 1
    assert re.search(r'value="off" selected', page)
    assert re.search(r'value="focus" selected', page)
    assert 'value="abc"' in page
    assert re.search(r'value="200" selected', page)
    assert re.search(r'name="sampled" checked', page)


@pytest.mark.parametrize(
    "said", ["game=zzz", "fights=x&foe=&foe=:&set=&set=zzz=1&party=&own=1", "party=random:99999999:x"]
)
def test_an_address_that_makes_no_sense_is_a_page_as_usual(said: str) -> None:
    with server(ALONE) as client:
        assert client.get(f"/bench?{said}").status_code == 200


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("foe=mud_toad:3", "mud_toad"),
        ("foe=wolf:999999", "999999"),
        ("foe=wolf:-2", "-2"),
        ("foe=wolf:2&foe=nobody:3", "nobody"),
        ("scene=zzz", "zzz"),
        ("set=foo=bar", "foo"),
        ("set=death_rule=zzz", "zzz"),
        ("own=zzz", "zzz"),
        ("others=yyy", "yyy"),
        ("party=ready:zzz", "ready:zzz"),
        ("party=random:99:1", "99"),
        ("fights=7", "7"),
        ("feet=31", "31"),
        ("game=zzz", "zzz"),
    ],
)
def test_what_an_address_asks_for_and_there_is_not_is_named_and_not_replaced(said: str, told: str) -> None:
    game = "" if said.startswith("game") else "game=whitebox&"
    with server(ALONE) as client:
        pages = [client.get(f"/bench?{game}{said}", headers={"Accept-Language": one}).text for one in ("it", "en")]
    notices = [re.search(r'id="bench-unknown" role="status">(.*?)</div>', page) for page in pages]
    assert all(found and told in found[1] for found in notices), notices
    assert notices[0][1] != notices[1][1]  # type: ignore[index]
    if "foe" in said:
        rows = re.search(r'id="foes">(.*?)</ul>', pages[1], re.S)
        assert rows is not None
        assert rows[1].count("selected") == said.count("wolf:2&")


@pytest.mark.parametrize("game", ["whitebox", "infausta", "archmage", "daggerheart"])
def test_distance_and_light_are_chosen(game: str) -> None:
    reading = reading_of(game)
    foe = creatures(game, "en")[0][0]
    own = {"game": game, "party": parties(game)[0][0], "foes": [{"kind": foe}]}
    starts = set()
    for feet in reading.distances[1:]:
        for light in (True, False) if reading.light else (True,):
            asked = msgspec.convert({**own, "feet": feet, "light": light}, BenchFight)
            starts.add(msgspec.json.encode(setup_of(asked).start))
            first_state(bout_of(asked), fight_dice("1", 0).play)
    usual = msgspec.json.encode(setup_of(msgspec.convert(own, BenchFight)).start)
    assert usual not in starts
    assert len(starts) == (len(reading.distances) - 1) * (2 if reading.light else 1)
    with server(ALONE) as client:
        wrong = client.post("/v1/bench/odds", json={"fight": {**own, "feet": 7}})
        assert wrong.status_code == 400
        assert all(str(feet) in wrong.json()["error"]["text"] for feet in reading.distances)


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_bench_opens_with_a_small_fight_that_a_first_party_may_win(game: str) -> None:
    begun = form_shown(MultiDict({"game": game}), "en")
    assert begun.foes == reading_of(game).example
    assert {kind for kind, _ in begun.foes} <= dict(creatures(game, "en")).keys()
    assert begun.party == next(party for party, _ in parties(game))
    own = {"game": game, "party": begun.party, "foes": [{"kind": kind, "number": n} for kind, n in begun.foes]}
    few = Budget(fights=12, width=0.0, situations=0)
    odds = fight_odds(bout_of(msgspec.convert(own, BenchFight)), "wins", few)
    won = next(each for name, each in odds.estimates.items() if name.startswith("wins/"))
    assert won.value >= 0.5


def test_only_the_host_of_a_shared_server_has_a_bench() -> None:
    with server(SHARED) as client:
        stranger, host = Person(client, "", ""), Person(client, "", HOST_TOKEN)
        assert 'id="bench"' not in stranger.ask("GET", "/bench").text
        assert 'id="bench"' in host.ask("GET", "/bench").text
        refused = stranger.ask("POST", "/v1/bench/odds", json={"fight": ORCS})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "host_only")


# ---------------------------------------------------------------- runs


@pytest.mark.usefixtures("lent")
def test_the_same_question_has_the_same_answer_and_it_is_the_engine_s() -> None:
    with server(ALONE) as client:
        first, again = run(client, ORCS), run(client, ORCS)
    assert first[-1]["type"] == "done"
    assert {line["type"] for line in first[:-1]} <= {"progress"}
    assert all(line["of"] == 50 and line["text"] for line in first[:-1])
    assert first[-1]["result"] == again[-1]["result"]
    asked = msgspec.convert(ORCS, BenchFight)
    expected = fight_odds(bout_of(asked), "wins", budget_of(asked), seed=asked.seed)
    assert first[-1]["result"]["estimates"] == json.loads(msgspec.json.encode(expected.as_data()))["estimates"]
    assert first[-1]["csv"].splitlines()[1].startswith("wins/party,")


@pytest.mark.usefixtures("lent")
def test_what_can_be_counted_out_is_exact_and_fights_can_be_read_all_the_same() -> None:
    with server(ALONE) as client:
        told = run(client, {**ORCS, "sampled": False, "options": PLAIN})[-1]
        assert told["result"]["method"] == "derived"
        assert round(told["result"]["estimates"]["wins/party"]["value"], 12) == 0.685497879264
        assert "68.5498 %" in told["html"]
        assert "data-replay=" in told["html"]


@pytest.mark.usefixtures("lent")
def test_what_has_changed_is_told_fight_by_fight_though_nothing_was_kept() -> None:
    other = {**ORCS, "own": "scatter"}
    with server(ALONE) as client:
        fresh = run(client, other, before=ORCS)[-1]["html"]
        run(client, ORCS)
        kept = run(client, other, before=ORCS)[-1]["html"]
    assert fresh == kept
    assert "held against fight" in fresh


def test_a_fight_that_cannot_be_is_refused_in_the_reader_s_language() -> None:
    own = {"game": "whitebox", "party": "ready:novices"}
    wrong: list[dict[str, Any]] = [
        {"game": "zzz"},
        {"game": "whitebox", "scene": "zzz"},
        {**own, "foes": []},
        {"game": "whitebox", "foes": [{"kind": "orc"}]},
        {**own, "party": "ready:zzz", "foes": [{"kind": "orc"}]},
        {**own, "foes": [{"kind": "zzz"}]},
        {**own, "foes": [{"kind": "orc", "number": 60}, {"kind": "ogre", "number": 9}]},
        {**own, "party": "", "people": "{", "foes": [{"kind": "orc"}]},
        {**ORCS, "own": "zzz"},
        {**ORCS, "options": {"zzz": 1}},
        {**ORCS, "fights": 10**9},
    ]
    with server(ALONE) as client:
        for fight in wrong:
            texts = []
            for language in ("it", "en"):
                headers = {"Accept-Language": language}
                answer = client.post("/v1/bench/odds", json={"fight": fight}, headers=headers)
                assert answer.status_code == 400, (fight, answer.text[:300])
                texts.append(answer.json()["error"]["text"])
            assert texts[0] != texts[1], texts


@pytest.mark.usefixtures("lent")
def test_time_that_is_over_ends_a_run_with_what_there_is() -> None:
    with server(Settings(bench_seconds=0.0)) as client:
        told = run(client, {**ORCS, "fights": 5000})[-1]
    assert told["result"]["late"]
    assert 0 < told["result"]["count"] < 5000
    assert "time was over" in told["html"]


def test_an_answer_may_come_after_the_time_of_a_request() -> None:
    with server(Settings(work_seconds=0.5)) as client:
        assert run(client, ORCS)[-1]["type"] == "done"


# ---------------------------------------------------------------- budget


class Slow:
    """A worker that has nothing to say until it is ended."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.ended = False

    async def answers(self, job: RunJob) -> Any:
        yield RunStep("sampled", 50, job.budget.fights)
        await asyncio.sleep(60)

    def end(self) -> None:
        self.ended = True


def a_job(fights: int = 50) -> RunJob:
    asked = msgspec.convert({**ORCS, "fights": fights}, BenchFight)
    return RunJob(bout=bout_of(asked), seed="1", budget=budget_of(asked), seconds=60)


def test_one_run_for_each_visitor_and_so_many_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(running, "RunWorker", Slow)

    async def play() -> None:
        inner = str(tmp_path / "1.sock")  # as with several processes: locks that all of them see
        bench, other = Bench(Settings(bench_at_once=2, inner=inner)), Bench(Settings(bench_at_once=2, inner=inner))
        anna, bruno = bench.run("anna", a_job()), bench.run("bruno", a_job())
        assert isinstance(await anext(anna), RunStep)
        assert bench.why_not("anna") == YOURS
        with pytest.raises(Busy, match=YOURS):
            await anext(other.run("anna", a_job()))
        assert isinstance(await anext(bruno), RunStep)
        assert bench.why_not("carla") == BUSY
        with pytest.raises(Busy, match=BUSY):
            await anext(other.run("carla", a_job()))
        worker = bench._at_work["anna"]
        await anna.aclose()  # the page was closed
        assert isinstance(worker, Slow)
        assert worker.ended
        assert bench.why_not("anna") == ""
        carla = other.run("carla", a_job())
        assert isinstance(await anext(carla), RunStep)
        await carla.aclose()
        await bruno.aclose()

    asyncio.run(play())


def test_who_comes_when_there_is_no_room_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(ALONE) as client:
        for why in (BUSY, YOURS, OFF):
            monkeypatch.setattr(Bench, "why_not", lambda bench, visitor, why=why: why)
            texts = set()
            for language in ("it", "en"):
                answer = client.post("/v1/bench/odds", json={"fight": ORCS}, headers={"Accept-Language": language})
                assert (answer.status_code, answer.json()["error"]["code"]) == (429, why)
                texts.add(answer.json()["error"]["text"])
            assert len(texts) == 2


def test_a_host_may_have_no_bench() -> None:
    assert Bench(Settings(bench_at_once=0)).why_not("anna") == OFF


def test_whoever_stops_listening_has_ended_the_process() -> None:
    async def play() -> None:
        bench = Bench(Settings())
        told = bench.run("anna", a_job(5000))
        assert isinstance(await anext(told), RunStep)
        worker = bench._at_work["anna"]
        assert worker is not None
        await told.aclose()
        await asyncio.to_thread(worker.process.join, 10)
        assert not worker.process.is_alive()
        bench.close()

    asyncio.run(play())


def test_a_process_that_is_done_is_used_again_and_says_what_is_wrong_in_words() -> None:
    async def play() -> None:
        bench = Bench(Settings())
        wrong = msgspec.structs.replace(a_job(), bout=msgspec.structs.replace(a_job().bout, start=()))
        refused = [told async for told in bench.run("anna", wrong)][-1]
        assert isinstance(refused, RunRefused)
        assert refused.words["it"] != refused.words["en"]
        (worker,) = bench._idle
        began = time.monotonic()
        assert isinstance([told async for told in bench.run("anna", a_job())][-1], RunFound)
        assert bench._idle == [worker]
        assert time.monotonic() - began < 60
        bench.close()
        await asyncio.to_thread(worker.process.join, 10)
        assert not worker.process.is_alive()

    asyncio.run(play())


# ---------------------------------------------------------------- reading and opening


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_fight_of_one_s_own_is_read_and_opened_as_a_table(game: str) -> None:
    fight = {"game": game, "party": parties(game)[0][0], "foes": [{"kind": creatures(game, "en")[0][0], "number": 2}]}
    with server(ALONE) as client:
        read = client.post("/v1/bench/replay", json={"fight": fight, "number": 3}, headers={"Accept-Language": "it"})
        assert read.status_code == 200
        asked = msgspec.convert(fight, BenchFight)
        replay = replayed(bout_of(asked), asked.seed, 3)
        lines = {unescape(one).strip() for one in re.findall(r"<(?:li|summary)>([^<]*)", read.json()["html"])}
        assert {line.strip() for line in replay.story("it")} <= lines
        made = client.post("/v1/bench/tables", json={"fight": fight, "mode": "referee", "number": 3}).json()
        referee = Person(client, made["table"], made["token"])
        assert made["role"] == "referee"
        state = client.app.state.house.tables._rooms[made["table"]].session.state
        assert msgspec.json.encode(state) == msgspec.json.encode(replay.end)
        assert len(referee.get("/story?count=1000").json()["lines"]) >= len(replay.story("en"))
        fresh = client.post("/v1/bench/tables", json={"fight": fight, "mode": "solo"}).json()
        alone = Person(client, fresh["table"], fresh["token"])
        assert fresh["role"] == "player"
        assert alone.get("/story").json()["lines"]


@pytest.mark.usefixtures("lent")
def test_a_party_out_of_a_file_fights_too() -> None:
    people = sheets(OwnFight(game="whitebox", party="random:2:1"))
    text = msgspec.json.encode({"game": "whitebox", "characters": people}).decode()
    fight = {"game": "whitebox", "people": text, "file": "mine.json", "foes": [{"kind": "orc", "number": 1}]}
    with server(ALONE) as client:
        html = run(client, {**fight, "fights": 50, "sampled": True})[-1]["html"]
        for one in people:
            assert one.name.en in html


@pytest.mark.usefixtures("lent")
@pytest.mark.parametrize("game", PLAYABLE)
def test_a_creature_of_one_s_own_pack_is_offered_fought_and_taken_to_a_table(game: str) -> None:
    packs = [{"file": "toads.yaml", "text": TEXTS[game].replace("inherit: whitebox", f"inherit: {game}")}]
    fight = {"game": game, "party": parties(game)[0][0], "foes": [{"kind": "mud_toad", "number": 2}], "packs": packs}
    with server(ALONE) as client:
        kinds = client.post("/v1/bench/kinds", json={"game": game, "packs": packs}, headers={"Accept-Language": "it"})
        assert {"kind": "mud_toad", "name": "Rospo del fango"} in kinds.json()
        told = run(client, {**fight, "fights": 10, "sampled": True})[-1]
        assert "Mud toad 2" in told["html"]
        assert client.post("/v1/bench/replay", json={"fight": fight, "number": 1}).status_code == 200
        made = client.post("/v1/bench/tables", json={"fight": fight, "mode": "referee"})
        assert made.status_code == 201
        session = client.app.state.house.tables._rooms[made.json()["table"]].session
        assert [pack.name for pack in session.ruleset.packs] == ["toads.yaml"]
        wrong = {**fight, "packs": [{"file": "x.yaml", "text": "content: monsters\ninherit: zzz\nentries: {}\n"}]}
        assert client.post("/v1/bench/odds", json={"fight": wrong}).status_code == 400


# ---------------------------------------------------------------- what is shown


def found_of(fight: dict[str, Any]) -> RunFound:
    asked = msgspec.convert(fight, BenchFight)
    odds = fight_odds(bout_of(asked), "wins", budget_of(asked), seed=asked.seed)
    return RunFound(odds, odds if odds.sample is not None else None)


def test_everybody_is_listed_and_the_three_fights_are_those_of_the_run() -> None:
    found = found_of(ORCS)
    told = shown(found, None, "en")
    assert [side.id for side in told.sides] == ["party", "orcs"]
    assert [one.name for one in told.sides[0].people] == ["Berto", "Dalia", "Guido", "Livia"]
    assert len(told.sides[1].people) == 6
    numbers = dict(told.telling)
    assert set(numbers) == {"typical", "best", "worst"}
    assert found.odds.sample is not None
    wins = found.odds.sample.values["wins/party"]
    assert wins[numbers["best"]] >= wins[numbers["typical"]] >= wins[numbers["worst"]]
    assert all(abs(sum(float(bar.share.removesuffix(" %")) for bar in chart.bars) - 100) < 1.5 for chart in told.charts)


def test_many_numbers_are_put_together_so_that_the_bars_can_be_read() -> None:
    drawn = bars("x", exact(40.0), {float(value): 0.01 for value in range(100)}, "en")
    assert len(drawn.bars) <= MOST_BARS
    assert drawn.bars[0].label == "0–4"
    assert all(bar.y + bar.height <= drawn.height for bar in drawn.bars)
    assert drawn.every > 1  # their labels do not run into each other


def test_runs_with_other_seeds_are_not_paired() -> None:
    one, other = found_of(ORCS).odds, found_of({**ORCS, "seed": "2"}).odds
    assert differing(one, found_of({**ORCS, "own": "scatter"}).odds)[1]
    apart, paired = differing(one, other)
    assert not paired
    assert apart["wins/party"].low < apart["wins/party"].value < apart["wins/party"].high
    assert not shown(RunFound(one), one, "en").change.rows  # type: ignore[union-attr]


def test_the_table_of_numbers_has_a_row_for_each() -> None:
    odds = found_of(ORCS).odds
    assert len(result_csv(odds, "it").splitlines()) == 1 + len(odds.estimates)


def test_budgets_fight_all_fights() -> None:
    asked = BenchFight(game="whitebox", foes=(FoesAsked("orc"),))
    assert budget_of(asked) == Budget(fights=1000, width=0.0, situations=300)

"""The client for programs, against a real server: typed answers, a live stream, and a bot that plays in lines."""

import re
import subprocess
import sys
from pathlib import Path
from socket import SHUT_RDWR

import httpx
import pytest
from tests.agents.people import listening

from arbitro.client import Client, TurnedAway, calls

BOT = Path(__file__).parents[2] / "examples" / "chat" / "bot.py"


def test_a_program_plays_by_typed_answers_and_follows_what_happens() -> None:
    with listening() as address:
        host = Client(address)
        seat = host.ask(calls.open_table("whitebox", "fights/orcs"))
        table = host.at(seat.table, seat.token)
        live = table.live()
        first = next(live)
        assert first.moment is not None
        assert [line.number for line in first.lines][:2] == [1, 2]
        moment = table.look()
        while moment.busy or not moment.choices:
            moment = table.look()
        offer = next(one for one in moment.choices if one.id.startswith("attack/"))
        reply = table.do(offer, {"target": offer.fields[0].picks[0].value}, moment)
        assert reply.done
        numbers, done = [line.number for line in first.lines], ""
        while " attacks " not in done:
            event = next(live)
            assert event.moment is not None
            numbers += [line.number for line in event.lines]
            done = " ".join(line.text for line in event.lines if line.by == seat.name)
        assert numbers == sorted(set(numbers))
        live.close()  # type: ignore[attr-defined]
        assert table.story(after=numbers[-1]).last >= numbers[-1]
        assert table.do("attack/nobody").code == "web.choice_gone"
        stranger = host.at(seat.table, "guessed")
        with pytest.raises(TurnedAway) as away:
            stranger.look()
        assert (away.value.status, away.value.code) == (404, "no_table")
        for one in (host, table.client, stranger.client):
            one.close()


def test_a_program_follows_and_acts_on_one_line() -> None:
    with listening() as address:
        host = Client(address)
        seat = host.ask(calls.open_table("whitebox", "fights/orcs"))
        table = host.at(seat.table, seat.token)
        with table.line() as line:
            numbers: list[int] = []
            for event in line:
                numbers += [told.number for told in event.lines]
                if event.moment is not None and event.moment.choices and not event.moment.busy:
                    break
            assert event.moment is not None
            offer = next(one for one in event.moment.choices if one.id.startswith("attack/"))
            assert line.do("attack/nobody").code == "web.choice_gone"
            assert line.say("dance").code == "unreadable"
            assert line.do(offer, {"target": offer.fields[0].picks[0].value}).done
            told = ""
            for event in line:  # what came in while an answer was awaited is not lost
                numbers += [each.number for each in event.lines]
                told += " ".join(each.text for each in event.lines if each.by == seat.name)
                if " attacks " in told:
                    break
            line._socket.socket.shutdown(SHUT_RDWR)  # the line breaks: it is opened again, and nothing is told twice
            note = "said while nobody was on the line"
            assert table.say("note", text=note).done
            for event in line:
                numbers += [each.number for each in event.lines]
                if any(note in each.text for each in event.lines):
                    break
            assert numbers == sorted(set(numbers))
        for one in (host, table.client):
            one.close()


def test_a_line_ends_with_its_seat() -> None:
    with listening() as address:
        host = Client(address)
        seat = host.ask(calls.open_table("whitebox", "fights/orcs", "referee"))
        referee = host.at(seat.table, seat.token).client
        guest = referee.ask(calls.invite(seat.table, "Anna", "spectator"))
        with host.at(seat.table, guest.token).line() as line:
            heard = iter(line)
            assert next(heard).type == "moment"
            httpx.delete(
                f"{address}/v1/tables/{seat.table}/seats/{guest.seat}",
                headers={"Authorization": f"Bearer {seat.token}"},
                timeout=30,
            ).raise_for_status()
            rest = list(heard)
            assert rest[-1].type == "closed"
            assert rest[-1].text
        for one in (host, referee):
            one.close()


def test_a_bot_plays_in_a_chat_line_by_line() -> None:
    with listening() as address:
        host = Client(address)
        seat = host.ask(calls.open_table("whitebox", "fights/orcs"))
        table = host.at(seat.table, seat.token)
        while table.look().busy:
            pass
        said = "?\nattack orc 2\n1\nDalia opens the door\n"
        ran = subprocess.run(
            [sys.executable, str(BOT), address, seat.table, seat.token],
            input=said,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        lines = ran.stdout.splitlines()
        assert any(line.startswith("- ") and "strike" in line for line in lines)
        assert any(line.startswith("Which of these do you mean") for line in lines)
        assert "No expedition is under way." in ran.stdout
        assert " attacks Orc 2 " in " ".join(line.text for line in table.story(count=500).lines)
        host.close()
        table.client.close()


@pytest.mark.parametrize("page", ["docs/api.md", "docs/it/api.md"])
def test_the_program_on_the_page_runs(page: str) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (BOT.parents[2] / page).read_text(encoding="utf-8"), re.DOTALL)
    with listening() as address:
        asked = program.replace("http://127.0.0.1:8420", address)
        ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
        assert ran.stdout == "done\n"

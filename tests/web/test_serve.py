"""``arbitro serve``: what it refuses, where it listens, and what it tells its processes."""

import socket

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.cli import serve
from arbitro.web.service import Service
from arbitro.web.settings import Settings


@pytest.fixture
def app():
    return application(["arbitro.cli.serve"])


def asked(app, *arguments: str):
    return CliRunner().invoke(app, ["serve", "--lang", "en", *arguments])


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::"])
def test_others_are_let_in_only_when_that_is_said(app, host):
    answer = asked(app, "--host", host)
    assert answer.exit_code == 2
    assert "--share" in answer.output


def test_several_processes_need_a_way_to_hear_of_each_other(app):
    answer = asked(app, "--workers", "2")
    assert answer.exit_code == 2
    assert "--channels" in answer.output


def test_a_port_that_is_taken_is_named(app):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = asked(app, "--port", str(taken.getsockname()[1]))
        assert answer.exit_code == 2
        assert str(taken.getsockname()[1]) in answer.output


def test_without_a_port_the_next_free_one_is_taken(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        first = taken.getsockname()[1]
        if first > 65_000:
            pytest.skip("too near to the last port there is")
        monkeypatch.setattr(serve, "PORT", first)
        with serve.listening("127.0.0.1", None) as found:
            assert first < found.getsockname()[1] < first + serve.TRIES


@pytest.mark.parametrize("share", [False, True])
def test_settings_follow_from_what_was_asked(monkeypatch, capsys, tmp_path, share):
    given: list[tuple[Settings, str]] = []

    async def no_server(bound: socket.socket, settings: Settings, show: str) -> int:
        given.append((settings, show))
        return 0

    monkeypatch.setattr(serve, "_one", no_server)
    with serve.listening("127.0.0.1", 0) as bound:
        serve.run(bound, Service(host="127.0.0.1", store=str(tmp_path / "x.db"), share=share), True, "en")
        port = bound.getsockname()[1]
    ((settings, show),) = given
    printed = capsys.readouterr().out
    assert show in printed
    assert settings.shared == share
    assert bool(settings.host_digest) == share
    assert ("/host/" in show) == share
    assert settings.host_digest not in printed or not share
    assert f":{port}" in show
    assert {"127.0.0.1", "localhost"} <= set(settings.names)
    assert "*" not in settings.names

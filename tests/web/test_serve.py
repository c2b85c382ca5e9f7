"""``arbitro serve``: what it refuses, where it listens, and what it tells its processes."""

import json
import logging
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.terminal import Run
from tests.web.tables import server as web_server
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.cli import serve
from arbitro.cli.hostkey import host_key, key_file
from arbitro.cli.serve import check
from arbitro.store.sql import url_of
from arbitro.text import Fault
from arbitro.web.logs import JsonLines
from arbitro.web.service import Service, read_service
from arbitro.web.serving import uvicorn_options
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

    async def no_server(bound: socket.socket, settings: Settings, show: str, announce: Callable[[], None]) -> int:
        announce()
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


# ---------------------------------------------------------------- the settings of a service


def test_the_later_word_counts(tmp_path: Path) -> None:
    file = tmp_path / "arbitro.yaml"
    file.write_text("port: 9000\nshare: true\nnames: [one.example]\nlog: json\n")
    environ = {"ARBITRO_PORT": "9001", "ARBITRO_NAMES": "two.example three.example", "ARBITRO_HTTPS": "true"}
    service = read_service(file, environ, {"port": 9002, "host": None})
    assert service == Service(port=9002, share=True, names=("two.example", "three.example"), https=True, log="json")
    assert read_service(file, environ, {}).port == 9001
    assert read_service(file, {}, {}).port == 9000
    assert read_service(None, {}, {}) == Service()


@pytest.mark.parametrize(
    ("text", "environ", "said"),
    [
        ("prt: 9000", {}, "arbitro.yaml, line 1: “prt” is not known here; did you mean “port”"),
        ("port: many", {}, "line 1"),
        ("port: 70000", {}, "line 1"),
        ("", {"ARBITRO_PORT": "many"}, "ARBITRO_PORT is many"),
        ("", {"ARBITRO_SHARE": "perhaps"}, "ARBITRO_SHARE is perhaps"),
        ("", {"ARBITRO_WORKERS": "0"}, "ARBITRO_WORKERS is 0"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(tmp_path: Path, text: str, environ: dict[str, str], said: str) -> None:
    file = tmp_path / "arbitro.yaml"
    file.write_text(text)
    with pytest.raises(Fault) as fault:
        read_service(file, environ, {})
    assert said in fault.value.in_("en")


def test_settings_that_are_not_there_are_named(app, tmp_path: Path) -> None:
    answer = asked(app, "--config", str(tmp_path / "none.yaml"))
    assert answer.exit_code == 2
    assert "none.yaml" in answer.output


@pytest.mark.parametrize(
    ("service", "host"),
    [
        (Service(), "127.0.0.1"),
        (Service(share=True), "0.0.0.0"),
        (Service(share=True, host="127.0.0.1"), "127.0.0.1"),
        (Service(share=True, host="192.0.2.7"), "192.0.2.7"),
    ],
)
def test_the_server_listens_where_it_is_told_to(service: Service, host: str) -> None:
    assert service.listens_on == host


@pytest.mark.parametrize(
    "arguments", [("--cert", "c.pem"), ("--key", "k.pem"), ("--cert", "none.pem", "--key", "none.pem")]
)
def test_a_certificate_is_whole_and_there(app, arguments: tuple[str, ...]) -> None:
    assert asked(app, *arguments).exit_code == 2


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--host", "\u202e", "--share"), "--host"),
        (("--log", "xml"), "--log"),
        (("--store", "mysql://x/y"), "mysql"),
        (("--store", "postgresql+asyncpg://u:secret@127.0.0.1:port/x"), "127.0.0.1:port/x"),
        (("--store", "postgresql+psycopg://u:secret@127.0.0.1:1/x"), "psycopg"),
        (("--store", "://"), "://"),
        (("--store", "sqlite+none://x"), "sqlite+none"),
        (("--name", ""), "table.example.org"),
        (("--name", "http://x/"), "http://x/"),
        (("--name", "*"), "*"),
        (("--name", "a b"), "a b"),
        (("--behind-proxy", "nonsense", "--share"), "nonsense"),
        (("--behind-proxy", "10.0.0.0/99", "--share"), "10.0.0.0/99"),
        (("--cert", "bad.pem", "--key", "bad.pem"), "bad.pem"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(run: Run, words: tuple[str, ...], named: str) -> None:
    Path("bad.pem").write_text("no certificate", encoding="utf-8")
    code, said = run("serve", "--port", "0", *words)
    assert code == 2
    assert named in said
    assert "secret" not in said
    assert "own: " not in said  # a fault of ours


@pytest.mark.parametrize(
    ("name", "asked"),
    [("Table.Example.org:8443", "table.example.org"), ("[fd00::7]:80", "[fd00::7]"), ("10.0.0.7", "10.0.0.7")],
)
def test_the_server_answers_to_the_name_it_was_given_however_it_is_written(name: str, asked: str) -> None:
    service = Service(names=(name,))
    check(service)
    assert asked in serve._settings(service, "", "", "", "[fd00::1]").names
    assert "[fd00::1]" in serve._settings(service, "", "", "", "[fd00::1]").names


def test_a_plain_address_of_postgresql_is_understood() -> None:
    assert url_of("postgresql://u@host/x").drivername == "postgresql+asyncpg"
    assert url_of("C:/tables.db").drivername == "sqlite"


def test_proxies_are_believed_only_where_they_are_named() -> None:
    assert uvicorn_options(Settings())["proxy_headers"] is False
    trusting = uvicorn_options(Settings(proxies=("10.0.0.1", "10.0.0.2")))
    assert (trusting["proxy_headers"], trusting["forwarded_allow_ips"]) == (True, "10.0.0.1,10.0.0.2")


def test_the_hosts_key_outlives_the_server_and_can_be_renewed(tmp_path: Path, run: Run) -> None:
    store = str(tmp_path / "tables.db")
    key = host_key(store)
    assert len(key) >= 32
    assert host_key(store) == key
    assert (key_file(store).stat().st_mode & 0o777) == 0o600
    assert run("host-key") == (0, f"{key}\n")
    other = run("host-key", "--renew")[1].splitlines()[0]
    assert other != key
    assert host_key(store) == other
    assert host_key("postgresql+asyncpg://u@h/d", renew=True) not in ("", other)


def test_the_key_and_the_backup_are_those_of_the_server_with_the_same_settings(tmp_path: Path, run: Run) -> None:
    """What a settings file says is where its tables are; a key that no server has yet is said to be new."""
    store, config = tmp_path / "club" / "tables.db", tmp_path / "arbitro.yaml"
    store.parent.mkdir()
    config.write_text(f"share: true\nstore: {store}\n", encoding="utf-8")
    key = host_key(str(store))
    assert run("host-key", "--config", str(config)) == (0, f"{key}\n")
    code, said = run("host-key")
    assert (code, key in said) == (0, False)
    assert "this key is a new one" in said
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRO_CONFIG", str(config))
        patch.setenv("ARBITRO_PASSPHRASE", "a long enough phrase")
        assert run("host-key") == (0, f"{key}\n")
        assert run("backup", str(tmp_path / "x.backup"))[0] == 0
        assert store.exists()  # the store that was opened for it
    config.write_text("stoer: x\n", encoding="utf-8")
    assert run("host-key", "--config", str(config))[0] == 2
    assert run("backup", str(tmp_path / "y.backup"), "--config", str(config))[0] == 2


@pytest.mark.parametrize("arguments", [("--behind-proxy", "127.0.0.1"), ("--https",)])
def test_a_server_behind_a_proxy_is_shared(app, arguments: tuple[str, ...]) -> None:
    """Whoever comes by the proxy is not on this machine: without a seat of theirs they would all be the host."""
    refused = asked(app, *arguments)
    assert refused.exit_code == 2
    assert "--share" in refused.output


@pytest.mark.parametrize("word", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_nobody_is_the_host_through_a_proxy_that_was_not_named(word: str) -> None:
    with web_server() as client:
        assert client.get("/v1").json()["host"]
        assert not client.get("/v1", headers={word: "6.6.6.6"}).json()["host"]
        opened = client.post("/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"}, headers={word: "6.6.6.6"})
        assert opened.status_code == 403
        assert client.get("/metrics", headers={word: "6.6.6.6"}).status_code == 403


def test_sharing_in_the_clear_is_said_once_and_loudly(monkeypatch, capsys, tmp_path: Path) -> None:
    async def no_server(_bound: object, _settings: object, _show: object, announce: Callable[[], None]) -> int:
        announce()
        return 0

    monkeypatch.setattr(serve, "_one", no_server)
    for service, warned in (
        (Service(share=True), True),
        (Service(share=True, https=True), False),
        (Service(share=True, host="127.0.0.1"), False),
        (Service(), False),
    ):
        with serve.listening("127.0.0.1", 0) as bound:
            serve.run(bound, replace(service, store=str(tmp_path / "x.db")), False, "en")
        assert (capsys.readouterr().err.count("WARNING") == 1) is warned, service


def test_lines_of_the_log_have_time_and_level_as_words_or_as_json() -> None:
    record = logging.LogRecord("arbitro.web", logging.ERROR, "", 0, "%s: could not be shown", ("cellar-1",), None)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["logger"], line["message"]) == ("error", "arbitro.web", "cellar-1: could not be shown")
    assert line["time"][:2] == "20"

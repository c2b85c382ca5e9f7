"""What a host is given to install Arbitro with: it says what the program understands, and it works."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import yaml

from arbitro.web.service import PREFIX, Service, read_service

ROOT = Path(__file__).parents[2]
FIELDS = {PREFIX + name.upper() for name in Service.__struct_fields__}
OTHERS = {"ARBITRO_DB", "ARBITRO_CONFIG", "ARBITRO_NAME", "ARBITRO_PASSPHRASE"}
"""Variables that are no settings of the service: the file of the tables, of the settings, and compose's own."""


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text()))


@pytest.mark.parametrize(
    "name", ["Dockerfile", "compose.yaml", "deploy/arbitro.service", "docs/hosting.md", "docs/it/ospitare.md"]
)
def test_every_variable_is_one_that_the_program_reads(name: str) -> None:
    named = set(re.findall(r"\bARBITRO_[A-Z]+\b", (ROOT / name).read_text()))
    assert named
    assert named <= FIELDS | OTHERS


def test_the_pages_name_every_setting() -> None:
    for page in ("docs/hosting.md", "docs/it/ospitare.md"):
        text = (ROOT / page).read_text()
        assert [name for name in Service.__struct_fields__ if f"`{name}`" not in text] == []


def test_the_settings_to_begin_with_are_read() -> None:
    service = read_service(ROOT / "deploy/arbitro.yaml", {}, {})
    assert (service.share, service.listens_on, service.secure) == (True, "127.0.0.1", True)


def test_the_image_runs_without_rights_and_knows_when_it_is_ready() -> None:
    text = (ROOT / "Dockerfile").read_text()
    last = text.rpartition("FROM ")[2]
    assert "USER arbitro" in last
    assert last.index("USER arbitro") < last.index("CMD [")
    assert "/health/ready" in last
    assert "deploy/install.sh /source /opt/arbitro" in text  # the same steps that a bare machine takes
    assert {line.strip() for line in (ROOT / ".dockerignore").read_text().splitlines()} >= {".git", "tests"}


def test_the_services_of_a_club_wait_for_each_other_and_keep_what_they_must() -> None:
    services = compose()["services"]
    assert set(services) == {"arbitro", "database", "channels"}
    assert set(services["arbitro"]["depends_on"]) == {"database", "channels"}
    assert all("healthcheck" in services[name] for name in ("database", "channels"))
    assert services["arbitro"]["ports"] == ["127.0.0.1:8420:8420"]  # the proxy alone reaches it
    kept = {volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", ())}
    assert kept == set(compose()["volumes"])


def test_the_unit_starts_what_the_script_installs() -> None:
    unit = (ROOT / "deploy/arbitro.service").read_text()
    assert "ExecStart=/opt/arbitro/bin/arbitro serve" in unit
    assert "install.sh . /opt/arbitro" in unit
    assert "User=arbitro" in unit


def test_the_lock_of_a_server_has_hashes_and_names_no_index() -> None:
    lines = (ROOT / "requirements/serve.lock").read_text().splitlines()
    assert any(line.startswith("asyncpg==") for line in lines)
    assert any(line.startswith("redis==") for line in lines)
    assert not any("://" in line or "index-url" in line for line in lines)
    assert sum("--hash=sha256:" in line for line in lines) > 50


@pytest.mark.slow
def test_the_steps_of_the_image_lead_to_a_server_that_is_ready(tmp_path: Path) -> None:
    folder = tmp_path / "opt"
    script = ("sh", str(ROOT / "deploy/install.sh"), str(ROOT), str(folder))
    subprocess.run(script, check=True, env={**os.environ, "PYTHON": sys.executable}, cwd=tmp_path)
    own = {"PATH": "/usr/bin:/bin", "ARBITRO_DB": str(tmp_path / "t.db"), "ARBITRO_SHARE": "1", "ARBITRO_PORT": "0"}
    begun = subprocess.Popen(
        (folder / "bin/arbitro", "serve", "--lang", "en"), stdout=subprocess.PIPE, text=True, env=own
    )
    try:
        assert begun.stdout is not None
        port = re.search(r":(\d+)/host/", begun.stdout.readline())
        assert port is not None
        for _ in range(100):
            try:
                with urlopen(f"http://127.0.0.1:{port[1]}/health/ready", timeout=4) as answer:
                    assert answer.read() == b"ready\n"
                break
            except URLError:
                time.sleep(0.2)
        else:
            raise AssertionError("never ready")
    finally:
        begun.terminate()
        begun.communicate(timeout=30)

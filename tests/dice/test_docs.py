"""What the pages about dice say is what the program does, in both languages."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.odds import odds
from arbitro.dice.rolling import roll
from arbitro.dice.stream import AuditedDice, GivenDice, commitment, stir

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": ("dice.md", "audit.md"), "it": ("it/dadi.md", "it/verifica.md")}


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def rows(page: str, kind: str) -> list[list[str]]:
    return [re.split(r" {2,}", line) for block in blocks(page, kind) for line in block.splitlines()]


@pytest.mark.parametrize("page", [pages[0] for pages in PAGES.values()])
def test_the_examples_of_rolls_are_true(page: str) -> None:
    assert len(rows(page, "dice")) > 25
    for text, faces, shown in rows(page, "dice"):
        dice = GivenDice(map(int, faces.split()))
        assert str(roll(text, dice)) == shown
        assert dice.left == 0, text


@pytest.mark.parametrize("page", [pages[0] for pages in PAGES.values()])
def test_the_examples_of_odds_and_refusals_are_true(page: str) -> None:
    for text, question, answer in rows(page, "odds"):
        name, _, number = question.rpartition(" ")
        ask = getattr(odds(text), name.replace(" ", "_"))
        assert ask(int(number)) == Fraction(answer), text
    for text, code, _ in rows(page, "refused"):
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert caught.value.mistake.code == f"dice.{code}"


@pytest.mark.parametrize("page", [pages[0] for pages in PAGES.values()])
def test_the_example_in_python_prints_what_it_says(page: str) -> None:
    (program,) = blocks(page, "python")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == re.findall(r"\)  # (.*)", program)


def test_both_languages_have_the_same_examples() -> None:
    for english, italian in zip(*PAGES.values(), strict=True):
        for kind in ("dice", "odds", "python", "json"):
            assert blocks(english, kind) == blocks(italian, kind)
    assert [row[:2] for row in rows("dice.md", "refused")] == [row[:2] for row in rows("it/dadi.md", "refused")]


SEED = bytes(range(32))


def a_log() -> list[dict]:
    """A log as the pages describe it, with open, hidden, stirred and typed dice."""

    def thrown(source: object, sides: int) -> dict:
        die = source.roll(sides)
        told = {"sides": die.sides, "face": die.face, "at": die.at, "stream": die.stream, "how": die.how}
        plain = {"stream": "play", "how": "rolled"}
        return {key: value for key, value in told.items() if plain.get(key) != value}

    dice = AuditedDice(SEED)
    lines = [{"table": "prova", "commitment": commitment(SEED)}]
    for _ in range(30):
        attack = {"type": "attack", "d20": thrown(dice, 20), "damage": [thrown(dice, 6), thrown(dice, 2**31 + 1)]}
        hidden = {"type": "wandering", "die": thrown(dice.stream("referee"), 6)}
        lines.append({"entry": {"events": [attack, hidden]}})
    lines.append({"entry": {"events": [{"type": "stirred", "who": "Ada", "text": "però"}]}})
    dice = AuditedDice(SEED, stir(bytes(32), "Ada", "però"), dice.positions)
    lines += [{"entry": {"events": [{"die": thrown(dice, 20)}]}} for _ in range(30)]
    lines.append({"entry": {"events": [{"die": thrown(GivenDice([4]), 6)}]}})
    lines.append({"entry": {"events": [{"type": "seed_revealed", "seed": SEED.hex()}]}})
    return lines


def check(page: str, log: list[dict], folder: Path) -> "subprocess.CompletedProcess[str]":
    (program,) = blocks(page, "python")
    assert len(program.splitlines()) <= 25
    file = folder / "table.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
    return subprocess.run([sys.executable, "-I", "-c", program, str(file)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("page", [pages[1] for pages in PAGES.values()])
def test_the_program_that_checks_dice_accepts_an_honest_log(page: str, tmp_path: Path) -> None:
    done = check(page, a_log(), tmp_path)
    assert (done.returncode, done.stdout) == (0, "150 dice hold\n"), done.stderr


def another_face(log: list[dict]) -> None:
    die = log[7]["entry"]["events"][0]["d20"]
    die["face"] = die["face"] % 20 + 1


def a_hidden_face(log: list[dict]) -> None:
    die = log[9]["entry"]["events"][1]["die"]
    die["face"] = die["face"] % 6 + 1


def a_die_left_out(log: list[dict]) -> None:
    del log[12]["entry"]["events"][0]["d20"]


def a_die_again(log: list[dict]) -> None:
    log.insert(5, log[4])


def another_text(log: list[dict]) -> None:
    log[31]["entry"]["events"][0]["text"] = "perciò"


def another_seed(log: list[dict]) -> None:
    log[-1]["entry"]["events"][0]["seed"] = bytes(32).hex()


@pytest.mark.parametrize(
    "tamper", [another_face, a_hidden_face, a_die_left_out, a_die_again, another_text, another_seed]
)
def test_the_program_that_checks_dice_finds_what_was_touched(tamper, tmp_path: Path) -> None:
    log = a_log()
    tamper(log)
    assert check("audit.md", log, tmp_path).returncode != 0

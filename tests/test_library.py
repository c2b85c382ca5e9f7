"""The front door: what ``import arbitro`` gives, how little it loads, and that its examples are true."""

import doctest
import subprocess
import sys
from importlib import import_module
from importlib.resources import files

import msgspec
import pytest

import arbitro
from arbitro import REFEREE, Refused, Table
from arbitro.kernel.command import Refusal
from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import Fault


def opened(**more) -> Table:
    return Table.new("whitebox", "orcs", seed="3", **more)


# -------------------------------------------------------------------- the door itself


def loaded(code: str, *beginnings: str) -> str:
    """Which modules of those names are there once the library is imported and some code has run."""
    shown = f"print(sorted(name for name in sys.modules if name.startswith({beginnings!r})))"
    run = [sys.executable, "-c", f"import sys, arbitro; {code}; {shown}"]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def test_importing_it_loads_nothing_but_the_door():
    code = "import sys; before = set(sys.modules); import arbitro; dir(arbitro)\n"
    code += (
        "print(sorted(name for name in set(sys.modules) - before if name.startswith(('arbitro', 'msgspec', 'yaml'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['arbitro', 'arbitro.version']"


def test_a_table_of_one_game_loads_neither_web_nor_terminal_nor_another_game():
    others = ("arbitro.rules.whitebox", "arbitro.rules.daggerheart", "arbitro.play.sides", "arbitro.web", "arbitro.cli")
    assert loaded("arbitro.Table.new('archmage')", *others) == "[]"


@pytest.mark.parametrize("name", arbitro.__all__)
def test_every_name_at_the_door_is_the_one_in_its_room(name):
    found = getattr(arbitro, name)
    room = arbitro._WHERE.get(name, "arbitro.version")
    assert found is getattr(import_module(room), name)
    assert name in dir(arbitro)


def test_what_is_not_there_is_said_as_python_says_it():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = arbitro.chess  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", ["arbitro", "arbitro.library", "arbitro.dice.odds", "arbitro.dice.rolling"])
def test_the_examples_of_the_docstrings_are_true(module):
    ran = doctest.testmod(import_module(module))
    assert ran.attempted > 0
    assert ran.failed == 0


def test_types_are_shipped():
    assert files("arbitro").joinpath("py.typed").is_file()


# -------------------------------------------------------------------- games and scenes


@pytest.mark.parametrize("name", arbitro.games())
def test_every_ready_scene_of_every_game_opens_by_its_name(name):
    for scene, title in arbitro.scenes(name).items():
        assert title
        table = Table.new(name, scene, seed="1")
        assert table.ledger.length > 1
        assert table.verify().holds


@pytest.mark.parametrize("name", arbitro.campaigns())
def test_every_campaign_opens_by_the_name_of_its_game(name):
    found = arbitro.campaign(name.removeprefix("campaign-"))
    assert found is arbitro.campaign(name)
    table = Table.new(found, seed="1")
    assert "gather" in {choice.id for choice in table.choices()}


def test_a_game_or_a_scene_that_is_not_there_is_a_fault_in_both_languages():
    with pytest.raises(Fault) as fault:
        arbitro.game("chess")
    assert "whitebox" in fault.value.in_("it")
    assert fault.value.in_("it") != fault.value.in_("en")
    with pytest.raises(Fault, match="fights/orcs"):
        Table.new("whitebox", "nowhere")


def test_a_scene_may_be_a_file(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_bytes(files("arbitro.rules.whitebox").joinpath("fights", "orcs.yaml").read_bytes())
    assert Table.new("whitebox", file, seed="3").state == opened().state


def test_a_scene_that_cannot_begin_says_why():
    scene = arbitro.game("whitebox").read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
    twice = msgspec.structs.replace(scene, start=(*scene.start, *scene.start))
    with pytest.raises(Fault, match="It cannot begin like this: "):
        Table.new("whitebox", twice)


def test_options_are_those_of_the_scene_and_then_ones_own():
    assert opened(options={"death_rule": "unconscious_at_zero"}).state.options["death_rule"] == "unconscious_at_zero"
    with pytest.raises(Fault):
        opened(options={"no_such_option": True})


def test_without_a_seed_the_dice_are_of_the_machine():
    assert Table.new("whitebox", "orcs").seed != Table.new("whitebox", "orcs").seed
    assert arbitro.roll("10d1000").dice != arbitro.roll("10d1000").dice
    assert arbitro.roll("10d1000", "x") == arbitro.roll("10d1000", "x")


# -------------------------------------------------------------------- at the table


def test_a_move_is_a_choice_its_id_or_a_command():
    company = opened().seats[0]
    choice = opened().choices(company)["attack/berto/sword"]
    logs = []
    for move in ("attack/berto/sword", choice):
        table = opened()
        table.do(move, company, target="orc-1")
        logs.append(table.export())
    table = opened()
    table.do(table.command(choice, target="orc-1"), company)
    assert logs == [table.export()] * 2


@pytest.mark.parametrize("name", arbitro.games())
def test_the_program_plays_everybody_but_one_person(name):
    scene = next(iter(arbitro.scenes(name)))
    table = Table.new(name, scene, seed="1")
    person = table.seats[0]
    table.go_on(person)
    assert person in table.turn
    assert table.choices(person)
    table.go_on()
    assert table.over
    assert table.turn == ()
    assert table.verify().holds


def test_a_choice_that_is_not_there_names_those_that_are():
    table = opened()
    with pytest.raises(Fault, match=r"“fly” is not among the choices now: attack/berto/sword, "):
        table.do("fly")


def test_what_is_refused_is_raised_or_given_as_one_likes_and_nothing_happened():
    table = opened()
    company, orcs = table.seats
    attack = table.command("attack/berto/sword", company, target="orc-1")
    before = table.export()
    with pytest.raises(Refused) as refused:
        table.do(attack, orcs)
    assert refused.value.refusal == table.submit(attack, orcs)
    assert isinstance(table.submit(attack, orcs), Refusal)
    assert refused.value.in_("it") != str(refused.value)
    assert table.export() == before


def test_undoing_and_redoing_are_remembered_and_a_branch_is_a_table_too():
    table = opened()
    begun = table.state
    table.do("attack/berto/sword", target="orc-1")
    done = table.state
    table.undo()
    assert table.state == begun
    table.redo()
    assert table.state == done
    assert table.verify().holds
    branch = table.branch("other", bytes(32))
    assert type(branch) is Table
    assert branch.undo().by == REFEREE.name
    with pytest.raises(Refused):
        Table.new("whitebox").undo()


def test_a_seat_is_told_only_what_it_may_know():
    table = opened()
    company, _ = table.seats
    guess = table.chance("attack/berto/sword", company, target="orc-1")
    known = table.chance("attack/berto/sword", target="orc-1")
    assert guess is not None
    assert known is not None
    assert guess.estimate
    assert not known.estimate
    assert guess.success != known.success, "a guess goes by middling armour, not by the orc's own"
    table.do("attack/berto/sword", company, target="orc-1")
    assert "needs ≥ 13" in " ".join(table.why().numbers)
    assert "13" not in " ".join(table.why(seat=company).numbers)
    assert len(table.story(company)) <= len(table.story())
    assert table.story(company, "it")[-1] != table.story(company)[-1]


def test_a_log_that_was_tampered_with_is_not_loaded_and_without_its_seed_no_die_falls():
    table = opened()
    table.do("attack/berto/sword", target="orc-1")
    log = table.export()
    with pytest.raises(Fault):
        Table.load(log.replace(b'"face":3', b'"face":4'), "3")
    with pytest.raises(Fault):
        Table.load(log, "another seed")
    read = Table.load(log)
    assert type(read) is Table
    assert read.story() == table.story()
    assert read.verify().open_dice > 0
    with pytest.raises(Refused, match="seed"):
        read.do("attack/dalia/axe", target="orc-1")


def test_the_seed_is_revealed_at_the_end():
    table = opened()
    table.do("attack/berto/sword", target="orc-1")
    assert Table.load(table.export()).verify().dice == 0
    table.reveal()
    assert Table.load(table.export()).verify().dice > 0


def test_the_picture_is_the_games_own():
    assert "Berto" in opened().picture()

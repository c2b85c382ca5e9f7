"""What people type is read as they mean it; what could mean two things is refused with a sentence that teaches."""

import re
from pathlib import Path
from string import Formatter

import pytest

import arbitro.dice
from arbitro.dice.expression import Chain, Compare, Count, Explode, Keep, Limit, Number, Pool, Reroll, Throw
from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import DEEPEST, LONGEST, parse, parse_condition
from arbitro.text import LANGUAGES, load_catalogue

# What is typed, and the one way in which the program writes the same.
READ = [
    ("d20", "1d20"),
    ("3d6+2", "3d6+2"),
    ("1D8 - 1", "1d8-1"),
    ("d%", "1d100"),
    ("4dF", "4dF"),
    ("4df", "4dF"),
    ("3 d 6", "3d6"),
    ("2*(1d6+1)", "2*(1d6+1)"),
    ("2×1d6÷2", "2*1d6/2"),
    ("(1d6)", "1d6"),
    ("((2d6))+1", "2d6+1"),
    ("-1d4+3", "-1d4+3"),
    ("--1d4", "1d4"),
    ("+1d4", "1d4"),
    ("1d4−1", "1d4-1"),
    ("1-(2-3)", "1-(2-3)"),
    ("4d6k", "4d6kh1"),
    ("4d6k3", "4d6kh3"),
    ("4d6KH3", "4d6kh3"),
    ("2d20kl", "2d20kl1"),
    ("4d6dl1", "4d6dl1"),
    ("4d6pl1", "4d6dl1"),
    ("4d6ph", "4d6dh1"),
    ("6d6dh2kl2", "6d6dh2kl2"),
    ("3d6!", "3d6!"),
    ("3d6x", "3d6!"),
    ("3d6x6", "3d6!6"),
    ("3d6!>=5", "3d6!>=5"),
    ("3d6!>4", "3d6!>4"),
    ("3d6!!", "3d6!!"),
    ("3d6!p", "3d6!p"),
    ("3d6!pl1", "3d6!dl1"),
    ("3d6xo", "3d6xo"),
    ("3d6!-1", "3d6!-1"),
    ("4d6ro<3", "4d6ro<3"),
    ("4d6rr1", "4d6rr1"),
    ("4d6rr=1", "4d6rr1"),
    ("4d6min3", "4d6min3"),
    ("4d6mi3ma5", "4d6min3max5"),
    ("5d10cs>=8", "5d10cs>=8"),
    ("5d10cs≥8cf=1", "5d10cs>=8cf1"),
    ("4dFcs=-1", "4dFcs=-1"),
    ("1d6<=2", "1d6<=2"),
    ("1d6 ≤ 2", "1d6<=2"),
    ("2d6==7", "2d6=7"),
    ("2d6<>7", "2d6<>7"),
    ("(2d6)!=7", "2d6<>7"),
    ("(1d6!)>=5", "(1d6!)>=5"),
    ("(1d6<=2)+(1d6<=2)", "(1d6<=2)+(1d6<=2)"),
    ("{2d6,1d8}kh1", "{2d6,1d8}kh1"),
    ("(2d6, 1d8)k", "{2d6,1d8}kh1"),
    ("{1d6,1d6,1d6}cs>=5", "{1d6,1d6,1d6}cs>=5"),
    ("{1,5}kh1", "{1,5}kh1"),
    ("2d6[fire]+1d4 [cold]", "2d6[fire]+1d4[cold]"),
    ("2d6[a][b]", "2d6[a, b]"),
    ("(2d6+1)[tutto]", "{2d6+1}[tutto]"),
    ("/r 1d20", "1d20"),
    ("/roll 1d20", "1d20"),
    ("!tira 1d20+3", "1d20+3"),
    ("!r (1d6)", "1d6"),
    ("adv", "2d20kh1"),
    ("dis+2", "2d20kl1+2"),
    ("d20 adv", "2d20kh1"),
    ("1d20 svantaggio + 5", "2d20kl1+5"),
    ("1d20+5 ADV", "2d20kh1+5"),
    ("1d20+1d4+5 vantaggio", "2d20kh1+1d4+5"),
    ("(1d20+3)*2 dis", "(2d20kl1+3)*2"),
]


@pytest.mark.parametrize(("typed", "written"), READ)
def test_what_people_type_is_read(typed: str, written: str) -> None:
    read = parse(typed)
    assert read.text == written
    assert parse(written).root == read.root


@pytest.mark.parametrize(
    ("typed", "comment"),
    [
        ("1d20 # 2d6 danni", "2d6 danni"),
        ("1d20+5 // perché no? già", "perché no? già"),
        ("1d6 ## è così", "è così"),
        ("1d6/2//metà", "metà"),
        ("1d20", ""),
    ],
)
def test_a_comment_is_never_read_as_dice(typed: str, comment: str) -> None:
    assert parse(typed).comment == comment
    assert "2d6" not in parse(typed).text
    assert parse(str(parse(typed))) == parse(typed)


def test_operators_stay_in_the_order_in_which_they_are_written() -> None:
    first, second = parse("4d6kh3ro<=2").root, parse("4d6ro<=2kh3").root
    assert isinstance(first, Throw)
    assert isinstance(second, Throw)
    assert [type(one) for one in first.operators] == [Keep, Reroll]
    assert [type(one) for one in second.operators] == [Reroll, Keep]


def test_the_tree_says_what_was_asked() -> None:
    assert isinstance(parse("1d6<=2").root, Compare)
    assert parse("1d20+5").root == Chain(Throw(1, 20), (("+", Number(5)),))
    dice = parse("3d6!!min2cs>=5").root
    assert isinstance(dice, Throw)
    assert [type(one) for one in dice.operators] == [Explode, Limit, Count]
    assert isinstance(parse("(1d4,1d6)kh1").root, Pool)


# What is typed, the mistake, the character it points at, and the hint.
MISTAKES = [
    ("", "empty", 0, ""),
    ("  # solo un commento", "empty", 2, ""),
    ("1" * (LONGEST + 1), "too_long", LONGEST, ""),
    ("(" * (DEEPEST + 1) + "1", "too_deep", DEEPEST, ""),
    ("900d6+101d6", "too_many_dice", 6, ""),
    ("1d1000001", "number_too_big", 2, ""),
    ("1000000*1000000*1000000", "result_too_big", 0, ""),
    ("1.5", "whole_numbers", 1, ""),
    ("2d6+d", "expected_sides", 5, "hint_sides"),
    ("2d6+", "expected_value", 4, ""),
    ("danni", "expected_value", 0, "hint_comment"),
    ("1d0", "no_sides", 2, "hint_sides"),
    ("0d6", "no_dice", 0, ""),
    ("(1d4)d6", "fixed_count", 5, ""),
    ("2d6r<3", "bare_reroll", 3, ""),
    ("4d6k3r1", "bare_reroll", 5, ""),
    ("4d6d1", "bare_drop", 3, ""),
    ("1d6!=5", "unequal_or_explode", 3, ""),
    ("4d6kh0", "number_from_one", 3, ""),
    ("4d6kh5", "keeps_too_many", 3, ""),
    ("1d20kh2", "keeps_too_many", 4, "hint_keep"),
    ("4d6kh2kl3", "keeps_too_many", 6, ""),
    ("{1d6,1d8}kh3", "keeps_too_many", 9, ""),
    ("2d6dl2", "drops_all", 3, ""),
    ("2d6!!!", "explodes_twice", 5, ""),
    ("1d6!>=1", "endless", 3, ""),
    ("1d1!", "endless", 3, ""),
    ("1d6rr<7", "endless", 3, ""),
    ("1d1000rr<1000", "endless", 6, ""),
    ("6d6cs>6", "never_matches", 3, "hint_strict"),
    ("6d6ro<1", "never_matches", 3, "hint_strict"),
    ("3d6!8", "never_matches", 3, ""),
    ("3d6 x 10", "never_matches", 4, "hint_times"),
    ("4d6min7", "limit_outside", 3, ""),
    ("4d6min", "expected_number", 6, ""),
    ("4d6cs>", "expected_number", 6, ""),
    ("4d6ro", "expected_comparison", 5, ""),
    ("4d6!!ro1", "reroll_after_compound", 5, ""),
    ("4d6cs>=5kh1", "count_last", 8, ""),
    ("{1d6,1d8}!", "not_for_pools", 9, ""),
    ("(2d6+1)kh1", "not_for_values", 7, ""),
    ("{4d6}kh3", "not_for_values", 5, ""),
    ("1<2<3", "compared_twice", 3, ""),
    ("1d6/0", "divisor", 4, ""),
    ("10/1d6", "divisor", 3, ""),
    ("2d6[fuoco", "unclosed_label", 3, ""),
    ("(2d6", "expected_close", 4, ""),
    ("{2d6,1d8)", "expected_close", 8, ""),
    ("2d6)", "expected_operator", 3, ""),
    ("2d6 danni", "expected_operator", 4, "hint_comment"),
    ("1d8 rosso", "expected_operator", 4, "hint_comment"),
    ("2(1d6)", "expected_operator", 1, "hint_times"),
    ("5d10>8f1", "expected_operator", 6, "hint_successes"),
    ("1d6+1d8+3 adv", "advantage_needs_one_die", 10, ""),
    ("2d20 adv", "advantage_needs_one_die", 5, ""),
]


@pytest.mark.parametrize(("typed", "code", "at", "hint"), MISTAKES)
def test_a_mistake_points_at_the_character_and_explains(typed: str, code: str, at: int, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(typed)
    mistake = caught.value.mistake
    assert (mistake.code, mistake.at) == (f"dice.{code}", at)
    assert mistake.hint == (f"dice.{hint}" if hint else "")
    shown, caret = mistake.pointed().split("\n")
    assert caret.strip() == "^"
    assert at >= len(typed) or shown[len(caret) - 1] == typed[at]
    sentences = {mistake.explain(language) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES), "the two languages say the same words"
    assert not any("{found}" in sentence or "{operator}" in sentence for sentence in sentences)


def test_a_bare_reroll_is_refused_with_both_readings() -> None:
    for language in LANGUAGES:
        with pytest.raises(NotationError) as caught:
            parse("2d6r<3")
        assert re.search("'ro'.*'rr'", caught.value.mistake.message(language))


def test_an_error_reads_well_where_nobody_asks_for_a_language() -> None:
    with pytest.raises(NotationError, match=r"2d6\+d\n     \^\nExpected the number of sides"):
        parse("2d6+d")


def test_a_comparison_alone_is_read_for_conditional_odds() -> None:
    assert str(parse_condition(" >= 4 ")) == ">=4"
    assert parse_condition("7").holds(7)
    assert parse_condition("<-1").holds(-2)
    for wrong in ("", ">", "4 5", ">=d6"):
        with pytest.raises(NotationError):
            parse_condition(wrong)


@pytest.mark.parametrize("package", ["arbitro.dice", "arbitro.cli"])
def test_both_languages_have_every_text_with_the_same_gaps(package: str) -> None:
    italian, english = (load_catalogue(package, language) for language in LANGUAGES)
    assert italian.keys() == english.keys()
    for key in italian:
        gaps = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (italian[key], english[key])]
        assert gaps[0] == gaps[1], key


def test_every_text_is_used_and_every_code_has_a_text() -> None:
    folder = Path(next(iter(arbitro.dice.__path__)))
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    used = set(re.findall(r'"(dice\.[a-z_]+)"', source))
    assert used == set(load_catalogue("arbitro.dice", "it"))

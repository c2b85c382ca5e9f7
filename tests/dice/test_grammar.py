"""Whatever the grammar can say: it reads itself back, and rolls stay where the odds say they may fall."""

import re

import msgspec
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arbitro.dice.exact import OddsRefused
from arbitro.dice.expression import (
    Chain,
    Compare,
    Condition,
    Count,
    Explode,
    Keep,
    Limit,
    Negative,
    Node,
    Number,
    Pool,
    Reroll,
    Throw,
    bounds,
)
from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.odds import odds
from arbitro.dice.rolled import Rolled
from arbitro.dice.rolling import roll
from arbitro.dice.stream import QuickDice

LABELS = st.sampled_from(["", "", "", "fuoco", "già #1", "a//b"])
SIGNS = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
CONDITIONS = st.builds(Condition, SIGNS, st.integers(1, 6))
OPERATORS = st.one_of(
    st.builds(Keep, st.sampled_from(["kh", "kl", "dl", "dh"]), st.integers(1, 3)),
    st.builds(Explode, st.sampled_from(["!", "!!", "!p", "xo"]), st.none() | CONDITIONS),
    st.builds(Reroll, st.sampled_from(["ro", "rr"]), CONDITIONS),
    st.builds(Limit, st.sampled_from(["min", "max"]), st.integers(1, 4)),
)
COUNTS = st.lists(st.builds(Count, st.sampled_from(["cs", "cf"]), CONDITIONS), max_size=2)
POOL_KEEPS = st.lists(st.builds(Keep, st.sampled_from(["kh", "kl", "dl", "dh"]), st.integers(1, 2)), max_size=1)


def joined(operators: list, counts: list) -> tuple:
    return (*operators, *counts)


def explodes_once(operators: list) -> bool:
    """No text says more: ``!`` twice would be written ``!!``, which means something else."""
    return sum(isinstance(one, Explode) for one in operators) <= 1


THROWS = st.builds(
    lambda count, sides, operators, label: Throw(count, sides, operators, label),
    st.integers(1, 4),
    st.sampled_from([2, 4, 6, 8, 20]),
    st.builds(joined, st.lists(OPERATORS, max_size=3).filter(explodes_once), COUNTS),
    LABELS,
) | st.builds(Throw, st.integers(1, 4), st.just(3), st.just(()), LABELS, st.just(True))
NUMBERS = st.builds(Number, st.integers(0, 30), LABELS)


def larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    sums = st.lists(st.tuples(st.sampled_from("+-"), inner), min_size=1, max_size=2)
    products = st.lists(st.tuples(st.just("*"), inner), min_size=1, max_size=2)
    quotient = st.tuples(st.just("/"), st.builds(Number, st.integers(1, 9)))
    return st.one_of(
        st.builds(lambda first, steps: Chain(first, tuple(steps)), inner, sums | products),
        st.builds(lambda first, step: Chain(first, (step,)), inner, quotient),
        st.builds(Negative, inner),
        st.builds(Compare, inner, SIGNS, inner),
        st.builds(
            lambda members, operators, label: Pool(tuple(members), operators, label),
            st.lists(inner, min_size=2, max_size=3),
            st.builds(joined, POOL_KEEPS, COUNTS),
            LABELS,
        ),
    )


NODES = st.recursive(THROWS | NUMBERS, larger, max_leaves=4)
MANY = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def readable(node: Node) -> bool:
    """Whether the tree is one that the notation allows: `kh3` of two dice, say, is not."""
    try:
        parse(str(node))
    except NotationError:
        return False
    return True


@MANY
@given(NODES)
def test_a_tree_is_read_back_from_what_it_writes(node: Node) -> None:
    assume(readable(node))
    read = parse(str(node))
    assert read.root == node
    assert parse(read.text) == read


@MANY
@given(NODES, st.randoms(use_true_random=False))
def test_spaces_and_capitals_change_nothing(node: Node, chance) -> None:
    assume(readable(node))
    text = re.sub(r"\[.*?\]", "", str(node))  # a label keeps its spaces and capitals
    assume("!=" not in text)  # without the label between them “explode” and “is equal to” are refused as unclear
    loose = ""
    for sign, following in zip(text, text[1:] + " ", strict=True):
        apart = sign in "+-*(),{}" or (sign in "<>=!" and following not in "=>!p")
        loose += chance.choice((sign, sign.upper())) + (" " if apart and chance.random() < 0.5 else "")
    assert parse(f"  {loose} ").root == parse(text).root


@MANY
@given(st.text(alphabet="0123456789dkhlrox!p<>=+-*/(){}[],% #adv", max_size=25))
def test_any_text_is_read_or_refused_at_a_place_inside_it(text: str) -> None:
    mistake = None
    try:
        read = parse(text)
    except NotationError as error:
        mistake = error.mistake
    if mistake is None:
        assert parse(str(read)) == read
    else:
        assert 0 <= mistake.at <= len(text)
        assert mistake.explain("it").count("^") >= 1


@MANY
@given(NODES, st.integers(0, 2**32))
def test_a_roll_falls_where_the_odds_say_it_may(node: Node, seed: int) -> None:
    assume(readable(node))
    rolled = roll(str(node), QuickDice(seed))
    low, high = bounds(node)
    assert low <= rolled.total <= high
    assert msgspec.json.decode(msgspec.json.encode(rolled), type=Rolled) == rolled
    assert {die.at for die in rolled.dice} == set(range(len(rolled.dice)))
    try:
        exact = odds(str(node), seconds=0.05)
    except OddsRefused:
        return
    assert low <= exact.outcomes[0] <= rolled.total <= exact.outcomes[-1] <= high or exact.cut
    assert exact.exactly(rolled.total) > 0 or exact.cut

"""The three kinds of hooks, and the list of rulings."""

from enum import Enum

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings


class Knock(Command, frozen=True, tag="knock"):
    """A command of no game."""

    who: str


class Deed(Enum):
    """Two deeds."""

    LOUD = "loud"
    QUIET = "quiet"


def test_a_collection_keeps_its_order() -> None:
    """What is put first comes first, what is added comes last; the parent's stays as it was."""
    parent = Collect[[int], int](lambda n: (n,))
    child = parent.also(lambda n: (n * 10, n * 100)).first(lambda n: (-n,))
    assert child(2) == (-2, 2, 20, 200)
    assert parent(2) == (2,)


def test_the_first_objection_stands() -> None:
    """Those behind it are not asked."""
    asked: list[str] = []

    def silent(word: str) -> Refusal | None:
        asked.append(word)
        return None

    no = Forbid[[str]](silent, lambda word: Refusal("no", {"word": word}))
    refused = no.also(silent)("x")
    assert refused is not None
    assert refused.code == "no"
    assert asked == ["x"]
    assert no.first(lambda _: Refusal("never"))("x") == Refusal("never")
    assert Forbid[[str]](silent)("y") is None


def test_a_moment_comes_to_everybody_in_order() -> None:
    """First, the parent's own, then what was added."""
    seen: list[int] = []
    moment = Moment[[int]](seen.append).also(lambda n: seen.append(n + 1)).first(lambda n: seen.append(n - 1))
    moment(5)
    assert seen == [4, 5, 6]


def test_a_variant_has_another_rule_for_a_command() -> None:
    """The child's page changes nothing for the parent."""
    parent = Rulings[list[str], Deed]().on(Knock, Deed.LOUD, lambda scene, knock: scene.append(knock.who))
    child = parent.on(Knock, Deed.QUIET, lambda _, __: Refusal("asleep"))
    heard: list[str] = []
    assert parent[Knock].decide(heard, Knock("ada")) is None
    assert child[Knock].decide(heard, Knock("ada")) == Refusal("asleep")
    assert (heard, parent[Knock].deed, child[Knock].deed) == (["ada"], Deed.LOUD, Deed.QUIET)
    assert list(child) == [Knock]

"""Advantage and disadvantage: the die that is thrown twice, and the tree that says so."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.expression import Chain, Compare, Keep, Negative, Node, Pool, Throw

ADVANTAGE: Final[dict[str, Literal["kh", "kl"]]] = {
    "adv": "kh",
    "advantage": "kh",
    "vantaggio": "kh",
    "dis": "kl",
    "disadvantage": "kl",
    "svantaggio": "kl",
}
"""The words people write, and which of the two dice they keep."""


def throws_in(node: Node) -> list[Throw]:
    """All dice of a tree, in the order in which they are thrown."""
    match node:
        case Throw():
            return [node]
        case Pool(members=members):
            return [throw for member in members for throw in throws_in(member)]
        case Negative(of=of):
            return throws_in(of)
        case Compare(left=left, right=right):
            return throws_in(left) + throws_in(right)
        case Chain(first=first, steps=steps):
            return throws_in(first) + [throw for _, part in steps for throw in throws_in(part)]
    return []


def die_for_advantage(root: Node) -> Throw | None:
    """The die that a word at the end of a roll speaks of: the one single d20, or else the one single die."""
    single = [throw for throw in throws_in(root) if throw.count == 1 and not throw.operators]
    chosen = [throw for throw in single if throw.sides == 20] or single
    return chosen[0] if len(chosen) == 1 else None


def with_advantage(node: Node, chosen: Throw, mode: Literal["kh", "kl"]) -> Node:
    """The tree with the chosen die thrown twice; `chosen` is found by identity."""
    match node:
        case Throw():
            if node is chosen:
                return replace(node, count=2, operators=(Keep(mode, 1),))
            return node
        case Pool(members=members):
            return replace(node, members=tuple(with_advantage(part, chosen, mode) for part in members))
        case Negative(of=of):
            return Negative(with_advantage(of, chosen, mode))
        case Compare(left=left, sign=sign, right=right):
            return Compare(with_advantage(left, chosen, mode), sign, with_advantage(right, chosen, mode))
        case Chain(first=first, steps=steps):
            parts = tuple((sign, with_advantage(part, chosen, mode)) for sign, part in steps)
            return Chain(with_advantage(first, chosen, mode), parts)
    return node

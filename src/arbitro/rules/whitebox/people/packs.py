"""Things that lie together: under which key each is kept, and what two packs come to."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from arbitro.rules.whitebox.people.state import Item


def add_to(items: Mapping[str, Item], item: Item) -> tuple[str, Item]:
    """The key under which a thing is kept, and all there is of it then: alike things lie together."""
    alike = replace(item, count=1, where="pack")
    for key, kept in items.items():
        if kept.of == item.of and replace(kept, count=1, where="pack") == alike and stacks(kept):
            return key, replace(kept, count=kept.count + item.count)
    key, number = item.of, 1
    while key in items:
        number += 1
        key = f"{item.of}-{number}"
    return key, item


def stacks(item: Item) -> bool:
    """Whether several of a thing are kept as one: not what is worn, nor what has charges of its own."""
    return item.charges < 0 and not (item.sort == "armour" and item.where == "worn")


def put_together(items: Mapping[str, Item], more: Iterable[Item]) -> dict[str, Item]:
    """A pack with more things in it: nothing is lost where two are called alike."""
    together = dict(items)
    for item in more:
        key, whole = add_to(together, item)
        together[key] = whole
    return together

"""Commands by which the GM grants advantage to a roll, or imposes disadvantage."""


class Granting:
    """What such a command has in common. Its fields stand where they always stood, so that logs stay the same."""

    __slots__ = ()

    advantages: int
    disadvantages: int

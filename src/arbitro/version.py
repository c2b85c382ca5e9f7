"""The number of this release. It stands alone, so that every part may read it without opening the front door."""

__version__ = "0.3.0"

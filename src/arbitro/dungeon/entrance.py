"""Joining a new place to where the party comes from."""

from arbitro.dungeon.door import lead_through
from arbitro.dungeon.fit import Entry, entry_opening
from arbitro.dungeon.model import Lead
from arbitro.dungeon.site import Site
from arbitro.dungeon.work import Work


def enter(work: Work, lead: Lead, end: Lead, entry: Entry, site: Site, space: str) -> None:
    """Link a new place to where the party comes from: through the door it opened, or openly."""
    opening = entry_opening(site, entry)
    if end.kind == "door":
        lead_through(work, lead, space, opening)
    else:
        work.link("opening", end.space, space, opening, entry.face.heading, ("DA-PERIODIC-06",))

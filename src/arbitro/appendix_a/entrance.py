"""Joining a new place to where the party comes from."""

from arbitro.appendix_a.door import lead_through
from arbitro.appendix_a.fit import WayIn, entry_opening
from arbitro.appendix_a.site import Site
from arbitro.appendix_a.work import Work
from arbitro.dungeon.model import Lead


def enter(work: Work, lead: Lead, end: Lead, entry: WayIn, site: Site, space: str) -> None:
    """Link a new place to where the party comes from: through the door it opened, or openly."""
    opening = entry_opening(site, entry)
    if end.kind == "door":
        lead_through(work, lead, space, opening)
    else:
        work.link("opening", end.space, space, opening, entry.face.heading, ("DA-PERIODIC-06",))

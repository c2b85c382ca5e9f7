"""The games' parts in a campaign, one module each."""

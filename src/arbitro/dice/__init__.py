"""Dice: the notation people type, the audited stream they come from, and their exact odds."""

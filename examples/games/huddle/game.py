"""Huddle as text."""

TURN_RULE = "HUD-2"

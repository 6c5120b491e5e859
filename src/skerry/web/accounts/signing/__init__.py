"""Signing in and out: password hashes, sessions, guesses that are refused, and what comes along."""

"""Engines that other programs drive: lines of text to play, lines of JSON to analyse."""

"""Engines that other programs drive: a protocol of text lines for games."""

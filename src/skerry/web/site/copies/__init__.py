"""Backups: all that the site keeps, in one file, made and put back while it runs."""

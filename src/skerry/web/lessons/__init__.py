"""Lessons: their pages, and the JSON that their module talks to.

What a lesson says and asks for is `skerry.lessons`'; which ones were done, the browser remembers.
"""

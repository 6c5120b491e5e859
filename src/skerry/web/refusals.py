"""Refusals with a sentence: as JSON where a script asks, as a page where a person does."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render


def refuse(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The answer that says what was wrong."""
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse({"error": sentence}, status=status)
    else:
        response = render(request, "skerry/problem.html", {"sentence": sentence}, status=status)
    response["Cache-Control"] = "no-store"
    return response

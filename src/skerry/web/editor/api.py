"""The JSON that the editor's module talks to."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from ..base.bodies import answers_json, read_json
from . import page_data
from .edits import edited


@answers_json("POST")
def edit(request: HttpRequest) -> HttpResponse:
    """The draft after an edit; nothing is saved."""
    return JsonResponse(page_data.state(edited(read_json(request))))

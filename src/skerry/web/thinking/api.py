"""What the engine says of itself."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.base.bodies import answers_json
from skerry.web.base.services import service
from skerry.web.thinking.engine import Engine


@answers_json("GET")
def state(request: HttpRequest) -> HttpResponse:
    """Whether the engine is "stopped", "warming up" or "ready", and for which games it is."""
    asked = service(Engine)
    return JsonResponse({"phase": asked.phase(), "compiled": asked.compiled_games})

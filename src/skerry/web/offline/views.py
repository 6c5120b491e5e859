"""The manifest, the service worker, and the page in place of one that has not been kept."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache

from skerry.draw.theme import THEME
from skerry.web.base import assets
from skerry.web.base.answers import require_GET

# Files of this room by what they are for: size in pixels, and whether the system may cut them to
# its own shape. tools/make_icons.py draws them.
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """What the site is called and looks like as an app."""
    ground = THEME["ground"][0]  # pages name the colour of either theme themselves
    described = {
        "id": reverse("home"),
        "name": "Skerry",
        "short_name": "Skerry",
        "description": "Play, study and test abstract games.",
        "lang": "en",
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": ground,
        "theme_color": ground,
        "categories": ["games"],
        "icons": _icons(),
    }
    response = JsonResponse(described, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def _icons() -> list[dict[str, str]]:
    drawn = {"src": static("base/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    painted = [
        {
            "src": static(f"offline/{name}"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    return [drawn, *painted]


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker of this version; a browser asks whether there is another one, and takes that."""
    context = {"folder": f"/{assets.folder()}"}
    kind = "text/javascript; charset=utf-8"
    response = render(request, "offline/service-worker.js", context, content_type=kind)
    response["Cache-Control"] = "no-cache"
    return response


@never_cache
@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows when it has kept no copy of a page."""
    return render(request, "offline/offline.html")

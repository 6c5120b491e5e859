"""Addresses of what a browser needs to install the site, and to open pages without it."""

from django.urls import path

from skerry.web.base import assets
from skerry.web.offline import pages

urlpatterns = [
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    # At the root, since a worker serves the folder that it lies in.
    path("service-worker.js", pages.service_worker, name="service-worker"),
    path(f"{assets.folder()}offline.html", pages.offline, name="offline"),
]

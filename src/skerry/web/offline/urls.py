"""Addresses of what a browser needs to install the site, and to open pages without it."""

from django.urls import path

from skerry.web.base import assets
from skerry.web.offline import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    # At the root, since a worker serves the folder that it lies in.
    path("service-worker.js", views.service_worker, name="service-worker"),
    path(f"{assets.folder()}offline.html", views.offline, name="offline"),
]

"""Django's settings. Importing them changes nothing on disk; `data.prepare` does that."""

import os
import secrets

from ..base import assets
from .machine import hosts
from .machine.data import DATABASE_FILE, data_folder, read_secret

DEBUG = False
# Whether anybody may come, as with `skerry serve`: who asks is then given no more than a share.
IS_PUBLIC = os.environ.get("SKERRY_PUBLIC", "") == "1"
# Without a key on disk nobody has a cookie yet that would need to be recognised.
SECRET_KEY = read_secret() or secrets.token_urlsafe(50)
# The address that `run` listens on; who starts the application otherwise names its hosts.
_LISTENS_ON = os.environ.get("SKERRY_LISTENS_ON", "127.0.0.1")
_CHOSEN_NAMES = [*filter(None, os.environ.get("SKERRY_ALLOWED_HOSTS", "").split(","))]
ANSWERS_OTHERS = not hosts.is_loopback(_LISTENS_ON)
HOST_NAMES = [*hosts.LOOPBACK_NAMES, *hosts.names_of_this_machine(), *_CHOSEN_NAMES]
# Django knows no such thing as "any address", so `middleware.CheckRequest` looks at names then.
ALLOWED_HOSTS = ["*"] if ANSWERS_OTHERS else [*hosts.LOOPBACK_NAMES, _LISTENS_ON, *_CHOSEN_NAMES]

ROOMS = (
    *("base", "offline", "board", "thinking"),
    *("play", "analysis", "puzzles", "lessons", "lab", "rules", "editor", "study"),
)
INSTALLED_APPS = ["django.contrib.staticfiles", *(f"skerry.web.{room}" for room in ROOMS)]
MIDDLEWARE = [
    "django.middleware.gzip.GZipMiddleware",  # a board is up to 70 kB of text, a tenth when packed
    "skerry.web.site.middleware.SecurityHeaders",
    "skerry.web.site.middleware.CheckRequest",
    "django.middleware.security.SecurityMiddleware",
    "skerry.web.site.middleware.StaticFiles",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "skerry.web.site.middleware.ExplainStorageErrors",
]
ROOT_URLCONF = "skerry.web.site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "skerry.web.site.context.theme",
                "skerry.web.site.context.catalogue",
            ]
        },
    }
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": data_folder() / DATABASE_FILE,
        "OPTIONS": {
            # Readers never wait for the writer, and a writer takes its turn at once rather than
            # failing halfway when it finds another one there.
            "init_command": "PRAGMA journal_mode=WAL;",
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# By it the processes of the site tell each other what their WebSockets should hear.
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

STATIC_URL = f"/{assets.folder()}"
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = "^/static/"  # all of them: see assets.py
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

CSRF_COOKIE_NAME = "skerry_csrf"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token in a form field or a meta element
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_FAILURE_VIEW = "skerry.web.site.pages.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 64  # as many as a study has chapters

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"brief": {"()": "skerry.web.site.log.BriefAboutRequests"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "brief"}},
    "loggers": {
        "django": {"handlers": ["console"], "level": "ERROR"},
        "skerry": {"handlers": ["console"], "level": "INFO"},
    },
}

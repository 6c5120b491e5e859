"""Django's settings. Importing them changes nothing on disk; `data.prepare` does that."""

import os
import secrets

from skerry.web.base import assets
from skerry.web.site import environment, hosts
from skerry.web.site.data import DATABASE_FILE, data_folder, read_secret

DEBUG = False
# Whether anybody may come, as with `skerry serve`: who asks is then given no more than a share.
IS_PUBLIC = environment.is_public()
IS_OVER_TLS = environment.is_over_tls()
PUBLIC_URL = environment.url()  # for mails; "" on one's own machine
# Without a key on disk nobody has a cookie yet that would need to be recognised.
SECRET_KEY = read_secret() or secrets.token_urlsafe(50)
# The address that `run` listens on; who starts the application otherwise names its hosts.
_LISTENS_ON = os.environ.get("SKERRY_LISTENS_ON", "127.0.0.1")
_CHOSEN_NAMES = [
    *environment.parts("SKERRY_ALLOWED_HOSTS"),
    *(hosts.name_in(name) for name in environment.names()),
]
# Everybody is another one on a public site, but it has names, and needs no guessing.
ANSWERS_OTHERS = not hosts.is_loopback(_LISTENS_ON) and not IS_PUBLIC
HOST_NAMES = [*hosts.LOOPBACK_NAMES, *hosts.names_of_this_machine(), *_CHOSEN_NAMES]
# Django knows no such thing as "any address", so `middleware.CheckRequest` looks at names then.
ALLOWED_HOSTS = ["*"] if ANSWERS_OTHERS else [*hosts.LOOPBACK_NAMES, _LISTENS_ON, *_CHOSEN_NAMES]
# In letters, where who asks for one has asked by a name that could be anybody's.
OWN_NAME = (_CHOSEN_NAMES or hosts.names_of_this_machine())[0]
QUOTA_FACTOR = environment.quota_factor()

ROOMS = (
    *("base", "offline", "accounts", "board", "thinking"),
    *("play", "analysis", "puzzles", "lessons", "lab", "rules", "editor"),
    *("ratings", "online", "tournaments", "study", "correspondence", "bots", "site"),
)
INSTALLED_APPS = [
    *(f"django.contrib.{app}" for app in ("staticfiles", "contenttypes", "auth", "messages")),
    "skerry.web.accounts.staff.StaffConfig",  # the admin pages
    *("django_otp", "django_otp.plugins.otp_totp", "django_otp.plugins.otp_static"),
    *(f"skerry.web.{room}" for room in ROOMS),
]
# What keeps anything by holder, in this order; `accounts.personal_data` says what each can do.
PERSONAL_DATA = [
    "skerry.web.play.personal_data",
    "skerry.web.ratings.personal_data",
    "skerry.web.puzzles.personal_data",
    "skerry.web.online.personal_data",
    "skerry.web.tournaments.personal_data",
    "skerry.web.study.personal_data",
    "skerry.web.correspondence.personal_data",
    "skerry.web.bots.personal_data",
]
# What answers WebSockets; imported at the first handshake.
CONSUMERS = [
    "skerry.web.online.consumers",
    "skerry.web.tournaments.consumers",
    "skerry.web.correspondence.consumers",
]
AUTH_USER_MODEL = "accounts.User"
MIDDLEWARE = [
    "django.middleware.gzip.GZipMiddleware",  # a board is up to 70 kB of text, a tenth when packed
    *(("skerry.web.site.middleware.SecureCookies",) if IS_OVER_TLS else ()),
    "skerry.web.site.middleware.SecurityHeaders",
    "skerry.web.site.middleware.CheckRequest",
    "skerry.web.site.middleware.CheckMethods",
    "django.middleware.security.SecurityMiddleware",
    "skerry.web.site.middleware.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",  # whether this session has given a code
    "skerry.web.site.middleware.LimitRequests",  # which asks who is signed in
    "skerry.web.site.middleware.RenewSeats",
    "skerry.web.accounts.session_store.KeepSession",
    "django.contrib.messages.middleware.MessageMiddleware",  # of the admin pages
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "skerry.web.site.middleware.ExplainErrors",
    "skerry.web.base.background.AnswerWhenDone",
]
ROOT_URLCONF = "skerry.web.site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "skerry.web.site.context.account",
                "skerry.web.site.context.num_waiting",
                "skerry.web.site.context.asked_on_ladders",
                "skerry.web.site.context.theme",
                "skerry.web.site.context.catalogue",
                "skerry.web.site.context.page_address",
            ],
            "builtins": ["django.templatetags.static", "skerry.web.base.template_tags"],
        },
    }
]

DATABASES = {"default": environment.database(data_folder() / DATABASE_FILE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": environment.cache()}
# By it the processes of the site tell each other what their WebSockets should hear.
CHANNEL_LAYERS = {"default": environment.channel_layer()}

STATIC_URL = f"/{assets.folder()}"
# What shows the documentation of the API; its package is imported only when a program asks.
STATICFILES_DIRS = [("ninja", assets.folder_of("ninja", "static", "ninja"))]
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = "^/static/"  # all of them: see assets.py
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

CSRF_COOKIE_NAME = "skerry_csrf"
# Scripts read it for each request, since signing in in another tab gives the browser another one.
# It opens nothing: no other site can read it, and what runs on our pages has it from them anyway.
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_FAILURE_VIEW = "skerry.web.site.views.csrf_failure"

# A browser without a session costs no query, and gets none before somebody signs in.
SESSION_ENGINE = "skerry.web.accounts.session_store"
SESSION_COOKIE_NAME = "skerry_session"
SESSION_COOKIE_AGE = 90 * 24 * 3600  # since it was last used
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = ["skerry.web.accounts.hashers.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# Two-step sign-in. Guesses are bounded in accounts/signing.py.
OTP_TOTP_ISSUER = "Skerry"
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0
PASSWORD_RESET_TIMEOUT = 24 * 3600

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_OVER_TLS  # and all others: see SecureCookies
SECURE_SSL_REDIRECT = IS_OVER_TLS
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]  # asked by the machine itself
SECURE_HSTS_SECONDS = environment.HSTS_SECONDS if IS_OVER_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.hsts() in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = environment.hsts() == "preload"
# What other servers do under subdomains, and whether to be in the browsers' lists for years, is for
# whoever owns the name to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Without a mail server, what would be sent is printed where the site was started.
_MAIL = environment.mail()
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.starttls, _MAIL.tls
EMAIL_TIMEOUT = environment.SECONDS
EMAIL_SUBJECT_PREFIX = "[Skerry] "
_MAIL_NAME = hosts.name_in(environment.names()[0]) if environment.names() else "localhost"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text(environment.MAIL_FROM, f"skerry@{_MAIL_NAME}")

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 64  # as many as a study has chapters

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"brief": {"()": "skerry.web.site.log.BriefAboutRequests"}},
    "filters": {"seldom": {"()": "skerry.web.site.log.Seldom"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "brief"}},
    "loggers": {
        "django": {"handlers": ["console"], "level": "ERROR"},
        "skerry": {"handlers": ["console"], "level": "INFO"},
        "skerry.trouble": {"filters": ["seldom"]},
        "psycopg.pool": {"handlers": ["console"], "filters": ["seldom"], "propagate": False},
        "channels_redis": {"handlers": ["console"], "propagate": False},
    },
}

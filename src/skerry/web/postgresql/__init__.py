"""Django's PostgreSQL, for which no request waits long. Django looks for the class in `base`."""

"""Django's SQLite, for which no request waits long. Django looks for the class in `base`."""

"""Django's databases, for which no request waits long. Django looks for the class in `base`."""

"""What programs may ask for, as django-ninja operations; imported when the first of them comes."""

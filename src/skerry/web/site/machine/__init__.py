"""What the site has of its machine: a folder, a database's file, names, a disk that may be full.

No page and no address; what is kept in the database is said by the models in `play`.
"""

"""What other rooms hear of accounts."""

from django.dispatch import Signal

# With `user_id`: nothing that was given to the account's browsers and programs before counts any
# more, since its password is another one or it was closed.
access_ended = Signal()
# With `name` and `are_codes`: many passwords were tried for it, by browsers that have not signed in
# there before; or many codes, by who has given the password.
many_guesses = Signal()

"""What other rooms hear of accounts."""

from django.dispatch import Signal

# With `user_id`: nothing that was given to the account's browsers and programs before counts any
# more, since its password is another one or it was closed.
access_ended = Signal()
# With `name`: many passwords were tried for it, by browsers that have not signed in there before.
many_guesses = Signal()

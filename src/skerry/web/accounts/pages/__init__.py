"""The pages of accounts: to sign up, in and out, one's own account, and ways back into it."""

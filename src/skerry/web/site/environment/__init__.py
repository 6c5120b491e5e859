"""What whoever runs the site chooses by variables of its environment, read and checked.

Only `settings` and the commands that start a server ask here; nothing is written and no server is
spoken to. `docs/deploy.md` lists the variables.
"""

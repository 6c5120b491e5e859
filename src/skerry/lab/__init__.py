"""The lab: experiments as values, their games, and what the games tell."""

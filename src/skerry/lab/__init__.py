"""The lab: experiments as values, their games, and what these show."""

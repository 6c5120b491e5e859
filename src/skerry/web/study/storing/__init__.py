"""Where studies are kept: edit by edit, with a snapshot now and then, and some in memory."""

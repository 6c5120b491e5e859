"""What stands at the end of a command's help."""


def examples(*lines: str) -> str:
    """Examples of a command, one a line, as Typer leaves them."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))

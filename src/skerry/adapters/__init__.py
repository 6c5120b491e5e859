"""The games in other people's tools. Each module needs the extra `research`."""

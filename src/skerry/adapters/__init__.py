"""The games in OpenSpiel, PettingZoo and Gymnasium. Each module needs the extra `research`."""

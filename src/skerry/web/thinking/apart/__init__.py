"""An engine in a process of its own, which all processes of a site ask: `server` and `client`."""

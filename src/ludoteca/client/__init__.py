"""How programs sit at tables: at one in this process, or over a socket."""

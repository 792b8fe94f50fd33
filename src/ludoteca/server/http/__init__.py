"""The HTTP API and the page; everything live goes over the socket."""

"""Play without a server: tables, bots and matches inside a browser, by Python in WebAssembly.

A worker of the page runs this package with Pyodide. It speaks the same protocol as a server: frames
of the socket and answers by HTTP, both handed over as text (`service`). Kernels are those of the
page's own modules (`kernels`), matches are kept in the browser's storage (`storage`).
"""

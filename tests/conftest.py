"""What all tests stand on."""

import signal

# A test run may have been started in the background, where Ctrl-C is ignored and every child
# inherits that; tests of interruptions need the usual behaviour.
signal.signal(signal.SIGINT, signal.default_int_handler)

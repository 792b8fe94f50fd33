"""Everything that can go wrong, as one tree; each error has a stable code and a clear sentence.

LudotecaError
├── MoveError
│   ├── UnreadableMove   the text is not a move
│   ├── IllegalMove      a rule forbids it; `code` names the rule
│   └── NotYourTurn      another seat is to move
├── TableError
│   ├── MatchOver        nothing can be played any more
│   └── NotSeated        this seat is not at the table
├── RecordError          a damaged or impossible record; names the line
├── ProtocolError        a message that does not fit the protocol
├── StoreError           the server's storage refused or failed
│   ├── StaleOwner       another process owns the table by now
│   ├── NumberTaken      the log goes on otherwise: read it again
│   ├── MoveKnown        this move was stored before
│   ├── DamagedLog       an entry of a table's log is missing or was changed
│   ├── NameTaken        an account has this name already
│   ├── RatingMoved      another match changed the rating meanwhile
│   ├── StoreAway        the database can't be reached, or its disk is full
│   └── StoreBroken      a failed sync, a damaged file: the process must stop
├── DataError            a game's own data file is damaged; names file and line
├── EngineError          kernels can't be compiled or loaded
│   ├── KernelRefused    a kernel uses what can't be translated; names file and line
│   ├── CompilerFailed   there is no C compiler, or it failed
│   └── LibraryBroken    a compiled library is missing, damaged or for another machine
└── UsageError           a wrong option, name or number given by the user
"""


class LudotecaError(Exception):
    """The root of the tree."""

    code = "error"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class MoveError(LudotecaError):
    """A move was refused."""

    code = "move"

    def __init__(self, message: str, code: str | None = None, **values: object) -> None:
        """Keep also what the sentence of this code mentions, to say it in other languages."""
        super().__init__(message, code)
        self.values = values


class UnreadableMove(MoveError):
    """The text is not a move of this game."""

    code = "unreadable_move"


class IllegalMove(MoveError):
    """A rule forbids the move; the code names the rule."""

    code = "illegal_move"


class NotYourTurn(MoveError):
    """Another seat is to move."""

    code = "not_your_turn"


class TableError(LudotecaError):
    """Something at the table forbids it."""

    code = "table"


class MatchOver(TableError):
    """The match has ended."""

    code = "match_over"


class NotSeated(TableError):
    """There is no such seat at this table."""

    code = "not_seated"


class RecordError(LudotecaError):
    """A record is damaged or tells of an impossible match."""

    code = "record"

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class ProtocolError(LudotecaError):
    """A message does not fit the protocol."""

    code = "protocol"


class StoreError(LudotecaError):
    """The storage of the server refused or failed."""

    code = "store"


class StaleOwner(StoreError):
    """The table has a newer owner; the holder of the old epoch must let go of it."""

    code = "stale_owner"


class NumberTaken(StoreError):
    """The log does not end where the writer thought; read it again."""

    code = "number_taken"


class DamagedLog(StoreError):
    """An entry of a table's log is missing, or was changed after it was written."""

    code = "damaged_log"


class MoveKnown(StoreError):
    """A move with this id, or for this ply, was stored before."""

    code = "move_known"


class NameTaken(StoreError):
    """An account has this name already."""

    code = "name_taken"


class RatingMoved(StoreError):
    """Another match changed a rating since it was read; read it again."""

    code = "rating_moved"


class StoreAway(StoreError):
    """The database cannot be reached, or its disk is full; it may come back by itself."""

    code = "store_away"


class StoreBroken(StoreError):
    """A sync or commit failed, or the file is damaged: nothing may be written any more."""

    code = "store_broken"


class DataError(LudotecaError):
    """A game's data file is damaged."""

    code = "data"


class EngineError(LudotecaError):
    """Kernels can't be compiled or loaded."""

    code = "engine"


class KernelRefused(EngineError):
    """A kernel uses what can't be translated to C."""

    code = "kernel_refused"


class CompilerFailed(EngineError):
    """There is no C compiler, or it failed."""

    code = "compiler_failed"


class LibraryBroken(EngineError):
    """A compiled library is missing, damaged or for another machine."""

    code = "library_broken"


class UsageError(LudotecaError):
    """The user gave a wrong name, number or option."""

    code = "usage"

"""The board of My Shelfie: living room, bookshelves, goals, and a dock for what one holds."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.language import Words
from ludoteca.protocol.common import Fields
from ludoteca.protocol.outcomes import Continuation
from ludoteca.tui.boards.base import Board
from ludoteca.tui.boards.my_shelfie.choice import COLUMNS, Cell, ShelfieChoice
from ludoteca.tui.boards.my_shelfie.dock import advice, describe, reason
from ludoteca.tui.boards.my_shelfie.goals import coming_to, draw_goals, draw_own, draw_rivals
from ludoteca.tui.boards.my_shelfie.layout import ShelfieLayout
from ludoteca.tui.boards.my_shelfie.living_room import Bounds, Pointing, draw_room
from ludoteca.tui.boards.my_shelfie.shelf import Plans, draw_shelf, landing, shelf_size
from ludoteca.tui.boards.my_shelfie.tiles import COLOURS, NAMES, put_tile, sign
from ludoteca.tui.boards.news import draw_news
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look


class MyShelfieBoard(Board):
    """The board of My Shelfie."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(0,-1)", "tui.key.move", show=False),
        Binding("right", "step(0,1)", "tui.key.move", show=False),
        Binding("up", "step(-1,0)", "tui.key.move", show=False),
        Binding("down", "step(1,0)", "tui.key.move", show=False),
        Binding("space", "take", "terminal.key.take"),
        *(
            Binding(str(n), f"column({n - 1})", "terminal.key.column")
            for n in range(1, COLUMNS + 1)
        ),
        Binding("enter", "confirm", "terminal.key.confirm"),
        Binding("tab", "other_side", "terminal.key.other_side", show=False),
        Binding("r", "reorder", "terminal.key.reorder"),
        Binding("backspace", "put_back", "terminal.key.put_back", show=False),
    ]

    @classmethod
    def marks(cls, look: Look) -> dict[str, Paint]:
        """Paint the letters of the tiles."""
        return {each: Paint(ink, paper, bold=True) for each, (paper, _, ink) in COLOURS.items()}

    choice: ShelfieChoice | None = None
    cursor: Cell = (4, 4)
    at_shelf = False
    """Whether the arrows move over the columns of the bookshelf."""
    pointed_column = 0
    advised: Fields | None = None
    advised_whole = False

    def begin(self) -> None:
        """Start with nothing taken."""
        scene = self.scene
        self.choice = ShelfieChoice.of(scene.position.choices) if scene.may_move else None
        self.at_shelf, self.advised = False, None
        takeable = self.choice.partners() if self.choice else set()
        if takeable and self.cursor not in takeable:
            row, column = self.cursor
            self.cursor = min(takeable, key=lambda c: (abs(c[0] - row) + abs(c[1] - column), c))

    @property
    def _rows(self) -> list[str]:
        rows: list[str] = self.scene.position.view["living_room"]
        return rows

    @property
    def _shelf(self) -> list[str]:
        rows: list[str] = self.scene.position.view["seats"][self.scene.own]["bookshelf"]
        return rows

    def wanted(self) -> Fields:
        """Return the tiles that are taken."""
        return self.choice.partial() if self.choice else {}

    def selection(self) -> Fields:
        """Return the tiles that are taken, and the column."""
        return self.choice.selection() if self.choice else {}

    def is_begun(self) -> bool:
        """Return whether a tile is taken."""
        return bool(self.choice and self.choice.taken)

    def suggest(self, move: Fields, whole: bool) -> None:
        """Mark the tiles of a good move, then its column."""
        self.advised, self.advised_whole = move, whole
        self.redraw()

    @classmethod
    def legend(cls, words: Words, look: Look) -> str:
        """Explain which sign is which kind, and how what can be done is marked."""
        kinds = ", ".join(f"{sign(letter, look)} {words[name]}" for letter, name in NAMES.items())
        return f"{kinds}. " + look.text(words["terminal.legend"])

    # Keys and clicks

    def action_step(self, down: int, across: int) -> None:
        """Move the cursor, over the cells or over the columns."""
        self.notice = None
        if self.at_shelf:
            self.pointed_column = (self.pointed_column + across) % COLUMNS
        else:
            self.cursor = self._next_cell(down, across)
        self.redraw()

    def _next_cell(self, down: int, across: int) -> Cell:
        """Go to the next cell in play; stay at the edge."""
        rows, (row, column) = self._rows, self.cursor
        while 0 <= row + down < len(rows) and 0 <= column + across < len(rows[0]):
            row, column = row + down, column + across
            if rows[row][column] != " ":
                return row, column
        return self.cursor

    def action_other_side(self) -> None:
        """Go from the living room to the bookshelf, and back."""
        self.at_shelf = not self.at_shelf
        self.redraw()

    def action_take(self) -> None:
        """Take the tile under the cursor, or choose the column."""
        if self.at_shelf:
            self._choose_column(self.pointed_column)
        else:
            self._toggle(self.cursor)

    def action_confirm(self) -> None:
        """Place the tiles if a column is chosen; else do as the space bar does."""
        if self.choice and self.choice.column is not None:
            self._place()
        else:
            self.action_take()

    def action_column(self, column: int) -> None:
        """Choose a column by its number; twice places the tiles."""
        if self.choice and self.choice.column == column:
            self._place()
        else:
            self._choose_column(column)

    def action_reorder(self) -> None:
        """Change the order in which the tiles are placed."""
        if self.choice and len(self.choice.taken) > 1:
            self.choice.reorder()
            self.ask()
            self.redraw()

    def action_put_back(self) -> None:
        """Let go of the column, or put back the tile taken last."""
        if not self.choice or not self.choice.taken:
            return
        if self.choice.column is not None:
            self.choice.column = None
        else:
            self._toggle(self.choice.taken[-1])
        self.at_shelf = False
        self.redraw()

    def touch(self, name: str) -> None:
        """Answer a click on a cell, a column or a button."""
        word, *numbers = name.split()
        if word == "cell":
            self.at_shelf, self.cursor = False, (int(numbers[0]), int(numbers[1]))
            self._toggle(self.cursor)
        elif word == "column":
            self.action_column(int(numbers[0]))
        elif word == "place":
            self._place()
        elif word == "reorder":
            self.action_reorder()
        elif word == "start_over":
            self.give_up()

    def _toggle(self, cell: Cell) -> None:
        self.notice = None
        choice = self.choice
        if choice is None or not choice.take(cell):
            wanted = [*(choice.taken if choice else ()), cell]
            self.post_message(self.Wondered({"take": [list(each) for each in wanted]}))
            return
        if choice.taken:
            self.ask()
        if choice.taken and not choice.partners():
            self.at_shelf = True
            if self.pointed_column not in choice.columns():
                self.pointed_column = choice.columns()[0]
        self.redraw()

    def _choose_column(self, column: int) -> None:
        self.notice = None
        self.pointed_column = column
        choice = self.choice
        if choice is None or not choice.taken:
            self.tell(self.scene.say("terminal.choose") if choice else "", is_refusal=True)
        elif choice.choose_column(column):
            self.at_shelf = True
        else:
            self.post_message(self.Wondered({**choice.partial(), "column": column}))
        self.redraw()

    def _place(self) -> None:
        move = self._foreseen_in(self.choice.column) if self.choice else None
        if move:
            self.play(move["text"])

    def _foreseen_in(self, column: int | None) -> Continuation | None:
        """Return what placing in a column would bring."""
        return next((each for each in self.foreseen if each["move"]["column"] == column), None)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw everything that fits."""
        scene = self.scene
        layout = ShelfieLayout.fit(canvas.width, canvas.height, Bounds.of(self._rows))
        whole = self.advised if self.advised_whole else None
        cells = (self.advised or {}).get("take", [])
        pointing = Pointing(
            self.cursor if not self.at_shelf and scene.live else None,
            frozenset((row, column) for row, column in cells),
            others=self._others(),
        )
        draw_room(canvas, layout.room, self._rows, layout.size, scene.look, self.choice, pointing)
        plans = self._plans(whole)
        draw_shelf(canvas, layout.shelf, self._shelf, layout.size, scene.look, plans)
        width, height = shelf_size(layout.size)
        left, top = layout.shelf
        below = draw_own(canvas, (left, top + height), width, scene)
        self._draw_side(canvas, layout)
        if layout.size > 1:
            room = layout.dock - below - 2
            draw_news(canvas, (left, below + 1), width, room, scene)
        self._draw_dock(canvas, layout)

    def _others(self) -> dict[Cell, tuple[int, str]]:
        """Return the tiles others are choosing now, each with the seat and its letter."""
        scene = self.scene
        return {
            (row, column): (seat, scene.initial(seat))
            for seat, partial in scene.selecting.items()
            for row, column in partial.get("take", ())
        }

    def _plans(self, advised: Fields | None) -> Plans:
        standing = self.scene.position.standing
        goal = standing[self.scene.own].get("personal_goal") if standing else None
        cells = {(c["row"], c["column"]): c["tile"] for c in goal["cells"]} if goal else {}
        choice = self.choice
        if choice is None:  # a spectator may see what is chosen on the seat that is shown
            return Plans(cells, ghosts=coming_to(self.scene, self.scene.own))
        cursor = self.pointed_column if self.at_shelf else None
        column = choice.column if choice.column is not None else cursor
        rows = self._rows
        letters = [rows[row][across] for row, across in choice.taken]
        if advised and not letters:
            column = advised["column"]
            letters = [rows[row][across] for row, across in advised["take"]]
        ghosts = landing(self._shelf, column, letters) if column is not None else ()
        return Plans(cells, self._badges(), choice.column, cursor, ghosts)

    def _badges(self) -> tuple[str, ...]:
        choice = self.choice
        if choice is None or not choice.taken:
            return ("",) * COLUMNS
        badges = []
        for column in range(COLUMNS):
            found = self._foreseen_in(column)
            if column not in choice.columns():
                badges.append(self.scene.say("terminal.full"))
            else:
                badges.append(f"+{found['points'].get('total', 0)}" if found else "")
        return tuple("0" if badge == "+0" else badge for badge in badges)

    def _draw_side(self, canvas: Canvas, layout: ShelfieLayout) -> None:
        scene = self.scene
        x, width = layout.side, canvas.width - layout.side - 1
        y = draw_goals(canvas, (x, 0), width + 1, scene, layout.size > 1)
        y = draw_rivals(canvas, (x, y), width + 1, scene)
        if layout.size == 1:
            draw_news(canvas, (x, y + 1), width, layout.dock - y - 1, scene)
        bag = sum(scene.position.view["bag"].values())
        canvas.put(x, y, scene.look.text(f"{scene.words['bag']} {bag}"),
                   Paint(scene.look.palette.soft))  # fmt: skip

    def _draw_dock(self, canvas: Canvas, layout: ShelfieLayout) -> None:
        scene, choice, y = self.scene, self.choice, layout.dock
        palette = scene.look.palette
        canvas.fill(0, y, canvas.width, canvas.height - y, palette.panel)
        held = choice.taken if choice else []
        for number, (row, column) in enumerate(held):
            put_tile(canvas, 1 + 4 * number, y, self._rows[row][column], 1, scene.look)
        if held:
            canvas.put(1, y + 2, scene.say("terminal.lowest_first"), Paint(palette.soft))
        button = scene.say("terminal.place", n=self._column_shown() + 1)
        left = canvas.width - len(button) - 5
        chosen = self._foreseen_in(choice.column) if choice else None
        text = reason(scene, chosen) if chosen else advice(scene, choice)
        self.put_notice(canvas, 15, y, left - 17, text)
        if scene.live:
            where = describe(scene, self.cursor, choice)
            canvas.put(15, y + 2, where, Paint(palette.soft))
        if choice:
            self._draw_buttons(canvas, left, y, button, chosen is not None)

    def _column_shown(self) -> int:
        chosen = self.choice.column if self.choice else None
        return self.pointed_column if chosen is None else chosen

    def _draw_buttons(self, canvas: Canvas, x: int, y: int, button: str, ready: bool) -> None:
        palette = self.scene.look.palette
        if ready:
            paint = Paint(palette.on_accent, palette.accent, bold=True)
            canvas.put(x, y, f"[ {button} ]", paint)
            canvas.spot(x, y, len(button) + 4, 1, "place")
        if self.is_begun():
            start_over = self.scene.say("terminal.start_over")
            canvas.put(x, y + 1, start_over, Paint(palette.accent, underline=True))
            canvas.spot(x, y + 1, len(start_over), 1, "start_over")
            reorder = self.scene.say("terminal.reorder")
            canvas.put(x, y + 2, reorder, Paint(palette.accent, underline=True))
            canvas.spot(x, y + 2, len(reorder), 1, "reorder")


BOARD = MyShelfieBoard

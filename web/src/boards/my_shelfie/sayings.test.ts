import { expect, test } from "vitest";
import en from "../../../../src/ludoteca/games/my_shelfie/text/en.json";
import last from "../../../dev/frames/my_shelfie/four_last.json";
import middle from "../../../dev/frames/my_shelfie/three_middle.json";
import { say } from "../../lib/words";
import type { BoardProps, Say } from "../contract";
import { dockSentence, ribbonSentence, turnSentence, type Chosen } from "./sayings";
import type { View } from "./view";

const words: Say = (key, values) => say([en], "en", key, values);
const props = { ...middle.props, words, hint: null } as unknown as BoardProps;
const chosen: Chosen = { active: true, taken: [], free: [[5, 1]], column: null };

test("the turn bar follows the choice", () => {
  expect(turnSentence(words, { ...chosen, active: false })).toBeNull();
  expect(turnSentence(words, chosen)).toBe("Your turn: take 1 to 3 tiles in a line");
  expect(turnSentence(words, { ...chosen, taken: [[5, 2]] })).toBe("Your turn: one more, or place");
  expect(turnSentence(words, { ...chosen, taken: [[5, 2]], free: [] })).toBe(
    "Your turn: choose a column",
  );
  expect(turnSentence(words, { ...chosen, taken: [[5, 2]], column: 2 })).toBe(
    "Your turn: 1 tile into column 3",
  );
});

test("the dock says what to do next", () => {
  expect(dockSentence(props, chosen, 0)).toBe("Tap a glowing tile to start.");
  expect(dockSentence(props, { ...chosen, taken: [[5, 2]] }, 0)).toBe(
    "One more, or choose a column.",
  );
  expect(dockSentence(props, { ...chosen, taken: [[5, 2]], free: [] }, 0)).toBe(
    "No other tile fits this line.",
  );
  expect(
    dockSentence(
      props,
      {
        ...chosen,
        taken: [
          [5, 1],
          [5, 2],
          [5, 3],
        ],
        free: [],
      },
      0,
    ),
  ).toBe("Three is the most you can take.");
});

test("who waits is told whom for, and what the own move brought", () => {
  const waiting = { ...props, seat: 1 };
  expect(dockSentence(waiting, { ...chosen, active: false }, 0)).toBe("Mira is choosing.");
  expect(dockSentence(waiting, { ...chosen, active: false }, 2)).toBe("+2. Mira is choosing.");
});

test("a hint names the idea first", () => {
  const hint = { stage: 1 as const, line: { text: "", move: { take: [[5, 1]] } } };
  expect(dockSentence({ ...props, hint }, chosen, 0)).toBe("Look at the trophies.");
  const outcome = { text: "", move: {}, points: { groups: 2, total: 2 }, notes: { cells: [] } };
  const line = { text: "", move: { take: [[5, 1]], column: 2 } };
  const second = { stage: 2 as const, line: { ...line, outcome } };
  expect(dockSentence({ ...props, hint: second }, chosen, 0)).toBe(
    "1 trophy into column 3: +2, Groups.",
  );
  expect(dockSentence({ ...props, hint: { stage: 2, line } }, chosen, 0)).toBe(
    "1 trophy into column 3.",
  );
});

test("a full bookshelf begins the last turns", () => {
  const view = last.props.view as unknown as View;
  expect(ribbonSentence(words, view, 1, last.props.names)).toBe(
    "Mira has filled their bookshelf. Last turns.",
  );
  expect(ribbonSentence(words, view, 0, last.props.names)).toBe(
    "Your bookshelf is full. Last turns.",
  );
  expect(ribbonSentence(words, { ...view, over: true }, 0, last.props.names)).toBeNull();
});

/** The driver of the tutorials, on a script as small as can be. */
import { beforeEach, expect, test, vi } from "vitest";
import { Lessons, type Script } from "./lessons.svelte";

const move = { text: "a1>1", move: { take: [[0, 0]], column: 0 } };
const script: Script = {
  positions: {
    one: {
      props: {
        names: ["Mira", "Bo"],
        ply: 3,
        view: { to_move: 0 },
        choices: { takes: [[[0, 0]]] },
      },
      asked: [{ partial: { take: [[0, 0]] }, moves: [{ ...move, points: {}, notes: {} }] }],
      refusals: [
        {
          code: "gap",
          says: { en: "a gap", it: "un vuoto" },
          partials: [
            {
              take: [
                [0, 0],
                [0, 2],
              ],
            },
          ],
        },
        { code: "no_free_side", says: { en: "no side" }, partials: [{ take: [[1, 1]] }] },
      ],
    },
  },
  lessons: [
    { id: "take", position: "one", awaits: { act: "choosing", counts: { take: 1 } } },
    { id: "why", position: "one", awaits: { act: "why", codes: ["no_free_side"] } },
    {
      id: "move",
      position: "one",
      awaits: { act: "play" },
      hint: move,
      outlined: true,
      then: { "a1>1": { ply: 4, happened: [{ ply: 4 }] } },
    },
  ],
};

const frame = {
  turn: vi.fn(),
  ribbon: vi.fn(),
  announce: vi.fn(),
  refuse: vi.fn(),
  sound: vi.fn(),
};
const reached = vi.fn();
const settings = { language: "it", confirm: false } as never;
const begin = (lesson = 0) =>
  new Lessons(script, lesson, () => ({ words: (key) => key, frame, settings, reached }));

beforeEach(() => void vi.clearAllMocks());

test("a lesson waits for so much to be chosen, and the next one begins when one likes", () => {
  const lessons = begin();
  expect(lessons.sentence).toBe("lesson.take");
  lessons.board.choosing({
    take: [
      [0, 0],
      [0, 1],
    ],
  });
  lessons.board.choosing({});
  lessons.next();
  expect([lessons.at, lessons.answered]).toEqual([0, false]);
  lessons.board.choosing({ take: [[0, 0]] });
  expect(lessons.sentence).toBe("lesson.take.done");
  expect(lessons.board.interactive).toBe(false);
  expect(reached).not.toHaveBeenCalled();
  lessons.next();
  expect([lessons.at, lessons.answered]).toEqual([1, false]);
  expect(reached).toHaveBeenCalledExactlyOnceWith(1);
});

test("a refusal is that of the rules in one's language; only the awaited one answers", async () => {
  const lessons = begin(1);
  expect(
    await lessons.board.whyNot({
      take: [
        [0, 0],
        [0, 2],
      ],
    }),
  ).toEqual({ code: "gap", sentence: "un vuoto" });
  expect(lessons.answered).toBe(false);
  expect(await lessons.board.whyNot({ take: [[1, 1]] })).toEqual({
    code: "no_free_side",
    sentence: "no side",
  });
  expect(lessons.answered).toBe(true);
});

test("another legal move is refused, the right one is made", () => {
  const lessons = begin(2);
  lessons.board.play("b1>1");
  expect(frame.refuse).toHaveBeenCalledWith("page.lesson.other");
  expect(lessons.board.ply).toBe(3);
  lessons.board.play("a1>1");
  expect(lessons.board).toMatchObject({ ply: 4, happened: [{ ply: 4 }], interactive: false });
  expect(lessons.isLast).toBe(true);
});

test("what is asked is answered from the record, and moves are always confirmed", () => {
  const lessons = begin();
  lessons.board.ask({ take: [[0, 0]] });
  expect(lessons.board.continuations.moves).toHaveLength(1);
  lessons.board.ask({ take: [[5, 5]] });
  expect(lessons.board.continuations).toEqual({ partial: { take: [[5, 5]] }, moves: [] });
  expect(lessons.board.settings.confirm).toBe(true);
});

test("a hint has two stages, the first is there where it is outlined", () => {
  const lessons = begin(2);
  expect(lessons.board.hint).toEqual({ stage: 1, line: move });
  lessons.showHint();
  expect(lessons.board.hint.stage).toBe(2);
  expect(lessons.mayHint).toBe(false);
  expect(begin(0).mayHint).toBe(false);
});

test("it begins at the lesson one has reached, whatever the device has kept", () => {
  expect(begin(1).at).toBe(1);
  expect(begin(99).at).toBe(2);
  expect(begin(-3).at).toBe(0);
});

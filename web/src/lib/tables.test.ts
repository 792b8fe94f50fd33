import { expect, test } from "vitest";
import type { LobbyTable, SeatInfo } from "../protocol/messages";
import { describeClock, describeTable, hostName } from "./tables";

const words = (key: string, values?: Record<string, string | number>) =>
  `${key}${values ? JSON.stringify(values) : ""}`;
const seat = (kind: SeatInfo["kind"], name: string) => ({ kind, name }) as SeatInfo;
const table = {
  seats: [seat("bot", "medium"), seat("person", "Ada"), seat("free", "")],
  setting: { seats: 3, clock: { kind: "bank", seconds: 600, increment: 5 } },
} as LobbyTable;

test("a table is described by its seats and its clock", () => {
  expect(describeTable(table, words)).toBe(
    'page.seats_taken{"n":2,"of":3} · page.clock.bank_of{"n":10,"more":5}',
  );
  expect(describeClock({ kind: "none" }, words)).toBe("page.clock.none");
  expect(describeClock({ kind: "turn", seconds: 90 }, words)).toBe('page.clock.turn_of{"n":90}');
  expect(describeClock({ kind: "turn", seconds: 120 }, words)).toBe(
    'page.clock.turn_minutes{"n":2}',
  );
});

test("a table is named after the first person", () => {
  expect(hostName(table)).toBe("Ada");
  expect(hostName({ ...table, seats: [] })).toBe("");
});

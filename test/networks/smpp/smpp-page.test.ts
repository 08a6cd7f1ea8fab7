import { expect, test } from "@jest/globals";
import { type StatusAction, statusRows, statusName, statusTable } from "#server/networks/smpp/index.js";
import { defaultTimers } from "#server/networks/smpp/session/link.js";
import { documentedRows } from "../../domain/documented-table.js";

const page = "docs/reference/smpp-protocol.md";

function inWords(action: StatusAction): string {
  if (action.kind !== "retry") return action.kind;
  return `retry: ${action.attempts} after ${action.delay / 1_000} s`;
}

test("the page lists every command_status with its action", () => {
  const documented = documentedRows(page, "command_status").map(([status, name, action]) => [
    status,
    name,
    action,
  ]);
  expect(documented).toEqual(
    statusRows.map(({ status, name, action }) => [
      `0x${status.toString(16).padStart(2, "0").toUpperCase()}`,
      name,
      inWords(action),
    ]),
  );
});

test("the page lists the timers", () => {
  const documented = documentedRows(page, "Timers").map(([name, seconds]) => [name, Number(seconds) * 1_000]);
  expect(Object.fromEntries(documented)).toEqual(defaultTimers);
});

test("statuses are numbered once, in order", () => {
  const numbers = statusRows.map(({ status }) => status);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test.each([
  { status: 0x00, overrides: {}, want: "sent" },
  { status: 0x58, overrides: {}, want: "throttle" },
  { status: 0x45, overrides: {}, want: "fail" },
  {
    status: 0x45,
    overrides: { 0x45: { kind: "retry", delay: 60_000, attempts: 2 } as const },
    want: "retry",
  },
  { status: 0x40a, overrides: {}, want: "fail" },
  { status: 0x40a, overrides: { 0x40a: { kind: "throttle" } as const }, want: "throttle" },
])("a status of $status with $overrides: $want", ({ status, overrides, want }) => {
  expect(statusTable(overrides)(status).kind).toBe(want);
});

test.each([
  { status: 0x58, want: "RTHROTTLED (0x58)" },
  { status: 0x40a, want: "0x40a" },
])("a status of $status is called $want", ({ status, want }) => {
  expect(statusName(status)).toBe(want);
});

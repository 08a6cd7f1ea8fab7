import { expect, test } from "@jest/globals";
import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import { documentedRows } from "./documented-table.js";
import { deferred, statusOf, statusTable, utf16Hex } from "#server/domain/status.js";

const now = 1_000;

test.each([
  { state: RecipientState.Queued, dueAt: now + 1, want: "SMSC_DEFERRED" },
  { state: RecipientState.Queued, dueAt: now, want: "InProcessNow" },
  { state: RecipientState.Submitting, dueAt: now, want: "InProcessNow" },
  { state: RecipientState.Submitted, dueAt: now, want: "SUCCESS" },
  { state: RecipientState.Enroute, dueAt: now, want: "SMSC_ENROUTE" },
  { state: RecipientState.Accepted, dueAt: now, want: "SMSC_ACCEPTED" },
  { state: RecipientState.Delivered, dueAt: now, want: "SMSC_DELIVERED" },
  { state: RecipientState.InvalidNumber, dueAt: now + 1, want: "REJECTED_INVALID_NUMBER" },
])("state $state, due at $dueAt: $want", ({ state, dueAt, want }) => {
  expect(statusOf(state, dueAt, now).element).toBe(want);
});

test.each([
  { given: "Delivered", want: "00440065006c006900760065007200650064" },
  { given: "م😀", want: "0645d83dde00" },
  { given: "", want: "" },
])("UTF-16 digits of $given", ({ given, want }) => {
  expect(utf16Hex(given)).toBe(want);
});

test("every StatusU text is capitalized and belongs to one element", () => {
  const elements = new Map(
    [deferred, ...Object.values(statusTable)].map((status) => [status.word, status.element]),
  );
  expect(elements.size).toBe(new Set(elements.values()).size);
  for (const word of elements.keys()) expect(word).toMatch(/^[A-Z][a-z ]+$/);
});

test("a status is final exactly when its number says so", () => {
  for (const state of Object.values(RecipientState)) expect(statusTable[state].final).toBe(isFinal(state));
});

test("docs/reference/statuses.md lists exactly the statuses", () => {
  const statuses = documentedRows("docs/reference/statuses.md").filter((row) => row.length === 4);
  const rows = statuses.map(([element, word, final]) => ({
    element,
    word,
    final: final === "yes",
  }));
  const known = new Map([deferred, ...Object.values(statusTable)].map((status) => [status.element, status]));
  expect(rows).toHaveLength(known.size);
  expect(rows).toEqual(expect.arrayContaining([...known.values()]));
});

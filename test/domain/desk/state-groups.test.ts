import { expect, test } from "@jest/globals";
import { stateOf } from "#server/actions/message-filter.js";
import { stateGroups } from "#server/domain/desk/state-groups.js";
import { deferred, statusTable } from "#server/domain/status.js";
import { documentedRows } from "../documented-table.js";

test("docs/reference/statuses.md lists the groups with their statuses", () => {
  const rows = documentedRows("docs/reference/statuses.md", "Groups").map(([group = "", statuses = ""]) => [
    group,
    [...new Set(statuses.match(/\b(?:[A-Z_]{4,}|InProcessNow)\b/gu))].sort(),
  ]);
  expect(rows).toEqual(
    Object.entries(stateGroups).map(([group, { elements }]) => [group, [...elements].sort()]),
  );
});

test("every status is in one group, and InProcessNow in two that differ", () => {
  const elements = Object.values(stateGroups).flatMap((group) => group.elements);
  const all = [deferred, ...Object.values(statusTable)].map(({ element }) => element);
  expect([...new Set(elements)].sort()).toEqual([...new Set(all)].sort());
  expect(elements.filter((each, index) => elements.indexOf(each) !== index)).toEqual(["InProcessNow"]);
  expect([stateGroups.waiting.held, stateGroups.uncertain.held]).toEqual([false, true]);
});

test.each([
  ["failed", stateGroups.failed],
  ["FAILED", { elements: ["FAILED"] }],
  ["delivered", stateGroups.delivered],
  ["Delivered", { elements: ["SMSC_DELIVERED"] }],
  ["smsc_expired", { elements: ["SMSC_EXPIRED"] }],
  ["inprocessnow", { elements: ["InProcessNow"] }],
])("the state %s", (text, want) => {
  expect(stateOf(text)).toEqual(want);
});

import { expect, test } from "@jest/globals";
import {
  inboxOperation,
  inboxOperations,
  maxMessageIds,
  parseMessageIds,
} from "#server/domain/inbox/inbox.js";
import { documentedRows } from "../documented-table.js";

test("docs/reference/inbox.md lists exactly the operations", () => {
  const documented = documentedRows("docs/reference/inbox.md", "Operations").map(
    ([name, root, messages, messageId, read]) => ({ name, root, messages, messageId, read }),
  );
  const words = { all: "all", new: "unread", old: "read", ids: "named" };
  const known = [...inboxOperations].map(([name, { root, action, messages }]) => ({
    name,
    root,
    messages: words[messages],
    messageId: messages === "ids" ? "required" : "ignored",
    read: {
      count: "counted",
      list: "listed",
      fetch: "listed with text, then marked as read",
      kill: "deleted",
    }[action],
  }));
  expect(documented).toEqual(known);
});

test.each([
  { given: "stats", want: "count" },
  { given: "Fetch-ID", want: "fetch" },
  { given: " KILL-OLD\n", want: "kill" },
  { given: "list-old", want: undefined },
  { given: "", want: undefined },
  { given: "toString", want: undefined },
])("operation $given: $want", ({ given, want }) => {
  expect(inboxOperation(given)?.action).toBe(want);
});

const ids = (...list: number[]) => ({ kind: "ids", ids: list });

test.each([
  { given: "7", want: ids(7) },
  { given: " 9 ,7,, 9,", want: ids(9, 7) },
  { given: "007", want: ids(7) },
  { given: "0", want: ids(0) },
  { given: "", want: { kind: "none" } },
  { given: " , ", want: { kind: "none" } },
  { given: "1,x", want: { kind: "incorrect" } },
  { given: "-1", want: { kind: "incorrect" } },
  { given: "1.0", want: { kind: "incorrect" } },
  { given: "1 2", want: { kind: "incorrect" } },
  { given: "1".repeat(16), want: { kind: "incorrect" } },
])("ids $given", ({ given, want }) => {
  expect(parseMessageIds(given)).toEqual(want);
});

test("the number of ids in a call is limited", () => {
  const list = Array.from({ length: maxMessageIds }, (_, index) => index);
  expect(parseMessageIds(list.join())).toEqual(ids(...list));
  expect(parseMessageIds([...list, maxMessageIds].join())).toEqual({ kind: "incorrect" });
});

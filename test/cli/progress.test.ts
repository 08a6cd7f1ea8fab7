import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import { progressOn, progressText } from "#server/cli/input-file.js";

test.each([
  { share: 0, want: "List [------------------------------] 0 %, 7 rows" },
  { share: 0.5, want: "List [###############---------------] 50 %, 7 rows" },
  { share: 0.999, want: "List [#############################-] 99 %, 7 rows" },
  { share: 1, want: "List [##############################] 100 %, 7 rows" },
  { share: 1.2, want: "List [##############################] 100 %, 7 rows" },
])("$share is shown as $want", ({ share, want }) => {
  expect(progressText("List", share, 7, "rows")).toBe(want);
});

const start = "\r\u001b[K";

test.each([
  { isTTY: true, want: `${start}${progressText("List", 0.5, 1, "rows")}${start}` },
  { isTTY: false, want: "" },
])("progress is shown once in a while, on a terminal only: $isTTY", ({ isTTY, want }) => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const progress = progressOn(stream, "List", "rows");
  progress.show(0.5, 1);
  progress.show(0.6, 2);
  progress.end();
  expect(String(stream.read() ?? "")).toBe(want);
});

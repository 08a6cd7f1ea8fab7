import { expect, test } from "@jest/globals";
import { limitedLog } from "#server/work/coordination/limited-log.js";
import { keepingLog } from "../../host/greeter/server.js";

test("of one event ten lines are written, then one every ten seconds, with the number left out", () => {
  const kept = keepingLog();
  let now = 0;
  const log = limitedLog(kept, () => now);
  for (let count = 0; count < 1_000; count++) log.warn({ count }, "flood");
  log.error({}, "another event");
  expect(kept.lines).toHaveLength(11);
  expect(kept.lines.every(({ fields }) => !("omitted" in fields))).toBe(true);
  now = 9_999;
  log.warn({}, "flood");
  now = 10_000;
  log.warn({ count: 1 }, "flood");
  log.warn({}, "flood");
  expect(kept.lines.slice(11)).toEqual([
    { level: "warn", event: "flood", fields: { count: 1, omitted: 991 } },
  ]);
  now = 3_600_000;
  for (let count = 0; count < 20; count++) log.warn({}, "flood");
  expect(kept.lines).toHaveLength(22);
  for (let count = 0; count < 20; count++) log.info({}, "request");
  expect(kept.lines).toHaveLength(32);
});

test("a clock that goes back writes no more", () => {
  const kept = keepingLog();
  let now = 1_000_000;
  const log = limitedLog(kept, () => now);
  for (let count = 0; count < 20; count++) log.error({}, "flood");
  now = 0;
  for (let count = 0; count < 20; count++) log.error({}, "flood");
  expect(kept.lines).toHaveLength(10);
});

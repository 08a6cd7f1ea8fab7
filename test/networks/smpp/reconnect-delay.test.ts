import { expect, test } from "@jest/globals";
import { reconnectDelay } from "#server/networks/smpp/session/connect.js";

test.each([
  { failures: 0, shortest: 500, longest: 1_000 },
  { failures: 1, shortest: 1_000, longest: 2_000 },
  { failures: 5, shortest: 16_000, longest: 32_000 },
  { failures: 6, shortest: 30_000, longest: 60_000 },
  { failures: 5_000, shortest: 30_000, longest: 60_000 },
])("after $failures failures, $shortest to $longest ms", ({ failures, shortest, longest }) => {
  expect([reconnectDelay(failures, 1), reconnectDelay(failures, 0)]).toEqual([shortest, longest]);
});

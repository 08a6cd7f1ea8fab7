import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { minute, outcomesOf } from "#server/domain/usage/traffic.js";
import { hourOf } from "#server/domain/usage/usage.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { noResponses } from "#server/domain/usage/quantiles.js";
import {
  responsesBetween,
  startTrafficRecorder,
  trafficBetween,
  type TrafficSample,
} from "#server/work/maintenance/traffic.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../../eventually.js";
import { keepingLog } from "../../host/greeter/server.js";
import { noon, openAccount, submission, temporaryFolder } from "../../storage/fixtures.js";

const counts = (accepted: number, delivered = 0, failed = 0) => ({ accepted, delivered, failed });
const of = (link: string, name: string, each: ReturnType<typeof counts>) =>
  [name, { ...each, link }] as const;

function sample(
  at: number,
  counters: readonly ReturnType<typeof of>[],
  waiting = 0,
  oldest = 0,
): TrafficSample {
  return { at, counters: new Map(counters), links: new Map(), waiting: new Map([["", waiting]]), oldest };
}

/** How a link had answered until a time, by process: in the first place and in the second. */
function responded(
  at: number,
  processes: Readonly<Record<string, readonly [number, number]>>,
): TrafficSample {
  const responses = Object.fromEntries(
    Object.entries(processes).map(([process, first]) => [process, [...first, ...noResponses().slice(2)]]),
  );
  return { ...sample(at, []), links: new Map([["east", { used: 3, window: 20, responses }]]) };
}

describe("responses between two samples", () => {
  const before = responded(noon + 1, { a: [5, 1], b: [100, 0] });
  test.each<{ name: string; after: TrafficSample; want: readonly (readonly [number, number])[] }>([
    { name: "none", after: responded(noon + minute, { a: [5, 1], b: [100, 0] }), want: [[0, 0]] },
    {
      name: "of both processes",
      after: responded(noon + minute, { a: [7, 2], b: [101, 0] }),
      want: [[3, 1]],
    },
    { name: "of one that stopped", after: responded(noon + minute, { b: [104, 3] }), want: [[4, 3]] },
    { name: "a new process", after: responded(noon + minute, { a: [6, 1], c: [9_999, 9] }), want: [[1, 0]] },
    {
      name: "a restarted counter",
      after: responded(noon + minute, { a: [2, 0], b: [100, 5] }),
      want: [[0, 5]],
    },
    { name: "no report", after: responded(noon + minute, {}), want: [[0, 0]] },
    { name: "a removed link", after: sample(noon + minute, []), want: [] },
    { name: "a gap", after: responded(noon + 3 * minute, { a: [7, 2] }), want: [] },
    { name: "a clock that went back", after: responded(noon, { a: [7, 2] }), want: [] },
  ])("$name", ({ after, want }) => {
    const found = responsesBetween(before, after);
    expect(found.map(({ responses }) => responses.slice(0, 2))).toEqual(want);
    for (const each of found) expect(each).toMatchObject({ at: noon, link: "east", used: 3, window: 20 });
  });
});

const row = (link: string, sums: ReturnType<typeof counts>, waiting = 0, oldest = 0) => ({
  ...{ at: noon, link, ...sums, waiting, oldest },
});

describe("traffic between two samples", () => {
  const first = sample(noon + 1, [of("", "day 1", counts(5, 4, 1)), of("east", "link east", counts(9))]);
  test.each([
    {
      name: "is what the counters grew by",
      after: sample(
        noon + minute,
        [of("", "day 1", counts(8, 5, 1)), of("east", "link east", counts(11, 2))],
        7,
        3,
      ),
      want: [row("", counts(3, 1), 7, 3), row("east", counts(2, 2))],
    },
    {
      name: "adds the counters of a new day",
      after: sample(noon + minute, [of("", "day 1", counts(6, 4, 1)), of("", "day 2", counts(2))]),
      want: [row("", counts(3))],
    },
    {
      name: "is 0 for a counter that restarted, and for a new link",
      after: sample(noon + minute, [of("east", "link east", counts(4)), of("west", "link west", counts(6))]),
      want: [row("east", counts(0)), row("west", counts(0))],
    },
    {
      name: "is what each process counted: one that reports again after a pause counts nothing twice",
      after: sample(noon + minute, [
        of("east", "link east", counts(10)),
        of("east", "link east, other process", counts(1_000_000)),
      ]),
      want: [row("east", counts(1))],
    },
    {
      name: "is unknown after a gap",
      after: sample(noon + 3 * minute, [of("", "day 1", counts(9))]),
      want: [],
    },
    {
      name: "is unknown when the clock went back",
      after: sample(noon, [of("", "day 1", counts(9))]),
      want: [],
    },
  ])("$name", ({ after, want }) => {
    expect(trafficBetween(first, after)).toEqual(want);
  });
});

test("outcomes count accepted messages, delivered ones, and those that ended otherwise", () => {
  const counters = Object.values(RecipientState).map((state) => ({ state, messages: 10 ** state }));
  expect(outcomesOf(counters)).toEqual({
    ...{ accepted: 1, delivered: 1e6, failed: 1e7 + 1e8 + 1e9 + 1e10 + 1e11 + 1e12 + 1e13 },
  });
});

test("a recorder stores the traffic of a minute, with what waits", async () => {
  const folder = temporaryFolder();
  const store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
  await openAccount(store, { credit: 9_000 });
  await store.outbox.submit(submission("before", { at: noon, dueAt: noon }));
  // The first minute ends a moment after the start.
  const started = Date.now();
  const now = (): number => noon + minute - 1_000 + (Date.now() - started);
  const log = keepingLog();
  let samples = 0;
  const nextDue: typeof store.delivery.nextDue = async (links) => {
    const due = await store.delivery.nextDue(links);
    samples += 1;
    return due;
  };
  const recorder = startTrafficRecorder({
    store: { ...store, delivery: { ...store.delivery, nextDue } },
    ...{ now, log },
  });
  await eventually(() => samples > 0);
  await store.outbox.submit(submission("second", { at: noon, dueAt: noon }));
  const stored = () => store.traffic.read({ link: "", from: 0, until: noon + 9 * minute, step: minute });
  await eventually(async () => (await stored()).length > 0);
  await eventually(async () => (await store.traffic.peaks(42, 0)).length > 0);
  await recorder.close();
  const [found] = await stored();
  expect(found).toMatchObject({ at: noon, accepted: 1, delivered: 0, failed: 0, waiting: 2 });
  expect(await store.traffic.peaks(42, 0)).toEqual([{ hour: hourOf(noon), peak: 1 }]);
  expect(found?.oldest).toBeGreaterThanOrEqual(59);
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  await store.close();
  folder.remove();
});

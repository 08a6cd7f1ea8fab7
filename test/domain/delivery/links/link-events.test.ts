import { expect, test } from "@jest/globals";
import { eventTogether, LinkEvents, type LinkEventName } from "#server/domain/delivery/links/events.js";

type Noted = readonly [link: number, event: LinkEventName, at: number, detail?: string];
type Row = readonly [
  link: number,
  event: LinkEventName,
  at: number,
  lastAt: number,
  times: number,
  detail: string,
];

const t = eventTogether;

test.each<{ name: string; noted: readonly Noted[]; want: readonly Row[] }>([
  { name: "nothing", noted: [], want: [] },
  { name: "one", noted: [[1, "bound", 5]], want: [[1, "bound", 5, 5, 1, ""]] },
  {
    name: "with a reason",
    noted: [[1, "lost", 5, "no response"]],
    want: [[1, "lost", 5, 5, 1, "no response"]],
  },
  {
    name: "the same just within the time is one, with the last reason",
    noted: [
      [1, "lost", 0, "a"],
      [1, "lost", t - 1, "b"],
    ],
    want: [[1, "lost", 0, t - 1, 2, "b"]],
  },
  {
    name: "the same after it is another",
    noted: [
      [1, "lost", 0, "a"],
      [1, "lost", t, "b"],
    ],
    want: [
      [1, "lost", 0, 0, 1, "a"],
      [1, "lost", t, t, 1, "b"],
    ],
  },
  {
    name: "the time begins with each repetition",
    noted: [0, t - 1, 2 * t - 2, 3 * t - 3].map((at): Noted => [1, "throttled", at, "x"]),
    want: [[1, "throttled", 0, 3 * t - 3, 4, "x"]],
  },
  {
    name: "a link that comes and goes has two",
    noted: Array.from({ length: 100 }, (_, index): Noted => [
      1,
      index % 2 === 0 ? "bound" : "lost",
      index * 1_000,
    ]),
    want: [
      [1, "bound", 0, 98_000, 50, ""],
      [1, "lost", 1_000, 99_000, 50, ""],
    ],
  },
  {
    name: "links are apart",
    noted: [
      [1, "bound", 0],
      [2, "bound", 1],
    ],
    want: [
      [1, "bound", 0, 0, 1, ""],
      [2, "bound", 1, 1, 1, ""],
    ],
  },
  {
    name: "kinds are apart",
    noted: [
      [1, "closed", 0],
      [1, "unusable", 1, "no URL"],
    ],
    want: [
      [1, "closed", 0, 0, 1, ""],
      [1, "unusable", 1, 1, 1, "no URL"],
    ],
  },
  {
    name: "a long reason is cut",
    noted: [[1, "lost", 0, "x".repeat(900)]],
    want: [[1, "lost", 0, 0, 1, "x".repeat(200)]],
  },
  {
    name: "a clock that goes back",
    noted: [
      [1, "lost", 10],
      [1, "lost", 4],
    ],
    want: [[1, "lost", 10, 4, 2, ""]],
  },
])("$name", ({ noted, want }) => {
  const events = new LinkEvents("p");
  for (const [link, event, at, detail] of noted) events.note(link, event, at, detail);
  const rows = events
    .unstored()
    .map((each) => [each.linkId, each.event, each.at, each.lastAt, each.times, each.detail]);
  expect(rows).toEqual(want);
  expect(events.unstored().every(({ process }) => process === "p")).toBe(true);
});

test("one that grows while it is stored is stored again", () => {
  const events = new LinkEvents("p");
  events.note(1, "throttled", 0);
  events.note(2, "bound", 0);
  const first = events.unstored();
  events.note(1, "throttled", 1);
  events.stored(first);
  expect(events.unstored().map(({ linkId, times }) => [linkId, times])).toEqual([[1, 2]]);
  events.stored(events.unstored());
  expect(events.unstored()).toEqual([]);
});

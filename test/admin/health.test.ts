import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { problemCodes, problemsIn, problemTable } from "#server/admin/health.js";
import type { HealthFacts } from "#server/admin/service-facts.js";
import { noon } from "../storage/fixtures.js";

const minute = 60_000;
const replica = { name: "db2", isSynchronous: true, lag: 0, since: Date.UTC(2030, 0, 15, 12) };
const day = 86_400_000;
const gibibyte = 1_073_741_824;
const disk = (free: number, total = 100) => ({
  path: "/data",
  free: free * gibibyte,
  total: total * gibibyte,
});
const certificate = (left: number) => ({ file: "cert.pem", from: noon - day, until: noon + left });
const link = (name: string, up: boolean) => ({
  ...{ name, up, problem: "ECONNREFUSED", delivers: true },
});

interface Case {
  readonly facts: Partial<HealthFacts>;
  /** `CODE SEVERITY TEXT` */
  readonly want: readonly string[];
}

const names = new Map([
  [42, "Shop"],
  [43, "Bank"],
]);
const refused = (customerId: number, code: string, calls: number) => ({ customerId, code, calls });
const drain = (left: number, spent: number) => ({ customerId: 42, kind: "SMS", left, spent }) as const;

/** Problems of customers, with their names. */
const customerCases: readonly Case[] = [
  { facts: { names, refusedCalls: [refused(42, "403.4", 9)] }, want: [] },
  {
    facts: { names, refusedCalls: [refused(42, "403.4", 59)] },
    want: [
      "refusedCalls warning customer 42 (Shop) has 59 refused calls today: The credit is not sufficient",
    ],
  },
  {
    facts: { names, refusedCalls: [refused(42, "403.4", 6), refused(42, "403.2", 5)] },
    want: [
      "refusedCalls warning customer 42 (Shop) has 11 refused calls today, 6 of them: The credit is not sufficient",
    ],
  },
  {
    facts: { names, refusedCalls: [refused(44, "403.2", 10), refused(43, "403.2", 9)] },
    want: ["refusedCalls warning customer 44 has 10 refused calls today: The user is blocked"],
  },
  {
    facts: { names, failingCallbacks: [{ customerId: 43, waiting: 3, givenUp: 0, failure: "HTTP 500" }] },
    want: ["callbacks warning customer 43 (Bank) does not accept its callbacks (3 tried again): HTTP 500"],
  },
  {
    facts: { names, failingCallbacks: [{ customerId: 43, waiting: 2, givenUp: 7, failure: "ECONNREFUSED" }] },
    want: [
      "callbacks warning customer 43 (Bank) does not accept its callbacks (2 tried again, 7 given up in the last 24 hours): ECONNREFUSED",
    ],
  },
  { facts: { names, draining: [drain(60_001, 10_000)] }, want: [] },
  {
    facts: { names, draining: [drain(60_000, 10_000)] },
    want: [
      "draining warning customer 42 (Shop) has 60 SMS credits left, for about 60 minutes at the present rate",
    ],
  },
  {
    facts: { names, draining: [drain(1_500, 10_000)] },
    want: [
      "draining warning customer 42 (Shop) has 1.5 SMS credits left, for about 1 minute at the present rate",
    ],
  },
  { facts: { names, draining: [drain(0, 10_000), drain(5_000, 0), drain(5_000, -1_000)] }, want: [] },
  {
    facts: { names, lowBalances: [{ customerId: 42, kind: "SMS", left: 0, threshold: 10_000 }] },
    want: ["lowBalance warning customer 42 (Shop) has 0 SMS credits left, less than 10"],
  },
  {
    facts: {
      names,
      limitsReached: [
        { customerId: 42, country: "44", refused: 3 },
        { customerId: 43, country: "", refused: 1 },
        { customerId: 42, country: "960", refused: 1 },
      ],
    },
    want: [
      "countryLimit warning customer 42 (Shop) has reached its credits of today for +44, +960: 4 calls refused",
      "countryLimit warning customer 43 (Bank) has reached its credits of today for other numbers: 1 call refused",
    ],
  },
  {
    facts: { names, held: [{ customerId: 43, since: noon }] },
    want: ["unusualTraffic warning customer 43 (Bank) is held: its new messages are refused"],
  },
];

const cases: readonly Case[] = [
  { facts: {}, want: [] },
  {
    facts: { configuration: "--port must be a number" },
    want: ["configuration critical --port must be a number"],
  },
  {
    facts: { database: "There is no Messenger database" },
    want: ["database critical There is no Messenger database"],
  },
  { facts: { disk: disk(10) }, want: [] },
  { facts: { disk: disk(9.9) }, want: ["disk warning /data: 9.9 GiB of 100.0 GiB are free"] },
  { facts: { disk: disk(2.9) }, want: ["disk critical /data: 2.9 GiB of 100.0 GiB are free"] },
  { facts: { disk: disk(1, 4) }, want: ["disk warning /data: 1.0 GiB of 4.0 GiB are free"] },
  { facts: { disk: disk(0.4, 1) }, want: ["disk critical /data: 0.4 GiB of 1.0 GiB are free"] },
  { facts: { isDelivering: true }, want: [] },
  { facts: { isDelivering: false }, want: ["delivery critical no process delivers messages"] },
  {
    facts: { otherVersions: [{ host: "api-1", pid: 7, version: "0.0.1" }] },
    want: [
      "version warning process 7 on api-1 runs version 0.0.1; earlier versions log operators in without their one-time codes",
    ],
  },
  { facts: { links: [link("north", true), link("south", true)] }, want: [] },
  {
    facts: { links: [link("north", true), link("south", false)] },
    want: ["link warning link south is down: ECONNREFUSED"],
  },
  { facts: { links: [link("north", false)] }, want: ["link critical link north is down: ECONNREFUSED"] },
  {
    facts: { links: [], stopped: [{ name: "north", waiting: 3 }] },
    want: [
      "link critical no link is started, and messages wait: 3",
      "link warning link north is stopped, and messages wait for it: 3",
    ],
  },
  {
    facts: { links: [], stopped: [{ name: "north", waiting: 0 }], unrouted: 2 },
    want: ["link critical no link is started, and messages wait: 2", "link warning link north is stopped"],
  },
  {
    facts: { links: [], stopped: [{ name: "north", waiting: 0 }] },
    want: ["link warning link north is stopped"],
  },
  {
    facts: {
      links: [link("south", true)],
      stopped: [{ name: "north", waiting: 0, by: "ann", since: noon }],
    },
    want: ["link warning link north is stopped by ann"],
  },
  ...customerCases,
  { facts: { links: [], stopped: [], unrouted: 2 }, want: [] },
  {
    facts: { links: [link("south", false)], stopped: [{ name: "north", waiting: 3 }] },
    want: [
      "link critical link south is down: ECONNREFUSED",
      "link warning link north is stopped, and messages wait for it: 3",
    ],
  },
  {
    facts: { links: [link("south", true)], stopped: [{ name: "north", waiting: 3 }] },
    want: ["link warning link north is stopped, and messages wait for it: 3"],
  },
  {
    facts: { links: [{ ...link("loopback", true), delivers: false }] },
    want: ["loopback warning link loopback is a loopback: it confirms messages without sending them"],
  },
  { facts: { oldestDue: noon + day }, want: [] },
  { facts: { oldestDue: noon - 5 * minute }, want: [] },
  {
    facts: { oldestDue: noon - 6 * minute },
    want: ["queueAge warning the oldest message waits for 6 minutes"],
  },
  {
    facts: { oldestDue: noon - 31 * minute },
    want: ["queueAge critical the oldest message waits for 31 minutes"],
  },
  { facts: { unroutable: 3 }, want: ["noRoute warning 3 messages match no route"] },
  { facts: { unroutable: 1 }, want: ["noRoute warning 1 message matches no route"] },
  { facts: { uncertain: 2 }, want: ["uncertain warning 2 messages are uncertain"] },
  { facts: { certificate: certificate(22 * day) }, want: [] },
  {
    facts: { certificate: certificate(20 * day) },
    want: ["certificate warning cert.pem expires at 2030-02-04T12:00:00.000Z"],
  },
  {
    facts: { certificate: certificate(-day) },
    want: ["certificate critical cert.pem has expired at 2030-01-14T12:00:00.000Z"],
  },
  {
    facts: { certificate: { file: "cert.pem", from: noon + 1, until: noon + day } },
    want: ["certificate critical cert.pem is not valid before 2030-01-15T12:00:00.001Z"],
  },
  {
    facts: { certificate: { file: "cert.pem", from: undefined, until: undefined } },
    want: ["certificate critical cert.pem cannot be read as a certificate"],
  },
  { facts: { latestEntry: noon + minute }, want: [] },
  {
    facts: { latestEntry: noon + 2 * minute },
    want: ["clock critical the database has entries 120 seconds in the future"],
  },
  {
    facts: {
      wrongClocks: [
        { host: "api-1", pid: 7, clockAhead: 600_400 },
        { host: "api-2", pid: 8, clockAhead: -2_001 },
      ],
    },
    want: [
      "clock warning the clock of process 7 on api-1 is 600 seconds ahead",
      "clock warning the clock of process 8 on api-2 is 2 seconds behind",
    ],
  },
  { facts: { clockSynchronized: true }, want: [] },
  { facts: { clockSynchronized: false }, want: ["clock warning the system clock is not synchronized"] },
  {
    facts: { lowBalances: [{ customerId: 42, kind: "SMS", left: 12_500, threshold: 100_000 }] },
    want: ["lowBalance warning customer 42 has 12.5 SMS credits left, less than 100"],
  },
  {
    facts: {
      unusual: [
        { customerId: 42, kind: "volume", prefix: "", messages: 5_000, ended: undefined, usual: 480 },
        { customerId: 43, kind: "destination", prefix: "960", messages: 300, ended: undefined, usual: 7 },
      ],
      held: [{ customerId: 43, since: noon }],
    },
    want: [
      "unusualTraffic warning customer 43 is held: its new messages are refused",
      "unusualTraffic warning customer 42 has unusual traffic: 5000 messages within 10 minutes; usual at this hour: 480",
      "unusualTraffic warning customer 43 has unusual traffic: 300 messages to +960 in a day; in the 13 weeks before: 7",
    ],
  },
  {
    facts: {
      lostProviders: [{ customerId: 42, name: "api", provider: "7c9e6679-7425-40de-944b-e07fc1f90ae7" }],
    },
    want: [
      "provider warning customer 42 has user api with the provider 7c9e6679-7425-40de-944b-e07fc1f90ae7, which no link has",
    ],
  },
  {
    facts: { samePasswords: [{ customerId: 42, name: "maria", role: "reader" }] },
    want: [
      "samePassword warning customer 42 has user maria (reader) with one password for the portal and for programs, which need no one-time code",
    ],
  },
  {
    facts: { weakPasswords: [{ customerId: 42, name: "api" }] },
    want: ["weakPassword warning customer 42 has user api with a password that is short or common"],
  },
  { facts: { servesSmpp: true }, want: [] },
  {
    facts: { servesSmpp: false },
    want: ["smpp warning there are SMPP accounts, and no process has the role smpp"],
  },
  {
    facts: {
      smppWaiting: [
        { systemId: "shop01", waiting: 7, oldest: noon - 31 * minute },
        { systemId: "shop02", waiting: 9, oldest: noon - 30 * minute },
      ],
    },
    want: ["smpp warning receipts or messages wait for SMPP account shop01: 7, the oldest for 31 minutes"],
  },
  { facts: { longestTransaction: { pid: 7, application: "psql", age: 10 * minute } }, want: [] },
  {
    facts: { longestTransaction: { pid: 7, application: "psql", age: 12.5 * minute } },
    want: ["transaction warning a transaction of server process 7 (psql) has lasted for 12 minutes"],
  },
  {
    facts: { longestTransaction: { pid: 0, application: "", age: 11 * minute } },
    want: ["transaction warning a prepared transaction (no name) has lasted for 11 minutes"],
  },
  { facts: { servers: { leader: "192.0.2.21:5432", waits: false, replicas: [] } }, want: [] },
  {
    facts: { servers: { leader: "192.0.2.21:5432", waits: true, replicas: [] } },
    want: ["replica critical no synchronous replica follows the leader 192.0.2.21:5432: writes wait"],
  },
  {
    facts: { servers: { leader: "", waits: true, replicas: [{ ...replica, isSynchronous: false }] } },
    want: ["replica critical no synchronous replica follows the leader: writes wait"],
  },
  { facts: { servers: { leader: "", waits: true, replicas: [replica] } }, want: [] },
  { facts: { servers: { leader: "", waits: true, replicas: [{ ...replica, lag: minute }] } }, want: [] },
  {
    facts: {
      servers: { leader: "", waits: true, replicas: [replica, { ...replica, name: "db3", lag: 75_400 }] },
    },
    want: ["replica warning replica db3 is 75 seconds behind; it follows since 2030-01-15T12:00:00.000Z"],
  },
  {
    facts: {
      misread: [
        { customerId: 42, list: "Friends", count: 2, example: "4407700900123" },
        { customerId: 42, list: undefined, count: 1, example: "1202555010112" },
        { customerId: 0, list: undefined, count: 1, example: "4407700900124" },
      ],
    },
    want: [
      "misread warning customer 42 has in list Friends 2 numbers that nobody has, such as 4407700900123",
      "misread warning customer 42 has in the blacklist a number that nobody has, such as 1202555010112",
      "misread warning customer 0 has in the blacklist of all customers a number that nobody has, such as 4407700900124",
    ],
  },
  {
    facts: {
      nationalOptOuts: [
        { customerId: 42, count: 2 },
        { customerId: 43, count: 1 },
        { customerId: 44, count: 1_000 },
      ],
    },
    want: [
      "nationalOptOut warning customer 42 has 2 opt-outs by numbers in national form, which count in every country",
      "nationalOptOut warning customer 43 has 1 opt-out by numbers in national form, which count in every country",
      "nationalOptOut warning customer 44 has 1000 opt-outs or more by numbers in national form, which count in every country",
    ],
  },
  { facts: { openFiles: 4_096 }, want: [] },
  { facts: { openFiles: 1_024 }, want: ["openFiles warning a process may open 1024 files"] },
  { facts: { exposures: ["chmod 600 it"] }, want: ["exposure warning chmod 600 it"] },
];

describe("problemsIn", () => {
  test.each(cases)("$facts: $want", ({ facts, want }) => {
    const problems = problemsIn({ now: noon, ...facts });
    expect(problems.map(({ code, severity, text }) => `${code} ${severity} ${text}`)).toEqual(want);
  });

  test("every code has a case and an advice", () => {
    const found = new Set(cases.flatMap(({ want }) => want.map((text) => text.split(" ", 1)[0])));
    expect([...found].sort()).toEqual([...problemCodes].sort());
    for (const code of problemCodes) expect(problemTable[code].advice).not.toBe("");
  });

  test("less free space never lowers the severity", () => {
    const rank = (free: number, total: number): number => {
      const [problem] = problemsIn({ now: noon, disk: { path: "/", free, total } });
      return problem === undefined ? 0 : problem.severity === "warning" ? 1 : 2;
    };
    const size = fc.double({ min: 0, max: 1e13, noNaN: true });
    fc.assert(
      fc.property(size, size, size, (total, one, other) => {
        expect(rank(Math.min(one, other), total)).toBeGreaterThanOrEqual(rank(Math.max(one, other), total));
      }),
    );
  });
});

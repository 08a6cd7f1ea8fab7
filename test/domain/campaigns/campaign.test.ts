import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  accepted,
  type CampaignPosition,
  type CampaignRest,
  type CampaignSchedule,
  ended,
  everyDay,
  everyHour,
  isOpen,
  isSendingTime,
  lookAgainAt,
  nextSendingTime,
  stepCampaign,
  usedCompletions,
  usedStatuses,
} from "#server/domain/campaigns/campaign.js";
import { documentedRows } from "../documented-table.js";

const hour = 3_600_000;
const day = 24 * hour;
/** A Tuesday. */
const noon = Date.UTC(2030, 0, 15, 12);
const bit = (...bits: number[]): number => bits.reduce((sum, one) => sum | (1 << one), 0);

const always: CampaignSchedule = {
  startAt: undefined,
  endAt: undefined,
  days: everyDay,
  hours: everyHour,
  timeZone: "UTC",
};
const some: CampaignRest = { recipients: 10, waiting: 0 };
const running: CampaignPosition = { ...accepted, status: "Running" };
const paused: CampaignPosition = { ...accepted, status: "Paused" };

describe("sending times", () => {
  test.each([
    { change: {}, want: true },
    { change: { days: bit(2) }, want: true },
    { change: { days: bit(1, 3) }, want: false },
    { change: { hours: bit(12) }, want: true },
    { change: { hours: bit(11, 13) }, want: false },
    { change: { hours: bit(15), timeZone: "Africa/Nairobi" }, want: true },
    { change: { days: bit(3), hours: bit(2), timeZone: "Pacific/Kiritimati" }, want: true },
  ])("at Tuesday noon with $change: $want", ({ change, want }) => {
    expect(isSendingTime({ ...always, ...change }, noon)).toBe(want);
  });

  test.each([
    { change: {}, want: noon },
    { change: { hours: bit(14) }, want: noon + 2 * hour },
    { change: { hours: bit(11) }, want: noon + 23 * hour },
    { change: { days: bit(1) }, want: noon + 5.5 * day },
    { change: { days: bit(2), hours: bit(11) }, want: noon + 7 * day - hour },
    { change: { hours: bit(18), timeZone: "Asia/Kathmandu" }, want: noon + hour / 4 },
  ])("next after Tuesday noon with $change", ({ change, want }) => {
    expect(nextSendingTime({ ...always, ...change }, noon)).toBe(want);
  });

  test("the next sending time is the first that allows sending", () => {
    const schedules = fc.record({
      days: fc.integer({ min: 1, max: everyDay }),
      hours: fc.integer({ min: 1, max: everyHour }),
      timeZone: fc.constantFrom("UTC", "Africa/Nairobi", "Asia/Kathmandu", "America/New_York"),
    });
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 400 * day }), fc.nat(), (given, after, sample) => {
        const schedule = { ...always, ...given };
        const from = noon + after;
        const next = nextSendingTime(schedule, from);
        expect(isSendingTime(schedule, next)).toBe(true);
        if (next > from) expect(isSendingTime(schedule, from + (sample % (next - from)))).toBe(false);
      }),
    );
  });
});

describe("stepCampaign", () => {
  const later = { startAt: noon + hour };
  const over = { endAt: noon };
  const closed = { hours: bit(11) };
  const done = ended("StoppedByUser", noon - hour);
  test.each<{
    before: CampaignPosition;
    schedule?: Partial<CampaignSchedule>;
    rest?: Partial<CampaignRest>;
    want: CampaignPosition;
  }>([
    { before: accepted, want: running },
    { before: accepted, schedule: later, want: accepted },
    { before: accepted, schedule: closed, want: accepted },
    { before: running, want: running },
    { before: running, schedule: closed, want: paused },
    { before: paused, schedule: closed, want: paused },
    { before: paused, want: running },
    { before: accepted, schedule: over, want: ended("EndDateReached", noon) },
    { before: paused, schedule: { endAt: noon - day }, want: ended("EndDateReached", noon - day) },
    { before: running, rest: { recipients: 0 }, want: ended("TargetMessagePartsLimitReached", noon) },
    { before: done, rest: { waiting: 1 }, want: done },
    { before: done, want: { ...done, status: "Completed" } },
    { before: { ...done, status: "Completed" }, want: { ...done, status: "Completed" } },
    { before: { ...done, status: "CompletedAndBilled" }, want: { ...done, status: "CompletedAndBilled" } },
  ])("$before.status, $schedule, $rest: $want.status", ({ before, schedule, rest, want }) => {
    expect(stepCampaign(before, { ...always, ...schedule }, { ...some, ...rest }, noon)).toEqual(want);
  });

  test.each<{ at: CampaignPosition; schedule?: Partial<CampaignSchedule>; want: number | undefined }>([
    { at: running, want: noon },
    { at: accepted, schedule: later, want: noon + hour },
    { at: accepted, schedule: { ...later, ...closed }, want: noon + 23 * hour },
    { at: paused, schedule: closed, want: noon + 23 * hour },
    { at: paused, schedule: { ...closed, endAt: noon + hour }, want: noon + hour },
    { at: done, want: noon },
    { at: { ...done, status: "CompletedAndBilled" }, want: undefined },
  ])("next check: $at.status, $schedule", ({ at, schedule, want }) => {
    expect(lookAgainAt(at, { ...always, ...schedule }, noon)).toBe(want);
  });

  test("a campaign never returns to an earlier status, sends only at sending times, and completes", () => {
    const schedules = fc.record({
      startAt: fc.option(fc.integer({ min: noon - day, max: noon + 3 * day }), { nil: undefined }),
      endAt: fc.integer({ min: noon + 3 * day, max: noon + 9 * day }),
      days: fc.integer({ min: 1, max: everyDay }),
      hours: fc.integer({ min: 1, max: everyHour }),
      timeZone: fc.constantFrom("UTC", "Africa/Nairobi", "America/New_York"),
    });
    const rank = (position: CampaignPosition): number =>
      isOpen(position.status) ? 0 : usedStatuses.findIndex((status) => status === position.status);
    fc.assert(
      fc.property(
        schedules,
        fc.array(fc.integer({ min: 1, max: day }), { maxLength: 30, size: "max" }),
        (schedule, waits) => {
          let position = accepted;
          let now = noon;
          for (const wait of [...waits, 10 * day, 1]) {
            const next = stepCampaign(position, schedule, some, now);
            expect(rank(next)).toBeGreaterThanOrEqual(rank(position));
            expect(usedStatuses).toContain(next.status);
            expect(usedCompletions).toContain(next.completion);
            if (next.status === "Running") {
              expect(isSendingTime(schedule, now) && now >= (schedule.startAt ?? 0)).toBe(true);
              expect(now).toBeLessThan(schedule.endAt);
            }
            expect(next.completedAt === undefined).toBe(next.completion === "NotYetCompleted");
            position = next;
            now += wait;
          }
          position = stepCampaign(position, schedule, some, now);
          position = stepCampaign(position, schedule, some, now);
          expect(position.status).toBe("Completed");
        },
      ),
    );
  });
});

test("docs/reference/campaigns.md lists exactly the statuses and completion types", () => {
  const first = (heading: string) =>
    documentedRows("docs/reference/campaigns.md", heading).map(([name]) => name);
  expect(first("Statuses")).toEqual(usedStatuses);
  expect(first("Completion types")).toEqual(usedCompletions);
});

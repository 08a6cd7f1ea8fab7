import type { AdZoneCampaignCompletionType, AdZoneCampaignStatus } from "messenger-client/enums";
import { toLocalTime } from "../time-zone.js";

export type CampaignStatus = AdZoneCampaignStatus;
export type CampaignCompletion = AdZoneCampaignCompletionType;

/** When an ad-zone campaign may send. Times are milliseconds since the epoch. */
export interface CampaignSchedule {
  /** Undefined: at once. */
  readonly startAt: number | undefined;
  /** Undefined: only the limit of recipients, or a stop, ends it. */
  readonly endAt: number | undefined;
  /** Days of the week: bit 0 is Sunday, bit 6 Saturday; at least one. */
  readonly days: number;
  /** Hours of the day: bits 0 to 23; at least one. */
  readonly hours: number;
  /** Zone of days and hours. */
  readonly timeZone: string;
}

export const everyDay = 0x7f;
export const everyHour = 0xffffff;

/** Status of a campaign. */
export interface CampaignPosition {
  readonly status: CampaignStatus;
  readonly completion: CampaignCompletion;
  /** Undefined until it has ended. */
  readonly completedAt: number | undefined;
}

/** Remaining work of a campaign. */
export interface CampaignRest {
  /** Recipients it may still take. */
  readonly recipients: number;
  /** Selected recipients that the network has not accepted yet. */
  readonly waiting: number;
}

/** States in which a campaign may take recipients, now or later; only these can be stopped. */
export const openStatuses = ["Pending", "Running", "Paused"] as const satisfies readonly CampaignStatus[];

/** Final status of a campaign. */
export const settled = "CompletedAndBilled" satisfies CampaignStatus;

/** States that this service gives to campaigns, in their order; `docs/reference/campaigns.md` holds the same table. */
export const usedStatuses = [
  ...openStatuses,
  "Finalizing",
  "Completed",
  settled,
] as const satisfies readonly CampaignStatus[];

/** Completion types that this service gives; `docs/reference/campaigns.md` holds the same table. */
export const usedCompletions = [
  "NotYetCompleted",
  "TargetMessagePartsLimitReached",
  "EndDateReached",
  "StoppedByUser",
  "StoppedByAdmin",
] as const satisfies readonly CampaignCompletion[];

export function isOpen(status: CampaignStatus): boolean {
  return openStatuses.some((open) => open === status);
}

/** A campaign that was just accepted. */
export const accepted: CampaignPosition = {
  status: "Pending",
  completion: "NotYetCompleted",
  completedAt: undefined,
};

/** Ends the campaign: no further recipients are selected. */
export function ended(completion: CampaignCompletion, completedAt: number): CampaignPosition {
  return { status: "Finalizing", completion, completedAt };
}

function isSet(bits: number, bit: number): boolean {
  return ((bits >> bit) & 1) === 1;
}

/** Returns whether day and hour allow sending at a time; start and end do not count. */
export function isSendingTime({ days, hours, timeZone }: CampaignSchedule, time: number): boolean {
  const local = new Date(toLocalTime(time, timeZone));
  return isSet(days, local.getUTCDay()) && isSet(hours, local.getUTCHours());
}

/** Time zones change their offset only at multiples of a quarter of an hour. */
const quarter = 900_000;

/** All days and hours of a schedule occur within this time, also around a change of clocks. */
const horizon = 9 * 86_400_000;

/** The earliest time from `from` on at which day and hour allow sending. */
export function nextSendingTime(schedule: CampaignSchedule, from: number): number {
  if (isSendingTime(schedule, from)) return from;
  let time = Math.ceil((from + 1) / quarter) * quarter;
  while (time < from + horizon && !isSendingTime(schedule, time)) time += quarter;
  return time;
}

function openPosition(before: CampaignPosition, schedule: CampaignSchedule, now: number): CampaignPosition {
  const started = schedule.startAt === undefined || schedule.startAt <= now;
  if (started && isSendingTime(schedule, now)) return { ...before, status: "Running" };
  return { ...before, status: before.status === "Pending" ? "Pending" : "Paused" };
}

/** Status of the campaign at `now`: the next one, or the same. Only settling makes it billed. */
export function stepCampaign(
  before: CampaignPosition,
  schedule: CampaignSchedule,
  rest: CampaignRest,
  now: number,
): CampaignPosition {
  if (isOpen(before.status)) {
    if (rest.recipients <= 0) return ended("TargetMessagePartsLimitReached", now);
    if (schedule.endAt !== undefined && schedule.endAt <= now) return ended("EndDateReached", schedule.endAt);
    return openPosition(before, schedule, now);
  }
  if (before.status === "Finalizing" && rest.waiting === 0) return { ...before, status: "Completed" };
  return before;
}

/** Time of the next check of a campaign; undefined if its status is final. */
export function lookAgainAt(
  { status }: CampaignPosition,
  schedule: CampaignSchedule,
  now: number,
): number | undefined {
  if (status === settled) return undefined;
  if (status !== "Pending" && status !== "Paused") return now;
  const opening = nextSendingTime(schedule, Math.max(now, schedule.startAt ?? now));
  return Math.min(opening, schedule.endAt ?? opening);
}

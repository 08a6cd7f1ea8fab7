import { receiptCause, receiptWords, refusalWords } from "../domain/delivery/outcomes/network-codes.js";
import { RecipientState } from "../domain/recipient-state.js";
import { statusTable } from "../domain/status.js";
import {
  changeOf,
  comparedHours,
  type ComparedHours,
  type ComparedPeriod,
  comparedPeriods,
  delayAt,
  deliveries,
  type DeliverabilityGrouping,
  type Delivery,
  type Failures,
  isChanged,
  worseSince,
} from "../domain/usage/deliverability.js";
import { hourOf } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf } from "./values.js";

/** Groupings that operators choose. */
export const reportGroupings = ["country", "prefix", "link", "customer"] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** Options of a report as they are typed. */
export interface DeliverabilityInput {
  readonly by?: string | undefined;
  readonly period?: string | undefined;
  readonly customer?: string | undefined;
  /** Name of a link. */
  readonly link?: string | undefined;
  /** Calling code of a country. */
  readonly country?: string | undefined;
}

/** A report that was asked for. */
export interface DeliverabilityChoice {
  readonly by: ReportGrouping;
  readonly period: ComparedPeriod;
  readonly customerId: number | undefined;
  readonly linkId: number | undefined;
  readonly callingCode: string | undefined;
}

type Sources = Pick<Store, "accounts" | "links" | "usage">;

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new InvalidInput(`invalid ${name} ${JSON.stringify(text)}: use one of ${values.join(", ")}`);
  return found;
}

/** Reads the options of a report. @throws InvalidInput, Refusal */
export async function deliverabilityChoice(
  { links }: Pick<Sources, "links">,
  { by = "country", period = "7d", customer, link, country }: DeliverabilityInput,
): Promise<DeliverabilityChoice> {
  if (country !== undefined && !/^[1-9]\d{0,2}$/u.test(country))
    throw new InvalidInput(`invalid country ${JSON.stringify(country)}: use a calling code such as 49`);
  const known = link === undefined ? undefined : (await links.links()).find(({ name }) => name === link);
  if (link !== undefined && known === undefined) throw new Refusal(`unknown link ${JSON.stringify(link)}`);
  const choice = {
    by: oneOf("grouping", by, reportGroupings),
    period: oneOf("period", period, comparedPeriods),
    customerId: customer === undefined ? undefined : customerIdOf(customer),
    linkId: known?.id,
    callingCode: country,
  };
  if (choice.by === "prefix" && choice.customerId !== undefined)
    throw new InvalidInput("prefixes are counted for all customers together: leave the customer out");
  return choice;
}

/** Rows that are read for a report. */
const mostSums = 200_000;

/** Deliverability in a period, and in the one before. */
export interface Compared {
  readonly hours: ComparedHours;
  readonly rows: readonly Delivery[];
}

/** Compares the two periods by a grouping, which need not be that of the choice. */
export async function comparedBy(
  { usage }: Pick<Sources, "usage">,
  by: DeliverabilityGrouping,
  { period, customerId, linkId, callingCode }: Omit<DeliverabilityChoice, "by">,
  now: number,
): Promise<Compared> {
  const hours = comparedHours(period, hourOf(now));
  const query = { ...hours, by, customerId, linkId, callingCode, limit: mostSums };
  return { hours, rows: deliveries(await usage.deliverability(query)) };
}

/** What the key of a row is about, as a condition; undefined for numbers without a prefix. */
function conditionOf(by: DeliverabilityGrouping, { key, linkId }: Pick<Delivery, "key" | "linkId">) {
  if (key === "") return undefined;
  switch (by) {
    case "country":
      return { callingCode: key };
    case "prefix":
      return { longerPrefix: key };
    case "prefixAndLink":
      return { longerPrefix: key, linkId };
    case "link":
      return { linkId: Number(key) };
    case "customer":
      return { customerId: Number(key) };
    case "hour":
      return {};
  }
}

/**
 * When a row of a report got worse, as the first hour since the epoch of an hour or a day; undefined if that is not to be seen in the hours
 * or days of both periods.
 */
export async function rowWorseSince(
  { usage }: Pick<Sources, "usage">,
  by: DeliverabilityGrouping,
  row: Pick<Delivery, "key" | "linkId">,
  { period, customerId, linkId, callingCode }: Omit<DeliverabilityChoice, "by">,
  now: number,
): Promise<number | undefined> {
  const condition = conditionOf(by, row);
  if (condition === undefined) return undefined;
  const { from, until } = comparedHours(period, hourOf(now));
  const given = { customerId, linkId, callingCode, ...condition };
  const hours = deliveries(
    await usage.deliverability({ by: "hour", from, middle: from, until, limit: mostSums, ...given }),
  );
  const shares = hours.map(({ key, delivered, ended }) => ({ hour: Number(key), delivered, ended }));
  return worseSince(shares.sort((one, other) => one.hour - other.hour));
}

const receiptTexts: Readonly<Partial<Record<RecipientState, string>>> = {
  [RecipientState.Expired]: receiptWords.EXPIRED,
  [RecipientState.Undeliverable]: receiptWords.UNDELIV,
  [RecipientState.Unknown]: receiptWords.UNKNOWN,
  [RecipientState.Rejected]: receiptWords.REJECTD,
};

/** Why messages failed, in a sentence: the cause that the code of the network names, or else what the status means. */
export function failureText({ state, code }: Pick<Failures, "state" | "code">): string {
  const words = state === RecipientState.Failed ? refusalWords(code) : receiptCause(code);
  if (words !== undefined) return words.text;
  // Texts of the service: `not sent in time`.
  if (code.includes(" ")) return `${code.slice(0, 1).toUpperCase()}${code.slice(1)}.`;
  return receiptTexts[state] ?? statusTable[state].word;
}

/** A row of a report as commands print it. Shares and the change are in percent, delays in seconds. */
export interface DeliverabilityRow {
  /** Calling code, prefix, name of the link or number of the customer. */
  readonly key: string;
  /** With a final status. */
  readonly messages: number;
  readonly delivered: string;
  /** In the period before; null without messages. */
  readonly before: string | null;
  readonly change: string | null;
  /** Whether the change is more than chance. */
  readonly changed: boolean;
  /** Of receipts for delivered messages; null without any, or beyond an hour. */
  readonly delay50: string | null;
  readonly delay95: string | null;
  /** Status and code of the most frequent failure, and its share of all failures. */
  readonly status: string | null;
  readonly code: string | null;
  readonly reason: string | null;
  readonly reasonShare: string | null;
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);

function secondsText(seconds: number | undefined): string | null {
  return seconds === undefined || seconds === Infinity ? null : seconds.toFixed(1);
}

function rowOf(row: Delivery, nameOf: (key: string) => string): DeliverabilityRow {
  const { key, delivered, ended, before, delays, failures } = row;
  const change = changeOf(row, before);
  const [first] = failures;
  return {
    key: nameOf(key),
    messages: ended,
    delivered: percent(delivered, ended),
    before: before.ended === 0 ? null : percent(before.delivered, before.ended),
    change: change === undefined ? null : (100 * change).toFixed(1),
    changed: isChanged(row, before),
    delay50: secondsText(delayAt(delays, 0.5)),
    delay95: secondsText(delayAt(delays, 0.95)),
    status: first === undefined ? null : statusTable[first.state].element,
    code: first === undefined || first.code === "" ? null : first.code,
    reason: first === undefined ? null : failureText(first),
    reasonShare: first === undefined ? null : percent(first.messages, ended - delivered),
  };
}

/** Names of links by their numbers, for keys. */
export async function linkNames({ links }: Pick<Sources, "links">): Promise<(key: string) => string> {
  const names = new Map((await links.links()).map(({ id, name }) => [String(id), name]));
  return (key) => names.get(key) ?? (Number(key) > 0 ? `removed link ${key}` : "no link");
}

/** Deliverability by a grouping. @throws InvalidInput, Refusal */
export async function deliverabilityReport(
  store: Sources,
  input: DeliverabilityInput,
  now: number,
): Promise<readonly DeliverabilityRow[]> {
  const choice = await deliverabilityChoice(store, input);
  const { rows } = await comparedBy(store, choice.by, choice, now);
  const nameOf = choice.by === "link" ? await linkNames(store) : (key: string): string => key;
  return rows.map((row) => rowOf(row, nameOf));
}

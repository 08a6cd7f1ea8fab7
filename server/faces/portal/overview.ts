import { listApiKeys } from "../../actions/api-keys.js";
import { listCallbacks } from "../../actions/callbacks.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { overAfter, unusualText } from "../../domain/unusual/unusual.js";
import type { UsageSum } from "../../domain/usage/report.js";
import { outcomesOf } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import { balanceCourse, endCell } from "../web/balance-end.js";
import { countText, countWords, creditsAmount, percentText } from "../web/number-texts.js";
import { refusedCallsCards } from "../web/refused-calls.js";
import { shownTime } from "../web/times.js";
import { type Attention, type Check, type Page, type Section, type Tile, timeCell } from "../web/view.js";
import { type Day, daysOf, trafficCard, usualDay } from "../web/usage-days.js";
import { bindsOf } from "./binds.js";
import { latestMessages, messageColumns, messageRow, noMessages } from "./messages.js";
import { allows, customerOf, customerText, may, type PageRoute, type Visit } from "./visit.js";

/** Days of the picture, and of the means. */
const shownDays = 7;

/** Days before its end on which a key is named. */
const keyWarning = 14 * 86_400_000;

async function balanceTile(store: Store, visit: Visit): Promise<Tile> {
  const balances = await store.accounts.balances(visit.customer);
  const { amount } = balances.find(({ kind }) => kind === "SMS") ?? { amount: 0 };
  return {
    label: "SMS credits",
    figure: { text: creditsAmount(amount) },
    note: endCell(await balanceCourse(store, visit.customer, visit.now), visit),
    href: allows(visit.visitor, "money") ? "/billing" : undefined,
  };
}

function trafficTiles(days: readonly Day[], mayOpen: boolean): readonly Tile[] {
  const today = outcomesOf(days.at(-1)?.sums ?? []);
  const { accepted, delivered, failed } = usualDay(days);
  const recent = days.slice(-3).map(({ sums }) => outcomesOf(sums));
  const open = recent.reduce((sum, day) => sum + day.accepted - day.delivered - day.failed, 0);
  const hrefOf = (state: string): string | undefined => (mayOpen ? `/messages?state=${state}` : undefined);
  return [
    {
      label: "Sent today",
      figure: { text: countText(today.accepted) },
      note: { text: `usual day ${countText(Math.round(accepted))}` },
      href: mayOpen ? "/messages" : undefined,
    },
    {
      label: "Delivered today",
      figure: { text: percentText(today.delivered, today.delivered + today.failed) },
      unit: "%",
      note: { text: `usual ${percentText(delivered, delivered + failed)} %` },
      href: hrefOf("delivered"),
    },
    {
      label: "No final status yet",
      figure: { text: countText(Math.max(0, open)) },
      note: { text: "of the last 3 days" },
      href: hrefOf("waiting"),
    },
    {
      label: "Not delivered today",
      figure: { text: countText(today.failed) },
      note: { text: "with the reason of each" },
      href: hrefOf("failed"),
    },
  ];
}

/** Numbers that calls of a day gave and that were refused at once: not valid, not covered or opted out. */
const refusedNumbers = (sums: readonly UsageSum[]): number =>
  sums
    .filter(({ state }) => state >= RecipientState.InvalidNumber)
    .reduce((sum, { messages }) => sum + messages, 0);

const fine = { icon: "circle-check", tone: "ok" } as const;
const open = { icon: "info", tone: "mute" } as const;
const warning = { icon: "triangle-alert", tone: "warn" } as const;

/** API keys, and when one was used last. */
async function keysCheck(store: Store, visit: Visit): Promise<Check> {
  const keys = await listApiKeys.rows(store, { customer: customerText(visit) }, visit);
  const used = keys
    .flatMap(({ used: at }) => (at === null ? [] : [at]))
    .sort()
    .at(-1);
  const detail = used === undefined ? { text: "not used yet" } : { ...timeCell(used), note: "last use" };
  if (keys.length === 0) return { ...open, what: "No API key", href: "/keys" };
  return {
    ...(used === undefined ? open : fine),
    what: countWords(keys.length, "API key"),
    detail,
    href: "/keys",
  };
}

async function callbacksCheck(store: Store, visit: Visit): Promise<Check> {
  const href = "/callbacks";
  if ((await store.callbacks.target(visit.customer)) === undefined)
    return {
      ...open,
      what: "No address for callbacks",
      detail: { text: "They tell your server what became of messages." },
      href,
    };
  const customer = customerText(visit);
  const { rows: failed } = await listCallbacks.part(store, { customer }, visit, { limit: 100 });
  if (failed.length === 0) return { ...fine, what: "Callbacks arrive", href };
  const what = `${countWords(failed.length, "callback")} given up`;
  return { icon: "circle-x", tone: "bad", what, detail: { text: "Your server did not accept them." }, href };
}

/** The binds of the customer's programs, and what they were refused; none without accounts. */
async function bindsCheck(store: Store, visit: Visit): Promise<readonly Check[]> {
  const { accounts, binds } = await bindsOf(store, visit);
  if (accounts.length === 0) return [];
  const refused = binds.reduce((sum, bind) => sum + bind.refused, 0);
  const isFine = binds.length > 0 && refused === 0;
  const detail = { text: `${countWords(refused, "message")} refused` };
  return [
    { ...(isFine ? fine : warning), what: countWords(binds.length, "SMPP bind"), detail, href: "/binds" },
  ];
}

function numbersCheck(today: readonly UsageSum[]): Check {
  const refused = refusedNumbers(today);
  if (refused === 0) return { ...fine, what: "No number refused today" };
  const detail = { text: "not valid, not covered by your prices, or opted out" };
  return { ...warning, what: `${countWords(refused, "number")} refused today`, detail };
}

/** State of what the programs of the customer use. */
async function programCard(store: Store, visit: Visit, today: readonly UsageSum[]): Promise<Section> {
  const checks = [
    await keysCheck(store, visit),
    await callbacksCheck(store, visit),
    ...(await bindsCheck(store, visit)),
    numbersCheck(today),
  ];
  return { heading: "Your program", width: 4, checks };
}

/** Keys that end soon. */
async function keyAttention(store: Store, visit: Visit): Promise<readonly Attention[]> {
  const keys = await listApiKeys.rows(store, { customer: customerText(visit) }, visit);
  return keys.flatMap(({ name, expires }): readonly Attention[] => {
    const end = expires === null ? Infinity : Date.parse(expires);
    if (end < visit.now || end > visit.now + keyWarning) return [];
    return [
      {
        tone: "warn",
        what: `The key ${name} ends on ${new Date(end).toISOString().slice(0, 10)}.`,
        figures: "Make a new one, and change it in your program before that day.",
        links: [{ text: "Replace the key", href: "/keys" }],
      },
    ];
  });
}

/** Unusual traffic of the last hour, and that new messages are refused because of it. */
async function unusualAttention(
  { unusual }: Store,
  { heldSince, timeZone: zone }: Customer,
  visit: Visit,
): Promise<readonly Attention[]> {
  const found = await unusual.list({ customerId: visit.customer, since: visit.now - overAfter, limit: 3 });
  const links = allows(visit.visitor, "develop") ? [{ text: "Look at the keys", href: "/keys" }] : [];
  const held: Attention = {
    tone: "bad",
    what: "New messages are refused.",
    figures: `Your traffic was unusual: ${shownTime(heldSince ?? 0, { now: visit.now, zone }, true).title}. Ask your contact to release the account.`,
    links: [],
  };
  return [
    ...(heldSince === undefined ? [] : [held]),
    ...found.map((each): Attention => ({
      tone: "warn",
      what: `Unusual traffic: ${unusualText(each)}.`,
      figures: "If these messages are not yours, revoke the key or change the password that sends them.",
      links,
    })),
  ];
}

async function latestCard(store: Store, visit: Visit): Promise<Section> {
  const { rows } = await latestMessages(store, visit, { since: "30d" }, { limit: 5 });
  const table = {
    caption: "Latest messages",
    columns: messageColumns,
    rows: rows.map(messageRow),
    empty: noMessages,
  };
  return {
    heading: "Latest messages",
    tables: [table],
    links: [{ text: "All messages", href: "/messages" }],
  };
}

async function overviewPage(store: Store, visit: Visit): Promise<Page> {
  const customer = await customerOf(store, visit);
  const days = await daysOf(store, visit.customer, visit.now, shownDays);
  const [sees, develops] = [allows(visit.visitor, "messages"), allows(visit.visitor, "develop")];
  const attention = [
    ...(await unusualAttention(store, customer, visit)),
    ...(develops ? await keyAttention(store, visit) : []),
  ];
  return {
    title: "Overview",
    facts: [{ text: customer.name }, { text: `customer ${customer.id}` }],
    actions: may(visit, "send")
      ? [{ text: "Send a message", href: "/send", icon: "send", primary: true }]
      : [],
    attention: attention.length === 0 ? undefined : attention.slice(0, 4),
    tiles: [await balanceTile(store, visit), ...trafficTiles(days, sees)],
    sections: [
      trafficCard(days, develops ? 8 : undefined),
      ...(develops ? [await programCard(store, visit, days.at(-1)?.sums ?? [])] : []),
      ...(develops ? await refusedCallsCards(store, visit.customer, visit.now) : []),
      ...(sees ? [await latestCard(store, visit)] : []),
    ],
  };
}

export function overviewPages(store: Store): readonly PageRoute[] {
  return [{ path: "/", role: "look", show: (visit) => overviewPage(store, visit) }];
}

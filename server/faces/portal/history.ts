import { countWords } from "../web/number-texts.js";
import { type Actor, type AuditAction, type AuditEntry, smppSource } from "../../domain/audit.js";
import { storedIdOf } from "../../admin/ids.js";
import type { Store } from "../../ports/store.js";
import type { Cell, Page } from "../web/view.js";
import { userTabs } from "./users.js";
import type { PageRoute, Visit } from "./visit.js";

/** What a customer sees of the audit log: its own actions, and those of the operator that change its account. */
const words: Readonly<Partial<Record<AuditAction, string>>> = {
  "callback retry": "Posted callbacks again",
  "callback test": "Tested the callbacks",
  "credit add": "Added credit",
  "credit deduct": "Deducted credit",
  "customer block": "Blocked the account",
  "customer unblock": "Unblocked the account",
  "customer change": "Changed settings of the account",
  "inbox read": "Read a received message",
  "key add": "Added an API key",
  "key revoke": "Revoked an API key",
  "message cancel": "Cancelled messages",
  "message find": "Searched messages",
  "message send": "Sent a message",
  "originator add": "Added an originator",
  "originator remove": "Removed an originator",
  "portal accept": "Accepted an invitation",
  "portal codes": "Changed one-time codes",
  "portal invite": "Invited a user",
  "portal log-in": "Logged in",
  "portal log-in refused": "Gave a wrong one-time code",
  "portal role": "Changed the role of a user",
  "smpp add": "Added an SMPP account",
  "smpp change": "Changed an SMPP account",
  "smpp password": "Changed the password of an SMPP account",
  "smpp remove": "Removed an SMPP account",
  "smpp kick": "Closed SMPP sessions",
  "session end": "Ended own sessions",
  "user add": "Added a user",
  "user block": "Blocked a user",
  "user unblock": "Unblocked a user",
  "user password": "Changed a password",
  "blacklist add": "Added an opt-out",
  "blacklist remove": "Removed an opt-out",
  "opt-out set": "Set the stop words",
  "opt-out remove": "Removed the stop words",
};

/** Entries on a page. */
const pageSize = 100;

/** Names and keys of the customer itself. */
function aboutOf({ subject, after }: AuditEntry): string {
  const known = [
    subject["user"],
    subject["systemId"],
    subject["key"],
    subject["transaction"],
    after?.["role"],
  ];
  return known.filter((each) => typeof each === "string").join(", ");
}

/** Whether the customer did it: a user of the portal, or a client over SMPP. */
function isOwn({ actor }: Pick<AuditEntry, "actor">, customer: number): boolean {
  return actor.name.startsWith(`${customer}/`) || actor.source === smppSource;
}

/** A user without its customer, or a system_id. */
function nameOf({ name, source }: Actor, customer: number): string {
  return source === smppSource ? name : name.slice(`${customer}/`.length);
}

/** Names of operators are not shown. */
function rowOf(entry: AuditEntry, customer: number): readonly Cell[] {
  const { at, actor, action } = entry;
  const own = isOwn(entry, customer);
  return [
    { text: "", time: at, exact: true },
    { text: own ? nameOf(actor, customer) : "Operator" },
    { text: words[action] ?? "" },
    { text: aboutOf(entry) },
    { text: own ? actor.source.replace("portal, ", "") : "" },
  ];
}

async function historyPage({ audit }: Store, { customer, query }: Visit): Promise<Page> {
  const given = query.get("before");
  const before = given === undefined ? undefined : storedIdOf("entry", given);
  const entries = await audit.entries(pageSize, before, { customer });
  const last = entries.length < pageSize ? undefined : entries.at(-1);
  const shown = entries.filter(
    (entry) =>
      words[entry.action] !== undefined && (entry.action !== "message find" || isOwn(entry, customer)),
  );
  const foot = {
    text: countWords(shown.length, "entry", "entries"),
    newer: before === undefined ? undefined : "/history",
    older: last === undefined ? undefined : `/history?before=${last.id}`,
  };
  const rows = shown.map((entry) => rowOf(entry, customer));
  const columns = ["Time", "Who", "What", "About", "From"];
  const table = { caption: "Entries, latest first", columns, rows, empty: "There is no entry.", foot };
  return {
    title: "Users",
    tabs: userTabs("/history"),
    sections: [{ heading: "Who did what", tables: [table] }],
  };
}

export function historyPages(store: Store): readonly PageRoute[] {
  return [{ path: "/history", role: "manage", show: (visit) => historyPage(store, visit) }];
}

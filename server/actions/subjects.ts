import { type Entry, isSubject, type Subject } from "./action.js";

/** Subjects by the first word of their commands. Each is loaded when it is needed: loading all takes longer than most commands. */
export const subjects = {
  audit: async () => (await import("./audit.js")).auditLog,
  blacklist: async () => (await import("./blacklist.js")).blacklist,
  bulk: async () => (await import("./bulk.js")).bulk,
  "buy-price": async () => (await import("./buy-prices.js")).buyPrices,
  callback: async () => (await import("./callbacks.js")).callbacks,
  campaign: async () => (await import("./campaigns.js")).campaigns,
  credit: async () => (await import("./credits.js")).credits,
  customer: async () => (await import("./customer-opening.js")).customers,
  database: async () => (await import("./backups.js")).backups,
  inbox: async () => (await import("./inbox.js")).inbox,
  key: async () => (await import("./api-keys.js")).apiKeys,
  link: async () => (await import("./links.js")).links,
  list: async () => (await import("./lists.js")).lists,
  location: async () => (await import("./locations.js")).locations,
  message: async () => (await import("./message-desk.js")).messages,
  note: async () => (await import("./notes.js")).notes,
  number: async () => (await import("./erasures.js")).numbers,
  operator: async () => (await import("./operators.js")).operators,
  "opt-out": async () => (await import("./opt-outs.js")).optOuts,
  originator: async () => (await import("./originators.js")).originators,
  price: async () => (await import("./prices.js")).prices,
  process: async () => (await import("./processes.js")).processes,
  queue: async () => (await import("./queue.js")).queue,
  route: async () => (await import("./routes.js")).routes,
  search: async () => (await import("./saved-searches.js")).savedSearches,
  smpp: async () => (await import("./smpp-sessions.js")).smpp,
  tube: async () => (await import("./tube.js")).tube,
  user: async () => (await import("./users.js")).users,
} as const satisfies Readonly<Record<string, () => Promise<Subject>>>;

/** Reports, whose commands have one word. */
export const reports = async (): Promise<Subject> => ({
  name: "report",
  help: "Reports",
  entries: [
    (await import("./deliverability.js")).deliverability,
    (await import("./margin.js")).margin,
    (await import("./statement.js")).showStatement,
    (await import("./usage.js")).usage,
  ],
});

/** Every subject, in the order of their names, and the reports. One is loaded after the other: Jest loses what they have in common. */
export async function allSubjects(): Promise<readonly Subject[]> {
  const all: Subject[] = [];
  for (const load of [...Object.values(subjects), reports]) all.push(await load());
  return all;
}

/** The actions, lists and cards of a subject, and of those in it. */
export const entriesOf = ({ entries }: Subject): readonly Entry[] =>
  entries.flatMap((entry) => (isSubject(entry) ? entriesOf(entry) : [entry]));

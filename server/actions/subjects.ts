import { type Entry, isSubject, type Subject } from "./action.js";

/** Subjects by the first word of their commands. Each is loaded when it is needed: loading all takes longer than most commands. */
export const subjects = {
  blacklist: async () => (await import("./blacklist.js")).blacklist,
  "buy-price": async () => (await import("./buy-prices.js")).buyPrices,
  callback: async () => (await import("./callbacks.js")).callbacks,
  campaign: async () => (await import("./campaigns.js")).campaigns,
  credit: async () => (await import("./credits.js")).credits,
  customer: async () => (await import("./customers.js")).customers,
  inbox: async () => (await import("./inbox.js")).inbox,
  key: async () => (await import("./api-keys.js")).apiKeys,
  link: async () => (await import("./links.js")).links,
  list: async () => (await import("./lists.js")).lists,
  location: async () => (await import("./locations.js")).locations,
  number: async () => (await import("./erasures.js")).numbers,
  operator: async () => (await import("./operators.js")).operators,
  "opt-out": async () => (await import("./opt-outs.js")).optOuts,
  originator: async () => (await import("./originators.js")).originators,
  price: async () => (await import("./prices.js")).prices,
  route: async () => (await import("./routes.js")).routes,
  smpp: async () => (await import("./smpp-sessions.js")).smpp,
  tube: async () => (await import("./tube.js")).tube,
  user: async () => (await import("./users.js")).users,
} as const satisfies Readonly<Record<string, () => Promise<Subject>>>;

/** Every subject, in the order of their names. */
export const allSubjects = (): Promise<readonly Subject[]> =>
  Promise.all(Object.values(subjects).map((load) => load()));

/** The actions, lists and cards of a subject, and of those in it. */
export const entriesOf = ({ entries }: Subject): readonly Entry[] =>
  entries.flatMap((entry) => (isSubject(entry) ? entriesOf(entry) : [entry]));

import type { KannelGroup } from "./configuration.js";
import { countryOf } from "./country.js";
import { type LinkPlan, linksOf } from "./links.js";
import { type Routing, routesOf } from "./routes.js";
import type { Note } from "./reading.js";
import { type AccountPlan, accountsOf } from "./accounts.js";

/** What a configuration of Kannel becomes here. */
export interface KannelPlan extends Routing {
  readonly links: readonly LinkPlan[];
  readonly accounts: readonly AccountPlan[];
  /** What has no counterpart, in the order of the configuration. */
  readonly notes: readonly Note[];
}

/** Groups that are not read, with the counterpart of what they do. */
const otherGroups: Readonly<Record<string, string>> = {
  core: "settings of Kannel itself; those of this service are options of messenger serve",
  smsbox: "callers use the operations of this service; its address is --host and --port of messenger serve",
  "sms-service":
    "received messages go to the inbox of the customer with the number (messenger inbox number add), and to callbacks",
  "smsbox-route": "received messages go to the customer who owns the number (messenger inbox number add)",
  "sendsms-user": "",
  smsc: "",
  modems: "modems are not supported",
  wapbox: "WAP is not supported; SendServiceSms sends WAP push messages",
  ppg: "WAP is not supported; SendServiceSms sends WAP push messages",
};

/** The plan for a configuration; customers are numbered from `firstCustomer` on. */
export function planKannel(groups: readonly KannelGroup[], firstCustomer: number): KannelPlan {
  const notes: Note[] = [];
  const named = (name: string): readonly KannelGroup[] => groups.filter((group) => group.name === name);
  const country = coreCountry(named("core"));
  const smscs = linksOf(named("smsc"), country, notes);
  const countries = new Set(smscs.map(({ settings }) => settings["countryCode"]));
  const ofCustomers = country ?? (countries.size === 1 ? [...countries][0] : undefined);
  const accounts = accountsOf(named("sendsms-user"), { firstCustomer, country: ofCustomers }, notes);
  for (const group of groups) {
    const text = otherGroups[group.name] ?? "this group has no counterpart";
    if (text !== "") notes.push({ place: group.place, subject: group.name, text });
  }
  return { links: smscs, accounts, ...routesOf(smscs, accounts), notes: notes.sort(byPlace(groups)) };
}

/** The country of numbers in national form by the groups `core`. */
function coreCountry(groups: readonly KannelGroup[]): string | undefined {
  const values = groups.flatMap((group) => group.values);
  return countryOf(values.findLast(({ key }) => key === "unified-prefix")?.value ?? "");
}

/** In the order in which the lines were read, file by file. */
function byPlace(groups: readonly KannelGroup[]): (a: Note, b: Note) => number {
  const files = [...new Set(groups.flatMap(({ values }) => values.map(({ place }) => place.file)))];
  return (a, b) => files.indexOf(a.place.file) - files.indexOf(b.place.file) || a.place.line - b.place.line;
}

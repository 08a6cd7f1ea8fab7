import {
  basedChange,
  changedLink,
  expectLinkDone,
  expectNoFile,
  findLink,
  linkNameOf,
  newLink,
} from "../admin/links.js";
import { InvalidInput } from "../admin/refusal.js";
import { linkFacts } from "../domain/delivery/links/configuration-entry.js";
import type { Link, LinkReport } from "../domain/delivery/routing/link.js";
import { shownSettings } from "../domain/delivery/links/setting-forms.js";
import type { Store } from "../ports/store.js";
import { action, type ActionFacts, card, list, type Subject } from "./action.js";
import { key, optional, password, required, several, text, url } from "./fields.js";
import {
  described,
  type Members,
  nullable,
  objectMember,
  switchMember,
  textMember,
  timeMember,
  wholeMember,
} from "./members.js";

const may = { operator: "admin" } as const;
const keys = { name: key };

const settings = {
  password: optional(password("Password"), (given) => given),
  network: optional(
    text("Network", "links with the same name share the ids of messages; default is host and port", {
      form: "<name>",
      hint: "links of one network share message ids",
    }),
    (given) => given,
  ),
  set: several(
    {
      label: "Settings",
      meaning: "one setting, name=@FILE for the text of a file; may be repeated",
      hint: "one NAME=VALUE a line, for example window=50; NAME= restores the default",
      form: "<name=value>",
    },
    (given) => given,
    "settings",
  ),
};

const rowMembers: Members = {
  ...described(["name", "url"]),
  kind: textMember("smpp, mm7 or loopback"),
  state: textMember("stopped, no server while no process delivers, or how it is, such as bound"),
  up: switchMember("whether it takes messages"),
  used: wholeMember("parts in flight"),
  window: wholeMember("parts that may be in flight"),
  problem: nullable(textMember("what is wrong; null for nothing")),
  binds: nullable(textMember("connections that are bound of all, such as 2 of 2; null where there are none")),
  upSince: nullable(timeMember("since when it is up; null while it is not")),
  nextTry: nullable(timeMember("when it connects again; null while it is up or stopped")),
};

const cardMembers: Members = {
  ...rowMembers,
  network: textMember("links with the same name share the ids of messages"),
  ofFile: switchMember("whether the configuration of the server has it"),
  reportedAt: nullable(timeMember("last report; null when it has never been at work")),
  settings: objectMember("settings that differ from their defaults, without secrets"),
  counts: nullable(objectMember("counters since the server started; null as reportedAt")),
  codes: nullable(objectMember("responses other than acceptance, by status code; null as reportedAt")),
  ignored: nullable(objectMember("what was ignored in PDUs of the network; null as reportedAt")),
};

/** Adds a link; a running server opens it at once. */
export const addLink = action({
  name: "link add",
  help: "Add a link: smpp://SYSTEM_ID@HOST:PORT, smpps:// or mm7s://; it starts at once",
  may,
  button: "Add the link",
  done: "The link was added.",
  keys: {
    name: required(text("Name", undefined, { width: "medium" }), linkNameOf),
    url: required(
      url("URL", undefined, { hint: "smpp://SYSTEM_ID@HOST:PORT, smpps:// or mm7s://" }),
      (given) => given,
    ),
  },
  fields: settings,
  members: cardMembers,
  run: async ({ name, ...given }, { store, now, caller, recorded }) => {
    if (caller.kind !== "machine") expectNoFile(given);
    const link = newLink(name, given, false);
    const { links } = recorded({ subject: { link: name }, after: linkFacts(link) });
    expectLinkDone(await links.add(link, now), `link ${name}`);
    return { row: await linkOf(store, name, now), text: `link ${name} added` };
  },
});

/** Changes the given settings of a link; the others stay. */
export const changeLink = action({
  name: "link change",
  help: "Change the given settings of a link; an empty value restores the default",
  may,
  button: "Change the link",
  done: "The link was changed.",
  keys,
  fields: {
    ...settings,
    url: optional(
      url("URL", "new address of the same kind", {
        hint: "empty: unchanged; a new URL requires the password",
      }),
      (given) => given,
    ),
  },
  members: cardMembers,
  run: async ({ name, ...given }, { store, now, caller, recorded }) => {
    if (caller.kind !== "machine") {
      expectNoFile(given);
      // Otherwise the stored password could be sent to any host.
      if (given.url !== undefined && given.password === undefined)
        throw new InvalidInput("give the password together with a new address", { field: "password" });
    }
    const { outcome } = await basedChange(store, async (basis) => {
      const link = await findLink(store, name);
      const change = changedLink(link, given);
      const facts = { subject: { link: name }, before: linkFacts(link), after: linkFacts(change) };
      return { outcome: await recorded(facts).links.change(name, change, basis) };
    });
    expectLinkDone(outcome, `link ${name}`);
    return { row: await linkOf(store, name, now), text: `link ${name} changed` };
  },
});

/** Starts or stops a link; a running server follows within a second. */
const switching = (started: boolean, words: Omit<ActionFacts, "may">) =>
  action({
    ...words,
    may,
    keys,
    members: { ...described(["name"]), started: switchMember("whether it is to be connected") },
    run: async ({ name }, { recorded }) => {
      const { links } = recorded({ subject: { link: name } });
      expectLinkDone(await links.change(name, { started }), `link ${name}`);
      return {
        row: { name, started },
        text: `link ${name} will ${started ? "start" : "stop"} within a second`,
      };
    },
  });

export const startLink = switching(true, {
  name: "link start",
  help: "Connect a link and keep it connected",
  button: "Start the link",
  done: "The link starts within a second.",
});

export const stopLink = switching(false, {
  name: "link stop",
  help: "Disconnect a link after the responses to its messages in flight",
  button: "Stop the link",
  done: "The link stops after the responses to its messages in flight.",
  danger: {
    button: "Stop the link",
    text: "It takes no further messages: they wait, or take another link. Messages in flight get their response.",
  },
});

/** Removes a link that no route uses. */
export const removeLink = action({
  name: "link remove",
  help: "Remove a link that no route uses; its queued messages are rerouted",
  may,
  button: "Remove the link",
  done: "The link was removed.",
  danger: {
    button: "Remove the link",
    text: "Its settings and its password are deleted. Messages that wait for it take another route.",
  },
  keys,
  run: async ({ name }, { store, recorded }) => {
    const before = linkFacts(await findLink(store, name));
    const { links } = recorded({ subject: { link: name }, before });
    expectLinkDone(await links.remove(name), `link ${name}`);
    return { row: { name }, text: `link ${name} removed` };
  },
});

/** Milliseconds after which a report is outdated. */
const freshFor = 10_000;

/** A link as the commands print it: without its password. */
export type LinkRow = ReturnType<typeof rowOf>;

/** ISO 8601, UTC; null for none. */
const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

function rowOf(link: Link, report: LinkReport | undefined, now: number) {
  const fresh = report !== undefined && now - report.at < freshFor ? report : undefined;
  const open = link.started ? fresh : undefined;
  return {
    name: link.name,
    kind: link.kind,
    url: link.url,
    /** `stopped`, `no server` while no process delivers, else the status name of the link, for example `bound`. */
    state: link.started ? (open?.word ?? "no server") : "stopped",
    up: open?.up === true,
    /** Parts in flight. */
    used: fresh?.used ?? 0,
    window: fresh?.window ?? 0,
    problem: fresh?.problem ?? null,
    binds: open?.binds === undefined ? null : `${open.binds.bound} of ${open.binds.all}`,
    upSince: timeOf(open?.upSince),
    nextTry: timeOf(open?.nextAt),
  };
}

/** All links, also for the moment that pages share. */
export async function linksOf({ links }: Pick<Store, "links">, now: number): Promise<readonly LinkRow[]> {
  const reports = new Map((await links.reports()).map((report) => [report.linkId, report]));
  return (await links.links()).map((link) => rowOf(link, reports.get(link.id), now));
}

export const listLinks = list({
  name: "link list",
  help: "List links and their states",
  may: { operator: "viewer" },
  columns: ["name", "kind", "url", "state", "used", "window", "problem"],
  members: rowMembers,
  rows: (_none, { store, now }) => linksOf(store, now),
});

/** A link with everything but its password. */
export type LinkCard = Awaited<ReturnType<typeof linkOf>>;

async function linkOf(store: Pick<Store, "links">, name: string, now: number) {
  const link = await findLink(store, name);
  const report = (await store.links.reports()).find(({ linkId }) => linkId === link.id);
  return {
    ...rowOf(link, report, now),
    network: link.network,
    ofFile: link.ofFile,
    /** ISO 8601, UTC; null when it has never been at work. */
    reportedAt: report === undefined ? null : new Date(report.at).toISOString(),
    settings: shownSettings(link.settings),
    counts: report?.counts ?? null,
    /** Responses other than acceptance, by status code, since the link was opened; null as `counts`. */
    codes: report === undefined ? null : (report.codes ?? {}),
    /** What was ignored in PDUs of the network, as `codes`. */
    ignored: report === undefined ? null : (report.ignored ?? {}),
  };
}

export const showLink = card({
  name: "link show",
  help: "Show a link, its settings and its counters; exit code 3 while it is not up",
  may: { operator: "viewer" },
  keys,
  members: cardMembers,
  row: ({ name }, { store, now }) => linkOf(store, name, now),
  printed: ({ settings: values, counts, codes, ignored, ...row }) => ({
    ...row,
    ...values,
    ...counts,
    ...codes,
    ...ignored,
  }),
  isReady: ({ up }) => up,
});

/** Links to networks; a running server follows changes within a second. */
export const links: Subject = {
  name: "link",
  help: "Links to networks",
  entries: [addLink, changeLink, removeLink, startLink, stopLink, listLinks, showLink],
};

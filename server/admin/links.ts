import { checkLink, readLinkUrl } from "../work/delivery/link-settings.js";
import { linkFacts } from "../domain/delivery/links/configuration-entry.js";
import { LinkSettingError, shownSettings, UnreadableFile } from "../domain/delivery/links/setting-forms.js";
import type {
  Link,
  LinkChange,
  LinkOutcome,
  LinkReport,
  LinkSettings,
  NewLink,
} from "../domain/delivery/routing/link.js";
import type { ResponseCodes } from "../domain/delivery/outcomes/response-codes.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";

type Links = Pick<Store, "links">;

/** A link as the commands print it: without its password. */
export interface LinkRow {
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  /** `stopped`, `no server` while no process delivers, else the status name of the link, for example `bound`. */
  readonly state: string;
  readonly up: boolean;
  /** Parts in flight. */
  readonly used: number;
  readonly window: number;
  readonly problem: string | null;
}

/** A link with everything but its password. */
export interface LinkCard extends LinkRow {
  readonly network: string;
  readonly ofFile: boolean;
  readonly settings: LinkSettings;
  /** ISO 8601, UTC; null when it has never been at work. */
  readonly reportedAt: string | null;
  readonly counts: LinkReport["counts"] | null;
  /** Responses other than acceptance, by status code, since the link was opened; null as `counts`. */
  readonly codes: ResponseCodes | null;
  /** What was ignored in PDUs of the network, as `codes`. */
  readonly ignored: ResponseCodes | null;
}

/** Milliseconds after which a report is outdated. */
const freshFor = 10_000;

/** Throws a `Refusal` unless the change was done. */
export function expectLinkDone(outcome: LinkOutcome, thing: string): void {
  if (outcome.ok) return;
  const texts: Readonly<Record<typeof outcome.reason, string>> = {
    exists: `${thing} exists already`,
    unknownLink: `there is no ${thing}`,
    unknownRoute: `there is no ${thing}`,
    unknownPrice: `there is no ${thing}`,
    unknownCustomer: `there is no such customer`,
    inUse: `${thing} is used by a route: remove the route first`,
    ofFile: `${thing} comes from the configuration of the server: change it there`,
  };
  throw new Refusal(texts[outcome.reason]);
}

function nameOf(name: string): string {
  if (!/^[a-z0-9][a-z0-9_.-]{0,31}$/u.test(name))
    throw new InvalidInput(
      `invalid link name ${JSON.stringify(name)}: use 1-32 of a-z, 0-9, . _ -, and start with a letter or digit`,
    );
  return name;
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refusal(error.message, { cause: error });
    throw error instanceof LinkSettingError ? new InvalidInput(error.message, { cause: error }) : error;
  }
}

/** Reads `name=value`. */
function settingsOf(texts: readonly string[]): LinkSettings {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new InvalidInput(`invalid setting ${JSON.stringify(text)}: use NAME=VALUE`);
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}

export interface LinkInput {
  readonly url: string;
  readonly password?: string | undefined;
  readonly network?: string | undefined;
  /** Texts of the form `name=value`. */
  readonly set?: readonly string[] | undefined;
}

/** Builds a link from command-line input. @throws Refusal */
export function newLink(name: string, input: LinkInput, ofFile: boolean): NewLink {
  const address = inField("url", () => checked(() => readLinkUrl(input.url)));
  const link = {
    ...address,
    name: inField("name", () => nameOf(name)),
    password: input.password ?? address.password,
    network: input.network ?? address.network,
    settings: { ...address.settings, ...inField("set", () => settingsOf(input.set ?? [])) },
    ofFile,
  };
  inField("set", () => {
    checked(() => {
      checkLink(link);
    });
  });
  return link;
}

type Recorded = Pick<Store, "links" | "recording">;

/** Adds a link; a running server opens it at once. Recorded. @throws Refusal */
export async function addLink(
  store: Recorded,
  name: string,
  input: LinkInput,
  occasion: Occasion,
): Promise<LinkCard> {
  const link = newLink(name, input, false);
  const entry = { action: "link add", subject: { link: name }, after: linkFacts(link) } as const;
  expectLinkDone(await recorded(store, occasion, entry).links.add(link, occasion.now), `link ${name}`);
  return showLink(store, name, occasion.now);
}

async function find({ links }: Links, name: string): Promise<Link> {
  const link = (await links.links()).find((one) => one.name === name);
  if (link === undefined) throw new Refusal(`there is no link ${name}`);
  return link;
}

/** An empty value restores the default of a setting. */
function merged(before: LinkSettings, change: LinkSettings): LinkSettings {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text !== ""));
}

/** The change of a link; settings that are not given stay. @throws Refusal */
function changeOf(
  before: Link,
  input: Partial<LinkInput>,
): Required<Omit<LinkChange, "password" | "started">> & LinkChange {
  const { name } = before;
  const address = fieldOf("url", input.url, (url) => checked(() => readLinkUrl(url)));
  return inField("set", () =>
    checked(() => {
      if (address !== undefined && address.kind !== before.kind)
        throw new Refusal(`link ${name} uses ${before.kind}, which cannot change: add another link`);
      const inUrl = address?.password === "" ? undefined : address?.password;
      const password = input.password ?? inUrl;
      const settings = merged(before.settings, { ...address?.settings, ...settingsOf(input.set ?? []) });
      const link = {
        ...before,
        url: address?.url ?? before.url,
        password: password ?? before.password,
        settings,
      };
      checkLink(link);
      const { url } = link;
      const network = input.network ?? before.network;
      return { url, settings, network, ...(password === undefined ? {} : { password }) };
    }),
  );
}

/** Changes the given settings of a link; the others stay. Recorded. @throws Refusal */
export async function changeLink(
  store: Recorded,
  name: string,
  input: Partial<LinkInput>,
  occasion: Occasion,
): Promise<LinkCard> {
  const link = await find(store, name);
  const change = changeOf(link, input);
  const facts = { subject: { link: name }, before: linkFacts(link), after: linkFacts(change) };
  const { links } = recorded(store, occasion, { action: "link change", ...facts });
  expectLinkDone(await links.change(name, change), `link ${name}`);
  return showLink(store, name, occasion.now);
}

/** Starts or stops a link; a running server follows within a second. Recorded. @throws Refusal */
export async function setStarted(
  store: Recorded,
  name: string,
  started: boolean,
  occasion: Occasion,
): Promise<void> {
  const action = started ? "link start" : "link stop";
  const { links } = recorded(store, occasion, { action, subject: { link: name } });
  expectLinkDone(await links.change(name, { started }), `link ${name}`);
}

/** Removes a link that no route uses; recorded. @throws Refusal */
export async function removeLink(store: Recorded, name: string, occasion: Occasion): Promise<void> {
  const link = await find(store, name);
  const entry = { action: "link remove", subject: { link: name }, before: linkFacts(link) } as const;
  expectLinkDone(await recorded(store, occasion, entry).links.remove(name), `link ${name}`);
}

function rowOf(link: Link, report: LinkReport | undefined, now: number): LinkRow {
  const fresh = report !== undefined && now - report.at < freshFor ? report : undefined;
  return {
    name: link.name,
    kind: link.kind,
    url: link.url,
    state: link.started ? (fresh?.word ?? "no server") : "stopped",
    up: link.started && fresh?.up === true,
    used: fresh?.used ?? 0,
    window: fresh?.window ?? 0,
    problem: fresh?.problem ?? null,
  };
}

export async function listLinks({ links }: Links, now: number): Promise<readonly LinkRow[]> {
  const reports = new Map((await links.reports()).map((report) => [report.linkId, report]));
  return (await links.links()).map((link) => rowOf(link, reports.get(link.id), now));
}

/** @throws Refusal */
export async function showLink({ links }: Links, name: string, now: number): Promise<LinkCard> {
  const link = await find({ links }, name);
  const report = (await links.reports()).find(({ linkId }) => linkId === link.id);
  return {
    ...rowOf(link, report, now),
    network: link.network,
    ofFile: link.ofFile,
    settings: shownSettings(link.settings),
    reportedAt: report === undefined ? null : new Date(report.at).toISOString(),
    counts: report?.counts ?? null,
    codes: report === undefined ? null : (report.codes ?? {}),
    ignored: report === undefined ? null : (report.ignored ?? {}),
  };
}

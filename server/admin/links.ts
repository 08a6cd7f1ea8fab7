import { checkLink, isFileSetting, readLinkUrl } from "../work/delivery/link-settings.js";
import { LinkSettingError, UnreadableFile } from "../domain/delivery/links/setting-forms.js";
import type {
  Link,
  LinkChange,
  LinkOutcome,
  LinkSettings,
  NewLink,
} from "../domain/delivery/routing/link.js";
import type { Store } from "../ports/store.js";
import { fieldOf, inField, InvalidInput, Refusal, refusedChange, unknownThing } from "./refusal.js";

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
    changed: `${thing} is being changed by others: try again`,
  };
  throw refusedChange(outcome.reason, texts[outcome.reason]);
}

/** Attempts of a change while others change links and routes. */
const mostAttempts = 20;

/** Makes a change that is based on what is stored; again, from there, if that has changed meanwhile. */
export async function basedChange<T extends { readonly outcome: LinkOutcome }>(
  { links }: Pick<Store, "links">,
  change: (basis: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const done = await change(await links.revision());
    const isStale = !done.outcome.ok && done.outcome.reason === "changed";
    if (!isStale || attempt === mostAttempts) return done;
  }
}

/** @throws InvalidInput */
export function linkNameOf(name: string): string {
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

/** A link as it is typed. */
export interface LinkInput {
  readonly url: string;
  readonly password?: string | undefined;
  readonly network?: string | undefined;
  /** Texts of the form `name=value`. */
  readonly set?: readonly string[] | undefined;
}

type LinkChanges = Omit<LinkInput, "url"> & { readonly url?: string | undefined };

/**
 * Names of files are for the command line: a browser, or a program elsewhere, must not choose files of the server.
 * @throws InvalidInput
 */
export function expectNoFile({ url = "", set = [] }: LinkChanges): void {
  if (url.includes("?"))
    throw new InvalidInput("give settings in their own field, not in the query of the URL", { field: "url" });
  const file = set.map((line) => line.split("=")[0]?.trim() ?? "").find(isFileSetting);
  if (file !== undefined)
    throw new InvalidInput(`${file} names a file: use messenger link change`, { field: "set" });
}

/** Builds a link. @throws Refusal */
export function newLink(name: string, input: LinkInput, ofFile: boolean): NewLink {
  const address = inField("url", () => checked(() => readLinkUrl(input.url)));
  const link = {
    ...address,
    name: inField("name", () => linkNameOf(name)),
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

/** A link as it is stored. @throws Refusal */
export async function findLink({ links }: Pick<Store, "links">, name: string): Promise<Link> {
  const link = (await links.links()).find((one) => one.name === name);
  if (link === undefined) throw unknownThing(`there is no link ${name}`);
  return link;
}

/** An empty value restores the default of a setting. */
function merged(before: LinkSettings, change: LinkSettings): LinkSettings {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text !== ""));
}

/** The change of a link; settings that are not given stay. @throws Refusal */
export function changedLink(
  before: Link,
  input: LinkChanges,
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

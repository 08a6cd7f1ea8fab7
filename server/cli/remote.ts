import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { type Action, type Card, type Entry, isAction, isList, type List } from "../actions/action.js";
import type { Fields, Given } from "../actions/fields.js";
import { inputOf, operatorsPath } from "../faces/operators/calls.js";
import { itemLimits } from "../faces/operators/items.js";
import { jsonOf, typeOfField } from "../faces/operators/values.js";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { isLoopback } from "../config/config.js";
import { keyWarnings } from "../credentials/key-file.js";
import { secretIn } from "./secrets.js";
import { printError } from "./terminal.js";

type GivenValues = Readonly<Record<string, Given>>;
type Row = Readonly<Record<string, unknown>>;

/** The options for a service on another machine. */
export interface RemoteOptions {
  /** URL of the admin listener. */
  readonly server?: string | undefined;
  /** File with a key of an operator. */
  readonly keyFile?: string | undefined;
}

interface ProblemBody {
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

/** Where the API is. A key is sent over TLS, or on this machine. @throws InvalidInput */
function addressOf(server: string): string {
  const { protocol, hostname, href } = URL.canParse(server)
    ? new URL(server)
    : { protocol: "", hostname: "", href: "" };
  const isOwn = protocol === "http:" && isLoopback(hostname.replace(/^\[(.*)\]$/u, "$1"));
  if ((protocol !== "https:" && !isOwn) || /[?#@]/u.test(server))
    throw new InvalidInput(
      `invalid --server ${JSON.stringify(server)}: use the https:// URL of the admin listener`,
    );
  return `${href.replace(/\/$/u, "")}${operatorsPath}`;
}

function refusalOf(status: number, { detail, errors = [] }: ProblemBody): Refusal {
  const place = errors[0]?.pointer.slice(1) ?? "";
  const text = place === "" || detail.includes(place) ? detail : `${place}: ${detail}`;
  return status === 400 || status === 422 ? new InvalidInput(text) : new Refusal(text.replace(/\.$/u, ""));
}

/** Undefined for a text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a file; any other value as it is. */
async function textOrValue(value: Exclude<Given, undefined>): Promise<string | readonly string[]> {
  if (typeof value === "string" || !(Symbol.asyncIterator in value)) return value;
  return text(value);
}

/** The values of a command line as JSON. */
async function membersOf(entry: Entry, given: GivenValues): Promise<readonly (readonly [string, unknown])[]> {
  const fields: Partial<Fields> = inputOf(entry);
  const members: (readonly [string, unknown])[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name];
    if (value !== undefined && field !== undefined)
      members.push([name, jsonOf(typeOfField(entry, name, field), await textOrValue(value))]);
  }
  return members;
}

/** The service on another machine, whose operators' API carries out what commands ask for. */
function remoteService({ server = "", keyFile }: RemoteOptions) {
  const address = addressOf(server);
  if (keyFile === undefined) throw new InvalidInput("--server needs --key-file, with a key of an operator");
  const authorization = `Bearer ${secretIn(keyFile).trim()}`;
  for (const warning of keyWarnings("--key-file", keyFile)) printError(`messenger: warning: ${warning}\n`);

  const request = async <T>(path: string, body?: string): Promise<T> => {
    const ofAction = { "content-type": "application/json", "idempotency-key": randomUUID() };
    const sent = fetch(`${address}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...(body === undefined ? {} : ofAction), authorization },
      body: body ?? null,
      // Another place would get passwords of the body.
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    const response = await sent.catch((error: unknown) => {
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      throw new Refusal(`${server} does not respond: ${cause?.code ?? String(error)}`);
    });
    const elsewhere = response.headers.get("location");
    if (elsewhere !== null) throw new Refusal(`${server} redirects to ${JSON.stringify(elsewhere)}`);
    const text = await response.text();
    const isJson = /^application\/(?:problem\+)?json/u.test(response.headers.get("content-type") ?? "");
    const received = isJson ? jsonIn(text) : undefined;
    if (received === undefined)
      throw new Refusal(`${server} does not serve the operators' API: start it with --operators on`);
    if (!response.ok) throw refusalOf(response.status, received as ProblemBody);
    return received as T;
  };
  const pathOf = ({ name }: Entry): string => name.replaceAll(" ", "/");
  const read = async <T>(
    entry: Entry,
    given: GivenValues,
    part: Readonly<Record<string, string>> = {},
  ): Promise<T> => {
    const query = new URLSearchParams(part);
    for (const [name, value] of await membersOf(entry, given))
      for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
    return request<T>(`${pathOf(entry)}?${query.toString()}`);
  };
  return {
    act: async (action: Action, given: GivenValues) =>
      request<{ readonly row: Row; readonly text: string | null }>(
        pathOf(action),
        JSON.stringify(Object.fromEntries(await membersOf(action, given))),
      ),
    row: (card: Card, given: GivenValues) => read<Row>(card, given),
    part: (list: List, given: GivenValues, limit: number, cursor?: string) =>
      read<{ readonly items: readonly Row[]; readonly next?: string; readonly stopped?: string }>(
        list,
        given,
        {
          limit: String(limit),
          ...(cursor === undefined ? {} : { cursor }),
        },
      ),
  };
}

/** An entry of the table that a service on another machine carries out: it uses no store. */
export function remoteEntry(entry: Entry, options: RemoteOptions): Entry {
  const service = remoteService(options);
  if (isAction(entry))
    return {
      ...entry,
      run: async (_store, given) => {
        const { row, text: done } = await service.act(entry, given);
        return done === null ? { row } : { row, text: done };
      },
    };
  if (!isList(entry)) return { ...entry, row: (_store, given) => service.row(entry, given) };
  return {
    ...entry,
    part: async (_store, given, _use, { limit, after }) => {
      const rows: Row[] = [];
      for (let cursor = after; ;) {
        const wanted = Math.min(limit - rows.length, itemLimits.most);
        const { items, next, ...others } = await service.part(entry, given, wanted, cursor);
        rows.push(...items);
        if (next === undefined || rows.length >= limit) return { rows, next: next ?? null, ...others };
        cursor = next;
      }
    },
  };
}

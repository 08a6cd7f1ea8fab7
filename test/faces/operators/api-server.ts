import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { addOperatorKey } from "#server/actions/operator-keys.js";
import { machine } from "#server/actions/rights.js";
import type { Store } from "#server/ports/store.js";
import { type ConsoleServer, startConsole } from "../console/console-server.js";

/** What an API returns: the status, the headers and the parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ApiServer extends ConsoleServer {
  /** Keys of the operator `admin` by role; `untrusted`: of an administrator, without the right to what needs a recent log-in. */
  readonly keys: Readonly<Record<OperatorRole | "untrusted", string>>;
  call(key: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export const by = { name: "root", source: "test" };

type Scope = Readonly<Record<string, string>>;

/** Makes a key of the operator `admin`; returns its text. */
export async function newKey(store: Store, name: string, scope: Scope): Promise<string> {
  const given = { operator: "admin", name, role: "admin", ...scope };
  const { row } = await addOperatorKey.run(store, given, { by, now: Date.now(), caller: machine });
  return (row as { readonly secret: string }).secret;
}

/** A server with the operators' API; customers and operators are those of `startConsole`. */
export async function startApi(options: Parameters<typeof startConsole>[0] = {}): Promise<ApiServer> {
  const started = await startConsole({ ...options, admin: { host: "127.0.0.1", port: 0, operators: true } });
  const { store, origin } = started;
  const keys = {
    viewer: await newKey(store, "viewer", { role: "viewer", trusted: "on" }),
    support: await newKey(store, "support", { role: "support", trusted: "on" }),
    admin: await newKey(store, "admin", { role: "admin", trusted: "on" }),
    untrusted: await newKey(store, "untrusted", { role: "admin" }),
  };
  return {
    ...started,
    keys,
    call: async (key, path, body, headers = {}) => {
      const response = await fetch(`${origin}/operators/v1/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(text) as Answer["body"] };
    },
  };
}

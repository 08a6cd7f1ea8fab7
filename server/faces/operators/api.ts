import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import { FairSlots } from "messenger-gen-host/listener";
import { once } from "messenger-gen-host/tasks";
import type { CallLog } from "messenger-gen-runtime";
import { isAction, isList, type Use } from "../../actions/action.js";
import type { Given } from "../../actions/fields.js";
import { expectAllowed } from "../../actions/rights.js";
import { type OperatorLogin, operatorLogins } from "../../credentials/operator-login.js";
import { actionLimit, pageLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import { accessOf, arrivalOf } from "../web/access.js";
import { packageVersion } from "../../package-version.js";
import { Abandoned, readBody } from "./body.js";
import { type ApiCall, apiTable, operatorsPath } from "./calls.js";
import { givenInBody, givenInQuery, withFiles } from "./input.js";
import { idempotencyKey, Once, onceCall } from "./once.js";
import { openApiText } from "./openapi.js";
import { CallProblem, isProblemCode, problemFor, problems, problemText } from "./problems.js";
import { itemsOf, type WantedItems } from "./items.js";

export interface OperatorsApiOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly log: CallLog;
  readonly proxies: ProxyTrust;
  /** Credits that a key without the role admin may refund in 24 hours, with its operator. */
  readonly refundLimit: number;
  readonly addressTest: (ranges: readonly string[]) => (address: string) => boolean;
}

/** The operators' API, below `operatorsPath`. */
export interface OperatorsApi {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  close(): void;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `asOf`: the time of what was read from a replica, in milliseconds since the epoch. */
const jsonReply = (body: unknown, asOf?: number): Reply => ({
  status: 200,
  type: "application/json",
  body: JSON.stringify(body),
  ...(asOf === undefined ? {} : { headers: { "Data-As-Of": new Date(asOf).toISOString() } }),
});

const problemReply = (problem: CallProblem): Reply => ({
  status: problems[problem.code].status,
  type: "application/problem+json",
  body: problemText(problem),
  headers: problem.headers,
});

function send(res: ServerResponse, { status, type, body, headers = {} }: Reply): void {
  res.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Calls that are carried out at the same time; the others wait, and their keys take turns. */
export const callsTogether = 4;

const expectMethod = (method: string, ...allowed: readonly string[]): void => {
  if (allowed.includes(method)) return;
  const methods = allowed.join(", ");
  throw new CallProblem("MethodNotAllowed", `Use ${methods}.`, {
    headers: { Allow: methods, Connection: "close" },
  });
};

/** Serves the table of subjects. */
class Api implements OperatorsApi {
  readonly #options: OperatorsApiOptions;
  readonly #logIn: ReturnType<typeof operatorLogins>;
  readonly #once: Once;
  readonly #turns = new FairSlots(callsTogether, 1);
  readonly #table = once(apiTable);
  readonly #document = once(async () => openApiText(await this.#table(), packageVersion()));

  constructor(options: OperatorsApiOptions) {
    const { store, addressTest, now } = options;
    this.#options = options;
    this.#logIn = operatorLogins({ ...store, addressTest, now });
    this.#once = new Once(store);
  }

  close(): void {
    // Nothing is streamed.
  }

  /** Responds to each request. An unexpected error is logged with a reference that the problem has. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      send(res, await this.#reply(req, res));
    } catch (error) {
      if (error instanceof Abandoned) {
        res.destroy();
        return;
      }
      send(res, problemReply(problemFor(error) ?? this.#unexpected(error)));
    }
  }

  #unexpected(error: unknown): CallProblem {
    const reference = randomBytes(6).toString("hex");
    this.#options.log.error({ err: error, reference }, "call of the operators' API failed");
    return new CallProblem("Internal", `The log has the cause, with the reference ${reference}.`);
  }

  async #reply(req: IncomingMessage, res: ServerResponse): Promise<Reply> {
    const access = accessOf(arrivalOf(req), this.#options.proxies);
    if (!access.allowed)
      throw new CallProblem("NotAllowed", "Use TLS, or a trusted proxy that terminates it.", {
        headers: { Connection: "close" },
      });
    const { method = "" } = req;
    const [place = "", query = ""] = (req.url ?? "").slice(operatorsPath.length).split(/\?(.*)/su);
    const path = place.slice(1);
    const page = await this.#pageAt(path);
    if (page !== undefined) {
      expectMethod(method, "GET", "HEAD");
      return page;
    }
    const call = (await this.#table()).calls.get(path);
    if (call === undefined)
      throw new CallProblem("NotFound", "See openapi.json for the paths.", {
        headers: { Connection: "close" },
      });
    expectMethod(method, call.method);
    const login = await this.#keyOf(req, access.address);
    if (isAction(call.entry) && query !== "")
      throw new CallProblem("UnknownMember", "The members of an action are in the body, not in the query.");
    const { given, part } = isAction(call.entry)
      ? { given: givenInBody(call.entry, await readBody(req)), part: undefined }
      : givenInQuery(call.entry, new URLSearchParams(query));
    return this.#turns.resultOf(login.id, 1, async () => {
      // Whoever waits no longer takes no turn.
      if (res.destroyed) throw new Abandoned();
      const use = this.#useOf(login, access.address);
      return isAction(call.entry)
        ? this.#act(call, given, login, use, req)
        : this.#read(call, given, use, part);
    });
  }

  /** The document and the pages of problems, which need no key. */
  async #pageAt(path: string): Promise<Reply | undefined> {
    if (path === "openapi.json")
      return { status: 200, type: "application/json", body: await this.#document() };
    const code = /^problems\/(?<code>\w+)$/u.exec(path)?.groups?.["code"] ?? "";
    if (!isProblemCode(code)) return undefined;
    const { status, title } = problems[code];
    return {
      status: 200,
      type: "text/plain; charset=utf-8",
      body: `${code} (HTTP ${status})\n\n${title}.\n`,
    };
  }

  /** @throws CallProblem without a key that is accepted */
  async #keyOf({ headers }: IncomingMessage, address: string): Promise<OperatorLogin> {
    const login = await this.#logIn(headers.authorization, address);
    if (typeof login === "object") return login;
    this.#options.log.warn({ remoteAddress: address, reason: login }, "operator key refused");
    const closing = { headers: { Connection: "close" } };
    if (login === "tooMany") throw new CallProblem("TooManyAttempts", "Wait a minute.", closing);
    throw new CallProblem("WrongKey", "Send Authorization: Bearer with a key of an operator.", closing);
  }

  #useOf({ operator, name, role, trusted }: OperatorLogin, address: string): Use {
    const by = { name: operator, source: `operators' API, key ${name}, ${address}` };
    const { now, refundLimit } = this.#options;
    return { by, now: now(), caller: { kind: "key", role, trusted, refundLimit } };
  }

  async #act(
    { entry }: ApiCall,
    given: Record<string, Given>,
    login: OperatorLogin,
    use: Use,
    req: IncomingMessage,
  ) {
    if (!isAction(entry)) throw new TypeError(`${entry.name} is no action`);
    // Before a stored response, too.
    expectAllowed({ ...entry, isChange: true }, use.caller, use.now);
    const header = req.headers["idempotency-key"];
    const key = idempotencyKey(typeof header === "string" ? header : undefined);
    if (key === undefined && entry.once === true)
      throw new CallProblem(
        "KeyMissing",
        "Send Idempotency-Key with an identifier of your own: the call must not happen twice.",
      );
    const call = key === undefined ? undefined : onceCall(login, key, entry.name, given);
    const store = this.#options.store.apart(actionLimit);
    const by = { ...use.by, form: call?.form };
    const done = await this.#once.run(call, entry.members, use.now, () =>
      entry.run(store, withFiles(entry, given), { ...use, by }),
    );
    return jsonReply(done);
  }

  async #read({ entry }: ApiCall, given: Record<string, Given>, use: Use, part: WantedItems | undefined) {
    if (isAction(entry)) throw new TypeError(`${entry.name} is an action`);
    let asOf: number | undefined;
    const onReplica = (time: number): number => (asOf = Math.min(time, asOf ?? time));
    const store = this.#options.store.apart({ ...pageLimit, onReplica });
    const found = isList(entry)
      ? await itemsOf(entry, store, given, use, part ?? { limit: 1, cursor: undefined })
      : await entry.row(store, given, use);
    return jsonReply(found, asOf);
  }
}

export const openOperatorsApi = (options: OperatorsApiOptions): OperatorsApi => new Api(options);

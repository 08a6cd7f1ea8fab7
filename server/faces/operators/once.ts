import { hash } from "node:crypto";
import type { Outcome } from "../../actions/action.js";
import { isRepeat } from "../../admin/recorded.js";
import type { Members } from "../../actions/members.js";
import type { Given } from "../../actions/fields.js";
import type { OperatorLogin } from "../../credentials/operator-login.js";
import type { Store } from "../../ports/store.js";
import { CallProblem } from "./problems.js";

/** The response of an action. */
export interface Done {
  readonly row: Readonly<Record<string, unknown>>;
  readonly text: string | null;
  /** True in the response to a repeated call. */
  readonly repeated?: true;
}

/** Milliseconds for which a response is stored for repeated calls. */
const storedFor = 24 * 3_600_000;

const longest = 255;

/** A call with the header Idempotency-Key. */
export interface OnceCall {
  /** Id of its entry in the audit log: of the key of the operator and the header. */
  readonly form: string;
  /** Hash of what it asks for, with the key of the operator: nobody who reads it can try passwords. */
  readonly request: string;
}

const hashOf = (...parts: readonly unknown[]): string => hash("sha256", JSON.stringify(parts), "base64url");

/** The value of the header; of one in quotation marks, what is between them (RFC 9651). @throws CallProblem */
export function idempotencyKey(header: string | undefined): string | undefined {
  const text =
    header === undefined ? undefined : (/^"(?<text>[^"\\]*)"$/u.exec(header)?.groups?.["text"] ?? header);
  if (text === undefined || (/^[!-~]+(?: [!-~]+)*$/u.test(text) && text.length <= longest)) return text;
  throw new CallProblem(
    "RefusedValue",
    `The header Idempotency-Key must have 1 to ${longest} printable characters.`,
  );
}

export function onceCall(
  { id, secret }: Pick<OperatorLogin, "id" | "secret">,
  key: string,
  action: string,
  given: Readonly<Record<string, Given>>,
): OnceCall {
  const sorted = Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { form: hashOf("operators", id, key), request: hashOf(secret, action, sorted) };
}

/** The response without its secrets. */
function withoutSecrets({ row, text }: Done, members: Members): Done {
  const secrets = Object.keys(row).filter((name) => members[name]?.secret === true);
  const values = secrets.map((name) => row[name]).filter((value) => typeof value === "string");
  return {
    row: { ...row, ...Object.fromEntries(secrets.map((name) => [name, null])) },
    text: text === null ? null : values.reduce((left, value) => left.replaceAll(value, "(shown once)"), text),
    repeated: true,
  };
}

const doneOf = ({ row, text }: Outcome<object>): Done => ({ row: { ...row }, text: text ?? null });

const alreadyDone = (): CallProblem =>
  new CallProblem(
    "AlreadyDone",
    "A call with the same Idempotency-Key was carried out, if not to its end: the audit log has what it changed.",
  );

/** Carries out actions of calls with an Idempotency-Key once, in all processes. */
export class Once {
  readonly #store: Pick<Store, "audit" | "forms">;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(store: Pick<Store, "audit" | "forms">) {
    this.#store = store;
  }

  /** @param now milliseconds since the epoch */
  async run(
    call: OnceCall | undefined,
    members: Members,
    now: number,
    carryOut: () => Promise<Outcome<object>>,
  ): Promise<Done> {
    if (call === undefined) return doneOf(await carryOut());
    const { form } = call;
    const before = this.#running.get(form) ?? Promise.resolve();
    const work = before.then(() => this.#runNew(call, members, now, carryOut));
    const settled = work.catch(() => undefined);
    this.#running.set(form, settled);
    try {
      return await work;
    } finally {
      if (this.#running.get(form) === settled) this.#running.delete(form);
    }
  }

  async #runNew(
    { form, request }: OnceCall,
    members: Members,
    now: number,
    carryOut: () => Promise<Outcome<object>>,
  ): Promise<Done> {
    const place = { idHash: form, session: form, person: "operators" };
    const stored = await this.#store.forms.kept(place, now);
    if (stored !== undefined) {
      const { request: first, done } = JSON.parse(stored.content) as { request: string; done: Done };
      if (first === request) return done;
      throw new CallProblem("KeyReused", "Use a new key for another call.");
    }
    // Carried out, and its response could not be stored, or is stored no more.
    if (await this.#store.audit.hasForm(form)) throw alreadyDone();
    const done = doneOf(await carryOut().catch((error: unknown) => this.#refused(error, form)));
    const content = JSON.stringify({ request, done: withoutSecrets(done, members) });
    // The action is carried out: without its response, a repeated call is refused.
    await this.#store.forms.keep({ ...place, content, until: now + storedFor }).catch(() => undefined);
    return done;
  }

  /** What the first call changed may be a reason to refuse a repeated one. */
  async #refused(error: unknown, form: string): Promise<never> {
    if (await isRepeat(this.#store, error, form)) throw alreadyDone();
    throw error;
  }
}

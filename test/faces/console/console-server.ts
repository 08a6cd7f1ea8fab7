import { randomUUID } from "node:crypto";
import type { MessengerServer, ServerOptions } from "messenger-server";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { keepingLog } from "../../host/greeter/server.js";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import { claimDue, loseClaimed, owner } from "../../storage/claims.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { startServer } from "../../start-server.js";
import { newDatabase } from "../../storage/new-database.js";

export const password = "correct horse battery";

/** Operators of a test console: the name of each is its role. */
export const roles = ["viewer", "support", "admin"] as const;

/** A server with a console, and a store beside it. */
export interface ConsoleServer {
  readonly server: MessengerServer;
  readonly store: Store;
  readonly origin: string;
  readonly log: ReturnType<typeof keepingLog>;
  close(): Promise<void>;
}

const unknown = (): undefined => undefined;

/** Addresses of a console without a service beside it. */
export const noAddresses = {
  ...{ service: unknown, json: unknown, portal: unknown, smpp: unknown, smppTls: unknown },
};

/** A message that waits for a month from now. */
export const deferred = { number: "12025550103", originator: "Shop" };

/**
 * Starts a server with a customer, an operator of each role, a deferred message, two uncertain ones
 * and a campaign. Other messages go to a loopback link named `test`.
 */
export async function startConsole(
  options: ServerOptions = {},
  passwordCost = cheap,
): Promise<ConsoleServer> {
  const database = options.database ?? (await newDatabase());
  const store = await openStore(database);
  const passwordHash = await hashPassword(password, cheap);
  const by = { name: "test", source: "test" };
  for (const role of roles)
    await store.operators.add({ name: role, role, passwordHash, createdAt: Date.now() }, by);
  await openAccount(store, { credit: 10_000 });
  const now = Date.now();
  const dueAt = now + 30 * 86_400_000;
  await store.outbox.submit(
    submission("first", { at: now, dueAt, text: "Secret words", recipients: [deferred.number] }),
  );
  await loseMessages(store, now);
  await startCampaign(store, now, dueAt);
  const log = keepingLog();
  const admin = { host: "127.0.0.1", port: 0, ...options.admin };
  const settings = { port: 0, confirmAfter: 1, log, ...options, admin, database };
  const server = await startServer(settings, passwordCost);
  return {
    ...{ server, store, log, origin: `http://127.0.0.1:${String(server.adminPort)}` },
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

/** Two messages that the network first refused for a minute, and whose acceptance is unconfirmed: their process ended. */
async function loseMessages(store: Store, now: number): Promise<void> {
  const at = now - 600_000;
  const recipients = ["12025550111", "12025550112"];
  const charge = { kind: "SMS", amount: 0 } as const;
  await store.outbox.submit(submission("lost", { at, dueAt: at, recipients, charge }));
  const nextAt = at + 60_000;
  const back = { kind: "queued", nextAt, linkId: 1, counts: "attempt", uncertain: false } as const;
  const refused = await claimDue(store, at, 9);
  await store.delivery.settle(
    refused.map(({ id: recipientId, linkId }) => ({
      ...{ owner, recipientId, linkId, at: at + 200, accepted: [] },
      end: { ...back, code: "RMSGQFUL (0x14)" },
    })),
  );
  await claimDue(store, nextAt, 9);
  await loseClaimed(store, now - 200_000);
}

/** A session of an SMPP account, as another process has reported it. */
export async function openSmppSession(
  { smpp }: Pick<Store, "smpp">,
  systemId: string,
): Promise<() => Promise<unknown>> {
  const { userId = 0, passwordHash = "" } = (await smpp.account(systemId)) ?? {};
  const since = Date.now();
  const id = randomUUID();
  const place = { process: "other", kind: "transceiver", address: "192.0.2.7", since } as const;
  const bind = { id, userId, passwordHash, ...place };
  // Processes of a file report in the time of the service: this one has reported for an hour ahead.
  await smpp.open(bind, undefined, since + 3_600_000, true);
  const reports = [{ id, submitted: 1_204, refused: 7, throttled: 5, delivered: 1_199 }] as const;
  const confirm = (): Promise<unknown> => smpp.confirm(reports, since + 3_600_000);
  await confirm();
  return confirm;
}

/** A message that cost a credit, and that the network refused. */
export async function failMessage(store: Store, name: string, number: string): Promise<void> {
  const at = Date.now();
  const charge = { kind: "SMS", amount: 1_000 } as const;
  await store.outbox.submit(submission(name, { at, dueAt: at + 86_400_000, recipients: [number], charge }));
  const [message] = await store.desk.candidates({ kind: "transaction", id: name }, undefined, 1);
  const recipientId = message?.id ?? 0;
  await store.outbox.advance([
    { recipientId, state: RecipientState.Submitting, at },
    { recipientId, state: RecipientState.Failed, at: at + 1, error: "RINVDSTADR (0x0b)" },
  ]);
}

/** A callback of customer 42 that was given up. */
export async function giveUpCallback({ outbox, callbacks }: Store): Promise<void> {
  const refused = [{ phone: "12025550101", state: RecipientState.Blacklisted }];
  await outbox.submit(submission("refused", { at: Date.now(), recipients: [], refused }));
  const [waiting] = await callbacks.list({ customerId: 42, failed: false }, 1);
  if (
    waiting === undefined ||
    !(await callbacks.queue.giveUp({ id: waiting.id, at: Date.now(), failure: "HTTP 500" }))
  )
    throw new Error("no callback to give up");
}

/** A campaign that begins in a month. */
async function startCampaign(store: Store, now: number, startAt: number): Promise<void> {
  await store.locations.add({ name: "Station", description: "" }, now);
  await store.locations.addAudience(1, ["12025550121"]);
  const charge = { kind: "SMS", amount: 1_000 } as const;
  await store.campaigns.start({
    submission: submission("campaign", { at: now, dueAt: startAt, recipients: [], charge }),
    schedule: { startAt, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
    ...{ locations: [{ location: 1, limit: 1 }], recipientLimit: 1 },
  });
}

/** A page as a browser without scripts gets it. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The form was not carried out: the page shows it again. */
  readonly isKept?: boolean;
}

/** How a log-in ended. */
export const outcomeOf = ({ isKept = false, text }: Received): "done" | "refused" | "slowed" =>
  !isKept ? "done" : text.includes("Too many wrong attempts.") ? "slowed" : "refused";

/** A browser without scripts: one cookie jar. */
export class PlainBrowser {
  readonly origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #base: string;
  /** Of the forms of the page before. */
  token = "";

  /** @param base path above the pages */
  constructor(origin: string, headers: Readonly<Record<string, string>> = {}, base = "/console") {
    this.origin = origin;
    this.#headers = headers;
    this.#base = base;
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async request(path: string, init: RequestInit = {}): Promise<Received> {
    const headers = { ...this.#headers, Cookie: this.cookies, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${this.origin}${path}`, { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    this.token = /name="token" value="([^"]*)"/u.exec(text)?.[1] ?? this.token;
    return { status: response.status, headers: response.headers, text };
  }

  /** Another browser with the same cookies. */
  twin(): PlainBrowser {
    const twin = new PlainBrowser(this.origin, this.#headers, this.#base);
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value);
    twin.token = this.token;
    return twin;
  }

  /** Takes over a session that was opened in another way: `messenger=TOKEN`. */
  take(cookie: string): this {
    this.#keep(cookie);
    return this;
  }

  #keep(cookie: string): void {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
    if (cookie.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  get(path: string): Promise<Received> {
    return this.request(`${this.#base}${path}`);
  }

  /** Sends a form with the token of the page before, and requests the page that shows one that was not carried out. */
  async post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Received> {
    const body = new URLSearchParams({ token: this.token, ...fields });
    return this.shown(await this.request(`${this.#base}${path}`, { method: "POST", body }));
  }

  /** The page of a form that was not carried out; any other response as it is. */
  async shown(received: Received): Promise<Received> {
    const place = received.headers.get("location");
    const name = /\?(kept|result)=[\w-]{43}$/u.exec(place ?? "")?.[1];
    if (place === null || name === undefined) return received;
    return { ...(await this.request(place)), ...(name === "kept" ? { isKept: true } : {}) };
  }

  /** Sends a form and follows the response to its page. */
  async submit(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Received> {
    const received = await this.post(path, fields);
    const place = received.headers.get("location");
    return place === null ? received : this.request(place);
  }

  async logIn(role: OperatorRole): Promise<this> {
    await this.get("/log-in");
    await this.post("/log-in", { name: role, password });
    await this.get("");
    return this;
  }
}

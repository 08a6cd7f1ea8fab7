import type { Socket } from "node:net";
import { contain } from "messenger-gen-host/tasks";
import type { BindReport, NewSmppBind, OpenedBind } from "../../domain/smpp/accounts.js";
import type { DeliveryOutcome } from "../../domain/smpp/deliveries.js";
import type { BindRequest, DeliverSm, Pdu, Request } from "../../networks/smpp/codec/pdu.js";
import { octetTlv, TlvTag } from "../../networks/smpp/codec/tlv.js";
import type { Outcome } from "../../networks/smpp/session/pending.js";
import { Session } from "../../networks/smpp/session/session.js";
import { statusName } from "../../networks/smpp/session/status-table.js";
import type { Place } from "./connections.js";
import type { ClientContext } from "./client-context.js";
import { kindOf, type LogIn } from "./login.js";
import { type Managed, type ManagedResponse, managedWith } from "./manage.js";
import { status, statusOfFailure } from "./statuses.js";
import type { BoundClient, Submission, Submitted } from "./submit.js";

/** Octets of the longest PDU before the bind. */
const longestBind = 1_024;

/** Requests before the bind, its own included: clients may enquire, and try what is refused, but not without end. */
const mostBeforeBind = 10;

/** Milliseconds between two attempts of a bind that waits for a place. */
const untilAskedAgain = 200;

/** Invalid PDUs of a bound client within a minute that end its session. */
const mostInvalid = 100;
const minute = 60_000;

/** Interface version from which a client understands optional parameters. */
const withParameters = 0x34;

/** Where a client comes from, and its place among the connections. */
export interface ClientPlace {
  readonly address: string;
  readonly place: Place;
}

/** One connection of a client: its bind, what it submits, and what is delivered to it. */
export class Client {
  readonly address: string;
  readonly #place: Place;
  readonly #context: ClientContext<Client>;
  readonly #session: Session;
  #bound: BoundClient | undefined;
  #cancelBind: () => void;
  /** Aborted when the connection is closed: nobody waits for the check of the bind any more. */
  readonly #gone = new AbortController();
  #isProving = false;
  #submitting = 0;
  #delivering = 0;
  /** True once it gets no more deliveries and accepts no more messages, and ends when nothing is in flight. */
  #draining = false;
  /** The command_status of its requests from then on. */
  #refusal: number = status.systemError;
  #ended: (() => void)[] = [];
  /** Invalid PDUs of the current minute. */
  #invalid = { since: Number.NEGATIVE_INFINITY, count: 0 };
  readonly #counts = { submitted: 0, refused: 0, throttled: 0, delivered: 0 };

  constructor(socket: Socket, { address, place }: ClientPlace, context: ClientContext<Client>) {
    const { clock, times } = context;
    this.address = address;
    this.#place = place;
    this.#context = context;
    this.#session = new Session({
      socket,
      role: "smsc",
      atFirst: { longest: longestBind, requests: mostBeforeBind },
      clock,
      times,
      onRequest: (pdu) => {
        this.#take(pdu);
      },
      onUnbind: () => {
        this.#drain(this.#context.times.drain);
      },
      onUnwritable: (problem) => {
        context.limitedLine("warn", { ...this.#names(), problem }, "SMPP delivery cannot be written");
      },
      onInvalid: (problem) => {
        this.#refused(problem);
      },
      onClose: (reason) => {
        this.#close(reason);
      },
    });
    this.#cancelBind = clock.after(times.bind, () => {
      if (this.#bound === undefined) this.#session.end("no bind in time");
    });
  }

  get bound(): BoundClient | undefined {
    return this.#bound;
  }

  /** How many deliveries it can take now. */
  get free(): number {
    if (this.#bound === undefined || this.#bound.kind === "transmitter" || this.#draining) return 0;
    return this.#session.open ? this.#bound.account.window - this.#delivering : 0;
  }

  report(): BindReport | undefined {
    return this.#bound && { id: this.#bound.id, ...this.#counts };
  }

  /** Gives a sign of life for the bind, or ends: another bind wants its place. */
  async prove(): Promise<void> {
    const { smpp, times } = this.#context;
    if (this.#bound === undefined || this.#isProving) return;
    this.#isProving = true;
    const isAlive = await this.#session.prove(times.proof);
    this.#isProving = false;
    if (isAlive) await smpp.proven(this.#bound.id);
    else this.#session.lose("no sign of life, and another bind of the account wants the place");
  }

  /** Sends the PDUs of one delivery; the outcome is the first that is not accepted. */
  async deliver(pdus: readonly DeliverSm[]): Promise<DeliveryOutcome> {
    this.#delivering++;
    const outcomes = await this.#requestAll(pdus).finally(() => this.#delivering--);
    let result: DeliveryOutcome = status.ok;
    for (const outcome of outcomes) {
      if (outcome.kind === "uncertain" && outcome.reason === "timeout")
        this.#session.end("no response to deliver_sm in time");
      if (result !== status.ok) continue;
      if (outcome.kind === "response") result = outcome.status;
      else result = outcome.reason === "invalid" ? "invalid" : "lost";
    }
    if (result === status.ok) this.#counts.delivered++;
    this.#context.count("deliver", typeof result === "number" ? statusName(result) : result);
    this.#idle();
    this.#context.onFree(this);
    return result;
  }

  async #requestAll(pdus: readonly DeliverSm[]): Promise<readonly Outcome[]> {
    return Promise.all(pdus.map((pdu) => this.#session.request(pdu, this.#context.times.response)));
  }

  /** Unbinds when nothing is in flight; resolves when the connection is closed. */
  stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#ended.push(resolve));
    if (this.#bound === undefined) this.#session.end("the server stops");
    else this.#drain(this.#context.times.drain);
    return ended;
  }

  /** Unbinds at once: its requests are refused with a command_status, and a client that does not respond is closed. */
  revoke(refusal: number): void {
    this.#refusal = refusal;
    this.#drain(this.#context.times.revoke);
  }

  /** Fields of log lines. */
  #names(): Readonly<Record<string, string | number>> {
    if (this.#bound === undefined) return { remoteAddress: this.address };
    const { id: bind, account } = this.#bound;
    return { remoteAddress: this.address, bind, customer: account.customerId, user: account.userName };
  }

  /** The session ends at the first invalid PDU before the bind, and later at the last one that a minute may have. */
  #refused(problem: string): void {
    const { limitedLine, clock } = this.#context;
    const event = "SMPP client sent an invalid PDU";
    limitedLine(
      "warn",
      { ...this.#names(), problem },
      event,
      `${event} ${this.#bound?.account.userId ?? "before the bind"}`,
    );
    const now = clock.now();
    if (now - this.#invalid.since >= minute) this.#invalid = { since: now, count: 0 };
    this.#invalid.count++;
    if (this.#bound === undefined) this.#session.end("an invalid PDU before the bind");
    else if (this.#invalid.count >= mostInvalid) this.#session.end("too many invalid PDUs");
  }

  #take(pdu: Pdu<Request>): void {
    switch (pdu.command) {
      case "bind_receiver":
      case "bind_transmitter":
      case "bind_transceiver":
        this.#bind(pdu);
        return;
      case "submit_sm":
      case "data_sm":
      case "submit_multi":
        this.#submit(pdu);
        return;
      case "query_sm":
      case "cancel_sm":
        this.#manage(pdu);
        return;
      default:
        this.#session.refuse(pdu, status.replaceFailed);
    }
  }

  /** What follows the bind waits until it was checked. */
  #bind(pdu: Pdu<BindRequest>): void {
    this.#session.hold(mostBeforeBind);
    this.#place.asks();
    this.#cancelBind();
    contain(this.#context.log, "SMPP bind failed", async () => {
      const result = await this.#checkedBind(pdu);
      this.#context.count("bind", statusName(result));
      if (result !== status.ok) {
        this.#session.refuse(pdu, result);
        this.#context.log.warn({ ...this.#names(), status: statusName(result) }, "SMPP bind refused");
        this.#session.end(`the bind was refused with ${statusName(result)}`);
      }
      this.#session.release();
    });
  }

  async #checkedBind(pdu: Pdu<BindRequest>): Promise<number> {
    const { logIn, isStopping, log } = this.#context;
    if (isStopping()) return status.bindFailed;
    try {
      const login = await logIn(pdu, this.address, this.#gone.signal);
      return typeof login === "number" ? login : await this.#open(pdu, login);
    } catch (error) {
      if (this.#gone.signal.aborted) return status.bindFailed;
      log.error({ err: error, ...this.#names() }, "SMPP bind cannot be checked");
      return statusOfFailure(error);
    }
  }

  async #open(
    pdu: Pdu<BindRequest>,
    { limit, ...login }: Exclude<Awaited<ReturnType<LogIn>>, number>,
  ): Promise<number> {
    const { smpp, newId, process, now, isStopping } = this.#context;
    const kind = kindOf[pdu.command];
    const since = now();
    const bind: NewSmppBind = {
      id: newId(),
      userId: login.account.userId,
      passwordHash: login.account.passwordHash,
      process,
      kind,
      address: this.address,
      since,
    };
    const opened = await this.#openWithin(bind, limit);
    if (opened !== "open") return refusedBind[opened];
    if (!this.#session.open || isStopping()) {
      await smpp.close(bind.id);
      return status.bindFailed;
    }
    const hasParameters = pdu.interfaceVersion >= withParameters;
    this.#bound = { id: bind.id, kind, hasParameters, ...login };
    const tlvs = hasParameters ? [octetTlv(TlvTag.SC_interface_version, withParameters)] : [];
    this.#session.respond({ command: `bind_${kind}_resp`, systemId: serverId, tlvs }, 0, pdu.sequence);
    this.#session.enter(kind);
    this.#place.bound();
    this.#context.log.info({ ...this.#names(), kind }, "SMPP client bound");
    this.#context.onBound(this);
    return status.ok;
  }

  /** Opens a bind; over the limit it waits until the old sessions have given a sign of life, or have ended. */
  async #openWithin(bind: NewSmppBind, limit: number | undefined): Promise<OpenedBind> {
    const { smpp, clock, times, onAsked, now } = this.#context;
    const end = clock.now() + times.place;
    let opened = await smpp.open(bind, limit, bind.since, true);
    if (opened === "asked") onAsked();
    while (opened === "asked" && clock.now() < end && this.#session.open) {
      await new Promise<void>((resolve) => clock.after(untilAskedAgain, resolve));
      opened = await smpp.open(bind, limit, now(), false);
    }
    return opened;
  }

  /**
   * The bind of a request; undefined while the session drains, which refuses it: a client that fills its window again and again would
   * never be idle.
   */
  #admit(pdu: Pdu<Submission | Managed>): BoundClient | undefined {
    if (!this.#draining) return this.#bound;
    this.#session.refuse(pdu, this.#refusal);
    return undefined;
  }

  #submit(pdu: Pdu<Submission>): void {
    const bound = this.#admit(pdu);
    if (bound === undefined) return;
    this.#begin();
    contain(this.#context.log, "submit_sm_resp could not be sent", async () => {
      const submitted = await this.#context.submit(bound, pdu, (error) => {
        this.#context.log.error({ err: error, ...this.#names() }, "SMPP message could not be stored");
      });
      this.#count(submitted.status);
      this.#respond(pdu, submitted);
      this.#finish();
    });
  }

  #count(result: number): void {
    if (result === status.ok) this.#counts.submitted++;
    else this.#counts.refused++;
    if (result === status.throttled) this.#counts.throttled++;
    this.#context.count("submit", statusName(result));
  }

  #respond(pdu: Pdu<Submission>, { status: result, messageId, unsuccessful }: Submitted): void {
    if (result !== status.ok) this.#session.refuse(pdu, result);
    else if (pdu.command === "submit_multi")
      this.#session.respond({ command: "submit_multi_resp", messageId, unsuccessful }, result, pdu.sequence);
    else this.#session.respond({ command: `${pdu.command}_resp`, messageId, tlvs: [] }, result, pdu.sequence);
  }

  #manage(pdu: Pdu<Managed>): void {
    const bound = this.#admit(pdu);
    if (bound === undefined) return;
    this.#begin();
    contain(this.#context.log, "response could not be sent", async () => {
      const { status: result, ...found } = await this.#managed(bound, pdu);
      if (result !== status.ok || pdu.command === "cancel_sm") this.#session.refuse(pdu, result);
      else
        this.#session.respond(
          { command: "query_sm_resp", messageId: pdu.messageId, ...found },
          result,
          pdu.sequence,
        );
      this.#finish();
    });
  }

  async #managed(bound: BoundClient, pdu: Managed): Promise<ManagedResponse> {
    try {
      return await this.#context.manage(bound, pdu);
    } catch (error) {
      this.#context.log.error({ err: error, ...this.#names() }, "SMPP message could not be read or changed");
      return managedWith(statusOfFailure(error));
    }
  }

  /** At the window the connection is not read. */
  #begin(): void {
    this.#submitting++;
    if (this.#submitting >= (this.#bound?.account.window ?? 1)) this.#session.hold();
  }

  #finish(): void {
    this.#submitting--;
    this.#session.release();
    this.#idle();
  }

  #drain(within: number): void {
    if (this.#draining) return;
    this.#draining = true;
    this.#cancelBind = this.#context.clock.after(within, () => {
      this.#session.end("responses did not arrive in time");
    });
    this.#idle();
  }

  #idle(): void {
    if (!this.#draining || this.#submitting + this.#delivering > 0) return;
    contain(this.#context.log, "SMPP unbind failed", () => this.#session.unbind(this.#context.times.drain));
  }

  #close(reason: string): void {
    this.#gone.abort();
    this.#cancelBind();
    const { log, smpp } = this.#context;
    if (this.#bound !== undefined) {
      const { id } = this.#bound;
      log.info({ ...this.#names(), reason }, "SMPP client disconnected");
      contain(log, "the end of an SMPP bind cannot be stored", () => smpp.close(id));
    }
    this.#draining = true;
    this.#context.onClosed(this);
    for (const resolve of this.#ended) resolve();
  }
}

/** The command_status of a bind that was not opened. */
const refusedBind: Readonly<Record<Exclude<OpenedBind, "open">, number>> = {
  asked: status.alreadyBound,
  full: status.alreadyBound,
  replaced: status.password,
};

/** system_id of the service in the responses to binds. */
const serverId = "messenger";

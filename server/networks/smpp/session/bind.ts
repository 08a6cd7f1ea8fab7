import type { Socket } from "node:net";
import type { CallLog } from "messenger-gen-runtime";
import { contain } from "messenger-gen-host/tasks";
import type { Arrival, Arrivals, SessionArrivals } from "../../../domain/inbox/arrivals.js";
import { Pace } from "../../../domain/delivery/pace/pace.js";
import { type Concern, noRefusals, sessionRefused } from "../../../domain/delivery/outcomes/retry.js";
import { BindCounts } from "./bind-counts.js";
import type { Clock } from "../../../ports/service.js";
import { type Connecting, connect, type Endpoint, reconnectDelay } from "./connect.js";
import { Deliveries } from "./deliveries.js";
import type { BindMode, BindPhase, BindState, SmppTimers, SubmitResponse } from "./link-types.js";
import type { BindRequest, DataSm, DeliverSm, SubmitSm } from "../codec/pdu.js";
import type { Outcome } from "./pending.js";
import { Session } from "./session.js";
import { type StatusTable, statusName, type SubmitAction, submitAction } from "./status-table.js";

export interface BindOptions {
  readonly name: string;
  readonly mode: BindMode;
  readonly endpoint: Endpoint;
  readonly request: BindRequest;
  /** 0 for a receiver. */
  readonly window: number;
  readonly rate: number | undefined;
  readonly timers: SmppTimers;
  readonly statuses: StatusTable;
  readonly onDeliver: (pdu: DeliverSm | DataSm, bind: string, arrival: Arrival) => Promise<number>;
  readonly arrivals: Arrivals;
  /** Window slots may have become free. */
  readonly onChange: () => void;
  readonly log: CallLog;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The request of a response. */
interface Heeded {
  readonly status: number;
  readonly sentAt: number;
  readonly isEvidence: (concern: Concern) => boolean;
}

/** Milliseconds for the response to unbind. */
const unbindTime = 5_000;

/** A session of this length shows that the SMSC works, even without messages. */
const provenAfter = 60_000;

/** One bind to an SMSC: connects, binds, and reconnects when the session ends. */
export class Bind {
  readonly #options: BindOptions;
  readonly #pace: Pace;
  readonly #counts = new BindCounts();
  #phase: BindPhase = "stopped";
  #since: number;
  #used = 0;
  #failures = 0;
  /** Whether the session worked: a message got a response of its own, or one was received. */
  #proven = false;
  #nextAt: number | undefined;
  #refusals = noRefusals;
  /** Next step after the end of the current session. */
  #next: "waiting" | "stopped" | "refused" = "waiting";
  #connecting: Connecting | undefined;
  #session: Session | undefined;
  #deliveries: Deliveries | undefined;
  #arrivals: SessionArrivals | undefined;
  #cancelWait: () => void = () => undefined;
  #whenStopped: (() => void)[] = [];

  constructor(options: BindOptions) {
    this.#options = options;
    this.#pace = new Pace(options.rate);
    this.#since = options.clock.now();
  }

  /** Whether it submits messages; true until the connection is closed. */
  get up(): boolean {
    return this.#phase === "bound" && this.#options.mode !== "receiver";
  }

  /** False from the end of the session on, before its connection is closed. */
  get bound(): boolean {
    return this.#phase === "bound" && this.#session?.open === true;
  }

  /** Messages that may be sent now. */
  free(now: number): number {
    if (!this.bound) return 0;
    return Math.min(this.#options.window - this.#used, this.#pace.free(now));
  }

  /** When the rate allows the next message; infinity if the rate is not the limit. */
  nextFree(now: number): number {
    const open = this.bound && this.#used < this.#options.window;
    return open ? this.#pace.nextFree(now) : Number.POSITIVE_INFINITY;
  }

  state(): BindState {
    const now = this.#options.clock.now();
    return {
      name: this.#options.name,
      mode: this.#options.mode,
      phase: this.#phase,
      since: this.#since,
      nextAt: this.#phase === "waiting" ? this.#nextAt : undefined,
      window: { used: this.#used, size: this.#options.window },
      rate: { now: this.#pace.sentPerSecond(now), limit: this.#pace.limit(now) },
      ...this.#counts.read(),
    };
  }

  start(): void {
    if (this.#phase !== "stopped" && this.#phase !== "refused") return;
    this.#failures = 0;
    this.#next = "waiting";
    this.#connect();
  }

  /** Sends one message; `free` was greater than 0. */
  async submit(message: SubmitSm, isEvidence: (concern: Concern) => boolean): Promise<SubmitResponse> {
    const session = this.#session;
    if (session === undefined) return { kind: "unsent", reason: "unbound" };
    const { clock, timers } = this.#options;
    const sentAt = clock.now();
    this.#pace.take(sentAt);
    this.#used++;
    const outcome = await session.request(message, timers.response);
    this.#used--;
    const answer = this.#answer(outcome, sentAt, isEvidence);
    this.#counts.submitted(answer);
    if (this.#phase === "draining") this.#unbindWhenIdle();
    this.#options.onChange();
    return answer;
  }

  /** Accepts no new message, waits for responses in flight, unbinds and closes. */
  stop(): Promise<void> {
    if (this.#phase === "stopped") return Promise.resolve();
    const stopped = new Promise<void>((resolve) => this.#whenStopped.push(resolve));
    this.#next = "stopped";
    this.#cancelWait();
    if (this.#phase === "bound" || this.#phase === "draining") this.#drain(this.#options.timers.drain);
    else if (this.#session !== undefined) this.#session.end("stopped");
    else if (this.#connecting !== undefined) this.#connecting.abandon();
    else this.#enter("stopped");
    return stopped;
  }

  #connect(): void {
    const { clock, endpoint, timers } = this.#options;
    this.#enter("connecting");
    this.#counts.connects++;
    this.#connecting = connect(endpoint, timers.connect, clock);
    this.#connecting.socket.then(
      (socket) => {
        this.#connecting = undefined;
        this.#bind(socket);
      },
      (error: unknown) => {
        this.#connecting = undefined;
        this.#ended(reasonOf(error));
      },
    );
  }

  #bind(socket: Socket): void {
    const { clock, log, name, onDeliver, request, timers } = this.#options;
    this.#enter("binding");
    const onProblem = (problem: string): void => {
      this.#counts.lastError = problem;
      log.warn({ bind: name, problem }, "SMPP problem");
    };
    const arrivals = this.#options.arrivals.begin();
    this.#arrivals = arrivals;
    const session: Session = new Session({
      socket,
      role: "esme",
      clock,
      times: timers,
      onRequest: (pdu) => {
        deliveries.take(pdu);
      },
      onUnbind: () => {
        if (this.#phase === "bound") this.#drain(timers.drain);
        else if (this.#phase !== "draining") session.end("the peer unbound");
      },
      onUnwritable: onProblem,
      onInvalid: onProblem,
      onClose: (reason) => {
        this.#ended(reason);
      },
    });
    const deliveries = new Deliveries(session, {
      arrivals,
      onDeliver: (pdu, arrival) => {
        this.#proven = true;
        this.#counts.delivered++;
        return onDeliver(pdu, name, arrival);
      },
      onIdle: () => {
        if (this.#phase === "draining") this.#unbindWhenIdle();
      },
      log,
      bind: name,
    });
    this.#session = session;
    this.#deliveries = deliveries;
    if (this.#next === "stopped") session.end("stopped");
    else
      contain(log, "SMPP bind failed", async () => {
        this.#bound(session, await session.request(request, timers.bind));
      });
  }

  #bound(session: Session, outcome: Outcome): void {
    const nack = outcome.kind === "response" && outcome.command === "generic_nack";
    if (outcome.kind === "response" && outcome.status === 0 && !nack) {
      if (this.#phase !== "binding") return;
      this.#refusals = { ...this.#refusals, onSession: 0 };
      session.enter(this.#options.mode);
      this.#enter("bound");
      return;
    }
    if (outcome.kind === "response") {
      this.#refusedBy(outcome.status);
      session.end(`the bind was refused with ${statusName(outcome.status)}`);
    } else session.end("no response to the bind in time");
  }

  /** Records the effect of a status on the account. */
  #refusedBy(status: number): void {
    if (this.#options.statuses(status).kind === "stop" && this.#next === "waiting") this.#next = "refused";
  }

  #answer(outcome: Outcome, sentAt: number, isEvidence: (concern: Concern) => boolean): SubmitResponse {
    const { name, statuses } = this.#options;
    if (outcome.kind === "unsent") return outcome;
    if (outcome.kind === "uncertain") {
      if (outcome.reason === "timeout") this.#recycle("no response to a message in time");
      return { kind: "uncertain", reason: outcome.reason, bind: name };
    }
    const { status, command, pdu } = outcome;
    const nack = command === "generic_nack";
    const action = submitAction(statuses(status), nack);
    const acceptsOthers = this.#heed(action, { status, sentAt, isEvidence });
    return {
      kind: "response",
      status,
      nack,
      action,
      acceptsOthers,
      messageId: pdu?.command === "submit_sm_resp" ? pdu.messageId : "",
      bind: name,
    };
  }

  /** Applies a response to this bind; returns whether the SMSC accepts other messages over it. */
  #heed({ kind }: SubmitAction, { status, sentAt, isEvidence }: Heeded): boolean {
    const now = this.#options.clock.now();
    if (kind === "session" || kind === "nack") return this.#refused(kind, isEvidence(kind), status);
    this.#proven = true;
    if (kind === "throttle") {
      this.#counts.throttles++;
      if (isEvidence(kind)) this.#pace.throttled(sentAt, now);
      return this.#pace.accepting;
    }
    this.#refusals = noRefusals;
    if (kind === "sent") this.#pace.accepted(sentAt, now);
    return true;
  }

  #refused(by: "session" | "nack", evidence: boolean, status: number): boolean {
    const { refusals, acceptsOthers, rebind } = sessionRefused(this.#refusals, by, evidence);
    this.#refusals = refusals;
    if (rebind) this.#recycle(`the last messages were refused with ${statusName(status)}`);
    return acceptsOthers;
  }

  /** Closes the session once it is idle, and binds again. */
  #recycle(reason: string): void {
    if (this.#phase !== "bound") return;
    this.#counts.lastError = reason;
    this.#options.log.warn({ bind: this.#options.name, reason }, "SMPP bind is renewed");
    this.#drain(this.#options.timers.response);
  }

  #drain(within: number): void {
    if (this.#phase === "bound") this.#enter("draining");
    this.#cancelWait();
    this.#cancelWait = this.#options.clock.after(within, () =>
      this.#session?.end("responses did not arrive in time"),
    );
    this.#unbindWhenIdle();
  }

  #unbindWhenIdle(): void {
    if (this.#used > 0 || (this.#deliveries?.busy ?? false)) return;
    this.#cancelWait();
    contain(this.#options.log, "SMPP unbind failed", () => this.#session?.unbind(unbindTime));
  }

  /** Handles a closed or failed connection. */
  #ended(reason: string): void {
    const { clock, log, name, random } = this.#options;
    const wasBound = this.#phase === "bound" || this.#phase === "draining";
    this.#cancelWait();
    if (this.#proven || (wasBound && clock.now() - this.#since >= provenAfter)) this.#failures = 0;
    this.#proven = false;
    this.#session = undefined;
    this.#deliveries = undefined;
    this.#arrivals?.end();
    if (this.#next === "stopped") {
      this.#enter("stopped");
      return;
    }
    this.#counts.lastError = reason;
    if (this.#next === "refused") {
      log.error(
        { bind: name, reason },
        "SMPP account was refused: no more attempts before the link is started again",
      );
      this.#enter("refused");
      return;
    }
    const delay = reconnectDelay(this.#failures++, random());
    log.warn({ bind: name, reason, delay: Math.round(delay) }, "SMPP connection ended");
    this.#nextAt = clock.now() + delay;
    this.#enter("waiting");
    this.#cancelWait = clock.after(delay, () => {
      this.#connect();
    });
  }

  #enter(phase: BindPhase): void {
    this.#phase = phase;
    this.#since = this.#options.clock.now();
    this.#options.onChange();
    if (phase !== "stopped") return;
    for (const resolve of this.#whenStopped.splice(0)) resolve();
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

import type { Socket } from "node:net";
import { emptyResponse, isResponsePdu } from "./responses.js";
import type { Clock } from "../../../ports/service.js";
import { commandOf, decodePdu, isResponseId, readHeader } from "../codec/codec.js";
import type { Pdu, Request, Response } from "../codec/pdu.js";
import { PduError } from "../codec/pdu-error.js";
import { type Outcome, PendingRequests } from "./pending.js";
import { PduStream, type PduStreamEvents } from "./pdu-stream.js";
import { SessionTimer, type SessionTimes } from "./session-timer.js";
import { refusalOf, type Role, type SessionState } from "./session-states.js";

export interface SessionOptions {
  readonly socket: Socket;
  readonly role: Role;
  /** Limits until `enter`: octets of the longest PDU, and requests that are read. Default: none but those of any PDU. */
  readonly atFirst?: { readonly longest: number; readonly requests: number };
  readonly clock: Clock;
  readonly times: SessionTimes;
  /** A request that the state allows, other than unbind and enquire_link. Use `respond`. */
  readonly onRequest: (request: Pdu<Request>) => void;
  /** The peer wants to unbind: send no more requests, and call `unbind` once nothing is in flight. */
  readonly onUnbind: () => void;
  /** A request cannot be written: a field is out of its limits. For the log; never contains field values. */
  readonly onUnwritable: (problem: string) => void;
  /** The peer sent a PDU that is invalid or unmatched, and got its response. For the log; never contains field values. */
  readonly onInvalid: (problem: string) => void;
  /** The connection is closed; called once. */
  readonly onClose: (reason: string) => void;
}

/** One SMPP session over an open connection; the same for both sides. */
export class Session {
  readonly #stream: PduStream;
  readonly #options: SessionOptions;
  readonly #timer: SessionTimer;
  readonly #pending = new PendingRequests();
  #state: SessionState = "open";
  #closed: string | undefined;
  /** Requests before `enter`. */
  #early = 0;
  #unbinding = false;
  /** Those who wait for a sign of life. */
  readonly #proofs = new Set<(isAlive: boolean) => void>();
  /** Sequence number of the unbind of the peer that has no response yet. */
  #peerUnbind: number | undefined;
  #cancelDestroy: () => void = () => undefined;

  constructor(options: SessionOptions) {
    const { socket, clock, times, onClose, atFirst } = options;
    this.#options = options;
    const events: PduStreamEvents = {
      onOctets: () => {
        this.#timer.heard();
        for (const settle of this.#proofs) settle(true);
      },
      onPdu: (pdu) => {
        this.#receive(pdu);
      },
      onRead: (started) => {
        this.#timer.partial(started);
      },
      onBadLength: (error) => {
        this.#stream.write({ command: "generic_nack" }, error.status, 0);
        this.end(error.message);
      },
      onEnd: (reason) => {
        this.#lose(reason);
      },
      onClosed: () => {
        this.#timer.stop();
        this.#cancelDestroy();
        onClose(this.#closed ?? "closed");
      },
    };
    this.#stream = new PduStream(socket, events, atFirst?.longest);
    this.#timer = new SessionTimer(clock, times, {
      enquire: () => {
        this.#stream.write({ command: "enquire_link" }, 0, this.#pending.nextSequence());
      },
      expire: (now) => this.#expire(now),
      giveUp: (reason) => {
        this.#lose(reason);
      },
    });
  }

  /** False once the session has ended. */
  get open(): boolean {
    return this.#closed === undefined;
  }

  /** A bind was accepted: other requests are allowed from now on, and PDUs of any length. */
  enter(mode: Exclude<SessionState, "open">): void {
    this.#state = mode;
    this.#stream.readAnyLength();
  }

  /** PDUs of the peer wait until `release`; once more than `reading` of them wait, nothing more is read. */
  hold(reading = 0): void {
    this.#stream.hold(reading);
  }

  /**
   * Asks the peer for a sign of life with enquire_link; resolves with true at the first octet, and with false if none arrives within
   * some milliseconds. While the session is held nothing is read, so that the peer counts as alive.
   */
  prove(within: number): Promise<boolean> {
    if (!this.open) return Promise.resolve(false);
    this.#stream.write({ command: "enquire_link" }, 0, this.#pending.nextSequence());
    return new Promise((resolve) => {
      const settle = (isAlive: boolean): void => {
        cancel();
        this.#proofs.delete(settle);
        resolve(isAlive);
      };
      const cancel = this.#options.clock.after(within, () => {
        settle(this.open && this.#stream.held);
      });
      this.#proofs.add(settle);
    });
  }

  release(): void {
    this.#stream.release();
  }

  /** Sends a request; `within` is in milliseconds. Never rejects. */
  request(body: Request, within: number): Promise<Outcome> {
    if (!this.open) return Promise.resolve({ kind: "unsent", reason: "lost" });
    const sequence = this.#pending.nextSequence();
    const write = this.#stream.nextWrite;
    try {
      this.#stream.write(body, 0, sequence);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      this.#options.onUnwritable(error.message);
      return Promise.resolve({ kind: "unsent", reason: "invalid" });
    }
    const deadline = this.#timer.deadline(within);
    return new Promise((settle) => {
      this.#pending.add({ sequence, command: body.command, deadline, write, settle });
    });
  }

  /**
   * Responds to a request of the peer. Does nothing after the end of the session. `onWritten` is called once the connection has taken the
   * octets; never if it is lost before.
   */
  respond(body: Response, status: number, sequence: number, onWritten?: () => void): void {
    if (this.open) this.#stream.write(body, status, sequence, onWritten);
  }

  /** Responds with a status only. Some requests have no response. */
  refuse({ command, sequence }: Pdu<Request>, status: number, onWritten?: () => void): void {
    const answer = emptyResponse(command);
    if (answer !== undefined) this.respond(answer, status, sequence, onWritten);
  }

  /**
   * Closes cleanly, once: responds to the unbind of the peer, or sends unbind and waits up to `within` milliseconds for
   * the response.
   */
  async unbind(within: number): Promise<void> {
    if (!this.open || this.#unbinding) return;
    if (this.#peerUnbind !== undefined) {
      this.end("the peer unbound");
      return;
    }
    this.#unbinding = true;
    await this.request({ command: "unbind" }, within);
    this.end("unbound");
  }

  /** Sends the written octets and the response to an unbind of the peer, and closes. */
  end(reason: string): void {
    if (this.#closed !== undefined) return;
    if (this.#peerUnbind !== undefined) this.respond({ command: "unbind_resp" }, 0, this.#peerUnbind);
    this.#closed = reason;
    this.#stream.end();
    this.#settleAll();
    const { clock, times } = this.#options;
    this.#cancelDestroy = clock.after(times.restOfPdu, () => {
      this.#stream.destroy();
    });
  }

  /** Closes at once: the peer is gone. */
  lose(reason: string): void {
    this.#lose(reason);
  }

  #receive(octets: Buffer): void {
    this.#timer.whole();
    try {
      const pdu = decodePdu(octets, this.#options.role === "esme" ? "lenient" : "strict");
      if (isResponse(pdu)) this.#settle(pdu);
      else this.#serve(pdu);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      this.#refuse(octets, error);
    }
  }

  #serve(request: Pdu<Request>): void {
    if (this.#isTooEarly()) {
      this.end("too many requests before the bind");
      return;
    }
    switch (request.command) {
      case "enquire_link":
        this.respond({ command: "enquire_link_resp" }, 0, request.sequence);
        return;
      case "unbind":
        this.#peerUnbind = request.sequence;
        if (this.#unbinding) this.end("the peer unbound");
        else this.#options.onUnbind();
        return;
      default:
        this.#take(request);
    }
  }

  #isTooEarly(): boolean {
    const { atFirst } = this.#options;
    return atFirst !== undefined && this.#state === "open" && ++this.#early > atFirst.requests;
  }

  /** Passes a request on, or refuses one that the state does not allow. Some have no response. */
  #take(request: Pdu<Request>): void {
    const refusal = refusalOf(this.#options.role, this.#state, request.command);
    if (refusal === undefined) this.#options.onRequest(request);
    else this.refuse(request, refusal);
  }

  #settle(pdu: Pdu<Response>): void {
    if (pdu.command === "enquire_link_resp") return;
    const pending = this.#pending.get(pdu.sequence);
    if (pending === undefined || !isResponsePdu(pending.command, pdu.command)) {
      this.#options.onInvalid(`unmatched ${pdu.command}`);
      return;
    }
    this.#pending.delete(pending);
    pending.settle({ kind: "response", command: pdu.command, status: pdu.status, pdu });
  }

  /** A PDU that cannot be read: a response still has its status, a request is refused. */
  #refuse(octets: Buffer, error: PduError): void {
    const { commandId, status, sequence } = readHeader(octets);
    const command = commandOf(commandId);
    const pending = this.#pending.get(sequence);
    if (pending !== undefined && command !== undefined && isResponsePdu(pending.command, command)) {
      this.#pending.delete(pending);
      pending.settle({ kind: "response", command, status, pdu: undefined });
    } else if (!isResponseId(commandId)) {
      const answer = command === undefined ? undefined : emptyResponse(command);
      this.respond(answer ?? { command: "generic_nack" }, error.status, sequence);
    }
    this.#options.onInvalid(error.message);
  }

  /** Expires overdue requests; returns the deadline of the next one. */
  #expire(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const pending of this.#pending.all()) {
      if (pending.deadline > now) next = Math.min(next, pending.deadline);
      else {
        this.#pending.delete(pending);
        pending.settle({ kind: "uncertain", reason: "timeout" });
      }
    }
    return next;
  }

  /** Nothing can be sent any more. */
  #lose(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#stream.destroy();
    this.#settleAll();
  }

  #settleAll(): void {
    for (const settle of this.#proofs) settle(false);
    const { lastWrite } = this.#stream;
    for (const pending of this.#pending.all()) {
      this.#pending.delete(pending);
      pending.settle({ kind: pending.write <= lastWrite ? "uncertain" : "unsent", reason: "lost" });
    }
  }
}

function isResponse(pdu: Pdu): pdu is Pdu<Response> {
  return pdu.command === "generic_nack" || pdu.command.endsWith("_resp");
}

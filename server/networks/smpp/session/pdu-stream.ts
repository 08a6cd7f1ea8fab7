import type { Socket } from "node:net";
import { writePdu } from "../codec/codec.js";
import { FrameReader } from "../codec/frame-reader.js";
import type { Body } from "../codec/pdu.js";
import { PduError } from "../codec/pdu-error.js";
import { PduWriter } from "../codec/pdu-writer.js";

/** Maximum unsent octets for a peer that reads slowly; beyond it nothing more is read from the peer. */
const highWater = 262_144;

export interface PduStreamEvents {
  /** A whole PDU, not yet decoded. */
  onPdu(pdu: Buffer): void;
  /** Octets were received, before their PDUs are passed on. */
  onOctets(): void;
  /** Their PDUs were passed on; `started` if they end inside a PDU. */
  onRead(started: boolean): void;
  /** The stream is out of sync: a length that no PDU has. */
  onBadLength(error: PduError): void;
  /** The peer has ended the stream. */
  onEnd(reason: string): void;
  /** The connection is closed. */
  onClosed(): void;
}

/**
 * PDUs over one connection. PDUs of one turn of the event loop are sent in one write, and only one write is
 * in progress: the rest stays here while the peer does not read, so that it has certainly not been sent.
 */
export class PduStream {
  readonly #socket: Socket;
  readonly #events: PduStreamEvents;
  readonly #frames: FrameReader;
  readonly #writer = new PduWriter();
  /** Whole PDUs that wait until `release`. */
  #waiting: Buffer[] = [];
  #held = false;
  #mostWaiting = 0;
  /** Called once the connection has taken the next write. */
  #onWritten: (() => void)[] = [];
  #writes = 0;
  #writing = false;
  #scheduled = false;
  #ended = false;

  /** @param longest octets of the longest PDU that is read until `readAnyLength`; default: those of any PDU */
  constructor(socket: Socket, events: PduStreamEvents, longest?: number) {
    this.#socket = socket;
    this.#events = events;
    this.#frames = new FrameReader(longest);
    socket.on("data", (piece: Buffer) => {
      this.#read(piece);
    });
    socket.on("end", () => {
      events.onEnd("the peer closed the connection");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      events.onEnd(error.code ?? error.message);
    });
    socket.on("close", () => {
      this.#ended = true;
      events.onEnd("the connection was closed");
      events.onClosed();
    });
  }

  /** Number of the write with which a PDU that is added now will be sent. */
  get nextWrite(): number {
    return this.#writes + 1;
  }

  /** Number of the last write that was begun: PDUs of later ones have certainly not been sent. */
  get lastWrite(): number {
    return this.#writes;
  }

  /** `onWritten` is called once the connection has taken the octets. @throws {PduError} when a field is out of its limits */
  write(body: Body, status: number, sequence: number, onWritten?: () => void): void {
    if (this.#ended) return;
    writePdu(this.#writer, body, status, sequence);
    if (onWritten !== undefined) this.#onWritten.push(onWritten);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
    if (this.#writer.length > highWater) this.#socket.pause();
  }

  /** Sends what was written, then closes. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#writer.length > 0) {
      this.#writes++;
      this.#socket.write(this.#writer.take());
    }
    this.#socket.destroySoon();
    this.#socket.resume();
  }

  /** Closes at once. */
  destroy(): void {
    this.#ended = true;
    this.#socket.destroy();
  }

  readAnyLength(): void {
    this.#frames.readAnyLength();
  }

  /** True from `hold` to `release`. */
  get held(): boolean {
    return this.#held;
  }

  /**
   * Passes on no more PDUs until `release`, and reads no more octets once more than `reading` PDUs wait: while it reads, the end of the
   * connection is noticed.
   */
  hold(reading = 0): void {
    this.#held = true;
    this.#mostWaiting = reading;
    if (this.#waiting.length >= reading) this.#socket.pause();
  }

  /** Passes on the PDUs that waited, unless one of them holds again, and reads on. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const pdu of waiting) this.#pass(pdu);
    this.#resume();
  }

  #read(piece: Buffer): void {
    if (this.#ended) return;
    this.#events.onOctets();
    try {
      this.#frames.read(piece, (pdu) => {
        this.#pass(pdu);
      });
      this.#events.onRead(this.#frames.started);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      this.#events.onBadLength(error);
    }
  }

  #pass(pdu: Buffer): void {
    if (this.#ended) return;
    if (!this.#held) {
      this.#events.onPdu(pdu);
      return;
    }
    this.#waiting.push(pdu);
    if (this.#waiting.length > this.#mostWaiting) this.#socket.pause();
  }

  #resume(): void {
    if (this.#held || this.#ended || this.#writer.length > highWater) return;
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  #flush(): void {
    if (this.#writing || this.#ended || this.#writer.length === 0) return;
    this.#writing = true;
    this.#writes++;
    const onWritten = this.#onWritten;
    this.#onWritten = [];
    this.#socket.write(this.#writer.take(), (error) => {
      this.#writing = false;
      if (error == null) for (const written of onWritten) written();
      this.#resume();
      this.#flush();
    });
  }
}

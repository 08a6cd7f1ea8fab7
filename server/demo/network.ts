import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { decodePdu, encodePdu } from "../networks/smpp/codec/codec.js";
import { FrameReader } from "../networks/smpp/codec/frame-reader.js";
import type { Address, Body, Pdu, SubmitSm } from "../networks/smpp/codec/pdu.js";
import { emptyResponse } from "../networks/smpp/session/responses.js";
import { outcomeOf, type ReceiptStat } from "./outcomes.js";

/** Two digits each of year, month, day, hour and minute, UTC: the form of dates in receipts. */
function receiptDate(time: number): string {
  return new Date(time).toISOString().replace(/\D/gu, "").slice(2, 12);
}

interface ReceiptOf {
  readonly id: string;
  readonly stat: ReceiptStat;
  readonly err: string;
  readonly submittedAt: number;
  readonly from: Address;
  readonly to: Address;
}

function receiptBody({ id, stat, err, submittedAt, from, to }: ReceiptOf, now: number): Body {
  const dlvrd = stat === "DELIVRD" ? "001" : "000";
  const dates = `submit date:${receiptDate(submittedAt)} done date:${receiptDate(now)}`;
  return {
    command: "deliver_sm",
    serviceType: "",
    source: to,
    destination: from,
    esmClass: 0x04,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: "",
    validityPeriod: "",
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(`id:${id} sub:001 dlvrd:${dlvrd} ${dates} stat:${stat} err:${err} text:`),
    tlvs: [],
  };
}

/**
 * A network inside this process: an SMSC on a free port of the loopback interface that treats messages by the endings of
 * their numbers. A receipt goes over a connection that is open when it is due.
 */
export class SimulatedNetwork {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Numbers whose first attempt was refused as too fast. */
  readonly #throttled = new Set<string>();
  readonly #prefix: string;
  #messages = 0;
  #requests = 0;

  private constructor(prefix: string) {
    this.#prefix = prefix;
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#serve(socket);
    });
  }

  /** @param prefix beginning of its message ids */
  static async listen(prefix: string): Promise<SimulatedNetwork> {
    const network = new SimulatedNetwork(prefix);
    await new Promise<void>((resolve, reject) => {
      network.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#connections) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#connections.add(socket);
    const frames = new FrameReader();
    socket.on("error", () => undefined);
    socket.on("close", () => this.#connections.delete(socket));
    socket.on("data", (piece) => {
      try {
        frames.read(piece, (octets) => {
          this.#answer(decodePdu(octets), socket);
        });
      } catch {
        socket.destroy();
      }
    });
  }

  #answer(pdu: Pdu, socket: Socket): void {
    if (pdu.command === "submit_sm") {
      this.#submit(pdu, pdu.sequence, socket);
      return;
    }
    const answer = emptyResponse(pdu.command);
    if (answer !== undefined) send(socket, answer, 0, pdu.sequence);
    if (pdu.command === "unbind") socket.end();
  }

  #submit(message: SubmitSm, sequence: number, socket: Socket): void {
    const { address } = message.destination;
    const outcome = outcomeOf(address);
    if (outcome.kind === "noResponse") return;
    const isFirst = outcome.kind === "throttled" && !this.#throttled.delete(address);
    if (isFirst) this.#throttled.add(address);
    if (outcome.kind === "refused" || (outcome.kind === "throttled" && isFirst)) {
      send(socket, { command: "submit_sm_resp", messageId: "", tlvs: [] }, outcome.status, sequence);
      return;
    }
    const messageId = `${this.#prefix}${(++this.#messages).toString(16).padStart(8, "0")}`;
    send(socket, { command: "submit_sm_resp", messageId, tlvs: [] }, 0, sequence);
    if (outcome.kind === "receipt")
      this.#report(message, messageId, outcome.stat, outcome.err, outcome.after);
    if (outcome.kind === "throttled") this.#report(message, messageId, "DELIVRD", "000", outcome.after);
  }

  #report(message: SubmitSm, id: string, stat: ReceiptStat, err: string, after: number): void {
    if (message.registeredDelivery === 0) return;
    const submittedAt = Date.now();
    const { source: from, destination: to } = message;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const [socket] = this.#connections;
      if (socket === undefined) return;
      const body = receiptBody({ id, stat, err, submittedAt, from, to }, Date.now());
      send(socket, body, 0, ++this.#requests);
    }, after);
    this.#timers.add(timer);
  }
}

function send(socket: Socket, body: Body, status: number, sequence: number): void {
  if (!socket.destroyed) socket.write(encodePdu({ ...body, status, sequence }));
}

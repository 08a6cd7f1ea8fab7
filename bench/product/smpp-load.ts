import { connect, type Socket } from "node:net";
import { encodePdu, readHeader } from "#server/networks/smpp/codec/codec.js";
import { FrameReader } from "#server/networks/smpp/codec/frame-reader.js";
import type { Request } from "#server/networks/smpp/codec/pdu.js";
import { quantile } from "../measure.js";
import { send } from "./account.js";

/** Account of the clients. */
export const login = { systemId: "bench", password: "bench" };

const submit: Request = {
  command: "submit_sm",
  serviceType: "",
  source: { ton: 5, npi: 0, address: send.originator },
  destination: { ton: 1, npi: 1, address: send.recipientPhone },
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: "",
  validityPeriod: "",
  registeredDelivery: 1,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from(send.smsText, "latin1"),
  tlvs: [],
};

const ids = { submitResp: 0x80000004, deliver: 0x00000005, bindResp: 0x80000009 };

/** What the clients of a round have seen. */
interface Round {
  left: number;
  answered: number;
  receipts: number;
  readonly times: number[];
  readonly onChange: () => void;
}

/** A client that keeps its window full and answers receipts. */
export class SmppClient {
  readonly #socket: Socket;
  readonly #sentAt = new Map<number, number>();
  #round: Round | undefined;
  #sequence = 1;
  #bound: () => void = () => undefined;

  constructor(port: number) {
    const frames = new FrameReader();
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true }).on("data", (piece) => {
      this.#socket.cork();
      frames.read(piece, (pdu) => {
        this.#take(pdu);
      });
      this.#socket.uncork();
    });
  }

  /** The socket may have connected long ago; until then it keeps what is written. */
  async bind(systemType = ""): Promise<void> {
    const bound = new Promise<void>((resolve) => (this.#bound = resolve));
    const fields = { systemType, interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: "" };
    this.#write({ command: "bind_transceiver", ...login, ...fields });
    await bound;
  }

  begin(round: Round, outstanding: number): void {
    this.#round = round;
    for (let count = 0; count < outstanding; count++) this.#submit();
  }

  close(): void {
    this.#socket.destroy();
  }

  #write(body: Request): void {
    this.#socket.write(encodePdu({ ...body, status: 0, sequence: this.#sequence++ }));
  }

  #submit(): void {
    const round = this.#round;
    if (round === undefined || round.left === 0) return;
    round.left--;
    this.#sentAt.set(this.#sequence, performance.now());
    this.#write(submit);
  }

  #take(pdu: Buffer): void {
    const { commandId, status, sequence } = readHeader(pdu);
    const round = this.#round;
    if (commandId === ids.bindResp) this.#bound();
    if (commandId === ids.deliver) {
      this.#socket.write(
        encodePdu({ command: "deliver_sm_resp", messageId: "", tlvs: [], status: 0, sequence }),
      );
      if (round !== undefined) round.receipts++;
      round?.onChange();
    }
    if (commandId !== ids.submitResp || round === undefined) return;
    if (status !== 0) throw new Error(`submit_sm was refused with ${status}`);
    round.times.push(performance.now() - (this.#sentAt.get(sequence) ?? NaN));
    this.#sentAt.delete(sequence);
    round.answered++;
    round.onChange();
    this.#submit();
  }
}

/** Times of a round. */
export interface Measured {
  /** Milliseconds until all are answered, and until the last receipt. */
  readonly time: number;
  readonly settled: number;
  /** Milliseconds in which 99 of 100 are answered. */
  readonly p99: number;
  /** Receipts that came. */
  readonly receipts: number;
}

/**
 * Sends the messages of a round; resolves when each has its receipt, or when all have their responses and no receipt has come for `patience`
 * milliseconds.
 */
export async function sent(
  clients: readonly SmppClient[],
  outstanding: number,
  count: number,
  patience = 60_000,
): Promise<Measured> {
  const begun = performance.now();
  let [time, settled] = [NaN, NaN];
  const times: number[] = [];
  const receipts = await new Promise<number>((resolve) => {
    let waiting: NodeJS.Timeout | undefined;
    const round: Round = {
      left: count,
      answered: 0,
      receipts: 0,
      times,
      onChange: () => {
        settled = performance.now() - begun;
        if (round.answered < count) return;
        if (Number.isNaN(time)) time = settled;
        waiting ??= setTimeout(() => {
          resolve(round.receipts);
        }, patience);
        if (round.receipts < count) waiting.refresh();
        else {
          clearTimeout(waiting);
          resolve(count);
        }
      },
    };
    for (const client of clients) client.begin(round, outstanding);
  });
  return { time, settled, p99: quantile(times, 0.99), receipts };
}

import { messageOctets } from "#server/networks/smpp/message/payload.js";
import type { DeliverSm, Pdu, SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { chanceOf } from "#server/demo/messages.js";
import { incoming } from "./pdus.js";
import { type Habit, type SmscConnection, TestSmsc } from "./test-smsc.js";

/** Failures of this SMSC, as shares (0 to 1) of its messages; 0 unless given. */
export interface StormOptions {
  /** The same seed gives the same decisions in the same order of messages. */
  readonly seed: number;
  /** Accepted, then the connection is cut before the response. */
  readonly drop?: number;
  /** Accepted without a response. */
  readonly swallow?: number;
  /** The connection gets octets that are not a PDU instead of the response. */
  readonly garbage?: number;
  /** Accepted messages a second; more are refused with ESME_RTHROTTLED. */
  readonly throttleAbove?: number;
  /** Milliseconds since the epoch, by which it counts seconds. Default: the time of the system. */
  readonly now?: () => number;
  /** Numbers of which this is true are refused with ESME_RINVDSTADR. */
  readonly refuses?: (phone: string) => boolean;
  /** Answers that are held back and sent in any order. */
  readonly outOfOrder?: number;
  /** When receipts are sent; `mixed` is either at random. Default `none`. */
  readonly receipts?: "none" | "beforeAnswer" | "afterAnswer" | "mixed";
  /** Share of repeated receipts. */
  readonly doubled?: number;
  /** How receipts write the id of the response, which is hexadecimal. Default `same`. */
  readonly receiptIds?: "same" | "decimal" | "upperCase";
  /** Everything is sent octet by octet. */
  readonly byOctet?: boolean;
  /** Milliseconds after which it closes by itself. Default 60,000. */
  readonly lifetime?: number;
}

/** An accepted message; again with another id if it was repeated. */
export interface Accepted {
  readonly id: string;
  readonly phone: string;
  /** User data in hexadecimal. */
  readonly content: string;
}

/** First id: of more digits in decimal than in hexadecimal, with letters in the latter. */
const firstId = 0xabc000;

/** Milliseconds after which a receipt is sent again. */
const retryAfter = 200;

/** Receipts on one connection without a response. */
const receiptWindow = 100;

const throttled = 0x58;
const badDestination = 0x0b;

/** An SMSC on loopback with every bad habit there is, by chance but the same with the same seed. */
export class StormSmsc {
  readonly accepted: Accepted[] = [];
  /** Ids of the responses of messages whose receipts have been acknowledged. */
  readonly confirmed = new Set<string>();
  readonly counts = { drops: 0, swallowed: 0, garbage: 0, throttled: 0, refused: 0, receipts: 0 };
  /** How often receipts were refused, by command_status. */
  readonly refusals = new Map<number, number>();
  readonly #options: StormOptions;
  readonly #random: () => number;
  readonly #held: { readonly send: () => void; readonly answerOn: SmscConnection | undefined }[] = [];
  #silent = false;
  /** Receipts that have not been acknowledged, by the id of the response. */
  readonly #open = new Map<string, DeliverSm>();
  /** Of these, the ones to be sent again: there was no connection, it was closed, or they were refused. */
  readonly #again = new Set<string>();
  /** Which receipt a deliver_sm without a response is, by connection and sequence. */
  readonly #sent = new Map<SmscConnection, Map<number, string>>();
  #smsc!: TestSmsc;
  #second = 0;
  #inSecond = 0;
  #timers: NodeJS.Timeout[] = [];

  private constructor(options: StormOptions) {
    this.#options = options;
    this.#random = chanceOf(options.seed);
  }

  static async listen(options: StormOptions): Promise<StormSmsc> {
    const storm = new StormSmsc(options);
    storm.#smsc = await TestSmsc.listen(storm.#habit, { byOctet: options.byOctet ?? false });
    storm.#timers = [
      setInterval(() => {
        storm.#release();
      }, 5),
      setInterval(() => {
        storm.#sendAgain();
      }, retryAfter),
      setTimeout(() => void storm.close(), options.lifetime ?? 60_000),
    ];
    return storm;
  }

  get port(): number {
    return this.#smsc.port;
  }

  /** Number of messages that were accepted more than once: by number and content. */
  get doubledMessages(): number {
    return (
      this.accepted.length - new Set(this.accepted.map(({ phone, content }) => `${phone} ${content}`)).size
    );
  }

  /** Sends a message of a handset on a connection that may receive it; false if there is none. */
  deliver(message: DeliverSm): boolean {
    const connection = this.#receiver();
    connection?.request(message);
    return connection !== undefined;
  }

  /** Stops responding until it is resumed; delays responses only if it is configured to. */
  silence(silent: boolean): void {
    this.#silent = silent;
  }

  /** Messages of open connections whose responses are delayed. */
  get unanswered(): number {
    return this.#held.filter(({ answerOn }) => answerOn?.socket.destroyed === false).length;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#smsc.close();
  }

  readonly #habit: Habit = (pdu, connection) => {
    switch (pdu.command) {
      case "submit_sm":
        this.#submitted(pdu, connection);
        return;
      case "deliver_sm_resp":
        this.#receiptAnswered(pdu, connection);
        return;
      case "bind_receiver":
      case "bind_transceiver":
        connection.refuse(pdu, 0);
        this.#sendAgain();
        return;
      case "unbind":
        connection.refuse(pdu, 0);
        connection.socket.end();
        return;
      default:
        connection.refuse(pdu, 0);
    }
  };

  #submitted(pdu: SubmitSm & Pdu, connection: SmscConnection): void {
    const { refuses } = this.#options;
    const phone = pdu.destination.address;
    if (refuses?.(phone) === true) {
      this.counts.refused++;
      this.#later(() => {
        connection.refuse(pdu, badDestination);
      });
    } else if (this.#overRate()) {
      this.counts.throttled++;
      connection.refuse(pdu, throttled);
    } else this.#accept(pdu, connection);
  }

  #accept(pdu: SubmitSm & Pdu, connection: SmscConnection): void {
    const id = (firstId + this.accepted.length).toString(16);
    const octets =
      pdu.shortMessage.length > 0
        ? pdu.shortMessage
        : messageOctets({ ...pdu, command: "deliver_sm" }).octets;
    this.accepted.push({ id, phone: pdu.destination.address, content: Buffer.from(octets).toString("hex") });
    const { receipts = "none" } = this.#options;
    if (receipts !== "none") this.#open.set(id, this.#receiptOf(id, pdu));
    const early = receipts === "beforeAnswer" || (receipts === "mixed" && this.#chance(0.5));
    if (early) this.#sendReceipt(id);
    this.#answer(id, pdu, connection);
    if (!early)
      this.#later(() => {
        this.#sendReceipt(id);
      });
  }

  #answer(id: string, { sequence }: Pdu, connection: SmscConnection): void {
    if (this.#chance(this.#options.drop)) {
      this.counts.drops++;
      connection.socket.destroy();
    } else if (this.#chance(this.#options.garbage)) {
      this.counts.garbage++;
      connection.write(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"));
    } else if (this.#chance(this.#options.swallow)) this.counts.swallowed++;
    else
      this.#later(() => {
        connection.send({ command: "submit_sm_resp", messageId: id, tlvs: [] }, 0, sequence);
      }, connection);
  }

  #receiptOf(id: string, { source, destination }: SubmitSm): DeliverSm {
    const forms = {
      same: id,
      decimal: Number.parseInt(id, 16).toString().padStart(12, "0"),
      upperCase: `00${id.toUpperCase()}`,
    };
    const text = `id:${forms[this.#options.receiptIds ?? "same"]} sub:001 dlvrd:001 submit date:2611211920 done date:2611211921 stat:DELIVRD err:000 text:Your parcel`;
    return {
      ...incoming,
      source: destination,
      destination: source,
      esmClass: 0x04,
      shortMessage: Buffer.from(text),
      tlvs: [{ tag: TlvTag.message_state, value: Buffer.of(2) }],
    };
  }

  /** Sends a receipt, randomly twice, on any connection that may receive it; later if there is none. */
  #sendReceipt(id: string): void {
    const receipt = this.#open.get(id);
    if (receipt === undefined) return;
    const copies = this.#chance(this.#options.doubled) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const connection = this.#receiver();
      if (connection === undefined) {
        this.#again.add(id);
        return;
      }
      this.#sentOn(connection).set(connection.request(receipt), id);
      this.counts.receipts++;
    }
  }

  /** What was sent on a connection is sent again when it is closed before the response. */
  #sentOn(connection: SmscConnection): Map<number, string> {
    const known = this.#sent.get(connection);
    if (known !== undefined) return known;
    const sent = new Map<number, string>();
    this.#sent.set(connection, sent);
    connection.socket.once("close", () => {
      for (const id of sent.values()) this.#again.add(id);
      this.#sent.delete(connection);
    });
    return sent;
  }

  #sendAgain(): void {
    const due = [...this.#again];
    this.#again.clear();
    for (const id of due) this.#sendReceipt(id);
  }

  #receiptAnswered(pdu: Pdu, connection: SmscConnection): void {
    const sent = this.#sent.get(connection);
    const id = sent?.get(pdu.sequence);
    if (id === undefined) return;
    sent?.delete(pdu.sequence);
    if (pdu.status === 0) {
      this.#open.delete(id);
      this.confirmed.add(id);
    } else {
      this.refusals.set(pdu.status, (this.refusals.get(pdu.status) ?? 0) + 1);
      this.#again.add(id);
    }
  }

  #receiver(): SmscConnection | undefined {
    const bound = this.#smsc.connections.filter((connection) => {
      const [first] = connection.received;
      const receives = first?.command === "bind_receiver" || first?.command === "bind_transceiver";
      const waiting = this.#sent.get(connection)?.size ?? 0;
      return receives && !connection.socket.destroyed && waiting < receiptWindow;
    });
    return bound[Math.floor(this.#random() * bound.length)];
  }

  #overRate(): boolean {
    const { throttleAbove, now = Date.now } = this.#options;
    if (throttleAbove === undefined) return false;
    const second = Math.floor(now() / 1_000);
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0];
    return ++this.#inSecond > throttleAbove;
  }

  /** Sends a response at once, or delays it until after later ones. */
  #later(send: () => void, answerOn?: SmscConnection): void {
    const { outOfOrder = 0 } = this.#options;
    if (outOfOrder === 0) {
      send();
      return;
    }
    this.#held.push({ send, answerOn });
    if (this.#held.length > outOfOrder) this.#release();
  }

  #release(): void {
    while (this.#held.length > 0 && !this.#silent) {
      const [held] = this.#held.splice(Math.floor(this.#random() * this.#held.length), 1);
      held?.send();
    }
  }

  #chance(share = 0): boolean {
    return share > 0 && this.#random() < share;
  }
}

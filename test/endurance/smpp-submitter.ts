import { setTimeout as sleep } from "node:timers/promises";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import { account, submitSm, TestClient } from "../faces/smpp/test-client.js";

/** Milliseconds between attempts to bind. */
const pause = 50;

/**
 * A customer's client that keeps its window full, over any number of sessions at once and one after the other. A message without a response
 * is not sent again: it may have been accepted. Each message has a number of its own.
 */
export class Submitter {
  /** Numbers of answered messages, by id. */
  readonly answered = new Map<string, string>();
  /** Numbers to which a message was sent and that have no response. */
  readonly unanswered = new Set<string>();
  /** Refused messages, by command_status. */
  readonly refused = new Map<number, number>();
  /** How many receipts came, by the id in them. */
  readonly receipts = new Map<string, number>();
  /** Why the last bind failed. */
  failure: unknown;
  readonly #window: number;
  readonly #systemId: string;
  #next: number;
  #left: number;

  /**
   * `first`: the number of the first recipient; `systemId`: of the account. While a server is away, its port may be that of another one: an account
   * of its own keeps messages out of a test that runs beside.
   */
  constructor(
    window: number,
    messages = Number.POSITIVE_INFINITY,
    first = 12_025_000_000,
    systemId = account.systemId,
  ) {
    this.#window = window;
    this.#systemId = systemId;
    this.#left = messages;
    this.#next = first;
  }

  /** Binds at a port, which may change, again and again until `isOver`, and submits on each session until it ends. */
  async run(port: () => number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const client = await this.bind(port()).catch((error: unknown) => {
        this.failure = error;
        return undefined;
      });
      if (client === undefined) await sleep(pause);
      else {
        await Promise.all(Array.from({ length: this.#window }, () => this.#submit(client, isOver)));
        // Nothing is left to send: receipts come over the session.
        while (!client.closed && !isOver()) await sleep(pause);
        client.close();
      }
    }
  }

  /** A session that receives, and on which nothing is submitted. Rejects if the bind is refused. */
  async bind(port: number): Promise<TestClient> {
    const { client, status } = await TestClient.bind(port, { systemId: this.#systemId }, (pdu) => {
      if (pdu.command !== "deliver_sm") return;
      const id = readReceipt(pdu)?.messageId ?? "";
      this.receipts.set(id, (this.receipts.get(id) ?? 0) + 1);
    });
    if (status === 0) return client;
    client.close();
    throw new Error(`the bind was refused with ${status}`);
  }

  async #submit(client: TestClient, isOver: () => boolean): Promise<void> {
    while (!client.closed && !isOver() && this.#left > 0) {
      this.#left -= 1;
      const phone = String(this.#next++);
      this.unanswered.add(phone);
      const destination = { ton: 1, npi: 1, address: phone };
      const response = await client.request(submitSm({ destination })).catch(() => undefined);
      if (response === undefined) return;
      this.unanswered.delete(phone);
      if (response.command === "submit_sm_resp" && response.status === 0)
        this.answered.set(response.messageId, phone);
      else this.refused.set(response.status, (this.refused.get(response.status) ?? 0) + 1);
    }
  }
}

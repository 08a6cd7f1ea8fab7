import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { login } from "../interop/service.js";

/** The response that a caller got for a message. */
export interface Answer {
  readonly phone: string;
  readonly result: string;
  readonly transaction: string;
}

/** Sends messages to numbers of its own, one after the other, over any of several addresses. */
export class Caller {
  readonly answers: Answer[] = [];
  /** Faults, and lost connections. */
  readonly failures: unknown[] = [];
  readonly #first: number;
  readonly #patience: number;
  readonly #clients = new Map<
    string,
    { readonly client: MessengerClient; readonly transport: ReturnType<typeof nodeTransport> }
  >();
  #next = 0;
  #isClosed = false;

  /**
   * @param number from 0; each caller has a million numbers
   * @param patience milliseconds after which an address is given up for this attempt: its process may be frozen
   */
  constructor(number: number, patience = 5_000) {
    this.#first = 12_000_000_000 + number * 1_000_000;
    this.#patience = patience;
  }

  /** Sends one message, and repeats it at other addresses until there is a response, as the same client transaction. */
  async send(urls: () => readonly string[]): Promise<Answer> {
    const phone = String(this.#first + this.#next++);
    for (let attempt = 0; ; attempt++) {
      if (this.#isClosed) throw new Error("the caller was closed");
      const all = urls();
      const url = all[(this.#first / 1_000_000 + attempt) % all.length];
      try {
        if (url === undefined) throw new Error("no address");
        const answer = await this.#attempt(url, phone);
        this.answers.push(answer);
        return answer;
      } catch (error) {
        this.failures.push(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Closes its connections; a message without a response is given up. */
  close(): void {
    this.#isClosed = true;
    for (const { transport } of this.#clients.values()) transport.close();
  }

  async #attempt(url: string, phone: string): Promise<Answer> {
    const answer = await this.#client(url).httpSendSmsTransaction(
      {
        ...{ ...login, originator: "Shop", smsText: "Your parcel is ready", clientTransactionID: phone },
        ...{ recipientPhone: `+${phone}`, messageType: MessageType.Latin },
        ...{ blink: false, flash: false, Private: false },
      },
      { timeout: this.#patience },
    );
    return { phone, result: answer.Result ?? "", transaction: answer.TransactionID ?? "" };
  }

  #client(url: string): MessengerClient {
    const known = this.#clients.get(url);
    if (known !== undefined) return known.client;
    const transport = nodeTransport({ url });
    const client = new MessengerClient({ transport });
    this.#clients.set(url, { client, transport });
    return client;
  }
}

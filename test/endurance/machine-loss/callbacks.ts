import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A customer's server that accepts every callback. */
export class CallbackReceiver {
  /** Ids of the callbacks of each message, by its number. A repeated one has the id of the first. */
  readonly ids = new Map<number, Set<string>>();
  posts = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request)
        .then((body) => {
          const { messageId } = (JSON.parse(body) as { readonly data: { readonly messageId: number } }).data;
          const ids = this.ids.get(messageId) ?? new Set();
          this.ids.set(messageId, ids.add(String(request.headers["webhook-id"])));
          this.posts += 1;
          response.writeHead(204).end();
        })
        // A process that was stopped has not sent all of its request.
        .catch(() => undefined);
    });
  }

  static async listen(): Promise<CallbackReceiver> {
    const receiver = new CallbackReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/states`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

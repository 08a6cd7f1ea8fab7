import { createServer, connect, type Server, type Socket } from "node:net";

export interface Address {
  readonly host: string;
  readonly port: number;
}

type Pair = readonly [client: Socket, upstream: Socket];

/** A network path to a port, which can be cut: nothing arrives on it then, in either direction, and nobody is told. */
export class Relay {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #isCut = false;

  private constructor(to: Address) {
    this.#server = createServer((client) => {
      const pair: Pair = [client, connect(to.port, to.host)];
      this.#pairs.add(pair);
      for (const socket of pair) {
        socket.setNoDelay(true);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          if (!this.#isCut) this.#end(pair);
        });
      }
      if (!this.#isCut) this.#pass(pair);
    });
  }

  static async listen(at: Address, to: Address): Promise<Relay> {
    const relay = new Relay(to);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once("error", reject);
      relay.#server.listen(at.port, at.host, resolve);
    });
    return relay;
  }

  #pass([client, upstream]: Pair): void {
    client.pipe(upstream);
    upstream.pipe(client);
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Connections that both sides still have go on where they were. */
  mend(): void {
    this.#isCut = false;
    for (const pair of this.#pairs)
      if (pair.some(({ destroyed }) => destroyed)) this.#end(pair);
      else this.#pass(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) this.#end(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

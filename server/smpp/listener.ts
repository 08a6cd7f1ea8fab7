import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { networkOf } from "messenger-gen-runtime/network";

/** Connections at once: of all clients, and of one network. */
export interface ConnectionCounts {
  readonly all: number;
  readonly network: number;
}

export const connectionLimits: ConnectionCounts = { all: 1_000, network: 50 };

/** Milliseconds for the TLS handshake. */
const handshakeTime = 10_000;

/** Names of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** A listening address. */
export interface SmppListener {
  readonly port: number;
  /** Stops listening; connections stay. */
  close(): Promise<void>;
  /** Reads the files of the certificate; the returned function makes it that of new connections. Undefined without TLS. */
  readonly prepareTls: ((files: TlsFiles) => Promise<() => void>) | undefined;
}

/** IPv4 addresses as such, and not in IPv6. */
function addressOf({ remoteAddress = "" }: Socket): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/, "");
}

/** Counts the connections of all listeners. */
export class Connections {
  readonly #limits: ConnectionCounts;
  readonly #ofNetwork = new Map<string, number>();
  #all = 0;

  constructor(limits: ConnectionCounts = connectionLimits) {
    this.#limits = limits;
  }

  /** Counts a connection until it closes; false if there are too many. */
  admit(socket: Socket): boolean {
    const network = networkOf(addressOf(socket));
    const count = this.#ofNetwork.get(network) ?? 0;
    if (this.#all >= this.#limits.all || count >= this.#limits.network) return false;
    this.#all++;
    this.#ofNetwork.set(network, count + 1);
    socket.once("close", () => {
      this.#all--;
      const left = (this.#ofNetwork.get(network) ?? 1) - 1;
      if (left === 0) this.#ofNetwork.delete(network);
      else this.#ofNetwork.set(network, left);
    });
    return true;
  }
}

async function contentOf({ cert, key }: TlsFiles) {
  return { cert: await readFile(cert), key: await readFile(key), minVersion: "TLSv1.2" } as const;
}

async function listening(
  server: Server | TlsServer,
  { host, port }: Listening,
  connections: Connections,
): Promise<number> {
  server.on("connection", (socket: Socket) => {
    // An error without a listener would end the process; what reads the socket learns of it by its end.
    socket.on("error", () => undefined);
    if (!connections.admit(socket)) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // It listens on an address, and not on a pipe.
  return (server.address() as AddressInfo).port;
}

/** Stops accepting connections. They are closed by those who use them. */
function closing(server: Server): () => Promise<void> {
  return async () => {
    server.close();
  };
}

/** Called with each connection that was admitted, behind its handshake if it has one. */
type OnSocket = (socket: Socket, address: string) => void;

/** Listens for clients. Rejects if the address is not available (`EADDRINUSE`). */
export async function listenPlain(
  at: Listening,
  connections: Connections,
  onSocket: OnSocket,
): Promise<SmppListener> {
  const server = createServer({ noDelay: true }, (socket) => {
    if (!socket.destroyed) onSocket(socket, addressOf(socket));
  });
  const port = await listening(server, at, connections);
  return { port, close: closing(server), prepareTls: undefined };
}

/** As `listenPlain`, with TLS 1.2 or later. Rejects if a file cannot be read. */
export async function listenTls(
  at: Listening & { readonly files: TlsFiles },
  connections: Connections,
  onSocket: OnSocket,
): Promise<SmppListener> {
  const options = { ...(await contentOf(at.files)), handshakeTimeout: handshakeTime, noDelay: true };
  const server = createTlsServer(options, (socket) => {
    onSocket(socket, addressOf(socket));
  });
  server.on("tlsClientError", (_error, socket) => {
    socket.destroy();
  });
  const port = await listening(server, at, connections);
  return {
    port,
    close: closing(server),
    prepareTls: async (files) => {
      const content = await contentOf(files);
      return () => {
        server.setSecureContext(content);
      };
    },
  };
}

import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Connections, Place } from "./connections.js";
import { readProxyHeader } from "./proxy-header.js";

/** Milliseconds for the header of a proxy, and for the TLS handshake. */
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

/** How connections are accepted. */
export interface Accepting {
  readonly connections: Connections;
  /** Whether connections from an address begin with a header of the PROXY protocol. */
  readonly isProxy: (address: string) => boolean;
}

/** Called with each connection that was admitted, and its place. */
type OnSocket = (socket: Socket, address: string, place: Place) => void;

/** Reads the header that a proxy sends first, and calls back with the address of the client and the rest unread. */
function behindProxy(socket: Socket, own: string, onAddress: (address: string) => void): void {
  let octets = Buffer.alloc(0);
  const late = setTimeout(() => socket.destroy(), handshakeTime).unref();
  socket.once("close", () => {
    clearTimeout(late);
  });
  const read = (piece: Buffer): void => {
    octets = Buffer.concat([octets, piece]);
    const header = readProxyHeader(octets);
    if (header.kind === "more") return;
    socket.off("data", read).pause();
    clearTimeout(late);
    if (header.kind === "invalid") {
      socket.destroy();
      return;
    }
    if (octets.length > header.length) socket.unshift(octets.subarray(header.length));
    onAddress(header.address ?? own);
  };
  socket.on("data", read);
}

/** Admits a connection, or closes it. */
function accept(socket: Socket, { connections, isProxy }: Accepting, onSocket: OnSocket): void {
  // An error without a listener would end the process; what reads the socket learns of it by its end.
  socket.on("error", () => undefined);
  const own = addressOf(socket);
  const place = connections.open(socket, own);
  if (place === undefined) {
    socket.destroy();
    return;
  }
  const admit = (address: string): void => {
    if (connections.admit(place, address)) onSocket(socket, address, place);
    else socket.destroy();
  };
  if (isProxy(own)) behindProxy(socket, own, admit);
  else admit(own);
}

async function listening({ host, port }: Listening, onConnection: (socket: Socket) => void) {
  const server = createServer({ noDelay: true }, onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    // It listens on an address, and not on a pipe.
    port: (server.address() as AddressInfo).port,
    /** Connections are closed by those who use them. */
    close: async () => {
      server.close();
    },
  };
}

/** Listens for clients. Rejects if the address is not available (`EADDRINUSE`). */
export async function listenPlain(
  at: Listening,
  accepting: Accepting,
  onSocket: OnSocket,
): Promise<SmppListener> {
  const listener = await listening(at, (socket) => {
    accept(socket, accepting, (admitted, address, place) => {
      onSocket(admitted, address, place);
      // It was paused behind the header of a proxy.
      admitted.resume();
    });
  });
  return { ...listener, prepareTls: undefined };
}

async function contentOf({ cert, key }: TlsFiles) {
  return { cert: await readFile(cert), key: await readFile(key), minVersion: "TLSv1.2" } as const;
}

/** Names a connection, below and above TLS. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** As `listenPlain`, with TLS 1.2 or later, which begins behind the header of a proxy. Rejects if a file cannot be read. */
export async function listenTls(
  at: Listening & { readonly files: TlsFiles },
  accepting: Accepting,
  onSocket: OnSocket,
): Promise<SmppListener> {
  const admittedAt = new Map<string, { readonly address: string; readonly place: Place }>();
  const options = { ...(await contentOf(at.files)), handshakeTimeout: handshakeTime };
  const server = createTlsServer(options, (socket) => {
    const found = admittedAt.get(endOf(socket));
    if (found === undefined) socket.destroy();
    else onSocket(socket, found.address, found.place);
  });
  server.on("tlsClientError", (_error, socket) => {
    socket.destroy();
  });
  const listener = await listening(at, (socket) => {
    accept(socket, accepting, (admitted, address, place) => {
      const end = endOf(admitted);
      admittedAt.set(end, { address, place });
      admitted.once("close", () => admittedAt.delete(end));
      server.emit("connection", admitted);
    });
  });
  return {
    ...listener,
    prepareTls: async (files) => {
      const content = await contentOf(files);
      return () => {
        server.setSecureContext(content);
      };
    },
  };
}

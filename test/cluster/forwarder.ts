import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A fixed address before a database server, as an operator gives one to whichever server is the primary. */
export interface Forwarder {
  readonly port: number;
  /** New connections go to this port of loopback; existing ones are closed. */
  pointTo(port: number): void;
  close(): Promise<void>;
}

/** `onConnection`: returns what gets the bytes that a new client sends. */
export async function startForwarder(
  first: number,
  onConnection?: () => (bytes: Buffer) => void,
): Promise<Forwarder> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    const onBytes = onConnection?.();
    if (onBytes !== undefined) client.on("data", onBytes);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const closeAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    pointTo: (port) => {
      target = port;
      closeAll();
    },
    close: async () => {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const channel = "net.server.socket";

/** Resolves with the server's end of the next connection to a port of this process. */
export function accepted(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const look = (message: unknown): void => {
      const { socket } = message as { readonly socket: Socket };
      if (socket.localPort !== port) return;
      unsubscribe(channel, look);
      resolve(socket);
    };
    subscribe(channel, look);
  });
}

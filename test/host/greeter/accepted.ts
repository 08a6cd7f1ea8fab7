import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

const channel = "net.server.socket";

/** Resolves when a connection is closed, with an error or without. */
export function closing(socket: Socket): Promise<unknown> {
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.once("close", resolve));
}

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

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Tells the parent the port, and ends with it. */
export function report(port: number): void {
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port });
}

/**
 * Listens on a free loopback port and reports. Idle connections stay open: those of a round wait while the other contestants have
 * theirs, and a default of 5 s would close them just as the next round writes.
 */
export function listen(server: Server): void {
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1", () => {
    report((server.address() as AddressInfo).port);
  });
}

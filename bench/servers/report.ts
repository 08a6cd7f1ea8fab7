import type { AddressInfo, Server } from "node:net";

/** Tells the parent the port, and ends with it. */
export function report(port: number): void {
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port });
}

/** Listens on a free loopback port and reports. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    report((server.address() as AddressInfo).port);
  });
}

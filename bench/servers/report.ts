import type { AddressInfo, Server } from "node:net";

/** Tells the parent the port, then answers each message with the CPU time spent so far, in microseconds. */
export function report(port: number): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port });
}

/** Listens on a free loopback port and reports. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    report((server.address() as AddressInfo).port);
  });
}

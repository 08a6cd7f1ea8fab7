/** The service of the tests of handlers, and calls of it in front of which a program has a server of its own. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@jest/globals";
import { serviceHandler, type ServiceHandler } from "messenger-gen-host";
import { caller } from "#runtime/index.js";
import { nodeTransport } from "#runtime/node.js";
import { greeter, Greeter, GreeterContract, HttpGreet, type GreeterService } from "../runtime/greeter.js";

/** What a test has opened. */
export const closing: (() => unknown)[] = [];

/** Closes what a test has opened, the last first. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export const path = "/soap/Greeter";
const wsdl = "test/host/greeter/greeter.wsdl";

export function handler(implementation: Partial<GreeterService> = {}): ServiceHandler {
  const service = serviceHandler({
    service: Greeter,
    implementation: { ...greeter, ...implementation },
    wsdl,
    mounts: [{ path, compatibility: "strict" }],
    publicUrl: "https://example.com/",
  });
  closing.push(() => service.close());
  return service;
}

export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Calls over all bindings, the WSDL, and a page of the program. */
export async function exercise(origin: string, page: string): Promise<void> {
  const transport = nodeTransport({ url: origin + path });
  closing.push(() => {
    transport.close();
  });
  const client = caller(GreeterContract, { transport });
  for (const binding of ["soap11", "soap12", "httpGet", "httpPost"] as const) {
    const input = { customerID: 42, name: binding, loud: true };
    expect(await client.call(HttpGreet, input, { binding })).toEqual({
      Text: binding.toUpperCase(),
      Count: 42,
    });
  }
  expect(await (await fetch(`${origin}${path}?wsdl`)).text()).toContain(
    'location="https://example.com/soap/Greeter"',
  );
  expect(await (await fetch(`${origin}/page`)).text()).toBe(page);
}

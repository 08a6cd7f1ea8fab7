import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "@jest/globals";
import { path } from "../host/http/rows-service.js";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

interface Seen {
  readonly count: number;
  readonly sum?: number;
  readonly heap?: number;
  readonly end?: string | number;
}

const started = (file: string, args: readonly string[], heap: number): ChildProcess => {
  const child = fork(file, args, { execArgv: [`--max-old-space-size=${heap}`] });
  children.push(child);
  return child;
};

/** The host of this project with so many streamed items, and a client that reads them. */
async function reading(count: number, kind: string, binding: string) {
  const server = started("dist/test/host/http/rows-process.js", [String(count)], 64);
  const [port] = (await once(server, "message")) as [number];
  const url = `http://127.0.0.1:${port}${path}`;
  const client = started("dist/test/endurance/read-process.js", [url, kind, binding], 24);
  const seen: Seen[] = [];
  client.on("message", (message: Seen) => seen.push(message));
  return { server, client, seen };
}

describe.each([
  ["nodeTransport", "soap11"],
  ["fetchTransport", "soap12"],
])("a client with %s and a heap of 24 MB", (kind, binding) => {
  test(`reads a million items over ${binding}`, async () => {
    const count = 1_000_000;
    const { client, seen } = await reading(count, kind, binding);
    await once(client, "exit");
    expect(seen.at(-1)).toEqual({ count, sum: 499_500_000, heap: expect.any(Number), end: 0 });
  }, 180_000);

  test("reports a service that is killed during the response", async () => {
    const { server, client, seen } = await reading(10_000_000, kind, binding);
    client.on("message", ({ count }: Seen) => {
      if (count === 50_000) server.kill("SIGKILL");
    });
    await once(client, "exit");
    const last = seen.at(-1);
    expect(last?.end).toBe("Transport");
    expect(last?.count).toBeGreaterThanOrEqual(50_000);
  }, 180_000);
});

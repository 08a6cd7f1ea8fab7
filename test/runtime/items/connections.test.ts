import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "@jest/globals";
import { MessengerClient } from "#generated/client.js";
import { fetchTransport, followRedirects, type Transport } from "#runtime/index.js";
import { itemsOf } from "#runtime/items.js";
import { nodeTransport } from "#runtime/node.js";
import { eventually } from "../../eventually.js";
import { localServer, type LocalServer } from "../transport/local-server.js";
import { input, lineOf, list, lists, readAll, responseTo } from "./chunked.js";
import { atSomePace } from "../../at-some-pace.js";

const servers: LocalServer[] = [];
const transports: Transport[] = [];
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close?.();
  for (const server of servers.splice(0)) await server.close();
});

const kinds = {
  nodeTransport: (url: string) => nodeTransport({ url }),
  fetchTransport: (url: string) => fetchTransport({ url }),
};

/** A response around one item: the text before it, the item, and the text behind it. */
const parts = async (): Promise<readonly [string, string, string]> => {
  const { body } = await responseTo({ ErrorCode: 0, Result: "OK", Lists: [list(1)] });
  const [before = "", item = "", behind = ""] = new TextDecoder()
    .decode(body)
    .split(/(<DistributionListDescription>.*<\/DistributionListDescription>)/s);
  return [before, item, behind];
};

/** Serves this response, and records when the connection closes. */
const serving = async (
  kind: keyof typeof kinds,
  respond: (response: ServerResponse, text: readonly [string, string, string]) => void,
) => {
  const text = await parts();
  const seen = { closed: 0 };
  const server = await localServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.on("close", () => {
      if (!response.writableFinished) seen.closed++;
    });
    response.writeHead(200, { "content-type": "text/xml; charset=utf-8" });
    respond(response, text);
  });
  servers.push(server);
  const transport = kinds[kind](server.url);
  transports.push(transport);
  return Object.assign(seen, { server, transport, client: new MessengerClient({ transport }) });
};

/** Writes a text again and again while the client receives it, up to so many characters. */
const writing = (response: ServerResponse, text: string, total: number, behind = "") => {
  const sent = { written: 0 };
  const write = (): void => {
    while (sent.written < total) {
      sent.written += text.length;
      if (!response.write(text)) {
        response.once("drain", write);
        return;
      }
    }
    response.end(behind);
  };
  write();
  return sent;
};

describe.each(["nodeTransport", "fetchTransport"] as const)("%s", (kind) => {
  test("closes the connection if the iteration ends early", async () => {
    const seen = await serving(kind, (response, [before, item]) => response.write(before + item));
    for await (const item of await itemsOf(seen.client, lists, input)) {
      expect(item).toEqual(list(1));
      break;
    }
    await eventually(() => seen.closed === 1);
  });

  test("closes the connection if the signal is aborted between items", async () => {
    const seen = await serving(kind, (response, [before, item]) => response.write(before + item));
    const controller = new AbortController();
    const stream = await itemsOf(seen.client, lists, input, { signal: controller.signal });
    const iterator = stream[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual(list(1));
    controller.abort();
    await eventually(() => seen.closed === 1);
    await expect(iterator.next().catch(lineOf)).resolves.toBe("Aborted: The call was aborted");
  });

  test("ends the wait for a chunk if the signal is aborted", async () => {
    const seen = await serving(kind, (response, [before, item]) => response.write(before + item));
    const controller = new AbortController();
    const stream = await itemsOf(seen.client, lists, input, { signal: controller.signal });
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next().catch(lineOf);
    controller.abort();
    await expect(next).resolves.toBe("Aborted: The call was aborted");
    await eventually(() => seen.closed === 1);
  });

  test("limits the time of each chunk", async () => {
    await atSomePace(async (pace) => {
      const seen = await serving(kind, (response, [before, item]) => response.write(before + item));
      const { items, end } = await readAll(seen.transport, { timeout: 500 * pace });
      expect(items).toEqual([list(1)]);
      expect(end).toMatch(/^Timeout: /);
      await eventually(() => seen.closed === 1);
    });
  });

  test("reports a connection that breaks after items", async () => {
    const { transport } = await serving(kind, (response, [before, item]) => {
      response.write(before + item, () => response.destroy());
    });
    const { items, end } = await readAll(transport);
    expect(items.length).toBeLessThan(2);
    expect(end).toMatch(/^Transport: /);
  });

  test("receives no more than is read", async () => {
    const total = 64 * 1024 * 1024;
    let sent = { written: 0 };
    const seen = await serving(kind, (response, [before, item, behind]) => {
      const many = item.repeat(200);
      response.write(before);
      sent = writing(response, many, total, behind);
    });
    const stream = await itemsOf(seen.client, lists, input);
    let count = 0;
    for await (const item of stream) {
      expect(item?.RecipientsCount).toBe(1);
      if (++count < 1_000) continue;
      // The service writes on until the buffers of the connection are full.
      for (let before = -1; before !== sent.written; await new Promise((resolve) => setTimeout(resolve, 300)))
        before = sent.written;
      break;
    }
    expect(sent.written).toBeLessThan(total / 2);
    await eventually(() => seen.closed === 1);
  });
});

describe.each(["nodeTransport", "fetchTransport"] as const)("%s", (kind) => {
  test.each([
    ["before the first tag", () => ""],
    ["before the items", ([before]: readonly string[]) => before ?? ""],
  ])("ends an endless response with blanks %s at the limit", async (_, beginning) => {
    const total = 32 * 1024 * 1024;
    let sent = { written: 0 };
    const seen = await serving(kind, (response, text) => {
      response.write(beginning(text));
      sent = writing(response, " ".repeat(64 * 1024), total);
    });
    const { items, end } = await readAll(seen.transport, { maxItemLength: 200_000 });
    expect(items).toEqual([]);
    expect(end).toBe("TooLarge: An item, or everything around the items, is longer than 200000 characters");
    expect(sent.written).toBeLessThan(total);
    await eventually(() => seen.closed === 1);
  });
});

test("items are read from a response of more than 9 MiB after a redirect", async () => {
  const [before, item, behind] = await parts();
  const count = Math.ceil((9.5 * 1024 * 1024) / item.length);
  const server = await localServer((request, response) => {
    request.resume();
    if (request.url !== "/moved") {
      response.writeHead(307, { location: "/moved" }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/xml; charset=utf-8" });
    response.end(before + item.repeat(count) + behind);
  });
  servers.push(server);
  const transport = followRedirects({
    url: server.url,
    allow: () => true,
    transport: (url) => nodeTransport({ url, maxResponseBytes: 16 * 1024 * 1024 }),
  });
  transports.push(transport);
  const { items, end } = await readAll(transport);
  expect(end).toMatchObject({ ErrorCode: 0 });
  expect(items).toHaveLength(count);
});

test("nodeTransport leaves the connection open for the next call after the last item", async () => {
  const { client, server } = await serving("nodeTransport", (response, text) => response.end(text.join("")));
  for (let count = 0; count < 3; count++) {
    const stream = await itemsOf(client, lists, input);
    for await (const item of stream) expect(item).toEqual(list(1));
  }
  expect(server.connections()).toBe(1);
});

test("nodeTransport reads compressed items", async () => {
  const text = await parts();
  const server = await localServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/xml", "content-encoding": "gzip" });
    response.end(gzipSync(text.join("")));
  });
  servers.push(server);
  for (const compression of [true, false]) {
    const transport = nodeTransport({ url: server.url, compression });
    transports.push(transport);
    const { items, end } = await readAll(transport);
    if (compression) expect(items).toEqual([list(1)]);
    else expect(end).toBe("Protocol: Response in the content coding gzip, which was not requested");
  }
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import type { ClientOptions, Transport } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport } from "messenger-gen-runtime/node";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";

const wsdl = "test/golden/http-documents/service.wsdl";

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

interface Output {
  readonly Shop: AnyService;
  readonly ShopClient: new (options: ClientOptions) => Client;
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Shop, ShopClient } = (await builtModule(plan, "http-documents", "index")) as Output;

const logged: string[] = [];
const shop = {
  place: async ({ item, note }: { readonly item: readonly string[]; readonly note: string | null }) =>
    item.length + (note === null ? 100 : 0),
  drop: async (id: string) => id === "1 & <2>",
  log: async (text: string) => {
    logged.push(text);
  },
  find: async ({ near, limit }: { readonly near: string; readonly limit?: number }) => ({
    place: `${near}!`,
    far: limit ?? 7,
  }),
};

/** Records the messages of a transport. */
function recording(transport: Transport, sent: string[]): Transport {
  return {
    send: async (request) => {
      const { method, target, headers, body = "" } = request;
      const text = typeof body === "string" ? body : new TextDecoder().decode(body);
      sent.push([method, target, headers["content-type"] ?? "", text].join(" ").trim());
      return transport.send(request);
    },
  };
}

const root = (name: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><${name} xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">`;
const post = { binding: "httpPost" };
const form = "application/x-www-form-urlencoded; charset=utf-8";

/** Operation, arguments, request, result. */
const calls: readonly (readonly [string, readonly unknown[], string, unknown])[] = [
  [
    "place",
    [{ item: ["a", "é"], note: null }, post],
    `POST / text/xml; charset=utf-8 ${root("Place")}<item>a</item><item>é</item><note xsi:nil="true" /></Place>`,
    102,
  ],
  ["drop", ["1 & <2>"], "GET /drop?body=1%20%26%20%3C2%3E", true],
  ["drop", ["1", post], `POST / application/xml; charset=utf-8 ${root("Drop")}1</Drop>`, false],
  ["log", ["x"], `POST /log text/xml; charset=utf-8 ${root("Log")}x</Log>`, undefined],
  ["find", [{ near: "here", limit: 2 }], "GET /find?near=here&limit=2", { place: "here!", far: 2 }],
  ["find", [{ near: "here" }, post], `POST /find ${form} near=here`, { place: "here!", far: 7 }],
];

describe("elements as documents, and their children as parameters", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const mounts = [{ path: "/shop", compatibility: "strict" }] as const;
    server = await serve({ service: Shop, implementation: shop, wsdl, host: "127.0.0.1", port: 0, mounts });
  });
  afterAll(() => server.close());

  test.each(calls)("in memory: %s %j", async (method, args, request, result) => {
    const sent: string[] = [];
    const client = new ShopClient({ transport: recording(inMemoryTransport(Shop, shop), sent) });
    expect(await client[method]?.(...args)).toEqual(result);
    expect(sent).toEqual([request]);
  });

  test.each(calls)("over loopback: %s %j", async (method, args, _request, result) => {
    const transport = nodeTransport({ url: server.url });
    const found = await new ShopClient({ transport })[method]?.(...args);
    transport.close();
    expect(found).toEqual(result);
  });

  test("the same operation over SOAP", async () => {
    const client = new ShopClient({ transport: inMemoryTransport(Shop, shop) });
    expect(await client["place"]?.({ item: ["x"], note: "n" })).toBe(1);
  });

  test.each([
    ["/", "text/xml", "<Find xmlns='urn:example'/>", "Request format is invalid: Find was not expected."],
    [
      "/",
      "text/xml",
      "<Drop xmlns='urn:other'>1</Drop>",
      "Request format is invalid: Drop was not expected.",
    ],
    ["/", "application/json", "{}", "Request format is invalid: application/json."],
    ["/", "text/xml", "<Drop xmlns='urn:example'>1", "Server was unable to read request."],
    ["/", "text/xml", "<!DOCTYPE a><Drop xmlns='urn:example'>1</Drop>", "Server was unable to read request."],
    [
      "/log",
      "text/xml",
      "<Drop xmlns='urn:example'>1</Drop>",
      "Request format is invalid: Drop was not expected.",
    ],
    ["/nowhere", "text/xml", "<Drop xmlns='urn:example'>1</Drop>", "Web Service method name is not valid"],
  ])("%s %s %s is refused", async (path, type, body, text) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).toContain(text);
  });

  test("other programs use any XML media type for the document", async () => {
    const send = async (type: string): Promise<string> => {
      const body = "<e:Drop xmlns:e='urn:example'>1 &amp; &lt;2></e:Drop>";
      const answer = await fetch(`${server.url}/`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      return answer.text();
    };
    expect(await send("application/vnd.example+xml")).toBe(`${root("Dropped")}true</Dropped>`);
    expect(await send("text/xml; charset=utf-8")).toBe(`${root("Dropped")}true</Dropped>`);
  });
});

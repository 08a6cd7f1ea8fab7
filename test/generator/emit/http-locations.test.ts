import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import type { ClientOptions, Transport } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport } from "messenger-gen-runtime/node";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";

const wsdl = "test/golden/http-locations/service.wsdl";

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

interface Output {
  readonly Maps: AnyService;
  readonly MapsClient: new (options: ClientOptions) => Client;
}

interface Tile {
  readonly zoom: number;
  readonly place: string;
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Maps, MapsClient } = (await builtModule(plan, "http-locations", "index")) as Output;

const maps = {
  tile: async ({ zoom, place }: Tile) => Uint8Array.of(0, 255, zoom, ...new TextEncoder().encode(place)),
  note: async ({ zoom, place }: Tile) => `${place} & <${zoom}> é`,
  count: async ({ near }: { readonly near: string }) => near.length,
};

/** Says which requests go over a transport. */
function recording(transport: Transport, targets: string[]): Transport {
  return {
    send: async (request) => {
      targets.push(`${request.method} ${request.target}`);
      return transport.send(request);
    },
  };
}

const place = "São Paulo/x+1";
const encoded = "S%C3%A3o%20Paulo%2Fx%2B1";

/** Operation, arguments, request, result. */
const calls: readonly (readonly [string, readonly unknown[], string, unknown])[] = [
  [
    "tile",
    [{ zoom: 3, place }],
    `GET /tiles/3x${encoded}.png`,
    Uint8Array.of(0, 255, 3, ...new TextEncoder().encode(place)),
  ],
  ["note", [{ zoom: 3, place }], `GET /notes?zoom=3&place=${encoded}`, `${place} & <3> é`],
  ["note", [{ zoom: 3, place }, { binding: "httpPost" }], "POST /notes/find", `${place} & <3> é`],
  ["count", [{ near: "here" }], "GET /places/count?near=here", 4],
];

describe("locations, values in paths, and responses other than XML", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const mounts = [{ path: "/maps", compatibility: "strict" }] as const;
    server = await serve({ service: Maps, implementation: maps, wsdl, host: "127.0.0.1", port: 0, mounts });
  });
  afterAll(() => server.close());

  test.each(calls)("in memory: %s %j", async (method, args, target, result) => {
    const targets: string[] = [];
    const client = new MapsClient({ transport: recording(inMemoryTransport(Maps, maps), targets) });
    expect(await client[method]?.(...args)).toEqual(result);
    expect(targets).toEqual([target]);
  });

  test.each(calls)("over loopback: %s %j", async (method, args, _target, result) => {
    const transport = nodeTransport({ url: server.url });
    const found = await new MapsClient({ transport })[method]?.(...args);
    transport.close();
    expect(found instanceof Uint8Array ? Uint8Array.from(found) : found).toEqual(result);
  });

  test.each([
    ["/tiles/3xBerlin.gif", "Web Service method name is not valid"],
    ["/tiles/.png", "Web Service method name is not valid"],
    ["/tiles/threexBerlin.png", "Cannot convert three to System.Int32"],
    ["/NOTES?zoom=1&place=x", "with the same name but different casing"],
    ["/note?zoom=1&place=x", "Web Service method name is not valid"],
  ])("%s is refused", async (path, text) => {
    const answer = await fetch(server.url + path);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining(text)]);
  });
});

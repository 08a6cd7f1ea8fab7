import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type RunningServer, serve, type SoapServerHook } from "messenger-gen-host";
import type { ClientOptions } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { readSoapHeaders } from "messenger-gen-runtime/interceptors";
import { nodeTransport, type NodeTransport } from "messenger-gen-runtime/node";
import { createClientAsync } from "soap";
import { builtModule } from "../generator/emit/built.js";
import { planFile } from "../generator/plan/contracts.js";
import { testWithPeer } from "../peers.js";
import { startMimePeer } from "./mime-peer/start.js";

const wsdl = "test/golden/binary/service.wsdl";

interface Album {
  readonly title: string;
  readonly page?: readonly { readonly scan: Uint8Array; readonly thumb?: Uint8Array | null | undefined }[];
  readonly sound?: { readonly contentType?: string | undefined; readonly value: Uint8Array };
  readonly raw?: readonly Uint8Array[];
  readonly digest?: Uint8Array;
}

interface Client {
  store(input: Album, options?: object): Promise<Album>;
  fetch(input: string): Promise<Uint8Array>;
}

interface Output {
  readonly Albums: AnyService;
  readonly AlbumsClient: new (options: ClientOptions) => Client;
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Albums, AlbumsClient } = (await builtModule(plan, "mtom", "index")) as Output;

const cover = Uint8Array.from({ length: 9_000 }, (_, at) => (at * at) & 255);
const albums = { store: async (album: Album) => album, fetch: async () => cover };

let server: RunningServer;
let transport: NodeTransport;
const mounts = [{ path: "/albums", compatibility: "strict" }] as const;
const serveAlbums = (onSoapServer?: SoapServerHook): Promise<RunningServer> =>
  serve({ service: Albums, implementation: albums, wsdl, host: "127.0.0.1", port: 0, mounts, onSoapServer });
beforeAll(async () => {
  server = await serveAlbums();
  transport = nodeTransport({ url: server.url });
});
afterAll(async () => {
  transport.close();
  await server.close();
});

/** The messages on the wire, besides the call itself. */
function recording(): { readonly transport: NodeTransport; readonly types: (string | undefined)[] } {
  const types: (string | undefined)[] = [];
  const send: NodeTransport["send"] = async (request) => {
    const response = await transport.send(request);
    types.push(request.headers["content-type"], response.contentType);
    return response;
  };
  return { transport: { ...transport, send }, types: types };
}

const bytes = fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 760, maxLength: 2_000 }));
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const albumValues: fc.Arbitrary<Album> = fc.record({
  title: fc.string({ unit: "grapheme-ascii", maxLength: 9 }),
  page: maybe(fc.array(fc.record({ scan: bytes, thumb: fc.option(bytes) }), { minLength: 1, maxLength: 3 })),
  sound: maybe(fc.record({ contentType: maybe(fc.constantFrom("audio/amr", "")), value: bytes })),
  raw: maybe(fc.array(bytes, { minLength: 1, maxLength: 3 })),
  digest: maybe(fc.uint8Array({ maxLength: 32 })),
}) as fc.Arbitrary<Album>;

describe.each(["soap11", "soap12"] as const)("over %s", (binding) => {
  test.each([true, false])("values round-trip, MTOM %s", async (mtom) => {
    const client = new AlbumsClient({ transport, binding, mtom });
    await fc.assert(
      fc.asyncProperty(albumValues, async (album) => {
        expect(await client.store(album)).toEqual(album);
      }),
      { numRuns: 20 },
    );
  });

  test("a response has the format of the request", async () => {
    const { transport: recorded, types } = recording();
    expect(await new AlbumsClient({ transport: recorded, binding, mtom: true }).fetch("a")).toEqual(cover);
    expect(await new AlbumsClient({ transport: recorded, binding }).fetch("a")).toEqual(cover);
    const [asked, answered, ...plain] = types;
    expect([asked, answered]).toEqual([
      expect.stringMatching(
        /^multipart\/related; type="application\/xop\+xml"; start="<[^>]+>"; start-info=/,
      ),
      expect.stringMatching(/^multipart\/related; type="application\/xop\+xml"/),
    ]);
    expect(plain.some((type) => type?.startsWith("multipart/"))).toBe(false);
  });
});

test.each(["soap11", "soap12"] as const)(
  "node-soap adds a header to the message, and the parts follow it, in %s",
  async (binding) => {
    const [seen, headers]: [string[], string[]] = [[], []];
    const heard = await serveAlbums((soap) => {
      soap.addSoapHeader("<Session>1</Session>");
      soap.on("response", ({ result }: { result: string }) => seen.push(result));
    });
    const read = readSoapHeaders((blocks) => headers.push(...blocks.map(({ name }) => name)));
    const client = new AlbumsClient({ url: heard.url, binding, mtom: true, interceptors: [read] });
    expect(await client.fetch("a")).toEqual(cover);
    await heard.close();
    expect(headers).toEqual(["Session"]);
    expect(seen[0]).toMatch(/<soap:Header><Session>1<\/Session><\/soap:Header><soap:Body>.*<xop:Include /u);
  },
);

test("parts count in the limit of a body", async () => {
  const client = new AlbumsClient({ transport, mtom: true });
  const raw = [new Uint8Array(3_000_000), new Uint8Array(2_000_000)];
  await expect(client.store({ title: "a", raw })).rejects.toMatchObject({ reason: "TooLarge" });
});

test("node-soap sends parts that it names in its message, and reads those of the answer", async () => {
  const client = await createClientAsync(`${server.url}?wsdl`, { parseReponseAttachments: true }, server.url);
  const scan = Buffer.from(cover.subarray(0, 5_000));
  const include = {
    "xop:Include": {
      attributes: { "xmlns:xop": "http://www.w3.org/2004/08/xop/include", href: "cid:scan-1" },
    },
  };
  const attachment = { mimetype: "image/png", contentId: "scan-1", name: "scan.png", body: scan };
  const store = client["StoreAsync"] as (input: object, options: object) => Promise<[{ title: string }]>;
  const input = { title: "from node-soap", page: { scan: include } };
  const [answer] = await store(input, { attachments: [attachment], forceMTOM: true });
  expect(answer.title).toBe("from node-soap");
  const { parts } = client.lastResponseAttachments as {
    readonly parts: readonly { readonly body: Buffer; readonly headers: Record<string, string> }[];
  };
  expect(parts.map(({ body, headers }) => [Buffer.compare(body, scan), headers["content-type"]])).toEqual([
    [0, "image/png"],
  ]);
});

testWithPeer("python", "a service on Python's email package reads our parts, and we read its", async () => {
  const peer = await startMimePeer();
  const transport = nodeTransport({ url: peer.url });
  try {
    const client = new AlbumsClient({ transport, mtom: true });
    const page = [cover.subarray(0, 1_000), cover.subarray(7, 5_000)].map((scan) => ({ scan }));
    const sound = { contentType: "audio/amr", value: cover.subarray(0, 800) };
    const answer = await client.store({ title: "a", page, sound });
    expect(answer).toEqual({
      title: "a",
      page: page.map(({ scan }) => ({ scan: scan.toReversed() })),
    });
    expect(await peer.told()).toBe(
      "application/xop+xml, text/xml, image/png 1000, image/png 4993, audio/amr 800",
    );
  } finally {
    transport.close();
    peer.process.kill();
  }
});

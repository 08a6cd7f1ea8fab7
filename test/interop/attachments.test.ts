import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type RunningServer, serve } from "messenger-gen-host";
import type { ClientOptions, SoapAttachment } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport, type NodeTransport } from "messenger-gen-runtime/node";
import { builtModule } from "../generator/emit/built.js";
import { planFile } from "../generator/plan/contracts.js";
import { testWithPeer } from "../peers.js";
import { startMimePeer } from "./mime-peer/start.js";

const wsdl = "test/golden/attachments/service.wsdl";

interface Claim {
  readonly number: number;
  readonly form?: SoapAttachment | undefined;
  readonly page?: readonly SoapAttachment[] | undefined;
}

interface Submission {
  readonly body: { readonly claim: Claim };
  readonly photo: SoapAttachment;
  readonly letter: SoapAttachment;
}

interface Client {
  submit(
    input: Submission,
    headers?: object,
  ): Promise<{ readonly body: string; readonly receipt: SoapAttachment }>;
  scan(input: {
    readonly side: string;
    readonly über: SoapAttachment;
  }): Promise<{ readonly scan: SoapAttachment }>;
  file(input: { readonly claim: Claim }): Promise<Claim>;
}

interface Output {
  readonly Claims: AnyService;
  readonly ClaimsClient: new (options: ClientOptions) => Client;
}

const { plan, errors } = planFile(wsdl);
if (plan === undefined) throw new Error(errors.join("\n"));
const { Claims, ClaimsClient } = (await builtModule(plan, "attachments", "index")) as Output;

/** Returns its input. */
const claims = {
  submit: async ({ body, photo, letter }: Submission) => ({
    body: `${body.claim.number} ${letter.contentType}`,
    receipt: photo,
  }),
  scan: async ({ über }: { readonly über: SoapAttachment }) => ({ scan: über }),
  file: async ({ claim }: { readonly claim: Claim }) => claim,
};

let server: RunningServer;
let transport: NodeTransport;
beforeAll(async () => {
  const mounts = [{ path: "/claims", compatibility: "strict" }] as const;
  server = await serve({ service: Claims, implementation: claims, wsdl, host: "127.0.0.1", port: 0, mounts });
  transport = nodeTransport({ url: server.url });
});
afterAll(async () => {
  transport.close();
  await server.close();
});

const attachments: fc.Arbitrary<SoapAttachment> = fc.record({
  contentType: fc.constantFrom("image/jpeg", 'text/plain; charset="utf-8"', "application/octet-stream"),
  content: fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.uint8Array({ minLength: 700, maxLength: 1_500 })),
});
const claimValues = fc.record({
  number: fc.integer({ min: 0, max: 99 }),
  form: fc.option(attachments, { nil: undefined }),
  page: fc.option(fc.array(attachments, { minLength: 1, maxLength: 3 }), { nil: undefined }),
});

describe.each([true, false])("attachments round-trip, MTOM %s", (mtom) => {
  const clients = (): readonly Client[] => [
    new ClaimsClient({ transport, mtom }),
    new ClaimsClient({ transport: inMemoryTransport(Claims, claims), mtom }),
  ];

  test("of parts of the message", async () => {
    for (const client of clients()) {
      await fc.assert(
        fc.asyncProperty(claimValues, attachments, attachments, async (claim, photo, letter) => {
          expect(await client.submit({ body: { claim }, photo, letter }, { Key: "k" })).toEqual({
            body: `${claim.number} ${letter.contentType}`,
            receipt: photo,
          });
          expect(await client.scan({ side: "a", über: letter })).toEqual({ scan: letter });
        }),
        { numRuns: 10 },
      );
    }
  });

  test("that elements name", async () => {
    for (const client of clients()) {
      await fc.assert(
        fc.asyncProperty(claimValues, async (claim) => {
          expect(await client.file({ claim })).toEqual(claim);
        }),
        { numRuns: 10 },
      );
    }
  });
});

test.each<[string, string, string, RegExp]>([
  [
    "an operation with attachments in a document alone",
    "text/xml",
    "<t:Submit><t:claim><t:number>1</t:number></t:claim></t:Submit>",
    /soap:Client.*The message has no attachment for "part photo"/s,
  ],
  [
    "an element that names no attachment",
    "text/xml",
    "<t:Submit><t:claim><t:number>1</t:number><t:form>cid:x</t:form></t:claim></t:Submit>",
    /soap:Client.*The message has no attachment for "form"/s,
  ],
])("refused: %s", async (_, type, body, want) => {
  const action = body.includes("form") ? "urn:example#File" : "urn:example#Submit";
  const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:example"><e:Body>${body}</e:Body></e:Envelope>`;
  const headers = { "content-type": type, soapaction: action };
  const answer = await fetch(server.url, { method: "POST", headers, body: envelope });
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(want)]);
});

test("an attachment that cannot be sent is no call", async () => {
  const client = new ClaimsClient({ transport });
  const über = { contentType: "a/b\r\nX-Other: 1", content: new Uint8Array(0) };
  await expect(client.scan({ side: "a", über })).rejects.toMatchObject({ code: "InvalidInput" });
});

testWithPeer("python", "a service on Python's email package takes attachments, and sends some", async () => {
  const peer = await startMimePeer();
  const transport = nodeTransport({ url: peer.url });
  try {
    const client = new ClaimsClient({ transport });
    const content = Uint8Array.from({ length: 300 }, (_, at) => at & 255);
    const photo = { contentType: "image/png", content };
    const letter = { contentType: 'text/plain; charset="utf-8"', content: content.subarray(0, 9) };
    const answer = await client.submit({ body: { claim: { number: 7 } }, photo, letter });
    const receipt = { contentType: "application/octet-stream", content: content.toReversed() };
    expect(answer).toEqual({ body: "7", receipt });
    expect(await peer.told()).toBe("text/xml, None, photo image/png 300, letter text/plain 9");
  } finally {
    transport.close();
    peer.process.kill();
  }
});

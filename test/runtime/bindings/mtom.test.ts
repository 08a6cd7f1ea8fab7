import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { bindings, isRefused, serviceIndex, type WireResponse } from "#runtime/host.js";
import * as clientBindings from "#runtime/bindings/client-bindings.js";
import { sentPieces } from "#runtime/bindings/binding.js";
import { joinedBytes } from "#runtime/mime/joined-bytes.js";
import { leastOptimized, multipartRelated } from "#runtime/bindings/multipart-related.js";
import { maxMessageParts } from "#runtime/contract/multipart.js";
import { Album, albumNamespace, Store, type Photo } from "../album.js";
import { included } from "./included.js";

const index = serviceIndex(Album);
const utf8 = new TextEncoder();
const xop = "http://www.w3.org/2004/08/xop/include";
const include = (cid: string): string => `<x:Include xmlns:x="${xop}" href="cid:${cid}"/>`;
const bytes = Uint8Array.of(0, 13, 10, 45, 45, 255);

interface Message {
  readonly body: string;
  readonly parts?: readonly (readonly [head: string, content: Uint8Array])[];
  readonly version?: "soap11" | "soap12";
  readonly rootType?: string;
  readonly outer?: string;
}

const envelopes = {
  soap11: "http://schemas.xmlsoap.org/soap/envelope/",
  soap12: "http://www.w3.org/2003/05/soap-envelope",
};
const labels = { soap11: "text/xml", soap12: "application/soap+xml" };

function sent({ body, parts = [], version = "soap11", rootType, outer }: Message): {
  readonly type: string;
  readonly body: Uint8Array;
} {
  const label = rootType ?? `application/xop+xml; charset=UTF-8; type="${labels[version]}"`;
  const document = `<e:Envelope xmlns:e="${envelopes[version]}"><e:Body>${body}</e:Body></e:Envelope>`;
  const pieces = [
    [`Content-Type: ${label}\r\nContent-ID: <root@x>`, utf8.encode(document)] as const,
    ...parts,
  ].flatMap(([head, content]) => [
    ...utf8.encode(`--edge\r\n${head}\r\n\r\n`),
    ...content,
    ...utf8.encode("\r\n"),
  ]);
  const type =
    outer ??
    `multipart/related; type="application/xop+xml"; start="<root@x>"; start-info="${labels[version]}"; boundary=edge`;
  return { type, body: Uint8Array.from([...pieces, ...utf8.encode("--edge--")]) };
}

function decode(message: Message, headers: Record<string, string> = {}) {
  const { type, body } = sent(message);
  const request = {
    method: "POST",
    path: "",
    query: "",
    headers: { "content-type": type, soapaction: '"urn:example:album#Store"', ...headers },
    body,
  };
  return bindings.soap11.decode(request, index, {});
}

/** The input of `Store`, or the error in the message and its place. */
function read(message: Message): unknown {
  const call = decode(message);
  return isRefused(call)
    ? `${call.fault.reason} at ${call.fault.path ?? "-"}: ${call.fault.message}`
    : call.input;
}

const store = (inside: string): string => `<Store xmlns="${albumNamespace}">${inside}</Store>`;
const part = (id: string, content = bytes, more = ""): readonly [string, Uint8Array] => [
  `Content-Type: image/png\r\nContent-ID: <${id}>${more}`,
  content,
];

describe("an Include refers to the bytes of its part", () => {
  test.each<[string, Message, Partial<Photo>]>([
    ["SOAP 1.1", { body: store(`<image>${include("a@x")}</image>`), parts: [part("a@x")] }, { image: bytes }],
    [
      "SOAP 1.2",
      { version: "soap12", body: store(`<image>${include("a@x")}</image>`), parts: [part("a@x")] },
      { image: bytes },
    ],
    [
      "with white space and a comment around it",
      { body: store(`<image>\n <!-- c -->${include("a@x")}\n</image>`), parts: [part("a@x")] },
      { image: bytes },
    ],
    [
      "as an element with an end tag",
      {
        body: store(`<image><x:Include xmlns:x="${xop}" href="cid:a@x"></x:Include></image>`),
        parts: [part("a@x")],
      },
      { image: bytes },
    ],
    [
      "an id with %",
      { body: store(`<image>${include("a%40x%2F")}</image>`), parts: [part("a@x/")] },
      { image: bytes },
    ],
    [
      "an id that stands with % in both places",
      { body: store(`<image>${include("a@http%3A%2F%2Fx")}</image>`), parts: [part("a@http%3A%2F%2Fx")] },
      { image: bytes },
    ],
    [
      "in each element of a list, next to base64",
      {
        body: store(`<image/><page>${include("a@x")}</page><page>AAAA</page><page>${include("b@x")}</page>`),
        parts: [part("b@x", Uint8Array.of(2)), part("a@x", Uint8Array.of(1))],
      },
      { image: new Uint8Array(0), page: [Uint8Array.of(1), new Uint8Array(3), Uint8Array.of(2)] },
    ],
    [
      "in a restricted type",
      { body: store(`<image/><code>${include("a@x")}</code>`), parts: [part("a@x", Uint8Array.of(7, 8))] },
      { image: new Uint8Array(0), code: Uint8Array.of(7, 8) },
    ],
    [
      "in open content, as the base64 it stands for",
      {
        body: store(`<image/><more>a<b>${include("a@x")}</b></more>`),
        parts: [part("a@x", Uint8Array.of(0, 0, 0))],
      },
      {
        image: new Uint8Array(0),
        more: ["a", { namespace: albumNamespace, name: "b", attributes: [], children: ["AAAA"] }],
      },
    ],
    [
      "in a part that was encoded for transport",
      {
        body: store(`<image>${include("a@x")}</image>`),
        parts: [part("a@x", utf8.encode("AAEC\r\n"), "\r\nContent-Transfer-Encoding: base64")],
      },
      { image: Uint8Array.of(0, 1, 2) },
    ],
    ["in no element at all", { body: store("<image>AAAA</image>") }, { image: new Uint8Array(3) }],
  ])("%s", (_, message, want) => {
    expect(read(message)).toEqual(want);
  });
});

describe("refused", () => {
  const path = "Envelope.Body.Store.image";
  test.each<[string, Message, string]>([
    [
      "no part of the id",
      { body: store(`<image>${include("b@x")}</image>`), parts: [part("a@x")] },
      `InvalidValue at ${path}.Include: Server was unable to read request. ---> The message has no part that xop:Include names.`,
    ],
    [
      "no href",
      { body: store(`<image><x:Include xmlns:x="${xop}"/></image>`) },
      `InvalidValue at ${path}.Include: Server was unable to read request. ---> The message has no part that xop:Include names.`,
    ],
    [
      "an href to a place on a network",
      { body: store(`<image><x:Include xmlns:x="${xop}" href="http://example.com/"/></image>`) },
      `InvalidValue at ${path}.Include: Server was unable to read request. ---> The message has no part that xop:Include names.`,
    ],
    [
      "two parts of one id",
      { body: store(`<image>${include("a@x")}</image>`), parts: [part("a@x"), part("a@x")] },
      `InvalidValue at ${path}.Include: Server was unable to read request. ---> The part that xop:Include names is not one, or is included twice.`,
    ],
    [
      "a part included twice",
      { body: store(`<image>${include("a@x")}</image><page>${include("a@x")}</page>`), parts: [part("a@x")] },
      "InvalidValue at Envelope.Body.Store.page.Include: Server was unable to read request. ---> The part that xop:Include names is not one, or is included twice.",
    ],
    [
      "text before it",
      { body: store(`<image>AA${include("a@x")}</image>`), parts: [part("a@x")] },
      `InvalidValue at ${path}: Server was unable to read request. ---> Something stands beside xop:Include.`,
    ],
    [
      "text behind it",
      { body: store(`<image>${include("a@x")}AA</image>`), parts: [part("a@x")] },
      `InvalidValue at ${path}: Server was unable to read request. ---> Something stands beside xop:Include.`,
    ],
    [
      "two of them",
      { body: store(`<image>${include("a@x")}${include("b@x")}</image>`), parts: [part("a@x"), part("b@x")] },
      `InvalidValue at ${path}: Server was unable to read request. ---> Something stands beside xop:Include.`,
    ],
    [
      "another element",
      { body: store("<image><b/></image>") },
      `InvalidValue at ${path}: Server was unable to read request. ---> image holds an element where only text may be.`,
    ],
    [
      "an Include in a message that is no XOP package",
      { body: store(`<image>${include("a@x")}</image>`), parts: [part("a@x")], rootType: "text/xml" },
      `InvalidValue at ${path}.Include: Server was unable to read request. ---> The message has no part that xop:Include names.`,
    ],
    [
      "a part that is not of the type",
      { body: store(`<image/><code>${include("a@x")}</code>`), parts: [part("a@x", new Uint8Array(5))] },
      "InvalidValue at Envelope.Body.Store.code: Server was unable to read request. ---> code: Code: the length is 5, more than 4.",
    ],
    [
      "no boundary",
      { body: store("<image/>"), outer: "multipart/related" },
      "UnsupportedMediaType at -: The media type of a multipart message has a boundary.",
    ],
    [
      "a start that names nothing",
      { body: store("<image/>"), outer: 'multipart/related; start="<other@x>"; boundary=edge' },
      "MalformedMessage at -: The multipart message is not well-formed, or has more than 1000 parts.",
    ],
    [
      "too many parts",
      { body: store("<image/>"), parts: Array.from({ length: maxMessageParts }, (_, at) => part(`${at}@x`)) },
      "MalformedMessage at -: The multipart message is not well-formed, or has more than 1000 parts.",
    ],
    [
      "a root that is no SOAP message",
      { body: store("<image/>"), rootType: "image/png" },
      "UnsupportedMediaType at -: Not the media type of a SOAP message: image/png",
    ],
  ])("%s", (_, message, want) => {
    expect(read(message)).toBe(want);
  });
});

test.each<[string, Message, Record<string, string>, boolean]>([
  ["a request that came as MTOM", { body: store("<image/>") }, {}, true],
  ["one with attachments", { body: store("<image/>"), rootType: "text/xml" }, {}, false],
  [
    "one with attachments that accepts it",
    { body: store("<image/>"), rootType: "text/xml" },
    { accept: 'multipart/related; type="application/xop+xml"' },
    true,
  ],
  ["any answer", { body: store("<image/>"), rootType: "text/xml" }, { accept: "*/*" }, false],
])("callers that accept MTOM: %s", (_, message, headers, want) => {
  expect(decode(message, headers)).toMatchObject({ takesMtom: want });
});

describe("an answer", () => {
  const large = new Uint8Array(leastOptimized).fill(7);
  const small = large.subarray(1);
  test.each<[string, boolean | undefined, boolean, Uint8Array, boolean]>([
    ["is MTOM for who takes it", undefined, true, large, true],
    ["is a document for everybody else", undefined, false, large, false],
    ["is a document where nothing is worth a part", undefined, true, small, false],
    ["is MTOM always", true, false, large, true],
    ["is MTOM always, also without parts", true, false, small, true],
    ["is MTOM never", false, true, large, false],
  ])("%s", (_, mtom, takesMtom, image, want) => {
    const service = serviceIndex(Album, { mtom });
    const answer = bindings.soap12.encode(Store, { image }, service, { takesMtom });
    expect(answer.around !== undefined).toBe(want);
    expect(answer.body.join("").includes("xop:Include")).toBe(want && image === large);
  });

  test("a contract may require MTOM, and options override it", () => {
    expect(serviceIndex({ ...Album, mtom: true }).mtom).toBe(true);
    expect(serviceIndex({ ...Album, mtom: true }, { mtom: false }).mtom).toBe(false);
    expect(serviceIndex(Album).mtom).toBeUndefined();
  });

  test("MTOM needs a contract with bytes, or the code for it", () => {
    const { multipart, ...plain } = Album;
    expect(() => serviceIndex(plain, { mtom: true })).toThrow(RangeError);
    expect(serviceIndex(plain, { mtom: true, multipart: multipartRelated }).mtom).toBe(true);
    expect(multipart).toBe(multipartRelated);
  });
});

describe("a request with MTOM has its media type", () => {
  const action = "urn:example:album#Store";
  const type = (soap: string): RegExp =>
    new RegExp(
      `^multipart/related; type="application/xop\\+xml"; start="<root\\.[0-9a-f]{32}@messenger-gen>"; start-info="${soap}"; `,
    );
  test.each([
    ["soap11", type("text/xml"), { soapaction: `"${action}"` }],
    ["soap12", new RegExp(`${type("application/soap\\+xml").source}action="${action}"; `), {}],
  ] as const)("%s", (version, contentType, more) => {
    const { headers } = clientBindings[version].request(
      Store,
      { image: bytes },
      serviceIndex(Album, { mtom: true }),
      undefined,
    );
    expect(headers).toEqual({
      ...more,
      "content-type": expect.stringMatching(contentType),
      accept:
        'multipart/related; type="application/xop+xml", application/xop+xml, text/xml, application/soap+xml',
    });
  });
});

/** A response that has been sent, read by our own reader. */
function opened(answer: WireResponse) {
  const whole = joinedBytes(sentPieces(answer));
  const received = multipartRelated.open(answer.around?.contentType ?? "", whole);
  return { document: new TextDecoder().decode(received.document), parts: received.parts() };
}

test("a sender makes no more parts than a reader takes", () => {
  const page = Array.from({ length: maxMessageParts + 10 }, () => new Uint8Array(leastOptimized));
  const service = serviceIndex(Album, { mtom: true });
  const { document } = opened(bindings.soap11.encode(Store, { image: bytes, page }, service));
  expect(document.split("xop:Include ").length - 1).toBe(maxMessageParts - 1);
});

test("rows that are written while the answer is sent keep their bytes in the document", async () => {
  const image = new Uint8Array(leastOptimized).fill(1);
  async function* pages() {
    for (let at = 0; at < 3; at++) yield new Uint8Array(leastOptimized);
  }
  const value = { image, page: pages() };
  const { rest, ...answer } = bindings.soap11.encode(Store, value, serviceIndex(Album), { takesMtom: true });
  const body = [...answer.body];
  for await (const piece of rest ?? []) body.push(piece);
  const { document, parts } = opened({ ...answer, body });
  const [, url = ""] = /<xop:Include[^>]*href="([^"]*)"/.exec(document) ?? [];
  expect(included(parts, url)).toEqual(image);
  expect(document.split("xop:Include ").length - 1).toBe(1);
  expect(document.split(`<page>${"A".repeat((leastOptimized / 3) * 4)}</page>`).length - 1).toBe(3);
});

test("hostile packages are read or refused, never an internal error", () => {
  const pieces = fc.constantFrom(
    ...[
      "--edge",
      "--",
      "\r\n",
      "\n",
      "Content-Type: application/xop+xml; type=text/xml",
      "Content-ID: <a@x>",
    ],
    ...[
      "<Envelope>",
      include("a@x"),
      "Content-Transfer-Encoding: base64",
      "\0",
      "é",
      " ",
      ";",
      '"',
      "multipart/related",
    ],
  );
  const types = fc.constantFrom(
    ...[
      "multipart/related; boundary=edge",
      'multipart/related; boundary=edge; start="<a@x>"; start-info="text/xml; action="',
    ],
  );
  fc.assert(
    fc.property(types, fc.array(pieces, { maxLength: 40, size: "max" }), (type, given) => {
      const body = utf8.encode(given.join(""));
      const request = { method: "POST", path: "", query: "", headers: { "content-type": type }, body };
      const call = bindings.soap11.decode(request, index, {});
      expect(isRefused(call) ? call.fault.reason : "").not.toBe("Internal");
    }),
  );
});

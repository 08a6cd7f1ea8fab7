import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MessengerClient } from "#generated/client.js";
import type { FindListsResult } from "#generated/records.js";
import { ClientError, ServiceFault, type TransportResponse } from "#runtime/index.js";
import { withSplitTexts } from "../../generator/round-trip/rewriting.js";
import { arriving, input, list, piecesAt, readAll, responseTo } from "./chunked.js";
import { runsOf } from "../../in-time.js";

const numRuns = runsOf(150);
const encoder = new TextEncoder();

/** The result as the ordinary call reads it; undefined for an error. */
const whole = async (
  response: TransportResponse,
  binding: "soap11" | "soap12" = "soap11",
): Promise<FindListsResult | undefined> => {
  const client = new MessengerClient({ transport: { send: async () => response } });
  try {
    return await client.findDistributionLists(input, { binding });
  } catch (error) {
    if (error instanceof ClientError || error instanceof ServiceFault) return undefined;
    throw error;
  }
};

/** The output at the end: with the first item only. */
const withFirst = (result: FindListsResult): FindListsResult => ({
  ...result,
  Lists: result.Lists?.slice(0, 1),
});

const text = `a <b> & "c" 'd' ]]> &lt; \r\n\t é \u{1f600}`;
const small: FindListsResult = {
  ErrorCode: 0,
  Result: text,
  Lists: [list(1, { Name: text }), null, list(2)],
};

describe.each(["soap11", "soap12"] as const)("items over %s are those of the whole response", (binding) => {
  test("with a boundary at every byte", async () => {
    const response = await responseTo(small, binding);
    for (let place = 0; place <= response.body.length; place++) {
      const { transport } = arriving(response, piecesAt(response.body, [place]));
      expect(await readAll(transport, { binding })).toEqual({ items: small.Lists, end: withFirst(small) });
    }
  });

  test("byte by byte, with texts split by references, CDATA sections and comments", async () => {
    const response = await responseTo(small, binding);
    const body = encoder.encode(withSplitTexts(new TextDecoder().decode(response.body)));
    const { transport } = arriving(
      response,
      [...body].map((byte) => Uint8Array.of(byte)),
    );
    expect(await readAll(transport, { binding })).toEqual({ items: small.Lists, end: withFirst(small) });
  });
});

test.each(["utf-8", "utf-16le", "utf-16be", "utf-16", "iso-8859-1"])(
  "items in %s are read",
  async (charset) => {
    const response = await responseTo({ ...small, Result: "é", Lists: [list(1, { Name: "é" })] });
    const decoded = new TextDecoder().decode(response.body).replace(/^<\?xml[^>]*>/, "");
    const bytes = encoded(decoded, charset);
    const contentType = `text/xml; charset=${charset}`;
    for (let place = 0; place <= bytes.length; place += 3) {
      const { transport } = arriving({ contentType }, piecesAt(bytes, [place, place + 1]));
      expect(await readAll(transport)).toEqual({
        items: [list(1, { Name: "é" })],
        end: { ErrorCode: 0, Result: "é", Lists: [list(1, { Name: "é" })] },
      });
    }
  },
);

function encoded(document: string, charset: string): Uint8Array {
  if (charset === "utf-8") return encoder.encode(document);
  if (charset === "iso-8859-1") return Uint8Array.from(Array.from(document, (each) => each.charCodeAt(0)));
  const units = charset === "utf-16" ? `\ufeff${document}` : document;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < units.length; at++)
    view.setUint16(at * 2, units.charCodeAt(at), charset !== "utf-16be");
  return bytes;
}

/** Text that changes what a document means. */
const insertions = [
  ...[
    "<",
    ">",
    "&",
    "'",
    '"',
    "/",
    "]]>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?p ?>",
    "<!-- > < -->",
    "&amp;",
    "é",
  ],
  ...["<x/>", "<x>", "</x>", "<x a='>'/>", "<Lists>", "</Lists>", "<Lists/>", "</soap:Body>", "\u0001", " "],
  ...[
    "<DistributionListDescription/>",
    "<a:DistributionListDescription/>",
    "<Result>x</Result>",
    " xmlns='u'",
  ],
  ...[
    " xsi:nil='true'",
    " xmlns:a='http://pmmsoapmessenger.com/'",
    "<!DOCTYPE a>",
    "</DistributionListDescription>",
  ],
];

const changes = fc.array(
  fc.record({
    place: fc.nat(),
    removed: fc.nat({ max: 40 }),
    inserted: fc.oneof(fc.constant(""), fc.constantFrom(...insertions)),
  }),
  { maxLength: 3 },
);

const results = fc.record({
  ErrorCode: fc.integer({ min: -5, max: 5 }),
  Result: fc.option(fc.constantFrom("", "OK", text), { nil: undefined }),
  Lists: fc.option(
    fc.array(
      fc.option(fc.tuple(fc.nat(), fc.constantFrom("", "a", text)).map(([at, Name]) => list(at, { Name }))),
      { maxLength: 6 },
    ),
    { nil: undefined },
  ),
});

test("a changed document in any chunks gives the items of the whole response, or an error", async () => {
  let read = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(results, changes, fc.array(fc.nat(), { maxLength: 8 }), async (result, edits, cuts) => {
      const response = await responseTo(result);
      let document = new TextDecoder().decode(response.body);
      for (const { place, removed, inserted } of edits) {
        const at = place % (document.length + 1);
        document = document.slice(0, at) + inserted + document.slice(at + removed);
      }
      const body = encoder.encode(document);
      const expected = await whole({ ...response, body });
      const places = cuts.map((cut) => cut % (body.length + 1));
      const { transport } = arriving(response, piecesAt(body, places));
      const { items, end } = await readAll(transport);
      if (expected === undefined) {
        refused++;
        expect(end).toEqual(expect.any(String));
        return;
      }
      read++;
      expect({ items, end }).toEqual({ items: expected.Lists ?? [], end: withFirst(expected) });
    }),
    { numRuns: numRuns * 4 },
  );
  expect(read).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});

import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { encodeMmsContent, encodeSubmission } from "#server/networks/mm7/documents/submit-message.js";
import { readMmsContent } from "#server/networks/mm7/documents/mms-content.js";
import { type MmsPart, usualMmsOptions } from "#server/domain/message/mms-message.js";
import { entityOf, readSubmission } from "./submission.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text: MmsPart = { contentType: "text/plain; charset=utf-8", contentId: "text", body: bytes("Schön") };
const picture: MmsPart = {
  contentType: "image/png",
  contentId: "picture",
  body: Uint8Array.of(0x89, 13, 10, 0, 255),
};
const smil: MmsPart = { contentType: "application/smil", contentId: "", body: bytes("<smil/>") };

describe("the content of an MMS", () => {
  test.each([
    { name: "nothing", parts: [], want: undefined },
    { name: "a part alone is itself", parts: [picture], want: "image/png" },
    { name: "several", parts: [text, picture], want: 'multipart/mixed; boundary="b"' },
    {
      name: "with a presentation, which comes first",
      parts: [text, smil],
      want: 'multipart/related; boundary="b"; type="application/smil"; start="<presentation>"',
    },
  ])("$name", ({ parts, want }) => {
    expect(encodeMmsContent(parts, "b")?.contentType).toBe(want);
  });

  test.each(["a\r\nX: y", "<a>", "", " a", "é", "a".repeat(257)])(
    "a name that no field can hold is left out: %j",
    (contentId) => {
      const encoded = encodeMmsContent([{ ...text, contentId }, picture], "b");
      const head = new TextDecoder().decode(encoded?.body).split("\r\n\r\n")[0];
      expect(head).toBe("--b\r\nContent-Type: text/plain; charset=utf-8");
    },
  );

  test("any bytes come back as they were, in order", () => {
    const part = fc.record({
      contentType: fc.constantFrom("image/png", "audio/amr", "application/smil"),
      contentId: fc.stringMatching(/^[a-z0-9.@-]{1,20}$/),
      body: fc.uint8Array({ maxLength: 60 }),
    });
    const isSmil = ({ contentType }: MmsPart): boolean => contentType === "application/smil";
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const encoded = encodeMmsContent(parts, "edge-7f3a");
        const found = encoded && readMmsContent(entityOf(encoded));
        const start = parts.find(isSmil);
        const ordered = start === undefined ? parts : [start, ...parts.filter((each) => each !== start)];
        const wanted = parts.length > 1 ? ordered : ordered.map((each) => ({ ...each, contentId: "" }));
        expect(found).toEqual(wanted);
      }),
    );
  });
});

describe("the body of a submission", () => {
  const sender = { schema: "REL-5-MM7-1-2", version: "5.6.0", vaspId: "1", vasId: "2" };
  const address = { sender: "Shop", recipient: "12025550101" };
  const submit = { transactionId: "t", ...address, subject: "Hi", at: 0, wishes: usualMmsOptions };

  test("without parts is the document alone", () => {
    const encoded = encodeSubmission(sender, submit, [], "x");
    expect(encoded.contentType).toBe("text/xml; charset=utf-8");
    expect(new TextDecoder().decode(encoded.body)).not.toContain("<Content");
  });

  test.each([
    { name: "one part", parts: [picture] },
    { name: "several", parts: [text, picture] },
  ])("with $name: the document first, which names the content", ({ parts }) => {
    const encoded = encodeSubmission(sender, submit, parts, "x");
    const type = 'multipart/related; boundary="mm7-x"; type="text/xml"; start="<mm7-envelope>"';
    expect(encoded.contentType).toBe(type);
    const read = readSubmission(encoded);
    expect(read.envelope).toContain('<Content href="cid:mm7-content" allowAdaptations="true" />');
    expect(read.parts.map(({ body }) => body)).toEqual(parts.map(({ body }) => body));
  });
});

/** Responses that depart from the rules: what is read, how it is reported, and that it can be refused. */
import { describe, expect, test } from "@jest/globals";
import {
  lenientReading,
  type Forgiven,
  type ForgivenKind,
  type LenientOptions,
} from "#runtime/interceptors.js";
import { envelope, Greet, namespace } from "../greeter.js";

import { type Answer, bytes, type Called, ended, good, Leave, Tell } from "./departing.js";
describe("the envelope of a response", () => {
  const mark = "\ufeff";
  test.each<[string, Answer, ForgivenKind | undefined]>([
    ["as it should be", { text: good }, undefined],
    ["no Content-Type", { text: good, contentType: undefined }, "mediaType"],
    ["text/html", { text: good, contentType: "text/html" }, "mediaType"],
    ["text/plain with a charset", { text: good, contentType: "text/plain; charset=utf-8" }, "mediaType"],
    ["application/xml", { text: good, contentType: "application/xml" }, "mediaType"],
    ["application/octet-stream", { text: good, contentType: "application/octet-stream" }, "mediaType"],
    ["a doubled Content-Type", { text: good, contentType: "text/xml, text/xml; charset=utf-8" }, "mediaType"],
    ["a doubled charset", { text: good, contentType: "text/xml; charset=utf-8, text/xml" }, "charset"],
    ["an unknown charset", { text: good, contentType: "text/xml; charset=utf8mb4" }, "charset"],
    [
      "a mark of UTF-8 and another charset",
      { text: mark + good, contentType: "text/xml; charset=iso-8859-1" },
      "charset",
    ],
    [
      "a mark of UTF-16 and utf-8",
      { body: bytes(mark + good, "utf16le"), contentType: "text/xml; charset=utf-8" },
      "charset",
    ],
    [
      "a mark of UTF-16 and utf-16",
      { body: bytes(mark + good, "utf16le"), contentType: "text/xml; charset=utf-16" },
      undefined,
    ],
    ["a line feed before the declaration", { text: `\n<?xml version="1.0"?>${good}` }, "declaration"],
    [
      "spaces before the declaration",
      { text: ` \r\n\t<?xml version="1.0" encoding="utf-8"?>${good}` },
      "declaration",
    ],
    ["a second mark", { text: `${mark}${mark}<?xml version="1.0"?>${good}` }, "declaration"],
    ["white space before an envelope without one", { text: `\n${good}` }, undefined],
    [
      "a declaration of UTF-16 for one byte a character",
      { text: `<?xml version="1.0" encoding="utf-16"?>${good}`, contentType: "text/xml" },
      "charset",
    ],
    ["a charset of UTF-16 for the same", { text: good, contentType: "text/xml; charset=utf-16" }, "charset"],
    ["status 201", { text: good, status: 201 }, "status"],
    ["status 202", { text: good, status: 202 }, "status"],
    ["status 203", { text: good, status: 203 }, "status"],
  ])("%s", async (_title, answer, kind) => {
    const accepted = await ended(answer, {}, Greet);
    expect(accepted).toEqual({
      failure: "no error",
      result: { Text: "a", Count: 1 },
      heard: kind === undefined ? [] : [expect.objectContaining({ kind })],
    });
    const refused = await ended(answer, { departures: "refuse" }, Greet);
    expect(refused.failure === "no error").toBe(kind === undefined);
    if (kind === undefined) return;
    const heard: Forgiven[] = [];
    const lenient = (options?: LenientOptions) => ({
      interceptors: [lenientReading((each) => heard.push(...each), options)],
    });
    expect((await ended(answer, lenient(), Greet)).result).toEqual({ Text: "a", Count: 1 });
    expect(heard.map((each) => each.kind)).toEqual([kind]);
    expect((await ended(answer, lenient({ [kind]: false }), Greet)).failure).not.toBe("no error");
  });
});

describe("operations that expect nothing", () => {
  const fault = envelope(
    "soap11",
    "<s:Fault xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>",
  );
  test.each<[string, Called<unknown>, Answer, string]>([
    ["one-way, 202 empty", Tell, { status: 202 }, "no error"],
    ["one-way, 200 empty, text/html", Tell, { contentType: "text/html" }, "no error"],
    ["one-way, 204", Tell, { status: 204, contentType: undefined }, "no error"],
    ["one-way, white space", Tell, { text: "\r\n" }, "no error"],
    ["one-way, an envelope", Tell, { text: good }, "no error"],
    ["one-way, an empty envelope, 202", Tell, { status: 202, text: envelope("soap11", "") }, "no error"],
    ["one-way, an envelope that is not well-formed", Tell, { text: good.slice(0, -20) }, "no error"],
    ["one-way, text", Tell, { text: "OK", contentType: "text/plain" }, "no error"],
    ["one-way, JSON", Tell, { text: "{}", contentType: "application/json" }, "no error"],
    ["one-way, a fault with 200", Tell, { text: fault }, "fault InvalidValue: no"],
    [
      "one-way, a page",
      Tell,
      { text: "<html><body>Log in</body></html>", contentType: "text/html" },
      "HtmlPage: Status 200 with text/html: Log in",
    ],
    [
      "one-way, a page as XML",
      Tell,
      { text: "<!DOCTYPE html><html><p>Log in</p></html>" },
      "Protocol: Status 200 with text/xml; charset=utf-8: Log in",
    ],
    [
      "one-way, 500 with text",
      Tell,
      { status: 500, text: "no", contentType: "text/plain" },
      "Protocol: Status 500 with text/plain: no",
    ],
    ["without content, 200 empty", Leave, {}, "no error"],
    ["without content, 202 empty", Leave, { status: 202 }, "no error"],
    ["without content, 204", Leave, { status: 204 }, "no error"],
    ["without content, an empty Body", Leave, { text: envelope("soap11", "") }, "no error"],
    [
      "without content, another status",
      Leave,
      { status: 500 },
      "Protocol: Status 500 with text/xml; charset=utf-8",
    ],
    ["a result, 200 empty", Greet, {}, "Protocol: Status 200 with text/xml; charset=utf-8"],
    [
      "a result, an empty Body",
      Greet,
      { text: envelope("soap11", "") },
      `Protocol: soap:Body is empty; expected the element GreetResponse of ${namespace}`,
    ],
  ])("%s", async (_title, operation, answer, want) => {
    const found = await ended(answer, {}, operation);
    expect(found.failure.replace(/: XML .*/, "")).toBe(want);
  });
});

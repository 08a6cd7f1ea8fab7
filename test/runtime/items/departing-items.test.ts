/** Responses that depart from the rules, read item by item. */
import { describe, expect, test } from "@jest/globals";
import { MessengerClient } from "#generated/client.js";
import { DetailFault, type TransportResponse } from "#runtime/index.js";
import type { XmlReader } from "#runtime/xml.js";
import { string } from "#runtime/codec.js";
import { itemsOf } from "#runtime/items.js";
import { arriving, input, list, lists, piecesAt, readAll, responseTo } from "./chunked.js";

const result = { ErrorCode: 0, Result: "OK", Lists: [list(1), list(2), list(3)] };
const whole = new TextDecoder().decode((await responseTo(result)).body);

/** The response with another text, in chunks of 50 bytes. */
const chunked = (response: Partial<TransportResponse>, text: string) => {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / 50);
  return arriving(
    response,
    piecesAt(
      bytes,
      Array.from({ length: count }, (_, at) => at * 50),
    ),
  );
};

describe("items of a response that departs", () => {
  test.each<[string, Partial<TransportResponse>, string]>([
    ["without a Content-Type", { contentType: undefined }, ""],
    ["text/html", { contentType: "text/html" }, ""],
    ["application/xml", { contentType: "application/xml; charset=utf-8" }, ""],
    ["a doubled Content-Type", { contentType: "text/xml, text/xml" }, ""],
    ["a mark against the charset", { contentType: "text/xml; charset=iso-8859-1" }, "\ufeff"],
    ["an unknown charset", { contentType: "text/xml; charset=utf8mb4" }, ""],
    ["space before the declaration", {}, '\r\n<?xml version="1.0"?>'],
  ])("%s", async (_title, response, before) => {
    const text = before + whole.replace(/^<\?xml.*?\?>/, "");
    const heard: unknown[] = [];
    const given = { departures: (each: unknown) => heard.push(each) };
    const { transport } = chunked(response, text);
    expect(await readAll(transport, {}, given)).toEqual({
      items: result.Lists,
      end: { ...result, Lists: [list(1)] },
    });
    expect(heard).toHaveLength(1);
    const refused = await readAll(chunked(response, text).transport, {}, { departures: "refuse" });
    expect(refused.items).toEqual([]);
  });

  test.each<[string, Partial<TransportResponse>, string]>([
    ["a web page", { contentType: "text/html" }, "<!DOCTYPE html><html><body>Log in</body></html>"],
    ["text", { contentType: "text/plain" }, "OK"],
    ["nothing", { contentType: undefined }, ""],
  ])("%s is none", async (_title, response, text) => {
    const { items, end } = await readAll(chunked(response, text).transport);
    expect(items).toEqual([]);
    expect(end).toMatch(/^(?:HtmlPage|Protocol): Status 200 with /);
  });
});

describe("a declared fault of a response that arrives whole", () => {
  class Lost extends DetailFault<string> {}
  const faults = [
    {
      error: Lost,
      detail: {
        element: { namespace: "urn:lost", name: "Lost" },
        read: (r: XmlReader) => r.value(string, undefined) ?? "",
      },
    },
  ];
  test.each([10, 64 * 1024, 200 * 1024])("of %d characters keeps its detail", async (length) => {
    const detail = "x".repeat(length);
    const text =
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>` +
      `<faultstring>Lost</faultstring><detail><Lost xmlns="urn:lost">${detail}</Lost></detail></s:Fault></s:Body></s:Envelope>`;
    const response = { status: 500, contentType: "text/xml", body: new TextEncoder().encode(text) };
    const client = new MessengerClient({ transport: { send: async () => response } });
    const failing = { ...lists, operation: { ...lists.operation, faults } };
    const found = await itemsOf(client, failing, input).catch((error: unknown) => error);
    expect(found).toBeInstanceOf(Lost);
    expect(found).toHaveProperty("detail", detail);
  });
});

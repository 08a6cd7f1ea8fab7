import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope, envelopes, namespace } from "../../runtime/greeter.js";
import { post, recordingGreeter, serveGreeter } from "../greeter/server.js";

let server: RunningServer;
const inputs: unknown[] = [];
beforeAll(async () => {
  server = await serveGreeter({ implementation: recordingGreeter(inputs) });
});
afterAll(() => server.close());
beforeEach(() => {
  inputs.length = 0;
});

const greet = element("Greet");
const withName = (name: string): string => greet.replace("Ann", name);

describe("envelopes of existing programs", () => {
  const soap = envelopes.soap11;
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const full = `${declaration}${envelope("soap11", greet)}`;
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");
  test.each<{ name: string; message: string | Buffer; headers?: Record<string, string>; want?: object }>([
    { name: "as a library writes it", message: full },
    { name: "without declaration", message: envelope("soap11", greet) },
    { name: "with white space before it", message: `\r\n  ${envelope("soap11", greet)}` },
    { name: "with white space behind it", message: `${full}\r\n\r\n` },
    { name: "with a byte order mark", message: `\ufeff${full}` },
    { name: "with single quotes", message: full.replaceAll('"', "'") },
    {
      name: "with utf-16 declared over UTF-8",
      message: full.replace("utf-8", "utf-16"),
      headers: { "Content-Type": "text/xml; charset=utf-8" },
    },
    {
      name: "in UTF-16",
      message: utf16(full.replace("utf-8", "utf-16")),
      headers: { "Content-Type": "text/xml" },
    },
    {
      name: "with its own prefixes",
      message: `<S:Envelope xmlns:S="${soap}" xmlns:m="${namespace}"><S:Header/><S:Body><m:Greet><m:customerID>42</m:customerID><m:name>Ann</m:name><m:loud>false</m:loud></m:Greet></S:Body></S:Envelope>`,
    },
    {
      name: "without prefixes at all",
      message: `<Envelope xmlns="${soap}"><Body>${greet}</Body></Envelope>`,
    },
    { name: "with a SOAPAction", message: full, headers: { SOAPAction: `"${namespace}Greet"` } },
    { name: "with a SOAPAction without quotes", message: full, headers: { SOAPAction: `${namespace}Greet` } },
    {
      name: "in other order",
      message: envelope(
        "soap11",
        `<Greet xmlns="${namespace}"><loud>0</loud><name>Ann</name><customerID> 42 </customerID></Greet>`,
      ),
    },
    {
      name: "without an optional element",
      message: envelope("soap11", greet.replace("<name>Ann</name>", "")),
      want: { customerID: 42, name: undefined, loud: false },
    },
    {
      name: "with an empty element",
      message: envelope("soap11", withName("")),
      want: { customerID: 42, name: "", loud: false },
    },
    {
      name: "with elements nobody knows",
      message: envelope("soap11", greet.replace("<name>", "<extra><a/></extra><name>")),
    },
    {
      name: "with elements of another namespace",
      message: envelope("soap11", greet.replace("<name>", '<name xmlns="urn:other">Eve</name><name>')),
    },
    {
      name: "with comments between elements",
      message: envelope("soap11", greet.replaceAll("><", "><!-- c --><")),
    },
    { name: "with indentation", message: envelope("soap11", greet.replaceAll("><", ">\r\n\t<")) },
    {
      name: "with types",
      message: envelope(
        "soap11",
        greet.replace(
          "<customerID>",
          '<customerID xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema" i:type="x:int">',
        ),
      ),
    },
    {
      name: "with a header",
      message: envelope("soap11", greet, '<e:Header><a:To xmlns:a="urn:a">x</a:To></e:Header>'),
    },
    {
      name: "with an encoding style",
      message: envelope("soap11", greet).replace("<e:Body>", '<e:Body e:encodingStyle="">'),
    },
  ])("$name", async ({ message, headers = {}, want = { customerID: 42, name: "Ann", loud: false } }) => {
    const reply = await post(server, "soap11", message, headers);
    expect(reply.body).toContain("<Count>42</Count>");
    expect(reply.status).toBe(200);
    expect(inputs).toEqual([want]);
  });
});

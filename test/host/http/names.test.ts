import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope, namespace } from "../../runtime/greeter.js";
import { mountPath, type Reply, post, send, serveGreeter } from "../greeter/server.js";

let server: RunningServer;
beforeAll(async () => {
  server = await serveGreeter();
});
afterAll(() => server.close());

/** Members that every object of JavaScript has, or that mean something to it. */
const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "then",
];

const greet = element("Greet");
const typed = greet.replace(
  "<name>",
  '<name xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="NAME">',
);
const soap = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  post(server, "soap11", envelope("soap11", body), headers);
const form = (path: string, body: string) =>
  send(server, {
    path: mountPath + path,
    body,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });

/** A place for a name in a request, and the status of the response. */
const places: readonly {
  readonly place: string;
  readonly ask: (name: string) => Promise<Reply>;
  want: number;
}[] = [
  { place: "element in Body", ask: (name) => soap(`<${name} xmlns="${namespace}"/>`), want: 500 },
  {
    place: "unknown field",
    ask: (name) => soap(greet.replace("<name>", `<${name}><a/></${name}><name>`)),
    want: 200,
  },
  { place: "attribute", ask: (name) => soap(greet.replace("<name>", `<name ${name}="1">`)), want: 200 },
  {
    place: "prefix",
    ask: (name) => soap(greet.replace("<name>", `<name xmlns:${name}="u" ${name}:a="1">`)),
    want: 200,
  },
  { place: "type", ask: (name) => soap(typed.replace("NAME", name)), want: 500 },
  { place: "SOAPAction", ask: (name) => soap(greet, { SOAPAction: `"${name}"` }), want: 500 },
  { place: "header of HTTP", ask: (name) => soap(greet, { [name]: "1" }), want: 200 },
  { place: "media type", ask: (name) => soap(greet, { "Content-Type": name }), want: 415 },
  {
    place: "charset",
    ask: (name) => soap(greet, { "Content-Type": `text/xml; charset=${name}` }),
    want: 415,
  },
  { place: "content coding", ask: (name) => soap(greet, { "Content-Encoding": name }), want: 415 },
  { place: "parameter", ask: (name) => form("/HTTP_Greet", `${name}=1&customerID=1&loud=true`), want: 200 },
  { place: "path", ask: (name) => form(`/${name}`, "customerID=1"), want: 500 },
  {
    place: "operation of a help page",
    ask: (name) => send(server, { path: `${mountPath}?op=${name}` }),
    want: 200,
  },
];

describe.each(places)("a name that objects have means nothing as $place", ({ ask, want }) => {
  test.each(names)("%s", async (name) => {
    const { status, body } = await ask(name);
    expect(status).toBe(want);
    expect(body).not.toMatch(/Reference:|TypeError|function|native code/);
  });
});

test("objects are as before", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.ownKeys({})).toEqual([]);
});

const doctype = '<!DOCTYPE a [<!ENTITY e "Ann">]>';

describe("a document type declaration is refused wherever it stands, and nothing is expanded", () => {
  const message = envelope("soap11", greet);
  test.each([
    { place: "first", text: doctype + message },
    { place: "after the declaration", text: `<?xml version="1.0"?>${doctype}${message}` },
    { place: "after a comment", text: `<!-- -->${doctype}${message}` },
    { place: "external", text: `<!DOCTYPE a SYSTEM "file:///etc/passwd">${message}` },
    { place: "empty", text: `<!DOCTYPE a>${message}` },
    { place: "in Body", text: message.replace("<Greet", `${doctype}<Greet`) },
    { place: "in a field", text: message.replace("<name>", `<name>${doctype}`) },
    { place: "after the message", text: message + doctype },
    { place: "an entity in a text", text: message.replace("<name>", "<name>&e;") },
    { place: "an entity in an attribute", text: message.replace("<name>", '<name a="&e;">') },
    { place: "an entity of HTML", text: message.replace("<name>", "<name>&nbsp;") },
    { place: "in UTF-16", text: doctype + message, wide: true },
  ])("$place", async ({ text, wide = false }) => {
    const headers = { "Content-Type": `text/xml; charset=${wide ? "utf-16" : "utf-8"}` };
    const { status, body } = await send(server, {
      body: Buffer.from(text, wide ? "utf16le" : "utf8"),
      headers,
    });
    expect(status).toBe(500);
    expect(body).toContain("<faultcode>soap:Client</faultcode>");
    expect(body).toMatch(/document type declaration is not accepted|Only the five predefined entities exist/);
  });
});

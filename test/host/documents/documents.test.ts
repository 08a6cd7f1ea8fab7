import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import { Greeter, greeter } from "../../runtime/greeter.js";
import { mountPath, send, serveGreeter } from "../greeter/server.js";

let server: RunningServer;
beforeAll(async () => {
  server = await serveGreeter();
});
afterAll(() => server.close());

const xml = "text/xml; charset=utf-8";
const html = "text/html; charset=utf-8";
const text = "text/plain; charset=utf-8";

describe("GET of a bare mount path", () => {
  test.each([
    { query: "?wsdl", type: xml, body: /<wsdl:definitions / },
    { query: "?WSDL", type: xml, body: /<wsdl:definitions / },
    { query: "?wsdl&x=1", type: xml, body: /<wsdl:definitions / },
    { query: "?x=1&wsdl", type: xml, body: /<wsdl:definitions / },
    { query: "?singleWsdl", type: xml, body: /<wsdl:definitions / },
    { query: "?disco", type: xml, body: /<discovery / },
    { query: "?DISCO", type: xml, body: /<discovery / },
    { query: "", type: html, body: /<a href="\?op&#x3D;Greet">Greet<\/a>/ },
    { query: "?anything=1", type: html, body: /<li>/ },
    { query: "?", type: html, body: /<li>/ },
    { query: "?op=HTTP_Greet", type: html, body: /<h2>HTTP_Greet<\/h2>\s*<p>Greets a customer\.<\/p>/ },
    { query: "?page=op&tab=msg&op=HTTP_Greet&bnd=x", type: html, body: /<h2>HTTP_Greet<\/h2>/ },
    { query: "?op=HTTP%5FGreet", type: html, body: /<h2>HTTP_Greet<\/h2>/ },
    {
      query: "?op=constructor",
      type: html,
      body: /Method &#x27;constructor&#x27; was not found in service Greeter\./,
    },
    { query: "?op=%3Cscript%3E", type: html, body: /Method &#x27;&lt;script&gt;&#x27; was not found/ },
    { query: "?op=%zz", type: html, body: /Method &#x27;%zz&#x27; was not found/ },
    { query: "?wsdl=1", status: 500, type: text, body: /^XML Web service description was not found\.\n$/ },
    { query: "?schema=1", status: 500, type: text, body: /^Schema not found\.\n$/ },
  ])("$query", async ({ query, status = 200, type, body }) => {
    const reply = await send(server, { path: mountPath + query });
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe(type);
    expect(reply.body).toMatch(body);
  });
});

test("HEAD gives the headers of GET", async () => {
  const get = await send(server, { path: `${mountPath}?wsdl` });
  const head = await send(server, { method: "HEAD", path: `${mountPath}?wsdl` });
  expect(head.status).toBe(200);
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  expect(head.body).toBe("");
});

test("pages may run nothing", async () => {
  const { headers } = await send(server, {});
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

describe("the address in the documents", () => {
  test("is that of the listener, whatever the Host header says", async () => {
    const { body } = await send(server, { path: `${mountPath}?wsdl`, headers: { Host: "evil.example" } });
    expect(body).not.toContain("evil.example");
    expect(body).toContain(`<soap:address location="http://127.0.0.1:${server.port}${mountPath}"/>`);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}${mountPath}`);
  });

  test("is the public one and that of the mount, in the namespace that is served", async () => {
    const proxied = await serve({
      service: Greeter,
      implementation: greeter,
      wsdl: "test/host/greeter/greeter.wsdl",
      host: "127.0.0.1",
      port: 0,
      namespace: "http://example.com/other/",
      publicUrl: "https://sms.example.com/",
      mounts: [
        { path: "/a.asmx", compatibility: "strict" },
        { path: "/b.asmx", compatibility: "strict" },
      ],
    });
    try {
      const { body: wsdl } = await send(proxied, { path: "/B.asmx?wsdl" });
      expect(wsdl).toContain('location="https://sms.example.com/b.asmx"');
      expect(wsdl).toContain('targetNamespace="http://example.com/other/"');
      expect(wsdl).not.toContain("http://example.com/greeter/");
      const { body: disco } = await send(proxied, { path: "/a.asmx?disco" });
      expect(disco).toContain(
        'ref="https://sms.example.com/a.asmx?wsdl" docRef="https://sms.example.com/a.asmx"',
      );
      expect(disco).toContain('xmlns:tns="http://example.com/other/" binding="tns:GreeterSoap12"');
      expect(proxied.url).toBe("https://sms.example.com/a.asmx");
      const message =
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Greet xmlns="http://example.com/other/">' +
        "<customerID>3</customerID><loud>false</loud></Greet></e:Body></e:Envelope>";
      const reply = await send(proxied, {
        path: "/a.asmx",
        headers: { "Content-Type": "text/xml", SOAPAction: '"http://example.com/other/Greet"' },
        body: message,
      });
      expect(reply.body).toContain('<GreetResponse xmlns="http://example.com/other/"><GreetResult><Count>3');
    } finally {
      await proxied.close();
    }
  });
});

test("the page of an operation shows its messages in every binding, escaped, and a form", async () => {
  const input = { customerID: 42, name: "<b>", loud: false, tags: [] };
  const samples = { httpGreet: { input, output: { Text: "A & B", Count: 1 } } };
  const sampled = await serveGreeter({ samples });
  const { body } = await send(sampled, { path: `${mountPath}?op=HTTP_Greet` });
  await sampled.close();
  expect(body.match(/<h3>[^<]*<\/h3>/g)).toEqual(
    ["Test", "SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST"].map((name) => `<h3>${name}</h3>`),
  );
  expect(body).toContain("POST /bms/Soap/Greeter.asmx HTTP/1.1\nHost: 127.0.0.1:");
  expect(body).toContain("SOAPAction: &quot;http://example.com/greeter/HTTP_Greet&quot;");
  expect(body).toContain("&lt;name&gt;&amp;lt;b&amp;gt;&lt;/name&gt;");
  expect(body).toContain("&amp;amp; B");
  expect(body).not.toContain("<b>");
  expect(body).toContain('<form action="/bms/Soap/Greeter.asmx/HTTP_Greet" method="POST"');
});

test("without samples a page has the documentation only", async () => {
  const { body } = await send(server, { path: `${mountPath}?op=Greet` });
  expect(body).toContain("only available for operations over HTTP POST");
});

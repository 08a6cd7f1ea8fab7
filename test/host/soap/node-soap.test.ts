import { soap11 } from "messenger-gen-runtime/codec";
import { execFile } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import type { SoapServerHook } from "messenger-gen-host";
import { element, envelope, Greeter } from "../../runtime/greeter.js";
import { keepingLog, post, serveGreeter, type GreeterOptions, type Reply } from "../greeter/server.js";

const versions = ["soap11", "soap12"] as const;

/** The response to one Greet of a server with the hook. */
async function greetWith(
  version: (typeof versions)[number],
  onSoapServer: SoapServerHook,
  options: GreeterOptions = {},
): Promise<Reply> {
  const server = await serveGreeter({ ...options, onSoapServer });
  try {
    return await post(server, version, envelope(version, element("Greet")));
  } finally {
    await server.close();
  }
}

const plain = (text: string): string => text.replace(/<soap:Envelope[^>]*>/, "<soap:Envelope>");
const body =
  '<soap:Body><GreetResponse xmlns="http://example.com/greeter/"><GreetResult><Text>Ann</Text><Count>42</Count>' +
  "</GreetResult></GreetResponse></soap:Body></soap:Envelope>";

describe.each(versions)("what node-soap's Server offers, in %s", (version) => {
  test("requests: the decoded input and the name of the operation", async () => {
    const seen: unknown[] = [];
    await greetWith(version, (server) => server.on("request", (request, name) => seen.push([request, name])));
    expect(seen).toEqual([[{ Body: { Greet: { customerID: 42, name: "Ann", loud: false } } }, "Greet"]]);
  });

  test("responses: the whole text, which may be replaced", async () => {
    const seen: string[] = [];
    const reply = await greetWith(version, (server) =>
      server.on("response", (response: { result: string }, name) => {
        seen.push(response.result, name);
        response.result = response.result.replace("Ann", "Bob");
      }),
    );
    expect(seen[0]).toContain(body);
    expect(seen[1]).toBe("Greet");
    expect(plain(reply.body)).toContain(body.replace("Ann", "Bob"));
    expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(reply.body)));
  });

  test("output headers, fixed ones and those made for a call", async () => {
    const reply = await greetWith(version, (server) => {
      server.addSoapHeader("<Session>1</Session>");
      server.addSoapHeader((name: string) => `<Called>${name}</Called>`);
    });
    expect(plain(reply.body)).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope>' +
        `<soap:Header><Session>1</Session>\n<Called>Greet</Called></soap:Header>${body}`,
    );
  });

  test("output headers with a large answer", async () => {
    const text = "x".repeat(1_000_000);
    const reply = await greetWith(version, (server) => server.addSoapHeader("<Session>1</Session>"), {
      implementation: { greet: async () => ({ Text: text, Count: 1 }) },
    });
    expect(reply.body).toContain(`<Session>1</Session></soap:Header><soap:Body><GreetResponse `);
    expect(reply.body).toContain(
      `<Text>${text}</Text><Count>1</Count></GreetResult></GreetResponse></soap:Body>`,
    );
  });

  test.each([
    { name: "true", authenticate: () => true, status: 200 },
    { name: "a promise of true", authenticate: async () => true, status: 200 },
    { name: "false", authenticate: () => false, status: 500 },
    { name: "a promise of false", authenticate: async () => false, status: 500 },
  ])("authenticate that gives $name", async ({ authenticate, status }) => {
    let ran = 0;
    const greet = async () => {
      ran++;
      return { Count: 1 };
    };
    const reply = await greetWith(version, (server) => (server.authenticate = authenticate), {
      implementation: { greet },
    });
    expect(reply.status).toBe(status);
    expect(ran).toBe(status === 200 ? 1 : 0);
    if (status === 500) expect(reply.body).toContain("The caller is not authenticated.");
  });

  test.each<{ name: string; hook: SoapServerHook }>([
    {
      name: "authenticate",
      hook: (server) =>
        (server.authenticate = () => {
          throw new Error("inside");
        }),
    },
    {
      name: "a listener of request",
      hook: (server) =>
        server.on("request", () => {
          throw new Error("inside");
        }),
    },
    {
      name: "a header function",
      hook: (server) =>
        server.addSoapHeader(() => {
          throw new Error("inside");
        }),
    },
  ])("an error in $name ends the call with a fault without its text", async ({ hook }) => {
    const log = keepingLog();
    const reply = await greetWith(version, hook, { log });
    expect(reply.status).toBe(500);
    expect(reply.body).toMatch(/<soap:Fault>.*Server was unable to process request\. Reference: /);
    expect(reply.body).not.toContain("inside");
    expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "unexpected error" }));
  });

  test("an error in a listener of response is logged, and the response is sent", async () => {
    const log = keepingLog();
    const hook: SoapServerHook = (server) =>
      server.on("response", () => {
        throw new Error("inside");
      });
    const reply = await greetWith(version, hook, { log });
    expect(reply.status).toBe(200);
    expect(log.lines).toContainEqual(expect.objectContaining({ event: "listener of SOAP responses failed" }));
  });

  test("authenticate that never decides ends at the deadline", async () => {
    const hook: SoapServerHook = (server) =>
      (server.authenticate = () => new Promise<boolean>(() => undefined));
    const reply = await greetWith(version, hook, { limits: { callTime: 100, answerTime: 10 } });
    expect(reply.status).toBe(500);
    expect(reply.body).toContain("The call took too long");
  });

  test("the services object: each method gets input, and its result is awaited", async () => {
    const reply = await greetWith(version, (server, served) => {
      if (served !== version) return;
      const port = version === "soap11" ? "GreeterSoap" : "GreeterSoap12";
      const methods = server.services["Greeter"]?.[port];
      const greet = methods?.["Greet"];
      if (methods === undefined || greet === undefined) throw new Error("no method");
      methods["Greet"] = (input: object, ...others: []): unknown =>
        greet({ ...input, name: "Eve" }, ...others);
    });
    expect(reply.body).toContain("<Text>Eve</Text>");
  });
});

test("concurrent calls get their own responses", async () => {
  const server = await serveGreeter({
    implementation: {
      greet: async ({ customerID, name }) => {
        await new Promise((resolve) => setTimeout(resolve, (customerID * 7) % 13));
        return { Text: name, Count: customerID };
      },
    },
    onSoapServer: (each) => (each.authenticate = async () => true),
  });
  const calls = Array.from({ length: 60 }, async (_, id) => {
    const version = versions[id % 2] ?? "soap11";
    const input = element("Greet").replace("42", String(id)).replace("Ann", `name ${id}`);
    return (await post(server, version, envelope(version, input))).body;
  });
  const replies = await Promise.all(calls);
  await server.close();
  replies.forEach((text, id) => {
    expect(text).toContain(`<Text>name ${id}</Text><Count>${id}</Count>`);
  });
});

test("without our codecs a response that cannot be encoded ends the process", async () => {
  const script = `
    const soap = require("soap");
    const { readFileSync } = require("node:fs");
    const wsdl = new soap.WSDL(readFileSync("test/host/greeter/greeter.wsdl", "utf8"), "test/host/greeter/greeter.wsdl", {});
    wsdl.onReady(() => {
      const services = { Greeter: { GreeterSoap: { Greet: async () => ({}) } } };
      const server = new soap.Server(null, "/greeter.asmx", services, wsdl, { path: "/greeter.asmx", services });
      wsdl.xmlToObject = () => ({ Body: { Greet: {} } });
      wsdl.objectToDocumentXML = () => { throw new Error("cannot be written"); };
      server.processRequest("", { headers: {} }).then(() => process.exit(0));
    });
    setTimeout(() => process.exit(0), 60_000);
  `;
  const failed = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ["-e", script], (error, _stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stderr });
    });
  });
  expect(failed.code).not.toBe(0);
  expect(failed.stderr).toContain("cannot be written");
});

test("the HTTP client of node-soap is loaded for a header that is an object, not for calls", async () => {
  const script = `
    import { createRequire } from "node:module";
    import { serve } from "messenger-gen-host";
    import { Greeter, greeter } from "./dist/test/runtime/greeter.js";
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => /node_modules.axios/.test(path));
    const mounts = [{ path: "/greeter", compatibility: "strict" }];
    const wsdl = "test/host/greeter/greeter.wsdl";
    const seen = [];
    for (const header of ["<Session>1</Session>", { Session: "2" }]) {
      const onSoapServer = (soap) => soap.addSoapHeader(header, "", "t", "urn:t");
      const server = await serve({ service: Greeter, implementation: greeter, wsdl, mounts, host: "127.0.0.1", port: 0, onSoapServer });
      const answer = await fetch(server.url, {
        method: "POST",
        headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"http://example.com/greeter/Greet"' },
        body: ${JSON.stringify(envelope("soap11", element("Greet")))},
      });
      seen.push(/<soap:Header>.*<.soap:Header>/.exec(await answer.text())?.[0], isLoaded());
      await server.close();
    }
    process.stdout.write(JSON.stringify(seen));
  `;
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", script], (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
  expect(JSON.parse(printed)).toEqual([
    "<soap:Header><Session>1</Session></soap:Header>",
    false,
    '<soap:Header><t:Session xmlns:t="urn:t" xmlns="urn:t">2</t:Session></soap:Header>',
    true,
  ]);
});

test("a version of SOAP that no operation has is refused", async () => {
  const bindings = { soap11 };
  const { greet, httpGreet, peek } = Greeter.operations;
  const operations = {
    greet: { ...greet, bindings },
    httpGreet: { ...httpGreet, bindings },
    peek: { ...peek, bindings },
  };
  const server = await serveGreeter({ service: { ...Greeter, operations } });
  const reply = await post(server, "soap12", envelope("soap12", element("Greet")));
  await server.close();
  expect(reply.body).toContain("This service has no port for this version of SOAP; use 1.1.");
});

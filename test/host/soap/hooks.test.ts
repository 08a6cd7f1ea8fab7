import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import type { SoapServerHook } from "messenger-gen-host";
import { ServiceFault } from "messenger-gen-runtime";
import { element, envelope, type GreeterService } from "../../runtime/greeter.js";
import { eventually } from "../../eventually.js";
import {
  greetAction,
  keepingLog,
  mountPath,
  post,
  recordingGreeter,
  send,
  serveGreeter,
  type GreeterOptions,
  type Reply,
} from "../greeter/server.js";

const versions = ["soap11", "soap12"] as const;
type Version = (typeof versions)[number];
const oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const timestamp = "<u:Timestamp><u:Created>2026-01-01T00:00:00Z</u:Created></u:Timestamp>";

/** A Header with a user name, a password and a Timestamp. */
function securityOf(mustUnderstand = false): string {
  const must = mustUnderstand ? ' e:mustUnderstand="1"' : "";
  return (
    `<e:Header><w:Security xmlns:w="${oasis}-wssecurity-secext-1.0.xsd" xmlns:u="${oasis}-wssecurity-utility-1.0.xsd"${must}>` +
    `<w:UsernameToken><w:Username>42</w:Username><w:Password>s3cret</w:Password></w:UsernameToken>${timestamp}</w:Security></e:Header>`
  );
}

interface Called extends GreeterOptions {
  readonly header?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function greetWith(
  version: Version,
  onSoapServer: SoapServerHook | undefined,
  called: Called = {},
): Promise<Reply> {
  const { header, headers, ...options } = called;
  const server = await serveGreeter({ ...options, onSoapServer });
  try {
    return await post(server, version, envelope(version, element("Greet"), header), headers);
  } finally {
    await server.close();
  }
}

describe.each(versions)("authenticate, in %s", (version) => {
  test.each<{ what: string; authenticate: (security: unknown) => boolean | Promise<boolean>; body: RegExp }>([
    { what: "true", authenticate: () => true, body: /GreetResponse/ },
    { what: "a promise of false", authenticate: async () => false, body: /The caller is not authenticated/ },
    {
      what: "a fault of its own",
      authenticate: () => {
        throw new ServiceFault("InvalidValue", "The account is closed.");
      },
      body: /The account is closed\./,
    },
    {
      what: "a promise of a fault of its own",
      authenticate: async () => {
        throw new ServiceFault("InvalidValue", "The account is closed.");
      },
      body: /The account is closed\./,
    },
    {
      what: "an error",
      authenticate: () => {
        throw new Error("inside");
      },
      body: /Server was unable to process request\. Reference/,
    },
  ])("that gives $what", async ({ authenticate, body }) => {
    const log = keepingLog();
    const reply = await greetWith(version, (soap) => (soap.authenticate = authenticate), { log });
    expect(reply.body).toMatch(body);
    expect(reply.body).not.toContain("inside");
  });

  test("gets the header Security in node-soap's shape, and understands it", async () => {
    const seen: unknown[] = [];
    const reply = await greetWith(
      version,
      (soap) =>
        (soap.authenticate = (security: unknown, _done, request, message: unknown) => {
          seen.push(security, request?.headers["x-client"], message);
          return true;
        }),
      { header: securityOf(true), headers: { "X-Client": "shop" } },
    );
    const Security = {
      attributes: { "soap:mustUnderstand": "1" },
      UsernameToken: { Username: "42", Password: "s3cret" },
      Timestamp: { Created: "2026-01-01T00:00:00Z" },
    };
    const Greet = { customerID: 42, name: "Ann", loud: false };
    expect(seen).toEqual([Security, "shop", { Header: { Security }, Body: { Greet } }]);
    expect(reply.body).toContain("GreetResponse");
    expect(reply.body).not.toContain("Timestamp");
  });

  test("without it, a header Security that must be understood is refused", async () => {
    const reply = await greetWith(version, (soap) => soap.addSoapHeader("<a/>"), {
      header: securityOf(true),
    });
    expect(reply.body).toContain("SOAP header Security was not understood.");
    expect((await greetWith(version, undefined, { header: securityOf(true) })).body).toContain(
      "was not understood",
    );
  });

  test("calls back as node-soap's does", async () => {
    const hook: SoapServerHook = (soap) =>
      (soap.authenticate = (_security, done) => {
        setImmediate(() => done?.(false));
      });
    expect((await greetWith(version, hook)).body).toContain("The caller is not authenticated.");
  });
});

describe.each(versions)("authorizeConnection, in %s", (version) => {
  test.each<{
    what: string;
    authorize: (req: { headers: Record<string, unknown> }) => unknown;
    status: number;
  }>([
    { what: "true", authorize: () => true, status: 200 },
    { what: "false", authorize: () => false, status: 401 },
    { what: "a promise of true", authorize: async () => true, status: 200 },
    { what: "a promise of false", authorize: async () => false, status: 401 },
    { what: "the headers", authorize: ({ headers }) => headers["x-client"] === "shop", status: 200 },
    {
      what: "an error",
      authorize: () => {
        throw new Error("inside");
      },
      status: 500,
    },
    { what: "a promise of an error", authorize: () => Promise.reject(new Error("inside")), status: 500 },
    { what: "nothing", authorize: () => undefined, status: 401 },
  ])("that gives $what", async ({ authorize, status }) => {
    const hook: SoapServerHook = (soap) => {
      soap.authorizeConnection = authorize as unknown as typeof soap.authorizeConnection;
    };
    const reply = await greetWith(version, hook, { headers: { "X-Client": "shop" } });
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain("inside");
  });

  test("that sets a status, or responds itself", async () => {
    const setting = await greetWith(version, (soap) => {
      soap.authorizeConnection = (_req, res) => {
        res?.setHeader("Retry-After", "5");
        if (res !== undefined) res.statusCode = 429;
        return false;
      };
    });
    expect(setting.status).toBe(429);
    expect(setting.headers["retry-after"]).toBe("5");
    const responding = await greetWith(version, (soap) => {
      soap.authorizeConnection = (_req, res) => {
        res?.writeHead(403, { "Content-Type": "text/plain" }).end("Not here.");
        return false;
      };
    });
    expect(responding).toMatchObject({ status: 403, body: "Not here." });
  });

  test("is asked before the body is there", async () => {
    const server = await serveGreeter({ onSoapServer: (soap) => (soap.authorizeConnection = () => false) });
    const type = version === "soap11" ? "text/xml" : "application/soap+xml";
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(server.port, "127.0.0.1");
      socket.setEncoding("latin1").once("data", (data: string) => {
        socket.destroy();
        resolve(data);
      });
      socket.write(
        `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n<`,
      );
    });
    await server.close();
    expect(reply).toMatch(/^HTTP\/1\.1 401 /);
  });

  test("one that never decides ends at the deadline", async () => {
    const hook: SoapServerHook = (soap) => {
      soap.authorizeConnection = (() =>
        new Promise(() => undefined)) as unknown as typeof soap.authorizeConnection;
    };
    expect((await greetWith(version, hook, { limits: { callTime: 100 } })).status).toBe(503);
  });
});

test("a message of SOAP 1.2 with the media type of 1.1 needs the permission of both", async () => {
  const asked: Version[] = [];
  const server = await serveGreeter({
    onSoapServer: (soap, version) =>
      (soap.authorizeConnection = () => {
        asked.push(version);
        return version === "soap11";
      }),
  });
  const reply = await post(server, "soap11", envelope("soap12", element("Greet")));
  await server.close();
  expect(asked).toEqual(["soap11", "soap12"]);
  expect(reply.status).toBe(401);
});

describe.each([
  { when: "before the body", media: "soap12", times: 1 },
  { when: "before the call", media: "soap11", times: 2 },
] as const)("a decision $when that comes too late", ({ media, times }) => {
  /** A server whose program decides about a message of SOAP 1.2 when `decide` is called. */
  async function deciding() {
    let asked = 0;
    const inputs: unknown[] = [];
    let decide: (decision: boolean) => void = () => undefined;
    const decision = new Promise<boolean>((resolve) => (decide = resolve));
    const server = await serveGreeter({
      implementation: recordingGreeter(inputs),
      limits: { closeTime: 50, answerTime: 500 },
      onSoapServer: (soap) =>
        (soap.authorizeConnection = (() =>
          ++asked < times ? true : decision) as unknown as typeof soap.authorizeConnection),
    });
    return { server, inputs, decide, waits: () => eventually(() => asked === times) };
  }
  const type = { "Content-Type": media === "soap11" ? "text/xml" : "application/soap+xml" };
  const sent = envelope("soap12", element("Greet"));

  test("after the server has stopped: 503", async () => {
    const { server, inputs, decide, waits } = await deciding();
    const reply = send(server, { headers: type, body: sent });
    await waits();
    const closed = server.close();
    await delay(100);
    decide(true);
    expect((await reply).status).toBe(503);
    await closed;
    expect(inputs).toEqual([]);
  });

  test("after the caller has gone: nothing runs", async () => {
    const { server, inputs, decide, waits } = await deciding();
    const socket = connect(server.port, "127.0.0.1");
    const [contentType, length] = [`Content-Type: ${type["Content-Type"]}`, `Content-Length: ${sent.length}`];
    const head = [`POST ${mountPath} HTTP/1.1`, "Host: a", contentType, length, `SOAPAction: ${greetAction}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n${sent}`);
    await waits();
    socket.resetAndDestroy();
    await delay(50);
    decide(true);
    await delay(50);
    await server.close();
    expect(inputs).toEqual([]);
  });

  test("in time: the call runs", async () => {
    const { server, inputs, decide, waits } = await deciding();
    const reply = send(server, { headers: type, body: sent });
    await waits();
    decide(true);
    expect((await reply).status).toBe(200);
    expect(inputs).toHaveLength(1);
    await server.close();
  });
});

describe.each(versions)("headers, log and Timestamps, in %s", (version) => {
  test("the event has the headers that no operation declares, and the name of the operation", async () => {
    const seen: unknown[] = [];
    const header = `<e:Header><t:Tenant xmlns:t="urn:t">7</t:Tenant></e:Header>`;
    await greetWith(version, (soap) => soap.on("headers", (headers, name) => seen.push(headers, name)), {
      header,
    });
    await greetWith(version, (soap) => soap.on("headers", (headers, name) => seen.push(headers, name)));
    expect(seen).toEqual([{ Tenant: "7" }, "Greet"]);
  });

  test("a function for headers gets name, input, headers and request", async () => {
    const seen: unknown[] = [];
    await greetWith(
      version,
      (soap) =>
        soap.addSoapHeader(
          (name: string, input: object, headers: object, { headers: http }: { headers: object }) => {
            seen.push(name, input, headers, "host" in http);
            return "<a/>";
          },
        ),
      { header: `<e:Header><t:Tenant xmlns:t="urn:t">7</t:Tenant></e:Header>` },
    );
    expect(seen).toEqual(["Greet", { customerID: 42, name: "Ann", loud: false }, { Tenant: "7" }, true]);
  });

  test("the log has both messages, without passwords", async () => {
    const seen: [string, string][] = [];
    const sent = envelope(version, element("Greet"), securityOf());
    await greetWith(version, (soap) => (soap.log = (type, data) => seen.push([type, String(data)])), {
      header: securityOf(),
    });
    const byType = new Map(seen);
    expect(byType.get("received")).toBe(sent.replace("s3cret", "***"));
    expect(byType.get("replied")).toContain("<Text>Ann</Text><Count>42</Count>");
    expect(seen.map(([, data]) => data).join()).not.toContain("s3cret");
  });

  test("an error of the log is logged, and the response is sent", async () => {
    const log = keepingLog();
    const hook: SoapServerHook = (soap) =>
      (soap.log = () => {
        throw new Error("inside");
      });
    const reply = await greetWith(version, hook, { log });
    expect(reply.body).toContain("GreetResponse");
    expect(log.lines).toContainEqual(expect.objectContaining({ event: "log of SOAP messages failed" }));
  });

  test.each([
    { soapTimestamps: undefined, want: false },
    { soapTimestamps: false, want: false },
    { soapTimestamps: true, want: true },
  ])("a Timestamp with soapTimestamps $soapTimestamps", async ({ soapTimestamps, want }) => {
    const reply = await greetWith(version, (soap) => (soap.authenticate = () => true), {
      header: securityOf(),
      soapTimestamps,
    });
    expect(reply.body).toContain("<Text>Ann</Text>");
    expect(reply.body.includes("<soap:Header><o:Security soap:mustUnderstand")).toBe(want);
  });
});

test("a listener that changes nothing leaves a large response as it is", async () => {
  const implementation: Partial<GreeterService> = {
    greet: async () => ({ Text: "x".repeat(500_000), Count: 1 }),
  };
  for (const version of versions) {
    const plain = await greetWith(version, undefined, { implementation });
    const heard = await greetWith(version, (soap) => soap.on("response", () => undefined), {
      implementation,
    });
    expect(heard.body === plain.body).toBe(true);
  }
});

describe("a program that listens changes nothing of what is accepted, and of what is refused", () => {
  test.each([
    '<a b:c="1"/>',
    '<a xsi:type="x:y"/>',
    '<a xmlns:i="http://www.w3.org/2004/08/xop/include"><i:Include href="cid:x"/></a>',
    "<a>".repeat(55) + "</a>".repeat(55),
    "<a>".repeat(65) + "</a>".repeat(65),
    "<a><!-- x --><?pi x?>t<![CDATA[<]]>u</a>",
    '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true">t</a>',
    '<a b="1" b="2"/>',
    '<a xmlns:p="urn:a" xmlns:q="urn:a" p:b="1" q:b="2"/>',
    "<a>p:x</a>",
    '<a id="1"/><a id="1"/>',
    '<a xmlns:p=""/>',
    "<a>&#xFFFE;</a>",
    '<a e:mustUnderstand="1"/>',
    '<a e:mustUnderstand="x"/>',
  ])("with the header %j", async (block) => {
    const header = `<e:Header>${block}</e:Header>`;
    const plain = await greetWith("soap11", undefined, { header });
    const heard = await greetWith("soap11", (soap) => soap.on("headers", () => undefined), { header });
    expect(heard).toMatchObject({ status: plain.status, body: plain.body });
  });
});

test.each(versions)("a guard sees the blocks that it names, and no others, in %s", async (version) => {
  const seen: unknown[] = [];
  const guard = {
    understood: [{ namespace: "urn:t", name: "Tenant" }],
    check: (blocks: readonly { readonly name: string }[]) => {
      seen.push(blocks.map(({ name }) => name));
    },
  };
  const header =
    '<e:Header><t:Tenant xmlns:t="urn:t"/><Other xmlns="urn:t"/><Tenant xmlns="urn:u"/></e:Header>';
  await greetWith(
    version,
    (soap) => soap.on("headers", (headers: object) => seen.push(Object.keys(headers))),
    {
      guard,
      header,
    },
  );
  expect(seen).toEqual([["Tenant", "Other"], ["Tenant"]]);
});

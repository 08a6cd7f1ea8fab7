import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BindingName, type CallContext, caller, ServiceFault } from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { answering, failure, local } from "./greeter-client.js";
import {
  envelope,
  Greet,
  greeter,
  Greeter,
  GreeterContract,
  HttpGreet,
  namespace,
  Peek,
  type GreeterService,
} from "./greeter.js";

const allBindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];
const input = { customerID: 42, name: "Ann", loud: true };

describe("client to implementation and back, all bindings", () => {
  test.each(allBindings)("%s", async (binding) => {
    const seen: CallContext[] = [];
    const client = local({
      httpGreet: async (call, context) => {
        seen.push(context);
        return greeter.httpGreet(call, context);
      },
    });
    expect(await client.call(HttpGreet, input, { binding })).toEqual({ Text: "ANN", Count: 42 });
    expect(seen).toMatchObject([{ operation: "HTTP_Greet", binding, remoteAddress: undefined }]);
  });

  test("any text and number", async () => {
    const client = local();
    const allowed = fc
      .string({ unit: "binary" })
      .filter((text) => !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text));
    const numbers = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    await fc.assert(
      fc.asyncProperty(
        allowed,
        numbers,
        fc.constantFrom(...allBindings),
        async (name, customerID, binding) => {
          const call = { customerID, name, loud: false };
          expect(await client.call(HttpGreet, call, { binding })).toEqual({ Text: name, Count: customerID });
        },
      ),
    );
  });

  test("a service under another namespace", async () => {
    const namespace = 'urn:a&"b/';
    const transport = inMemoryTransport(Greeter, greeter, { namespace });
    const client = caller(GreeterContract, { transport, namespace });
    for (const binding of allBindings) {
      expect(await client.call(HttpGreet, input, { binding })).toEqual({ Text: "ANN", Count: 42 });
    }
    const other = caller(GreeterContract, { transport });
    expect(await failure(other.call(HttpGreet, input))).toMatch(/^fault InvalidValue: /);
  });
});

describe("which binding a call takes", () => {
  test.each([
    ["SOAP 1.1 when nothing is said", undefined, undefined, "text/xml; charset=utf-8"],
    [
      "that of the client",
      "soap12",
      undefined,
      `application/soap+xml; charset=utf-8; action="${namespace}HTTP_Greet"`,
    ],
    ["that of the call", "soap12", "httpPost", "application/x-www-form-urlencoded; charset=utf-8"],
  ] as const)("%s", async (_case, ofClient, binding, contentType) => {
    const { client, sent } = answering({}, { binding: ofClient });
    await failure(client.call(HttpGreet, input, { binding }));
    expect(sent[0]?.headers["content-type"]).toBe(contentType);
  });

  test("the first one the operation has, when it lacks that of the client", async () => {
    expect(await local().call(Peek, {})).toBe("seen");
  });

  test("an answer of any element, and one of none", async () => {
    for (const peek of ["seen", ""]) {
      const client = local({ peek: async () => peek });
      for (const binding of ["soap12", "httpGet"] as const)
        expect(await client.call(Peek, {}, { binding })).toBe(peek);
    }
  });

  test("never one that the operation lacks", async () => {
    const { client, sent } = answering({});
    const binding = "httpGet" as "soap11";
    expect(await failure(client.call(Greet, input, { binding }))).toBe(
      "InvalidInput: Greet has no binding httpGet",
    );
    expect(sent).toEqual([]);
  });
});

describe("what is sent", () => {
  test("requests", async () => {
    const { client, sent } = answering({});
    for (const binding of allBindings) await failure(client.call(HttpGreet, input, { binding }));
    const form = "customerID=42&name=Ann&loud=true";
    expect(sent.map(({ method, target, body = "" }) => [method, target, body.slice(0, 41)])).toEqual([
      ["POST", "", '<?xml version="1.0" encoding="utf-8"?><so'],
      ["POST", "", '<?xml version="1.0" encoding="utf-8"?><so'],
      ["GET", `/HTTP_Greet?${form}`, ""],
      ["POST", "/HTTP_Greet", form],
    ]);
    expect(sent[0]?.headers).toEqual({
      "content-type": "text/xml; charset=utf-8",
      soapaction: `"${namespace}HTTP_Greet"`,
    });
  });

  test("headers of client and call, never instead of ours", async () => {
    const { client, sent } = answering(
      {},
      { headers: { Authorization: "a", "X-One": "1", SOAPAction: "x", "Content-Length": "1" } },
    );
    await failure(client.call(Greet, input, { headers: { "x-one": "2" } }));
    expect(sent[0]?.headers).toEqual({
      authorization: "a",
      "x-one": "2",
      "content-type": "text/xml; charset=utf-8",
      soapaction: `"${namespace}Greet"`,
    });
  });

  test("time limit and signal", async () => {
    const { signal } = new AbortController();
    const { client, sent } = answering({}, { timeout: 7 });
    await failure(client.call(Greet, input));
    await failure(client.call(Greet, input, { timeout: 8, signal }));
    expect(sent.map(({ timeout, signal: given }) => [timeout, given])).toEqual([
      [7, undefined],
      [8, signal],
    ]);
    const { client: usual, sent: sentUsual } = answering({});
    await failure(usual.call(Greet, input));
    expect(sentUsual[0]?.timeout).toBe(30_000);
  });

  test.each([-1, NaN])("nothing, with a time limit of %d ms", async (timeout) => {
    const { client, sent } = answering({});
    expect(await failure(client.call(Greet, input, { timeout }))).toBe(
      `InvalidInput: timeout is ${timeout}, not 0 or more milliseconds`,
    );
    expect(sent).toEqual([]);
  });

  test.each(allBindings)("nothing, when the input cannot be written: %s", async (binding) => {
    const { client, sent } = answering({});
    expect(await failure(client.call(HttpGreet, { ...input, customerID: 2 ** 31 }, { binding }))).toMatch(
      /^InvalidInput: /,
    );
    expect(await failure(client.call(HttpGreet, { ...input, customerID: Number.NaN }, { binding }))).toMatch(
      /^InvalidInput: /,
    );
    expect(sent).toEqual([]);
  });
});

describe("faults of the service", () => {
  const refuse = {
    httpGreet: () => Promise.reject(new ServiceFault("MissingValue", "Missing parameter: <x>.")),
  };
  test.each([
    ["soap11", "Client", "InvalidValue"],
    ["soap12", "Sender", "InvalidValue"],
    ["httpGet", undefined, "MissingValue"],
    ["httpPost", undefined, "MissingValue"],
  ] as const)("%s", async (binding, code, reason) => {
    const call = local(refuse).call(HttpGreet, input, { binding });
    await expect(call).rejects.toMatchObject({
      name: "ServiceFault",
      code,
      reason,
      message: "Missing parameter: <x>.",
    });
  });

  test("an unexpected error returns only a reference that is in the log", async () => {
    const logged: unknown[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: unknown) => logged.push(fields),
    };
    const cause = new TypeError("secret path /srv/x");
    const service = { ...greeter, greet: () => Promise.reject(cause) };
    const client = caller(GreeterContract, { transport: inMemoryTransport(Greeter, service, { log }) });
    const text = await failure(client.call(Greet, input));
    const reference = /^fault Internal: Server was unable to process request\. Reference: (.{36})\.$/.exec(
      text,
    )?.[1];
    expect(logged).toEqual([{ requestId: reference, operation: "Greet", err: cause }]);
  });

  test("a result that cannot be written is such an error", async () => {
    const client = local({ greet: async () => ({ Count: 0.5 }) });
    expect(await failure(client.call(Greet, input))).toMatch(/^fault Internal: .* Reference: /);
  });

  test("an implementation without all methods is refused at the start", () => {
    const partial = { ...greeter, httpGreet: undefined, peek: 1 } as unknown as GreeterService;
    expect(() => inMemoryTransport(Greeter, partial)).toThrow(
      "The implementation of Greeter lacks: httpGreet, peek",
    );
  });

  test("an implementation that throws at once", async () => {
    const greet = (): never => {
      throw new ServiceFault("Unavailable", "later");
    };
    expect(await failure(local({ greet }).call(Greet, input))).toBe("fault Internal: later");
  });

  test.each([
    [
      200,
      "text/xml",
      "soap11",
      "<faultcode>c:Client.Auth</faultcode><faultstring>no</faultstring>",
      "InvalidValue",
      "Client.Auth",
      "no",
    ],
    [400, "text/xml", "soap11", "<faultcode>Server</faultcode><faultstring/>", "Internal", "Server", ""],
    [500, "text/xml", "soap11", "<x/>", "Internal", "", "The service gave no reason."],
    [
      500,
      "text/xml",
      "soap11",
      "<faultcode>e:VersionMismatch</faultcode>",
      "UnsupportedVersion",
      "VersionMismatch",
      "The service gave no reason.",
    ],
    [
      500,
      "application/soap+xml",
      "soap12",
      '<e:Code><e:Value>e:Receiver</e:Value></e:Code><e:Reason><e:Text xml:lang="en">a</e:Text><e:Text xml:lang="de">b</e:Text></e:Reason>',
      "Internal",
      "Receiver",
      "a",
    ],
  ] as const)("status %s, %s, %s", async (status, contentType, version, parts, reason, code, message) => {
    const { client } = answering({
      status,
      contentType,
      text: envelope(version, `<e:Fault>${parts}</e:Fault>`),
    });
    await expect(client.call(Greet, input)).rejects.toMatchObject({
      name: "ServiceFault",
      reason,
      code,
      message,
    });
  });
});

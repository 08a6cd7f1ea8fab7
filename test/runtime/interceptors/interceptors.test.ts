import { describe, expect, test } from "@jest/globals";
import {
  ClientError,
  type ClientOptions,
  element,
  type FaultReason,
  ServiceFault,
  textOf,
  type TransportRequest,
  type XmlElement,
} from "#runtime/index.js";
import { faultTable } from "#runtime/host.js";
import {
  addressing,
  type BlockOptions,
  interceptExchange,
  interceptOperation,
  type Interceptor,
  mayRepeat,
  readSoapHeaders,
  retry,
  sendSoapHeaders,
} from "#runtime/interceptors.js";
import { answering, failure, local } from "../greeter-client.js";
import { envelope, Greet, HttpGreet, namespace } from "../greeter.js";
import { atSomePace } from "../../at-some-pace.js";

const input = { customerID: 42, name: "Ann", loud: false };
const greeted = `<GreetResponse xmlns="${namespace}"><GreetResult><Text>Ann</Text><Count>42</Count></GreetResult></GreetResponse>`;
const block = (name: string, text: string, attributes = ""): string =>
  `<t:${name} xmlns:t="urn:token"${attributes}>${text}</t:${name}>`;
const header = (content: string): string => `<e:Header>${content}</e:Header>`;
const text = ({ body }: TransportRequest): string => String(body);

describe("a list of interceptors", () => {
  test("the first is the outermost, those of the client come before those of the call", async () => {
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      async (call, next) => {
        order.push(`> ${name} ${call.operation.name} ${call.binding}`);
        const result = await next(call);
        order.push(`< ${name} ${result.response.status}`);
        return result;
      };
    const client = local({}, { interceptors: [named("a"), named("b")] });
    await client.call(Greet, input, { interceptors: [named("c")], binding: "soap12" });
    const calls = ["> a", "> b", "> c"].map((each) => `${each} Greet soap12`);
    expect(order).toEqual([...calls, "< c 200", "< b 200", "< a 200"]);
  });

  test("an interceptor changes input, HTTP headers and result, with the types of the operation", async () => {
    const louder = interceptOperation(Greet, async (call, next) => {
      const headers = { ...call.headers, "x-trace": "7" };
      const result = await next({ ...call, headers, input: { ...call.input, loud: true } });
      return { ...result, output: { ...result.output, Count: result.output.Count + 1 } };
    });
    const seen: TransportRequest[] = [];
    const watch = interceptExchange(async (request, send) => {
      seen.push(request);
      return send(request);
    });
    const client = local({}, { interceptors: [louder, watch] });
    expect(await client.call(Greet, input)).toEqual({ Text: "ANN", Count: 43 });
    expect(await client.call(HttpGreet, input)).toEqual({ Text: "Ann", Count: 42 });
    expect(seen.map(({ headers }) => headers["x-trace"])).toEqual(["7", undefined]);
  });

  test("headers that an interceptor writes into those of its call are sent with that call only", async () => {
    const seen: TransportRequest[] = [];
    const watched: ClientOptions = {
      interceptors: [
        interceptExchange(async (request, send) => {
          seen.push(request);
          return send(request);
        }),
      ],
    };
    const signing: Interceptor = async (call, next) => {
      Object.assign(call.headers, { authorization: "Bearer a" });
      return next(call);
    };
    const headed = local({}, { ...watched, headers: { "x-client": "a" } });
    const bare = local({}, watched);
    for (const client of [headed, bare]) {
      await client.call(Greet, input, { interceptors: [signing] });
      await client.call(Greet, input);
    }
    await local({}, watched).call(Greet, input);
    const authorization = seen.map(({ headers }) => headers["authorization"]);
    expect(authorization).toEqual(["Bearer a", undefined, "Bearer a", undefined, undefined]);
  });

  test("an interceptor may return a result without a request", async () => {
    const { client, sent } = answering(
      {},
      { interceptors: [async () => ({ output: { Count: 1 }, response: stored })] },
    );
    expect(await client.call(Greet, input)).toEqual({ Count: 1 });
    expect(sent).toEqual([]);
  });

  test("a call without headers of interceptors is the same bytes as without interceptors", async () => {
    const bare = answering({});
    const passed = answering({}, { interceptors: [(call, next) => next(call)] });
    for (const { client } of [bare, passed]) await client.call(Greet, input).catch(() => undefined);
    expect(passed.sent).toEqual(bare.sent);
  });
});

const stored = { status: 200, contentType: "text/xml", body: new Uint8Array() };

describe("SOAP headers that the contract does not declare", () => {
  const token = element("Token", [element("Id", ["7 & 8"], { namespace: "urn:token" })], {
    namespace: "urn:token",
    attributes: { kind: "session" },
  });

  test.each([
    ["soap11", 'soap:mustUnderstand="1" soap:actor="urn:gateway"'],
    ["soap12", 'soap:mustUnderstand="1" soap:role="urn:gateway"'],
  ] as const)("are sent over %s", async (binding, attributes) => {
    const { client, sent } = answering({});
    const interceptors = [
      sendSoapHeaders([token], { mustUnderstand: true, actor: "urn:gateway" }),
      sendSoapHeaders((call) => [element(`For${call.operation.name}`)]),
    ];
    await client.call(Greet, input, { interceptors, binding }).catch(() => undefined);
    expect(sent.map(text).join()).toContain(
      `<soap:Header><Token xmlns="urn:token" ${attributes} kind="session"><Id>7 &amp; 8</Id></Token><ForGreet /></soap:Header><soap:Body>`,
    );
  });

  test("declare the prefixes in their attributes and texts", async () => {
    const { client, sent } = answering({});
    const block = element("Topic", ["t:A"], {
      namespace: "urn:token",
      attributes: { kind: "soap:K" },
      namespaces: { t: "urn:t", soap: "urn:soap" },
    });
    const send = async (options: BlockOptions): Promise<string> => {
      const interceptors = [sendSoapHeaders([block], options)];
      return await failure(client.call(Greet, input, { interceptors, binding: "soap11" }));
    };
    await send({});
    expect(sent.map(text).join()).toContain(
      '<Topic xmlns="urn:token" xmlns:t="urn:t" xmlns:soap="urn:soap" kind="soap:K">t:A</Topic>',
    );
    expect(await send({ mustUnderstand: true })).toContain('Data cannot declare the prefix "soap"');
  });

  test("are refused over HTTP GET and POST instead of left out", async () => {
    const client = local({}, { interceptors: [sendSoapHeaders([token])] });
    expect(await failure(client.call(HttpGreet, input, { binding: "httpGet" }))).toBe(
      "InvalidInput: HTTP GET and POST have no SOAP headers",
    );
  });

  test("of a response are read, several of one name too", async () => {
    const heard: XmlElement[] = [];
    const content = header(block("A", "1") + block("A", "2") + block("B", "<x/>"));
    const { client } = answering({ text: envelope("soap11", greeted, content) });
    const read = readSoapHeaders((blocks) => heard.push(...blocks));
    expect(await client.call(Greet, input, { interceptors: [read] })).toEqual({ Text: "Ann", Count: 42 });
    expect(heard.map(({ name, children }) => [name, textOf(children)])).toEqual([
      ["A", "1"],
      ["A", "2"],
      ["B", ""],
    ]);
  });

  test("of a fault are read before the call fails", async () => {
    const heard: XmlElement[] = [];
    const fault = "<e:Fault><faultcode>e:Server</faultcode><faultstring>No</faultstring></e:Fault>";
    const { client } = answering({ status: 500, text: envelope("soap11", fault, header(block("A", "1"))) });
    const interceptors = [readSoapHeaders((blocks) => heard.push(...blocks))];
    expect(await failure(client.call(Greet, input, { interceptors }))).toBe("fault Internal: No");
    expect(heard).toHaveLength(1);
  });

  test("with mustUnderstand are refused unless an interceptor understands them", async () => {
    const content = header(block("A", "1", ' e:mustUnderstand="1"'));
    const { client } = answering({ text: envelope("soap11", greeted, content) });
    const reading = (understood: readonly { namespace: string; name: string }[]) =>
      failure(
        client.call(Greet, input, { interceptors: [readSoapHeaders(() => undefined, { understood })] }),
      );
    const refused = "Protocol: The header A must be understood: accept it with readSoapHeaders";
    expect(await failure(client.call(Greet, input))).toBe(refused);
    expect(await reading([])).toBe(refused);
    expect(await reading([{ namespace: "urn:other", name: "A" }])).toBe(refused);
    expect(await reading([{ namespace: "urn:token", name: "A" }])).toBe("no error");
  });
});

describe("retry", () => {
  const failing = (errors: readonly Error[]) => {
    let attempts = 0;
    const transport = {
      send: async () => {
        const error = errors[attempts++];
        if (error !== undefined) throw error;
        const body = new TextEncoder().encode(envelope("soap11", greeted));
        return { status: 200, contentType: "text/xml", body };
      },
    };
    return { transport, attempts: () => attempts };
  };
  const transportError = (cause: Error) => new ClientError("Transport", "x", { cause });
  const nodeError = (code: string, syscall: string): Error =>
    Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  const refused = transportError(nodeError("ECONNREFUSED", "connect"));
  const broken = transportError(nodeError("ECONNRESET", "read"));
  const fault = (reason: FaultReason) => new ServiceFault(reason, "x");

  test.each([
    ["status 503 not", [fault("Unavailable")], false, 1, "fault Unavailable: x"],
    ["status 503 of an idempotent call", [fault("Unavailable")], true, 2, "no error"],
    ["a refused connection", [refused, refused], false, 3, "no error"],
    [
      "a refused connection, wrapped by fetch",
      [new ClientError("Transport", "x", { cause: new TypeError("f", { cause: refused.cause }) })],
      false,
      2,
      "no error",
    ],
    ["no more than the attempts", [refused, refused, refused], false, 3, "Transport: x"],
    ["a broken connection not", [broken], false, 1, "Transport: x"],
    ["a broken connection of an idempotent call", [broken], true, 2, "no error"],
    ["a time-out not", [new ClientError("Timeout", "x")], false, 1, "Timeout: x"],
    ["a time-out of an idempotent call", [new ClientError("Timeout", "x")], true, 2, "no error"],
    ["a wrong input never", [new ClientError("InvalidInput", "x")], true, 1, "InvalidInput: x"],
    ["a refused value never", [fault("InvalidValue")], true, 1, "fault InvalidValue: x"],
  ] as const)("%s", async (_title, errors, idempotent, attempts, want) => {
    const { transport, attempts: made } = failing(errors);
    const { client } = answering({});
    const replaced: Interceptor = (call, next) => next({ ...call, transport });
    const interceptors = [retry({ wait: 1, idempotent: () => idempotent }), replaced];
    expect(await failure(client.call(Greet, input, { interceptors }))).toBe(want);
    expect(made()).toBe(attempts);
  });

  test.each([
    ["connect", "ECONNREFUSED", true],
    ["connect", "EHOSTUNREACH", true],
    ["connect", "ENETUNREACH", true],
    ["getaddrinfo", "ENOTFOUND", true],
    ["getaddrinfo", "EAI_AGAIN", true],
    ["read", "EHOSTUNREACH", false],
    ["write", "ENETUNREACH", false],
    ["read", "ECONNREFUSED", false],
    ["connect", "ETIMEDOUT", false],
  ])("an error of %s with %s: %p", (syscall, code, want) => {
    const error = nodeError(code, syscall);
    const connecting = nodeError("ECONNREFUSED", "connect");
    // Node gives an error of several addresses the code of the first, and no call.
    const several = Object.assign(new AggregateError([connecting, error]), { code: "ECONNREFUSED" });
    for (const cause of [error, new TypeError("fetch failed", { cause: error }), several])
      expect(mayRepeat(transportError(cause))).toBe(want);
    expect(mayRepeat(transportError(error), true)).toBe(true);
  });

  test("repeats faults of idempotent calls only: those of the fault table, and with an open outcome", () => {
    for (const [reason, { retry: may }] of Object.entries(faultTable)) {
      const error = fault(reason as FaultReason);
      const isOpen = reason === "DeadlineExceeded" || reason === "OutcomeUnknown";
      expect([reason, mayRepeat(error), mayRepeat(error, true)]).toEqual([reason, false, may || isOpen]);
    }
  });

  test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)(
    "sends once over %s at status 503",
    async (binding) => {
      for (const contentType of ["text/xml", "text/plain", "text/html"]) {
        const { client, sent } = answering({ status: 503, contentType, text: "Busy" });
        await failure(client.call(HttpGreet, input, { binding, interceptors: [retry({ wait: 1 })] }));
        expect(sent).toHaveLength(1);
      }
    },
  );

  test("ends when the call is aborted during a wait", async () => {
    const { client } = answering({ status: 503 });
    const controller = new AbortController();
    const call = client.call(Greet, input, {
      interceptors: [retry({ wait: 600_000, longestWait: 600_000, idempotent: () => true })],
      signal: controller.signal,
      timeout: 0,
    });
    setTimeout(() => {
      controller.abort();
    }, 20);
    expect(await failure(call)).toBe("Aborted: The call was aborted");
  });

  test("gives each attempt the time that is left, and begins none after it", async () => {
    await atSomePace(async (pace) => {
      const { client, sent } = answering({ status: 503 });
      const wait = 40 * pace;
      const call = client.call(Greet, input, {
        interceptors: [retry({ wait, attempts: 50, longestWait: wait, idempotent: () => true })],
        timeout: 200 * pace,
      });
      expect(await failure(call)).toMatch(/^fault Unavailable/);
      expect(sent.length).toBeGreaterThan(1);
      expect(sent.length).toBeLessThan(50);
      expect(sent.map(({ timeout }) => timeout)).toEqual(
        sent.map(({ timeout }) => timeout).toSorted((a, b) => b - a),
      );
    });
  });
});

describe("WS-Addressing", () => {
  const wsa = "http://www.w3.org/2005/08/addressing";
  const options = { to: "http://example.com/greet", messageId: () => "urn:uuid:1" };

  test("sends Action, To, MessageID and ReplyTo", async () => {
    const { client, sent } = answering({});
    await client.call(Greet, input, { interceptors: [addressing(options)] }).catch(() => undefined);
    const want = [
      ["Action", `${namespace}Greet`],
      ["To", "http://example.com/greet"],
      ["MessageID", "urn:uuid:1"],
    ].map(([name, value]) => `<${name} xmlns="${wsa}">${value}</${name}>`);
    const replyTo = `<ReplyTo xmlns="${wsa}"><Address>${wsa}/anonymous</Address></ReplyTo>`;
    expect(sent.map(text).join()).toContain(`<soap:Header>${want.join("")}${replyTo}</soap:Header>`);
  });

  test.each([
    ["a response to this message", "urn:uuid:1", "no error"],
    [
      "a response to another message",
      "urn:uuid:2",
      "Protocol: The response relates to the message urn:uuid:2, the request is urn:uuid:1",
    ],
  ])("%s", async (_title, related, want) => {
    const blocks = `<a:RelatesTo xmlns:a="${wsa}">${related}</a:RelatesTo><a:Action xmlns:a="${wsa}" e:mustUnderstand="1">urn:x</a:Action>`;
    const { client } = answering({ text: envelope("soap11", greeted, header(blocks)) });
    expect(await failure(client.call(Greet, input, { interceptors: [addressing(options)] }))).toBe(want);
  });

  test("leaves To out without an address, and requires an action", async () => {
    const { client, sent } = answering({ text: envelope("soap11", greeted) });
    const sending = (given: Parameters<typeof addressing>[0]) =>
      failure(client.call(Greet, input, { interceptors: [addressing(given)] }));
    expect(await sending({})).toBe("no error");
    expect(sent.map(text).join()).not.toContain("<To");
    expect(await sending({ action: () => "" })).toBe(
      "InvalidInput: Greet has no action: give `addressing` the option action",
    );
  });
});

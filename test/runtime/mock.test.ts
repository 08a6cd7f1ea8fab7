import { describe, expect, test } from "@jest/globals";
import { MessengerClient } from "#generated/client.js";
import { messengerSamples } from "#generated/samples.js";
import type { MessengerService } from "#generated/server.js";
import { Messenger } from "#generated/service.js";
import { fetchHandler } from "#runtime/fetch-handler.js";
import { type MockHandlers, mockHost, type MockHost, mockService, mockTransport } from "#runtime/testing.js";
import { type BindingName, ClientError, fetchTransport, ServiceFault } from "#runtime/index.js";

const samples = messengerSamples;
const bindings: readonly BindingName[] = ["soap11", "soap12", "httpGet", "httpPost"];
const status = { customerID: 42, userName: "api", userPassword: "secret", detailed: false };

describe.each(bindings)("a mock over %s", (binding) => {
  test("answers with its handlers, and with the samples of the other methods", async () => {
    const transport = mockTransport(
      Messenger,
      { httpGetSmsStatus: ({ transactionID }) => ({ Result: `Delivered ${transactionID ?? ""}` }) },
      { samples },
    );
    const client = new MessengerClient({ transport });
    const answer = await client.httpGetSmsStatus({ ...status, transactionID: "t-1" }, { binding });
    expect(answer.Result).toBe("Delivered t-1");
    expect(await client.getGreeting({}, { binding })).toBe(samples.getGreeting.output);
    expect(transport.calls.map(({ method }) => method)).toEqual(["httpGetSmsStatus", "getGreeting"]);
    expect(transport.inputs("httpGetSmsStatus")).toEqual([{ ...status, transactionID: "t-1" }]);
    expect(transport.calls[0]?.context).toMatchObject({ binding, operation: "HTTP_GetSmsStatus" });
  });
});

test("every method has a sample that its codecs accept", async () => {
  const transport = mockTransport(Messenger, {}, { samples });
  const client = new MessengerClient({ transport }) as unknown as Record<string, (input: unknown) => unknown>;
  for (const [method, { input, output }] of Object.entries(samples))
    expect([method, await client[method]?.(input)]).toEqual([method, output]);
  expect(transport.calls).toHaveLength(Object.keys(samples).length);
});

describe("errors of a mock", () => {
  test.each<[string, MockHandlers<MessengerService>, object]>([
    [
      "a fault",
      {
        getGreeting: () => {
          throw new ServiceFault("Unavailable", "Later");
        },
      },
      { name: "ServiceFault", message: "Later" },
    ],
    [
      "a broken connection",
      {
        getGreeting: async () => {
          throw new ClientError("Transport", "The connection was reset");
        },
      },
      {
        name: "ClientError",
        code: "Transport",
        message: expect.stringContaining("The connection was reset"),
      },
    ],
    ["no handler and no sample", {}, { message: "The mock has no handler and no sample of GetGreeting." }],
    [
      "an answer that the contract does not permit",
      { getGreeting: () => 42 as unknown as string },
      { name: "ServiceFault" },
    ],
  ])("%s", async (_, handlers, error) => {
    const client = new MessengerClient({ transport: mockTransport(Messenger, handlers) });
    await expect(client.getGreeting({})).rejects.toMatchObject(error);
  });

  test("two calls at a time, one of which breaks", async () => {
    const transport = mockTransport(Messenger, {
      httpGetSmsStatus: async ({ transactionID = "" }) => {
        await Promise.resolve();
        if (transactionID === "broken") throw new ClientError("Transport", "reset");
        return { Result: transactionID };
      },
    });
    const client = new MessengerClient({ transport });
    const calls = ["broken", "ok"].map((transactionID) =>
      client.httpGetSmsStatus({ ...status, transactionID }),
    );
    const wanted = [{ reason: { code: "Transport" } }, { value: { Result: "ok" } }];
    expect(await Promise.allSettled(calls)).toMatchObject(wanted);
  });
});

describe("delays", () => {
  const ofGreeting = (method: string): number => (method === "getGreeting" ? 60_000 : 0);
  test.each([
    ["of one method", ofGreeting],
    ["of all methods", 60_000],
  ])("a call whose time is over fails with Timeout, and its handler does not run: %s", async (_, delay) => {
    let runs = 0;
    const handlers = {
      getGreeting: () => {
        runs++;
        return "late";
      },
    };
    const transport = mockTransport(Messenger, handlers, { samples, delay });
    const client = new MessengerClient({ transport });
    await expect(client.getGreeting({}, { timeout: 20 })).rejects.toMatchObject({ code: "Timeout" });
    if (delay === ofGreeting) await client.httpGetSmsStatus(status);
    expect([runs, transport.inputs("getGreeting").length]).toEqual([0, 1]);
  });
});

test("use puts handlers before the others, and reset removes them and the calls", async () => {
  const transport = mockTransport(Messenger, { getGreeting: () => "first" });
  const client = new MessengerClient({ transport });
  transport.use({ getGreeting: () => "second" });
  transport.use({ getGreeting: () => "third" });
  expect(await client.getGreeting({})).toBe("third");
  transport.reset();
  expect([await client.getGreeting({}), transport.calls.length]).toEqual(["first", 1]);
});

test("mockService is an implementation for any host", async () => {
  const mock = mockService(Messenger, { getGreeting: () => "Hello" });
  const handle = fetchHandler(Messenger, mock.implementation, { path: "/messenger" });
  const transport = fetchTransport({
    url: "http://localhost/messenger",
    fetch: async (url, init) => handle(new Request(url, init)),
  });
  expect(await new MessengerClient({ transport }).getGreeting({})).toBe("Hello");
  expect(mock.calls).toMatchObject([{ method: "getGreeting", context: { binding: "soap11" } }]);
});

/** A client whose requests reach a mock through its URLs. */
function clientOf({ urls, respond }: MockHost<MessengerService>, url: string): MessengerClient {
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const [clean = ""] = request.url.split("?");
    if (!urls.test(clean)) throw new Error(`${clean} is not of the mock`);
    return respond(request);
  };
  return new MessengerClient({ transport: fetchTransport({ url, fetch }) });
}

describe.each(["http://localhost/", "http://localhost/messenger", "http://localhost:8080/a.b/service.asmx"])(
  "mockHost at %s",
  (url) => {
    test.each(bindings)("answers over %s", async (binding) => {
      const host = mockHost(Messenger, { getGreeting: () => "Hello" }, { samples, url });
      expect(await clientOf(host, url).getGreeting({}, { binding })).toBe("Hello");
      expect(host.calls).toMatchObject([{ method: "getGreeting", context: { binding } }]);
    });
  },
);

test("mockHost has errors of the network, the address of the contract, and no other URL", async () => {
  const reset = (): string => {
    throw new ClientError("Transport", "reset");
  };
  const host = mockHost(Messenger, { getGreeting: reset }, { url: "https://example.com/a+b" });
  const failed = clientOf(host, "https://example.com/a+b").getGreeting({});
  await expect(failed).rejects.toMatchObject({ name: "ClientError", code: "Protocol" });
  expect((await host.respond(new Request("https://example.com/a+b/GetGreeting"))).type).toBe("error");
  const matched = [
    "https://example.com/a+b",
    "https://example.com/a+bc",
    "https://example.com/aab",
    "http://example.com/a+b",
  ];
  expect(matched.map((url) => host.urls.test(url))).toEqual([true, false, false, false]);
  const { url: address = "", ...nowhere } = Messenger;
  const own = new URL(address);
  expect(mockHost(Messenger).urls.test(`${own.origin}${own.pathname}`)).toBe(true);
  expect(() => mockHost(nowhere)).toThrow("The contract of Messenger has no address: give the mock a url");
});

test("handlers, samples and inputs have the types of the contract", () => {
  // @ts-expect-error: the service has no such method
  mockTransport(Messenger, { getGreetings: () => "" });
  // @ts-expect-error: the output is a text
  mockTransport(Messenger, { getGreeting: () => 42 });
  // @ts-expect-error: the input has no such property
  mockTransport(Messenger, { httpGetSmsStatus: ({ transactionId }) => ({ Result: String(transactionId) }) });
  // @ts-expect-error: the sample of another method
  mockTransport(Messenger, {}, { samples: { getGreeting: samples.getSmsStatus } });
  const { calls } = mockTransport(Messenger);
  for (const call of calls) if (call.method === "httpGetSmsStatus") call.input.detailed satisfies boolean;
  expect(calls).toEqual([]);
});

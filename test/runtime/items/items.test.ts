import { DOMParser } from "@xmldom/xmldom";
import { WSSecurityCert } from "soap";
import { SignedXml } from "xml-crypto";
import { describe, expect, test } from "@jest/globals";
import { MessengerClient } from "#generated/client.js";
import { HttpFindDistributionLists } from "#generated/items.js";
import * as operations from "#generated/operations.js";
import { caller, type TransportResponse } from "#runtime/index.js";
import { type Interceptor, lenientReading, readSoapHeaders, retry } from "#runtime/interceptors.js";
import { itemsOf } from "#runtime/items.js";
import { verifyResponses } from "#runtime/node-soap.js";
import { Keys } from "../../interop/security/peer-server.js";
import { arriving, input, lineOf, list, lists, piecesAt, readAll, responseTo } from "./chunked.js";

const encoder = new TextEncoder();
const result = { ErrorCode: 0, Result: "OK", Lists: [list(1), list(2), list(3)] };

/** The response with another text, in chunks of so many bytes. */
const chunked = (response: Partial<TransportResponse>, text: string, size = 50) => {
  const bytes = encoder.encode(text);
  const count = Math.ceil(bytes.length / size);
  return arriving(
    response,
    piecesAt(
      bytes,
      Array.from({ length: count }, (_, at) => at * size),
    ),
  );
};

const textOf = async (given = result, binding?: "soap11" | "soap12"): Promise<string> =>
  new TextDecoder().decode((await responseTo(given, binding)).body);

const arrayOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const envelope = (body: string, version = "http://schemas.xmlsoap.org/soap/envelope/"): string =>
  `<s:Envelope xmlns:s="${version}">${body}</s:Envelope>`;

const fault = "<s:Fault><faultcode>s:Client</faultcode><faultstring>No such list</faultstring></s:Fault>";

describe("itemsOf", () => {
  test("yields an item before the next chunk is read", async () => {
    const text = await textOf();
    const ends = [...text.matchAll(/<\/DistributionListDescription>/g)].map(({ index }) => index + 30);
    const arrived = arriving({}, piecesAt(encoder.encode(text), ends));
    const stream = await itemsOf(new MessengerClient({ transport: arrived.transport }), lists, input);
    const taken: number[] = [];
    for await (const item of stream) {
      expect(item).toEqual(list(taken.length + 1));
      taken.push(arrived.taken);
    }
    expect(taken).toEqual([1, 2, 3]);
    expect(await stream.output()).toEqual({ ...result, Lists: [list(1)] });
    expect(arrived.cancelled).toBe(false);
  });

  test("asks the transport for chunks, and a transport without chunks works too", async () => {
    const response = await responseTo(result);
    const arrived = arriving(response, [response.body]);
    await readAll(arrived.transport);
    expect(arrived.requests).toEqual([expect.objectContaining({ streamed: true })]);
    expect(await readAll({ send: async () => response })).toEqual({
      items: result.Lists,
      end: { ...result, Lists: [list(1)] },
    });
  });

  test("takes a caller in place of a generated client", async () => {
    const response = await responseTo(result);
    const client = caller(operations.Messenger, { transport: { send: async () => response } });
    const stream = await itemsOf(client, lists, input);
    expect(await arrayOf(stream)).toEqual(result.Lists);
  });

  test("a response of more than 9 MiB that arrives whole is decoded in portions", async () => {
    const [before = "", after = ""] = (await textOf({ ...result, Lists: [list(1)] })).split(
      /<DistributionListDescription>.*<\/DistributionListDescription>/s,
    );
    const item =
      /<DistributionListDescription>.*?<\/DistributionListDescription>/s.exec(await textOf())?.[0] ?? "";
    const count = Math.ceil((9.5 * 1024 * 1024) / item.length);
    const body = encoder.encode(before + item.repeat(count) + after);
    const whole = { status: 200, contentType: "text/xml; charset=utf-8", body };
    for (const transport of [{ send: async () => whole }, arriving({}, [body]).transport]) {
      let decoded = 0;
      const counting = {
        ...lists,
        read: (reader: Parameters<typeof lists.read>[0]) => {
          decoded++;
          return lists.read(reader);
        },
      };
      const stream = await itemsOf(new MessengerClient({ transport }), counting, input);
      let [read, ahead, sum] = [0, 0, 0];
      for await (const each of stream) {
        sum += each?.RecipientsCount ?? 0;
        ahead = Math.max(ahead, decoded - read++);
      }
      expect({ read, sum }).toEqual({ read: count, sum: count });
      expect(ahead).toBeLessThan(1_000);
      expect(await stream.output()).toEqual({ ...result, Lists: [list(1)] });
    }
  });

  test("verified responses may be longer than the limit of an item", async () => {
    const keys = new Keys();
    const key = keys.read("server", "key");
    const certificate = keys.read("server", "certificate");
    keys.remove();
    const Lists = Array.from({ length: 400 }, (_, at) => list(at));
    const text = (await textOf({ ...result, Lists })).replace("<soap:Body>", "<soap:Header></soap:Header>$&");
    const signer = new WSSecurityCert(key, certificate, "", { signerOptions: { idMode: "wssecurity" } });
    const signed = encoder.encode(signer.postProcess(text, "soap"));
    const { transport } = chunked({}, "");
    const send = async (request: Parameters<typeof transport.send>[0]) => ({
      ...(request.streamed === true ? await transport.send(request) : {}),
      ...{ status: 200, contentType: "text/xml; charset=utf-8", body: signed },
    });
    const interceptors = [verifyResponses({ SignedXml, DOMParser, certificate })];
    const read = await readAll({ send }, { interceptors, maxItemLength: 70_000 });
    expect(read).toEqual({ items: Lists, end: { ...result, Lists: [list(0)] } });
    expect(signed.length).toBeGreaterThan(80_000);
  }, 60_000);

  test.each(["httpGet", "httpPost"] as const)("refuses a call over %s before it is sent", async (binding) => {
    const arrived = arriving({}, []);
    const client = new MessengerClient({
      transport: arrived.transport,
      interceptors: [async (call, next) => next({ ...call, binding })],
    });
    const fields = { customerID: 42, userName: "api", userPassword: "secret" };
    await expect(itemsOf(client, HttpFindDistributionLists.Lists, fields).catch(lineOf)).resolves.toBe(
      `InvalidInput: itemsOf reads responses of SOAP: call HTTP_FindDistributionLists over ${binding} without it`,
    );
    expect(arrived.requests).toEqual([]);
  });

  test("output alone reads to the end", async () => {
    const { transport } = chunked({}, await textOf());
    const stream = await itemsOf(new MessengerClient({ transport }), lists, input);
    expect(await stream.output()).toEqual({ ...result, Lists: [list(1)] });
  });

  test.each([
    ["no items", { ErrorCode: 3, Result: "Unknown user", Lists: undefined }],
    ["an empty array", { ErrorCode: 0, Result: "OK", Lists: [] }],
  ])("a response with %s ends at once", async (_, given) => {
    const { transport } = chunked({}, await textOf(given as typeof result));
    expect(await readAll(transport)).toEqual({ items: [], end: given });
  });

  test("an iteration that ends early closes the connection, and has no output", async () => {
    const arrived = chunked({}, await textOf());
    const stream = await itemsOf(new MessengerClient({ transport: arrived.transport }), lists, input);
    for await (const item of stream) {
      expect(item).toEqual(list(1));
      break;
    }
    expect(arrived.cancelled).toBe(true);
    await expect(stream.output().catch(lineOf)).resolves.toBe(
      "Aborted: The items were not read to their end",
    );
  });

  test("close ends an iteration with an error", async () => {
    const arrived = chunked({}, await textOf());
    const stream = await itemsOf(new MessengerClient({ transport: arrived.transport }), lists, input);
    await stream.close();
    await stream.close();
    expect(arrived.cancelled).toBe(true);
    await expect(arrayOf(stream).catch(lineOf)).resolves.toMatch(/^Aborted: /);
  });
});

describe("the head of the response", () => {
  test("SOAP headers and HTTP headers precede the items", async () => {
    const text = (await textOf()).replace(
      "<soap:Body>",
      "<soap:Header><x:Id xmlns:x='u'>7</x:Id></soap:Header>$&",
    );
    const headers = { get: (name: string) => (name === "x-id" ? "7" : null), getSetCookie: () => [] };
    const arrived = chunked({ headers }, text);
    const heard: unknown[] = [];
    const interceptors = [readSoapHeaders((blocks) => heard.push(...blocks))];
    const stream = await itemsOf(new MessengerClient({ transport: arrived.transport }), lists, input, {
      interceptors,
    });
    expect(heard).toMatchObject([{ name: "Id", namespace: "u", children: ["7"] }]);
    expect(stream.response.headers?.get("x-id")).toBe("7");
    expect(arrived.taken).toBeLessThan(encoder.encode(text).length / 50);
    await stream.output();
    expect(heard).toHaveLength(1);
  });

  test.each([
    [
      "a header that must be understood",
      (text: string) =>
        text.replace(
          "<soap:Body>",
          '<soap:Header><x:Id xmlns:x="u" soap:mustUnderstand="1"/></soap:Header>$&',
        ),
      "Protocol: The header Id must be understood: accept it with readSoapHeaders",
    ],
    [
      "another version of SOAP",
      (text: string) =>
        text.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"),
      "Protocol: The response has another SOAP version",
    ],
    [
      "another element in Body",
      (text: string) => text.replaceAll("FindDistributionListsResponse", "FindListsResponse"),
      "Protocol: The response is not the element FindDistributionListsResponse of http://pmmsoapmessenger.com/",
    ],
    [
      "a prefix that is not declared",
      (text: string) => text.replaceAll("DistributionListDescription", "x:DistributionListDescription"),
      'Protocol: The prefix "x" is not declared.',
    ],
    [
      "a document type declaration",
      (text: string) => text.replace("<soap:Envelope", "<!DOCTYPE a []>$&"),
      "Protocol: A document type declaration is not accepted.",
    ],
  ])("%s is an error before the first item", async (_, change, error) => {
    const { transport } = chunked({}, change(await textOf()));
    expect(await readAll(transport)).toEqual({ items: [], end: error });
  });
});

describe("a fault or a page instead of items", () => {
  test.each([
    [
      "a fault with the status 500",
      { status: 500 },
      envelope(`<s:Body>${fault}</s:Body>`),
      "fault InvalidValue: No such list",
    ],
    [
      "a fault with the status 200",
      {},
      envelope(`<s:Body>${fault}</s:Body>`),
      "fault InvalidValue: No such list",
    ],
    [
      "a page",
      { contentType: "text/html" },
      `<html><body><h1>Please log in</h1>${"<p>".repeat(5_000)}`,
      "HtmlPage: Status 200 with text/html: Please log in",
    ],
    [
      "the status 401",
      { status: 401, contentType: "text/plain" },
      "No credentials",
      "Unauthorized: Status 401 with text/plain: No credentials",
    ],
    ["an empty body", {}, "", "Protocol: Status 200 with text/xml; charset=utf-8"],
    [
      "MIME parts",
      { contentType: 'multipart/related; boundary="b"; type="application/xop+xml"' },
      "--b\r\n",
      "Protocol: The response to FindDistributionLists has MIME parts: its items cannot be read one by one",
    ],
  ])("%s rejects the call and closes the connection", async (_, response, text, error) => {
    const arrived = chunked(response, text);
    expect(await readAll(arrived.transport)).toEqual({ items: [], end: error });
    const whole = {
      status: 200,
      contentType: "text/xml; charset=utf-8",
      ...response,
      body: encoder.encode(text),
    };
    expect(await readAll({ send: async () => whole })).toEqual({ items: [], end: error });
  });
});

describe("an error after items", () => {
  const items = [list(1), list(2)];

  test.each([
    [
      "the end of the connection",
      (text: string) => text.slice(0, text.indexOf("List 3")),
      /^Protocol: The document ends/,
    ],
    [
      "a wrong value",
      (text: string) => text.replace("<RecipientsCount>3<", "<RecipientsCount>x<"),
      /^Protocol: RecipientsCount/,
    ],
    [
      "a fault beside the response",
      (text: string) => text.replace("</soap:Body>", `${fault.replaceAll("s:", "soap:")}$&`),
      /^fault MalformedMessage|^Protocol: .*soap:Body/,
    ],
    ["a second root element", (text: string) => `${text}<a/>`, /^Protocol: A second root element/],
    [
      "an absent sibling",
      (text: string) => text.replace("<ErrorCode>0</ErrorCode>", ""),
      /^Protocol: .*ErrorCode/,
    ],
  ])("%s rejects the iteration", async (_, change, error) => {
    const read = await readAll(chunked({}, change(await textOf())).transport);
    expect(read.end).toEqual(expect.stringMatching(error));
    expect(read.items.slice(0, 2)).toEqual(items);
  });

  test("a broken connection is an error of the transport", async () => {
    const bytes = encoder.encode(await textOf());
    const arrived = arriving({}, [bytes.subarray(0, bytes.length - 300)]);
    const send: typeof arrived.transport.send = async (request) => {
      const response = await arrived.transport.send(request);
      const { chunks } = response;
      if (chunks === undefined) throw new Error("There are no chunks");
      const read: typeof chunks.read = async () => {
        const chunk = await chunks.read();
        if (chunk.value === undefined) throw new Error("ECONNRESET");
        return chunk;
      };
      return { ...response, chunks: { ...chunks, read } };
    };
    const read = await readAll({ send });
    expect(read).toEqual({
      items: [list(1), list(2)],
      end: "Transport: The connection was closed before the end of the response",
    });
    expect(arrived.cancelled).toBe(true);
  });
});

describe("limits", () => {
  test.each([
    ["an item", (text: string) => text.replace("List 2", "x".repeat(5_000))],
    ["the text before the items", (text: string) => text.replace("OK", "x".repeat(5_000))],
    ["the text behind them", (text: string) => `${text}${" ".repeat(5_000)}`],
    [
      "the elements between them",
      (text: string) => text.replaceAll(/<DistributionListD/g, `${"<x>y</x>".repeat(300)}$&`),
    ],
  ])("%s may have so many characters", async (_, change) => {
    const text = change(await textOf());
    const { end } = await readAll(chunked({}, text).transport, { maxItemLength: 4_000 });
    expect(end).toBe("TooLarge: An item, or everything around the items, is longer than 4000 characters");
    expect(await readAll(chunked({}, text).transport, { maxItemLength: 20_000 })).toMatchObject({
      items: [{}, {}, {}],
      end: { ErrorCode: 0 },
    });
  });

  test("comments between items are not kept", async () => {
    const text = (await textOf()).replaceAll(
      "<DistributionListDescription>",
      `<!-- ${"x".repeat(300)} -->$&`,
    );
    const { end } = await readAll(chunked({}, text).transport, { maxItemLength: 1_500 });
    expect(end).toEqual({ ...result, Lists: [list(1)] });
  });

  test("the limits of the reader apply", async () => {
    const { transport } = chunked({}, await textOf());
    const { end } = await readAll(transport, {}, { limits: { depth: 4 } });
    expect(end).toBe("Protocol: Elements are nested too deep.");
  });
});

describe("interceptors", () => {
  test("retry repeats a call until the first item", async () => {
    const busy = { ...{ status: 503, contentType: "text/plain" }, body: encoder.encode("busy") };
    const { transport } = chunked({}, await textOf());
    let sent = 0;
    const send: typeof transport.send = async (request) => (sent++ === 0 ? busy : transport.send(request));
    const read = await readAll({ send }, { interceptors: [retry({ idempotent: () => true, wait: 1 })] });
    expect(read.items).toHaveLength(3);
    expect(sent).toBe(2);
  });

  test("an error of an interceptor after the head closes the connection", async () => {
    const arrived = chunked({}, await textOf());
    const failing: Interceptor = async (call, next) => {
      await next(call);
      throw new TypeError("no");
    };
    const client = new MessengerClient({ transport: arrived.transport, interceptors: [failing] });
    await expect(itemsOf(client, lists, input)).rejects.toThrow("no");
    expect(arrived.cancelled).toBe(true);
  });

  test("lenientReading is refused", async () => {
    const { transport } = chunked({}, await textOf());
    const { end } = await readAll(transport, { interceptors: [lenientReading(() => undefined)] });
    expect(end).toBe("InvalidInput: lenientReading reads responses as a whole: leave it out");
  });
});

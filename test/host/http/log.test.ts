import { describe, expect, test } from "@jest/globals";
import { ServiceFault } from "messenger-gen-runtime";
import { element, envelope, namespace } from "../../runtime/greeter.js";
import { keepingLog, mountPath, post, send, serveGreeter } from "../greeter/server.js";

const secret = "correct horse";
const query = `customerID=1&loud=true&name=${encodeURIComponent(secret)}`;
const secretMessage = envelope("soap11", element("Greet").replace("Ann", secret));

describe("one line of the log has the result of a request, and no value of it", () => {
  test("calls, refused calls, refused requests", async () => {
    const log = keepingLog();
    const server = await serveGreeter({ log });
    await post(server, "soap11", secretMessage);
    await send(server, { path: `${mountPath}/HTTP_Greet?${query}` });
    await send(server, { path: `${mountPath}/HTTP_Greet?${query}&loud=${secret.replace(" ", "+")}` });
    await send(server, { path: `${mountPath}/Nope?${query}` });
    await send(server, { path: `/nowhere/${query}`, headers: { Cookie: secret } });
    await post(server, "soap11", secretMessage, { SOAPAction: secret });
    await server.close();
    const remoteAddress = "127.0.0.1";
    expect(log.lines).toMatchObject([
      { event: "call", fields: { operation: "Greet", binding: "soap11", status: 200, remoteAddress } },
      { event: "call", fields: { operation: "HTTP_Greet", binding: "httpGet", status: 200, remoteAddress } },
      { event: "call refused", fields: { operation: "HTTP_Greet", reason: "InvalidValue", path: "loud" } },
      { event: "call refused", fields: { binding: "httpGet", status: 500, reason: "UnknownOperation" } },
      { event: "request refused", fields: { method: "GET", status: 404, remoteAddress } },
      { event: "call refused", fields: { operation: "Greet", reason: "UnknownOperation" } },
    ]);
    for (const { level, fields } of log.lines) {
      expect(level).toBe("info");
      expect(JSON.stringify(fields)).not.toMatch(/correct|horse/);
    }
  });

  test.each([
    { name: "markup in a password", field: "<name>correct <horse</name>" },
    { name: "an unknown element that does not end", field: "<correct><horse>&</horse></correct>" },
    { name: "an unknown prefix", field: "<correct:horse/>" },
    { name: "an element in a text", field: "<name>correct<horse/></name>" },
    { name: "too many levels", field: "<horse>".repeat(80) },
    { name: "a type", field: '<name xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="horse"/>' },
  ])("nothing of a message that cannot be read: $name", async ({ field }) => {
    const log = keepingLog();
    const server = await serveGreeter({ log });
    await post(server, "soap11", envelope("soap11", `<Greet xmlns="${namespace}">${field}</Greet>`));
    await server.close();
    expect(log.lines).toMatchObject([{ event: "call refused", fields: { operation: "Greet" } }]);
    expect(JSON.stringify(log.lines)).not.toMatch(/correct|horse/);
  });

  test.each(["soap11", "soap12"] as const)(
    "an unexpected error: the cause in the log, its number to the caller, %s",
    async (version) => {
      const log = keepingLog();
      const cause = new TypeError("database password is 12345 at /srv/secret.js");
      const server = await serveGreeter({
        log,
        implementation: {
          greet: async () => {
            throw cause;
          },
        },
      });
      const reply = await post(server, version, envelope(version, element("Greet")));
      await server.close();
      expect(reply.status).toBe(500);
      const reference = /Server was unable to process request\. Reference: ([0-9a-f-]{36})\./.exec(
        reply.body,
      )?.[1];
      expect(reply.body).not.toMatch(/TypeError|12345|secret/);
      expect(log.lines).toEqual([
        {
          level: "error",
          event: "unexpected error",
          fields: { requestId: reference, operation: "Greet", err: cause },
        },
        {
          level: "info",
          event: "call",
          fields: expect.objectContaining({ requestId: reference, status: 500 }),
        },
      ]);
    },
  );

  test("an error over HTTP GET", async () => {
    const server = await serveGreeter({
      implementation: { httpGreet: () => Promise.reject(new Error("inside")) },
    });
    const reply = await send(server, { path: `${mountPath}/HTTP_Greet?${query}` });
    await server.close();
    expect(reply.status).toBe(500);
    expect(reply.body).toMatch(/^Server was unable to process request\. Reference: [0-9a-f-]{36}\.\n$/);
  });

  test("an internal fault of an operation keeps its text from the caller", async () => {
    const server = await serveGreeter({
      implementation: { greet: () => Promise.reject(new ServiceFault("Internal", "inside")) },
    });
    const reply = await post(server, "soap11", secretMessage);
    await server.close();
    expect(reply.body).not.toContain("inside");
  });

  test("a method that throws before it gives a promise", async () => {
    const server = await serveGreeter({
      implementation: {
        greet: () => {
          throw new RangeError("inside");
        },
      },
    });
    const reply = await post(server, "soap11", secretMessage);
    await server.close();
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain("inside");
  });

  test("what an operation logs carries the number of its call", async () => {
    const log = keepingLog();
    const server = await serveGreeter({
      log,
      implementation: {
        greet: async (_input, call) => {
          call.log.info({ rows: 3 }, "read");
          return { Count: 1 };
        },
      },
    });
    await post(server, "soap11", secretMessage);
    await server.close();
    const [read, call] = log.lines;
    expect(read).toEqual({
      level: "info",
      event: "read",
      fields: { requestId: call?.fields["requestId"], rows: 3 },
    });
  });
});

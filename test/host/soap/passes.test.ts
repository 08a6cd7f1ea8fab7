import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { Messenger, MessengerClient } from "messenger-client";
import type { MessengerServer } from "messenger-server";
import { Server } from "soap";
import { messengerSamples, type Sample } from "#generated/samples.js";
import type { CallOptions } from "#runtime/index.js";
import { interceptExchange, type Interceptor } from "#runtime/interceptors.js";
import { startServer } from "../../start-server.js";

/** The methods of node-soap's server through which a call passes. */
interface Passed {
  processRequest: (this: unknown, text: string, options: object) => Promise<unknown>;
  _executeMethod: (this: unknown, found: Found, ...others: unknown[]) => unknown;
}
interface Found {
  readonly methodName: string;
  readonly args: unknown;
}

const nodeSoap = Server.prototype as unknown as Passed;
const { processRequest, _executeMethod } = nodeSoap;

const folder = mkdtempSync(join(tmpdir(), "passes-"));
let server: MessengerServer;
beforeAll(async () => {
  server = await startServer({ database: `sqlite:${join(folder, "messenger.db")}`, port: 0 });
});
afterEach(() => {
  Object.assign(nodeSoap, { processRequest, _executeMethod });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Client = Readonly<Record<string, (input: unknown, options: CallOptions) => Promise<unknown>>>;

const samples = Object.entries(messengerSamples as unknown as Record<string, Sample<unknown, unknown>>);

/** Calls an operation with its sample: whether it is carried out does not matter. Resolves with the texts of request and response. */
async function exchanged(method: string, input: unknown, binding: "soap11" | "soap12") {
  let [sent, received] = ["", ""];
  const keep: Interceptor = interceptExchange(async (request, send) => {
    sent = Buffer.from(request.body ?? "").toString();
    const response = await send(request);
    received = Buffer.from(response.body).toString();
    return response;
  });
  const client = new MessengerClient({ url: server.url, mtom: false }) as unknown as Client;
  await client[method]?.(input, { binding, interceptors: [keep] }).catch(() => undefined);
  return { sent, received };
}

describe.each(["soap11", "soap12"] as const)(
  "node-soap serves each call of the service, in %s",
  (binding) => {
    test.each(samples)("%s", async (method, { input }) => {
      const passed: { text: string; method: string }[] = [];
      let text = "";
      nodeSoap.processRequest = function (given, options) {
        text = given;
        return processRequest.call(this, given, options);
      };
      nodeSoap._executeMethod = function (found, ...others) {
        passed.push({ text, method: found.methodName });
        return _executeMethod.call(this, found, ...others);
      };
      const { sent, received } = await exchanged(method, input, binding);
      const name = (Messenger.operations as Readonly<Record<string, { readonly name: string }>>)[method]
        ?.name;
      expect(passed).toEqual([{ text: sent, method: name }]);
      expect(received).toContain(`<${name ?? ""}Response`);
    });

    test("none is carried out that it does not carry out", async () => {
      nodeSoap._executeMethod = () => {
        throw new Error("node-soap is away");
      };
      const { received } = await exchanged("getGreeting", {}, binding);
      expect(received).toMatch(/<soap:Fault>.*Server was unable to process request/u);
    });

    test("none runs another method than the one that it has found", async () => {
      nodeSoap._executeMethod = function (found, ...others) {
        return _executeMethod.call(this, { ...found, methodName: "GetGreeting", args: {} }, ...others);
      };
      const { received } = await exchanged("httpKeepAlive", messengerSamples.httpKeepAlive.input, binding);
      expect(received).toContain("Messenger");
    });
  },
);

import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type CallContext, caller, fetchTransport } from "#runtime/index.js";
import { inMemoryTransport } from "#runtime/testing.js";
import { fetchHandler } from "#runtime/fetch-handler.js";
import { nodeTransport } from "#runtime/node.js";
import { failure } from "../runtime/greeter-client.js";
import {
  greeter,
  Greeter,
  GreeterContract,
  HttpGreet,
  Greet,
  type GreeterService,
} from "../runtime/greeter.js";
import { closeAll, exercise, handler, listening, path } from "./handler-service.js";

afterEach(closeAll);

describe("serviceHandler", () => {
  test("is a listener of node:http beside other pages", async () => {
    const service = handler();
    const origin = await listening(
      createServer((req, res) => {
        if (service.serves(req.url ?? "")) service.handle(req, res);
        else res.end("http");
      }),
    );
    await exercise(origin, "http");
    await service.close();
    expect((await fetch(`${origin}${path}/HTTP_Greet?customerID=1&loud=true`)).status).toBe(503);
  });

  test("aborts the signal of a call whose connection is closed", async () => {
    let aborted: Promise<unknown> | undefined;
    const service = handler({
      greet: async (input, call) => {
        aborted = new Promise((resolve) => {
          call.signal.addEventListener("abort", resolve);
        });
        await aborted;
        return greeter.greet(input, call);
      },
    });
    const url = (await listening(createServer(service.handle))) + path;
    const controller = new AbortController();
    const transport = nodeTransport({ url });
    const call = caller(GreeterContract, { transport }).call(
      Greet,
      { customerID: 1, loud: false },
      { signal: controller.signal },
    );
    while (aborted === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await failure(call)).toBe("Aborted: The call was aborted");
    await aborted;
  });
});

describe("the call context", () => {
  test("has the HTTP headers of the request, on every way in", async () => {
    const seen: unknown[] = [];
    const implementation = {
      ...greeter,
      greet: async (input: Parameters<GreeterService["greet"]>[0], call: CallContext) => {
        seen.push(call.httpHeaders?.["x-tenant"]);
        return greeter.greet(input, call);
      },
    };
    const url = (await listening(createServer(handler(implementation).handle))) + path;
    const answer = fetchHandler(Greeter, implementation, { path });
    const transports = [
      nodeTransport({ url }),
      inMemoryTransport(Greeter, implementation),
      fetchTransport({
        url: `https://example.com${path}`,
        fetch: async (...args) => answer(new Request(...args)),
      }),
    ];
    for (const transport of transports) {
      const headers = { "X-Tenant": "7" };
      await caller(GreeterContract, { transport }).call(Greet, { customerID: 1, loud: false }, { headers });
      transport.close?.();
    }
    expect(seen).toEqual(["7", "7", "7"]);
  });
});

describe("fetchHandler", () => {
  const answer = fetchHandler(Greeter, greeter, { path, wsdl: "<wsdl/>", maxBodyBytes: 10_000 });
  const ask = async (target: string, init?: RequestInit) =>
    answer(new Request(`https://example.com${target}`, init));

  test("gives each call a state of its own", async () => {
    const seen = new Set<CallContext["givenUp"]>();
    const implementation: GreeterService = {
      ...greeter,
      httpGreet: async (input, call) => {
        seen.add(call.givenUp);
        return greeter.httpGreet(input, call);
      },
    };
    const own = fetchHandler(Greeter, implementation, { path });
    const url = `https://example.com${path}/HTTP_Greet?customerID=1&loud=true`;
    for (let call = 0; call < 2; call++) expect((await own(new Request(url))).status).toBe(200);
    expect(seen.size).toBe(2);
  });

  test("serves all bindings and the WSDL", async () => {
    const transport = fetchTransport({
      url: `https://example.com${path}`,
      fetch: async (...args) => answer(new Request(...args)),
    });
    const client = caller(GreeterContract, { transport });
    for (const binding of ["soap11", "soap12", "httpGet", "httpPost"] as const) {
      const input = { customerID: 42, name: binding, loud: true };
      expect(await client.call(HttpGreet, input, { binding })).toEqual({
        Text: binding.toUpperCase(),
        Count: 42,
      });
    }
    expect(await (await ask(`${path}?WSDL`)).text()).toBe("<wsdl/>");
  });

  test.each([
    ["another path", "/other", {}, 404],
    ["a longer name", `${path}s`, {}, 404],
    ["the bare path", path, {}, 404],
    ["another method", path, { method: "DELETE" }, 405],
    ["a large body", path, { method: "POST", body: "x".repeat(10_001) }, 413],
    ["no message", path, { method: "POST", body: "x", headers: { "content-type": "text/xml" } }, 500],
  ])("%s", async (_title, target, init, status) => {
    expect((await ask(target, init)).status).toBe(status);
  });
});

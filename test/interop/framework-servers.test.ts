import { createServer, type RequestListener } from "node:http";
import { afterEach, expect } from "@jest/globals";
import { closeAll, closing, exercise, handler, listening, path } from "../host/handler-service.js";
import { framework, testWithFrameworks } from "./framework-project.js";

afterEach(closeAll);

/** Express, as far as the tests use it. */
interface Express {
  (): RequestListener & {
    use(...handlers: readonly unknown[]): void;
    get(path: string, answer: (request: unknown, response: { send(text: string): void }) => void): void;
  };
  text(options: { readonly type: string }): unknown;
}

/** Fastify, as far as the tests use it. */
interface App {
  addHook(
    name: "onRequest",
    hook: (
      request: { readonly raw: Parameters<RequestListener>[0] },
      reply: { readonly raw: Parameters<RequestListener>[1]; hijack(): void },
      done: () => void,
    ) => void,
  ): void;
  get(path: string, answer: () => string): void;
  close(): Promise<void>;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}

testWithFrameworks("a handler is a middleware of Express, also under a path", async () => {
  const express = await framework<Express>("express/index.js");
  for (const mount of ["/", "/soap"]) {
    const app = express();
    app.use(mount, handler().handle);
    app.use(express.text({ type: "*/*" }));
    app.get("/page", (_request, response) => {
      response.send("express");
    });
    app.get("/soap/page", (_request, response) => {
      response.send("beside");
    });
    const origin = await listening(createServer(app));
    await exercise(origin, "express");
    expect(await (await fetch(`${origin}/soap/page`)).text()).toBe("beside");
  }
});

testWithFrameworks("a handler refuses a request of Express whose body was read before", async () => {
  const express = await framework<Express>("express/index.js");
  const app = express();
  app.use(express.text({ type: "*/*" }), handler().handle);
  // Express knows a handler of errors by its four parameters.
  const onError = (
    _error: unknown,
    _request: unknown,
    response: Parameters<RequestListener>[1],
    next: () => void,
  ): void => {
    if (response.headersSent) next();
    else response.writeHead(500).end("read");
  };
  app.use(onError);
  const origin = await listening(createServer(app));
  const response = await fetch(origin + path, {
    method: "POST",
    body: "<x/>",
    headers: { "content-type": "text/xml" },
  });
  expect([response.status, await response.text()]).toEqual([500, "read"]);
});

testWithFrameworks("a handler serves inside Fastify", async () => {
  const fastify = await framework<() => App>("fastify/fastify.js");
  const service = handler();
  const app = fastify();
  app.addHook("onRequest", (request, reply, done) => {
    if (!service.serves(request.raw.url ?? "")) {
      done();
      return;
    }
    reply.hijack();
    service.handle(request.raw, reply.raw);
  });
  app.get("/page", () => "fastify");
  closing.push(() => app.close());
  await exercise(await app.listen({ port: 0, host: "127.0.0.1" }), "fastify");
});

import { describe, expect, test } from "@jest/globals";
import type { CallObserver, ServedPath } from "messenger-gen-host";
import { element, envelope } from "../../runtime/greeter.js";
import { keepingLog, mountPath, post, send, serveGreeter } from "../greeter/server.js";

const broken = (): never => {
  throw new Error("inside");
};
const greet = { path: `${mountPath}/HTTP_Greet?customerID=1&loud=true` };

describe("an error that nothing below catches ends one request, not the process", () => {
  const rejecting = async (): Promise<never> => broken();
  test.each<{ name: string; path: Omit<ServedPath, "path"> }>([
    { name: "a path that throws", path: { admit: broken } },
    { name: "a path that rejects", path: { admit: rejecting } },
    { name: "a handler that throws", path: { admit: async () => broken } },
    { name: "a handler that rejects", path: { admit: async () => rejecting } },
  ])("$name", async ({ path }) => {
    const log = keepingLog();
    const server = await serveGreeter({ log, paths: [{ path: "/other", ...path }] });
    const reply = await send(server, { method: "POST", path: "/other", body: "a" });
    expect(reply).toMatchObject({ status: 500, body: "" });
    expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "request failed" }));
    expect((await send(server, greet)).status).toBe(200);
  });

  test("an observer that throws is logged, and the call gets its response", async () => {
    const log = keepingLog();
    const observer: CallObserver = { ended: broken, refused: broken };
    const server = await serveGreeter({ log, observer });
    expect((await send(server, greet)).status).toBe(200);
    expect((await post(server, "soap11", envelope("soap11", element("Greet")))).status).toBe(200);
    expect((await send(server, { path: "/nowhere" })).status).toBe(404);
    const failures = log.lines.filter(({ event }) => event === "observer of calls failed");
    expect(failures).toHaveLength(3);
  });

  test("a log that throws changes nothing", async () => {
    const server = await serveGreeter({ log: { info: broken, warn: broken, error: broken } });
    expect((await send(server, greet)).status).toBe(200);
    expect((await send(server, { path: "/nowhere" })).status).toBe(404);
  });
});

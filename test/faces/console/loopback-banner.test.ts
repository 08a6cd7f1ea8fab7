import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isLoopbackOnly } from "#server/domain/delivery/routing/link.js";
import { eventually } from "../../eventually.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

const [loopback, smpp, mm7] = [{ kind: "loopback" }, { kind: "smpp" }, { kind: "mm7" }] as const;
const stopped = { started: false } as const;

describe("no message leaves", () => {
  test.each<{ links: Parameters<typeof isLoopbackOnly>[0]; want: boolean }>([
    { links: [], want: false },
    { links: [loopback], want: true },
    { links: [loopback, loopback], want: true },
    { links: [smpp], want: false },
    { links: [mm7], want: false },
    { links: [loopback, smpp], want: false },
    { links: [loopback, mm7], want: false },
    { links: [loopback, { ...smpp, ...stopped }], want: true },
    { links: [{ ...loopback, ...stopped }, smpp], want: false },
    // Messages wait.
    { links: [{ ...loopback, ...stopped }], want: false },
    { links: [{ ...smpp, ...stopped }], want: false },
    { links: [{ ...loopback, started: true }], want: true },
  ])("$links: $want", ({ links, want }) => {
    expect(isLoopbackOnly(links)).toBe(want);
  });
});

describe("the banner", () => {
  let server: ConsoleServer;
  let browser: PlainBrowser;
  const pages = ["", "/traffic", "/links", "/customers/42", "/messages", "/more", "/nowhere", "/preferences"];

  beforeAll(async () => {
    server = await startConsole();
    browser = await new PlainBrowser(server.origin).logIn("admin");
  });
  afterAll(() => server.close());

  const shown = async (path: string): Promise<readonly [string, boolean]> => [
    path,
    (await browser.get(path)).text.includes("<strong>No message leaves this service.</strong>"),
  ];

  test("is on every page until a link to a network is started, and not on the log-in", async () => {
    for (const path of pages) expect(await shown(path)).toEqual([path, true]);
    const stranger = await new PlainBrowser(server.origin).get("/log-in");
    expect(stranger.text).not.toContain("No message leaves");
    const portal = "/customers/42/portal";
    const told = "<strong>Messages reach nobody at present.</strong>";
    expect((await browser.get(`${portal}/send`)).text).toContain(told);
    expect((await browser.get(`${portal}/messages`)).text).not.toContain(told);
    await server.store.links.add(
      {
        ...{
          name: "east",
          kind: "smpp",
          url: "smpp://shop@127.0.0.1:1",
          password: "secret",
          network: "east",
        },
        ...{ settings: {}, ofFile: false },
      },
      Date.now(),
    );
    await eventually(async () => !(await shown(""))[1]);
    for (const path of pages) expect(await shown(path)).toEqual([path, false]);
    await server.store.links.change("east", { started: false });
    await eventually(async () => (await shown("/links"))[1]);
  });
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { preferenceCookies, preferencesIn } from "#server/faces/web/preferences.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

const site = { name: "console", base: "/console", cookie: "messenger" } as const;

let server: ConsoleServer;
let viewer: PlainBrowser;
beforeAll(async () => {
  server = await startConsole();
  viewer = await new PlainBrowser(server.origin).logIn("viewer");
});
afterAll(() => server.close());

test.each(["UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Europe/Berlin"])(
  "a browser keeps the zone %s",
  (zone) => {
    const cookies = preferenceCookies({ theme: "dark", zone }, site, true);
    const header = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
    expect(preferencesIn(header, site, true)).toEqual({ theme: "dark", zone });
    expect(cookies.every((cookie) => /HttpOnly; SameSite=Strict; .*Secure/u.test(cookie))).toBe(true);
  },
);

test.each([
  undefined,
  "messenger-theme=pink; messenger-zone=Nowhere",
  'messenger-theme="; messenger-zone=<b>',
  "messenger-zone=UTC; messenger-zone=UTC",
])("cookies %j are the default", (cookies) => {
  expect(preferencesIn(cookies, site, false)).toEqual({ theme: "system", zone: undefined });
});

test("theme and zone are chosen without scripts, and lead back to the page", async () => {
  expect((await viewer.get("/links")).text).toContain('<html lang="en">');
  const dark = await viewer.post("/preferences", { theme: "dark", place: "/console/traffic?period=day" });
  expect([dark.status, dark.headers.get("location")]).toEqual([303, "/console/traffic?period=day"]);
  expect((await viewer.get("/links")).text).toContain('data-theme="dark"');
  const zoned = await viewer.post("/preferences", { zone: "Asia/Kolkata" });
  expect(zoned.headers.get("location")).toBe("/console/preferences");
  const [message] = await server.store.desk.candidates({ kind: "transaction", id: "first" }, undefined, 1);
  const { text } = await viewer.get(`/messages/${String(message?.id)}`);
  expect(text).toContain('data-theme="dark"');
  expect(text).toContain("Kolkata, UTC+5:30");
  const [, at = "", shown = ""] = /<time datetime="([^"]+)"[^>]*>\d+ \w+ \d+, ([\d:]+)</u.exec(text) ?? [];
  const local = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(11, 19);
  expect(shown).toBe(local);
});

test.each(["https://example.com", "//example.com", "/console/../metrics", "/x"])(
  "the place %s is not followed",
  async (place) => {
    const { headers } = await viewer.post("/preferences", { theme: "light", place });
    expect(headers.get("location")).toBe("/console");
  },
);

import { describe, expect, test } from "@jest/globals";
import { proxyTrust } from "messenger-gen-host";
import { accessOf, type Access, type Arrival } from "#server/faces/web/access.js";
import { Traffic } from "#server/faces/console/snapshot.js";
import { cookieOf, formToken, isFormToken, newToken, tokenHash, tokenIn } from "#server/faces/web/tokens.js";

describe("access to the console", () => {
  const proxies = proxyTrust(["10.0.0.0/8", "127.0.0.1"]);
  const ok = (address: string, secure: boolean): Access => ({ allowed: true, address, secure });
  const no = (reason: "plain" | "proxy"): Access => ({ allowed: false, reason });
  const arrival = (connected: string, more: Partial<Arrival> = {}): Arrival => ({
    ...{ connected, encrypted: false, forwardedFor: undefined, forwardedProto: undefined },
    ...{ host: "localhost:9464", isProxied: false, ...more },
  });
  const forwarded = (forwardedFor: string, forwardedProto?: string) => ({ forwardedFor, forwardedProto });

  test.each<[string, Arrival, Access]>([
    ["this machine", arrival("127.0.0.1"), ok("127.0.0.1", false)],
    ["this machine, IPv6", arrival("::1"), ok("::1", false)],
    ["this machine, IPv4 on IPv6", arrival("::ffff:127.0.0.5"), ok("127.0.0.5", false)],
    ["this machine by its address", arrival("::1", { host: "[::1]" }), ok("::1", false)],
    ["the site of a proxy here", arrival("127.0.0.1", { host: "shop.example.com" }), no("proxy")],
    ["a site like this machine", arrival("127.0.0.1", { host: "127.0.0.1.example.com" }), no("proxy")],
    ["no name of a site", arrival("127.0.0.1", { host: undefined }), no("proxy")],
    ["a silent proxy here", arrival("127.0.0.1", { isProxied: true }), no("proxy")],
    ["another machine without TLS", arrival("192.0.2.7"), no("plain")],
    ["another machine with TLS", arrival("192.0.2.7", { encrypted: true }), ok("192.0.2.7", true)],
    ["a proxy without headers", arrival("10.0.0.1"), no("plain")],
    ["a proxy with TLS", arrival("10.0.0.1", forwarded("192.0.2.7", "https")), ok("192.0.2.7", true)],
    ["a proxy without TLS", arrival("10.0.0.1", forwarded("192.0.2.7", "http")), no("plain")],
    ["a proxy that hides the protocol", arrival("10.0.0.1", forwarded("192.0.2.7")), no("plain")],
    ["a proxy here", arrival("127.0.0.1", forwarded("192.0.2.7", "https")), ok("192.0.2.7", true)],
    ["a proxy here without TLS", arrival("127.0.0.1", forwarded("192.0.2.7", "http")), no("plain")],
    [
      "a proxy here for this machine",
      arrival("127.0.0.1", forwarded("127.0.0.1", "http")),
      ok("127.0.0.1", false),
    ],
    ["a strange proxy here", arrival("127.0.0.2", forwarded("127.0.0.1", "https")), no("proxy")],
    ["a browser that forges headers", arrival("192.0.2.7", forwarded("127.0.0.1", "https")), no("plain")],
    ["a chain", arrival("10.0.0.1", forwarded("127.0.0.1, 192.0.2.9", "https")), ok("192.0.2.9", true)],
    ["a chain of protocols", arrival("10.0.0.1", forwarded("192.0.2.7", "https, http")), no("plain")],
  ])("%s", (_, given, want) => {
    expect(accessOf(given, proxies)).toEqual(want);
  });
});

describe("tokens", () => {
  const site = { name: "console", base: "/console", cookie: "messenger" } as const;
  test("a cookie is read only under the name of its transport, once and in the form of this server", () => {
    const token = newToken();
    for (const secure of [true, false]) {
      const cookie = cookieOf(token, site, secure);
      expect(cookie).toMatch(
        secure
          ? /^__Host-.*; Path=\/; HttpOnly; SameSite=Strict/u
          : /; Path=\/console; HttpOnly; SameSite=Strict/u,
      );
      expect(cookie.includes("; Secure")).toBe(secure);
      const [pair = ""] = cookie.split(";");
      expect(tokenIn(`a=b; ${pair}`, site, secure)).toBe(token);
      expect(tokenIn(pair, site, !secure)).toBeUndefined();
      expect(tokenIn(`${pair}; ${pair}`, site, secure)).toBeUndefined();
      expect(tokenIn(`${pair}x`, site, secure)).toBeUndefined();
    }
  });

  test("the token of forms belongs to one cookie and does not reveal it", () => {
    const [mine, other] = [newToken(), newToken()];
    expect(isFormToken(formToken(mine), mine)).toBe(true);
    expect(isFormToken(formToken(other), mine)).toBe(false);
    expect(isFormToken("", mine)).toBe(false);
    expect(new Set([mine, formToken(mine), tokenHash(mine)]).size).toBe(3);
  });
});

describe("rates of counters", () => {
  test.each<[string, readonly (readonly [at: number, accepted: number])[], number | undefined]>([
    ["no sample", [], undefined],
    ["one sample", [[0, 5]], undefined],
    [
      "growth",
      [
        [0, 5],
        [10_000, 25],
      ],
      2,
    ],
    [
      "a restart of the process",
      [
        [0, 500],
        [10_000, 30],
      ],
      3,
    ],
    [
      "only the last 20 seconds",
      [
        [0, 0],
        [10_000, 1_000],
        [25_000, 1_000],
        [30_000, 1_000],
      ],
      0,
    ],
    [
      "after a pause",
      [
        [0, 0],
        [100_000, 1_000],
      ],
      10,
    ],
  ])("%s", (_, samples, want) => {
    const traffic = new Traffic();
    for (const [at, accepted] of samples) traffic.add(new Map([["accepted", accepted]]), at);
    expect(traffic.rateOf("accepted")).toBe(want);
  });

  test("a counter that appears has no rate yet", () => {
    const traffic = new Traffic();
    traffic.add(new Map(), 0);
    traffic.add(new Map([["accepted", 100]]), 1_000);
    expect(traffic.rateOf("accepted")).toBeUndefined();
  });
});

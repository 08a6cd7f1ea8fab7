import { describe, expect, test } from "@jest/globals";
import { isLoopback, serveSettings } from "#server/config/config.js";
import type { SettingTexts } from "#server/config/settings.js";

describe("settings of serve", () => {
  test("without options: loopback address, strict, the default path", () => {
    expect(serveSettings({})).toEqual({
      database: "sqlite:./data/messenger.db",
      host: "127.0.0.1",
      port: 8080,
      roles: ["api", "delivery", "maintenance", "smpp"],
      mounts: [{ path: "/bms/Soap/Messenger.asmx", compatibility: "strict" }],
      namespace: undefined,
      publicUrl: undefined,
      trustProxy: [],
      smppProxy: [],
      tls: undefined,
      delivery: undefined,
      mayLoopback: true,
      greeting: "Messenger",
      keepMessages: 90,
      largestFile: 32,
      bodyMemory: 64,
      admin: undefined,
      pidFile: undefined,
      mm7Path: "/mm7",
      jsonApi: true,
      refundLimit: 100,
      readLag: 10,
      requireCode: [],
      testForm: true,
      logLevel: "info",
      logFormat: "json",
    });
  });

  test("a mount takes the common mode unless it has its own", () => {
    const options = { compatibility: "lenient", mount: ["/a.asmx", "/b.asmx=strict"] };
    expect(serveSettings(options).mounts).toEqual([
      { path: "/a.asmx", compatibility: "lenient" },
      { path: "/b.asmx", compatibility: "strict" },
    ]);
    expect(serveSettings({ compatibility: "lenient" }).mounts).toEqual([
      { path: "/bms/Soap/Messenger.asmx", compatibility: "lenient" },
    ]);
  });

  test("a mount may have a charset for forms", () => {
    expect(serveSettings({ mount: ["/1256.asmx=lenient,windows-1256"] }).mounts).toEqual([
      { path: "/1256.asmx", compatibility: "lenient", charset: "windows-1256" },
    ]);
  });

  const mountRule =
    "--mount must be PATH, PATH=MODE or PATH=MODE,CHARSET: PATH starts with /, MODE is strict or lenient";
  const refused: readonly { change: SettingTexts; want: string }[] = [
    { change: { port: "http" }, want: "--port must be a number from 0 to 65535" },
    { change: { port: "65536" }, want: "--port must be a number from 0 to 65535" },
    { change: { port: "-1" }, want: "--port must be a number from 0 to 65535" },
    { change: { host: "" }, want: "--host must not be empty" },
    { change: { compatibility: "loose" }, want: "--compatibility must be strict or lenient" },
    {
      change: { mount: ["bms"] },
      want: mountRule,
    },
    {
      change: { mount: ["/a", "/b=x"] },
      want: mountRule,
    },
    { change: { mount: ["/a=lenient,koi8-u"] }, want: mountRule },
    { change: { namespace: "no uri" }, want: "--namespace must be an absolute URI" },
    { change: { publicUrl: "ftp://example.com" }, want: "--public-url must be an http or https URL" },
    { change: { trustProxy: ["10.0.0.0/99"] }, want: "--trust-proxy must be an address or a CIDR range" },
    { change: { admin: "http" }, want: "--admin must be PORT or HOST:PORT, PORT from 0 to 65535" },
    { change: { admin: "127.0.0.1:65536" }, want: "--admin must be PORT or HOST:PORT, PORT from 0 to 65535" },
    { change: { adminTls: "on" }, want: "--admin-tls needs --admin, --tls-cert and --tls-key" },
    { change: { testForm: "yes" }, want: "--test-form must be on or off" },
    { change: { console: "maybe" }, want: "--console must be on or off" },
    { change: { mm7Path: "mm7?x" }, want: "--mm7-path must be like /mm7" },
    { change: { keepMessages: "0" }, want: "--keep-messages must be a number of days from 1 to 36500" },
    { change: { keepMessages: "week" }, want: "--keep-messages must be a number of days from 1 to 36500" },
    {
      change: { keepMessages: "30", keepLedger: "29" },
      want: "--keep-ledger must not be less than --keep-messages",
    },
    { change: { largestFile: "3" }, want: "--largest-file must be a number of MiB from 4 to 256" },
    { change: { largestFile: "257" }, want: "--largest-file must be a number of MiB from 4 to 256" },
    { change: { bodyMemory: "15" }, want: "--body-memory must be a number of MiB from 16 to 4096" },
    { change: { bodyMemory: "4097" }, want: "--body-memory must be a number of MiB from 16 to 4096" },
    { change: { largestFile: "1.5" }, want: "--largest-file must be a number of MiB from 4 to 256" },
    { change: { logLevel: "loud" }, want: "--log-level must be error, warn or info" },
    { change: { logFormat: "xml" }, want: "--log-format must be json or text" },
    { change: { smsc: "none" }, want: "--smsc: the URL of a link must be loopback, smpp://" },
    { change: { smsc: "smpp://host:2775" }, want: "--smsc: the system_id before the @" },
    {
      change: { smppTls: "3550" },
      want: "--smpp-tls needs --smpp-tls-cert and --smpp-tls-key, or --tls-cert",
    },
    {
      change: { smppTls: "3550", smppTlsCert: "cert.pem" },
      want: "--smpp-tls-cert and --smpp-tls-key must be given together",
    },
    {
      change: { smppTlsCert: "package.json", smppTlsKey: "package.json" },
      want: "--smpp-tls-cert needs --smpp-tls",
    },
    {
      change: { smppTls: "3550", smppTlsCert: "no/cert.pem", smppTlsKey: "no/key.pem" },
      want: "--smpp-tls-cert no/cert.pem cannot be read",
    },
    { change: { tlsCert: "cert.pem" }, want: "--tls-cert and --tls-key must be given together" },
    {
      change: { tlsCert: "no/cert.pem", tlsKey: "no/key.pem" },
      want: "--tls-cert no/cert.pem cannot be read",
    },
  ];
  test.each(refused)("$want", ({ change, want }) => {
    expect(() => serveSettings(change)).toThrow(want);
  });

  test.each([
    { admin: "9464", want: { host: "127.0.0.1", port: 9464 } },
    { admin: "0.0.0.0:0", want: { host: "0.0.0.0", port: 0 } },
    { admin: "[::1]:9464", want: { host: "::1", port: 9464 } },
    { admin: "localhost:9464", want: { host: "localhost", port: 9464 } },
  ])("--admin $admin", ({ admin, want }) => {
    expect(serveSettings({ admin }).admin).toEqual({ ...want, tls: false, console: true, operators: false });
  });

  test.each([
    { change: { host: "0.0.0.0", smsc: "loopback" } },
    { change: { namespace: "http://example.com/" } },
    { change: { namespace: "urn:example:messenger" } },
    { change: { publicUrl: "https://sms.example.com/base" } },
    { change: { trustProxy: ["10.0.0.0/8", "192.0.2.1", "fd00::/8", "::1"] } },
  ])("accepted: $change", ({ change }) => {
    expect(() => serveSettings(change)).not.toThrow();
  });
});

test.each([
  { host: "127.0.0.1", want: true },
  { host: "127.8.0.1", want: true },
  { host: "localhost", want: true },
  { host: "::1", want: true },
  { host: "0.0.0.0", want: false },
  { host: "::", want: false },
  { host: "127.0.0.1.example.com", want: false },
  { host: "192.0.2.1", want: false },
])("$host is only this machine: $want", ({ host, want }) => {
  expect(isLoopback(host)).toBe(want);
});

import { operatorRoles } from "../domain/accounts/operators.js";
import { portalRoles } from "../domain/accounts/portal-users.js";
import { roles } from "../work/coordination/roles.js";
import { compatibility, listener, mount, port, proxy, publicUrl } from "./address-checks.js";
import { databaseSetting, type Setting } from "./setting.js";
import {
  anyText,
  matching,
  notEmpty,
  oneOf,
  onOff,
  type SettingCheck,
  integerSetting,
} from "./setting-checks.js";

/**
 * The settings of `messenger serve`: its options, the environment variables, the keys of the configuration file, the defaults, the checks
 * and the reference page follow from this table. Each has its name in the order of the help page.
 */
export const settings = {
  database: databaseSetting,
  readDatabase: {
    check: notEmpty("url"),
    meaning: "URL of a replica of the PostgreSQL database, which operators read; it needs no other rights",
  },
  readLag: {
    check: integerSetting(1, 3_600, "seconds"),
    meaning:
      "seconds by which --read-database may be behind; while it is behind by more, operators read --database",
    initial: "10",
  },
  host: { check: notEmpty("address"), meaning: "listen address", initial: "127.0.0.1" },
  port: { check: port, meaning: "listen port, 0 for a free one", initial: "8080" },
  mount: {
    check: mount,
    meaning: "path of the service, with =strict or =lenient, and ,CHARSET of GET and POST; may be repeated",
    initial: [],
  },
  namespace: {
    check: matching("uri", /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/, "must be an absolute URI"),
    meaning: "target namespace to serve instead of the one in the schema",
  },
  compatibility: {
    check: compatibility,
    meaning: "strict or lenient, for mounts without a mode",
    initial: "strict",
  },
  publicUrl: { check: publicUrl, meaning: "service address in the WSDL" },
  trustProxy: {
    check: proxy,
    meaning: "trusted proxy, whose X-Forwarded-For is used; may be repeated",
    initial: [],
  },
  tlsCert: { check: anyText("file"), meaning: "certificate in PEM", reloads: true },
  tlsKey: { check: anyText("file"), meaning: "private key in PEM", reloads: true },
  smsc: {
    check: anyText("url"),
    meaning:
      "destination of messages: smpp://SYSTEM_ID:PASSWORD@HOST:PORT, or loopback, which delivers nothing; use the variable or --config to keep the password out of the process list",
    reloads: true,
  },
  role: {
    check: oneOf(...roles),
    meaning:
      "role of this process: api, delivery, maintenance or smpp; may be repeated (default: all); needs PostgreSQL",
    initial: [],
  },
  greeting: { check: anyText("text"), meaning: "response of GetGreeting", initial: "Messenger" },
  keepMessages: {
    check: integerSetting(1, 36_500, "days"),
    meaning: "retention of messages in days; older ones are deleted, credit never",
    initial: "90",
  },
  keepTexts: {
    check: integerSetting(1, 36_500, "days"),
    meaning:
      "retention of the texts, octets and pictures of messages in days; by default that of the messages",
  },
  keepInbox: {
    check: integerSetting(1, 36_500, "days"),
    meaning: "retention of messages in inboxes in days; by default that of the messages",
  },
  keepAudit: {
    check: integerSetting(1, 36_500, "days"),
    meaning: "retention of the audit log in days; by default permanently",
  },
  keepLedger: {
    check: integerSetting(1, 36_500, "days"),
    meaning:
      "retention of the ledger in days, at least that of the messages; the sums of older entries are carried forward; by default permanently",
  },
  largestFile: {
    check: integerSetting(4, 256, "MiB"),
    meaning: "maximum request size of SendSms2 and SendMMS; up to 4 are in memory at once",
    initial: "32",
    reloads: true,
  },
  bodyMemory: {
    check: integerSetting(16, 4_096, "MiB"),
    meaning: "memory of request bodies, half per address",
    initial: "64",
    reloads: true,
  },
  admin: {
    check: listener,
    meaning: "PORT or HOST:PORT of /metrics, /healthz, /readyz and /console (default host: 127.0.0.1)",
  },
  adminTls: {
    check: onOff,
    meaning: "use --tls-cert and --tls-key for the admin listener too",
    initial: "off",
  },
  console: { check: onOff, meaning: "serve the console for operators on the admin listener", initial: "on" },
  operators: {
    check: onOff,
    meaning: "serve the operators' API at /operators/v1 on the admin listener",
    initial: "off",
  },
  jsonApi: { check: onOff, meaning: "serve the JSON interface at /v1", initial: "on" },
  portal: {
    check: listener,
    meaning: "PORT or HOST:PORT of the portal for customers (default host: 127.0.0.1)",
  },
  portalTls: {
    check: onOff,
    meaning: "use --tls-cert and --tls-key for the portal too",
    initial: "off",
  },
  portalUrl: {
    check: publicUrl,
    meaning: "address of the portal in invitations, behind a proxy; by default that of its listener",
  },
  refundLimit: {
    check: integerSetting(0, 1_000_000, "credits"),
    meaning: "credits that an operator with the role support may refund in 24 hours",
    initial: "100",
  },
  requireCode: {
    check: oneOf(...operatorRoles, ...portalRoles),
    meaning:
      "role whose log-ins need a one-time code: viewer, support or admin of the console, owner, developer, finance or reader of the portal; may be repeated",
    initial: [],
  },
  testForm: { check: onOff, meaning: "help pages have a form that calls the operation", initial: "on" },
  mm7Path: {
    check: matching("path", /^(\/[A-Za-z0-9._~!$&'()*+,:@-]+)+$/, "must be like /mm7"),
    meaning: "path on which MMSCs report and deliver",
    initial: "/mm7",
  },
  smpp: {
    check: listener,
    meaning: "PORT or HOST:PORT on which customers bind with SMPP (default host: 127.0.0.1)",
  },
  smppTls: {
    check: listener,
    meaning: "the same with TLS, with a certificate of its own, or with --tls-cert and --tls-key",
  },
  smppTlsCert: {
    check: anyText("file"),
    meaning: "certificate of --smpp-tls in PEM; --port stays without TLS unless --tls-cert is given",
    reloads: true,
  },
  smppTlsKey: { check: anyText("file"), meaning: "private key of --smpp-tls in PEM", reloads: true },
  smppProxy: {
    check: proxy,
    meaning:
      "proxy whose connections to both begin with a header of the PROXY protocol, version 2; may be repeated",
    initial: [],
  },
  logLevel: {
    check: oneOf("error", "warn", "info"),
    meaning: "error, warn or info",
    initial: "info",
    reloads: true,
  },
  logFormat: { check: oneOf("json", "text"), meaning: "json or text", initial: "json" },
  pidFile: {
    check: notEmpty("file"),
    meaning: "file for the id of the process, which messenger reload reads",
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof settings;

export type SettingName = keyof Settings;

/** Names and settings, in the order of the table. */
export const settingEntries = Object.entries(settings) as readonly (readonly [SettingName, Setting])[];

export const settingNames: readonly SettingName[] = settingEntries.map(([name]) => name);

interface Repeated {
  readonly initial: readonly string[];
}

/** Settings as text, as a flag, a variable or the configuration file gives them. An absent one has its default. */
export type SettingTexts = {
  readonly [Name in SettingName]?: Settings[Name] extends Repeated ? readonly string[] : string;
};

type ValueOf<S extends Setting> =
  S["check"] extends SettingCheck<infer T>
    ? S extends Repeated
      ? readonly T[]
      : S extends { readonly initial: string }
        ? T
        : T | undefined
    : never;

/** Checked values of all settings. */
export type SettingValues = { readonly [Name in SettingName]: ValueOf<Settings[Name]> };

import { readFileSync } from "node:fs";
import { idForms } from "../../domain/delivery/submitting/message-id.js";
import {
  LinkSettingError,
  UnreadableFile,
  type LinkText,
  providerForm,
  type SettingForm,
  settingTexts,
} from "../../domain/delivery/links/setting-forms.js";
import {
  defaultPartOptions,
  type Numbering,
  type PartOptions,
  type SmppLinkOptions,
  type StatusAction,
  type StatusOverrides,
  type TlsOptions,
} from "./index.js";

/** A checked link to an SMSC. */
export interface SmppSettings {
  readonly link: Omit<SmppLinkOptions, "name" | "onFree" | "onDeliver" | "log">;
  readonly parts: PartOptions;
  /** Sets the validity period in submit_sm. */
  readonly validity: boolean;
  /** Looks for the receipts among messages. */
  readonly textReceipts: boolean;
  /** Calling code of incoming numbers in national form; empty: they stay as they are. */
  readonly countryCode: string;
}

const seconds = /^([1-9][0-9]{0,3})$/u;
const onOff = { form: /^(on|off)$/u, must: "be on or off" } as const;
const file = { form: /^[^\p{C}]*$/u, must: "be the name of a PEM file", initial: "" } as const;
const rate = { form: /^([1-9][0-9]{0,4})?$/u, must: "be from 1 to 99999", initial: "" } as const;
const numbering = { form: /^([0-9]{1,2}\/[0-9]{1,2})?$/u, must: "be TON/NPI, for example 5/0" } as const;

const oneStatus = String.raw`0x[0-9a-fA-F]{1,8}=(throttle|fail|rebind|stop|retry:[0-9]{1,5}:[0-9]{1,3})`;

/** Settings of a link by name; `docs/reference/links.md` holds the same table. */
export const smppSettingForms = {
  mode: {
    form: /^(transceiver|transmitter\+receiver|transmitter)$/u,
    must: "be transceiver, transmitter+receiver or transmitter",
    initial: "transceiver",
  },
  binds: { form: /^([1-9]|[1-5][0-9]|6[0-4])$/u, must: "be from 1 to 64", initial: "1" },
  window: { form: /^([1-9][0-9]{0,2}|1000)$/u, must: "be from 1 to 1000", initial: "10" },
  rate,
  bindRate: rate,
  systemType: { form: /^[\x20-\x7e]{0,12}$/u, must: "have at most 12 characters", initial: "" },
  interfaceVersion: {
    form: /^0x[0-9a-fA-F]{2}$/u,
    must: "be a hexadecimal number like 0x34",
    initial: "0x34",
  },
  address: { ...numbering, initial: "0/0" },
  addressRange: { form: /^[\x20-\x7e]{0,40}$/u, must: "have at most 40 characters", initial: "" },
  connect: { form: seconds, must: "be from 1 to 9999 seconds", initial: "10" },
  bind: { form: seconds, must: "be from 1 to 9999 seconds", initial: "30" },
  response: { form: seconds, must: "be from 1 to 9999 seconds", initial: "60" },
  enquireLink: { form: seconds, must: "be from 1 to 9999 seconds", initial: "30" },
  inactivity: { form: seconds, must: "be from 1 to 9999 seconds", initial: "300" },
  drain: { form: seconds, must: "be from 1 to 9999 seconds", initial: "10" },
  idForm: {
    form: new RegExp(`^(${idForms.join("|")})$`, "u"),
    must: `be ${idForms.join(", ")}`,
    initial: "auto",
  },
  statuses: {
    form: new RegExp(`^(${oneStatus}(,${oneStatus})*)?$`, "u"),
    must: "be STATUS=ACTION separated by commas, ACTION one of throttle, fail, rebind, stop, retry:SECONDS:ATTEMPTS",
    initial: "",
  },
  validity: { ...onOff, initial: "on" },
  countryCode: { form: /^([1-9][0-9]{0,2})?$/u, must: "be a calling code such as 44", initial: "" },
  latin: { form: /^(gsm|packed|latin1)$/u, must: "be gsm, packed or latin1", initial: "gsm" },
  split: { form: /^(udh8|udh16|sar|payload)$/u, must: "be udh8, udh16, sar or payload", initial: "udh8" },
  flash: {
    form: /^(class|general|subunit)$/u,
    must: "be class, general or subunit",
    initial: "class",
  },
  messageMode: { form: /^[0-3]$/u, must: "be from 0 to 3", initial: "0" },
  serviceType: { form: /^[\x20-\x7e]{0,5}$/u, must: "have at most 5 characters", initial: "" },
  source: { ...numbering, initial: "" },
  shortCode: { ...numbering, initial: "3/0" },
  destination: { ...numbering, initial: "1/1" },
  priority: { form: /^[0-3]$/u, must: "be from 0 to 3", initial: "0" },
  receipts: {
    form: /^(all|failures|none)$/u,
    must: "be all, failures or none",
    initial: "all",
  },
  textReceipts: { ...onOff, initial: "on" },
  vendorParameters: { ...onOff, initial: "off" },
  provider: providerForm,
  tlsVerify: { ...onOff, initial: "on" },
  tlsServerName: { form: /^[A-Za-z0-9.-]*$/u, must: "be a host name", initial: "" },
  tlsCa: file,
  tlsCertificate: file,
  tlsKey: file,
} as const satisfies Readonly<Record<string, SettingForm>>;

type SettingName = keyof typeof smppSettingForms;
type TextOf = (name: SettingName) => string;

/** Narrows a checked value to its type. */
function choice<T extends string>(choices: readonly [T, ...T[]], text: string): T {
  return choices.find((one) => one === text) ?? choices[0];
}

function numberingOf(text: string): Numbering | undefined {
  const [ton, npi] = text.split("/").map(Number);
  return ton === undefined || npi === undefined ? undefined : { ton, npi };
}

function actionOf(text: string): StatusAction {
  const [kind = "", delay = "", attempts = ""] = text.split(":");
  if (kind === "retry") return { kind, delay: Number(delay) * 1000, attempts: Number(attempts) };
  return { kind: choice(["fail", "throttle", "rebind", "stop"], kind) };
}

function statusesOf(text: string): StatusOverrides {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(",").map((one) => {
      const [status = "", action = ""] = one.split("=");
      return [Number(status), actionOf(action)];
    }),
  );
}

function pem(name: SettingName, path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UnreadableFile(`${name}: ${path} cannot be read`, { cause: error });
  }
}

function tlsOf(of: TextOf): TlsOptions {
  const ca = pem("tlsCa", of("tlsCa"));
  const certificate = pem("tlsCertificate", of("tlsCertificate"));
  const key = pem("tlsKey", of("tlsKey"));
  const serverName = of("tlsServerName");
  return {
    verify: of("tlsVerify") === "on",
    ...(serverName === "" ? {} : { serverName }),
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
  };
}

interface Place {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
}

const defaultPort = 2775;

function placeOf(text: string): Place {
  const [, secure, rest = ""] = /^smpp(s?):\/\/(.+)$/u.exec(text) ?? [];
  const url = `http://${rest}`;
  if (secure === undefined || !URL.canParse(url))
    throw new LinkSettingError("the URL must be smpp://SYSTEM_ID@HOST:PORT or smpps://SYSTEM_ID@HOST:PORT");
  const { hostname, port, username, password, pathname, search, hash } = new URL(url);
  const systemId = decodeURIComponent(username);
  if (password !== "" || search !== "" || hash !== "" || pathname !== "/")
    throw new LinkSettingError("the URL must end after the port and contain no password");
  if (!/^[\x21-\x7e]{1,15}$/u.test(systemId))
    throw new LinkSettingError("the system_id before the @ must have 1 to 15 characters");
  const written = /:(\d+)$/u.exec(rest)?.[1];
  return {
    tls: secure === "s",
    host: hostname.replace(/^\[|\]$/gu, ""),
    port: Number(port === "" ? (written ?? defaultPort) : port),
    systemId,
  };
}

const receiptBits: Readonly<Record<string, number>> = { all: 1, failures: 2, none: 0 };

function partsOf(of: TextOf): PartOptions {
  const { shortCode, destination } = defaultPartOptions;
  return {
    latin: choice(["gsm", "packed", "latin1"], of("latin")),
    split: choice(["udh8", "udh16", "sar", "payload"], of("split")),
    flash: choice(["class", "general", "subunit"], of("flash")),
    mode: ([0, 1, 2, 3] as const)[Number(of("messageMode"))] ?? 0,
    serviceType: of("serviceType"),
    source: numberingOf(of("source")),
    shortCode: numberingOf(of("shortCode")) ?? shortCode,
    destination: numberingOf(of("destination")) ?? destination,
    priority: Number(of("priority")),
    registeredDelivery: receiptBits[of("receipts")] ?? 1,
    vendorParameters: of("vendorParameters") === "on",
  };
}

function timersOf(of: TextOf): NonNullable<SmppSettings["link"]["timers"]> {
  const milliseconds = (name: SettingName): number => Number(of(name)) * 1000;
  return {
    connect: milliseconds("connect"),
    bind: milliseconds("bind"),
    response: milliseconds("response"),
    enquireLink: milliseconds("enquireLink"),
    inactivity: milliseconds("inactivity"),
    drain: milliseconds("drain"),
  };
}

/** Maximum length of a bind password (SMPP 3.4, section 5.2.2). */
const maxPassword = 8;

/**
 * Checks a link of the kind smpp.
 * @throws LinkSettingError that names the invalid setting
 */
export function smppSettings({ url, password, settings }: LinkText): SmppSettings {
  const of = settingTexts(smppSettingForms, settings, "SMPP");
  const { tls, ...place } = placeOf(url);
  if (password.length > maxPassword || /[^\x20-\x7e]/u.test(password))
    throw new LinkSettingError(`the password must have at most ${maxPassword} characters of ASCII`);
  const address = numberingOf(of("address"));
  const limit = (name: SettingName): number | undefined => (of(name) === "" ? undefined : Number(of(name)));
  return {
    link: {
      ...place,
      password,
      tls: tls ? tlsOf(of) : undefined,
      mode: choice(["transceiver", "transmitter+receiver", "transmitter"], of("mode")),
      binds: Number(of("binds")),
      window: Number(of("window")),
      linkRate: limit("rate"),
      bindRate: limit("bindRate"),
      systemType: of("systemType"),
      interfaceVersion: Number(of("interfaceVersion")),
      addressTon: address?.ton ?? 0,
      addressNpi: address?.npi ?? 0,
      addressRange: of("addressRange"),
      timers: timersOf(of),
      statuses: statusesOf(of("statuses")),
    },
    parts: partsOf(of),
    validity: of("validity") === "on",
    textReceipts: of("textReceipts") === "on",
    countryCode: of("countryCode"),
  };
}

import type { KannelGroup, KannelValue } from "./configuration.js";
import { countryOf, otherPrefixes } from "./country.js";
import { isOn, listOf, type Note, numbersOf, Reading } from "./reading.js";

/** A link, and which messages Kannel would send over it. */
export interface LinkPlan extends SmscFilter {
  readonly name: string;
  /** `smpp://` or `smpps://`, without a password. */
  readonly url: string;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What happens to a message without a response. */
  readonly uncertain: "hold" | "resend";
  readonly group: KannelGroup;
}

/** The filters of a group `smsc`; an empty `allowed` list does not restrict. */
export interface SmscFilter {
  readonly prefixes: Filter;
  readonly smscIds: Filter;
}

export interface Filter {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly preferred: readonly string[];
}

/** Settings that are copied; the keys of both sides have the same meaning and unit. */
const copied: Readonly<Record<string, string>> = {
  "system-type": "systemType",
  "address-range": "addressRange",
  "service-type": "serviceType",
  "max-pending-submits": "window",
  "enquire-link-interval": "enquireLink",
  "wait-ack": "response",
  "connection-timeout": "inactivity",
  instances: "binds",
  priority: "priority",
  "ssl-client-certkey-file": "tlsCertificate",
};

/** Most characters of texts in a bind or a message (SMPP 3.4, section 5.2): Kannel sends the first ones of a longer text. */
const mostSent: Readonly<Record<string, number>> = {
  "smsc-username": 15,
  "smsc-password": 8,
  "system-type": 12,
  "address-range": 40,
  "service-type": 5,
};

/** Number bases of ids in responses and receipts, by `msg-id-type`. */
const idForms: Readonly<Record<number, string>> = {
  0: "same",
  1: "hex-decimal",
  2: "decimal-hex",
  3: "same",
};

/** Keys without a counterpart, with what happens here instead. */
const notes: Readonly<Record<string, string>> = {
  "alt-addr-charset": "names of senders are sent in the GSM alphabet",
  "allowed-prefix-regex": "a route has a prefix: messenger route add",
  "denied-prefix-regex": "a route has a prefix: messenger route add",
  "preferred-prefix-regex": "a route has a prefix: messenger route add",
  "alt-charset": "texts in the GSM alphabet are sent as gsm, packed or latin1: see the setting latin",
  "reconnect-delay": "a link connects again after growing delays",
  validityperiod: "the validity of all messages is delivery.validityHours of the configuration file",
  "log-file": "there is one log; each line of a link has its name",
  "log-level": "there is one log, with --log-level",
  "sms-resend-freq": "delays of refused messages grow by themselves",
  "sms-resend-retry": "the number of attempts depends on the status: see the setting statuses",
  "my-number": "numbers for received messages: messenger inbox number add",
  "our-host": "the operating system selects the local address",
  "dead-start": "stop the link: messenger link stop",
};

const defaultPort = 2775;

/** Links for the groups `smsc` that use SMPP; the others are noted. `country`: of numbers in national form, unless a group has its own. */
export function linksOf(
  groups: readonly KannelGroup[],
  country: string | undefined,
  found: Note[],
): readonly LinkPlan[] {
  const plans: LinkPlan[] = [];
  const receivers: Reading[] = [];
  for (const group of groups) {
    const reading = new Reading(group, found);
    const kind = reading.take("smsc");
    if (kind?.value !== "smpp") {
      const text = `connections of the kind ${kind?.value ?? "?"} are not supported: only smpp is`;
      found.push({ place: group.place, subject: "smsc", text });
    } else if (portOf(reading, "port") === undefined && portOf(reading, "receive-port") !== undefined) {
      receivers.push(reading);
    } else plans.push(linkOf(reading, plans, country));
  }
  return joinReceivers(plans, receivers, found);
}

/** Kannel reads 0 like a missing port. */
function portOf(reading: Reading, key: "port" | "receive-port"): number | undefined {
  return reading.number(key) || undefined;
}

function linkOf(reading: Reading, before: readonly LinkPlan[], country: string | undefined): LinkPlan {
  const { group } = reading;
  const host = reading.text("host");
  const user = encodeURIComponent(asSent(reading, "smsc-username", reading.text("smsc-username")));
  const port = portOf(reading, "port") ?? defaultPort;
  const scheme = isOn(reading.take("use-ssl")) ? "smpps" : "smpp";
  const filters = {
    prefixes: filterOf((key) => numbersOf(reading.take(`${key}-prefix`))),
    smscIds: filterOf((key) => listOf(reading.take(`${key}-smsc-id`))),
  };
  const plan = {
    ...filters,
    name: freeName(reading.take("smsc-id"), before),
    url: `${scheme}://${user}@${host}:${port}`,
    password: asSent(reading, "smsc-password", reading.text("smsc-password")),
    settings: { ...settingsOf(reading, port), ...countryIn(reading, country) },
    uncertain: reading.number("wait-ack-expire") === 1 ? ("resend" as const) : ("hold" as const),
    group,
  };
  reading.noteRest(notes);
  return plan;
}

function asSent(reading: Reading, key: string, text: string): string {
  const sent = text.slice(0, mostSent[key]);
  if (sent !== text) reading.note(key, `cut to ${sent.length} characters, as Kannel sends it`);
  return sent;
}

/** The country of incoming numbers in national form. Other prefixes than those of the country have no counterpart. */
function countryIn(reading: Reading, country: string | undefined): Readonly<Record<string, string>> {
  const prefixes = reading.take("unified-prefix")?.value ?? "";
  const others = otherPrefixes(prefixes);
  if (others.length > 0) reading.note("unified-prefix", `numbers are not changed by ${others.join(";")}`);
  const countryCode = countryOf(prefixes) ?? country;
  return countryCode === undefined ? {} : { countryCode };
}

function filterOf(of: (key: "allowed" | "denied" | "preferred") => readonly string[]): Filter {
  return { allowed: of("allowed"), denied: of("denied"), preferred: of("preferred") };
}

/** The id as the name of a link; several groups may have one id. */
function freeName(id: KannelValue | undefined, before: readonly LinkPlan[]): string {
  const name =
    (id?.value ?? "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9_.-]+/gu, "-")
      .replace(/^[^a-z0-9]+/u, "")
      .slice(0, 28) || "smsc";
  const taken = new Set(before.map((plan) => plan.name));
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}-${count}`;
  return free;
}

function settingsOf(reading: Reading, port: number): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const [key, name] of Object.entries(copied)) {
    const value = asSent(reading, key, reading.take(key)?.value ?? "");
    if (value === "0" && name !== "priority")
      reading.note(key, "it cannot be switched off: the default is used");
    else if (value !== "") settings[name] = value;
  }
  if (settings["tlsCertificate"] !== undefined) settings["tlsKey"] = settings["tlsCertificate"];
  const mode = modeOf(reading, port);
  if (mode !== "transceiver") settings["mode"] = mode;
  const rate = rateOf(reading);
  if (rate !== undefined) settings["bindRate"] = rate;
  const version = reading.take("interface-version")?.value;
  if (version !== undefined) settings["interfaceVersion"] = `0x${version}`;
  // Kannel sends in the mode "store and forward" unless it is told otherwise.
  settings["messageMode"] = String(reading.number("esm-class") ?? 3);
  if (/^(?:latin-?1|iso-?8859-1)$/iu.test(reading.peek("alt-charset")?.value ?? "")) {
    reading.take("alt-charset");
    settings["latin"] = "latin1";
  }
  const ids = reading.number("msg-id-type");
  if (ids !== undefined && idForms[ids] !== undefined) settings["idForm"] = idForms[ids];
  return { ...settings, ...addressesOf(reading) };
}

function modeOf(reading: Reading, port: number): string {
  const receivePort = portOf(reading, "receive-port");
  if (isOn(reading.take("transceiver-mode"))) return "transceiver";
  if (receivePort === undefined) return "transmitter";
  if (receivePort !== port)
    reading.note("receive-port", `both binds of a link use one port: ${port} is used, not ${receivePort}`);
  return "transmitter+receiver";
}

/** Kannel limits each connection, by any positive number; a bind here sends at least one message a second. */
function rateOf(reading: Reading): string | undefined {
  const text = reading.take("throughput")?.value;
  const rate = Number(text ?? Number.NaN);
  if (!(rate > 0)) return undefined;
  const whole = Math.max(1, Math.floor(rate));
  if (whole !== rate) reading.note("throughput", `a rate is a whole number: ${whole} instead of ${text}`);
  return String(whole);
}

/** TON and NPI of the bind, of originators and of recipients; those of originators are derived unless that is switched off. */
function addressesOf(reading: Reading): Readonly<Record<string, string>> {
  const automatic = reading.take("source-addr-autodetect");
  const isDerived = automatic === undefined || isOn(automatic);
  const settings: Record<string, string> = {};
  for (const { key, name, used } of [
    { key: "source-addr", name: "source", used: !isDerived },
    { key: "dest-addr", name: "destination", used: true },
    { key: "bind-addr", name: "address", used: true },
  ]) {
    const [ton, npi] = [reading.number(`${key}-ton`), reading.number(`${key}-npi`)];
    if (used && (ton !== undefined || npi !== undefined)) settings[name] = `${ton ?? 0}/${npi ?? 0}`;
  }
  return settings;
}

/** A group that only receives becomes the second bind of the link of one that only sends, to the same SMSC. */
function joinReceivers(
  plans: readonly LinkPlan[],
  receivers: readonly Reading[],
  found: Note[],
): readonly LinkPlan[] {
  const joined = [...plans];
  for (const reading of receivers) {
    const name = reading.peek("smsc-username")?.value ?? "";
    const user = encodeURIComponent(asSent(reading, "smsc-username", name));
    const address = `//${user}@${reading.peek("host")?.value ?? ""}:`;
    const index = joined.findIndex(
      ({ url, settings }) => url.includes(address) && settings["mode"] === "transmitter",
    );
    const plan = joined[index];
    if (plan === undefined) {
      const text = "a link that only receives is not supported";
      found.push({ place: reading.group.place, subject: "smsc", text });
    } else joined[index] = { ...plan, settings: { ...plan.settings, mode: "transmitter+receiver" } };
  }
  return joined;
}

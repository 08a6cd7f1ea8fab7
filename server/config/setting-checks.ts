import { isIP, isIPv6 } from "node:net";
import { legacyCharsets } from "messenger-gen-runtime";
import { type Role, roles } from "../work/coordination/roles.js";

/** A rule for the text of a setting: reads the value, or returns undefined where `error` describes accepted texts. */
export interface SettingCheck<T> {
  readonly read: (text: string) => T | undefined;
  readonly error: string;
}

function check<T>(error: string, read: (text: string) => T | undefined): SettingCheck<T> {
  return { error, read };
}

function matching(pattern: RegExp, error: string): SettingCheck<string> {
  return check(error, (text) => (pattern.test(text) ? text : undefined));
}

function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].join(" or ");
}

function oneOf<const T extends string>(names: readonly T[], error = `must be ${listed(names)}`) {
  return check<T>(error, (text) => names.find((name) => name === text));
}

/** A whole number in a range. */
function wholeNumber(least: number, most: number, what = "a number"): SettingCheck<number> {
  return check(`must be ${what} from ${least} to ${most}`, (text) => {
    const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

export const anyText = check<string>("", (text) => text);
export const notEmpty = matching(/[^]/u, "must not be empty");
export const port = wholeNumber(0, 65_535);
export const days = wholeNumber(1, 36_500, "a number of days");
export const largestFile = wholeNumber(4, 256, "a number of MiB");
export const bodyMemory = wholeNumber(16, 4_096, "a number of MiB");
export const compatibility = oneOf(["strict", "lenient"]);
export const logLevel = oneOf(["error", "warn", "info"]);
export const logFormat = oneOf(["json", "text"]);
export const role = oneOf<Role>(roles, `must be ${roles.join(", ")}`);
export const namespace = matching(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/, "must be an absolute URI");
export const mm7Path = matching(/^(\/[A-Za-z0-9._~!$&'()*+,:@-]+)+$/, "must be like /mm7");

export const onOff = check("must be on or off", (text) => ({ on: true, off: false })[text]);

export const publicUrl = check("must be an http or https URL", (text) => {
  const url = text.trim();
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
});

export const proxy = check("must be an address or a CIDR range", (text) => {
  const [, address = "", length] = /^([^/%]*)(?:\/([0-9]{1,3}))?$/.exec(text) ?? [];
  const longest = isIPv6(address) ? 128 : 32;
  return isIP(address) !== 0 && Number(length ?? 0) <= longest ? text : undefined;
});

const mountPattern = new RegExp(`^/[^=\\s]+(=(strict|lenient)(,(${legacyCharsets.join("|")}))?)?$`);

export const mount = check(
  "must be PATH, PATH=MODE or PATH=MODE,CHARSET: PATH starts with /, MODE is strict or lenient",
  (text) => {
    if (!mountPattern.test(text)) return undefined;
    const [path = "", options = ""] = text.split("=");
    const [mode = "", charset] = options.split(",");
    return {
      path,
      mode: compatibility.read(mode),
      charset: legacyCharsets.find((name) => name === charset),
    };
  },
);

const listenerPattern = /^(?:(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<host>[^\s:[\]]+)):)?(?<port>[0-9]+)$/i;

/** The listener for operators; without HOST on this machine only. */
export const admin = check("must be PORT or HOST:PORT, PORT from 0 to 65535", (text) => {
  const { ipv6, host = ipv6 ?? "127.0.0.1", port: digits = "" } = listenerPattern.exec(text)?.groups ?? {};
  const number = port.read(digits);
  return number === undefined ? undefined : { host, port: number };
});

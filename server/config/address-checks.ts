import { isIP, isIPv6 } from "node:net";
import { legacyCharsets } from "messenger-gen-runtime/host";
import { oneOf, type SettingCheck, integerSetting } from "./setting-checks.js";

export const compatibility = oneOf("strict", "lenient");

export const port = integerSetting(0, 65_535);

export const publicUrl: SettingCheck<string> = {
  form: "url",
  error: "must be an http or https URL",
  read: (text) => {
    const url = text.trim();
    return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
  },
};

export const proxy: SettingCheck<string> = {
  form: "cidr",
  error: "must be an address or a CIDR range",
  read: (text) => {
    const [, address = "", length] = /^([^/%]*)(?:\/([0-9]{1,3}))?$/.exec(text) ?? [];
    const longest = isIPv6(address) ? 128 : 32;
    return isIP(address) !== 0 && Number(length ?? 0) <= longest ? text : undefined;
  },
};

const mountPattern = new RegExp(`^/[^=\\s]+(=(strict|lenient)(,(${legacyCharsets.join("|")}))?)?$`);

export interface MountText {
  readonly path: string;
  /** Undefined for that of all mounts. */
  readonly mode: "strict" | "lenient" | undefined;
  readonly charset: (typeof legacyCharsets)[number] | undefined;
}

export const mount: SettingCheck<MountText> = {
  form: "path[=mode[,charset]]",
  error: "must be PATH, PATH=MODE or PATH=MODE,CHARSET: PATH starts with /, MODE is strict or lenient",
  read: (text) => {
    if (!mountPattern.test(text)) return undefined;
    const [path = "", options = ""] = text.split("=");
    const [mode = "", charset] = options.split(",");
    return {
      path,
      mode: compatibility.read(mode),
      charset: legacyCharsets.find((name) => name === charset),
    };
  },
};

const listenerPattern = /^(?:(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<host>[^\s:[\]]+)):)?(?<port>[0-9]+)$/i;

/** The listener for operators; without HOST on this machine only. */
export const listener: SettingCheck<{ readonly host: string; readonly port: number }> = {
  form: "address",
  error: "must be PORT or HOST:PORT, PORT from 0 to 65535",
  read: (text) => {
    const { ipv6, host = ipv6 ?? "127.0.0.1", port: digits = "" } = listenerPattern.exec(text)?.groups ?? {};
    const number = port.read(digits);
    return number === undefined ? undefined : { host, port: number };
  },
};

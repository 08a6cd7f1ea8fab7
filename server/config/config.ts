import { accessSync, constants } from "node:fs";
import { z } from "zod";
import { singleByteCharsets } from "messenger-gen-runtime";
import { type ConfigFile, type DeliverySetup, smscSetup } from "./config-file.js";
import { defaultMount, optionName, settingNames, type SettingName } from "./defaults.js";
import { type Role, roles as allRoles } from "../coordination/roles.js";
import type { Mount } from "messenger-gen-host";
import { OptionError, SettingError } from "./setting-error.js";

/** Options of `messenger serve` as text, as given on the command line. */
export interface ServeOptions {
  readonly database: string;
  readonly host: string;
  readonly port: string;
  /** `PATH` or `PATH=strict|lenient`. */
  readonly mount: readonly string[];
  readonly namespace?: string | undefined;
  readonly compatibility: string;
  readonly publicUrl?: string | undefined;
  /** Addresses or CIDR ranges. */
  readonly trustProxy: readonly string[];
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** URL of a link, or `loopback`. */
  readonly smsc?: string | undefined;
  /** Name of a file for the id of the process. */
  readonly pidFile?: string | undefined;
  /** Empty: all of them. */
  readonly role: readonly string[];
  readonly greeting: string;
  /** Days. */
  readonly keepMessages: string;
  readonly keepTexts?: string | undefined;
  readonly keepInbox?: string | undefined;
  readonly keepAudit?: string | undefined;
  /** MiB. */
  readonly largestFile: string;
  /** MiB. */
  readonly bodyMemory: string;
  /** `PORT` or `HOST:PORT`. */
  readonly admin?: string | undefined;
  /** `on` or `off`, as `console`. */
  readonly adminTls: string;
  readonly console: string;
  /** `on` or `off`. */
  readonly testForm: string;
  readonly mm7Path: string;
  readonly logLevel: string;
  readonly logFormat: string;
}

const compatibility = z.enum(["strict", "lenient"], { error: "must be strict or lenient" });

const mount = z
  .string()
  .regex(new RegExp(`^/[^=\\s]+(=(strict|lenient)(,(${singleByteCharsets.join("|")}))?)?$`), {
    error: "must be PATH, PATH=MODE or PATH=MODE,CHARSET: PATH starts with /, MODE is strict or lenient",
  })
  .transform((text) => {
    const [path = "", mode = ""] = text.split("=");
    const [compatibility, charset] = mode.split(",");
    return {
      path,
      mode: (["strict", "lenient"] as const).find((name) => name === compatibility),
      charset: singleByteCharsets.find((name) => name === charset),
    };
  });

/** A whole number in a range, which `error` describes. */
function wholeNumber(least: number, most: number, error: string) {
  return z
    .string()
    .regex(/^[0-9]{1,5}$/, { error })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error });
}

const days = wholeNumber(1, 36_500, "must be a number of days from 1 to 36500");

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((text) => text === "on");

const serveSchema = z.object({
  database: z.string().min(1, { error: "must not be empty" }),
  host: z.string().min(1, { error: "must not be empty" }),
  port: wholeNumber(0, 65_535, "must be a number from 0 to 65535"),
  mount: z.array(mount),
  namespace: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/, { error: "must be an absolute URI" })
    .optional(),
  compatibility,
  publicUrl: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  trustProxy: z.array(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: "must be an address or a CIDR range" }),
  ),
  tlsCert: z.string().optional(),
  tlsKey: z.string().optional(),
  smsc: z.string().optional(),
  pidFile: z.string().min(1, { error: "must not be empty" }).optional(),
  role: z.array(z.enum(allRoles, { error: `must be ${allRoles.join(", ")}` })),
  greeting: z.string(),
  keepMessages: days,
  keepTexts: days.optional(),
  keepInbox: days.optional(),
  keepAudit: days.optional(),
  largestFile: wholeNumber(4, 256, "must be a number of MiB from 4 to 256"),
  bodyMemory: wholeNumber(16, 4_096, "must be a number of MiB from 16 to 4096"),
  admin: z
    .string()
    .regex(/^(?:(?:\[[0-9a-f:.]+\]|[^\s:[\]]+):)?[0-9]{1,5}$/i, { error: "must be PORT or HOST:PORT" })
    .transform((text) => {
      const colon = text.lastIndexOf(":");
      const host = text.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, "$1");
      return { host: host === "" ? "127.0.0.1" : host, port: Number(text.slice(colon + 1)) };
    })
    .refine(({ port }) => port <= 65535, { error: "must have a port from 0 to 65535" })
    .optional(),
  adminTls: onOff,
  console: onOff,
  testForm: onOff,
  mm7Path: z.string().regex(/^(\/[A-Za-z0-9._~!$&'()*+,:@-]+)+$/, { error: "must be like /mm7" }),
  logLevel: z.enum(["error", "warn", "info"], { error: "must be error, warn or info" }),
  logFormat: z.enum(["json", "text"], { error: "must be json or text" }),
});

/** The listener for operators. */
export interface AdminSettings {
  readonly host: string;
  readonly port: number;
  /** Whether it uses the certificate of the server. */
  readonly tls: boolean;
  /** Whether it serves the console. */
  readonly console: boolean;
}

/** Checked settings of the server. */
export interface ServeSettings {
  readonly database: string;
  readonly host: string;
  readonly port: number;
  readonly mounts: readonly Mount[];
  readonly namespace: string | undefined;
  readonly publicUrl: string | undefined;
  readonly trustProxy: readonly string[];
  /** Names of PEM files that can be read. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /**
   * Links and routes of the configuration file; undefined if it has none. A start removes those of the previous file, and uses loopback
   * if no link remains; a reload is refused if the previous file had links.
   */
  readonly delivery: DeliverySetup | undefined;
  /** Whether messages may go to the loopback gateway, which delivers nothing. */
  readonly mayLoopback: boolean;
  readonly roles: readonly Role[];
  /** File for the id of the process; undefined for none. */
  readonly pidFile: string | undefined;
  readonly greeting: string;
  /** Days. */
  readonly keepMessages: number;
  /** Days; undefined as long as messages. */
  readonly keepTexts?: number | undefined;
  readonly keepInbox?: number | undefined;
  /** Days; undefined permanently. */
  readonly keepAudit?: number | undefined;
  /** MiB. */
  readonly largestFile: number;
  /** MiB. */
  readonly bodyMemory: number;
  readonly admin: AdminSettings | undefined;
  readonly mm7Path: string;
  /** Whether help pages have a form that calls the operation. */
  readonly testForm: boolean;
  readonly logLevel: "error" | "warn" | "info";
  readonly logFormat: "json" | "text";
}

/** Settings of the configuration file, and the place of a setting in an error. */
export interface SettingOrigin {
  readonly file?: ConfigFile | undefined;
  readonly placeOf?: (name: SettingName) => string;
}

/**
 * Checks the options of `messenger serve`, and that the files they name can be read.
 * @throws SettingError for the first one that cannot be used.
 */
export function serveSettings(
  options: ServeOptions,
  { file, placeOf = optionName }: SettingOrigin = {},
): ServeSettings {
  const checked = serveSchema.safeParse(options);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const name = settingNames.find((each) => each === issue?.path[0]);
    const place = name === undefined ? "a setting" : placeOf(name);
    throw new OptionError(`${place} ${issue?.message ?? "cannot be used"}`);
  }
  const {
    mount: mounts,
    compatibility: common,
    tlsCert,
    tlsKey,
    smsc,
    namespace,
    publicUrl,
    admin,
    adminTls,
    console,
    role,
    pidFile,
    ...rest
  } = checked.data;
  const tls = tlsFiles(tlsCert, tlsKey);
  if (adminTls && (tls === undefined || admin === undefined))
    throw new OptionError(`${placeOf("adminTls")} needs --admin, --tls-cert and --tls-key`);
  const roles = role.length === 0 ? allRoles : role;
  return {
    ...rest,
    namespace,
    publicUrl,
    delivery: deliveryOf(smsc, file),
    pidFile,
    roles,
    // Only a process with the role api has a listening address to check.
    mayLoopback: smsc === "loopback" || (roles.includes("api") && isLoopback(rest.host)),
    admin: admin && { ...admin, tls: adminTls, console },
    mounts: (mounts.length > 0 ? mounts : [{ path: defaultMount, mode: undefined, charset: undefined }]).map(
      ({ path, mode, charset }) => ({ path, compatibility: mode ?? common, charset }),
    ),
    tls,
  };
}

/** True when only this machine can reach a server that listens at `host`. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.[0-9]{1,3}){3}$/.test(host);
}

function deliveryOf(smsc: string | undefined, file: ConfigFile | undefined): DeliverySetup | undefined {
  if (smsc === undefined) return file?.delivery;
  if (file?.delivery === undefined) return smscSetup(smsc);
  throw new OptionError("--smsc excludes links and routes in --config: define the link in the file");
}

function tlsFiles(cert: string | undefined, key: string | undefined): ServeSettings["tls"] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new OptionError("--tls-cert and --tls-key must be given together");
  requireReadable("--tls-cert", cert);
  requireReadable("--tls-key", key);
  return { cert, key };
}

function requireReadable(option: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new SettingError(`${option} ${file} cannot be read`, { cause: error });
  }
}

import { accessSync, constants } from "node:fs";
import { newLink } from "../admin/links.js";
import type { ConfigFile, DeliverySetup } from "./config-file.js";
import { defaultMount, optionName, type SettingName } from "./defaults.js";
import { type Role, roles as allRoles } from "../work/coordination/roles.js";
import type { Mount } from "messenger-gen-host";
import { isSharedStore } from "../storage/index.js";
import { OptionError, SettingError, settingProblem } from "./setting-error.js";
import * as checks from "./setting-checks.js";

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
  readonly keepLedger?: string | undefined;
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
  readonly keepLedger?: number | undefined;
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

type NamesWith<Value> = {
  [Name in SettingName]: ServeOptions[Name] extends Value ? Name : never;
}[SettingName];

/** Checks each option by itself. @throws OptionError for the first one that cannot be used */
function checkedOptions(options: ServeOptions, placeOf: (name: SettingName) => string) {
  const checked = <T>(name: SettingName, text: string, { read, error }: checks.SettingCheck<T>): T => {
    const value = read(text);
    if (value === undefined) throw new OptionError(`${placeOf(name)} ${error}`);
    return value;
  };
  const one = <T>(name: NamesWith<string>, check: checks.SettingCheck<T>): T =>
    checked(name, options[name], check);
  const optional = <T>(name: NamesWith<string | undefined>, check: checks.SettingCheck<T>): T | undefined => {
    const text = options[name];
    return text === undefined ? undefined : checked(name, text, check);
  };
  const each = <T>(name: NamesWith<readonly string[]>, check: checks.SettingCheck<T>): readonly T[] =>
    options[name].map((text) => checked(name, text, check));
  return {
    database: one("database", checks.notEmpty),
    host: one("host", checks.notEmpty),
    port: one("port", checks.port),
    mount: each("mount", checks.mount),
    namespace: optional("namespace", checks.namespace),
    compatibility: one("compatibility", checks.compatibility),
    publicUrl: optional("publicUrl", checks.publicUrl),
    trustProxy: each("trustProxy", checks.proxy),
    tlsCert: optional("tlsCert", checks.anyText),
    tlsKey: optional("tlsKey", checks.anyText),
    smsc: optional("smsc", checks.anyText),
    pidFile: optional("pidFile", checks.notEmpty),
    role: each("role", checks.role),
    greeting: one("greeting", checks.anyText),
    keepMessages: one("keepMessages", checks.days),
    keepTexts: optional("keepTexts", checks.days),
    keepInbox: optional("keepInbox", checks.days),
    keepAudit: optional("keepAudit", checks.days),
    keepLedger: optional("keepLedger", checks.days),
    largestFile: one("largestFile", checks.largestFile),
    bodyMemory: one("bodyMemory", checks.bodyMemory),
    admin: optional("admin", checks.admin),
    adminTls: one("adminTls", checks.onOff),
    console: one("console", checks.onOff),
    testForm: one("testForm", checks.onOff),
    mm7Path: one("mm7Path", checks.mm7Path),
    logLevel: one("logLevel", checks.logLevel),
    logFormat: one("logFormat", checks.logFormat),
  };
}

/** @throws OptionError if the database serves one process, and the roles are not all of them */
export function checkRoles(database: string, roles: ReadonlySet<Role>): void {
  if (roles.size === 0) throw new OptionError("a server process needs a role");
  if (roles.size < allRoles.length && !isSharedStore(database))
    throw new OptionError(
      "--role needs PostgreSQL: with SQLite one server process has all roles; omit --role",
    );
}

/**
 * Checks the options of `messenger serve`, and that the files they name can be read.
 * @throws SettingError for the first one that cannot be used.
 */
export function serveSettings(
  options: ServeOptions,
  { file, placeOf = optionName }: SettingOrigin = {},
): ServeSettings {
  const {
    mount: mounts,
    compatibility: common,
    tlsCert,
    tlsKey,
    smsc,
    admin,
    adminTls,
    console,
    role,
    ...rest
  } = checkedOptions(options, placeOf);
  const tls = tlsFiles(tlsCert, tlsKey);
  if (adminTls && (tls === undefined || admin === undefined))
    throw new OptionError(`${placeOf("adminTls")} needs --admin, --tls-cert and --tls-key`);
  if (rest.keepLedger !== undefined && rest.keepLedger < rest.keepMessages)
    throw new OptionError(`${placeOf("keepLedger")} must not be less than --keep-messages`);
  const roles = role.length === 0 ? allRoles : role;
  checkRoles(rest.database, new Set(roles));
  return {
    ...rest,
    delivery: deliveryOf(smsc, file),
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

/** The link that `--smsc` names. @throws OptionError */
function smscSetup(url: string): DeliverySetup {
  try {
    const name = url === "loopback" ? url : "smsc";
    return { links: [newLink(name, { url }, true)], routes: [], times: {} };
  } catch (error) {
    throw settingProblem("--smsc", error);
  }
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

import { accessSync, constants } from "node:fs";
import { newLink } from "../admin/links.js";
import type { ConfigFile, DeliverySetup } from "./config-file.js";
import { type Role, roles as allRoles } from "../work/coordination/roles.js";
import { isLoopback, type Mount } from "messenger-gen-host";
import { isSharedStore } from "../storage/index.js";
import { OptionError, SettingError, settingProblem } from "./setting-error.js";
import { optionName, type Setting } from "./setting.js";
import { settingEntries, type SettingName, type SettingTexts, type SettingValues } from "./settings.js";

export { isLoopback };

/** Path of the service without a mount. */
const defaultMount = "/bms/Soap/Messenger.asmx";

/** The listener for operators. */
export interface AdminSettings {
  readonly host: string;
  readonly port: number;
  /** Whether it uses the certificate of the server. */
  readonly tls: boolean;
  /** Whether it serves the console. */
  readonly console: boolean;
  /** Whether it serves the operators' API. */
  readonly operators: boolean;
}

/** The portal for customers. */
export interface PortalSettings {
  readonly host: string;
  readonly port: number;
  /** Whether it uses the certificate of the server. */
  readonly tls: boolean;
  /** Where browsers find it; undefined for the address of its listener. */
  readonly url: string | undefined;
}

/** Names of PEM files that can be read. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The listener of the SMPP server with TLS. */
export interface SmppTlsSettings {
  readonly host: string;
  readonly port: number;
  /** Its own certificate; undefined for that of the server. */
  readonly files?: TlsFiles | undefined;
}

/** Settings of the table that are combined with others, or have another name in `ServeSettings`. */
type Combined =
  | ("mount" | "compatibility")
  | ("tlsCert" | "tlsKey")
  | ("smppTls" | "smppTlsCert" | "smppTlsKey")
  | ("admin" | "adminTls" | "console" | "operators")
  | ("portal" | "portalTls" | "portalUrl")
  | "smsc"
  | "role";

/** Checked settings of the server. */
export interface ServeSettings extends Omit<SettingValues, Combined> {
  readonly mounts: readonly Mount[];
  readonly tls: TlsFiles | undefined;
  readonly smppTls: SmppTlsSettings | undefined;
  /**
   * Links and routes of the configuration file; undefined if it has none. A start removes those of the previous file, and uses loopback
   * if no link remains; a reload is refused if the previous file had links.
   */
  readonly delivery: DeliverySetup | undefined;
  /** Whether messages may go to the loopback gateway, which delivers nothing. */
  readonly mayLoopback: boolean;
  readonly roles: readonly Role[];
  readonly admin: AdminSettings | undefined;
  readonly portal: PortalSettings | undefined;
}

/** Settings of the configuration file, and the place of a setting in an error. */
export interface SettingOrigin {
  readonly file?: ConfigFile | undefined;
  readonly placeOf?: (name: SettingName) => string;
}

/** Checks each setting by itself. @throws OptionError for the first one that cannot be used */
function checkedSettings(texts: SettingTexts, placeOf: (name: SettingName) => string): SettingValues {
  const valueOf = (name: SettingName, { check, initial }: Setting): unknown => {
    const read = (text: string): unknown => {
      const value = check.read(text);
      if (value === undefined) throw new OptionError(`${placeOf(name)} ${check.error}`);
      return value;
    };
    const given = texts[name] ?? initial;
    return typeof given === "string" ? read(given) : given?.map(read);
  };
  const values = settingEntries.map(([name, setting]) => [name, valueOf(name, setting)]);
  return Object.fromEntries(values) as SettingValues;
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
 * Checks the settings of `messenger serve`, and that the files they name can be read.
 * @throws SettingError for the first one that cannot be used.
 */
export function serveSettings(
  texts: SettingTexts,
  { file, placeOf = optionName }: SettingOrigin = {},
): ServeSettings {
  const {
    mount: mounts,
    compatibility: common,
    tlsCert,
    tlsKey,
    smppTls: smppPlace,
    smppTlsCert,
    smppTlsKey,
    smsc,
    admin,
    adminTls,
    console,
    operators,
    portal,
    portalTls,
    portalUrl: url,
    role,
    ...rest
  } = checkedSettings(texts, placeOf);
  const tls = tlsFiles("tls", tlsCert, tlsKey);
  const smppFiles = tlsFiles("smpp-tls", smppTlsCert, smppTlsKey);
  if (adminTls && (tls === undefined || admin === undefined))
    throw new OptionError(`${placeOf("adminTls")} needs --admin, --tls-cert and --tls-key`);
  if (operators && admin === undefined) throw new OptionError(`${placeOf("operators")} needs --admin`);
  if (smppPlace !== undefined && smppFiles === undefined && tls === undefined)
    throw new OptionError(
      `${placeOf("smppTls")} needs --smpp-tls-cert and --smpp-tls-key, or --tls-cert and --tls-key for --port too`,
    );
  if (smppFiles !== undefined && smppPlace === undefined)
    throw new OptionError(`${placeOf("smppTlsCert")} needs --smpp-tls`);
  if (portalTls && (tls === undefined || portal === undefined))
    throw new OptionError(`${placeOf("portalTls")} needs --portal, --tls-cert and --tls-key`);
  if (url !== undefined && portal === undefined)
    throw new OptionError(`${placeOf("portalUrl")} needs --portal`);
  if (rest.keepLedger !== undefined && rest.keepLedger < rest.keepMessages)
    throw new OptionError(`${placeOf("keepLedger")} must not be less than --keep-messages`);
  const { database, readDatabase: replica } = rest;
  if (replica !== undefined && !(isSharedStore(database) && isSharedStore(replica)))
    throw new OptionError(`${placeOf("readDatabase")} needs PostgreSQL, as --database does`);
  const roles = role.length === 0 ? allRoles : role;
  checkRoles(database, new Set(roles));
  return {
    ...rest,
    delivery: deliveryOf(smsc, file),
    roles,
    // Only a process with the role api has a listening address to check.
    mayLoopback: smsc === "loopback" || (roles.includes("api") && isLoopback(rest.host)),
    admin: admin && { ...admin, tls: adminTls, console, operators },
    portal: portal && { ...portal, tls: portalTls, url },
    mounts: (mounts.length > 0 ? mounts : [{ path: defaultMount, mode: undefined, charset: undefined }]).map(
      ({ path, mode, charset }) => ({ path, compatibility: mode ?? common, charset }),
    ),
    tls,
    smppTls: smppPlace && { ...smppPlace, files: smppFiles },
  };
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

function tlsFiles(
  option: "tls" | "smpp-tls",
  cert: string | undefined,
  key: string | undefined,
): TlsFiles | undefined {
  const [certOption, keyOption] = [`--${option}-cert`, `--${option}-key`];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new OptionError(`${certOption} and ${keyOption} must be given together`);
  requireReadable(certOption, cert);
  requireReadable(keyOption, key);
  return { cert, key };
}

function requireReadable(option: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new SettingError(`${option} ${file} cannot be read`, { cause: error });
  }
}

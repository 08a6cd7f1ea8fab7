import { StoreError } from "../../errors.js";

/** How the connection is protected: libpq's words. `require` encrypts, and trusts any certificate. */
const tlsModes = ["disable", "require", "verify-ca", "verify-full"] as const;

export type TlsMode = (typeof tlsModes)[number];

/** Parts of a database URL. */
export interface PostgresSettings {
  /** A name or address, or the folder of a socket: `%2Frun%2Fpostgresql` in a URL. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Undefined: PGPASSWORD, or the file that PGPASSFILE names. */
  readonly password: string | undefined;
  readonly database: string;
  readonly tls: TlsMode;
  /** Files in PEM. */
  readonly rootCertificate: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Most connections of this process. */
  readonly connections: number;
}

const defaultConnections = 10;
const mostConnections = 100;

/** Two at least: reads go on while something is written. */
const fewestConnections = 2;

const parameters = ["sslmode", "sslrootcert", "sslcert", "sslkey", "connections"] as const;

type Parameter = (typeof parameters)[number];

function invalid(what: string): StoreError {
  return new StoreError("badDatabaseUrl", what);
}

function isParameter(name: string): name is Parameter {
  return (parameters as readonly string[]).includes(name);
}

function parametersOf(search: URLSearchParams): ReadonlyMap<Parameter, string> {
  const found = new Map<Parameter, string>();
  for (const [name, value] of search) {
    if (!isParameter(name)) throw invalid(`unknown parameter "${name}"; known are ${parameters.join(", ")}`);
    if (value === "" || found.has(name)) throw invalid(`parameter "${name}" without a value, or twice`);
    found.set(name, value);
  }
  return found;
}

/** Sockets and addresses of this machine. */
function isLocal(host: string): boolean {
  return host.startsWith("/") || host === "localhost" || host === "::1" || /^127\./u.test(host);
}

function tlsOf(wanted: string | undefined, host: string): TlsMode {
  if (wanted === undefined) return isLocal(host) ? "disable" : "verify-full";
  const mode = tlsModes.find((each) => each === wanted);
  if (mode === undefined) throw invalid(`sslmode "${wanted}"; use ${tlsModes.join(", ")}`);
  return mode;
}

function connectionsOf(wanted: string | undefined): number {
  if (wanted === undefined) return defaultConnections;
  const count = /^\d{1,3}$/u.test(wanted) ? Number(wanted) : 0;
  if (count < fewestConnections || count > mostConnections)
    throw invalid(`connections "${wanted}"; use ${fewestConnections} to ${mostConnections}`);
  return count;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("a percent sign that begins no escape");
  }
}

function parsed(url: string): URL {
  if (!/^postgres(?:ql)?:\/\//u.test(url) || !URL.canParse(url)) throw invalid("");
  return new URL(url);
}

/**
 * Reads `postgres://USER[:PASSWORD]@HOST[:PORT]/DATABASE[?PARAMETER=VALUE…]`. A connection to another machine is encrypted, and the
 * name in the certificate is checked, unless `sslmode` says otherwise.
 * @throws StoreError `badDatabaseUrl`, without the password
 */
export function postgresSettings(url: string): PostgresSettings {
  const { hostname, port, username, password, pathname, searchParams } = parsed(url);
  const found = parametersOf(searchParams);
  const host = decoded(hostname).replace(/^\[|\]$/gu, "");
  const database = decoded(pathname.slice(1));
  const user = decoded(username);
  if (host === "") throw invalid("no host");
  if (user === "") throw invalid("no user");
  if (database === "" || database.includes("/")) throw invalid("no database");
  return {
    host,
    port: port === "" ? 5432 : Number(port),
    user,
    database,
    password: password === "" ? undefined : decoded(password),
    tls: tlsOf(found.get("sslmode"), host),
    rootCertificate: found.get("sslrootcert"),
    certificate: found.get("sslcert"),
    key: found.get("sslkey"),
    connections: connectionsOf(found.get("connections")),
  };
}

/** Warnings for the operator about the protection of the connection. */
export function tlsWarnings({ tls, host }: PostgresSettings): readonly string[] {
  if (isLocal(host)) return [];
  if (tls === "disable") return [`the connection to the database at ${host} is not encrypted`];
  if (tls === "require") return [`the certificate of the database server at ${host} is not checked`];
  return [];
}

/** Place of the database for error messages, without the password. */
export function placeOf({ host, port, database }: PostgresSettings): string {
  const address = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  return `${address}, database ${database}`;
}

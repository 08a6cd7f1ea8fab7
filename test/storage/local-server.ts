import {
  type ChildProcess,
  execFile,
  execFileSync,
  spawn,
  spawnSync,
  type StdioOptions,
} from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** URL of a new database: empty, or a copy of a database to which nobody is connected. */
  createDatabase(template?: string): Promise<string>;
  /** Removes a database, so that the others are not all removed at once. */
  dropDatabase(url: string): Promise<void>;
  /** Removes whatever was made. */
  stop(): Promise<void>;
}

/** A server of our own, which can be stopped like any process. */
export interface LocalServer extends PostgresServer {
  readonly port: number;
  /** The user that it runs as, if that is another one than that of the test. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Folder of the socket, and of what a test needs beside the server. */
  readonly folder: string;
  /** Ends all its processes at once (SIGKILL), as a crash of the machine does: the next start recovers from the log. */
  kill(): Promise<void>;
  /** Ends one of its connections (SIGKILL), as a lack of memory does: it then closes all, and recovers by itself. */
  killConnection(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Suspends it and its connections, like a suspended machine; the returned function continues them. */
  suspend(): () => void;
  /** Adds lines to `postgresql.conf` or puts lines in place of `pg_hba.conf`; they count from the next start. */
  configure(lines: readonly string[], file?: "postgresql.conf" | "pg_hba.conf"): void;
  /** Writes a file that the server can read; gives its path. */
  file(name: string, text: string): string;
  /** Starts a standby. From then on a commit waits until the standby has it on disk. */
  standby(): Promise<Standby>;
}

/** A copy of a server that follows it and accepts no writes. */
export interface Standby {
  readonly port: number;
  /** Makes it a primary. */
  promote(): Promise<void>;
}

/** Everything in the server is gone after the test: nothing has to reach the disk. */
const settings = [
  "listen_addresses = '127.0.0.1'",
  "max_connections = 400",
  "fsync = off",
  "full_page_writes = off",
  "shared_buffers = 64MB",
  "log_min_messages = fatal",
];

const superuser = "messenger";

const oneConnection = `SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`;

/** Where the server's programs are: on the path, or where Debian puts them; the newest ones. */
export function programs(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env["PATH"] ?? "").split(":");
  return [...path, ...versions.map((version) => join(debian, version, "bin"))].find((folder) =>
    ["initdb", "pg_basebackup", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

/** The server refuses to run as root. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = ["postgres", "nobody"].map((name) => users.find(([each]) => each === name)).find(Boolean);
  if (user === undefined) throw new Error("no user postgres or nobody to run PostgreSQL as");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}

/** Runs statements on a connection of their own. */
export async function execute(url: string, ...statements: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: readonly object[] = [];
    for (const statement of statements) rows = (await client.query<object>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Whether a value of a table contains a text, as characters or as bytes. */
export async function isInRows(url: string, text: string): Promise<boolean> {
  const bytes = Buffer.from(text).toString("hex");
  const tables = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'";
  for (const { name } of (await execute(url, tables)) as readonly { readonly name: string }[]) {
    const found = `SELECT 1 FROM "${name}" AS r WHERE strpos(r::text, '${text}') > 0 OR strpos(r::text, '${bytes}') > 0`;
    if ((await execute(url, found)).length > 0) return true;
  }
  return false;
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

/** Until it takes connections; a server that ends instead says why. */
async function ready(child: ChildProcess, url: string): Promise<void> {
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${words}`);
    try {
      await execute(url, "SELECT 1");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Ends the server and removes its folder as soon as this process is gone, however it ended; `end` does so at once. */
function watch(folder: string): { end(): void } {
  const script =
    'cat; for pid in "$0"/*/postmaster.pid; do kill -QUIT "$(head -n 1 "$pid")"; done; rm -rf "$0"';
  const watcher = spawn("sh", ["-c", script, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return { end: () => watcher.stdin.end() };
}

const urlOf = (port: number, database: string): string =>
  `postgres://${superuser}@127.0.0.1:${port}/${database}`;

/** A child may have ended since it was listed. */
function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** Columns of processes, one line each. */
function processes(column: string, ...selection: readonly string[]): readonly string[] {
  const { stdout } = spawnSync("ps", ["-o", `${column}=`, ...selection], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => line.trim() || []);
}

/** Whether one of these has not ended. One that has ended may stay listed until its parent looks. */
function isAnyAlive(pids: readonly number[]): boolean {
  return processes("stat", "-p", pids.join(",")).some((state) => !state.startsWith("Z"));
}

interface InstanceOptions {
  readonly bin: string;
  readonly as: ReturnType<typeof unprivileged>;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
}

/** The process of one server. */
class Instance {
  readonly #options: InstanceOptions;
  #child: ChildProcess | undefined;

  constructor(options: InstanceOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { bin, as, folder, data, port } = this.#options;
    const stdio: StdioOptions = ["ignore", "ignore", "pipe"];
    this.#child = spawn(join(bin, "postgres"), ["-D", data], { ...as, cwd: folder, stdio });
    await ready(this.#child, urlOf(port, "postgres"));
  }

  suspend(): () => void {
    const all = this.#processes();
    send(all, "SIGSTOP");
    return () => {
      send(all, "SIGCONT");
    };
  }

  async kill(): Promise<void> {
    const all = this.#processes();
    send(all, "SIGKILL");
    // As long as one of them lives, the next start is refused.
    while (isAnyAlive(all)) await new Promise((resolve) => setTimeout(resolve, 10));
    if (this.#child !== undefined) await exited(this.#child);
  }

  /** The server and its children. It is left stopped, so that it starts no further ones. */
  #processes(): readonly number[] {
    const own = this.#child?.pid ?? 0;
    process.kill(own, "SIGSTOP");
    return [own, ...processes("pid", "--ppid", String(own)).map(Number)];
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#child?.kill(signal);
    if (this.#child !== undefined) await exited(this.#child);
  }
}

/** Copies a running server, starts the copy as its standby, and has each commit wait for it. */
async function startStandby(
  primary: number,
  options: InstanceOptions,
): Promise<{ readonly standby: Standby; readonly instance: Instance }> {
  const { bin, as, folder, data, port } = options;
  const from = ["-h", "127.0.0.1", "-p", String(primary), "-U", superuser, "-D", data];
  const backup = [...from, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  await promisify(execFile)(join(bin, "pg_basebackup"), backup, { ...as, cwd: folder });
  writeFileSync(join(data, "postgresql.conf"), `\nport = ${port}\n`, { flag: "a" });
  const instance = new Instance(options);
  await instance.start();
  const url = urlOf(primary, "postgres");
  await execute(url, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()");
  const following = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'";
  while ((await execute(url, following)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const standby: Standby = {
    port,
    promote: async () => {
      await execute(urlOf(port, "postgres"), "SELECT pg_promote()");
    },
  };
  return { standby, instance };
}

/** Starts a server in a temporary folder; undefined where PostgreSQL is not installed. */
export async function localServer(): Promise<LocalServer | undefined> {
  const bin = programs();
  if (bin === undefined) return undefined;
  const as = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "messenger-postgres-"));
  const watcher = watch(folder);
  if (as !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", superuser, "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync"];
  execFileSync(join(bin, "initdb"), initdb, { ...as, cwd: folder, stdio: "pipe" });
  const port = await freePort();
  const configure: LocalServer["configure"] = (lines, name = "postgresql.conf") => {
    const flag = name === "postgresql.conf" ? "a" : "w";
    writeFileSync(join(data, name), `\n${lines.join("\n")}\n`, { flag });
  };
  const file: LocalServer["file"] = (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (as !== undefined) chownSync(path, as.uid, as.gid);
    return path;
  };
  configure([...settings, `port = ${port}`, `unix_socket_directories = '${folder}'`]);
  const url = (database: string): string => urlOf(port, database);
  const primary = new Instance({ bin, as, folder, data, port });
  await primary.start();
  const standbys: Instance[] = [];
  let databases = 0;
  return {
    ...{ port, folder, user: as, configure, file },
    start: () => primary.start(),
    suspend: () => primary.suspend(),
    createDatabase: async (template = "template1") => {
      const name = `test_${(databases += 1)}`;
      await execute(url("postgres"), `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return url(name);
    },
    dropDatabase: async (made) => {
      await execute(
        url("postgres"),
        `DROP DATABASE IF EXISTS ${new URL(made).pathname.slice(1)} WITH (FORCE)`,
      );
    },
    kill: () => primary.kill(),
    killConnection: async () => {
      const [row] = (await execute(url("postgres"), oneConnection)) as { readonly pid: number }[];
      if (row !== undefined) send([row.pid], "SIGKILL");
    },
    standby: async () => {
      const copy = { bin, as, folder, data: join(folder, "standby"), port: await freePort() };
      const { standby, instance } = await startStandby(port, copy);
      standbys.push(instance);
      return standby;
    },
    stop: async () => {
      for (const each of [primary, ...standbys]) await each.end("SIGINT");
      watcher.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

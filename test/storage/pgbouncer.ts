import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../free-port.js";
import { eventually } from "../eventually.js";
import { execute, type LocalServer } from "./local-server.js";

export interface Pooler {
  /** The same database through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer before a server, with fewer connections to it than its clients have. */
export async function startPgbouncer(
  server: LocalServer,
  mode: "transaction" | "statement",
): Promise<Pooler> {
  const port = await freePort();
  const file = server.file(
    `pgbouncer-${mode}.ini`,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${server.port} user=messenger`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
      "default_pool_size = 6",
      "server_round_robin = 1",
      "server_idle_timeout = 2",
      "max_client_conn = 200",
      "",
    ].join("\n"),
  );
  const as = server.user;
  const child: ChildProcess = spawn("pgbouncer", [file], { ...as, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr?.on("data", (piece: Buffer) => (words += piece.toString()));
  const exited = once(child, "exit");
  const through = (url: string): string => url.replace(`:${server.port}/`, `:${port}/`);
  const url = through(await server.createDatabase());
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${words}`);
    return execute(url, "SELECT 1").then(
      () => true,
      () => false,
    );
  });
  return {
    through,
    stop: async () => {
      child.kill("SIGQUIT");
      await exited;
    },
  };
}

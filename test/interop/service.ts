import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";

const run = promisify(execFile);
const messenger = "bin/messenger.js";

/** A database of its own in a fresh folder, with customer 42, user `api`, originator `Shop` and credit for SMS. */
export interface Account {
  readonly folder: string;
  readonly database: string;
  remove(): void;
}

export const login = { customerID: 42, userName: "api", userPassword: "correct horse" } as const;

/** Adds the customer of `login`, with credit in parts and the originator `Shop`. */
export async function addCustomer({ accounts }: Pick<Store, "accounts">, parts: number): Promise<void> {
  const { customerID, userName, userPassword } = login;
  const at = Date.now();
  const customer = { id: customerID, name: "Example Ltd", payment: "prepaid", limit: undefined } as const;
  await accounts.addCustomer(customer, at);
  const passwordHash = await hashPassword(userPassword);
  await accounts.addUser({ customerId: customerID, name: userName, passwordHash }, at);
  await accounts.addOriginator(customerID, "Shop", at);
  await accounts.addCredit(customerID, "SMS", parts * 1000, at);
}

export async function openAccount(credit = 1000): Promise<Account> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-"));
  const database = `sqlite:${join(folder, "messenger.db")}`;
  const store = await openStore(database);
  await addCustomer(store, credit);
  await store.close();
  return {
    folder,
    database,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs one administrative command and returns what it printed. */
export async function admin(database: string, ...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, [messenger, ...args, "--database", database])).stdout;
}

/** The service as an operator runs it: a process of its own. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends it as an operator does and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, like a crash. */
  kill(): Promise<void>;
}

export async function startService(database: string, ...args: readonly string[]): Promise<Service> {
  const child = spawn(
    process.execPath,
    [messenger, "serve", "--port", "0", "--database", database, ...args],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const exited = once(child, "exit") as Promise<[number | null]>;
  const line = await Promise.race([
    firstLine(child),
    exited.then(([code]) => `serve ended with ${String(code)}`),
  ]);
  const url = /https?:\/\/\S+?\.asmx/.exec(line)?.[0];
  if (url === undefined) throw new Error(`no address in: ${line}`);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    url,
    process: child,
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return line;
}

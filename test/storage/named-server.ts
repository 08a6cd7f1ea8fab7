import { randomBytes } from "node:crypto";
import { execute, type PostgresServer } from "./local-server.js";

/** Databases on a server that is named: they are removed again. */
export function namedServer(base: string): PostgresServer {
  const made = new Set<string>();
  const drop = (name: string): string => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
  return {
    createDatabase: async (template = "template0") => {
      const name = `messenger_test_${randomBytes(8).toString("hex")}`;
      await execute(base, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template}`);
      made.add(name);
      const url = new URL(base);
      url.pathname = `/${name}`;
      return url.href;
    },
    dropDatabase: async (url) => {
      const name = new URL(url).pathname.slice(1);
      await execute(base, drop(name));
      made.delete(name);
    },
    stop: async () => {
      await execute(base, ...[...made].map(drop));
    },
  };
}

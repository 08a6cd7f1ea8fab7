import type { MessengerServer, ServerOptions } from "messenger-server";
import { serverWith } from "#server/server.js";
import { openStore, replicaOf } from "#server/storage/index.js";
import type { HashCost } from "#server/credentials/hash.js";
import { cheap } from "./credentials/cheap.js";

/** A server as `createServer` starts it, in which a password takes milliseconds: for tests that are about something else. */
export function startServer(
  options: ServerOptions & { readonly database: string },
  passwordCost: HashCost = cheap,
): Promise<MessengerServer> {
  const replica = replicaOf(options);
  return serverWith(options, (onCommit) => openStore(options.database, { onCommit, replica }), passwordCost);
}

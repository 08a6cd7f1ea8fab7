import { hashPassword } from "#server/credentials/hash.js";
import { defaultSmppSettings, type NewSmppAccount } from "#server/domain/smpp/accounts.js";
import type { Store } from "#server/ports/store.js";
import { createServer, type MessengerServer, type ServerOptions } from "#server/server.js";
import { openStore } from "#server/storage/index.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
import { account } from "./test-client.js";

/** Credits of the customer, in thousandths. */
export const credit = 1_000_000;

const passwordHash = await hashPassword(account.password);

/** A service with the SMPP server and the loopback gateway, and its store. */
export interface SmppService {
  readonly server: MessengerServer;
  readonly store: Store;
  readonly database: string;
  readonly port: number;
  /** Adds a customer with the user Ann, the originator `Shop`, and an account. */
  add(account: Partial<NewSmppAccount> & { readonly customerId: number }): Promise<void>;
  close(): Promise<void>;
}

export async function startService(options: Partial<ServerOptions> = {}): Promise<SmppService> {
  const database = options.database ?? (await newDatabase());
  const store = await openStore(database);
  const server = await createServer({
    database,
    port: 0,
    smpp: { host: "127.0.0.1", port: 0 },
    confirmAfter: 1,
    ...options,
  });
  return {
    ...{ server, store, database, port: server.smppPort ?? 0 },
    add: async ({ customerId, ...given }) => {
      await openAccount(store, { id: customerId, credit });
      const names = { ...account, customerId, userName: "Ann", passwordHash };
      const { systemId, userName } = { ...names, ...given };
      await store.smpp.add({
        ...defaultSmppSettings,
        passwordHash,
        systemId,
        userName,
        customerId,
        ...given,
      });
    },
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

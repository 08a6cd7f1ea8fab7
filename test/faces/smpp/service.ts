import type { MessengerServer, ServerOptions } from "messenger-server";
import { hashPassword } from "#server/credentials/hash.js";
import { defaultSmppSettings, type NewSmppAccount } from "#server/domain/smpp/accounts.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { cheap } from "../../credentials/cheap.js";
import { startServer } from "../../start-server.js";
import { openAccount } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { account } from "./test-client.js";

/** Credits of the customer, in thousandths. */
export const credit = 1_000_000;

const passwordHash = await hashPassword(account.password, cheap);

/** Adds a customer with the user Ann, the originator `Shop`, and an account whose password is that of `account`. */
export async function addAccount(
  store: Pick<Store, "accounts" | "smpp">,
  { customerId, ...given }: Partial<NewSmppAccount> & { readonly customerId: number },
  credits = credit,
): Promise<void> {
  await openAccount(store, { id: customerId, credit: credits });
  const { systemId } = account;
  await store.smpp.add({
    ...{ ...defaultSmppSettings, passwordHash, systemId, userName: "Ann" },
    ...given,
    customerId,
  });
}

/** A service with the SMPP server and the loopback gateway, and its store. */
export interface SmppService {
  readonly server: MessengerServer;
  readonly store: Store;
  readonly database: string;
  readonly port: number;
  /** As `addAccount`, in its store. */
  add(account: Partial<NewSmppAccount> & { readonly customerId: number }): Promise<void>;
  close(): Promise<void>;
}

export async function startService(options: Partial<ServerOptions> = {}): Promise<SmppService> {
  const database = options.database ?? (await newDatabase());
  const store = await openStore(database);
  const smpp = { host: "127.0.0.1", port: 0 };
  const server = await startServer({ port: 0, smpp, confirmAfter: 1, ...options, database });
  return {
    ...{ server, store, database, port: server.smppPort ?? 0 },
    add: (added) => addAccount(store, added),
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

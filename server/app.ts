import type { CallLog } from "../runtime/call.js";
import type { MessengerService } from "../generated/server.js";
import { credentials } from "./credentials/index.js";
import { startCampaigns } from "./delivery/campaigns.js";
import { loopbackGateway } from "./delivery/loopback.js";
import { startDelivery } from "./delivery/worker.js";
import { MessengerOperations } from "./operations/messenger-operations.js";
import { newTransactionId } from "./operations/transaction-id.js";
import { openStore } from "./storage/index.js";

export interface AppOptions {
  /** Where the data is, for example `sqlite:./data/messenger.db`. */
  readonly database: string;
  /** What `GetGreeting` answers. */
  readonly greeting: string;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  readonly log: CallLog;
}

/** The service without a network front: operations, store and delivery put together. */
export interface MessengerApp {
  readonly service: MessengerService;
  /** Stops campaigns and delivery, then releases the store. */
  close(): Promise<void>;
}

/** @throws StoreError when the database cannot be used. */
export async function createApp({
  database,
  greeting,
  confirmAfter,
  log,
}: AppOptions): Promise<MessengerApp> {
  const store = await openStore(database);
  const now = Date.now;
  const gateway = loopbackGateway({ outbox: store.outbox, confirmAfter });
  const delivery = startDelivery({ outbox: store.outbox, gateway, now, log });
  const wakeDelivery = (): void => {
    delivery.wake();
  };
  const campaigns = startCampaigns({ store, now, wakeDelivery, log });
  const service = new MessengerOperations({
    store,
    credentials: credentials({ accounts: store.accounts, now }),
    now,
    newTransactionId,
    greeting,
    deliveryProblem: () => gateway.problem(),
    wakeDelivery,
  });
  return {
    service,
    close: async () => {
      await campaigns.close();
      await delivery.close();
      await store.close();
    },
  };
}

import type { Use } from "../actions/action.js";
import { newLink } from "../admin/links.js";
import { newRoute } from "../actions/routes.js";
import type { DeliverySetup } from "../config/config-file.js";
import { Refusal } from "../admin/refusal.js";
import { silentAfter } from "../ports/service.js";
import { openStore } from "../storage/index.js";
import type { Store } from "../ports/store.js";
import {
  addDemoCustomers,
  type DemoCustomer,
  type DemoPasswords,
  missingCustomers,
  newPasswords,
} from "./accounts.js";
import { SimulatedNetwork } from "./network.js";
import { fillWeek } from "./week.js";

/** Two simulated networks, and the links and routes to them. */
export class DemoNetworks {
  readonly #networks: readonly SimulatedNetwork[];
  readonly setup: DeliverySetup;

  private constructor(north: SimulatedNetwork, south: SimulatedNetwork) {
    this.#networks = [north, south];
    const link = (name: string, { port }: SimulatedNetwork) =>
      newLink(name, { url: `smpp://demo@127.0.0.1:${port}`, password: "demo", set: ["response=15"] }, true);
    this.setup = {
      links: [link("north", north), link("south", south), newLink("mms", { url: "loopback:" }, true)],
      routes: [
        newRoute({ prefix: "*", kind: "sms", link: "north", weight: "3" }, true),
        newRoute({ prefix: "*", kind: "sms", link: "south" }, true),
        newRoute({ prefix: "*", kind: "mms", link: "mms" }, true),
      ],
      times: {},
    };
  }

  static async listen(): Promise<DemoNetworks> {
    const north = await SimulatedNetwork.listen("n");
    return new DemoNetworks(north, await SimulatedNetwork.listen("s"));
  }

  async close(): Promise<void> {
    await Promise.all(this.#networks.map((network) => network.close()));
  }
}

async function fill(
  store: Store,
  { setup: { links, routes }, report }: Pick<DemoOptions, "setup" | "report">,
  customers: readonly DemoCustomer[],
  { by, now, caller }: Use,
): Promise<void> {
  const weekAgo = now - 7 * 24 * 3_600_000;
  await addDemoCustomers(store, customers, { by, now: weekAgo, caller });
  await store.links.configure(links, routes, by, weekAgo);
  await fillWeek(store, { now, report });
}

export interface DemoOptions {
  readonly setup: DeliverySetup;
  readonly operatorAt: (now: number) => Use;
  /** Called with the share of the data that is made, 0 to 1. */
  readonly report: (share: number) => void;
}

/** New passwords would end the log-ins of a server that runs. @throws Refusal */
async function refuseRunning({ processes }: Pick<Store, "processes">, now: number): Promise<void> {
  const running = (await processes.list(now)).find(({ silentFor }) => silentFor < silentAfter);
  if (running === undefined) return;
  const { pid, host } = running;
  throw new Refusal(
    `a server runs with this database already (process ${pid} on ${host}): stop it first, or wait ${silentAfter / 1_000} seconds if it was killed; --database gives this demo data of its own`,
  );
}

/**
 * Makes the data of the demo unless it is there, and new passwords, which it returns.
 *
 * @throws Refusal if the database has other customers, or a server runs with it; nothing is changed then
 */
export async function prepareDemo(
  database: string,
  { setup, operatorAt, report }: DemoOptions,
): Promise<DemoPasswords> {
  const store = await openStore(database);
  try {
    const now = await store.processes.time();
    const by = operatorAt(now);
    await refuseRunning(store, now);
    const missing = await missingCustomers(store);
    if (missing.length > 0) await fill(store, { setup, report }, missing, by);
    return await newPasswords(store, by);
  } finally {
    await store.close();
  }
}

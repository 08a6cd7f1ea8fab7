import { LinkSet, type LinkSetOptions } from "#server/work/delivery/link-set.js";
import type { Step } from "#server/work/delivery/link-runner.js";
import { containedObserver } from "#server/work/delivery/observer.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { detailsOf, openAccount, submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { HeldGateway } from "./held-gateway.js";
import { ManualClock } from "./manual-clock.js";

export const owner = "w";

/** A store, a clock and a set of links to gateways of the test: the dependencies of the parts of delivery. */
export class DeliveryDesk {
  readonly clock = new ManualClock();
  readonly problems: string[] = [];
  /** By the name of the link; the last one that was opened. */
  readonly gateways = new Map<string, HeldGateway>();
  readonly links: LinkSet;
  readonly store: Store;
  /** Receives the outcomes of messages; set by the test. */
  onStep: (step: Step) => void = () => undefined;
  #transactions = 0;

  private constructor(store: Store) {
    this.store = store;
    const observer = containedObserver(undefined, this.log);
    const context = { now: this.now, log: this.log, changed: () => undefined, maySend: () => true };
    const unused = async (): Promise<never> => {
      throw new Error("not used");
    };
    const options: LinkSetOptions = {
      ...{ now: this.now, log: this.log, observer, grace: 10_000, mayLeave: () => true },
      onStep: (step) => {
        this.onStep(step);
      },
      contextOf: () => ({
        ...context,
        ...{ receipt: unused, isReceipt: unused, incoming: unused, mmsParts: unused },
        ignored: () => undefined,
      }),
      open: ({ name }) => {
        const gateway = new HeldGateway();
        this.gateways.set(name, gateway);
        return gateway;
      },
    };
    this.links = new LinkSet(options);
  }

  static async open(): Promise<DeliveryDesk> {
    const store = await openStore(await newDatabase());
    await openAccount(store, { payment: "postpaid" });
    const desk = new DeliveryDesk(store);
    await store.delivery.own({ owner, now: desk.now(), until: desk.now() + 1e9, reports: [], wanted: [] });
    return desk;
  }

  readonly now = (): number => this.clock.now();

  readonly log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields: object, event: string) => void this.problems.push(event),
  };

  gateway(name: string): HeldGateway {
    const found = this.gateways.get(name);
    if (found === undefined) throw new Error(`no gateway of ${name}`);
    return found;
  }

  async addLink(name: string): Promise<void> {
    const link = { name, kind: "smpp", url: "smpp://example.com", password: "", network: name } as const;
    await this.store.links.add({ ...link, settings: {}, ofFile: false }, 0);
  }

  /** Accepts messages to so many numbers; returns the transaction. */
  async send(count = 1): Promise<string> {
    const transactionId = `t${++this.#transactions}`;
    const recipients = Array.from({ length: count }, (_, index) => String(12025550100 + index));
    const charge = { kind: "SMS", amount: 0 } as const;
    const at = this.now();
    await this.store.outbox.submit(submission(transactionId, { recipients, charge, at, dueAt: at }));
    return transactionId;
  }

  async states(transactionId: string): Promise<readonly number[]> {
    return (await detailsOf(this.store.outbox, 42, transactionId)).map(({ state }) => state);
  }

  async close(): Promise<void> {
    await this.links.close();
    await this.store.close();
  }
}

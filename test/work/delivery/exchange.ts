import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { LinkSettingError } from "#server/domain/delivery/links/setting-forms.js";
import { SmppGateway } from "#server/networks/smpp/gateway.js";
import { smppSettings } from "#server/networks/smpp/settings.js";
import { type Clock, systemClock } from "#server/ports/service.js";
import { type Forwarding, startForwarding } from "#server/work/forwarding/forwarder.js";
import { startSweeps, type Sweeps, type SweepTimes } from "#server/work/maintenance/sweeps.js";
import {
  type Delivery,
  type DeliveryOptions,
  type DeliveryTimes,
  startDelivery,
} from "#server/work/delivery/worker.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { NewRoute } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../../eventually.js";
import { detailsOf } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { type Habit, TestSmsc } from "../../networks/smpp/test-smsc.js";
import { plainMessage, type Submission } from "#server/domain/delivery/submitting/submission.js";
import type { StatusCount } from "#server/domain/status.js";

type ExchangeOptions = Partial<Omit<DeliveryOptions, "times">> & {
  readonly clock?: Clock;
  readonly times?: Partial<DeliveryTimes & SweepTimes>;
};

/** Store and delivery on one database, with links to SMSCs of the test, and a manual clock. */
export class Exchange {
  readonly database: string;
  #store: Store | undefined;
  #delivery: Delivery | undefined;
  #now = Date.now();
  #forwarding: Forwarding | undefined;
  #sweeps: Sweeps | undefined;
  /** Rounds that have begun of following links, sweeping and forwarding. */
  readonly #rounds = { follow: 0, sweep: 0, forward: 0 };
  readonly #smscs: TestSmsc[] = [];
  readonly events: string[] = [];

  private constructor(database: string) {
    this.database = database;
  }

  static async open(): Promise<Exchange> {
    const exchange = new Exchange(await newDatabase());
    await exchange.reopen();
    const customer = { id: 42, name: "Example Ltd", payment: "postpaid", limit: undefined } as const;
    await exchange.store.accounts.addCustomer(customer, 0);
    return exchange;
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error("the store is closed");
    return this.#store;
  }

  readonly now = (): number => this.#now;

  /** Moves the clock forward. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Resolves when overdue messages have ended, and those that are due are being forwarded. */
  async lookedAfter(): Promise<void> {
    const { follow, sweep, forward } = this.#rounds;
    await eventually(
      () =>
        this.#rounds.follow >= follow + 2 &&
        this.#rounds.sweep >= sweep + 2 &&
        this.#rounds.forward >= forward + 2,
    );
  }

  async reopen(): Promise<void> {
    await this.#store?.close();
    this.#store = await openStore(this.database);
  }

  /** An SMSC that is there as long as the exchange. */
  async smsc(habit?: Habit): Promise<TestSmsc> {
    const smsc = await TestSmsc.listen(habit);
    this.#smscs.push(smsc);
    return smsc;
  }

  async addLink(name: string, port: number, settings: Record<string, string> = {}): Promise<void> {
    const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${port}`);
    await this.store.links.add({ ...address, name, settings, ofFile: false }, 0);
  }

  async addRoute(link: string, change: Partial<NewRoute> = {}): Promise<void> {
    const any = { customerId: undefined, originator: undefined, kind: undefined, ofFile: false };
    const route: NewRoute = { ...any, prefix: "", link, rank: 1, weight: 1, uncertain: "hold" };
    const outcome = await this.store.links.addRoute({ ...route, ...change });
    if (!outcome.ok) throw new LinkSettingError(outcome.reason);
  }

  /**
   * Starts delivery, sweeps and forwarding; times are short, so that tests need not wait. `clock`: that of the
   * links.
   */
  start({ clock = systemClock, store: given = this.store, ...change }: ExchangeOptions = {}): Delivery {
    const event = (_fields: object, text: string): void => void this.events.push(text);
    const log = { info: event, warn: event, error: event };
    const store = this.#counting(given);
    const delivery = startDelivery({
      ...{ store, now: this.now, log },
      open: (link, context) =>
        new SmppGateway({ name: link.name, settings: smppSettings(link), context, clock }),
      ...change,
      times: { look: 20, ...change.times },
    });
    const isOwner = (): boolean => delivery.isOwner();
    const times = { sweep: 20, balances: 20, ...change.times };
    this.#sweeps = startSweeps({
      store: { ...this.store, ...store },
      now: this.now,
      times,
      maySweep: isOwner,
      log,
    });
    const { posts } = this.store;
    const counting: typeof posts = { waiting: (at) => (this.#rounds.forward++, posts.waiting(at)) };
    this.#forwarding = startForwarding({
      store: { ...this.store, incoming: store.incoming, posts: counting },
      now: this.now,
      mayPost: isOwner,
      log,
      interval: 20,
    });
    this.#delivery = delivery;
    return delivery;
  }

  /** The store, with the first call of each round counted. */
  #counting(store: DeliveryOptions["store"]): DeliveryOptions["store"] {
    const { links, delivery } = store;
    return {
      ...store,
      links: { ...links, revision: () => (this.#rounds.follow++, links.revision()) },
      delivery: { ...delivery, expire: (...input) => (this.#rounds.sweep++, delivery.expire(...input)) },
    };
  }

  /** Ends delivery in order. */
  async stop(): Promise<void> {
    await this.#delivery?.close(Promise.all([this.#sweeps?.close(), this.#forwarding?.close()]));
    this.#delivery = undefined;
  }

  /** The SMSCs are closed first, so that no response of theirs is awaited. */
  async close(): Promise<void> {
    for (const smsc of this.#smscs) await smsc.close();
    await this.stop();
    await this.#store?.close();
  }

  /** Accepts a message to one number, changed by `change`; returns its transaction. */
  async send(change: Partial<Submission> = {}): Promise<string> {
    const at = this.now();
    const transactionId = newTransactionId(at);
    const recipients = change.recipients ?? ["12025550101"];
    await this.store.outbox.submit({
      ...{ transactionId, customerId: 42, userName: "api", operation: "SendSms", originator: "Shop" },
      ...{ text: "Your parcel is ready", parts: 1 },
      ...plainMessage,
      ...{ at, dueAt: at, clientTransaction: undefined, recipients, refused: [] },
      charge: { kind: "SMS", amount: 1000 * recipients.length },
      ...change,
    });
    this.#delivery?.wake();
    return transactionId;
  }

  async counts(transactionId: string): Promise<readonly StatusCount[]> {
    return (await this.store.outbox.statistics(42, transactionId))?.counts ?? [];
  }

  /** The states of all recipients, in the order in which they were given. */
  async states(transactionId: string): Promise<readonly number[]> {
    return (await detailsOf(this.store.outbox, 42, transactionId)).map(({ state }) => state);
  }

  /** Resolves when all recipients have this state. */
  async untilState(transactionId: string, state: number): Promise<void> {
    await eventually(async () => (await this.states(transactionId)).every((found) => found === state));
  }
}

import type { CallLog } from "messenger-gen-runtime";
import type { OutboxStore } from "../../ports/messages.js";
import type { Store } from "../../ports/store.js";
import { defaultValidity } from "../../domain/delivery/routing/candidate.js";
import { DeliveryRole, type DeliveryRoleOptions } from "../coordination/delivery-role.js";
import { Rounds, type RoundsOptions } from "../coordination/rounds.js";
import { Claiming } from "./claiming.js";
import { directHandOver } from "./direct-hand-over.js";
import { FollowLinks } from "./follow-links.js";
import { gatewayContext } from "./gateway-context.js";
import type { LinkCounts } from "./link-runner.js";
import { LinkSet, type OpenGateway } from "./link-set.js";
import { containedObserver, type DeliveryObserver } from "./observer.js";

export interface DeliveryOptions {
  readonly store: Pick<Store, "delivery" | "incoming" | "links" | "outbox">;
  readonly open: OpenGateway;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  readonly times?: Partial<DeliveryTimes> | undefined;
  readonly observer?: DeliveryObserver | undefined;
  /** Counters of a link that others count as well. */
  readonly countsOf?: ((linkId: number) => LinkCounts) | undefined;
}

/** Milliseconds. */
export interface DeliveryTimes {
  /** Milliseconds after its due time at which a message that was not sent expires. */
  readonly validity: number;
  /** Milliseconds that a link may be down before its messages are rerouted. */
  readonly failover: number;
  /** Milliseconds without renewal after which another worker may take over delivery. */
  readonly ownership: number;
  /** Milliseconds between two checks of links and routes. */
  readonly look: number;
}

export const defaultDeliveryTimes: DeliveryTimes = {
  validity: defaultValidity,
  failover: 10_000,
  ownership: 5_000,
  look: 1_000,
};

/** The running delivery worker. */
export interface Delivery {
  /** Polls the outbox now: a message has become due. */
  wake(): void;
  /** Stores a call. A message that may leave at once goes to its link as soon as it is stored. */
  readonly submit: OutboxStore["submit"];
  /** Whether this process owns delivery now. */
  isOwner(): boolean;
  /** Why messages do not reach a network; undefined when they do. */
  problem(): string | undefined;
  /**
   * Stops claiming, waits for the responses to messages in flight, and closes the links; then, once `others` has
   * resolved, releases delivery for the next process.
   */
  close(others?: Promise<unknown>): Promise<void>;
}

function followRounds(
  follower: FollowLinks,
  options: Pick<RoundsOptions, "mayRun" | "log" | "interval">,
): Rounds {
  const round = (goesOn: () => boolean): Promise<void> => follower.round(goesOn);
  return new Rounds({ ...options, event: "delivery cannot follow its links", round });
}

/** Starts delivery: due messages go from the outbox to the links, reports of the networks into the store. */
export function startDelivery(options: DeliveryOptions): Delivery {
  return new DeliveryWorker(options);
}

/** Four parts that wake each other: ownership, links, claiming, and following the links of the store. */
class DeliveryWorker implements Delivery {
  readonly submit: OutboxStore["submit"];
  readonly #links: LinkSet;
  readonly #role: DeliveryRole;
  readonly #claiming: Claiming;
  readonly #follower: FollowLinks;
  readonly #following: Rounds;
  readonly #log: CallLog;

  constructor({ store, now, log, ...options }: DeliveryOptions) {
    this.#log = log;
    const times = { ...defaultDeliveryTimes, ...options.times };
    const owner = (): string => this.#role.owner;
    const validity = times.validity;
    this.#links = this.#openLinks({ ...options, store, now, log }, times);
    this.#role = new DeliveryRole({
      delivery: store.delivery,
      now,
      log,
      lease: times.ownership,
      interval: times.look,
      ...this.#duties(),
    });
    this.#claiming = new Claiming({
      delivery: store.delivery,
      links: this.#links,
      owner,
      now,
      log,
      mayClaim: this.isOwner,
      validity,
    });
    this.#follower = new FollowLinks({ store, links: this.#links, now, owner, onChange: this.#changed });
    this.#following = followRounds(this.#follower, { mayRun: this.isOwner, log, interval: times.look });
    this.submit = directHandOver({ outbox: store.outbox, claiming: this.#claiming, validity });
  }

  readonly isOwner = (): boolean => this.#role.isHeld;

  readonly #changed = (): void => {
    this.#role.renew();
    this.#claiming.wake();
  };

  readonly #haveRoom = (): void => {
    this.#claiming.wakeForRoom();
  };

  #openLinks({ store, open, now, log, ...options }: DeliveryOptions, times: DeliveryTimes): LinkSet {
    const observer = containedObserver(options.observer, log);
    const maySend = this.isOwner;
    const onChange = this.#haveRoom;
    return new LinkSet({
      open,
      now,
      log,
      observer,
      grace: times.failover,
      mayLeave: maySend,
      countsOf: options.countsOf,
      contextOf: gatewayContext({
        store,
        now,
        log,
        observer,
        maySend,
        onChange,
        owner: () => this.#role.owner,
        lease: times.ownership,
      }),
      onFreed: this.#changed,
      onStep: (step) => {
        this.#claiming.add(step);
        onChange();
      },
    });
  }

  /** What happens as ownership is sought, held and lost. */
  #duties(): Pick<DeliveryRoleOptions, "reports" | "wanted" | "onHolding" | "onHeld" | "onLost"> {
    return {
      reports: (at) => this.#links.reports(at),
      wanted: () => this.#links.request(),
      onHolding: (holding) => {
        this.#links.take(holding);
      },
      onHeld: () => {
        this.#following.wake();
        this.#claiming.wake();
      },
      onLost: async () => {
        this.#follower.forget();
        await this.#finish();
      },
    };
  }

  async #finish(): Promise<void> {
    await this.#links.close();
    await this.#claiming.settled();
  }

  wake(): void {
    this.#claiming.wake();
  }

  problem(): string | undefined {
    return this.#role.isHeld ? this.#links.problem() : undefined;
  }

  async close(others?: Promise<unknown>): Promise<void> {
    await Promise.all([this.#claiming.stop(), this.#following.close()]);
    await this.#finish();
    await this.#follower.storeEvents().catch((error: unknown) => {
      this.#log.error({ err: error }, "what happened on the links cannot be stored");
    });
    await others;
    await this.#role.leave();
  }
}

import type { CallLog } from "messenger-gen-runtime";
import type { OutboxStore } from "../../ports/messages.js";
import type { Store } from "../../ports/store.js";
import { defaultValidity } from "../../domain/delivery/candidate.js";
import { DeliveryRole } from "../coordination/delivery-role.js";
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
export function startDelivery({ store, open, now, log, ...options }: DeliveryOptions): Delivery {
  const observer = containedObserver(options.observer, log);
  const times = { ...defaultDeliveryTimes, ...options.times };
  const mayRun = (): boolean => role.isHeld;
  const changed = (): void => {
    role.renew();
    claiming.wake();
  };
  const onChange = (): void => {
    claiming.wakeForRoom();
  };
  const links = new LinkSet({
    ...{ open, now, log, observer, grace: times.failover, mayLeave: mayRun, countsOf: options.countsOf },
    contextOf: gatewayContext({ store, now, log, observer, maySend: mayRun, onChange }),
    onFreed: changed,
    onStep: (step) => {
      claiming.add(step);
      onChange();
    },
  });
  const role: DeliveryRole = new DeliveryRole({
    ...{ delivery: store.delivery, now, log, lease: times.ownership, interval: times.look },
    ...{ reports: (at: number) => links.reports(at), wanted: () => links.request() },
    onHolding: (holding) => {
      links.take(holding);
    },
    onHeld: () => {
      following.wake();
      claiming.wake();
    },
    onLost: async () => {
      follower.forget();
      await finish();
    },
  });
  const finish = async (): Promise<void> => {
    await links.close();
    await claiming.settled();
  };
  const owner = (): string => role.owner;
  const claiming = new Claiming({
    ...{ delivery: store.delivery, links, owner, now, log, mayClaim: mayRun, validity: times.validity },
  });
  const follower = new FollowLinks({ store, links, owner, onChange: changed });
  const following = followRounds(follower, { mayRun, log, interval: times.look });
  return {
    wake: () => {
      claiming.wake();
    },
    submit: directHandOver({ outbox: store.outbox, claiming, validity: times.validity }),
    isOwner: mayRun,
    problem: () => (role.isHeld ? links.problem() : undefined),
    close: async (others) => {
      await Promise.all([claiming.stop(), following.stop()]);
      await finish();
      await others;
      await role.leave();
    },
  };
}

import type { CallLog } from "messenger-gen-runtime";
import type { Role } from "./coordination/roles.js";
import { type Delivery, type DeliveryOptions, startDelivery } from "./delivery/worker.js";
import { type ForwardingOptions, startForwarding } from "./forwarding/forwarder.js";
import type { SendReply } from "./maintenance/opt-outs.js";
import { startMaintenance } from "./maintenance/maintenance-role.js";
import type { Retention } from "../domain/delivery/retention.js";
import type { SweepTimes } from "./maintenance/sweeps.js";
import type { OutboxStore } from "../ports/messages.js";
import type { Store } from "../ports/store.js";

export interface WorkOptions extends Omit<DeliveryOptions, "store" | "times"> {
  readonly store: Store;
  readonly roles: ReadonlySet<Role>;
  readonly times: (DeliveryOptions["times"] & Partial<SweepTimes>) | undefined;
  readonly keepFor: Retention;
  /** Sends the confirmation of an opt-out. */
  readonly sendReply: SendReply;
  readonly observePost?: ForwardingOptions["observe"];
  readonly log: CallLog;
}

/** Background work of a process. */
export interface Work {
  /** Wakes delivery in this and other processes: messages are due. */
  wakeDelivery(): void;
  /** Stores a call, and delivers it at once if that is a role of this process and possible. */
  readonly submit: OutboxStore["submit"];
  /** Reason why messages do not reach a network; undefined when they do, and in a process without delivery. */
  deliveryProblem(): string | undefined;
  /** Finishes work in progress and stops. */
  close(): Promise<void>;
}

interface Closing {
  close(): Promise<void>;
}

/** Starts delivery and maintenance, as far as they are roles of this process. */
export function startWork({ roles, ...options }: WorkOptions): Work {
  const { store, now, log, times, keepFor, sendReply } = options;
  const others: Closing[] = [];
  let delivery: Delivery | undefined;
  if (roles.has("delivery")) {
    const started = startDelivery(options);
    delivery = started;
    const mayPost = (): boolean => started.isOwner();
    others.push(startForwarding({ store, now, mayPost, log, observe: options.observePost }));
    const deaf = store.signals.onDue(() => {
      started.wake();
    });
    others.push({ close: deaf });
  }
  const wakeDelivery = (): void => {
    delivery?.wake();
    store.signals.due();
  };
  // With both roles in one process, one that does not own delivery leaves sweeps to the owner.
  const maySweep = (): boolean => delivery?.isOwner() ?? true;
  if (roles.has("maintenance"))
    others.push(startMaintenance({ store, now, times, keepFor, maySweep, wakeDelivery, sendReply, log }));
  return {
    wakeDelivery,
    submit: delivery?.submit ?? ((submission, limit) => store.outbox.submit(submission, limit)),
    deliveryProblem: () => delivery?.problem(),
    close: async () => {
      const closed = Promise.all(others.map((other) => other.close()));
      await (delivery === undefined ? closed : delivery.close(closed));
    },
  };
}

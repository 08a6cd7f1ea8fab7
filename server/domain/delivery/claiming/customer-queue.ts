import type { CustomerPriorities } from "../../accounts/customer-settings.js";

/** Kinds of messages that have a priority of their own: those of small calls, and those of large calls and campaigns. */
export const trafficKinds = ["single", "bulk"] as const;
export type TrafficKind = (typeof trafficKinds)[number];

/** Most recipients of a call whose messages are `single`. */
export const mostSingleRecipients = 100;

export function trafficKindOf(recipients: number): TrafficKind {
  return recipients <= mostSingleRecipients ? "single" : "bulk";
}

export const maxPriority = 255;
export const maxWeight = 100;

/** A queue of one customer: its messages of one kind, of users with one priority, in the order in which they are due. */
export interface CustomerQueue {
  readonly customerId: number;
  /** 0 to 255. */
  readonly userPriority: number;
  readonly kind: TrafficKind;
}

/** Numbers that the queues of one customer take up. */
const perCustomer = (maxPriority + 1) * trafficKinds.length;

/** Number of a queue in the store; those of one customer are consecutive. */
export function queueNumber({ customerId, userPriority, kind }: CustomerQueue): number {
  return customerId * perCustomer + userPriority * trafficKinds.length + trafficKinds.indexOf(kind);
}

/** The queue that has a number. */
export function queueOfNumber(number: number): CustomerQueue {
  const rest = number % perCustomer;
  return {
    customerId: Math.floor(number / perCustomer),
    userPriority: Math.floor(rest / trafficKinds.length),
    kind: trafficKinds[rest % trafficKinds.length] ?? "single",
  };
}

/** The customer of a queue number, as an SQL expression. */
export const customerOfQueue = (number: string): string => `(${number} / ${perCustomer})`;

/** Priority of the messages of a queue: the sum of those of the customer, the kind and the user. */
export function queuePriority(
  { userPriority, kind }: CustomerQueue,
  { priority, singlePriority, bulkPriority }: CustomerPriorities,
): number {
  return priority + userPriority + (kind === "single" ? singlePriority : bulkPriority);
}

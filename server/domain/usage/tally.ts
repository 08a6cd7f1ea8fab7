import type { RecipientState } from "../recipient-state.js";
import {
  DeliverabilityTally,
  type Reported,
  type ReportedGroup,
  type ReportedMessage,
} from "./deliverability-counts.js";
import { type EndedGroup, type EndedMessage, UsageTally } from "./usage.js";

/** Changes of all counters of messages that one commit makes. */
export class Tally {
  readonly usage = new UsageTally();
  readonly deliverability = new DeliverabilityTally();

  /** Counts a message whose state has changed. */
  moved(row: EndedMessage & ReportedMessage, change: Reported): void {
    this.usage.moved(row, change.from, change.to);
    this.deliverability.moved(row, change);
  }

  /** Counts messages that had no final state before. */
  ended(group: EndedGroup & ReportedGroup, to: RecipientState): void {
    this.usage.ended(group, to);
    this.deliverability.ended(group, to);
  }

  /** Forgets the changes so far. */
  clear(): void {
    this.usage.take();
    this.deliverability.take();
  }
}

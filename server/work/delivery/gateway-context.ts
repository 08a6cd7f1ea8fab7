import { setTimeout } from "node:timers/promises";
import { Arrivals } from "../../domain/inbox/arrivals.js";
import { contain } from "messenger-gen-host/tasks";
import type { CallLog } from "messenger-gen-runtime";
import { responseKeys, type IdForm, idForms } from "../../domain/delivery/submitting/message-id.js";
import type { GatewayContext } from "../../ports/delivery.js";
import type { Link, LinkCount } from "../../domain/delivery/routing/link.js";
import type { Store } from "../../ports/store.js";
import type { DeliveryObserver } from "./observer.js";
import type { LinkCounts } from "./link-runner.js";
import { limitedLog } from "../coordination/limited-log.js";
import type { Receipt } from "../../domain/delivery/claiming/attempt.js";
import type { IncomingPart } from "../../domain/inbox/received-part.js";

export interface GatewayContextOptions {
  readonly store: Pick<Store, "delivery" | "incoming" | "outbox">;
  readonly now: () => number;
  readonly log: CallLog;
  readonly onChange: () => void;
  readonly maySend: () => boolean;
  /** The lease of delivery of this process now, and for how many milliseconds each renewal holds. */
  readonly owner: () => string;
  readonly lease: number;
  readonly observer: DeliveryObserver;
}

type Effect = Awaited<ReturnType<Store["delivery"]["receipts"]>>[number];

const counted: Readonly<Record<Effect, LinkCount>> = {
  changes: "receipts",
  repeats: "repeatedReceipts",
  contradicts: "contradictions",
  unmatched: "unmatchedReceipts",
};

function idFormOf({ settings }: Link): IdForm {
  return idForms.find((form) => form === settings["idForm"]) ?? "auto";
}

/** Milliseconds between two attempts to store a part that may be a repetition. */
const decideEvery = 250;

/** The one result of a call with one item. */
async function only<T>(results: Promise<readonly T[]>): Promise<T> {
  const [result] = await results;
  if (result === undefined) throw new Error("the store returned no result");
  return result;
}

/**
 * Callbacks for the gateways of links. Each receipt is a separate call; the store commits them together, and one that
 * fails does not affect the others.
 */
export function gatewayContext({
  store,
  now,
  log,
  onChange,
  maySend,
  owner,
  lease,
  observer,
}: GatewayContextOptions): (link: Link, counts: LinkCounts) => GatewayContext {
  const onEnd = (session: string, at: number): void => {
    contain(log, "the end of a session cannot be stored", () => store.incoming.endSession(session, at));
  };
  const arrivals = new Arrivals({ owner, lease, now, onEnd });
  return (link, counts) => {
    const form = idFormOf(link);
    return {
      now,
      log: limitedLog(log, now),
      changed: onChange,
      maySend,
      arrivals,
      isReceipt: ({ messageId, from, to }) =>
        store.delivery.hasSent({ linkId: link.id, keys: responseKeys(messageId, form), from, to }),
      receipt: async (receipt: Receipt) => {
        const keys = responseKeys(receipt.messageId, form);
        const effect = await only(store.delivery.receipts([{ keys, linkId: link.id, ...receipt }]));
        counts[counted[effect]] += 1;
        observer.reported(link.name, receipt, effect);
      },
      incoming: async (part: IncomingPart) => {
        const received = { ...part, linkId: link.id, at: now() };
        const receive = () => only(store.incoming.receive([received]));
        let effect = await receive();
        while (effect === "undecided") {
          await setTimeout(decideEvery);
          effect = await receive();
        }
        counts.incoming += 1;
        observer.received(link.name, part, effect);
      },
      ignored: (name) => {
        observer.ignored(link.name, name);
      },
      mmsParts: (transactionId) => store.outbox.mmsParts(transactionId),
    };
  };
}

import type { CallLog } from "../../runtime/call.js";
import { answerKeys, type IdForm, idForms } from "../domain/delivery/message-id.js";
import type { LinkReceipt } from "../ports/delivery.js";
import type { GatewayContext, IncomingPart, Receipt } from "../ports/gateway.js";
import type { IncomingEffect, ReceivedPart } from "../ports/incoming.js";
import type { Link, LinkCount } from "../ports/links.js";
import type { Store } from "../ports/store.js";
import type { DeliveryObserver } from "./observer.js";
import type { LinkCounts } from "./link-runner.js";
import { Gathered } from "./gathered.js";
import { limitedLog } from "./limited-log.js";

export interface GatewayContextOptions {
  readonly store: Pick<Store, "delivery" | "incoming" | "outbox">;
  readonly now: () => number;
  readonly log: CallLog;
  readonly onChange: () => void;
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

/** What the gateways of links may ask of the service; receipts of one turn of the event loop share a commit. */
export function gatewayContext({
  store,
  now,
  log,
  onChange,
  observer,
}: GatewayContextOptions): (link: Link, counts: LinkCounts) => GatewayContext {
  const receipts = new Gathered<LinkReceipt, Effect>((items) => store.delivery.receipts(items));
  const parts = new Gathered<ReceivedPart, IncomingEffect>((items) => store.incoming.receive(items));
  return (link, counts) => {
    const form = idFormOf(link);
    const linkLog = limitedLog(log, now);
    return {
      now,
      log: linkLog,
      changed: onChange,
      receipt: async (receipt: Receipt) => {
        const keys = answerKeys(receipt.messageId, form);
        const effect = await receipts.add({ keys, linkId: link.id, ...receipt });
        counts[counted[effect]] += 1;
        observer.reported(link.name, receipt, effect);
      },
      incoming: async (part: IncomingPart) => {
        const effect = await parts.add({ ...part, linkId: link.id, at: now() });
        counts.incoming += 1;
        observer.received(link.name, part);
        if (effect === "stray") linkLog.warn({ link: link.name }, "message for a number of nobody");
      },
      mmsParts: (transactionId) => store.outbox.mmsParts(transactionId),
    };
  };
}

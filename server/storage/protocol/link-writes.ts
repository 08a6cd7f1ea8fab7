import type {
  Claim,
  ClaimedMessage,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
  Settlement,
} from "../../domain/delivery/claims.js";
import type { ReceiptEffect } from "../../domain/delivery/receipt-state.js";
import type { Holding } from "../../domain/delivery/shares.js";
import type { DeliveryStore, LeaseRequest } from "../../ports/delivery.js";
import type { Caller } from "../script/calls.js";

/** Writes of the owner of delivery, and of sweeps. */
export interface DeliveryWrites {
  own(request: LeaseRequest): Holding | null;
  disown(owner: string): null;
  claim(claim: Claim): readonly ClaimedMessage[];
  settle(settlements: readonly Settlement[]): readonly EarlyReceipts[];
  takeBack(input: { readonly owner: string; readonly known: readonly number[] }): null;
  reroute(input: Parameters<DeliveryStore["reroute"]>[0]): QueuePlace | null;
  receipts(receipts: readonly LinkReceipt[]): readonly (ReceiptEffect | "unmatched")[];
  expire(input: { readonly now: number; readonly validity: number; readonly limit: number }): number;
  giveUp(input: { readonly before: number; readonly now: number; readonly limit: number }): number;
}

/** The writing half of the port, by the calls of a writer. */
export function deliveryCalls(writer: Caller<DeliveryWrites>) {
  return {
    own: async (request) => (await writer.call("own", request)) ?? undefined,
    disown: async (owner) => {
      await writer.call("disown", owner);
    },
    claim: (claim) => writer.call("claim", claim),
    takeBack: async (owner, known) => {
      await writer.call("takeBack", { owner, known });
    },
    settle: async (settlements) => (settlements.length > 0 ? writer.call("settle", settlements) : []),
    reroute: async (input) => (await writer.call("reroute", input)) ?? undefined,
    receipts: (receipts) => writer.call("receipts", receipts),
    expire: (now, validity, limit) => writer.call("expire", { now, validity, limit }),
    giveUp: (before, now, limit) => writer.call("giveUp", { before, now, limit }),
  } satisfies Partial<DeliveryStore>;
}

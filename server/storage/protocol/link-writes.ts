import type { Actor } from "../../domain/desk/audit.js";
import type { LinkChange, LinkOutcome, NewLink, NewRoute } from "../../domain/links/links.js";
import type {
  Claim,
  ClaimedMessage,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
  Settlement,
} from "../../domain/outbox/claims.js";
import type { ReceiptEffect } from "../../domain/outbox/receipt-state.js";
import type { Holding } from "../../domain/links/shares.js";
import type { DeliveryStore, LeaseRequest } from "../../ports/delivery.js";
import type { LinkStore } from "../../ports/links.js";
import type { Caller, Forgetting } from "./calls.js";

/** Changes of links and routes. */
export interface LinkWrites {
  addLink(input: { readonly link: NewLink; readonly at: number }): LinkOutcome;
  changeLink(input: { readonly name: string; readonly change: LinkChange }): LinkOutcome;
  removeLink(name: string): LinkOutcome;
  addRoute(route: NewRoute): LinkOutcome & { readonly id?: number };
  removeRoute(id: number): LinkOutcome;
  configure(input: {
    readonly links: readonly NewLink[];
    readonly routes: readonly NewRoute[];
    readonly by: Actor;
    readonly at: number;
  }): LinkOutcome;
}

/** Writes of the owner of delivery, and of sweeps. */
export interface DeliveryWrites {
  own(request: LeaseRequest): Holding | null;
  disown(owner: string): null;
  claim(claim: Claim): readonly ClaimedMessage[];
  settle(settlements: readonly Settlement[]): readonly EarlyReceipts[];
  takeBack(input: { readonly owner: string; readonly known: readonly number[] }): null;
  reroute(input: Parameters<DeliveryStore["reroute"]>[0]): QueuePlace | null;
  receipts(receipts: readonly LinkReceipt[]): readonly (ReceiptEffect | "unmatched")[];
  forgetUnmatched(input: Forgetting): number;
  expire(input: { readonly now: number; readonly validity: number; readonly limit: number }): number;
  giveUp(input: { readonly before: number; readonly now: number; readonly limit: number }): number;
  resolve(input: {
    readonly ids: Parameters<LinkStore["resolve"]>[0];
    readonly how: Parameters<LinkStore["resolve"]>[1];
    readonly at: number;
  }): number;
}

/** The writing half of the port, by the calls of a writer. */
export function linkCalls(writer: Caller<LinkWrites & Pick<DeliveryWrites, "resolve">>) {
  return {
    add: (link, at) => writer.call("addLink", { link, at }),
    change: (name, change) => writer.call("changeLink", { name, change }),
    remove: (name) => writer.call("removeLink", name),
    addRoute: (route) => writer.call("addRoute", route),
    removeRoute: (id) => writer.call("removeRoute", id),
    configure: (links, routes, by, at) => writer.call("configure", { links, routes, by, at }),
    resolve: (ids, how, at) => writer.call("resolve", { ids, how, at }),
  } satisfies Partial<LinkStore>;
}

/** As `linkCalls`. */
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
    forgetUnmatched: (before, most, limit) => writer.call("forgetUnmatched", { before, most, limit }),
  } satisfies Partial<DeliveryStore>;
}

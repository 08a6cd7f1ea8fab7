import { unrouted } from "../../domain/delivery/routing/route-table.js";
import type { DeliveryStore, LinkStore } from "../../ports/delivery.js";
import type { LinkSet } from "./link-set.js";

export interface FollowLinksOptions {
  readonly store: {
    readonly links: Pick<LinkStore, "addEvents" | "endRoutes" | "links" | "revision" | "routes">;
    readonly delivery: Pick<DeliveryStore, "reroute" | "waitingLinks">;
  };
  readonly links: Pick<LinkSet, "events" | "reconcile" | "up">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Name of the lease under which messages are rerouted now. */
  readonly owner: () => string;
  /** Called after links were opened or closed, or messages were rerouted. */
  readonly onChange: () => void;
}

/** Applies changes of links and routes in the store, and reroutes messages when links go up or down. */
export class FollowLinks {
  readonly #options: FollowLinksOptions;
  #revision = -1;
  #stored: readonly number[] = [];
  #up: readonly number[] = [];
  /** The first end of a route. */
  #nextEnd = Infinity;

  constructor(options: FollowLinksOptions) {
    this.#options = options;
  }

  /** To call after all links were closed: the next round opens them again. */
  forget(): void {
    this.#revision = -1;
  }

  /** Rerouting ends early once `goesOn` returns false. */
  async round(goesOn: () => boolean): Promise<void> {
    const { store, onChange } = this.#options;
    const changed = await this.#reconcile();
    const stale = await this.#stale(changed, store.delivery);
    for (const linkId of stale) await this.#reroute(linkId, goesOn);
    if (stale.length > 0) onChange();
    await this.storeEvents();
  }

  /** Stores what has happened on the links since the last call. */
  async storeEvents(): Promise<void> {
    const { store, links, now } = this.#options;
    const events = links.events.unstored();
    if (events.length === 0) return;
    await store.links.addEvents(events, now());
    links.events.stored(events);
  }

  /** Returns whether links or routes have changed. */
  async #reconcile(): Promise<boolean> {
    const { store, links, now, onChange } = this.#options;
    if (now() >= this.#nextEnd) await store.links.endRoutes(now());
    const revision = await store.links.revision();
    if (revision === this.#revision) return false;
    const stored = await store.links.links();
    const routes = await store.links.routes();
    links.reconcile(stored, routes);
    this.#nextEnd = Math.min(...routes.map(({ endsAt = Infinity }) => endsAt));
    this.#stored = stored.map(({ id }) => id);
    this.#revision = revision;
    onChange();
    return true;
  }

  /**
   * Links whose messages have to be rerouted: also those that are down and have none yet. A claim in progress, which counts such a link as
   * up, may add some to it, before they are rerouted.
   */
  async #stale(changed: boolean, delivery: Pick<DeliveryStore, "waitingLinks">): Promise<readonly number[]> {
    const up = this.#options.links.up();
    const before = this.#up;
    this.#up = up;
    const sameUp = up.length === before.length && up.every((linkId) => before.includes(linkId));
    if (!changed && sameUp) return [];
    const waiting = (await delivery.waitingLinks()).filter((linkId) => linkId !== unrouted);
    const down = [...waiting, ...this.#stored].filter((linkId) => !up.includes(linkId));
    return [...new Set(changed ? [...waiting, ...down] : down)];
  }

  async #reroute(linkId: number, goesOn: () => boolean): Promise<void> {
    const { store } = this.#options;
    const owner = this.#options.owner();
    const up = this.#up;
    let after = await store.delivery.reroute({ owner, linkId, up, after: undefined });
    while (after !== undefined && goesOn())
      after = await store.delivery.reroute({ owner, linkId, up, after });
  }
}

import { randomBytes } from "node:crypto";
import type { CallLog } from "messenger-gen-runtime";
import type { FreeSlots } from "../../domain/delivery/claiming/claim.js";
import type { Gateway, GatewayContext } from "../../ports/delivery.js";
import type { Link, LinkReport } from "../../domain/delivery/routing/link.js";
import {
  type Holding,
  type LinkSlots,
  slotsToOpen,
  usableSlots,
} from "../../domain/delivery/claiming/link-slots.js";
import { isUnserved } from "../../domain/delivery/routing/route-table.js";
import type { Route } from "../../domain/delivery/route.js";
import { LinkEvents } from "../../domain/delivery/links/events.js";
import type { DeliveryObserver } from "./observer.js";
import { slotsOf } from "./link-settings.js";
import { type LinkCounts, LinkRunner, noCounts, type Step } from "./link-runner.js";

/** Opens the gateway of a link with some of its slots. Throws when its settings cannot be used. */
export type OpenGateway = (link: Link, context: GatewayContext, slots: number) => Gateway;

export interface LinkSetOptions {
  readonly open: OpenGateway;
  /** Callbacks for the gateway of a link. */
  readonly contextOf: (link: Link, counts: LinkCounts) => GatewayContext;
  readonly now: () => number;
  readonly log: CallLog;
  readonly observer: DeliveryObserver;
  /** Milliseconds that a link may be down before its messages are rerouted. */
  readonly grace: number;
  /** Whether messages may be sent: false once another process may have taken over delivery. */
  readonly mayLeave: () => boolean;
  readonly onStep: (step: Step) => void;
  /** Counters of a link that others count as well. */
  readonly countsOf?: ((linkId: number) => LinkCounts) | undefined;
  /** Called when slots of a link are no longer used. */
  readonly onFreed?: (() => void) | undefined;
}

/** Key of the settings that a gateway uses: when it changes, a new gateway is opened. */
function setUp({ kind, url, password, network, settings }: Link): string {
  return JSON.stringify([kind, url, password, network, settings]);
}

/** Slots in use by link. */
function usedSlotsOf(runners: Iterable<LinkRunner>): ReadonlyMap<number, number> {
  const used = new Map<number, number>();
  for (const { link, usedSlots } of runners) used.set(link.id, (used.get(link.id) ?? 0) + usedSlots);
  return used;
}

/** Links that are up in other processes. A link counts as up for the grace period after the last such report, or after the first query. */
class LinksElsewhere {
  readonly #options: Pick<LinkSetOptions, "now" | "grace">;
  readonly #lastUp = new Map<number, number>();
  up: readonly number[] = [];

  constructor(options: Pick<LinkSetOptions, "now" | "grace">) {
    this.#options = options;
  }

  take(holding: Holding): void {
    this.up = holding.kind === "all" ? [] : holding.elsewhere;
    for (const linkId of this.up) this.#lastUp.set(linkId, this.#options.now());
  }

  isUp(linkId: number): boolean {
    const now = this.#options.now();
    const last = this.#lastUp.get(linkId) ?? now;
    this.#lastUp.set(linkId, last);
    return now - last < this.#options.grace;
  }
}

/** The open links: opens, replaces and closes them as the store requires, with the slots that the lease gives. */
export class LinkSet {
  readonly #options: LinkSetOptions;
  readonly #runners = new Map<number, LinkRunner>();
  readonly #closing = new Set<Promise<void>>();
  readonly #leaving = new Set<LinkRunner>();
  #stored: { readonly links: readonly Link[]; readonly routes: readonly Route[] } = { links: [], routes: [] };
  /** Started links by id. */
  #wanted: ReadonlyMap<number, Link> = new Map();
  #holding: Holding = { kind: "all" };
  /** Slots in use by link as the last request stated them, until its response. */
  #stated: ReadonlyMap<number, number> | undefined;
  readonly #others: LinksElsewhere;
  /** Id of the counters of this set in the reports of its links. */
  readonly #process = randomBytes(6).toString("hex");
  readonly events = new LinkEvents(this.#process);
  /** Links that could not be opened, with the reason. */
  readonly #unusable = new Map<number, { readonly link: Link; readonly reason: string }>();

  constructor(options: LinkSetOptions) {
    this.#options = options;
    this.#others = new LinksElsewhere(options);
  }

  get(linkId: number): LinkRunner | undefined {
    return this.#runners.get(linkId);
  }

  /** Opens, replaces and closes links to match the stored ones. */
  reconcile(links: readonly Link[], routes: readonly Route[]): void {
    this.#store(links, routes);
    this.#unusable.clear();
    for (const [id, runner] of this.#runners) {
      const link = this.#wanted.get(id);
      if (link === undefined || setUp(link) !== setUp(runner.link)) this.#close(runner);
    }
    this.#fit();
  }

  /** Applies the slots of a lease, the response to `request`. */
  take(holding: Holding): void {
    this.#holding = holding;
    this.#stated = undefined;
    this.#others.take(holding);
    this.#fit();
  }

  /**
   * The slots that this process requests of each link, and those that it uses, also of links that it leaves. It opens no others until
   * the response, because the store may assign them to other processes.
   */
  request(): readonly LinkSlots[] {
    const all = new Map([...this.#wanted].map(([linkId, link]) => [linkId, slotsOf(link)]));
    const used = usedSlotsOf([...this.#runners.values(), ...this.#leaving]);
    this.#stated = used;
    return [...new Set([...all.keys(), ...used.keys()])].map((linkId) => ({
      linkId,
      slots: all.get(linkId) ?? 0,
      used: used.get(linkId) ?? 0,
    }));
  }

  pump(): void {
    for (const runner of this.#runners.values()) runner.pump();
  }

  /**
   * Free slots and state of each link. Links of other processes have no free slots here, nor has a link that waits for binds to close:
   * it counts as up, because its messages need not be rerouted for that.
   */
  rooms(): readonly FreeSlots[] {
    const freeSlots: FreeSlots[] = [];
    for (const [linkId, runner] of this.#runners)
      freeSlots.push({ linkId, up: runner.isUp(this.#options.grace), free: runner.room() });
    for (const [linkId, link] of this.#wanted) {
      if (this.#runners.has(linkId)) continue;
      const waits = this.#slotsFor(link) > 0 && !this.#unusable.has(linkId);
      if (!waits && this.#holding.kind === "all") continue;
      freeSlots.push({ linkId, up: waits || this.#others.isUp(linkId), free: 0 });
    }
    return freeSlots;
  }

  /** Messages that are not settled, including those of links that are closing. */
  sending(): readonly number[] {
    return [...this.#runners.values(), ...this.#leaving].flatMap((runner) => [...runner.sending()]);
  }

  up(): readonly number[] {
    return this.rooms().flatMap(({ linkId, up }) => (up ? linkId : []));
  }

  reports(at: number): readonly LinkReport[] {
    const unusable = [...this.#unusable.values()].map(({ link, reason }): LinkReport => ({
      linkId: link.id,
      at,
      up: false,
      word: "unusable",
      problem: reason,
      window: 0,
      used: 0,
      counts: noCounts(),
    }));
    const wanted = this.#wanted;
    const closing = [...this.#leaving].filter(({ link }) => wanted.has(link.id));
    const byLink = new Map([...closing, ...this.#runners.values()].map((runner) => [runner.link.id, runner]));
    return [...[...byLink.values()].map((runner) => runner.report(at)), ...unusable];
  }

  /**
   * Reason why messages do not reach a network, and the number of started links that are down, without names: anyone may
   * call it. Undefined while other links take over the messages of each link that is down.
   */
  problem(): string | undefined {
    const up = new Set(this.#others.up);
    for (const [linkId, runner] of this.#runners) if (runner.isUp(0)) up.add(linkId);
    const isUp = (linkId: number): boolean => up.has(linkId);
    const down = [...this.#wanted.keys()].filter((linkId) => !isUp(linkId)).length;
    if (up.size === 0) return `no link to a network is up; links down: ${down}`;
    const { links, routes } = this.#stored;
    if (isUnserved(links, routes, isUp))
      return `some messages wait, because no link for them is up; links down: ${down}`;
    return [...this.#runners.values()].map((runner) => runner.loopback()).find((text) => text !== undefined);
  }

  /** Closes all links until the next `reconcile`; resolves when each is closed. */
  async close(): Promise<void> {
    this.#store([], []);
    for (const runner of this.#runners.values()) this.#close(runner);
    await Promise.all(this.#closing);
  }

  #store(links: readonly Link[], routes: readonly Route[]): void {
    this.#stored = { links, routes };
    this.#wanted = new Map(links.filter(({ started }) => started).map((link) => [link.id, link]));
  }

  /** Slots of a link that this process may use. */
  #slotsFor(link: Link): number {
    const slots = slotsOf(link);
    if (this.#holding.kind === "all") return slots;
    const share = this.#holding.shares.find(({ linkId }) => linkId === link.id);
    const stated = this.#stated && (this.#stated.get(link.id) ?? 0);
    return share === undefined ? 0 : Math.min(slots, usableSlots(share, stated));
  }

  /** Opens, resizes and closes links to match the slots of this process; closing links keep theirs until they are closed. */
  #fit(): void {
    const freed = (): void => this.#options.onFreed?.();
    const leaving = usedSlotsOf(this.#leaving);
    for (const [linkId, link] of this.#wanted) {
      const share = this.#slotsFor(link);
      const slots = slotsToOpen(share, { open: 0, closing: leaving.get(linkId) ?? 0 });
      const runner = this.#runners.get(linkId);
      if (runner === undefined) {
        if (slots > 0 && !this.#unusable.has(linkId)) this.#open(link, slots);
      } else if (share > 0) runner.resize(Math.max(1, slots), freed);
      else this.#close(runner);
    }
  }

  #open(link: Link, slots: number): void {
    const { open, contextOf, now, mayLeave, onStep, log, observer, countsOf } = this.#options;
    const counts = countsOf?.(link.id) ?? noCounts();
    try {
      const gateway = open(link, contextOf(link, counts), slots);
      this.#runners.set(
        link.id,
        new LinkRunner({
          link,
          gateway,
          slots,
          counts,
          process: this.#process,
          now,
          mayLeave,
          onStep,
          observer,
          onEvent: (event, detail) => {
            this.events.note(link.id, event, now(), detail);
          },
        }),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : "it cannot be opened";
      this.#unusable.set(link.id, { link, reason });
      this.events.note(link.id, "unusable", now(), reason);
      log.error({ link: link.name, reason }, "link cannot be used");
    }
  }

  #close(runner: LinkRunner): void {
    const { log } = this.#options;
    if (this.#runners.get(runner.link.id) === runner) this.#runners.delete(runner.link.id);
    this.#leaving.add(runner);
    const closing = runner
      .close()
      .catch((error: unknown) => {
        log.error({ link: runner.link.name, err: error }, "link did not close cleanly");
      })
      .finally(() => {
        this.#leaving.delete(runner);
        this.#closing.delete(closing);
        if (this.#options.mayLeave()) this.#fit();
        this.#options.onFreed?.();
      });
    this.#closing.add(closing);
  }
}

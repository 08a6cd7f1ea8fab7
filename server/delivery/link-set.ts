import type { CallLog } from "messenger-gen-runtime";
import type { LinkRoom } from "../domain/outbox/claims.js";
import type { Gateway, GatewayContext } from "../ports/gateway.js";
import type { Link, LinkReport } from "../domain/links/links.js";
import { isUnserved } from "../domain/links/route-table.js";
import type { Route } from "../domain/links/routing.js";
import type { DeliveryObserver } from "./observer.js";
import { type LinkCounts, LinkRunner, noCounts, type Step } from "./link-runner.js";

/** Opens the gateway of a link. Throws when its settings cannot be used. */
export type OpenGateway = (link: Link, context: GatewayContext) => Gateway;

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
}

/** Key of the settings that a gateway uses: when it changes, a new gateway is opened. */
function setUp({ kind, url, password, network, settings }: Link): string {
  return JSON.stringify([kind, url, password, network, settings]);
}

/** The open links: opens, replaces and closes them as the store requires. */
export class LinkSet {
  readonly #options: LinkSetOptions;
  readonly #runners = new Map<number, LinkRunner>();
  readonly #closing = new Set<Promise<void>>();
  readonly #leaving = new Set<LinkRunner>();
  #stored: { readonly links: readonly Link[]; readonly routes: readonly Route[] } = { links: [], routes: [] };
  /** Links that could not be opened, with the reason. */
  readonly #unusable = new Map<number, { readonly link: Link; readonly reason: string }>();

  constructor(options: LinkSetOptions) {
    this.#options = options;
  }

  get(linkId: number): LinkRunner | undefined {
    return this.#runners.get(linkId);
  }

  /** Opens, replaces and closes links to match the stored ones. */
  reconcile(links: readonly Link[], routes: readonly Route[]): void {
    this.#stored = { links, routes };
    const wanted = new Map(links.filter(({ started }) => started).map((link) => [link.id, link]));
    this.#unusable.clear();
    for (const [id, runner] of this.#runners) {
      const link = wanted.get(id);
      if (link === undefined || setUp(link) !== setUp(runner.link)) this.#close(runner);
    }
    for (const link of wanted.values()) if (!this.#runners.has(link.id)) this.#open(link);
  }

  pump(): void {
    for (const runner of this.#runners.values()) runner.pump();
  }

  rooms(): readonly LinkRoom[] {
    return [...this.#runners].map(([linkId, runner]) => ({
      linkId,
      up: runner.isUp(this.#options.grace),
      room: runner.room(),
    }));
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
      ...{ linkId: link.id, at, up: false, word: "unusable", problem: reason },
      ...{ window: 0, used: 0, counts: noCounts() },
    }));
    return [...[...this.#runners.values()].map((runner) => runner.report(at)), ...unusable];
  }

  /**
   * Reason why messages do not reach a network, without names: anyone may call it. Undefined while other links take
   * over the messages of each link that is down.
   */
  problem(): string | undefined {
    const isUp = (linkId: number): boolean => this.#runners.get(linkId)?.isUp(0) === true;
    if (![...this.#runners.keys()].some(isUp)) return "no link to a network is up";
    const { links, routes } = this.#stored;
    if (isUnserved(links, routes, isUp)) return "some messages wait, because no link for them is up";
    return [...this.#runners.values()].map((runner) => runner.loopback()).find((text) => text !== undefined);
  }

  /** Closes all links; resolves when each is closed. */
  async close(): Promise<void> {
    for (const runner of this.#runners.values()) this.#close(runner);
    await Promise.all(this.#closing);
  }

  #open(link: Link): void {
    const { open, contextOf, now, mayLeave, onStep, log, observer } = this.#options;
    const counts = noCounts();
    try {
      const gateway = open(link, contextOf(link, counts));
      this.#runners.set(link.id, new LinkRunner({ link, gateway, counts, now, mayLeave, onStep, observer }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : "it cannot be opened";
      this.#unusable.set(link.id, { link, reason });
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
      });
    this.#closing.add(closing);
  }
}

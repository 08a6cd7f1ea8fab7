import type { CallLog } from "messenger-gen-runtime";
import type { Link } from "../../domain/delivery/routing/link.js";
import type { LinkStore } from "../../ports/delivery.js";
import type { Mm7Receiver, ReceivingLink } from "./receiver.js";
import { mm7Settings } from "./settings.js";

export interface ReceivingLinksOptions {
  readonly links: Pick<LinkStore, "links" | "revision">;
  readonly receiver: Mm7Receiver;
  readonly contextOf: (link: Link) => ReceivingLink["context"];
  readonly log: CallLog;
}

/** Maximum milliseconds until a change of links takes effect. */
const staleness = 500;

/**
 * Links whose MMSCs may report and deliver, by the store: every process that takes calls accepts their requests, whichever process has
 * the links.
 */
export class ReceivingLinks {
  readonly #options: ReceivingLinksOptions;
  #unregister: (() => void)[] = [];
  #revision: number | undefined;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(options: ReceivingLinksOptions) {
    this.#options = options;
  }

  /** Registers the current links with the receiver. If the store cannot be read, the registered links stay. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < staleness) return;
    this.#reading ??= this.#read()
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, "links that receive by MM7 cannot be read");
      })
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { links } = this.#options;
    const revision = await links.revision();
    if (revision !== this.#revision) this.#register(await links.links());
    this.#revision = revision;
    this.#readAt = performance.now();
  }

  #register(links: readonly Link[]): void {
    for (const unregister of this.#unregister.splice(0)) unregister();
    for (const link of links) if (link.kind === "mm7" && link.started) this.#registerOne(link);
  }

  /** A link that cannot be used is reported by the process that has it. */
  #registerOne(link: Link): void {
    const { receiver, contextOf } = this.#options;
    try {
      const { receiver: settings } = mm7Settings(link);
      this.#unregister.push(receiver.register(link.name, settings, contextOf(link)));
    } catch {
      return;
    }
  }
}

import { minute, type Traffic, wholeService } from "../domain/usage/traffic.js";
import type { Store } from "../ports/store.js";

type Count = "accepted" | "delivered" | "failed";

/** Rows that are stored in one commit. */
const rowsAtOnce = 2_000;

/** Counts messages by minute, as the service does while it runs. */
export class PastTraffic {
  readonly #rows = new Map<string, Record<Count, number>>();
  readonly #links: readonly string[];

  /** @param links names */
  constructor(links: readonly string[]) {
    this.#links = links;
  }

  /** @param link name, or `wholeService` */
  count(at: number, link: string, what: Count, messages = 1): void {
    const key = keyOf(Math.floor(at / minute), link);
    const row = this.#rows.get(key) ?? { accepted: 0, delivered: 0, failed: 0 };
    row[what] += messages;
    this.#rows.set(key, row);
  }

  /** Stores every minute between two times, those without messages too. */
  async store({ traffic }: Pick<Store, "traffic">, from: number, to: number): Promise<void> {
    let rows: Traffic[] = [];
    for (let at = Math.ceil(from / minute); at < Math.floor(to / minute); at++) {
      for (const link of [wholeService, ...this.#links]) rows.push(this.#rowAt(at, link));
      if (rows.length < rowsAtOnce) continue;
      await traffic.add(rows, from);
      rows = [];
    }
    if (rows.length > 0) await traffic.add(rows, from);
  }

  #rowAt(at: number, link: string): Traffic {
    const counts = this.#rows.get(keyOf(at, link)) ?? { accepted: 0, delivered: 0, failed: 0 };
    return { at: at * minute, link, ...counts, waiting: 0, oldest: 0 };
  }
}

const keyOf = (at: number, link: string): string => `${at} ${link}`;

import type { Traffic } from "../domain/usage/traffic.js";

/** Selects traffic by steps. */
export interface TrafficQuery {
  /** Name of a link; empty for the whole service. */
  readonly link: string;
  /** Milliseconds since the epoch: the first, and the one after the last. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds, a multiple of a minute; steps begin at multiples of it. */
  readonly step: number;
}

/** Traffic by minute, of the last days. */
export interface TrafficStore {
  /** Stores the traffic of minutes, except what is stored already, and removes that from before `forgetBefore`. */
  add(rows: readonly Traffic[], forgetBefore: number): Promise<void>;
  /** By step, oldest first; steps without traffic in the store are absent. */
  read(query: TrafficQuery): Promise<readonly Traffic[]>;
}

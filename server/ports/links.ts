import type { Actor } from "../domain/audit.js";
import type { UncertainPolicy } from "../domain/delivery/routing.js";
import type {
  Link,
  NewLink,
  LinkChange,
  NamedRoute,
  NewRoute,
  LinkReport,
  LinkQueue,
  UncertainMessage,
  Contradiction,
  LinkOutcome,
} from "../domain/delivery/links.js";

/** Links and routes. A change takes effect in every process that has the store open. */
export interface LinkStore {
  /** Grows with every change of links and routes. */
  revision(): Promise<number>;
  /** In the order of their names. */
  links(): Promise<readonly Link[]>;
  add(link: NewLink, at: number): Promise<LinkOutcome>;
  /** `ofFile` if the link is one of the configuration file, which may only be started and stopped. */
  change(name: string, change: LinkChange): Promise<LinkOutcome>;
  /** `inUse` while a route uses it. */
  remove(name: string): Promise<LinkOutcome>;
  /** In the order in which they were added. */
  routes(): Promise<readonly NamedRoute[]>;
  addRoute(route: NewRoute): Promise<LinkOutcome & { readonly id?: number }>;
  removeRoute(id: number): Promise<LinkOutcome>;
  /** Replaces the links and routes of the previous configuration file; all or nothing. The changes are in the audit log. */
  configure(
    links: readonly NewLink[],
    routes: readonly NewRoute[],
    by: Actor,
    at: number,
  ): Promise<LinkOutcome>;
  reports(): Promise<readonly LinkReport[]>;
  queues(): Promise<readonly LinkQueue[]>;
  /** In the order of their ids; after `after` if given. */
  uncertain(limit: number, after?: number): Promise<readonly UncertainMessage[]>;
  /** The latest first; before the `entry` `before` if given. */
  contradictions(limit: number, before?: number): Promise<readonly Contradiction[]>;
  /**
   * Resends uncertain messages, or ends them as Unknown. Ids that are not uncertain are skipped; returns how
   * many were not.
   */
  resolve(ids: readonly number[] | "all", how: Exclude<UncertainPolicy, "hold">, at: number): Promise<number>;
}

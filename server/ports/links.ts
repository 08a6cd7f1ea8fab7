import type { UncertainPolicy } from "../domain/links/routing.js";
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
} from "../domain/links/links.js";

/** Links and routes, in every process that opens the store. A change of them counts from then on everywhere. */
export interface LinkStore {
  /** Grows with every change of links and routes. */
  revision(): Promise<number>;
  /** In the order of their names. */
  links(): Promise<readonly Link[]>;
  add(link: NewLink, at: number): Promise<LinkOutcome>;
  /** `ofFile` for a link of the configuration, except that it may be started and stopped. */
  change(name: string, change: LinkChange): Promise<LinkOutcome>;
  /** `inUse` while a route leads to it. */
  remove(name: string): Promise<LinkOutcome>;
  /** In the order in which they were added. */
  routes(): Promise<readonly NamedRoute[]>;
  addRoute(route: NewRoute): Promise<LinkOutcome & { readonly id?: number }>;
  removeRoute(id: number): Promise<LinkOutcome>;
  /** Puts links and routes of the configuration in the place of those it named before; all or nothing. */
  configure(links: readonly NewLink[], routes: readonly NewRoute[], at: number): Promise<LinkOutcome>;
  reports(): Promise<readonly LinkReport[]>;
  queues(): Promise<readonly LinkQueue[]>;
  uncertain(limit: number): Promise<readonly UncertainMessage[]>;
  /** The latest first. */
  contradictions(limit: number): Promise<readonly Contradiction[]>;
  /**
   * Sends uncertain messages again, or gives them up as Unknown. Ids that are not uncertain are passed over; returns how
   * many were not.
   */
  resolve(ids: readonly number[] | "all", how: Exclude<UncertainPolicy, "hold">, at: number): Promise<number>;
}

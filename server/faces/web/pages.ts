import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { isRepeat } from "../../admin/recorded.js";
import type { Counts } from "../../actions/action.js";
import { type IdentityNeed, isIdentityDue } from "../../actions/rights.js";
import type { SessionTimes } from "../../domain/accounts/sessions.js";
import { isStopped, pageLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import type { Browser, LoggedIn } from "./browser.js";
import { placeBelow } from "./places.js";
import { csvOf, namedTable } from "./csv.js";
import { confirmationPage, isConfirmed } from "./confirmation.js";
import { stopped } from "./fixed-pages.js";
import { BadRequest, type Values, valuesOf } from "./form.js";
import { type ActionRoute, isChecked, isCounts, type PageRoute, type Visit } from "./page.js";
import { paged } from "./paging.js";
import {
  keptAt,
  type Kept,
  type KeptForms,
  keptName,
  refusedWhy,
  type Result,
  type Sender,
  type Sent,
} from "./kept-forms.js";
import { keptTexts, resultTexts, shownWith } from "./kept-page.js";
import { resultAt, resultName } from "./kept-results.js";
import { type Frame, pageRenderer, type Layout } from "./render.js";
import { csvReply, html, type Reply, seeOther } from "./reply.js";
import { routeFor } from "./routes.js";
import { formToken, isToken, type SiteIdentity } from "./tokens.js";
import type { Page } from "./view.js";

/** Pages and actions of a site: `V` is what they get of a request, `Need` what they require of its visitor. */
export interface SitePlan<Session extends SessionTimes, V extends Visit, Need> {
  readonly site: SiteIdentity;
  readonly store: Store;
  /** Whether pages may be read from a replica; actions and their checks never are. */
  readonly mayLag?: boolean;
  readonly now: () => number;
  /** The pages, with the store that they read. */
  readonly pages: (store: Store) => readonly PageRoute<V, Need>[];
  readonly actions: readonly ActionRoute<V, Need>[];
  /** Whether the visitor of a session may use what has this need. */
  readonly allows: (session: Session, need: Need) => boolean;
  /** The page that a visitor has to use first, with what is below it; undefined for none. */
  readonly first?: (session: Session) => string | undefined;
  /** Adds who asks. */
  readonly visitOf: (browser: LoggedIn<Session>, request: Omit<Visit, "by" | "caller">, form?: string) => V;
  /** Who has a session, among all who log in at any site. */
  readonly personOf: (session: Session) => string;
  readonly forms: KeptForms;
  readonly around: (browser: LoggedIn<Session>) => Promise<Layout>;
  /** Time zone of the pages of a visitor who has chosen none. Default: UTC. */
  readonly zoneOf?: (session: Session) => Promise<string>;
  readonly notFound: Page;
  readonly notAllowed: (need: Need) => Page;
}

/** Shows pages to visitors who are logged in, and carries out the actions of their forms. */
export class SitePages<Session extends SessionTimes, V extends Visit, Need> {
  readonly #plan: SitePlan<Session, V, Need>;
  readonly #render: ReturnType<typeof pageRenderer>;

  constructor(plan: SitePlan<Session, V, Need>) {
    this.#plan = plan;
    this.#render = pageRenderer(plan.site);
  }

  /** A page in a frame. Without a person, the frame has no navigation. */
  page(page: Page, frame: Partial<Frame> = {}): string {
    const { base } = this.#plan.site;
    const none = { base, around: { person: undefined }, token: "", place: base };
    const look = { theme: "system", zone: "UTC", now: this.#plan.now() } as const;
    return this.#render(page, { ...none, ...look, ...frame });
  }

  async show(browser: LoggedIn<Session>): Promise<Reply> {
    const first = this.#first(browser);
    if (first !== undefined) return first;
    const { path, session } = browser;
    let asOf: number | undefined;
    const found = this.#pageAt(path, (time) => (asOf = Math.min(time, asOf ?? time)));
    const frame = await this.frame(browser);
    if (found === undefined) return html(404, this.page(this.#plan.notFound, frame));
    const { route, params } = found;
    if (!this.#plan.allows(session, route.role)) return this.#notAllowed(route.role, frame);
    const query = valuesOf(browser.query);
    const kept = await this.kept(browser, query);
    const earlier = kept && (await this.#doneEarlier(kept));
    if (earlier !== undefined) return goTo(browser, earlier);
    const around = {
      ...frame,
      done: this.#doneText(query),
      ...resultTexts(query),
      ...keptTexts(query, kept),
    };
    const asked = kept && this.#askedPage(browser, kept);
    if (asked !== undefined) return html(200, this.page(asked, around));
    const result = await this.#result(browser, query);
    if (result !== undefined) return html(200, this.page(result, frame));
    try {
      const { page: whole, error } = await shownWith(route, await this.#visit(browser, params, query), kept);
      if (typeof whole === "string") return goTo(browser, whole);
      const table = namedTable(whole, query.get("csv") ?? "");
      if (table?.csv !== undefined) return csvReply(table.csv, await csvOf(table));
      const { reload } = whole;
      const headers = reload === undefined ? {} : { Refresh: String(reload) };
      return html(200, this.page(paged(whole, path, query), { ...around, error, asOf }), headers);
    } catch (error) {
      if (isStopped(error)) return html(503, this.page(stopped(error.detail), frame));
      if (!(error instanceof Refusal)) throw error;
      const reason = kept?.why.kind === "refused" ? kept.why.message : error.message;
      return html(statusOf(error), this.page(this.#plan.notFound, { ...frame, error: reason }));
    }
  }

  /** The kept form that the address of a page names, if it is one of this visitor and page. */
  async kept(browser: LoggedIn<Session>, query: Values): Promise<Kept | undefined> {
    const id = query.get(keptName);
    return id === undefined
      ? undefined
      : this.#plan.forms.find(await this.#sender(browser), id, browser.path);
  }

  /** Keeps a form, and sends the browser to the page that shows it. */
  async keep(browser: LoggedIn<Session>, sent: Sent): Promise<Reply> {
    const id = await this.#plan.forms.keep(await this.#sender(browser), sent);
    return goTo(browser, keptAt(sent.place, id));
  }

  /** The page and the form on it that show what was sent to a path; undefined for a path without an action. */
  shownBy(path: string): Pick<Sent, "action" | "place" | "sentTo"> | undefined {
    const found = routeFor(this.#plan.actions, path);
    if (found === undefined) return undefined;
    const { shownOn = found.route.back(found.params) } = found.route;
    return { action: found.route.typedIn?.(found.params) ?? path, place: shownOn, sentTo: path };
  }

  /** Whether the form of a path may have a file. */
  takesFile(path: string): boolean {
    return routeFor(this.#plan.actions, path)?.route.upload === true;
  }

  /** The seal of the visitor of a session. */
  sealOf(session: Session): Promise<string> {
    return this.#plan.forms.seal(this.#plan.personOf(session));
  }

  /** The log-in that the visitor lacks for the action of a form; undefined if there is none. */
  dueIdentity({ path, session, now }: LoggedIn<Session>): IdentityNeed | undefined {
    const route = routeFor(this.#plan.actions, path)?.route;
    const isDue = route !== undefined && this.#plan.allows(session, route.role);
    return isDue && isIdentityDue(route.identity, session, now) ? route.identity : undefined;
  }

  /** Asks for the password before an action, together with the confirmation that it needs; `error`: why the one that was typed was refused. */
  async askIdentity(browser: LoggedIn<Session>, form: Values, error?: string): Promise<Reply> {
    const { path: action } = browser;
    const shown = this.shownBy(action);
    if (shown === undefined) return this.act(browser, form);
    return this.keep(browser, { ...shown, action, form, why: { kind: "asked", error } });
  }

  async act(browser: LoggedIn<Session>, form: Values): Promise<Reply> {
    const { path: action } = browser;
    const found = routeFor(this.#plan.actions, action);
    const refused = await this.refusedAction(browser);
    if (refused !== undefined || found === undefined) return refused ?? { status: 404 };
    const { route, params } = found;
    const once = route.done === "" ? undefined : formIdOf(form);
    const place = route.back(params);
    const { shownOn = place } = route;
    const typedIn = route.typedIn?.(params) ?? action;
    if (route.danger !== undefined && !isConfirmed(form))
      return this.keep(browser, { action, place, form, why: { kind: "asked" } });
    const visit = await this.#visit(browser, params, new Map(), once);
    const done = (to: string): string => doneAt(to, route.path);
    try {
      const result = await route.run(visit, form);
      if (typeof result === "string") return goTo(browser, route.done === "" ? result : done(result));
      if (result === undefined) return goTo(browser, done(place));
      if (isCounts(result)) return goTo(browser, doneAt(place, route.path, result));
      if (isChecked(result))
        return await this.keep(browser, {
          action: typedIn,
          place: shownOn,
          form: result.checked,
          why: { kind: "checked" },
        });
      return await this.#showResult(browser, { place, page: paged(result, place, visit.query) });
    } catch (error) {
      if (isStopped(error)) {
        const frame = await this.frame({ ...browser, path: place, query: "" });
        return html(503, this.page(stopped(error.detail), frame));
      }
      if (once !== undefined && (await isRepeat(this.#plan.store, error, once)))
        return goTo(browser, repeatedAt(place, route.path));
      if (!(error instanceof Refusal)) throw error;
      const why = refusedWhy(error);
      return this.keep(browser, { action: typedIn, place: shownOn, sentTo: action, form, why });
    }
  }

  /**
   * Sends the browser to the page with what an action shows. One that cannot be kept is sent at once: the action is done, and nothing else
   * shows its password or key.
   */
  async #showResult(browser: LoggedIn<Session>, result: Result): Promise<Reply> {
    const { place, page } = result;
    const id = await this.#keepResult(browser, result).catch(() => undefined);
    if (id !== undefined) return goTo(browser, resultAt(place, id));
    const frame = await this.frame({ ...browser, path: place, query: "" }).catch(() => undefined);
    return html(200, this.page(page, frame));
  }

  async #keepResult(browser: LoggedIn<Session>, result: Result): Promise<string | undefined> {
    return this.#plan.forms.keepResult(await this.#sender(browser), browser.token, result);
  }

  /** What an action has shown, if the address of a page names it, and it is for this visitor and page. */
  async #result(browser: LoggedIn<Session>, query: Values): Promise<Page | undefined> {
    const id = query.get(resultName);
    const { token, path: place } = browser;
    return id === undefined
      ? undefined
      : this.#plan.forms.result(await this.#sender(browser), token, { id, place });
  }

  /** The reply to a visitor who may not carry out the action of a form; undefined for one who may. */
  async refusedAction(browser: LoggedIn<Session>): Promise<Reply | undefined> {
    const first = this.#first(browser);
    if (first !== undefined) return first;
    const found = routeFor(this.#plan.actions, browser.path);
    if (found === undefined) return html(404, this.page(this.#plan.notFound, await this.frame(browser)));
    const { role } = found.route;
    if (this.#plan.allows(browser.session, role)) return undefined;
    return this.#notAllowed(role, await this.frame(browser));
  }

  async frame(browser: LoggedIn<Session>): Promise<Frame> {
    const { base, token, path, query, preferences, session, now } = browser;
    return {
      theme: preferences.theme,
      zone: await this.#zoneOf(browser),
      base,
      around: await this.#plan.around(browser),
      token: formToken(token, await this.sealOf(session)),
      now,
      place: placeBelow(base, `${path}${query === "" ? "" : `?${query}`}`),
    };
  }

  /** The page of a path. It reads apart from calls, for as long as its visitor waits. `onReplica`: gets the time of what a replica has. */
  #pageAt(path: string, onReplica: (asOf: number) => void) {
    const { pages, store, mayLag = false } = this.#plan;
    return routeFor(pages(store.apart(mayLag ? { ...pageLimit, onReplica } : pageLimit)), path);
  }

  /** Sends visitors to the page that they have to use first. */
  #first(browser: LoggedIn<Session>): Reply | undefined {
    const { path, session } = browser;
    const place = this.#plan.first?.(session);
    const isThere = place === undefined || path === place || path.startsWith(`${place}/`);
    return isThere ? undefined : goTo(browser, place);
  }

  /** The text of the action that led to a page. */
  #doneText(query: Values): string | undefined {
    const [done, counts] = (query.get("done") ?? "").split("?");
    const found = this.#plan.actions.find(({ path }) => path === done);
    const [, changed, given] = /^(\d{1,9})-(\d{1,9})$/u.exec(counts ?? "") ?? [];
    if (changed !== undefined && found?.counted !== undefined)
      return found.counted({ changed: Number(changed), given: Number(given) });
    const text = found?.done;
    return text !== undefined && query.get("repeated") === "on" ? repeatedText(text) : text;
  }

  /**
   * The page that says that a form was carried out, although its session had ended when it was sent: once more, while the first one opened
   * another session.
   */
  async #doneEarlier({ action, sentTo = action, form, why }: Kept): Promise<string | undefined> {
    const once = why.kind === "ended" ? formIdOf(form) : undefined;
    const found = routeFor(this.#plan.actions, sentTo);
    if (once === undefined || found === undefined || !(await this.#plan.store.audit.hasForm(once)))
      return undefined;
    return repeatedAt(found.route.back(found.params), found.route.path);
  }

  /** Asks what a kept form waits for; undefined for a form that its page shows. */
  #askedPage({ session, now }: LoggedIn<Session>, kept: Kept): Page | undefined {
    const { why, form } = kept;
    const route = routeFor(this.#plan.actions, kept.action)?.route;
    if (route === undefined || !this.#plan.allows(session, route.role)) return undefined;
    const { danger, identity: need } = route;
    // An irreversible action is a button of many pages, and its confirmation is asked for next anyway.
    const isNext = why.kind === "ended" && (isConfirmed(form) || danger !== undefined);
    if (why.kind !== "asked" && !isNext) return undefined;
    const error = why.kind === "asked" ? why.error : undefined;
    const isDue = error !== undefined || isIdentityDue(need, session, now);
    const identity = need !== undefined && isDue ? { need, error } : undefined;
    return confirmationPage({ danger, identity }, kept);
  }

  async #sender({ session }: LoggedIn<Session>): Promise<Sender> {
    return { session: session.tokenHash, person: await this.sealOf(session) };
  }

  #notAllowed(need: Need, frame: Frame): Reply {
    return html(403, this.page(this.#plan.notAllowed(need), frame));
  }

  /** The time zone of the pages of a visitor. */
  async #zoneOf({ preferences, session }: LoggedIn<Session>): Promise<string> {
    return preferences.zone ?? (await this.#plan.zoneOf?.(session)) ?? "UTC";
  }

  async #visit(
    browser: LoggedIn<Session>,
    params: Visit["params"],
    query: Values,
    form?: string,
  ): Promise<V> {
    const { tokenHash: session } = browser.session;
    const { now } = browser;
    const zone = await this.#zoneOf(browser);
    return this.#plan.visitOf(browser, { now, params, query, session, zone }, form);
  }
}

/** Sends a browser to another page of the site. */
const goTo = ({ base }: Browser, path: string): Reply => seeOther(placeBelow(base, path));

/** The address of a page that says that an action was carried out. */
function doneAt(place: string, action: string, counts?: Counts): string {
  const done = counts === undefined ? action : `${action}?${counts.changed}-${counts.given}`;
  return `${place}?done=${encodeURIComponent(done)}`;
}

/** The same of a form that was sent before. */
const repeatedAt = (place: string, action: string): string => `${doneAt(place, action)}&repeated=on`;

/** The id of a form, which makes one change; undefined for a request of a program. @throws BadRequest */
function formIdOf(form: Values): string | undefined {
  const id = form.get("form");
  if (id !== undefined && !isToken(id))
    throw new BadRequest(400, "The form is damaged. Open the page again.");
  return id;
}

const repeatedText = (done: string): string =>
  `${done} The form was sent more than once; its change was made once.`;

/** Wrong input, or input that does not fit what is stored. */
function statusOf(error: Refusal): number {
  return error instanceof InvalidInput ? 400 : 404;
}

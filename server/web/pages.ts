import { InvalidInput, Refusal } from "../admin/refusal.js";
import type { SessionTimes } from "../domain/accounts/sessions.js";
import { isStopped, pageLimit } from "../ports/reading.js";
import type { Store } from "../ports/store.js";
import type { Browser, LoggedIn } from "./browser.js";
import { placeBelow } from "./places.js";
import { csvOf, namedTable } from "./csv.js";
import { confirmationPage, isConfirmed } from "./confirmation.js";
import { stopped } from "./fixed-pages.js";
import { BadRequest, type Values, valuesOf } from "./form.js";
import { type IdentityNeed, isIdentityDue } from "./identity.js";
import type { ActionRoute, PageRoute, Visit } from "./page.js";
import { paged } from "./paging.js";
import { withRefusal } from "./refused-form.js";
import { type Frame, pageRenderer, type Surroundings } from "./render.js";
import { csvReply, html, type Reply, seeOther } from "./reply.js";
import { routeFor } from "./routes.js";
import { formToken, isToken, type SiteIdentity } from "./tokens.js";
import type { Page } from "./view.js";

/** Pages and actions of a site: `V` is what they get of a request, `Need` what they require of its visitor. */
export interface SitePlan<Session extends SessionTimes, V extends Visit, Need> {
  readonly site: SiteIdentity;
  readonly store: Store;
  readonly now: () => number;
  /** The pages, with the store that they read. */
  readonly pages: (store: Store) => readonly PageRoute<V, Need>[];
  readonly actions: readonly ActionRoute<V, Need>[];
  /** Whether the visitor of a session may use what has this need. */
  readonly allows: (session: Session, need: Need) => boolean;
  /** The page that a visitor has to use first, with what is below it; undefined for none. */
  readonly first?: (session: Session) => string | undefined;
  /** Adds who asks. */
  readonly visitOf: (browser: LoggedIn<Session>, request: Omit<Visit, "by">, form?: string) => V;
  readonly around: (browser: LoggedIn<Session>) => Promise<Surroundings>;
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
    const found = this.#pageAt(browser.path);
    const frame = await this.frame(browser);
    if (found === undefined) return html(404, this.page(this.#plan.notFound, frame));
    const { route, params } = found;
    if (!this.#plan.allows(browser.session, route.role)) return this.#notAllowed(route.role, frame);
    const visit = this.#visit(browser, params, valuesOf(browser.query));
    try {
      const whole = await route.show(visit);
      if (typeof whole === "string") return goTo(browser, whole);
      const table = namedTable(whole, visit.query.get("csv") ?? "");
      if (table?.csv !== undefined) return csvReply(table.csv, await csvOf(table));
      const page = paged(whole, browser.path, visit.query);
      return html(200, this.page(page, { ...frame, done: this.#doneText(visit.query) }));
    } catch (error) {
      if (isStopped(error)) return html(503, this.page(stopped(error.detail), frame));
      if (!(error instanceof Refusal)) throw error;
      return html(statusOf(error), this.page(this.#plan.notFound, { ...frame, error: error.message }));
    }
  }

  /** The log-in that the visitor lacks for the action of a form; undefined if there is none. */
  dueIdentity({ path, session }: LoggedIn<Session>): IdentityNeed | undefined {
    const route = routeFor(this.#plan.actions, path)?.route;
    const isDue = route !== undefined && this.#plan.allows(session, route.role);
    return isDue && isIdentityDue(route.identity, session, this.#plan.now()) ? route.identity : undefined;
  }

  /** Asks for the password before an action, together with the confirmation that it needs; `refusal` of the one that was typed. */
  async askIdentity(
    browser: LoggedIn<Session>,
    form: Values,
    refusal?: { readonly status: number; readonly error: string },
  ): Promise<Reply> {
    const { path } = browser;
    const found = routeFor(this.#plan.actions, path);
    const need = found?.route.identity;
    if (found === undefined || need === undefined) return this.act(browser, form);
    const back = found.route.back(found.params);
    const asked = { danger: found.route.danger, identity: { need, error: refusal?.error } };
    const page = confirmationPage(asked, form, { path, back });
    const frame = await this.frame({ ...browser, path: back, query: "" });
    return html(refusal?.status ?? 200, this.page(page, frame));
  }

  async act(browser: LoggedIn<Session>, form: Values): Promise<Reply> {
    const first = this.#first(browser);
    if (first !== undefined) return first;
    const { path } = browser;
    const found = routeFor(this.#plan.actions, path);
    if (found === undefined) return html(404, this.page(this.#plan.notFound, await this.frame(browser)));
    const { route, params } = found;
    if (!this.#plan.allows(browser.session, route.role))
      return this.#notAllowed(route.role, await this.frame(browser));
    const once = route.done === "" ? undefined : formIdOf(form);
    const back = route.back(params);
    const at = { ...browser, path: back, query: "" };
    if (route.danger !== undefined && !isConfirmed(form)) {
      const asked = confirmationPage({ danger: route.danger, identity: undefined }, form, { path, back });
      return html(200, this.page(asked, await this.frame(at)));
    }
    const visit = this.#visit(browser, params, new Map(), once);
    const done = (place: string): string => `${place}?done=${encodeURIComponent(route.path)}`;
    try {
      const result = await route.run(visit, form);
      if (typeof result === "string") return goTo(browser, route.done === "" ? result : done(result));
      if (result === undefined) return goTo(browser, done(back));
      return html(200, this.page(paged(result, back, visit.query), await this.frame(at)));
    } catch (error) {
      if (isStopped(error)) return html(503, this.page(stopped(error.detail), await this.frame(at)));
      if (await this.#isRepeat(error, once)) return goTo(browser, `${done(back)}&repeated=on`);
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(at, { action: path, form, reason: error });
    }
  }

  async frame(browser: LoggedIn<Session>): Promise<Frame> {
    const { base, token, path, query, preferences } = browser;
    return {
      ...preferences,
      base,
      around: await this.#plan.around(browser),
      token: formToken(token),
      now: this.#plan.now(),
      place: placeBelow(base, `${path}${query === "" ? "" : `?${query}`}`),
    };
  }

  /** The page of a path. It reads apart from calls, for as long as its visitor waits. */
  #pageAt(path: string) {
    const { pages, store } = this.#plan;
    return routeFor(pages(store.apart(pageLimit)), path);
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
    const done = query.get("done");
    const text = this.#plan.actions.find(({ path }) => path === done)?.done;
    return text !== undefined && query.get("repeated") === "on" ? repeatedText(text) : text;
  }

  /** A form that was sent before is not carried out again: what it changed may be a reason to refuse it now. */
  async #isRepeat(error: unknown, form: string | undefined): Promise<boolean> {
    if (error instanceof Error && "code" in error && error.code === "repeated") return true;
    return error instanceof Refusal && form !== undefined && this.#plan.store.audit.hasForm(form);
  }

  /** The page of the form again, with what was typed and the reason. */
  async #refused(
    browser: LoggedIn<Session>,
    refused: { readonly action: string; readonly form: Values; readonly reason: Refusal },
  ): Promise<Reply> {
    const found = this.#pageAt(browser.path);
    const visit = this.#visit(browser, found?.params ?? {}, new Map());
    const shown = await found?.route.show(visit).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    const { page, isAtField } = withRefusal(typeof shown === "object" ? shown : this.#plan.notFound, refused);
    const frame = await this.frame(browser);
    const error = isAtField ? undefined : refused.reason.message;
    return html(409, this.page(paged(page, browser.path, visit.query), { ...frame, error }));
  }

  #notAllowed(need: Need, frame: Frame): Reply {
    return html(403, this.page(this.#plan.notAllowed(need), frame));
  }

  #visit(browser: LoggedIn<Session>, params: Visit["params"], query: Values, form?: string): V {
    const { tokenHash: session } = browser.session;
    return this.#plan.visitOf(browser, { now: this.#plan.now(), params, query, session }, form);
  }
}

/** Sends a browser to another page of the site. */
const goTo = ({ base }: Browser, path: string): Reply => seeOther(placeBelow(base, path));

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

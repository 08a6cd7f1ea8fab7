import { InvalidInput, Refusal } from "../admin/refusal.js";
import { includesRole } from "../domain/accounts/operators.js";
import type { Store } from "../ports/store.js";
import type { LoggedIn } from "./browser.js";
import { csvOf, namedTable } from "./csv.js";
import { confirmationPage, isConfirmed } from "./confirmation.js";
import { notAllowed, notFound } from "./fixed-pages.js";
import { BadRequest, type Values, valuesOf } from "./form.js";
import { type Counts, navigationFor, placesFor } from "./navigation.js";
import type { ActionRoute, PageRoute, Visit } from "./page.js";
import { paged } from "./paging.js";
import { withRefusal } from "./refused-form.js";
import { type Frame, pageRenderer } from "./render.js";
import { csvReply, html, type Reply, seeOther } from "./reply.js";
import { routeFor } from "./routes.js";
import { formToken, isToken } from "./tokens.js";
import type { Page } from "./view.js";

export interface PageSources {
  readonly store: Pick<Store, "audit">;
  readonly now: () => number;
  readonly pages: readonly PageRoute[];
  readonly actions: readonly ActionRoute[];
  /** Things that wait for a decision. */
  readonly counts: () => Promise<Counts>;
}

/** Shows pages to operators who are logged in, and carries out the actions of their forms. */
export class SitePages {
  readonly #sources: PageSources;
  readonly #render = pageRenderer();

  constructor(sources: PageSources) {
    this.#sources = sources;
  }

  /** A page in a frame. Without an operator, the frame has no navigation. */
  page(page: Page, frame: Partial<Frame> = {}): string {
    const none = { operator: undefined, navigation: [], places: [], token: "", place: "/console" };
    const look = { theme: "system", zone: "UTC", now: this.#sources.now() } as const;
    return this.#render(page, { ...none, ...look, ...frame });
  }

  async show(browser: LoggedIn): Promise<Reply> {
    const found = routeFor(this.#sources.pages, browser.path);
    const frame = await this.frame(browser);
    if (found === undefined) return html(404, this.page(notFound, frame));
    const { route, params } = found;
    if (!includesRole(browser.session.role, route.role)) return this.#notAllowed(route.role, frame);
    const visit = this.#visit(browser, params, valuesOf(browser.query));
    try {
      const whole = await route.show(visit);
      const table = namedTable(whole, visit.query.get("csv") ?? "");
      if (table?.csv !== undefined) return csvReply(table.csv, csvOf(table));
      const page = paged(whole, browser.path, visit.query);
      return html(200, this.page(page, { ...frame, done: this.#doneText(visit.query) }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return html(statusOf(error), this.page(notFound, { ...frame, error: error.message }));
    }
  }

  async act(browser: LoggedIn, form: Values): Promise<Reply> {
    const { path } = browser;
    const found = routeFor(this.#sources.actions, path);
    if (found === undefined) return html(404, this.page(notFound, await this.frame(browser)));
    const { route, params } = found;
    if (!includesRole(browser.session.role, route.role))
      return this.#notAllowed(route.role, await this.frame(browser));
    const once = route.done === "" ? undefined : formIdOf(form);
    const back = route.back(params);
    const at = { ...browser, path: back, query: "" };
    if (route.danger !== undefined && !isConfirmed(form)) {
      const asked = confirmationPage(route.danger, form, { path, back });
      return html(200, this.page(asked, await this.frame(at)));
    }
    const visit = this.#visit(browser, params, new Map(), once);
    const done = (place: string): string => `/console${place}?done=${encodeURIComponent(route.path)}`;
    try {
      const result = await route.run(visit, form);
      if (typeof result === "string") return seeOther(route.done === "" ? `/console${result}` : done(result));
      if (result === undefined) return seeOther(done(back));
      return html(200, this.page(paged(result, back, visit.query), await this.frame(at)));
    } catch (error) {
      if (await this.#isRepeat(error, once)) return seeOther(`${done(back)}&repeated=on`);
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(at, { action: path, form, reason: error });
    }
  }

  async frame(browser: LoggedIn): Promise<Frame> {
    const { session, token, path, query, preferences } = browser;
    const { role } = session;
    const place = `/console${path === "/" ? "" : path}${query === "" ? "" : `?${query}`}`;
    return {
      ...preferences,
      operator: { name: session.operator, role },
      navigation: navigationFor(role, path, await this.#sources.counts()),
      places: placesFor(path),
      token: formToken(token),
      now: this.#sources.now(),
      place,
    };
  }

  /** The text of the action that led to a page. */
  #doneText(query: Values): string | undefined {
    const done = query.get("done");
    const text = this.#sources.actions.find(({ path }) => path === done)?.done;
    return text !== undefined && query.get("repeated") === "on" ? repeatedText(text) : text;
  }

  /** A form that was sent before is not carried out again: what it changed may be a reason to refuse it now. */
  async #isRepeat(error: unknown, form: string | undefined): Promise<boolean> {
    if (error instanceof Error && "code" in error && error.code === "repeated") return true;
    return error instanceof Refusal && form !== undefined && this.#sources.store.audit.hasForm(form);
  }

  /** The page of the form again, with what was typed and the reason. */
  async #refused(
    browser: LoggedIn,
    refused: { readonly action: string; readonly form: Values; readonly reason: Refusal },
  ): Promise<Reply> {
    const found = routeFor(this.#sources.pages, browser.path);
    const visit = this.#visit(browser, found?.params ?? {}, new Map());
    const shown = await found?.route.show(visit).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    const { page, isAtField } = withRefusal(shown ?? notFound, refused);
    const frame = await this.frame(browser);
    const error = isAtField ? undefined : refused.reason.message;
    return html(409, this.page(paged(page, browser.path, visit.query), { ...frame, error }));
  }

  #notAllowed(role: PageRoute["role"], frame: Frame): Reply {
    return html(403, this.page(notAllowed(role), frame));
  }

  #visit({ session, address }: LoggedIn, params: Visit["params"], query: Values, form?: string): Visit {
    const operator = { name: session.operator, role: session.role };
    const by = { name: operator.name, source: `console, ${address}`, form };
    return { operator, by, now: this.#sources.now(), params, query };
  }
}

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

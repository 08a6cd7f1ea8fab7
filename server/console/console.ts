import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { includesRole, isOpen, isUseDue, type OperatorSession } from "../domain/accounts/operators.js";
import { printableLine } from "../domain/text/printable.js";
import type { Store } from "../ports/store.js";
import { type Access, accessOf, arrivalOf } from "./access.js";
import { assetOf } from "./assets.js";
import { badRequest, failed, logInPage, notAllowed, notFound, refusedAccess } from "./fixed-pages.js";
import { Abandoned, BadRequest, expectConfirmed, readForm, textOf, type Values, valuesOf } from "./form.js";
import { LiveStreams } from "./live.js";
import { type LogIn, logIns, maxOperatorName } from "./log-in.js";
import { Moments, type MomentSources } from "./moment.js";
import { numbersOf } from "./overview.js";
import type { ActionRoute, Page, PageRoute, Visit } from "./page.js";
import { paged } from "./paging.js";
import { type Frame, type NavigationEntry, pageRenderer } from "./render.js";
import { html, type Reply, seeOther, send } from "./reply.js";
import { routeFor } from "./routes.js";
import { type SiteSources, actionsOf, navigation, pagesOf } from "./site-map.js";
import {
  cookieOf,
  formToken,
  isFormToken,
  isToken,
  markCookieOf,
  markIn,
  newToken,
  tokenHash,
  tokenIn,
} from "./tokens.js";

export interface ConsoleOptions extends MomentSources, Omit<SiteSources, "moments"> {
  readonly proxies: ProxyTrust;
  readonly log: CallLog;
}

/** The console for operators, below `/console`. */
export interface Console {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends the streams of live numbers. */
  close(): void;
}

/** A request of a browser that may use the console. */
interface Browser {
  readonly address: string;
  readonly secure: boolean;
  readonly method: string;
  /** Below `/console`; `/` for the console itself. */
  readonly path: string;
  readonly query: string;
  /** Of the cookie. */
  readonly token: string | undefined;
  /** Of the cookie for log-ins. */
  readonly mark: string | undefined;
}

/** A browser of an operator who is logged in. */
interface LoggedIn extends Browser {
  readonly token: string;
  readonly session: OperatorSession;
}

const logInTexts: Readonly<Record<Exclude<LogIn, { readonly token: string }>, string>> = {
  wrong: "There is no operator with this name and password, or the code is wrong or was used.",
  tooMany: "Too many wrong attempts. Wait a minute, then try again.",
  busy: "The server is busy. Try again.",
};

/** Opens the console. */
export function openConsole(options: ConsoleOptions): Console {
  const site = new Site(options);
  return {
    handle: (req, res) => site.handle(req, res),
    close: () => {
      site.close();
    },
  };
}

class Site {
  readonly #options: ConsoleOptions;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #render = pageRenderer();
  readonly #logIn: ReturnType<typeof logIns>;
  readonly #pages: readonly PageRoute[];
  readonly #actions: readonly ActionRoute[];
  readonly #live: LiveStreams;

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#now = options.now;
    this.#logIn = logIns(options.store, options.now);
    const moments = new Moments(options);
    this.#pages = pagesOf({ ...options, moments });
    this.#actions = actionsOf({ ...options, moments });
    this.#live = new LiveStreams({
      numbers: async () => numbersOf(await moments.now()),
      isOpen: async (session) => (await this.#session(session)) !== undefined,
    });
  }

  close(): void {
    this.#live.close();
  }

  /** Responds to each request. An unexpected error is logged with a reference that the page shows. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const reply = await this.#reply(req, res);
      if (reply !== undefined) send(res, reply);
    } catch (error) {
      if (res.headersSent || error instanceof Abandoned) {
        res.destroy();
        return;
      }
      if (error instanceof BadRequest) {
        res.setHeader("Connection", "close");
        send(res, html(error.status, this.#page(badRequest(error.message))));
        return;
      }
      const reference = randomBytes(6).toString("hex");
      this.#options.log.error({ err: error, reference }, "page of the console failed");
      send(res, html(500, this.#page(failed(reference))));
    }
  }

  /** Undefined for a stream, which sends its own response. */
  async #reply(req: IncomingMessage, res: ServerResponse): Promise<Reply | undefined> {
    const access = accessOf(arrivalOf(req), this.#options.proxies);
    if (!access.allowed) return html(403, this.#page(refusedAccess[access.reason]));
    const browser = browserOf(req, access);
    const { method, path } = browser;
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      return { status: 405, headers: { Allow: "GET, HEAD, POST", Connection: "close" } };
    if (path.startsWith("/assets/")) return assetReply(path.slice("/assets/".length));
    const form = method === "POST" ? await this.#form(req, browser) : undefined;
    if (path === "/log-in")
      return form === undefined ? this.#logInForm(browser) : this.#tryLogIn(browser, form);
    const session = browser.token === undefined ? undefined : await this.#session(tokenHash(browser.token));
    if (session === undefined || browser.token === undefined) return toLogIn(browser);
    const known: LoggedIn = { ...browser, token: browser.token, session };
    if (path === "/live") return this.#live.open(session, res);
    await this.#noteUse(session);
    if (form === undefined) return this.#show(known);
    return path === "/log-out" ? this.#logOut(known) : this.#act(known, form);
  }

  /** Reads a form of this console. @throws BadRequest */
  async #form(req: IncomingMessage, { token }: Browser): Promise<Values> {
    const site = req.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin")
      throw new BadRequest(403, "The form comes from another site.");
    const form = await readForm(req);
    if (token === undefined || !isFormToken(form.get("token") ?? "", token))
      throw new BadRequest(403, "The form is outdated. Open the page again.");
    return form;
  }

  async #session(hash: string): Promise<OperatorSession | undefined> {
    const session = await this.#store.operators.session(hash);
    return session !== undefined && isOpen(session, this.#now()) ? session : undefined;
  }

  async #noteUse(session: OperatorSession): Promise<void> {
    const now = this.#now();
    if (isUseDue(session, now)) await this.#store.operators.useSession(session.tokenHash, now);
  }

  #logInForm({ token, secure, query }: Browser): Reply {
    const own = token ?? newToken();
    const page = logInPage(placeIn(valuesOf(query).get("next")));
    return html(200, this.#page(page, { token: formToken(own) }), { "Set-Cookie": cookieOf(own, secure) });
  }

  async #tryLogIn({ token = "", mark, secure, address }: Browser, form: Values): Promise<Reply> {
    const next = placeIn(form.get("next"));
    const [name, password] = [textOf(form, "name") ?? "", form.get("password") ?? ""];
    const code = textOf(form, "code") ?? "";
    const result = await this.#logIn({ name, password, code, address, mark });
    if (typeof result === "object") {
      await this.#endSession(tokenHash(token));
      return seeOther(next, {
        "Set-Cookie": [cookieOf(result.token, secure), markCookieOf(result.mark, secure)],
      });
    }
    const operator = printableLine(name.slice(0, maxOperatorName));
    this.#options.log.warn({ operator, remoteAddress: address, reason: result }, "console log-in refused");
    const error = logInTexts[result];
    const status = result === "wrong" ? 403 : 429;
    return html(status, this.#page(logInPage(next), { token: formToken(token), error }));
  }

  async #logOut({ session, secure }: LoggedIn): Promise<Reply> {
    await this.#endSession(session.tokenHash);
    return seeOther("/console/log-in", { "Set-Cookie": cookieOf(undefined, secure) });
  }

  /** Ends the session of a cookie, if there is one, and its streams in this process; those of others end with their next event. */
  async #endSession(session: string): Promise<void> {
    await this.#store.operators.closeSession(session);
    this.#live.endSession(session);
  }

  async #show(browser: LoggedIn): Promise<Reply> {
    const found = routeFor(this.#pages, browser.path);
    if (found === undefined) return html(404, this.#page(notFound, this.#frame(browser)));
    if (!includesRole(browser.session.role, found.route.role))
      return this.#notAllowed(browser, found.route.role);
    const visit = this.#visit(browser, found.params, valuesOf(browser.query));
    const done = visit.query.get("done");
    const text = this.#actions.find(({ path }) => path === done)?.done;
    const notice = text !== undefined && visit.query.get("repeated") === "on" ? repeatedText(text) : text;
    try {
      const page = paged(await found.route.show(visit), browser.path, visit.query);
      return html(200, this.#page(page, { ...this.#frame(browser), notice }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return html(statusOf(error), this.#page(notFound, { ...this.#frame(browser), error: error.message }));
    }
  }

  async #act(browser: LoggedIn, form: Values): Promise<Reply> {
    const found = routeFor(this.#actions, browser.path);
    if (found === undefined) return html(404, this.#page(notFound, this.#frame(browser)));
    const { route, params } = found;
    if (!includesRole(browser.session.role, route.role)) return this.#notAllowed(browser, route.role);
    const once = route.done === "" ? undefined : formIdOf(form);
    const visit = this.#visit(browser, params, new Map(), once);
    const back = route.back(params);
    const done = `/console${back}?done=${encodeURIComponent(route.path)}`;
    try {
      if (route.danger === true) expectConfirmed(form);
      const page = await route.run(visit, form);
      if (page === undefined) return seeOther(done);
      return html(200, this.#page(paged(page, back, visit.query), this.#frame({ ...browser, path: back })));
    } catch (error) {
      if (await this.#isRepeat(error, once)) return seeOther(`${done}&repeated=on`);
      if (!(error instanceof Refusal)) throw error;
      return this.#refused({ ...browser, path: back }, error);
    }
  }

  /** A form that was sent before is not carried out again: what it changed may be a reason to refuse it now. */
  async #isRepeat(error: unknown, form: string | undefined): Promise<boolean> {
    if (error instanceof Error && "code" in error && error.code === "repeated") return true;
    return error instanceof Refusal && form !== undefined && this.#store.audit.hasForm(form);
  }

  /** The page of the form again, with the reason. */
  async #refused(browser: LoggedIn, { message }: Refusal, status = 409): Promise<Reply> {
    const found = routeFor(this.#pages, browser.path);
    const visit = this.#visit(browser, found?.params ?? {}, new Map());
    const page = await found?.route.show(visit).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    const shown = paged(page ?? notFound, browser.path, visit.query);
    return html(status, this.#page(shown, { ...this.#frame(browser), error: message }));
  }

  #notAllowed(browser: LoggedIn, role: PageRoute["role"]): Reply {
    return html(403, this.#page(notAllowed(role), this.#frame(browser)));
  }

  #visit({ session, address }: LoggedIn, params: Visit["params"], query: Values, form?: string): Visit {
    const operator = { name: session.operator, role: session.role };
    const by = { name: operator.name, source: `console, ${address}`, form };
    return { operator, by, now: this.#now(), params, query };
  }

  #frame({ session, token, path }: LoggedIn): Frame {
    const first = `/${path.split("/")[1] ?? ""}`;
    const entries = navigation.filter(({ role }) => includesRole(session.role, role));
    return {
      operator: { name: session.operator, role: session.role },
      navigation: entries.map(({ text, path: place }): NavigationEntry => ({
        text,
        href: place === "/" ? "/console" : `/console${place}`,
        current: place === first,
      })),
      token: formToken(token),
    };
  }

  #page(page: Page, frame: Partial<Frame> = {}): string {
    return this.#render(page, { operator: undefined, navigation: [], token: "", ...frame });
  }
}

function browserOf(req: IncomingMessage, { address, secure }: Extract<Access, { allowed: true }>): Browser {
  const [path = "", ...query] = (req.url ?? "").split("?");
  const below = path.slice("/console".length);
  return {
    address,
    secure,
    method: req.method ?? "",
    query: query.join("?"),
    path: below === "" ? "/" : below,
    token: tokenIn(req.headers.cookie, secure),
    mark: markIn(req.headers.cookie, secure),
  };
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

/** Path in the console to return to after the log-in. */
function placeIn(text: string | undefined): string {
  return text !== undefined && /^\/console(\/[\w.~%:@-]+)*$/u.test(text) ? text : "/console";
}

function toLogIn({ path, method }: Browser): Reply {
  if (path === "/live") return { status: 403 };
  const next = method === "POST" || path === "/" ? "" : `?next=${encodeURIComponent(`/console${path}`)}`;
  return seeOther(`/console/log-in${next}`);
}

function assetReply(name: string): Reply {
  const asset = assetOf(name);
  if (asset === undefined) return { status: 404 };
  const headers = { "Cache-Control": "private, max-age=31536000, immutable" };
  return { status: 200, type: asset.type, body: asset.bytes, headers };
}

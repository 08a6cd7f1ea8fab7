import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import { InvalidInput } from "../admin/refusal.js";
import type { HashCost } from "../credentials/hash.js";
import { isOpen, isUseDue, type OperatorSession } from "../domain/accounts/operators.js";
import { printableLine } from "../domain/text/printable.js";
import type { Store } from "../ports/store.js";
import { accessOf, arrivalOf } from "./access.js";
import { assetOf } from "./assets.js";
import { type Browser, browserOf, type LoggedIn, placeIn, toLogIn } from "./browser.js";
import { badRequest, failed, logInPage, refusedAccess } from "./fixed-pages.js";
import { Abandoned, BadRequest, readForm, textOf, type Values, valuesOf } from "./form.js";
import { LiveStreams } from "./live.js";
import { type LogIn, logIns, maxOperatorName } from "./log-in.js";
import { Moments, type MomentSources } from "./moment.js";
import { type Counts, countsOf } from "./navigation.js";
import { numbersOf } from "./numbers.js";
import { SitePages } from "./pages.js";
import { chosenPreferences, preferenceCookies, preferencesPage } from "./preferences.js";
import { withRefusal } from "./refused-form.js";
import { html, type Reply, seeOther, send } from "./reply.js";
import { actionsOf, pagesOf, type SiteSources } from "./site-map.js";
import { cookieOf, formToken, isFormToken, markCookieOf, newToken, tokenHash } from "./tokens.js";

export interface ConsoleOptions extends MomentSources, Omit<SiteSources, "moments"> {
  readonly proxies: ProxyTrust;
  /** Work of the hash of a password. Default: that of new hashes. */
  readonly passwordCost?: HashCost;
  readonly log: CallLog;
}

/** The console for operators, below `/console`. */
export interface Console {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends the streams of live numbers. */
  close(): void;
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
  readonly #logIn: ReturnType<typeof logIns>;
  readonly #pages: SitePages;
  readonly #live: LiveStreams;

  constructor(options: ConsoleOptions) {
    const { store, now, passwordCost } = options;
    this.#options = options;
    this.#store = store;
    this.#now = now;
    this.#logIn = logIns(store, now, passwordCost);
    const sources = { ...options, moments: new Moments(options) };
    const counts = async (): Promise<Counts> => countsOf(await sources.moments.now());
    this.#pages = new SitePages({ store, now, counts, pages: pagesOf(sources), actions: actionsOf(sources) });
    this.#live = new LiveStreams({
      numbers: async () => numbersOf(await sources.moments.now()),
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
        send(res, html(error.status, this.#pages.page(badRequest(error.message))));
        return;
      }
      const reference = randomBytes(6).toString("hex");
      this.#options.log.error({ err: error, reference }, "page of the console failed");
      send(res, html(500, this.#pages.page(failed(reference))));
    }
  }

  /** Undefined for a stream, which sends its own response. */
  async #reply(req: IncomingMessage, res: ServerResponse): Promise<Reply | undefined> {
    const access = accessOf(arrivalOf(req), this.#options.proxies);
    if (!access.allowed) return html(403, this.#pages.page(refusedAccess[access.reason]));
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
    if (!browser.isRefresh) await this.#noteUse(session);
    return form === undefined ? this.#show(known) : this.#act(known, form);
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

  #logInForm({ token, secure, query, preferences }: Browser): Reply {
    const own = token ?? newToken();
    const page = logInPage(placeIn(valuesOf(query).get("next")));
    const text = this.#pages.page(page, { ...preferences, token: formToken(own) });
    return html(200, text, { "Set-Cookie": cookieOf(own, secure) });
  }

  async #tryLogIn({ token = "", mark, secure, address, preferences }: Browser, form: Values): Promise<Reply> {
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
    const frame = { ...preferences, token: formToken(token), error: logInTexts[result] };
    return html(result === "wrong" ? 403 : 429, this.#pages.page(logInPage(next, name), frame));
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
    if (browser.path !== "/preferences") return this.#pages.show(browser);
    return html(
      200,
      this.#pages.page(preferencesPage(browser.preferences), await this.#pages.frame(browser)),
    );
  }

  async #act(browser: LoggedIn, form: Values): Promise<Reply> {
    if (browser.path === "/log-out") return this.#logOut(browser);
    return browser.path === "/preferences" ? this.#prefer(browser, form) : this.#pages.act(browser, form);
  }

  /** Keeps preferences in the browser. */
  async #prefer(browser: LoggedIn, form: Values): Promise<Reply> {
    try {
      const chosen = chosenPreferences(form, browser.preferences);
      const place = form.has("place") ? placeIn(form.get("place")) : "/console/preferences";
      return seeOther(place, { "Set-Cookie": preferenceCookies(chosen, browser.secure) });
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      const refused = { action: browser.path, form, reason: error };
      const { page } = withRefusal(preferencesPage(browser.preferences), refused);
      return html(409, this.#pages.page(page, await this.#pages.frame(browser)));
    }
  }
}

function assetReply(name: string): Reply {
  const asset = assetOf(name);
  if (asset === undefined) return { status: 404 };
  const headers = { "Cache-Control": "private, max-age=31536000, immutable" };
  return { status: 200, type: asset.type, body: asset.bytes, headers };
}

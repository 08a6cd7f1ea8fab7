import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import { FairSlots } from "messenger-gen-host/listener";
import type { CallLog } from "messenger-gen-runtime";
import { InvalidInput } from "../../admin/refusal.js";
import { printableLine } from "messenger-gen-runtime/host";
import { isOpen, isUseDue, type ListedSession } from "../../domain/accounts/sessions.js";
import { isStopped } from "../../ports/reading.js";
import type { SessionStore } from "../../ports/sessions.js";
import { accessOf, arrivalOf } from "./access.js";
import { assetOf } from "./assets.js";
import { type Browser, browserOf, type LoggedIn, toLogIn } from "./browser.js";
import { placeBelow, placeIn } from "./places.js";
import { badRequest, failurePage, type RefusedAccess } from "./fixed-pages.js";
import {
  Abandoned,
  BadRequest,
  isMultipart,
  maxForm,
  maxUpload,
  readForm,
  type Values,
  valuesOf,
} from "./form.js";
import { identityIn } from "./identity.js";
import { keptAt, type KeptForms, keptName, refusedWhy, type Sent } from "./kept-forms.js";
import { keptTexts, shownWith } from "./kept-page.js";
import type { Attempt, LogIn } from "./log-in.js";
import type { Visit } from "./page.js";
import type { SitePages } from "./pages.js";
import { chosenPreferences, preferenceCookies, preferencesPage, preferencesPath } from "./preferences.js";
import { html, type Reply, seeOther, send } from "./reply.js";
import {
  cookieOf,
  formToken,
  isFormToken,
  markCookieOf,
  newToken,
  type SiteIdentity,
  tokenHash,
} from "./tokens.js";
import { UploadMemory, uploadRefusals } from "./upload-memory.js";
import type { Page } from "./view.js";

/** The log-in of a site. */
export interface LogInPages<Session> {
  /** The form; `typed` is what was sent before. */
  page(next: string, typed?: Values): Page;
  logIn(form: Values, attempt: Pick<Attempt, "address" | "mark" | "again">): Promise<LogIn>;
  /** The values of the form by which the visitor of a session logs in, without password and code. */
  nameOf(session: Session): Readonly<Record<string, string>>;
  /** Who tried it, for the log. */
  nameIn(form: Values): string;
  /** Replies to a wrong password or code, and to a role that requires codes of somebody who has none. */
  readonly texts: Readonly<Record<"wrong" | "noCode", string>>;
}

/** Streams of live numbers. */
export interface Live<Session> {
  /** Undefined if the stream sends its own response. */
  open(session: Session, res: ServerResponse): Reply | undefined;
  endSession(session: string): void;
  close(): void;
}

export interface SiteParts<Session extends ListedSession, V extends Visit, Need> {
  readonly site: SiteIdentity;
  readonly proxies: ProxyTrust;
  readonly log: CallLog;
  readonly now: () => number;
  readonly sessions: Pick<SessionStore<Session>, "session" | "useSession" | "closeSession">;
  readonly entrance: LogInPages<Session>;
  /** Whose visitor it is: the pages of one wait for each other, not those of others for them. */
  readonly ownerOf: (session: Session) => string;
  readonly pages: SitePages<Session, V, Need>;
  readonly forms: KeptForms;
  readonly refusedAccess: RefusedAccess;
  readonly live?: Live<Session> | undefined;
  /** Whose a file is that a visitor sends. */
  readonly userOf: (session: Session) => string;
  /** Pages for visitors without a session; undefined for any other path. */
  readonly open?: (browser: Browser, form: Values | undefined) => Promise<Reply | undefined>;
  /** Pages that are shown in another way; undefined for any other path. */
  readonly other?: (browser: LoggedIn<Session>, form: Values | undefined) => Promise<Reply | undefined>;
}

const logInTexts = {
  tooMany: "Too many wrong attempts. Wait a minute, then try again.",
  busy: "The server is busy. Try again.",
} as const;

/** Characters of a value of a refused log-in that are kept: anybody may send one. */
const mostTyped = 200;

/** Seconds for which browsers use TLS alone once they have reached the site over it. */
const strictTransport = `max-age=${365 * 86_400}`;

/** Pages that are made at the same time; the others wait, and their owners take turns. */
export const pagesTogether = 4;

/** A site for people with sessions: log-in, forms, preferences, pages. */
export class Site<Session extends ListedSession, V extends Visit, Need> {
  readonly #parts: SiteParts<Session, V, Need>;
  readonly #turns = new FairSlots(pagesTogether, 1);
  readonly #uploads = new UploadMemory();

  constructor(parts: SiteParts<Session, V, Need>) {
    this.#parts = parts;
  }

  close(): void {
    this.#parts.live?.close();
  }

  /** Responds to each request. An unexpected error is logged with a reference that the page shows. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pages, site, log } = this.#parts;
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
        send(res, html(error.status, pages.page(badRequest(error.message))));
        return;
      }
      const reference = randomBytes(6).toString("hex");
      const { status, page } = failurePage(error, reference);
      const level = status === 503 ? "warn" : "error";
      if (!isStopped(error)) log[level]({ err: error, reference }, `page of the ${site.name} failed`);
      send(res, html(status, pages.page(page)));
    }
  }

  /** Undefined for a stream, which sends its own response. */
  async #reply(req: IncomingMessage, res: ServerResponse): Promise<Reply | undefined> {
    const { site, pages, proxies, refusedAccess } = this.#parts;
    const access = accessOf(arrivalOf(req), proxies);
    if (!access.allowed) return html(403, pages.page(refusedAccess[access.reason]));
    if (access.secure) res.setHeader("Strict-Transport-Security", strictTransport);
    const browser = browserOf(req, site, access);
    const { method, path } = browser;
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      return { status: 405, headers: { Allow: "GET, HEAD, POST", Connection: "close" } };
    // Below any page: those of a view inside another site have their own base.
    const asset = /\/assets\/(?<name>(?:text-\w+\/)?[^/]+)$/u.exec(path)?.groups?.["name"];
    if (asset !== undefined) return assetReply(asset);
    const upload = method === "POST" ? await this.#upload(req, browser) : undefined;
    if (typeof upload === "object") return upload;
    try {
      const form = method === "POST" ? await this.#form(req, browser, upload !== undefined) : undefined;
      if (form !== undefined && !isOfBrowser(form, browser)) return await this.#strayForm(browser, form);
      return await this.#replyTo(browser, form, res);
    } finally {
      upload?.();
    }
  }

  async #replyTo(
    browser: Browser,
    form: Values | undefined,
    res: ServerResponse,
  ): Promise<Reply | undefined> {
    const { open, live } = this.#parts;
    const { path } = browser;
    if (path === "/log-in")
      return form === undefined ? this.#logInForm(browser) : this.#tryLogIn(browser, form);
    const opened = await open?.(browser, form);
    if (opened !== undefined) return opened;
    const session = browser.token === undefined ? undefined : await this.#session(tokenHash(browser.token));
    if (session === undefined || browser.token === undefined)
      return form === undefined ? toLogIn(browser) : this.#strayForm(browser, form);
    const { token } = browser;
    if (path === "/live" && live !== undefined) return live.open(session, res);
    if (!browser.isRefresh) await this.#noteUse(session);
    return this.#turns.resultOf(this.#parts.ownerOf(session), 1, async () => {
      // Whoever waits no longer takes no turn.
      if (res.destroyed) throw new Abandoned();
      const known: LoggedIn<Session> = { ...browser, token, session, now: this.#parts.now() };
      return form === undefined ? this.#show(known) : this.#act(known, form);
    });
  }

  /**
   * The memory for a form with a file, before the file is read; undefined for another form, and the reply to a visitor who may not send
   * one now.
   */
  async #upload(req: IncomingMessage, browser: Browser): Promise<(() => void) | Reply | undefined> {
    const { userOf, ownerOf, pages } = this.#parts;
    const { token, path } = browser;
    if (token === undefined || !pages.takesFile(path) || !isMultipart(req)) return undefined;
    const session = await this.#session(tokenHash(token));
    if (session === undefined) return undefined;
    const refused = await pages.refusedAction({ ...browser, token, session, now: this.#parts.now() });
    if (refused !== undefined) return { ...refused, headers: { ...refused.headers, Connection: "close" } };
    const size = Math.min(Number(req.headers["content-length"] ?? maxUpload.bytes), maxUpload.bytes);
    const memory = await this.#uploads.take(
      { user: userOf(session), owner: ownerOf(session) },
      size,
      (leave) => {
        req.once("close", leave);
      },
    );
    if (typeof memory === "function") return memory;
    throw new BadRequest(memory === "another" ? 429 : 503, uploadRefusals[memory]);
  }

  /** Reads a form of this site. @throws BadRequest */
  async #form(req: IncomingMessage, { path }: Browser, mayUpload: boolean): Promise<Values> {
    const from = req.headers["sec-fetch-site"];
    if (from !== undefined && from !== "same-origin")
      throw new BadRequest(403, "The form comes from another site.");
    if (!this.#parts.pages.takesFile(path)) return readForm(req);
    return readForm(req, mayUpload ? maxUpload.bytes : maxForm.bytes);
  }

  /**
   * A form whose session has ended, or is not that of its browser any more: nothing is carried out. It is shown to its sender, after a new
   * log-in. @throws BadRequest for a form that nobody here was given
   */
  async #strayForm(browser: Browser, form: Values): Promise<Reply> {
    const { base, path: action, token, secure } = browser;
    const { forms, pages, site } = this.#parts;
    const [person, shown] = [await forms.sealIn(form.get("token") ?? ""), this.#shownBy(action)];
    const session = token === undefined ? undefined : await this.#session(tokenHash(token));
    const isOther = session !== undefined && (await pages.sealOf(session)) !== person;
    if (person === undefined || isOther) {
      if (session === undefined && isOfBrowser(form, browser)) return toLogIn(browser);
      throw new BadRequest(403, "The form is outdated. Open the page again.");
    }
    if (shown === undefined) return toLogIn(browser);
    const own = token ?? newToken();
    const why = { kind: "ended" } as const;
    const id = await forms.keep({ session: tokenHash(own), person }, { ...shown, form, why });
    const next = placeBelow(base, keptAt(shown.place, id));
    if (session !== undefined) return seeOther(next);
    // A form that was sent twice may have opened another session meanwhile: its cookie stays.
    const cookie = token === undefined ? { "Set-Cookie": cookieOf(own, site, secure) } : {};
    return seeOther(`${base}/log-in?next=${encodeURIComponent(next)}`, cookie);
  }

  #shownBy(path: string): Pick<Sent, "action" | "place" | "sentTo"> | undefined {
    return path === preferencesPath ? { action: path, place: path } : this.#parts.pages.shownBy(path);
  }

  async #session(hash: string): Promise<Session | undefined> {
    const { sessions, now } = this.#parts;
    const session = await sessions.session(hash);
    return session !== undefined && isOpen(session, now()) ? session : undefined;
  }

  async #noteUse(session: Session): Promise<void> {
    const { sessions, now } = this.#parts;
    const at = now();
    if (isUseDue(session, at)) await sessions.useSession(session.tokenHash, at);
  }

  async #logInForm({ base, path, token, secure, query, preferences }: Browser): Promise<Reply> {
    const { site, entrance, pages, forms } = this.#parts;
    const own = token ?? newToken();
    const values = valuesOf(query);
    const sender = { session: tokenHash(own), person: "" };
    const kept = await forms.find(sender, values.get(keptName) ?? "", path);
    const next = placeBelow(base, placeIn(base, kept?.form.get("next") ?? values.get("next")));
    const error = kept?.why.kind === "refused" ? kept.why.message : undefined;
    const { theme, zone = "UTC" } = preferences;
    const frame = { theme, zone, token: formToken(own), error };
    const text = pages.page(entrance.page(next, kept?.form), frame);
    return html(200, text, { "Set-Cookie": cookieOf(own, site, secure) });
  }

  async #tryLogIn(browser: Browser, form: Values): Promise<Reply> {
    const { base, path, token = "", mark, secure, address } = browser;
    const { site, forms } = this.#parts;
    const result = await this.#logIn(form, { address, mark });
    if ("token" in result) {
      await this.#replaceSession(tokenHash(token), result.token);
      const next = placeBelow(base, placeIn(base, form.get("next")));
      const cookies = [cookieOf(result.token, site, secure), markCookieOf(result.mark, site, secure)];
      return seeOther(next, { "Set-Cookie": cookies });
    }
    const typed = new Map([...form].map(([name, value]) => [name, value.slice(0, mostTyped)]));
    const why = { kind: "refused", message: result.error } as const;
    const sender = { session: tokenHash(token), person: "" };
    const id = await forms.keep(sender, { action: path, place: path, form: typed, why });
    return seeOther(placeBelow(base, keptAt(path, id)));
  }

  /** Ends a session; what its person typed goes on in the new one. */
  async #replaceSession(old: string, token: string): Promise<Session | undefined> {
    const { pages, forms } = this.#parts;
    const opened = await this.#session(tokenHash(token));
    if (opened !== undefined) await forms.move(old, opened.tokenHash, await pages.sealOf(opened));
    await this.#endSession(old);
    return opened;
  }

  /** Logs in; a refusal is logged. */
  async #logIn(form: Values, attempt: Pick<Attempt, "address" | "mark" | "again">) {
    const { site, entrance, log } = this.#parts;
    const result = await entrance.logIn(form, attempt);
    if (typeof result === "object") return result;
    const who = printableLine(entrance.nameIn(form));
    const { address: remoteAddress } = attempt;
    log.warn({ operator: who, remoteAddress, reason: result }, `${site.name} log-in refused`);
    return { error: { ...logInTexts, ...entrance.texts }[result] };
  }

  /**
   * Carries out an action for which the visitor may have to log in again: a new session then takes the place of the old one, as
   * with any log-in.
   */
  async #identified(browser: LoggedIn<Session>, form: Values): Promise<Reply> {
    const { site, entrance, pages } = this.#parts;
    const { address, mark, session, secure } = browser;
    if (pages.dueIdentity(browser) === undefined) return pages.act(browser, form);
    const typed = identityIn(form);
    if (typed === undefined) return pages.askIdentity(browser, form);
    const values = new Map(Object.entries({ ...entrance.nameOf(session), ...typed }));
    const result = await this.#logIn(values, { address, mark, again: true });
    if (!("token" in result)) return pages.askIdentity(browser, form, result.error);
    const { token } = result;
    const opened = await this.#replaceSession(session.tokenHash, token);
    if (opened === undefined) return toLogIn(browser);
    const reply = await pages.act({ ...browser, token, session: opened }, form);
    return { ...reply, headers: { ...reply.headers, "Set-Cookie": cookieOf(token, site, secure) } };
  }

  async #logOut({ base, session, secure }: LoggedIn<Session>): Promise<Reply> {
    await this.#endSession(session.tokenHash);
    return seeOther(`${base}/log-in`, { "Set-Cookie": cookieOf(undefined, this.#parts.site, secure) });
  }

  /** Ends the session of a cookie, if there is one, and its streams in this process; those of others end with their next event. */
  async #endSession(session: string): Promise<void> {
    const { sessions, live } = this.#parts;
    await sessions.closeSession(session);
    live?.endSession(session);
  }

  async #show(browser: LoggedIn<Session>): Promise<Reply> {
    const { pages, other } = this.#parts;
    if (browser.path === preferencesPath) return this.#showPreferences(browser);
    return (await other?.(browser, undefined)) ?? pages.show(browser);
  }

  async #showPreferences(browser: LoggedIn<Session>): Promise<Reply> {
    const { pages } = this.#parts;
    const query = valuesOf(browser.query);
    const kept = await pages.kept(browser, query);
    const around = await pages.frame(browser);
    const show = async (): Promise<Page> => preferencesPage(browser.preferences, around.zone);
    const { page, error } = await shownWith({ show }, {}, kept);
    const frame = { ...around, ...keptTexts(query, kept), error };
    return html(200, pages.page(page, frame));
  }

  async #act(browser: LoggedIn<Session>, form: Values): Promise<Reply> {
    const { other } = this.#parts;
    if (browser.path === "/log-out") return this.#logOut(browser);
    if (browser.path === preferencesPath) return this.#prefer(browser, form);
    return (await other?.(browser, form)) ?? this.#identified(browser, form);
  }

  /** Keeps preferences in the browser. */
  async #prefer(browser: LoggedIn<Session>, form: Values): Promise<Reply> {
    const { pages, site } = this.#parts;
    const { base, preferences, secure } = browser;
    try {
      const chosen = chosenPreferences(form, preferences);
      const place = form.has("place") ? placeIn(base, form.get("place")) : preferencesPath;
      return seeOther(placeBelow(base, place), { "Set-Cookie": preferenceCookies(chosen, site, secure) });
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      const place = preferencesPath;
      return pages.keep(browser, { action: place, place, form, why: refusedWhy(error) });
    }
  }
}

function assetReply(name: string): Reply {
  const asset = assetOf(name);
  if (asset === undefined) return { status: 404 };
  const headers = { "Cache-Control": "private, max-age=31536000, immutable" };
  return { status: 200, type: asset.type, body: asset.bytes, headers };
}

const isOfBrowser = (form: Values, { token }: Browser): boolean =>
  token !== undefined && isFormToken(form.get("token") ?? "", token);

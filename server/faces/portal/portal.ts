import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import type { GuessCount } from "../../credentials/guesses.js";
import type { HashCost } from "../../credentials/hash.js";
import { maxUserNameLength, userNameKey } from "../../domain/accounts/accounts.js";
import type { PortalLogin, PortalRight, PortalSession } from "../../domain/accounts/portal-users.js";
import { isLoopbackOnly } from "../../domain/delivery/routing/link.js";
import { bounded } from "../../domain/text/normal-form.js";
import { actionLimit } from "../../ports/reading.js";
import type { LoggedIn } from "../web/browser.js";
import { textOf, type Values } from "../web/form.js";
import { KeptForms } from "../web/kept-forms.js";
import { type Account, logIns } from "../web/log-in.js";
import { SitePages } from "../web/pages.js";
import { html, type Reply } from "../web/reply.js";
import type { Layout } from "../web/render.js";
import { type LogInPages, Site } from "../web/site.js";
import { actionWith, pageWith, type RefusalWords } from "../web/refusal-words.js";
import type { SiteIdentity } from "../web/tokens.js";
import type { Notice } from "../web/view.js";
import { logInPage, notAllowed, notFound, refusedAccess } from "./fixed-pages.js";
import { accountPath, lacksCode } from "./account.js";
import { invitationPages } from "./invitation.js";
import { bottomFor, navigationFor } from "./navigation.js";
import { actionsOf, pagesOf } from "./site-map.js";
import type { PortalSources } from "./sources.js";
import { allows, callerOf, isSupport, type Support, type Visit, type Visitor } from "./visit.js";

export interface PortalOptions extends PortalSources {
  readonly now: () => number;
  readonly proxies: ProxyTrust;
  /** Work of the hash of a password. */
  readonly passwordCost: HashCost;
  /** Counts attempts on passwords, together with those at the interfaces. */
  readonly guesses: GuessCount;
  readonly log: CallLog;
}

/** The portal for customers. */
export interface Portal {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  close(): void;
}

const kind = { secret: "password", refused: "portal log-in refused" } as const;

const site: SiteIdentity = { name: "portal", base: "", cookie: "messenger-portal" };

/** The customer that a log-in names; 0 for none. */
function customerIn(form: Values): number {
  const text = textOf(form, "customer") ?? "";
  return /^[1-9]\d{0,9}$/u.test(text) ? Number(text) : 0;
}

const nameIn = (form: Values): string => bounded(textOf(form, "name") ?? "", maxUserNameLength);

const accountOf = (found: PortalLogin | undefined): Account | undefined =>
  found && { ...found, name: `${found.customerId}/${found.name}` };

function entranceOf({ store, now, passwordCost, guesses }: PortalOptions): LogInPages<PortalSession> {
  const { portal, attempts, audit } = store;
  const logIn = logIns({ attempts, audit }, now, { ...kind, passwordCost, guesses });
  const wrong = "There is no such user with this password, or the code is wrong or was used.";
  return {
    page: logInPage,
    nameIn: (form) => `${customerIn(form)}/${nameIn(form)}`,
    nameOf: ({ customerId, user }) => ({ customer: String(customerId), name: user }),
    texts: { wrong, noCode: wrong },
    logIn: async (form, { address, mark, again }) => {
      const [customerId, typed] = [customerIn(form), nameIn(form)];
      const login = customerId > 2_147_483_647 ? undefined : await portal.find(customerId, typed);
      const user = login?.name ?? typed;
      const by = { name: `${customerId}/${user}`, source: `portal, ${address}` };
      const attempt = {
        password: form.get("password") ?? "",
        code: textOf(form, "code") ?? "",
        address,
        mark,
        again,
      };
      return logIn(attempt, {
        key: [customerId, userNameKey(typed)],
        found: accountOf(login),
        by,
        subject: { customer: customerId, user },
        knowsNetwork: (network) => store.accounts.knowsNetwork(customerId, typed, network),
        // Users set their codes up in the portal, on the only page that it shows them until then.
        needsCode: false,
        open: (session) => portal.openSession({ ...session, customerId, user, address }, by, now()),
      });
    },
  };
}

const roleNames = { owner: "Owner", developer: "Developer", finance: "Finance", reader: "Reader" } as const;

/** What the page that sends says while messages reach nobody. */
const loopbackBanner: Notice = {
  tone: "warn",
  icon: "triangle-alert",
  what: "Messages reach nobody at present.",
  text: "The service is set up for tests: a message is charged and confirmed as delivered, but not sent.",
};

/** What a page says first: to the operator in the support view, too. */
async function bannerOf({ links }: PortalSources["store"], path: string): Promise<Notice | undefined> {
  const isSending = path === "/send" || path.startsWith("/send/");
  return isSending && isLoopbackOnly(await links.links()) ? loopbackBanner : undefined;
}

/** The bar, and the places at the bottom of a phone. */
function aroundOf(visitor: Visitor, path: string): Layout {
  return {
    person: isSupport(visitor)
      ? { name: visitor.operator, role: "Operator" }
      : { name: visitor.user, role: roleNames[visitor.role] },
    navigation: navigationFor(visitor, path),
    places: bottomFor(visitor, path),
  };
}

/** The customer whose portal an operator looks at, who returns to the console. */
async function supportOf({ accounts }: PortalSources["store"], visitor: Visitor): Promise<Layout["support"]> {
  if (!isSupport(visitor)) return undefined;
  const { customerId: customer } = visitor;
  const name = (await accounts.customer(customer))?.name;
  return { customer, name: name ?? `customer ${customer}` };
}

/** A customer reads of no other account. */
const yourAccount: RefusalWords = (said) => said.text(() => "your account");

function pagesFor(
  sources: PortalSources & { readonly forms: KeptForms },
  now: () => number,
): SitePages<Visitor, Visit, PortalRight> {
  return new SitePages<Visitor, Visit, PortalRight>({
    site,
    store: sources.store,
    now,
    pages: (read) => pagesOf({ ...sources, store: read }).map((route) => pageWith(yourAccount, route)),
    actions: actionsOf({ ...sources, store: sources.store.apart(actionLimit) }).map((route) =>
      actionWith(yourAccount, route),
    ),
    allows,
    personOf: (visitor) =>
      isSupport(visitor) ? `console ${visitor.operator}` : `portal ${visitor.customerId}/${visitor.user}`,
    forms: sources.forms,
    around: async ({ session, path }) => ({
      ...aroundOf(session, path),
      support: await supportOf(sources.store, session),
      banner: await bannerOf(sources.store, path),
    }),
    zoneOf: async ({ customerId }) => (await sources.store.accounts.customer(customerId))?.timeZone ?? "UTC",
    first: (visitor) => (lacksCode(visitor, sources.requireCode) ? accountPath : undefined),
    visitOf: ({ session: visitor, address }, request, form) => {
      const [name, source] = isSupport(visitor)
        ? [visitor.operator, `console, ${address}`]
        : [`${visitor.customerId}/${visitor.user}`, `portal, ${address}`];
      const by = { name, source, form };
      return { ...request, visitor, customer: visitor.customerId, by, caller: callerOf(visitor) };
    },
    notFound,
    notAllowed,
  });
}

/** Opens the portal on a listener of its own. */
export function openPortal(options: PortalOptions): Portal {
  const { store, now, proxies, log } = options;
  const forms = new KeptForms(store.forms, now);
  const pages = pagesFor({ ...options, forms }, now);
  return new Site<PortalSession, Visit, PortalRight>({
    site,
    proxies,
    log,
    now,
    sessions: store.portal,
    userOf: ({ customerId, user }) => `${customerId}/${userNameKey(user)}`,
    ownerOf: ({ customerId }) => String(customerId),
    entrance: entranceOf(options),
    pages,
    forms,
    refusedAccess,
    open: invitationPages({ store, forms, now, site, page: (page, frame) => pages.page(page, frame) }),
  });
}

/** Shows the portal of a customer to an operator: pages and searches, no change. */
export type SupportView = (browser: LoggedIn<Support>, form: Values | undefined) => Promise<Reply>;

/** The support view of the console, whose pages are below those of the console. */
export function supportView(options: PortalOptions): SupportView {
  const { now } = options;
  const { audit } = options.store;
  const pages = pagesFor({ ...options, forms: new KeptForms(options.store.forms, now) }, now);
  return async (browser, form) => {
    const { session, path, address } = browser;
    const { customerId: customer, operator: name } = session;
    if (form !== undefined) {
      if (path === "/messages/find") return pages.act(browser, form);
      return html(403, pages.page(notAllowed("look"), await pages.frame(browser)));
    }
    const actor = { name, source: `console, ${address}` };
    await audit.add({ at: now(), actor, action: "portal view", subject: { customer, page: path } });
    return pages.show(browser);
  };
}

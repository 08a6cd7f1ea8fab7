import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyTrust } from "messenger-gen-host";
import type { CallLog } from "messenger-gen-runtime";
import { Searches } from "../../actions/saved-search.js";
import type { HashCost } from "../../credentials/hash.js";
import { includesRole, type OperatorRole, type OperatorSession } from "../../domain/accounts/operators.js";
import { isOpen } from "../../domain/accounts/sessions.js";
import { isLoopbackOnly } from "../../domain/delivery/routing/link.js";
import { bounded } from "../../domain/text/normal-form.js";
import { actionLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import type { LoggedIn } from "../web/browser.js";
import type { SupportView } from "../portal/portal.js";
import { textOf, type Values } from "../web/form.js";
import { KeptForms } from "../web/kept-forms.js";
import { logIns } from "../web/log-in.js";
import { SitePages } from "../web/pages.js";
import { actionWith, pageWith } from "../web/refusal-words.js";
import type { Reply } from "../web/reply.js";
import type { Layout } from "../web/render.js";
import { type LogInPages, Site } from "../web/site.js";
import type { SiteIdentity } from "../web/tokens.js";
import type { Notice } from "../web/view.js";
import { refusalWords } from "./customer-names.js";
import { logInPage, notAllowed, notFound, refusedAccess } from "./fixed-pages.js";
import { LiveStreams } from "./live.js";
import { Snapshots, type SnapshotSources } from "./snapshot.js";
import { countsOf, navigationFor, placesFor } from "./navigation.js";
import { numbersOf } from "./numbers.js";
import { mostCounted } from "./message-search.js";
import { actionsOf, pagesOf, type SiteSources } from "./site-map.js";
import type { Visit } from "./visit.js";

export interface ConsoleOptions extends SnapshotSources, Omit<SiteSources, "moments" | "searches"> {
  /** Shows the portal of a customer. */
  readonly support: SupportView;
  readonly proxies: ProxyTrust;
  /** Work of the hash of a password. Default: that of new hashes. */
  readonly passwordCost?: HashCost;
  /** Roles whose log-ins need a one-time code. */
  readonly requireCode: readonly string[];
  /** Credits that an operator with the role support may refund in 24 hours. */
  readonly refundLimit: number;
  readonly log: CallLog;
}

/** The console for operators, below `/console`. */
export interface Console {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends the streams of live numbers. */
  close(): void;
}

const site: SiteIdentity = { name: "console", base: "/console", cookie: "messenger" };

/** Longest name of an operator. */
const maxOperatorName = 32;

function entranceOf({ store, now, passwordCost, requireCode }: ConsoleOptions): LogInPages<OperatorSession> {
  const { operators, attempts, audit } = store;
  const kind = { secret: "operator", refused: "operator log-in refused", passwordCost } as const;
  const logIn = logIns({ attempts, audit }, now, kind);
  return {
    page: logInPage,
    nameIn: (form) => (textOf(form, "name") ?? "").slice(0, maxOperatorName),
    nameOf: ({ operator: name }) => ({ name }),
    texts: {
      wrong: "There is no operator with this name and password, or the code is wrong or was used.",
      noCode: "Your role needs a one-time code. Ask an administrator to run messenger operator totp NAME.",
    },
    logIn: async (form, { address, mark, again }) => {
      const operator = bounded(textOf(form, "name") ?? "", maxOperatorName);
      const found = await operators.find(operator);
      const by = { name: operator, source: `console, ${address}` };
      const attempt = {
        password: form.get("password") ?? "",
        code: textOf(form, "code") ?? "",
        address,
        mark,
        again,
      };
      return logIn(attempt, {
        key: [operator],
        found,
        by,
        subject: { operator },
        needsCode: found !== undefined && requireCode.includes(found.role),
        open: (session) => operators.openSession({ ...session, operator, address }, by, now()),
      });
    },
  };
}

const roleNames = { viewer: "Viewer", support: "Support", admin: "Administrator" } as const;

/** What every page says while messages reach nobody. */
const loopbackBanner: Notice = {
  tone: "warn",
  icon: "triangle-alert",
  what: "No message leaves this service.",
  text: "Every started link is a loopback, for tests: it confirms messages as delivered and sends nothing.",
  link: { text: "Look at the links", href: "/links" },
};

/** The sidebar, the places at the bottom of a phone, and whether messages leave. */
async function around(snapshots: Snapshots, { session, path }: LoggedIn<OperatorSession>): Promise<Layout> {
  const { operator: name, role } = session;
  const snapshot = await snapshots.now();
  const links = snapshot.links.map(({ kind, state }) => ({ kind, started: state !== "stopped" }));
  return {
    person: { name, role: roleNames[role] },
    navigation: navigationFor(role, path, countsOf(snapshot)),
    places: placesFor(path),
    banner: isLoopbackOnly(links) ? loopbackBanner : undefined,
  };
}

function pagesFor(
  sources: SiteSources & ConsoleOptions,
  forms: KeptForms,
): SitePages<OperatorSession, Visit, OperatorRole> {
  const { store, now, moments, refundLimit } = sources;
  return new SitePages({
    site,
    store,
    mayLag: true,
    now,
    pages: (read) => pagesOf({ ...sources, store: read }).map((route) => pageWith(refusalWords(read), route)),
    actions: actionsOf({ ...sources, store: store.apart(actionLimit) }).map((route) =>
      actionWith(refusalWords(store), route),
    ),
    allows: ({ role }, need) => includesRole(role, need),
    personOf: ({ operator }) => `console ${operator}`,
    forms,
    around: (browser) => around(moments, browser),
    visitOf: ({ session, address }, request, form) => {
      const operator = { name: session.operator, role: session.role };
      const by = { name: operator.name, source: `console, ${address}`, form };
      const { role } = operator;
      const caller = { kind: "operator", role, openedAt: session.openedAt, refundLimit } as const;
      return { ...request, operator, by, caller };
    },
    notFound,
    notAllowed,
  });
}

async function isOpenSession({ operators }: Store, hash: string, now: number): Promise<boolean> {
  const session = await operators.session(hash);
  return session !== undefined && isOpen(session, now);
}

/** Pages of the portal of a customer, for operators with the role support: below the page of the customer. */
async function portalOf(
  { store, support }: Pick<ConsoleOptions, "store" | "support">,
  browser: LoggedIn<OperatorSession>,
  form: Values | undefined,
): Promise<Reply | undefined> {
  const { base, path, session } = browser;
  const found = /^\/customers\/(?<id>[1-9]\d{0,8})\/portal(?<below>\/.*)?$/u.exec(path)?.groups;
  const id = Number(found?.["id"]);
  if (found === undefined || !includesRole(session.role, "support")) return undefined;
  if ((await store.accounts.customer(id)) === undefined) return undefined;
  const { operator, tokenHash, openedAt, usedAt } = session;
  const visitor = { customerId: id, operator, tokenHash, openedAt, usedAt };
  return support(
    { ...browser, base: `${base}/customers/${id}/portal`, path: found["below"] ?? "/", session: visitor },
    form,
  );
}

/** Opens the console. */
export function openConsole(options: ConsoleOptions): Console {
  const { store, now, proxies, log } = options;
  const snapshots = new Snapshots(options);
  const forms = new KeptForms(store.forms, now);
  const live = new LiveStreams({
    numbers: async () => numbersOf(await snapshots.now()),
    isOpen: (session) => isOpenSession(store, session, now()),
  });
  return new Site({
    site,
    proxies,
    log,
    now,
    sessions: store.operators,
    ownerOf: ({ operator }) => operator,
    userOf: ({ operator }) => operator,
    entrance: entranceOf(options),
    pages: pagesFor({ ...options, moments: snapshots, searches: new Searches(mostCounted) }, forms),
    forms,
    refusedAccess,
    live,
    other: (browser, form) => portalOf(options, browser, form),
  });
}

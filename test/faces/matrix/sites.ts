import { includesRole, operatorRoles, type OperatorRole } from "#server/domain/accounts/operators.js";
import {
  type PortalRight,
  type PortalRole,
  portalRights,
  portalRoles,
} from "#server/domain/accounts/portal-users.js";
import * as consoleSite from "#server/faces/console/site-map.js";
import * as portalSite from "#server/faces/portal/site-map.js";
import type { PortalSources } from "#server/faces/portal/sources.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import { giveRole } from "../portal/give-role.js";
import { password, type PlainBrowser } from "../console/console-server.js";
import { spotAt } from "./attempts.js";
import { operatorNamed, other, own, type Scene, userIn, userNamed } from "./scene.js";
import { formFor, pagesFor, placesOf, type SiteUnderTest } from "./site.js";
import { followed } from "./crawl.js";
import type { PageForm } from "./page-forms.js";

// Routes are listed without being called.
const sources = { store: {}, addresses: {}, requireCode: [] } as unknown as consoleSite.SiteSources &
  PortalSources;

const leaving = "leaving";
const by = { name: "root", source: "test" };

async function leavingOperator(scene: Scene) {
  const { store } = scene;
  const passwordHash = await hashPassword(password, cheap);
  await store.operators.add({ name: leaving, role: "admin", passwordHash, createdAt: Date.now() }, by);
  const browser = await operatorNamed(scene, leaving);
  await operatorNamed(scene, leaving);
  return { browser, block: () => store.operators.remove(leaving, by, Date.now()) };
}

async function leavingUser(scene: Scene) {
  const { store } = scene;
  const passwordHash = await hashPassword(password, cheap);
  await store.accounts.setUserState(own, leaving, "active");
  await giveRole(store, { customerId: own, user: leaving, role: "owner", passwordHash }, Date.now());
  const browser = await userNamed(scene, leaving, own);
  await userNamed(scene, leaving, own);
  return { browser, block: () => store.accounts.setUserState(own, leaving, "blocked") };
}

const customerIn = (path: string): string | undefined => /\/customers\/(\d+)/u.exec(path)?.[1];

/** The same path of another customer. */
function ofOther(path: string): string {
  const customer = customerIn(path);
  return path.replace(`/customers/${customer ?? ""}`, `/customers/${customer === String(own) ? other : own}`);
}

const hiddenIn = ({ fields }: PageForm): string =>
  fields
    .map(({ name, type, value }) => (type === "hidden" && !/^(?:token|form)$/u.test(name) ? value : ""))
    .join(" ");

/** Whether a form is for a thing of its customer, which the other one does not have. */
const isOfThing = (own: PageForm, other: PageForm): boolean => hiddenIn(own) !== hiddenIn(other);

/** Pages of the other customer's forms, once for each scene. */
const otherPlaces = new WeakMap<Scene, Promise<readonly [PlainBrowser, ReadonlyMap<string, string>]>>();

async function crawlOther(scene: Scene) {
  const browser = await userIn(scene, "owner", other);
  return [browser, placesOf(portalUnderTest, await pagesFor(portalUnderTest, browser))] as const;
}

export const consoleUnderTest: SiteUnderTest = {
  name: "console",
  base: "/console",
  actions: consoleSite.actionsOf(sources),
  pages: consoleSite.pagesOf(sources),
  roles: operatorRoles,
  best: "admin",
  leaving: leavingOperator,
  otherForm: async ({ site, action, spot, browserOf }) => {
    if (customerIn(spot.form.action) === undefined) return undefined;
    const place = ofOther(spot.place);
    const form = formFor(site, action.path, (await followed(await browserOf(site.best), place)).text);
    return form && { place, form };
  },
  otherPath: (own, other) => (isOfThing(own, other) ? ofOther(own.action) : undefined),
  may: (role, need) => includesRole(role as OperatorRole, need as OperatorRole),
  logIn: (scene, role) => operatorNamed(scene, role),
  logInAs: (name) => ({ name, password }),
  start: [
    "/console",
    "/console/sessions",
    "/console/messages?customer=42",
    "/console/messages?customer=42&state=waiting",
    "/console/routes/move?prefix=49",
    "/console/smpp?customer=42",
  ],
  behind: {
    "/messages/runs/:id/stop": "/messages/runs/:id/start",
    "/messages/runs/:id/start": "/messages/found/:search/all/:kind",
    "/prices/import": "/prices/check",
    "/customers/:id/prices/import": "/customers/:id/prices/check",
  },
  elsewhere: { "/messages/runs/:id/stop": "test/faces/console/bulk-runs" },
};

export const portalUnderTest: SiteUnderTest = {
  name: "portal",
  base: "",
  actions: portalSite.actionsOf(sources),
  pages: portalSite.pagesOf(sources),
  roles: portalRoles,
  best: "owner",
  leaving: leavingUser,
  otherForm: async ({ scene, site, action }) => {
    const crawled = otherPlaces.get(scene) ?? crawlOther(scene);
    otherPlaces.set(scene, crawled);
    const [browser, places] = await crawled;
    return spotAt(browser, site, action.path, places);
  },
  otherPath: (own, { action }) => (own.action === action ? undefined : action),
  may: (role, need) => portalRights[role as PortalRole].includes(need as PortalRight),
  logIn: (scene, role) => userIn(scene, role as PortalRole),
  logInAs: (name) => ({ customer: String(own), name, password }),
  start: ["/", "/sessions", "/messages?state=waiting"],
  behind: { "/send": "/send/check", "/send/test": "/send/check", "/account/codes/confirm": "/account/codes" },
  elsewhere: {
    "/account/codes/confirm": "test/faces/portal/session",
    "/account/codes/remove": "test/faces/portal/session",
  },
};

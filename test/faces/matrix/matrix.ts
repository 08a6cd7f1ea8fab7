import type { PlainBrowser, Received } from "../console/console-server.js";
import { uploadRefusals } from "#server/faces/web/upload-memory.js";
import { eventually } from "../../eventually.js";
import { asks, filledAt, readyForm, type Spot, spotAt } from "./attempts.js";
import { followed } from "./crawl.js";
import { type DatabaseState, differences, stateOf } from "./database-state.js";
import { type FilledForm, placeOf, sendForm } from "./filled-form.js";
import { formsOn, type Values, valuesOf } from "./page-forms.js";
import type { Scene } from "./scene.js";
import { fillingOf, formFor, type SiteAction, type SiteUnderTest } from "./site.js";

/** What every form goes through. Each check resolves with what was wrong. */

export interface Subject {
  readonly scene: Scene;
  readonly site: SiteUnderTest;
  readonly action: SiteAction;
  readonly spot: Spot;
  /** Pages of the forms of all actions. */
  readonly places: ReadonlyMap<string, string>;
  /** Browser of a role, which stays logged in. */
  readonly browserOf: (role: string) => Promise<PlainBrowser>;
}

/** Tables that the work of the service changes meanwhile: messages go on. */
const ofWork: ReadonlySet<string> = new Set([
  ...["account_revision", "bulk_run", "callback", "cost", "customer_traffic"],
  ...["deliverability", "deliverability_change", "deliverability_failure"],
  ...["link_event", "link_revision", "link_traffic", "price_revision"],
  ...["recipient", "traffic", "usage", "usage_since"],
]);

/** What looking does, and logging in: recorded, and no change. */
const looking =
  /^\+ audit \["(?:inbox read|message find|message show|operator log-in|portal log-in|portal view)/u;

async function changesOf({ database }: Scene, before: DatabaseState): Promise<readonly string[]> {
  const all = differences(before, await stateOf(database), ofWork);
  return all.filter((each) => !looking.test(each));
}

/** Does something that must change nothing. */
async function unchanged(
  scene: Scene,
  what: string,
  does: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const before = await stateOf(scene.database);
  const faults = await does();
  const changes = await changesOf(scene, before);
  return [...faults, ...changes.slice(0, 3)].map((each) => `${what}: ${each}`);
}

const expectStatus = ({ status }: Received, wanted: number): readonly string[] =>
  status === wanted ? [] : [`status ${status}, not ${wanted}`];

const tokenOn = (text: string): string => /name="token" value="([^"]*)"/u.exec(text)?.[1] ?? "";

/** A token for forms of a browser. */
const tokenFor = async ({ start }: SiteUnderTest, browser: PlainBrowser): Promise<string> =>
  tokenOn((await browser.request(start[0] ?? "")).text);

/** A role that may not sees no form, and is refused when it sends one all the same. */
export async function checkRoles({
  scene,
  site,
  action,
  spot,
  browserOf,
}: Subject): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const role of site.roles.filter((each) => !site.may(each, action.role))) {
    const browser = await browserOf(role);
    const refused = async (): Promise<readonly string[]> => {
      const { text } = await followed(browser, spot.place);
      const isShown = formFor(site, action.path, text) !== undefined;
      const form = filledAt(site, action.path, spot);
      const received = await sendForm(browser, form, await tokenFor(site, browser));
      return [...(isShown ? ["the form is shown"] : []), ...expectStatus(received, 403)];
    };
    faults.push(...(await unchanged(scene, role, refused)));
  }
  return faults;
}

/** The page that is shown after a new log-in, which a response leads to. */
async function afterLogIn(site: SiteUnderTest, place: string, browser: PlainBrowser): Promise<Received> {
  const logIn = await browser.request(place);
  const [form] = formsOn(logIn.text);
  if (form === undefined) return logIn;
  const body = new URLSearchParams({ ...valuesOf(form), ...site.logInAs(site.best) });
  return followed(browser, placeOf(await browser.request(form.action, { method: "POST", body })));
}

/** What was typed and is in no form that is shown again: that of the action, or of the one in whose form it was typed. */
function lostIn(
  { typedIn, path }: SiteAction,
  { action, typed, values }: FilledForm,
  text: string,
): readonly string[] {
  const ends = typedIn === undefined ? [] : [typedIn({}).split("/").at(-1), path.split("/").at(-1)];
  const shown = formsOn(text).filter(
    (form) => form.action === action || ends.some((end) => form.action.endsWith(`/${String(end)}`)),
  );
  const lost = shown.map((form) => {
    const has = valuesOf(form);
    return typed.filter((name) => (has[name] ?? "").trim() !== values[name]?.trim());
  });
  const [least] = lost.toSorted((one, another) => one.length - another.length);
  return least === undefined ? ["the form is not shown again"] : least.map((name) => `${name} is lost`);
}

/** Nothing is done after a log-out elsewhere; the form is there again after a new log-in, with what was typed. */
export function checkEndedSession({ scene, site, action, places }: Subject): Promise<readonly string[]> {
  return unchanged(scene, "ended session", async () => {
    const browser = await site.logIn(scene, site.best);
    const spot = await spotAt(browser, site, action.path, places);
    if (spot === undefined) return ["the form is gone"];
    const form = filledAt(site, action.path, spot);
    await browser.twin().post("/log-out");
    const received = await sendForm(browser, form);
    const place = placeOf(received);
    if (!place.startsWith(`${site.base}/log-in?next=`))
      return [`status ${received.status}, leads to ${place}`];
    const shown = await afterLogIn(site, place, browser);
    return [...expectStatus(shown, 200), ...lostIn(action, form, shown.text)];
  });
}

/** Nothing is done for somebody who was blocked or removed meanwhile. */
export async function checkBlocked({ scene, site, action, places }: Subject): Promise<readonly string[]> {
  const { browser, block } = await site.leaving(scene);
  const spot = await spotAt(browser, site, action.path, places);
  if (spot === undefined) return ["blocked: the form is gone"];
  await block();
  return unchanged(scene, "blocked", async () => {
    const received = await sendForm(browser, filledAt(site, action.path, spot));
    const isOut = received.status === 403 || placeOf(received).startsWith(`${site.base}/log-in`);
    return isOut ? [] : [`status ${received.status}, leads to ${placeOf(received)}`];
  });
}

/** A form without what it needs changes nothing, and is shown again with the rest. */
export function checkRefused({
  scene,
  site,
  action,
  places,
  browserOf,
}: Subject): Promise<readonly string[]> {
  return unchanged(scene, "refused", async () => {
    const browser = await browserOf(site.best);
    const spot = await spotAt(browser, site, action.path, places);
    if (spot === undefined) return ["the form is gone"];
    const form = filledAt(site, action.path, spot);
    const missing = spot.form.fields.find(({ type, required }) => required && type !== "hidden")?.name;
    if (missing === undefined || asks(action, spot.form)) return [];
    const typed = form.typed.filter((name) => name !== missing);
    const received = await sendForm(browser, { ...form, values: { ...form.values, [missing]: "" } });
    const shown = await followed(browser, placeOf(received));
    const says = /field-error|notice bad/u.test(shown.text) ? [] : ["no reason is shown"];
    return [...expectStatus(shown, 200), ...says, ...lostIn(action, { ...form, typed }, shown.text)];
  });
}

/** The values of a form that name things, where another form of the action has others. */
function otherNames(own: Spot["form"], other: Spot["form"]): readonly Values[] {
  return own.fields.flatMap(({ name, type, value, options = [] }) => {
    const theirs = other.fields.find((each) => each.name === name);
    if (theirs === undefined || name === "token" || name === "form") return [];
    const names =
      type === "select" ? (theirs.options ?? []).filter((each) => !options.includes(each)) : [theirs.value];
    const strange = names.find((each) => each !== value && each !== "");
    return strange === undefined || (type !== "select" && type !== "hidden") ? [] : [{ [name]: strange }];
  });
}

/** Ids of another customer in the path and in the fields change nothing. */
export async function checkOthers(subject: Subject): Promise<readonly string[]> {
  const { scene, site, action, spot, browserOf } = subject;
  const other = await site.otherForm(subject);
  if (other === undefined) return [];
  const browser = await browserOf(site.best);
  const token = await tokenFor(site, browser);
  const form = filledAt(site, action.path, spot);
  const names = otherNames(spot.form, other.form);
  const path = site.otherPath(spot.form, other.form);
  const strange: readonly FilledForm[] = [
    ...(path === undefined ? [] : [{ ...form, action: path }]),
    ...names.map((each) => ({ ...form, values: { ...form.values, ...each } })),
  ];
  const faults: string[] = [];
  for (const each of strange) {
    const what = `other's ${each.action} ${names.map((name) => JSON.stringify(name)).join()}`;
    const confirmed = { ...each, values: { ...each.values, confirm: "on" } };
    const before = await stateOf(scene.database);
    const { status } = await sendForm(browser, confirmed, token);
    const changes = await changesOf(scene, before);
    if (status >= 500) faults.push(`${what}: status ${status}`);
    // An entry alone says that there was nothing to change.
    if (changes.some((change) => !change.startsWith("+ audit ")))
      faults.push(...changes.slice(0, 3).map((change) => `${what}: ${change}`));
  }
  return faults;
}

/** Entries of the audit log that came. */
const entriesIn = (changes: readonly string[]): number =>
  changes.filter((each) => each.startsWith("+ audit ")).length;

/** Sent twice at once and once more, the form has one effect; each response leads to a page, which can be loaded again. */
export async function checkRepeats({ scene, site, action, places }: Subject): Promise<readonly string[]> {
  const browser = await site.logIn(scene, site.best);
  const spot = await spotAt(browser, site, action.path, places);
  if (spot === undefined) return ["repeats: the form is gone"];
  const mayAsk = asks(action, spot.form);
  const before = await stateOf(scene.database);
  const ready = await readyForm(browser, filledAt(site, action.path, spot), mayAsk);
  if (ready === undefined) return ["no page asks before"];
  const early = mayAsk ? await changesOf(scene, before) : [];
  const received = await Promise.all([sendForm(browser, ready), sendForm(browser, ready)]);
  const changes = await changesOf(scene, before);
  const wanted = fillingOf(site, action.path)?.entries ?? (action.done === "" ? 0 : 1);
  const entries = entriesIn(changes);
  await settled(scene);
  const back = async (): Promise<readonly string[]> => {
    const third = await sendForm(browser, ready);
    const pages = [...received, third].map(placeOf).filter((place) => place !== "");
    const shown = await Promise.all(
      [...pages, ...pages].map(async (place) => expectDone(place, await followed(browser, place))),
    );
    return [...expectAnswer(action, third), ...shown.flat()];
  };
  return [
    ...early.map((each) => `before the confirmation: ${each}`),
    ...(entries === wanted
      ? []
      : [`${entries} entries in the audit log, not ${wanted}: ${changes.join("; ")}`]),
    ...received.flatMap((each) => expectAnswer(action, each)),
    ...(await unchanged(scene, "sent again", back)),
  ];
}

/** A response that leads to a page, or says that another file of the visitor is read just now. */
function expectAnswer({ upload = false }: SiteAction, { status, text }: Received): readonly string[] {
  const isBusy = upload && status === 429 && text.includes(uploadRefusals.another);
  return status === 303 || isBusy ? [] : [`status ${status}`];
}

/** A page that shows no form again, with a reason against what was sent. */
function expectDone(place: string, page: Received): readonly string[] {
  const reason = /(?:field-error"[^>]*>|notice bad"[^>]*>)(?:<svg.*?<\/svg>)?(.{0,120})/u.exec(
    page.text,
  )?.[1];
  const isRefused = place.includes("?kept=") && reason !== undefined;
  return [...expectStatus(page, 200), ...(isRefused ? [`says ${reason}`] : [])];
}

/** States of a campaign that ends: the service refunds what it has not used. */
const ending: readonly string[] = ["Finalizing", "Completed"];

/** Until the service has done what an action has left to it: bulk runs, and the refund of a campaign that was stopped. */
export const settled = ({ store }: Scene): Promise<void> =>
  eventually(async () => {
    const campaigns = await store.campaigns.list();
    const isEnding = campaigns.some(({ position }) => ending.includes(position.status));
    return !isEnding && (await store.bulk.open()).length === 0;
  });

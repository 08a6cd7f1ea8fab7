import {
  type CallbackCard,
  type CallbackRow,
  changeCallbacks,
  listCallbacks,
  retryCallbacks,
  showCallbacks,
} from "../../admin/callbacks.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { counted, withoutQuery } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { textOf } from "../web/form.js";
import { changeAction, secretPage } from "../web/page.js";
import { messagePill } from "../web/states.js";
import {
  type Cell,
  type Form,
  numberCell,
  type Page,
  phoneCell,
  type Section,
  timeCell,
} from "../web/view.js";
import { developerTabs } from "./keys.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, customerOf, customerText, may, type PageRoute, type Visit } from "./visit.js";

/** Callbacks on a page. */
const mostCallbacks = 50;

function callbackRow({ message, number, status, at, attempts, next, reason }: CallbackRow): readonly Cell[] {
  return [
    phoneCell(number, { href: `/messages/${message}` }),
    { text: "", pill: messagePill(status) },
    timeCell(at),
    numberCell(attempts),
    timeCell(next),
    { text: reason ?? "" },
  ];
}

const kinds = [
  { waiting: false, heading: "Given up", name: "failed", empty: "No callback was given up." },
  { waiting: true, heading: "Waiting", name: "waiting", empty: "No callback waits." },
] as const;

async function callbackSection(store: Store, visit: Visit, kind: (typeof kinds)[number]): Promise<Section> {
  const { waiting, heading, name, empty } = kind;
  const before = visit.query.get(name);
  const limit = String(mostCallbacks);
  const found = await listCallbacks(store, { customer: customerText(visit), waiting, limit, before });
  const last = found.length === mostCallbacks ? found.at(-1) : undefined;
  const foot = {
    text: counted(found.length, "callback"),
    newer: before === undefined ? undefined : "/callbacks",
    older: last === undefined ? undefined : `/callbacks?${name}=${last.id}`,
  };
  const columns = ["Number", "State", "Time", "Attempts", "Next", "Reason"];
  const caption = `${heading}, latest first`;
  return { heading, tables: [{ caption, columns, rows: found.map(callbackRow), empty, foot }] };
}

function formsFor({ callbackUrl: url, callbackParts: parts }: CallbackCard): readonly Form[] {
  const change: Form = {
    action: "/callbacks/change",
    button: "Keep the address",
    caption: "Address",
    primary: url === null,
    fields: [
      {
        name: "url",
        label: "URL",
        type: "text",
        required: true,
        value: url ?? "",
        hint: "of your server, for example https://example.com/sms; none stops callbacks",
      },
      { name: "parts", label: "Also for each part", type: "checkbox", value: parts ? "on" : "off" },
    ],
  };
  if (url === null) return [change];
  return [
    change,
    { action: "/callbacks/test", button: "Send a test", icon: "webhook", caption: "Test", fields: [] },
    { action: "/callbacks/retry", button: "Post again what was given up", caption: "Retry", fields: [] },
  ];
}

const intro =
  "Your server gets a signed POST when a message has its final state. The address must be reachable from the internet.";

async function callbacksPage({ store }: PortalSources, visit: Visit): Promise<Page> {
  const card = await showCallbacks(store, visit.customer);
  const { callbackUrl: url, callbackParts: parts } = card;
  const facts = [
    { name: "URL", text: url === null ? "none" : withoutQuery(url) },
    { name: "Also for each part", text: parts ? "on" : "off" },
  ];
  return {
    title: "Developers",
    tabs: developerTabs("/callbacks"),
    sections: [
      {
        heading: "Callbacks",
        text: intro,
        facts: [{ caption: "Callbacks", facts }],
        forms: may(visit, "develop") ? formsFor(card) : [],
      },
      ...(await Promise.all(kinds.map((kind) => callbackSection(store, visit, kind)))),
    ],
  };
}

/** Posts a test callback and shows the response of the server. */
async function testPage({ store, testCallback }: PortalSources, visit: Visit): Promise<Page> {
  const target = await store.callbacks.target(visit.customer);
  if (target === undefined) throw new Refusal("there is no address yet");
  const { failure, milliseconds } = await testCallback(target);
  const { by: actor, now: at } = visit;
  const subject = { customer: visit.customer };
  await store.audit.add({
    at,
    actor,
    action: "callback test",
    subject,
    after: { failure: failure ?? "none" },
  });
  const isGood = failure === undefined;
  return {
    title: "Test of the callbacks",
    crumbs: [
      { text: "Callbacks", href: "/callbacks" },
      { text: "Test", href: "" },
    ],
    notice: {
      tone: isGood ? "ok" : "bad",
      icon: isGood ? "circle-check" : "circle-x",
      what: isGood ? "Your server accepted the test." : `Your server did not accept the test: ${failure}.`,
      text: `After ${milliseconds} ms. A response with a status from 200 to 299 within 10 seconds accepts a callback.`,
    },
    sections: [
      {
        heading: "What was sent",
        text: "A POST with JSON of the type test, signed as callbacks are: webhook-id, webhook-timestamp and webhook-signature.",
        links: [{ text: "Back", href: "/callbacks" }],
      },
    ],
  };
}

/** A refusal without the advice that only operators can follow. */
function withoutOperators(error: unknown): never {
  const advice = ", or allow private addresses for it";
  if (!(error instanceof InvalidInput) || !error.message.includes(advice)) throw error;
  throw new InvalidInput(error.message.replace(advice, " that is reachable from the internet"), {
    cause: error,
    field: "url",
  });
}

export function callbackPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/callbacks", role: "develop", show: (visit) => callbacksPage(sources, visit) }];
}

export function callbackActions(sources: PortalSources): readonly ActionRoute[] {
  const { store } = sources;
  const route = { role: "develop", back: () => "/callbacks" } as const;
  return [
    {
      ...route,
      path: "/callbacks/change",
      identity: "recent",
      done: "The callbacks were changed.",
      run: async (visit, form) => {
        const callbackUrl = textOf(form, "url");
        if (callbackUrl === undefined)
          throw new InvalidInput("give a URL, or none to stop callbacks", { field: "url" });
        const { name: customer } = await customerOf(store, visit);
        const callbackParts = form.get("parts") === "on" ? "on" : "off";
        const options = callbackUrl === "none" ? { callbackUrl } : { callbackUrl, callbackParts };
        const { callbackSecret: secret } = await changeCallbacks(
          store,
          customerText(visit),
          options,
          visit,
        ).catch(withoutOperators);
        if (secret === undefined) return undefined;
        return secretPage("Callbacks", { name: "Secret", secret, customer }, "/callbacks");
      },
    },
    {
      ...route,
      path: "/callbacks/test",
      done: "The test was sent.",
      run: (visit) => testPage(sources, visit),
    },
    changeAction(
      { ...route, path: "/callbacks/retry", done: "The callbacks are posted again." },
      async (visit) => {
        if ((await retryCallbacks(store, { customer: customerText(visit) }, visit)) === 0)
          throw new Refusal("no callback was given up");
      },
    ),
  ];
}

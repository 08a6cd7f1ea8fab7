import { callbacksOf, changeCallbacks } from "../../actions/callback-settings.js";
import { retryCallbacks } from "../../actions/callbacks.js";
import { mayChange } from "../../actions/rights.js";
import { Refusal } from "../../admin/refusal.js";
import { actionButton } from "../web/action-forms.js";
import { callbackCards, callbackFacts, callbackForm, expectRetried } from "../web/callbacks.js";
import { type Form, type Page, phoneCell } from "../web/view.js";
import { developerTabs } from "./keys.js";
import type { PortalSources } from "./sources.js";
import {
  type ActionRoute,
  customerAction,
  customerOf,
  customerText,
  type PageRoute,
  type Visit,
} from "./visit.js";

function formsFor(card: Awaited<ReturnType<typeof callbacksOf>>): readonly Form[] {
  const isNew = card.callbackUrl === null;
  const change = callbackForm("/callbacks", card, {
    button: "Keep the address",
    caption: "Address",
    primary: isNew,
    names: ["callbackUrl", "callbackParts"],
    fields: {
      callbackUrl: {
        hint: "of your server, for example https://example.com/sms; none stops callbacks",
      },
    },
  });
  const retry = { button: "Post again what was given up", caption: "Retry" };
  return [
    change,
    ...(isNew
      ? []
      : [
          {
            ...({ action: "/callbacks/test", button: "Send a test", caption: "Test" } as const),
            ...({ icon: "webhook", fields: [] } as const),
          },
          actionButton(retryCallbacks, "/callbacks/retry", {}, retry),
        ]),
  ];
}

const intro =
  "Your server gets a signed POST when a message has its final state. The address must be reachable from the internet.";

async function callbacksPage({ store }: PortalSources, visit: Visit): Promise<Page> {
  const card = await callbacksOf(store, visit.customer, visit.caller);
  const cards = callbackCards(store, visit, {
    customer: customerText(visit),
    base: "/callbacks",
    numberOf: ({ number, message }) => phoneCell(number, { href: `/messages/${message}` }),
    status: "State",
  });
  return {
    title: "Developers",
    tabs: developerTabs("/callbacks"),
    sections: [
      {
        heading: "Callbacks",
        text: intro,
        facts: [{ caption: "Callbacks", facts: callbackFacts(card) }],
        forms: mayChange(changeCallbacks.may, visit.caller) ? formsFor(card) : [],
      },
      ...(await Promise.all(cards)),
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

export function callbackPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/callbacks", role: "develop", show: (visit) => callbacksPage(sources, visit) }];
}

export function callbackActions(sources: PortalSources): readonly ActionRoute[] {
  const { store } = sources;
  const back = (): string => "/callbacks";
  return [
    customerAction(store, changeCallbacks, {
      path: "/callbacks/change",
      back,
      ownerOf: async (visit) => (await customerOf(store, visit)).name,
    }),
    {
      path: "/callbacks/test",
      role: "develop",
      back,
      done: "The test was sent.",
      run: (visit) => testPage(sources, visit),
    },
    customerAction(store, retryCallbacks, {
      path: "/callbacks/retry",
      back,
      given: () => ({ all: "on" }),
      shown: expectRetried,
    }),
  ];
}

import {
  addLink,
  changeLink,
  type LinkCard,
  removeLink,
  showLink,
  startLink,
  stopLink,
} from "../../actions/links.js";
import { queuesOf } from "../../actions/queue.js";
import { changeRefusal, removalRefusal } from "../../domain/delivery/links/configuration.js";
import { isSecretSetting } from "../../domain/delivery/links/setting-forms.js";
import { refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { Store } from "../../ports/store.js";
import { isFileSetting } from "../../work/delivery/link-settings.js";
import { countText } from "../web/number-texts.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { auditFact } from "./audit-page.js";
import { noteOf } from "./shift-notes.js";
import { buyPriceCard } from "./buy-prices.js";
import { deliverabilityCard } from "./deliverability.js";
import { responseCards, responseSteps } from "./link-responses.js";
import { happenedCard } from "./link-happenings.js";
import { queueFacts } from "./link-table.js";
import { part } from "../web/page.js";
import { type ActionRoute, hasRole, operatorAction, type PageRoute, type Visit } from "./visit.js";
import { linkPill } from "../web/states.js";
import { rateChart } from "./traffic.js";
import { periodNames, periods, periodSegments, stepsOf } from "./traffic-steps.js";
import { type Cell, exactTime, type Form, type Page, type Section } from "../web/view.js";

const placeOf = (name: string): string => `/links/${part(name)}`;

const switchForm = ({ name, state }: LinkCard): Form =>
  state === "stopped"
    ? actionButton(startLink, `${placeOf(name)}/start`)
    : actionButton(stopLink, `${placeOf(name)}/stop`);

function changeCard(link: LinkCard): Section {
  const { name, settings } = link;
  const shown = Object.entries(settings).filter(([key]) => !isSecretSetting(key) && !isFileSetting(key));
  const mayChange = changeRefusal(link, { settings }) === undefined;
  const mayRemove = removalRefusal(link, false) === undefined;
  const change = actionForm(changeLink, `${placeOf(name)}/change`, {
    caption: "Change the link",
    folded: true,
    icon: "settings",
    names: ["url", "password", "network", "set"],
    values: { set: shown.map(([key, text]) => `${key}=${text}`) },
    fields: { password: { hint: "empty: unchanged" } },
  });
  return {
    heading: "Change",
    text: mayChange ? undefined : "The link is changed and removed in the configuration of the server.",
    forms: [
      ...(mayChange ? [change] : []),
      ...(mayRemove ? [actionButton(removeLink, `${placeOf(name)}/remove`)] : []),
    ],
  };
}

function codeCard({ codes }: LinkCard): Section {
  const sorted = Object.entries(codes ?? {}).sort(([, one], [, other]) => other - one);
  const most = sorted[0]?.[1] ?? 1;
  const rows = sorted.map(([code, count]): readonly Cell[] => [
    { text: refusalWords(code)?.text ?? "A code of the network" },
    { text: code, layout: "code" },
    { text: countText(count), number: true },
    { text: "", meter: { share: count / most, tone: "bad" } },
  ]);
  const columns = ["Reason", "Code", { text: "Responses", number: true }, ""];
  const empty = "There was no such response.";
  const table = { caption: "Responses other than acceptance", columns, rows, empty };
  return { heading: "Refusals by code", width: 8, note: "since the link was opened", tables: [table] };
}

/** The label of a counter: `repeatedReceipts` becomes `Repeated receipts`. */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function factCards({
  url,
  network,
  ofFile,
  reportedAt,
  settings,
  counts,
  ...card
}: LinkCard): readonly Section[] {
  const fact = (name: string, text: string | number) => ({ name, text: String(text) });
  const facts = [
    fact("Address", url),
    fact("Network", network),
    fact("In flight", `${card.used} of ${card.window}`),
    { name: "Reported", ...exactTime(reportedAt) },
    fact("Configured by", ofFile ? "the configuration of the server" : "commands and the console"),
    ...Object.entries(settings).map(([name, text]) => fact(name, text)),
  ];
  const counters = Object.entries(counts ?? {}).map(([name, count]) => fact(wordsOf(name), countText(count)));
  return [
    { heading: "Settings", width: 4, facts: [{ caption: "Settings", facts }] },
    ...(counters.length === 0
      ? []
      : [
          {
            heading: "Counters",
            width: 4 as const,
            note: "since the server started",
            facts: [{ caption: "Counters", facts: counters }],
          },
        ]),
  ];
}

async function pageOf(store: Store, visit: Visit): Promise<Page> {
  const card = await showLink.row(store, { name: visit.params["name"] }, visit);
  const period = periodNames.find((name) => name === visit.query.get("period")) ?? "hour";
  const steps = await stepsOf(store, card.name, periods[period], visit.now);
  const place = placeOf(card.name);
  const id = (await store.links.links()).find(({ name }) => name === card.name)?.id ?? 0;
  const queue = (await queuesOf(store, visit.now)).find(({ link }) => link === card.name);
  const { problem } = card;
  const mayChange = hasRole(visit, "admin");
  const note = await noteOf(store, "link", card.name, visit);
  return {
    title: card.name,
    live: true,
    state: linkPill(card),
    tag: card.kind.toUpperCase(),
    crumbs: [
      { text: "Links", href: "/links" },
      { text: card.name, href: "" },
    ],
    facts: [
      ...(queue === undefined ? [] : queueFacts(queue, visit.now)),
      ...auditFact({ link: card.name }, visit),
    ],
    segments: [periodSegments(period, (name) => `${place}?period=${name}`)],
    actions: [...note.actions, ...(mayChange ? [switchForm(card)] : [])],
    attention: note.attention.length === 0 ? undefined : note.attention,
    notice: problem === null ? undefined : { tone: "warn", icon: "triangle-alert", what: problem },
    sections: [
      { heading: "Throughput", charts: [rateChart(steps, periods[period].step, card.name)] },
      ...responseCards(await responseSteps(store, card.name, periods[period], visit.now), card.name),
      await happenedCard(store, visit, { id, name: card.name }, { limit: 20 }),
      await deliverabilityCard(store, { link: { id, name: card.name } }, visit.now),
      codeCard(card),
      ...factCards(card),
      ...(mayChange ? [await buyPriceCard(store, card.name, visit), changeCard(card)] : []),
    ],
  };
}

export function linkPage(store: Store): PageRoute {
  return { path: "/links/:name", role: "viewer", show: (visit) => pageOf(store, visit) };
}

export function linkActions(store: Store): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ name = "" }) => placeOf(name);
  const all: ActionRoute["back"] = () => "/links";
  return [
    operatorAction(store, addLink, { path: "/links/add", back: all, shown: ({ name }) => placeOf(name) }),
    operatorAction(store, startLink, { path: "/links/:name/start", back }),
    operatorAction(store, stopLink, { path: "/links/:name/stop", back }),
    operatorAction(store, changeLink, { path: "/links/:name/change", back }),
    operatorAction(store, removeLink, { path: "/links/:name/remove", back: all }),
  ];
}

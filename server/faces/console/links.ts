import { changeLink, addLink, type LinkCard, removeLink, setStarted, showLink } from "../../admin/links.js";
import { showQueue } from "../../admin/queue.js";
import { changeRefusal, removalRefusal } from "../../domain/delivery/links/configuration.js";
import { isSecretSetting } from "../../domain/delivery/links/setting-forms.js";
import { refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { Store } from "../../ports/store.js";
import { isFileSetting } from "../../work/delivery/link-settings.js";
import { countText } from "../web/figures.js";
import { textOf } from "../web/form.js";
import { buyPriceCard } from "./buy-prices.js";
import { deliverabilityCard } from "./deliverability.js";
import { changeOf, inputOf, settingFields } from "./link-forms.js";
import { queueFacts } from "./link-table.js";
import { changeAction, part } from "../web/page.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { linkPill } from "../web/states.js";
import { rateChart } from "./traffic.js";
import { periodNames, periods, periodSegments, stepsOf } from "./traffic-steps.js";
import { type Cell, exactTime, type Field, type Form, type Page, type Section } from "../web/view.js";

const switchForm = ({ name, state }: LinkCard): Form =>
  state === "stopped"
    ? { action: `/links/${part(name)}/start`, button: "Start the link", fields: [] }
    : { action: `/links/${part(name)}/stop`, button: "Stop the link", fields: [], danger: true };

function changeCard(link: LinkCard): Section {
  const { name, settings } = link;
  const place = `/links/${part(name)}`;
  const given = Object.entries(settings)
    .filter(([key]) => !isSecretSetting(key) && !isFileSetting(key))
    .map(([key, text]) => `${key}=${text}`);
  const mayChange = changeRefusal(link, { settings }) === undefined;
  const mayRemove = removalRefusal(link, false) === undefined;
  const url: Field = {
    name: "url",
    label: "URL",
    type: "text",
    hint: "empty: unchanged; a new URL requires the password",
  };
  const change: Form = {
    action: `${place}/change`,
    button: "Change the link",
    caption: "Change the link",
    folded: true,
    icon: "settings",
    fields: [url, ...settingFields(given, "empty: unchanged")],
  };
  const remove: Form = { action: `${place}/remove`, button: "Remove the link", fields: [], danger: true };
  return {
    heading: "Change",
    text: mayChange ? undefined : "The link is changed and removed in the configuration of the server.",
    forms: [...(mayChange ? [change] : []), ...(mayRemove ? [remove] : [])],
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
  const card = await showLink(store, visit.params["name"] ?? "", visit.now);
  const period = periodNames.find((name) => name === visit.query.get("period")) ?? "hour";
  const steps = await stepsOf(store, card.name, periods[period], visit.now);
  const place = `/links/${part(card.name)}`;
  const id = (await store.links.links()).find(({ name }) => name === card.name)?.id ?? 0;
  const queue = (await showQueue(store, visit.now)).find(({ link }) => link === card.name);
  const { problem } = card;
  const mayChange = hasRole(visit, "admin");
  return {
    title: card.name,
    live: true,
    state: linkPill(card),
    tag: card.kind.toUpperCase(),
    crumbs: [
      { text: "Links", href: "/links" },
      { text: card.name, href: "" },
    ],
    facts: queue === undefined ? [] : queueFacts(queue, visit.now),
    segments: [periodSegments(period, (name) => `${place}?period=${name}`)],
    actions: mayChange ? [switchForm(card)] : [],
    notice: problem === null ? undefined : { tone: "warn", icon: "triangle-alert", what: problem },
    sections: [
      { heading: "Throughput", charts: [rateChart(steps, periods[period].step, card.name)] },
      await deliverabilityCard(store, { link: { id, name: card.name } }, visit.now),
      codeCard(card),
      ...factCards(card),
      ...(mayChange ? [await buyPriceCard(store, card.name), changeCard(card)] : []),
    ],
  };
}

export function linkPage(store: Store): PageRoute {
  return { path: "/links/:name", role: "viewer", show: (visit) => pageOf(store, visit) };
}

const back: ActionRoute["back"] = ({ name = "" }) => `/links/${part(name)}`;
const all: ActionRoute["back"] = () => "/links";
const nameOf = ({ params }: Visit): string => params["name"] ?? "";

function switchAction(store: Store, verb: "start" | "stop", done: string): ActionRoute {
  const route = { path: `/links/:name/${verb}`, role: "admin", done, back } as const;
  const danger = {
    button: "Stop the link",
    text: "It takes no further messages: they wait, or take another link. Messages in flight get their response.",
  };
  return changeAction({ ...route, danger: verb === "stop" ? danger : undefined }, async (visit) =>
    setStarted(store, nameOf(visit), verb === "start", visit),
  );
}

export function linkActions(store: Store): readonly ActionRoute[] {
  const removal = {
    button: "Remove the link",
    text: "Its settings and its password are deleted. Messages that wait for it take another route.",
  };
  return [
    {
      path: "/links/add",
      role: "admin",
      done: "The link was added.",
      back: all,
      run: async (visit, form) => {
        const [name, url] = [textOf(form, "name") ?? "", textOf(form, "url") ?? ""];
        await addLink(store, name, { ...inputOf(form), url }, visit);
        return back({ name });
      },
    },
    switchAction(store, "start", "The link starts within a second."),
    switchAction(store, "stop", "The link stops after the responses to its messages in flight."),
    changeAction(
      { path: "/links/:name/change", role: "admin", done: "The link was changed.", back },
      async (visit, form) => changeLink(store, nameOf(visit), changeOf(form), visit),
    ),
    changeAction(
      {
        path: "/links/:name/remove",
        role: "admin",
        done: "The link was removed.",
        back: all,
        danger: removal,
      },
      async (visit) => removeLink(store, nameOf(visit), visit),
    ),
  ];
}

import type { Problem, ProblemCode } from "../../admin/health.js";
import type { Action } from "../../actions/action.js";
import { retryCallbacks } from "../../actions/callbacks.js";
import { blockCustomer, releaseCustomer } from "../../actions/customers.js";
import { startLink } from "../../actions/links.js";
import { mayChange } from "../../actions/rights.js";
import { counted } from "../../admin/values.js";
import { part } from "../web/page.js";
import { actionButton } from "../web/action-forms.js";
import type { Attention, Form, Link, Page } from "../web/view.js";
import type { Snapshots } from "./snapshot.js";
import { moveLink } from "./route-move.js";
import type { PageRoute, Visit } from "./visit.js";

interface Help {
  /** What the problem means, or what to do, in a sentence. */
  readonly text: string;
  /** For a problem of one customer, its page takes the place of this one. */
  readonly link?: Link | undefined;
}

const to = (text: string, path: string): Link => ({ text, href: path });

/** Advice of the console for each problem. */
const helps: Readonly<Record<ProblemCode, Help>> = {
  configuration: { text: "The server goes on with the settings before.", link: to("Settings", "/settings") },
  database: { text: "Nothing is accepted until it can be used.", link: to("Database", "/database") },
  disk: { text: "A full disk stops all sending.", link: to("Database", "/database") },
  delivery: { text: "Accepted messages wait until one does.", link: to("Processes", "/database") },
  version: { text: "Restart all processes with one version.", link: to("Processes", "/database") },
  link: { text: "Its messages wait, or take another link.", link: to("Look at the links", "/links") },
  loopback: { text: "That is for tests: add a link to a network.", link: to("Look at the links", "/links") },
  queueAge: { text: "Compare windows and rates of the links.", link: to("Look at the links", "/links") },
  noRoute: { text: "They wait until a route fits.", link: to("Look at the routes", "/routes") },
  uncertain: {
    text: "The response of the network is missing.",
    link: to("Decide", "/uncertain"),
  },
  smpp: {
    text: "They are discarded after 72 hours without a receiver.",
    link: to("Look at the clients", "/smpp"),
  },
  transaction: {
    text: "Old rows cannot be removed meanwhile, which makes sending slower.",
    link: to("Database", "/database"),
  },
  replica: {
    text: "Writes wait, or the database may lose its only copy.",
    link: to("Database", "/database"),
  },
  draining: {
    text: "Then its messages are refused.",
    link: to("Look at the customers", "/customers"),
  },
  countryLimit: {
    text: "Its messages there are refused until midnight: raise the limit, or ask who sends them.",
    link: to("Look at the customers", "/customers"),
  },
  refusedCalls: {
    text: "Its programs get refusals in place of messages.",
    link: to("Look at the customers", "/customers"),
  },
  callbacks: {
    text: "Its server does not learn what became of its messages.",
    link: to("Look at the customers", "/customers"),
  },
  lowBalance: {
    text: "Without credit its messages are refused.",
    link: to("Look at the customers", "/customers"),
  },
  unusualTraffic: {
    text: "Ask the customer; block it if somebody else has its password or key.",
    link: to("Look at the customers", "/customers"),
  },
  misread: {
    text: "Messages to them reach nobody, or a stranger.",
    link: to("Look at the customers", "/customers"),
  },
  nationalOptOut: {
    text: "Numbers without a country stop messages to the same number in every country.",
    link: to("Look at the customers", "/customers"),
  },
  provider: {
    text: "Its messages take the links of their routes, as those of other users.",
    link: to("Look at the customers", "/customers"),
  },
  samePassword: {
    text: "Invite the user again for a password of the portal, or remove that of its programs.",
    link: to("Look at the customers", "/customers"),
  },
  weakPassword: {
    text: "Give its programs another password: this one can be guessed.",
    link: to("Look at the customers", "/customers"),
  },
  certificate: { text: "Clients refuse a certificate that is not valid.", link: to("Settings", "/settings") },
  clock: { text: "Set the clock by a time server (NTP)." },
  openFiles: { text: "Raise the limit of open files of the service." },
  exposure: { text: "Others could read it.", link: to("Database", "/database") },
};

/** Problems on the overview; the others are on the page of all. */
const mostShown = 5;

export const problemsPath = "/problems";

/** How many there are, as a live text. */
export const problemsText = ({ length }: readonly Problem[]): string => counted(length, "problem");

/** Pages of a customer on which something can be done about a problem, below its own. */
const customerPages: Readonly<Partial<Record<ProblemCode, readonly [text: string, path: string]>>> = {
  callbacks: ["Look at the callbacks", "/callbacks"],
  draining: ["Add credit", "/ledger?add=on"],
  countryLimit: ["Look at the limits", "/settings"],
  lowBalance: ["Add credit", "/ledger?add=on"],
  nationalOptOut: ["Look at the opt-outs", "/opt-outs"],
  samePassword: ["Look at the users", "/users"],
  unusualTraffic: ["Limit its rate", "/settings"],
  weakPassword: ["Look at the users", "/users"],
};

const isCritical = ({ severity }: Problem): boolean => severity === "critical";

function linksOf({ code, customer, link, is }: Problem, visit: Visit): readonly Link[] {
  if (link !== undefined) {
    const others = is === "stopped" ? [] : moveLink({ link }, visit);
    return [...others, to("Look at the link", `/links/${part(link)}`)];
  }
  const general = helps[code].link;
  if (customer === undefined) return general === undefined ? [] : [general];
  const [text, below] = customerPages[code] ?? ["Look at the customer", ""];
  return [to(text, `/customers/${customer}${below}`)];
}

/** Actions without further values that end a problem. */
function doneBy({ code, customer, link, is }: Problem): readonly (readonly [action: Action, path: string])[] {
  if (link !== undefined) return is === "stopped" ? [[startLink, `/links/${part(link)}/start`]] : [];
  if (customer === undefined) return [];
  const place = `/customers/${customer}`;
  if (is === "held") return [[releaseCustomer, `${place}/release`]];
  if (code === "unusualTraffic") return [[blockCustomer, `${place}/block`]];
  return code === "callbacks" ? [[retryCallbacks, `${place}/callbacks/retry`]] : [];
}

const formsOf = (problem: Problem, { caller }: Visit): readonly Form[] =>
  doneBy(problem)
    .filter(([action]) => mayChange(action.may, caller))
    .map(([action, path]) => actionButton(action, path));

/** What a problem is about: its figures change. */
const keyOf = ({ code, customer, link, is }: Problem): string =>
  [code, customer, link, is].filter((part) => part !== undefined).join(" ");

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const shown =
  (visit: Visit) =>
  (problem: Problem): Attention => {
    const { name, said, text, code, since } = problem;
    return {
      key: keyOf(problem),
      tone: isCritical(problem) ? "bad" : "warn",
      what: `${name === undefined || said === undefined ? capital(text) : `${name} ${said}`}.`,
      figures: helps[code].text,
      since,
      links: linksOf(problem, visit),
      forms: formsOf(problem, visit),
    };
  };

/** All problems with what can be done about them, the worst first. */
const sorted = (problems: readonly Problem[], visit: Visit): readonly Attention[] =>
  [...problems.filter(isCritical), ...problems.filter((problem) => !isCritical(problem))].map(shown(visit));

/** The worst problems, and how many more there are. */
export function attentionOf(problems: readonly Problem[], visit: Visit): readonly Attention[] {
  const all = sorted(problems, visit);
  const more = all.length - mostShown;
  if (more <= 0) return all;
  const rest: Attention = {
    tone: "warn",
    what: `${more} more.`,
    links: [to("All problems", problemsPath)],
    figures: "Each with what can be done about it.",
  };
  return [...all.slice(0, mostShown), rest];
}

/** The page of all problems. */
export function problemsPage(snapshots: Snapshots): PageRoute {
  const show = async (visit: Visit): Promise<Page> => {
    const { problems } = await snapshots.now();
    const none = {
      heading: "Problems",
      checks: [{ icon: "circle-check", tone: "ok", what: "There is no problem now." }],
    } as const;
    return {
      title: "All problems",
      crumbs: [
        { text: "Overview", href: "/" },
        { text: "All problems", href: "" },
      ],
      facts: [
        { text: problemsText(problems), live: "problems" },
        { text: "The worst first." },
        { text: "The command messenger doctor lists the same." },
      ],
      attention: sorted(problems, visit),
      sections: problems.length === 0 ? [none] : [],
      live: true,
    };
  };
  return { path: problemsPath, role: "viewer", show };
}

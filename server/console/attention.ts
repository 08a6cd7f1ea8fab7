import type { Problem, ProblemCode } from "../admin/health.js";
import type { Attention, Link } from "../web/view.js";

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
    text: "Nobody knows whether the network has them.",
    link: to("Decide about them", "/uncertain"),
  },
  smpp: {
    text: "They are discarded after 72 hours without a receiver.",
    link: to("Look at the clients", "/smpp"),
  },
  transaction: {
    text: "Old rows cannot be removed meanwhile, which makes sending slower.",
    link: to("Database", "/database"),
  },
  lowBalance: {
    text: "Without credit its messages are refused.",
    link: to("Look at the customers", "/customers"),
  },
  unusualTraffic: {
    text: "Ask the customer; block it if somebody else has its password or key.",
    link: to("Look at the customers", "/customers"),
  },
  provider: {
    text: "Its messages take the links of their routes, as those of other users.",
    link: to("Look at the customers", "/customers"),
  },
  certificate: { text: "Clients refuse a certificate that is not valid.", link: to("Settings", "/settings") },
  clock: { text: "Set the clock by a time server (NTP)." },
  openFiles: { text: "Raise the limit of open files of the service." },
  exposure: { text: "Others could read it.", link: to("Database", "/database") },
};

/** Problems on a page; the others are counted. */
const mostShown = 4;

const isCritical = ({ severity }: Problem): boolean => severity === "critical";

/** Problems with what can be done about them, the worst first. */
export function attentionOf(problems: readonly Problem[]): readonly Attention[] {
  const sorted = [...problems.filter(isCritical), ...problems.filter((problem) => !isCritical(problem))];
  const shown = sorted.slice(0, mostShown).map((problem): Attention => {
    const { text, link } = helps[problem.code];
    const { customer } = problem;
    const place = customer === undefined ? link : to("Look at the customer", `/customers/${customer}`);
    const what = `${problem.text.slice(0, 1).toUpperCase()}${problem.text.slice(1)}.`;
    return {
      tone: isCritical(problem) ? "bad" : "warn",
      what,
      figures: text,
      links: place === undefined ? [] : [place],
    };
  });
  const more = sorted.length - shown.length;
  const rest: Attention = {
    tone: "warn",
    what: `${more} more.`,
    links: [],
    figures: "`messenger doctor` lists all problems.",
  };
  return more > 0 ? [...shown, rest] : shown;
}

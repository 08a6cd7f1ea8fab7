import { type BulkRow, listBulk, prepareBulk, showBulk, startBulk, stopBulk } from "../../actions/bulk.js";
import { counted } from "../../admin/values.js";
import { bulkKinds, type BulkKind, type LeftOut } from "../../domain/desk/bulk.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import type { IconName } from "../web/icons.js";
import { listedTable, partFoot, placesOf, wantedIn } from "../web/listed.js";
import { countText } from "../web/number-texts.js";
import { idOf } from "../web/page.js";
import {
  type Cell,
  exactTime,
  type Form,
  type Page,
  type Pill,
  type Section,
  type Tile,
  timeCell,
} from "../web/view.js";
import { conditionsText, namesOfCustomers } from "./customer-names.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

/** Refund, cancel and send again for all messages of a search: a page with the figures, which starts it and then shows its progress. */

const path = "/messages/runs";

interface Words {
  readonly icon: IconName;
  /** Of the button of a search, and what the page is called. */
  readonly all: string;
  readonly verb: string;
  readonly done: string;
  /** What will happen. */
  readonly text: string;
}

const words: Readonly<Record<BulkKind, Words>> = {
  refund: {
    icon: "undo-2",
    all: "Refund all",
    verb: "Refund",
    done: "refunded",
    text: "The share of the charge of each goes back to the balance of its customer, once. The ledger keeps it with the reason refund.",
  },
  cancel: {
    icon: "circle-x",
    all: "Cancel all",
    verb: "Cancel",
    done: "cancelled",
    text: "They are not sent, and get the status SMSC_DELETED. Those of which no network has anything are refunded.",
  },
  resend: {
    icon: "rotate-ccw",
    all: "Send all again",
    verb: "Send again",
    done: "sent again",
    text: "The network gets each once more, without a charge. If the first one arrives after all, its recipient has it twice.",
  },
};

const reasons: Readonly<Record<LeftOut, string>> = {
  open: "no final status yet",
  free: "no charge",
  done: "refunded before",
  notWaiting: "do not wait any more",
  campaign: "of a campaign, which is stopped as a whole",
  sentAgain: "sent again before",
  waiting: "wait already",
  inFlight: "in flight",
  held: "uncertain: decide about each",
  accepted: "accepted by the network, without a final status",
  delivered: "delivered",
  notSendable: "rejected before sending, or the number is erased",
  private: "text erased, or private",
};

const pills: Readonly<Record<BulkRow["state"], Pill>> = {
  counting: { word: "Counting", tone: "info", icon: "hourglass" },
  counted: { word: "To confirm", tone: "warn", icon: "circle-help" },
  running: { word: "Running", tone: "info", icon: "refresh-cw" },
  done: { word: "Done", tone: "ok", icon: "check" },
  stopped: { word: "Stopped", tone: "mute", icon: "circle-stop" },
};

type Figures = BulkRow["before"];

const verbOf = ({ kind }: BulkRow, count: number): string =>
  `${words[kind].verb} ${counted(count, "message")}`;

/** Messages that are left out, with the reasons. */
function leftOutOf({ leftOut }: Figures): { readonly count: number; readonly text: string } {
  const entries = Object.entries(leftOut) as readonly (readonly [LeftOut, number])[];
  return {
    count: entries.reduce((sum, [, count]) => sum + count, 0),
    text: entries.map(([reason, count]) => `${countText(count)} ${reasons[reason]}`).join("; "),
  };
}

function tilesOf({ state, kind, before, after }: BulkRow): readonly Tile[] {
  const isBefore = state === "counting" || state === "counted";
  const shown = isBefore ? before : after;
  const of = (value: string): Cell | undefined => (isBefore ? undefined : { text: `of ${value}` });
  const left = leftOutOf(shown);
  const credits =
    kind === "resend" ? [] : [{ label: "Credits", figure: amount(shown), note: of(before.credits) }];
  return [
    {
      label: isBefore ? `To ${words[kind].verb.toLowerCase()}` : "Messages",
      figure: { text: countText(shown.messages) },
      note: of(countText(before.messages)),
    },
    ...credits,
    {
      label: "Customers",
      figure: { text: countText(shown.customers) },
      note: of(countText(before.customers)),
    },
    {
      label: "Left out",
      figure: { text: countText(left.count) },
      note: left.text === "" ? undefined : { text: left.text },
    },
  ];
}

const amount = ({ credits }: Figures): Cell => ({ text: credits, isAmount: true });

function noticeOf(row: BulkRow): Page["notice"] {
  const { state, before, after, note, kind } = row;
  const { icon, tone } = pills[state];
  const notice = { icon, tone };
  switch (state) {
    case "counting":
      return {
        ...notice,
        what: `${counted(before.found, "message")} found so far.`,
        text: "Nothing is changed. The page shows all as soon as they are counted.",
      };
    case "counted":
      return before.messages > 0
        ? undefined
        : { ...notice, what: `There is no message to ${words[kind].verb.toLowerCase()}.` };
    case "running":
      return {
        ...notice,
        what: `${countText(after.messages)} of ${counted(before.messages, "message")} ${words[kind].done} so far.`,
        text: "It goes on in the background, also when you leave this page or the service is restarted.",
      };
    case "done":
      return {
        ...notice,
        what: `${counted(after.messages, "message")} ${words[kind].done}.`,
        text: changedText(row),
      };
    case "stopped":
      return { ...notice, what: `Stopped: ${note ?? ""}.`, text: "What it had done stays." };
  }
}

/** Messages that were in the search when it was counted, and not when it was carried out. */
function changedText({ before, after }: BulkRow): string | undefined {
  if (after.messages === before.messages) return undefined;
  const difference = Math.abs(before.messages - after.messages);
  return `${counted(difference, "message")} ${after.messages < before.messages ? "fewer" : "more"} than counted: their state changed meanwhile.`;
}

function confirmationOf(row: BulkRow): Page["confirmation"] {
  const { id, kind, state, before } = row;
  if (state !== "counted" || before.messages === 0) return undefined;
  const credits = kind === "resend" ? "" : `, ${before.credits} credits,`;
  const left = leftOutOf(before);
  const rest = left.count === 0 ? "" : ` ${counted(left.count, "message")} of the search stay as they are.`;
  return {
    text: `${counted(before.messages, "message")}${credits} of ${counted(before.customers, "customer")}. ${words[kind].text}${rest}`,
    keep: { text: "Keep them", href: path },
    form: actionForm(startBulk, `${path}/${id}/start`, {
      names: [],
      button: verbOf(row, before.messages),
      danger: true,
    }),
  };
}

function actionsOf({ id, state }: BulkRow): NonNullable<Page["actions"]> {
  if (state !== "counting" && state !== "running") return [];
  return [
    { text: "Refresh", href: `${path}/${id}`, icon: "refresh-cw", primary: true },
    actionButton(stopBulk, `${path}/${id}/stop`, {}, { icon: "circle-stop" }),
  ];
}

async function runPage(store: Store, visit: Visit): Promise<Page> {
  const row = await showBulk.row(store, { id: idOf(visit) }, visit);
  const { kind, state, conditions, by, prepared, started, changed, before } = row;
  const times = [
    { name: "Counted", ...exactTime(prepared) },
    { name: "Started", ...exactTime(started) },
    { name: "Last progress", ...exactTime(changed) },
    { name: "Looked at", text: counted(state === "counted" ? before.found : row.after.found, "message") },
  ];
  return {
    title: state === "counting" ? words[kind].all : verbOf(row, before.messages),
    state: pills[state],
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: "Whole searches", href: path },
      { text: `Run ${row.id}`, href: "" },
    ],
    facts: [{ text: conditionsText(conditions, await namesOfCustomers(store)) }, { text: `by ${by}` }],
    actions: actionsOf(row),
    notice: noticeOf(row),
    tiles: tilesOf(row),
    confirmation: confirmationOf(row),
    reload: state === "counting" ? 1 : undefined,
    sections: [
      {
        heading: "Run",
        text: "Its messages are those of the search that were accepted before it was counted. Each is looked at again when it is its turn.",
        facts: [{ caption: "Run", facts: times }],
      },
    ],
  };
}

async function listPage(store: Store, visit: Visit): Promise<Page> {
  const wanted = wantedIn(visit.query, { cursor: "before", limit: 50 });
  const { rows, next } = await listBulk.part(store, {}, visit, wanted);
  const nameOf = await namesOfCustomers(store);
  const table = await listedTable(
    rows,
    [
      ["Run", ({ id, kind }) => ({ text: `${words[kind].verb} ${id}`, href: `${path}/${id}` })],
      ["State", ({ state }) => ({ text: "", pill: pills[state] })],
      ["Search", ({ conditions }) => ({ text: conditionsText(conditions, nameOf) })],
      ["Operator", "by"],
      ["Counted", ({ prepared }) => timeCell(prepared)],
      [
        { text: "Messages", number: true },
        ({ before, after, started }) => ({
          text: countText((started === null ? before : after).messages),
          number: true,
        }),
      ],
    ],
    {
      caption: "Whole searches, newest first",
      empty: {
        icon: "search",
        title: "Nothing yet",
        text: "The result of a search has buttons that refund, cancel or send again all its messages.",
      },
      foot: partFoot(counted(rows.length, "run"), wanted, next, placesOf(path, "before")),
    },
  );
  return {
    title: "Whole searches",
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: "Whole searches", href: path },
    ],
    facts: [{ text: "What was done for all messages of a search." }],
    sections: [{ heading: "Runs", tables: [table] }],
  };
}

/** The buttons below the result of a search. */
export const wholeSearch = (search: number): Section => ({
  heading: "The whole search",
  text: "The next page counts all its messages, also those that are not on this page, and changes nothing.",
  forms: bulkKinds.map((kind): Form =>
    actionButton(
      prepareBulk,
      `/messages/found/${search}/all/${kind}`,
      {},
      { button: words[kind].all, icon: words[kind].icon },
    ),
  ),
});

export function bulkPages(store: Store): readonly PageRoute[] {
  return [
    { path, role: "support", show: (visit) => listPage(store, visit) },
    { path: `${path}/:id`, role: "support", show: (visit) => runPage(store, visit) },
  ];
}

export function bulkActions(store: Store): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ id = "" }) => `${path}/${encodeURIComponent(id)}`;
  return [
    operatorAction(store, prepareBulk, {
      path: "/messages/found/:search/all/:kind",
      back: ({ search = "" }) => `/messages/found/${encodeURIComponent(search)}`,
      // A look, which may be sent any number of times.
      done: "",
      shown: ({ id }) => `${path}/${id}`,
    }),
    operatorAction(store, startBulk, { path: `${path}/:id/start`, back }),
    operatorAction(store, stopBulk, { path: `${path}/:id/stop`, back }),
  ];
}

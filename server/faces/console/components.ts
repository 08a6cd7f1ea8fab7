import type { PageRoute } from "./visit.js";
import { accessPill, linkPill, messagePill } from "../web/states.js";
import { amountCell, type Field, type Form, type Page, phoneCell, type Section } from "../web/view.js";

/** Every component with every state: a reference for authors of pages, and for tests of the look. The values are examples. */

const values = [8, 9, 7, 9, 11, 10, null, 12, 14, 13, 15, 14];
const start = Date.UTC(2030, 0, 15, 8);
const times = values.map((_, index) => start + index * 300_000);

const chart = {
  caption: "Throughput",
  finding: "Messages per second: between 7 and 15",
  times,
  unit: "messages /s",
} as const;
const before = values.map((value) => (value === null ? 9 : value - 2));

const charts: readonly Section[] = [
  {
    heading: "Lines",
    width: 8,
    charts: [
      {
        ...chart,
        form: "lines",
        series: [
          { name: "Accepted", tone: "in", values },
          { name: "Delivered", tone: "ok", values: values.map((value) => value && value - 1) },
          { name: "Failed", tone: "bad", values: values.map((value) => value && 1) },
          { name: "Last week", tone: "mute", isBefore: true, values: before },
        ],
      },
    ],
  },
  {
    heading: "Shares",
    width: 4,
    note: "1,000",
    shares: {
      total: 1_000,
      parts: [
        { name: "Delivered", tone: "ok", count: 940 },
        { name: "Expired", tone: "warn", count: 30 },
        { name: "Refused", tone: "bad", count: 29 },
        { name: "Unknown", tone: "mute", count: 1, href: "/components" },
      ],
    },
  },
  {
    heading: "Bars",
    width: 6,
    charts: [
      {
        ...chart,
        form: "bars",
        series: [
          { name: "Delivered", tone: "ok", values },
          { name: "Expired", tone: "warn", values: values.map(() => 1) },
        ],
      },
    ],
  },
  {
    heading: "Heat map",
    width: 6,
    heat: {
      caption: "Messages by day and hour",
      unit: "messages",
      finding: "Most messages at 9 on Monday",
      columns: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`),
      rows: ["Mon", "Tue"].map((name, row) => ({
        name,
        values: Array.from({ length: 24 }, (_, hour) => (row === 1 && hour > 12 ? null : (hour * 7) % 23)),
      })),
    },
  },
];

const fields: readonly Field[] = [
  { name: "text", label: "Text", type: "text", hint: "A hint says what is wanted.", value: "Example" },
  { name: "wrong", label: "Refused", type: "text", value: "ten", error: "Use a number from 1 to 1000." },
  { name: "choice", label: "Choice", type: "select", options: ["SMS", "MMS"], width: "short" },
  { name: "lines", label: "Lines", type: "lines", value: "window=50" },
  { name: "tick", label: "Tick", type: "checkbox", value: "on" },
];

const form = (more: Partial<Form>): Form => ({ action: "/components", button: "Send", fields, ...more });

const elements = [
  "SMSC_DEFERRED",
  "InProcessNow",
  "SUCCESS",
  "SMSC_DELIVERED",
  "SMSC_UNDELIVERABLE",
  "SMSC_EXPIRED",
  "SMSC_DELETED",
  "SMSC_UNKNOWN",
  "SMSC_REJECTED",
  "FAILED",
  "REJECTED_INVALID_NUMBER",
  "REJECTED_BLACKLISTED",
];

const pills = [
  ...elements.map(messagePill),
  ...["bound", "stopped", "no server", "connecting"].map((state) =>
    linkPill({ state, up: state === "bound" }),
  ),
  ...(["active", "blocked", "held"] as const).map((state) => accessPill(state)),
];

const tables: Section = {
  heading: "Tables",
  tables: [
    {
      caption: "States",
      columns: ["State", "Time", "Code", { text: "Credits", number: true }, "Share", "Course", ""],
      rows: pills.map((pill, index) => [
        { text: pill.word, href: "/components", note: String(index) },
        { text: "", time: start },
        { text: "RINVDSTADR (0x0b)", layout: "code" },
        { text: `${index}.000`, number: true },
        { text: `${index} of 20`, meter: { share: index / 20, tone: index > 16 ? "warn" : "in" } },
        { text: "", spark: { values, tone: "ok", finding: "A course" } },
        { text: "", pill },
      ]),
      empty: "",
      foot: { text: "1 to 18 of 40", newer: "/components", older: "/components" },
    },
    {
      caption: "Nothing",
      columns: ["Column"],
      rows: [],
      empty: {
        icon: "webhook",
        title: "No callbacks yet",
        text: "A callback tells a program what happened.",
      },
    },
  ],
};

/** Small multiples, a phone number, and a text that is cut to one line. */
const pictures: Section = {
  heading: "Pictures",
  note: "last 1 hour",
  tables: [
    {
      caption: "Pictures",
      columns: [
        "Link",
        { text: "Sent", note: "0 to 15 /s" },
        "Number",
        "Reason",
        { text: "Credits", number: true },
      ],
      rows: [
        [
          {
            text: "east",
            href: "/components",
            state: linkPill({ state: "bound", up: true }),
            note: "SMPP",
            layout: "picture",
          },
          {
            text: "10.3",
            unit: "/s",
            layout: "picture",
            spark: { values, tone: "in", most: 15, finding: "Sent per second" },
          },
          phoneCell("12025550***"),
          { text: "The handset is off or out of reach", mark: "bad", layout: "rest" },
          amountCell("19860.5"),
        ],
      ],
      empty: "",
    },
  ],
};

const page: Page = {
  title: "Components",
  progress: { steps: ["Write", "Check the cost", "Sent"], current: 1 },
  state: messagePill("SMSC_DELIVERED"),
  tag: "Tag",
  crumbs: [
    { text: "Overview", href: "/" },
    { text: "Components", href: "" },
  ],
  facts: [{ text: "Every part of a page" }, { text: "", time: start, exact: true }],
  actions: [
    { text: "Link", href: "/components", icon: "coins" },
    form({ button: "Danger", danger: true, fields: [] }),
  ],
  tabs: [
    { text: "One", href: "/components", current: true },
    { text: "Two", href: "/components", count: 4 },
  ],
  attention: [
    {
      tone: "bad",
      what: "Something is wrong.",
      figures: "412 a minute; usual are 38.",
      links: [{ text: "Look at it", href: "/components" }],
    },
    { tone: "warn", what: "Something may go wrong.", figures: "In about 48 minutes.", links: [] },
  ],
  notice: {
    tone: "bad",
    icon: "circle-x",
    what: "The number does not exist in the network.",
    text: "Sending again does not help unless the number is corrected.",
  },
  chips: [{ action: "/messages/find", button: "State: failed", fields: [] }],
  tiles: [
    {
      label: "Accepted",
      figure: { text: "13.9" },
      unit: "/s",
      note: { text: "last week 7.9 /s" },
      href: "/components",
      spark: { values, tone: "in", finding: "Accepted" },
    },
    {
      label: "Balance",
      figure: { text: "19,860.5" },
      unit: "SMS",
      note: { text: "ends today", tone: "warn" },
    },
  ],
  sections: [
    ...charts,
    tables,
    pictures,
    {
      heading: "Time line",
      width: 8,
      steps: [
        { icon: "log-in", what: "Accepted", detail: "By user api", at: start },
        {
          icon: "hourglass",
          tone: "warn",
          what: "Asked to wait",
          code: "RTHROTTLED (0x58)",
          at: start + 165,
          since: 165,
        },
        { icon: "x", tone: "bad", what: "Refused", detail: "This is final", at: start + 3_800, since: 3_635 },
      ],
    },
    {
      heading: "Details",
      width: 4,
      facts: [{ caption: "Details", facts: [{ name: "Originator", text: "Shop" }] }],
      links: [{ text: "A link", href: "/components" }],
    },
    {
      heading: "Sum",
      width: 6,
      figure: { text: "3,612", unit: "SMS credits" },
      facts: [
        {
          caption: "Sum",
          isSum: true,
          facts: [
            { name: "Recipients", text: "1,204" },
            { name: "Parts for each", text: "× 3", note: "Unicode" },
          ],
        },
      ],
    },
    { heading: "Form", width: 6, forms: [form({ caption: "A form", primary: true })] },
    {
      heading: "Folded form",
      width: 6,
      forms: [form({ caption: "Add something", folded: true, fields: fields.filter(({ error }) => !error) })],
    },
  ],
};

export function componentPages(): readonly PageRoute[] {
  return [{ path: "/components", role: "admin", show: async () => page }];
}

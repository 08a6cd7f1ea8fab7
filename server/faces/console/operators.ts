import {
  addOperator,
  changeOperator,
  listOperators,
  removeOperator,
  setOperatorPassword,
  setTotp,
} from "../../actions/operators.js";
import { unknownThing } from "../../admin/refusal.js";
import { totpUri } from "../../credentials/totp.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { oncePage, part } from "../web/page.js";
import { type Page, timeCell } from "../web/view.js";
import { auditPlace } from "./audit-page.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

/** Who logs in at the console, and with which role. */

type OperatorRow = Awaited<ReturnType<typeof listOperators.rows>>[number];

const place = "/operators";

const roleNames = { viewer: "Viewer", support: "Support", admin: "Administrator" } as const;

const placeOf = (name: string): string => `${place}/${part(name)}`;

const columns: readonly ListedColumn<OperatorRow>[] = [
  ["Operator", ({ name }) => ({ text: name, href: placeOf(name) })],
  ["One-time code", ({ totp }) => ({ text: totp ? "asked for" : "no" })],
  ["Since", ({ created }) => timeCell(created)],
  ["Role now", ({ role }) => ({ text: roleNames[role] })],
];

async function operatorsPage(store: Store, visit: Visit): Promise<Page> {
  const rows = await listOperators.rows(store, {}, visit);
  const table = await listedTable(rows, columns, {
    caption: "Operators of the console",
    empty: "There is no operator.",
    action: {
      heading: "Role",
      button: ({ name, role }) =>
        name === visit.operator.name
          ? { text: "you" }
          : actionButton(changeOperator, `${placeOf(name)}/role`, {}, { names: ["role"], values: { role } }),
    },
  });
  const add = actionForm(addOperator, `${place}/add`, {
    caption: "Add an operator",
    icon: "user",
    folded: true,
    primary: true,
    fields: { role: { width: "medium" } },
  });
  return {
    title: "Operators",
    facts: [{ text: "A change closes the sessions of the operator." }],
    sections: [{ heading: "Operators", tables: [table], forms: [add] }],
  };
}

/** @throws Refusal for an unknown one */
async function operatorPage(store: Store, visit: Visit): Promise<Page> {
  const { name = "" } = visit.params;
  const operator = (await listOperators.rows(store, {}, visit)).find((each) => each.name === name);
  if (operator === undefined) throw unknownThing(`there is no operator ${name}`);
  const at = placeOf(name);
  const { role, totp, created } = operator;
  const facts = [
    { name: "Role", text: roleNames[role] },
    { name: "One-time code", text: totp ? "asked for" : "no" },
    { name: "Since", ...timeCell(created) },
  ];
  const off = { ...actionButton(setTotp, `${at}/codes/off`), button: "Log in without a code" };
  const secret = {
    ...actionButton(setTotp, `${at}/codes`),
    button: totp ? "Make a new secret" : "Ask for a code",
  };
  const removal = name === visit.operator.name ? [] : [actionButton(removeOperator, `${at}/remove`)];
  return {
    title: name,
    crumbs: [
      { text: "Operators", href: place },
      { text: name, href: "" },
    ],
    sections: [
      {
        heading: "Operator",
        width: 6,
        links: [
          { text: "What was done to it", href: auditPlace({ operator: name }) },
          { text: "What it did", href: auditPlace({ who: name }) },
        ],
        facts: [{ caption: "Operator", facts }],
        forms: [secret, ...(totp ? [off] : []), ...removal],
      },
      {
        heading: "Password",
        width: 6,
        forms: [
          actionForm(setOperatorPassword, `${at}/password`, { caption: "Password", names: ["password"] }),
        ],
      },
    ],
  };
}

export function operatorPages(store: Store): readonly PageRoute[] {
  return [
    { path: place, role: "admin", show: (visit) => operatorsPage(store, visit) },
    { path: `${place}/:name`, role: "admin", show: (visit) => operatorPage(store, visit) },
  ];
}

/** The secret of one-time codes, which is not shown again. */
const secretPage = (name: string, secret: string): Page =>
  oncePage("One-time codes", {
    what: "Copy it now",
    text: "The operator adds it to an authenticator app.",
    facts: [
      { name: "Operator", text: name },
      { name: "Secret", text: secret, layout: "code" },
      { name: "Address", text: totpUri(name, secret), layout: "code" },
    ],
    place: placeOf(name),
  });

export function operatorActions(store: Store): readonly ActionRoute[] {
  const path = `${place}/:name`;
  const toAll = (): string => place;
  const back: ActionRoute["back"] = ({ name = "" }) => placeOf(name);
  return [
    operatorAction(store, addOperator, { path: `${place}/add`, back: toAll }),
    operatorAction(store, changeOperator, { path: `${path}/role`, back: toAll }),
    operatorAction(store, setOperatorPassword, { path: `${path}/password`, back }),
    operatorAction(store, setTotp, {
      path: `${path}/codes`,
      back,
      danger: {
        button: "Make the secret",
        text: "The operator's sessions end, and the log-in asks for a code of an authenticator app with the new secret.",
      },
      shown: (row, { params }) =>
        "secret" in row ? secretPage(params["name"] ?? "", String(row.secret)) : undefined,
    }),
    operatorAction(store, setTotp, {
      path: `${path}/codes/off`,
      back,
      done: "The log-in needs the password alone.",
      given: () => ({ off: "on" }),
    }),
    operatorAction(store, removeOperator, { path: `${path}/remove`, back: toAll }),
  ];
}

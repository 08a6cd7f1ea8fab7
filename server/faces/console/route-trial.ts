import { type RouteTrialRow, trialText, tryRoutes } from "../../actions/route-trial.js";
import type { Store } from "../../ports/store.js";
import { actionFields, givenIn } from "../web/action-forms.js";
import type { Known } from "../web/known-values.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { phoneText } from "../web/number-texts.js";
import { part } from "../web/page.js";
import type { Form, Section } from "../web/view.js";
import type { ActionRoute, Visit } from "./visit.js";

/** Where messages to a number go. Its form is posted: no address has the number. */

const place = "/routes/try";

const columns: readonly ListedColumn<RouteTrialRow>[] = [
  [{ text: "Turn", number: true }, "turn"],
  ["Link", ({ link }) => ({ text: link, href: `/links/${part(link)}` })],
  ["Route", ({ route }) => ({ text: route === 0 ? "none: every link takes messages" : `route ${route}` })],
  [{ text: "Rank", number: true }, "rank"],
  [{ text: "Weight", number: true }, "weight"],
  [{ text: "Share", number: true }, ({ share }) => ({ text: share, number: true })],
  [
    "State",
    ({ up }) => ({
      text: "",
      pill: up
        ? { word: "Up", tone: "ok", icon: "circle-check" }
        : { word: "Down", tone: "bad", icon: "circle-x" },
    }),
  ],
];

/** @throws Refusal if it is not a phone number */
export async function trialCard(store: Store, visit: Visit, known: Known): Promise<Section> {
  const { checked, zone } = visit;
  const plan = { keys: tryRoutes.keys, fields: tryRoutes.filters };
  const sent = checked?.form;
  const form: Form = {
    action: place,
    caption: "Try a number",
    button: "Try the number",
    icon: "search",
    columns: true,
    fields: actionFields(plan, { known }).map((field) => ({
      ...field,
      value: sent?.get(field.name) ?? field.value,
    })),
  };
  const heading = "Try a number";
  if (sent === undefined) return { heading, forms: [form] };
  const given = givenIn(sent, plan, { names: undefined, zone });
  const rows = await tryRoutes.rows(store, given, visit);
  const table = await listedTable(rows, columns, { caption: "Routes in their turns", empty: "No route." });
  const number = phoneText((sent.get("number") ?? "").replaceAll(/\D/gu, ""));
  return {
    heading,
    text: `${number} ${trialText(rows)}.`,
    forms: [form],
    tables: rows.length === 0 ? [] : [table],
  };
}

export const trialRoute = (): ActionRoute => ({
  path: place,
  role: tryRoutes.may.operator,
  done: "",
  back: () => "/routes",
  run: async (_visit, form) => ({ checked: form }),
});

import { Readable } from "node:stream";
import { importPrices } from "../../actions/prices.js";
import { mayChange } from "../../actions/rights.js";
import { counted } from "../../admin/values.js";
import { InvalidInput } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { formIdOn } from "../web/kept-forms.js";
import { keepUpload, keptUpload, uploadName } from "../web/uploads.js";
import { listedTable } from "../web/listed.js";
import { numberCell, type Page, type Section } from "../web/view.js";
import { type ActionRoute, operatorAction, type Visit } from "./visit.js";

/** A file of prices: what it changes is shown before it does. */

/** Whose prices it has, and where the page is. */
interface Prices {
  /** Undefined for those of all. */
  readonly customer: string | undefined;
  readonly place: string;
}

const importCard = (place: string): Section => ({
  heading: "Import a price file",
  width: 6,
  text: "You see what it changes before it does.",
  forms: [
    actionForm(importPrices, `${place}/check`, {
      caption: "Import a price file",
      button: "Show what it changes",
      names: ["file", "from"],
    }),
  ],
});

/** The file that was sent before. @throws InvalidInput if it is not kept any more */
const fileOf = (store: Store, { by, now }: Visit, form: Values): Promise<Uint8Array> =>
  keptUpload(store, { id: form.get(uploadName) ?? "", owner: by.name, kind: "prices" }, now);

const givenOf = (bytes: Uint8Array, form: Values, customer: string | undefined) => ({
  file: Readable.from([bytes]),
  customer,
  from: textOf(form, "from"),
});

/** What a file that was sent changes, with the button that sets its prices. @throws Refusal */
async function differencesCard(
  store: Store,
  visit: Visit & { readonly checked: NonNullable<Visit["checked"]> },
  { customer, place }: Prices,
): Promise<Section> {
  const { form, id } = visit.checked;
  const given = { ...givenOf(await fileOf(store, visit, form), form, customer), dryRun: "on" };
  const { row } = await importPrices.run(store, given, visit);
  const { prices, changed, from } = row;
  const table = await listedTable(
    changed,
    [
      ["Prefix", "prefix"],
      [{ text: "Before", number: true }, ({ before }) => numberCell(before ?? "none of its own")],
      [{ text: "After", number: true }, ({ after }) => numberCell(after === "none" ? "not covered" : after)],
    ],
    { caption: "Prices that differ", empty: "No price of the file differs." },
  );
  const begin = from === null ? "at once" : `from ${from}, UTC`;
  return {
    heading: "What the file changes",
    text: `${counted(prices, "price")}, ${counted(changed.length, "difference")}, ${begin}. Prices of other prefixes stay. Nothing was changed yet.`,
    tables: [table],
    forms: [
      {
        action: `${place}/import`,
        button: `Set ${counted(prices, "price")}`,
        primary: true,
        formId: formIdOn(id),
        fields: [
          { name: uploadName, label: "", type: "hidden", value: form.get(uploadName) },
          { name: "from", label: "", type: "hidden", value: form.get("from") ?? "" },
        ],
      },
    ],
    links: [{ text: "No, go back", href: place }],
  };
}

/** The prices of a page as they are, with a form for a file, or what a file changes in them. */
export async function withDifferences(
  store: Store,
  visit: Visit,
  { page, ...prices }: Prices & { readonly page: Page },
): Promise<Page> {
  const { checked } = visit;
  if (checked === undefined) {
    const changes = mayChange(importPrices.may, visit.caller);
    return { ...page, sections: [...page.sections, ...(changes ? [importCard(prices.place)] : [])] };
  }
  return { ...page, sections: [await differencesCard(store, { ...visit, checked }, prices)] };
}

/** @param path pattern of the page */
export function importRoutes(
  store: Store,
  {
    path,
    back,
    customerOf,
  }: Pick<ActionRoute, "path" | "back"> & { readonly customerOf: (visit: Visit) => string | undefined },
): readonly ActionRoute[] {
  return [
    {
      path: `${path}/check`,
      role: importPrices.may.operator,
      identity: importPrices.may.identity,
      upload: true,
      done: "",
      back,
      run: async (visit, form) => {
        const bytes = Buffer.from(form.get("file") ?? "", "latin1");
        if (bytes.length === 0) throw new InvalidInput("choose a file", { field: "file" });
        const given = { ...givenOf(bytes, form, customerOf(visit)), dryRun: "on" };
        await importPrices.run(store, given, visit);
        const whose = { owner: visit.by.name, kind: "prices", customerId: undefined } as const;
        const upload = await keepUpload(store, whose, bytes, visit.now);
        return {
          checked: new Map([...form].filter(([name]) => name === "from").concat([[uploadName, upload]])),
        };
      },
    },
    operatorAction(store, importPrices, {
      path: `${path}/import`,
      back,
      typedIn: (params) => `${back(params)}/check`,
      given: async (visit, form) => givenOf(await fileOf(store, visit, form), form, customerOf(visit)),
    }),
  ];
}

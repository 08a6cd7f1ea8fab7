import {
  type DeliverabilityChoice,
  type ReportGrouping,
  reportGroupings,
} from "../../admin/deliverability.js";
import { type ComparedPeriod, comparedPeriods } from "../../domain/usage/deliverability.js";
import type { Form, Segments } from "../web/view.js";

/** What the page about deliverability can be asked for, and the addresses that ask for it. */

export const groupings: Readonly<Record<ReportGrouping, string>> = {
  country: "Country",
  prefix: "Prefix",
  link: "Link",
  customer: "Customer",
};
export const periods: Readonly<Record<ComparedPeriod, { readonly text: string; readonly before: string }>> = {
  "24h": { text: "24 hours", before: "the 24 hours before" },
  "7d": { text: "7 days", before: "the 7 days before" },
  "30d": { text: "30 days", before: "the 30 days before" },
};

/** Conditions in the address; `open`: the country whose prefixes are shown below it. */
export const conditions = ["by", "period", "customer", "link", "country", "open"] as const;
export type Conditions = { readonly [Name in (typeof conditions)[number]]?: string | undefined };

export function hrefOf(given: Conditions): string {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as [string, string]],
  );
  return entries.length === 0
    ? "/deliverability"
    : `/deliverability?${new URLSearchParams(entries).toString()}`;
}

/** Another grouping of what is shown: an open country stays chosen. */
function grouped({ open, country, ...given }: Conditions, by: ReportGrouping): Conditions {
  const { customer, ...others } = given;
  const kept = by === "prefix" ? others : { ...others, customer };
  return by === "country" ? { ...kept, by, country, open } : { ...kept, by, country: open ?? country };
}

export function segmentsOf(given: Conditions, { by, period }: DeliverabilityChoice): readonly Segments[] {
  return [
    {
      label: "By",
      choices: reportGroupings.map((other) => ({
        text: groupings[other],
        href: hrefOf(grouped(given, other)),
        current: other === by,
      })),
    },
    {
      label: "Period, UTC",
      choices: comparedPeriods.map((other) => ({
        text: periods[other].text,
        href: hrefOf({ ...given, period: other }),
        current: other === period,
      })),
    },
  ];
}

/** A form that narrows what is shown. */
export function filterForm(given: Conditions, { by }: DeliverabilityChoice, links: readonly string[]): Form {
  const hidden = (["by", "period"] as const).map((name) => ({
    name,
    label: "",
    type: "hidden" as const,
    value: given[name] ?? "",
  }));
  const customer = {
    name: "customer",
    label: "Customer",
    type: "text" as const,
    hint: "its number",
    value: given.customer,
    width: "short" as const,
  };
  return {
    method: "get",
    action: "/deliverability",
    button: "Filter",
    icon: "plus",
    caption: "Add a filter",
    folded: true,
    columns: true,
    fields: [
      ...hidden.filter(({ value }) => value !== ""),
      { name: "link", label: "Link", type: "select", value: given.link, options: ["", ...links] },
      {
        name: "country",
        label: "Country",
        type: "text",
        value: given.country,
        width: "short",
        hint: "calling code: 49",
      },
      ...(by === "prefix" ? [] : [customer]),
    ],
  };
}

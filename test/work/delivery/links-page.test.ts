import { expect, test } from "@jest/globals";
import { smppSettingForms } from "#server/networks/smpp/settings.js";
import { defaultDeliveryTimes } from "#server/work/delivery/worker.js";
import { defaultSweepTimes } from "#server/work/maintenance/sweeps.js";
import { linkCounts } from "#server/domain/delivery/routing/link.js";
import { documentedRows } from "../../domain/documented-table.js";

const page = "docs/reference/links.md";

test("the page holds the settings of an SMPP link, their defaults and values", () => {
  const documented = documentedRows(page, "Settings of an SMPP link").map(([name, initial, value]) => ({
    name,
    initial,
    value,
  }));
  expect(documented).toEqual(
    Object.entries(smppSettingForms).map(([name, { initial, must }]) => ({
      name,
      initial,
      value: must.replace(/^(be|have) /, ""),
    })),
  );
});

test("the page lists the counters of a link", () => {
  const documented = documentedRows(page, "Counters").map(([name]) => name);
  expect(documented).toEqual(linkCounts);
});

test("the page holds the times of delivery", () => {
  const { validity, receipt, unmatched, failover } = { ...defaultDeliveryTimes, ...defaultSweepTimes };
  const documented = documentedRows(page, "Configuration file").filter(([name]) =>
    name?.startsWith("delivery."),
  );
  expect(documented.map(([name, text = ""]) => [name, Number.parseInt(text, 10)])).toEqual([
    ["delivery.validityHours", validity / 3_600_000],
    ["delivery.receiptHours", receipt / 3_600_000],
    ["delivery.unmatchedReceiptHours", unmatched / 3_600_000],
    ["delivery.failoverSeconds", failover / 1000],
  ]);
});

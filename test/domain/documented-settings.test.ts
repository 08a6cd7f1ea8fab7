import { expect, test } from "@jest/globals";
import { maxPrice } from "#server/domain/credit/coverage.js";
import { creditScale } from "#server/domain/credit/credit.js";
import { defaultSettings, maxRate } from "#server/domain/accounts/customer-settings.js";
import { maxFileNumbers, maxFileRejects } from "#server/domain/recipients/recipient-file.js";
import { maxRecipientDigits } from "#server/domain/recipients/phone-number.js";
import { maxParts } from "#server/domain/text/sms-parts.js";
import { maxClientTransactionId } from "#server/operations/send-sms.js";
import { documentedRows } from "./documented-table.js";

type Shown = string | number | boolean | readonly unknown[] | undefined;

function shown(value: Shown): string {
  if (typeof value === "object") return value.length === 0 ? "none" : value.join();
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value ?? "none");
}

test("docs/reference/accounts.md lists exactly the settings with their defaults", () => {
  const documented = documentedRows("docs/reference/accounts.md", "Settings of a customer").map(
    ([name, value]) => [name, value],
  );
  expect(documented).toEqual(
    Object.entries<Shown>({ ...defaultSettings }).map(([name, value]) => [name, shown(value)]),
  );
});

test("docs/reference/sending.md lists the limits", () => {
  const limits = documentedRows("docs/reference/sending.md").map(([, limit = ""]) =>
    Number(limit.replaceAll(",", "")),
  );
  expect(limits).toEqual([
    maxFileNumbers,
    maxFileRejects,
    maxRecipientDigits,
    maxParts,
    maxClientTransactionId,
    maxPrice / creditScale,
    maxRate,
  ]);
});

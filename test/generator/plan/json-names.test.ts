import { expect, test } from "@jest/globals";
import { jsonNamesOf, type JsonNames } from "#generator/plan/data/json-names.js";
import { planFile } from "./contracts.js";

test.each<{ names: JsonNames; given: string; want: string }>([
  { names: "contract", given: "TransactionID", want: "TransactionID" },
  { names: "camel", given: "TransactionID", want: "transactionId" },
  { names: "camel", given: "SMSCredit", want: "smsCredit" },
  { names: "camel", given: "data_coding", want: "dataCoding" },
  { names: "camel", given: "mm7Data", want: "mm7Data" },
  { names: "camel", given: "ID", want: "id" },
  { names: "camel", given: "Straße-Nr", want: "straßeNr" },
  { names: "camel", given: "名前", want: "名前" },
  { names: "camel", given: "_", want: "_" },
  { names: "camel", given: "$value", want: "$value" },
  { names: "camel", given: "Name$2", want: "Name$2" },
  { names: { Recipiens: "recipients" }, given: "Recipiens", want: "recipients" },
  { names: { Recipiens: "recipients" }, given: "SmsText", want: "smsText" },
  { names: {}, given: "constructor", want: "constructor" },
])("$given is $want ($names)", ({ names, given, want }) => {
  expect(jsonNamesOf(names)(given)).toBe(want);
});

test("members of one object with one name are an error", () => {
  const { errors } = planFile("test/host/json/library/service.wsdl", { jsonNames: { title: "number" } });
  expect(errors.map((each) => /(MG\d+: .*)\n/.exec(each)?.[1])).toEqual([
    "MG5015: jsonNames gives the members number and title of Book the same name number",
    "MG5015: jsonNames gives the members number and title of Change the same name number",
    "MG5015: jsonNames gives the members number and title of Replace the same name number",
  ]);
});

import { messengerSamples } from "messenger-client/samples";

/** Samples of the help pages: the values of a call that works once the password and the numbers are the caller's own. */

const transaction = "019e1f2a-7000-7000-8000-000000000042";
const list = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Values of text members, by their names in lower case. */
const texts: Readonly<Record<string, string>> = {
  username: "api",
  userpassword: "PASSWORD",
  password: "PASSWORD",
  language: "en",
  originator: "Shop",
  smstext: "Your order 1042 is ready.",
  messagetext: "Your order 1042 is ready.",
  recipientphone: "12025550101",
  recipiens: "12025550101",
  defdate: "20300115083000",
  transactionid: transaction,
  clienttransactionid: transaction,
  mmwltransactionid: transaction,
  result: "OK",
  netpoints: "958",
  creditsms: "958",
  creditmms: "0",
  rejectednumbers: "nobody",
  originators: "Shop",
  operation: "stats",
  output: "json",
  messageid: "1",
  binarybody: "48656C6C6F",
  esm_class: "0",
  data_coding: "4",
  pid: "0",
  userip: "192.0.2.7",
  servicename: "Shop",
  serviceurl: "https://example.com/offers",
  name: "Clients",
  listname: "Clients",
  category: "Sales",
  listcategory: "Sales",
  listid: list,
  distributionlistid: list,
  columnname: "City",
  operands: "Cairo",
  value: "Cairo",
  description: "Main station",
  campaignname: "Spring offers",
  xml: "<inbox/>",
};

/** The customer of the samples. */
const customer = 42;

/** The generator writes this for a text without an example. */
const placeholder = "string";

function filled(value: unknown, name: string, beside: readonly string[]): unknown {
  const key = name.toLowerCase();
  if (value === placeholder)
    return key === "name" && beside.includes("Password") ? "api" : (texts[key] ?? `a ${name}`);
  if (key === "customerid" && typeof value === "number") return customer;
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, name, []));
  if (!isPlain(value)) return value;
  const names = Object.keys(value);
  return Object.fromEntries(Object.entries(value).map(([each, of]) => [each, filled(of, each, names)]));
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The samples of the contract with these values. */
export const helpSamples = filled(messengerSamples, "", []) as typeof messengerSamples;

import { password } from "../console/console-server.js";
import { own } from "./scene.js";
import type { Values } from "./page-forms.js";

/** What is typed into forms. A field that has to be filled in and has no row fails the test. */

/** Values of fields by their names. */
const byName: Values = {
  amount: "1.5",
  file: "12025550168\n",
  id: "60",
  name: "fresh",
  number: "12025550166",
  numbers: "12025550167",
  ownPassword: password,
  password: "seven green bicycles",
  phone: "12025550164",
  prefix: "46",
  price: "0.7",
  systemId: "fresh",
  to: "other",
  text: "Your parcel arrives today",
  url: "loopback",
  value: "Fresh",
};

/** How a form is filled in where its own values and those of the names do not do. */
export interface Filling {
  readonly values?: Values;
  /** Which of several forms of the action: its path, with hidden values behind it. Default: the first. */
  readonly which?: RegExp;
  /** Entries in the audit log. Default: 1; 0 for what changes nothing. */
  readonly entries?: number;
}

const prices = "prefix,price\n46,0.9\n47,1.2\n";

/** By site and path of the action. */
export const fillings: Readonly<Record<"console" | "portal", Readonly<Record<string, Filling>>>> = {
  console: {
    "/customers/:id/change": { values: { note: "calls first" } },
    "/customers/:id/lists/:list/change": { values: { category: "Best" } },
    "/customers/:id/lists/import": { values: { file: "phone\n12025550168\n" } },
    "/customers/:id/prices/check": { values: { file: prices }, entries: 0 },
    "/links/:name/change": { values: { network: "north" } },
    "/links/:name/remove": { which: /east/u },
    "/messages/find": { values: { number: "", prefix: "", customer: "42" }, entries: 0 },
    "/customers/:id/originators/remove": { which: /Port/u },
    "/smpp/add": { values: { user: "42/owner" } },
    "/customers/:id/portal-users/role": { which: /reader/u, values: { role: "finance" } },
    "/customers/:id/users/provider": { values: { provider: "3f1e6b7a-52c4-4d0b-9f6e-2f5f1c0a7d11" } },
    "/new-customer/open": { values: { prices: "46=0.7" }, entries: 3 },
    "/operators/:name/codes": { which: /maria/u },
    "/operators/:name/password": { which: /maria/u },
    "/operators/:name/remove": { which: /maria/u },
    "/operators/:name/role": { which: /maria/u, values: { role: "viewer" } },
    "/prices/check": { values: { file: prices }, entries: 0 },
    "/routes/:id/change": { values: { weight: "3" } },
    "/routes/add": { values: { prefix: "47" } },
    "/routes/move": { values: { link: "test" } },
    "/routes/try": { entries: 0 },
    "/search": { values: { text: "42" }, entries: 0 },
  },
  portal: {
    "/lists/:id/change": { values: { category: "Best" } },
    "/lists/:id/remove-numbers": { values: { numbers: `120255501${own}` } },
    "/messages/find": { values: { number: "12025554201" }, entries: 0 },
    "/send/check": { values: { numbers: "12025550167", file: "" }, entries: 0 },
    "/users/password": { values: { name: "api" } },
    "/users/role": { which: /reader/u, values: { role: "finance" } },
  },
};

/** The value for a field; undefined if there is none. */
export const givenFor = (name: string, filling: Filling | undefined): string | undefined =>
  filling?.values?.[name] ?? byName[name];

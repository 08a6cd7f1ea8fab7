import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { InvalidInput, Refusal } from "#server/admin/refusal.js";
import { wantedText, withTyped } from "#server/faces/web/refused-form.js";
import type { Form, Page } from "#server/faces/web/view.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

test.each([
  ['invalid rate "x": use 1 to 9', "Use 1 to 9."],
  ["there is no such customer", "There is no such customer."],
  ["Give a URL.", "Give a URL."],
])("%s: %s", (message, want) => {
  expect(wantedText(message)).toBe(want);
});

describe("a page with a refused form", () => {
  const form = (user: string): Form => ({
    action: "/a",
    button: "Send",
    fields: [
      { name: "user", label: "", type: "hidden", value: user },
      { name: "amount", label: "Amount", type: "text", value: "1" },
      { name: "on", label: "On", type: "checkbox", value: "on" },
      { name: "password", label: "Password", type: "password" },
    ],
  });
  const page: Page = {
    title: "Page",
    sections: [
      {
        heading: "Rows",
        tables: [
          {
            caption: "",
            columns: [""],
            rows: ["ann", "bob"].map((user) => [{ text: "", form: form(user) }]),
            empty: "",
          },
        ],
      },
    ],
  };
  const sent = new Map([
    ["user", "bob"],
    ["amount", "ten"],
    ["password", "secret words"],
  ]);
  const formsOf = (marked: Page) =>
    marked.sections[0]?.tables?.[0]?.rows.map(([cell]) => cell?.form?.fields.slice(1));

  test("keeps what was typed in the form of the row, but no password, and marks the field", () => {
    const reason = new InvalidInput('invalid amount "ten": use 1 to 9', { field: "amount" });
    const { page: marked, isAtField } = withTyped(page, { action: "/a", form: sent, reason });
    const [ann, bob] = formsOf(marked) ?? [];
    expect(isAtField).toBe(true);
    expect(ann).toEqual(form("ann").fields.slice(1));
    expect(bob).toMatchObject([{ value: "ten", error: "Use 1 to 9." }, { value: "off" }, {}]);
    expect(JSON.stringify(marked)).not.toContain("secret words");
  });

  test("has a reason that belongs to no field above the button", () => {
    const reason = new Refusal("there is not that much");
    const { page: marked, isAtField } = withTyped(page, { action: "/a", form: sent, reason });
    expect(isAtField).toBe(false);
    expect(marked.sections[0]?.tables?.[0]?.rows[1]?.[0]?.form?.error).toBe("There is not that much.");
  });
});

describe("in the console", () => {
  let server: ConsoleServer;
  let admin: PlainBrowser;
  beforeAll(async () => {
    server = await startConsole();
    admin = await new PlainBrowser(server.origin).logIn("admin");
  });
  afterAll(() => server.close());

  /** The element of a field, and the text that describes it. */
  function fieldIn(text: string, name: string) {
    const [element = ""] =
      new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`, "u").exec(text) ?? [];
    const note = /aria-describedby="(\w+)"/u.exec(element)?.[1] ?? "none";
    const shown = new RegExp(`id="${note}">(?:<svg.*?</svg>)?([^<]*)`, "u").exec(text)?.[1];
    return {
      isWrong: element.includes('aria-invalid="true"'),
      isFirst: element.includes("autofocus"),
      shown,
    };
  }

  test.each([
    ["/new-customer/open", { id: "0", name: "Shop" }, "id", "Use a number from 1 to 2147483647."],
    ["/new-customer/open", { id: "9", name: " x " + "y".repeat(200) }, "name", "1 to 100 characters"],
    ["/new-customer/open", { id: "9", name: "Shop", postpaid: "on", limit: "x" }, "limit", "Use credits"],
    ["/customers/42/change", { rate: "x" }, "rate", "Use 1 to"],
    ["/customers/42/change", { timeZone: "Nowhere" }, "timeZone", "Use a name such as"],
    ["/customers/42/credit/add", { kind: "SMS", amount: "ten" }, "amount", "Use credits"],
    ["/customers/42/credit/add", { kind: "SMS", amount: "0" }, "amount", "Use more than 0"],
    ["/customers/42/users/add", { name: "a\nb", password: "words" }, "name", "1 to"],
    ["/customers/42/users/add", { name: "ann2", password: "" }, "password", "one line"],
    [
      "/customers/42/users/add",
      { name: "ann2", password: "kx7 pq2" },
      "password",
      "Use at least 8 characters",
    ],
    [
      "/customers/42/users/add",
      { name: "ann2", password: "password123" },
      "password",
      "Use one that is not common",
    ],
    [
      "/customers/42/users/add",
      { name: "ann2", password: "P@ssw0rd!!" },
      "password",
      "Use one that is not common",
    ],
    [
      "/customers/42/users/add",
      { name: "ann2", password: "qwertyuiop" },
      "password",
      "Use one that is not common",
    ],
    ["/customers/42/originators/add", { value: "x".repeat(30) }, "value", "too long"],
    ["/customers/42/prices/set", { prefix: "x", price: "1" }, "prefix", "Use 1 to 15 digits"],
    ["/customers/42/prices/set", { prefix: "49", price: "x" }, "price", "Use credits"],
    [
      "/customers/42/keys/add",
      { user: "Ann", name: "shop", "scopes.send": "on", expires: "x" },
      "expires",
      "Use ",
    ],
    ["/customers/42/keys/add", { user: "Ann", name: "", "scopes.send": "on" }, "name", "1 to"],
    ["/customers/42/callbacks/change", { callbackUrl: "ftp://x" }, "callbackUrl", "http or https"],
    ["/links/add", { name: "East", url: "smpp://a@127.0.0.1:1" }, "name", "Use 1-32 of a-z"],
    ["/links/add", { name: "east", url: "ftp://x" }, "url", "The URL of a link"],
    ["/links/add", { name: "east", url: "smpp://a@127.0.0.1:1", set: "x" }, "set", "Use NAME"],
    ["/routes/add", { prefix: "x", link: "test" }, "prefix", "Use 1 to 15 digits"],
    ["/routes/add", { prefix: "49", link: "test", rank: "0" }, "rank", "1 to 9"],
    ["/messages/find", { number: "x" }, "number", "Use 7 to 15 digits"],
    ["/messages/find", { customer: "42", since: "yesterday" }, "since", "Use a UTC date"],
    ["/messages/find", { customer: "42", state: "lost" }, "state", "Use one of"],
    ["/preferences", { zone: "Nowhere" }, "zone", "Use a name such as"],
  ])("%s %j: %s", async (path, fields, name, want) => {
    const { isKept, text } = await admin.post(path, fields);
    expect(isKept).toBe(true);
    const { isWrong, isFirst, shown } = fieldIn(text, name);
    expect([isWrong, isFirst, shown]).toEqual([true, true, expect.stringContaining(want)]);
    expect(text).toContain("1 field needs a change");
    // A select has no option for a value that does not exist.
    const kept = Object.entries(fields).filter(
      ([field, value]) => !["state", "zone", "password"].includes(field) && /^\w{3,}$/u.test(value),
    );
    for (const [, value] of kept) expect(text).toContain(value);
    expect(text).not.toContain('value="words"');
  });

  test.each([
    ["x", "Use at least 8 characters"],
    ["1234567", "Use at least 8 characters"],
    ["12345678", "Use one that is not common"],
    ["Ann-Ann-Ann", "Use one that is not common"],
    ["Passw0rd2026", "Use one that is not common"],
  ])("a new password of a user is not %s: %s", async (given, want) => {
    const { isKept, text } = await admin.post("/customers/42/users/password", {
      name: "Ann",
      password: given,
    });
    expect([isKept, text.includes(want), text.includes(`value="${given}"`)]).toEqual([true, true, false]);
  });
});

import { expect, test } from "@jest/globals";
import { problemTable } from "messenger-gen-runtime/json";
import { problemStatuses, type RestOptions } from "#generator/plan/data/json-calls.js";
import { planFile } from "./contracts.js";

const library = "test/host/json/library/service.wsdl";
const shop = "test/golden/operations/service.wsdl";

/** `rest` for every operation of a contract: what is given, and `POST /{operation}` for the others. */
function completed(wsdl: string, rest: RestOptions): RestOptions {
  const names =
    planFile(wsdl, { rest: {} }).plan?.operations.flatMap(({ json }) =>
      json.map(({ name }) => [name, {}] as const),
    ) ?? [];
  return { ...Object.fromEntries(names), ...rest };
}

/** Code and message of the errors of a choice. */
function errorsOf(wsdl: string, rest: RestOptions): readonly string[] {
  const { plan, errors } = planFile(wsdl, { rest });
  expect(plan === undefined).toBe(errors.length > 0);
  return errors.map((each) => /(MG\d+: .*)\n/.exec(each)?.[1] ?? each);
}

test("calls have their method, path, parameters and status", () => {
  const { plan } = planFile(library);
  expect(
    plan?.operations
      .flatMap(({ json }) => json)
      .map(({ name, method, path, parameters, status }) =>
        [name, method, path, parameters.map((each) => `${each.in} ${each.name}`).join(", "), status].join(
          " | ",
        ),
      ),
  ).toEqual([
    "Find | GET | books | query author, query year, query price, query lent, query genre, query tag | 200",
    "Read | GET | books/{number} | path number | 200",
    "Newest | GET | books/newest |  | 200",
    "Add | POST | books |  | 201",
    "Change | PATCH | books/{number} | path number, query notify | 200",
    "Remove | DELETE | books/{number} | path number | 200",
    "Lend | POST | books/{number}/loan | path number, query days | 202",
    "Count | POST | Count |  | 200",
    "Replace | PUT | books/{number} | path number | 200",
  ]);
});

test("the statuses of problems are those of the runtime", () => {
  const statuses = new Set(Object.values(problemTable).map(({ status }) => status));
  expect([...problemStatuses]).toEqual([...statuses].sort((one, other) => one - other));
});

interface Row {
  readonly wsdl?: string;
  readonly rest: RestOptions;
  readonly error: string;
}

const path = (given: string, reason: string): Row => ({
  rest: { Read: { path: given } },
  error: `MG3016: the path ${given} of the operation Read in rest is not allowed: ${reason}`,
});
const characters =
  "a segment is empty, has characters that must be percent-encoded, or more than a member in braces";
const parameter = (rest: RestOptions, error: string, wsdl = library): Row => ({
  wsdl,
  rest,
  error: `MG3017: ${error}`,
});

test.each<Row>([
  {
    rest: { read: { method: "GET" } },
    error: "MG5013: rest names the operation read, which the output does not have",
  },
  path("books", "it does not start with a slash"),
  path("/books/", characters),
  path("/b ooks", characters),
  path("/books?x", characters),
  path("/books-{number}", characters),
  path("/openapi.json", "the interface has something else there"),
  path("/problems/x", "the interface has something else there"),
  path("/{number}/{number}", "a member is in it twice"),
  parameter(
    { Read: { path: "/books/{isbn}" } },
    "isbn cannot be used so by the operation Read in rest: members of its input are: number",
  ),
  parameter(
    { Find: { query: ["tags"] } },
    "tags cannot be used so by the operation Find in rest: members of its input are: author, year, price, lent, genre, tag",
  ),
  parameter(
    { Find: { method: "GET", query: ["author", "year", "price", "lent", "genre"] } },
    "tag cannot be used so by the operation Find in rest: a request with GET has no body",
  ),
  parameter(
    { order: { method: "GET" } },
    "item cannot be used so by the operation order in rest: it is no simple value",
    shop,
  ),
  parameter(
    { price: { method: "GET" } },
    "$headers cannot be used so by the operation price in rest: a request with GET has no body",
    shop,
  ),
  parameter(
    { Find: { headers: { "X Author": "author" } } },
    "author cannot be used so by the operation Find in rest: X Author is not a valid header name",
  ),
  parameter(
    { Find: { fixed: { isbn: "1" } } },
    "isbn cannot be used so by the operation Find in rest: members of its input are: author, year, price, lent, genre, tag",
  ),
  parameter(
    { Find: { example: { title: "Ulysses" } } },
    "title cannot be used so by the operation Find in rest: members of its input are: author, year, price, lent, genre, tag",
  ),
  parameter(
    { Find: { supplied: ["user"] } },
    "user cannot be used so by the operation Find in rest: members of its input are: author, year, price, lent, genre, tag",
  ),
  parameter(
    { Find: { beside: { author: "Book" } } },
    "author cannot be used so by the operation Find in rest: the input has that member: use supplied",
  ),
  parameter(
    { Find: { beside: { caller: "Reader" } } },
    "caller cannot be used so by the operation Find in rest: Reader is neither a record nor string, number, boolean",
  ),
  parameter(
    { Find: [{ beside: { caller: "string" } }, { name: "Other", beside: { caller: "number" } }] },
    "caller cannot be used so by the operation Find in rest: another call of the operation has it as string",
  ),
  parameter(
    { Find: [{ beside: { caller: "Book" } }, { name: "Other", beside: { caller: "boolean" } }] },
    "caller cannot be used so by the operation Find in rest: another call of the operation has it as Book",
  ),
  parameter(
    {
      Find: [
        { beside: { caller: "string", key: "number" } },
        { name: "Other" },
        { name: "Third", beside: { key: "string" } },
      ],
    },
    "key cannot be used so by the operation Find in rest: another call of the operation has it as number",
  ),
  parameter(
    { Find: { body: "author" } },
    "author cannot be used so by the operation Find in rest: it is no object",
  ),
  parameter(
    { Read: { omit: ["isbn"] } },
    "isbn cannot be used so by the operation Read in rest: members of its output are: number, title, tag",
  ),
  parameter(
    { Read: { page: "number" } },
    "number cannot be used so by the operation Read in rest: it is no repeated member of the output",
  ),
  parameter(
    { Read: { page: true } },
    "page cannot be used so by the operation Read in rest: the schema of an item is missing: response",
  ),
  parameter(
    { Lend: { faults: { Gone: 410 } } },
    "Gone cannot be used so by the operation Lend in rest: faults of the operation are: OnLoanError, NoBookError",
  ),
  {
    rest: { Read: [{ path: "/one" }, { path: "/other" }] },
    error: "MG3019: a call of the operation Read in rest has the name Read, which another call has",
  },
  {
    rest: {
      Read: { method: "GET", path: "/books/{number}" },
      Remove: { method: "GET", path: "/books/{number}" },
    },
    error: "MG3018: the operations Read and Remove are both GET /books/{number} in rest",
  },
])("$error", ({ wsdl = library, rest, error }) => {
  expect(errorsOf(wsdl, completed(wsdl, rest))).toEqual([error]);
});

test.each<RestOptions>([
  { Find: [{ beside: { caller: "string" } }, { name: "Other", beside: { caller: "string" } }] },
  { Find: [{ beside: { caller: "Book" } }, { name: "Other", path: "/other", beside: { caller: "Book" } }] },
  { Find: [{ beside: { caller: "string" } }, { name: "Other", beside: { key: "number" } }] },
  { Find: { beside: { caller: "string" } }, Read: { beside: { caller: "number" } } },
  { Find: [{ beside: { caller: "string" } }, { name: "Other" }] },
])("%j adds properties", (rest) => {
  expect(errorsOf(library, completed(library, rest))).toEqual([]);
});

test.each<{ readonly rest: RestOptions; readonly wsdl?: string; readonly left: string | undefined }>([
  { rest: {}, left: undefined },
  { rest: completed(library, {}), left: undefined },
  { rest: completed(library, { Count: false }), left: undefined },
  { rest: { Find: {} }, left: "(8): Read, Newest, Add, Change, Remove, Lend, Count, Replace" },
  { rest: { Find: false }, left: "(8): Read, Newest, Add, Change, Remove, Lend, Count, Replace" },
  {
    wsdl: "schema/messenger.wsdl",
    rest: { Diag: false },
    left: "(35): SendSmsToDistributionList, SendSmsToSmartList, HTTP_SendSmsToDistributionList, FindDistributionLists, HTTP_FindDistributionLists, GetGreeting, SendSms, SendSms2, SendSmsXml, CheckSmsCost, ...",
  },
])("rest that names $rest leaves out $left", ({ wsdl = library, rest, left }) => {
  const errors = errorsOf(wsdl, rest);
  expect(errors).toHaveLength(left === undefined ? 0 : 1);
  expect(errors.join("")).toContain(left === undefined ? "" : `MG5017: rest leaves out operations ${left}`);
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { auditNameOf, type ActionName } from "#server/actions/audit-names.js";
import { apiTable, type ApiCall } from "#server/faces/operators/calls.js";
import { type DescribedPaths, openApiSchemas } from "../../openapi-schemas.js";
import { type ApiServer, startApi } from "./api-server.js";
import type { Expected } from "./expected-call.js";
import { expectedCalls } from "./expected-calls.js";

let api: ApiServer;
let document: DescribedPaths;
const seen = new Map<string, Readonly<Record<string, unknown>>>();
const { calls } = await apiTable();

beforeAll(async () => {
  api = await startApi();
  const response = await fetch(`${api.origin}/operators/v1/openapi.json`);
  document = (await response.json()) as DescribedPaths;
});

afterAll(() => api.close());

type Row = Readonly<Record<string, unknown>>;

const pathOf = (name: string): string => name.replaceAll(" ", "/");
const callOf = (name: string): ApiCall | undefined => calls.get(pathOf(name));
const isChange = (name: string): boolean => callOf(name)?.method === "POST";

function queryOf(given: Row): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  return query.toString();
}

/** Calls an action with its body, anything else with a query. */
const send = (
  key: string,
  name: string,
  given: Row,
  headers: Readonly<Record<string, string>> = { "Idempotency-Key": "refused" },
) =>
  isChange(name)
    ? api.call(key, pathOf(name), given, headers)
    : api.call(key, `${pathOf(name)}?${queryOf(given)}`);

/** Whether a body is all that the document describes, and nothing more. */
function expectDescribed(name: string, body: Row): void {
  const method = isChange(name) ? "POST" : "GET";
  const valid = openApiSchemas(document).response(`/${pathOf(name)}`, method, 200, "application/json");
  expect([valid(body), valid.errors ?? []]).toEqual([true, []]);
  const items = body["items"] as readonly Row[] | undefined;
  const row = (items === undefined ? (body["row"] ?? body) : items[0]) as Row | undefined;
  if (row === undefined) return;
  const members = Object.entries(callOf(name)?.entry.members ?? {});
  const wanted = members.filter(
    ([member, { secret = false, optional = false }]) => (!secret && !optional) || member in row,
  );
  expect(Object.keys(row).toSorted()).toEqual(wanted.map(([member]) => member).toSorted());
}

const entryCount = async (): Promise<number> => (await api.store.audit.entries(10_000)).length;

const lower = { admin: "support", support: "viewer" } as const;

test("the table of expected calls has each action, list and card once", () => {
  expect(expectedCalls.map(({ name }) => pathOf(name)).toSorted()).toEqual([...calls.keys()].toSorted());
});

test("each member and field has a meaning, and no name of a field is a parameter of lists", () => {
  const fieldsOf = (path: string, method: string) => {
    const operation = document.paths[path]?.[method] as unknown as {
      readonly parameters: readonly { readonly name: string; readonly description: string }[];
      readonly requestBody?: {
        readonly content: Record<
          string,
          { readonly schema: { readonly properties: Record<string, { readonly description: string }> } }
        >;
      };
    };
    const body = operation.requestBody?.content["application/json"]?.schema.properties ?? {};
    return [
      ...operation.parameters.map(({ name, description }) => [name, description] as const),
      ...Object.entries(body).map(([name, { description }]) => [name, description] as const),
    ];
  };
  const empty = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      fieldsOf(path, method)
        .filter(([, meaning]) => meaning === "")
        .map(([name]) => `${path} ${name}`),
    ),
  );
  const members = [...calls.values()].flatMap(({ path, entry }) =>
    Object.entries(entry.members)
      .filter(([, { meaning }]) => meaning === "")
      .map(([name]) => `${path} row ${name}`),
  );
  expect([...empty, ...members]).toEqual([]);
});

test("the document is valid OpenAPI 3.1, and each operation has an id of its own", async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect([valid, errors]).toEqual([true, undefined]);
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(
      (operation) => (operation as unknown as { readonly operationId: string }).operationId,
    ),
  );
  expect(new Set(ids).size).toBe(calls.size);
});

describe.each(expectedCalls.map((expected) => [expected.name, expected] as const))(
  "%s",
  (name, expected: Expected) => {
    const given = (): Row => (typeof expected.given === "function" ? expected.given(seen) : expected.given);

    test("is refused without the role, and without a trusted key where it needs one", async () => {
      const { role, trusted = false } = expected;
      if (role !== "viewer")
        expect((await send(api.keys[lower[role]], name, given())).body).toMatchObject({
          status: 403,
          code: "NotAllowed",
        });
      if (trusted)
        expect((await send(api.keys.untrusted, name, given())).body).toMatchObject({
          status: 403,
          code: "NotAllowed",
        });
      else expect(callOf(name)?.entry.may.identity).toBeUndefined();
      expect(callOf(name)?.entry.may.operator).toBe(role);
    });

    test("is refused for what is not there, or another's", async () => {
      const [other, code] = expected.other ?? [];
      if (other === undefined) return;
      const before = await entryCount();
      const key = code === "NotAllowed" ? api.keys.viewer : api.keys.admin;
      const { body } = await send(key, name, other, { "Idempotency-Key": `other ${name}` });
      expect(body).toMatchObject({
        code,
        detail: expect.any(String),
        type: `/operators/v1/problems/${String(code)}`,
      });
      expect(await entryCount()).toBe(before);
    });

    test("is carried out, recorded as the key's, and described; a repeat changes nothing and has no secret", async () => {
      await expected.prepare?.(api.store);
      const key = api.keys.admin;
      const before = await entryCount();
      const headers = { "Idempotency-Key": `call ${name}` };
      const first = await send(key, name, given(), headers);
      if (expected.refused !== undefined) {
        expect(first.body).toMatchObject({ code: expected.refused });
        return;
      }
      expect([first.status, first.body]).toEqual([200, expect.anything()]);
      expectDescribed(name, first.body);
      if (!isChange(name)) {
        const rows = (first.body["items"] ?? [first.body]) as readonly Row[];
        const { want } = expected;
        const found = want && rows.find((row) => isEqual(row, expect.objectContaining(want)));
        if (want !== undefined) expect(found ?? rows).toMatchObject(want);
        seen.set(name, found ?? {});
        expect(await entryCount()).toBe(before + (expected.entries ?? 0));
        return;
      }
      const row = first.body["row"] as Row;
      expect(row).toMatchObject(expected.want ?? {});
      seen.set(name, row);
      const added = expected.entries ?? 1;
      expect(await entryCount()).toBe(before + added);
      const entry = (await api.store.audit.entries(Math.max(added, 1))).at(-1);
      if (added > 0)
        expect(entry).toMatchObject({
          action: auditNameOf(name as ActionName),
          actor: { name: "admin", source: "operators' API, key admin, 127.0.0.1" },
        });
      const members = callOf(name)?.entry.members ?? {};
      const secrets = Object.keys(row).filter((member) => members[member]?.secret === true);
      const repeated = await send(key, name, given(), headers);
      const hidden = Object.fromEntries(secrets.map((member) => [member, null]));
      expect(repeated.body).toMatchObject({ row: { ...row, ...hidden }, repeated: true });
      expectDescribed(name, repeated.body);
      for (const member of secrets) expect(JSON.stringify(repeated.body)).not.toContain(String(row[member]));
      expect(await entryCount()).toBe(before + added);
      const reused = await send(key, "route add", { prefix: "1", link: "test" }, headers);
      if (name !== "route add") expect(reused.body).toMatchObject({ status: 422, code: "KeyReused" });
      if (added === 0) return;
      // Without the stored response, its entry in the audit log shows that the call was carried out.
      await api.store.forms.forget(Date.now() + 2 * 86_400_000);
      expect((await send(key, name, given(), headers)).body).toMatchObject({
        status: 409,
        code: "AlreadyDone",
      });
      expect(await entryCount()).toBe(before + added);
    });
  },
);

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

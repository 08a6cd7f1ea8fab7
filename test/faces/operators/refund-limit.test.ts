import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failMessage } from "../console/console-server.js";
import { type ApiServer, newKey, startApi } from "./api-server.js";

let api: ApiServer;

beforeAll(async () => {
  api = await startApi({ refundLimit: 2 });
});
afterAll(() => api.close());

/** Each message costs a credit. The limit is that of the operator, whatever keys and sessions it uses. */
test("keys with the role support refund what their operator may in a day", async () => {
  const other = await newKey(api.store, "other", { role: "support", trusted: "on" });
  const messages: string[] = [];
  for (const name of ["one", "two", "three", "four"]) {
    await failMessage(api.store, name, "12025550104");
    const [found] = await api.store.desk.candidates({ kind: "transaction", id: name }, undefined, 1);
    messages.push(String(found?.id));
  }
  const [one = "", two = "", three = "", four = ""] = messages;
  const refund = async (key: string, ids: readonly string[]) =>
    (await api.call(key, "message/refund", { ids }, { "Idempotency-Key": ids.join("-") })).body;
  const refused = {
    ...{ code: "Refused", status: 409 },
    detail: expect.stringContaining("ask an administrator"),
  };
  expect(await refund(api.keys.support, [one, two, three])).toMatchObject(refused);
  expect(await refund(api.keys.support, [one])).toMatchObject({ row: { refunded: 1, amount: "1" } });
  expect(await refund(other, [two, three])).toMatchObject(refused);
  expect(await refund(other, [two])).toMatchObject({ row: { refunded: 1 } });
  expect(await refund(api.keys.support, [four])).toMatchObject(refused);
  expect(await refund(api.keys.admin, [three, four])).toMatchObject({ row: { refunded: 2 } });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { inboxJson } from "#server/faces/contract/inbox-content.js";
import { eachMessage } from "#server/operations/inbox.js";
import { seededService, type SeededService } from "../samples/service.js";
import { noon, password } from "./desk.js";

const customerId = 44;
const total = 1_200;
let service: SeededService;

beforeAll(async () => {
  service = await seededService();
  const message = { customerId, from: "12025550101", to: "Shop", text: "Hello ".repeat(20), at: noon };
  await Promise.all(Array.from({ length: total }, () => service.store.inbox.add(message)));
});
afterAll(() => service.close());

const parameters = { customerID: customerId, userName: "api", userPassword: password, messageId: "" };
const query = (operation: string) =>
  new URLSearchParams({ ...parameters, customerID: String(customerId), operation }).toString();

describe("a long inbox", () => {
  test("is marked as read page by page: messages that the caller does not read stay unread", async () => {
    const messages = eachMessage(service.store.inbox.fetch(customerId, "all"));
    const pieces = inboxJson(
      { ok: true, kind: "messages", credits: "0", messages },
      "HTTP_Json_InboxProcessing",
      { operation: "fetch-all" },
    );
    if (typeof pieces === "string") throw new Error("It is one text.");
    for (let taken = 0; taken < 3; taken++) await pieces.next();
    await pieces.return();
    expect(await service.store.inbox.counts(customerId)).toEqual({ unread: total - 500, total });
  });

  test.each(["HTTP_InboxProcessing", "HTTP_Json_InboxProcessing"])(
    "%s is sent while it is read",
    async (name) => {
      const answer = await fetch(`${service.server.url}/${name}?${query("list-all")}`);
      expect(answer.headers.get("transfer-encoding")).toBe("chunked");
      expect([...(await answer.text()).matchAll(/12025550101/g)]).toHaveLength(total);
    },
  );

  test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)(
    "is whole JSON over %s",
    async (binding) => {
      const transport = nodeTransport({ url: service.server.url });
      const client = new MessengerClient({ transport, binding: "soap11" });
      const call = { ...parameters, operation: "list-all" };
      const answer: unknown = JSON.parse(await client.httpJsonInboxProcessing(call, { binding }));
      transport.close();
      expect(answer).toMatchObject({ inboxlist: { result: "OK", credits: "0" } });
      const { message } = (answer as { inboxlist: { message: { id: number }[] } }).inboxlist;
      expect(new Set(message.map(({ id }) => id)).size).toBe(total);
    },
  );
});

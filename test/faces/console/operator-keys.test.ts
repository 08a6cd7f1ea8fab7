import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiServer, startApi } from "../operators/api-server.js";
import { PlainBrowser } from "./console-server.js";

let api: ApiServer;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("an operator creates a key, which is shown once and works, and revokes it", async () => {
  const support = await new PlainBrowser(api.origin).logIn("support");
  expect((await support.get("/keys")).text).toContain("There is no key");
  const made = await support.post("/keys/add", {
    name: "crm",
    role: "support",
    expires: "90d",
    trusted: "on",
  });
  const [key = ""] = /mo_[0-9a-f]{16}_[\w-]{43}/u.exec(made.text) ?? [];
  expect(made.text).toContain("Operator");
  const page = await support.get("/keys");
  expect(page.text).toContain("crm");
  expect(page.text).not.toContain(key);
  expect((await api.call(key, "customer/list")).status).toBe(200);
  const revoked = await support.post("/keys/revoke", { operator: "support", name: "crm", confirmed: "yes" });
  const asked = revoked.isKept === true ? revoked : undefined;
  expect(asked?.text ?? "").toContain("Revoke the key");
  await api.store.operatorKeys.remove("support", "crm");
  expect((await api.call(key, "customer/list")).status).toBe(401);
});

test("nobody gets a key above the own role, or one of another operator; an administrator sees all", async () => {
  const support = await new PlainBrowser(api.origin).logIn("support");
  const above = await support.post("/keys/add", { name: "more", role: "admin" });
  expect(above.text).toMatch(/at most the role|not allowed/u);
  await support.post("/keys/add", { name: "own", role: "viewer", operator: "admin" });
  const { store } = api;
  expect((await store.operatorKeys.list("admin")).map(({ name }) => name)).not.toContain("own");
  expect((await store.operatorKeys.list("support")).map(({ name, role }) => [name, role])).toEqual([
    ["own", "viewer"],
  ]);
  expect((await support.get("/keys")).text).not.toContain("untrusted");
  const admin = await new PlainBrowser(api.origin).logIn("admin");
  const page = await admin.get("/keys");
  expect(page.text).toContain("untrusted");
  expect(page.text).toContain("own");
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { maxUpload } from "#server/faces/web/form.js";
import type { PlainBrowser } from "../console/console-server.js";
import { newBrowser, other, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

describe("a file of recipients", () => {
  const draft = { originator: "Shop", list: "", numbers: "", upload: "", text: "Hello", when: "" };

  /** Checks the cost of a message to the numbers of a file, as a browser does. */
  async function check(owner: PlainBrowser, file: string, fields: Readonly<Record<string, string>> = {}) {
    await owner.get("/send");
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: owner.token, ...draft, ...fields }))
      form.append(name, value);
    form.append("file", new Blob([file], { type: "text/plain" }), "numbers.txt");
    return owner.shown(await owner.request("/send/check", { method: "POST", body: form }));
  }

  test("is checked and then sent once to exactly its numbers", async () => {
    const owner = await portal.logIn("owner", other);
    const checked = await check(owner, "+1 202 555 0161\r\n12025550162;12025550161\nnobody\n");
    expect(checked.status).toBe(200);
    expect(checked.text).toMatch(
      /Not a phone number[^]*Send to 2 for 2 credits[^]*3<[^]*nobody<[^]*has no digits/u,
    );
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`, "u").exec(checked.text)?.[1] ?? "";
    const fields = { ...draft, upload: hidden("upload"), checked: hidden("checked") };
    expect((await owner.post("/send/check", { ...draft, upload: fields.upload })).text).toContain(
      "Send to 2 for",
    );
    const others = await owner.post("/send/check", {
      ...draft,
      upload: fields.upload,
      numbers: "12025550163",
    });
    expect(others.text).toContain("Send to 1 for");
    const refused = await owner.post("/send/check", { ...fields, text: "" });
    expect([refused.isKept, refused.text.includes(fields.upload)]).toEqual([true, true]);
    const sent = await owner.submit("/send", fields);
    expect(sent.text).toContain("The message was accepted.");
    for (const number of ["+1 202 555 0161", "+1 202 555 0162"]) expect(sent.text).toContain(number);
    const another = await (await portal.logIn("developer", other)).post("/send", fields);
    expect([another.isKept, /choose the file again/iu.test(another.text)]).toEqual([true, true]);
  });

  test.each([
    { name: "without a number", file: "\n", fields: {}, status: 200, text: "no phone number" },
    {
      name: "with numbers beside it",
      file: "12025550161",
      fields: { numbers: "12025550162" },
      status: 200,
      text: "only one of them",
    },
    {
      name: "that is too large",
      file: "1".repeat(maxUpload.bytes),
      fields: {},
      status: 413,
      text: "too large",
    },
  ])("is refused $name", async ({ file, fields, status, text }) => {
    const refused = await check(await portal.logIn("owner"), file, fields);
    expect([refused.status, refused.text.includes(text)]).toEqual([status, true]);
  });

  test("is not taken from somebody without a session, nor on another page", async () => {
    const form = new FormData();
    form.append("file", new Blob(["12025550161"]), "numbers.txt");
    const upload = { method: "POST", body: form };
    expect((await newBrowser(portal.origin).request("/send/check", upload)).status).toBe(403);
    expect((await (await portal.logIn("owner")).request("/send", upload)).status).toBe(415);
  });
});

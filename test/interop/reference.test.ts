/** The reference pages of `/v1` in a browser, and its samples as programs. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Browser, Page } from "../playwright.js";
import { samplesOf } from "#host/reference/samples.js";
import { openCaller, message, type Caller } from "../operations/v1-caller.js";
import { launchBrowser, openPage, tooWide, violationsOf } from "../browser.js";
import { Clicks, clicksOf } from "../counted-clicks.js";
import { isInstalled, testWithPeer, type PeerName } from "../peers.js";

const run = promisify(execFile);

let caller: Caller;
let browser: Browser | undefined;
let folder: string;
const complaints: string[] = [];

beforeAll(async () => {
  caller = await openCaller();
  folder = mkdtempSync(join(tmpdir(), "messenger-reference-"));
  if (isInstalled("chromium")) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await caller.service.close();
  rmSync(folder, { recursive: true });
});

function newPage(options: Parameters<typeof openPage>[2] = {}): Promise<Page> {
  if (browser === undefined) throw new Error("There is no browser.");
  return openPage(browser, complaints, options);
}

const shown = [
  ...["", "reference/sendMessage", "reference/listRecipients", "reference/startCampaign"],
  ...["reference/webhooks/message.final", "reference/types/SearchFilter", "problems/InsufficientCredit"],
];

describe("the reference in a browser", () => {
  testWithPeer("chromium", "is accessible in both colors, and fits every screen", async () => {
    const page = await newPage();
    const faults: string[] = [];
    for (const path of shown) {
      await page.goto(`${caller.origin}/v1/${path}`);
      faults.push(...(await violationsOf(page)));
      faults.push(...(await tooWide(page, [390, 1440])));
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  testWithPeer("chromium", "can be read without JavaScript, where nothing can be sent", async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${caller.origin}/v1`);
    await page.getByRole("link", { name: "Send a text message", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Send a text message" }).waitFor();
    expect(await page.getByText("Text of the message. Must not be empty").isVisible()).toBe(true);
    await page.getByText("Python", { exact: true }).click();
    expect(await page.getByText("import urllib.request").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(false);
    await page.context().close();
  });

  testWithPeer(
    "chromium",
    "sends a message with an API key, and reads its recipients with a log-in",
    async () => {
      const page = await newPage();
      await page.goto(`${caller.origin}/v1/reference/sendMessage`);
      await page.getByLabel("Authorization").fill(caller.key);
      await page.getByLabel("Body").fill(JSON.stringify(message));
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("202 Accepted").waitFor();
      const [, id = ""] = /"transactionId": "([^"]+)"/.exec(await page.getByRole("status").innerText()) ?? [];
      await page.goto(`${caller.origin}/v1/reference/listRecipients`);
      await page.getByLabel("User").fill("42/api");
      await page.getByLabel("Password").fill("wrong");
      await page.getByLabel("transactionId").fill(id);
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("401 Unauthorized").waitFor();
      await page.getByLabel("Password").fill("correct horse");
      await page.getByLabel("limit").fill("1");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText('"number": "12025550101"').waitFor();
      await page.context().close();
    },
  );

  testWithPeer(
    "chromium",
    "a new caller sends a text message with the first sample, as it is pasted",
    async () => {
      const page = await newPage();
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(`${caller.origin}/v1/`);
      const sample = page.locator(".sample code").first();
      expect(await sample.innerText()).toContain("Bearer KEY");
      await page.getByLabel("Your API key").fill(caller.key);
      const pasted = await sample.innerText();
      expect(pasted).not.toContain("KEY'");
      const { stdout } = await run("sh", ["-c", pasted]);
      const { transactionId } = JSON.parse(stdout) as { readonly transactionId: string };
      const stored = await caller.service.store.outbox.statistics(42, transactionId);
      expect(stored?.counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
      await page.getByRole("link", { name: "Send a text message", exact: true }).first().click();
      await page.getByText("Python", { exact: true }).click();
      expect(await page.locator(".sample code").nth(3).textContent()).toContain(`Bearer ${caller.key}`);
      expect(requests.filter((url) => url.includes(caller.key))).toEqual([]);
      await page.context().close();
      const other = await newPage();
      await other.goto(`${caller.origin}/v1/`);
      expect(await other.locator(".sample code").first().innerText()).toContain("Bearer KEY");
      await other.context().close();
    },
  );

  testWithPeer("chromium", "is found and used with the clicks of the guide", async () => {
    const page = await newPage();
    const reader = await new Clicks(page, `${caller.origin}/v1/`).start();
    await page.getByLabel("Search the reference").fill("send a text");
    await reader.click(page.locator(".found a").first());
    await page.getByRole("heading", { level: 1, name: "Send a text message" }).waitFor();
    expect(reader.count).toBe(clicksOf("find a call"));
    await reader.start();
    await page.getByLabel("Your API key").fill(caller.key);
    await reader.link("Send a text message");
    await reader.button("Send");
    await page.getByText("202 Accepted").waitFor();
    expect(reader.count).toBe(clicksOf("send a text message with the own key"));
    const [, id = ""] = /"transactionId": "([^"]+)"/.exec(await page.getByRole("status").innerText()) ?? [];
    const stored = await caller.service.store.outbox.statistics(42, id);
    expect(stored?.counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    await page.context().close();
  });

  testWithPeer("chromium", "a search finds operations, codes, members and types", async () => {
    const page = await newPage();
    await page.goto(`${caller.origin}/v1/problems/InsufficientCredit`);
    const search = page.getByLabel("Search the reference");
    const first = page.locator(".found a").first();
    for (const [words, want] of [
      ["send a text", "Send a text message"],
      ["credit", "InsufficientCredit"],
      ["idempotency-key", "Send a text message"],
      ["smart list", "selected members of a smart list"],
      ["SearchFilter", "SearchFilter"],
      ["message.final", "A message has its final status"],
    ] as const) {
      await search.fill(words);
      await page
        .getByRole("link", { name: new RegExp(want, "iu") })
        .first()
        .waitFor();
    }
    await search.fill("smart list messages");
    await first.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await search.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toContain("/v1/reference/");
    await page.goto(`${caller.origin}/v1/`);
    await page.getByLabel("Search the reference").fill("nothing like it");
    await page.getByText("Nothing was found.").waitFor();
    await page.context().close();
  });

  testWithPeer("chromium", "no page had an error, and the policy blocked nothing", () => {
    const refused = /status of 401/;
    expect(complaints.filter((each) => !refused.test(each))).toEqual([]);
  });
});

/** How the program of a language is run. */
const programs: readonly (readonly [language: string, peer: PeerName, file: string, ...command: string[]])[] =
  [
    ["curl", "curl", "call.sh", "sh"],
    ["TypeScript", "esbuild", "call.mjs", process.execPath],
    ["PHP", "php", "call.php", "php"],
    ["Python", "python", "call.py", "python3"],
    ["Java", "java", "Call.java", "java"],
  ];

describe("a sample sends its request:", () => {
  for (const [language, peer, file, ...command] of programs)
    testWithPeer(peer, language, async () => {
      const smsText = `'${language}' "quoted" \\ \u00e9 \u{1f600} $HOME`;
      const samples = samplesOf({
        method: "POST",
        url: `${caller.origin}/v1/cost`,
        headers: [
          ["Authorization", `Bearer ${caller.key}`],
          ["Content-Type", "application/json"],
        ],
        body: { smsText, recipients: "12025550101", msgType: "Morse" },
      });
      const place = join(folder, file);
      writeFileSync(place, samples.find((each) => each.language === language)?.text ?? "");
      const { stdout } = await run(command[0] ?? "", [...command.slice(1), place]);
      expect(stdout).toContain('"code":"WrongValue"');
      expect(stdout).toContain('"pointer":"/msgType"');
    });
});

import { expect } from "@jest/globals";
import { faultsIn, launchBrowser, openPage } from "../../browser.js";
import { testWithPeer } from "../../peers.js";
import { describePhone } from "./phone-suite.js";
import { portalUnderTest } from "./sites.js";

describePhone(portalUnderTest);

testWithPeer("chromium", "the faults of a page are found", async () => {
  const browser = await launchBrowser();
  const page = await openPage(browser, [], { viewport: { width: 390, height: 844 } });
  await page.goto("data:text/html,<html lang=en><main><input><p style='width:900px'>wide</p></main>");
  const found = await faultsIn(page, "main");
  expect(found.map((fault) => /^critical label|px wide$/u.exec(fault)?.[0])).toEqual([
    "critical label",
    "px wide",
  ]);
  await browser.close();
});

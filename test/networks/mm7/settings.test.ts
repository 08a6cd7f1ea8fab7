import { describe, expect, test } from "@jest/globals";
import { mm7SettingForms, mm7Settings } from "#server/networks/mm7/settings.js";
import { documentedRows } from "../../domain/documented-table.js";

const url = "mm7s://shop@mmsc.example.com/mm7?x=1";
const link = (settings: Readonly<Record<string, string>> = {}, text = url) =>
  mm7Settings({ url: text, password: "s3cret", settings });

describe("a link", () => {
  test("with its usual settings", () => {
    expect(link()).toEqual({
      url: new URL("https://mmsc.example.com/mm7?x=1"),
      ...{ user: "shop", password: "s3cret", authorization: "basic", vaspId: "", vasId: "" },
      ...{ schema: "REL-5-MM7-1-2", version: "5.6.0", window: 10, timeout: 60_000, ca: undefined },
      receiver: { user: "", password: "", addresses: [] },
    });
  });

  test("with others", () => {
    const settings = {
      ...{ schema: "REL-7-MM7-1-0", authorization: "digest", window: "99", timeout: "600", version: "7.1.0" },
      ...{ receiveUser: "mmsc", receivePassword: "x", receiveFrom: "192.0.2.0/24, 2001:db8::1" },
    };
    expect(link(settings, "mm7://[::1]:8080")).toMatchObject({
      ...{ user: "", authorization: "digest", window: 99, timeout: 600_000, version: "7.1.0" },
      receiver: { user: "mmsc", password: "x", addresses: ["192.0.2.0/24", "2001:db8::1"] },
    });
    expect(link({}, "mm7://[::1]:8080").authorization).toBe("none");
  });

  test.each<{ settings: Record<string, string>; url?: string; want: string }>([
    { settings: {}, url: "http://example.com", want: "the URL must be mm7://" },
    { settings: {}, url: "mm7://", want: "the URL must be mm7://" },
    { settings: {}, url: "mm7://a:b@example.com/", want: "the URL must contain no password" },
    { settings: { window: "0" }, want: "window must be from 1 to 99" },
    { settings: { timeout: "601" }, want: "timeout must be from 1 to 600 seconds" },
    { settings: { schema: "REL-5" }, want: "schema must be REL-x-MM7-1-y" },
    { settings: { version: "5" }, want: "version must be a version like 5.6.0" },
    { settings: { authorization: "ntlm" }, want: "authorization must be none" },
    { settings: { vaspId: "a\nb" }, want: "vaspId must have at most 64 characters" },
    { settings: { constructor: "x" }, want: "unknown setting constructor" },
    { settings: { receiveUser: "a" }, want: "receiveUser and receivePassword must be set together" },
  ])("$want", ({ settings, url: text, want }) => {
    expect(() => link(settings, text)).toThrow(want);
  });
});

test("the page holds every setting", () => {
  const documented = documentedRows("docs/reference/mms.md", "Links").map(([name]) => name);
  expect(documented).toEqual(Object.keys(mm7SettingForms));
});

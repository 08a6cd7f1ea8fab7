import { expect, test } from "@jest/globals";
import { readKannel } from "#server/actions/kannel/configuration.js";
import { planKannel } from "#server/actions/kannel/plan.js";

/** Groups `core`, two `smsc` and a `sendsms-user`, with lines `unified-prefix` of some. */
function planOf(core: string, first: string, second: string) {
  const line = (value: string): string => (value === "" ? "" : `unified-prefix = ${value}\n`);
  const smsc = (id: string, value: string): string =>
    `group = smsc\nsmsc = smpp\nsmsc-id = ${id}\nhost = smsc.example.com\nsmsc-username = shop\nsmsc-password = s3cret\ntransceiver-mode = on\n${line(value)}`;
  const groups = [
    `group = core\n${line(core)}`,
    smsc("a", first),
    smsc("b", second),
    "group = sendsms-user\nusername = shop\npassword = correct horse\ndefault-sender = Shop\n",
  ];
  const plan = planKannel(
    readKannel({ file: "kannel.conf", text: groups.join("\n") }, () => []),
    42,
  );
  const notes = plan.notes.filter(({ subject }) => subject.endsWith("unified-prefix"));
  return {
    links: plan.links.map(({ settings }) => settings["countryCode"] ?? "-").join(" "),
    customer: plan.accounts[0]?.countryCode ?? "-",
    notes: notes.map(({ text }) => text.replace("numbers are not changed by ", "")).join(" "),
  };
}

test.each<
  readonly [core: string, first: string, second: string, links: string, customer: string, notes: string]
>([
  ["", "", "", "- -", "-", ""],
  ["", "+44,0044,0;+,00", "+44,0044,0;+,00", "44 44", "44", ""],
  ["", "+44,0044,0;+,00", "", "44 -", "-", ""],
  ["", "+44,0", "+353,0", "44 353", "-", ""],
  ["+44,0;+,00", "", "", "44 44", "44", ""],
  ["+44,0;+,00", "+353,0", "", "353 44", "44", ""],
  ["", "0044,+44,0", "0044,0", "44 44", "44", ""],
  ["", "44,0044,0", "44, 0", "44 44", "44", ""],
  ["", "+,00", "+,00", "- -", "-", ""],
  ["", "+1,001", "", "- -", "-", "+1,001"],
  ["", "-,+44,0044", "", "- -", "-", "-,+44,0044"],
  ["", "+44,0044,0;-,123", "+44,0", "44 44", "44", "-,123"],
  ["", "+1234,0", "", "- -", "-", "+1234,0"],
  ["", '"+44,0044,0;+,00"', '"+44,0"', "44 44", "44", ""],
])("core %j, links %j and %j: %s, customers %s", (core, first, second, links, customer, notes) => {
  expect(planOf(core, first, second)).toEqual({ links, customer, notes });
});

import { expect, test } from "@jest/globals";
import { readKannel } from "#server/actions/kannel/configuration.js";
import { planKannel } from "#server/actions/kannel/plan.js";

const smsc = {
  "smsc-id": "a",
  host: "smsc.example.com",
  "smsc-username": "shop",
  "smsc-password": "s3cret12",
  "transceiver-mode": "on",
};

function linkOf(changes: Readonly<Record<string, string>>) {
  const values = Object.entries({ ...smsc, ...changes });
  const text = ["group = smsc", "smsc = smpp", ...values.map(([key, value]) => `${key} = ${value}`)].join(
    "\n",
  );
  const { links, notes } = planKannel(
    readKannel({ file: "kannel.conf", text }, () => []),
    42,
  );
  const { url, password, settings } = links[0] ?? {};
  return { url, password, settings, notes: notes.map(({ subject, text: said }) => `${subject}: ${said}`) };
}

test.each<
  readonly [key: string, given: string, most: number, of: (link: ReturnType<typeof linkOf>) => unknown]
>([
  ["smsc-username", "n".repeat(20), 15, ({ url }) => url?.replace(/^smpp:\/\/(.*)@.*$/u, "$1")],
  ["smsc-password", "s3cret123456", 8, ({ password }) => password],
  ["system-type", "t".repeat(13), 12, ({ settings }) => settings?.["systemType"]],
  ["service-type", "CMTCMT", 5, ({ settings }) => settings?.["serviceType"]],
  ["address-range", "^1".repeat(21), 40, ({ settings }) => settings?.["addressRange"]],
])("of %s %j, the first %d characters count, as Kannel sends them", (key, given, most, of) => {
  const link = linkOf({ [key]: given });
  expect(of(link)).toBe(given.slice(0, most));
  expect(link.notes).toEqual([`smsc ${key}: cut to ${most} characters, as Kannel sends it`]);
  expect(linkOf({ [key]: given.slice(0, most) }).notes).toEqual([]);
});

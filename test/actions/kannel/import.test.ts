import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { CommandRunner } from "../../command-runner.js";
import { temporaryFolder } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";

const folder = temporaryFolder();
const runner = new CommandRunner("messenger");
afterAll(() => {
  runner.end();
  folder.remove();
});

const configuration = `
# Everything that the command maps.
group = core
admin-port = 13000

include = "connections"

group = smsbox
sendsms-port = 13013

group = sendsms-user
username = shop
password = "a b"
default-sender = Shop
max-messages = 3

group = sendsms-user
username = bank
password = secret
faked-sender = Bank
forced-smsc = gold
`;

const connections = `
group = smsc
smsc = smpp
smsc-id = "Carrier A"
host = smsc.example.com
port = 3600
smsc-username = "shop"
smsc-password = s3cret
system-type = VMA
transceiver-mode = yes
throughput = 12.5
max-pending-submits = 20
msg-id-type = 0x01
dest-addr-ton = 1
dest-addr-npi = 1
alt-charset = latin1
wait-ack-expire = 0x01
connection-timeout = 0
log-file = /var/log/a.log

group = smsc
smsc = smpp
smsc-id = b
host = 192.0.2.7
port = 2775
smsc-username = tx
smsc-password = s3cret
use-ssl = true
allowed-smsc-id = gold
esm-class = 0

group = smsc
smsc = smpp
smsc-id = b
host = 192.0.2.7
receive-port = 2775
smsc-username = tx
smsc-password = s3cret

group = smsc
smsc = at
modemtype = auto
`;

function configurationFile(text = configuration, more = connections): string {
  mkdirSync(join(folder.path, "connections"), { recursive: true });
  writeFileSync(join(folder.path, "connections", "smsc.conf"), more);
  const path = join(folder.path, "kannel.conf");
  writeFileSync(path, text);
  return path;
}

async function json(database: string, ...words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runner.run([...words, "--json", "--database", database]);
  // A link that is not up is shown with 3.
  expect({ stderr, isDone: code === 0 || code === 3 }).toMatchObject({ isDone: true });
  return JSON.parse(stdout);
}

const links = [
  {
    name: "carrier-a",
    url: "smpp://shop@smsc.example.com:3600",
    settings: {
      ...{ systemType: "VMA", window: "20", bindRate: "12", messageMode: "3", latin: "latin1" },
      ...{ idForm: "hex-decimal", destination: "1/1" },
    },
  },
  {
    name: "b",
    url: "smpps://tx@192.0.2.7:2775",
    settings: { mode: "transmitter+receiver", messageMode: "0" },
  },
];

describe("import kannel", () => {
  test("adds links, customers, users, originators and routes, and names what has no counterpart", async () => {
    const database = await newDatabase();
    const file = configurationFile();
    const plan = await json(database, "import", "kannel", file, "--first-customer", "42");
    expect(plan).toMatchObject({
      links,
      customers: [
        { customer: 42, name: "shop", user: "shop", originators: ["Shop"] },
        { customer: 43, name: "bank", user: "bank", originators: ["Bank"] },
      ],
      routes: [
        { prefix: "*", customer: null, link: "carrier-a", rank: 1, uncertain: "resend" },
        { prefix: "*", customer: 43, link: "carrier-a", rank: 1, uncertain: "resend" },
        { prefix: "*", customer: 43, link: "b", rank: 1, uncertain: "hold" },
      ],
      coverage: [],
    });
    const { notes } = plan as {
      readonly notes: readonly { readonly place: string; readonly subject: string }[];
    };
    expect(notes.map(({ place, subject }) => `${place.slice(folder.path.length + 1)} ${subject}`)).toEqual([
      ...["kannel.conf:3 core", "kannel.conf:8 smsbox", "kannel.conf:15 sendsms-user max-messages"],
      ...["connections/smsc.conf:11 smsc throughput", "connections/smsc.conf:18 smsc connection-timeout"],
      ...["connections/smsc.conf:19 smsc log-file", "connections/smsc.conf:40 smsc"],
    ]);
    expect(await json(database, "link", "list")).toMatchObject([{ name: "b" }, { name: "carrier-a" }]);
    expect(await json(database, "link", "show", "carrier-a")).toMatchObject(links[0] ?? {});
    expect(await json(database, "route", "list")).toHaveLength(3);
    expect(await json(database, "user", "list")).toMatchObject([{ name: "shop" }, { name: "bank" }]);
    expect(await json(database, "originator", "list")).toMatchObject([{ value: "Shop" }, { value: "Bank" }]);
    const again = await runner.run(["import", "kannel", file, "--database", database]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("link carrier-a exists already: nothing was imported"),
    });
  });

  test("prints a plan as a dry run, without passwords, and changes nothing", async () => {
    const database = await newDatabase();
    const file = configurationFile();
    const { code, stdout } = await runner.run([
      "import",
      "kannel",
      file,
      "--dry-run",
      "--database",
      database,
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("carrier-a  smpp://shop@smsc.example.com:3600  systemType=VMA");
    expect(stdout).toContain("smsc.conf:40  smsc");
    expect(stdout).not.toMatch(/s3cret|a b/u);
    await runner.run(["customer", "add", "7", "--name", "Example Ltd", "--database", database]);
    expect(await json(database, "customer", "list")).toHaveLength(1);
    expect(await json(database, "link", "list")).toEqual([]);
  });

  test.each([
    {
      title: "numbers that no connection carries are not covered",
      more: "group = smsc\nsmsc = smpp\nhost = a\nsmsc-username = b\nsmsc-password = c\nallowed-prefix = +49;0041",
      want: { stdout: /^49 +- +true$[^]*^\* +- +false$/mu, code: 0 },
    },
    {
      title: "a value that no link can have is refused with the place of its group",
      more: "group = smsc\nsmsc = smpp\nhost = a\nsmsc-username = b\nsmsc-password = c\ninstances = 65",
      want: { stderr: /smsc\.conf:1: .*binds/u, code: 2 },
    },
    {
      title: "a missing password is refused",
      more: "group = smsc\nsmsc = smpp\nhost = a\nsmsc-username = b",
      want: { stderr: /smsc\.conf:1: group smsc has no smsc-password/u, code: 1 },
    },
  ])("$title", async ({ more, want }) => {
    const file = configurationFile('include = "connections"', more);
    const run = await runner.run(["import", "kannel", file, "--dry-run", "--database", await newDatabase()]);
    expect(run.code).toBe(want.code);
    expect(run.stdout).toMatch(want.stdout ?? /^/u);
    expect(run.stderr).toMatch(want.stderr ?? /^/u);
  });
});

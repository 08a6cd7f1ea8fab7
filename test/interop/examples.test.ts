import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Declare, type PeerName, testWithPeer } from "../peers.js";
import { type Account, admin, login, openAccount, type Service, startService } from "./service.js";

/** Runs what needs nothing but Node. */
const node = { peer: "node", command: process.execPath } as const;

interface Example {
  readonly file: string;
  /** CI installs no .NET: those programs are read, not executed. */
  readonly executed: { readonly peer: PeerName | "node"; readonly command: string } | "not executed";
}

const java = { peer: "java", command: "java" } as const;
const php = { peer: "php", command: "php" } as const;
const perl = { peer: "perl", command: "perl" } as const;
const python = { peer: "python", command: "python3" } as const;
const ruby = { peer: "ruby", command: "ruby" } as const;

/** Every example, and how it is started. */
const sending: readonly Example[] = [
  { file: "Send.cs", executed: "not executed" },
  { file: "Send.java", executed: java },
  { file: "send.php", executed: php },
  { file: "send.pl", executed: perl },
  { file: "send.py", executed: python },
  { file: "send.rb", executed: ruby },
  { file: "send.sh", executed: { peer: "curl", command: "sh" } },
];

const inbox: readonly Example[] = [
  { file: "Inbox.cs", executed: "not executed" },
  { file: "Inbox.java", executed: java },
  { file: "inbox.php", executed: php },
  { file: "inbox.pl", executed: perl },
  { file: "inbox.py", executed: python },
  { file: "inbox.rb", executed: ruby },
  { file: "inbox.ts", executed: node },
];

const json: readonly Example[] = [
  { file: "send.php", executed: php },
  { file: "send.py", executed: python },
  { file: "send.sh", executed: { peer: "curl", command: "sh" } },
  { file: "send.ts", executed: node },
];

let account: Account;
let service: Service;
let key: string;

beforeAll(async () => {
  account = await openAccount();
  await admin(account.database, "customer", "change", String(login.customerID), "--inbox-active", "on");
  const { customerID, userName } = login;
  const added = await admin(
    account.database,
    ...["key", "add", `${customerID}/${userName}`, "--name", "shop", "--scope", "send,read"],
  );
  key = /mk_\S+/.exec(added)?.[0] ?? "";
  service = await startService(account.database);
});
afterAll(async () => {
  await service.stop();
  account.remove();
});

interface Run {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example with the address of the service, an account and further arguments. */
async function run(
  command: string,
  file: string,
  password: string,
  more: readonly string[] = [],
): Promise<Run> {
  return runWith(command, file, [service.url, String(login.customerID), login.userName, password, ...more]);
}

async function runWith(command: string, file: string, given: readonly string[]): Promise<Run> {
  const args = [file.endsWith(".ts") ? `dist/${file.replace(/ts$/u, "js")}` : file, ...given];
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 150_000 }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, stdout, stderr });
    });
  });
}

const declaredBy =
  (how: Declare) =>
  (peer: PeerName | "node", title: string, body: () => Promise<void>): void => {
    if (peer === "node") how(title, body);
    else testWithPeer(peer, title, body, { declare: how });
  };
const declare = declaredBy(test);
/** For programs that send: most of their time they wait for the final status. */
const declareSideBySide = declaredBy(test.concurrent);

test.each([
  ["examples/sending", sending],
  ["examples/inbox", inbox],
  ["examples/json", json],
])("every program of %s has a row", (folder, examples) => {
  expect(readdirSync(folder).sort()).toEqual(examples.map(({ file }) => file).sort());
});

describe("the example of sending", () => {
  for (const { file, executed } of sending) {
    if (executed === "not executed") continue;
    const { peer, command } = executed;
    const send = (password: string): Promise<Run> =>
      run(command, `examples/sending/${file}`, password, ["+12025550123", `order-${file}`]);
    declareSideBySide(peer, `${file} sends, waits for the final status, and repeats nothing`, async () => {
      const first = await send(login.userPassword);
      expect(first).toMatchObject({ failed: false, stderr: "" });
      expect(first.stdout).toMatch(/^sent: [0-9a-f-]{36}\nfinal: SMSC_DELIVERED\n$/u);
      expect(await send(login.userPassword)).toEqual(first);
    });

    declareSideBySide(peer, `${file} ends with the Result of a refused call`, async () => {
      const { failed, stdout, stderr } = await send("wrong");
      expect({ failed, stdout }).toEqual({ failed: true, stdout: "" });
      expect(stderr.trim()).toBe("refused: 404.2 FAILURE (User is unknown)");
    });
  }
});

describe("the example of JSON", () => {
  for (const { file, executed } of json) {
    if (executed === "not executed") continue;
    const { peer, command } = executed;
    const send = (secret: string): Promise<Run> => {
      const address = `${new URL(service.url).origin}/v1`;
      return runWith(command, `examples/json/${file}`, [address, secret, "+12025550123", `json-${file}`]);
    };
    declareSideBySide(peer, `${file} sends, waits for the final status, and repeats nothing`, async () => {
      const first = await send(key);
      expect(first).toMatchObject({ failed: false, stderr: "" });
      expect(first.stdout).toMatch(/^sent: [0-9a-f-]{36}\nfinal: SMSC_DELIVERED\n$/u);
      expect(await send(key)).toEqual(first);
    });

    declareSideBySide(peer, `${file} ends with the detail of a problem`, async () => {
      const { failed, stdout, stderr } = await send(`mk_0123456789abcdef_${"A".repeat(43)}`);
      expect({ failed, stdout }).toEqual({ failed: true, stdout: "" });
      expect(stderr.trim()).toBe("refused: 404.2 FAILURE (User is unknown)");
    });
  }
});

describe("the example of the inbox", () => {
  for (const { file, executed } of inbox) {
    if (executed === "not executed") continue;
    const { peer, command } = executed;
    const read = (password: string): Promise<Run> => run(command, `examples/inbox/${file}`, password);
    declare(peer, `${file} prints unread messages once and deletes them`, async () => {
      for (const text of ["Is my parcel ready?", "شكرا 😀"])
        await admin(
          account.database,
          ...[
            "inbox",
            "add",
            String(login.customerID),
            "--from",
            "12025550123",
            "--to",
            "Shop",
            "--text",
            text,
          ],
        );
      expect(await read(login.userPassword)).toEqual({
        failed: false,
        stdout: "12025550123: Is my parcel ready?\n12025550123: شكرا 😀\n2 deleted\n",
        stderr: "",
      });
      expect((await read(login.userPassword)).stdout).toBe("0 deleted\n");
    });

    declare(peer, `${file} ends with the result of a refused call`, async () => {
      const { failed, stdout, stderr } = await read("wrong");
      expect({ failed, stdout }).toEqual({ failed: true, stdout: "" });
      expect(stderr.trim()).toBe("refused: 404.2 FAILURE (User is unknown)");
    });
  }
});

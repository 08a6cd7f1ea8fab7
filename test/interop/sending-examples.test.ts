import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type PeerName, testWithPeer } from "../peers.js";
import { type Account, login, openAccount, type Service, startService } from "./service.js";

const folder = "examples/sending";

/** Every example, and how it is started. CI installs no Ruby and no .NET: these two are read, not executed. */
const examples: readonly {
  readonly file: string;
  readonly executed: { readonly peer: PeerName; readonly command: string } | "not executed";
}[] = [
  { file: "Send.cs", executed: "not executed" },
  { file: "Send.java", executed: { peer: "java", command: "java" } },
  { file: "send.php", executed: { peer: "php", command: "php" } },
  { file: "send.pl", executed: { peer: "perl", command: "perl" } },
  { file: "send.py", executed: { peer: "python", command: "python3" } },
  { file: "send.rb", executed: "not executed" },
  { file: "send.sh", executed: { peer: "curl", command: "sh" } },
];

let account: Account;
let service: Service;

beforeAll(async () => {
  account = await openAccount();
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

async function send(command: string, file: string, password: string): Promise<Run> {
  const { customerID, userName } = login;
  const args = [service.url, String(customerID), userName, password, "+12025550123", `order-${file}`];
  return new Promise((resolve) => {
    execFile(command, [`${folder}/${file}`, ...args], { timeout: 150_000 }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, stdout, stderr });
    });
  });
}

test("every example has a row", () => {
  expect(readdirSync(folder).sort()).toEqual(examples.map(({ file }) => file).sort());
});

describe("the example of sending", () => {
  for (const { file, executed } of examples) {
    if (executed === "not executed") continue;
    testWithPeer(
      executed.peer,
      `${file} sends, waits for the final status, and repeats nothing`,
      async () => {
        const first = await send(executed.command, file, login.userPassword);
        expect(first).toMatchObject({ failed: false, stderr: "" });
        expect(first.stdout).toMatch(/^sent: [0-9a-f-]{36}\nfinal: SMSC_DELIVERED\n$/u);
        expect(await send(executed.command, file, login.userPassword)).toEqual(first);
      },
    );

    testWithPeer(executed.peer, `${file} ends with the Result of a refused call`, async () => {
      const { failed, stdout, stderr } = await send(executed.command, file, "wrong");
      expect({ failed, stdout }).toEqual({ failed: true, stdout: "" });
      expect(stderr.trim()).toBe("refused: 404.2 FAILURE (User is unknown)");
    });
  }
});

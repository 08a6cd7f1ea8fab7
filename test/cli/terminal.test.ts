import { expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { sourceFiles } from "../architecture/source-files.js";
import { claimDue, owner } from "../storage/claims.js";
import { noon, openAccount, submission, temporaryFolder } from "../storage/fixtures.js";
import { messenger } from "./messenger.js";

/** Sets the title of a terminal, clears it, and begins a line. */
const hostile = "\u001b]0;owned\u0007\u009b2j\u202e\r\nok";

test("a message id of a network cannot control the terminal, in text and in JSON", async () => {
  const folder = temporaryFolder();
  const database = `sqlite:${folder.path}/messenger.db`;
  const store = await openStore(database);
  await openAccount(store, { credit: 9_000 });
  await store.outbox.submit(submission("t"));
  const [claimed] = await claimDue(store, noon, 1);
  const { id = 0, linkId = 0 } = claimed ?? {};
  const accepted = [{ part: 1, messageId: hostile }];
  const end = { kind: "submitted" } as const;
  await store.delivery.settle([{ owner, recipientId: id, linkId, at: noon + 1, accepted, end }]);
  await store.close();
  const run = async (...words: readonly string[]): Promise<string> => {
    const command = messenger(["--database", database, ...words]);
    expect(await command.ended()).toBe(0);
    expect(command.stdout()).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    return command.stdout();
  };
  const escaped = "\\u001b]0;owned\\u0007\\u009b2j\\u202e\\r\\nok";
  expect(await run("message", "show", String(id))).toContain(escaped);
  const shown = JSON.parse(await run("--json", "message", "show", String(id))) as {
    readonly timeline: readonly { readonly messageId?: string | null }[];
  };
  expect(shown.timeline.flatMap(({ messageId }) => messageId ?? [])).toContain(hostile);
  folder.remove();
});

test("only one module of the commands writes to the terminal", () => {
  const writing = sourceFiles("server/cli").filter(({ text }) =>
    /std(out|err)\.write|console\.\w+\(/u.test(text),
  );
  expect(writing.map(({ path }) => path)).toEqual(["server/cli/terminal.ts"]);
});

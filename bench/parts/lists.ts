import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { median, type Row } from "../measure.js";
import { caller, openAccount } from "../product/account.js";
import { memoryOf } from "../process-tree.js";
import { startMessenger } from "../product/messenger.js";
import { path } from "../sample.js";

const customer = Number(caller.customerID);
const lists = 50_000;
const rounds = 5;

/** FindDistributionLists with 50,000 rows over HTTP, against the same rows read and written as JSON in this process. */
export async function listRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-lists-"));
  try {
    const file = join(folder, "messenger.db");
    await fill(file);
    const database = (await loadDriver()).open(file, true);
    const messenger = await startMessenger(folder, `sqlite:${file}`);
    const { child, port } = messenger;
    await find(port, "none");
    const before = memoryOf(child, "peak");
    const answers: Answer[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      answers.push(await find(port, ""));
      bare.push(bareJson(database));
    }
    const memory = memoryOf(child, "peak") - before;
    database.close();
    await messenger.stop();
    return rowsOf(answers, median(bare), memory);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Answer {
  readonly first: number;
  readonly total: number;
  readonly bytes: number;
}

function rowsOf(answers: readonly Answer[], bare: number, memory: number): readonly Row[] {
  const total = median(answers.map((answer) => answer.total));
  const first = median(answers.map((answer) => answer.first));
  const size = ((answers[0]?.bytes ?? 0) / 1e6).toFixed(1);
  return [
    {
      name: `store: FindDistributionLists of ${lists} lists over HTTP / the same rows as JSON, in process`,
      value: total / bare,
      unit: "x",
      note: `${total.toFixed(0)} ms against ${bare.toFixed(0)} ms, ${size} MB`,
    },
    { name: `store: FindDistributionLists of ${lists} lists, first byte`, value: first, unit: "ms" },
    { name: "store: memory that these answers take at their most", value: memory, unit: "MB" },
  ];
}

async function fill(file: string): Promise<void> {
  await openAccount(`sqlite:${file}`);
  const database = (await loadDriver()).open(file, false);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${lists})`;
  database.exec(
    `BEGIN; ${numbers} INSERT INTO list_content (id, state, recipients, touched_at) SELECT i, 'shown', i, 0 FROM n;
     ${numbers} INSERT INTO list (id, customer_id, name, name_key, category, category_key, type, columns, content)
       SELECT 'a' || printf('%07d', i) || '-0000-7000-8000-000000000000', ${customer}, 'Customers of shop ' || i,
         'CUSTOMERS OF SHOP ' || i, 'Retail', 'RETAIL', 'DistributionList', '["phone"]', i FROM n; COMMIT`,
  );
  database.close();
}

/** Milliseconds that reading the rows and writing them as JSON takes. */
function bareJson(database: Database): number {
  const begun = performance.now();
  const rows = database
    .prepare<object>(
      `SELECT l.id AS ID, l.name AS Name, l.category AS Category, c.recipients AS RecipientsCount, l.version AS Version,
         l.type AS Type FROM list l JOIN list_content c ON c.id = l.content WHERE l.customer_id = ? ORDER BY l.seq`,
    )
    .all(customer);
  JSON.stringify(rows);
  return performance.now() - begun;
}

function find(port: number, name: string): Promise<Answer> {
  const query = new URLSearchParams({
    ...caller,
    listId: "",
    listName: name,
    listCategory: "",
  });
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const target = `${path}/HTTP_FindDistributionLists?${query.toString()}`;
    const sent = request({ host: "127.0.0.1", port, path: target }, (response) => {
      let [first, bytes] = [0, 0];
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) first = performance.now() - begun;
        bytes += chunk.length;
      });
      response.on("end", () => {
        resolve({ first, total: performance.now() - begun, bytes });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

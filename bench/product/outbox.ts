import { loadDriver } from "#server/storage/sqlite/engine/driver.js";

/** A look at the outbox of a database that a server works with. */
export interface OutboxView {
  /** Resolves when a link has taken over every message. */
  handedOver(): Promise<void>;
  /** Resolves when every message has its final state. */
  final(): Promise<void>;
  /** Resolves when no recipient waits in a block for a row of its own. */
  expanded(): Promise<void>;
  close(): void;
}

const limit = 120_000;

/** Reads beside the server, every few milliseconds while something is waited for. */
export async function viewOutbox(file: string): Promise<OutboxView> {
  const database = (await loadDriver()).open(file, true);
  const queued = database.prepare<{ n: number }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM recipient WHERE state = 0 LIMIT 1)",
  );
  const inFlight = database.prepare<{ n: number }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM recipient WHERE state = 2 LIMIT 1)",
  );
  const sent = database.prepare<{ n: number }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM recipient WHERE state BETWEEN 3 AND 5 LIMIT 1)",
  );
  const blocks = database.prepare<{ n: number }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM recipient_block LIMIT 1)",
  );
  const none = async (...statements: readonly { get(): { n: number } | undefined }[]): Promise<void> => {
    const end = performance.now() + limit;
    while (statements.some((statement) => (statement.get()?.n ?? 0) > 0)) {
      if (performance.now() > end) throw new Error("the outbox is not done");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    handedOver: () => none(queued, inFlight),
    final: () => none(queued, inFlight, sent),
    expanded: () => none(blocks),
    close: () => {
      database.close();
    },
  };
}

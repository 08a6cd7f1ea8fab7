import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { accountCases } from "./account-cases.js";
import { bodyCases } from "./body-cases.js";
import { temporaryFolder } from "./fixtures.js";
import { campaignCases } from "./campaign-cases.js";
import { coverageCases } from "./coverage-cases.js";
import { deliveryCases } from "./delivery-cases.js";
import { interimCases } from "./interim-cases.js";
import { incomingCases } from "./incoming-cases.js";
import { inboxCases } from "./inbox-cases.js";
import { listCases } from "./list-cases.js";
import { outboxCases } from "./outbox-cases.js";
import { rateCases } from "./rate-cases.js";
import { retentionCases } from "./retention-cases.js";
import { submitCases } from "./submit-cases.js";

/** A store under test: empty before each case. */
export interface Subject {
  store(): Store;
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>;
}

/** What every store must do. Knows the port only; `open` opens the store in a file that may not exist yet. */
export function storeSuite(name: string, open: (file: string) => Promise<Store>): void {
  describe(name, () => {
    let folder: ReturnType<typeof temporaryFolder>;
    let store: Store;
    let file = "";
    let files = 0;
    beforeAll(() => {
      folder = temporaryFolder();
    });
    afterAll(() => {
      folder.remove();
    });
    beforeEach(async () => {
      files += 1;
      file = join(folder.path, `${files}.db`);
      store = await open(file);
    });
    afterEach(async () => {
      await store.close();
    });
    const subject: Subject = {
      store: () => store,
      reopen: async () => {
        await store.close();
        store = await open(file);
        return store;
      },
    };
    accountCases(subject);
    submitCases(subject);
    coverageCases(subject);
    rateCases(subject);
    outboxCases(subject);
    deliveryCases(subject);
    interimCases(subject);
    bodyCases(subject);
    inboxCases(subject);
    incomingCases(subject);
    campaignCases(subject);
    listCases(subject);
    retentionCases(subject);
  });
}

import { afterAll, beforeAll } from "@jest/globals";
import { clientTests } from "./messenger-clients.js";
import { openAccount, startService, type Account, type Service } from "./service.js";

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

clientTests(() => service.url);

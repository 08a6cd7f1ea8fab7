import { afterEach, beforeEach, describe } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { accountCases } from "./account-cases.js";
import { apiKeyCases } from "./api-key-cases.js";
import { attemptCases } from "./attempt-cases.js";
import { bodyCases } from "./body-cases.js";
import { alertCases } from "./alert-cases.js";
import { bulkCases } from "./bulk-cases.js";
import { callbackCases } from "./callback-cases.js";
import { callbackModelCases } from "./callback-model.js";
import { campaignCases } from "./campaign-cases.js";
import { countryCreditCases } from "./country-credit-cases.js";
import { coverageCases } from "./coverage-cases.js";
import { deliverabilityCases } from "./deliverability-cases.js";
import { deskCases } from "./desk-cases.js";
import { deskSearchCases } from "./desk-search-cases.js";
import { groupedSearchCases } from "./grouped-search-cases.js";
import { plainFieldCases } from "./plain-field-cases.js";
import { refundCases } from "./refund-cases.js";
import { deliveryCases } from "./delivery-cases.js";
import { guessCases } from "./guess-cases.js";
import { interimCases } from "./interim-cases.js";
import { incomingCases } from "./incoming-cases.js";
import { optOutCases } from "./opt-out-cases.js";
import { inboxCases } from "./inbox-cases.js";
import { courseCases } from "./course-cases.js";
import { linkEventCases } from "./link-event-cases.js";
import { ledgerCases } from "./ledger-cases.js";
import { ledgerOrderCases } from "./ledger-order-cases.js";
import { listCases } from "./list-cases.js";
import { listMemberCases } from "./list-member-cases.js";
import { operatorCases } from "./operator-cases.js";
import { outboxCases } from "./outbox-cases.js";
import { portalCases } from "./portal-cases.js";
import { programCases } from "./program-cases.js";
import { postCases } from "./post-cases.js";
import { processCases } from "./process-cases.js";
import { quietHoursCases } from "./quiet-hours-cases.js";
import { rateCases } from "./rate-cases.js";
import { recordedCases } from "./recorded-cases.js";
import { retentionCases } from "./retention-cases.js";
import { trafficCases } from "./traffic-cases.js";
import { unusualCases } from "./unusual-cases.js";
import { uploadCases } from "./upload-cases.js";
import { usageCases } from "./usage-cases.js";
import { splitPartsCases } from "./split-parts-cases.js";
import { submitCases } from "./submit-cases.js";

/** A store under test, of which cases need some parts: empty before each case. */
export interface Subject<Parts extends keyof Store = keyof Store> {
  store(): Pick<Store, Parts>;
  /** Closes the store and opens it again. */
  reopen(): Promise<Pick<Store, Parts>>;
}

/** Cases of one subject; they know the port only. */
export type Cases<Parts extends keyof Store> = (subject: Subject<Parts>) => void;

/** Behavior of every store: those who call and operate, what they pay, and what reaches them. */
export const callerCases: readonly Cases<keyof Store>[] = [
  accountCases,
  apiKeyCases,
  submitCases,
  countryCreditCases,
  quietHoursCases,
  coverageCases,
  rateCases,
  guessCases,
  inboxCases,
  incomingCases,
  optOutCases,
  plainFieldCases,
  refundCases,
  operatorCases,
  portalCases,
  programCases,
  recordedCases,
  ledgerCases,
];

/** The way of messages, and what is counted of them. */
export const messageCases: readonly Cases<keyof Store>[] = [
  outboxCases,
  deliveryCases,
  interimCases,
  splitPartsCases,
  bodyCases,
  alertCases,
  callbackCases,
  callbackModelCases,
  postCases,
  campaignCases,
  listCases,
  listMemberCases,
  attemptCases,
  deskCases,
  deskSearchCases,
  groupedSearchCases,
  bulkCases,
  processCases,
  retentionCases,
  uploadCases,
  usageCases,
  deliverabilityCases,
  trafficCases,
  unusualCases,
  courseCases,
  linkEventCases,
  ledgerOrderCases,
];

/** Where stores under test are: a store is opened in a place that is new. */
export interface Places<Parts extends keyof Store> {
  make(): string | Promise<string>;
  open(place: string): Promise<Pick<Store, Parts | "close">>;
  /** Removes a place, unless something else removes all of them after the tests. */
  remove?(place: string): Promise<void>;
}

/** Runs cases on the stores of one driver. */
export function storeSuite<Parts extends keyof Store>(
  name: string,
  places: Places<Parts>,
  cases: readonly Cases<Parts>[],
): void {
  describe(name, () => {
    let store: Pick<Store, Parts | "close">;
    let place = "";
    beforeEach(async () => {
      place = await places.make();
      store = await places.open(place);
    });
    afterEach(async () => {
      await store.close();
      await places.remove?.(place);
    });
    const subject: Subject<Parts> = {
      store: () => store,
      reopen: async () => {
        await store.close();
        store = await places.open(place);
        return store;
      },
    };
    for (const each of cases) each(subject);
  });
}

import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { creditsText } from "../../domain/credit/credit.js";
import type { RecipientList } from "../../domain/recipients/lists.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import type { OwnSms } from "../../operations/authenticated-send.js";
import type { Store } from "../../ports/store.js";
import { phoneText } from "../web/number-texts.js";
import { textOf, type Values } from "../web/form.js";
import { formIdOn } from "../web/kept-forms.js";
import { type Checked as CheckedForm, part } from "../web/page.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Page } from "../web/view.js";
import { refusalText } from "./refusals.js";
import { alphabetCards, checkedText, costCard, leftOutCards, lookCard, type Priced } from "./send-cost.js";
import {
  type Draft,
  draftOf,
  draftValues,
  dueOf,
  expectAhead,
  numbersOf,
  readyOf,
  typedEntries,
  withUpload,
} from "./send-draft.js";
import { type ListChoice, listChoices } from "./list-choices.js";
import { checkPath, messageForm } from "./send-form.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, customerOf, may, type PageRoute, userOf, type Visit } from "./visit.js";

/** Write, check the cost, send: nothing is charged before the confirmation. */

/** Lists that a user sees, and their groups. */
async function listsOf({ lists }: Store, visit: Visit): Promise<readonly ListChoice[]> {
  const found: RecipientList[] = [];
  const viewer = { customerId: visit.customer, userName: userOf(visit).user };
  for await (const page of lists.find(viewer, {})) found.push(...page);
  return listChoices(found);
}

const noOriginator: Page["notice"] = {
  tone: "warn",
  icon: "triangle-alert",
  what: "Your account has no originator.",
  text: "Ask your contact to add the name or number that recipients see.",
};

/** Why this customer sends nothing at present; undefined if it may. */
function stopOf({ maySend, heldSince }: Customer, clock: PageClock): Page["notice"] {
  if (heldSince !== undefined)
    return {
      tone: "bad",
      icon: "triangle-alert",
      what: "New messages are refused, because your traffic was unusual.",
      text: `Your account is held since ${shownTime(heldSince, clock, true).title}. Ask your contact to release it.`,
    };
  return maySend
    ? undefined
    : { tone: "warn", icon: "ban", what: "Your account may not send at present.", text: "Ask your contact." };
}

async function sendPage({ store }: PortalSources, visit: Visit, draft?: Draft): Promise<Page> {
  const customer = await customerOf(store, visit);
  const originators = await store.accounts.originators(customer.id);
  const stop = stopOf(customer, { now: visit.now, zone: visit.zone });
  const maySend = may(visit, "send") && originators.length > 0 && stop === undefined;
  const lists = maySend ? await listsOf(store, visit) : [];
  const form = messageForm({ customer, originators, lists }, draft, visit);
  return {
    title: "Send a message",
    progress: maySend
      ? { steps: ["Write", "Check the cost", "Sent"], current: draft === undefined ? 0 : 1 }
      : undefined,
    facts: [{ text: "Nothing is sent and nothing is charged before you confirm." }],
    notice: stop ?? (originators.length === 0 ? noOriginator : undefined),
    sections: maySend ? [{ heading: "Message", width: 8, forms: [form] }] : [],
  };
}

/** @throws Refusal with the reason why the message would not be sent */
async function priceOf(
  { cost }: PortalSources,
  customer: Customer,
  visit: Visit,
  sms: OwnSms,
): Promise<Priced> {
  const found = await cost(customer, userOf(visit).user, sms);
  if (!found.ok) throw new Refusal(refusalText(found.refusal));
  return found;
}

const testedNotice = ({ tested }: Draft): Page["notice"] =>
  tested === ""
    ? undefined
    : {
        tone: "ok",
        icon: "send",
        what: `A test was sent to ${phoneText(tested)}.`,
        text: "The message itself was not sent yet.",
      };

/** The same page with the cost, and the button that sends. */
async function checkedPage(
  sources: PortalSources,
  visit: Visit,
  { id, form }: NonNullable<Visit["checked"]>,
): Promise<Page> {
  const { store } = sources;
  const draft = draftOf(form);
  const customer = await customerOf(store, visit);
  const lists = await listsOf(store, visit);
  const file = await numbersOf(store, draft, visit, customer);
  const { sms, list, due } = readyOf(draft, customer, lists);
  const priced = await priceOf(sources, customer, visit, { ...sms, file });
  const page = await sendPage(sources, visit, draft);
  const balances = await store.accounts.balances(customer.id);
  const balance = balances.find(({ kind }) => kind === "SMS")?.amount ?? 0;
  const checked = { draft, priced, due, list, file, customer, now: visit.now };
  return {
    ...page,
    notice: page.notice ?? testedNotice(draft),
    sections: [
      ...page.sections,
      costCard(checked, balance, formIdOn(id)),
      lookCard(checked),
      ...alphabetCards(checked),
      ...leftOutCards(checked),
    ],
  };
}

/** How long a form is known: a second submission of it gets the result of the first. */
const formLife = 24 * 3_600_000;

const transactionPlace = (id: string): string => `/transactions/${part(id)}`;

/** A form whose message was stored before: the process may have ended before it was recorded, and the file is gone with it. */
async function sentBefore({ store }: PortalSources, visit: Visit, transaction: string): Promise<string> {
  const subject = { customer: visit.customer, transaction };
  await store.audit.add({ at: visit.now, actor: visit.by, action: "message send", subject });
  return transactionPlace(transaction);
}

/** A client transaction of the form of a visit: a second submission of it sends nothing. */
function transactionOf({ by: { form } }: Visit, contentHash: string) {
  return form === undefined ? undefined : { id: `portal ${form}`, contentHash, keepFor: formLife };
}

/** Sends an SMS, and records who did it. @throws Refusal */
async function sendNow(
  sources: PortalSources,
  visit: Visit,
  customer: Customer,
  {
    sms,
    priced,
    contentHash,
    list,
  }: Readonly<{ sms: OwnSms; priced: Priced; contentHash: string; list?: string | undefined }>,
): Promise<string> {
  const sent = await sources.send(customer, userOf(visit).user, sms, transactionOf(visit, contentHash));
  if (!sent.ok) throw new Refusal(refusalText(sent.refusal));
  const { transactionId } = sent;
  const subject = { customer: customer.id, transaction: transactionId };
  const { recipients, charge } = priced;
  const after = { recipients, charge: creditsText(charge), list };
  await sources.store.audit.add({ at: visit.now, actor: visit.by, action: "message send", subject, after });
  return transactionId;
}

/** The transaction of a form that was sent before. */
async function earlierOf({ store }: PortalSources, visit: Visit, contentHash: string) {
  const transaction = transactionOf(visit, contentHash);
  const earlier = transaction && (await store.outbox.answered(visit.customer, transaction, visit.now));
  return earlier?.kind === "repeated" ? earlier.transactionId : undefined;
}

/** Sends what was checked. @throws Refusal if the cost is no longer the one that was confirmed */
async function send(sources: PortalSources, visit: Visit, form: Values): Promise<string> {
  const draft = draftOf(form);
  const customer = await customerOf(sources.store, visit);
  const { sms: written, contentHash, list } = readyOf(draft, customer, await listsOf(sources.store, visit));
  const earlier = await earlierOf(sources, visit, contentHash);
  if (earlier !== undefined) return sentBefore(sources, visit, earlier);
  const sms = { ...written, file: await numbersOf(sources.store, draft, visit, customer) };
  const priced = await priceOf(sources, customer, visit, sms);
  if (checkedText(priced, list) !== textOf(form, "checked"))
    throw new Refusal("the cost or the list has changed meanwhile: check it again");
  return transactionPlace(
    await sendNow(sources, visit, customer, { sms, priced, contentHash, list: list?.name }),
  );
}

const notOneNumber = (): Refusal =>
  new InvalidInput("a test goes to one number: give yours with its country code", { field: "phone" });

/** Sends the text of a draft to one number at once, and shows the checked message again. */
async function sendTest(sources: PortalSources, visit: Visit, form: Values): Promise<CheckedForm> {
  const draft = draftOf(form);
  const phone = textOf(form, "phone") ?? "";
  if (typedEntries(phone).length !== 1) throw notOneNumber();
  const customer = await customerOf(sources.store, visit);
  const test = { ...draft, numbers: phone, list: "", upload: "", when: "" };
  const { sms, contentHash } = readyOf(test, customer, []);
  const checked = { checked: draftValues({ ...draft, tested: phone }) };
  if ((await earlierOf(sources, visit, contentHash)) !== undefined) return checked;
  const priced = await priceOf(sources, customer, visit, sms);
  if (priced.recipients !== 1 || priced.refused.length > 0) throw notOneNumber();
  await sendNow(sources, visit, customer, { sms, priced, contentHash });
  return checked;
}

export function sendingPages(sources: PortalSources): readonly PageRoute[] {
  const show: PageRoute["show"] = (visit) =>
    visit.checked === undefined ? sendPage(sources, visit) : checkedPage(sources, visit, visit.checked);
  return [{ path: "/send", role: "send", show }];
}

export function sendingActions(sources: PortalSources): readonly ActionRoute[] {
  const back = (): string => "/send";
  return [
    {
      path: checkPath,
      role: "send",
      done: "",
      upload: true,
      back,
      run: async (visit, form) => {
        const customer = await customerOf(sources.store, visit);
        const draft = await withUpload(sources.store, visit, customer, form);
        expectAhead(dueOf(draft, customer), visit.now);
        return { checked: draftValues(draft) };
      },
    },
    {
      path: "/send/test",
      role: "send",
      done: "A test was sent.",
      back,
      typedIn: () => checkPath,
      run: (visit, form) => sendTest(sources, visit, form),
    },
    {
      path: "/send",
      role: "send",
      done: "The message was accepted.",
      back,
      typedIn: () => checkPath,
      run: (visit, form) => send(sources, visit, form),
    },
  ];
}

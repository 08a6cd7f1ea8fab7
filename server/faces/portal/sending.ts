import { createHash } from "node:crypto";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { creditsText, creditsWords } from "../../domain/credit/credit.js";
import { maxFileNumbers } from "../../domain/recipients/recipient-file.js";
import type { RecipientList } from "../../domain/recipients/lists.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import type { Cost, OwnSms } from "../../operations/authenticated-send.js";
import { fileNumbers } from "../../operations/send-file.js";
import type { Store } from "../../ports/store.js";
import { countText, groupedText } from "../web/number-texts.js";
import { textOf, type Values } from "../web/form.js";
import { formIdOn } from "../web/kept-forms.js";
import { part } from "../web/page.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Field, Form, Page, Section } from "../web/view.js";
import { refusalText } from "./refusals.js";
import type { PortalSources } from "./sources.js";
import type { Upload, Uploads } from "./uploads.js";
import { type ActionRoute, customerOf, may, type PageRoute, userOf, type Visit } from "./visit.js";

/** Write, check the cost, send: nothing is charged before the confirmation. */

/** A message as the form has it. */
interface Draft {
  readonly originator: string;
  /** Id of a list; empty for the numbers. */
  readonly list: string;
  readonly numbers: string;
  /** Id of the file that was uploaded; empty for none. */
  readonly upload: string;
  readonly text: string;
  /** `YYYY-MM-DD HH:MM` in the time zone of the customer; empty for at once. */
  readonly when: string;
}

const names = ["originator", "list", "numbers", "upload", "text", "when"] as const;

/** Checks the cost; its form may have a file. */
const checkPath = "/send/check";

function draftOf(form: Values): Draft {
  const of = (name: (typeof names)[number]): string => (form.get(name) ?? "").trim();
  return {
    originator: of("originator"),
    list: of("list"),
    numbers: of("numbers"),
    upload: of("upload"),
    text: of("text"),
    when: of("when"),
  };
}

/** Numbers on lines of their own, or with commas and spaces between them. */
const numbersOf = (text: string): string =>
  text
    .split(/[\n,;]+/u)
    .map((number) => number.trim())
    .filter((number) => number !== "")
    .join(",");

/** `2030-01-15 08:30` as the contract writes it. @throws InvalidInput */
function dateOf(when: string): string | undefined {
  if (when === "") return undefined;
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/u.exec(when) ?? [];
  if (date === undefined || time === undefined)
    throw new InvalidInput(`invalid time ${JSON.stringify(when)}: use 2030-01-15 08:30`, { field: "when" });
  return `${date.replaceAll("-", "")}${time.replace(":", "")}00`;
}

/** A message that can be sent, and the list whose members get it. */
interface Ready {
  readonly sms: OwnSms;
  /** By which a repetition is known. */
  readonly contentHash: string;
  readonly list: RecipientList | undefined;
}

/** The file of a form is read and kept; its draft then has the id. Numbers or a list take the place of one from before. @throws InvalidInput */
async function withUpload(
  uploads: Uploads,
  visit: Visit,
  { countryCode: country }: Customer,
  form: Values,
): Promise<Draft> {
  const draft = draftOf(form);
  const file = form.get("file") ?? "";
  if (file === "") return draft.numbers === "" && draft.list === "" ? draft : { ...draft, upload: "" };
  const read = await fileNumbers(Buffer.from(file, "latin1"), { country });
  if (!read.ok) throw new InvalidInput(refusalText(read.refusal), { field: "file" });
  return { ...draft, upload: uploads.add(visit.by.name, read.numbers, visit.now).id };
}

/** @throws InvalidInput for a file that is not kept any more */
function uploadOf(uploads: Uploads, { upload: id }: Draft, visit: Visit): Upload | undefined {
  const upload = id === "" ? undefined : uploads.find(visit.by.name, id, visit.now);
  if (id !== "" && upload === undefined)
    throw new InvalidInput("choose the file again: it is not kept for longer", { field: "file" });
  return upload;
}

/** @throws InvalidInput for a field that is empty or cannot be read */
function readyOf(
  { originator, list: id, numbers, upload, text, when }: Draft,
  lists: readonly RecipientList[],
): Ready {
  const list = lists.find((each) => each.id === id);
  if (id !== "" && list === undefined) throw new InvalidInput("choose one of the lists", { field: "list" });
  const given = [list !== undefined, numbers !== "", upload !== ""].filter(Boolean).length;
  if (given > 1)
    throw new InvalidInput("give numbers, a file or a list, only one of them", { field: "numbers" });
  if (given === 0) throw new InvalidInput("give one number or more, a file, or a list", { field: "numbers" });
  if (text === "") throw new InvalidInput("give the text of the message", { field: "text" });
  const to = list === undefined ? { recipientPhone: numbersOf(numbers) } : { list: { id, type: list.type } };
  const sms = { originator, ...to, smsText: text, defDate: dateOf(when) };
  const content = upload === "" ? sms : { ...sms, upload };
  const contentHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { sms, contentHash, list };
}

/** Lists that a user sees. */
async function listsOf({ lists }: Store, visit: Visit): Promise<readonly RecipientList[]> {
  const found: RecipientList[] = [];
  const viewer = { customerId: visit.customer, userName: userOf(visit).user };
  for await (const page of lists.find(viewer, {})) found.push(...page);
  return found;
}

function listField(lists: readonly RecipientList[], chosen: string | undefined): readonly Field[] {
  if (lists.length === 0) return [];
  const options = lists.map(({ id, name, recipients }) => ({
    value: id,
    text: `${name}, ${countText(recipients)} recipients`,
  }));
  const none = { value: "", text: "None: to the numbers below" };
  return [{ name: "list", label: "To a list", type: "select", options: [none, ...options], value: chosen }];
}

interface Choices {
  readonly originators: readonly string[];
  readonly lists: readonly RecipientList[];
  readonly zone: string;
}

function formOf({ originators, lists, zone }: Choices, draft: Draft | undefined): Form {
  const fields: readonly Field[] = [
    { name: "originator", label: "From", type: "select", options: originators, value: draft?.originator },
    ...listField(lists, draft?.list),
    {
      name: "numbers",
      label: "To",
      type: "lines",
      value: draft?.numbers,
      hint: "one number a line, with its country code, for example 12025550101",
    },
    { name: "upload", label: "", type: "hidden", value: draft?.upload },
    {
      name: "file",
      label: "File of numbers",
      type: "file",
      hint: draft?.upload
        ? "the file of before is kept; choose another one in its place"
        : `text, a number a line, at most ${countText(maxFileNumbers)}`,
    },
    { name: "text", label: "Text", type: "lines", required: true, value: draft?.text },
    {
      name: "when",
      label: "When",
      type: "text",
      width: "medium",
      value: draft?.when,
      hint: `2030-01-15 08:30, ${zone}; empty: at once`,
    },
  ];
  const button = draft === undefined ? "Check the cost" : "Check the cost again";
  return { action: checkPath, button, caption: "Message", primary: draft === undefined, fields };
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
  const stop = stopOf(customer, { now: visit.now, zone: customer.timeZone });
  const maySend = may(visit, "send") && originators.length > 0 && stop === undefined;
  const lists = maySend ? await listsOf(store, visit) : [];
  const form = formOf({ originators, lists, zone: customer.timeZone }, draft);
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

type Priced = Extract<Cost, { ok: true }>;

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

const alphabets = { gsm7: "GSM alphabet", ucs2: "Unicode" } as const;

/** What was checked: the same list of another content is another message. */
const checkedText = ({ charge, recipients }: Priced, list: RecipientList | undefined): string =>
  [charge, recipients, ...(list === undefined ? [] : [list.version])].join(" ");

async function costCard(
  store: Store,
  customer: Customer,
  priced: Priced,
  {
    draft,
    list,
    formId,
  }: Omit<Ready, "sms" | "contentHash"> & Pick<Form, "formId"> & { readonly draft: Draft },
): Promise<Section> {
  const { recipients, blacklisted, rejected, parts, charge, coding } = priced;
  const balance =
    (await store.accounts.balances(customer.id)).find(({ kind }) => kind === "SMS")?.amount ?? 0;
  const fact = (name: string, text: string, note?: string) => ({ name, text, note });
  const facts = [
    fact("Recipients", countText(recipients), list && `of the list ${list.name}`),
    ...(blacklisted === 0 ? [] : [fact("Opted out, left out", `− ${countText(blacklisted)}`)]),
    ...(rejected.length === 0
      ? []
      : [fact("Not valid, left out", `− ${countText(rejected.length)}`, rejected.slice(0, 5).join(", "))]),
    fact("Parts for each", `× ${countText(parts)}`, alphabets[coding]),
    fact("Balance now", groupedText(creditsText(balance))),
    fact("Balance after it", groupedText(creditsText(balance - charge))),
  ];
  const hidden = { label: "", type: "hidden" } as const;
  const button = `Send to ${countText(recipients)} for ${creditsWords(charge)}`;
  const form: Form = {
    action: "/send",
    button,
    icon: "send",
    primary: true,
    formId,
    fields: [
      ...names.map((name) => ({ ...hidden, name, value: draft[name] })),
      { ...hidden, name: "checked", value: checkedText(priced, list) },
    ],
  };
  const bubble = { from: draft.originator, text: draft.text };
  const figure = { text: groupedText(creditsText(charge)), unit: "SMS credits" };
  return {
    heading: "Cost",
    width: 4,
    figure,
    facts: [{ caption: "Cost", facts, isSum: true }],
    bubble,
    forms: [form],
  };
}

/** The same page with the cost, and the button that sends. */
async function checkedPage(
  sources: PortalSources,
  uploads: Uploads,
  visit: Visit,
  { id, form }: NonNullable<Visit["checked"]>,
): Promise<Page> {
  const draft = draftOf(form);
  const customer = await customerOf(sources.store, visit);
  const lists = await listsOf(sources.store, visit);
  const file = uploadOf(uploads, draft, visit)?.numbers;
  const { sms, list } = readyOf(draft, lists);
  const priced = await priceOf(sources, customer, visit, { ...sms, file });
  const page = await sendPage(sources, visit, draft);
  const [write] = page.sections;
  const cost = await costCard(sources.store, customer, priced, { draft, list, formId: formIdOn(id) });
  return { ...page, sections: [...(write === undefined ? [] : [write]), cost] };
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

/** Sends what was checked. @throws Refusal if the cost is no longer the one that was confirmed */
async function send(sources: PortalSources, uploads: Uploads, visit: Visit, form: Values): Promise<string> {
  const draft = draftOf(form);
  const lists = await listsOf(sources.store, visit);
  const { sms: written, contentHash, list } = readyOf(draft, lists);
  const { user } = userOf(visit);
  const customer = await customerOf(sources.store, visit);
  const { form: id } = visit.by;
  const transaction = id === undefined ? undefined : { id: `portal ${id}`, contentHash, keepFor: formLife };
  const earlier = transaction && (await sources.store.outbox.answered(customer.id, transaction, visit.now));
  if (earlier?.kind === "repeated") return sentBefore(sources, visit, earlier.transactionId);
  const sms = { ...written, file: uploadOf(uploads, draft, visit)?.numbers };
  const priced = await priceOf(sources, customer, visit, sms);
  const { charge, recipients } = priced;
  if (checkedText(priced, list) !== textOf(form, "checked"))
    throw new Refusal("the cost or the list has changed meanwhile: check it again");
  const sent = await sources.send(customer, user, sms, transaction);
  if (!sent.ok) throw new Refusal(refusalText(sent.refusal));
  const { transactionId } = sent;
  const subject = { customer: customer.id, transaction: transactionId };
  const after = { recipients, charge: creditsText(charge), list: list?.name };
  await sources.store.audit.add({ at: visit.now, actor: visit.by, action: "message send", subject, after });
  return transactionPlace(transactionId);
}

export function sendingPages(sources: PortalSources, uploads: Uploads): readonly PageRoute[] {
  const show: PageRoute["show"] = (visit) =>
    visit.checked === undefined
      ? sendPage(sources, visit)
      : checkedPage(sources, uploads, visit, visit.checked);
  return [{ path: "/send", role: "send", show }];
}

export function sendingActions(sources: PortalSources, uploads: Uploads): readonly ActionRoute[] {
  const back = (): string => "/send";
  return [
    {
      path: checkPath,
      role: "send",
      done: "",
      upload: true,
      back,
      run: async (visit, form) => {
        const draft = await withUpload(uploads, visit, await customerOf(sources.store, visit), form);
        return { checked: new Map(names.map((name) => [name, draft[name]])) };
      },
    },
    {
      path: "/send",
      role: "send",
      done: "The message was accepted.",
      back,
      typedIn: checkPath,
      run: (visit, form) => send(sources, uploads, visit, form),
    },
  ];
}

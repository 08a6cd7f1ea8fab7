import { createHash } from "node:crypto";
import { InvalidInput } from "../../admin/refusal.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import { existingTime, fromLocalTime, isTimeZone, timesShown, toLocalTime } from "../../domain/time-zone.js";
import type { FileNumbers, OwnSms } from "../../operations/authenticated-send.js";
import { fileNumbers } from "../../operations/send-file.js";
import type { Store } from "../../ports/store.js";
import type { Values } from "../web/form.js";
import { placeOf } from "../web/times.js";
import { keepUpload, keptUpload } from "../web/uploads.js";
import { refusalText } from "./refusals.js";
import type { ListChoice } from "./list-choices.js";
import type { Visit } from "./visit.js";

/** A message as the form of sending has it. */
export interface Draft {
  readonly originator: string;
  /** A list or a group; empty for the numbers. */
  readonly list: string;
  readonly numbers: string;
  /** Id of the file that was uploaded; empty for none. */
  readonly upload: string;
  readonly text: string;
  /** `YYYY-MM-DDTHH:MM` in the time zone; empty for at once. */
  readonly when: string;
  /** Time zone of `when`; empty for that of the customer. */
  readonly zone: string;
  /** `second` of two times that clocks show; the first one otherwise. */
  readonly which: string;
  /** The number that got a test of this message. */
  readonly tested: string;
}

export const draftNames = [
  "originator",
  "list",
  "numbers",
  "upload",
  "text",
  "when",
  "zone",
  "which",
  "tested",
] as const;

export function draftOf(form: Values): Draft {
  const of = (name: (typeof draftNames)[number]): string => (form.get(name) ?? "").trim();
  return {
    originator: of("originator"),
    list: of("list"),
    numbers: of("numbers"),
    upload: of("upload"),
    text: of("text"),
    when: of("when"),
    zone: of("zone"),
    which: of("which"),
    tested: of("tested"),
  };
}

export const draftValues = (draft: Draft): Values => new Map(draftNames.map((name) => [name, draft[name]]));

/** When a message leaves. */
export interface Due {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly zone: string;
  /** Both times that clocks show, where they are set back over the one that was typed. */
  readonly twice: readonly [first: number, second: number] | undefined;
}

const localText = (local: number): string => new Date(local).toISOString().slice(0, 16).replace("T", " ");

/** `2030-01-15T08:30` or `2030-01-15 08:30`, in milliseconds as if it were UTC. @throws InvalidInput */
function localOf(when: string): number {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::00)?$/u.exec(when) ?? [];
  const local = existingTime(`${date ?? ""}T${time ?? ""}:00.000Z`);
  if (local === undefined)
    throw new InvalidInput(`invalid time ${JSON.stringify(when)}: use 2030-01-15 08:30`, {
      field: "when",
    });
  return local;
}

/** The time of a draft; undefined for at once. @throws InvalidInput for one that no clock shows */
export function dueOf(
  { when, zone: chosen, which }: Draft,
  { timeZone }: Pick<Customer, "timeZone">,
): Due | undefined {
  if (when === "") return undefined;
  const zone = chosen === "" ? timeZone : chosen;
  if (!isTimeZone(zone))
    throw new InvalidInput(`invalid time zone ${JSON.stringify(zone)}: choose one of the list`, {
      field: "zone",
    });
  const local = localOf(when);
  const [first, second] = timesShown(local, zone);
  if (first === undefined) {
    const later = localText(toLocalTime(fromLocalTime(local, zone), zone));
    const why = `clocks in ${placeOf(zone)} are set forward over ${localText(local)}, which does not exist`;
    throw new InvalidInput(`invalid time ${JSON.stringify(when)}: ${why}; use ${later}`, { field: "when" });
  }
  if (second === undefined) return { at: first, zone, twice: undefined };
  return { at: which === "second" ? second : first, zone, twice: [first, second] };
}

/** Milliseconds for which a form that was just filled in may be late. */
const grace = 120_000;

/** @throws InvalidInput for a time that is over: nobody means to send at once with it */
export function expectAhead(due: Due | undefined, now: number): void {
  if (due !== undefined && due.at < now - grace)
    throw new InvalidInput("invalid time: this time is over; use a later one, or none to send at once", {
      field: "when",
    });
}

/** Entries of the field of numbers, each with the row that it is in, from 1. */
export const typedEntries = (text: string): readonly { readonly entry: string; readonly row: number }[] =>
  text.split("\n").flatMap((line, index) =>
    line
      .split(/[,;]+/u)
      .map((entry) => ({ entry: entry.trim(), row: index + 1 }))
      .filter(({ entry }) => entry !== ""),
  );

/** The recipients of a file. @throws InvalidInput for one that cannot be read */
async function numbersIn(content: Uint8Array, { countryCode: country }: Customer): Promise<FileNumbers> {
  const read = await fileNumbers(content, { country });
  if (!read.ok) throw new InvalidInput(refusalText(read.refusal), { field: "file" });
  return read.numbers;
}

/** The file of a form is read and kept; its draft then has the id. Numbers or a list take the place of one from before. @throws InvalidInput */
export async function withUpload(
  store: Pick<Store, "uploads">,
  visit: Visit,
  customer: Customer,
  form: Values,
): Promise<Draft> {
  const draft = { ...draftOf(form), tested: "" };
  const file = form.get("file") ?? "";
  if (file === "") return draft.numbers === "" && draft.list === "" ? draft : { ...draft, upload: "" };
  const content = Buffer.from(file, "latin1");
  await numbersIn(content, customer);
  const whose = { owner: visit.by.name, kind: "recipients", customerId: customer.id } as const;
  return { ...draft, upload: await keepUpload(store, whose, content, visit.now) };
}

/** The recipients of the file of a draft; undefined without one. @throws InvalidInput for a file that is not kept any more */
export async function numbersOf(
  store: Pick<Store, "uploads">,
  { upload: id }: Draft,
  { by, now }: Visit,
  customer: Customer,
): Promise<FileNumbers | undefined> {
  if (id === "") return undefined;
  const content = await keptUpload(store, { id, owner: by.name, kind: "recipients" }, now);
  return numbersIn(content, customer);
}

/** A message that can be sent, and the list or group whose members get it. */
export interface Ready {
  readonly sms: OwnSms;
  readonly due: Due | undefined;
  /** By which a repetition is known. */
  readonly contentHash: string;
  readonly list: ListChoice | undefined;
}

/** @throws InvalidInput for a field that is empty or cannot be read */
export function readyOf(draft: Draft, customer: Customer, lists: readonly ListChoice[]): Ready {
  const { originator, list: chosen, numbers, upload, text } = draft;
  const list = lists.find(({ value }) => value === chosen);
  if (chosen !== "" && list === undefined)
    throw new InvalidInput("choose one of the lists", { field: "list" });
  const given = [list !== undefined, numbers !== "", upload !== ""].filter(Boolean).length;
  if (given > 1)
    throw new InvalidInput("give numbers, a file or a list, only one of them", { field: "numbers" });
  if (given === 0) throw new InvalidInput("give one number or more, a file, or a list", { field: "numbers" });
  if (text === "") throw new InvalidInput("give the text of the message", { field: "text" });
  const recipientPhone = typedEntries(numbers)
    .map(({ entry }) => entry)
    .join(",");
  const to =
    list === undefined ? { recipientPhone } : { lists: list.lists.map(({ id, type }) => ({ id, type })) };
  const due = dueOf(draft, customer);
  const sms = { originator, ...to, smsText: text, dueAt: due?.at };
  const content = upload === "" ? sms : { ...sms, upload };
  const contentHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { sms, due, contentHash, list };
}

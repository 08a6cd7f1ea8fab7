import { randomInt } from "node:crypto";
import type { MessageType } from "messenger-client/enums";
import type { SoapUser } from "messenger-client/records";
import { schedule, type SenderRules, textRules } from "../domain/message/compose.js";
import type { NumberForms } from "../domain/recipients/phone-number.js";
import { type FileRecipients, readRecipientFile } from "../domain/recipients/recipient-file.js";
import { incorrect, refuse, type Refused } from "../domain/refusals.js";
import { dataCoding, flashClass } from "../domain/text/sms-text.js";
import type { FileNumbers } from "./authenticated-send.js";
import type { Dependencies } from "./dependencies.js";
import { decodeFile } from "./base64-file.js";
import { inSlices } from "./slices.js";
import { type Preparation, outgoingSms, type SendOutcome, submitMessage } from "./submit-message.js";

/** Input of SendSms2. */
export interface SendFileRequest {
  readonly user?: SoapUser | undefined;
  readonly originator?: string | undefined;
  readonly smsText?: string | undefined;
  /** Bytes, or base64 of them. */
  readonly recipientPhonesFile?: Uint8Array | string | undefined;
  readonly messageType: MessageType;
  readonly defDate?: string | undefined;
  readonly flash: boolean;
}

/** SendSms2: a text message to the numbers of a file. */
export function sendToFile(
  dependencies: Dependencies,
  operation: string,
  request: SendFileRequest,
): Promise<SendOutcome> {
  const { lenient = false } = dependencies;
  return submitMessage(dependencies, operation, request.user, (sender, at) =>
    prepareFile(request, sender, { at, lenient }),
  );
}

/** The recipients of a file of bytes, or the refusal of it. */
export async function fileNumbers(
  file: Uint8Array,
  forms: NumberForms,
): Promise<{ readonly ok: true; readonly numbers: FileNumbers } | Refused> {
  const numbers = await inSlices(numbersOf(file, { lenient: false, forms }));
  return numbers.kind === "numbers" ? { ok: true, numbers } : fileRefusals[numbers.kind];
}

function* numbersOf(
  file: Uint8Array | string | undefined,
  { lenient, forms }: { readonly lenient: boolean; readonly forms: NumberForms },
): Generator<undefined, FileRecipients, undefined> {
  const bytes = typeof file === "string" ? yield* decodeFile(file, lenient) : file;
  if (file !== undefined && bytes === undefined) return { kind: "unreadable" };
  return yield* readRecipientFile(bytes ?? new Uint8Array(), randomInt(2 ** 31), forms);
}

const fileRefusals: Readonly<Record<Exclude<FileRecipients["kind"], "numbers">, Refused>> = {
  none: refuse("noPhone"),
  tooLong: refuse("numberTooLong"),
  unreadable: incorrect("recipientsFile"),
  tooMany: incorrect("recipientsFile"),
};

async function prepareFile(
  request: SendFileRequest,
  sender: SenderRules,
  { at, lenient }: { readonly at: number; readonly lenient: boolean },
): Promise<Preparation> {
  const scheduled = schedule(request, textRules(request, sender), sender, at);
  if (!scheduled.ok) return scheduled;
  const numbers = await inSlices(numbersOf(request.recipientPhonesFile, { lenient, forms: sender.numbers }));
  if (numbers.kind !== "numbers") return fileRefusals[numbers.kind];
  const { originator, dueAt, text, coding, parts } = scheduled.content;
  const { accepted, rejected } = numbers;
  const { flash } = request;
  const message = outgoingSms({ originator, dueAt, recipients: accepted, rejected }, parts, {
    text,
    dataCoding: dataCoding(coding, flash ? flashClass : undefined),
    flash,
  });
  return { ok: true, message };
}

import { randomInt } from "node:crypto";
import type { MessageType } from "messenger-client/enums";
import type { SoapUser } from "messenger-client/records";
import { LazyBytes, LexicalError } from "messenger-gen-runtime";
import { schedule, type SenderRules, textRules } from "../domain/message/compose.js";
import type { NumberForms } from "../domain/recipients/phone-number.js";
import {
  type FileRecipients,
  placedRecipients,
  readRecipientFile,
} from "../domain/recipients/recipient-file.js";
import { incorrect, refuse, type Refused } from "../domain/refusals.js";
import { dataCoding, flashClass } from "../domain/text/sms-text.js";
import type { FileNumbers } from "./authenticated-send.js";
import type { Dependencies } from "./dependencies.js";
import { inSlices } from "./slices.js";
import { type Preparation, outgoingSms, type SendOutcome, submitMessage } from "./submit-message.js";

/** Input of SendSms2. */
export interface SendFileRequest {
  readonly user?: SoapUser | undefined;
  readonly originator?: string | undefined;
  readonly smsText?: string | undefined;
  readonly recipientPhonesFile?: Uint8Array | LazyBytes | undefined;
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
  return submitMessage(dependencies, operation, request.user, (sender, at) =>
    prepareFile(request, sender, at),
  );
}

/** The recipients of a file of bytes with their rows, or the refusal of it. */
export async function fileNumbers(
  file: Uint8Array,
  forms: NumberForms,
): Promise<{ readonly ok: true; readonly numbers: FileNumbers } | Refused> {
  const numbers = await inSlices(placedRecipients(file, randomInt(2 ** 31), forms));
  return numbers.kind === "numbers" ? { ok: true, numbers } : fileRefusals[numbers.kind];
}

function* numbersOf(
  file: Uint8Array | LazyBytes | undefined,
  forms: NumberForms,
): Generator<undefined, FileRecipients, undefined> {
  const bytes = file instanceof LazyBytes ? yield* decoded(file) : file;
  if (file !== undefined && bytes === undefined) return { kind: "unreadable" };
  return yield* readRecipientFile(bytes ?? new Uint8Array(), randomInt(2 ** 31), forms);
}

/** The bytes of a file; undefined if it is not base64. */
function* decoded(file: LazyBytes): Generator<undefined, Uint8Array | undefined, undefined> {
  try {
    return yield* file.decodeInSteps();
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

const fileRefusals: Readonly<Record<Exclude<FileRecipients["kind"], "numbers">, Refused>> = {
  none: refuse("noPhone"),
  tooLong: refuse("numberTooLong"),
  unreadable: incorrect("recipientsFile"),
  tooMany: incorrect("recipientsFile"),
};

async function prepareFile(request: SendFileRequest, sender: SenderRules, at: number): Promise<Preparation> {
  const scheduled = schedule(request, textRules(request, sender), sender, at);
  if (!scheduled.ok) return scheduled;
  const numbers = await inSlices(numbersOf(request.recipientPhonesFile, sender.numbers));
  if (numbers.kind !== "numbers") return fileRefusals[numbers.kind];
  const { originator, dueAt, text, coding, parts } = scheduled.content;
  const { accepted, rejected } = numbers;
  const { flash } = request;
  const message = outgoingSms({ originator, dueAt, recipients: accepted, rejected }, parts, {
    text,
    dataCoding: dataCoding(coding, flash ? flashClass : undefined),
    flash,
  });
  return { ok: true, message: { ...message, toList: true } };
}

import type { CallbackTarget } from "../callbacks/callbacks.js";
import type { Post } from "../posts/posts.js";
import { plainLetters } from "../text/normal-form.js";
import { numberKey } from "./addressing.js";
import type { ReceivedMessage } from "./received-part.js";

/** Words that stop and resume messages, by language (ISO 639-1). `STOP` and `START` count in every language. */
export const replyWords = {
  ar: { stop: ["إيقاف", "توقف", "إلغاء"], start: ["اشتراك", "ابدأ"] },
  de: { stop: ["Stopp", "Abmelden", "Abbestellen"], start: ["Anmelden"] },
  en: { stop: ["Stopall", "Unsubscribe", "Cancel", "End", "Quit"], start: ["Unstop", "Subscribe"] },
  es: { stop: ["Baja", "Alto", "Parar", "Cancelar"], start: ["Alta", "Iniciar"] },
  fr: { stop: ["Arrêt", "Arrêter", "Désabonner"], start: ["Reprendre", "Abonner"] },
  he: { stop: ["הסר", "הסירו", "הפסק"], start: ["הצטרף", "חדש"] },
  it: { stop: ["Basta", "Ferma", "Annulla"], start: ["Inizia", "Riprendi"] },
  nl: { stop: ["Afmelden", "Uitschrijven"], start: ["Aanmelden"] },
  pl: { stop: ["Rezygnuję", "Koniec"], start: ["Wznów"] },
  pt: { stop: ["Parar", "Sair", "Cancelar"], start: ["Iniciar", "Voltar"] },
  ru: { stop: ["Стоп", "Отписаться", "Отмена"], start: ["Старт", "Подписаться"] },
  tr: { stop: ["Dur", "İptal", "Ret"], start: ["Başla", "Devam"] },
} as const satisfies Readonly<Record<string, Readonly<Record<OptOutChange, readonly string[]>>>>;

/** What a reply asks for: no more messages, or messages again. */
export type OptOutChange = "stop" | "start";

export type ReplyLanguage = keyof typeof replyWords;
export const replyLanguages = Object.keys(replyWords) as readonly ReplyLanguage[];

const everyLanguage = { stop: ["STOP"], start: ["START"] } as const;

/** Which replies to numbers of a customer count, and how they are confirmed. */
export interface OptOutRule {
  readonly customerId: number;
  /** Key of a number of the customer; empty for all numbers that have no rule of their own. */
  readonly number: string;
  readonly languages: readonly ReplyLanguage[];
  /** Words besides those of the languages. */
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  /** Confirmations; empty for none. */
  readonly stopText: string;
  readonly startText: string;
}

/** A message for a customer. */
export interface Addressed {
  readonly customerId: number;
  readonly message: ReceivedMessage;
}

/** The reply of a recipient to a number of a customer. */
export interface OptOut {
  readonly customerId: number;
  /** Number to which it was sent. */
  readonly number: string;
  /** Of the recipient, digits only. */
  readonly phone: string;
  readonly change: OptOutChange;
  /** Confirmation to send; empty for none. */
  readonly text: string;
  readonly at: number;
}

/** A confirmation that waits to be sent. */
export interface OptOutReply {
  readonly id: number;
  readonly customerId: number;
  /** Number of the customer. */
  readonly from: string;
  readonly phone: string;
  readonly text: string;
  /** When the recipient asked for it, in milliseconds since the epoch. */
  readonly at: number;
}

/** A post to the server of a customer about a recipient who has opted out, or in again. */
export interface OptOutPost extends Post, CallbackTarget {
  readonly id: number;
  readonly customerId: number;
  readonly phone: string;
  /** Number of the customer to which the recipient replied. */
  readonly repliedTo: string;
  readonly change: OptOutChange;
  readonly at: number;
}

/** Key of a post: the same for every attempt, and never that of another one. */
export const optOutKey = ({ customerId, id }: Pick<OptOutPost, "customerId" | "id">): string =>
  `optout.${customerId}.${id}`;

const postTypes = { stop: "recipient.optedOut", start: "recipient.optedIn" } as const;

/** The body of a post. */
export function optOutBody({
  customerId,
  phone: number,
  repliedTo,
  change,
  at,
}: Pick<OptOutPost, "customerId" | "phone" | "repliedTo" | "change" | "at">): string {
  const timestamp = new Date(at).toISOString();
  return JSON.stringify({ type: postTypes[change], timestamp, data: { customerId, number, repliedTo } });
}

/** Longest reply that is compared with words, in UTF-16 code units. */
const longestReply = 40;

/**
 * A reply as it is compared: without case, accents, spaces and punctuation; `Stop!` is `stop`. Empty for a text that is too long to be a word, so that
 * "Stop by tomorrow" is no opt-out.
 */
export function replyKey(text: string): string {
  if (text.length > longestReply) return "";
  return plainLetters(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function countsAs(
  change: OptOutChange,
  key: string,
  { languages, stopWords, startWords }: OptOutRule,
): boolean {
  const own = change === "stop" ? stopWords : startWords;
  const words = [everyLanguage[change], own, ...languages.map((language) => replyWords[language][change])];
  return words.some((each) => each.some((word) => replyKey(word) === key));
}

/** What a text asks for; undefined if it is not one of the words. A word for both stops. */
export function changeOf(text: string, rule: OptOutRule): OptOutChange | undefined {
  const key = replyKey(text);
  if (key === "") return undefined;
  return (["stop", "start"] as const).find((change) => countsAs(change, key, rule));
}

/** Returns whether a text may be a word. */
export const isReply = ({ text }: Pick<ReceivedMessage, "text">): boolean => replyKey(text) !== "";

/** The rule of a number, or that of its customer. */
function ruleFor(rules: readonly OptOutRule[], customerId: number, number: string): OptOutRule | undefined {
  const own = rules.filter((rule) => rule.customerId === customerId);
  return own.find((rule) => rule.number === number) ?? own.find((rule) => rule.number === "");
}

/** What a received message asks for, by the rules of its customer; undefined for any other message, and for one that comes from no number. */
export function optOutOf(
  { customerId, message }: Addressed,
  rules: readonly OptOutRule[],
): OptOut | undefined {
  const { from, to, text, at } = message;
  const [number, phone] = [numberKey(to), numberKey(from)];
  const rule = ruleFor(rules, customerId, number);
  const change = rule && changeOf(text, rule);
  if (rule === undefined || change === undefined || !/^[1-9]\d{6,14}$/u.test(phone)) return undefined;
  return { customerId, number, phone, change, at, text: change === "stop" ? rule.stopText : rule.startText };
}

/** Opt-outs in an order in which two transactions do not wait for each other; those of a number stay in theirs. */
export const inLockOrder = (optOuts: readonly OptOut[]): readonly OptOut[] =>
  optOuts.toSorted(
    (one, other) => one.customerId - other.customerId || Number(one.phone) - Number(other.phone),
  );

/** Milliseconds after a reply in which it is confirmed. */
export const confirmFor = 3_600_000;

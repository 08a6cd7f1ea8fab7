import type { CallbackTarget } from "../callbacks/callbacks.js";
import type { Post } from "../posts/posts.js";
import { isPlausible, mayBeInternational, nationalNumber } from "../recipients/phone-number.js";
import { plainLetters } from "../text/normal-form.js";
import { numberKey } from "./addressing.js";
import type { ReceivedMessage } from "./received-part.js";

/**
 * Words of replies by language (ISO 639-1), among them those that networks require. `STOP`, `START` and `HELP` count in every language. Case, marks,
 * spaces and punctuation do not matter: `Opt out` is also `OPT-OUT`, `optout` and `o.p.t. o.u.t.`.
 */
export const replyWords = {
  ar: { stop: ["إيقاف", "توقف", "إلغاء"], start: ["اشتراك", "ابدأ"], help: ["مساعدة"] },
  de: { stop: ["Stopp", "Abmelden", "Abbestellen", "Kündigen"], start: ["Anmelden"], help: ["Hilfe"] },
  en: {
    stop: ["Stop all", "Quit", "End", "Revoke", "Opt out", "Cancel", "Unsubscribe", "Remove"],
    start: ["Unstop", "Subscribe", "Opt in"],
    help: ["Info"],
  },
  es: { stop: ["Baja", "Alto", "Parar", "Cancelar"], start: ["Alta", "Iniciar"], help: ["Ayuda"] },
  fr: {
    stop: ["Arrêt", "Arrêter", "Fin", "Annuler", "Désabonner", "Désinscrire"],
    start: ["Reprendre", "Abonner"],
    help: ["Aide", "Info"],
  },
  he: { stop: ["הסר", "הסירו", "הסרה", "הפסק"], start: ["הצטרף", "חדש"], help: ["עזרה"] },
  it: { stop: ["Basta", "Ferma", "Annulla", "Cancella"], start: ["Inizia", "Riprendi"], help: ["Aiuto"] },
  nl: { stop: ["Uit", "Afmelden", "Uitschrijven"], start: ["Aan", "Aanmelden"], help: ["Hulp"] },
  pl: { stop: ["Rezygnuję", "Koniec", "Wypisz"], start: ["Wznów"], help: ["Pomoc"] },
  pt: { stop: ["Parar", "Sair", "Cancelar", "Remover"], start: ["Iniciar", "Voltar"], help: ["Ajuda"] },
  ru: {
    stop: ["Стоп", "Отписаться", "Отписка", "Отмена"],
    start: ["Старт", "Подписаться"],
    help: ["Помощь"],
  },
  tr: { stop: ["Dur", "İptal", "Ret"], start: ["Başla", "Devam"], help: ["Yardım"] },
} as const satisfies Readonly<Record<string, Readonly<Record<ReplyKind, readonly string[]>>>>;

/** What a reply asks for: no more messages, or messages again. */
export type OptOutChange = "stop" | "start";

/** The same, or a text that says who sends the messages; in the order in which a word of several counts. */
const replyKinds = ["stop", "start", "help"] as const;
export type ReplyKind = (typeof replyKinds)[number];

export type ReplyLanguage = keyof typeof replyWords;
export const replyLanguages = Object.keys(replyWords) as readonly ReplyLanguage[];

const everyLanguage = { stop: ["STOP"], start: ["START"], help: ["HELP"] } as const;

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
  /** Response to a request for help; empty for none. */
  readonly helpText: string;
}

/** A message for a customer. */
export interface Addressed {
  readonly customerId: number;
  readonly message: ReceivedMessage;
}

/** The reply of a recipient to a number of a customer. */
export interface Reply {
  readonly customerId: number;
  /** Number to which it was sent. */
  readonly number: string;
  /** Of the recipient, digits of an international number; empty if it cannot be one. */
  readonly phone: string;
  /** The same inside its country, if it came so: it stands for that number in every country, and `phone` is what it may be instead. */
  readonly national?: string | undefined;
  readonly kind: ReplyKind;
  /** Text to send; empty for none. */
  readonly text: string;
  readonly at: number;
}

/** A reply that opts out, or in again. */
export type OptOut = Omit<Reply, "kind"> & { readonly kind: OptOutChange };

/** A confirmation, or a response to a request for help, that waits to be sent. */
export interface OptOutReply {
  readonly id: number;
  readonly customerId: number;
  /** Number of the customer. */
  readonly from: string;
  readonly phone: string;
  readonly text: string;
  /** When the recipient caused it, in milliseconds since the epoch. */
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

/** The words of a text without case, accents, spaces and punctuation; none of a text that is too long to be a reply. */
function partsOf(text: string): readonly string[] {
  const reply = text.trim();
  if (reply.length > longestReply) return [];
  // A dotless i is a letter of its own, of which many telephones have only the capital.
  return plainLetters(reply)
    .replaceAll("ı", "i")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

/**
 * A text as it is compared: `Stop!` is `stop`, `Opt out` is `optout`. Empty for a text that is too long to be a word, so that "Stop by tomorrow" is no
 * opt-out.
 */
export const replyKey = (text: string): string => partsOf(text).join("");

/** What a reply repeats, beginning with the whole of it: `STOP STOP` is `stopstop` and `stop`. A letter alone is not repeated. */
function replyKeys(text: string): readonly string[] {
  const parts = partsOf(text);
  const repeats = (count: number): boolean =>
    parts.length % count === 0 && parts.every((part, index) => part === parts[index % count]);
  const keys = parts
    .map((_, index) => index + 1)
    .filter(repeats)
    .map((count) => parts.slice(0, count).join(""))
    .reverse();
  return keys.filter((key, index) => index === 0 || key.length > 1);
}

function countsAs(kind: ReplyKind, key: string, rule: OptOutRule): boolean {
  const own = { stop: rule.stopWords, start: rule.startWords, help: [] }[kind];
  const words = [everyLanguage[kind], own, ...rule.languages.map((language) => replyWords[language][kind])];
  return words.some((each) => each.some((word) => replyKey(word) === key));
}

/** What a text asks for; undefined if it is not one of the words. A word for several stops first, then resumes. */
export function kindOf(text: string, rule: OptOutRule): ReplyKind | undefined {
  const kinds = replyKeys(text).map((key) => replyKinds.find((kind) => countsAs(kind, key, rule)));
  return kinds.find((kind) => kind !== undefined);
}

/** Returns whether a text is a word of some language that stops messages. */
export function isStop(text: string): boolean {
  const keys = replyKeys(text);
  const words = [everyLanguage, ...Object.values(replyWords)].flatMap(({ stop }): readonly string[] => stop);
  return words.some((word) => keys.includes(replyKey(word)));
}

/** Returns whether a text may be a word. */
export const isReply = ({ text }: Pick<ReceivedMessage, "text">): boolean => replyKey(text) !== "";

/** The rule of a number, or that of its customer. */
function ruleFor(rules: readonly OptOutRule[], customerId: number, number: string): OptOutRule | undefined {
  const own = rules.filter((rule) => rule.customerId === customerId);
  return own.find((rule) => rule.number === number) ?? own.find((rule) => rule.number === "");
}

/** What a received message asks for, by the rules of its customer; undefined for any other message, and for one that comes from no number. */
export function replyOf({ customerId, message }: Addressed, rules: readonly OptOutRule[]): Reply | undefined {
  const { from, to, text, at } = message;
  const number = numberKey(to);
  const rule = ruleFor(rules, customerId, number);
  const kind = rule && kindOf(text, rule);
  const sender = senderOf(from);
  if (rule === undefined || kind === undefined || sender === undefined) return undefined;
  const texts = { stop: rule.stopText, start: rule.startText, help: rule.helpText };
  return { customerId, number, ...sender, kind, at, text: texts[kind] };
}

/** The number of a sender, in the forms in which it can be meant; undefined for one that is not a number. */
function senderOf(from: string): Pick<Reply, "phone" | "national"> | undefined {
  const national = nationalNumber(from);
  if (national !== undefined) return { phone: mayBeInternational(national) ? national : "", national };
  const key = numberKey(from);
  return isPlausible(key) ? { phone: key } : undefined;
}

/** How the number of a recipient is shown: with 0 before it if its country is not known. */
export const shownPhone = ({ phone, national }: Pick<Reply, "phone" | "national">): string =>
  national === undefined ? phone : `0${national}`;

/** Replies in an order in which two transactions do not wait for each other; those of a number stay in theirs. */
export const inLockOrder = (replies: readonly Reply[]): readonly Reply[] =>
  replies.toSorted(
    (one, other) => one.customerId - other.customerId || Number(shownPhone(one)) - Number(shownPhone(other)),
  );

/** Operation of the transactions that confirm replies: the blacklist of the customer does not hold them back. */
export const confirmOperation = "OptOut";

/** Milliseconds over which the responses to a number are counted, from the first one. */
export const responseTime = 24 * 3_600_000;

/**
 * Responses of a customer to a number after which a reply of this kind gets none: a program that replies to each message is not answered
 * without end.
 */
export const mostResponses: Readonly<Record<ReplyKind, number>> = { help: 3, stop: 10, start: 10 };

/** Milliseconds after a reply in which it is confirmed. */
export const confirmFor = 3_600_000;

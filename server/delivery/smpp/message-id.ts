/**
 * A message id in the forms in which SMSCs repeat it. They are not always consistent: the id of the answer may be
 * hexadecimal and that of the receipt the same number in decimal, with zeros in front added or cut, in the other case.
 */
export interface MessageIdForms {
  /** As received, white space around it cut. */
  readonly text: string;
  /** Read as a hexadecimal number: lower-case hexadecimal digits without zeros in front. */
  readonly hex: string | undefined;
  /** Read as a decimal number: decimal digits without zeros in front. */
  readonly decimal: string | undefined;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

export function messageIdForms(messageId: string): MessageIdForms {
  const text = messageId.trim();
  return {
    text,
    hex: /^[0-9a-f]{1,64}$/i.test(text) ? withoutZeros(text.toLowerCase()) : undefined,
    decimal: /^[0-9]{1,64}$/.test(text) ? withoutZeros(text) : undefined,
  };
}

/** How the id of a receipt has to be read; `auto` tries all. */
export type ReceiptIdBase = "auto" | "text" | "hex" | "decimal";

/** Under which keys an id of an answer is found by its receipt. */
const answerKeys = ({ text, hex, decimal }: MessageIdForms): readonly string[] => [
  text.toLowerCase(),
  ...(hex === undefined ? [] : [`#${hex}`]),
  ...(decimal === undefined ? [] : [`#${hexOf(decimal)}`]),
];

function hexOf(decimal: string): string {
  return BigInt(decimal).toString(16);
}

/**
 * Keys of the message_id of an answer. A receipt belongs to it when `receiptIdKeys` gives one of them: the text without
 * regard to case, and `#` with the number it is in hexadecimal, read as hexadecimal and as decimal.
 */
export function messageIdKeys(messageId: string): readonly string[] {
  return [...new Set(answerKeys(messageIdForms(messageId)))];
}

/**
 * Keys to look for, the likeliest first, given how this SMSC writes the ids of its receipts: `text` as in the answer,
 * `hex` or `decimal` as the number in that base whatever the base of the answer, `auto` any of these.
 */
export function receiptIdKeys(messageId: string, base: ReceiptIdBase): readonly string[] {
  const { text, hex, decimal } = messageIdForms(messageId);
  const plain = base === "auto" || base === "text" ? [text.toLowerCase()] : [];
  const asDecimal = base !== "auto" && base !== "decimal" ? undefined : decimal;
  const asHex = base !== "auto" && base !== "hex" ? undefined : hex;
  return [
    ...plain,
    ...(asDecimal === undefined ? [] : [`#${hexOf(asDecimal)}`]),
    ...(asHex === undefined ? [] : [`#${asHex}`]),
  ];
}

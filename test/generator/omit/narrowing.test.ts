import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics, errorsOf } from "#generator/diagnostics.js";
import { planOperations } from "#generator/omit/omissions.js";
import { fieldsOf } from "#generator/plan/data/members.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { loadContract } from "#generator/read/load.js";
import { wsdl, type Fragment } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";

const complex = (name: string, content: string, base?: string): string => {
  const fields = `<xs:sequence>${content}</xs:sequence>`;
  const derived = `<xs:complexContent><xs:extension base="tns:${base ?? ""}">${fields}</xs:extension></xs:complexContent>`;
  return `<xs:complexType name="${name}">${base === undefined ? fields : derived}</xs:complexType>`;
};
const field = (name: string, type: string): string => `<xs:element name="${name}" type="${type}"/>`;

/** Responses as Exchange has them: each operation may answer with the message of every other one. */
const responses: Fragment = {
  types: `
    ${complex("Messages", `<xs:choice maxOccurs="unbounded">${field("getResponse", "tns:Get")}${field("findResponse", "tns:Find")}<xs:sequence>${field("code", "xs:int")}${field("text", "xs:string")}</xs:sequence></xs:choice>`)}
    ${complex("Get", field("folder", "tns:Folder"))}
    ${complex("Find", field("item", "tns:Item"))}
    ${complex("Folder", field("name", "xs:string"))}
    ${complex("SearchFolder", field("scope", "tns:Scope"), "Folder")}
    ${complex("TaskFolder", "", "Folder")}
    ${complex("Scope", field("depth", "xs:int"))}
    ${complex("Item", '<xs:element ref="tns:path"/>')}
    <xs:element name="path" type="tns:Path" abstract="true"/>
    <xs:element name="uri" type="tns:Uri" substitutionGroup="tns:path"/>
    <xs:element name="index" type="tns:Index" substitutionGroup="tns:uri"/>
    <xs:element name="extended" type="tns:Extended" substitutionGroup="tns:path"/>
    ${complex("Path", "")}
    ${complex("Uri", field("uri", "xs:string"), "Path")}
    ${complex("Index", field("index", "xs:int"), "Uri")}
    ${complex("Extended", field("tag", "xs:string"), "Path")}`,
  output: field("messages", "tns:Messages"),
};

function planned(choose?: readonly string[]): {
  readonly plan: Plan | undefined;
  readonly errors: readonly string[];
} {
  const folder = folderWith({ "main.wsdl": wsdl(responses) });
  const diagnostics = new Diagnostics();
  const documents = loadContract({ wsdls: [join(folder, "main.wsdl")] }, diagnostics);
  const plan = planOperations(documents, diagnostics, { choose })?.plan;
  return { plan, errors: errorsOf(diagnostics.all).map(({ message, hint }) => `${message} ${hint}`) };
}

/** Names of all records and lists, and the types that each may have on the wire if there are several. */
function typesOf(choose: readonly string[]): readonly string[] {
  const { plan, errors } = planned(choose);
  expect(errors).toEqual([]);
  return (plan?.ordered ?? []).map((type) => {
    const variants = "variants" in type ? type.variants.map(({ tag }) => tag) : [];
    return variants.length > 1 ? `${type.type.name}: ${variants.join(", ")}` : type.type.name;
  });
}

describe("alternatives that are kept", () => {
  const folders = ["Folder: Folder, SearchFolder, TaskFolder", "SearchFolder", "TaskFolder", "Scope"];

  test.each<[string, readonly string[], readonly string[]]>([
    ["a branch of a choice", ["getResponse"], ["Messages", "Get", ...folders]],
    ["two branches", ["getResponse", "code"], ["Messages", "Get", ...folders]],
    [
      "a branch and a derived type",
      ["getResponse", "TaskFolder"],
      ["Messages", "Get", "Folder: Folder, TaskFolder", "TaskFolder"],
    ],
    ["a branch and the base alone", ["getResponse", "Folder"], ["Messages", "Get", "Folder"]],
    [
      "a member of a substitution group",
      ["findResponse", "extended"],
      ["Messages", "Find", "Item", "Path: Path, Extended", "Extended"],
    ],
    [
      "a member that others stand for",
      ["findResponse", "index"],
      ["Messages", "Find", "Item", "Path: Path, Uri, Index", "Uri: Uri, Index", "Index"],
    ],
  ])("%s", (_, choose, types) => {
    expect(typesOf(choose)).toEqual(types);
  });

  test("a choice of which one branch remains is that element", () => {
    const { plan } = planned(["getResponse"]);
    expect(plan?.lists.map(({ type, itemElement }) => [type.name, itemElement.name])).toEqual([
      ["Messages", "getResponse"],
    ]);
  });

  test("a choice without any of the names is complete", () => {
    const { plan } = planned(["extended"]);
    const messages = plan?.records.find(({ type }) => type.name === "Messages");
    const items = fieldsOf(messages?.allMembers ?? []).flatMap(({ value }) =>
      value.kind === "items" ? value.items : [],
    );
    expect(items.map(({ tag }) => tag)).toEqual(["getResponse", "findResponse", "code", "text"]);
  });

  test("a name that no alternative has is an error with those like it", () => {
    expect(planned(["findMessage"])).toEqual({
      plan: undefined,
      errors: [
        expect.stringMatching(/^the alternative findMessage is not in the contract .*: findResponse, /),
      ],
    });
  });
});

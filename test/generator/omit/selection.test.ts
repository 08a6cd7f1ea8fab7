import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Diagnostics, errorsOf } from "#generator/diagnostics.js";
import { planOperations } from "#generator/omit/omissions.js";
import type { Selection } from "#generator/omit/selection.js";
import { loadContract } from "#generator/read/load.js";
import { loadedGenerator } from "../command.js";
import { folderWith } from "../read/contract-files.js";

const runGenerator = loadedGenerator();

const contract = readFileSync("test/conformance/contracts/binding-without-port/service.wsdl", "utf8")
  .replace('name="a" type="xs:int"', 'name="a" type="tns:Work"')
  .replace('name="c" type="xs:string"', 'name="c" type="tns:View"')
  .replace(
    '<xs:element name="Do">',
    '<xs:complexType name="Work"/><xs:complexType name="Hard"><xs:complexContent><xs:extension base="tns:Work"/></xs:complexContent></xs:complexType>' +
      '<xs:complexType name="View"/><xs:element name="Do">',
  )
  .replace(
    "</wsdl:service>",
    '<wsdl:port name="Worker12" binding="tns:Worker12"><soap12:address location="http://localhost/12"/></wsdl:port></wsdl:service>',
  );

function planned(text: string, selection: Selection): unknown {
  const folder = folderWith({ "main.wsdl": text });
  const diagnostics = new Diagnostics();
  const documents = loadContract({ wsdls: [join(folder, "main.wsdl")] }, diagnostics);
  const plan = planOperations(documents, diagnostics, selection)?.plan;
  return {
    services: plan?.services.map(({ name }) => name),
    operations: plan?.operations.map(({ method, bindings }) => [method, ...bindings].join(" ")),
    records: plan?.records.map(({ type }) => type.name).sort(),
    errors: errorsOf(diagnostics.all).map(({ code, message, hint }) => `${code} ${message} ${hint}`),
  };
}

const work = { services: ["WorkService"], records: ["Hard", "Work"], errors: [] };

const selections: readonly (readonly [Selection, unknown])[] = [
  [{ service: ["WorkService"] }, { ...work, operations: ["do soap11 soap12"] }],
  [{ port: ["Worker12"] }, { ...work, operations: ["do soap12"] }],
  [{ operation: ["Do"] }, { ...work, operations: ["do soap11 soap12"] }],
  [
    { service: ["WorkService"], port: ["Worker"], operation: ["Do"] },
    { ...work, operations: ["do soap11"] },
  ],
  [
    { service: ["Watcher"] },
    { services: ["Watcher"], operations: ["watch soap12"], records: ["View"], errors: [] },
  ],
  [
    { operation: ["Watch", "Do"] },
    {
      services: ["WorkService", "Watcher"],
      operations: ["do soap11 soap12", "watch soap12"],
      records: ["Hard", "View", "Work"],
      errors: [],
    },
  ],
];

describe("services, ports and operations that are selected", () => {
  test.each(selections)("%j", (selection, wanted) => {
    expect(planned(contract, selection)).toEqual(wanted);
  });

  test("a type that is only a base is kept, without other types derived from it", () => {
    const derived = contract
      .replace('name="a" type="tns:Work"', 'name="a" type="tns:Hard"')
      .replace(
        '<xs:complexType name="View"/>',
        '<xs:complexType name="View"><xs:complexContent><xs:extension base="tns:Work"/></xs:complexContent></xs:complexType>',
      );
    expect(planned(derived, { operation: ["Do"] })).toEqual({ ...work, operations: ["do soap11 soap12"] });
  });

  test("errors of others are not reported", () => {
    const bad = contract.replace('element="tns:Watch"', 'element="tns:Gone"');
    expect(planned(bad, {})).toMatchObject({ errors: [expect.stringMatching(/^MG2002/), expect.anything()] });
    expect(planned(bad, { operation: ["Do"] })).toMatchObject({ ...work, operations: ["do soap11 soap12"] });
  });

  test("a contract without bindings has the operations of its port types", () => {
    const bare = contract.replace(/<wsdl:binding [^]*<\/wsdl:service>/, "");
    expect(planned(bare, { service: ["Watcher"] })).toMatchObject({ operations: ["watch soap11 soap12"] });
    expect(planned(bare, { operation: ["Do"] })).toMatchObject({ operations: ["do soap11 soap12"] });
  });

  test.each<[Selection, string]>([
    [{ service: ["Gone"] }, "MG2047 the service Gone is not in the contract"],
    [{ port: ["Gone"] }, "MG2047 the port Gone is not in the contract"],
    [{ operation: ["Gone"] }, "MG2047 the operation Gone is not in the contract"],
    [{ service: ["Watcher"], operation: ["Do"] }, "MG2047 the operation Do is not in the contract"],
  ])("%j is an error: %s", (selection, message) => {
    expect(planned(contract, selection)).toMatchObject({
      services: undefined,
      errors: [expect.stringMatching(new RegExp(`^${message} Names of the contract, .*: \\w.*\\.$`))],
    });
  });
});

describe("messenger-gen", () => {
  test("takes the selection from the command line or the configuration, and notices a change", async () => {
    const config = { contracts: [{ wsdl: "a.wsdl", out: "out", operation: ["Do"] }] };
    const folder = folderWith({ "a.wsdl": contract, "messenger-gen.config.json": JSON.stringify(config) });
    expect(await runGenerator(folder)).toMatchObject({ code: 0 });
    const typesOf = (): string =>
      readdirSync(join(folder, "out"))
        .filter((name) => name.endsWith(".ts"))
        .map((name) => readFileSync(join(folder, "out", name), "utf8"))
        .join("");
    expect([/\bWork\b/.test(typesOf()), /\bView\b/.test(typesOf())]).toEqual([true, false]);
    expect(await runGenerator(folder, "--check")).toMatchObject({ code: 0, stdout: "out is current\n" });
    const other = await runGenerator(folder, "--check", "--operation", "Watch");
    expect([other.code, other.stdout.split("\n").slice(-3)]).toEqual([
      2,
      ["out is not current: the options changed", "npx messenger-gen --operation Watch", ""],
    ]);
    const all = [
      "a.wsdl",
      "--out",
      "out",
      "--service",
      "WorkService",
      "--service",
      "Watcher",
      "--port",
      "Watcher",
    ];
    expect(await runGenerator(folder, ...all)).toMatchObject({ code: 0 });
    expect([/\bWork\b/.test(typesOf()), /\bView\b/.test(typesOf())]).toEqual([false, true]);
  });
});

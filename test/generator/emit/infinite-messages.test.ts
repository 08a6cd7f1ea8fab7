import { expect, test } from "@jest/globals";
import { emitAll } from "#generator/emit/all.js";
import { planned } from "../plan/contracts.js";
import { compilerErrors } from "./compiled.js";

const record = (name: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;

/** Types of which no value is finite: each requires itself. */
const infinite = [
  record("Self", '<xs:element name="self" type="tns:Self"/>'),
  record("Hen", '<xs:element name="egg" type="tns:Egg"/>') +
    record("Egg", '<xs:element name="hen" type="tns:Hen"/>'),
  '<xs:complexType name="Base" abstract="true"/><xs:complexType name="Only"><xs:complexContent><xs:extension base="tns:Base">' +
    '<xs:sequence><xs:element name="base" type="tns:Base"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
].join("");
const names = ["Self", "Hen", "Egg", "Base", "Only"];

test("an operation whose message requires itself compiles, without a sample", () => {
  const texts = names.flatMap((name) => {
    const input = `<xs:element name="x" type="tns:${name}"/>`;
    const optional = `<xs:element name="x" type="tns:${name}" minOccurs="0"/>`;
    return [
      { sample: undefined, artefacts: emitAll(planned({ types: infinite, input })) },
      { sample: "input: {},", artefacts: emitAll(planned({ types: infinite, input: optional })) },
    ].map(({ sample, artefacts }, at) => {
      const samples = artefacts.find(({ path }) => path === "samples.ts")?.text ?? "";
      if (sample === undefined) expect(samples).toContain("Without a sample: `do`");
      else expect(samples).toContain(sample);
      return artefacts
        .filter(({ path }) => path.endsWith(".ts"))
        .map(({ path, text }): [string, string] => [`test/golden/infinite-${name}-${at}/${path}`, text]);
    });
  });
  expect(compilerErrors(new Map(texts.flat()))).toEqual([]);
});

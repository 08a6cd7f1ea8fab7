import { describe, expect, test } from "@jest/globals";
import { emitAll } from "#generator/emit/all.js";
import { planned, type Fragment } from "../plan/contracts.js";

const record = (fields: string): string =>
  `<xs:complexType name="User"><xs:sequence>${fields}</xs:sequence></xs:complexType>`;
const id = '<xs:element name="id" type="xs:int"/>';
const name = '<xs:element name="name" type="xs:string" minOccurs="0"/>';
const documented = (text: string): string =>
  `<xs:element name="id" type="xs:int"><xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation></xs:element>`;
const user = '<xs:element name="user" type="tns:User"/>';

const base: Fragment = { types: record(id), input: user, output: user };

/** Lines that only the second has, by file; removed lines are counted. */
function changes(before: Fragment, after: Fragment): Readonly<Record<string, readonly string[]>> {
  const old = new Map(emitAll(planned(before)).map(({ path, text }) => [path, text]));
  const found = emitAll(planned(after)).map(({ path, text }): [string, readonly string[]] => {
    const [removed, added] = difference((old.get(path) ?? "").split("\n"), text.split("\n"));
    return [path, [...removed.map((line) => `- ${line.trim()}`), ...added.map((line) => `+ ${line.trim()}`)]];
  });
  return Object.fromEntries(found.filter(([, lines]) => lines.length > 0));
}

function difference(before: readonly string[], after: readonly string[]): [string[], string[]] {
  const rest = [...after];
  const removed = before.filter((line) => {
    const at = rest.indexOf(line);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  return [removed, rest];
}

describe("a change of the schema changes only the related lines", () => {
  test("documentation of a field: its comment and its row", () => {
    const changed = changes(
      { ...base, types: record(documented("Old.")) },
      { ...base, types: record(documented("New.")) },
    );
    expect(changed).toEqual({
      "records.ts": ["- /** Old. */", "+ /** New. */"],
      "reference.md": ["- | `id` | `number` | required | Old. |", "+ | `id` | `number` | required | New. |"],
    });
  });

  test("one more field: the interface, the codec, the sample and the row", () => {
    const both: Fragment = { ...base, types: record(documented("") + name) };
    const three = {
      ...both,
      types: record(documented("") + name + '<xs:element name="age" type="xs:int"/>'),
    };
    expect(changes(both, three)).toEqual({
      "records.ts": ["+ readonly age: number;"],
      "codecs.ts": [
        "+ let age: number | undefined;",
        '+ case "age":',
        "+ age = r.value(int, age);",
        "+ continue;",
        '+ age: age ?? r.absent("age", int),',
        '+ w.plain("age", int.print(v.age));',
      ],
      "samples.ts": ["+ age: 1,"],
      "reference.md": ["+ | `age` | `number` | required |  |"],
    });
  });

  test("one more operation: only added lines", () => {
    const changed = changes(base, { ...base, operations: ["Do", "Undo"] });
    for (const [path, lines] of Object.entries(changed)) {
      const removed = lines.filter((line) => line.startsWith("-"));
      expect({ path, removed }).toEqual({ path, removed: [] });
    }
    expect(Object.keys(changed)).not.toContain("records.ts");
  });
});

/** Elements of an abstract type of which the derived one cannot be told. */
import { describe, expect, test } from "@jest/globals";
import type { XmlReader } from "#runtime/xml.js";
import { int, readDerived, readNillableDerived } from "#runtime/codec.js";
import { type Forgiven, type LenientOptions, lenientReading } from "#runtime/interceptors.js";
import { namespace } from "../greeter.js";
import { base, type Called, ended, response } from "./departing.js";

interface Circle {
  readonly $type: "Circle";
  readonly Radius: number;
}
interface Drawing {
  readonly Main: Circle;
  readonly Frame: Circle | undefined;
  readonly Last: Circle | null;
  readonly Shapes: readonly Circle[];
  readonly Maybe: readonly (Circle | null)[];
}

const circles = [
  {
    type: { namespace, name: "Circle" },
    read(r: XmlReader): Circle {
      let Radius: number | undefined;
      while (r.child()) {
        if (r.name === "Radius") Radius = r.value(int, Radius);
        else r.skip();
      }
      return { $type: "Circle", Radius: Radius ?? r.absent("Radius", int) };
    },
  },
];

/** As the generator writes it: a required element, an optional and a nillable one, a list, and one of nillable items. */
const Draw: Called<Drawing> = {
  ...base,
  output: {
    element: { namespace, name: "GreetResponse" },
    write: () => undefined,
    read: (r: XmlReader): Drawing => {
      let Main: Circle | undefined;
      let Frame: Circle | undefined;
      let Last: Circle | null | undefined;
      const Shapes: Circle[] = [];
      const Maybe: (Circle | null)[] = [];
      while (r.child()) {
        if (r.name === "Main") Main = readDerived(r, circles, undefined, Main);
        else if (r.name === "Frame") Frame = readDerived(r, circles, undefined, Frame);
        else if (r.name === "Last") Last = readNillableDerived(r, circles, undefined, Last);
        else if (r.name === "Shape") {
          const item = readDerived(r, circles, undefined, undefined);
          if (item !== undefined || r.keeps?.(item)) Shapes.push(item);
        } else if (r.name === "Maybe") Maybe.push(readNillableDerived(r, circles, undefined, undefined));
        else r.skip();
      }
      return { Main: r.present(Main, "Main"), Frame, Last: Last ?? null, Shapes, Maybe };
    },
  },
};

const circle = (name: string): string => `<${name} i:type="Circle"><Radius>2</Radius></${name}>`;
const round = { $type: "Circle", Radius: 2 };
const at = "Envelope.Body.GreetResponse";
const nothing = { Frame: undefined, Last: null, Shapes: [], Maybe: [] };

async function drawn(content: string, options: LenientOptions = {}) {
  const heard: Forgiven[] = [];
  const reading = lenientReading((each) => heard.push(...each), options);
  return { ...(await ended({ text: response(content) }, { interceptors: [reading] }, Draw)), heard };
}

describe("elements of an abstract type", () => {
  test.each<[string, string, unknown, readonly Partial<Forgiven>[], RegExp]>([
    [
      "of an unknown type",
      '<Main i:type="Star"><Rays>5</Rays></Main>',
      { ...nothing, Main: undefined },
      [
        {
          path: `${at}.Main`,
          text: "Star",
          element: expect.objectContaining({
            name: "Main",
            children: [expect.objectContaining({ name: "Rays", children: ["5"] })],
          }) as never,
        },
      ],
      /xsi:type "Star" does not belong here/,
    ],
    [
      "without a type",
      "<Main><Radius>2</Radius></Main>",
      { ...nothing, Main: undefined },
      [{ path: `${at}.Main`, text: undefined }],
      /xsi:type must name a derived type/,
    ],
    [
      "of a type in another namespace",
      '<Main xmlns:o="urn:o" i:type="o:Circle"><Radius>2</Radius></Main>',
      { ...nothing, Main: undefined },
      [{ path: `${at}.Main`, text: "Circle" }],
      /does not belong here/,
    ],
    [
      "an empty one",
      '<Main i:type="Star"/>',
      { ...nothing, Main: undefined },
      [{ path: `${at}.Main`, text: "Star" }],
      /does not belong here/,
    ],
    [
      "an optional one",
      `${circle("Main")}<Frame i:type="Star"/>`,
      { ...nothing, Main: round },
      [{ path: `${at}.Frame` }],
      /does not belong here/,
    ],
    [
      "a nillable one",
      `<Last i:type="Star"/>${circle("Main")}`,
      { ...nothing, Main: round },
      [{ path: `${at}.Last` }],
      /does not belong here/,
    ],
    [
      "items of a list keep their places",
      `${circle("Main")}${circle("Shape")}<Shape i:type="Star"/>${circle("Shape")}<Shape/>`,
      { ...nothing, Main: round, Shapes: [round, undefined, round, undefined] },
      [
        { path: `${at}.Shape`, text: "Star" },
        { path: `${at}.Shape`, text: undefined },
      ],
      /does not belong here/,
    ],
    [
      "nillable items too",
      `${circle("Main")}<Maybe i:nil="true"/><Maybe i:type="Star"/>${circle("Maybe")}`,
      { ...nothing, Main: round, Maybe: [null, undefined, round] },
      [{ path: `${at}.Maybe` }],
      /does not belong here/,
    ],
    [
      "another one that is absent is missed",
      '<Frame i:type="Star"/>',
      { ...nothing, Main: undefined },
      [{ path: `${at}.Frame` }, { kind: "missing", path: `${at}.Main` }],
      /does not belong here/,
    ],
  ])("%s", async (_title, content, want, heard, strict) => {
    const found = await drawn(content);
    expect(found.result).toEqual(want);
    expect(found.heard).toEqual(heard.map((each) => expect.objectContaining({ kind: "type", ...each })));
    expect((await ended({ text: response(content) }, {}, Draw)).failure).toMatch(strict);
    expect((await drawn(content, { type: false })).failure).toMatch(strict);
    expect((await drawn(content, { limit: heard.length - 1 })).failure).toMatch(
      /deviates from the contract more/,
    );
  });

  test("a type whose prefix is not declared is reported, and so is what is left out", async () => {
    const { result, heard } = await drawn('<Main i:type="q:Circle"><Radius>2</Radius></Main>');
    expect(result).toEqual({ ...nothing, Main: undefined });
    expect(heard.map(({ kind, text }) => [kind, text])).toEqual([
      ["type", "q:Circle"],
      ["type", undefined],
    ]);
  });
});

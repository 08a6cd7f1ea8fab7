import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { joinedBytes } from "#runtime/mime/joined-bytes.js";
import { type Rows, type Streamed, writeEach } from "#runtime/xml/rows.js";
import { element, type XmlContent, type XmlNode } from "#runtime/xml/content.js";
import { streamOf } from "#runtime/xml/row-stream.js";
import { StreamWriter } from "#runtime/xml/stream-writer.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import type { Piece } from "#runtime/xml/written-part.js";
import { writeSoapArray } from "#runtime/xml/soap-array.js";
import { writeContent } from "#runtime/xml/write-content.js";

async function streamed(write: (w: XmlWriter) => void): Promise<string> {
  const writer = new StreamWriter();
  write(writer);
  const pieces: Piece[] = [];
  for await (const piece of streamOf(writer)) pieces.push(piece);
  for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(65_536);
  return Buffer.from(joinedBytes(pieces)).toString();
}

function written(write: (w: XmlWriter) => void): string {
  const writer = new XmlWriter();
  write(writer);
  return writer.toString();
}

/** The kinds of streamed items; the others are compared with an array. */
type Kind = "array" | "set" | "generator" | "async generator";

function rowsOf<T>(kind: Kind, values: readonly T[]): Rows<T> {
  switch (kind) {
    case "array":
      return values;
    case "set":
      return new Set(values);
    case "generator":
      return (function* () {
        yield* values;
      })();
    case "async generator":
      return (async function* () {
        for (const value of values) yield await Promise.resolve(value);
      })();
  }
}

/** Content of an element: rows, with text between them. */
interface Item {
  readonly namespace: string;
  readonly attribute: string | undefined;
  readonly before: string;
  readonly rows: readonly { readonly kind: Kind; readonly items: readonly Item[] }[];
  readonly after: string;
}

function writeItem(w: XmlWriter, item: Item, kindOf: (kind: Kind) => Kind): void {
  if (item.namespace === "") w.open("item");
  else w.openIn("item", item.namespace);
  if (item.attribute !== undefined) w.attribute("a", item.attribute);
  w.characters(item.before);
  for (const { kind, items } of item.rows) {
    writeEach(w, rowsOf(kindOf(kind), items), (inner) => {
      writeItem(w, inner, kindOf);
    });
  }
  if (item.after !== "") w.text("after", item.after);
  w.close("item");
}

const text = fc.oneof(
  fc.constant(""),
  fc.constant("t&"),
  fc.nat(70_000).map((length) => "x".repeat(length)),
);
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.record({
    namespace: fc.constantFrom("", "urn:a", "urn:b"),
    attribute: fc.option(fc.constant("v"), { nil: undefined }),
    before: fc.oneof({ arbitrary: fc.constant(""), weight: 4 }, { arbitrary: text, weight: 1 }),
    rows: fc.array(
      fc.record({
        kind: fc.constantFrom<Kind>("array", "set", "generator", "async generator"),
        items: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie("item"), { maxLength: 4 })),
      }),
      { maxLength: 3 },
    ),
    after: fc.oneof({ arbitrary: fc.constant(""), weight: 4 }, { arbitrary: text, weight: 1 }),
  }),
}));

describe("streamed items are written like those of an array", () => {
  test("whatever holds them, and whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(item, async (given) => {
        const want = written((w) => {
          writeItem(w, given, () => "array");
        });
        const got = await streamed((w) => {
          writeItem(w, given, (kind) => kind);
        });
        expect(got === want).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each<{ name: string; kind: Kind; values: readonly string[]; want: string }>([
    { name: "no rows", kind: "generator", values: [], want: "<list />" },
    { name: "no rows that anybody waits for", kind: "async generator", values: [], want: "<list />" },
    { name: "a row", kind: "set", values: ["a"], want: "<list><row>a</row></list>" },
    { name: "rows", kind: "async generator", values: ["a", ""], want: "<list><row>a</row><row /></list>" },
  ])("$name", async ({ kind, values, want }) => {
    const write = (w: XmlWriter): void => {
      w.open("list");
      writeEach(w, rowsOf(kind, values), (value) => {
        w.text("row", value);
      });
      w.close("list");
    };
    expect(await streamed(write)).toBe(want);
  });

  test("XML too", async () => {
    const given = (kind: Kind): Streamed<XmlContent> =>
      rowsOf(kind, [
        "text",
        { ...element("a", [], { namespace: "urn:a" }), children: rowsOf(kind, ["<", element("b")]) },
        { ...element("c"), children: rowsOf<XmlNode>(kind, []) },
      ]);
    const write =
      (kind: Kind) =>
      (w: XmlWriter): void => {
        w.open("xml");
        writeContent(w, given(kind));
        w.close("xml");
      };
    const want = '<xml>text<a xmlns="urn:a">&lt;<b xmlns="" /></a><c /></xml>';
    for (const kind of ["array", "set", "generator", "async generator"] as const) {
      expect(await streamed(write(kind))).toBe(want);
    }
  });

  test("an empty element behind them is none of theirs", async () => {
    const write = (w: XmlWriter): void => {
      w.open("list");
      writeEach(w, rowsOf("generator", []), () => undefined);
      w.open("empty");
      w.close("empty");
      w.close("list");
    };
    expect(await streamed(write)).toBe("<list><empty /></list>");
  });

  test("an array says how many it holds, other rows do not", async () => {
    const write =
      (kind: Kind) =>
      (w: XmlWriter): void => {
        w.open("list");
        writeSoapArray(w, "xsd:int", rowsOf(kind, [1, 2]));
        w.close("list");
      };
    expect(await streamed(write("array"))).toContain('soapenc:arrayType="xsd:int[2]"');
    expect(await streamed(write("generator"))).toContain('soapenc:arrayType="xsd:int[]"');
  });
});

/** Endless items that record how many were requested and whether they were ended. */
function endless() {
  const seen = { rows: 0, ended: 0 };
  const next = (): string => `row ${seen.rows++}`;
  const sync = function* (): Generator<string> {
    try {
      for (;;) yield next();
    } finally {
      seen.ended++;
    }
  };
  const async = async function* (): AsyncGenerator<string> {
    try {
      for (;;) yield await Promise.resolve(next());
    } finally {
      seen.ended++;
    }
  };
  return { seen, sync, async };
}

const table = [{ kind: "sync" }, { kind: "async" }] as const;

describe.each(table)("$kind rows", ({ kind }) => {
  const begin = (rows: Rows<string>, outer: Rows<unknown> = [0]): AsyncGenerator<Piece, void> => {
    const writer = new StreamWriter();
    writer.open("list");
    writeEach(writer, outer, () => {
      writer.open("rows");
      writeEach(writer, rows, (row) => {
        writer.text("row", row);
      });
      writer.close("rows");
    });
    writer.close("list");
    return streamOf(writer);
  };

  test("are requested when a piece is", async () => {
    const { seen, ...rows } = endless();
    const stream = begin(rows[kind]());
    expect(seen.rows).toBe(0);
    const first = (await stream.next()).value ?? "";
    expect(first.length).toBeLessThan(66_000);
    const asked = seen.rows;
    expect(asked).toBeLessThan(10_000);
    await stream.next();
    expect(seen.rows).toBeLessThan(2 * asked + 10);
    await stream.return(undefined);
  });

  test("end when no more are requested, and those around them", async () => {
    const [inner, outer] = [endless(), endless()];
    const stream = begin(inner[kind](), outer[kind]());
    await stream.next();
    await stream.return(undefined);
    expect([inner.seen.ended, outer.seen.ended]).toEqual([1, 1]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("end when writing one fails", async () => {
    const { seen, ...rows } = endless();
    const writer = new StreamWriter();
    writeEach(writer, rows[kind](), () => {
      throw new RangeError("no value");
    });
    await expect(streamOf(writer).next()).rejects.toThrow("no value");
    expect(seen).toEqual({ rows: 1, ended: 1 });
  });

  test("may fail", async () => {
    const failing = function* (): Generator<string> {
      yield "a";
      throw new RangeError("no rows");
    };
    await expect(begin(rowsOf("set", []), failing()).next()).rejects.toThrow("no rows");
  });
});

test("a writer that does not stream takes rows that are there, and refuses others", () => {
  const write =
    (kind: Kind) =>
    (w: XmlWriter): void => {
      writeEach(w, rowsOf(kind, ["a", "b"]), (value) => {
        w.text("row", value);
      });
    };
  expect(written(write("generator"))).toBe("<row>a</row><row>b</row>");
  expect(() => written(write("async generator"))).toThrow(RangeError);
});

import { describe, expect, test } from "@jest/globals";
import { type NamedText, readKannel } from "#server/actions/kannel/configuration.js";
import { Refusal } from "#server/admin/refusal.js";

const none = (): readonly NamedText[] => [];

/** Groups as their names and pairs. */
function read(text: string, included: (name: string) => readonly NamedText[] = none) {
  return readKannel({ file: "kannel.conf", text }, included).map(({ name, values }) => ({
    [name]: values.filter(({ key }) => key !== "group").map(({ key, value }) => `${key}:${value}`),
  }));
}

describe("a configuration of Kannel", () => {
  test.each([
    {
      title: "groups between empty lines",
      text: "group = a\nx = 1\n\n\ngroup=b\ny=2",
      want: [{ a: ["x:1"] }, { b: ["y:2"] }],
    },
    { title: "comments do not divide", text: "# c\ngroup = a\n  # x = 1\ny = 2\n", want: [{ a: ["y:2"] }] },
    { title: "the name of a group anywhere", text: "x = 1\ngroup = a", want: [{ a: ["x:1"] }] },
    {
      title: "quoted values",
      text: String.raw`group = a
x = " b \"c\" \\ "`,
      want: [{ a: [String.raw`x: b "c" \ `] }],
    },
    { title: "an equals sign in a value", text: "group = a\nx = b=c", want: [{ a: ["x:b=c"] }] },
    {
      title: "continued lines",
      text: "group = a\nx = 1;\\\n 2;\\\n3\ny = 4",
      want: [{ a: ["x:1;2;3", "y:4"] }],
    },
    {
      title: "a backslash of its own",
      text: "group = a\nx = 1\\\\\ny = 2",
      want: [{ a: ["x:1\\\\", "y:2"] }],
    },
    {
      title: "line ends of Windows",
      text: "group = a\r\nx = 1\r\n\r\ngroup = b\r\n",
      want: [{ a: ["x:1"] }, { b: [] }],
    },
    { title: "an empty file", text: "", want: [] },
  ])("$title", ({ text, want }) => {
    expect(read(text)).toEqual(want);
  });

  test("includes other files, of which each begins and ends groups", () => {
    const files: Readonly<Record<string, string>> = { "b.conf": "group = b\nx = 1", "c.conf": "group = c" };
    const included = (): readonly NamedText[] =>
      Object.entries(files).map(([file, text]) => ({ file, text }));
    expect(read('group = a\n\ninclude = "conf.d"\n\ngroup = d', included)).toEqual([
      ...[{ a: [] }, { b: ["x:1"] }, { c: [] }, { d: [] }],
    ]);
  });

  test.each([
    { title: "a line without an equals sign", text: "group = a\n\nx", want: "kannel.conf:3: expected" },
    { title: "a line without a key", text: "group = a\n= 1", want: "kannel.conf:2: expected" },
    { title: "lines without a group", text: "group = a\n\nx = 1\ny = 2", want: "kannel.conf:3: these lines" },
    { title: "a file that includes itself", text: "include = a", want: "a:1: files include one another" },
  ])("refuses $title", ({ text, want }) => {
    const included = (name: string): readonly NamedText[] => [{ file: name, text }];
    const attempt = (): unknown => read(text, included);
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(want);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readEntries } from "../../bench/conformance/entries.js";
import { tallyText, totalsOf, totalsText } from "../../bench/conformance/report.js";
import { examineAll } from "../../bench/conformance/run.js";
import { defaults, wsdlOf } from "../generator/model/fragments.js";

const scratch = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const good = wsdlOf({});
const entries = [
  { id: "usable", wsdl: good, operations: ["Send"] },
  { id: "operation-lost", wsdl: good, operations: ["Send", "Peek"] },
  {
    id: "refused",
    wsdl: wsdlOf({ fields: '<xs:element name="a" type="tns:Absent"/>' }),
    operations: ["Send"],
  },
  {
    id: "undeclared-message",
    wsdl: wsdlOf({ messages: defaults.messages.replaceAll("Send", "Unknown") }),
    operations: ["Send"],
  },
  {
    id: "operation-omitted",
    wsdl: wsdlOf({
      portType:
        defaults.portType +
        '<wsdl:operation name="Peek"><wsdl:input message="tns:Absent"/><wsdl:output message="tns:SendOut"/></wsdl:operation>',
      binding:
        defaults.binding + defaults.binding.replace(/^.*?\/>/, "").replace('name="Send"', 'name="Peek"'),
    }),
    operations: ["Send", "Peek"],
  },
];

test("each contract of a corpus gets its verdict, with the reason", async () => {
  const corpus = join(scratch, "corpus");
  for (const { id, wsdl } of entries) {
    mkdirSync(join(corpus, id), { recursive: true });
    writeFileSync(join(corpus, id, "main.wsdl"), wsdl);
  }
  const index = entries.map(({ id, operations }) => ({
    id,
    main: "main.wsdl",
    operations,
    accepted_by_other_tools: id === "usable" ? 1 : 3,
  }));
  writeFileSync(join(corpus, "index.json"), JSON.stringify(index));
  const verdicts = await examineAll(readEntries(corpus), {
    corpus,
    scratch: join(scratch, "out"),
    jobs: 1,
    onVerdict: () => undefined,
  });
  expect(verdicts.map(({ id, verdict, codes, flaws }) => ({ id, verdict, codes, flaws }))).toEqual([
    { id: "usable", verdict: "usable", codes: [], flaws: [] },
    {
      id: "operation-lost",
      verdict: "wrong",
      codes: [],
      flaws: ["the client has no operation Peek", "the server has no operation Peek"],
    },
    { id: "refused", verdict: "refused", codes: ["MG2001"], flaws: [] },
    { id: "undeclared-message", verdict: "refused", codes: ["MG2003"], flaws: [] },
    { id: "operation-omitted", verdict: "partial", codes: ["MG2003", "MG2046"], flaws: [] },
  ]);
  expect(verdicts.every(({ milliseconds, megabytes }) => milliseconds > 0 && megabytes > 0)).toBe(true);
  expect(totalsText(totalsOf(verdicts))).toMatch(
    /^5 entries: 1 usable, 1 partial, 2 refused, 1 wrong\ncore \(read by two other programs\): 0 of 4 usable, 0.0 %\n[1-9][0-9]+ calls; /,
  );
  expect(tallyText(verdicts).split("\n")[0]).toMatch(
    /^2 entries, 1 of them only for MG2003 .*main\.wsdl:11:/,
  );
});

test("an entry that ends its process is wrong, and those before and after it keep their verdicts", async () => {
  const corpus = join(scratch, "ended");
  const row = { main: "main.wsdl", operations: ["Send"], features: [], acceptedByOthers: 0 };
  const ids = ["before", "ended", "after"];
  for (const id of ids) {
    mkdirSync(join(corpus, id), { recursive: true });
    writeFileSync(join(corpus, id, "main.wsdl"), good);
  }
  const broken = { operations: { length: 1 } as unknown as readonly string[] };
  const verdicts = await examineAll(
    ids.map((id) => ({ ...row, id, ...(id === "ended" ? broken : {}) })),
    { corpus, scratch: join(scratch, "ended-out"), jobs: 1, onVerdict: () => undefined },
  );
  expect(verdicts.map(({ id, verdict, flaws }) => [id, verdict, flaws])).toEqual([
    ["before", "usable", []],
    ["ended", "wrong", [expect.stringMatching(/^after the generator: ended with 1: .*TypeError/s)]],
    ["after", "usable", []],
  ]);
});

test("without calls each entry is generated once, and its output is kept for other compilers", async () => {
  const corpus = join(scratch, "without-calls");
  mkdirSync(join(corpus, "lost"), { recursive: true });
  writeFileSync(join(corpus, "lost", "main.wsdl"), good);
  const entry = { id: "lost", main: "main.wsdl", operations: ["Peek"], features: [], acceptedByOthers: 0 };
  const options = { corpus, scratch: join(scratch, "without-calls-out"), jobs: 1, calls: false };
  const verdicts = await examineAll([entry], { ...options, onVerdict: () => undefined });
  expect(verdicts.map(({ verdict, exercised, flaws }) => ({ verdict, exercised, flaws }))).toEqual([
    { verdict: "usable", exercised: undefined, flaws: [] },
  ]);
  expect(readdirSync(join(options.scratch, "lost"))).toEqual(["out"]);
});

import { Messenger } from "messenger-client";
import { clientLimits } from "messenger-gen-runtime";
import { bindings, serviceIndex } from "messenger-gen-runtime/host";
import { XmlReader } from "messenger-gen-runtime/xml";
import * as soap from "soap";
import { StreamWriter } from "#runtime/xml/stream-writer.js";
import { compared, costOf, cpuOf, interleave, median, type Row } from "../measure.js";
import { envelope, manyLists, namespace } from "../sample.js";

const rounds = { small: 36, big: 12 };
/** Runs of one contestant in a row. */
const inTurn = 6;

/** CPU time of the codecs alone. */
export async function codecRows(): Promise<readonly Row[]> {
  return [...(await smallRequest()), ...(await bigAnswer())];
}

/** One 1 KB request from bytes to a typed record, against node-soap's own reader. */
async function smallRequest(): Promise<readonly Row[]> {
  const body = Buffer.from(envelope);
  const headers = { "content-type": "text/xml; charset=utf-8", soapaction: `"${namespace}HTTP_SendSms"` };
  const request = { method: "POST", path: "", query: "", headers, body };
  const index = serviceIndex(Messenger);
  const wsdl = await openWsdl();
  const calls = { ours: 20_000, stock: 1_000 };
  const ours = (): void => {
    for (let i = 0; i < calls.ours; i++) bindings.soap11.decode(request, index, {});
  };
  const stock = (): void => {
    for (let i = 0; i < calls.stock; i++) wsdl.xmlToObject(envelope);
  };
  ours();
  stock();
  const costs = await interleave(
    [
      { name: "ours", cost: () => cpuOf(ours) / calls.ours },
      { name: "stock", cost: () => cpuOf(stock) / calls.stock },
    ],
    rounds.small,
  );
  const note = `${costOf(costs, "ours").toFixed(2)} us against ${costOf(costs, "stock").toFixed(1)} us`;
  return [
    {
      name: "decode: 1 KB request, node-soap xmlToObject / ours",
      unit: "x",
      ...compared(costs, "stock", "ours"),
      targets: { at: "least", must: 20, goal: 25, moonshot: 30 },
      note,
    },
  ];
}

async function openWsdl(): Promise<soap.WSDL> {
  const client = await soap.createClientAsync("schema/messenger.wsdl");
  return (client as unknown as { wsdl: soap.WSDL }).wsdl;
}

/** A FindListsResult of 50,000 rows, against JSON of the same data. */
async function bigAnswer(): Promise<readonly Row[]> {
  const output = Messenger.operations.findDistributionLists.output;
  if (output === undefined) throw new Error("no FindDistributionLists");
  const value = manyLists();
  const json = JSON.stringify(value);
  const write = (): readonly (string | Uint8Array)[] => {
    const writer = new StreamWriter();
    output.write(writer, value);
    return writer.content();
  };
  const toBytes = (): readonly Uint8Array[] =>
    write().map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece));
  const xml = `<r xmlns="${namespace}">${Buffer.concat(toBytes()).toString()}</r>`;
  const read = (): void => {
    const reader = new XmlReader(xml, { limits: clientLimits });
    reader.enterRoot();
    output.read(reader);
  };
  const contestants = [
    { name: "decode", work: read },
    { name: "parse", work: () => void JSON.parse(json) },
    { name: "encode", work: () => void toBytes() },
    { name: "stringify", work: () => void Buffer.from(JSON.stringify(value)) },
  ].map(({ name, work }) => ({ name, cost: () => costInTurn(work) }));
  for (const { cost } of contestants) cost();
  const costs = await interleave(contestants, rounds.big);
  const ms = (name: string): string => `${(costOf(costs, name) / 1000).toFixed(0)} ms`;
  const size = `${(xml.length / 1e6).toFixed(1)} MB`;
  return [
    {
      name: `decode: FindListsResult of ${size} / JSON.parse of the same data`,
      unit: "x",
      ...compared(costs, "decode", "parse"),
      targets: { at: "most", must: 2.3, goal: 2, moonshot: 1.5 },
      note: `${ms("decode")} against ${ms("parse")}`,
    },
    {
      name: `encode: FindListsResult of ${size} / JSON.stringify of the same data`,
      unit: "x",
      ...compared(costs, "encode", "stringify"),
      targets: { at: "most", must: 1.3, goal: 1, moonshot: 0.8 },
      note: `${ms("encode")} against ${ms("stringify")}`,
    },
  ];
}

/** The first run collects garbage of another contestant, and does not count. */
function costInTurn(work: () => void): number {
  work();
  return median(Array.from({ length: inTurn }, () => cpuOf(work)));
}

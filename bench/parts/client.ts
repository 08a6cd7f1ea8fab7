import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { compared, costOf, interleave, type Row } from "../measure.js";
import { envelope, path } from "../sample.js";

const rounds = 24;
const perRound = 6_000;
const together = 16;

/** CPU time of a calling process per call against a server of constant bytes: generated client, bare transport. */
export async function clientRows(): Promise<readonly Row[]> {
  const server = fork("dist/bench/servers/bare.js", { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  const contestants = [
    { name: "bare", cost: () => cpuPerCall(bareCall(port)) },
    { name: "client", cost: () => cpuPerCall(clientCall(port)) },
  ];
  for (const contestant of contestants) await contestant.cost();
  const costs = await interleave(contestants, rounds);
  stop(server);
  const us = (name: string): string => `${costOf(costs, name).toFixed(0)} us`;
  return [
    {
      name: "client: generated client / bare node:http keep-alive",
      unit: "x",
      ...compared(costs, "client", "bare"),
      targets: { at: "most", must: 1.27, goal: 1.2, moonshot: 1.1 },
      note: `${us("client")} against ${us("bare")}`,
    },
  ];
}

function stop(server: ChildProcess): void {
  server.disconnect();
}

/** CPU time of this process per call, in microseconds. */
export async function cpuPerCall(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = perRound;
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (left-- > 0) await call();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / perRound;
}

function bareCall(port: number): () => Promise<unknown> {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const body = Buffer.from(envelope);
  const headers = { "Content-Type": "text/xml; charset=utf-8", "Content-Length": body.length };
  return () =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          resolve(Buffer.concat(chunks));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

/** A call of the generated client to a server on a port. */
export function clientCall(port: number): () => Promise<unknown> {
  const client = new MessengerClient({
    transport: nodeTransport({ url: `http://127.0.0.1:${port}${path}` }),
  });
  const call = {
    customerID: 42,
    userName: "api",
    userPassword: "correct horse battery staple",
    originator: "Shop",
    smsText:
      "Your parcel 4711 is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.",
    recipientPhone: "+12025550101,+12025550102,+12025550103,+12025550104,+12025550105,+12025550106",
    messageType: MessageType.Latin,
    defDate: "20300102030405",
    blink: false,
    flash: false,
    Private: false,
  };
  return () => client.httpSendSms(call);
}

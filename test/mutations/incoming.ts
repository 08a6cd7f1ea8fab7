import type { MutatedRow } from "./mutation.js";

export const incoming: readonly MutatedRow[] = [
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "in a message_payload of 65,535 octets is complete, and the connection stays open",
    mutations: [
      {
        file: "server/networks/smpp/codec/pdu.ts",
        find: "maxPduLength = 131_072",
        replace: "maxPduLength = 65_536",
      },
      {
        file: "server/domain/inbox/messages.ts",
        find: "maxInboxText = 131_070",
        replace: "maxInboxText = 39_015",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "longer than an inbox message ends in a mark",
    mutations: [
      {
        file: "server/domain/inbox/addressing.ts",
        find: "boundedText(received.text, maxInboxText)",
        replace: "boundedText(received.text, 1e9)",
      },
      {
        file: "server/domain/inbox/joining.ts",
        find: "cut(text, most - missingText.length) + missingText",
        replace: "cut(text, most - missingText.length)",
      },
    ],
  },
  {
    test: "test/networks/mm7/receiver.test.ts",
    name: "$extra characters longer than an inbox allows is forwarded as complete: $complete",
    mutations: [
      {
        file: "server/domain/inbox/addressing.ts",
        find: "cut(part.text, maxInboxText + 2)",
        replace: "cut(part.text, maxInboxText)",
      },
      {
        file: "server/domain/inbox/addressing.ts",
        find: "complete: received.complete && isWhole",
        replace: "complete: received.complete",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "in parts $order is one text",
    mutations: [
      {
        file: "server/domain/inbox/joining.ts",
        find: "complete: message.complete ? message : undefined,",
        replace: "complete: number === total ? message : undefined,",
      },
      {
        file: "server/domain/inbox/joining.ts",
        find: "const part = parts.get(number);",
        replace: "const part = parts.get(total + 1 - number);",
      },
      {
        file: "server/storage/tables/inbox/joins.ts",
        find: "const continued = replaced === undefined ? found : undefined;",
        replace: "const continued = undefined as typeof found;",
      },
      {
        file: "server/networks/smpp/gateway.ts",
        find: "return { ...content, place: { reference: `${kind}:${reference}`, number: part, total } };",
        replace: "return total > part ? content : content;",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "in parts that are marked by %s is one text",
    mutations: [
      {
        file: "server/domain/text/user-data-header.ts",
        find: "if (id === iei8 && data.length === 3) {",
        replace: "if (id === iei8 && data.length === 0) {",
      },
      {
        file: "server/domain/text/user-data-header.ts",
        find: "if (id === iei16 && data.length === 4) {",
        replace: "if (id === iei16 && data.length === 0) {",
      },
      {
        file: "server/networks/smpp/message/incoming.ts",
        find: "headerNumbering(header) ?? sarNumbering(pdu)",
        replace: "headerNumbering(header)",
      },
      {
        file: "server/networks/smpp/message/payload.ts",
        find: "return { octets: payload, isCut: false };",
        replace: "return { octets: payload.subarray(0, 0), isCut: false };",
      },
      {
        file: "server/networks/smpp/message/incoming.ts",
        find: "textOf(dataCodingOf(pdu.dataCoding).alphabet, body, latin",
        replace: "textOf(dataCodingOf(pdu.dataCoding).alphabet, octets, latin",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "with missing parts is delivered after half an hour, with a mark",
    mutations: [
      {
        file: "server/work/maintenance/sweeps.ts",
        find: "join: 30 * 60_000",
        replace: "join: 20 * 60_000",
      },
      {
        file: "server/work/maintenance/sweeps.ts",
        find: "join: 30 * 60_000",
        replace: "join: 60 * 60_000",
      },
      {
        file: "server/domain/inbox/joining.ts",
        find: "text += missingText;",
        replace: 'text += "";',
      },
      {
        file: "server/work/maintenance/sweeps.ts",
        find: "  await untilFew(() => incoming.joinIncomplete(now - join, batch));\n",
        replace: "",
      },
      {
        file: "server/storage/tables/inbox/joins.ts",
        find: "if (message !== undefined) messages.push(message);",
        replace: "",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "with a repeated part is one text, before and after it is complete",
    mutations: [
      {
        file: "server/domain/inbox/joining.ts",
        find: 'if (again !== "new") return again;',
        replace: "",
      },
      {
        file: "server/storage/tables/inbox/joins.ts",
        find: "yield* run(setJoined, { id });",
        replace: "yield* run(remove, { id });",
      },
      {
        file: "server/domain/inbox/joining.ts",
        find: "return row.joined ? undefined : {",
        replace: "return {",
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "is sent by %s with its text and its octets, once",
    mutations: [
      {
        file: "server/storage/tables/inbox/deliver.ts",
        find: "return id !== null &&",
        replace: "return id === null &&",
      },
      {
        file: "server/work/forwarding/requests.ts",
        find: 'if (forward.method === "POST") return { url, body: fields };',
        replace: "if (forward.method !== undefined) return { url, body: fields };",
      },
      {
        file: "server/work/forwarding/requests.ts",
        find: 'url.search += `${url.search === "" ? "?" : "&"}${fields}`;',
        replace: "url.search = `?${fields}`;",
      },
      { file: "server/work/forwarding/requests.ts", find: ".toUpperCase()", replace: "" },
      {
        file: "server/work/forwarding/poster.ts",
        find: "await queue.end(post.id, at, { host, status: result });",
        replace: 'await queue.postpone({ id: post.id, at, nextAt: 0, failure: "" });',
      },
    ],
  },
  {
    test: "test/work/delivery/incoming.test.ts",
    name: "is posted again after %i, later each time, across a restart",
    mutations: [
      {
        file: "server/work/forwarding/poster.ts",
        find: "status >= 200 && status < 300",
        replace: "status >= 200 && status < 400",
      },
      {
        file: "server/work/forwarding/poster.ts",
        find: "(await queue.postpone({ ...failed, nextAt }))",
        replace: "(await queue.giveUp(failed))",
      },
      {
        file: "server/domain/posts/posts.ts",
        find: "Math.min(firstDelay * 2 ** attempts, longestDelay)",
        replace: "Math.min(firstDelay, longestDelay)",
      },
      {
        file: "server/domain/posts/posts.ts",
        find: "const firstDelay = 15_000;",
        replace: "const firstDelay = 10_000;",
      },
    ],
  },
];

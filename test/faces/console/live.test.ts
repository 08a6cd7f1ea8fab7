import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "@jest/globals";
import { type LiveLimits, LiveStreams } from "#server/faces/console/live.js";
import { send } from "#server/faces/web/reply.js";
import { eventually } from "../../eventually.js";

const limits: LiveLimits = { streams: 4, ofOperator: 2, event: 1, unread: 50 };

/** A server of streams. The path of a request is `/operator/token`; a token in `over` has no session. */
interface Streams {
  readonly live: LiveStreams;
  readonly over: Set<string>;
  readonly errors: Error[];
  /** Events that were read from the store. */
  readonly reads: () => number;
  /** Sends requests in one packet. */
  readonly connect: (...paths: readonly string[]) => Client;
  /** Until it resolves, requests wait before they become streams. */
  gate: Promise<unknown>;
}

interface Client {
  readonly socket: Socket;
  readonly text: () => string;
}

const opened: { readonly server: Server; readonly live: LiveStreams; readonly sockets: Socket[] }[] = [];
afterEach(() => {
  for (const { server, live, sockets } of opened.splice(0)) {
    live.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  }
});

async function serve(size = 10, own: Partial<LiveLimits> = {}): Promise<Streams> {
  const [over, errors, sockets]: [Set<string>, Error[], Socket[]] = [new Set(), [], []];
  let reads = 0;
  const times = { openedAt: Date.now(), usedAt: Date.now(), address: "127.0.0.1" };
  const live = new LiveStreams(
    {
      numbers: async () => ({ text: "x".repeat(size), count: String(reads++) }),
      isOpen: async (session) => !over.has(session),
    },
    { ...limits, ...own },
  );
  const server = createServer((req, res) => {
    res.on("error", (error) => errors.push(error));
    const [, operator = "", token = ""] = (req.url ?? "").split("/");
    void streams.gate.then(() => {
      const reply = live.open({ tokenHash: token, operator, role: "viewer", ...times }, res);
      if (reply !== undefined) send(res, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push({ server, live, sockets });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const streams: Streams = {
    ...{ live, over, errors, reads: () => reads, gate: Promise.resolve() },
    connect: (...paths) => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      sockets.push(socket);
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
      let text = "";
      socket.on("data", (piece: Buffer) => (text += piece.toString()));
      return { socket, text: () => text };
    },
  };
  return streams;
}

/** Waits for further events. */
async function events(streams: Streams, count: number): Promise<void> {
  const wanted = streams.reads() + count;
  await eventually(() => streams.reads() >= wanted);
}

const statusOf = ({ text }: Client): string => /^HTTP\/1\.1 (\d+)/u.exec(text())?.[1] ?? "";

test("nothing is written after the end of a stream behind another one of its connection", async () => {
  const streams = await serve();
  const { socket } = streams.connect("/ann/first", "/bob/second");
  await once(socket, "data");
  streams.over.add("second");
  await events(streams, 20);
  expect(streams.errors).toEqual([]);
});

test("the end of a session ends its stream, and the connection", async () => {
  const streams = await serve();
  const client = streams.connect("/ann/first");
  await eventually(() => client.text().includes("event: numbers"));
  streams.over.add("first");
  await once(client.socket, "close");
  expect(client.text()).toMatch(/event: over\ndata: \n\n\r\n0\r\n\r\n$/u);
});

test("the end of a session ends its streams at once, and no other one", async () => {
  const streams = await serve(10, { event: 3_600_000 });
  const [first, second, other] = ["first", "first", "other"].map((token) =>
    streams.connect(`/ann${token}/${token}`),
  );
  await eventually(() => [first, second, other].every((client) => client?.text().includes("retry: ")));
  streams.live.endSession("first");
  await eventually(() => [first, second].every((client) => client?.socket.closed));
  expect([first, second, other].map((client) => client?.text().includes("event: over"))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  { what: "reads nothing", over: false },
  { what: "reads nothing when its session ends", over: true },
])("a browser that $what is disconnected", async ({ over }) => {
  const streams = await serve(1_000_000, over ? { unread: 1_000 } : {});
  const watching = streams.connect("/bob/other");
  watching.socket.resume();
  const { socket } = streams.connect("/ann/first");
  await once(socket, "readable");
  socket.pause();
  await events(streams, 20);
  let isClosed = false;
  const [server] = opened;
  if (over) streams.over.add("first");
  await eventually(async () => {
    const count = await new Promise<number>((resolve, reject) =>
      server?.server.getConnections((error, found) => {
        if (error === null) resolve(found);
        else reject(error);
      }),
    );
    isClosed = count === 1;
    return isClosed;
  });
  expect([isClosed, streams.errors]).toEqual([true, []]);
});

test("a connection that is reset before the stream begins leaves none", async () => {
  const streams = await serve();
  let open: (value?: unknown) => void = () => undefined;
  streams.gate = new Promise((resolve) => (open = resolve));
  const [server] = opened;
  const clients = Array.from({ length: limits.streams }, (_, index) =>
    streams.connect(`/operator${index}/first`),
  );
  const requests = new Promise<void>((resolve) => {
    let left = clients.length;
    server?.server.on("request", () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
  await requests;
  for (const { socket } of clients) socket.resetAndDestroy();
  await eventually(
    () =>
      new Promise<boolean>((resolve) =>
        server?.server.getConnections((_, count) => {
          resolve(count === 0);
        }),
      ),
  );
  open();
  const late = streams.connect("/ann/first");
  await eventually(() => statusOf(late) !== "");
  expect(statusOf(late)).toBe("200");
});

test("one operator cannot take all streams; a stream that ends makes room", async () => {
  const streams = await serve();
  const open = async (path: string): Promise<Client> => {
    const client = streams.connect(path);
    await eventually(() => statusOf(client) !== "");
    return client;
  };
  const first = await open("/ann/1");
  const others = [await open("/ann/2"), await open("/ann/3"), await open("/bob/4"), await open("/cleo/5")];
  expect(others.map(statusOf)).toEqual(["200", "503", "200", "200"]);
  expect(statusOf(await open("/dan/6"))).toBe("503");
  first.socket.destroy();
  await eventually(async () => statusOf(await open("/dan/7")) === "200");
});

test("the end of the server ends all streams, also those whose numbers are being read", async () => {
  const streams = await serve();
  const clients = [streams.connect("/ann/first"), streams.connect("/bob/second")];
  await eventually(() => clients.every((client) => client.text().includes("event: numbers")));
  streams.live.close();
  await Promise.all(clients.map(({ socket }) => once(socket, "close")));
  const late = streams.connect("/ann/first");
  await eventually(() => statusOf(late) !== "");
  expect([statusOf(late), streams.errors]).toEqual(["503", []]);
});

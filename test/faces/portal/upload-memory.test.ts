import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { UploadMemory, type UploadOwner } from "#server/faces/web/upload-memory.js";
import { giveRole } from "./give-role.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import { eventually } from "../../eventually.js";
import type { PlainBrowser } from "../console/console-server.js";
import { own, password, type PortalServer, startPortal } from "./portal-server.js";

const owner = (customer: number, user = "ann"): UploadOwner => ({
  owner: String(customer),
  user: `${customer}/${user}`,
});

describe("memory of files", () => {
  interface Step {
    readonly take?: readonly [owner: UploadOwner, bytes: number];
    /** Releases the memory of a request, or ends one that waits; by its number. */
    readonly end?: number;
    /** What has become of all requests so far. */
    readonly want: readonly string[];
  }

  test.each<{ name: string; steps: readonly Step[] }>([
    { name: "one file", steps: [{ take: [owner(1), 10], want: ["held"] }] },
    {
      name: "a second file of a user",
      steps: [
        { take: [owner(1), 10], want: ["held"] },
        { take: [owner(1), 10], want: ["held", "another"] },
      ],
    },
    {
      name: "the next file of a user, after the first",
      steps: [
        { take: [owner(1), 10], want: ["held"] },
        { end: 0, want: ["ended"] },
        { take: [owner(1), 10], want: ["ended", "held"] },
      ],
    },
    {
      name: "users of one name of two customers",
      steps: [
        { take: [owner(1), 10], want: ["held"] },
        { take: [owner(2), 10], want: ["held", "held"] },
      ],
    },
    {
      name: "two users of a customer within half of the memory",
      steps: [
        { take: [owner(1, "a"), 25], want: ["held"] },
        { take: [owner(1, "b"), 25], want: ["held", "held"] },
      ],
    },
    {
      name: "users of a customer above half of the memory",
      steps: [
        { take: [owner(1, "a"), 40], want: ["held"] },
        { take: [owner(1, "b"), 40], want: ["held", "waits"] },
        { take: [owner(2), 40], want: ["held", "waits", "held"] },
        { end: 0, want: ["ended", "held", "held"] },
      ],
    },
    {
      name: "a full memory",
      steps: [
        { take: [owner(1), 50], want: ["held"] },
        { take: [owner(2), 50], want: ["held", "held"] },
        { take: [owner(3), 1], want: ["held", "held", "waits"] },
        { end: 1, want: ["held", "ended", "held"] },
      ],
    },
    {
      name: "a file larger than the memory, alone",
      steps: [
        { take: [owner(1), 200], want: ["held"] },
        { take: [owner(2), 1], want: ["held", "waits"] },
      ],
    },
    {
      name: "a request that ends while it waits",
      steps: [
        { take: [owner(1), 100], want: ["held"] },
        { take: [owner(2), 10], want: ["held", "waits"] },
        { end: 1, want: ["held", "ended"] },
        { take: [owner(2), 10], want: ["held", "ended", "waits"] },
      ],
    },
    {
      name: "more requests than may wait",
      steps: [
        { take: [owner(1), 100], want: ["held"] },
        { take: [owner(2), 10], want: ["held", "waits"] },
        { take: [owner(3), 10], want: ["held", "waits", "waits"] },
        { take: [owner(4), 10], want: ["held", "waits", "waits", "full"] },
      ],
    },
    {
      name: "those that wait, in their order",
      steps: [
        { take: [owner(1), 100], want: ["held"] },
        { take: [owner(2), 90], want: ["held", "waits"] },
        { take: [owner(3), 90], want: ["held", "waits", "waits"] },
        { end: 0, want: ["ended", "held", "waits"] },
        { end: 1, want: ["ended", "ended", "held"] },
      ],
    },
  ])("$name", async ({ steps }) => {
    const memory = new UploadMemory({ bytes: 100, waiting: 2 });
    const states: string[] = [];
    const ends: (() => void)[] = [];
    for (const { take, end, want } of steps) {
      if (take !== undefined) {
        const at = states.push("waits") - 1;
        ends[at] = () => undefined;
        void memory
          .take(...take, (leave) => (ends[at] = leave))
          .then((taken) => {
            if (typeof taken !== "function") states[at] = taken;
            else if (states[at] === "waits") {
              states[at] = "held";
              ends[at] = taken;
            }
          });
      }
      if (end !== undefined) {
        states[end] = "ended";
        ends[end]?.();
      }
      await new Promise((resolve) => setImmediate(resolve));
      expect(states).toEqual(want);
    }
  });

  test("is free after the last", async () => {
    const memory = new UploadMemory({ bytes: 100, waiting: 2 });
    const release = await memory.take(owner(1), 60, () => undefined);
    expect(memory.held).toBe(60);
    if (typeof release === "function") for (const end of [release, release]) end();
    expect(memory.held).toBe(0);
  });
});

describe("a file in the portal", () => {
  let portal: PortalServer;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const boundary = "b0123456789";

  /** Sends the head of a form with a large file, and none of the file. */
  async function announced(browser: PlainBrowser): Promise<Socket> {
    const socket = connect(Number(new URL(portal.origin).port), "127.0.0.1");
    await once(socket, "connect");
    const head = [
      "POST /send/check HTTP/1.1",
      "Host: 127.0.0.1",
      `Cookie: ${browser.cookies}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      "Content-Length: 25000000",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n--${boundary}\r\n`);
    return socket;
  }

  async function statusOf(socket: Socket): Promise<number> {
    const [piece] = (await once(socket, "data")) as [Buffer];
    return Number(piece.toString("latin1").split(" ")[1]);
  }

  test.each(["reader", "finance"])("is refused before it is read: a %s may not send", async (name) => {
    const socket = await announced(await portal.logIn(name));
    expect(await statusOf(socket)).toBe(403);
    socket.destroy();
  });

  test("of a user who is sending another one is refused, until that one has ended", async () => {
    const developer = await portal.logIn("developer");
    const both = [await announced(developer), await announced(developer)];
    // One of them has the memory and gets no response yet.
    expect(await Promise.race(both.map(statusOf))).toBe(429);
    for (const socket of both) {
      socket.on("error", () => undefined);
      socket.destroy();
    }
    for (let status = 429; status === 429;) {
      const another = await announced(developer);
      const read = statusOf(another).catch(() => 0);
      status = await Promise.race([read, new Promise<number>((resolve) => setTimeout(resolve, 500, 0))]);
      another.destroy();
    }
  });

  test("60 connections of the users of a customer hold two files at most", async () => {
    const passwordHash = await hashPassword(password, cheap);
    const browsers: PlainBrowser[] = [];
    for (let n = 0; n < 20; n++) {
      const user = `sender${n}`;
      await giveRole(portal.store, { customerId: own, user, role: "developer", passwordHash }, Date.now());
      browsers.push(await portal.logIn(user));
    }
    // A request has half a minute.
    const open = await Promise.all(browsers.flatMap((browser) => [1, 2, 3].map(() => announced(browser))));
    const refused = new Set<Socket>();
    for (const socket of open) {
      socket.on("error", () => undefined);
      statusOf(socket).then(
        (status) => status === 429 && refused.add(socket),
        () => undefined,
      );
    }
    // Of the three of a user, one is read or waits.
    await eventually(() => refused.size === 40);
    const sockets = open.filter((socket) => !refused.has(socket));
    const filler = Buffer.alloc(1_048_576, "1");
    const sent = sockets.map(() => 0);
    /** Each piece is written once the one before has left this process. */
    const pump = async (socket: Socket, at: number): Promise<void> => {
      for (let piece = 0; piece < 20 && socket.writable; piece++) {
        await new Promise<void>((resolve) =>
          socket.write(filler, () => {
            resolve();
          }),
        );
        sent[at] = piece;
      }
    };
    sockets.forEach((socket, at) => void pump(socket, at));
    // The buffers of a connection hold less.
    const read = (): number => sent.filter((pieces) => pieces > 12).length;
    await eventually(() => read() === 2);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(read()).toBe(2);
    for (const socket of open) socket.destroy();
  });
});

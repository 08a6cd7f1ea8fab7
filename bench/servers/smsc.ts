import { type AddressInfo, createServer } from "node:net";
import { emptyAnswer } from "../../server/delivery/smpp/answers.js";
import { systemClock } from "../../server/delivery/smpp/clock.js";
import { Session } from "../../server/delivery/smpp/session.js";

export interface Smsc {
  readonly port: number;
  close(): Promise<void>;
}

const never = 1e9;

/** An SMSC on loopback that takes everything at once: ids are 1, 2, 3 … */
export async function serveSmpp(): Promise<Smsc> {
  const sessions = new Set<Session>();
  let messages = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const session: Session = new Session({
      socket,
      clock: systemClock,
      times: { enquireLink: never, inactivity: never, restOfPdu: 10_000 },
      onRequest: ({ command, sequence }) => {
        if (command === "submit_sm")
          session.respond(
            { command: "submit_sm_resp", messageId: String(++messages), tlvs: [] },
            0,
            sequence,
          );
        else {
          const answer = emptyAnswer(command);
          if (answer !== undefined) session.respond(answer, 0, sequence);
        }
      },
      onProblem: () => undefined,
      onClose: () => sessions.delete(session),
    });
    sessions.add(session);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const session of sessions) session.end("closed");
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

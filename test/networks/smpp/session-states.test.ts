import { expect, test } from "@jest/globals";
import type { Command } from "#server/networks/smpp/codec/pdu.js";
import { refusalOf, type Role, type SessionState } from "#server/networks/smpp/session/session-states.js";

const ok = undefined;
test.each<{ role: Role; state: SessionState; want: Partial<Record<Command, number | undefined>> }>([
  {
    role: "smsc",
    state: "open",
    want: { bind_transmitter: ok, submit_sm: 0x04, query_sm: 0x04, deliver_sm: 0x03 },
  },
  {
    role: "smsc",
    state: "transmitter",
    want: { submit_sm: ok, data_sm: ok, cancel_sm: ok, bind_receiver: 0x05 },
  },
  {
    role: "smsc",
    state: "receiver",
    want: { submit_sm: 0x04, data_sm: 0x04, bind_receiver: 0x05, outbind: 0x03 },
  },
  {
    role: "smsc",
    state: "transceiver",
    want: { submit_sm: ok, submit_multi: ok, replace_sm: ok, deliver_sm: 0x03 },
  },
  { role: "esme", state: "open", want: { deliver_sm: ok, submit_sm: 0x03 } },
  { role: "esme", state: "transmitter", want: { deliver_sm: ok, data_sm: ok, bind_receiver: 0x03 } },
  { role: "esme", state: "receiver", want: { deliver_sm: ok, query_sm: 0x03 } },
])("$role, $state", ({ role, state, want }) => {
  for (const [command, status] of Object.entries(want))
    expect([command, refusalOf(role, state, command as Command)]).toEqual([command, status]);
});

import type { Command, Response } from "../codec/pdu.js";

const noId = { messageId: "", tlvs: [] } as const;
const noSystem = { systemId: "", tlvs: [] } as const;

/** The empty response to each request that has one, for a refusal. */
const answers: Readonly<Partial<Record<Command, Response>>> = {
  bind_receiver: { command: "bind_receiver_resp", ...noSystem },
  bind_transmitter: { command: "bind_transmitter_resp", ...noSystem },
  bind_transceiver: { command: "bind_transceiver_resp", ...noSystem },
  submit_sm: { command: "submit_sm_resp", ...noId },
  deliver_sm: { command: "deliver_sm_resp", ...noId },
  data_sm: { command: "data_sm_resp", ...noId },
  submit_multi: { command: "submit_multi_resp", messageId: "", unsuccessful: [] },
  query_sm: { command: "query_sm_resp", messageId: "", finalDate: "", messageState: 0, errorCode: 0 },
  cancel_sm: { command: "cancel_sm_resp" },
  replace_sm: { command: "replace_sm_resp" },
  unbind: { command: "unbind_resp" },
  enquire_link: { command: "enquire_link_resp" },
};

/** Response with a status only; undefined if the request has no response. */
export function emptyResponse(command: Command): Response | undefined {
  return answers[command];
}

/** Whether a response belongs to a request of this command. */
export function isResponsePdu(request: Command, response: Command): boolean {
  return response === "generic_nack" || response === `${request}_resp`;
}

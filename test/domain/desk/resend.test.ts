import { expect, test } from "@jest/globals";
import { resendRefusal } from "#server/domain/desk/resend.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const { Queued, Submitting, Submitted, Delivered, Failed, Expired } = RecipientState;

test.each([
  { copies: [], want: undefined },
  { copies: [Queued], want: "copyOpen" },
  { copies: [Submitting], want: "copyOpen" },
  { copies: [Submitted], want: "copyOpen" },
  { copies: [Failed, Queued], want: "copyOpen" },
  { copies: [Failed, Expired], want: undefined },
  { copies: [Delivered], want: undefined },
])("a message whose copies are in the states $copies is sent again unless $want", ({ copies, want }) => {
  const message = { state: Failed, claimed: 0, hidden: false, phone: "12025550101" };
  expect(
    resendRefusal(
      message,
      copies.map((state) => ({ state })),
    ),
  ).toBe(want);
});

test.each([
  { state: RecipientState.Queued, want: "waiting" },
  { state: RecipientState.Submitting, claimed: 1, want: "inFlight" },
  { state: RecipientState.Submitting, want: "held" },
  { state: RecipientState.Submitted, want: "accepted" },
  { state: RecipientState.Enroute, want: "accepted" },
  { state: RecipientState.Accepted, want: "accepted" },
  { state: RecipientState.Delivered, want: "delivered" },
  { state: RecipientState.Undeliverable, want: undefined },
  { state: RecipientState.Expired, want: undefined },
  { state: RecipientState.Deleted, want: undefined },
  { state: RecipientState.Unknown, want: undefined },
  { state: RecipientState.Rejected, want: undefined },
  { state: RecipientState.Failed, want: undefined },
  { state: RecipientState.Failed, hidden: true, want: "private" },
  { state: RecipientState.Delivered, hidden: true, want: "delivered" },
  { state: RecipientState.Failed, phone: "", want: "notSendable" },
  { state: RecipientState.Failed, phone: "", hidden: true, want: "notSendable" },
  { state: RecipientState.Delivered, phone: "", want: "delivered" },
  { state: RecipientState.InvalidNumber, want: "notSendable" },
  { state: RecipientState.Blacklisted, want: "notSendable" },
])("a message of state $state (claimed $claimed, private $hidden) is sent again unless $want", (row) => {
  const { state, claimed = 0, hidden = false, phone = "12025550101", want } = row;
  expect(resendRefusal({ state, claimed, hidden, phone }, [])).toBe(want);
});

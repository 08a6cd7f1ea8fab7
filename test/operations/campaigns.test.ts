import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type AdZoneCampaignApiDataSMS, DayOfWeek } from "messenger-client";
import { Decimal, toGuid, XsdDateTime, zeroGuid } from "messenger-gen-runtime";
import { runCampaign } from "#server/work/maintenance/campaigns.js";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { claimDue } from "../storage/claims.js";

let desk: Desk;
let now = noon;
let wakes = 0;

const phone = (index: number): string => String(12025550100 + index);

beforeEach(async () => {
  desk = await openDesk();
  now = noon;
  wakes = 0;
  const { locations } = desk.store;
  await locations.add({ name: "Station", description: "Main hall" }, noon);
  await locations.add({ name: "Airport", description: "" }, noon);
  await locations.add({ name: "Harbour", description: "" }, noon);
  await locations.setActive(3, false);
  await locations.addAudience(
    1,
    Array.from({ length: 8 }, (_, index) => phone(index)),
  );
  await locations.addAudience(
    2,
    Array.from({ length: 8 }, (_, index) => phone(index + 4)),
  );
});

afterEach(async () => {
  await desk.close();
});

const id = toGuid("0f8fad5b-d9cb-469f-a165-70867728950e");

const common = {
  Originator: "Shop",
  SmsText: "Welcome",
  StartDate: null,
  EndDate: null,
  ClientTransactionID: id,
};
const campaign: AdZoneCampaignApiDataSMS = { ...common, LocationID: 1, TargetRecipientsLimit: 5 };

const start = (change: Partial<AdZoneCampaignApiDataSMS> = {}, user = desk.user) =>
  desk.client.sendAdZoneSms({ user, smsCampaign: { ...campaign, ...change } });
const statistics = async (campaignId = 1, user = desk.user) =>
  desk.client.getAdZoneCampaignStatistics({ user, campaignId });
const credit = async () => (await desk.store.accounts.balances(42))[0]?.amount;

/** Lets the runner look at the campaigns until none has more to do. */
async function run(): Promise<void> {
  const options = { store: desk.store, wakeDelivery: () => (wakes += 1) };
  for (let more = true; more;) {
    more = false;
    for (const due of await desk.store.campaigns.due(now))
      if (await runCampaign(options, due, now)) more = true;
  }
}

/** Hands everything queued over; the first `failures` are refused by the network. */
async function deliver(failures = 0): Promise<void> {
  const claimed = await claimDue(desk.store, now, 1000);
  const changes = claimed.map(({ id: recipientId }, index) => ({
    recipientId,
    state: index < failures ? RecipientState.Failed : RecipientState.Submitted,
    at: now,
  }));
  await desk.store.outbox.advance(changes);
}

const sentTo = async (): Promise<readonly string[]> =>
  (await claimDue(desk.store, now, 1000)).map((recipient) => recipient.phone);

const started = (parts: number, limit: number, AdZoneCampaignID = 1) => ({
  Result: "OK",
  AdZoneCampaignID,
  SpentCredits: Decimal.parse(String(parts * limit)),
  NumberOfPartsPerMessage: parts,
  TotalNumberOfParts: parts * limit,
  ClientTransactionID: id,
});

test("active locations are listed", async () => {
  expect(await desk.client.getAdZoneLocations({ user: desk.user })).toEqual({
    Result: "OK",
    Locations: [
      { ID: 1, Name: "Station", Description: "Main hall" },
      { ID: 2, Name: "Airport", Description: "" },
    ],
  });
});

test("a campaign from start to settlement", async () => {
  expect(await start()).toEqual(started(1, 5));
  expect(await credit()).toBe(5000);
  const figures = {
    Originator: "Shop",
    MessageText: "Welcome",
    StartDate: null,
    EndDate: null,
    Status: "Pending",
    CompletionType: "NotYetCompleted",
    CompletionTime: XsdDateTime.parse("0001-01-01T00:00:00"),
    HaltedOnError: false,
    PartsPerMessage: 1,
    TotalRecipientsLimit: 5,
    TotalMessagePartsLimit: 5,
    TotalBillableRecipientsCount: 0,
    TotalBillableMessageParts: 0,
  };
  expect(await statistics()).toEqual({ Result: "OK", Statistics: figures });
  await run();
  expect(wakes).toBe(1);
  const over = {
    CompletionType: "TargetMessagePartsLimitReached",
    CompletionTime: XsdDateTime.fromDate(new Date(noon)),
  };
  expect((await statistics()).Statistics).toEqual({ ...figures, ...over, Status: "Finalizing" });
  await deliver(2);
  await run();
  expect((await statistics()).Statistics).toEqual({
    ...figures,
    ...over,
    Status: "CompletedAndBilled",
    TotalBillableRecipientsCount: 3,
    TotalBillableMessageParts: 3,
  });
  expect(await credit()).toBe(7000);
});

describe("several locations", () => {
  test("each with its own limit; a number is reached once", async () => {
    const Locations = [
      { Location: 2, TargetRecipientsLimit: 2 },
      { Location: 1, TargetRecipientsLimit: 6 },
    ];
    const smsCampaign = { ...common, Locations };
    expect(await desk.client.sendMultilocationalAdZoneSms({ user: desk.user, smsCampaign })).toEqual(
      started(1, 8),
    );
    await run();
    expect(await sentTo()).toEqual([4, 5, 0, 1, 2, 3, 6, 7].map(phone));
  });

  test("with one limit", async () => {
    const smsCampaign = { ...common, Locations: [1, 2], TargetRecipientsLimit: 9 };
    expect(await desk.client.sendMultilocationalDynamicAdZoneSms({ user: desk.user, smsCampaign })).toEqual(
      started(1, 9),
    );
    await run();
    expect(await sentTo()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map(phone));
  });
});

test("numbers that cannot be sent to use up no limit; later ones are reached as they are imported", async () => {
  const { coverage, locations } = desk.store;
  await coverage.addToBlacklist(undefined, [phone(0)], noon);
  await coverage.setPrices(42, [{ prefix: phone(1), price: undefined }], 0);
  await start({ TargetRecipientsLimit: 8 });
  await run();
  expect(await sentTo()).toEqual([2, 3, 4, 5, 6, 7].map(phone));
  expect((await statistics()).Statistics?.Status).toBe("Running");
  await locations.addAudience(1, [phone(50), phone(51), phone(52)]);
  await run();
  expect(await sentTo()).toEqual([phone(50), phone(51)]);
  expect((await statistics()).Statistics?.Status).toBe("Finalizing");
});

test("days, hours, start and end, in the customer's time zone", async () => {
  await desk.store.accounts.changeCustomer(42, { timeZone: "Africa/Nairobi" });
  const zoned = {
    StartDate: XsdDateTime.parse("2030-01-15T15:30:00"),
    EndDate: XsdDateTime.parse("2030-01-16T00:00:00+03:00"),
    SendingDays: [DayOfWeek.Tuesday],
    SendingHours: Uint8Array.of(17, 19),
    TargetRecipientsLimit: 10,
  };
  expect(await start(zoned)).toEqual(started(1, 10));
  const hour = 3_600_000;
  const seen: (string | undefined)[] = [];
  for (const hours of [0, 0.5, 2, 3, 4, 4.9]) {
    now = noon + hours * hour;
    await run();
    seen.push((await statistics()).Statistics?.Status);
  }
  expect(seen).toEqual(["Pending", "Pending", "Running", "Paused", "Running", "Running"]);
  await deliver();
  now = noon + 24 * hour;
  await run();
  expect((await statistics()).Statistics).toMatchObject({
    StartDate: XsdDateTime.parse("2030-01-15T12:30:00Z"),
    EndDate: XsdDateTime.parse("2030-01-15T21:00:00Z"),
    Status: "CompletedAndBilled",
    CompletionType: "EndDateReached",
    CompletionTime: XsdDateTime.parse("2030-01-15T21:00:00Z"),
    TotalBillableRecipientsCount: 8,
  });
  expect(await credit()).toBe(2000);
});

describe("a stop", () => {
  test("refunds the unused part", async () => {
    await start({ TargetRecipientsLimit: 10 });
    await run();
    await deliver();
    expect(await desk.client.stopAdZoneCampaign({ user: desk.user, campaignId: 1 })).toEqual({
      Result: "OK",
    });
    await run();
    expect((await statistics()).Statistics).toMatchObject({
      Status: "CompletedAndBilled",
      CompletionType: "StoppedByUser",
      TotalBillableRecipientsCount: 8,
    });
    expect(await credit()).toBe(2000);
    expect(await desk.client.stopAdZoneCampaign({ user: desk.user, campaignId: 1 })).toEqual({
      Result: "OK",
    });
  });

  test("and statistics: only of the customer's own campaigns", async () => {
    await start();
    const unknown = { Result: incorrectParameter("campaignId") };
    const { postpaid } = desk;
    expect(await desk.client.stopAdZoneCampaign({ user: postpaid, campaignId: 1 })).toEqual(unknown);
    expect(await desk.client.stopAdZoneCampaign({ user: desk.user, campaignId: 2 })).toEqual(unknown);
    expect(await statistics(1, postpaid)).toEqual(unknown);
    expect((await statistics()).Statistics?.Status).toBe("Pending");
  });
});

describe("the same ClientTransactionID", () => {
  test("and the same content: one campaign, also when two calls come at once", async () => {
    const both = await Promise.all([start(), start()]);
    expect(both).toEqual([started(1, 5), started(1, 5)]);
    expect(await start()).toEqual(started(1, 5));
    expect(await credit()).toBe(5000);
  });

  test.each([
    { change: { SmsText: "Other" } },
    { change: { TargetRecipientsLimit: 4 } },
    { change: { LocationID: 2 } },
    { change: { SendingHours: Uint8Array.of(1) } },
  ])("and other content: $change", async ({ change }) => {
    await start();
    expect(await start(change)).toMatchObject({ Result: incorrectParameter("ClientTransactionID") });
    expect(await credit()).toBe(5000);
  });

  const changesMeanwhile: readonly { what: string; change: () => unknown }[] = [
    {
      what: "its end has come",
      change: () => {
        desk.setClock(noon + 3_600_000);
      },
    },
    { what: "its location was closed", change: () => desk.store.locations.setActive(1, false) },
    { what: "its originator was removed", change: () => desk.store.accounts.removeOriginator(42, "Shop") },
    { what: "the credit was taken", change: () => desk.store.accounts.addCredit(42, "SMS", -5000, noon) },
  ];
  test.each(changesMeanwhile)("gets the first response if meanwhile $what", async ({ change }) => {
    const EndDate = XsdDateTime.fromDate(new Date(noon + 60_000));
    expect(await start({ EndDate })).toEqual(started(1, 5));
    await change();
    const another = toGuid("7d444840-9dc0-11d1-b245-5ffdce74fad2");
    expect((await start({ EndDate, ClientTransactionID: another })).Result).not.toBe("OK");
    expect(await start({ EndDate })).toEqual(started(1, 5));
  });

  test("gets the first response if meanwhile the time zone of the customer was changed", async () => {
    const EndDate = XsdDateTime.parse("2099-01-15T18:00:00");
    expect(await start({ EndDate })).toEqual(started(1, 5));
    await desk.store.accounts.changeCustomer(42, { timeZone: "Asia/Dubai" });
    expect(await start({ EndDate })).toEqual(started(1, 5));
    const inZone = XsdDateTime.parse("2099-01-15T18:00:00Z");
    expect(await start({ EndDate: inZone })).toMatchObject({
      Result: incorrectParameter("ClientTransactionID"),
    });
  });

  test("all digits zero: a campaign each", async () => {
    const none = { ClientTransactionID: zeroGuid };
    expect((await start(none)).AdZoneCampaignID).toBe(1);
    expect((await start(none)).AdZoneCampaignID).toBe(2);
    expect(await credit()).toBe(0);
  });
});

const refusedStart = (Result: string, ClientTransactionID = id) => ({
  Result,
  AdZoneCampaignID: 0,
  SpentCredits: Decimal.zero,
  NumberOfPartsPerMessage: 0,
  TotalNumberOfParts: 0,
  ClientTransactionID,
});

describe("refused", () => {
  const date = (text: string) => XsdDateTime.parse(text);
  test.each<{ change: Partial<AdZoneCampaignApiDataSMS>; want: string }>([
    { change: { SmsText: undefined }, want: resultTexts.emptyMessage },
    { change: { SmsText: "x".repeat(40_000) }, want: incorrectParameter("SmsText") },
    { change: { Originator: "Nobody" }, want: resultTexts.unknownOriginator },
    { change: { Originator: "LongerThan11" }, want: resultTexts.originatorTooLong },
    { change: { Originator: "Šhop" }, want: resultTexts.originatorBadCharacters },
    { change: { EndDate: date("2030-01-15T12:00:00Z") }, want: incorrectParameter("EndDate") },
    {
      change: { StartDate: date("2030-01-17T00:00:00Z"), EndDate: date("2030-01-16T00:00:00Z") },
      want: incorrectParameter("EndDate"),
    },
    { change: { SendingHours: Uint8Array.of(23, 24) }, want: incorrectParameter("SendingHours") },
    { change: { LocationID: 3 }, want: incorrectParameter("LocationID") },
    { change: { LocationID: -1 }, want: incorrectParameter("LocationID") },
    { change: { TargetRecipientsLimit: 0 }, want: incorrectParameter("TargetRecipientsLimit") },
    {
      change: { TargetRecipientsLimit: 2_147_483_647, SmsText: "x".repeat(161) },
      want: incorrectParameter("TargetRecipientsLimit"),
    },
    { change: { TargetRecipientsLimit: 11 }, want: resultTexts.insufficientCredit },
  ])("$want", async ({ change, want }) => {
    expect(await start(change)).toEqual(refusedStart(want));
    expect(await credit()).toBe(10_000);
  });

  test.each([
    { Locations: undefined, want: missingParameter("Locations") },
    { Locations: [], want: missingParameter("Locations") },
    { Locations: [1, 1], want: incorrectParameter("Locations") },
    { Locations: [1, 4], want: incorrectParameter("Locations") },
    { Locations: Array.from({ length: 1001 }, (_, index) => index), want: incorrectParameter("Locations") },
  ])("locations $Locations.length", async ({ Locations, want }) => {
    const smsCampaign = { ...common, Locations, TargetRecipientsLimit: 1 };
    expect(await desk.client.sendMultilocationalDynamicAdZoneSms({ user: desk.user, smsCampaign })).toEqual(
      refusedStart(want),
    );
  });

  test.each([
    { Locations: [null], want: incorrectParameter("Locations") },
    {
      Locations: [{ Location: 1, TargetRecipientsLimit: 0 }],
      want: incorrectParameter("TargetRecipientsLimit"),
    },
  ])("locations with limits $Locations", async ({ Locations, want }) => {
    const smsCampaign = { ...common, Locations };
    expect(await desk.client.sendMultilocationalAdZoneSms({ user: desk.user, smsCampaign })).toEqual(
      refusedStart(want),
    );
  });

  test("without campaign, originators, credit or right password", async () => {
    const { client } = desk;
    expect(await client.sendAdZoneSms({ user: desk.user })).toEqual(
      refusedStart(missingParameter("smsCampaign"), zeroGuid),
    );
    expect(await start({}, desk.bare)).toEqual(refusedStart(resultTexts.noOriginators));
    expect(await start({ Originator: "Later" }, desk.postpaid)).toEqual(
      refusedStart(resultTexts.postpaidLimit),
    );
    const user = { ...desk.user, Password: "wrong" };
    const unknown = { Result: resultTexts.unknownUser };
    expect(await start({}, user)).toEqual(refusedStart(resultTexts.unknownUser));
    expect(await client.getAdZoneLocations({ user })).toEqual(unknown);
    expect(await client.stopAdZoneCampaign({ user, campaignId: 1 })).toEqual(unknown);
    expect(await statistics(1, user)).toEqual(unknown);
    await desk.store.accounts.changeCustomer(42, { maySend: false });
    expect(await start()).toEqual(refusedStart(resultTexts.sendingOff));
  });
});

import { expect, test } from "@jest/globals";
import { smppSettings } from "#server/networks/smpp/settings.js";

const link = { url: "smpp://shop@smsc.example.com", password: "secret" };

test("without settings a link has the defaults of the page", () => {
  expect(smppSettings({ ...link, settings: {} })).toEqual({
    link: {
      ...{ host: "smsc.example.com", port: 2775, systemId: "shop", password: "secret", tls: undefined },
      ...{ mode: "transceiver", binds: 1, window: 10, linkRate: undefined, bindRate: undefined },
      ...{ systemType: "", interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: "" },
      timers: {
        ...{ connect: 10_000, bind: 30_000, response: 60_000, enquireLink: 30_000 },
        ...{ inactivity: 300_000, drain: 10_000 },
      },
      statuses: {},
    },
    parts: {
      ...{ latin: "gsm", split: "udh8", flash: "class", mode: 0, serviceType: "", priority: 0 },
      ...{ source: undefined, shortCode: { ton: 3, npi: 0 }, destination: { ton: 1, npi: 1 } },
      registeredDelivery: 1,
      vendorParameters: false,
    },
    validity: true,
    textReceipts: true,
    countryCode: "",
  });
});

test.each<{ settings: Readonly<Record<string, string>>; want: object }>([
  { settings: { rate: "100", bindRate: "30" }, want: { link: { linkRate: 100, bindRate: 30 } } },
  { settings: { vendorParameters: "on" }, want: { parts: { vendorParameters: true } } },
  { settings: { textReceipts: "off" }, want: { textReceipts: false } },
  { settings: { window: "7", binds: "2" }, want: { link: { window: 7, binds: 2 } } },
  { settings: { mode: "transmitter+receiver" }, want: { link: { mode: "transmitter+receiver" } } },
  {
    settings: { systemType: "WEB", interfaceVersion: "0x33", address: "5/0", addressRange: "^1" },
    want: {
      link: { systemType: "WEB", interfaceVersion: 0x33, addressTon: 5, addressNpi: 0, addressRange: "^1" },
    },
  },
  {
    settings: { connect: "1", bind: "2", response: "3", enquireLink: "4", inactivity: "5", drain: "6" },
    want: {
      link: {
        timers: {
          ...{ connect: 1_000, bind: 2_000, response: 3_000, enquireLink: 4_000 },
          ...{ inactivity: 5_000, drain: 6_000 },
        },
      },
    },
  },
  {
    settings: { statuses: "0x45=retry:60:2,0x400=throttle" },
    want: {
      link: {
        statuses: { 0x45: { kind: "retry", delay: 60_000, attempts: 2 }, 0x400: { kind: "throttle" } },
      },
    },
  },
  {
    settings: { latin: "latin1", split: "sar", flash: "subunit", messageMode: "3", serviceType: "CMT" },
    want: { parts: { latin: "latin1", split: "sar", flash: "subunit", mode: 3, serviceType: "CMT" } },
  },
  {
    settings: { source: "5/1", shortCode: "0/1", destination: "2/1", priority: "2", receipts: "failures" },
    want: {
      parts: {
        ...{ source: { ton: 5, npi: 1 }, shortCode: { ton: 0, npi: 1 }, destination: { ton: 2, npi: 1 } },
        ...{ priority: 2, registeredDelivery: 2 },
      },
    },
  },
  {
    settings: { receipts: "none", validity: "off" },
    want: { parts: { registeredDelivery: 0 }, validity: false },
  },
])("$settings", ({ settings, want }) => {
  expect(smppSettings({ ...link, settings })).toMatchObject(want);
});

test("TLS, another port, an address of IPv6", () => {
  const { link: over } = smppSettings({
    ...link,
    url: "smpps://shop@[2001:db8::1]:3550",
    settings: { tlsVerify: "off", tlsServerName: "smsc.example.com" },
  });
  expect(over).toMatchObject({
    host: "2001:db8::1",
    port: 3550,
    tls: { verify: false, serverName: "smsc.example.com" },
  });
});

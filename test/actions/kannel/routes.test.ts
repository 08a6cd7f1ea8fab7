import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { AccountPlan } from "#server/actions/kannel/accounts.js";
import type { LinkPlan, SmscFilter } from "#server/actions/kannel/links.js";
import { type CoveragePlan, routesOf } from "#server/actions/kannel/routes.js";
import { decide, routeTable, unrouted } from "#server/domain/delivery/routing/route-table.js";

const group = { name: "smsc", place: { file: "kannel.conf", line: 1 }, values: [] };

const prefixes = fc.array(fc.constantFrom("4", "49", "491", "5"), { maxLength: 2 });
const ids = fc.array(fc.constantFrom("gold", "tin"), { maxLength: 2 });
const filter = <T>(of: fc.Arbitrary<readonly T[]>) => fc.record({ allowed: of, denied: of, preferred: of });
const smsc = fc.record({ prefixes: filter(prefixes), smscIds: filter(ids) });
const number = fc.constantFrom("4912025", "4812025", "5112025", "1202555", "4922025");

/** Whether the router of Kannel may use a connection for a message (1.4.5), and whether it prefers it. */
function byKannel({ prefixes: by, smscIds }: SmscFilter, to: string, id: string | undefined) {
  const has = (list: readonly string[]): boolean => list.some((start) => to.startsWith(start));
  const idAllowed =
    smscIds.allowed.length > 0
      ? id !== undefined && smscIds.allowed.includes(id)
      : id === undefined || !smscIds.denied.includes(id);
  const [isAllowed, isDenied] = [has(by.allowed), has(by.denied)];
  const prefixAllowed =
    by.allowed.length > 0 && by.denied.length > 0
      ? isAllowed || !isDenied
      : by.allowed.length > 0
        ? isAllowed
        : !isDenied;
  const preferred = has(by.preferred) || (id !== undefined && smscIds.preferred.includes(id));
  return { usable: idAllowed && prefixAllowed, preferred };
}

/** The longest prefix wins; between equal ones the rule of the customer. */
function isCovered(coverage: readonly CoveragePlan[], to: string, customer: number): boolean {
  const rules = coverage
    .filter((rule) => rule.customer === undefined || rule.customer === customer)
    .map((rule) => ({ ...rule, start: rule.prefix === "*" ? "" : rule.prefix }))
    .filter(({ start }) => to.startsWith(start))
    .sort((a, b) => b.start.length - a.start.length || Number(a.customer === undefined) - 0.5);
  return rules[0]?.covered ?? true;
}

test("messages go over the connections that Kannel would use, and those that it prefers first", () => {
  fc.assert(
    fc.property(
      fc.array(smsc, { minLength: 1, maxLength: 3 }),
      number,
      fc.option(fc.constantFrom("gold", "tin"), { nil: undefined }),
      (smscs, to, id) => {
        const links = smscs.map((each, index): LinkPlan => ({
          ...each,
          ...{ name: String(index + 1), url: "", password: "", settings: {}, uncertain: "hold", group },
        }));
        const account: AccountPlan = {
          customer: 42,
          name: "",
          user: "",
          password: "",
          originators: [],
          countryCode: undefined,
          smscId: id,
          group,
        };
        const { routes, coverage } = routesOf(links, [account]);
        const stored = routes.map(({ prefix, customer, link, ...route }, index) => ({
          ...{ ...route, id: index + 1, prefix: prefix === "*" ? "" : prefix, customerId: customer },
          ...{ originator: undefined, kind: undefined, linkId: Number(link), weight: 1 },
        }));
        const facts = links.map((_, index) => ({ id: index + 1, kind: "smpp" as const, network: 1 }));
        // Without any route every link would carry everything; then nothing is covered.
        const table = routeTable(facts, stored);
        const chosen = (up: readonly number[]): number =>
          decide(
            table,
            { id: 1, phone: to, customerId: 42, userName: "api", originator: "Shop", kind: "sms" },
            unrouted,
            (linkId) => up.includes(linkId),
          ).linkId;
        const want = smscs.map((each, index) => ({ linkId: index + 1, ...byKannel(each, to, id) }));
        const usable = want.filter((each) => each.usable);
        expect(isCovered(coverage, to, 42)).toBe(usable.length > 0);
        if (usable.length === 0) return;
        const preferred = usable.filter((each) => each.preferred);
        const first = preferred.length > 0 ? preferred : usable;
        expect(first.map(({ linkId }) => linkId)).toContain(chosen([1, 2, 3]));
        for (const { linkId } of usable) expect(chosen([linkId])).toBe(linkId);
        for (const { linkId } of want.filter((each) => !each.usable))
          expect(chosen([linkId])).not.toBe(linkId);
      },
    ),
    { numRuns: 2_000 },
  );
});

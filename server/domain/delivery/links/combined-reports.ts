import { summedCodes } from "../outcomes/response-codes.js";
import { type BindCounts, type LinkCount, linkCounts, type LinkReport } from "../routing/link.js";

function sum(counts: readonly LinkReport["counts"][]): LinkReport["counts"] {
  const total = (name: LinkCount): number => counts.reduce((all, each) => all + each[name], 0);
  return Object.fromEntries(linkCounts.map((name) => [name, total(name)])) as LinkReport["counts"];
}

function bindsOf(all: readonly BindCounts[]): BindCounts | undefined {
  const total = (name: keyof BindCounts): number => all.reduce((sum, each) => sum + each[name], 0);
  return all.length === 0 ? undefined : { bound: total("bound"), all: total("all") };
}

function leastOf(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** One report: the link is up if one of its processes has it up, and its problem is that of any. */
function combined(reports: readonly LinkReport[], first: LinkReport): LinkReport {
  const { word } = reports.find(({ up }) => up) ?? first;
  const refused = reports.flatMap((report) => report.refused ?? []).sort((a, b) => b.times - a.times);
  return {
    linkId: first.linkId,
    word,
    at: Math.max(...reports.map(({ at }) => at)),
    up: reports.some(({ up }) => up),
    upSince: leastOf(reports.map(({ upSince }) => upSince)),
    binds: bindsOf(reports.flatMap(({ binds }) => binds ?? [])),
    nextAt: reports.some(({ up }) => up) ? undefined : leastOf(reports.map(({ nextAt }) => nextAt)),
    downSince: reports.map(({ downSince }) => downSince).find((since) => since !== undefined),
    problem: reports.map(({ problem }) => problem).find((text) => text !== undefined),
    window: reports.reduce((all, { window }) => all + window, 0),
    used: reports.reduce((all, { used }) => all + used, 0),
    peak: reports.reduce((all, { peak = 0 }) => all + peak, 0),
    responses: Object.fromEntries(reports.flatMap(({ responses = {} }) => Object.entries(responses))),
    counts: sum(reports.map(({ counts }) => counts)),
    refused: refused[0],
    byProcess: Object.fromEntries(reports.flatMap(({ byProcess = {} }) => Object.entries(byProcess))),
    codes: summedCodes(reports.map(({ codes = {} }) => codes)),
    ignored: summedCodes(reports.map(({ ignored = {} }) => ignored)),
  };
}

/** Adds up the reports of several processes on one link; in the order of the links. */
export function combinedReports(reports: readonly LinkReport[]): readonly LinkReport[] {
  const byLink = new Map<number, LinkReport[]>();
  for (const report of reports) byLink.set(report.linkId, [...(byLink.get(report.linkId) ?? []), report]);
  return [...byLink.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : rest.length === 0 ? first : combined([first, ...rest], first),
  );
}

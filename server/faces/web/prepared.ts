import { toLocalTime } from "../../domain/time-zone.js";
import { drawnChart, drawnDot, drawnHeat, drawnShares, drawnSpark } from "./charts/drawing.js";
import { groupedText, phoneText } from "./number-texts.js";
import { dateText, type PageClock, preciseTime, shownTime, stepText, zoneText } from "./times.js";
import { newToken } from "./tokens.js";
import type { Cell, Column, Field, Form, Link, Page, Section, Step, Table, Tile } from "./view.js";

/** Turns the data of a page into what its templates show: times as text, charts as shapes, ids that labels refer to. */
export function prepared(page: Page, clock: PageClock): object {
  const ids = new Ids();
  const view = new Preparation(clock, ids);
  const sections = page.sections.map((section) => view.section(section));
  return {
    ...page,
    facts: page.facts?.map((cell) => view.cell(cell)),
    actions: page.actions?.map((action) => view.action(action)),
    progress: page.progress?.steps.map((text, index) => ({
      text,
      number: index + 1,
      isDone: index < (page.progress?.current ?? 0),
      isCurrent: index === page.progress?.current,
    })),
    hasActions: page.live === true || isShown(page.segments) || isShown(page.actions),
    chips: page.chips?.map((chip) => view.form(chip)),
    tiles: page.tiles?.map((tile) => view.tile(tile)),
    attention: page.attention?.map(({ since, forms = [], ...each }) => ({
      ...each,
      words: wordsOf(each.figures),
      since: since === undefined ? undefined : view.cell({ text: "", time: since }),
      forms: forms.map((form) => view.form(form)),
    })),
    confirmation: page.confirmation && {
      ...page.confirmation,
      form: view.form(page.confirmation.form),
    },
    blocks: blocksOf(sections),
    problems: ids.problems,
    problemText: problemText(ids.problems.length),
  };
}

/** A card for the template, with what its place depends on. */
interface PreparedSection {
  readonly width?: Section["width"];
}

/** Narrow cards that follow a wide one stand below each other, beside it. */
function blocksOf(sections: readonly PreparedSection[]): readonly object[] {
  const blocks: object[] = [];
  for (let at = 0; at < sections.length; at++) {
    const section = sections[at];
    if (section === undefined) break;
    const column = section.width === 8 ? narrowFrom(sections, at + 1) : [];
    blocks.push(section);
    if (column.length > 1) blocks.push({ column });
    if (column.length > 1) at += column.length;
  }
  return blocks;
}

function narrowFrom(sections: readonly PreparedSection[], start: number): readonly PreparedSection[] {
  const end = sections.findIndex(({ width }, index) => index >= start && width !== 4);
  return sections.slice(start, end === -1 ? undefined : end);
}

const problemText = (count: number): string =>
  count === 1 ? "1 field needs a change" : `${count} fields need a change`;

/** Ids of a page, and the fields that were refused. */
class Ids {
  readonly problems: { readonly text: string; readonly href: string }[] = [];
  #last = 0;

  next(prefix: string): string {
    return `${prefix}${++this.#last}`;
  }
}

const isForm = (action: Link | Form): action is Form => "fields" in action;

class Preparation {
  readonly #clock: PageClock;
  readonly #ids: Ids;

  constructor(clock: PageClock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  section(section: Section): object {
    const { text, charts, shares, bubble, heat, steps, facets, facts } = section;
    const localOf = (time: number): number => toLocalTime(time, this.#clock.zone);
    const { head, links, forms, tables } = headOf(section);
    const drawn = charts?.map((chart) => ({
      ...drawnChart(chart, localOf),
      table: this.#table(figuresOf(chart)),
    }));
    const id = this.#ids.next("s");

    return {
      ...section,
      id,
      head: {
        ...head,
        form: head.form && this.form(head.form),
        ...(drawn?.length === 1 ? legendOf(drawn[0], section.note === undefined) : {}),
      },
      links,
      words: text === undefined ? undefined : wordsOf(text),
      hasBody: [
        text,
        section.figure,
        section.menu,
        section.checks,
        links,
        facts,
        charts,
        shares,
        bubble,
        heat,
        steps,
        facets,
        forms,
      ].some(isShown),
      facts: facts?.map((each) => ({ ...each, facts: each.facts.map((cell) => this.cell(cell)) })),
      charts: drawn?.map((chart) => ({ ...chart, hasLegend: drawn.length > 1 })),
      shares: shares && drawnShares(shares),
      heat: heat && { ...drawnHeat(heat), table: this.#table(heatTable(heat)) },
      checks: section.checks?.map((check) => ({
        ...check,
        detail: check.detail && this.cell(check.detail),
      })),
      steps: steps?.map((step) => this.#step(step)),
      facets: facets?.map((facet) => ({
        ...facet,
        choices: facet.choices.map((choice) => ({ ...choice, form: this.form(choice.form) })),
      })),
      tables: tables.map((table) => this.#table(table)),
      forms: forms.map((form) => this.form(form)),
    };
  }

  cell(cell: Cell): object {
    const { time, exact, spark, dot, form, meter, text } = cell;
    return {
      ...cell,
      text: shownText(cell),
      when: time === undefined ? undefined : shownTime(time, this.#clock, exact),
      isCode: cell.layout === "code",
      isCourse: spark !== undefined && text === "",
      spark: spark && drawnSpark(spark),
      dot: dot && drawnDot(dot),
      meter: meter && {
        tone: meter.tone,
        width: Math.round(1_000 * Math.min(1, Math.max(0, meter.share))) / 10,
      },
      form: form && this.form(form),
      isWide: form?.fields.some(({ type }) => type !== "hidden"),
      isBlank:
        text === "" &&
        time === undefined &&
        form === undefined &&
        cell.pill === undefined &&
        dot === undefined,
    };
  }

  tile(tile: Tile): object {
    return {
      ...tile,
      figure: this.cell(tile.figure),
      note: tile.note && this.cell(tile.note),
      spark: tile.spark && drawnSpark(tile.spark),
    };
  }

  action(action: Link | Form): object {
    return isForm(action) ? { form: this.form(action) } : action;
  }

  form(form: Form): object {
    const fields = form.fields.map((field) => this.#field(field));
    return {
      ...form,
      formId: form.formId ?? newToken(),
      fields,
      isOpen: form.isTyped,
      isUpload: form.fields.some(({ type }) => type === "file"),
      errorId: form.error === undefined ? undefined : this.#ids.next("e"),
      hasOwnAction: form.fields.every(({ type }) => type === "hidden"),
    };
  }

  #field(field: Field): object {
    const id = this.#ids.next("f");
    const { label, error, value, options } = field;
    const { zone, now } = this.#clock;
    const hint = field.inZone === true ? `${field.hint ?? ""}; ${zoneText(zone, now)}` : field.hint;
    const chosen = field.type === "checks" ? (value ?? "").split(",") : [value ?? ""];
    const isFirst = error !== undefined && this.#ids.problems.length === 0;
    if (error !== undefined) this.#ids.problems.push({ text: `${label}: ${error}`, href: `#${id}` });
    return {
      ...field,
      hint,
      id,
      noteId: error === undefined && hint === undefined ? undefined : `${id}h`,
      isFirst,
      is: { [field.type]: true },
      checked: value === "on",
      options: options?.map((option, index) => {
        const { value: of, text } = typeof option === "string" ? { value: option, text: option } : option;
        return {
          value: of,
          text,
          selected: chosen.includes(of),
          optionId: `${id}o${index}`,
          isFirst: isFirst && index === 0,
        };
      }),
    };
  }

  #table(table: Table): object {
    const columns = table.columns.map((column): Column =>
      typeof column === "string" ? { text: column } : column,
    );
    const { empty } = table;
    const hasFoot = table.foot !== undefined || table.csvHref !== undefined;
    return {
      ...table,
      isSorted: columns.some(({ sortHref }) => sortHref !== undefined),
      hasFoot: table.rows.length > 0 ? hasFoot : table.foot?.older !== undefined,
      columns: columns.map((column, index) => ({
        ...column,
        number: column.number ?? isNumberColumn(table.rows, index),
      })),
      empty: emptyOf(empty),
      rows: table.rows.map((row) =>
        row.map((cell, index) => ({
          ...this.cell(cell),
          label: columns[index]?.text,
          wideOnly: columns[index]?.wideOnly,
        })),
      ),
    };
  }

  #step(step: Step): object {
    const { at, since } = step;
    return {
      ...step,
      iso: new Date(at).toISOString(),
      title: shownTime(at, this.#clock, true).title,
      when: preciseTime(at, this.#clock.zone),
      after: since === undefined ? dateText(at, this.#clock.zone) : stepText(since),
    };
  }
}

/** What stands at the right of the heading of a card: where more is, the form that adds a row, the CSV of a table without a foot. */
function headOf(section: Section) {
  const { links = [], forms = [], tables = [], charts = [], steps = [] } = section;
  const hasMore = [tables, charts, steps].some(({ length }) => length > 0);
  const [first, ...others] = forms;
  const form = tables.length > 0 && first?.folded === true ? first : undefined;
  const [table] = tables;
  const isBare = tables.length === 1 && table?.foot === undefined && (table?.rows.length ?? 0) > 0;
  const csvHref = isBare ? table?.csvHref : undefined;
  return {
    head: { links: hasMore ? links : [], form, csvHref },
    links: hasMore ? [] : links,
    forms: form === undefined ? forms : others,
    tables: csvHref === undefined ? tables : tables.map((each) => ({ ...each, csvHref: undefined })),
  };
}

/** The legend of the only chart of a card; the heading names its only series. */
function legendOf(chart: ReturnType<typeof drawnChart> | undefined, withUnit: boolean) {
  const entries = chart?.legend ?? [];
  const legend = entries.length === 1 ? entries.map((entry) => ({ ...entry, name: "" })) : entries;
  return { legend, unit: withUnit ? chart?.unit : undefined };
}

function shownText({ text, phone, isAmount }: Cell): string {
  if (phone === true) return phoneText(text);
  return isAmount === true ? groupedText(text) : text;
}

/** Parts of a text: those in backquotes are commands. */
const wordsOf = (text: string) =>
  text.split("`").map((part, index) => (index % 2 === 0 ? { text: part } : { code: part }));

function emptyOf(empty: Table["empty"]) {
  if (typeof empty === "string") return { title: empty, icon: "inbox" };
  return { ...empty, words: wordsOf(empty.text) };
}

const isShown = (part: unknown): boolean => (Array.isArray(part) ? part.length > 0 : part !== undefined);

const isNumberColumn = (rows: Table["rows"], index: number): boolean => rows[0]?.[index]?.number === true;

/** The values of a chart as a table. */
function figuresOf({ caption, times, series }: NonNullable<Section["charts"]>[number]): Table {
  const rows = times.map((time, index): readonly Cell[] => [
    { text: "", time },
    ...series.map(({ values }): Cell => ({ text: String(values[index] ?? "—"), number: true })),
  ]);
  const columns = ["Time", ...series.map(({ name }) => name)];
  return { caption, columns, rows: rows.toReversed(), empty: "" };
}

/** The counts of a heat map: a row for each of its columns, since those are many. */
function heatTable({ caption, rows, columns }: NonNullable<Section["heat"]>): Table {
  return {
    caption,
    columns: ["", ...rows.map(({ name }) => ({ text: name, number: true }))],
    rows: columns.map((text, column): readonly Cell[] => [
      { text },
      ...rows.map(({ values }): Cell => ({ text: String(values[column] ?? "—"), number: true })),
    ]),
    empty: "",
  };
}

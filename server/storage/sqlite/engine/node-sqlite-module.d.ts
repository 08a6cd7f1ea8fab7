/** The part of `node:sqlite` that is used; the type definitions of the oldest Node supported do not have it. */
declare module "node:sqlite" {
  type Value = string | number | null | Uint8Array;

  class StatementSync<Row> {
    run(...values: Value[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
    get(...values: Value[]): Row | undefined;
    all(...values: Value[]): Row[];
    iterate(...values: Value[]): IterableIterator<Row>;
  }

  export class DatabaseSync {
    constructor(path: string, options: { readonly readOnly: boolean });
    exec(sql: string): void;
    prepare<Row>(sql: string): StatementSync<Row>;
    close(): void;
  }
}

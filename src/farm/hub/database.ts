// What the hub needs of a database, whether it is a PostgreSQL server or the one embedded in this process.

export type Row = Readonly<Record<string, unknown>>;

export interface Sql {
  /** Without values, several statements may stand in a text. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Database extends Sql {
  readonly backend: 'postgres' | 'pglite';
  /** For people: what it is and where. */
  readonly name: string;
  /** Does not wait for the disk: what a crash of the server takes of the last second must be found missing elsewhere. */
  readonly relaxed: Sql;
  /** All of the work or, where it throws, none. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

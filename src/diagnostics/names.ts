// Objects whose keys are names that somebody else chose: `constructor` and `__proto__` are names like any other.

/** What the table itself has under a name. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** An empty table, in which every name can be set. */
export function emptyTable<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

// Names in an app file: an object's label, else what it is with a number; the same on every run of an app that
// does the same.

const LONGEST = 80;

export class Names {
  private readonly taken = new Map<string, Set<string>>();

  /** A name that nothing of this `kind` has yet. */
  unique(kind: string, label: string): string {
    const taken = this.taken.get(kind) ?? new Set<string>();
    this.taken.set(kind, taken);
    const base = label.trim().slice(0, LONGEST);
    let name = base || `${kind}-${taken.size + 1}`;
    for (let count = 2; taken.has(name); count++) name = `${base || kind}-${count}`;
    taken.add(name);
    return name;
  }
}

/** A name as that of a file. */
export const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '_');

// What the user got wrong on the command line itself.

/** Printed as one `error:` line, and lines of ours below it; exit code 2. */
export class UsageError extends Error {
  readonly more: readonly string[];

  constructor(message: string, more: readonly string[] = []) {
    super(message);
    this.more = more;
    this.name = 'UsageError';
  }
}

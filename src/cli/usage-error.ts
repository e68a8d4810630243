// What the user got wrong on the command line itself.

/** Printed as one `error:` line; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

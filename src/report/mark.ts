// What says of a file that kernelcast wrote it, so that it may be replaced.

/** Stands in a comment, or as a value, in the beginning of what is written to be looked at or to be run. */
export const MARK = 'Written by kernelcast';

// A variable of workgroup memory that a rewrite adds to a kernel.

import type { Edit } from '../edits.ts';
import type { Kernel } from '../kernel.ts';

/** Declares it before the entry point, which alone needs it. */
export function workgroupVariable(kernel: Kernel, name: string, type: string): Edit {
  const { entry } = kernel;
  const starts = [entry, ...(entry.attributes ?? [])].map((each) => kernel.place(each).start);
  const start = Math.min(...starts);
  return { start, end: start, text: `var<workgroup> ${name}: ${type};\n\n` };
}

/** Invocations of a workgroup. */
export function invocationsOf({ size: [x, y, z] }: Kernel): number {
  return x.value * y.value * z.value;
}

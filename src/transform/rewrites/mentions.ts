// Where a kernel names its variables: what a rewrite does not understand of a variable's uses it must refuse.

import type { AbstractElem } from 'wesl/core';
import type { Kernel } from '../kernel.ts';
import type { Declaration } from '../names.ts';
import { walk } from '../tree.ts';

/** Walks the bodies of all functions; see `walk`. */
export function walkFunctions(kernel: Kernel, visit: (element: AbstractElem) => unknown): void {
  for (const each of kernel.functions.values()) walk(each.body, visit);
}

/** How often the functions name the variable. */
export function mentionsOf(kernel: Kernel, variable: Declaration): number {
  let count = 0;
  walkFunctions(kernel, (each) => {
    if (each.kind === 'ref' && kernel.names.of(each) === variable) count++;
  });
  return count;
}

// The numbers in `@workgroup_size`, changed where they stand.

import type { Edit } from './edits.ts';
import type { Kernel } from './kernel.ts';

/** Puts three sizes, as texts, in place of those of the entry point; trailing ones are left out. */
export function attributeEdit(kernel: Kernel, sizes: readonly string[]): Edit {
  const element = kernel.entry.attributes?.find(
    ({ attribute }) => attribute.kind === '@attribute' && attribute.name === 'workgroup_size',
  );
  if (!element) throw new Error('kernelcast bug: an entry point without a workgroup size');
  let count = 3;
  while (count > 1 && /^1[iu]?$/.test(sizes[count - 1])) count--;
  const { attribute } = element;
  const given = attribute.kind === '@attribute' ? (attribute.params?.length ?? 0) : 0;
  const kept = sizes.slice(0, Math.max(count, given));
  return { ...kernel.place(element), text: `@workgroup_size(${kept.join(', ')})` };
}

// A step by an edit of its own, such as padding an array.

import { editKernel, type KernelEdit } from '../../transform/index.ts';
import type { Findings } from '../findings.ts';
import type { Change } from './step.ts';

/** The kernel so edited; undefined where it stands against it. */
export function changeWith(
  { editable }: Findings,
  ...edits: readonly KernelEdit[]
): () => Change | undefined {
  return () => {
    const value = editable && editKernel(editable.text, editable.launch, edits).value;
    return value ? { edited: value } : undefined;
  };
}

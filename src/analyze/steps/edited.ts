// Steps that edit the source: by edits of their own, such as padding an array, or by what `kernelcast transform` does.

import type { Outcome } from '../../diagnostics/diagnostic.ts';
import type { Launch } from '../../launch/launch.ts';
import {
  editKernel,
  type KernelEdit,
  type Transformation,
  type Transformed,
  transformKernel,
} from '../../transform/index.ts';
import type { Findings } from '../findings.ts';
import type { Change } from './step.ts';

/** The kernel with these edits; undefined where it stands against them. */
export function changeWith(findings: Findings, ...edits: readonly KernelEdit[]): () => Change | undefined {
  return changed(findings, (text, launch) => editKernel(text, launch, edits));
}

/** The kernel so transformed; undefined where it stands against it. */
export function changeBy(findings: Findings, transformation: Transformation): () => Change | undefined {
  return changed(findings, (text, launch) => transformKernel(text, launch, transformation));
}

function changed(
  { editable }: Findings,
  edit: (text: string, launch: Launch) => Outcome<Transformed>,
): () => Change | undefined {
  return () => {
    const value = editable && edit(editable.text, editable.launch).value;
    return value && value.source !== editable.text ? { edited: value } : undefined;
  };
}

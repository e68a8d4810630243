// WGSL → WGSL: a kernel made coarser, reshaped or unrolled, in text that a person would keep. The steps follow
// each other in one order, each on the result of the one before.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { emptyTable } from '../diagnostics/names.ts';
import type { Launch } from '../launch/launch.ts';
import { coarsenBlocks } from './block-coarsen.ts';
import { leavesOutBeyond } from './bounds.ts';
import { coarsen } from './coarsen.ts';
import { applyEdits, placeBefore } from './edits.ts';
import { withHeader } from './header.ts';
import { type Kernel, readKernel } from './kernel.ts';
import { reshape } from './reshape.ts';
import type { Step } from './step.ts';
import { swapAxes } from './swap-axes.ts';
import { tidied } from './tidy.ts';
import type {
  Axis,
  Count,
  Dispatch,
  LaunchChange,
  Transformation,
  Transformed,
  Triple,
} from './transformation.ts';
import { chooseLoops, unrollLoop } from './unroll.ts';

export { withoutHeader } from './header.ts';
export { changedLaunchFile } from './launch-file.ts';
export type {
  Axis,
  BlockCoarsening,
  Coarsening,
  Count,
  Dispatch,
  LaunchChange,
  Transformation,
  Transformed,
  Unrolling,
} from './transformation.ts';
export { AXIS_NAMES } from './transformation.ts';

/** One edit of a whole kernel. It throws `DiagnosticError` where the kernel stands against it. */
export type KernelEdit = (kernel: Kernel) => Step;

/** The kernel of a launch, transformed. What cannot be done comes back as `unsupported` with reason and place. */
export function transformKernel(
  source: string,
  launch: Launch,
  transformation: Transformation,
): Outcome<Transformed> {
  return outcomeOf(source, launch, (kernel) => {
    const unrolled = transformation.unroll ? chooseLoops(kernel, transformation.unroll) : [];
    const loops = unrolled.map((loop) => (each: Kernel) => unrollLoop(each, loop));
    return [...loops, ...stepsOf(transformation)];
  });
}

/** The kernel of a launch with edits made one after the other; refused as by `transformKernel`. */
export function editKernel(
  source: string,
  launch: Launch,
  edits: readonly KernelEdit[],
): Outcome<Transformed> {
  return outcomeOf(source, launch, () => edits);
}

function outcomeOf(
  source: string,
  launch: Launch,
  editsOf: (kernel: Kernel) => readonly KernelEdit[],
): Outcome<Transformed> {
  const places: ((offset: number) => number)[] = [];
  try {
    return { value: edited(source, launch, editsOf, places), diagnostics: [] };
  } catch (error) {
    if (error instanceof RangeError) return { diagnostics: [tooDeep] };
    if (!(error instanceof DiagnosticError)) throw error;
    return { diagnostics: error.diagnostics.map((each) => inOriginal(each, places)) };
  }
}

const tooDeep: Diagnostic = {
  severity: 'unsupported',
  code: 'transform/too-deep',
  message: 'the source nests too deeply or grows too large',
};

/** Problems of later steps stand in a text that nobody has seen. */
function inOriginal(diagnostic: Diagnostic, places: readonly ((offset: number) => number)[]): Diagnostic {
  if (!diagnostic.span) return diagnostic;
  const place = (offset: number) => places.reduceRight((at, before) => before(at), offset);
  const start = place(diagnostic.span.start);
  const end = Math.max(start, place(diagnostic.span.end));
  return { ...diagnostic, span: { ...diagnostic.span, start, end } };
}

function edited(
  source: string,
  launch: Launch,
  editsOf: (kernel: Kernel) => readonly KernelEdit[],
  places: ((offset: number) => number)[],
): Transformed {
  const steps: Step[] = [];
  const original = readKernel(source, launch);
  let kernel = original;
  for (const apply of editsOf(original)) {
    const step = apply(kernel);
    steps.push(step);
    places.push(placeBefore(step.edits));
    const { dispatch, constants } = step;
    kernel = readKernel(applyEdits(kernel.text, step.edits), { ...launch, dispatch, constants });
  }
  const leavesOut = AXES.map((axis) => leavesOutBeyond(original, axis));
  const notes = steps.map((step) => step.note);
  return {
    source: withHeader(tidied(kernel, source), notes),
    dispatch: kernel.dispatch,
    workgroupSize: kernel.size.map((each) => each.value) as unknown as Triple,
    constants: kernel.constants,
    isResized: steps.some(({ resized }) => resized !== undefined),
    inLaunchFile: (dispatch) => changeOf(steps, dispatch, leavesOut),
    notes,
  };
}

const AXES: readonly Axis[] = [0, 1, 2];

/** The order is part of what a transformation means; docs/transforming.md gives the reasons. */
export function stepsOf(transformation: Omit<Transformation, 'unroll'>): KernelEdit[] {
  const { coarsen: coarsenings = [], blockCoarsen = [], workgroup } = transformation;
  return [
    ...(transformation.swapAxes === true ? [swapAxes] : []),
    ...coarsenings.map((each) => (kernel: Kernel) => coarsen(kernel, each)),
    ...blockCoarsen.map((each) => (kernel: Kernel) => coarsenBlocks(kernel, each)),
    ...(workgroup ? [(kernel: Kernel) => reshape(kernel, workgroup)] : []),
  ];
}

function changeOf(steps: readonly Step[], before: Dispatch, leavesOut: readonly boolean[]): LaunchChange {
  let dispatch = before;
  let known = leavesOut;
  const constants = emptyTable<Count>();
  for (const step of steps) {
    for (const { name, axis } of step.originals ?? []) constants[name] = dispatch[axis];
    Object.assign(constants, step.resized);
    dispatch = step.dispatchAs?.(dispatch, known) ?? dispatch;
    if (step.swapsAxes) known = [known[1], known[0], known[2]];
  }
  return { dispatch, constants };
}

// Generated code that shortens a loop in a traced run: the first iterations, then a steady block whose
// entries carry the weight of the iterations that are left out, then a jump of the linear parameters to the
// last iterations, which run at their true places. Where an iteration does more or less the later it comes, several
// blocks stand for the rest (stretched-recording.ts). Where skipped values steer the loop, all iterations run as
// long as that is affordable, and blocks of them are recorded (spread-recording.ts).

import { bodiesOf } from '../machine/nodes.ts';
import type { LoopNode, MachineNode, Program } from '../machine/program.ts';
import type { FirstHold, LinearForm } from './first-hold.ts';
import { type LoopShape, valuesOfShape } from './loop-shape.ts';
import type { Plan } from './plan.ts';
import type { Generation } from './writer.ts';

/** Lines of generated code around and inside a loop; `mask` is the variable with the lanes in the loop. */
export interface LoopShortening {
  readonly functions: readonly string[];
  before(mask: string): readonly string[];
  /** At the start of each iteration. */
  atStart(mask: string): readonly string[];
  readonly after: readonly string[];
}

/** How a loop of some size is shortened, in iterations. */
interface Blocks {
  /** At the start, with weight 1: first touches, values that settle. */
  readonly head: number;
  /** Steady ones: a power of two, since places in caches and tiles repeat with those. */
  readonly steady: number;
  /** The same for loops of `LONG_LOOP` iterations or more. */
  readonly longSteady: number;
  /** At the end, with weight 1. */
  readonly tail: number;
  /** Of the threshold for shortening at all. */
  readonly thresholdShare: number;
}

const LONG_LOOP = 128;
/** A loop that skipped values steer is shortened from so many iterations on. */
const TYPICAL_FROM = 1024;
/** Iterations that no counter of 32 bits leaves to go: only a guard of 64 bits does. */
const GUARD_ITERATIONS = 4294967295;
/** Machine instructions of one iteration up to which a loop counts as small, middling and large. */
const SMALL_BODY = 128;
const MIDDLING_BODY = 512;
const LARGE_BODY = 1024;
/** Iterations that a loop inside is taken to run when the size of a body is estimated. */
const INNER_ITERATIONS = 16;

/** Large bodies repeat themselves in fewer iterations, and there are more of their instructions to save. */
function blocksFor(bodyInstructions: number): Blocks {
  if (bodyInstructions <= SMALL_BODY)
    return { head: 8, steady: 16, longSteady: 32, tail: 4, thresholdShare: 1 };
  if (bodyInstructions <= MIDDLING_BODY)
    return { head: 8, steady: 16, longSteady: 16, tail: 4, thresholdShare: 1 };
  if (bodyInstructions <= LARGE_BODY)
    return { head: 4, steady: 8, longSteady: 8, tail: 2, thresholdShare: 0.5 };
  return { head: 2, steady: 4, longSteady: 4, tail: 1, thresholdShare: 0.25 };
}

/** Fewest iterations of any loop that has all three blocks and something to leave out. */
export const FEWEST_TO_SHORTEN = 28;

/** Machine instructions that the nodes issue, each loop inside counted several times. */
function estimateInstructions(program: Program, nodes: readonly MachineNode[]): number {
  let sum = 0;
  for (const node of nodes) {
    if (node.kind === 'segment') sum += program.segments[node.segment].instructions.length;
    else if (node.kind === 'loop') sum += INNER_ITERATIONS * estimateInstructions(program, node.body);
    else for (const body of bodiesOf(node)) sum += estimateInstructions(program, body);
  }
  return sum;
}

export function writeShortening(generation: Generation, node: LoopNode): LoopShortening | undefined {
  const { plan } = generation;
  const shape = plan.loopShapes.get(node.instruction);
  if (!shape || shape.kind === 'bounded') return undefined;
  const { id } = node.instruction;
  const blocks = blocksFor(estimateInstructions(plan.program, node.body));
  const recording = recordingOf(shape, blocks);
  return {
    functions: [tripsFunction(plan, `trips${id}`, shape, shape.exits), jumpFunction(plan, id, shape)],
    before: (mask) => [
      `let k${id} = 0, y${id} = 0, ${recording ? `e${id}` : `h${id} = -1, j${id} = -1`};`,
      `const w${id} = R.weight;`,
      'if (shortening.threshold !== Infinity) {',
      `const trips = trips${id}(I, ${mask});`,
      `if (${isWorthwhile(id, mask, shape, blocks)} && trips < ${GUARD_ITERATIONS}) {`,
      ...(recording
        ? [`e${id} = ${recording};`]
        : [
            `h${id} = ${blocks.head};`,
            `j${id} = h${id} + (trips >= ${LONG_LOOP} ? ${blocks.longSteady} : ${blocks.steady});`,
            `y${id} = trips - j${id} - ${blocks.tail};`,
          ]),
      'state.isShortened = true;',
      '}',
      '}',
    ],
    atStart: (mask) => [
      ...(recording
        ? [
            `if (e${id} !== undefined) {`,
            `y${id} = e${id}.start(k${id});`,
            `if (y${id} > 0) jump${id}(I, ${mask}, y${id});`,
            '}',
          ]
        : [
            `if (k${id} === h${id}) R.weight = w${id} * (1 + y${id} / (j${id} - h${id}));`,
            `else if (k${id} === j${id}) { R.weight = w${id}; jump${id}(I, ${mask}, y${id}); }`,
          ]),
      `k${id}++;`,
    ],
    after: [
      ...(shape.kind === 'typical' ? [`if (e${id} !== undefined) e${id}.end();`] : []),
      `R.weight = w${id};`,
    ],
  };
}

/** What decides which iterations are recorded, where that is more than a block behind the head. */
function recordingOf({ kind }: LoopShape, { head, steady, tail }: Blocks): string | undefined {
  if (kind === 'typical') return 'new SpreadRecording(R, trips)';
  if (kind === 'growing') return `new StretchedRecording(R, trips, ${head}, ${steady}, ${tail})`;
  return undefined;
}

function isWorthwhile(id: number, mask: string, shape: LoopShape, blocks: Blocks): string {
  if (shape.kind === 'typical') return `trips > ${TYPICAL_FROM} && trips === ends${id}(I, ${mask})`;
  return `trips > shortening.threshold * ${blocks.thresholdShare}`;
}

/** `endsN(I, M)`: iterations still to go until a lane of M has left the loop; undefined when not known. */
export function writeEnds(generation: Generation, node: LoopNode): string | undefined {
  const shape = generation.plan.loopShapes.get(node.instruction);
  if (!shape || shape.ends.length === 0) return undefined;
  return tripsFunction(generation.plan, `ends${node.instruction.id}`, shape, shape.ends);
}

/** `name(I, M)`: iterations until any of the exits may be taken by a lane of M. */
function tripsFunction(plan: Plan, name: string, shape: LoopShape, exits: readonly FirstHold[]): string {
  const holds = exits.map((exit) => holdText(plan, shape, exit));
  const isUniform = valuesOfShape(shape).every((value) => plan.isUniform[value]);
  const lines = [`least = Math.min(least, ${holds.join(', ')});`];
  return [
    `function ${name}(I, M) {`,
    'let least = Infinity;',
    ...(isUniform ? lines : plan.masks.loop('M', lines)),
    'return least;',
    '}',
  ].join('\n');
}

function holdText(plan: Plan, shape: LoopShape, hold: FirstHold): string {
  switch (hold.kind) {
    case 'never':
      return 'Infinity';
    case 'any':
      return '0';
    case 'latest':
    case 'earliest': {
      const parts = hold.parts.map((part) => holdText(plan, shape, part));
      return `Math.${hold.kind === 'latest' ? 'max' : 'min'}(${parts.join(', ')})`;
    }
    case 'compare': {
      const { left, right } = hold;
      const sides = [left, right].map((form) => `${formText(plan, form)}, ${stepText(plan, shape, form)}`);
      return `firstIteration('${hold.op}', ${sides.join(', ')})`;
    }
  }
}

/** The form's value on entry (or now, when parameters have moved). */
function formText(plan: Plan, form: LinearForm): string {
  const terms = [...form.terms].map(([value, coefficient]) => {
    const slot = plan.slots[value];
    const text = plan.isUniform[value] ? `I[${slot}]` : `I[${slot} + l]`;
    return coefficient === 1 ? text : `Math.imul(${text}, ${coefficient})`;
  });
  return `((${[...terms, String(form.constant)].join(' + ')}) | 0)`;
}

/** How much the form changes per iteration. */
function stepText(plan: Plan, shape: LoopShape, form: LinearForm): string {
  const terms = [...form.terms].flatMap(([value, coefficient]) => {
    const step = shape.steps.get(value);
    return step ? [`Math.imul(${formText(plan, step)}, ${coefficient})`] : [];
  });
  return terms.length === 0 ? '0' : `((${terms.join(' + ')}) | 0)`;
}

/** `jumpN(I, M, count)`: moves the linear parameters ahead by `count` iterations. */
function jumpFunction(plan: Plan, id: number, shape: LoopShape): string {
  const once: string[] = [];
  const perLane: string[] = [];
  for (const [parameter, step] of shape.steps) {
    if (step.constant === 0 && step.terms.size === 0) continue;
    const isUniform = plan.isUniform[parameter] === 1;
    const place = isUniform ? `I[${plan.slots[parameter]}]` : `I[${plan.slots[parameter]} + l]`;
    const line = `${place} = (${place} + Math.imul(${formText(plan, step)}, count)) | 0;`;
    (isUniform ? once : perLane).push(line);
  }
  const loop = perLane.length > 0 ? plan.masks.loop('M', perLane) : [];
  return [`function jump${id}(I, M, count) {`, ...once, ...loop, '}'].join('\n');
}

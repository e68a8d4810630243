// What a launch must leave in its buffers, by kernelcast's own execution: of all workgroups where that is
// quick, else of a sample, whose writes are compared where no other workgroup's can interfere.

import { DiagnosticError, unreachable } from '../diagnostics/diagnostic.ts';
import { compileProgram, createMemory, type Memory, type PagedBuffer, runInFull } from '../execute/index.ts';
import { PAGE_WORDS } from '../execute/memory.ts';
import { findSteering } from '../execute/steering.ts';
import type { Buffer, Instruction, MemoryRoot, ValueId } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import { formatOf } from '../texture/formats.ts';
import { isFiltering } from '../texture/sampler.ts';
import type { CompiledLaunch } from './compile.ts';
import { sampleWorkgroups } from './sample.ts';

/** How the words of a buffer are to be read, from the stores into it; of a texture, from its format. */
export type WordKind =
  | 'integer'
  | 'float'
  | 'half'
  | 'mixed'
  | 'unorm8'
  | 'snorm8'
  | 'unorm16'
  | 'snorm16'
  | 'rgb10a2'
  | 'rg11b10';

export interface ExpectedBuffer {
  readonly group: number;
  readonly binding: number;
  readonly name: string;
  readonly kind: WordKind;
  /** Integers that floats decide, by conversion or comparison somewhere in the kernel. */
  readonly isRounded: boolean;
  /** The kernel looks texels up through samplers somewhere, and interpolates between them. */
  readonly isLookedUp: boolean;
  readonly isFiltered: boolean;
  /** Pages of 1024 words that the run touched, ascending. */
  readonly pages: Uint32Array;
  /** Their words, one page after the other. */
  readonly words: Uint32Array;
  /** One where the word was changed; all words of touched pages count after a full run. */
  readonly changed?: Uint8Array;
}

export interface Reference {
  readonly method: 'full' | 'sampled';
  readonly workgroups: number;
  readonly buffers: readonly ExpectedBuffer[];
  /** Buffers that a sample cannot speak for: others add to what it finds there. */
  readonly unverifiable: readonly string[];
}

export interface ReferenceOptions {
  readonly subgroupSize: number;
  readonly files: (path: string) => Uint8Array;
  /** Milliseconds on a clock that only goes up. */
  readonly now: () => number;
  /** All workgroups run when that takes about this long at most. */
  readonly budgetMs: number;
  /** Run the workgroups of this reference instead of as many as the budget allows. */
  readonly like?: Pick<Reference, 'method' | 'workgroups'>;
}

/** Workgroups run before the time of all is estimated, and the most that a sample has. */
const FIRST_WORKGROUPS = 4;
const TIMINGS = 3;
const MOST_SAMPLED = 256;
/** How many times the budget is spent where only a full run can speak. */
const PATIENCE = 10;

/** @throws DiagnosticError where a workgroup does not end */
export function referenceOf(
  program: Program,
  bindings: readonly Binding[],
  launch: Launch,
  options: ReferenceOptions,
): Reference {
  const { dispatch } = launch;
  const total = dispatch[0] * dispatch[1] * dispatch[2];
  const kernel = compileProgram(program, { subgroupSize: options.subgroupSize });
  const makeMemory = () => createMemory(program.module.buffers, bindings, options.files);
  const timed = (workgroups: readonly number[], memory: Memory): number => {
    const start = options.now();
    const { isComplete, diagnostics } = runInFull(kernel, memory, { dispatch }, { workgroups });
    if (!isComplete) throw new DiagnosticError(diagnostics);
    return options.now() - start;
  };
  const all = Array.from({ length: Math.min(total, 1_000_000) }, (_, index) => index);
  const first = sampleWorkgroups({ totalWorkgroups: total, count: FIRST_WORKGROUPS, seed: 0 });
  // Once for the compiler of JavaScript, once for the clock.
  timed(first, makeMemory());
  // The quickest of a few: a machine that is busy elsewhere only ever makes it look slower.
  const quickest = Math.min(...Array.from({ length: TIMINGS }, () => timed(first, makeMemory())));
  const perWorkgroupMs = Math.max(quickest, 0.01) / first.length;
  const memory = makeMemory();
  const shared = sharedBuffers(program);
  // A sample says nothing about buffers that all workgroups add to: there, all of them are worth a wait.
  const budgetMs = options.budgetMs * (shared.length > 0 ? PATIENCE : 1);
  const isFull = options.like ? options.like.method === 'full' : perWorkgroupMs * total <= budgetMs;
  if (isFull && all.length === total) {
    timed(all, memory);
    return collect(program, memory, { method: 'full', workgroups: total, unverifiable: [] });
  }
  const affordable = Math.floor(options.budgetMs / perWorkgroupMs);
  const count = options.like?.workgroups ?? Math.max(1, Math.min(MOST_SAMPLED, affordable));
  const sample = sampleWorkgroups({ totalWorkgroups: total, count, seed: 1 });
  const before = makeMemory();
  timed(sample, memory);
  const unverifiable = shared.map((index) => program.module.buffers[index].name);
  return collect(program, memory, { method: 'sampled', workgroups: sample.length, unverifiable }, before);
}

/** What some workgroups alone leave; undefined where one of them does not end within so many iterations of loops. */
export function leftBy(
  { program, bindings }: CompiledLaunch,
  { dispatch }: Pick<Launch, 'dispatch'>,
  options: {
    readonly subgroupSize: number;
    readonly workgroups: readonly number[];
    readonly maximumLoopIterations: number;
  },
): Reference['buffers'] | undefined {
  const { subgroupSize, workgroups } = options;
  const kernel = compileProgram(program, { subgroupSize });
  const [before, memory] = [0, 1].map(() => createMemory(program.module.buffers, bindings, noFile));
  const { isComplete } = runInFull(kernel, memory, { dispatch }, options);
  if (!isComplete) return undefined;
  const about = { method: 'sampled', workgroups: workgroups.length, unverifiable: [] } as const;
  return collect(program, memory, about, before).buffers;
}

const noFile = (): never => unreachable('a launch whose data lies in files is not run beside the model');

/**
 * Buffers (by index) that must hold their first contents again before a dispatch does the same work again:
 * what it finds there decides where it goes, and it overwrites it.
 */
export function buffersToRestore(program: Program): number[] {
  const steering = findSteering(program);
  const written = new Set<number>();
  forEachInstruction(program.module.body, (instruction) => {
    const root = writtenRoot(instruction);
    if (root?.space === 'buffer') written.add(root.index);
  });
  return [...written].filter((index) => steering.hasRoot({ space: 'buffer', index })).sort((a, b) => a - b);
}

/** Buffers with atomics, and all written ones where an atomic's result decides what is written where. */
function sharedBuffers(program: Program): number[] {
  const shared = new Set<number>();
  const written = new Set<number>();
  let decides = false;
  forEachInstruction(program.module.body, (instruction) => {
    const root = writtenRoot(instruction);
    if (root?.space !== 'buffer') return;
    written.add(root.index);
    if (instruction.kind !== 'atomic') return;
    shared.add(root.index);
    if (instruction.result !== undefined && instruction.op !== 'load') decides = true;
  });
  return [...(decides ? written : shared)];
}

function writtenRoot(instruction: Instruction): MemoryRoot | undefined {
  if (instruction.kind === 'texture')
    return instruction.op === 'store' ? { space: 'buffer', index: instruction.buffer } : undefined;
  return instruction.kind === 'store' || instruction.kind === 'atomic' ? instruction.root : undefined;
}

function collect(
  program: Program,
  memory: Memory,
  rest: Omit<Reference, 'buffers'>,
  before?: Memory,
): Reference {
  const kinds = wordKinds(program);
  const isLookedUp = memory.samplers.some((sampler) => sampler);
  const isFiltered = memory.samplers.some((sampler) => sampler && isFiltering(sampler));
  const buffers = program.module.buffers.flatMap(({ group, binding, name }, index) => {
    const kind = kinds.get(index);
    if (kind === undefined || rest.unverifiable.includes(name)) return [];
    const touched = touchedPages(memory.buffers[index], before?.buffers[index]);
    const isRounded = kind === 'integer' && usesFloats(program);
    const about = { group, binding, name, kind, isRounded, isLookedUp, isFiltered };
    return touched.pages.length > 0 ? [{ ...about, ...touched }] : [];
  });
  return { ...rest, buffers };
}

/** Floats take part in it. */
export function usesFloats(program: Program): boolean {
  return program.module.values.some(({ type, constant }) => constant === undefined && /^f/.test(type));
}

/** By buffer that is written: what its stores hold. */
export function wordKinds({ module }: Pick<Program, 'module'>): Map<number, WordKind> {
  const kinds = new Map<number, WordKind>();
  // Floats have no atomics: what adds to them exchanges their bits.
  const bitsOfFloats = new Set<ValueId>();
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'pure' || instruction.op !== 'bitcast') return;
    if (module.values[instruction.operands[0]].type === 'f32') bitsOfFloats.add(instruction.result);
  });
  const isFloat = (value: ValueId | undefined) => value !== undefined && bitsOfFloats.has(value);
  forEachInstruction(module.body, (instruction) => {
    const root = writtenRoot(instruction);
    if (root?.space !== 'buffer') return;
    if (instruction.kind === 'atomic' && instruction.op === 'load') return;
    const kind =
      instruction.kind === 'texture'
        ? texelKind(module.buffers[root.index])
        : wordKindOf(instruction, isFloat);
    const known = kinds.get(root.index);
    kinds.set(root.index, known === undefined || known === kind ? kind : 'mixed');
  });
  return kinds;
}

function wordKindOf(instruction: Instruction, isFloat: (value: ValueId | undefined) => boolean): WordKind {
  if (instruction.kind === 'store' && instruction.values.every(isFloat)) return 'float';
  // The last operand is the one that is written.
  if (instruction.kind === 'atomic' && isFloat(instruction.operands.at(-1))) return 'float';
  const type = 'type' in instruction ? instruction.type : 'i32';
  return type === 'f32' ? 'float' : type === 'f16' ? 'half' : 'integer';
}

function texelKind({ texture }: Buffer): WordKind {
  const { encoding, bits } = formatOf(texture?.format ?? '') ?? { encoding: 'uint', bits: 32 };
  if (encoding === 'float') return bits === 32 ? 'float' : 'half';
  if (encoding === 'unorm' || encoding === 'snorm') return bits === 16 ? `${encoding}16` : `${encoding}8`;
  if (encoding === 'rg11b10' || encoding === 'rgb10a2') return encoding;
  return 'integer';
}

function touchedPages(
  buffer: PagedBuffer,
  before: PagedBuffer | undefined,
): Pick<ExpectedBuffer, 'pages' | 'words' | 'changed'> {
  const pages: number[] = [];
  buffer.integerPages.forEach((page, index) => {
    if (page !== undefined) pages.push(index);
  });
  const words = new Uint32Array(pages.length * PAGE_WORDS);
  pages.forEach((page, i) => {
    buffer.copyWords(page * PAGE_WORDS, words.subarray(i * PAGE_WORDS, (i + 1) * PAGE_WORDS));
  });
  if (before === undefined) return { pages: Uint32Array.from(pages), words };
  const changed = new Uint8Array(words.length);
  const initial = new Uint32Array(PAGE_WORDS);
  pages.forEach((page, i) => {
    before.copyWords(page * PAGE_WORDS, initial);
    for (let word = 0; word < PAGE_WORDS; word++) {
      const at = i * PAGE_WORDS + word;
      changed[at] = words[at] === initial[word] ? 0 : 1;
    }
  });
  return { pages: Uint32Array.from(pages), words, changed };
}

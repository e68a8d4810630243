// Whether a GPU's output is right: against kernelcast's own execution of the launch, or against the reference
// file that the launch names. Words on which two legal ways of rounding disagree are left out and counted.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { compareWords } from '../hardware/compare.ts';
import { PAGE_BYTES } from '../hardware/job.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import { type ExpectedBuffer, type Reference, referenceOf, wordKinds } from '../predict/reference.ts';
import type { Verification } from './measurement.ts';

/** All workgroups are executed for comparison when that takes less than this. */
const REFERENCE_BUDGET_MS = 2000;
const PAGE_WORDS = PAGE_BYTES / 4;
/**
 * Where rounding decides, the GPU may round in a third way and differ in other words than the two references
 * do, but hardly in many times as many.
 */
const SENSITIVITY = 4;
/** Share of integers made from floats that may fall to the other side of a step. */
const STRAYS = 1e-4;

/** Share of words from places so near the border of two texels that the device takes the other one. */
const LOOKUP_STRAYS = 1e-3;

type Program = Parameters<typeof referenceOf>[0];

export type Expected = Omit<Reference, 'method'> & { readonly method: Verification['method'] };

export interface ExpectedOptions {
  readonly launch: Launch;
  /** In the order of the program's buffers. */
  readonly bindings: readonly Binding[];
  readonly subgroupSize: number;
  readonly files: (path: string) => Uint8Array;
  readonly now: () => number;
}

/**
 * What `check` names, or else what kernelcast's own execution leaves.
 * @param like an expectation of the same workgroups, to compare with
 * @throws DiagnosticError
 */
export function expectedOf(program: Program, options: ExpectedOptions, like?: Expected): Expected {
  const { launch, bindings, ...rest } = options;
  const { check } = launch;
  if (check?.reference !== undefined) return fileReference(check.reference, program, options);
  const method = like?.method === 'full' || like?.method === 'sampled' ? like.method : undefined;
  return referenceOf(program, bindings, launch, {
    ...rest,
    budgetMs: REFERENCE_BUDGET_MS,
    ...(method ? { like: { method, workgroups: like!.workgroups } } : {}),
  });
}

/** The launch's own reference file: `"check": { "binding": 2, "reference": "expected.bin" }`. */
function fileReference(file: string, program: Program, options: ExpectedOptions): Expected {
  const { group, binding } = options.launch.check!;
  const isChecked = (each: Pick<Binding, 'group' | 'binding'>) =>
    each.group === group && each.binding === binding;
  const index = program.module.buffers.findIndex(isChecked);
  const name = program.module.buffers[index]?.name;
  const sizeBytes = options.bindings.find(isChecked)?.sizeBytes;
  if (name === undefined || sizeBytes === undefined) {
    return refuse(options.launch, `the kernel uses no binding ${binding} of group ${group}`);
  }
  const bytes = options.files(file);
  if (bytes.length === 0 || bytes.length % 4 !== 0 || bytes.length > sizeBytes) {
    const sizes = `${bytes.length} bytes, and ${name} ${sizeBytes}`;
    return refuse(options.launch, `${file} has ${sizes}; it must hold words of the buffer, from its start`);
  }
  const count = Math.ceil(bytes.length / PAGE_BYTES);
  const words = new Uint32Array(count * PAGE_WORDS);
  new Uint8Array(words.buffer).set(bytes);
  const changed = new Uint8Array(words.length).fill(1, 0, bytes.length / 4);
  const pages = Uint32Array.from({ length: count }, (_, index) => index);
  const kind = wordKinds(program).get(index) ?? 'mixed';
  const about = { group, binding, name, kind, isRounded: false, isLookedUp: false, isFiltered: false };
  return { method: 'file', workgroups: 0, buffers: [{ ...about, pages, words, changed }], unverifiable: [] };
}

function refuse({ file }: Launch, message: string): never {
  throw new DiagnosticError([
    { severity: 'invalid', code: 'measure/check', message: `${file}: "check": ${message}` },
  ]);
}

/** The pages of a buffer that are needed to verify it. */
export function pagesOf(binding: Binding, expected: Expected | undefined): Uint32Array | undefined {
  return expected?.buffers.find((each) => each.group === binding.group && each.binding === binding.binding)
    ?.pages;
}

/** `other` is the expectation with another legal rounding: where the two differ, rounding decides. */
export function verify(
  expected: Expected | undefined,
  bindings: readonly Binding[],
  pages: readonly (Uint32Array | undefined)[],
  other?: Expected,
): Verification {
  if (!expected) {
    return { method: 'none', workgroups: 0, words: 0, mismatches: 0, unverified: ['not asked for'] };
  }
  let [words, mismatches, sensitive] = [0, 0, 0];
  let firstMismatch: string | undefined;
  expected.buffers.forEach((buffer, i) => {
    const index = bindings.findIndex(
      (each) => each.group === buffer.group && each.binding === buffer.binding,
    );
    const actual = pages[index] ?? new Uint32Array();
    const counted = countedWords(buffer, other?.buffers[i]);
    const { kind, words: wanted, isFiltered } = buffer;
    const result = compareWords({ kind, expected: wanted, actual, counted: counted.mask, isFiltered });
    sensitive += counted.sensitive;
    words += result.words;
    const byRounding = Math.max(
      SENSITIVITY * counted.sensitive,
      buffer.isRounded ? STRAYS * result.words : 0,
      buffer.isLookedUp ? LOOKUP_STRAYS * result.words : 0,
    );
    if (result.mismatches <= byRounding) {
      sensitive += result.mismatches;
      words -= result.mismatches;
      return;
    }
    mismatches += result.mismatches;
    if (result.first !== undefined) firstMismatch ??= describeMismatch(buffer, result.first, actual);
  });
  const { method, workgroups, unverifiable } = expected;
  const unverified = unverifiable.map((name) => `${name}: other workgroups may write the same places`);
  return {
    method,
    workgroups,
    words,
    mismatches,
    unverified,
    ...(sensitive > 0 ? { sensitive } : {}),
    ...(firstMismatch === undefined ? {} : { firstMismatch }),
  };
}

/** One for the words that count: those that were changed and on which both expectations agree. */
function countedWords(
  buffer: ExpectedBuffer,
  other: ExpectedBuffer | undefined,
): { readonly mask: Uint8Array | undefined; readonly sensitive: number } {
  if (!other || other.words.length !== buffer.words.length) return { mask: buffer.changed, sensitive: 0 };
  const mask = buffer.changed?.slice() ?? new Uint8Array(buffer.words.length).fill(1);
  let sensitive = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || buffer.words[i] === other.words[i]) continue;
    if (buffer.kind !== 'integer') continue;
    mask[i] = 0;
    sensitive++;
  }
  return { mask, sensitive };
}

function describeMismatch(buffer: ExpectedBuffer, at: number, actual: Uint32Array): string {
  const word = buffer.pages[Math.floor(at / PAGE_WORDS)] * PAGE_WORDS + (at % PAGE_WORDS);
  const show = (bits: number | undefined) => {
    if (bits === undefined) return 'nothing';
    const float = new Float32Array(Uint32Array.of(bits).buffer)[0];
    return buffer.kind === 'float' ? String(float) : `0x${bits.toString(16)}`;
  };
  return `${buffer.name}[word ${word}] is ${show(actual[at])}, expected ${show(buffer.words[at])}`;
}

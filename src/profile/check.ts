// What makes the numbers of a profile impossible to compute with, beyond what its schema can say. Changed
// numbers (`--set`) and profiles of users go through here; the built-in ones are checked by the tests.

import costClasses from '../../isa/cost-classes.json' with { type: 'json' };
import type { Profile } from './profile.ts';
import { costProblems } from './taken.ts';

/** Numbers further out mean a slip of the pen, and would leave the range of the arithmetic. */
const RANGE = { least: 1e-9, most: 1e18 };
/** Limits that may be 0. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['sharedReservedBytes']);

/** Each is simulated, so their number costs time. */
const MOST_SCHEDULERS = 64;

/** Sizes that execution counts in: each a power of two between these, and why not beyond. */
const SIZES = {
  'limits.subgroupSize': { least: 4, most: 128, why: 'execution keeps that many lanes in lockstep' },
  'memory.sectorBytes': { least: 8, most: 256, why: 'buffers start at multiples of 256 bytes' },
  'memory.lineBytes': { least: 8, most: 2048, why: 'a line is made of up to 8 sectors' },
  'memory.sharedBanks': { least: 8, most: 128, why: 'an access of 16 bytes takes at least 4 banks' },
  'memory.sharedBankBytes': { least: 4, most: 16, why: 'banks serve whole words, of one access each' },
} as const;
/** Caches note the sectors of a line in a byte. */
const MOST_SECTORS_PER_LINE = 8;

const isPowerOfTwo = (value: number): boolean => value >= 1 && Number.isInteger(Math.log2(value));

/** One sentence per impossible number, beginning with its path. */
export function profileProblems(profile: Profile): string[] {
  const problems = costProblems(profile);
  visitNumbers(profile, '', (path, value) => {
    const size = Math.abs(value);
    if (!(size <= RANGE.most) || (size > 0 && size < RANGE.least)) {
      problems.push(`${path} would be ${value}, which is out of range`);
    }
  });
  for (const [name, { value }] of Object.entries(profile.limits)) {
    if (typeof value !== 'number') continue;
    const least = MAY_BE_ZERO.has(name) ? 0 : 1;
    if (!Number.isInteger(value) || value < least) {
      problems.push(`limits.${name} would be ${value}; it must be a whole number from ${least} on`);
    }
  }
  const apart = profile.memory.workgroupsApart?.value ?? 0;
  if (!(apart >= 0 && apart <= 1)) {
    problems.push(`memory.workgroupsApart would be ${apart}; it is a share, from 0 to 1`);
  }
  if (profile.limits.schedulersPerSm.value > MOST_SCHEDULERS) {
    problems.push(`limits.schedulersPerSm would be above ${MOST_SCHEDULERS}`);
  }
  const missing = classesOf(profile.compiler).filter((name) => !Object.hasOwn(profile.classes, name));
  problems.push(...missing.map((name) => `classes.${name} is missing: what such an instruction costs`));
  problems.push(...sizeProblems(profile));
  const positive: [string, number][] = [
    ['clockHz', profile.clockHz.value],
    ...Object.entries(profile.memory)
      .filter(([name]) => /Bytes|Per|Banks/.test(name))
      .map(([name, quantity]): [string, number] => [`memory.${name}`, quantity.value as number]),
    ...[...Object.entries(profile.resources), ...Object.entries(profile.classes)].flatMap(
      ([name, { gapCycles }]): [string, number][] =>
        gapCycles === undefined ? [] : [[`${name}.gap`, gapCycles]],
    ),
  ];
  for (const [name, value] of positive) {
    if (typeof value === 'number' && !(value > 0))
      problems.push(`${name} would be ${value}; it must be above 0`);
  }
  const burst = profile.memory.dramBurstBytes?.value ?? 0;
  if (burst > MOST_BURST_SECTORS * profile.memory.sectorBytes.value)
    problems.push(
      `memory.dramBurstBytes would be ${burst}; at most ${MOST_BURST_SECTORS} sectors are modelled`,
    );
  return problems;
}

/** Cost classes of the instructions that a compiler's code has. */
function classesOf(compiler: string): string[] {
  const classes: readonly { readonly name: string; readonly compilers?: readonly string[] }[] =
    costClasses.classes;
  return classes
    .filter(({ compilers }) => compilers === undefined || compilers.includes(compiler))
    .map(({ name }) => name);
}

/** Which sectors come with one is kept in a byte. */
const MOST_BURST_SECTORS = 8;

/** What execution cannot count in: sizes of warps, sectors, lines and banks. */
function sizeProblems({ limits, memory }: Profile): string[] {
  const sizes: Record<keyof typeof SIZES, number | undefined> = {
    'limits.subgroupSize': limits.subgroupSize.value,
    'memory.sectorBytes': memory.sectorBytes.value,
    'memory.lineBytes': memory.lineBytes.value,
    'memory.sharedBanks': memory.sharedBanks.value,
    'memory.sharedBankBytes': memory.sharedBankBytes?.value,
  };
  const problems = Object.entries(SIZES).flatMap(([name, { least, most, why }]) => {
    const size = sizes[name as keyof typeof SIZES];
    if (size === undefined || (isPowerOfTwo(size) && size >= least && size <= most)) return [];
    return [`${name} would be ${size}; it must be a power of two from ${least} to ${most} (${why})`];
  });
  const [sector, line] = [memory.sectorBytes.value, memory.lineBytes.value];
  if (problems.length === 0 && (line < sector || line > MOST_SECTORS_PER_LINE * sector)) {
    problems.push(
      `memory.sectorBytes would be ${sector} and memory.lineBytes ${line}; a line is made of 1 to ${MOST_SECTORS_PER_LINE} sectors`,
    );
  }
  return problems;
}

function visitNumbers(node: unknown, path: string, visit: (path: string, value: number) => void): void {
  if (typeof node === 'number') visit(path.replace(/\.value$/, ''), node);
  else if (typeof node === 'object' && node !== null) {
    for (const [name, inner] of Object.entries(node)) {
      visitNumbers(inner, path === '' ? name : `${path}.${name}`, visit);
    }
  }
}

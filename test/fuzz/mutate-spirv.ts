// SPIR-V out of SPIR-V: bits and words at random, and changes that keep instructions whole: operands by operands
// that stand in the same place elsewhere, ids by ids, branches by labels, instructions moved, doubled, dropped
// and taken from another module.

import type { Random } from './random.ts';

const HEADER_WORDS = 5;
const LABEL = 248;
const BRANCHES: ReadonlySet<number> = new Set([246, 247, 249, 250, 251]);
const FUNCTION = 54;
const FUNCTION_END = 56;

const EDGES = [
  0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 63, 64, 255, 256, 1023, 65535, 65536, 0x7fffffff, 0x80000000,
  0xffffffff, 0x3f800000, 0x7f800000, 0x7fc00000, 0xff800000, 0x00800000, 1,
];

interface Parts {
  readonly header: number[];
  instructions: number[][];
}

function split(words: Uint32Array): Parts {
  const instructions: number[][] = [];
  for (let at = HEADER_WORDS; at < words.length; ) {
    const length = Math.max(1, words[at] >>> 16);
    instructions.push([...words.subarray(at, at + length)]);
    at += length;
  }
  return { header: [...words.subarray(0, HEADER_WORDS)], instructions };
}

function join({ header, instructions }: Parts): Uint32Array {
  return Uint32Array.from([...header, ...instructions.flat()]);
}

const opcode = (instruction: readonly number[]): number => instruction[0] & 0xffff;

/** With its length as its first word says it. */
function sized(instruction: number[]): number[] {
  instruction[0] = ((instruction.length << 16) | opcode(instruction)) >>> 0;
  return instruction;
}

function someInstruction(random: Random, parts: Parts): number[] | undefined {
  return parts.instructions[random.below(parts.instructions.length)];
}

/** One that `wanted` accepts, searched on from a random place. */
function find(random: Random, list: readonly number[][], wanted: (each: readonly number[]) => boolean) {
  const start = random.below(list.length);
  for (let step = 0; step < list.length; step++) {
    const each = list[(start + step) % list.length];
    if (wanted(each)) return each;
  }
  return undefined;
}

function mutateOperand(random: Random, parts: Parts): void {
  const instruction = someInstruction(random, parts);
  if (instruction === undefined || instruction.length < 2) return;
  const at = 1 + random.below(instruction.length - 1);
  const bound = parts.header[3] ?? 1;
  switch (random.below(6)) {
    case 0:
      instruction[at] = random.pick(EDGES);
      return;
    case 1:
      instruction[at] = random.below(bound);
      return;
    case 2:
      instruction[at] = (instruction[at] ^ (1 << random.below(32))) >>> 0;
      return;
    case 3: {
      const word = someInstruction(random, parts)!;
      instruction[at] = word[random.below(word.length)];
      return;
    }
    default: {
      // What stands there in another instruction of the kind is most likely of the right type.
      const code = opcode(instruction);
      const like = find(
        random,
        parts.instructions,
        (each) => each !== instruction && opcode(each) === code && each.length > at,
      );
      if (like) instruction[at] = like[at];
    }
  }
}

function retargetBranch(random: Random, parts: Parts): void {
  const branch = find(random, parts.instructions, (each) => BRANCHES.has(opcode(each)) && each.length > 1);
  const label = find(random, parts.instructions, (each) => opcode(each) === LABEL);
  if (branch && label) branch[1 + random.below(branch.length - 1)] = label[1];
}

/** Another operation with the operands of this one: codes of related instructions are neighbours. */
function changeOpcode(random: Random, parts: Parts): void {
  const instruction = someInstruction(random, parts);
  if (instruction === undefined) return;
  const like = find(
    random,
    parts.instructions,
    (each) => each.length === instruction.length && opcode(each) !== opcode(instruction),
  );
  const code = random.oneIn(4)
    ? random.below(400)
    : random.oneIn(2) && like
      ? opcode(like)
      : opcode(instruction) + random.below(9) - 4;
  instruction[0] = ((instruction[0] & 0xffff0000) | (code & 0xffff)) >>> 0;
}

function rearrange(random: Random, parts: Parts): void {
  const { instructions } = parts;
  const [a, b] = [random.below(instructions.length), random.below(instructions.length)];
  switch (random.below(6)) {
    case 0:
      instructions.splice(a, random.few());
      return;
    case 1:
      instructions.splice(a, 0, ...instructions.slice(a, a + random.few()).map((each) => [...each]));
      return;
    case 2:
      [instructions[a], instructions[b]] = [instructions[b], instructions[a]];
      return;
    case 3: {
      const moved = instructions.splice(a, random.few());
      instructions.splice(b, 0, ...moved);
      return;
    }
    case 4: {
      const copies = Array.from({ length: random.oneIn(20) ? 300 : 8 }, () => [...(instructions[a] ?? [1])]);
      instructions.splice(a, 0, ...copies);
      return;
    }
    default:
      swapBlocks(random, parts);
  }
}

/** Two runs of instructions, each from a label up to the next. */
function swapBlocks(random: Random, parts: Parts): void {
  const { instructions } = parts;
  const starts = instructions.flatMap((each, at) => (opcode(each) === LABEL ? [at] : []));
  const which = random.below(starts.length - 2);
  const [first, second, end] = starts.slice(which, which + 3);
  if (first === undefined || second === undefined || end === undefined) return;
  const block = instructions.splice(first, second - first);
  instructions.splice(end - block.length, 0, ...block);
}

/** Instructions of another module, its ids moved behind this one's. */
function splice(random: Random, parts: Parts, donor: Uint32Array): void {
  const other = split(donor);
  const bound = parts.header[3] ?? 1;
  const donorBound = other.header[3] ?? 1;
  const move = (word: number, at: number) =>
    at > 0 && word > 0 && word < donorBound && !random.oneIn(8) ? word + bound : word;
  if (random.oneIn(3)) {
    const first = other.instructions.findIndex((each) => opcode(each) === FUNCTION);
    const last = other.instructions.findIndex((each) => opcode(each) === FUNCTION_END);
    parts.instructions.push(...other.instructions.slice(first, last + 1).map((each) => each.map(move)));
  } else {
    const from = random.below(other.instructions.length);
    const some = other.instructions.slice(from, from + random.few() * 2);
    const to = random.below(parts.instructions.length);
    parts.instructions.splice(to, 0, ...some.map((each) => (random.oneIn(2) ? each : each.map(move))));
  }
  parts.header[3] = bound + donorBound;
}

/** Words are lost or change regardless of what they mean. */
function damage(random: Random, words: Uint32Array): Uint32Array {
  const at = random.below(words.length);
  switch (random.below(6)) {
    case 0:
      return words.slice(0, at);
    case 1: {
      const longer = new Uint32Array(words.length + 1);
      longer.set(words.subarray(0, at));
      longer[at] = random.next();
      longer.set(words.subarray(at), at + 1);
      return longer;
    }
    case 2:
      return Uint32Array.from([...words.subarray(0, at), ...words.subarray(at + random.few())]);
    case 3:
      words[random.below(HEADER_WORDS)] = random.pick(EDGES);
      return words;
    default:
      words[at] = random.oneIn(2) ? random.next() : (words[at] ^ (1 << random.below(32))) >>> 0;
      return words;
  }
}

function mutateOnce(random: Random, parts: Parts, donor: Uint32Array): void {
  switch (random.below(12)) {
    case 0:
      retargetBranch(random, parts);
      return;
    case 1:
      changeOpcode(random, parts);
      return;
    case 2:
    case 3:
      rearrange(random, parts);
      return;
    case 4:
      if (random.oneIn(3)) splice(random, parts, donor);
      else retargetBranch(random, parts);
      return;
    case 5: {
      // A longer or shorter instruction, and its length with it.
      const instruction = someInstruction(random, parts);
      if (instruction === undefined) return;
      if (random.oneIn(2)) instruction.push(random.below(parts.header[3] ?? 1));
      else if (instruction.length > 1) instruction.pop();
      sized(instruction);
      return;
    }
    default:
      mutateOperand(random, parts);
  }
}

/** A module made of `words`, with parts of `donor`; the bytes need not be whole words. */
export function mutateSpirv(random: Random, words: Uint32Array, donor: Uint32Array): Uint8Array {
  const parts = split(words);
  for (let i = random.few(); i > 0 && parts.instructions.length > 1; i--) mutateOnce(random, parts, donor);
  let result = join(parts);
  if (random.oneIn(6)) result = damage(random, result);
  const bytes = new Uint8Array(result.buffer);
  return random.oneIn(50) ? bytes.slice(0, random.below(bytes.length)) : bytes;
}

// SPIR-V as the compilers here write it, changed to what they write for a device like those that profiles describe.
// Dawn: a driver with robustBufferAccess2 and robustImageAccess2 checks runtime-sized arrays and texels itself, so Tint
// leaves their clamps out (the software GPU has no such driver). naga: wgpu asks for workgroup memory zeroed by the driver where that
// has VK_KHR_zero_initialize_workgroup_memory; naga's own default is one invocation that stores zeros.

import type { Buffer, Module } from '../../src/ir/ir.ts';

const LENGTH = /^\s*(%\w+) = Op(?:ArrayLength|ImageQueryLevels|ImageQuerySizeLod) /gm;
const LAST = /^\s*(%\w+) = OpISub %(?:v[23])?uint (%\w+) %\w+\s*$/gm;

/** Tint's assembly without the clamps of indices into runtime-sized arrays and of texels' coordinates. */
export function tintWithRobustAccess(text: string): string {
  const lengths = new Set(Array.from(text.matchAll(LENGTH), (match) => match[1]));
  const lasts = new Set<string>();
  for (const [, last, length] of text.matchAll(LAST)) {
    if (lengths.has(length)) lasts.add(last);
  }
  return text.replaceAll(
    /^(\s*%\w+ = )OpExtInst (%\w+) %\w+ UMin (%\w+) (%\w+)\s*$/gm,
    (line, result: string, type: string, index: string, last: string) =>
      lasts.has(last) ? `${result}OpCopyObject ${type} ${index}` : line,
  );
}

/** Dawn numbers what a kernel binds anew: buffers, textures, storage textures, samplers, each in their order. */
export function withBindingsOf({ buffers }: Module, assembly: string): string {
  const rank = ({ kind, texture }: Buffer) =>
    kind === 'sampler' ? 3 : texture ? (texture.format ? 2 : 1) : 0;
  const own = [...buffers].sort((a, b) => rank(a) - rank(b) || a.binding - b.binding);
  return assembly.replaceAll(
    /^(\s*OpDecorate %\w+ Binding )(\d+)\s*$/gm,
    (_, start: string, number: string) => start + own[Number(number)].binding,
  );
}

const HEADER_WORDS = 5;
const OP_CONSTANT_NULL = 46;
const OP_VARIABLE = 59;
const OP_STORE = 62;
const OP_CONTROL_BARRIER = 224;
const WORKGROUP = 4;

/** naga's binary with initial values of workgroup variables in place of the stores and the barrier. */
export function nagaWithNativeZeros(bytes: Uint8Array): Uint8Array {
  const words = new Uint32Array(bytes.slice().buffer);
  const instructions: Uint32Array[] = [];
  for (let at = HEADER_WORDS; at < words.length; at += words[at] >>> 16)
    instructions.push(words.subarray(at, at + (words[at] >>> 16)));
  const opcode = (each: Uint32Array): number => each[0] & 0xffff;
  const nulls = new Map(
    instructions.filter((each) => opcode(each) === OP_CONSTANT_NULL).map((each) => [each[2], each]),
  );
  const variables = new Set(
    instructions
      .filter((each) => opcode(each) === OP_VARIABLE && each[3] === WORKGROUP)
      .map((each) => each[2]),
  );
  const zeros = new Map<number, Uint32Array>();
  for (const each of instructions) {
    const zero = opcode(each) === OP_STORE && variables.has(each[1]) ? nulls.get(each[2]) : undefined;
    if (zero && !zeros.has(each[1])) zeros.set(each[1], zero);
  }
  const firstBarrier = instructions.find((each) => opcode(each) === OP_CONTROL_BARRIER);
  const moved = new Set(zeros.values());
  const placed = new Set<Uint32Array>();
  const isGone = (each: Uint32Array): boolean =>
    moved.has(each) ||
    (each === firstBarrier && zeros.size > 0) ||
    (opcode(each) === OP_STORE &&
      nulls.get(each[2]) !== undefined &&
      zeros.get(each[1]) === nulls.get(each[2]));
  const output: Uint32Array[] = [words.subarray(0, HEADER_WORDS)];
  for (const each of instructions) {
    const zero = opcode(each) === OP_VARIABLE ? zeros.get(each[2]) : undefined;
    if (zero) {
      if (!placed.has(zero)) output.push(zero);
      placed.add(zero);
      output.push(Uint32Array.of((5 << 16) | OP_VARIABLE, each[1], each[2], WORKGROUP, zero[2]));
    } else if (!isGone(each)) output.push(each);
  }
  return joined(output);
}

function joined(parts: readonly Uint32Array[]): Uint8Array {
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    words.set(part, at);
    at += part.length;
  }
  return new Uint8Array(words.buffer);
}

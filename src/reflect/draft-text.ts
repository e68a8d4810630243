// A launch file as somebody would write it by hand: short lines, sizes over params, and a comment wherever a number is
// no more than a guess.

import { type Buffer, IMMEDIATES } from '../ir/ir.ts';
import type { MemoryType } from '../ir/memory-type.ts';
import type { DraftBuffer } from './buffers.ts';
import type { Draft } from './draft.ts';
import { countOfLeaves, type Leaf, leavesIn, leavesOf } from './leaves.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import type { DraftTexture } from './textures.ts';

/** Scalars that are written down; of more, a buffer gets random ones. */
const MOST_LEAVES = 64;

export function draftText(draft: Draft): string {
  const lines = [
    `  // Written by kernelcast init. Check the sizes: they follow from how the kernel indexes.`,
    `  "shader": ${JSON.stringify(draft.shader)},`,
  ];
  if (draft.prepend.length > 0) lines.push(`  "prepend": ${JSON.stringify(draft.prepend)},`);
  if (draft.entryPoint !== undefined) lines.push(`  "entryPoint": ${JSON.stringify(draft.entryPoint)},`);
  lines.push(...paramLines(draft));
  if (draft.constants.length > 0) {
    const constants = draft.constants.map(({ name, text }) => `${JSON.stringify(name)}: ${text}`);
    lines.push(`  "constants": { ${constants.join(', ')} },`);
  }
  if (draft.workgroupSize) lines.push(`  "workgroupSize": [${draft.workgroupSize.join(', ')}],`);
  lines.push(`  "dispatch": [${draft.dispatch.join(', ')}],`, ...immediatesLines(draft), '  "bindings": [');
  const bound = draft.buffers.flatMap((each, k) =>
    isImmediate(each) || isOfTexture(draft, each) ? [] : [{ each, k }],
  );
  bound.forEach(({ each, k }, position) => {
    const comma = position < bound.length - 1 ? ',' : '';
    lines.push(`    // ${each.buffer.name}`, `    ${bindingText(draft, each, k)}${comma}`);
  });
  return `{\n${lines.join('\n')}\n  ]\n}\n`;
}

/** Whether a sampler is at the place of its texture, which is then an entry for both. */
function isOfTexture(draft: Draft, { buffer }: DraftBuffer): boolean {
  return buffer.kind === 'sampler' && besideOf(draft, buffer) !== undefined;
}

function besideOf({ buffers }: Draft, { group, binding, kind }: Buffer): Buffer | undefined {
  const isBeside = (each: Buffer) => each.group === group && each.binding === binding && each.kind !== kind;
  return buffers.find(({ buffer }) => isBeside(buffer))?.buffer;
}

function isImmediate({ buffer }: DraftBuffer): boolean {
  return buffer.group === IMMEDIATES.group;
}

/** Words that the dispatch is given without a buffer, up to the last that the kernel has a name for. */
function immediatesLines(draft: Draft): string[] {
  const index = draft.buffers.findIndex(isImmediate);
  if (index < 0) return [];
  const { name, type, minBytes } = draft.buffers[index].buffer;
  const leaves = new Map(type ? leavesIn(type).map((leaf) => [leaf.byte, leaf]) : []);
  const words = Array.from({ length: Math.ceil(minBytes / 4) }, (_, word) => {
    const leaf = leaves.get(4 * word);
    const text = leaf ? leafText(draft, leaf, index) : '0';
    return leaf?.scalar === 'f32' ? `{ "f32": ${text} }` : text;
  });
  return [`  // ${name}`, `  "immediates": [${words.join(', ')}],`];
}

function paramLines({ params }: Draft): string[] {
  if (params.length === 0) return [];
  if (params.every(({ assumed }) => assumed === undefined)) {
    const all = params.map(({ name, value }) => `${JSON.stringify(name)}: ${value}`).join(', ');
    return [`  "params": { ${all} },`];
  }
  const each = params.map(({ name, value, assumed }, k) => {
    const comma = k < params.length - 1 ? ',' : '';
    return `    ${JSON.stringify(name)}: ${value}${comma}${assumed === undefined ? '' : `  // assumed: ${assumed}`}`;
  });
  return ['  "params": {', ...each, '  },'];
}

function bindingText(draft: Draft, each: DraftBuffer, index: number): string {
  const { buffer, size, data, texture } = each;
  const { group, binding, element, kind } = buffer;
  const fields = [`"group": ${group}`, `"binding": ${binding}`];
  if (element !== undefined && element > 0) fields.push(`"element": ${element}`);
  if (kind === 'sampler') return `{ ${fields.join(', ')}, "sampler": ${samplerText(buffer)} }`;
  if (texture) {
    const sampler = besideOf(draft, buffer);
    if (sampler) fields.push(`"sampler": ${samplerText(sampler)}`);
    return inLines([...fields, ...textureFields(buffer, texture, index)]);
  }
  if (kind === 'uniform') fields.push('"usage": "uniform"');
  fields.push(`"size": ${sizeText(buffer, size)}`);
  const text = dataText(draft, { buffer, size, ...(data ? { data } : {}) }, index);
  if (text !== undefined) fields.push(`"data": ${text}`);
  return inLines(fields);
}

/** In one line, or the last field in a second. */
function inLines(fields: readonly string[]): string {
  const line = `{ ${fields.join(', ')} }`;
  if (line.length <= 112 || fields.length < 4) return line;
  return `{ ${fields.slice(0, -1).join(', ')},\n      ${fields.at(-1)} }`;
}

/** As most kernels look textures up. */
function samplerText({ isComparison }: Buffer): string {
  return isComparison ? '{ "compare": "less" }' : '{ "magFilter": "linear", "minFilter": "linear" }';
}

function textureFields({ texture }: Buffer, { format, size, data }: DraftTexture, index: number): string[] {
  const { dimension, isMultisampled } = texture!;
  const about = [`"format": ${JSON.stringify(format)}`];
  if (dimension !== '2d') about.push(`"dimension": "${dimension}"`);
  about.push(`"size": [${size.map(valueText).join(', ')}]`);
  if (isMultisampled) about.push('"sampleCount": 4');
  const fields = [`"texture": { ${about.join(', ')} }`];
  if (data) fields.push(`"data": { "kind": "${data}", "seed": ${index + 1} }`);
  return fields;
}

/** In whole elements, whatever the params are. */
function sizeText({ runtimeArray }: Buffer, size: Polynomial): string {
  const { offsetBytes, strideBytes } = runtimeArray ?? { offsetBytes: 0, strideBytes: 4 };
  const number = poly.constantOf(size);
  if (number !== undefined) return String(Math.ceil(number / 4) * 4);
  const elements = poly.scale(poly.add(size, poly.constant(-offsetBytes)), 1 / strideBytes);
  if ([...size.values()].every((value) => Number.isInteger(value / 4))) return valueText(size);
  const whole = poly.textOf(elements);
  const count = /^ceil\([^()]*\)$/.test(whole) ? whole : `ceil(${whole})`;
  return JSON.stringify(`${offsetBytes > 0 ? `${offsetBytes} + ` : ''}${strideBytes} * ${count}`);
}

/** A number as it is, all else as an expression. */
export function valueText(value: Polynomial): string {
  const number = poly.constantOf(value);
  return number === undefined ? JSON.stringify(poly.textOf(value)) : String(Math.ceil(number));
}

function dataText(draft: Draft, { buffer, data }: DraftBuffer, index: number): string | undefined {
  switch (data?.kind) {
    case undefined:
      return undefined;
    case 'random-f32':
    case 'random-f16':
      return `{ "kind": "${data.kind}", "seed": ${index + 1} }`;
    case 'iota-u32':
      return '{ "kind": "iota-u32" }';
    case 'random-u32': {
      const modulo = data.modulo ? `, "modulo": ${valueText(data.modulo)}` : '';
      return `{ "kind": "random-u32", "seed": ${index + 1}${modulo} }`;
    }
    case 'csr-rows':
      return `{ "kind": "csr-rows", "rows": ${valueText(data.rows)}, "meanRow": ${valueText(data.meanRow)}, "seed": ${index + 1} }`;
    case 'members': {
      const { type } = buffer;
      if (!type) return undefined;
      const isSettled = leavesIn(type).some(({ byte }) => draft.memberOf(index, byte) !== undefined);
      if (countOfLeaves(type) > MOST_LEAVES && !isSettled)
        return `{ "kind": "random-f32", "seed": ${index + 1} }`;
      return `{ "kind": "struct", "values": ${typeText(draft, type, index, 0, [])} }`;
    }
  }
}

function typeText(draft: Draft, type: MemoryType, index: number, byte: number, path: Leaf['path']): string {
  switch (type.kind) {
    case 'struct': {
      const members = type.members.map(
        (each) =>
          `${JSON.stringify(each.name)}: ${typeText(draft, each.type, index, byte + each.offsetBytes, [...path, each.name])}`,
      );
      return `{ ${members.join(', ')} }`;
    }
    case 'scalar':
      return leafText(draft, { byte, path, scalar: type.scalar }, index);
    case 'array':
      if (countOfLeaves(type) > MOST_LEAVES) return '[]';
      return listText(
        Array.from({ length: type.count ?? 0 }, (_, k) =>
          typeText(draft, type.element, index, byte + k * type.strideBytes, [...path, k]),
        ),
      );
    default:
      return listText(leavesOf(type, byte, path).map((leaf) => leafText(draft, leaf, index)));
  }
}

function listText(parts: readonly string[]): string {
  return `[${parts.join(', ')}]`;
}

function leafText(draft: Draft, { byte, path, scalar }: Leaf, index: number): string {
  const value = draft.memberOf(index, byte);
  if (value) return valueText(value);
  const name = String(path.findLast((part) => typeof part === 'string') ?? '');
  if (scalar === 'f32' || scalar === 'f16') return /eps/i.test(name) ? '1e-5' : '1';
  return '1';
}

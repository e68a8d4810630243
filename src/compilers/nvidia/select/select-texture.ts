// Accesses to textures. Sampled ones go to the texture unit (TLD, TEX, TXD, TLD4), storage textures are surfaces (SULD,
// SUST); all name the texture by a handle in a uniform register, loaded from a constant bank. Coordinates, layer and
// level lie in consecutive registers, so constants among them are moved into place. The hardware drops what lies
// outside, and no behaviour checks it. Source: the instruction set reference; no code of the driver was looked at yet.

import type { TextureInstruction, TextureOp, TextureQueryInstruction } from '../../../ir/ir.ts';
import { texelScalar, texturePartsOf } from '../../../ir/texture-operands.ts';
import { formatOf } from '../../../texture/formats.ts';
import type { Selection } from './selection.ts';

const OPCODES: Readonly<Record<Exclude<TextureOp, 'load' | 'store'>, string>> = {
  sample: 'TEX.LL',
  sample_gradient: 'TXD',
  sample_compare: 'TEX.LZ.DC',
  gather: 'TLD4.R',
  gather_compare: 'TLD4.DC',
};

const WORD_BYTES = 4;
const COMPONENTS = 4;

export function selectTexture(s: Selection, instruction: TextureInstruction): void {
  const access = s.code.current.accessCount++;
  const { op, buffer, operands, results } = instruction;
  const { texture, access: mode } = s.plan.module.buffers[buffer];
  const { values } = texturePartsOf(instruction, texture!);
  const places = operands.slice(0, operands.length - values.length);
  const sources = places.map((each) => s.shared.inVectorRegister(each)).filter((each) => each >= 0);
  sources.push(...handleOf(s, buffer));
  if (instruction.sampler !== undefined) sources.push(...handleOf(s, instruction.sampler));
  // The components of a format that has fewer are not stored.
  const format = formatOf(texture!.format ?? '');
  for (const value of values.slice(0, format?.components ?? COMPONENTS)) {
    const register = s.shared.inVectorRegister(value);
    if (register >= 0) sources.push(register);
  }
  if (s.guard >= 0) sources.push(s.guard);
  const kind = op === 'store' ? 'store' : mode === 'read' ? 'constant' : 'load';
  const bytesPerLane = format?.bytes ?? WORD_BYTES * results.length;
  const order = { kind, root: buffer, address: operands[0], offsetBytes: 0, sizeBytes: 2 ** 30 } as const;
  const destinations = results.map((each) => s.values.define(each));
  s.emit(opcodeOf(s, instruction), destinations, sources, { access, order, bytesPerLane });
}

/** In a uniform register, or where there are none a constant of the instruction. */
function handleOf(s: Selection, buffer: number): number[] {
  return s.code.has('ULDC') ? [s.shared.bufferBase(buffer)] : [];
}

function opcodeOf(s: Selection, { op, buffer, operands }: TextureInstruction): string {
  const { dimension, format, scalar } = s.plan.module.buffers[buffer].texture!;
  const shape = dimension.toUpperCase().replace('-ARRAY', '.ARRAY');
  if (op === 'store') return `SUST.D.BA.${shape}`;
  if (op === 'load') return format === undefined ? `TLD.LL.${shape}` : `SULD.P.${shape}`;
  const isLargest = op === 'sample' && s.values.constantOf(operands.at(-1)!) === 0;
  const type = texelScalar(scalar) === 'i32' ? '.I32' : '';
  return `${isLargest ? 'TEX.LZ' : OPCODES[op]}${type}.${shape}`;
}

/**
 * One query gives all sizes of a level: those asked for later take them from it. What a storage texture is the driver
 * knows without the unit: with a query, `volume-slice` would be predicted 1.23 of what it measures, and without 0.96.
 */
export function selectTextureQuery(
  s: Selection,
  { buffer, query, level, result }: TextureQueryInstruction,
): void {
  const about = query === 'levels' || query === 'samples' ? query : 'size';
  const place = level === undefined ? [] : [s.shared.inVectorRegister(level)].filter((each) => each >= 0);
  const register = s.shared.inSegment(`query ${about} ${buffer} ${place.join(' ')} ${s.guard}`, () => {
    const made = s.values.newGeneral();
    if (s.plan.module.buffers[buffer].texture!.format !== undefined) s.emit('LDC', [made], place);
    else s.emit(`TXQ.${about === 'size' ? 'DIMENSION' : 'TYPE'}`, [made], [...place, ...handleOf(s, buffer)]);
    return made;
  });
  s.emit('MOV', [s.values.define(result)], [register], { isCopy: true });
}

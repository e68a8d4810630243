// What each operand of an access to a texture is: `ir.ts` says in which order they follow each other.

import { axesOf, isArrayed } from '../texture/shape.ts';
import type { ScalarType, TextureInstruction, TextureType, ValueId } from './ir.ts';

export interface TextureParts {
  readonly coordinates: readonly ValueId[];
  readonly layer?: ValueId;
  /** The level, or the sample of a multisampled texture. */
  readonly level?: ValueId;
  /** Along x, then along y. */
  readonly gradients: readonly ValueId[];
  readonly reference?: ValueId;
  readonly values: readonly ValueId[];
}

/** The operands by what they are. */
export function texturePartsOf(
  { op, operands }: Pick<TextureInstruction, 'op' | 'operands'>,
  type: TextureType,
): TextureParts {
  const axes = axesOf[type.dimension];
  const rest = operands.slice(axes);
  const layer = isArrayed(type.dimension) ? rest.shift() : undefined;
  const isLeveled = op === 'load' ? rest.length > 0 : op === 'sample';
  const isCompared = op === 'sample_compare' || op === 'gather_compare';
  return {
    coordinates: operands.slice(0, axes),
    ...(layer === undefined ? {} : { layer }),
    ...(isLeveled ? { level: rest[0] } : {}),
    ...(isCompared ? { reference: rest[0] } : {}),
    gradients: op === 'sample_gradient' ? rest : [],
    values: op === 'store' ? rest : [],
  };
}

/** Types of the operands that such an access takes, in order. */
export function textureOperandTypes(
  op: TextureInstruction['op'],
  { dimension, scalar, format, isMultisampled }: TextureType,
): ScalarType[] {
  const axes = axesOf[dimension];
  const place: ScalarType = op === 'load' || op === 'store' ? 'i32' : 'f32';
  const types = Array<ScalarType>(axes).fill(place);
  if (isArrayed(dimension)) types.push('i32');
  if (op === 'load' && (format === undefined || isMultisampled)) types.push('i32');
  if (op === 'store') types.push(...Array<ScalarType>(4).fill(texelScalar(scalar)));
  if (op === 'sample_gradient') types.push(...Array<ScalarType>(2 * axes).fill('f32'));
  if (op === 'sample' || op === 'sample_compare' || op === 'gather_compare') types.push('f32');
  return types;
}

/** How many components such an access gives. */
export function textureResultCount(op: TextureInstruction['op'], { isDepth }: TextureType): number {
  if (op === 'store') return 0;
  if (op === 'gather' || op === 'gather_compare') return 4;
  return isDepth || op === 'sample_compare' ? 1 : 4;
}

/** The IR has no signs. */
export function texelScalar(scalar: TextureType['scalar']): 'f32' | 'i32' {
  return scalar === 'f32' ? 'f32' : 'i32';
}

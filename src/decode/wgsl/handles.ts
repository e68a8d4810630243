// Textures and samplers: what their types say (WGSL specification, sections "Texture and Sampler Types"), and the
// variables that hold them. They are no values in memory, so they live beside the types of values.

import type { GlobalVarElem, TypeRefElem } from 'wesl/core';
import type { TextureType } from '../../ir/ir.ts';
import { formatOf, type TexelType } from '../../texture/formats.ts';
import type { TextureDimension } from '../../texture/shape.ts';
import type { Lowering } from './lowering.ts';
import { invalid, unsupported } from './problems.ts';
import { nameOf, resolveType } from './type-expressions.ts';

export type HandleType =
  | {
      readonly kind: 'texture';
      readonly type: TextureType;
      /** What a storage texture may be used for. */
      readonly access?: 'read' | 'write' | 'read_write';
    }
  | { readonly kind: 'sampler'; readonly isComparison: boolean };

/** The texture or sampler that a type names, perhaps through an alias; undefined for other types. */
export function handleTypeOf(lowering: Lowering, expression: TypeRefElem): HandleType | undefined {
  const aliased = aliasOf(lowering, expression);
  if (aliased) return handleTypeOf(lowering, aliased);
  const name = nameOf(expression);
  if (lowering.moduleScope.find(name)) return undefined;
  if (name === 'sampler' || name === 'sampler_comparison')
    return { kind: 'sampler', isComparison: name === 'sampler_comparison' };
  if (!name.startsWith('texture_')) return undefined;
  const match = /^texture_(storage_|depth_)?(multisampled_)?(1d|2d|3d|2d_array|cube|cube_array)$/.exec(name);
  if (!match)
    return unsupported('texture', `the type '${name}' is not supported`, lowering.spanOf(expression));
  const [, family, multisampled, shape] = match;
  const dimension = shape.replace('_', '-') as TextureDimension;
  const plain = { dimension, isDepth: family === 'depth_', isMultisampled: multisampled !== undefined };
  if (family === 'depth_') return { kind: 'texture', type: { ...plain, scalar: 'f32' } };
  if (family === 'storage_') return storageTexture(lowering, expression, plain);
  return { kind: 'texture', type: { ...plain, scalar: sampledScalar(lowering, expression) } };
}

function aliasOf(lowering: Lowering, expression: TypeRefElem): TypeRefElem | undefined {
  const entity = lowering.moduleScope.find(nameOf(expression));
  return entity?.kind === 'global' && entity.element.kind === 'alias' ? entity.element.typeRef : undefined;
}

function sampledScalar(lowering: Lowering, expression: TypeRefElem): TexelType {
  const parameter = expression.templateParams?.[0];
  const type = parameter && resolveType(lowering, parameter);
  const scalar = type?.kind === 'scalar' ? type.scalar : undefined;
  if (scalar === 'f32' || scalar === 'i32' || scalar === 'u32') return scalar;
  return invalid('texture', 'a texture holds f32, i32 or u32', lowering.spanOf(expression));
}

function storageTexture(
  lowering: Lowering,
  expression: TypeRefElem,
  plain: Omit<TextureType, 'scalar'>,
): HandleType {
  const [formatName, access] = (expression.templateParams ?? []).map((each) =>
    each.kind === 'ref' || each.kind === 'type' ? nameOf(each) : '',
  );
  const format = formatOf(formatName ?? '');
  if (!format || format.storage === 'none') {
    const message = `a storage texture cannot have the format '${formatName}'`;
    return invalid('texture', message, lowering.spanOf(expression));
  }
  if (access !== 'read' && access !== 'write' && access !== 'read_write')
    return invalid(
      'texture',
      'a storage texture needs its access: write, read or read_write',
      lowering.spanOf(expression),
    );
  return { kind: 'texture', type: { ...plain, scalar: format.type, format: formatName! }, access };
}

/** The texture or sampler that a module-scope variable holds. */
export function handleOf(lowering: Lowering, element: GlobalVarElem): HandleType | undefined {
  const { typeRef } = element.name;
  return element.template?.[0] === undefined && typeRef ? handleTypeOf(lowering, typeRef) : undefined;
}

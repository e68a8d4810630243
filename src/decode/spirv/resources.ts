// Images and samplers among a module's variables: what each binds, and what loading one gives. They are no values in
// memory. A combined image sampler is two buffers at one place.

import type { Buffer, TextureType } from '../../ir/ir.ts';
import type { TexelType } from '../../texture/formats.ts';
import { bindingOf, type Declarations } from './declarations.ts';
import { isResource, typeName } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { Decoration } from './opcodes.ts';
import { invalid, unsupported } from './problems.ts';
import type { ImageType, Reference, Resource, SpirvType } from './types.ts';

/** What the launch binds somewhere, as far as a storage image without a format of its own needs to know. */
export interface BoundTexture extends Pick<Buffer, 'group' | 'binding'> {
  readonly texture?: { readonly format: string };
}

/** Formats that stand in where nothing is bound. */
const STAND_INS: Readonly<Record<TexelType, string>> = {
  f32: 'rgba8unorm',
  i32: 'rgba8sint',
  u32: 'rgba8uint',
};

/** The buffers that the variable at `at` of such a type stands for. */
export function describeResource(
  lowering: Lowering,
  declarations: Declarations,
  at: number,
  type: SpirvType,
  bound: readonly BoundTexture[],
): Buffer[] {
  const id = lowering.words[at + 2];
  const name = lowering.nameOf(id);
  const span = lowering.span(at);
  if (!isResource(type)) return refuse(type, name, lowering, at);
  const place = bindingOf(declarations, id);
  if (!place) return invalid('binding', `'${name}' has no DescriptorSet and Binding`, span);
  const about = {
    ...place,
    name:
      lowering.givenName(id) ?? lowering.module.textNames?.[id] ?? `image_${place.group}_${place.binding}`,
    minBytes: 0,
    span,
  };
  const sampler: Buffer = { ...about, kind: 'sampler', access: 'read', isComparison: false };
  if (type.kind === 'sampler') return [sampler];
  const image = type.kind === 'sampledImage' ? type.image : (type as ImageType);
  const isWritten = image.isStorage && declarations.decoration(id, Decoration.nonWritable) === undefined;
  const texture: Buffer = {
    ...about,
    kind: 'texture',
    access: isWritten ? 'read_write' : 'read',
    texture: textureOf(image, about, bound),
  };
  return type.kind === 'sampledImage' ? [texture, sampler] : [texture];
}

function refuse(type: SpirvType, name: string, lowering: Lowering, at: number): never {
  const isArray = type.kind === 'array' && isResource(type.element);
  const what = isArray ? `an array of images or samplers` : typeName(type);
  return unsupported('resource', `'${name}' is ${what}, which is not supported`, lowering.span(at));
}

/** With the format that is bound where a storage image says none. */
function textureOf(
  { texture, isStorage }: ImageType,
  { group, binding }: Pick<Buffer, 'group' | 'binding'>,
  bound: readonly BoundTexture[],
): TextureType {
  if (!isStorage || texture.format !== undefined) return texture;
  const here = bound.find((each) => each.group === group && each.binding === binding && each.texture);
  return { ...texture, format: here?.texture?.format ?? STAND_INS[texture.scalar] };
}

/** What an image or a sampler stands for that is loaded from where a reference leads. */
export function resourceOf(lowering: Lowering, { root: { index }, sampler }: Reference): Resource {
  const type = lowering.buffers[index].texture;
  if (!type) return { sampler: index };
  return { image: { index, type }, ...(sampler === undefined ? {} : { sampler }) };
}

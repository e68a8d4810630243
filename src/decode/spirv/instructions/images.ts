// Instructions on images (SPIR-V specification, section 3.3.10 "Image Instructions"), as accesses to textures of the IR.
// What needs derivatives between invocations belongs to fragment shaders and is refused.

import type { TextureOp, TextureQuery, ValueId } from '../../../ir/ir.ts';
import { texelScalar, textureResultCount } from '../../../ir/texture-operands.ts';
import { axesOf, isArrayed } from '../../../texture/shape.ts';
import { emitPure } from '../../fold.ts';
import { instructionName } from '../grammar.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { invalid, unsupported } from '../problems.ts';
import type { Resource } from '../types.ts';
import type { Handlers } from './componentwise.ts';
import { type ImageOperands, imageOperands } from './image-operands.ts';
import {
  componentsAt,
  constantAt,
  isScalarOrVector,
  operandAt,
  refuse,
  resultType,
  sameComponentsAt,
  scalarAt,
  word,
} from './operands.ts';

type Image = NonNullable<Resource['image']>;

function resourceAt(lowering: Lowering, at: number, index: number): Resource {
  const { resource, type } = operandAt(lowering, at, index);
  return resource ?? refuse(lowering, at, `an image or a sampler as operand ${index}, not ${typeName(type)}`);
}

function imageAt(lowering: Lowering, at: number, index: number): Image {
  return resourceAt(lowering, at, index).image ?? refuse(lowering, at, `an image as operand ${index}`);
}

/** The image and its sampler. */
function sampledAt(lowering: Lowering, at: number): { image: Image; sampler: number } {
  const { image, sampler } = resourceAt(lowering, at, 3);
  if (image && sampler !== undefined) return { image, sampler };
  return refuse(lowering, at, 'an image with its sampler as operand 3');
}

const join: Handler = (lowering, at) => {
  const image = imageAt(lowering, at, 3);
  const { sampler } = resourceAt(lowering, at, 4);
  if (sampler === undefined) return refuse(lowering, at, 'a sampler as operand 4');
  lowering.define(word(lowering, at, 2), {
    type: resultType(lowering, at),
    scalars: [],
    resource: { image, sampler },
  });
};

const imageOf: Handler = (lowering, at) => {
  const image = imageAt(lowering, at, 3);
  const type = resultType(lowering, at);
  lowering.define(word(lowering, at, 2), { type, scalars: [], resource: { image } });
};

/** The texel's coordinates, and its layer where there are several. */
function place(lowering: Lowering, at: number, index: number, { type }: Image): ValueId[] {
  const count = axesOf[type.dimension] + Number(isArrayed(type.dimension));
  return firstComponents(lowering, at, index, 'i32', count);
}

/** A vector of coordinates may be longer than needed. */
function firstComponents(
  lowering: Lowering,
  at: number,
  index: number,
  scalar: 'i32' | 'f32',
  count: number,
): ValueId[] {
  const values = componentsAt(lowering, at, index, scalar);
  if (values.length >= count) return values.slice(0, count);
  return refuse(lowering, at, `${count} coordinates as operand ${index}`);
}

/** Where a sampler looks. With a projection, coordinates are divided by the one behind them. */
function spot(lowering: Lowering, at: number, { type }: Image): { spot: ValueId[]; divisor?: ValueId } {
  const { builder } = lowering;
  const axes = axesOf[type.dimension];
  const isProjected = instructionName(lowering.opcode(at)).includes('Proj');
  const values = firstComponents(
    lowering,
    at,
    4,
    'f32',
    axes + Number(isArrayed(type.dimension) || isProjected),
  );
  const [coordinates, last] = [values.slice(0, axes), values[axes]];
  if (isProjected) {
    const divided = coordinates.map((each) => emitPure(builder, 'fdiv', 'f32', [each, last]));
    return { spot: divided, divisor: last };
  }
  return { spot: isArrayed(type.dimension) ? [...coordinates, layer(lowering, last)] : coordinates };
}

/** Layers are floats to a sampler, rounded to the nearest; most are made of integers. */
function layer(lowering: Lowering, value: ValueId): ValueId {
  const { builder } = lowering;
  const whole = lowering.integers.get(value);
  return whole ?? emitPure(builder, 'f2s', 'i32', [emitPure(builder, 'round', 'f32', [value])]);
}

/** Texels added to where a sampler looks, which the IR has as constants. */
function constantOffset(
  lowering: Lowering,
  at: number,
  image: Image,
  { ConstOffset, Offset }: ImageOperands,
) {
  const index = ConstOffset ?? Offset;
  if (index === undefined) return {};
  const values = sameComponentsAt(lowering, at, index, 'i32', axesOf[image.type.dimension]);
  const offset = values.map((each) => {
    const known = lowering.builder.constantOf(each);
    if (known !== undefined) return known;
    const message = `${instructionName(lowering.opcode(at))} with an offset that is no constant is not supported`;
    return unsupported('image', message, lowering.span(at));
  });
  return offset.some((each) => each !== 0) ? { offset } : {};
}

/** Emits an access and defines the instruction's result by what it gives. */
function access(
  lowering: Lowering,
  at: number,
  op: TextureOp,
  { index, type }: Image,
  operands: readonly ValueId[],
  options: { sampler?: number; component?: number; offset?: readonly number[] } = {},
): void {
  const { builder } = lowering;
  const isCompared = op === 'sample_compare' || op === 'gather_compare';
  const scalar = isCompared ? 'f32' : texelScalar(type.scalar);
  const count = textureResultCount(op, type);
  const given = builder.texture(op, index, operands, Array(count).fill(scalar), options);
  const result = resultType(lowering, at);
  const wanted = result.kind === 'vector' ? result.size : 1;
  // Of depths the other components are those that any image lacks.
  const rest = [0, 0, 1].map((each) => builder.constant(scalar, each));
  const scalars = (count === 1 ? [given[0], ...rest] : given).slice(0, wanted);
  lowering.expect(result, scalars, at);
  lowering.define(word(lowering, at, 2), { type: result, scalars });
}

const sample: Handler = (lowering, at) => {
  const { image, sampler } = sampledAt(lowering, at);
  const operands = imageOperands(lowering, at, 5);
  const options = { sampler, ...constantOffset(lowering, at, image, operands) };
  const { spot: coordinates } = spot(lowering, at, image);
  if (operands.Grad !== undefined) {
    const changes = [operands.Grad, operands.Grad + 1].flatMap((index) =>
      firstComponents(lowering, at, index, 'f32', axesOf[image.type.dimension]),
    );
    access(lowering, at, 'sample_gradient', image, [...coordinates, ...changes], options);
    return;
  }
  if (operands.Lod === undefined) return refuse(lowering, at, 'a level or how coordinates change');
  const level = scalarAt(lowering, at, operands.Lod, 'f32');
  access(lowering, at, 'sample', image, [...coordinates, level], options);
};

const sampleCompared: Handler = (lowering, at) => {
  const { image, sampler } = sampledAt(lowering, at);
  const operands = imageOperands(lowering, at, 6);
  const options = { sampler, ...constantOffset(lowering, at, image, operands) };
  const isFirstLevel =
    operands.Lod !== undefined && lowering.constantNumber(word(lowering, at, operands.Lod)) === 0;
  if (!isFirstLevel)
    unsupported('image', 'depths are compared at level 0 only, as a constant', lowering.span(at));
  const { spot: coordinates, divisor } = spot(lowering, at, image);
  const reference = scalarAt(lowering, at, 5, 'f32');
  const compared =
    divisor === undefined ? reference : emitPure(lowering.builder, 'fdiv', 'f32', [reference, divisor]);
  lowering.comparing.add(sampler);
  access(lowering, at, 'sample_compare', image, [...coordinates, compared], options);
};

const gather: Handler = (lowering, at) => {
  const { image, sampler } = sampledAt(lowering, at);
  const options = { sampler, ...constantOffset(lowering, at, image, imageOperands(lowering, at, 6)) };
  const component = constantAt(lowering, at, 5);
  if (component < 0 || component > 3) refuse(lowering, at, 'a component from 0 to 3');
  access(lowering, at, 'gather', image, spot(lowering, at, image).spot, { ...options, component });
};

const gatherCompared: Handler = (lowering, at) => {
  const { image, sampler } = sampledAt(lowering, at);
  const options = { sampler, ...constantOffset(lowering, at, image, imageOperands(lowering, at, 6)) };
  const reference = scalarAt(lowering, at, 5, 'f32');
  lowering.comparing.add(sampler);
  access(lowering, at, 'gather_compare', image, [...spot(lowering, at, image).spot, reference], options);
};

/** OpImageFetch and OpImageRead: which of both it is follows from the image. */
const read: Handler = (lowering, at) => {
  const { builder } = lowering;
  const image = imageAt(lowering, at, 3);
  const { Lod, Sample, ConstOffset, Offset } = imageOperands(lowering, at, 5);
  const { dimension, format, isMultisampled } = image.type;
  const texel = place(lowering, at, 4, image);
  const offset = ConstOffset ?? Offset;
  if (offset !== undefined) {
    const added = sameComponentsAt(lowering, at, offset, 'i32', axesOf[dimension]);
    added.forEach((each, axis) => {
      texel[axis] = emitPure(builder, 'iadd', 'i32', [texel[axis], each]);
    });
  }
  const level = isMultisampled ? Sample : Lod;
  if (isMultisampled || format === undefined)
    texel.push(level === undefined ? builder.constant('i32', 0) : scalarAt(lowering, at, level, 'i32'));
  access(lowering, at, 'load', image, texel);
};

const write: Handler = (lowering, at) => {
  const image = imageAt(lowering, at, 1);
  const { access: granted, name } = lowering.buffers[image.index];
  if (image.type.format === undefined) refuse(lowering, at, 'a storage image');
  if (granted === 'read') invalid('read-only', `'${name}' is NonWritable`, lowering.span(at));
  imageOperands(lowering, at, 4);
  const { type, scalars } = operandAt(lowering, at, 3);
  const scalar = texelScalar(image.type.scalar);
  if (!isScalarOrVector(type) || type.scalar !== scalar)
    refuse(lowering, at, `a texel of ${scalar}, not ${typeName(type)}`);
  // The format takes as many as it holds.
  const missing = Array(4 - scalars.length).fill(lowering.builder.constant(scalar, 0));
  const operands = [...place(lowering, at, 2, image), ...scalars, ...missing];
  lowering.builder.texture('store', image.index, operands, []);
};

function numbers(lowering: Lowering, at: number, values: readonly ValueId[]): void {
  const type = resultType(lowering, at);
  lowering.expect(type, values, at);
  lowering.define(word(lowering, at, 2), { type, scalars: values });
}

function sizes(lowering: Lowering, at: number, level: ValueId | undefined): void {
  const { builder } = lowering;
  const { index, type } = imageAt(lowering, at, 3);
  const axes = type.dimension.startsWith('cube') ? 2 : axesOf[type.dimension];
  const queries: TextureQuery[] = (['width', 'height', 'depth'] as const).slice(0, axes);
  const found = queries.map((query) => builder.textureQuery(query, index, level));
  if (isArrayed(type.dimension)) found.push(builder.textureQuery('layers', index));
  numbers(lowering, at, found);
}

const sizeOfLevel: Handler = (lowering, at) => {
  const level = scalarAt(lowering, at, 4, 'i32');
  // The first one goes without saying.
  sizes(lowering, at, lowering.builder.constantOf(level) === 0 ? undefined : level);
};

const count =
  (query: TextureQuery): Handler =>
  (lowering, at) =>
    numbers(lowering, at, [lowering.builder.textureQuery(query, imageAt(lowering, at, 3).index)]);

const refused =
  (what: string): Handler =>
  (lowering, at) => {
    const message = `${instructionName(lowering.opcode(at))} is not supported: ${what}`;
    unsupported('image', message, lowering.span(at));
  };

const derivatives = refused('lookups by derivatives belong to fragment shaders; those with a level do not');

export const images: Handlers = {
  OpSampledImage: join,
  OpImage: imageOf,
  OpImageSampleExplicitLod: sample,
  OpImageSampleProjExplicitLod: sample,
  OpImageSampleDrefExplicitLod: sampleCompared,
  OpImageSampleProjDrefExplicitLod: sampleCompared,
  OpImageGather: gather,
  OpImageDrefGather: gatherCompared,
  OpImageFetch: read,
  OpImageRead: read,
  OpImageWrite: write,
  OpImageQuerySizeLod: sizeOfLevel,
  OpImageQuerySize: (lowering, at) => sizes(lowering, at, undefined),
  OpImageQueryLevels: count('levels'),
  OpImageQuerySamples: count('samples'),
  OpImageSampleImplicitLod: derivatives,
  OpImageSampleDrefImplicitLod: derivatives,
  OpImageSampleProjImplicitLod: derivatives,
  OpImageSampleProjDrefImplicitLod: derivatives,
  OpImageQueryLod: derivatives,
  OpImageTexelPointer: refused('there are no atomics on texels'),
};

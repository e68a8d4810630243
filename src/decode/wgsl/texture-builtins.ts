// Builtin functions of textures: what they look up, store and tell (WGSL specification, section "Texture Built-in
// Functions"). Those that need derivatives between invocations belong to fragment shaders and are refused.

import type { ExpressionElem, FunctionCallExpression } from 'wesl/core';
import type { TextureOp, TextureQuery, ValueId } from '../../ir/ir.ts';
import { texelScalar, textureResultCount } from '../../ir/texture-operands.ts';
import { axesOf, isArrayed } from '../../texture/shape.ts';
import { numberOf } from './constants.ts';
import { lowerConcrete, lowerValue } from './expressions.ts';
import { leafScalar, scalarType, vectorType } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { invalid, unsupported } from './problems.ts';
import type { WgslScalar } from './types.ts';
import { concrete, type Handle, type Value } from './values.ts';

type TextureHandle = Extract<Handle['resource'], { kind: 'texture' }>;

const LOOK_UPS: Readonly<Record<string, TextureOp>> = {
  textureSampleLevel: 'sample',
  textureSampleGrad: 'sample_gradient',
  textureSampleCompareLevel: 'sample_compare',
  textureGatherCompare: 'gather_compare',
};

const COUNTS: Readonly<Record<string, TextureQuery>> = {
  textureNumLayers: 'layers',
  textureNumLevels: 'levels',
  textureNumSamples: 'samples',
};

export function isTextureBuiltin(name: string): boolean {
  return name.startsWith('texture') && name !== 'textureBarrier';
}

/** Lowers one of these builtins; undefined when it gives no value. */
export function lowerTextureBuiltin(
  lowering: Lowering,
  name: string,
  call: FunctionCallExpression,
): Value | undefined {
  const builtin = new TextureCall(lowering, call);
  if (name === 'textureLoad') return builtin.load();
  if (name === 'textureStore') return builtin.store();
  if (name === 'textureDimensions') return builtin.dimensions();
  if (name === 'textureGather') return builtin.gather();
  if (name === 'textureSampleBaseClampToEdge') return builtin.sampleClamped();
  if (Object.hasOwn(COUNTS, name)) return builtin.count(COUNTS[name]);
  if (Object.hasOwn(LOOK_UPS, name)) return builtin.lookUp(LOOK_UPS[name]);
  const message = `'${name}' is not for compute kernels; textureSampleLevel and textureSampleGrad are`;
  return unsupported('texture', message, lowering.spanOf(call));
}

/** One call, whose arguments are taken from the left. */
class TextureCall {
  private readonly lowering: Lowering;
  private readonly call: FunctionCallExpression;
  private readonly pending: ExpressionElem[];

  constructor(lowering: Lowering, call: FunctionCallExpression) {
    this.lowering = lowering;
    this.call = call;
    this.pending = [...call.arguments];
  }

  load(): Value {
    const texture = this.texture();
    const operands = [...this.coordinates(texture, 'i32'), ...this.layer(texture)];
    if (texture.type.format === undefined) operands.push(...this.integers(1));
    return this.access(texture, 'load', operands);
  }

  store(): undefined {
    const texture = this.texture();
    const operands = [...this.coordinates(texture, 'i32'), ...this.layer(texture)];
    const { scalar } = texture.type;
    operands.push(...this.take(vectorType(4, scalar), 4));
    this.lowering.at(this.call);
    this.lowering.builder.texture('store', texture.index, operands, []);
  }

  dimensions(): Value {
    const { lowering } = this;
    const texture = this.texture();
    const level = this.pending.length > 0 ? this.integers(1)[0] : undefined;
    lowering.at(this.call);
    const { dimension } = texture.type;
    const axes = dimension === '1d' ? 1 : dimension === '3d' ? 3 : 2;
    const queries = (['width', 'height', 'depth'] as const).slice(0, axes);
    const sizes = queries.map((query) => lowering.builder.textureQuery(query, texture.index, level));
    return concrete(axes === 1 ? scalarType('u32') : vectorType(axes, 'u32'), sizes);
  }

  count(query: TextureQuery): Value {
    const texture = this.texture();
    this.lowering.at(this.call);
    return concrete(scalarType('u32'), [this.lowering.builder.textureQuery(query, texture.index)]);
  }

  lookUp(op: TextureOp): Value {
    const texture = this.texture();
    const sampler = this.sampler();
    const operands = [...this.coordinates(texture, 'f32'), ...this.layer(texture)];
    const axes = axesOf[texture.type.dimension];
    if (op === 'sample_gradient') operands.push(...this.floats(axes), ...this.floats(axes));
    else if (op === 'sample' && texture.type.isDepth) operands.push(this.asFloat(this.integers(1)[0]));
    else operands.push(...this.floats(1));
    return this.access(texture, op, operands, sampler);
  }

  gather(): Value {
    const first = this.call.arguments[0];
    const isDepth = first !== undefined && lowerValue(this.lowering, first).kind === 'handle';
    const component = isDepth ? 0 : numberOf(this.lowering, lowerValue(this.lowering, this.pending.shift()!));
    const texture = this.texture();
    const sampler = this.sampler();
    const operands = [...this.coordinates(texture, 'f32'), ...this.layer(texture)];
    if (component === undefined || component < 0 || component > 3)
      return invalid('texture', 'the component to gather is 0 to 3', this.lowering.spanOf(this.call));
    return this.access(texture, 'gather', operands, sampler, component);
  }

  /** At the largest level, half a texel inside of the edge at most, as compilers spell it out. */
  sampleClamped(): Value {
    const { lowering } = this;
    const { builder } = lowering;
    const texture = this.texture();
    const sampler = this.sampler();
    const place = this.coordinates(texture, 'f32');
    lowering.at(this.call);
    const one = lowering.constant('f32', 1);
    const clamped = place.map((coordinate, axis) => {
      const size = builder.textureQuery(axis === 0 ? 'width' : 'height', texture.index);
      const half = builder.pure('fdiv', 'f32', [
        lowering.constant('f32', 0.5),
        builder.pure('u2f', 'f32', [size]),
      ]);
      const end = builder.pure('fsub', 'f32', [one, half]);
      return builder.pure('fmin', 'f32', [builder.pure('fmax', 'f32', [coordinate, half]), end]);
    });
    return this.access(texture, 'sample', [...clamped, lowering.constant('f32', 0)], sampler);
  }

  private access(
    { index, type }: TextureHandle,
    op: TextureOp,
    operands: readonly ValueId[],
    sampler?: number,
    component?: number,
  ): Value {
    const { lowering } = this;
    const offset = this.pending.length > 0 ? this.offset() : undefined;
    lowering.at(this.call);
    const scalar: WgslScalar = op === 'sample_compare' || op === 'gather_compare' ? 'f32' : type.scalar;
    const count = textureResultCount(op, type);
    const types = Array.from({ length: count }, () => texelScalar(scalar));
    const results = lowering.builder.texture(op, index, operands, types, {
      ...(sampler === undefined ? {} : { sampler }),
      ...(component === undefined ? {} : { component }),
      ...(offset?.some((each) => each !== 0) ? { offset } : {}),
    });
    return concrete(count === 1 ? scalarType(scalar) : vectorType(4, scalar), results);
  }

  /** Texels that are added to where a sampler looks: a constant. */
  private offset(): number[] {
    const { lowering } = this;
    const value = lowerConcrete(lowering, this.next(), vectorType(2, 'i32'));
    return value.scalars.map((each) => {
      const known = lowering.builder.constantOf(each);
      return known ?? invalid('texture', 'the offset must be a constant', lowering.spanOf(this.call));
    });
  }

  private texture(): TextureHandle {
    const { resource } = this.handle('texture');
    if (resource.kind === 'texture') return resource;
    return invalid('texture', 'this is a sampler, and a texture is wanted', this.lowering.spanOf(this.call));
  }

  private sampler(): number {
    const { resource } = this.handle('sampler');
    if (resource.kind === 'sampler') return resource.index;
    return invalid('texture', 'this is a texture, and a sampler is wanted', this.lowering.spanOf(this.call));
  }

  private handle(what: string): Handle {
    const value = lowerValue(this.lowering, this.next());
    if (value.kind === 'handle') return value;
    return invalid('texture', `a ${what} is wanted here`, this.lowering.spanOf(this.call));
  }

  private next(): ExpressionElem {
    const expression = this.pending.shift();
    if (expression) return expression;
    return invalid('arguments', 'this call lacks an argument', this.lowering.spanOf(this.call));
  }

  private coordinates({ type }: TextureHandle, scalar: 'i32' | 'f32'): ValueId[] {
    const axes = axesOf[type.dimension];
    return this.take(axes === 1 ? scalarType(scalar) : vectorType(axes, scalar), axes);
  }

  private layer({ type }: TextureHandle): ValueId[] {
    return isArrayed(type.dimension) ? this.integers(1) : [];
  }

  private integers(count: number): ValueId[] {
    return this.take(scalarType('i32'), count);
  }

  private floats(count: number): ValueId[] {
    return this.take(count === 1 ? scalarType('f32') : vectorType(count as 2 | 3, 'f32'), count);
  }

  private asFloat(level: ValueId): ValueId {
    return this.lowering.builder.pure('s2f', 'f32', [level]);
  }

  /** The next argument's scalars; one that is abstract takes the type. */
  private take(type: ReturnType<typeof scalarType>, count: number): ValueId[] {
    const expression = this.next();
    const value = lowerConcrete(this.lowering, expression, type);
    const isFloat = leafScalar(type) === 'f32';
    if (value.scalars.length === count && (leafScalar(value.type) === 'f32') === isFloat)
      return [...value.scalars];
    return invalid('texture', 'this argument has the wrong type', this.lowering.spanOf(expression));
  }
}

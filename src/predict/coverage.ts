// Whether a dispatch fits the data: by the guards of the shader and the places that it goes to, with the numbers that the
// launch has for them. What is left out, done for nothing or out of reach is mostly a slip, such as a workgroup of
// another size with the dispatch of the old one.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Module } from '../ir/ir.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import { settleGuarded } from '../reflect/extents.ts';
import { Params } from '../reflect/params.ts';
import * as poly from '../reflect/polynomial.ts';
import { type Axis, extentName, type Quantities, type Quantity } from '../reflect/quantities.ts';
import { Sizes } from '../reflect/sizes.ts';
import { quantitiesOf } from '../reflect/walk.ts';
import { matchBindings } from './bindings.ts';
import { decodeKernel } from './compile-stages.ts';
import type { ShaderSource } from './shader.ts';

const AXES = ['x', 'y', 'z'] as const;

/**
 * How far a kernel goes in a buffer is known from above: where it is less than twice as far as there is room, it may well
 * stay inside (19 of 154 launches of the suite seem to go up to a third too far), and buffers may have some to spare.
 */
const FAR_OFF = 2;
/** A bound that is so far off has missed what keeps the kernel inside. */
const NONSENSE = 64;

/** Warnings; none where nothing is known. */
export function coverageWarnings(launch: Launch, source: ShaderSource): Diagnostic[] {
  const module = decodeKernel(launch, source).value;
  const bindings = module && matchBindings(module, launch, source).value;
  return module && bindings ? new Coverage(launch, module, bindings).warnings() : [];
}

class Coverage {
  private readonly launch: Launch;
  private readonly module: Module;
  private readonly bindings: readonly Binding[];
  private readonly quantities: Quantities;

  constructor(launch: Launch, module: Module, bindings: readonly Binding[]) {
    this.launch = launch;
    this.module = module;
    this.bindings = bindings;
    this.quantities = quantitiesOf(module);
  }

  /** Of the grid; where nothing is wrong with that, of the buffers. */
  warnings(): Diagnostic[] {
    const ofGrid = this.ofGrid();
    return ofGrid.length > 0 ? ofGrid : this.ofBuffers();
  }

  private ofGrid(): Diagnostic[] {
    const sizes = this.known();
    const { axes } = this.quantities;
    // A grid whose size the kernel asks for covers whatever there is.
    if ([...axes].some((axis) => sizes.used.has(extentName(axis)))) return [];
    settleGuarded(sizes);
    return [...axes].flatMap((axis) => {
      const settled = sizes.over(extentName(axis));
      const extent = settled && poly.constantOf(settled);
      return extent === undefined ? [] : this.ofAxis(axis, extent);
    });
  }

  private ofAxis(axis: Axis, extent: number): Diagnostic[] {
    const size = this.module.workgroupSize[axis];
    const groups = this.launch.dispatch[axis];
    const needed = Math.ceil(extent / size);
    if (groups === needed) return [];
    const has = `${groups} workgroups of ${size} along ${AXES[axis]} are ${groups * size} invocations`;
    const message =
      groups < needed
        ? `${has}, and the kernel goes up to ${extent}: the rest is left out`
        : `${has}, and the kernel goes up to ${extent} only: ${groups - needed} workgroups do nothing`;
    return [warning(message, this.launch.dispatchSpan, [`it needs ${needed}`])];
  }

  private ofBuffers(): Diagnostic[] {
    const sizes = this.known();
    for (const axis of [0, 1, 2] as const) sizes.set(extentName(axis), poly.constant(this.gridAlong(axis)));
    return this.module.buffers.flatMap((buffer, index) => {
      const accesses = this.quantities.accesses.filter((each) => each.buffer === index);
      if (!buffer.runtimeArray || accesses.length === 0) return [];
      const ends = accesses.map(({ place, facts, sizeBytes }) => {
        const last = sizes.bounds.upper(place, facts);
        const byte = last && poly.constantOf(last);
        return byte === undefined ? undefined : byte + sizeBytes;
      });
      if (ends.includes(undefined)) return [];
      const isWritten = accesses.some(({ kind }) => kind !== 'load');
      return this.ofBuffer(index, Math.max(...(ends as number[])), isWritten);
    });
  }

  /** @param end byte behind the last that is reached */
  private ofBuffer(index: number, end: number, isWritten: boolean): Diagnostic[] {
    const { sizeBytes, span } = this.bindings[index];
    const { name } = this.module.buffers[index];
    if (end >= FAR_OFF * sizeBytes && end <= NONSENSE * sizeBytes)
      return [
        warning(
          `the dispatch reaches up to byte ${end} of \`${name}\`, which has ${sizeBytes}`,
          span,
          this.grid(),
        ),
      ];
    if (!isWritten || FAR_OFF * end > sizeBytes) return [];
    const message = `of the ${sizeBytes} bytes of \`${name}\` the dispatch reaches the first ${end} only`;
    return [warning(message, span, this.grid())];
  }

  private grid(): string[] {
    const [groups, size] = [this.launch.dispatch, this.module.workgroupSize].map((each) => each.join(' × '));
    return [`it is ${groups} workgroups of ${size}`];
  }

  private gridAlong(axis: Axis): number {
    return this.launch.dispatch[axis] * this.module.workgroupSize[axis];
  }

  /** With the launch's numbers for all sizes that the kernel looks at. */
  private known(): Sizes {
    const { quantities } = this;
    const sizes = new Sizes(quantities, new Params(quantities, {}, { taken: [], constants: {} }));
    for (const name of sizes.used) {
      const number = this.numberOf(quantities.quantityOf(name));
      if (number !== undefined) sizes.set(name, poly.constant(number));
    }
    return sizes;
  }

  private numberOf(quantity: Quantity): number | undefined {
    if (quantity.kind === 'length') {
      const { strideBytes, offsetBytes } = this.module.buffers[quantity.buffer].runtimeArray!;
      return Math.floor((this.bindings[quantity.buffer].sizeBytes - offsetBytes) / strideBytes);
    }
    if (quantity.kind === 'texels') {
      const { texture } = this.bindings[quantity.buffer];
      return texture?.size[quantity.axis];
    }
    if (quantity.kind !== 'member') return undefined;
    const { data } = this.bindings[quantity.buffer];
    return data.kind === 'words' ? (data.words[quantity.byte / 4] ?? 0) : undefined;
  }
}

function warning(message: string, span: Diagnostic['span'], notes: readonly string[]): Diagnostic {
  return { severity: 'warning', code: 'launch/coverage', message, ...(span ? { span } : {}), notes };
}

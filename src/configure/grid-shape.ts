// The size of workgroups and of the grid that a configuration leads to, as numbers and without making its kernel:
// the arithmetic of the transformations, in their order.

import type { NumberOf } from '../space/constraint.ts';
import type { Configuration, Parameter, Value } from '../space/space.ts';
import { widestStride } from '../transform/stride.ts';

export interface ShapeSources {
  readonly parameters: readonly Parameter[];
  /** Of the launch before transformations, by axis. */
  readonly size: readonly NumberOf[];
  readonly dispatch: readonly NumberOf[];
  /** Whether invocations of a workgroup work together: workgroups are then coarsened, not the grid. */
  readonly communicates: boolean;
  /** Whether accesses are coalesced along x, which decides on strides that nobody gives. */
  readonly isCoalesced: boolean;
  /** By axis: whether larger workgroups are fewer. */
  readonly followsSize: readonly boolean[];
  readonly subgroupSize: number;
}

export interface GridShape {
  readonly size: readonly number[];
  readonly grid: readonly number[];
}

const AXES = ['x', 'y', 'z'] as const;

export class GridShapes {
  private readonly sources: ShapeSources;

  constructor(sources: ShapeSources) {
    this.sources = sources;
  }

  /** NaN along axes of which an expression has no value, or reads what is not given. */
  at(values: readonly Value[]): GridShape {
    const { size: sizes, dispatch, parameters } = this.sources;
    const own = sizes.map((each) => each.valueOf(values) ?? Number.NaN);
    const groups = dispatch.map((each) => each.valueOf(values) ?? Number.NaN);
    const configuration = Object.fromEntries(parameters.map(({ name }, i) => [name, values[i]]));
    let [size, grid] = [[...own], [...groups]];
    if (configuration['swapAxes'] === true) {
      [size, grid] = [size, grid].map(([x, y, z]) => [y, x, z]);
    }
    AXES.forEach((_, axis) => {
      this.coarsen(configuration, axis, size, grid);
    });
    grid = grid.map((count, axis) =>
      Math.ceil(count / numberOf(configuration, `blockCoarsen.${AXES[axis]}`, 1)),
    );
    if (AXES.every((name) => configuration[`workgroup.${name}`] === undefined)) return { size, grid };
    const asked = AXES.map((name, axis) => numberOf(configuration, `workgroup.${name}`, own[axis]));
    if (asked.every((each, axis) => each === own[axis])) return { size, grid };
    const [x, y, z] = this.sources.followsSize;
    const followsSize = configuration['swapAxes'] === true ? [y, x, z] : [x, y, z];
    const cut = grid.map((count, axis) =>
      followsSize[axis] ? Math.ceil((count * size[axis]) / asked[axis]) : count,
    );
    return { size: asked, grid: cut };
  }

  private coarsen(configuration: Configuration, axis: number, size: number[], grid: number[]): void {
    const { communicates, isCoalesced, subgroupSize } = this.sources;
    const name = `coarsen.${AXES[axis]}`;
    const factor = numberOf(configuration, name, 1);
    if (factor === 1) return;
    const width = size[axis];
    const invocations = width * grid[axis];
    const fits = (stride: number) =>
      communicates ? width % (factor * stride) === 0 : factor * stride <= invocations;
    const given = configuration[`${name}.stride`];
    const stride =
      given === undefined
        ? widestStride(axis === 0 && isCoalesced, fits)
        : given === 'warp'
          ? subgroupSize
          : (given as number);
    const left = Math.ceil((communicates ? width : invocations) / (factor * stride)) * stride;
    if (communicates) size[axis] = left;
    else grid[axis] = Math.ceil(left / width);
  }
}

function numberOf(configuration: Configuration, name: string, otherwise: number): number {
  const value = configuration[name];
  return typeof value === 'number' ? value : otherwise;
}

// A launch file opened at one input after the other: what it stands for with these params, each looked at once.

import { type Input, type InputSpace, paramsOfInput } from '../adapt/input-space.ts';
import { openTunable } from '../configure/open.ts';
import type { Tunable } from '../configure/tunable.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { ReadOptions } from '../launch/load.ts';
import { type Configuration, type Point, pointOf } from '../space/space.ts';

export class Sizes {
  /** Set as soon as the launch is known. */
  inputs: InputSpace = [];
  private readonly file: string;
  private readonly params: Readonly<Record<string, string>>;
  private readonly options: ReadOptions;
  private readonly opened = new Map<string, Outcome<Tunable>>();

  /** @param params that the command line changed, whatever the input */
  constructor(file: string, params: Readonly<Record<string, string>>, options: ReadOptions) {
    this.file = file;
    this.params = params;
    this.options = options;
  }

  /** With the launch file's own params. */
  asItIs(): Outcome<Tunable> {
    return this.with({});
  }

  /** With those of an input, of the space that `inputs` is. */
  at(input: Input): Outcome<Tunable> {
    return this.with(paramsOfInput(this.inputs, input));
  }

  /** With these params. */
  with(input: Readonly<Record<string, string>>): Outcome<Tunable> {
    const key = JSON.stringify(input);
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const opened = openTunable(this.file, { ...this.params, ...input }, undefined, undefined, this.options);
    this.opened.set(key, opened);
    return opened;
  }
}

/** The valid point of a configuration in a list, empty where there is none at this input. */
export function pointIn({ space, points }: Tunable, configuration: Configuration): Point[] {
  const point = pointOf(space, configuration);
  return point !== undefined && points.indexOf(point) >= 0 ? [point] : [];
}

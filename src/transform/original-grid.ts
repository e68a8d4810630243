// A constant that holds how many workgroups the original had along an axis, for kernels that have to know where
// the original's work ends. Its default is the number at hand; the launch file gives it for others.

import { type Edit, endOfLine, withComments } from './edits.ts';
import type { Kernel } from './kernel.ts';
import type { Step } from './step.ts';
import { AXIS_NAMES, type Axis } from './transformation.ts';

export class OriginalGrid {
  private name: string | undefined;
  private readonly kernel: Kernel;
  private readonly axis: Axis;

  constructor(kernel: Kernel, axis: Axis) {
    this.kernel = kernel;
    this.axis = axis;
  }

  /** The name of the constant, which is declared from now on. */
  workgroups(): string {
    this.name ??= this.kernel.names.fresh(`WORKGROUPS_${AXIS_NAMES[this.axis].toUpperCase()}`);
    return this.name;
  }

  edits(): Edit[] {
    if (this.name === undefined) return [];
    const { kernel, axis } = this;
    const comment = `// Workgroups of the original along ${AXIS_NAMES[axis]}.`;
    const declaration = `override ${this.name}: u32 = ${kernel.dispatch[axis]};`;
    const last = kernel.elements.findLast(({ kind }) => kind === 'override');
    if (last) {
      const at = endOfLine(kernel.text, kernel.place(last).end);
      return [{ start: at, end: at, text: `\n${comment}\n${declaration}` }];
    }
    const [first] = kernel.functions.values();
    const { start } = withComments(kernel.text, kernel.place(first));
    const gap = /\n\s*$/.test(kernel.text.slice(0, start)) ? '' : '\n';
    return [{ start, end: start, text: `${gap}\n${comment}\n${declaration}\n` }];
  }

  declared(): Pick<Step, 'originals'> {
    return this.name === undefined ? {} : { originals: [{ name: this.name, axis: this.axis }] };
  }
}

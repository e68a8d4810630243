// What `measure.ts` writes: tables with their configurations and the times of each.

import type { Configuration } from '../../src/wavefront/phases.ts';
import type { Instance } from './instances.ts';

export interface MeasuredConfiguration extends Configuration {
  /** The median of the samples, from the first dispatch to the last. */
  readonly timeNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Whether the table was that of the instance's first configuration, by its sum. */
  readonly isSame: boolean;
}

export interface MeasuredInstance extends Instance {
  readonly configurations: readonly MeasuredConfiguration[];
}

export interface MeasuredTables {
  readonly schema: 'kernelcast/wavefront-measured@1';
  readonly device: string;
  readonly driver: string;
  readonly date: string;
  readonly instances: readonly MeasuredInstance[];
}

// What a prediction costs against the size of what is predicted: five examples over six decades of invocations.

import { nodeCost } from './processes.ts';

/** Params by kernel, and how many invocations a value makes. */
const KERNELS: Readonly<Record<string, { readonly param: string; readonly values: readonly number[] }>> = {
  triad: { param: 'N', values: [10, 12, 14, 16, 18, 20, 22, 24, 26, 28].map((bits) => 2 ** bits) },
  histogram: { param: 'N', values: [10, 12, 14, 16, 18, 20, 22, 24, 26, 28].map((bits) => 2 ** bits) },
  stencil: { param: 'N', values: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((bits) => 2 ** bits) },
  'matmul-tiled': { param: 'N', values: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((bits) => 2 ** bits) },
  nbody: { param: 'BODIES', values: [8, 10, 12, 14, 16, 18, 20, 22].map((bits) => 2 ** bits) },
};

export interface SizeCost {
  readonly kernel: string;
  readonly param: string;
  readonly value: number;
  readonly seconds: number;
  readonly peakBytes: number;
}

export function costsBySize(repeats: number): SizeCost[] {
  return Object.entries(KERNELS).flatMap(([kernel, { param, values }]) =>
    values.map((value) => {
      const asked = ['--profile', 'nvidia-h200', '-D', `${param}=${value}`];
      const args = ['dist/kernelcast.js', 'predict', `examples/${kernel}.json`, ...asked];
      return { kernel, param, value, ...nodeCost(args, repeats) };
    }),
  );
}

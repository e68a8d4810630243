// How eagerly the engine optimises. It does so beside the program, for what has run a while: the code that execution
// makes of each kernel, and much else that ends soon after. That took as much of the processors as predicting itself
// and made nothing faster. Sixteen times later it is a third of that, and what runs for long is optimised as ever.

import v8 from 'node:v8';

/** By major version of Node, whose names for it differ; others go by their own defaults. */
const FLAGS: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=1081344',
  22: '--invocation-count-for-turbofan=48000',
  24: '--invocation-count-for-turbofan=48000',
};

/** As arguments of this Node. */
export function lateOptimization(): string[] {
  const flag = FLAGS[process.versions.node.split('.')[0]];
  return flag === undefined ? [] : [flag];
}

/** For what is compiled from here on, in all threads. Kept code fits only where it was called as well. */
export function optimizeLate(): void {
  for (const flag of lateOptimization()) v8.setFlagsFromString(flag);
}

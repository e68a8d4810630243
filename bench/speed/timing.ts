// How fast timing is: warp instructions per second of processor time, the first call of a process and the best of
// several. Prints one JSON object for the launch file that it is given.

import { readFileSync } from 'node:fs';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { decodeKernel, generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { sampleTrace } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';

const [file, repeats = '5'] = process.argv.slice(2);
const profile = loadProfile('nvidia-h200').value!;
const driver = { dialect: 'dawn', without: [] } as const;
const launch = loadLaunch(file, { params: {} }).value!;
const module = decodeKernel(launch, readFileSync(launch.shaderPath, 'utf8')).value!;
const program = generateKernel(optimizeKernel(module, driver), driver);
const bindings = program.module.buffers.map(
  (buffer) =>
    launch.bindings.find((each) => each.group === buffer.group && each.binding === buffer.binding)!,
);
const trace = sampleTrace(program, bindings, launch, { profile, seed: 0, files: () => new Uint8Array() })
  .value!;
const preparation = prepare(trace, profile);
const timing = { trace, profile, preparation, workgroupSize: invocationsOf(module), cache: 'warm' } as const;
const rates: number[] = [];
for (let repeat = 0; repeat <= Number(repeats); repeat++) {
  const before = process.cpuUsage();
  const { warpInstructions } = predictTime(timing);
  const { user, system } = process.cpuUsage(before);
  rates.push((warpInstructions / (user + system)) * 1e6);
}
console.log(JSON.stringify({ first: rates[0], best: Math.max(...rates) }));

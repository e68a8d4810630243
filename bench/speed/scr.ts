import { readFileSync } from 'node:fs';
import { loadLaunch } from '../../src/launch/load.ts';
import { compileLaunch } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
const profile = loadProfile('nvidia-h200').value!;
for (const f of process.argv.slice(2)) {
  const { value: launch } = loadLaunch(f, { params: {}, folders: [] } as any);
  const source: any = readFileSync(launch!.shaderPath, 'utf8');
  const c = compileLaunch(launch!, source, { profile, without: [], seed: 0, files: () => new Uint8Array() } as any);
  const ops: Record<string, number> = {};
  for (const s of c.value?.program.segments ?? []) for (const i of s.instructions) ops[i.opcode] = (ops[i.opcode] ?? 0) + 1;
  console.log(JSON.stringify({ f: f.split('/').pop()!.slice(0, -5), regs: c.value?.program.registersPerThread, ops }));
}

// Makes one compute pipeline after the other through Dawn, and keeps what the Vulkan layer printed of each: run by
// `record.ts` where the driver's compiler is, as `node compile-all.mjs JOBS STATS ANSWERS MODULES [FEATURES]`; names the
// SPIR-V that the layer leaves in the folder MODULES, and does without the features of Dawn that are listed.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { create, globals } from 'webgpu';

Object.assign(globalThis, globals);
const [jobsFile, statsFile, answersFile, modulesFolder, without] = process.argv.slice(2);
const gpu = create([
  'enable-dawn-features=allow_unsafe_apis',
  ...(without ? [`disable-dawn-features=${without}`] : []),
]);
const adapter = await gpu.requestAdapter();
const wanted = ['timestamp-query', 'subgroups', 'shader-f16', 'float32-filterable'];
const limits = [
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxStorageBuffersPerShaderStage',
];
const device = await adapter.requestDevice({
  requiredFeatures: wanted.filter((each) => adapter.features.has(each)),
  requiredLimits: Object.fromEntries(limits.map((each) => [each, adapter.limits[each]])),
});
const modulesNow = () => (existsSync(modulesFolder) ? readdirSync(modulesFolder) : []);
const printed = () => (existsSync(statsFile) ? readFileSync(statsFile, 'utf8') : '');

for (const { name, code, entryPoint, constants } of JSON.parse(readFileSync(jobsFile, 'utf8'))) {
  const before = printed().length;
  const modulesBefore = new Set(modulesNow());
  let problem;
  try {
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code });
    await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint, constants } });
    problem = (await device.popErrorScope())?.message;
  } catch (error) {
    problem = String(error);
  }
  const text = printed().slice(before);
  const spirv = modulesNow().find((each) => !modulesBefore.has(each));
  appendFileSync(answersFile, `${JSON.stringify({ name, text, problem, spirv })}\n`);
}
process.exit(0);

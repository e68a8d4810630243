// Whether the device can hold a workgroup of the kernel at all: its invocations and its workgroup memory.

import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { occupancy } from '../emulate/occupancy.ts';
import type { Module } from '../ir/ir.ts';
import type { Launch } from '../launch/launch.ts';
import { allocatedWorkgroupBytes, type Program } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import { type ShaderSource, workgroupSizeSpan } from './shader.ts';

export function invocationsOf(module: Module): number {
  return module.workgroupSize[0] * module.workgroupSize[1] * module.workgroupSize[2];
}

/**
 * What the source says about a workgroup against the device's limits: its invocations, and the variables that
 * the entry point uses, as WebGPU counts them. Before anything is compiled, because too large ones take long.
 */
export function checkWorkgroup(
  module: Module,
  launch: Launch,
  source: ShaderSource,
  profile: Profile,
): Diagnostic[] {
  let bytes = 0;
  for (const { space, sizeBytes } of module.variables) if (space === 'workgroup') bytes += sizeBytes;
  return [
    ...checkInvocations(module, launch, source, profile),
    ...checkWorkgroupMemory(bytes, module, profile),
  ];
}

function checkInvocations(
  module: Module,
  launch: Launch,
  source: ShaderSource,
  profile: Profile,
): Diagnostic[] {
  const most = profile.limits.invocationsPerWorkgroup.value;
  const size = invocationsOf(module);
  if (size <= most) return [];
  const shape = module.workgroupSize.join(' × ');
  const message = `a workgroup of ${shape} is ${size} invocations; ${profile.name} runs at most ${most}`;
  const span = workgroupSizeSpan(module, launch, source);
  return [{ severity: 'invalid', code: 'launch/workgroup-size', message, ...(span ? { span } : {}) }];
}

/** Execution keeps the private memory of a whole workgroup at hand. */
const MOST_PRIVATE_BYTES = 2 ** 28;

/** What one workgroup holds against what an SM has. */
export function checkResources(program: Program, profile: Profile): Diagnostic[] {
  const { workgroupBytes, module } = program;
  const memory = [...checkWorkgroupMemory(workgroupBytes, module, profile), ...checkPrivateMemory(program)];
  return memory.length > 0 ? memory : checkFit(program, profile);
}

function checkPrivateMemory(program: Program): Diagnostic[] {
  const invocations = invocationsOf(program.module);
  if (program.privateBytes * invocations <= MOST_PRIVATE_BYTES) return [];
  const message = `the kernel's private variables take ${program.privateBytes} bytes for each of ${invocations} invocations; at most ${MOST_PRIVATE_BYTES} bytes for a workgroup are modelled`;
  return [
    {
      severity: 'unsupported',
      code: 'launch/private-memory',
      message,
      ...largestPlace(program.module, 'private'),
    },
  ];
}

function largestPlace(module: Module, space: 'workgroup' | 'private'): { span?: Span } {
  const [largest] = module.variables
    .filter((variable) => variable.space === space)
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
  return largest?.span ? { span: largest.span } : {};
}

/** A kernel that no SM can hold; of registers the driver would spill some, so that is only a warning. */
function checkFit(program: Program, profile: Profile): Diagnostic[] {
  const { workgroupsPerSm, limit } = occupancy({
    limits: profile.limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: allocatedWorkgroupBytes(program),
    workgroupSize: invocationsOf(program.module),
    totalWorkgroups: profile.limits.smCount.value,
  });
  if (workgroupsPerSm > 0) return [];
  const isRegisters = limit === 'registers';
  const hint = isRegisters ? '; a driver would spill some of them to memory, which is not predicted' : '';
  const message = `not one workgroup fits onto an SM of ${profile.name}, for want of ${limit}${hint}`;
  const severity = isRegisters ? 'warning' : 'invalid';
  return [{ severity, code: 'launch/no-fit', message }];
}

/** Workgroup memory against the device's limit; the place is that of the largest variable. */
function checkWorkgroupMemory(bytes: number, module: Module, profile: Profile): Diagnostic[] {
  const most = profile.limits.sharedBytesPerWorkgroup.value;
  if (bytes <= most) return [];
  const message = `the kernel's workgroup variables take ${bytes} bytes; ${profile.name} gives a workgroup at most ${most}`;
  const place = largestPlace(module, 'workgroup');
  return [{ severity: 'invalid', code: 'launch/workgroup-memory', message, ...place }];
}

// Whether the device can hold a workgroup of the kernel at all: its invocations and its workgroup memory.

import type { Program } from '../codegen/machine.ts';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { occupancy } from '../emulate/occupancy.ts';
import type { Module } from '../ir/ir.ts';
import type { Launch } from '../launch/launch.ts';
import type { Profile } from '../profile/profile.ts';

export function invocationsOf(module: Module): number {
  return module.workgroupSize[0] * module.workgroupSize[1] * module.workgroupSize[2];
}

/** Invocations of a workgroup against the device's limit. */
export function checkWorkgroup(
  module: Module,
  launch: Launch,
  source: string,
  profile: Profile,
): Diagnostic[] {
  const most = profile.limits.invocationsPerWorkgroup.value;
  const size = invocationsOf(module);
  if (size <= most) return [];
  const shape = module.workgroupSize.join(' × ');
  const message = `a workgroup of ${shape} is ${size} invocations; ${profile.name} runs at most ${most}`;
  const span = workgroupSizeSpan(module, launch.shaderPath, source);
  return [{ severity: 'invalid', code: 'launch/workgroup-size', message, ...(span ? { span } : {}) }];
}

/** What one workgroup holds against what an SM has. */
export function checkResources(program: Program, profile: Profile): Diagnostic[] {
  const memory = checkWorkgroupMemory(program, profile);
  return memory.length > 0 ? memory : checkFit(program, profile);
}

/** A kernel that no SM can hold; of registers the driver would spill some, so that is only a warning. */
function checkFit(program: Program, profile: Profile): Diagnostic[] {
  const { workgroupsPerSm, limit } = occupancy({
    limits: profile.limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: program.workgroupBytes,
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
function checkWorkgroupMemory(program: Program, profile: Profile): Diagnostic[] {
  const most = profile.limits.sharedBytesPerWorkgroup.value;
  if (program.workgroupBytes <= most) return [];
  const message = `the kernel's workgroup variables take ${program.workgroupBytes} bytes; ${profile.name} gives a workgroup at most ${most}`;
  const [largest] = program.module.variables
    .filter((variable) => variable.space === 'workgroup')
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
  const place = largest?.span ? { span: largest.span } : {};
  return [{ severity: 'invalid', code: 'launch/workgroup-memory', message, ...place }];
}

/** Where a shader in text says how large its workgroups are: the last such attribute before the entry point. */
function workgroupSizeSpan(module: Module, file: string, source: string): Span | undefined {
  const entry = new RegExp(`\\bfn\\s+${module.entryPoint}\\b`).exec(source);
  if (!entry) return undefined;
  const [attribute] = [...source.slice(0, entry.index).matchAll(/@\s*workgroup_size\s*\([^)]*\)?/g)].slice(
    -1,
  );
  const [found] = attribute ?? entry;
  const start = (attribute ?? entry).index;
  return { file, start, end: start + found.length };
}

// What can be read off a module without lowering it: where it says how large its workgroups are. For messages
// about launches that do not fit it.

import type { Span } from '../../diagnostics/diagnostic.ts';
import { enumerantValue, opcodeOf } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt, stringAt } from './module.ts';
import { readSpirv, type SpirvSource } from './read.ts';

/** Where the size of an entry point's workgroups is given, or else the entry point itself. */
export function workgroupSizePlace(source: SpirvSource, entryPoint: string): Span | undefined {
  const module = readSpirv(source).value;
  if (module === undefined) return undefined;
  const isNamed = (at: number) => stringAt(module, at + 3, at + lengthAt(module, at)) === entryPoint;
  const entry = placesOf(module, 'OpEntryPoint').find(isNamed);
  if (entry === undefined) return undefined;
  const sizes = ['LocalSize', 'LocalSizeId'].map((name) => enumerantValue('ExecutionMode', name));
  const modes = [...placesOf(module, 'OpExecutionMode'), ...placesOf(module, 'OpExecutionModeId')];
  const mode = modes.find((at) => {
    return module.words[at + 1] === module.words[entry + 2] && sizes.includes(module.words[at + 2]);
  });
  return spanAt(module, mode ?? entry);
}

function placesOf(module: SpirvModule, name: string): number[] {
  const opcode = opcodeOf(name);
  return [...module.starts].filter((at) => opcodeAt(module, at) === opcode);
}

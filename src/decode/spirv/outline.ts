// What can be read off a module without lowering it: its entry points and spec constants, and, for messages about
// launches that do not fit it, where it says how large its workgroups are.

import type { Outcome, Span } from '../../diagnostics/diagnostic.ts';
import type { EntryPointOutline } from '../outline.ts';
import { Declarations } from './declarations.ts';
import { enumerantValue, opcodeOf } from './grammar.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt, stringAt } from './module.ts';
import { Decoration, ExecutionModel, Op } from './opcodes.ts';
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

/** Every compute entry point; each may use any of the module's spec constants, which all have defaults. */
export function outlineSpirv(source: SpirvSource): Outcome<EntryPointOutline[]> {
  const read = readSpirv(source);
  if (!read.value) return { diagnostics: read.diagnostics };
  const declarations = new Declarations(read.value);
  const constants = declarations.globals.flatMap((at) => {
    const opcode = opcodeAt(read.value!, at);
    if (opcode < Op.specConstantTrue || opcode > Op.specConstant) return [];
    const result = read.value!.words[at + 2];
    const id = declarations.decoration(result, Decoration.specId);
    const name = declarations.names.get(result) || (id === undefined ? undefined : String(id));
    if (name === undefined) return [];
    return [{ name, hasDefault: true, ...(id === undefined ? {} : { id: String(id) }) }];
  });
  const kernels = declarations.entryPoints.filter(({ model }) => model === ExecutionModel.glCompute);
  const value = kernels.map(({ name }) => ({ name, overrides: constants, constants: {}, workgroupSize: [] }));
  return { value, diagnostics: [] };
}

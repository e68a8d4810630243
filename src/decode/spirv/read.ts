// The two forms of SPIR-V, binary and assembly text, → the words that the rest of the decoder reads. Which form
// a file has is decided by its ending.

import type { Outcome } from '../../diagnostics/diagnostic.ts';
import type { BinarySource } from '../../diagnostics/render.ts';
import { readAssembly } from './assembly.ts';
import { looksBinary, readBinary } from './binary.ts';
import { Disassembler } from './disassemble.ts';
import { instructionIndex, type SpirvModule } from './module.ts';

export type SpirvSource =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly text: string };

export function readSpirv(source: SpirvSource): Outcome<SpirvModule> {
  return 'text' in source ? readAssembly(source.file, source.text) : readBinary(source.file, source.bytes);
}

export function isSpirvFile(path: string): boolean {
  return /\.spv(asm)?$/i.test(path);
}

/** The contents of a file in the form that its ending says. */
export function spirvSource(file: string, bytes: Uint8Array): Outcome<SpirvSource> {
  if (/\.spv$/i.test(file)) return { value: { file, bytes }, diagnostics: [] };
  if (!looksBinary(bytes)) {
    return { value: { file, text: new TextDecoder().decode(bytes) }, diagnostics: [] };
  }
  const message = `${file} holds a SPIR-V binary, not assembly: give it the ending .spv`;
  return { diagnostics: [{ severity: 'invalid', code: 'spirv/binary-in-text', message }] };
}

/** What lies at a byte of a binary: the instruction there. */
export function describeBinary(source: { file: string; bytes: Uint8Array }): BinarySource {
  let reading: { module: SpirvModule | undefined; disassembler?: Disassembler } | undefined;
  return {
    lineAt: (byte) => {
      if (reading === undefined) {
        const module = readBinary(source.file, source.bytes).value;
        reading = { module, ...(module && { disassembler: new Disassembler(module, { names: true }) }) };
      }
      const { module, disassembler } = reading;
      const word = byte >>> 2;
      if (!module || !disassembler || word < (module.starts[0] ?? Infinity)) return undefined;
      return disassembler.instruction(module.starts[instructionIndex(module, word)]);
    },
  };
}

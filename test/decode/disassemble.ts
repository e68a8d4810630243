// Whole modules as assembly text.

import { Disassembler } from '../../src/decode/spirv/disassemble.ts';
import type { SpirvModule } from '../../src/decode/spirv/module.ts';

/** The whole module, with the header as comments. */
export function disassemble(module: SpirvModule, options: { readonly names?: boolean } = {}): string {
  const disassembler = new Disassembler(module, options);
  const hex = (word: number) => `0x${module.words[word].toString(16).padStart(8, '0')}`;
  const lines = [
    '; SPIR-V',
    `; Version: ${(module.version >>> 16) & 0xff}.${(module.version >>> 8) & 0xff}`,
    `; Generator: ${hex(2)}`,
    `; Bound: ${module.bound}`,
    `; Schema: ${module.words[4]}`,
  ];
  for (const at of module.starts) lines.push(disassembler.line(at));
  return `${lines.join('\n')}\n`;
}

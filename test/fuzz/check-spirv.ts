// One SPIR-V input, binary or assembly: the reader, the decoder, and the model behind when a module comes out.

import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import type { SpirvSource } from '../../src/decode/spirv/read.ts';
import { requireValid, runChain } from './chain.ts';
import { checkDiagnostics, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = 'fuzz.spv';

export function checkSpirv(input: string | Uint8Array, random: Random): string {
  const source: SpirvSource =
    typeof input === 'string' ? { file: FILE, text: input } : { file: FILE, bytes: input };
  const { value, diagnostics } = decodeSpirv(source, {
    constants: random.oneIn(8) ? { 0: 4, N: random.pick([0, 1, -1, 1e9]) } : {},
    ...(random.oneIn(8) ? { workgroupSize: [32, 1, 1] as const } : {}),
  });
  checkDiagnostics(diagnostics, FILE, input.length, typeof input === 'string' ? input : undefined);
  if (!value) return refusalOf(diagnostics);
  requireValid(value, 'decoded');
  return `decoded: ${runChain(value, { file: FILE, text: '' }, random, {})}`;
}

import { appleCode } from '../../src/compilers/apple/generate.ts';
import { appleGeneration } from '../../src/compilers/apple/generation.ts';
import { optimizeApple } from '../../src/compilers/apple/optimize/chain.ts';
import { shaderCompiler } from '../../src/compilers/dialects.ts';
import { PassRunner } from '../../src/compilers/pass.ts';
import { printModule } from '../../src/ir/print.ts';
import { codeKernels, decodeKernel, isKeptApart } from './kernels.ts';

const g = appleGeneration('g13')!;
for (const k of codeKernels()) {
  if (k.name !== process.argv[2] || isKeptApart(k)) continue;
  const m = optimizeApple(decodeKernel(k)!, shaderCompiler('dawn'), g, new PassRunner(new Set()));
  if (process.argv[3]) console.log(printModule(m));
  const c = appleCode(m, g);
  for (const s of c.segments) {
    console.log(`-- ${s.id} depth ${s.loopDepth}`);
    for (const i of s.instructions)
      console.log(' ', i.opcode, i.destinations.join(','), '<-', i.sources.join(','));
  }
  console.log(c.halves);
}

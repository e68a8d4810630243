// Run by the build: executes what most users begin with, and keeps the code that the engine compiled for it.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { optimizeLate } from './engine.ts';
import { CODE, evaluateProgram } from './load-program.ts';

optimizeLate();
const folder = import.meta.dirname;
const { program, compiledCode } = evaluateProgram(folder)!;
const { main } = await program.command();
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
await main(['predict', ...process.argv.slice(2)]);
process.stdout.write = write;
writeFileSync(path.join(folder, CODE), compiledCode());

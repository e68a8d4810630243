#!/usr/bin/env node
// The `kernelcast` command: loads its program, which does the rest.

import { loadProgram } from './load-program.ts';

const { main } = await loadProgram(import.meta.dirname).command();
await main(process.argv.slice(2));

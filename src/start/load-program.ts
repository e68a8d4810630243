// The command's program is one file, dist/program.cjs, and beside it lies what the engine made of it when it was built:
// the functions that a prediction calls, compiled. Reading that takes a tenth of the time that compiling does, which
// was a third of a cold prediction. It fits one version of Node; others compile the file as ever, and those that can
// keep what they compiled do that themselves.

import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { optimizeLate } from './engine.ts';

export const PROGRAM = 'program.cjs';
/** Beside the program; the engine checks its own version and flags, but not the processor's kind. */
export const CODE = `program-${process.version}-${process.arch}.code`;

export interface Program {
  readonly command: () => Promise<typeof import('../cli/main.ts')>;
  readonly worker: () => Promise<unknown>;
}

export interface LoadedProgram {
  readonly program: Program;
  /** All that has been compiled so far. */
  readonly compiledCode: () => Buffer;
}

/** @param folder that holds the program */
export function loadProgram(folder: string): Program {
  optimizeLate();
  const code = path.join(folder, CODE);
  if (!existsSync(code)) return required(folder);
  const loaded = evaluateProgram(folder, readFileSync(code));
  return loaded?.program ?? required(folder);
}

/** Undefined where the code is of another engine, or of other flags of it. */
export function evaluateProgram(folder: string, code?: Buffer): LoadedProgram | undefined {
  const filename = path.join(folder, PROGRAM);
  // What is not in ASCII is escaped in it, and so read in a third of the time.
  const source = readFileSync(filename, 'latin1');
  const script = new vm.Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename,
    ...(code && { cachedData: code }),
  });
  if (script.cachedDataRejected) return undefined;
  const module = { exports: {} };
  const require = nodeModule.createRequire(filename);
  script.runInThisContext()(module.exports, require, module, filename, folder);
  return { program: module.exports as Program, compiledCode: () => script.createCachedData() };
}

function required(folder: string): Program {
  // From Node 22.1 on.
  const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
  enableCompileCache?.();
  return nodeModule.createRequire(path.join(folder, PROGRAM))(`./${PROGRAM}`);
}

// A worker thread of configure/pool.ts: loads the same program as the command.

import { loadProgram } from './load-program.ts';

await loadProgram(import.meta.dirname).worker();

// Opens an example of `examples/wavefront` with the params of an instance.

import { readFileSync } from 'node:fs';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import { parseWavefront, type Wavefront, withCell } from '../../src/wavefront/wavefront.ts';
import type { Instance } from './instances.ts';

/** @throws DiagnosticError */
export function openInstance({ example, params }: Instance): Wavefront {
  const file = `examples/wavefront/${example}.json`;
  const parsed = parseWavefront(readFileSync(file, 'utf8'), file, { params });
  if (!parsed.value) throw new DiagnosticError(parsed.diagnostics);
  const joined = withCell(parsed.value, readFileSync(parsed.value.cellFile, 'utf8'));
  if (!joined.value) throw new DiagnosticError(joined.diagnostics);
  return joined.value;
}

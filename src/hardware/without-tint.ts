// What can be said of WGSL where Tint is not at hand: naga's word, where `naga-wasm` is installed, else nothing before the
// decoder reads the kernel. naga takes less than Tint does, so that what it refuses is a warning.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isMissing } from './webgpu-package.ts';

type Naga = typeof import('naga-wasm');

/** @param reason why Tint is not there */
export async function validateWithoutTint(
  source: string,
  file: string,
  reason: string,
): Promise<Diagnostic[]> {
  const naga = await loadNaga();
  if (naga === undefined) return [notTint('was not validated, only read by kernelcast', reason)];
  const refused = refusalOf(naga, source, file);
  return [notTint('was validated by naga instead of Tint', reason), ...(refused ? [refused] : [])];
}

async function loadNaga(): Promise<Naga | undefined> {
  try {
    return await import('naga-wasm');
  } catch (error) {
    if (isMissing(error, 'naga-wasm')) return undefined;
    throw error;
  }
}

function notTint(how: string, reason: string): Diagnostic {
  return { severity: 'warning', code: 'wgsl/not-validated', message: `the shader ${how}; ${reason}` };
}

function refusalOf(naga: Naga, source: string, file: string): Diagnostic | undefined {
  // naga has subgroups, but not the line that enables them.
  const code = source.replace(/^\s*enable\s+subgroups\s*;/m, (line) => line.replace(/\S/g, ' '));
  try {
    naga.validate(naga.parseWgsl(code));
    return undefined;
  } catch (error) {
    if (!(error instanceof naga.NagaError)) throw error;
    const [what] = error.formatted.trim().split('\n');
    const [, line, column] = /:(\d+):(\d+)/.exec(error.formatted) ?? [];
    const place = line === undefined ? {} : { span: spanAt(code, file, Number(line), Number(column)) };
    const message = `naga refuses the shader: ${what.replace(/^error: /, '')}`;
    return { severity: 'warning', code: 'wgsl/refused-by-naga', message, ...place };
  }
}

function spanAt(source: string, file: string, line: number, column: number) {
  const before = source.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const start = Math.min(before + column - 1, source.length);
  return { file, start, end: Math.min(start + 1, source.length) };
}

// The packages that hold a farm together are optional: predicting and tuning on one machine do without, and so does an
// agent. What needs them says how to get them.

import packageJson from '../../../package.json' with { type: 'json' };
import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { isMissing } from '../../hardware/webgpu-package.ts';

const NAMES = ['pg-boss', 'pg', '@electric-sql/pglite'] as const;
/** pg-boss is an ES module that is required, which older ones cannot. */
const LEAST_NODE = [22, 12] as const;

/** The one line that installs what `farm start` needs. */
export const INSTALL_FARM = `npm install ${NAMES.map((name) => `${name}@${packageJson.devDependencies[name]}`).join(' ')}`;

/** @throws DiagnosticError where this Node is too old for it */
export function refuseOldNode(version = process.versions.node): void {
  const [major, minor] = version.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw problem(`farm start needs Node ${LEAST_NODE.join('.')} or later, and this is ${version}`, [
    'agents and whoever asks the farm may have Node 20.19 or later',
    `with a newer Node: ${INSTALL_FARM}`,
  ]);
}

/** What `load` imports. @throws DiagnosticError where it is not installed */
export async function loaded<T>(name: (typeof NAMES)[number], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw problem(`farm start needs packages that are not installed: ${INSTALL_FARM}`, []);
  }
}

function problem(message: string, notes: readonly string[]): DiagnosticError {
  const diagnostic: Diagnostic = { severity: 'unsupported', code: 'farm/packages', message, notes };
  return new DiagnosticError([diagnostic]);
}

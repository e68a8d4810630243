// The package `webgpu` (Dawn, for five platforms) is optional: predictions do without. What needs it says how to get it.

import { createRequire } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };
import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** Why there is no WebGPU, and the one command that changes it. */
export const INSTALL_WEBGPU = `the package webgpu is not installed: npm install webgpu@${packageJson.devDependencies.webgpu}`;

/** Whether a package that was asked for is not there, rather than broken. */
export function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isNotFound && new RegExp(`'${name}['/]`).test(message);
}

/** Where the package says what it is. @throws DiagnosticError where it is not installed */
export function webgpuManifest(): string {
  try {
    return createRequire(import.meta.url).resolve('webgpu/package.json');
  } catch (error) {
    if (!isMissing(error, 'webgpu')) throw error;
    const message = `kernels cannot be run: ${INSTALL_WEBGPU}`;
    throw new DiagnosticError([{ severity: 'no-gpu', code: 'measure/no-webgpu', message }]);
  }
}

/**
 * What `kernelcast/node` adds to `kernelcast`: files, worker threads, and Tint to validate WGSL with.
 *
 * @module kernelcast/node
 */

export type { App } from '../app/app.ts';
export { isAppFile, loadApp } from '../app/load.ts';
export type { AppPrediction } from '../app/prediction.ts';
export { fileReader, loadKernel, openShader } from '../cli/kernels.ts';
export { openTunable } from '../configure/open.ts';
export { closeTint, validateWgsl } from '../hardware/tint.ts';
export { loadLaunch, type ReadOptions } from '../launch/load.ts';
export { loadProfile, profileNames } from '../profile/load.ts';
export { type AppSettings, predictApp } from './app.ts';
export { openBackend } from './backend.ts';
export { type ValidateSettings, validateFolder } from './validate.ts';

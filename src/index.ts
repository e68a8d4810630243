// The public API: what `kernelcast predict` and `inspect` do, for programs. The core (everything exported
// here but the loaders) runs in a browser; `loadLaunch` and `loadProfile` read files.

export type { Diagnostic, Outcome, Severity, Span } from './diagnostics/diagnostic.ts';
export { type BinarySource, renderDiagnostic } from './diagnostics/render.ts';
export { emulateAbstract } from './emulate/algorithm1.ts';
export { occupancy } from './emulate/occupancy.ts';
export type { Launch } from './launch/launch.ts';
export { loadLaunch } from './launch/load.ts';
export { parseLaunch } from './launch/parse.ts';
export { type Behaviour, behaviours } from './predict/behaviours.ts';
export {
  type Inspection,
  inspectLaunch,
  type PredictOptions,
  predictLaunch,
  type Stage,
} from './predict/predict.ts';
export type { Prediction } from './predict/prediction.ts';
export type { ShaderSource } from './predict/shader.ts';
export { loadProfile, profileNames } from './profile/load.ts';
export { overrideProfile } from './profile/override.ts';
export type { Profile } from './profile/profile.ts';
export { scaleResource } from './profile/scale.ts';

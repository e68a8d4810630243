// The public API: what `kernelcast predict`, `inspect`, `transform` and `search` do, for programs. The core runs in a
// browser; `loadLaunch`, `loadProfile` and `openTunable` read files, and `ModelPool` starts threads.

export { type Behaviour, behaviours } from './compilers/behaviours.ts';
export { evaluateModel, type ModelOptions } from './configure/evaluate.ts';
export { ModelEvaluator } from './configure/model-evaluator.ts';
export { openTunable } from './configure/open.ts';
export { ModelPool } from './configure/pool.ts';
export type { Instance, Tunable } from './configure/tunable.ts';
export type { Diagnostic, Outcome, Severity, Span } from './diagnostics/diagnostic.ts';
export { type BinarySource, renderDiagnostic } from './diagnostics/render.ts';
export { emulateAbstract } from './emulate/algorithm1.ts';
export { occupancy } from './emulate/occupancy.ts';
export type { Launch } from './launch/launch.ts';
export { loadLaunch } from './launch/load.ts';
export { parseLaunch } from './launch/parse.ts';
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
export { search } from './search/search.ts';
export type { Parameter, Point, Space } from './space/space.ts';
export { type Transformation, type Transformed, transformKernel } from './transform/index.ts';

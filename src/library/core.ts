/**
 * What `kernelcast` exports: the model for programs that have texts and objects. Nothing that is reached from here is
 * of Node, so that it runs in pages and workers, too.
 *
 * @module kernelcast
 */

export type { Diagnosis } from '../analyze/diagnosis.ts';
export { type Behaviour, behaviours } from '../compilers/behaviours.ts';
export { type Dialect, dialectNames } from '../compilers/dialects.ts';
export type { Backend } from '../configure/backend.ts';
export { ModelEvaluator } from '../configure/model-evaluator.ts';
export type { Instance, Tunable } from '../configure/tunable.ts';
export type { Diagnostic, Outcome, Severity, Span } from '../diagnostics/diagnostic.ts';
export { type BinarySource, type RenderOptions, renderDiagnostic } from '../diagnostics/render.ts';
export { emulateAbstract } from '../emulate/algorithm1.ts';
export { occupancy } from '../emulate/occupancy.ts';
export { validateOn, type WgslCompiler } from '../hardware/wgsl-messages.ts';
export type { Launch } from '../launch/launch.ts';
export { type Overrides, parseLaunch } from '../launch/parse.ts';
export type { Inspection, Stage } from '../predict/inspect.ts';
export type { Prediction } from '../predict/prediction.ts';
export type { Kernel, ShaderSource } from '../predict/shader.ts';
export { defaultProfile } from '../profile/default-profile-data.ts';
export { overrideProfile } from '../profile/override.ts';
export { parseProfile } from '../profile/parse.ts';
export type { Profile } from '../profile/profile.ts';
export { scaleResource } from '../profile/scale.ts';
export { type Problem, type SearchOptions, type SearchResult, search } from '../search/search.ts';
export { Random } from '../space/random.ts';
export type { Parameter, Point, Space } from '../space/space.ts';
export { type Transformation, type Transformed, transformKernel } from '../transform/index.ts';
export { type Row, type ScoreCard, scored, type Validation, validationOf } from '../validate/validate.ts';
export { type KernelSettings, parseKernel } from './kernel.ts';
export { type DiagnoseSettings, diagnoseLaunch, inProcess, inspectLaunch, predictLaunch } from './model.ts';
export { type Found, type SearchSettings, searchKernel } from './search.ts';
export type { Files, Settings } from './settings.ts';

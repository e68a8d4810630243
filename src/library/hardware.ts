/**
 * What `kernelcast/hardware` exports: what runs kernels on this machine's GPU. It needs the package `webgpu`.
 *
 * @module kernelcast/hardware
 */

export type { Answer, Calibration } from '../calibrate/calibrate.ts';
export type { Gpu } from '../hardware/gpu.ts';
export { GpuError } from '../hardware/gpu-error.ts';
export type { DeviceInfo } from '../hardware/job.ts';
export type { Measurement } from '../measure/measurement.ts';
export type { TuningReport } from '../report/tuning-text.ts';
export {
  type CalibrateSettings,
  calibrate,
  type GpuSettings,
  type MeasureSettings,
  measureLaunch,
  openGpu,
} from './measure.ts';
export { type Tuned, type TuneSettings, tune } from './tune.ts';

// The GPU of a browser: measures launches in the thread that asks, where no process of its own is to be had. What hangs or
// crashes there, the browser ends.

import { type OpenDevice, openDevice } from './device.ts';
import type { JobResult, LaunchGpu } from './gpu.ts';
import { GpuError } from './gpu-error.ts';
import type { DeviceInfo, Job } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { LaunchRunner } from './launch-runner.ts';
import { Stopwatch } from './stopwatch.ts';

export interface OwnGpuOptions {
  /** Undefined where there is no WebGPU. */
  readonly gpu: GPU | undefined;
  /** The bytes of a file that a buffer begins with. */
  readonly readFile: (path: string) => Uint8Array;
  readonly onStage?: (stage: string) => void;
}

interface Opened extends OpenDevice {
  readonly runner: LaunchRunner;
}

export class OwnGpu implements LaunchGpu {
  private readonly options: OwnGpuOptions;
  private opened: Promise<Opened> | undefined;

  constructor(options: OwnGpuOptions) {
    this.options = options;
  }

  async device(): Promise<DeviceInfo> {
    this.opened ??= this.open();
    return (await asGpuError(this.opened)).info;
  }

  async run(job: Omit<Job, 'id'>): Promise<JobResult> {
    this.opened ??= this.open();
    const { device, runner } = await asGpuError(this.opened);
    const { onStage = () => {} } = this.options;
    let pages: JobResult['pages'] = [];
    const lost = device.lost.then(({ message }): never => {
      this.opened = undefined;
      throw new JobFailure(
        'lost',
        `the device was lost: ${message || 'it took too long, or was taken away'}`,
      );
    });
    const ran = runner.run(job, { stage: onStage, output: (each) => (pages = each) });
    // What breaks with the device is told as its loss; either may reject after the other.
    lost.catch(() => {});
    ran.catch(() => {});
    const sampled = await asGpuError(Promise.race([ran, lost]));
    return { pages, ...sampled };
  }

  private async open(): Promise<Opened> {
    const { gpu, readFile } = this.options;
    const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new JobFailure('no-adapter', gpu ? 'WebGPU found no adapter' : 'there is no WebGPU');
    const { device, info } = await openDevice(adapter);
    return {
      device,
      info,
      runner: new LaunchRunner(device, new Stopwatch(device, info.isSoftware), readFile),
    };
  }
}

/** @throws GpuError */
async function asGpuError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = error instanceof JobFailure ? error.reason : 'internal';
    throw new GpuError(reason, (error as Error).message);
  }
}

// The capture of a running app: hooks on WebGPU's classes, and sessions between calls of start and stop.

import type { CaptureOptions, Summary } from './declarations/capture.d.ts';
import { hookEncoders, Recordings } from './hook-encoders.ts';
import { type Classes, hookObjects } from './hook-objects.ts';
import { hookQueue, type QueueOptions } from './hook-queue.ts';
import { Objects } from './objects.ts';
import { Observation } from './observe.ts';
import { settingsOf } from './options.ts';
import { Session } from './session.ts';
import type { Store } from './store.ts';

export class Capture {
  private readonly objects = new Objects();
  private readonly recordings = new Recordings();
  private readonly observation: Observation;
  private readonly hooked = new WeakSet<object>();
  private current: Session | undefined;

  /** @param onFault told when the capture itself fails; the app goes on. */
  constructor(onFault: (error: unknown) => void) {
    this.observation = new Observation((error) => {
      this.current?.note(`the capture failed once: ${String(error)}`);
      onFault(error);
    });
  }

  /** Hooks the classes of a WebGPU implementation, once. */
  hook(classes: Classes, options: QueueOptions): void {
    if (classes.GPUDevice === undefined || this.hooked.has(classes.GPUDevice.prototype)) return;
    this.hooked.add(classes.GPUDevice.prototype);
    const watched = {
      observation: this.observation,
      objects: this.objects,
      session: () => this.current,
    };
    hookObjects(classes, watched);
    hookEncoders(classes, watched, this.recordings);
    hookQueue(classes, watched, this.recordings, options);
  }

  get session(): Session | undefined {
    return this.current;
  }

  /** @throws Error where one is under way. */
  start(options: CaptureOptions, store: Store): Session {
    if (this.current !== undefined)
      throw new Error(
        'kernelcast capture: one is under way already; call stop() first, or load it paused (KERNELCAST_CAPTURE_PAUSED=1)',
      );
    this.current = new Session(settingsOf(options), store, this.observation, this.objects.samplers);
    return this.current;
  }

  /** Ends the session with what there is; `settled` of the session waits for contents still being copied. */
  end(): Summary | undefined {
    const summary = this.current?.end();
    this.current = undefined;
    return summary;
  }

  /** Ends the session without a trace. */
  abandon(): void {
    this.current = undefined;
  }
}

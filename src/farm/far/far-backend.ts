// The processors of a farm as the place where the model runs: the same numbers as on this machine, to the last bit.

import type { Backend } from '../../configure/backend.ts';
import type { Evaluation, ModelOptions } from '../../configure/evaluate.ts';
import type { Instance } from '../../configure/tunable.ts';
import { DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Kernel } from '../../predict/shader.ts';
import type { SpareOccupancy } from '../../search/cost.ts';
import type { FarmClient } from '../client.ts';
import { queueOf } from '../identity.ts';
import type { ModelTask, Predicted, Reference } from '../task.ts';
import { added, type Contents, encode } from '../wire.ts';
import { Asking } from './asking.ts';

export class FarBackend implements Backend {
  private readonly asking: Asking;
  private readonly queue: string;
  private readonly files: ModelOptions['files'];
  /** Profile and options, which all tasks share. */
  private readonly setup: { readonly reference: Reference; readonly contents: Contents };

  constructor(client: FarmClient, { files, now: _, ...setup }: ModelOptions) {
    this.asking = new Asking(client);
    this.queue = queueOf(client.build, { kind: 'model' });
    this.files = files;
    const contents: Contents = new Map();
    const content = added(contents, new TextEncoder().encode(encode(setup)));
    this.setup = { reference: { content }, contents };
  }

  async evaluate(instance: Instance): Promise<Outcome<Evaluation>> {
    return (await this.ask({
      kind: 'evaluate',
      setup: this.setup.reference,
      instance,
    })) as Outcome<Evaluation>;
  }

  async spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined> {
    const found = await this.ask({ kind: 'spare-occupancy', setup: this.setup.reference, instance });
    return found !== null && 'occupancyFraction' in (found as object) ? (found as SpareOccupancy) : undefined;
  }

  /** A launch predicted, with the baselines that predictions are judged by. */
  async predict(kernel: Kernel): Promise<Outcome<Predicted>> {
    return (await this.ask({ kind: 'predict', setup: this.setup.reference, kernel })) as Outcome<Predicted>;
  }

  close(): void {
    void this.asking.close();
  }

  private async ask(task: ModelTask): Promise<unknown> {
    const contents: Contents = new Map(this.setup.contents);
    try {
      const text = encode(task, { contents, files: this.files });
      return await this.asking.ask(this.queue, text, contents);
    } catch (error) {
      // One kernel that kills every agent must not end the search over all others.
      const isLost =
        error instanceof DiagnosticError && error.diagnostics.some(({ code }) => code === 'farm/lost');
      if (!isLost) throw error;
      return { diagnostics: error.diagnostics };
    }
  }
}

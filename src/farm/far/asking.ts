// Asking the farm: tasks that come at about the same time travel together, and one request waits for the results of all.

import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import type { FarmClient } from '../client.ts';
import type { Result } from '../protocol.ts';
import { Together } from '../together.ts';
import { type Contents, decode } from '../wire.ts';

const WAIT_MS = 10_000;
const MOST_TOGETHER = 500;

interface Asked {
  readonly queue: string;
  readonly task: string;
  readonly settle: (outcome: unknown) => void;
  readonly refuse: (error: unknown) => void;
}

export class Asking {
  private readonly client: FarmClient;
  private readonly waiting = new Map<string, Asked[]>();
  private readonly submissions = new Together<Asked>((batch) => this.submit(batch));
  private isWaiting = false;
  private readonly ending = new AbortController();

  constructor(client: FarmClient) {
    this.client = client;
  }

  /** The outcome of a task, decoded. @throws DiagnosticError where it is lost, or the farm stays away */
  async ask(queue: string, task: string, contents: Contents): Promise<unknown> {
    await this.client.upload(contents);
    return await new Promise((settle, refuse) => {
      void this.submissions.add({ queue, task, settle, refuse });
    });
  }

  /** Nobody waits any more; tasks that nobody began are not done. */
  async close(): Promise<void> {
    this.ending.abort();
    const queues = new Map<string, string[]>();
    for (const [id, [{ queue }]] of this.waiting) queues.set(queue, [...(queues.get(queue) ?? []), id]);
    this.waiting.clear();
    for (const [queue, ids] of queues) await this.client.call('cancel', { queue, ids }).catch(() => {});
  }

  private async submit(batch: readonly Asked[]): Promise<void> {
    const queues = new Map<string, Asked[]>();
    for (const each of batch) queues.set(each.queue, [...(queues.get(each.queue) ?? []), each]);
    for (const [queue, all] of queues)
      for (let at = 0; at < all.length; at += MOST_TOGETHER)
        await this.submitTo(queue, all.slice(at, at + MOST_TOGETHER));
  }

  private async submitTo(queue: string, asked: readonly Asked[]): Promise<void> {
    try {
      const tasks = asked.map(({ task }) => task);
      const { ids, results } = await this.client.call('submit', { queue, tasks }, this.ending.signal);
      for (const [i, id] of ids.entries()) this.waiting.set(id, [...(this.waiting.get(id) ?? []), asked[i]]);
      for (const result of results) this.settle(result);
      void this.wait();
    } catch (error) {
      for (const { refuse } of asked) refuse(error);
    }
  }

  private async wait(): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    try {
      while (this.waiting.size > 0 && !this.ending.signal.aborted) {
        const ids = [...this.waiting.keys()];
        const { results } = await this.client.call('await', { ids, waitMs: WAIT_MS }, this.ending.signal);
        for (const result of results) this.settle(result);
      }
    } catch (error) {
      if (!this.ending.signal.aborted)
        for (const asked of this.waiting.values()) for (const { refuse } of asked) refuse(error);
      this.waiting.clear();
    } finally {
      this.isWaiting = false;
    }
  }

  private settle({ id, outcome, failure, isUnknown }: Result): void {
    const asked = this.waiting.get(id) ?? [];
    this.waiting.delete(id);
    if (isUnknown) for (const each of asked) void this.submissions.add(each);
    else
      for (const { settle, refuse } of asked) {
        if (outcome === undefined) refuse(lost(failure));
        else settle(decode(outcome));
      }
  }
}

function lost(failure = 'it was lost'): DiagnosticError {
  const diagnostic: Diagnostic = {
    severity: 'unsupported',
    code: 'farm/lost',
    message: `a task came to nothing: ${failure}`,
  };
  return new DiagnosticError([diagnostic]);
}

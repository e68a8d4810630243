// A worker with the questions that it works on.

import type { Answer, Answered, Asked, Question } from './messages.ts';

type Hear = (answer: Answer) => void;

export class Model {
  private worker: Worker | undefined;
  private id = 0;
  /** By the number of the question. */
  private readonly open = new Map<number, Hear>();

  /** Loads the worker before there is a question. */
  start(): void {
    this.worker ??= this.started();
  }

  /** Ends what is worked on: its answers are of no use any more. */
  ask(question: Question, hear: Hear): void {
    if (this.open.size > 0) this.stop();
    this.askAlso(question, hear);
  }

  /** Waits for what is worked on, as questions about what that leaves behind have to. */
  askAlso(question: Question, hear: Hear): void {
    this.open.set(++this.id, hear);
    this.worker ??= this.started();
    this.worker.postMessage({ id: this.id, question } satisfies Asked);
  }

  /** Gives up what is worked on. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.open.clear();
  }

  private started(): Worker {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = ({ data: { id, answer } }: MessageEvent<Answered>) => {
      const hear = this.open.get(id);
      if (answer.kind === 'done') this.open.delete(id);
      hear?.(answer);
    };
    return worker;
  }
}

// Waking those who wait: for a task in a queue, or for a task's result, which comes along.

export interface Listener<T> {
  /** Whether it has rung. */
  readonly hasRung: boolean;
  /** Ends when it rings, after that time, or when whoever waits is gone; with what came along. */
  rings(mostMs: number, signal: AbortSignal): Promise<readonly T[]>;
  end(): void;
}

export class Bells<T = never> {
  /** The first is who has listened for longest. */
  private readonly listeners = new Map<string, Set<(value?: T) => void>>();

  /** Hears everything from now on: begin to listen, then look, then wait. */
  listen(names: readonly string[]): Listener<T> {
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const values: T[] = [];
    let hasRung = false;
    const hear = (value?: T) => {
      hasRung = true;
      if (value !== undefined) values.push(value);
      wake();
    };
    for (const name of names) {
      const own = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, own.add(hear));
    }
    const end = () => {
      for (const name of names) {
        const own = this.listeners.get(name);
        own?.delete(hear);
        if (own?.size === 0) this.listeners.delete(name);
      }
    };
    return {
      end,
      get hasRung() {
        return hasRung;
      },
      async rings(mostMs, signal) {
        const timer = setTimeout(wake, mostMs);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
        await woken;
        signal.removeEventListener('abort', wake);
        clearTimeout(timer);
        end();
        return values;
      },
    };
  }

  /** For everybody who waits for it. */
  ring(name: string, value: T): void {
    for (const hear of this.listeners.get(name) ?? []) hear(value);
  }

  /** For so many of those who wait; each hears it once. */
  ringFor(name: string, count: number): void {
    const own = this.listeners.get(name);
    for (const hear of [...(own ?? [])].slice(0, count)) {
      own?.delete(hear);
      hear();
    }
  }

  ringAll(): void {
    for (const own of this.listeners.values()) for (const hear of own) hear();
  }
}
